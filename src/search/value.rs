//! The numbers that a search compares: centipawns from the side to move, with mates at the ends.

use crate::analysis::Score;

/// Deepest ply from the root that a search may reach; every recursion ends here.
pub(super) const MAX_PLY: usize = 246;
/// Above every value.
pub(super) const INFINITE: i32 = 32_001;
/// The value of having mated.
pub(super) const MATE: i32 = 32_000;
/// From here on a value is a mate within [`MAX_PLY`].
pub(super) const MATE_BOUND: i32 = MATE - MAX_PLY as i32;
/// No static evaluation: the side to move is in check.
pub(super) const UNKNOWN: i32 = -INFINITE;
pub(super) const DRAW: i32 = 0;

/// The value of being mated at a ply.
pub(super) fn mated(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether a value says that somebody mates.
pub(super) fn is_mate(value: i32) -> bool {
    value.abs() >= MATE_BOUND
}

/// A value as the table keeps it: mates counted from the position instead of the root.
pub(super) fn to_table(value: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    let own = match value {
        v if v >= MATE_BOUND => v + ply,
        v if v <= -MATE_BOUND => v - ply,
        v => v,
    };
    own.clamp(-MATE, MATE) as i16
}

/// The inverse of [`to_table`]. A mate that the fifty-move rule would forestall is taken back to a
/// large but ordinary value, so that a mate stays a proven one.
pub(super) fn from_table(value: i16, ply: usize, halfmoves: u16) -> i32 {
    let value = i32::from(value);
    let left = 100 - i32::from(halfmoves);
    if value.abs() < MATE_BOUND {
        return value;
    }
    if MATE - value.abs() > left {
        return (MATE_BOUND - 1) * value.signum();
    }
    value - ply as i32 * value.signum()
}

/// The score of a root value.
pub(super) fn to_score(value: i32) -> Score {
    if is_mate(value) {
        let moves = (MATE - value.abs() + 1) / 2;
        Score::mate(moves * value.signum())
    } else {
        Score::cp(value)
    }
}

/// What a search is asked to tell apart: values up to `alpha` are all alike, and so are those from
/// `beta` on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const FULL: Self = Self {
        alpha: -INFINITE,
        beta: INFINITE,
    };

    /// Only: above `alpha`, or not.
    pub(super) fn zero(alpha: i32) -> Self {
        Self {
            alpha,
            beta: alpha + 1,
        }
    }

    /// The same from the other side.
    pub(super) fn turned(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::Value;

    use super::*;

    #[test]
    fn mates_count_moves() {
        for (plies, moves) in [(1, 1), (3, 2), (5, 3)] {
            assert_eq!(to_score(MATE - plies).value, Value::Mate(moves));
        }
        for (plies, moves) in [(2, -1), (4, -2)] {
            assert_eq!(to_score(plies - MATE).value, Value::Mate(moves));
        }
        assert_eq!(to_score(-250).value, Value::Cp(-250));
    }

    #[test]
    fn the_table_keeps_distances_from_the_position() {
        let value = MATE - 9;
        assert_eq!(from_table(to_table(value, 4), 4, 0), value);
        assert_eq!(from_table(to_table(value, 4), 2, 0), MATE - 7);
        assert_eq!(from_table(to_table(-value, 4), 4, 0), -value);
        assert!(!is_mate(from_table(to_table(value, 4), 4, 97)));
    }
}
