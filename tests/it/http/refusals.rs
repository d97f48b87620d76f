//! What a client can get wrong: each has an answer with its own code, and the server goes on.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::{Value, json};

use crate::support::{TestApp, form, get};

#[tokio::test]
async fn texts_that_are_not_chess() {
    let app = TestApp::new();
    for (body, code, pointer) in [
        (
            json!({ "fen": "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1" }),
            "fen-kings",
            "/fen",
        ),
        (
            json!({ "fen": "3k4/8/8/8/3R4/8/8/3K4 w - - 0 1" }),
            "fen-opposite-check",
            "/fen",
        ),
        (
            json!({ "fen": "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1" }),
            "fen-pawns",
            "/fen",
        ),
        (
            json!({ "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1" }),
            "fen-rank-width",
            "/fen",
        ),
        (json!({ "fen": "" }), "fen-empty", "/fen"),
        (
            json!({ "moves": ["e2e4", "e2e4"] }),
            "move-illegal",
            "/moves/1",
        ),
        (json!({ "moves": ["e2e4", "e7e5\nquit"] }), "", "/moves/1"),
        (json!({ "depth": 0 }), "limit-out-of-range", "/depth"),
        (json!({ "depth": 9999 }), "limit-out-of-range", "/depth"),
        (json!({ "depth": -3 }), "limit-out-of-range", "/depth"),
        (json!({ "nodes": 0 }), "limit-out-of-range", "/nodes"),
        (
            json!({ "movetime": 1e30 }),
            "limit-out-of-range",
            "/movetime",
        ),
        (json!({ "multipv": 0 }), "limit-out-of-range", "/multipv"),
        (json!({ "threads": 0 }), "limit-out-of-range", "/threads"),
        (
            json!({ "engine": "deep thought" }),
            "unknown-engine",
            "/engine",
        ),
        (
            json!({ "variant": "atomic" }),
            "variant-unsupported",
            "/variant",
        ),
    ] {
        for path in ["/v1/bestmove", "/v1/analysis"] {
            let reply = app.post(path, &body).await;
            assert_eq!(
                reply.status,
                StatusCode::UNPROCESSABLE_ENTITY,
                "input: {body}: {}",
                reply.text
            );
            assert_eq!(reply.header("content-type"), "application/problem+json");
            if !code.is_empty() {
                assert_eq!(reply.code(), code, "input: {body}: {}", reply.text);
            }
            assert_eq!(
                reply.body["pointer"], pointer,
                "input: {body}: {}",
                reply.text
            );
        }
    }
    assert_eq!(
        app.get("/v1/bestmove?depth=1&engine=embedded").await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn requests_that_cannot_be_read() {
    let app = TestApp::new();
    for (body, code, pointer) in [
        ("{\"fen\": ", "invalid-json", Value::Null),
        ("{\"fen\": 5}", "invalid-value", json!("/fen")),
        ("{\"dpeth\": 5}", "unknown-field", json!("/dpeth")),
        ("{\"depth\": 1.5}", "invalid-value", json!("/depth")),
        ("{\"depth\": true}", "invalid-value", json!("/depth")),
        (
            "{\"depth\": 1, \"depth\": 2}",
            "duplicate-field",
            json!("/depth"),
        ),
        ("{\"pov\": \"mine\"}", "invalid-value", json!("/pov")),
        ("{} {}", "invalid-json", Value::Null),
        ("[1]", "invalid-value", Value::Null),
        ("{\"moves\": [1]}", "invalid-value", json!("/moves")),
    ] {
        let request =
            Request::post("/v1/bestmove").header(header::CONTENT_TYPE, "application/json");
        let reply = app.send(request.body(Body::from(body)).unwrap()).await;
        assert_eq!(
            (reply.status, reply.code()),
            (StatusCode::BAD_REQUEST, code),
            "input: {body}: {}",
            reply.text
        );
        assert_eq!(
            reply.body["pointer"], pointer,
            "input: {body}: {}",
            reply.text
        );
    }
    let reply = app.get("/v1/bestmove?dpeth=5").await;
    assert_eq!(
        (reply.code(), &reply.body["parameter"]),
        ("unknown-field", &json!("dpeth"))
    );
    let reply = app.send(form("/v1/bestmove", "depth=x")).await;
    assert_eq!(
        (reply.code(), &reply.body["parameter"]),
        ("invalid-value", &json!("depth"))
    );
}

#[tokio::test]
async fn bodies_that_are_too_large_or_of_the_wrong_type() {
    let app = TestApp::new();
    let large = format!("{{\"fen\": \"{}\"}}", "x".repeat(10 << 20));
    for path in [
        "/v1/bestmove",
        "/v1/analysis",
        "/v1/fen/validate",
        "/v1/position",
    ] {
        let request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
        let reply = app
            .send(request.body(Body::from(large.clone())).unwrap())
            .await;
        assert_eq!(
            (reply.status, reply.code()),
            (StatusCode::PAYLOAD_TOO_LARGE, "body-too-large"),
            "{path}"
        );
        let request = Request::post(path).header(header::CONTENT_TYPE, "image/png");
        let reply = app.send(request.body(Body::from("x")).unwrap()).await;
        assert_eq!(reply.code(), "unsupported-media-type", "{path}");
        let request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
        let reply = app
            .send(
                request
                    .body(Body::from(&b"{\"fen\": \"\xff\xfe\"}"[..]))
                    .unwrap(),
            )
            .await;
        assert_eq!(reply.code(), "invalid-json", "{path}");
    }
}

#[tokio::test]
async fn paths_and_methods_that_are_not_there() {
    let app = TestApp::new();
    let reply = app.get("/v1/nothing").await;
    assert_eq!(
        (reply.status, reply.code()),
        (StatusCode::NOT_FOUND, "not-found")
    );
    let request = Request::builder()
        .method(Method::DELETE)
        .uri("/v1/bestmove");
    let reply = app.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(
        (reply.status, reply.code()),
        (StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed")
    );
    assert!(reply.header("allow").contains("GET"), "{:?}", reply.headers);
}

#[tokio::test]
async fn problems_carry_cors_and_an_id() {
    let app = TestApp::new();
    for uri in ["/v1/nothing", "/v1/bestmove?depth=0", "/v1/bestmove?x=1"] {
        let mut request = get(uri);
        request
            .headers_mut()
            .insert("origin", "https://example.org".parse().unwrap());
        request
            .headers_mut()
            .insert("x-request-id", "my-id-7".parse().unwrap());
        let reply = app.send(request).await;
        assert_eq!(reply.header("access-control-allow-origin"), "*", "{uri}");
        assert_eq!(reply.header("x-request-id"), "my-id-7", "{uri}");
        assert_eq!(
            reply.body["instance"], "urn:kibitz:request:my-id-7",
            "{uri}"
        );
    }
}

#[tokio::test]
async fn hostile_text_is_quoted_safely() {
    let app = TestApp::new();
    let fen = "8/8 w\n2026-01-01 ERROR admin login \u{202e}\u{0}";
    let reply = app.post("/v1/bestmove", &json!({ "fen": fen })).await;
    assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY);
    let detail = reply.body["detail"].as_str().unwrap();
    assert!(
        !detail.chars().any(|c| c.is_control() || c == '\u{202e}'),
        "{detail:?}"
    );
}

/// A request that would be misread is refused, with a word on how to send it.
#[tokio::test]
async fn bodies_that_would_be_passed_over_or_misread() {
    let app = TestApp::new();
    let request = |method: Method, name: &str, value: &str, body: &'static str| {
        Request::builder()
            .method(method)
            .uri("/v1/bestmove")
            .header(header::CONTENT_TYPE, "application/json")
            .header(name, value)
            .body(Body::from(body))
            .unwrap()
    };
    for (request, status, code) in [
        (
            request(Method::GET, "content-length", "11", "{\"depth\":3}"),
            StatusCode::BAD_REQUEST,
            "body-with-get",
        ),
        (
            request(Method::POST, "content-encoding", "gzip", "{\"depth\":3}"),
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported-encoding",
        ),
    ] {
        let reply = app.send(request).await;
        assert_eq!(
            (reply.status, reply.code()),
            (status, code),
            "{}",
            reply.text
        );
    }
    let json = "{\"fen\": \"4k3/8/8/8/8/8/8/4K3 w - \u{2013} 0 1\"}";
    let utf16: Vec<u8> = json.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let utf8 = json.as_bytes().to_vec();
    let mut marked = vec![0xff, 0xfe];
    marked.extend(&utf16);
    for (media_type, body) in [
        ("application/json", utf8),
        ("application/json; charset=utf-16le", utf16),
        ("application/json", marked),
    ] {
        let request = Request::post("/v1/fen/validate")
            .header(header::CONTENT_TYPE, media_type)
            .body(Body::from(body))
            .unwrap();
        let reply = app.raw(request).await;
        assert_eq!(reply.status(), StatusCode::OK, "{media_type}");
    }
}

#[tokio::test]
async fn what_belongs_into_another_field_is_sent_there() {
    let app = TestApp::new();
    let pgn = "position startpos moves e2e4 e7e5";
    let reply = app.post("/v1/position", &json!({ "pgn": pgn })).await;
    assert_eq!(reply.code(), "pgn-is-uci");
    assert!(
        reply.text.contains("moves \\\"e2e4 e7e5\\\""),
        "{}",
        reply.text
    );
    let reply = app.post("/v1/position", &json!({ "pgn": " " })).await;
    assert_eq!(
        (reply.code(), &reply.body["pointer"]),
        ("pgn-no-game", &json!("/pgn"))
    );
}

/// Without a stated language: the fault is where the language that reads most stops, and where two
/// languages differ both moves are named.
#[tokio::test]
async fn moves_in_a_language_that_is_not_stated() {
    let app = TestApp::new();
    for (fen, moves, code, index, words) in [
        ("startpos", "Sf3 Sf6 Lg5", "move-illegal", 2, "German"),
        ("startpos", "Cf3 e5 xx", "move-unreadable", 2, "xx"),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a8=S",
            "move-ambiguous",
            0,
            "a8=B",
        ),
    ] {
        let list: Vec<&str> = moves.split(' ').collect();
        let reply = app
            .post("/v1/position", &json!({ "fen": fen, "moves": list }))
            .await;
        assert_eq!(
            (reply.code(), reply.body["pointer"].as_str()),
            (code, Some(format!("/moves/{index}").as_str())),
            "{}",
            reply.text
        );
        assert!(reply.text.contains(words), "{}", reply.text);
    }
}

