//! Which language a game's piece letters are of, when English does not do.

use shakmaty::Chess;

use super::reading;
use crate::notation::Language;
use crate::position::Variant;

/// The first move of a game that could not be read in the language at hand, and its board.
#[derive(Clone, Debug)]
pub(super) struct Puzzle {
    pub(super) word: String,
    pub(super) board: Chess,
    pub(super) variant: Variant,
}

/// The languages that read the move, those with the same letters for the whole game told apart
/// by their order alone.
pub(super) fn candidates(puzzle: &Puzzle) -> Vec<Language> {
    let reads = |language: &Language| {
        reading::read(&puzzle.board, puzzle.variant, &puzzle.word, *language).is_ok()
    };
    Language::all()
        .filter(|&language| language != Language::ENGLISH && language != Language::FIGURINE)
        .filter(reads)
        .collect()
}
