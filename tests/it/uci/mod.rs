//! UCI engines, well-behaved and not.

mod bad_engines;
mod lifetime;
mod lines;
mod protocol;
mod stockfish;
mod support;
mod talk;
