//! The verdict on a FEN.

use serde::Serialize;

use super::{PositionFacts, Style};
use crate::notation::Findings;
use crate::notation::fen::{self, Reading};

/// The answer of `/v1/fen/validate`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Validation {
    /// The same as `playable`.
    pub valid: bool,
    /// Whether the text is a FEN at all.
    pub syntax_ok: bool,
    /// Whether the position can be played on from: what python-chess's `status()` calls valid.
    pub playable: bool,
    /// Whether a game could have reached it, as far as counting can tell.
    pub plausible: bool,
    /// The FEN in the asked style; `None` when it is not playable.
    pub fen: Option<String>,
    /// Everything worth saying, in the order of the text.
    pub findings: Findings,
    /// The best mend of an invalid text.
    pub suggested_fen: Option<String>,
    /// The facts of the position, where they were asked for and it is playable.
    pub position: Option<PositionFacts>,
}

/// Whether the answer tells the position's facts too.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Include {
    /// The verdict alone.
    Nothing,
    /// `include=position`.
    Position,
}

impl Validation {
    /// The verdict of a reading.
    pub fn new(reading: Reading, style: Style, include: Include) -> Self {
        let position = reading.position.as_ref();
        Self {
            valid: reading.playable,
            syntax_ok: reading.syntax_ok,
            playable: reading.playable,
            plausible: reading.plausible,
            fen: position.map(|position| fen::write(position, style.dialect.fen, style.dialect.ep)),
            position: position
                .filter(|_| include == Include::Position)
                .map(|position| PositionFacts::new(position, style, Findings::default())),
            findings: reading.findings,
            suggested_fen: reading.suggested_fen,
        }
    }
}
