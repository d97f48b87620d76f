//! `/v1/bestmove`.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use serde_json::json;

use crate::support::{TestApp, form};

const MATE_IN_ONE: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1";

#[tokio::test]
async fn get_post_and_form_agree() {
    let app = TestApp::new();
    let query = MATE_IN_ONE.replace(' ', "_");
    let got = app
        .get(&format!("/v1/bestmove?fen={query}&depth=3&engine=embedded"))
        .await;
    let posted = app
        .post(
            "/v1/bestmove",
            &json!({ "fen": MATE_IN_ONE, "depth": 3, "engine": "embedded" }),
        )
        .await;
    let formed = app
        .send(form(
            "/v1/bestmove",
            &format!("fen={query}&depth=3&engine=embedded"),
        ))
        .await;
    let json_as_form = app
        .send(form(
            "/v1/bestmove",
            &json!({ "fen": MATE_IN_ONE, "depth": 3, "engine": "embedded" }).to_string(),
        ))
        .await;
    for reply in [&got, &posted, &formed, &json_as_form] {
        assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
        assert_eq!(
            reply.body["bestmove"],
            json!({ "uci": "f3f7", "san": "Qxf7#" })
        );
        assert_eq!(reply.body["score"]["mate"], 1);
        assert_eq!(reply.body["score"]["pov"], "white");
        assert_eq!(reply.body["engine"], "embedded");
        assert_eq!(reply.header("cache-control"), "no-store");
    }
}

#[tokio::test]
async fn text_is_just_the_move() {
    let app = TestApp::new();
    for (fen, expected) in [
        (MATE_IN_ONE, "f3f7"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "(none)"),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "(none)"),
    ] {
        let uri = format!(
            "/v1/bestmove?engine=embedded&depth=2&fen={}",
            fen.replace(' ', "_")
        );
        let request = Request::get(uri)
            .header("accept", "text/plain")
            .body(Body::empty())
            .unwrap();
        let reply = app.send(request).await;
        assert_eq!(reply.text, expected, "input: {fen}");
        assert!(reply.header("content-type").starts_with("text/plain"));
        assert!(reply.header("vary").to_lowercase().contains("accept"));
    }
}

#[tokio::test]
async fn a_game_that_is_over_asks_no_engine() {
    // An engine that never answers cannot hold these up.
    let app = TestApp::scripted("never-uciok");
    for (fen, status, mate, cp) in [
        (
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "stalemate",
            json!(null),
            json!(0),
        ),
        (
            "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
            "checkmate",
            json!(0),
            json!(null),
        ),
        (
            "8/8/8/3k4/8/8/8/4K3 w - - 0 1",
            "insufficient_material",
            json!(null),
            json!(0),
        ),
        (
            "8/8/8/3k4/8/8/4Q3/4K3 w - - 150 120",
            "seventyfive_moves",
            json!(null),
            json!(0),
        ),
    ] {
        let reply = app
            .get(&format!("/v1/bestmove?fen={}", fen.replace(' ', "_")))
            .await;
        assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
        assert_eq!(reply.body["status"], status, "input: {fen}");
        assert_eq!(reply.body["bestmove"], json!(null), "input: {fen}");
        assert_eq!(reply.body["stop_reason"], "terminal", "input: {fen}");
        assert_eq!(reply.body["score"]["mate"], mate, "input: {fen}");
        assert_eq!(reply.body["score"]["cp"], cp, "input: {fen}");
    }
}

#[tokio::test]
async fn the_score_is_for_the_side_that_is_named() {
    let app = TestApp::new();
    let fen = "4k3/8/8/8/8/8/8/q3K3_w_-_-_0_1";
    let white = app
        .get(&format!("/v1/bestmove?fen={fen}&depth=3&engine=embedded"))
        .await;
    assert!(
        white.body["score"]["cp"].as_i64().unwrap() < -300,
        "{}",
        white.text
    );
    let fen = "4k3/8/8/8/8/8/8/q3K3_b_-_-_0_1".replace("q3K3", "q2K4");
    let side = app
        .get(&format!(
            "/v1/bestmove?fen={fen}&depth=3&engine=embedded&pov=side"
        ))
        .await;
    assert_eq!(
        side.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "White is in check: {}",
        side.text
    );
    let fen = "4k3/8/8/8/8/8/1q6/4K3_b_-_-_0_1";
    let side = app
        .get(&format!(
            "/v1/bestmove?fen={fen}&depth=3&engine=embedded&pov=side"
        ))
        .await;
    assert_eq!(side.body["score"]["pov"], "black");
    assert!(
        side.body["score"]["win_percent"].as_f64().unwrap() > 75.0,
        "{}",
        side.text
    );
}

#[tokio::test]
async fn history_counts() {
    let app = TestApp::new();
    let reply = app
        .post(
            "/v1/bestmove",
            &json!({ "moves": "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "depth": 2 }),
        )
        .await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
    assert_eq!(reply.body["claims"], json!(["threefold_repetition"]));
    assert_eq!(reply.body["status"], "ongoing");
    assert!(reply.body["bestmove"].is_object());
}

#[tokio::test]
async fn limits_above_the_ceiling_are_lowered_and_said() {
    let app = TestApp::new();
    let reply = app
        .get("/v1/bestmove?nodes=900000000&movetime=40&multipv=400")
        .await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
    assert_eq!(reply.body["applied"]["nodes"], 50_000_000);
    assert_eq!(
        reply.body["applied"]["lowered"],
        json!(["nodes", "multipv"])
    );
    assert_eq!(reply.body["applied"]["movetime"], 40);
}

#[tokio::test]
async fn head_never_searches() {
    let app = TestApp::scripted("never-uciok");
    for path in ["/v1/bestmove", "/v1/analysis"] {
        let head = |query: &str| {
            let uri = format!("{path}?{query}");
            Request::builder()
                .method(Method::HEAD)
                .uri(uri)
                .body(Body::empty())
                .unwrap()
        };
        let reply = app.send(head("movetime=5000")).await;
        assert_eq!(
            (reply.status, reply.text.as_str()),
            (StatusCode::OK, ""),
            "{path}"
        );
        let reply = app.send(head("depth=0")).await;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
    }
}
