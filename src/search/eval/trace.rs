//! The evaluation as a tuner sees it: counts instead of a sum.

use shakmaty::{Chess, Color};

use super::super::board::Board;
use super::state::{FULL_PHASE, State, square_term};
use super::terms::{COUNT, GROUPS, Tally};
use super::{count, endgame, weights};

/// What the evaluation counts in one position.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Terms that differ between the sides: index, and White's count less Black's.
    pub counts: Vec<(u16, i16)>,
    /// Share of the middlegame, 0 to 1.
    pub phase: f32,
    /// Factors on the endgame value when White, and when Black, is ahead there.
    pub scale: [f32; 2],
    /// What is added apart from the terms, in centipawns from White's side.
    pub rest: i32,
}

struct Counts(Vec<i16>);

impl Tally for Counts {
    fn add(&mut self, color: Color, term: usize, count: i32) {
        let signed = color.fold_wb(count, -count);
        self.0[term] += signed as i16;
    }
}

impl Trace {
    /// How many terms there are.
    pub const TERMS: usize = COUNT;

    /// Counts one position.
    pub fn new(chess: &Chess) -> Self {
        let board = Board::new(chess);
        let mut counts = Counts(vec![0; COUNT]);
        count(&board, &mut counts);
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                counts.add(piece.color, square_term(piece, square), 1);
            }
        }
        let nonzero = counts.0.into_iter().enumerate().filter(|&(_, n)| n != 0);
        let factor = |color| endgame::scale(&board, color) as f32 / endgame::FULL_SCALE as f32;
        Self {
            counts: nonzero.map(|(term, n)| (term as u16, n)).collect(),
            phase: State::new(&board).phase() as f32 / FULL_PHASE as f32,
            scale: [factor(Color::White), factor(Color::Black)],
            rest: endgame::drive(&board, Color::White) - endgame::drive(&board, Color::Black),
        }
    }

    /// The weights in use: middlegame and endgame, by term.
    pub fn weights() -> Vec<(i32, i32)> {
        weights::WEIGHTS
            .iter()
            .map(|weight| (weight.middle(), weight.end()))
            .collect()
    }

    /// Name and size of each group of terms, in the order of their indices.
    pub fn groups() -> &'static [(&'static str, usize)] {
        GROUPS
    }
}
