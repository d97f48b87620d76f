//! What surrounds every request: CORS, an id, a net for panics, problem documents, a line in the log.
//!
//! One service around the router and not layers inside it: axum boxes each layer of each route
//! anew for every request, which cost more than reading a FEN.

use std::any::Any as Cause;
use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::FutureExt as _;
use tower_http::cors::{AllowOrigin, Any, Cors};

use super::gate;
use super::metrics::Metrics;
use super::problem::{Problem, write_document};
use super::request_id::RequestId;

/// The whole service; cheap to clone.
pub type Service = Cors<Frame>;

/// A router, and around it what every request gets.
#[derive(Clone, Debug)]
pub struct Frame {
    router: Router,
    metrics: Arc<Metrics>,
}

/// Surrounds a router. Where no origins are named pages of all may ask: the service has no cookies and no secrets
/// to lend.
pub(super) fn frame(metrics: Arc<Metrics>, origins: &[String], router: Router) -> Service {
    let named = origins.iter().filter_map(|origin| origin.parse().ok());
    let origins = if origins.is_empty() || origins.iter().any(|origin| origin == gate::ANY) {
        AllowOrigin::any()
    } else {
        AllowOrigin::list(named.collect::<Vec<HeaderValue>>())
    };
    Cors::new(Frame { router, metrics })
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::HEAD, Method::POST])
        .allow_headers(Any)
        .expose_headers([
            header::AGE,
            header::ETAG,
            header::RETRY_AFTER,
            HeaderName::from_static("x-request-id"),
        ])
        .max_age(Duration::from_secs(86_400))
}

impl<B> tower_service::Service<Request<B>> for Frame
where
    B: HttpBody<Data = Bytes, Error: Into<axum::BoxError>> + Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        let at = Instant::now();
        let id = RequestId::of(request.headers());
        request.extensions_mut().insert(id.clone());
        let head = request.method() == Method::HEAD;
        let seen = tracing::enabled!(tracing::Level::DEBUG).then(|| Seen::new(&request, at));
        if let Some(encoding) = encoded(request.headers()) {
            let refusal = write_document(unsupported_encoding(encoding).into_response(), &id);
            return Box::pin(std::future::ready(Ok(echoed(refusal, id))));
        }
        // A panic in here is one in the future too: nothing of ours is left half-changed by it.
        let answer = AssertUnwindSafe(self.router.call(request)).catch_unwind();
        let metrics = Arc::clone(&self.metrics);
        Box::pin(async move {
            let response = match answer.await {
                Ok(Ok(response)) => response,
                Err(cause) => panicked(cause.as_ref()).into_response(),
            };
            let mut response = write_document(response, &id);
            metrics.answered(response.status(), at.elapsed());
            if head {
                // Of unknown length: an empty one would be announced as the length of GET's.
                let nothing = futures_util::stream::empty::<Result<Bytes, Infallible>>();
                *response.body_mut() = Body::from_stream(nothing);
            }
            if let Some(seen) = seen {
                seen.tell(&response, &id);
            }
            Ok(echoed(response, id))
        })
    }
}

fn echoed(mut response: Response, id: RequestId) -> Response {
    id.echo(response.headers_mut());
    response
}

/// The encoding of a body that is not sent as it is.
fn encoded(headers: &HeaderMap) -> Option<&HeaderValue> {
    let encoding = headers.get(header::CONTENT_ENCODING)?;
    (!encoding.as_bytes().eq_ignore_ascii_case(b"identity")).then_some(encoding)
}

fn unsupported_encoding(encoding: &HeaderValue) -> Problem {
    let name = String::from_utf8_lossy(encoding.as_bytes());
    let name = crate::notation::quote(&name);
    let detail = format!("content encoding {name}, expected a body that is sent as it is");
    let code = "unsupported-encoding";
    Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, code, detail)
}

fn panicked(cause: &(dyn Cause + Send)) -> Problem {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text
        .or_else(|| cause.downcast_ref::<&str>().copied())
        .unwrap_or("unknown");
    Problem::internal(format!("a handler panicked: {text}"))
}

/// A request as the log tells it: without its query, which may hold a whole game.
#[derive(Debug)]
struct Seen {
    method: Method,
    path: String,
    at: Instant,
}

impl Seen {
    fn new<B>(request: &Request<B>, at: Instant) -> Self {
        Self {
            method: request.method().clone(),
            path: request.uri().path().to_owned(),
            at,
        }
    }

    fn tell(self, response: &Response<Body>, id: &RequestId) {
        tracing::debug!(
            id = id.as_str(),
            method = %self.method,
            path = self.path,
            status = response.status().as_u16(),
            ms = self.at.elapsed().as_millis(),
            "answered"
        );
    }
}
