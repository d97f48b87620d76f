//! `/v1/convert`: any source in any form.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;

use super::blocking::Blocking;
use super::extract::{Origin, Params};
use super::number::Number;
use super::problem::Problem;
use super::reply::{self, Format};
use super::request::{MoveText, SourceFields, language, language_out};
use crate::notation::game_of;
use crate::position::{CastlingStyle, EpStyle, FenStyle};
use crate::wire::{Conversion, Converted, Form, Style};

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
    to: Option<Form>,
    castling_style: Option<CastlingStyle>,
    fen_style: Option<FenStyle>,
    ep_style: Option<EpStyle>,
    language_out: Option<String>,
}

/// Writes a position or a line of moves in another form (operation `convert`).
pub(super) async fn convert(
    State(blocking): State<Blocking>,
    params: Params<Fields>,
) -> Result<Response, Problem> {
    let Params {
        fields,
        origin,
        headers,
    } = params;
    let at = |problem: Problem| problem.sent_as(origin);
    let to = fields.to.ok_or_else(missing_form).map_err(at)?;
    let language_out = language_out(fields.language_out.as_deref()).map_err(at)?;
    let style = Style::new(
        None,
        fields.castling_style,
        fields.fen_style,
        fields.ep_style,
        language_out,
    );
    let whole = (to == Form::Pgn)
        .then(|| whole_game(&fields))
        .transpose()
        .map_err(at)?
        .flatten();
    let source = SourceFields {
        fen: fields.fen,
        pgn: fields.pgn,
        game: fields.game,
        ply: fields.ply,
        moves: fields.moves,
        variant: fields.variant,
        language: fields.language,
    };
    let conversion = match whole {
        Some(game) => game.read(origin, &blocking).await?,
        None => {
            let size = source.size();
            let read = source.read(origin, &blocking).await?;
            blocking
                .run(size, move || Conversion::new(read, to, style))
                .await?
        }
    };
    answer(&headers, &conversion)
}

fn answer(headers: &HeaderMap, conversion: &Conversion) -> Result<Response, Problem> {
    match Format::of(headers) {
        Format::Json => reply::cacheable(headers, conversion),
        Format::Text => Ok(reply::cacheable_text(
            headers,
            match &conversion.result {
                Converted::Text(text) => text.clone(),
                Converted::Moves(moves) => moves.join(" "),
            },
        )),
    }
}

fn missing_form() -> Problem {
    let detail =
        "to is missing, expected to=fen, xfen, shredder, epd, uci, san, lan, figurine, iccf or pgn";
    Problem::new(StatusCode::BAD_REQUEST, "missing-field", detail).field("to")
}

/// A game of a PGN that is written whole, variations and comments included.
struct WholeGame {
    pgn: String,
    game: u32,
    language: Option<crate::notation::Language>,
}

/// Only a PGN from its start to its end has variations to keep.
fn whole_game(fields: &Fields) -> Result<Option<WholeGame>, Problem> {
    let Some(pgn) = &fields.pgn else {
        return Ok(None);
    };
    if fields.fen.is_some() || fields.ply.is_some() || fields.moves.is_some() {
        return Ok(None);
    }
    let game = super::request::game_number(fields.game)?;
    let language = fields.language.as_deref().map(language).transpose()?;
    Ok(Some(WholeGame {
        pgn: pgn.clone(),
        game,
        language,
    }))
}

impl WholeGame {
    async fn read(self, origin: Origin, blocking: &Blocking) -> Result<Conversion, Problem> {
        let Self {
            pgn,
            game,
            language,
        } = self;
        let size = pgn.len();
        let read = move || game_of(&pgn, game, language).map(|game| Conversion::of_game(&game));
        let written = blocking.run(size, read).await?;
        written.map_err(|error| Problem::from(error).sent_as(origin))
    }
}
