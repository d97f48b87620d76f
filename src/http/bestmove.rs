//! `/v1/bestmove`: the best move in one position.

use axum::extract::State;
use axum::response::Response;

use super::blocking::Blocking;
use super::extract::Params;
use super::problem::Problem;
use super::reply::{self, Format};
use super::request::{SearchFields, SearchRequest};
use crate::pool::{Pool, Request};
use crate::wire::{Applied, Searched};

/// Answers the best move in one position (operation `getBestMove`).
pub(super) async fn best_move(
    State(pool): State<Pool>,
    State(blocking): State<Blocking>,
    params: Params<SearchFields>,
) -> Result<Response, Problem> {
    let request = params.fields.read(params.origin, &blocking).await?;
    let answer = search(&pool, request)
        .await
        .map_err(|p| p.sent_as(params.origin))?
        .best_move();
    match Format::of(&params.headers) {
        Format::Json => reply::fresh(&answer),
        Format::Text => Ok(reply::fresh_text(
            answer
                .bestmove
                .map_or_else(|| "(none)".to_owned(), |m| m.uci),
        )),
    }
}

/// Answers the headers alone: the request is read and checked, nothing is searched.
pub(super) async fn head(
    State(blocking): State<Blocking>,
    params: Params<SearchFields>,
) -> Result<Response, Problem> {
    params.fields.read(params.origin, &blocking).await?;
    Ok(reply::fresh_head(Format::of(&params.headers)))
}

/// Runs a search that was read.
pub(super) async fn search(pool: &Pool, request: SearchRequest) -> Result<Searched, Problem> {
    let SearchRequest {
        read,
        task,
        engine,
        style,
    } = request;
    let answer = pool.analyse(Request { engine, task }).await?;
    let used = answer.applied;
    let applied = Applied::new(
        &used.limits,
        used.multipv.get(),
        used.threads.get(),
        used.lowered,
    );
    Ok(Searched {
        position: read.position,
        report: answer.report,
        engine: answer.engine,
        applied,
        style,
        findings: read.findings,
    })
}
