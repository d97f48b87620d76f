//! What can go wrong with an engine.

use thiserror::Error;

use crate::uci::UciError;

/// A failure of an engine. When it [`is_fatal`](EngineError::is_fatal) the engine is of no more
/// use: drop it and start another.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum EngineError {
    /// A UCI engine failed.
    #[error(transparent)]
    Uci(#[from] UciError),
    /// The embedded engine has no options.
    #[error("the embedded engine has no option {name:?}")]
    NoOption {
        /// The option.
        name: &'static str,
    },
    /// The embedded search panicked; it was rebuilt, and only this search is lost.
    #[error("the embedded engine failed in this search")]
    Panicked,
    /// The embedded engine's thread could not be started, or has ended.
    #[error("the embedded engine does not run: {reason}")]
    NoThread {
        /// What the system says.
        reason: String,
    },
}

impl EngineError {
    /// The stable name of the failure.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Uci(error) => error.code(),
            Self::NoOption { .. } => "engine-option-unknown",
            Self::Panicked => "engine-panicked",
            Self::NoThread { .. } => "engine-not-started",
        }
    }

    /// Whether a fresh engine may do better: not where this engine can never do what was asked.
    pub fn may_be_retried(&self) -> bool {
        match self {
            Self::Uci(error) => error.is_fatal(),
            Self::NoOption { .. } => false,
            Self::Panicked | Self::NoThread { .. } => true,
        }
    }

    /// Whether the engine cannot be used any more.
    pub fn is_fatal(&self) -> bool {
        match self {
            Self::Uci(error) => error.is_fatal(),
            Self::Panicked | Self::NoOption { .. } => false,
            Self::NoThread { .. } => true,
        }
    }
}
