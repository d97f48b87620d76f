//! EPD: the position of a FEN and operations (Edwards 1994, section 16.2).
//!
//! [`fen::read`](super::fen::read) reads EPD too; [`read_line`] is for lines of EPD files as they
//! are in the wild. What an EPD adds to a FEN is the repetition count `rc`, which becomes part of
//! the position's history.

mod opcodes;
mod operations;
mod write;

pub(super) use opcodes::is_standard;
pub(super) use operations::read as read_operations;
pub use operations::{Operands, Operation, read_line};
pub use write::{operations_of, write};
