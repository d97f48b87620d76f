//! What surrounds every request: CORS, an id, a net for panics, problem documents, a line in the log.
//!
//! One service around the router and not layers inside it: axum boxes each layer of each route
//! anew for every request, which cost more than reading a FEN.

use std::any::Any as Cause;
use std::convert::Infallible;
use std::future::{Ready, ready};
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
use futures_util::future::Either;
use tower_http::cors::{AllowHeaders, AllowOrigin, Cors, CorsLayer};
use tower_layer::Layer as _;
use tracing::Instrument as _;

use super::client::Client;
use super::gate;
use super::metrics::Metrics;
use super::problem::{Problem, write_document};
use super::request_id::RequestId;
use super::state::AppState;
use super::traced;
use super::validate;
use super::written::Written;

/// A router, and around it what every request gets.
#[derive(Clone, Debug)]
pub struct Frame {
    router: Router,
    metrics: Arc<Metrics>,
    written: Arc<Written>,
    client: Option<Client>,
}

impl Frame {
    /// From now on requests are this client's.
    pub(super) fn serves(&mut self, client: Client) {
        self.client = Some(client);
    }
}

/// Surrounds a router.
pub(super) fn frame(state: &AppState, router: Router) -> Frame {
    Frame {
        router,
        metrics: Arc::clone(&state.metrics),
        written: Arc::new(Written::new(&state.pool)),
        client: None,
    }
}

/// Adds CORS. Where no origins are named pages of all may ask: the service has no cookies and no secrets
/// to lend.
pub(super) fn cors<S>(service: S, origins: &[String]) -> Cors<S> {
    let named = origins.iter().filter_map(|origin| origin.parse().ok());
    let all = origins.is_empty() || origins.iter().any(|origin| origin == gate::ANY);
    let origins = if all {
        AllowOrigin::any()
    } else {
        AllowOrigin::list(named.collect::<Vec<HeaderValue>>())
    };
    // Where the answer is the same for all pages it does not vary.
    let varies = if all { vec![] } else { vec![header::ORIGIN] };
    CorsLayer::new()
        .allow_origin(origins)
        .vary(varies)
        .allow_methods([Method::GET, Method::HEAD, Method::POST])
        // A wildcard would not cover Authorization.
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers([
            header::AGE,
            header::ETAG,
            header::RETRY_AFTER,
            HeaderName::from_static("ratelimit"),
            HeaderName::from_static("ratelimit-policy"),
            HeaderName::from_static("x-request-id"),
        ])
        .max_age(Duration::from_secs(86_400))
        .layer(service)
}

impl<B> tower_service::Service<Request<B>> for Frame
where
    B: HttpBody<Data = Bytes, Error: Into<axum::BoxError>> + Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Either<
        Ready<Result<Response, Infallible>>,
        Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>,
    >;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        let at = Instant::now();
        let id = RequestId::of(request.headers());
        let head = request.method() == Method::HEAD;
        let span = traced::open(&request, &id);
        let seen = tracing::enabled!(tracing::Level::DEBUG).then(|| Seen::new(&request, at));
        if let Some(encoding) = encoded(request.headers()) {
            let refusal = write_document(unsupported_encoding(encoding).into_response(), &id);
            traced::close(&span, refusal.status());
            return Either::Left(ready(Ok(echoed(refusal, id))));
        }
        let kept = self.written.find(&request);
        if let Some(response) = kept.or_else(|| at_once(&mut request)) {
            let response = write_document(response, &id);
            self.metrics.answered(response.status(), at.elapsed());
            traced::close(&span, response.status());
            if let Some(seen) = seen {
                seen.tell(&response, &id);
            }
            return Either::Left(ready(Ok(echoed(response, id))));
        }
        let words = self.written.words(&request);
        request.extensions_mut().insert(id.clone());
        if let Some(client) = self.client {
            request.extensions_mut().insert(client);
        }
        // A panic in here is one in the future too: nothing of ours is left half-changed by it.
        let answer = span.in_scope(|| self.router.call(request));
        let answer = AssertUnwindSafe(answer.instrument(span.clone())).catch_unwind();
        let (metrics, written) = (Arc::clone(&self.metrics), Arc::clone(&self.written));
        Either::Right(Box::pin(async move {
            let response = match answer.await {
                Ok(Ok(response)) => response,
                Err(cause) => panicked(cause.as_ref()).into_response(),
            };
            let mut response = write_document(response, &id);
            if let Some(words) = words {
                response = written.keep(words, response).await;
            }
            metrics.answered(response.status(), at.elapsed());
            traced::close(&span, response.status());
            if head {
                // Of unknown length: an empty one would be announced as the length of GET's.
                let nothing = futures_util::stream::empty::<Result<Bytes, Infallible>>();
                *response.body_mut() = Body::from_stream(nothing);
            }
            if let Some(seen) = seen {
                seen.tell(&response, &id);
            }
            Ok(echoed(response, id))
        }))
    }
}

/// The answer to a request that needs neither its body nor time. The router boxes several futures
/// and maps for each request, which for the validation of a FEN takes longer than the answer.
fn at_once<B>(request: &mut Request<B>) -> Option<Response> {
    let simple = request.method() == Method::GET && request.uri().path() == validate::PATH;
    if !simple {
        return None;
    }
    let headers = std::mem::take(request.headers_mut());
    let query = request.uri().query().unwrap_or("");
    let answer = AssertUnwindSafe(|| validate::of_query(query, headers));
    Some(match std::panic::catch_unwind(answer) {
        Ok(answer) => answer.into_response(),
        Err(cause) => panicked(cause.as_ref()).into_response(),
    })
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
