//! The route table.

use axum::Router;
use axum::http::{Method, StatusCode};
use axum::routing::{MethodRouter, get, post};

use super::door::Door;
use super::frame::{cors, frame};
use super::preflight::Service;
use super::problem::Problem;
use super::state::AppState;
use super::{
    analysis, batch, bestmove, contract, convert, engines, health, index, live, metrics, pgn,
    position, recognize, uci, validate,
};

/// Every path that is served.
pub const PATHS: &[&str] = &[
    "/",
    "/healthz",
    "/metrics",
    "/openapi.yaml",
    "/readyz",
    analysis::PATH,
    "/v1/analysis/batch",
    "/v1/analysis/ws",
    bestmove::PATH,
    "/v1/convert",
    "/v1/engines",
    validate::PATH,
    "/v1/pgn/format",
    "/v1/pgn/parse",
    "/v1/position",
    "/v1/recognize",
    "/v1/uci",
];

fn route(path: &str) -> MethodRouter<AppState> {
    match path {
        "/" => get(index::index),
        "/metrics" => get(metrics::metrics),
        "/healthz" => get(health::alive),
        "/openapi.yaml" => get(contract::contract),
        "/readyz" => get(health::ready),
        analysis::PATH => get(analysis::analyse)
            .post(analysis::analyse)
            .head(bestmove::head),
        "/v1/analysis/batch" => post(batch::batch),
        "/v1/analysis/ws" => get(live::live),
        bestmove::PATH => get(bestmove::best_move)
            .post(bestmove::best_move)
            .head(bestmove::head),
        "/v1/convert" => get(convert::convert).post(convert::convert),
        "/v1/engines" => get(engines::engines),
        validate::PATH => get(validate::validate).post(validate::validate),
        "/v1/pgn/format" => post(pgn::format),
        "/v1/pgn/parse" => post(pgn::parse),
        "/v1/position" => get(position::position).post(position::position),
        "/v1/recognize" => post(recognize::recognize),
        "/v1/uci" => get(uci::uci),
        _ => MethodRouter::new(),
    }
}

/// The service: every route, and what surrounds all of them.
pub fn service(state: AppState) -> Service {
    let routes = PATHS.iter().fold(Router::new(), |router, path| {
        router.route(path, route(path))
    });
    let routes = routes
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed);
    let around = state.clone();
    let framed = frame(&around, routes.with_state(state));
    Service::new(cors(Door::new(framed, &around), &around.http.cors_origin))
}

async fn not_found(uri: axum::http::Uri) -> Problem {
    let detail = format!(
        "there is nothing at {}; /openapi.yaml says what there is",
        crate::notation::quote(uri.path())
    );
    Problem::new(StatusCode::NOT_FOUND, "not-found", detail)
}

async fn method_not_allowed(method: Method, uri: axum::http::Uri) -> Problem {
    let method = crate::notation::quote(method.as_str());
    let path = crate::notation::quote(uri.path());
    let detail = format!("{method} is not a method of {path}; the Allow header lists them");
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", detail)
}
