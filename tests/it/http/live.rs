//! `/v1/analysis/ws`.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use kibitz::http::HttpOptions;
use kibitz::pool::PoolOptions;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::support::{Contract, Socket, TestApp};

const PATH: &str = "/v1/analysis/ws";

async fn open(app: &TestApp) -> Socket {
    let address = app.listen().await;
    Socket::open(address, PATH, &[]).await.unwrap()
}

/// Everything up to the answer, each message judged by the contract.
async fn to_the_end(socket: &mut Socket) -> Vec<Value> {
    let mut all = Vec::new();
    loop {
        let message = socket.hear().await;
        Contract::shared().check_message("SearchMessage", &message);
        let is_last = message["type"] != "info";
        all.push(message);
        if is_last {
            return all;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_answered_as_the_stream_would() {
    let app = TestApp::new();
    let mut socket = open(&app).await;
    let request = json!({ "moves": ["e4", "e5"], "depth": 6, "multipv": 2, "engine": "embedded" });
    socket.say(&request).await;
    let messages = to_the_end(&mut socket).await;
    let (last, before) = messages.split_last().unwrap();
    assert_eq!(
        (&last["type"], &last["stop_reason"]),
        (&json!("done"), &json!("depth"))
    );
    assert!(before.iter().all(|message| message["type"] == "info"));
    let whole = app.post("/v1/analysis", &request).await;
    for field in ["bestmove", "lines", "nodes", "depth"] {
        assert_eq!(last[field], whole.body[field], "{field}");
    }
    socket
        .say(json!({ "fen": "7k/8/8/8/8/8/8/K7 w - - 0 1", "id": "draw" }))
        .await;
    let over = to_the_end(&mut socket).await;
    assert_eq!(over.len(), 1);
    assert_eq!(
        (&over[0]["id"], &over[0]["stop_reason"]),
        (&json!("draw"), &json!("terminal"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_request_takes_the_place_of_the_old_one() {
    let app = TestApp::new();
    let mut socket = open(&app).await;
    socket
        .say(json!({ "movetime": 9000, "engine": "embedded", "id": "old" }))
        .await;
    assert_eq!(socket.hear().await["id"], "old");
    socket
        .say(json!({ "depth": 3, "engine": "embedded", "id": "new" }))
        .await;
    let begun = Instant::now();
    let last = loop {
        let message = socket.hear().await;
        if message["type"] == "done" {
            break message;
        }
    };
    assert_eq!((&last["id"], &last["depth"]), (&json!("new"), &json!(3)));
    assert!(begun.elapsed() < Duration::from_secs(2));
    app.until_idle().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stop_ends_a_search_with_what_it_has() {
    for (engine, script) in [("embedded", None), ("scripted", Some("think"))] {
        let app = match script {
            Some(script) => TestApp::scripted(script),
            None => TestApp::new(),
        };
        let mut socket = open(&app).await;
        socket.say(json!({ "type": "stop" })).await; // there is nothing to stop
        socket
            .say(json!({ "movetime": 9000, "engine": engine }))
            .await;
        assert_eq!(socket.hear().await["type"], "info", "{engine}");
        let begun = Instant::now();
        socket.say(json!({ "type": "stop" })).await;
        let messages = to_the_end(&mut socket).await;
        let last = messages.last().unwrap();
        assert_eq!(
            (&last["type"], &last["stop_reason"]),
            (&json!("done"), &json!("cancelled")),
            "{engine}"
        );
        assert!(last["bestmove"].is_object(), "{engine}: {last}");
        assert!(begun.elapsed() < Duration::from_secs(1), "{engine}");
        app.until_idle().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_is_a_message_and_the_connection_stays() {
    let app = TestApp::new();
    let mut socket = open(&app).await;
    for (request, code, pointer) in [
        ("{", "invalid-json", Value::Null),
        ("[]", "invalid-json", Value::Null),
        (
            r#"{"depth":0,"id":"a"}"#,
            "limit-out-of-range",
            json!("/depth"),
        ),
        (r#"{"deep":1}"#, "unknown-field", json!("/deep")),
        (r#"{"fen":"8/8 w"}"#, "fen-rank-count", json!("/fen")),
        (r#"{"type":"ponder"}"#, "invalid-value", json!("/type")),
        (r#"{"type":null}"#, "invalid-value", json!("/type")),
        (
            r#"{"type":"stop","depth":3}"#,
            "unknown-field",
            json!("/depth"),
        ),
        (
            r#"{"fen":"startpos","fen":"8/8 w"}"#,
            "duplicate-field",
            json!("/fen"),
        ),
        (r#"{"id":7}"#, "invalid-value", json!("/id")),
        (r#"{"engine":"none"}"#, "unknown-engine", json!("/engine")),
    ] {
        socket.say(request).await;
        let messages = to_the_end(&mut socket).await;
        assert_eq!(messages.len(), 1, "{request}");
        let problem = &messages[0]["problem"];
        assert_eq!(
            (&problem["code"], &problem["pointer"]),
            (&json!(code), &pointer),
            "{request}"
        );
        assert_eq!(messages[0]["type"], "problem");
    }
    socket
        .say(json!({ "depth": 1, "engine": "embedded" }))
        .await;
    assert_eq!(
        to_the_end(&mut socket).await.last().unwrap()["type"],
        "done"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_stops_the_search() {
    let app = TestApp::scripted("think");
    let address = app.listen().await;
    for engine in ["embedded", "scripted"] {
        for polite in [true, false] {
            let mut socket = Socket::open(address, PATH, &[]).await.unwrap();
            socket
                .say(json!({ "movetime": 9000, "engine": engine }))
                .await;
            assert_eq!(socket.hear().await["type"], "info");
            if polite {
                socket.send(Message::Close(None)).await;
            }
            drop(socket);
            let begun = Instant::now();
            app.until_idle().await;
            // The issue asks for 100 ms; the machine of the tests may be busy.
            assert!(
                begun.elapsed() < Duration::from_millis(500),
                "{:?}",
                begun.elapsed()
            );
        }
    }
}

/// What is not read must neither hold the search up nor pile up; then the connection is closed.
#[tokio::test(flavor = "multi_thread")]
async fn a_reader_that_does_not_read_is_left_and_its_search_ends() {
    let mut http = HttpOptions::for_testing();
    http.ws_ping = 60;
    let app = TestApp::behind(&PoolOptions::for_testing(), http, None);
    let mut socket = open(&app).await;
    let request = "[]".to_owned();
    // Refusals that nobody reads: sending comes to a halt, and the connection to its end.
    let sending = async { while socket.try_send(Message::text(request.clone())).await {} };
    tokio::time::timeout(Duration::from_secs(20), sending)
        .await
        .expect("it is closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_our_own_pages_and_names_come_in() {
    let mut http = HttpOptions::for_testing();
    http.cors_origin = vec!["https://board.example".to_owned()];
    http.allowed_host = vec!["chess.example".to_owned()];
    let app = TestApp::behind(&PoolOptions::for_testing(), http, None);
    let address = app.listen().await;
    let own = format!("http://{address}");
    for (headers, code) in [
        (vec![("origin", own.as_str())], ""),
        (vec![("origin", "https://board.example")], ""),
        (
            vec![
                ("host", "chess.example"),
                ("origin", "https://chess.example"),
            ],
            "",
        ),
        (
            vec![("origin", "https://evil.example")],
            "origin-not-allowed",
        ),
        (vec![("host", "evil.example")], "host-not-allowed"),
        (
            vec![("host", "evil.example"), ("origin", "http://evil.example")],
            "host-not-allowed",
        ),
    ] {
        let opened = Socket::open(address, PATH, &headers).await;
        match opened {
            Ok(_) => assert_eq!(code, "", "{headers:?}"),
            Err(response) => {
                assert_eq!(response.status(), StatusCode::FORBIDDEN, "{headers:?}");
                let body = response.into_body().unwrap();
                let problem: Value = serde_json::from_slice(&body).unwrap();
                assert_eq!(problem["code"], code, "{headers:?}");
            }
        }
    }
}

#[tokio::test]
async fn a_plain_request_is_told_to_upgrade() {
    let app = TestApp::new();
    let request = axum::http::Request::get(PATH).header("host", "localhost");
    let reply = app
        .send(request.body(axum::body::Body::empty()).unwrap())
        .await;
    assert_eq!(
        (reply.status, reply.code(), reply.header("upgrade")),
        (
            StatusCode::UPGRADE_REQUIRED,
            "upgrade-required",
            "websocket"
        )
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_closed_with_a_reason() {
    let app = TestApp::new();
    let address = app.listen().await;
    let open = || async { Socket::open(address, PATH, &[]).await.unwrap() };
    let mut large = open().await;
    large.say("x".repeat(1 << 21)).await;
    assert_eq!(large.close_code().await, Some(1009));
    let mut binary = open().await;
    binary.send(Message::binary(vec![0, 1])).await;
    assert_eq!(binary.close_code().await, Some(1003));
    let mut idle = open().await;
    let begun = Instant::now();
    assert_eq!(idle.close_code().await, Some(1000));
    assert!(begun.elapsed() >= Duration::from_secs(2));
    let mut searching = open().await;
    searching
        .say(json!({ "movetime": 9000, "engine": "embedded" }))
        .await;
    assert_eq!(searching.hear().await["type"], "info");
    let draining = app.pool.drain(Duration::from_millis(50));
    let ((), code) = tokio::join!(draining, searching.close_code());
    assert_eq!(code, Some(1001));
}
