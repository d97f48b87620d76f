//! `/healthz` and `/readyz`: whether the process lives, and whether it can do its work.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;

use super::problem::Problem;
use super::reply;
use crate::pool::{Pool, PoolError};

#[derive(Serialize)]
struct Alive {
    status: &'static str,
    version: &'static str,
}

/// Says that the process answers (operation `getHealth`).
pub(super) async fn alive() -> Result<Response, Problem> {
    reply::fresh(&Alive {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
    })
}

#[derive(Serialize)]
struct Ready {
    status: &'static str,
    engine: String,
    failing: Vec<String>,
}

/// Says whether searches can be served: 503 when shutting down, or when the default engine will
/// not start (operation `getReadiness`).
pub(super) async fn ready(State(pool): State<Pool>) -> Result<Response, Problem> {
    let status = pool
        .status()
        .await
        .filter(|status| status.open)
        .ok_or(PoolError::Closed)?;
    let failing = status
        .engines
        .iter()
        .filter(|engine| engine.failures > 1 || engine.is_lost());
    let failing: Vec<String> = failing.map(|engine| engine.name.clone()).collect();
    let engine = pool.default_engine().to_owned();
    if failing.contains(&engine) {
        let detail = format!("the default engine {engine:?} does not start");
        return Err(Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "engine-failed",
            detail,
        ));
    }
    reply::fresh(&Ready {
        status: "ready",
        engine,
        failing,
    })
}
