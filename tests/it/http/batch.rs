//! `/v1/analysis/batch`.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::Value;

use crate::support::{Reply, TestApp};

fn batch(query: &str, media_type: &str, body: impl Into<Body>) -> Request<Body> {
    Request::post(format!("/v1/analysis/batch?{query}"))
        .header("content-type", media_type)
        .body(body.into())
        .unwrap()
}

/// The answers by index.
fn answers(reply: &Reply) -> Vec<Value> {
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
    let lines = reply.text.lines();
    let mut all: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    all.sort_by_key(|answer| answer["index"].as_u64());
    for (index, answer) in (0_u64..).zip(&all) {
        assert_eq!(answer["index"], index);
    }
    all
}

#[tokio::test]
async fn one_bad_line_is_one_bad_answer() {
    let app = TestApp::new();
    let lines = concat!(
        "# the first two are the same position\n",
        "{\"moves\": \"e4 e5\"}\n",
        "{\"moves\": [\"e2e4\", \"e7e5\"], \"depth\": 5}\n",
        "\n",
        "{\"fen\": \"8/8/8/8/8/8/8/8 w - - 0 1\"}\n",
        "not json\n",
        "{\"depth\": 0}\n",
        "[1]\n",
        "{\"deep\": 3}\n",
        "{\"moves\": \"f3 e5 g4 Qh4#\"}"
    );
    let reply = app
        .send(batch(
            "depth=4&engine=embedded",
            "application/x-ndjson",
            lines,
        ))
        .await;
    let answers = answers(&reply);
    let said: Vec<_> = answers
        .iter()
        .map(|answer| {
            let code = answer["problem"]["code"].as_str();
            code.or(answer["stop_reason"].as_str()).unwrap()
        })
        .collect();
    assert_eq!(
        said,
        [
            "depth",
            "depth",
            "fen-empty",
            "invalid-json",
            "limit-out-of-range",
            "invalid-json",
            "unknown-field",
            "terminal"
        ]
    );
    assert_eq!(answers[0]["depth"], 4);
    assert_eq!(answers[1]["depth"], 5, "its own limit counts");
}

#[tokio::test]
async fn positions_come_as_text_or_as_a_list() {
    let app = TestApp::new();
    let fens = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\r\n8/8/8/8/8/5k2/8/6RK b - - bm Kf2; id \"x\";\n";
    let reply = app
        .send(batch("depth=3&engine=embedded", "text/plain", fens))
        .await;
    let of_text = answers(&reply);
    let list = "[{\"fen\":\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"},{\"fen\":\"8/8/8/8/8/5k2/8/6RK b - - 0 1\"}]";
    let reply = app
        .send(batch("depth=3&engine=embedded", "application/json", list))
        .await;
    let of_list = answers(&reply);
    for (text, list) in of_text.iter().zip(&of_list) {
        assert_eq!(text["lines"], list["lines"]);
    }
    assert_eq!((of_text.len(), of_list.len()), (2, 2));
}

/// Byte order marks, UTF-16 and Windows-1252, as editors on Windows save them.
#[tokio::test]
async fn lines_come_in_any_encoding() {
    let app = TestApp::new();
    let epd = "8/8/8/8/8/5k2/8/6RK b - - id \"é\";\n";
    let utf16: Vec<u8> = epd.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let latin1: Vec<u8> = epd.chars().map(|c| u8::try_from(c).unwrap()).collect();
    for (media_type, bytes, encoding) in [
        ("text/plain", epd.into(), Value::Null),
        (
            "text/plain",
            ["\u{feff}", epd].concat().into_bytes(),
            Value::Null,
        ),
        (
            "text/plain",
            [b"\xff\xfe".to_vec(), utf16.clone()].concat(),
            "utf-16le".into(),
        ),
        ("text/plain; charset=utf-16", utf16, "utf-16le".into()),
        ("text/plain", latin1, "windows-1252".into()),
    ] {
        let request = batch("depth=3&engine=embedded", media_type, bytes);
        let answers = answers(&app.send(request).await);
        assert_eq!(answers.len(), 1, "{media_type}");
        assert_eq!(answers[0]["stop_reason"], "depth", "{}", answers[0]);
        assert_eq!(answers[0]["encoding"], encoding);
    }
    let list = "\u{feff}[{\"moves\": \"e4\"}, 7]";
    let request = batch("depth=3&engine=embedded", "application/json", list);
    let answers = answers(&app.send(request).await);
    assert_eq!(answers[0]["stop_reason"], "depth");
    let detail = answers[1]["problem"]["detail"].as_str().unwrap();
    assert!(detail.starts_with("the item is no object"), "{detail}");
}

#[tokio::test]
async fn more_positions_than_queue_places_all_get_their_answer() {
    let app = TestApp::new();
    let lines = "startpos\n".repeat(100);
    let reply = app
        .send(batch("depth=2&engine=embedded", "text/plain", lines))
        .await;
    assert_eq!(answers(&reply).len(), 100);
}

#[tokio::test]
async fn somebody_who_waits_for_one_answer_goes_first() {
    let app = TestApp::new();
    let lines = "startpos\n".repeat(40);
    let many = app.send(batch("movetime=100&engine=embedded", "text/plain", lines));
    let one = async {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        let asked = std::time::Instant::now();
        app.get("/v1/bestmove?depth=1&engine=embedded").await;
        asked.elapsed()
    };
    let (reply, waited) = tokio::join!(many, one);
    assert_eq!(answers(&reply).len(), 40);
    // At most a search or two of the batch come before; all of it takes two seconds.
    assert!(waited.as_millis() < 1000, "{waited:?}");
}

#[tokio::test]
async fn a_batch_that_nobody_reads_stops() {
    let app = TestApp::new();
    let lines = "startpos\n".repeat(1000);
    let request = batch("movetime=5000&engine=embedded", "text/plain", lines);
    let response = app.raw(request).await;
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    assert!(app.pool.status().await.unwrap().busy > 0);
    drop(response);
    app.until_idle().await;
}

#[tokio::test]
async fn what_is_no_batch_is_refused() {
    let app = TestApp::new();
    for (query, media_type, status, code) in [
        (
            "depth=3",
            "image/png",
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported-media-type",
        ),
        (
            "deep=3",
            "text/plain",
            StatusCode::BAD_REQUEST,
            "unknown-field",
        ),
        (
            "depth=3",
            "application/json",
            StatusCode::BAD_REQUEST,
            "invalid-json",
        ),
    ] {
        let reply = app.send(batch(query, media_type, "startpos")).await;
        assert_eq!((reply.status, reply.code()), (status, code), "{media_type}");
    }
}

/// What holds for all lines is refused at once, and not line by line.
#[tokio::test]
async fn a_query_that_no_line_can_mend_is_refused() {
    let app = TestApp::new();
    for (query, code) in [
        ("variant=AAA", "variant-unsupported"),
        ("depth=0", "limit-out-of-range"),
        ("ply=1000001", "limit-out-of-range"),
        ("fen=8/8", "fen-rank-count"),
        ("language_out=xx", "language-unknown"),
    ] {
        let request = Request::post(format!("/v1/analysis/batch?{query}"));
        let request = request.header("content-type", "application/x-ndjson");
        let reply = app.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(reply.code(), code, "{query}: {}", reply.text);
    }
}
