//! `/v1/pgn/parse` and `/v1/pgn/format`.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::{TestApp, form};

const TWO: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 {[%clk 0:01:00] [%eval 0.31] king's pawn} e5!? (1... c5 2. Nf3 (2. c3)) 2. Nf3 $1 1-0\n\n\
                   [White \"C\"]\n\n1. d4 d5 2. Bb5 Nc6 *\n";

fn text(path: &str, accept: &str, body: impl Into<Body>) -> Request<Body> {
    let request = Request::post(path)
        .header("content-type", "text/plain")
        .header("accept", accept);
    request.body(body.into()).unwrap()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[tokio::test]
async fn games_with_their_trees() {
    let app = TestApp::new();
    let reply = app.send(text("/v1/pgn/parse", "*/*", TWO)).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
    let first = &reply.body["games"][0];
    assert_eq!(first["moves"], json!(["e4", "e5", "Nf3"]));
    assert_eq!(first["result"], "1-0");
    assert_eq!(first["tags"][0], json!({ "name": "White", "value": "A" }));
    let tree = first["tree"].as_array().unwrap();
    let sans: Vec<_> = tree.iter().map(|m| m["san"].as_str().unwrap()).collect();
    assert_eq!(sans, ["e4", "e5", "c5", "Nf3", "c3", "Nf3"]);
    let parents: Vec<_> = tree.iter().map(|m| m["parent"].as_u64().unwrap()).collect();
    assert_eq!(parents, [0, 1, 1, 3, 3, 2]);
    assert_eq!(
        tree[0]["commands"][0],
        json!({ "name": "clk", "raw": "0:01:00", "value": 60.0 })
    );
    assert_eq!(tree[0]["commands"][1]["value"]["cp"], 31);
    assert_eq!(
        (&tree[1]["nags"], &tree[5]["nags"]),
        (&json!([5]), &json!([1]))
    );
    let second = &reply.body["games"][1];
    let error = &second["errors"][0];
    assert_eq!(
        (&error["code"], &error["token"], &error["game"]),
        (&json!("move-illegal"), &json!("Bb5"), &json!(2))
    );
    assert_eq!(error["line"], 8, "{error}");
    assert_eq!(reply.body["cursor"], Value::Null);
}

#[tokio::test]
async fn the_same_by_line_field_and_page() {
    let app = TestApp::new();
    let whole = app.send(text("/v1/pgn/parse", "*/*", TWO)).await.body["games"].clone();
    let streamed = app
        .send(text("/v1/pgn/parse", "application/x-ndjson", TWO))
        .await;
    assert_eq!(streamed.header("content-type"), "application/x-ndjson");
    assert_eq!(json!(lines(&streamed.text)), whole);
    let field = app
        .post("/v1/pgn/parse", &json!({ "pgn": TWO, "limit": 1 }))
        .await;
    assert_eq!(field.body["games"][0]["moves"], whole[0]["moves"]);
    let cursor = field.body["cursor"].clone();
    let next = app
        .post(
            "/v1/pgn/parse",
            &json!({ "pgn": TWO, "limit": 1, "cursor": cursor }),
        )
        .await;
    assert_eq!(next.body["games"][0]["tags"], whole[1]["tags"]);
    assert_eq!(next.body["cursor"], Value::Null);
    // What curl calls a form.
    let form =
        Request::post("/v1/pgn/parse").header("content-type", "application/x-www-form-urlencoded");
    let form = app.send(form.body(Body::from(TWO)).unwrap()).await;
    assert_eq!(form.body["games"], whole);
}

#[tokio::test]
async fn what_is_not_pgn_is_named() {
    let app = TestApp::new();
    for (body, code) in [
        (&b"\x1f\x8b\x08\x00aaaaaaaaaa"[..], "pgn-is-compressed"),
        (
            b"<!DOCTYPE html><html><body>hi</body></html>",
            "pgn-is-html",
        ),
        (
            b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "pgn-is-fen",
        ),
    ] {
        let reply = app
            .send(text("/v1/pgn/parse", "*/*", Bytes::from_static(body)))
            .await;
        assert_eq!(
            (reply.status, reply.code()),
            (StatusCode::UNPROCESSABLE_ENTITY, code),
            "{}",
            reply.text
        );
        let reply = app
            .send(text(
                "/v1/pgn/parse",
                "application/x-ndjson",
                Bytes::from_static(body),
            ))
            .await;
        assert_eq!(lines(&reply.text)[0]["problem"]["code"], code);
    }
    let reply = app.send(text("/v1/pgn/parse?limit=0", "*/*", TWO)).await;
    assert_eq!(
        (reply.code(), &reply.body["parameter"]),
        ("limit-out-of-range", &json!("limit"))
    );
    let reply = app.send(text("/v1/pgn/parse?cursor=x", "*/*", TWO)).await;
    assert_eq!(reply.code(), "cursor-invalid");
}

#[tokio::test]
async fn depth_and_size_are_answered() {
    let app = TestApp::new();
    let nested = format!(
        "1. e4 {} {} e5 *",
        "(1. d4 ".repeat(10_000),
        ")".repeat(10_000)
    );
    let reply = app
        .send(text("/v1/pgn/parse", "application/x-ndjson", nested))
        .await;
    let game = &lines(&reply.text)[0];
    assert_eq!(
        game["tree"].as_array().unwrap().len(),
        10_002,
        "{}",
        &reply.text[..300]
    );
    let comment = format!("1. e4 {{{}}} e5 *", "x".repeat(5 << 20));
    let reply = app
        .send(text("/v1/pgn/parse", "application/x-ndjson", comment))
        .await;
    assert_eq!(lines(&reply.text)[0]["moves"], json!(["e4", "e5"]));
}

#[tokio::test]
async fn format_loses_nothing() {
    let app = TestApp::new();
    let reply = app.send(text("/v1/pgn/format", "*/*", TWO)).await;
    assert!(
        reply
            .header("content-type")
            .starts_with("application/vnd.chess-pgn")
    );
    let once = reply.text;
    assert!(
        once.contains("king's pawn") && once.contains("( 1... c5") || once.contains("(1... c5"),
        "{once}"
    );
    assert!(once.lines().all(|line| line.chars().count() < 80), "{once}");
    let again = app.send(text("/v1/pgn/format", "*/*", once.clone())).await;
    assert_eq!(again.text, once);
    let field = app.post("/v1/pgn/format", &json!({ "pgn": TWO })).await;
    assert_eq!(field.body["pgn"], once);
}

/// A client that sends all of its body before it reads is never left waiting.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_ever() {
    let app = TestApp::new();
    let address = app.listen().await;
    let games = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1/2-1/2\n\n".repeat(60_000);
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST /v1/pgn/parse HTTP/1.1\r\nHost: t\r\nConnection: close\r\nAccept: application/x-ndjson\r\n\
         Content-Type: text/plain\r\nContent-Length: {}\r\n\r\n",
        games.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let sent =
        tokio::time::timeout(Duration::from_secs(60), stream.write_all(games.as_bytes())).await;
    sent.expect("the body is taken").unwrap();
    let mut reply = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(120), stream.read_to_end(&mut reply)).await;
    read.expect("the answer comes").unwrap();
    let text = String::from_utf8(reply).unwrap();
    assert_eq!(text.matches("\"game\":").count(), 60_000);
}

#[tokio::test]
async fn format_refuses_what_it_would_pass_over() {
    let app = TestApp::new();
    for name in ["limit", "cursor", "language_out"] {
        let target = format!("/v1/pgn/format?{name}=1");
        let reply = app.send(text(&target, "*/*", TWO)).await;
        assert_eq!(reply.code(), "unknown-field", "{name}: {}", reply.text);
    }
}

#[tokio::test]
async fn a_form_without_a_pgn_is_no_pgn() {
    let app = TestApp::new();
    for body in ["language=de", "limit=3&language=de"] {
        let reply = app.send(form("/v1/pgn/parse", body)).await;
        assert_eq!(reply.code(), "missing-field", "{body}: {}", reply.text);
    }
}
