//! PGN: read as a stream of bytes without losing anything, kept as a tree, written as export format.
//!
//! [`Reader`] is fed bytes and does no I/O; [`read_all`] is its short form. [`write()`] writes what
//! the reader returns to the same tree. The format: Edwards, *Portable Game Notation Specification
//! and Implementation Guide*, 1994; commands in comments: its supplement, "Enhanced PGN", 2001.

mod builder;
mod commands;
mod conclude;
mod decode;
mod detect;
mod fault;
mod foreign;
mod game;
mod glyph;
mod header;
mod lexer;
mod options;
mod outcome;
mod place;
mod prose;
mod reader;
mod reading;
mod remark;
mod section;
mod shortcut;
mod split;
mod start;
mod tags;
mod tree;
mod unread;
mod walk;
mod words;
mod wrap;
mod writer;

pub use commands::{Arrow, Command, Eval, EvalScore, Mark, Paint, Part, Value, parts};
pub use decode::{Decoder, Encoding, decode};
pub use fault::{Fault, PgnError};
pub use foreign::Foreign;
pub use game::Game;
pub use glyph::Nag;
pub use options::{Limits, Options};
pub use outcome::{Outcome, Termination};
pub use place::Place;
pub use reader::{Reader, Summary, read_all};
pub use remark::{Remark, Side};
pub use tags::{ROSTER, Tag};
pub use tree::{Node, NodeId, Played, Tree};
pub use walk::{Step, walk};
pub use writer::write;
