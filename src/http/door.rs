//! The door before every request: how many are in at once, who may come in, and how often.
//!
//! Inside CORS, so that refusals carry its headers and pre-flights need no key; outside of everything else, so that what is
//! shed costs next to nothing. Where nothing is configured it is one permit and one header.

use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, Request, StatusCode as S, Version, header};
use axum::response::{IntoResponse as _, Response};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::client::Client;
use super::frame::Frame;
use super::guard::Guard;
use super::metrics::Metrics;
use super::problem::{Problem, write_document};
use super::rates::Standing;
use super::request_id::RequestId;
use super::state::AppState;

/// Answered even when the house is full.
const VITAL: &[&str] = &["/healthz", "/metrics", "/readyz"];

/// Places for requests and WebSockets.
#[derive(Clone, Debug)]
pub(super) struct Places(Arc<Semaphore>);

/// A place that is taken.
pub(super) type Place = OwnedSemaphorePermit;

impl Places {
    pub(super) fn new(count: u32) -> Self {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        Self(Arc::new(Semaphore::new(count.min(Semaphore::MAX_PERMITS))))
    }

    /// A place, if there is one.
    pub(super) fn take(&self) -> Option<Place> {
        Arc::clone(&self.0).try_acquire_owned().ok()
    }
}

/// The service behind its door; cheap to clone.
#[derive(Clone, Debug)]
pub struct Door {
    frame: Frame,
    places: Places,
    guard: Option<Arc<Guard>>,
    metrics: Arc<Metrics>,
    client: Client,
}

impl Door {
    pub(super) fn new(frame: Frame, state: &AppState) -> Self {
        Self {
            frame,
            places: state.places.clone(),
            guard: state.guard.clone(),
            metrics: Arc::clone(&state.metrics),
            client: Client::default(),
        }
    }

    /// From now on all requests come from this client.
    pub(super) fn serves(&mut self, client: Client) {
        self.client = client;
        self.frame.serves(client);
    }

    fn refuse<B>(&self, request: &Request<B>, refusal: Problem) -> Response {
        let at = Instant::now();
        let id = RequestId::of(request.headers());
        let mut response = write_document(refusal.into_response(), &id);
        if response.status() == S::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, scheme);
        }
        self.metrics.answered(response.status(), at.elapsed());
        id.echo(response.headers_mut());
        response
    }
}

impl<B> tower_service::Service<Request<B>> for Door
where
    B: HttpBody<Data = Bytes, Error: Into<axum::BoxError>> + Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Inside;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Inside {
        if request.version() == Version::HTTP_11 && !request.headers().contains_key(header::HOST) {
            let detail = "there is no Host, which HTTP/1.1 asks for (RFC 9112, section 3.2)";
            let problem = Problem::new(S::BAD_REQUEST, "host-missing", detail);
            return Inside::refused(self.refuse(&request, problem));
        }
        let place = self.places.take();
        if place.is_none() && !VITAL.contains(&request.uri().path()) {
            let detail = "the server has as many requests in hand as it takes";
            let problem = Problem::new(S::SERVICE_UNAVAILABLE, "overloaded", detail);
            let problem = problem.retry_after(Duration::from_secs(1));
            return Inside::refused(self.refuse(&request, problem));
        }
        let mut standing = None;
        if let Some(guard) = &self.guard {
            let admitted = guard.admit(self.client, request.uri().path(), request.headers());
            match admitted {
                Ok((client, left)) => {
                    self.frame.serves(client);
                    standing = left;
                }
                Err(refusal) => {
                    let mut response = self.refuse(&request, refusal.problem);
                    if let Some(standing) = refusal.standing {
                        standing.tell(response.headers_mut());
                    }
                    return Inside::refused(response);
                }
            }
        }
        let answer = tower_service::Service::call(&mut self.frame, request);
        Inside(Stage::Admitted {
            answer,
            place,
            standing,
        })
    }
}

/// A request that was let in, or not.
pub struct Inside(Stage);

enum Stage {
    /// The answer is there already.
    Refused(Option<Response>),
    Admitted {
        answer: Answer,
        /// Kept until the answer has been sent.
        place: Option<Place>,
        /// What the client has left.
        standing: Option<Standing>,
    },
}

type Answer = <Frame as tower_service::Service<Request<Body>>>::Future;

impl fmt::Debug for Inside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Inside")
    }
}

impl Inside {
    fn refused(response: Response) -> Self {
        Self(Stage::Refused(Some(response)))
    }
}

impl Future for Inside {
    type Output = Result<Response, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut self.0 {
            Stage::Refused(response) => {
                Poll::Ready(Ok(response.take().expect("polled once: it is ready then")))
            }
            Stage::Admitted {
                answer,
                place,
                standing,
            } => {
                let Poll::Ready(Ok(mut response)) = Pin::new(answer).poll(context) else {
                    return Poll::Pending;
                };
                if let Some(standing) = standing.take() {
                    standing.tell(response.headers_mut());
                }
                let headers = response.headers_mut();
                headers.insert(
                    header::X_CONTENT_TYPE_OPTIONS,
                    HeaderValue::from_static("nosniff"),
                );
                Poll::Ready(Ok(held(response, place.take())))
            }
        }
    }
}

/// A stream keeps its place until its end.
fn held(response: Response, place: Option<Place>) -> Response {
    match place {
        Some(place) if response.body().size_hint().exact().is_none() => response.map(|body| {
            Body::new(Held {
                body,
                _place: place,
            })
        }),
        Some(_) | None => response,
    }
}

struct Held {
    body: Body,
    _place: Place,
}

impl HttpBody for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> http_body::SizeHint {
        self.body.size_hint()
    }
}
