//! When two requests ask the same: the key of the cache and of shared searches.

use shakmaty::{EnPassantMode, Move, Position as _, Setup};

use super::SessionKey;
use crate::analysis::{Limits, MultiPv, Setting, Task, Threads};
use crate::position::{PositionKey, Variant};

/// A question without how far to search it.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct Question {
    /// Index of the engine.
    kind: usize,
    variant: Variant,
    /// The position as the rules see it: the en passant square only where a capture is legal, with
    /// the halfmove clock, without the move number.
    position: Setup,
    /// The earlier positions that could come again, sorted: those since the last capture or pawn
    /// move.
    history: Vec<PositionKey>,
    /// How often the root stood on the board, where it could come again.
    root_occurrences: usize,
    multipv: MultiPv,
    searchmoves: Vec<Move>,
    threads: Threads,
    options: Vec<Setting>,
    /// What a session has searched before changes its answers.
    session: Option<SessionKey>,
}

impl Question {
    pub(super) fn new(kind: usize, task: &Task, session: Option<&SessionKey>) -> Self {
        let position = &task.position;
        let mut setup = position.board().to_setup(EnPassantMode::Legal);
        setup.fullmoves = std::num::NonZeroU32::MIN;
        let reversible = usize::try_from(setup.halfmoves).unwrap_or(usize::MAX);
        let keys = position.keys();
        let before = &keys[..keys.len() - 1];
        let first = before.len().saturating_sub(reversible);
        let mut history = before[first..].to_vec();
        history.sort_unstable();
        Self {
            kind,
            variant: position.variant(),
            position: setup,
            history,
            root_occurrences: if first == 0 {
                position.root_occurrences()
            } else {
                1
            },
            multipv: task.multipv,
            searchmoves: task.searchmoves.clone(),
            threads: task.threads,
            options: task.options.clone(),
            session: session.cloned(),
        }
    }

    /// About what it takes in memory, in bytes.
    pub(super) fn size(&self) -> usize {
        size_of::<Self>()
            + self.history.len() * size_of::<PositionKey>()
            + self.searchmoves.len() * size_of::<Move>()
            + self.options.len() * (size_of::<Setting>() + 16)
            + self.session.as_ref().map_or(0, SessionKey::size)
    }
}

/// A question with its limits: asked twice, it is the very same.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct ExactQuestion {
    pub(super) question: Question,
    pub(super) limits: Limits,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Depth;
    use crate::position::Position;

    fn after(moves: &[&str]) -> Question {
        let mut position = Position::default();
        for text in moves {
            let m = text.parse::<shakmaty::uci::UciMove>().unwrap();
            let m = m.to_move(position.board()).unwrap();
            position.play(m).unwrap();
        }
        Question::new(0, &Task::new(position, Limits::depth(Depth::MIN)), None)
    }

    #[test]
    fn transpositions_without_a_way_back_are_the_same() {
        assert_eq!(
            after(&["e2e4", "e7e5", "d2d4", "d7d5"]),
            after(&["d2d4", "d7d5", "e2e4", "e7e5"])
        );
    }

    #[test]
    fn what_can_come_again_counts() {
        let shuffled = after(&["g1f3", "g8f6", "f3g1", "f6g8"]);
        assert_ne!(shuffled, after(&[]), "the start position has stood before");
        let other = after(&["b1c3", "b8c6", "c3b1", "c6b8"]);
        assert_ne!(shuffled, other, "other positions have stood before");
        assert_eq!(
            after(&["g1f3", "g8f6", "f3g1", "f6g8", "e2e4"]),
            after(&["b1c3", "b8c6", "c3b1", "c6b8", "e2e4"]),
            "nothing before a pawn move can come again"
        );
    }

    #[test]
    fn an_en_passant_square_counts_only_where_a_capture_is_legal() {
        let quiet = after(&["e2e4"]);
        let mut slow = after(&["e2e3", "a7a6", "e3e4", "a6a5"]);
        assert_ne!(quiet, slow);
        slow = after(&["e2e4"]);
        assert_eq!(quiet, slow);
        assert_eq!(quiet.position.ep_square, None);
    }
}
