//! `/v1/convert`.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::support::TestApp;

#[tokio::test]
async fn a_line_of_moves_in_every_form() {
    let app = TestApp::new();
    let moves = "e4 e5 Nf3 Nc6 Bb5 a6 O-O";
    for (to, extra, expected) in [
        (
            "uci",
            json!({}),
            json!(["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1"]),
        ),
        (
            "uci",
            json!({ "castling_style": "chess960" }),
            json!(["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1h1"]),
        ),
        (
            "san",
            json!({}),
            json!(["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"]),
        ),
        (
            "san",
            json!({ "language_out": "de" }),
            json!(["e4", "e5", "Sf3", "Sc6", "Lb5", "a6", "O-O"]),
        ),
        (
            "san",
            json!({ "language_out": "fr" }),
            json!(["e4", "e5", "Cf3", "Cc6", "Fb5", "a6", "O-O"]),
        ),
        (
            "lan",
            json!({}),
            json!([
                "e2-e4", "e7-e5", "Ng1-f3", "Nb8-c6", "Bf1-b5", "a7-a6", "O-O"
            ]),
        ),
        (
            "figurine",
            json!({}),
            json!(["e4", "e5", "♘f3", "♞c6", "♗b5", "a6", "O-O"]),
        ),
        (
            "iccf",
            json!({}),
            json!(["5254", "5755", "7163", "2836", "6125", "1716", "5171"]),
        ),
        (
            "fen",
            json!({}),
            json!("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4"),
        ),
        (
            "shredder",
            json!({}),
            json!("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b ha - 1 4"),
        ),
    ] {
        let mut body = json!({ "moves": moves, "to": to });
        body.as_object_mut()
            .unwrap()
            .extend(extra.as_object().unwrap().clone());
        let reply = app.post("/v1/convert", &body).await;
        assert_eq!(
            reply.status,
            StatusCode::OK,
            "input: {body}: {}",
            reply.text
        );
        assert_eq!(reply.body["result"], expected, "input: {body}");
    }
}

