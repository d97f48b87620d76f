//! `/v1/fen/validate`: everything that is wrong with a FEN, where, and how to mend it.

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;

use super::extract::Params;
use super::problem::Problem;
use super::reply;
use super::request::{language_out, variant};
use crate::notation::fen;
use crate::position::{CastlingStyle, EpStyle, FenStyle};
use crate::wire::{Include, Style, Validation};

/// The fields of the request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fields {
    fen: Option<String>,
    variant: Option<String>,
    include: Option<IncludeField>,
    castling_style: Option<CastlingStyle>,
    fen_style: Option<FenStyle>,
    ep_style: Option<EpStyle>,
    language_out: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum IncludeField {
    Position,
}

/// Where it is served.
pub(super) const PATH: &str = "/v1/fen/validate";

/// Answers the verdict on one FEN (operation `validateFen`).
pub(super) async fn validate(params: Params<Fields>) -> Result<Response, Problem> {
    verdict(params)
}

/// The same for a request whose fields stand in the query: it has no body to wait for.
pub(super) fn of_query(query: &str, headers: HeaderMap) -> Result<Response, Problem> {
    verdict(Params::of_query(query, headers)?)
}

fn verdict(params: Params<Fields>) -> Result<Response, Problem> {
    let Params {
        fields,
        origin,
        headers,
    } = params;
    let Some(text) = fields.fen else {
        let detail = "no fen; send the text that is to be validated";
        let missing = Problem::new(StatusCode::BAD_REQUEST, "missing-field", detail);
        return Err(missing.field("fen").sent_as(origin));
    };
    let language = language_out(fields.language_out.as_deref());
    let language = language.map_err(|problem| problem.sent_as(origin))?;
    let style = Style::new(
        None,
        fields.castling_style,
        fields.fen_style,
        fields.ep_style,
        language,
    );
    let include = match fields.include {
        Some(IncludeField::Position) => Include::Position,
        None => Include::Nothing,
    };
    let variant = fields.variant.as_deref().map(variant).transpose();
    let variant = variant.map_err(|problem| problem.sent_as(origin))?;
    let verdict = Validation::new(fen::read(&text, variant), style, include);
    reply::cacheable(&headers, &verdict)
}
