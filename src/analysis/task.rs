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
    /// Options of the engine for this search alone.
    pub options: Vec<Setting>,
}

/// An option of an engine for one search.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Setting {
    /// Its name, one of those that may be set.
    pub name: &'static str,
    /// Its value, not yet judged by the engine.
    pub value: String,
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
            options: Vec::new(),
        }
    }
}
