//! A fixed-depth search of fixed positions: its node count is the engine's signature.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use crate::analysis::{Depth, Limits, Report, Task};
use crate::position::{Position, Variant};

use super::hash_mib::HashMib;
use super::searcher::Searcher;

/// Depth of the signature.
pub const BENCH_DEPTH: u8 = 10;

/// What a bench run found.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Bench {
    /// Nodes of all positions: the same on every machine, another after every change to how the
    /// engine plays.
    pub nodes: u64,
    /// Time spent searching.
    pub time: Duration,
}

impl Bench {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        let seconds = self.time.as_secs_f64().max(1e-9);
        (self.nodes as f64 / seconds) as u64
    }
}

/// Searches every bench position to a depth on one thread, from a clean engine each.
pub fn bench(depth: Depth, hash: HashMib) -> Bench {
    let mut searcher = Searcher::new(hash);
    let mut sum = Bench {
        nodes: 0,
        time: Duration::ZERO,
    };
    for fen in POSITIONS {
        searcher.clear();
        let report = run(&mut searcher, fen, depth);
        sum.nodes += report.nodes;
        sum.time += report.time;
    }
    sum
}

fn run(searcher: &mut Searcher, fen: &str, depth: Depth) -> Report {
    let chess: Chess = fen
        .parse::<Fen>()
        .ok()
        .and_then(|fen| fen.into_position(CastlingMode::Standard).ok())
        .expect("bench positions are legal");
    let position = Position::new(chess, Variant::Standard);
    let task = Task::new(position, Limits::depth(depth));
    searcher.search(&task, &AtomicBool::new(false), &mut |_| {})
}

const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "8/8/4k3/3p4/3P4/4K3/8/8 w - - 0 1",
];
