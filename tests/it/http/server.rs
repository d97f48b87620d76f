//! Real connections: clients that leave, queues that are full, requests that dawdle.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use kibitz::pool::{Pool, PoolOptions};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::TestApp;

async fn ask(address: SocketAddr, target: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {target} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

async fn load(pool: &Pool) -> (u16, u16) {
    let status = pool.status().await.unwrap();
    (status.busy, status.queued)
}

async fn settle(pool: &Pool, wanted: (u16, u16), within: Duration) {
    let start = Instant::now();
    while load(pool).await != wanted {
        assert!(
            start.elapsed() < within,
            "{:?}, expected {wanted:?}",
            load(pool).await
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_vanish_stop_their_searches() {
    for engine in ["embedded", "scripted"] {
        let app = TestApp::scripted("think");
        let address = app.listen().await;
        let mut streams = Vec::new();
        for _ in 0..6 {
            streams.push(
                ask(
                    address,
                    &format!("/v1/analysis?movetime=9000&engine={engine}"),
                )
                .await,
            );
        }
        settle(&app.pool, (2, 4), Duration::from_secs(5)).await;
        drop(streams);
        settle(&app.pool, (0, 0), Duration::from_secs(2)).await;
        let reply = app.get("/v1/bestmove?movetime=20&engine=embedded").await;
        assert_eq!(reply.status, StatusCode::OK, "{engine}: {}", reply.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_says_so_at_once() {
    let options = PoolOptions {
        queue: 1,
        ..PoolOptions::for_testing()
    };
    let app = TestApp::with(&options, None);
    let address = app.listen().await;
    let mut streams = Vec::new();
    for _ in 0..3 {
        streams.push(ask(address, "/v1/bestmove?movetime=5000&engine=embedded").await);
    }
    settle(&app.pool, (2, 1), Duration::from_secs(5)).await;
    let start = Instant::now();
    let reply = app.get("/v1/bestmove?depth=1&engine=embedded").await;
    assert_eq!(
        (reply.status, reply.code()),
        (StatusCode::SERVICE_UNAVAILABLE, "queue-full")
    );
    let wait = reply.header("retry-after").parse::<u64>().unwrap();
    let queue = &reply.body["queue"];
    assert_eq!(
        (&queue["slots"], &queue["waiting"], &queue["places"]),
        (&json!(2), &json!(1), &json!(1))
    );
    let expected = queue["expected_wait_ms"].as_u64().unwrap();
    assert_eq!(wait, expected.div_ceil(1000).max(1));
    assert!(start.elapsed() < Duration::from_secs(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_in_the_queue_is_503_and_in_the_search_a_partial_result() {
    let options = PoolOptions {
        deadline: 1,
        ..PoolOptions::for_testing()
    };
    let app = TestApp::with(&options, None);
    let address = app.listen().await;
    let _first = ask(
        address,
        "/v1/bestmove?movetime=9000&threads=2&engine=embedded",
    )
    .await;
    settle(&app.pool, (2, 0), Duration::from_secs(5)).await;
    // The first one's deadline comes no later than this one's.
    let partial = app.get("/v1/bestmove?movetime=9000&engine=embedded");
    let reply = partial.await;
    let late = reply.status == StatusCode::SERVICE_UNAVAILABLE && reply.code() == "queue-deadline";
    let partial = reply.body["stop_reason"] == "ceiling" && reply.body["bestmove"].is_object();
    assert!(late || partial, "{}", reply.text);
    let reply = app.get("/v1/bestmove?movetime=9000&engine=embedded").await;
    assert_eq!(reply.body["stop_reason"], "ceiling", "{}", reply.text);
    assert_eq!(reply.body["applied"]["movetime"], 9000);
}

#[tokio::test(flavor = "multi_thread")]
async fn draining_ends_searches_with_their_partial_result() {
    let app = TestApp::new();
    let pool = app.pool.clone();
    let searching = app.get("/v1/bestmove?movetime=9000&engine=embedded");
    let draining = async {
        settle(&pool, (1, 0), Duration::from_secs(5)).await;
        pool.drain(Duration::from_millis(50)).await;
    };
    let (reply, ()) = tokio::join!(searching, draining);
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
    assert_eq!(reply.body["stop_reason"], "cancelled");
    assert!(reply.body["bestmove"].is_object());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_does_not_end_is_given_up() {
    let app = TestApp::new();
    let address = app.listen().await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream
        .write_all(b"GET / HTTP/1.1\r\nHost: t")
        .await
        .unwrap();
    let mut rest = Vec::new();
    let read = stream.read_to_end(&mut rest);
    tokio::time::timeout(Duration::from_secs(10), read)
        .await
        .expect("closed by the server")
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_body_is_answered_even_to_a_client_that_sends_it_all_first() {
    let app = TestApp::new();
    let address = app.listen().await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let body = json!({ "fen": "x".repeat(10 << 20) }).to_string();
    let head = format!(
        "POST /v1/bestmove HTTP/1.1\r\nHost: t\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body.as_bytes()).await.unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.unwrap();
    assert!(reply.starts_with("HTTP/1.1 413"), "{reply}");
    assert!(reply.contains("body-too-large"), "{reply}");
}

/// The answer fills every buffer, the rest of the body waits: neither side may wait for ever.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_never_reads_is_left() {
    let app = TestApp::new();
    let address = app.listen().await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let games = "1. e4 {a comment that makes the answer long} e5 *\n\n".repeat(1000);
    let count = 4000;
    let head = format!(
        "POST /v1/pgn/parse HTTP/1.1\r\nHost: test\r\nContent-Type: text/plain\r\nAccept: application/x-ndjson\r\nContent-Length: {}\r\n\r\n",
        games.len() * count
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let sending = async {
        for _ in 0..count {
            if stream.write_all(games.as_bytes()).await.is_err() {
                return true;
            }
        }
        false
    };
    let ended = tokio::time::timeout(Duration::from_secs(30), sending).await;
    assert_eq!(ended, Ok(true), "the connection must be closed");
}
