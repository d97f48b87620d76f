//! `/v1/analysis`.

use axum::http::StatusCode;
use serde_json::json;

use crate::support::TestApp;

#[tokio::test]
async fn lines_are_ranked_and_start_differently() {
    let app = TestApp::new();
    let reply = app
        .get("/v1/analysis?depth=5&multipv=3&engine=embedded")
        .await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
    let lines = reply.body["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    let ranks: Vec<_> = lines
        .iter()
        .map(|line| line["rank"].as_u64().unwrap())
        .collect();
    assert_eq!(ranks, [1, 2, 3]);
    let scores: Vec<_> = lines
        .iter()
        .map(|line| line["score"]["cp"].as_i64().unwrap())
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let mut firsts: Vec<_> = lines
        .iter()
        .map(|line| line["uci"][0].as_str().unwrap())
        .collect();
    assert_eq!(lines[0]["uci"][0], reply.body["bestmove"]["uci"]);
    firsts.dedup();
    assert_eq!(firsts.len(), 3);
    assert_eq!(reply.body["stop_reason"], "depth");
    assert_eq!(reply.body["depth"], 5);
}

#[tokio::test]
async fn multipv_is_never_more_than_the_moves() {
    let app = TestApp::new();
    let fen = "7k/8/8/8/8/8/R7/1R5K_b_-_-_0_1"; // g7, g8 and h7
    let reply = app
        .get(&format!(
            "/v1/analysis?fen={fen}&depth=3&multipv=20&engine=embedded"
        ))
        .await;
    let moves = reply.body["lines"].as_array().unwrap().len();
    assert_eq!(reply.body["applied"]["multipv"], moves);
    assert_eq!(moves, 3, "{}", reply.text);
}

#[tokio::test]
async fn searchmoves_bind_the_root() {
    let app = TestApp::new();
    let reply = app
        .post("/v1/analysis", &json!({ "depth": 4, "searchmoves": ["a4", "h2h3"], "multipv": 5, "engine": "embedded" }))
        .await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
    let mut firsts: Vec<_> = reply.body["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["san"][0].as_str().unwrap())
        .collect();
    firsts.sort_unstable();
    assert_eq!(firsts, ["a4", "h3"]);
    let reply = app
        .post("/v1/analysis", &json!({ "searchmoves": ["e5"] }))
        .await;
    assert_eq!(
        (reply.status, reply.code()),
        (StatusCode::UNPROCESSABLE_ENTITY, "move-illegal")
    );
    assert_eq!(reply.body["pointer"], "/searchmoves/0");
}

#[tokio::test]
async fn castling_is_spelled_as_asked() {
    let app = TestApp::new();
    let fen = "4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1";
    for (style, variant, expected) in [
        ("", "", "e1g1"),
        ("&castling_style=chess960", "", "e1h1"),
        ("", "&variant=chess960", "e1h1"),
        ("&castling_style=standard", "&variant=chess960", "e1g1"),
    ] {
        let uri = format!(
            "/v1/analysis?fen={fen}&searchmoves=O-O&depth=2&engine=embedded{style}{variant}"
        );
        let reply = app.get(&uri).await;
        assert_eq!(
            reply.body["bestmove"]["uci"], expected,
            "{uri}: {}",
            reply.text
        );
        assert_eq!(reply.body["bestmove"]["san"], "O-O");
    }
}

#[tokio::test]
async fn the_same_question_gets_the_same_answer() {
    let app = TestApp::new();
    let ask = "/v1/analysis?nodes=20000&engine=embedded&fen=r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R_b_KQkq_-_3_3";
    let first = app.get(ask).await;
    app.get("/v1/analysis?nodes=30000&engine=embedded&moves=d4")
        .await;
    let second = app.get(ask).await;
    assert_eq!(first.body["lines"], second.body["lines"]);
    assert_eq!(first.body["nodes"], second.body["nodes"]);
}

#[tokio::test]
async fn threads_take_slots_and_are_lowered_to_them() {
    let app = TestApp::new();
    let reply = app
        .get("/v1/analysis?movetime=50&threads=64&engine=embedded")
        .await;
    assert_eq!(reply.body["applied"]["threads"], 2, "{}", reply.text);
    assert_eq!(reply.body["applied"]["lowered"], json!(["threads"]));
}
