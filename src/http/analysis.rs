//! `/v1/analysis`: the best lines in one position, at the end or as they are found.

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use tokio::time::timeout;

use super::blocking::Blocking;
use super::client::Client;
use super::events::{self, Events};
use super::extract::Params;
use super::problem::Problem;
use super::reply;
use super::request::SearchFields;
use super::request_id::RequestId;
use super::searching::Searching;
use crate::pool::Pool;

/// How long a stream waits for a refusal before it begins.
const AT_ONCE: Duration = Duration::from_millis(5);

/// Where it is served.
pub(super) const PATH: &str = "/v1/analysis";

/// Answers the best lines in one position (operation `getAnalysis`).
pub(super) async fn analyse(
    State(pool): State<Pool>,
    State(blocking): State<Blocking>,
    client: Client,
    id: RequestId,
    params: Params<SearchFields>,
) -> Result<Response, Problem> {
    let form = Events::of(&params.headers);
    if form == Some(Events::ServerSent) && events::is_done(&params.headers) {
        // An EventSource that reconnects after its last event has all there is.
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let request = params.fields.read(params.origin, &blocking).await?;
    let at = |problem: Problem| problem.sent_as(params.origin);
    let search = Searching::open(&pool, request, client, &params.headers).map_err(at)?;
    if let Some(form) = form {
        // What is refused at once, a full queue for instance, is refused with its status.
        if let Ok(Err(refusal)) = timeout(AT_ONCE, search.answer()).await {
            return Err(at(refusal));
        }
        return Ok(form.respond(search, id));
    }
    let (searched, age) = search.answer().await.map_err(at)?;
    Ok(reply::aged(reply::fresh(&searched.analysis())?, age))
}
