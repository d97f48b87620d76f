//! CORS around the door, and what it leaves open about pre-flights: an id, and 404 where there is nothing.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{Method, Request};
use axum::response::Response;
use futures_util::FutureExt as _;
use futures_util::future::Either;
use tower_http::cors::{Cors, ResponseFuture};

use super::client::Client;
use super::door::{Door, Inside};
use super::request_id::RequestId;
use super::routes::PATHS;

/// The whole service; cheap to clone.
#[derive(Clone, Debug)]
pub struct Service(Cors<Door>);

impl Service {
    pub(super) fn new(cors: Cors<Door>) -> Self {
        Self(cors)
    }

    /// From now on all requests come from this client.
    pub(super) fn serves(&mut self, client: Client) {
        self.0.get_mut().serves(client);
    }
}

type Named = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

impl<B> tower_service::Service<Request<B>> for Service
where
    B: HttpBody<Data = Bytes, Error: Into<axum::BoxError>> + Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Either<ResponseFuture<Inside>, Named>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        if request.method() != Method::OPTIONS {
            return Either::Left(self.0.call(request));
        }
        let id = RequestId::of(request.headers());
        if !PATHS.contains(&request.uri().path()) {
            // CORS would say that all is well; any other method is told that there is nothing.
            *request.method_mut() = Method::GET;
        }
        let named = |answer: Result<Response, Infallible>| {
            answer.map(|mut response| {
                id.echo(response.headers_mut());
                response
            })
        };
        Either::Right(Box::pin(self.0.call(request).map(named)))
    }
}
