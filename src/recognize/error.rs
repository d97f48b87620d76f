//! Why a picture gives no position.

use thiserror::Error;

use super::hints::Hint;

/// Why a picture gives no position.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum RecognizeError {
    /// No bytes at all.
    #[error("the picture is empty, expected a PNG, JPEG, WebP or GIF file")]
    Empty,
    /// The bytes do not start as a picture that is read here.
    #[error("{}, expected a PNG, JPEG, WebP or GIF file", kind(*seen))]
    Format {
        /// What they are instead, where that can be told.
        seen: Option<&'static str>,
    },
    /// The file is damaged or cut off.
    #[error("the {format} file cannot be read: {reason}")]
    Broken {
        /// The format that its first bytes name.
        format: &'static str,
        /// What its reader says.
        reason: String,
    },
    /// More bytes than are read.
    #[error("the picture has {bytes} bytes, expected at most {most}")]
    Bytes {
        /// How many there are.
        bytes: usize,
        /// How many are read.
        most: usize,
    },
    /// More pixels than are read.
    #[error(
        "the picture is {width} x {height} pixels, expected sides of at most {} and at most {} million pixels; \
         send it smaller",
        super::MOST_SIDE,
        super::MOST_PIXELS / 1_000_000
    )]
    Pixels {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// Colours that are not read.
    #[error(
        "the picture's colours are {seen}, expected grey or RGB with 8 bits each; save it again so"
    )]
    Colours {
        /// What they are.
        seen: &'static str,
    },
    /// There is no board that can be read.
    #[error("no chessboard found in the picture of {width} x {height} pixels")]
    NoBoard {
        /// Pixels across.
        width: usize,
        /// Pixels down.
        height: usize,
        /// How much the likeliest place looks like one, 0 to 1.
        clarity: f32,
        /// What would help.
        hints: Vec<Hint>,
    },
}

fn kind(seen: Option<&str>) -> String {
    seen.map_or_else(
        || "the bytes are of no known picture format".to_owned(),
        |name| format!("the bytes are {name}"),
    )
}

impl RecognizeError {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "picture-empty",
            Self::Format { .. } => "picture-format",
            Self::Broken { .. } => "picture-broken",
            Self::Bytes { .. } => "body-too-large",
            Self::Pixels { .. } => "picture-too-large",
            Self::Colours { .. } => "picture-colours",
            Self::NoBoard { .. } => "board-not-found",
        }
    }
}
