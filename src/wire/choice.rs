//! Choices that a request makes about how the answer is written.

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use crate::position::{CastlingStyle, Dialect, EpStyle, FenStyle};

/// Whose score is shown.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Pov {
    /// White's, whoever is to move.
    #[default]
    White,
    /// The side to move's.
    Side,
}

impl Pov {
    /// The side that scores are shown for.
    pub fn side(self, turn: Color) -> Color {
        match self {
            Self::White => Color::White,
            Self::Side => turn,
        }
    }
}

/// All choices of one request.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Whose score.
    pub pov: Pov,
    /// Spelling of moves and positions.
    pub dialect: Dialect,
}

impl Style {
    /// The choices as requests carry them; what is absent has its default.
    pub fn new(
        pov: Option<Pov>,
        castling: Option<CastlingStyle>,
        fen: Option<FenStyle>,
        ep: Option<EpStyle>,
    ) -> Self {
        let dialect = Dialect {
            castling,
            fen: fen.unwrap_or_default(),
            ep: ep.unwrap_or_default(),
        };
        Self {
            pov: pov.unwrap_or_default(),
            dialect,
        }
    }
}