/// What is said of a value is in words of JSON, not of the library that reads it.
#[tokio::test]
async fn values_are_told_in_plain_words() {
    let app = TestApp::new();
    let ask = async |body: &str| {
        let request = Request::post("/v1/analysis").header("content-type", "application/json");
        app.send(request.body(Body::from(body.to_owned())).unwrap())
            .await
    };
    for (body, detail) in [
        (
            "[]",
            "a list, expected an object with the fields of a request",
        ),
        (
            r#"{"cache":"always"}"#,
            "cache: \"always\" is not known here, expected one of `exact`, `deeper`, `off`",
        ),
        (r#"{"fen":{}}"#, "fen: an object, expected a string"),
        (r#"{"fen":[1]}"#, "fen: a list, expected a string"),
        (r#"{"fen":7}"#, "fen: 7, expected a string"),
        (r#"{"depth":"x"}"#, "depth: \"x\", expected a whole number"),
        (r#"{"depth":1.5}"#, "depth: 1.5, expected a whole number"),
        (r#"{"depth":true}"#, "depth: true, expected a whole number"),
        (
            r#"{"moves":3}"#,
            "moves: 3, expected a string of moves or a list of strings",
        ),
    ] {
        let reply = ask(body).await;
        assert_eq!(
            (reply.status, reply.code()),
            (StatusCode::BAD_REQUEST, "invalid-value"),
            "{body}"
        );
        let said = reply.body["detail"].as_str().unwrap();
        let said = said.split(" at line").next().unwrap();
        assert_eq!(said, detail, "{body}");
    }
    let reply = app.get("/v1/analysis?cache=always").await;
    assert!(
        !reply.body["detail"].as_str().unwrap().contains("variant"),
        "{}",
        reply.text
    );
}

#[tokio::test]
async fn media_types_are_compared_without_case() {
    let app = TestApp::new();
    for (path, accept, media_type) in [
        (
            "/v1/bestmove?depth=1",
            "Text/Plain",
            "text/plain; charset=utf-8",
        ),
        (
            "/v1/bestmove?depth=1",
            "TEXT/PLAIN;Q=0.5, application/JSON",
            "application/json",
        ),
        (
            "/v1/analysis?depth=1",
            "Text/Event-Stream",
            "text/event-stream",
        ),
        (
            "/v1/analysis?depth=1",
            "APPLICATION/X-NDJSON",
            "application/x-ndjson",
        ),
    ] {
        let request = Request::get(path).header("accept", accept);
        let reply = app.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(reply.header("content-type"), media_type, "{path}: {accept}");
    }
}

#[tokio::test]
async fn a_move_to_search_is_found_in_its_own_field() {
    let app = TestApp::new();
    let reply = app.get("/v1/analysis?searchmoves=a4,+%C3%A95").await;
    let finding = &reply.body["findings"][0];
    assert_eq!(reply.body["parameter"], "searchmoves");
    assert_eq!(
        (&finding["field"], &finding["start"], &finding["end"]),
        (&json!("searchmoves"), &json!(4), &json!(6)),
        "{}",
        reply.text
    );
    let reply = app
        .post("/v1/analysis", &json!({ "searchmoves": ["a4", "e5"] }))
        .await;
    assert_eq!(reply.body["pointer"], "/searchmoves/1");
    assert_eq!(reply.body["findings"][0]["start"], 0);
}

#[tokio::test]
async fn problems_inside_answers_name_the_request() {
    let app = TestApp::new();
    let request = Request::post("/v1/analysis/batch")
        .header("content-type", "text/plain")
        .header("x-request-id", "mine-1");
    let reply = app.send(request.body(Body::from("8/8 w\n")).unwrap()).await;
    let line: serde_json::Value = serde_json::from_str(reply.text.trim()).unwrap();
    assert_eq!(line["problem"]["instance"], "urn:kibitz:request:mine-1");
}
