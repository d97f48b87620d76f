//! Engines that behave badly behind the service: each costs at most the requests that it was given.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use kibitz::http::HttpOptions;
use kibitz::pool::PoolOptions;

use crate::support::{TestApp, fake_engine};

/// What a request may get from an engine.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Outcome {
    Answer,
    Failure,
    Either,
}

#[tokio::test(flavor = "multi_thread")]
async fn each_costs_at_most_the_request_at_hand() {
    use Outcome::{Answer, Either, Failure};
    for (script, outcome, fails) in [
        ("never-uciok", Failure, true),
        ("late-readyok", Failure, true),
        ("dies-at-start", Failure, true),
        ("dies-mid-search", Failure, true),
        ("dies-every-third-search", Either, true),
        ("floods", Answer, false),
        ("liar", Answer, false),
        ("garbage", Either, false),
        ("long-lines", Answer, false),
        ("ignores-stop", Answer, false),
        ("leaves-children", Either, true),
    ] {
        let options = PoolOptions {
            deadline: 8,
            ..PoolOptions::for_testing()
        };
        let command = fake_engine(Some(script));
        let app = TestApp::before(&options, HttpOptions::for_testing(), &command);
        // Two engines may take turns.
        let rounds = if script.contains("third") { 8 } else { 4 };
        for _ in 0..rounds {
            let begun = Instant::now();
            let reply = app.get("/v1/bestmove?movetime=100").await;
            assert!(begun.elapsed() < Duration::from_secs(10), "{script}");
            let answered = reply.status == StatusCode::OK;
            match outcome {
                Answer => assert!(answered, "{script}: {}", reply.text),
                Failure => assert!(!answered, "{script}: {}", reply.text),
                Either => {}
            }
            if !answered {
                assert_eq!(
                    (reply.status, reply.code()),
                    (StatusCode::SERVICE_UNAVAILABLE, "engine-failed"),
                    "{script}"
                );
                assert!(reply.header("retry-after").parse::<u64>().unwrap() >= 1);
            }
            let other = app.get("/v1/bestmove?depth=2&engine=embedded").await;
            assert_eq!(other.status, StatusCode::OK, "{script}: {}", other.text);
        }
        let metrics = app.get("/metrics").await.text;
        let counted = metrics.contains("kibitz_engine_failures_total{engine=\"scripted\"}");
        assert!(counted || !fails, "{script}: {metrics}");
    }
}
