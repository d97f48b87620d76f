//! Engines, whatever they are made of: one [`Engine`] searches one position at a time, embedded on
//! a thread of its own or as a UCI process.
//!
//! [`EngineSpec`] says how to start one, [`find`] where programs are, [`configure`] which engines
//! the options of a server make.

mod allowed;
mod embedded;
mod error;
pub mod find;
mod kind;
mod options;

pub use allowed::{ALLOWED, allowed, instead};
pub use embedded::Embedded;
pub use error::EngineError;
pub use kind::{Engine, EngineSpec};
pub use options::{
    EMBEDDED, EngineKind, EngineOptions, EngineSet, NamedEngine, OptionsError, configure,
};

/// What an engine says of itself, the same for both kinds.
pub use crate::uci::Identity;
