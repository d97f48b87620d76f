//! Moves that are alternatives in one position, as `searchmoves` gives them.

use shakmaty::Move;

use super::moves::{ReadAs, read_move};
use super::source::{Moves, SourceError};
use super::{Field, Finding, Findings, Language};
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
    let (items, is_list): (Vec<&str>, _) = match moves {
        Moves::Text(text) => {
            let items = text
                .split([' ', ',', '\t', '\n'])
                .filter(|item| !item.is_empty());
            (items.collect(), false)
        }
        Moves::List(items) => (items.iter().map(String::as_str).collect(), true),
    };
    let mut read = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        let (m, _) = read_move(position, item, ReadAs { language }).map_err(|error| {
            let detail = format!("move {}: {}", index + 1, error.message);
            let mut findings = Findings::new();
            findings.push(Finding::error(
                error.code,
                Field::Moves,
                error.span,
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
