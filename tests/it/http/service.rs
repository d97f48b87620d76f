//! The service itself: health, the contract, CORS, and the route table against the contract.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use kibitz::http::PATHS;

use crate::support::{Contract, TestApp};

#[tokio::test]
async fn health_and_index() {
    let app = TestApp::new();
    assert_eq!(app.get("/healthz").await.body["status"], "ok");
    assert_eq!(app.get("/").await.text.matches("curl").count(), 3);
    assert!(
        app.get("/openapi.yaml")
            .await
            .text
            .starts_with("openapi: 3.1.0")
    );
}

#[tokio::test]
async fn ready_until_it_drains() {
    let app = TestApp::new();
    let ready = app.get("/readyz").await;
    assert_eq!(
        (ready.status, ready.body["engine"].as_str()),
        (StatusCode::OK, Some("scripted"))
    );
    app.pool.drain(std::time::Duration::from_millis(10)).await;
    let reply = app.get("/readyz").await;
    assert_eq!(
        (reply.status, reply.code()),
        (StatusCode::SERVICE_UNAVAILABLE, "shutting-down")
    );
    let reply = app.get("/v1/bestmove?depth=1").await;
    assert_eq!(
        (reply.status, reply.code()),
        (StatusCode::SERVICE_UNAVAILABLE, "shutting-down")
    );
    assert!(reply.header("retry-after").parse::<u32>().unwrap() >= 1);
}

#[tokio::test]
async fn not_ready_when_the_default_engine_does_not_start() {
    let app = TestApp::scripted("dies-at-start");
    for _ in 0..100 {
        let reply = app.get("/readyz").await;
        if reply.status == StatusCode::SERVICE_UNAVAILABLE {
            assert_eq!(reply.code(), "engine-failed");
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("still ready");
}

#[tokio::test]
async fn preflights_are_answered() {
    let app = TestApp::new();
    let request = Request::builder()
        .method(Method::OPTIONS)
        .uri("/v1/analysis");
    let request = request
        .header("origin", "https://example.org")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "content-type");
    let response = app.raw(request.body(Body::empty()).unwrap()).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
    assert!(
        response.headers()["access-control-allow-methods"]
            .to_str()
            .unwrap()
            .contains("POST")
    );
}

/// Each path of the route table is in the contract with the same methods, and the other way round.
#[tokio::test]
async fn routes_and_contract_are_the_same() {
    let app = TestApp::new();
    let contract = Contract::shared().paths();
    let listed: BTreeSet<&str> = contract.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(
        listed,
        PATHS.iter().copied().collect(),
        "openapi.yaml against PATHS"
    );
    for (path, methods) in &contract {
        let request = Request::builder().method(Method::TRACE).uri(path);
        let reply = app.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(reply.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
        let mut allowed: BTreeSet<&str> = reply.header("allow").split(',').map(str::trim).collect();
        let documented: BTreeSet<&str> = methods.iter().map(String::as_str).collect();
        if !documented.contains("HEAD") {
            allowed.remove("HEAD"); // GET answers it
        }
        assert_eq!(allowed, documented, "{path}");
    }
}

/// The lines of OpenMetrics 1.0 that a scraper reads.
#[tokio::test]
async fn what_is_done_is_counted() {
    let app = TestApp::new();
    app.get("/v1/bestmove?nodes=500&engine=embedded").await;
    app.get("/v1/bestmove?depth=0").await;
    app.until_idle().await;
    let reply = app.get("/metrics").await;
    assert_eq!(reply.status, StatusCode::OK);
    for line in [
        "kibitz_searches_total{engine=\"embedded\",outcome=\"finished\"} 1",
        "kibitz_http_requests_total{status=\"2xx\"} 1",
        "kibitz_http_requests_total{status=\"4xx\"} 1",
        "kibitz_http_request_duration_seconds_count 2",
        "kibitz_questions_total{answer=\"searched\"} 1",
        "kibitz_search_wait_seconds_count 1",
        "kibitz_search_slots 2",
        "kibitz_search_slots_busy 0",
        "kibitz_searches_queued 0",
        "# EOF",
    ] {
        assert!(
            reply.text.lines().any(|told| told == line),
            "{line}:\n{}",
            reply.text
        );
    }
    let nodes = reply
        .text
        .lines()
        .find_map(|line| line.strip_prefix("kibitz_nodes_total{engine=\"embedded\"} "));
    assert!(nodes.unwrap().parse::<u64>().unwrap() >= 500);
}

/// What the dashboard asks a Prometheus server for is what is told.
#[tokio::test]
async fn the_dashboard_shows_what_there_is() {
    let app = TestApp::scripted("dies-mid-search");
    app.get("/v1/bestmove?nodes=500&engine=embedded").await;
    app.get("/v1/bestmove?depth=1").await;
    app.until_idle().await;
    let told = app.get("/metrics").await.text;
    let dashboard = include_str!("../../../deploy/grafana.json");
    let asked = dashboard.split("kibitz_").skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        format!("kibitz_{}", &rest[..end.unwrap_or(rest.len())])
    });
    let asked: BTreeSet<String> = asked.collect();
    assert!(asked.len() >= 10, "{asked:?}");
    for name in asked {
        let family = name.trim_end_matches("_bucket").trim_end_matches("_total");
        let line = format!("# TYPE {family} ");
        assert!(told.contains(&line), "{name}:\n{told}");
    }
}
