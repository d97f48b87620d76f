//! What is wrong with a move, and which moves may be meant.

use serde::Serialize;
use shakmaty::{Chess, Move, Position as _};
use thiserror::Error;

use super::write::{san, uci};
use crate::notation::Span;
use crate::position::{CastlingStyle, Variant};

/// A move in the two notations that answers are written in.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Candidate {
    /// `g1f3`
    pub uci: String,
    /// `Nf3`
    pub san: String,
}

impl Candidate {
    /// A legal move as a candidate.
    pub fn new(board: &Chess, variant: Variant, m: Move) -> Self {
        Self {
            uci: uci(m, CastlingStyle::of(variant)),
            san: san(board, m),
        }
    }
}

/// Why a text is not a move here.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{message}")]
pub struct MoveError {
    /// Stable, kebab-case, listed in [`CODES`](crate::notation::CODES).
    pub code: &'static str,
    /// What is wrong, with the text quoted, and which moves may be meant.
    pub message: String,
    /// The moves that may be meant, if any.
    pub candidates: Vec<Candidate>,
    /// Every legal move, where the text is a move that is not legal.
    pub legal_moves: Vec<Candidate>,
    /// The characters of the text that it is about.
    pub span: Span,
}

impl MoveError {
    pub(super) fn new(code: &'static str, message: String) -> Self {
        Self {
            code,
            message,
            candidates: Vec::new(),
            legal_moves: Vec::new(),
            span: Span::default(),
        }
    }

    /// The same with the moves that may be meant, named in the message.
    pub(super) fn meaning(mut self, board: &Chess, variant: Variant, moves: &[Move]) -> Self {
        let candidates = moves.iter().map(|&m| Candidate::new(board, variant, m));
        self.candidates = candidates.collect();
        if !self.candidates.is_empty() {
            let names = self.candidates.iter().take(8);
            let names: Vec<String> = names.map(|c| format!("{} ({})", c.san, c.uci)).collect();
            self.message
                .push_str(&format!("; possible: {}", names.join(", ")));
        }
        self
    }

    /// The same with all legal moves.
    pub(super) fn with_legal_moves(mut self, board: &Chess, variant: Variant) -> Self {
        let moves = board.legal_moves();
        self.legal_moves = moves
            .iter()
            .map(|&m| Candidate::new(board, variant, m))
            .collect();
        self
    }
}
