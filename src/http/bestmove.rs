//! `/v1/bestmove`: the best move in one position.

use axum::extract::State;
use axum::response::Response;

use super::blocking::Blocking;
use super::client::Client;
use super::extract::Params;
use super::problem::Problem;
use super::reply::{self, Format};
use super::request::SearchFields;
use super::searching::Searching;
use crate::pool::Pool;

/// Where it is served.
pub(super) const PATH: &str = "/v1/bestmove";

/// Answers the best move in one position (operation `getBestMove`).
pub(super) async fn best_move(
    State(pool): State<Pool>,
    State(blocking): State<Blocking>,
    client: Client,
    params: Params<SearchFields>,
) -> Result<Response, Problem> {
    let request = params.fields.read(params.origin, &blocking).await?;
    let at = |problem: Problem| problem.sent_as(params.origin);
    let search = Searching::open(&pool, request, client, &params.headers).map_err(at)?;
    let (searched, age) = search.answer().await.map_err(at)?;
    let answer = searched.best_move();
    let response = match Format::of(&params.headers) {
        Format::Json => reply::fresh(&answer)?,
        Format::Text => reply::fresh_text(
            answer
                .bestmove
                .map_or_else(|| "(none)".to_owned(), |m| m.uci),
        ),
    };
    Ok(reply::aged(response, age))
}

/// Answers the headers alone: the request is read and checked, nothing is searched.
pub(super) async fn head(
    State(blocking): State<Blocking>,
    params: Params<SearchFields>,
) -> Result<Response, Problem> {
    params.fields.read(params.origin, &blocking).await?;
    Ok(reply::fresh_head(Format::of(&params.headers)))
}
