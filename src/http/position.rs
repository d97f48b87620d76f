//! `/v1/position`: everything that can be said of a position without a search.

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;

use super::blocking::Blocking;
use super::extract::Params;
use super::number::Number;
use super::problem::Problem;
use super::reply::{self, Format};
use super::request::{MoveText, SourceFields, language_out};
use crate::position::{CastlingStyle, EpStyle, FenStyle};
use crate::wire::{Board, PositionFacts, Style};

/// The fields of the request.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Fields {
    fen: Option<String>,
    pgn: Option<String>,
    game: Option<Number>,
    ply: Option<Number>,
    moves: Option<MoveText>,
    variant: Option<String>,
    language: Option<String>,
    castling_style: Option<CastlingStyle>,
    fen_style: Option<FenStyle>,
    ep_style: Option<EpStyle>,
    language_out: Option<String>,
}

/// Answers the facts of one position (operation `getPosition`).
pub(super) async fn position(
    State(blocking): State<Blocking>,
    params: Params<Fields>,
) -> Result<Response, Problem> {
    let Params {
        fields,
        origin,
        headers,
    } = params;
    let language = language_out(fields.language_out.as_deref());
    let language = language.map_err(|problem| problem.sent_as(origin))?;
    let style = Style::new(
        None,
        fields.castling_style,
        fields.fen_style,
        fields.ep_style,
        language,
    );
    let source = SourceFields {
        fen: fields.fen,
        pgn: fields.pgn,
        game: fields.game,
        ply: fields.ply,
        moves: fields.moves,
        variant: fields.variant,
        language: fields.language,
    };
    let read = source.read(origin, &blocking).await?;
    let facts = PositionFacts::new(&read.position, style, read.findings);
    match Format::of(&headers) {
        Format::Json => reply::cacheable(&headers, &facts),
        Format::Text => Ok(reply::cacheable_text(&headers, Board(&facts).to_string())),
    }
}
