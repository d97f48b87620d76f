//! `/v1/position`.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;

use crate::support::TestApp;

#[tokio::test]
async fn facts_of_the_start_position() {
    let app = TestApp::new();
    let reply = app.get("/v1/position").await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
    assert_eq!(
        reply.body["fen"],
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
    assert_eq!(
        reply.body["shredder"],
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"
    );
    assert_eq!(reply.body["hash"], "463b96181691fc9c");
    assert_eq!(reply.body["kings"], json!({ "white": "e1", "black": "e8" }));
    assert_eq!(reply.body["legal_moves"].as_array().unwrap().len(), 20);
    assert_eq!(reply.body["explain"].as_array().unwrap().len(), 6);
}

#[tokio::test]
async fn moves_in_both_notations_lead_there() {
    let app = TestApp::new();
    let expected = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    for moves in [
        "e4,c5,Nf3",
        "1. e4 c5 2. Nf3",
        "e2e4 c7c5 g1f3",
        "e4 c7c5 Nf3",
    ] {
        let reply = app.post("/v1/position", &json!({ "moves": moves })).await;
        assert_eq!(
            reply.body["fen"], expected,
            "input: {moves}: {}",
            reply.text
        );
    }
    let reply = app
        .post("/v1/position", &json!({ "moves": ["e4", "c7c5", "Nf3"] }))
        .await;
    assert_eq!(reply.body["fen"], expected);
}

#[tokio::test]
async fn text_is_a_board() {
    let app = TestApp::new();
    let request = Request::get("/v1/position?moves=e4").header("accept", "text/plain");
    let reply = app.send(request.body(Body::empty()).unwrap()).await;
    insta::assert_snapshot!(reply.text, @r"
    8  r n b q k b n r
    7  p p p p p p p p
    6  . . . . . . . .
    5  . . . . . . . .
    4  . . . . P . . .
    3  . . . . . . . .
    2  P P P P . P P P
    1  R N B Q K B N R
       a b c d e f g h

    FEN         rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
    To move     black
    Status      ongoing, 20 legal moves
    Castling    KQkq
    En passant  -
    Kings       white e1, black e8
    Hash        823c9b50fd114196
    ");
}

#[tokio::test]
async fn the_en_passant_square_is_a_choice() {
    let app = TestApp::new();
    for (style, expected) in [("legal", "-"), ("pseudo", "-"), ("always", "e3")] {
        let reply = app
            .get(&format!("/v1/position?moves=e4&ep_style={style}"))
            .await;
        let fen = reply.body["fen"].as_str().unwrap();
        assert_eq!(fen.split(' ').nth(3), Some(expected), "input: {style}");
    }
}
