//! What an engine is asked.

use shakmaty::Move;

use super::{Limits, MultiPv, Threads};
use crate::position::Position;

/// One search: a position with its history, and how to look at it.
#[derive(Clone, Debug)]
pub struct Task {
    /// Where to search; its history counts for repetition and the fifty-move rule.
    pub position: Position,
    /// What ends the search.
    pub limits: Limits,
    /// How many best lines; more than there are moves gives one line a move.
    pub multipv: MultiPv,
    /// Only these root moves, all legal in the position; empty: every move.
    pub searchmoves: Vec<Move>,
    /// How many threads search it.
    pub threads: Threads,
}

impl Task {
    /// One line, one thread, every move.
    pub fn new(position: Position, limits: Limits) -> Self {
        Self {
            position,
            limits,
            multipv: MultiPv::MIN,
            searchmoves: Vec::new(),
            threads: Threads::MIN,
        }
    }
}
