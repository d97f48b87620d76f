//! Replies that are shared: JSON that can be cached, and plain text where it is asked for.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hasher as _};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::problem::Problem;

const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";

/// JSON that depends on the request alone: it carries an `ETag`, and a client that has it already
/// gets 304.
pub(super) fn cacheable(request: &HeaderMap, value: &impl Serialize) -> Result<Response, Problem> {
    let body = serde_json::to_vec(value).map_err(Problem::internal)?;
    Ok(cacheable_as(request, body, JSON))
}

/// Text that depends on the request alone.
pub(super) fn cacheable_text(request: &HeaderMap, text: String) -> Response {
    cacheable_as(request, text.into_bytes(), TEXT)
}

/// Bytes that depend on the request alone, of any media type.
pub(super) fn cacheable_as(
    request: &HeaderMap,
    body: Vec<u8>,
    media_type: &'static str,
) -> Response {
    let etag = etag(&body);
    let known = is_known(request, &etag);
    let mut response = Response::new(if known { Body::empty() } else { body.into() });
    let headers = response.headers_mut();
    // At once for all that come: the ones here, the id, and those of CORS.
    headers.reserve(10);
    headers.insert(header::ETAG, etag);
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=3600"),
    );
    headers.insert(header::VARY, HeaderValue::from_static("accept"));
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    }
    response
}

fn etag(body: &[u8]) -> HeaderValue {
    let mut hasher = DefaultHasher::new();
    hasher.write(env!("CARGO_PKG_VERSION").as_bytes());
    hasher.write(body);
    let mut text = [b'"'; 18];
    text[1..17].copy_from_slice(&hex(hasher.finish()));
    HeaderValue::from_bytes(&text).unwrap_or_else(|_| HeaderValue::from_static("\"0\""))
}

/// Sixteen digits; `format!` takes longer than the hash.
pub(super) fn hex(value: u64) -> [u8; 16] {
    let digit = |place: usize| b"0123456789abcdef"[(value >> (60 - 4 * place)) as usize & 15];
    std::array::from_fn(digit)
}

fn is_known(request: &HeaderMap, etag: &HeaderValue) -> bool {
    let known = request.get_all(header::IF_NONE_MATCH).into_iter();
    known
        .filter_map(|value| value.to_str().ok())
        .flat_map(|list| list.split(','))
        .any(|tag| {
            let tag = tag.trim().trim_start_matches("W/");
            tag == "*" || tag.as_bytes() == etag.as_bytes()
        })
}

/// JSON that must not be kept: searches.
pub(super) fn fresh(value: &impl Serialize) -> Result<Response, Problem> {
    let body = serde_json::to_vec(value).map_err(Problem::internal)?;
    Ok((fresh_headers(JSON), body).into_response())
}

/// Text that must not be kept.
pub(super) fn fresh_text(text: String) -> Response {
    (fresh_headers(TEXT), text).into_response()
}

/// The same of bytes that are JSON already.
pub(super) fn fresh_bytes(body: Bytes) -> Response {
    (fresh_headers(JSON), body).into_response()
}

/// The age that an answer states.
pub(super) fn age(response: &Response) -> Option<Duration> {
    let age = response.headers().get(header::AGE)?.to_str().ok()?;
    age.parse().ok().map(Duration::from_secs)
}

/// Says how old a kept answer is (RFC 9111, section 5.1).
pub(super) fn aged(mut response: Response, age: Option<Duration>) -> Response {
    if let Some(age) = age {
        let seconds = HeaderValue::from(age.as_secs());
        response.headers_mut().insert(header::AGE, seconds);
    }
    response
}

/// The headers of a search's answer, without a body.
pub(super) fn fresh_head(format: Format) -> Response {
    let media_type = match format {
        Format::Json => JSON,
        Format::Text => TEXT,
    };
    // Of unknown length: an empty body would be announced as the length of GET's.
    let nothing = futures_util::stream::empty::<Result<Bytes, Infallible>>();
    (fresh_headers(media_type), Body::from_stream(nothing)).into_response()
}

fn fresh_headers(media_type: &'static str) -> [(header::HeaderName, &'static str); 3] {
    [
        (header::CONTENT_TYPE, media_type),
        (header::CACHE_CONTROL, "no-store"),
        (header::VARY, "accept"),
    ]
}

/// What a client names in `Accept`, without parameters, in its order. Media types are compared without case.
pub(super) fn accepted(request: &HeaderMap) -> impl Iterator<Item = &str> {
    let values = request.get_all(header::ACCEPT).into_iter();
    let values = values.filter_map(|value| value.to_str().ok());
    let entries = values.flat_map(|list| list.split(','));
    entries.map(|entry| entry.split(';').next().unwrap_or("").trim())
}

/// Whether a media type is lines of JSON.
pub(super) fn is_lines(media_type: &str) -> bool {
    let known = [
        "application/x-ndjson",
        "application/ndjson",
        "application/jsonl",
    ];
    known
        .iter()
        .any(|known| known.eq_ignore_ascii_case(media_type))
}

/// What a client would rather have.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Format {
    Json,
    Text,
}

impl Format {
    /// Plain text only for a client that prefers it by name; everything else gets JSON, never 406.
    pub(super) fn of(request: &HeaderMap) -> Self {
        let accepts = request
            .get_all(header::ACCEPT)
            .into_iter()
            .filter_map(|v| v.to_str().ok());
        let mut best = (Self::Json, 0.0);
        for entry in accepts.flat_map(|list| list.split(',')) {
            let mut parts = entry.split(';').map(str::trim);
            let named = parts.next().unwrap_or("");
            let is = |known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(named));
            let format = if is(&["application/json", "application/*"]) {
                Self::Json
            } else if is(&["text/plain", "text/*"]) {
                Self::Text
            } else {
                continue;
            };
            let weight = parts
                .find_map(|p| p.strip_prefix("q=").or_else(|| p.strip_prefix("Q=")))
                .and_then(|q| q.parse().ok());
            let weight: f32 = weight.unwrap_or(1.0);
            if weight > best.1 {
                best = (format, weight);
            }
        }
        best.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_the_formatter() {
        for value in [0, 1, 0xdead_beef, u64::MAX, 0x0123_4567_89ab_cdef] {
            assert_eq!(hex(value), format!("{value:016x}").as_bytes());
        }
    }

    #[test]
    fn text_only_when_preferred() {
        for (accept, expected) in [
            ("*/*", Format::Json),
            ("text/plain", Format::Text),
            ("text/plain, */*", Format::Text),
            ("application/json, text/plain", Format::Json),
            ("application/json;q=0.5, text/plain", Format::Text),
            ("text/html,application/xhtml+xml", Format::Json),
            ("text/plain;q=0", Format::Json),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, HeaderValue::from_static(accept));
            assert_eq!(Format::of(&headers), expected, "input: {accept}");
        }
    }
}
