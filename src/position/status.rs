//! Whether a game is over, and what a player may claim.

use serde::Serialize;

/// Whether the game goes on, by the rules of chess that need no claim (FIDE Laws 5.1.1, 5.2, 9.6).
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Not over.
    Ongoing,
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can mate with what is left on the board.
    InsufficientMaterial,
    /// The position stands for the fifth time.
    FivefoldRepetition,
    /// 75 moves by each side without capture or pawn move, and the last did not mate.
    #[serde(rename = "seventyfive_moves")]
    SeventyFiveMoves,
}

impl Status {
    /// Whether no move may be played any more.
    pub fn is_over(self) -> bool {
        self != Self::Ongoing
    }
}

/// A draw that the side to move may claim (FIDE Laws 9.2, 9.3); it ends nothing by itself.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The position stands for at least the third time.
    ThreefoldRepetition,
    /// 50 moves by each side without capture or pawn move.
    FiftyMoves,
}
