//! Single moves: the fast way for SAN as programs write it, the forgiving reader for the rest.

use shakmaty::san::San;
use shakmaty::{Chess, Move};

use super::shortcut::{certain, short};
use crate::notation::moves::{MoveError, ReadAs, read_on};
use crate::notation::{Findings, Language};
use crate::position::Variant;

/// Reads a move in English SAN that lacks nothing but perhaps its check mark. In another language,
/// only moves without a piece letter.
pub(super) fn fast(board: &Chess, word: &str, language: Language) -> Option<Move> {
    let letterless = matches!(word.as_bytes().first(), Some(b'a'..=b'h' | b'O'));
    if language != Language::ENGLISH && !letterless {
        return None;
    }
    let san = short(word.as_bytes()).or_else(|| San::from_ascii(word.as_bytes()).ok())?;
    certain(board, san).or_else(|| san.to_move(board).ok())
}

/// Reads a move however it is written, in one language, and says what was repaired.
pub(super) fn read(
    board: &Chess,
    variant: Variant,
    word: &str,
    language: Language,
) -> Result<(Move, Findings), MoveError> {
    let how = ReadAs {
        language: Some(language),
    };
    read_on(board, variant, word, how)
}
