//! The rules that a position is played by.

use serde::{Deserialize, Serialize};
use shakmaty::CastlingMode;

/// The rules of the game: orthodox chess, or Chess960 (Fischer random) with its castling.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// Orthodox chess: castling only with the king on the e-file and rooks on the corners.
    #[default]
    Standard,
    /// Chess960: castling with king and rook wherever the start position put them.
    Chess960,
}

impl Variant {
    /// shakmaty's name for how castling rights are read and written under these rules.
    pub fn castling_mode(self) -> CastlingMode {
        match self {
            Self::Standard => CastlingMode::Standard,
            Self::Chess960 => CastlingMode::Chess960,
        }
    }

    /// The name in requests and answers: `standard` or `chess960`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Chess960 => "chess960",
        }
    }
}

impl From<CastlingMode> for Variant {
    fn from(mode: CastlingMode) -> Self {
        match mode {
            CastlingMode::Standard => Self::Standard,
            CastlingMode::Chess960 => Self::Chess960,
        }
    }
}
