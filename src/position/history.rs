//! A position together with the moves that led to it.

use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position as _};
use thiserror::Error;

use super::{Claim, Status, Variant};

/// Two positions are the same for repetition exactly when their keys are equal (Zobrist hash with
/// the side to move, castling rights, and the en passant square only where a capture is legal).
pub type PositionKey = u64;

/// A move that the rules do not allow in the position it was played in.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("{0} is not legal here")]
pub struct IllegalMove(pub UciMove);

/// A position with its history: the root that was given, the moves played from there, and where
/// they led.
#[derive(Clone, Debug)]
pub struct Position {
    variant: Variant,
    root: Chess,
    root_occurrences: usize,
    moves: Vec<Move>,
    keys: Vec<PositionKey>,
    board: Chess,
}

impl Default for Position {
    fn default() -> Self {
        Self::new(Chess::default(), Variant::Standard)
    }
}

impl Position {
    /// A position without history.
    pub fn new(root: Chess, variant: Variant) -> Self {
        Self {
            variant,
            root_occurrences: 1,
            keys: vec![key(&root)],
            moves: Vec::new(),
            board: root.clone(),
            root,
        }
    }

    /// A position whose game is not known, but how often it has stood on the board, now included
    /// (the `rc` of an EPD); 0 is taken as 1.
    pub fn occurring(root: Chess, variant: Variant, occurrences: usize) -> Self {
        Self {
            root_occurrences: occurrences.max(1),
            ..Self::new(root, variant)
        }
    }

    /// Plays one move.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] when the rules forbid it; the position is unchanged then.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !self.board.is_legal(m) {
            return Err(IllegalMove(UciMove::from_standard(m)));
        }
        self.board.play_unchecked(m);
        self.moves.push(m);
        self.keys.push(key(&self.board));
        Ok(())
    }

    /// The rules that it is played by.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Where the moves start.
    pub fn root(&self) -> &Chess {
        &self.root
    }

    /// How often the root has stood on the board when the moves start: at least 1.
    pub fn root_occurrences(&self) -> usize {
        self.root_occurrences
    }

    /// The moves from the root, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position reached.
    pub fn board(&self) -> &Chess {
        &self.board
    }

    /// The keys of every position from the root to the one reached, in order; never empty.
    pub fn keys(&self) -> &[PositionKey] {
        &self.keys
    }

    /// How often the position reached has stood on the board, now included: at least 1.
    pub fn repetitions(&self) -> usize {
        let now = key(&self.board);
        let reversible = usize::try_from(self.board.halfmoves()).unwrap_or(usize::MAX);
        let window = self.keys.len().min(reversible.saturating_add(1));
        let root_again = self.keys.len() % 2 == 1 && self.keys.first() == Some(&now);
        let before_root = if root_again {
            self.root_occurrences - 1
        } else {
            0
        };
        before_root
            + self
                .keys
                .iter()
                .rev()
                .take(window)
                .step_by(2)
                .filter(|&&k| k == now)
                .count()
                .max(1)
    }

    /// Whether the game is over here.
    pub fn status(&self) -> Status {
        if self.board.legal_moves().is_empty() {
            return if self.board.is_check() {
                Status::Checkmate
            } else {
                Status::Stalemate
            };
        }
        if self.board.is_insufficient_material() {
            Status::InsufficientMaterial
        } else if self.repetitions() >= 5 {
            Status::FivefoldRepetition
        } else if self.board.halfmoves() >= 150 {
            Status::SeventyFiveMoves
        } else {
            Status::Ongoing
        }
    }

    /// The draws that can be claimed; empty when the game is over.
    pub fn claims(&self) -> Vec<Claim> {
        let mut claims = Vec::new();
        if self.status().is_over() {
            return claims;
        }
        if self.repetitions() >= 3 {
            claims.push(Claim::ThreefoldRepetition);
        }
        if self.board.halfmoves() >= 100 {
            claims.push(Claim::FiftyMoves);
        }
        claims
    }
}

fn key(board: &Chess) -> PositionKey {
    board.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(moves: &[&str]) -> Position {
        let mut position = Position::default();
        for text in moves {
            let uci: UciMove = text.parse().unwrap();
            let m = uci.to_move(position.board()).unwrap();
            position.play(m).unwrap();
        }
        position
    }

    #[test]
    fn knights_that_come_home_repeat() {
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let twice = played(&shuffle);
        assert_eq!((twice.repetitions(), twice.claims()), (2, vec![]));
        let thrice = played(&shuffle.repeat(2));
        assert_eq!(
            (thrice.repetitions(), thrice.claims()),
            (3, vec![Claim::ThreefoldRepetition])
        );
        assert_eq!(thrice.status(), Status::Ongoing);
        assert_eq!(
            played(&shuffle.repeat(4)).status(),
            Status::FivefoldRepetition
        );
    }

    #[test]
    fn occurrences_before_the_root_count() {
        let mut position = Position::occurring(Chess::default(), Variant::Standard, 2);
        assert_eq!(position.repetitions(), 2);
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            let m = text
                .parse::<UciMove>()
                .unwrap()
                .to_move(position.board())
                .unwrap();
            position.play(m).unwrap();
        }
        assert_eq!(position.repetitions(), 3);
    }

    #[test]
    fn fools_mate_is_over() {
        let mated = played(&["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert_eq!(mated.status(), Status::Checkmate);
        assert!(mated.claims().is_empty());
    }

    #[test]
    fn illegal_moves_change_nothing() {
        let mut position = Position::default();
        let m = Move::Normal {
            role: shakmaty::Role::Rook,
            from: shakmaty::Square::A1,
            capture: None,
            to: shakmaty::Square::A5,
            promotion: None,
        };
        assert!(position.play(m).is_err());
        assert_eq!(position.board(), &Chess::default());
    }
}
