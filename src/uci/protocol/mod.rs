//! The UCI protocol as values: one line of text ⇄ one enum, both ways, with no input or output.
//!
//! [`Command`] is what a GUI says to an engine, [`Output`] what an engine says to a GUI. `Display`
//! writes the line (without its end), `parse` reads it. Reading is tolerant, as the protocol asks:
//! blanks may be doubled, unknown words are skipped, numbers out of range are as if not said.
//! Nothing that is built from these types can hold a line break or another control character, so
//! one value is always one line. Source: the UCI protocol, S. Meyer-Kahlen, April 2006.

mod command;
mod info;
mod option;
mod output;
mod read_command;
mod read_info;
mod read_option;
mod read_output;
mod text;

pub use command::{Command, Go, Root};
pub use info::Info;
pub use option::{OptionDecl, OptionKind};
pub use output::{Best, Output};
pub use read_command::CommandError;
pub use text::{OptionName, OptionValue, Text, TextError};
