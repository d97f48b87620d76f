//! The first layer's sums along the path of a search, worked out when they are asked for.

use shakmaty::Color;

use super::super::super::board::Board;
use super::changes::{Changes, View};
use super::weights::{WEIGHTS, Weights};
use super::{HIDDEN, Sums, bucket, kernels, output};

/// The sums at one ply.
#[derive(Clone, Debug)]
struct Layer {
    /// By colour.
    sums: [Sums; 2],
    /// By colour: whether the sums are those of this ply's board.
    done: [bool; 2],
    /// What the move that led here changed.
    changes: Changes,
}

/// The sums of every ply of a path.
///
/// A move only notes what it changes. An evaluation brings the sums up to date from the last ply
/// that has them, or anew where a king crossed the middle since.
#[derive(Debug)]
pub(in super::super::super) struct Accumulators {
    weights: &'static Weights,
    layers: Vec<Layer>,
}

impl Accumulators {
    /// For paths of at most `plies`.
    pub(in super::super::super) fn new(plies: usize) -> Self {
        let layer = Layer {
            sums: [Sums([0; HIDDEN]), Sums([0; HIDDEN])],
            done: [false; 2],
            changes: Changes::default(),
        };
        Self {
            weights: &WEIGHTS,
            layers: vec![layer; plies + 1],
        }
    }

    /// Begins a path at a board.
    pub(in super::super::super) fn set_root(&mut self, board: &Board) {
        for side in Color::ALL {
            self.refresh(board, 0, side);
        }
    }

    /// Where the changes of the move that leads to a ply are to be noted.
    pub(in super::super::super) fn enter(&mut self, ply: usize) -> &mut Changes {
        let layer = &mut self.layers[ply];
        layer.done = [false; 2];
        layer.changes = Changes::default();
        &mut layer.changes
    }

    /// What the network says of the board at a ply, for its side to move, in centipawns.
    pub(in super::super::super) fn evaluate(&mut self, board: &Board, ply: usize) -> i32 {
        for side in Color::ALL {
            self.update(board, ply, side);
        }
        let sums = &self.layers[ply].sums;
        let (ours, theirs) = (board.turn() as usize, !board.turn() as usize);
        output(self.weights, &sums[ours], &sums[theirs], bucket(board))
    }

    fn update(&mut self, board: &Board, ply: usize, side: Color) {
        let mut from = ply;
        while !self.layers[from].done[side as usize] {
            if from == 0 || self.layers[from].changes.mirrors(side) {
                return self.refresh(board, ply, side);
            }
            from -= 1;
        }
        let view = View::new(side, board.king(side));
        for ply in from + 1..=ply {
            self.follow(ply, side, view);
        }
    }

    /// Sums every piece of a board.
    fn refresh(&mut self, board: &Board, ply: usize, side: Color) {
        let view = View::new(side, board.king(side));
        let layer = &mut self.layers[ply];
        let sums = &mut layer.sums[side as usize];
        sums.0 = self.weights.bias.0;
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                kernels::add(
                    &mut sums.0,
                    &self.weights.inputs[view.input(piece, square)].0,
                );
            }
        }
        layer.done[side as usize] = true;
    }

    /// Makes the sums of a ply from those of the ply before.
    fn follow(&mut self, ply: usize, side: Color, view: View) {
        let [.., before, layer] = &mut self.layers[..=ply] else {
            return;
        };
        let from = &before.sums[side as usize].0;
        let to = &mut layer.sums[side as usize].0;
        let row = |&(piece, square): &_| &self.weights.inputs[view.input(piece, square)].0;
        let Changes { came, went } = &layer.changes;
        match (came.as_slice(), went.as_slice()) {
            ([came], [went]) => kernels::move_one(to, from, row(came), row(went)),
            ([came], [first, second]) => {
                kernels::capture(to, from, row(came), [row(first), row(second)]);
            }
            ([king, rook], [no_king, no_rook]) => {
                kernels::move_one(to, from, row(king), row(no_king));
                let half = *to;
                kernels::move_one(to, &half, row(rook), row(no_rook));
            }
            // A null move.
            _ => *to = *from,
        }
        layer.done[side as usize] = true;
    }
}
