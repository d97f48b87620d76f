//! `/v1/fen/validate`.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::support::TestApp;

fn codes(body: &Value) -> Vec<&str> {
    body["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f["code"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn every_fault_at_once() {
    let app = TestApp::new();
    let reply = app
        .post(
            "/v1/fen/validate",
            &json!({ "fen": "rnbqqbnr/pppppppp/8/9/8/8/PPPPPPPP/RNBQKBNR x KQkz e9 -1 0" }),
        )
        .await;
    assert_eq!(reply.status, StatusCode::OK);
    assert_eq!(reply.body["valid"], false);
    assert_eq!(reply.body["syntax_ok"], false);
    let codes = codes(&reply.body);
    assert!(codes.len() >= 5, "{}", reply.text);
}

#[tokio::test]
async fn offsets_point_into_the_text() {
    let app = TestApp::new();
    let text = "8/8/8/8/8/8/8/K6X w - - 0 1";
    let reply = app.post("/v1/fen/validate", &json!({ "fen": text })).await;
    let findings = reply.body["findings"].as_array().unwrap();
    let letter = findings.iter().find(|f| f["start"] == 16 && f["end"] == 17);
    assert!(letter.is_some(), "{}", reply.text);
    assert_eq!(&text[16..17], "X");
}

#[tokio::test]
async fn suggestions_are_themselves_valid() {
    let app = TestApp::new();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq d3 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        "3k4/8/8/8/3R4/8/8/3K4 w - - 0 1",
    ] {
        let reply = app.post("/v1/fen/validate", &json!({ "fen": fen })).await;
        assert_eq!(reply.body["valid"], false, "input: {fen}: {}", reply.text);
        let suggested = reply.body["suggested_fen"].as_str();
        let suggested =
            suggested.unwrap_or_else(|| panic!("no suggestion for {fen}: {}", reply.text));
        let again = app
            .post("/v1/fen/validate", &json!({ "fen": suggested }))
            .await;
        assert_eq!(again.body["valid"], true, "input: {suggested}");
    }
}

#[tokio::test]
async fn the_position_comes_when_asked() {
    let app = TestApp::new();
    let reply = app.get("/v1/fen/validate?fen=startpos").await;
    assert_eq!(reply.body["position"], json!(null));
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1";
    let reply = app
        .get(&format!("/v1/fen/validate?fen={fen}&include=position"))
        .await;
    assert_eq!(reply.body["valid"], true, "{}", reply.text);
    assert_eq!(
        reply.body["position"]["legal_moves"]
            .as_array()
            .unwrap()
            .len(),
        20
    );
}

#[tokio::test]
async fn empty_is_not_absent() {
    let app = TestApp::new();
    let absent = app.get("/v1/fen/validate").await;
    assert_eq!(
        (absent.status, absent.code()),
        (StatusCode::BAD_REQUEST, "missing-field")
    );
    let empty = app.get("/v1/fen/validate?fen=").await;
    assert_eq!(empty.status, StatusCode::OK);
    assert_eq!(empty.body["valid"], false);
}

#[tokio::test]
async fn verdicts_can_be_cached() {
    let app = TestApp::new();
    let uri = "/v1/fen/validate?fen=8/8/8/8/8/8/8/8_w_-_-_0_1";
    let first = app.get(uri).await;
    let etag = first.header("etag").to_owned();
    assert!(!etag.is_empty() && first.header("cache-control").contains("max-age"));
    let request = Request::get(uri)
        .header("if-none-match", &etag)
        .body(Body::empty())
        .unwrap();
    let second = app.send(request).await;
    assert_eq!(
        (second.status, second.text.as_str()),
        (StatusCode::NOT_MODIFIED, "")
    );
}
