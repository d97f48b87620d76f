//! A board that was read from a picture.

use serde::Serialize;
use shakmaty::Piece;

use crate::notation::Findings;
use crate::recognize::{Bottom, Fens, Recognition, Source, SquareReading};

/// The answer of `/v1/recognize`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recognized {
    /// With the side to move that was given, or assumed.
    pub fen: String,
    /// For either side to move.
    pub fens: BySide,
    /// The first field of the FENs.
    pub placement: String,
    /// How many boards the picture shows; the largest was read.
    pub boards_found: usize,
    /// Which side of the board is at the bottom: `white`, `black`, `file-a`, `file-h`.
    pub orientation: &'static str,
    /// 0 to 1.
    pub orientation_confidence: f64,
    /// `given`, `coordinates`, `position`, `default`.
    pub orientation_source: &'static str,
    /// Degrees by which the picture has to be turned clockwise to be upright.
    pub turned: u16,
    /// The board's corners in pixels: top left, top right, bottom right, bottom left.
    pub corners: [[f64; 2]; 4],
    /// How likely all of it is right, 0 to 1.
    pub confidence: f64,
    /// All 64, from a8 to h1.
    pub squares: Vec<Square>,
    /// The squares that may well be something else.
    pub uncertain: Vec<String>,
    /// Words for a better picture.
    pub hints: Vec<String>,
    /// What is wrong with the FEN, and what was assumed.
    pub findings: Findings,
}

/// A FEN for either side to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BySide {
    /// White to move.
    pub w: String,
    /// Black to move.
    pub b: String,
}

/// What stands on a square.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Square {
    /// Its name.
    pub square: String,
    /// A letter of FEN, or nothing.
    pub piece: Option<char>,
    /// 0 to 1.
    pub confidence: f64,
    /// What else it may be, the likeliest first.
    pub alternatives: Vec<Alternative>,
}

/// What else may stand on a square.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Alternative {
    /// A letter of FEN, or nothing.
    pub piece: Option<char>,
    /// 0 to 1.
    pub confidence: f64,
}

impl Recognized {
    /// The answer for a board and its FENs.
    pub fn new(recognition: &Recognition, fens: Fens) -> Self {
        Self {
            fen: fens.fen,
            fens: BySide {
                w: fens.white,
                b: fens.black,
            },
            placement: recognition.placement(),
            boards_found: recognition.boards_found,
            orientation: orientation(recognition.bottom),
            orientation_confidence: rounded(recognition.orientation_confidence, 4),
            orientation_source: source(recognition.orientation_source),
            turned: recognition.turned,
            corners: recognition
                .corners
                .map(|corner| [rounded(corner.x, 1), rounded(corner.y, 1)]),
            confidence: rounded(recognition.confidence, 4),
            squares: recognition.squares.iter().map(square).collect(),
            uncertain: recognition
                .uncertain
                .iter()
                .map(ToString::to_string)
                .collect(),
            hints: recognition.hints.iter().map(ToString::to_string).collect(),
            findings: fens.findings,
        }
    }
}

fn orientation(bottom: Bottom) -> &'static str {
    match bottom {
        Bottom::White => "white",
        Bottom::Black => "black",
        Bottom::FileA => "file-a",
        Bottom::FileH => "file-h",
    }
}

fn source(source: Source) -> &'static str {
    match source {
        Source::Given => "given",
        Source::Coordinates => "coordinates",
        Source::Position => "position",
        Source::Default => "default",
    }
}

fn square(reading: &SquareReading) -> Square {
    let alternative = |(piece, confidence): &(Option<Piece>, f32)| Alternative {
        piece: piece.map(Piece::char),
        confidence: rounded(*confidence, 4),
    };
    Square {
        square: reading.square.to_string(),
        piece: reading.piece.map(Piece::char),
        confidence: rounded(reading.confidence, 4),
        alternatives: reading.alternatives.iter().map(alternative).collect(),
    }
}

/// Digits that mean nothing are not told.
fn rounded(value: f32, digits: i32) -> f64 {
    let unit = 10_f64.powi(digits);
    (f64::from(value) * unit).round() / unit
}
