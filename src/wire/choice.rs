//! Choices that a request makes about how the answer is written.

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::Spelling;
use crate::notation::Language;
use crate::position::{CastlingStyle, Dialect, EpStyle, FenStyle, Variant};
use crate::recognize::Bottom;

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

/// The side to move, as a request names it.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
pub enum Turn {
    /// White.
    #[serde(rename = "w", alias = "white")]
    White,
    /// Black.
    #[serde(rename = "b", alias = "black")]
    Black,
}

impl From<Turn> for Color {
    fn from(turn: Turn) -> Self {
        match turn {
            Turn::White => Self::White,
            Turn::Black => Self::Black,
        }
    }
}

/// The side at the bottom of a picture, as a request names it.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Orientation {
    /// To be found out.
    #[default]
    Auto,
    /// White.
    White,
    /// Black.
    Black,
}

impl Orientation {
    /// The side that is stated; `None`: none is.
    pub fn bottom(self) -> Option<Bottom> {
        match self {
            Self::Auto => None,
            Self::White => Some(Bottom::White),
            Self::Black => Some(Bottom::Black),
        }
    }
}

/// All choices of one request.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whose score.
    pub pov: Pov,
    /// Spelling of moves and positions.
    pub dialect: Dialect,
    /// Piece letters of SAN.
    pub language: Language,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            pov: Pov::default(),
            dialect: Dialect::default(),
            language: Language::ENGLISH,
        }
    }
}

impl Style {
    /// The choices as requests carry them; what is absent has its default.
    pub fn new(
        pov: Option<Pov>,
        castling: Option<CastlingStyle>,
        fen: Option<FenStyle>,
        ep: Option<EpStyle>,
        language: Option<Language>,
    ) -> Self {
        let (fen, ep) = (fen.unwrap_or_default(), ep.unwrap_or_default());
        Self {
            pov: pov.unwrap_or_default(),
            dialect: Dialect { castling, fen, ep },
            language: language.unwrap_or(Language::ENGLISH),
        }
    }

    /// How moves of a game under `variant` are spelled.
    pub fn spelling(self, variant: Variant) -> Spelling {
        Spelling {
            castling: self.dialect.castling_for(variant),
            language: self.language,
        }
    }
}
