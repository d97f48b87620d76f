//! The doors: keys, rates, proxies, and how many may be in at once.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use http_body_util::BodyExt as _;
use kibitz::engine::{self, EngineOptions};
use kibitz::http::{AppState, HttpOptions, Keys, service};
use kibitz::pool::{Pool, PoolOptions};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::{Reply, Socket, TestApp, get};

const ASK: &str = "/v1/fen/validate?fen=startpos";

/// FIPS 180-2, appendix B.1: the SHA-256 of "abc"; and that of nothing (NIST's test vectors).
const KEYS: &str = "alice ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n\
    bob e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 2/60";

fn with(http: HttpOptions) -> TestApp {
    TestApp::behind(&PoolOptions::for_testing(), http, None)
}

fn locked(http: HttpOptions) -> TestApp {
    let options = EngineOptions::for_testing(env!("CARGO_BIN_EXE_kibitz"));
    let set = engine::configure(&options, 4).unwrap();
    let pool = Pool::start(&PoolOptions::for_testing(), set.engines, "embedded");
    let keys = Keys::parse(KEYS).unwrap();
    let state = AppState::guarded(pool.clone(), http, Some(keys));
    TestApp::of(service(state), pool)
}

async fn ask(app: &TestApp, headers: &[(&'static str, &str)]) -> Reply {
    let mut request = get(ASK);
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    app.send(request).await
}

#[tokio::test]
async fn without_a_key_nobody_comes_in() {
    let app = locked(HttpOptions::for_testing());
    for (headers, code) in [
        (vec![], "key-required"),
        (vec![("authorization", "Basic YWJj")], "key-required"),
        (vec![("authorization", "Bearer abd")], "key-unknown"),
        (vec![("x-api-key", "ABC")], "key-unknown"),
        (vec![("authorization", "Bearer abc")], ""),
        (vec![("authorization", "bearer  abc ")], ""),
        (vec![("x-api-key", "abc")], ""),
    ] {
        let reply = ask(&app, &headers).await;
        assert_eq!(reply.code(), code, "{headers:?}");
        if code.is_empty() {
            assert_eq!(reply.status, StatusCode::OK);
        } else {
            assert_eq!(reply.status, StatusCode::UNAUTHORIZED);
            assert_eq!(reply.header("www-authenticate"), "Bearer");
            assert_eq!(reply.header("access-control-allow-origin"), "*");
        }
    }
    for open in ["/", "/healthz", "/readyz", "/openapi.yaml"] {
        assert_ne!(
            app.get(open).await.status,
            StatusCode::UNAUTHORIZED,
            "{open}"
        );
    }
    for shut in ["/metrics", "/v1/engines", "/v1/uci", "/nowhere"] {
        assert_eq!(
            app.get(shut).await.status,
            StatusCode::UNAUTHORIZED,
            "{shut}"
        );
    }
}

#[tokio::test]
async fn a_key_has_its_own_rate() {
    let app = locked(HttpOptions::for_testing());
    for left in [1, 0] {
        let reply = ask(&app, &[("x-api-key", "")]).await;
        assert_eq!(reply.header("ratelimit-policy"), "\"default\";q=2;w=60");
        assert!(
            reply
                .header("ratelimit")
                .starts_with(&format!("\"default\";r={left};t="))
        );
    }
    let reply = ask(&app, &[("x-api-key", "")]).await;
    assert_eq!(
        (reply.status, reply.code()),
        (StatusCode::TOO_MANY_REQUESTS, "rate-limited")
    );
    let reply = ask(&app, &[("x-api-key", "abc")]).await;
    assert_eq!(
        (reply.status, reply.header("ratelimit")),
        (StatusCode::OK, "")
    );
}

#[tokio::test]
async fn a_rate_is_kept_for_each_address() {
    let mut http = HttpOptions::for_testing();
    http.rate_limit = Some("3/60".parse().unwrap());
    let app = with(http);
    for left in [2, 1, 0] {
        let reply = ask(&app, &[]).await;
        assert_eq!(reply.status, StatusCode::OK);
        let limit = reply.header("ratelimit");
        let reset = 20 * (3 - left);
        assert_eq!(limit, format!("\"default\";r={left};t={reset}"));
    }
    let reply = ask(&app, &[]).await;
    assert_eq!(
        (reply.status, reply.code()),
        (StatusCode::TOO_MANY_REQUESTS, "rate-limited")
    );
    let wait: u64 = reply.header("retry-after").parse().unwrap();
    assert!((15..=20).contains(&wait), "{wait}");
    assert_eq!(reply.header("ratelimit-policy"), "\"default\";q=3;w=60");
    assert_eq!(reply.header("access-control-allow-origin"), "*");
    assert_eq!(app.get("/healthz").await.status, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_s_clients_are_told_apart_and_its_word_alone_is_believed() {
    let mut http = HttpOptions::for_testing();
    http.rate_limit = Some("1/60".parse().unwrap());
    http.trusted_proxy = vec!["127.0.0.1/32".parse().unwrap()];
    let app = with(http);
    let address = app.listen().await;
    for (source, forwarded, status) in [
        ("127.0.0.1", "192.0.2.1", "200"),
        ("127.0.0.1", "192.0.2.2", "200"),
        ("127.0.0.1", "192.0.2.1", "429"),
        ("127.0.0.1", "192.0.2.9, 192.0.2.2", "429"),
        ("127.0.0.1", "2001:db8::1", "200"),
        ("127.0.0.1", "2001:db8::2", "429"),
        ("127.0.0.1", "2001:db8:0:1::1", "200"),
        ("127.0.0.2", "192.0.2.3", "200"),
        ("127.0.0.2", "192.0.2.4", "429"),
    ] {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(format!("{source}:0").parse().unwrap()).unwrap();
        let mut stream = socket.connect(address).await.unwrap();
        let request = format!(
            "GET {ASK} HTTP/1.1\r\nHost: test\r\nConnection: close\r\nX-Forwarded-For: {forwarded}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).await.unwrap();
        assert!(
            reply.starts_with(&format!("HTTP/1.1 {status}")),
            "{source} {forwarded}: {reply}"
        );
    }
}

/// The requests of a WebSocket count as others do.
#[tokio::test(flavor = "multi_thread")]
async fn messages_are_counted_too() {
    let mut http = HttpOptions::for_testing();
    http.rate_limit = Some("3/60".parse().unwrap());
    let app = with(http);
    let address = app.listen().await;
    let mut socket = Socket::open(address, "/v1/analysis/ws", &[]).await.unwrap();
    for expected in ["done", "done", "problem"] {
        socket
            .say(json!({ "fen": "7k/8/8/8/8/8/8/K7 w - - 0 1" }))
            .await;
        let message = socket.hear().await;
        assert_eq!(message["type"], expected, "{message}");
        if expected == "problem" {
            assert_eq!(message["problem"]["code"], "rate-limited");
        }
    }
}

/// And so do the searches of a UCI session.
#[tokio::test(flavor = "multi_thread")]
async fn searches_of_a_uci_session_are_counted_too() {
    let mut http = HttpOptions::for_testing();
    http.rate_limit = Some("3/60".parse().unwrap());
    let app = with(http);
    let address = app.listen().await;
    let path = "/v1/uci?engine=embedded";
    let mut socket = Socket::open(address, path, &[]).await.unwrap();
    for has_move in [true, true, false] {
        socket.say("position startpos\ngo depth 2").await;
        let mut said = Vec::new();
        while !said
            .iter()
            .any(|line: &String| line.starts_with("bestmove "))
        {
            said.push(socket.text().await.unwrap());
        }
        let last = said.pop().unwrap();
        assert_eq!(last != "bestmove (none)", has_move, "{said:?}");
        assert!(has_move || said[0].starts_with("info string too many requests"));
    }
    socket.say("isready").await;
    assert_eq!(socket.text().await.unwrap(), "readyok");
}

#[tokio::test]
async fn more_than_are_taken_at_once_are_shed() {
    let mut http = HttpOptions::for_testing();
    http.max_requests = 2;
    let app = with(http);
    let stream = |moves: &str| {
        let request = Request::get(format!(
            "/v1/analysis?moves={moves}&movetime=9000&engine=embedded"
        ));
        request
            .header("accept", "application/x-ndjson")
            .header("host", "test")
            .body(Body::empty())
            .unwrap()
    };
    let (first, second) = (app.raw(stream("e4")).await, app.raw(stream("d4")).await);
    let (mut first, second) = (first.into_body(), second.into_body());
    assert!(first.frame().await.is_some());
    let reply = ask(&app, &[]).await;
    assert_eq!(
        (reply.status, reply.code()),
        (StatusCode::SERVICE_UNAVAILABLE, "overloaded")
    );
    assert_eq!(reply.header("retry-after"), "1");
    assert_eq!(app.get("/healthz").await.status, StatusCode::OK);
    drop(first);
    assert_eq!(ask(&app, &[]).await.status, StatusCode::OK);
    drop(second);
    app.until_idle().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn http_1_1_asks_for_a_host() {
    let app = TestApp::new();
    let address = app.listen().await;
    for (head, status) in [
        ("GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", "400"),
        (
            "GET /healthz HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n",
            "200",
        ),
        ("GET /healthz HTTP/1.0\r\n\r\n", "200"),
    ] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).await.unwrap();
        let begin = reply.split(' ').nth(1).unwrap();
        assert_eq!(begin, status, "{head:?}: {reply}");
        assert!(status == "200" || reply.contains("host-missing"), "{reply}");
    }
}

#[tokio::test]
async fn preflights_need_no_key_have_an_id_and_know_the_paths() {
    let app = locked(HttpOptions::for_testing());
    for (path, status) in [
        ("/v1/analysis", StatusCode::OK),
        ("/nowhere", StatusCode::UNAUTHORIZED),
    ] {
        let request = Request::builder().method(Method::OPTIONS).uri(path);
        let request = request
            .header("host", "test")
            .header("origin", "https://example.org")
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "authorization");
        let response = app.raw(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), status, "{path}");
        assert!(response.headers().contains_key("x-request-id"), "{path}");
        if status == StatusCode::OK {
            let headers = &response.headers()["access-control-allow-headers"];
            assert_eq!(headers, "authorization");
        }
    }
    let app = TestApp::new();
    let request = Request::builder()
        .method(Method::OPTIONS)
        .uri("/nowhere")
        .header("host", "test");
    let reply = app.raw(request.body(Body::empty()).unwrap()).await;
    assert_eq!(reply.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn only_the_origins_that_are_named_may_read() {
    let mut http = HttpOptions::for_testing();
    http.cors_origin = vec!["https://board.example".to_owned()];
    let app = with(http);
    for (origin, allowed) in [
        ("https://board.example", "https://board.example"),
        ("https://evil.example", ""),
    ] {
        let reply = ask(&app, &[("origin", origin)]).await;
        assert_eq!(reply.header("access-control-allow-origin"), allowed);
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
    }
}
