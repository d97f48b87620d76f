//! The route table, and the layers around it.

use axum::Router;
use axum::http::{Method, StatusCode, header};
use axum::middleware::from_fn;
use axum::response::IntoResponse as _;
use axum::routing::{MethodRouter, get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{Any, CorsLayer};
use tower_http::trace::TraceLayer;

use super::problem::{Problem, write_documents};
use super::request_id::identify;
use super::state::AppState;
use super::{
    analysis, bestmove, contract, convert, engines, health, index, pgn, position, validate,
};

/// Every path that is served.
pub const PATHS: &[&str] = &[
    "/",
    "/healthz",
    "/openapi.yaml",
    "/readyz",
    "/v1/analysis",
    "/v1/bestmove",
    "/v1/convert",
    "/v1/engines",
    "/v1/fen/validate",
    "/v1/pgn/format",
    "/v1/pgn/parse",
    "/v1/position",
];

fn route(path: &str) -> MethodRouter<AppState> {
    match path {
        "/" => get(index::index),
        "/healthz" => get(health::alive),
        "/openapi.yaml" => get(contract::contract),
        "/readyz" => get(health::ready),
        "/v1/analysis" => get(analysis::analyse)
            .post(analysis::analyse)
            .head(bestmove::head),
        "/v1/bestmove" => get(bestmove::best_move)
            .post(bestmove::best_move)
            .head(bestmove::head),
        "/v1/convert" => get(convert::convert).post(convert::convert),
        "/v1/engines" => get(engines::engines),
        "/v1/fen/validate" => get(validate::validate).post(validate::validate),
        "/v1/pgn/format" => post(pgn::format),
        "/v1/pgn/parse" => post(pgn::parse),
        "/v1/position" => get(position::position).post(position::position),
        _ => MethodRouter::new(),
    }
}

/// The service: every route, with errors as problem documents on all of them.
pub fn router(state: AppState) -> Router {
    let routes = PATHS.iter().fold(Router::new(), |router, path| {
        router.route(path, route(path))
    });
    routes
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .with_state(state)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn(write_documents))
        .layer(cors())
        .layer(TraceLayer::new_for_http())
        .layer(from_fn(identify))
}

async fn not_found(uri: axum::http::Uri) -> Problem {
    let detail = format!("there is nothing at {}", crate::notation::quote(uri.path()));
    Problem::new(StatusCode::NOT_FOUND, "not-found", detail)
}

async fn method_not_allowed(method: Method, uri: axum::http::Uri) -> Problem {
    let method = crate::notation::quote(method.as_str());
    let path = crate::notation::quote(uri.path());
    let detail = format!("{method} is not a method of {path}; the Allow header lists them");
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", detail)
}

#[expect(clippy::needless_pass_by_value, reason = "the layer's signature")]
fn panicked(cause: Box<dyn std::any::Any + Send>) -> axum::response::Response {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text
        .or_else(|| cause.downcast_ref::<&str>().copied())
        .unwrap_or("unknown");
    Problem::internal(format!("a handler panicked: {text}")).into_response()
}

/// Any page may ask: the service has no cookies and no secrets to lend.
fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD, Method::POST])
        .allow_headers(Any)
        .expose_headers([
            header::ETAG,
            header::RETRY_AFTER,
            header::HeaderName::from_static("x-request-id"),
        ])
        .max_age(std::time::Duration::from_secs(86_400))
}
