//! Results that are kept, and searches that are shared.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt as _;
use kibitz::pool::PoolOptions;
use serde_json::json;

use crate::support::{TestApp, get};

fn caching() -> TestApp {
    let options = PoolOptions {
        cache: 4,
        ..PoolOptions::for_testing()
    };
    TestApp::with(&options, None)
}

#[tokio::test]
async fn the_same_question_is_answered_from_the_cache() {
    let app = caching();
    let query = "/v1/analysis?depth=6&engine=embedded&moves=";
    let first = app.get(&format!("{query}e4,e5,d4,d5")).await;
    assert_eq!(
        (&first.body["cached"], first.header("age")),
        (&json!(false), "")
    );
    // Another way to the same position.
    let again = app.get(&format!("{query}d4,d5,e4,e5&pov=side")).await;
    assert_eq!(
        (&again.body["cached"], again.header("age")),
        (&json!(true), "0")
    );
    assert_eq!(again.body["lines"][0]["uci"], first.body["lines"][0]["uci"]);
    assert_eq!(again.body["nodes"], first.body["nodes"]);
    for other in [
        "/v1/analysis?depth=5&engine=embedded&moves=e4,e5,d4,d5",
        "/v1/analysis?depth=6&engine=embedded&moves=e4,e5,d4,d5&multipv=2",
        "/v1/analysis?depth=6&engine=embedded&moves=e4,e5,d4,d5&searchmoves=exd5",
        "/v1/analysis?depth=6&engine=embedded&moves=e4,e5,d4,d5&cache=off",
        "/v1/analysis?depth=6&engine=embedded&moves=Nf3,Nf6,Ng1,Ng8",
        "/v1/analysis?depth=6&engine=embedded",
    ] {
        assert_eq!(app.get(other).await.body["cached"], false, "{other}");
    }
    let fresh = Request::get(format!("{query}e4,e5,d4,d5"))
        .header("cache-control", "no-cache")
        .body(Body::empty())
        .unwrap();
    assert_eq!(app.send(fresh).await.body["cached"], false);
}

#[tokio::test]
async fn the_same_words_are_answered_in_the_same_words() {
    let app = caching();
    for path in ["/v1/bestmove", "/v1/analysis"] {
        let target = format!("{path}?depth=7&engine=embedded&moves=e4,c5,Nf3");
        let asked = |name: &str, value: &str| {
            let request = Request::get(&target).header(name, value);
            app.send(request.body(Body::empty()).unwrap())
        };
        let searched = app.get(&target).await;
        let kept = app.get(&target).await;
        // From here on the words are kept too.
        for _ in 0..2 {
            let again = app.get(&target).await;
            assert_eq!(
                (&again.text, again.header("age")),
                (&kept.text, "0"),
                "{path}"
            );
        }
        assert_eq!(kept.body["nodes"], searched.body["nodes"], "{path}");
        if path == "/v1/bestmove" {
            assert_eq!(asked("accept", "text/plain").await.text, "e7e6");
        }
        let streamed = asked("accept", "application/x-ndjson").await;
        assert_eq!(streamed.status, StatusCode::OK, "{path}");
        for _ in 0..2 {
            let fresh = asked("cache-control", "no-cache").await;
            assert_eq!(fresh.header("age"), "", "{path}");
        }
    }
    let metrics = app.raw(get("/metrics")).await;
    let metrics = metrics.into_body().collect().await.unwrap().to_bytes();
    let metrics = String::from_utf8_lossy(&metrics);
    let kept = metrics
        .lines()
        .find(|line| line.contains("answer=\"kept\""));
    let count = kept.and_then(|line| line.rsplit(' ').next()?.parse::<u32>().ok());
    assert!(count.is_some_and(|count| count >= 6), "{kept:?}");
}

#[tokio::test]
async fn a_deeper_result_will_do_where_it_is_asked_for() {
    let app = caching();
    let deep = app.get("/v1/analysis?depth=8&engine=embedded").await;
    let shallow = "/v1/analysis?depth=5&engine=embedded";
    let reply = app.get(&format!("{shallow}&cache=deeper")).await;
    assert_eq!(
        (&reply.body["cached"], &reply.body["depth"]),
        (&json!(true), &json!(8))
    );
    assert_eq!(reply.body["lines"], deep.body["lines"]);
    assert_eq!(app.get(shallow).await.body["cached"], false);
    let deeper = "/v1/analysis?depth=9&engine=embedded&cache=deeper";
    assert_eq!(app.get(deeper).await.body["cached"], false);
    let nodes = deep.body["nodes"].as_u64().unwrap();
    let fewer = format!(
        "/v1/analysis?nodes={}&engine=embedded&cache=deeper",
        nodes / 2
    );
    assert_eq!(app.get(&fewer).await.body["cached"], true);
}

#[tokio::test]
async fn what_was_cut_short_is_not_kept() {
    let options = PoolOptions {
        cache: 4,
        deadline: 1,
        ..PoolOptions::for_testing()
    };
    let app = TestApp::with(&options, None);
    let query = "/v1/analysis?depth=200&movetime=9000&engine=embedded";
    let cut = app.get(query).await;
    assert_eq!(
        (cut.status, &cut.body["stop_reason"]),
        (StatusCode::OK, &json!("ceiling"))
    );
    assert_eq!(app.get(query).await.body["cached"], false);
}

#[tokio::test]
async fn one_search_serves_all_who_ask_the_same() {
    let app = caching();
    let query = "/v1/analysis?movetime=600&engine=embedded";
    let asked = (0..40).map(|_| app.send(get(query)));
    let watched = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let status = app.pool.status().await.unwrap();
        (status.busy, status.queued)
    };
    let (replies, load) = tokio::join!(futures_util::future::join_all(asked), watched);
    assert_eq!(load, (1, 0), "one search for forty");
    for reply in &replies {
        assert_eq!(reply.body["nodes"], replies[0].body["nodes"]);
    }
}

#[tokio::test]
async fn a_shared_search_ends_when_the_last_one_leaves() {
    let app = caching();
    let query = "/v1/analysis?movetime=9000&engine=embedded";
    let wait = Duration::from_millis(200);
    let patient = tokio::time::timeout(wait * 2, app.send(get(query)));
    let hasty = tokio::time::timeout(wait, app.send(get(query)));
    let (_, _, busy) = tokio::join!(patient, hasty, async {
        tokio::time::sleep(wait + wait / 2).await;
        app.pool.status().await.unwrap().busy
    });
    assert_eq!(busy, 1, "one still waits");
    app.until_idle().await;
}
