//! What a move changes for the network: the pieces that came and went.

use arrayvec::ArrayVec;
use shakmaty::{Color, File, Piece, Role, Square};

use super::super::super::board::Watcher;

/// Two pieces at most come or go: in castling, or with a capture.
pub(super) type Pieces = ArrayVec<(Piece, Square), 2>;

/// What one move changed.
#[derive(Clone, Debug, Default)]
pub(in super::super::super) struct Changes {
    pub(super) came: Pieces,
    pub(super) went: Pieces,
}

impl Watcher for Changes {
    fn put(&mut self, piece: Piece, square: Square) {
        self.came.push((piece, square));
    }

    fn take(&mut self, piece: Piece, square: Square) {
        self.went.push((piece, square));
    }
}

impl Changes {
    /// Whether the king of a side went to the other half of the board, so that it sees everything
    /// mirrored.
    pub(super) fn mirrors(&self, side: Color) -> bool {
        let king = |pieces: &Pieces| {
            let found = pieces.iter().find(|entry| entry.0 == Role::King.of(side));
            found.map(|&(_, square)| View::new(side, square))
        };
        king(&self.went) != king(&self.came)
    }
}

/// How a side sees the board.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct View {
    side: Color,
    mirrored: bool,
}

impl View {
    pub(super) fn new(side: Color, king: Square) -> Self {
        Self {
            side,
            mirrored: king.file() < File::E,
        }
    }

    /// The input that a piece on a square turns on.
    pub(super) fn input(self, piece: Piece, square: Square) -> usize {
        let square = match self.side {
            Color::White => square,
            Color::Black => square.flip_vertical(),
        };
        let square = if self.mirrored {
            square.flip_horizontal()
        } else {
            square
        };
        let theirs = usize::from(piece.color != self.side);
        (theirs * 6 + piece.role as usize - 1) * 64 + square.to_usize()
    }
}
