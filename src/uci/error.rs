//! What can go wrong with a UCI engine.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use super::Text;

/// A failure of an engine. After one the engine is of no more use: drop it and start another.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum UciError {
    /// The program cannot be run at all.
    #[error("cannot run {}: {reason}", .path.display())]
    Spawn {
        /// The program.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// It did not say what it must within its time.
    #[error("the engine did not say {expected:?} within {waited:?}")]
    Silent {
        /// The word waited for.
        expected: &'static str,
        /// How long.
        waited: Duration,
    },
    /// Its process ended.
    #[error("the engine ended ({end}) {during}")]
    Ended {
        /// How, as far as it is known.
        end: End,
        /// What it was doing.
        during: During,
    },
    /// It does not read what it is sent.
    #[error("the engine does not read its input")]
    NotReading,
    /// Its best move cannot be played.
    #[error("the engine's best move {:?} is not legal in {fen:?}", .best.as_str())]
    IllegalBestMove {
        /// What it said.
        best: Text,
        /// Where.
        fen: String,
    },
    /// It said that there is no move where there are some.
    #[error("the engine found no move in {fen:?}, where there are some")]
    NoBestMove {
        /// Where.
        fen: String,
    },
    /// It has no such option, or the option takes no such value.
    #[error("the engine has no option {name:?} that takes {:?}", .value.as_str())]
    NoOption {
        /// The option.
        name: &'static str,
        /// The value asked.
        value: Text,
    },
    /// The position has Chess960 castling, and the engine has no `UCI_Chess960`.
    #[error("the engine does not play Chess960")]
    NoChess960,
}

impl UciError {
    /// The stable name of the failure.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Spawn { .. } => "engine-not-started",
            Self::Silent { .. } => "engine-silent",
            Self::Ended { .. } => "engine-ended",
            Self::NotReading => "engine-not-reading",
            Self::IllegalBestMove { .. } => "engine-illegal-move",
            Self::NoBestMove { .. } => "engine-no-move",
            Self::NoOption { .. } => "engine-option-unknown",
            Self::NoChess960 => "engine-no-chess960",
        }
    }

    /// Whether the engine cannot be used any more. Only what is found out before anything is sent
    /// leaves it as it was.
    pub fn is_fatal(&self) -> bool {
        !matches!(self, Self::NoChess960 | Self::NoOption { .. })
    }
}

/// How a process ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum End {
    /// By itself or by a signal: the exit code, 128 + the signal in the second case.
    Exit(i32),
    /// We killed it.
    Killed,
    /// It closed its output, and more is not known.
    Unknown,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(code) => write!(f, "exit code {code}"),
            Self::Killed => f.write_str("killed"),
            Self::Unknown => f.write_str("output closed"),
        }
    }
}

/// What an engine was doing.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum During {
    /// Introducing itself.
    Start,
    /// Getting ready for a search.
    Ready,
    /// Searching.
    Search,
}

impl fmt::Display for During {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "while it started",
            Self::Ready => "while it got ready",
            Self::Search => "in the middle of a search",
        })
    }
}
