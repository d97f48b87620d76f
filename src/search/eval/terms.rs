//! What the evaluation counts: the layout of the weight table, and who is told the counts.

use shakmaty::Color;

use super::pair::Pair;
use super::weights::WEIGHTS;

/// Told every count of every term, side by side; the search sums weights, the tuner keeps counts.
pub(super) trait Tally {
    fn add(&mut self, color: Color, term: usize, count: i32);
}

/// Lays terms out one behind the other.
macro_rules! layout {
    ($($(#[$doc:meta])* $name:ident: $size:expr,)*) => {
        layout!(@next 0; $($(#[$doc])* $name: $size,)*);
        /// Every group of terms: name and size, in the table's order.
        pub(super) const GROUPS: &[(&str, usize)] = &[$((stringify!($name), $size)),*];
    };
    (@next $start:expr; $(#[$doc:meta])* $name:ident: $size:expr, $($rest:tt)*) => {
        $(#[$doc])*
        pub(super) const $name: usize = $start;
        layout!(@next $start + $size; $($rest)*);
    };
    (@next $start:expr;) => {
        /// How many terms there are.
        pub(super) const COUNT: usize = $start;
    };
}

layout! {
    /// Role × square as its owner sees it (a1 = 0); material included.
    PIECE_SQUARE: 6 * 64,
    BISHOP_PAIR: 1,
    /// By squares that the piece reaches and no enemy pawn guards.
    KNIGHT_MOBILITY: 9,
    BISHOP_MOBILITY: 14,
    ROOK_MOBILITY: 15,
    QUEEN_MOBILITY: 28,
    /// Pawns by relative rank.
    PASSED: 8,
    PASSED_BLOCKED: 8,
    /// The whole way is neither occupied nor attacked.
    PASSED_FREE: 8,
    /// Only the next square is free and not attacked.
    PASSED_STEP: 8,
    PASSED_PROTECTED: 8,
    /// Passed pawns from the fourth rank on, by the distance of the kings to the stop square.
    PASSED_OWN_KING: 8,
    PASSED_THEIR_KING: 8,
    PASSED_ROOK_BEHIND: 1,
    /// No king or piece can catch it.
    PASSED_RUNS: 1,
    CANDIDATE: 8,
    PHALANX: 8,
    SUPPORTED: 8,
    ISOLATED: 1,
    ISOLATED_OPEN: 1,
    BACKWARD: 1,
    BACKWARD_OPEN: 1,
    DOUBLED: 1,
    ROOK_OPEN: 1,
    ROOK_HALF_OPEN: 1,
    KNIGHT_OUTPOST: 1,
    BISHOP_OUTPOST: 1,
    /// Own pawns on the bishop's colour.
    BISHOP_PAWNS: 1,
    MINOR_BEHIND_PAWN: 1,
    /// Nearest own pawn before the king by rank (0: none), king's file and neighbours.
    SHELTER_KING: 8,
    SHELTER_SIDE: 8,
    /// Nearest enemy pawn by relative rank of the defender (0: none).
    STORM_KING: 8,
    STORM_SIDE: 8,
    /// By units of pressure on the king: with enemy queen, without.
    DANGER_QUEEN: 40,
    DANGER: 24,
    SAFE_KNIGHT_CHECK: 1,
    SAFE_BISHOP_CHECK: 1,
    SAFE_ROOK_CHECK: 1,
    SAFE_QUEEN_CHECK: 1,
    /// Attacked role: pawn to queen.
    THREAT_BY_PAWN: 6,
    THREAT_BY_MINOR: 6,
    THREAT_BY_ROOK: 6,
    THREAT_BY_KING: 6,
    HANGING: 1,
    PAWN_PUSH_THREAT: 1,
    SPACE: 1,
    QUEEN_DISCOVERED: 1,
    TEMPO: 1,
}

/// Sums weights.
#[derive(Debug, Default)]
pub(super) struct Sum {
    sides: [Pair; 2],
}

impl Sum {
    /// White less Black.
    pub(super) fn difference(&self) -> Pair {
        self.sides[Color::White as usize] - self.sides[Color::Black as usize]
    }
}

impl Tally for Sum {
    fn add(&mut self, color: Color, term: usize, count: i32) {
        self.sides[color as usize] += WEIGHTS[term] * count;
    }
}
