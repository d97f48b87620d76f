//! A span for each request, by OpenTelemetry's conventions for HTTP servers.

use axum::body::HttpBody;
use axum::http::{Method, Request, StatusCode};
use tracing::Span;
use tracing::field::Empty;

use super::request_id::RequestId;
use super::routes::PATHS;
use crate::telemetry::{SPANS, continue_trace};

/// Opens the span of a request, as a part of the trace that it names.
pub(super) fn open<B: HttpBody>(request: &Request<B>, id: &RequestId) -> Span {
    let span = tracing::trace_span!(
        target: SPANS,
        "request",
        otel.name = Empty,
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = Empty,
        http.route = Empty,
        http.response.status_code = Empty,
        url.path = request.uri().path(),
        url.scheme = "http",
        kibitz.request_id = id.as_str(),
    );
    if !span.is_disabled() {
        describe(&span, request);
    }
    span
}

fn describe<B>(span: &Span, request: &Request<B>) {
    // What a client makes up is no name: each would be a series of its own.
    let method = match *request.method() {
        Method::GET | Method::HEAD | Method::POST | Method::OPTIONS => request.method().as_str(),
        _ => "_OTHER",
    };
    span.record("http.request.method", method);
    let route = PATHS.iter().find(|path| **path == request.uri().path());
    match route {
        Some(route) => {
            span.record("http.route", route);
            span.record("otel.name", format!("{method} {route}"));
        }
        None => {
            span.record("otel.name", method);
        }
    }
    continue_trace(span, |name| {
        let value = request.headers().get(name)?;
        value.to_str().ok().map(str::to_owned)
    });
}

/// Says how it ended.
pub(super) fn close(span: &Span, status: StatusCode) {
    if span.is_disabled() {
        return;
    }
    // Signed: of unsigned numbers the bridge makes text.
    span.record("http.response.status_code", i64::from(status.as_u16()));
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
}
