//! `options`: what may be set of a UCI engine, for one search.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::support::{TestApp, form};

/// The score of the first line, 1,000 higher when the engine plays below its strength.
async fn score(app: &TestApp, body: &Value) -> i64 {
    let reply = app.post("/v1/analysis", body).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
    reply.body["lines"][0]["score"]["cp"].as_i64().unwrap()
}

#[tokio::test]
async fn weakened_play_never_leaks() {
    let app = TestApp::scripted("remembers");
    let plain = json!({ "depth": 2 });
    for weak in [
        json!({ "UCI_LimitStrength": true, "UCI_Elo": 1500 }),
        json!({ "UCI_Elo": 1500 }),
        json!({ "UCI_LimitStrength": "true" }),
    ] {
        assert_eq!(score(&app, &plain).await, 20);
        assert_eq!(
            score(&app, &json!({ "depth": 2, "options": weak })).await,
            1020,
            "{weak}"
        );
        assert_eq!(score(&app, &plain).await, 20, "after {weak}");
    }
    // Not within a session either.
    let weak = json!({ "depth": 2, "session": "a", "options": { "UCI_LimitStrength": true } });
    assert_eq!(score(&app, &weak).await, 1020);
    assert_eq!(
        score(&app, &json!({ "depth": 2, "session": "a" })).await,
        21
    );
}

#[tokio::test]
async fn options_can_stand_in_a_query_and_a_form() {
    let app = TestApp::scripted("remembers");
    let query = "/v1/analysis?depth=2&options=UCI_LimitStrength%3Dtrue%3B+Skill+Level%3D3";
    assert_eq!(app.get(query).await.body["lines"][0]["score"]["cp"], 1020);
    let body = "depth=2&options=UCI_LimitStrength=true";
    let reply = app.send(form("/v1/analysis", body)).await;
    assert_eq!(reply.body["lines"][0]["score"]["cp"], 1020);
}

#[tokio::test]
async fn what_may_not_be_set_is_refused() {
    let app = TestApp::scripted("remembers");
    for (options, code) in [
        (json!({ "Debug Log File": "/tmp/x" }), "option-not-allowed"),
        (json!({ "EvalFile": "/etc/passwd" }), "option-not-allowed"),
        (json!({ "SyzygyPath": "/" }), "option-not-allowed"),
        (json!({ "Clear Hash": "" }), "option-not-allowed"),
        (json!({ "MultiPV": 3 }), "option-not-allowed"),
        (json!({ "UCI_Chess960": true }), "option-not-allowed"),
        (json!({ "Skill Level": "3\nquit" }), "option-invalid"),
        (json!({ "Skill Level": "x".repeat(65) }), "option-invalid"),
        (json!({ "Threads": "many" }), "option-invalid"),
        (json!({ "Threads": 0 }), "limit-out-of-range"),
        (json!({ "Skill Level": "many" }), "engine-option-unknown"),
        (json!({ "Contempt": "Maybe" }), "engine-option-unknown"),
        (json!({ "Syzygy50MoveRule": true }), "engine-option-unknown"),
    ] {
        let body = json!({ "depth": 1, "options": options });
        let reply = app.post("/v1/bestmove", &body).await;
        assert_eq!(
            (reply.status, reply.code(), &reply.body["pointer"]),
            (StatusCode::UNPROCESSABLE_ENTITY, code, &json!("/options")),
            "{options}: {}",
            reply.text
        );
    }
    let body = json!({ "depth": 1, "engine": "embedded", "options": { "Contempt": 1 } });
    let reply = app.post("/v1/bestmove", &body).await;
    assert_eq!(reply.code(), "engine-option-unknown", "{}", reply.text);
    for options in [json!({ "Hash": [1] }), json!("Hash"), json!(7)] {
        let body = json!({ "depth": 1, "options": options });
        let reply = app.post("/v1/bestmove", &body).await;
        assert_eq!(
            (reply.status, reply.code()),
            (StatusCode::BAD_REQUEST, "invalid-value"),
            "{options}"
        );
    }
}

#[tokio::test]
async fn threads_are_the_field_and_values_are_clamped() {
    let app = TestApp::scripted("remembers");
    let body = json!({ "depth": 1, "options": { "Threads": 99, "Hash": 99_999, "UCI_Elo": 1 } });
    let reply = app.post("/v1/analysis", &body).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
    assert_eq!(reply.body["applied"]["threads"], 2);
    assert_eq!(reply.body["applied"]["lowered"], json!(["threads"]));
    let twice = json!({ "threads": 1, "options": { "Threads": 2 } });
    assert_eq!(
        app.post("/v1/analysis", &twice).await.code(),
        "duplicate-field"
    );
}
