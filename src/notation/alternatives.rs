//! Moves that are alternatives in one position, as `searchmoves` gives them.

use shakmaty::Move;

use super::moves::{ReadAs, read_move};
use super::source::{Moves, SourceError};
use super::{Field, Finding, Findings, Language, Span};
use crate::position::Position;

/// Reads moves that are all played from the same position; one that is named twice counts once.
///
/// # Errors
///
/// [`SourceError`] names the first that is not legal, with `searchmoves` as its parameter.
pub fn read_alternatives(
    position: &Position,
    moves: &Moves,
    language: Option<Language>,
) -> Result<Vec<Move>, SourceError> {
    let (items, is_list): (Vec<(usize, &str)>, _) = match moves {
        Moves::Text(text) => (items(text), false),
        Moves::List(items) => (items.iter().map(|item| (0, item.as_str())).collect(), true),
    };
    let mut read = Vec::new();
    for (index, (at, item)) in items.into_iter().enumerate() {
        let (m, _) = read_move(position, item, ReadAs { language }).map_err(|error| {
            let detail = format!("move {}: {}", index + 1, error.message);
            let mut findings = Findings::new();
            findings.push(Finding::error(
                error.code,
                Field::SearchMoves,
                Span::new(at, at + item.chars().count()),
                detail.clone(),
            ));
            SourceError {
                parameter: "searchmoves",
                index: is_list.then_some(index),
                code: error.code,
                detail,
                findings,
                legal_moves: (!error.legal_moves.is_empty()).then_some(error.legal_moves),
            }
        })?;
        if !read.contains(&m) {
            read.push(m);
        }
    }
    Ok(read)
}

/// The moves of a text, each with the number of characters before it.
fn items(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    let parts = text.split([' ', ',', '\t', '\n']).map(|item| {
        let begin = at;
        at += item.chars().count() + 1;
        (begin, item)
    });
    parts.filter(|(_, item)| !item.is_empty()).collect()
}