/// Whatever was written is read back to the same moves.
#[tokio::test]
async fn round_trips_are_identities() {
    let app = TestApp::new();
    let games = [
        json!({ "moves": "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O b5 Bb3 d6" }),
        json!({ "fen": "8/P6k/8/8/8/8/p6K/8 w - - 0 1", "moves": "a8=N a1=R Nb6 Ra8" }),
        json!({ "fen": "4k3/8/8/8/8/8/8/R3K2R w AH - 0 1", "moves": "O-O-O Ke7" }),
        json!({ "fen": "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "moves": "exd6 Kd7" }),
    ];
    for game in games {
        let ask = |to: &str, extra: Value| {
            let mut body = game.clone();
            body["to"] = json!(to);
            body.as_object_mut()
                .unwrap()
                .extend(extra.as_object().unwrap().clone());
            body
        };
        let uci = app.post("/v1/convert", &ask("uci", json!({}))).await;
        assert_eq!(uci.status, StatusCode::OK, "{}", uci.text);
        for (to, language) in [
            ("san", "en"),
            ("san", "de"),
            ("san", "ru"),
            ("lan", "en"),
            ("figurine", "en"),
            ("iccf", "en"),
        ] {
            let written = app
                .post("/v1/convert", &ask(to, json!({ "language_out": language })))
                .await;
            let mut back =
                json!({ "moves": written.body["result"], "to": "uci", "language": language });
            if let Some(fen) = game.get("fen") {
                back["fen"] = fen.clone();
            }
            let read = app.post("/v1/convert", &back).await;
            assert_eq!(
                read.body["result"], uci.body["result"],
                "{back}: {}",
                read.text
            );
        }
        let pgn = app.post("/v1/convert", &ask("pgn", json!({}))).await;
        let back = json!({ "pgn": pgn.body["result"], "to": "uci" });
        let read = app.post("/v1/convert", &back).await;
        assert_eq!(
            read.body["result"], uci.body["result"],
            "{back}: {}",
            read.text
        );
    }
}

#[tokio::test]
async fn epd_keeps_its_operations() {
    let app = TestApp::new();
    let epd = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";";
    let reply = app
        .post("/v1/convert", &json!({ "fen": epd, "to": "epd" }))
        .await;
    let text = reply.body["result"].as_str().unwrap();
    assert!(
        text.contains("bm Qg6;") && text.contains("id \"WAC.001\";"),
        "{}",
        reply.text
    );
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    let reply = app
        .post("/v1/convert", &json!({ "moves": shuffle, "to": "epd" }))
        .await;
    assert!(
        reply.body["result"].as_str().unwrap().contains("rc 3;"),
        "{}",
        reply.text
    );
    // … and is history when it is read again.
    let again = app
        .post("/v1/position", &json!({ "fen": reply.body["result"] }))
        .await;
    assert_eq!(
        again.body["claims"],
        json!(["threefold_repetition"]),
        "{}",
        again.text
    );
}

#[tokio::test]
async fn what_is_missing_or_wrong_is_named() {
    let app = TestApp::new();
    for (body, code, pointer) in [
        (json!({ "moves": "e4" }), "missing-field", "/to"),
        (
            json!({ "moves": "e4", "to": "morse" }),
            "invalid-value",
            "/to",
        ),
        (
            json!({ "moves": "e4", "to": "san", "language_out": "klingon" }),
            "language-unknown",
            "/language_out",
        ),
        (
            json!({ "fen": "startpos", "pgn": "1. e4 *", "to": "san" }),
            "two-positions",
            "/pgn",
        ),
        (
            json!({ "pgn": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "to": "san" }),
            "pgn-is-fen",
            "/pgn",
        ),
        (
            json!({ "pgn": "1. e4 e5 *", "ply": 3, "to": "san" }),
            "pgn-ply-missing",
            "/ply",
        ),
        (
            json!({ "pgn": "1. e4 e5 *", "game": 2, "to": "san" }),
            "pgn-game-missing",
            "/game",
        ),
        (
            json!({ "pgn": "1. e4 e5 2. Nd5 *", "to": "san" }),
            "move-illegal",
            "/pgn",
        ),
        (json!({ "ply": 3, "to": "san" }), "pgn-missing", "/ply"),
    ] {
        let reply = app.post("/v1/convert", &body).await;
        assert_eq!(reply.code(), code, "input: {body}: {}", reply.text);
        assert_eq!(
            reply.body["pointer"], pointer,
            "input: {body}: {}",
            reply.text
        );
    }
}

#[tokio::test]
async fn a_pgn_is_a_position_everywhere() {
    let app = TestApp::new();
    let pgn = "[Event \"x\"]\n\n1. f3 e5 2. g4 (2. e4 {better} d5) Qh4# 0-1\n\n1. d4 d5 *\n";
    let mate = app.post("/v1/bestmove", &json!({ "pgn": pgn })).await;
    assert_eq!(mate.body["status"], "checkmate", "{}", mate.text);
    let before = app
        .post(
            "/v1/bestmove",
            &json!({ "pgn": pgn, "ply": 3, "depth": 3, "engine": "embedded" }),
        )
        .await;
    assert_eq!(before.body["bestmove"]["uci"], "d8h4", "{}", before.text);
    let second = app
        .post(
            "/v1/position",
            &json!({ "pgn": pgn, "game": 2, "moves": "c4" }),
        )
        .await;
    assert_eq!(
        second.body["fen"],
        "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2"
    );
    // A ply before the fault can be had, with a warning.
    let broken = "1. e4 e5 2. Nd5 Nc6 *";
    let early = app
        .post("/v1/position", &json!({ "pgn": broken, "ply": 1 }))
        .await;
    assert_eq!(early.status, StatusCode::OK, "{}", early.text);
    assert_eq!(early.body["findings"][0]["severity"], "warning");
    let whole = app
        .post("/v1/convert", &json!({ "pgn": pgn, "to": "pgn" }))
        .await;
    assert!(
        whole.body["result"]
            .as_str()
            .unwrap()
            .contains("{ better }"),
        "{}",
        whole.text
    );
}

/// Castling from other squares than in orthodox chess: the king's step could be another move, so it
/// takes its rook in every notation of squares, and comes back as castling.
#[tokio::test]
async fn castling_in_chess960_comes_back() {
    let app = TestApp::new();
    for fen in [
        "4k3/8/8/8/8/8/8/5K1R w H - 0 1",
        "4k3/8/8/8/8/8/8/6KR w H - 0 1",
        "4k3/8/8/8/8/8/8/1RK5 w B - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w A - 0 1",
    ] {
        let castle = if fen.contains("KR") || fen.contains("K1R") {
            "O-O"
        } else {
            "O-O-O"
        };
        for to in ["uci", "iccf", "lan", "san"] {
            for style in ["standard", "chess960"] {
                let asked =
                    json!({ "fen": fen, "moves": castle, "to": to, "castling_style": style });
                let written = app.post("/v1/convert", &asked).await.body["result"].clone();
                let back = json!({ "fen": fen, "moves": written, "to": "san" });
                let reply = app.post("/v1/convert", &back).await;
                assert_eq!(
                    reply.body["result"],
                    json!([castle]),
                    "{fen} {to} {style}: {}",
                    reply.text
                );
            }
        }
    }
}

/// What stands behind the last move is a word or two of its author; a move with a slip is not.
#[tokio::test]
async fn a_last_move_that_cannot_be_read_is_told() {
    let app = TestApp::new();
    let convert = |pgn: &str| json!({ "pgn": pgn, "to": "uci" });
    let reply = app.post("/v1/convert", &convert("1. e4 e9 *")).await;
    assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(reply.body["detail"].as_str().unwrap().contains("e9"));
    let reply = app.post("/v1/convert", &convert("1. e4 e5 agreed *")).await;
    assert_eq!(reply.body["result"], json!(["e2e4", "e7e5"]));
}

#[tokio::test]
async fn what_a_null_move_cuts_off_is_told() {
    let app = TestApp::new();
    let fields = json!({ "pgn": "1. e4 -- 2. Nf3 d5 *", "to": "uci" });
    let reply = app.post("/v1/convert", &fields).await.body;
    assert_eq!(reply["result"], json!(["g1f3", "d7d5"]));
    let codes: Vec<&str> = reply["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["code"].as_str().unwrap())
        .collect();
    assert!(codes.contains(&"move-null"), "{codes:?}");
}
