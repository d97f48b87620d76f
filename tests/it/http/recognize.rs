//! `/v1/recognize`.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt as _;

use crate::support::{Reply, TestApp};

fn picture(file: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/images");
    std::fs::read(format!("{folder}/{file}")).unwrap()
}

fn request(query: &str, media_type: &str, body: impl Into<Body>) -> Request<Body> {
    Request::post(format!("/v1/recognize{query}"))
        .header(header::CONTENT_TYPE, media_type)
        .body(body.into())
        .unwrap()
}

async fn send(query: &str, media_type: &str, body: impl Into<Body>) -> Reply {
    TestApp::new().send(request(query, media_type, body)).await
}

/// A multipart form (RFC 7578) with a picture and other fields.
fn form(image: Option<&[u8]>, fields: &[(&str, &str)]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, value) in fields {
        let part =
            format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        body.extend(part.as_bytes());
    }
    if let Some(image) = image {
        let head = "--x\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n";
        body.extend(head.as_bytes());
        body.extend(image);
        body.extend(b"\r\n");
    }
    body.extend(b"--x--\r\n");
    body
}

const FORM: &str = "multipart/form-data; boundary=x";
const BOARD: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R";

#[tokio::test]
async fn a_picture_gives_a_fen() {
    let reply = send("", "image/png", picture("screenshot.png")).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
    assert_eq!(reply.body["fen"], format!("{BOARD} w - - 0 1"));
    assert_eq!(reply.body["fens"]["w"], reply.body["fen"]);
    assert_eq!(reply.body["fens"]["b"], format!("{BOARD} b - - 0 1"));
    assert_eq!(reply.body["placement"], BOARD);
    assert_eq!(reply.body["orientation"], "white");
    assert_eq!(reply.body["boards_found"], 1);
    assert_eq!(reply.body["findings"][0]["code"], "turn-assumed");
    assert_eq!(reply.body["squares"][0]["square"], "a8");
    assert_eq!(reply.body["squares"][0]["piece"], "r");
    assert_eq!(reply.body["squares"][1]["piece"], serde_json::Value::Null);
    assert_eq!(reply.body["squares"][63]["square"], "h1");
    assert!(!reply.header("etag").is_empty());
}

#[tokio::test]
async fn however_it_is_sent() {
    let image = picture("screenshot.png");
    let with = [("turn", "b"), ("castling", "KQkq"), ("ep", "-")];
    let query = "?turn=b&castling=KQkq&ep=-";
    let expected = format!("{BOARD} b KQkq - 0 1");
    for (query, media_type, body) in [
        (query, "image/png", image.clone()),
        (query, "application/octet-stream", image.clone()),
        // As curl calls what follows --data-binary; a wrong name does not matter.
        (query, "application/x-www-form-urlencoded", image.clone()),
        (query, "image/jpeg", image.clone()),
        ("", FORM, form(Some(&image), &with)),
        (query, FORM, form(Some(&image), &[])),
    ] {
        let reply = send(query, media_type, body).await;
        assert_eq!(reply.status, StatusCode::OK, "{media_type}: {}", reply.text);
        assert_eq!(reply.body["fen"], expected, "{media_type}");
        assert_eq!(
            reply.body["findings"],
            serde_json::json!([]),
            "{media_type}"
        );
    }
}

#[tokio::test]
async fn the_orientation_can_be_given() {
    let reply = send("?orientation=black", "image/png", picture("screenshot.png")).await;
    assert_eq!(reply.body["orientation"], "black");
    assert_eq!(reply.body["orientation_source"], "given");
    assert_eq!(reply.body["orientation_confidence"], 1.0);
    let turned: String = BOARD.chars().rev().collect();
    assert_eq!(reply.body["placement"], turned);
}

#[tokio::test]
async fn the_overlay_is_a_picture() {
    let app = TestApp::new();
    let asked = request("?debug=overlay", "image/jpeg", picture("tilted.jpg"));
    let response = app.raw(asked).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()[header::CONTENT_TYPE], "image/png");
    let body = response.into_body().collect().await.unwrap().to_bytes();
    let overlay = image::load_from_memory(&body).unwrap().to_rgb8();
    assert_eq!(overlay.dimensions(), (720, 640));
    let green = overlay.pixels().filter(|p| p.0 == [0, 190, 60]).count();
    assert!(green > 5_000, "{green} pixels of the grid");
}

#[tokio::test]
async fn no_board_says_what_would_help() {
    let reply = send("", "image/png", picture("nothing.png")).await;
    assert_eq!(
        (reply.status, reply.code()),
        (StatusCode::UNPROCESSABLE_ENTITY, "board-not-found")
    );
    assert!(reply.body["hints"][0].is_string(), "{}", reply.text);
}

#[tokio::test]
async fn refusals() {
    let image = picture("screenshot.png");
    let cut = &image[..image.len() / 2];
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec();
    for (query, media_type, body, status, code) in [
        ("", "image/png", vec![], 422, "picture-empty"),
        ("", "image/png", svg, 415, "picture-format"),
        ("", "image/png", cut.to_vec(), 422, "picture-broken"),
        (
            "",
            "image/jpeg",
            picture("cmyk.jpg"),
            415,
            "picture-colours",
        ),
        ("", "image/png", vec![0; 10_000_001], 413, "body-too-large"),
        (
            "",
            FORM,
            form(Some(&vec![0; 10_000_001]), &[]),
            413,
            "body-too-large",
        ),
        (
            "",
            "application/json",
            b"{}".to_vec(),
            415,
            "unsupported-media-type",
        ),
        ("", FORM, form(None, &[]), 400, "missing-field"),
        ("", FORM, b"--x\r\nno".to_vec(), 400, "invalid-form"),
        (
            "",
            "multipart/form-data",
            form(Some(&image), &[]),
            400,
            "invalid-form",
        ),
        (
            "",
            FORM,
            form(Some(&image), &[("turn", "x")]),
            400,
            "invalid-value",
        ),
        (
            "",
            FORM,
            form(Some(&image), &[("side", "w")]),
            400,
            "unknown-field",
        ),
        (
            "?turn=w",
            FORM,
            form(Some(&image), &[("turn", "w")]),
            400,
            "duplicate-field",
        ),
        (
            "?turn=white-ish",
            "image/png",
            image.clone(),
            400,
            "invalid-value",
        ),
        ("?size=9", "image/png", image.clone(), 400, "unknown-field"),
    ] {
        let reply = send(query, media_type, body).await;
        assert_eq!(
            (reply.status.as_u16(), reply.code()),
            (status, code),
            "{media_type}{query}: {}",
            reply.text
        );
    }
}

#[tokio::test]
async fn too_many_at_once_are_told_to_come_again() {
    let app = TestApp::new();
    // Bodies that do not end hold their places.
    let mut open = Vec::new();
    for _ in 0..32 {
        let body = Body::from_stream(futures_util::stream::pending::<
            Result<Vec<u8>, std::io::Error>,
        >());
        let mut waiting = Box::pin(app.raw(request("", "image/png", body)));
        if let Some(response) = futures_util::FutureExt::now_or_never(&mut waiting) {
            assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
            assert!(response.headers().contains_key(header::RETRY_AFTER));
            return;
        }
        open.push(waiting);
    }
    panic!("{} pictures wait", open.len());
}
