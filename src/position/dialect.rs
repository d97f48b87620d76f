//! The choices of spelling for moves and positions that mean the same.

use serde::{Deserialize, Serialize};
use shakmaty::uci::UciMove;
use shakmaty::{EnPassantMode, File, Move};

use super::Variant;

/// How castling is spelled in UCI moves.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CastlingStyle {
    /// The king's two-square step, `e1g1`; where king or rook do not stand at home as in orthodox
    /// chess, the king takes its rook, since its step could be another move.
    Standard,
    /// The king takes its own rook: `e1h1`.
    Chess960,
}

impl CastlingStyle {
    /// The spelling that the rules of `variant` call for when nothing else was asked.
    pub fn of(variant: Variant) -> Self {
        match variant {
            Variant::Standard => Self::Standard,
            Variant::Chess960 => Self::Chess960,
        }
    }

    /// Spells a move in UCI notation.
    pub fn uci(self, m: Move) -> UciMove {
        match self {
            Self::Standard if is_orthodox(m) => UciMove::from_standard(m),
            Self::Standard => UciMove::from_chess960(m),
            Self::Chess960 => UciMove::from_chess960(m),
        }
    }
}

/// Whether a move is no castling, or castling from e1 or e8 with a rook of the a or h file: the
/// king goes two squares then, which it can't do otherwise.
pub fn is_orthodox(m: Move) -> bool {
    match m {
        Move::Castle { king, rook } => {
            king.file() == File::E && matches!(rook.file(), File::A | File::H)
        }
        Move::Normal { .. } | Move::EnPassant { .. } | Move::Put { .. } => true,
    }
}

/// How castling rights are spelled in a FEN.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FenStyle {
    /// X-FEN: `KQkq`, and a file letter only where an outer rook makes `K` or `Q` ambiguous. Equal
    /// to plain FEN in orthodox chess.
    #[default]
    Xfen,
    /// Shredder-FEN: always the rook's file, `HAha`.
    Shredder,
}

/// When a FEN names an en passant square.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EpStyle {
    /// Only when an en passant capture is legal.
    #[default]
    Legal,
    /// When an enemy pawn stands ready to capture, pinned or not (X-FEN).
    Pseudo,
    /// After every double pawn push (the 1994 standard).
    Always,
}

impl EpStyle {
    /// shakmaty's name for the style.
    pub fn mode(self) -> EnPassantMode {
        match self {
            Self::Legal => EnPassantMode::Legal,
            Self::Pseudo => EnPassantMode::PseudoLegal,
            Self::Always => EnPassantMode::Always,
        }
    }
}

/// How an answer is written: one value carries all the choices of spelling.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Dialect {
    /// `None`: the style of the position's own variant.
    pub castling: Option<CastlingStyle>,
    /// Castling rights in FENs.
    pub fen: FenStyle,
    /// En passant squares in FENs.
    pub ep: EpStyle,
}

impl Dialect {
    /// The castling spelling for a position of `variant`.
    pub fn castling_for(self, variant: Variant) -> CastlingStyle {
        self.castling.unwrap_or_else(|| CastlingStyle::of(variant))
    }
}
