//! The embedded engine: an alpha-beta search with a neural network as its evaluation, on threads
//! of its own, stopped by a flag.
//!
//! [`Searcher`] is one instance. Scores are from the side to move. A `mate` that it reports is
//! proven: every answer of the losing side was searched.

mod bench;
mod board;
mod checks;
mod control;
mod eval;
mod hash_mib;
mod movegen;
mod negamax;
mod ordering;
mod packed;
mod perft;
mod quiescence;
mod reductions;
mod root;
mod searcher;
mod see;
mod selectivity;
mod time;
mod tt;
mod value;
#[cfg(test)]
mod walks;
mod wdl;
mod worker;

pub use bench::{BENCH_DEPTH, Bench, bench};
pub use hash_mib::HashMib;
pub use perft::{perft, perft_divide};
pub use searcher::{DEFAULT_STACK, Searcher};
