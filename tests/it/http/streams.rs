//! Searches told as they go.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::Value;

use crate::support::{Contract, Socket, TestApp};

fn asking(query: &str, accept: &str) -> Request<Body> {
    Request::get(format!("/v1/analysis?{query}"))
        .header("accept", accept)
        .body(Body::empty())
        .unwrap()
}

/// Each server-sent event: its name, id and data.
fn events(text: &str) -> Vec<(String, Option<String>, Value)> {
    let blocks = text.split("\n\n").filter(|block| block.contains("data:"));
    let read = |block: &str| {
        let field = |name: &str| {
            let line = block.lines().find_map(|line| line.strip_prefix(name));
            line.map(|value| value.trim().to_owned())
        };
        let data = serde_json::from_str(&field("data:").unwrap()).unwrap();
        (field("event:").unwrap(), field("id:"), data)
    };
    blocks.map(read).collect()
}

#[tokio::test]
async fn lines_of_json_end_with_the_answer() {
    let app = TestApp::new();
    let query = "depth=7&multipv=2&engine=embedded";
    let reply = app.send(asking(query, "application/x-ndjson")).await;
    assert_eq!(reply.status, StatusCode::OK);
    let lines: Vec<Value> = reply
        .text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (last, before) = lines.split_last().unwrap();
    assert_eq!(
        (&last["type"], &last["stop_reason"]),
        (&"done".into(), &"depth".into())
    );
    assert!(before.iter().all(|line| line["type"] == "info"));
    let whole = app.get(&format!("/v1/analysis?{query}")).await;
    for field in ["bestmove", "lines", "nodes", "depth"] {
        assert_eq!(last[field], whole.body[field], "{field}");
    }
    for line in &lines {
        let depths: Vec<u64> = line["lines"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["depth"].as_u64().unwrap())
            .collect();
        let (least, most) = (depths.iter().min().unwrap(), depths.iter().max().unwrap());
        assert!(most - least <= 1, "{depths:?}");
    }
}

#[tokio::test]
async fn events_are_named_and_the_last_has_an_id() {
    let app = TestApp::new();
    let reply = app
        .send(asking("depth=6&engine=embedded", "text/event-stream"))
        .await;
    assert_eq!(reply.header("content-type"), "text/event-stream");
    let events = events(&reply.text);
    let (last, before) = events.split_last().unwrap();
    assert_eq!((last.0.as_str(), last.1.as_deref()), ("done", Some("done")));
    assert!(
        before
            .iter()
            .all(|(name, id, _)| name == "info" && id.is_none())
    );
    let again = Request::get("/v1/analysis?depth=6&engine=embedded")
        .header("accept", "text/event-stream")
        .header("last-event-id", "done")
        .body(Body::empty())
        .unwrap();
    assert_eq!(app.send(again).await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn what_is_refused_at_once_has_its_status() {
    let app = TestApp::new();
    for (query, status, code) in [
        (
            "depth=0",
            StatusCode::UNPROCESSABLE_ENTITY,
            "limit-out-of-range",
        ),
        (
            "engine=none",
            StatusCode::UNPROCESSABLE_ENTITY,
            "unknown-engine",
        ),
        ("cache=always", StatusCode::BAD_REQUEST, "invalid-value"),
    ] {
        for accept in ["text/event-stream", "application/x-ndjson"] {
            let reply = app.send(asking(query, accept)).await;
            assert_eq!((reply.status, reply.code()), (status, code), "{query}");
        }
    }
}

#[tokio::test]
async fn an_engine_that_fails_is_said_inside_the_stream() {
    let app = TestApp::scripted("dies-mid-search");
    let reply = app
        .send(asking("movetime=2000", "application/x-ndjson"))
        .await;
    let last: Value = serde_json::from_str(reply.text.lines().last().unwrap()).unwrap();
    assert_eq!(last["type"], "problem", "{last}");
    assert_eq!(last["problem"]["code"], "engine-failed");
}

#[tokio::test]
async fn a_reader_that_leaves_stops_its_search() {
    let app = TestApp::new();
    let request = asking("movetime=9000&engine=embedded", "text/event-stream");
    let response = app.raw(request).await;
    let mut body = response.into_body();
    let first = body.frame().await.unwrap().unwrap();
    assert!(first.data_ref().unwrap().starts_with(b"event: info"));
    assert_eq!(app.pool.status().await.unwrap().busy, 1);
    drop(body);
    app.until_idle().await;
}

/// Two searches take both slots; whoever comes next is told where it stands.
#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_waits_says_so_first() {
    let app = TestApp::new();
    let address = app.listen().await;
    let mut first = Vec::new();
    for moves in ["e4", "d4"] {
        let query = format!("moves={moves}&movetime=9000&engine=embedded");
        let mut body = app
            .raw(asking(&query, "application/x-ndjson"))
            .await
            .into_body();
        body.frame().await.unwrap().unwrap();
        first.push(body);
    }
    let mut waiting = Vec::new();
    for position in 1..=2 {
        let query = "depth=4&engine=embedded";
        let request = asking(query, "text/event-stream");
        let mut body = app.raw(request).await.into_body();
        let frame = body.frame().await.unwrap().unwrap();
        let text = String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap();
        let (name, id, data) = events(&text).remove(0);
        assert_eq!((name.as_str(), id), ("queued", None));
        Contract::shared().check_message("SearchMessage", &data);
        assert_eq!(data["position"], position);
        assert!(data["expected_wait_ms"].as_u64().unwrap() > 0);
        waiting.push(body);
    }
    let mut socket = Socket::open(address, "/v1/analysis/ws", &[]).await.unwrap();
    socket
        .say(serde_json::json!({ "depth": 4, "engine": "embedded" }))
        .await;
    let message = socket.hear().await;
    assert_eq!(
        (&message["type"], &message["position"]),
        (&"queued".into(), &3.into())
    );
    socket.say(serde_json::json!({ "type": "stop" })).await;
    let message = socket.hear().await;
    assert_eq!(
        (
            &message["type"],
            &message["stop_reason"],
            &message["bestmove"]
        ),
        (&"done".into(), &"cancelled".into(), &Value::Null)
    );
    drop(first);
    for body in waiting {
        let rest = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8(rest.to_vec()).unwrap();
        assert_eq!(events(&text).pop().unwrap().0, "done");
    }
}
