//! `/v1/pgn/parse` and `/v1/pgn/format`: games of any number, streamed in bounded memory.
//!
//! `upload` tells how the PGN was sent, `pump` moves bytes from one to the other side of a worker.

mod format;
mod parse;
mod pump;
mod upload;

pub(super) use format::format;
pub(super) use parse::parse;
