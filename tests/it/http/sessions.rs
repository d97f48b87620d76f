//! `session`: what is remembered, and by whom.

use std::net::{Ipv4Addr, SocketAddr};

use axum::http::StatusCode;
use kibitz::pool::PoolOptions;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;

use crate::support::TestApp;

/// The first line's score of the scripted engine, which tells how many searches it remembers.
async fn remembered(app: &TestApp, query: &str) -> i64 {
    let reply = app.get(&format!("/v1/analysis?depth=3{query}")).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
    reply.body["lines"][0]["score"]["cp"].as_i64().unwrap() - 20
}

#[tokio::test]
async fn a_session_is_remembered_by_itself_alone() {
    let app = TestApp::scripted("remembers");
    for (query, expected) in [
        ("", 0),
        ("", 0),
        ("&session=a", 0),
        ("&session=a", 1),
        ("", 0),
        ("&session=a", 2),
        ("&session=b", 0),
        ("&session=a", 3),
        ("&session=b", 1),
        // There are two slots, so two engines: the one that was used the longest time ago is forgotten.
        ("&session=c", 0),
        ("&session=b", 2),
        ("&session=a", 0),
        ("", 0),
    ] {
        assert_eq!(remembered(&app, query).await, expected, "{query}");
    }
}

#[tokio::test]
async fn the_same_question_gets_the_same_answer_whatever_ran_before() {
    let app = TestApp::scripted("remembers");
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R_b_KQkq_-_3_3";
    for engine in ["embedded", "scripted"] {
        let ask = format!("/v1/analysis?nodes=20000&engine={engine}&fen={fen}");
        let first = app.get(&ask).await;
        for before in [
            "",
            "&session=a",
            "&session=a",
            "&session=b",
            "&session=c",
            "&multipv=3",
        ] {
            app.get(&format!("{ask}{before}")).await;
            let again = app.get(&ask).await;
            assert_eq!(
                again.body["lines"], first.body["lines"],
                "{engine} after {before}"
            );
            assert_eq!(
                again.body["nodes"], first.body["nodes"],
                "{engine} after {before}"
            );
        }
    }
}

/// The embedded engine finds what the session has searched in its table.
#[tokio::test]
async fn a_session_keeps_the_hash_warm() {
    let app = TestApp::new();
    let ask = "/v1/analysis?depth=9&engine=embedded&session=game";
    let cold = app.get(ask).await.body["nodes"].as_u64().unwrap();
    let warm = app.get(ask).await.body["nodes"].as_u64().unwrap();
    assert!(warm < cold, "{warm} nodes after {cold}");
}

async fn ask_from(source: Ipv4Addr, address: SocketAddr, target: &str) -> Value {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from((source, 0))).unwrap();
    let mut stream = socket.connect(address).await.unwrap();
    let request = format!("GET {target} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.unwrap();
    let (_, body) = reply.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_private_to_an_address() {
    let app = TestApp::scripted("remembers");
    let address = app.listen().await;
    let target = "/v1/analysis?depth=3&session=a";
    for (source, expected) in [(1, 20), (1, 21), (2, 20), (1, 22), (2, 21)] {
        let body = ask_from(Ipv4Addr::new(127, 0, 0, source), address, target).await;
        assert_eq!(
            body["lines"][0]["score"]["cp"], expected,
            "127.0.0.{source}"
        );
    }
}

/// Nor are its kept results told to others.
#[tokio::test(flavor = "multi_thread")]
async fn kept_results_of_a_session_are_private_too() {
    let options = PoolOptions {
        cache: 4,
        ..PoolOptions::for_testing()
    };
    let app = TestApp::with(&options, Some("remembers"));
    let address = app.listen().await;
    let target = "/v1/analysis?depth=3&session=a";
    for (source, cached) in [(1, false), (1, true), (1, true), (2, false), (2, true)] {
        let body = ask_from(Ipv4Addr::new(127, 0, 0, source), address, target).await;
        assert_eq!(body["cached"], cached, "127.0.0.{source}");
    }
    let body = ask_from(Ipv4Addr::LOCALHOST, address, "/v1/analysis?depth=3").await;
    assert_eq!(body["cached"], false);
}

#[tokio::test]
async fn names_are_short() {
    let app = TestApp::new();
    for (name, fits) in [
        ("é".repeat(64), true),
        ("x".repeat(65), false),
        (String::new(), false),
    ] {
        let reply = app
            .post("/v1/bestmove", &json!({ "depth": 1, "session": name }))
            .await;
        assert_eq!(reply.status.is_success(), fits, "{name}: {}", reply.text);
        if !fits {
            assert_eq!(
                (reply.code(), &reply.body["pointer"]),
                ("session-invalid", &json!("/session"))
            );
        }
    }
}
