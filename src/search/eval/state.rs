//! The part of the evaluation that follows the pieces move by move.

use shakmaty::{Color, Piece, Role, Square};

use super::super::board::{Board, Watcher};
use super::pair::Pair;
use super::terms::PIECE_SQUARE;
use super::weights::WEIGHTS;

/// Phase of a board with every piece on it.
pub(super) const FULL_PHASE: i32 = 24;

/// Piece-square sums, White less Black, and the phase.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(in super::super) struct State {
    pub(super) squares: Pair,
    phase: i32,
}

/// The piece-square term of a piece.
pub(super) fn square_term(piece: Piece, square: Square) -> usize {
    let seen = match piece.color {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    };
    PIECE_SQUARE + (piece.role as usize - 1) * 64 + seen.to_usize()
}

/// How much of the middlegame a piece stands for.
fn phase_of(role: Role) -> i32 {
    match role {
        Role::Pawn | Role::King => 0,
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
    }
}

fn signed(piece: Piece, square: Square) -> Pair {
    let weight = WEIGHTS[square_term(piece, square)];
    match piece.color {
        Color::White => weight,
        Color::Black => -weight,
    }
}

impl State {
    /// The state of a board, from scratch.
    pub(in super::super) fn new(board: &Board) -> Self {
        let mut state = Self::default();
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                state.put(piece, square);
            }
        }
        state
    }

    /// 0 (endgame) to [`FULL_PHASE`].
    pub(super) fn phase(&self) -> i32 {
        self.phase.min(FULL_PHASE)
    }
}

impl Watcher for State {
    fn put(&mut self, piece: Piece, square: Square) {
        self.squares += signed(piece, square);
        self.phase += phase_of(piece.role);
    }

    fn take(&mut self, piece: Piece, square: Square) {
        self.squares -= signed(piece, square);
        self.phase -= phase_of(piece.role);
    }
}
