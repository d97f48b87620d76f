//! What to say where a text gave no move.

use shakmaty::Move;

use super::clean::Cleaned;
use super::error::MoveError;
use super::read::{Fail, Found, Reader};
use super::shape::shapes;
use super::why;
use crate::notation::{Language, quote};

impl Reader<'_> {
    pub(super) fn error(&self, fail: Fail) -> MoveError {
        let quoted = quote(self.text);
        match fail {
            Fail::NoShape => {
                let message =
                    format!("{quoted} is no move, expected UCI (\"e2e4\") or SAN (\"Nf3\")");
                MoveError::new("move-unreadable", message)
            }
            Fail::NoMove(shape) => {
                let message = format!(
                    "{quoted} is not legal here: {}",
                    why::not_legal(self.board, shape)
                );
                MoveError::new("move-illegal", message).with_legal_moves(self.board, self.variant)
            }
            Fail::Several(moves) => {
                let message =
                    format!("{quoted} is ambiguous, expected a move that names its piece");
                MoveError::new("move-ambiguous", message).meaning(self.board, self.variant, &moves)
            }
            Fail::Incomplete(moves) => {
                let promotion = moves.iter().all(|m| m.is_promotion());
                let (code, missing) = match (promotion, moves.len()) {
                    (true, _) => ("move-promotion", "expected the piece that the pawn becomes"),
                    (false, 1) => ("move-incomplete", "expected the file of the capturing pawn"),
                    (false, _) => ("move-ambiguous", "expected the file of the capturing pawn"),
                };
                let message = format!("{quoted} does not say enough, {missing}");
                MoveError::new(code, message).meaning(self.board, self.variant, &moves)
            }
        }
    }

    pub(super) fn unreadable(&self, cleaned: &Cleaned, fail: Fail) -> MoveError {
        let speakers =
            Language::all().filter(|&language| !shapes(&cleaned.core, language).is_empty());
        let names: Vec<&str> = speakers.take(4).map(Language::name).collect();
        let mut error = self.error(fail);
        if !names.is_empty() {
            error.code = "move-illegal";
            error.message = format!(
                "{} has piece letters of {}, and is not legal in any of them",
                quote(self.text),
                names.join(", ")
            );
            error = error.with_legal_moves(self.board, self.variant);
        }
        error
    }

    pub(super) fn languages_differ(&self, read: &[(Language, Found)]) -> MoveError {
        let mut moves: Vec<Move> = Vec::new();
        for (_, found) in read {
            if !moves.contains(&found.m) {
                moves.push(found.m);
            }
        }
        let message = format!(
            "{} is another move in each language, expected the field \"language\"",
            quote(self.text)
        );
        MoveError::new("move-ambiguous", message).meaning(self.board, self.variant, &moves)
    }
}
