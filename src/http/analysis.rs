//! `/v1/analysis`: the best lines in one position.

use axum::extract::State;
use axum::response::Response;

use super::bestmove::search;
use super::blocking::Blocking;
use super::extract::Params;
use super::problem::Problem;
use super::reply;
use super::request::SearchFields;
use crate::pool::Pool;

/// Answers the best lines in one position (operation `getAnalysis`).
pub(super) async fn analyse(
    State(pool): State<Pool>,
    State(blocking): State<Blocking>,
    params: Params<SearchFields>,
) -> Result<Response, Problem> {
    let request = params.fields.read(params.origin, &blocking).await?;
    let searched = search(&pool, request)
        .await
        .map_err(|p| p.sent_as(params.origin))?;
    reply::fresh(&searched.analysis())
}
