//! UCI engines: programs that we did not write, spoken to over pipes and not trusted.
//!
//! Three layers, each with the next below it: `driver` ([`UciEngine`]: handshake, options, one
//! search at a time, answers checked against the rules), `process` (the child: its own process
//! group, bounded lines, nothing left when we end), `protocol` (one line ⇄ one value). [`guard`]
//! is the small parent that every engine gets, so that it dies with us however we die.

mod descendants;
mod driver;
mod engine_command;
mod error;
mod gather;
mod group;
pub mod guard;
mod identity;
mod lines;
mod moves;
mod plan;
mod process;
mod protocol;
mod queue;
mod run;
mod transcript;
mod verdict;

pub use driver::UciEngine;
pub use engine_command::{Deadlines, EngineCommand};
pub use error::{During, End, UciError};
pub use identity::Identity;
pub use protocol::{
    Best, Command, CommandError, Go, Info, OptionDecl, OptionKind, OptionName, OptionValue, Output,
    Root, Text, TextError,
};
pub use transcript::read_transcript;
