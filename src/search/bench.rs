//! A fixed-depth search of fixed positions: its node count is the engine's signature.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use crate::analysis::{Depth, Limits, Report, Task};
use crate::position::{Position, Variant};

use super::hash_mib::HashMib;
use super::searcher::Searcher;

/// Depth of the signature, in plies.
pub const BENCH_DEPTH: u8 = 9;

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

/// Openings, middlegames and endings from the engine's own games.
const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkb1r/ppp2ppp/2n2n2/3pp3/P3P3/3P1PP1/1PP1N2P/RNBQKB1R w KQkq - 0 8",
    "r1q1kbnr/p2n1ppp/1p6/P1p1p3/1P2P3/2P2N2/3P2PP/RNBQ1K1R w kq - 0 10",
    "rnbqr1k1/pp3pbp/2pp1n2/4p3/P2PP1p1/BPN3P1/2P1NPBP/R2Q1RK1 w - - 2 12",
    "rnb1k3/pp2q2p/2pp3r/4pp1P/1PPP4/P1N1PP2/6P1/R2QKBNR w KQq - 0 14",
    "r3k2r/2p1b1pp/p1p5/3bNp2/8/2P1B1P1/PP1nPP1P/1K1R3R w kq - 0 16",
    "rnb1kbnr/pp3ppp/2pp4/4p3/3P3q/P4P2/RPP1P1PP/1NBQKBNR w Kkq - 1 5",
    "B2qr1k1/n5pp/1p2pn2/pb3p2/P1pP1B2/6P1/1P2QP1P/2KR2R1 w - - 0 20",
    "4r1k1/2pq1p2/rp5p/pR1P2p1/P1P5/b4Q1P/2P2PP1/3R2K1 w - - 0 22",
    "2r3k1/1pp2pp1/1b3nn1/pP1prqNp/P2P4/B1P2PP1/3QB3/R3R1K1 w - - 4 24",
    "r1bqk1nr/3p1p2/2P1p3/p1b5/1p2PPp1/6P1/1PP1N1pP/RNB1QR1K w kq - 0 15",
    "r4rk1/p1qp2bp/4ppp1/2p2P2/R3P1P1/2P5/1P2QN1P/5RK1 w - - 1 28",
    "rn1qk3/1ppb2b1/5n1p/p2N1p2/7N/P2B1Q2/1PP2PPP/R1B3K1 w - - 0 17",
    "7k/1p1q2p1/p1n4p/7P/3p4/P4QB1/5PP1/3R2K1 w - - 0 32",
    "r4rk1/1pp1bp1p/4b1pP/3qp3/4N3/1PBn2P1/P2PQP2/1K1R2NR w - - 8 17",
    "r2r2k1/5pp1/4p2p/p2qQ1PP/3P1P2/P1B5/1P6/2R4K w - - 3 36",
    "r5k1/P7/3q3p/6p1/1R1B4/2p4P/2r2P2/R4BK1 w - - 5 38",
    "rnb3k1/1pq2pp1/5b1p/p3p3/4Q3/5PB1/PPP1B1PP/1K1r2NR w - - 0 18",
    "8/1ppkn1p1/p7/3B4/1P6/P1R5/5P1P/3r2K1 w - - 1 33",
    "4kbnr/5pp1/b6p/P2P2P1/N3P2P/3n2B1/1P1p2B1/RNrK3R w k - 3 22",
    "r1b3nr/1pk1p1R1/p7/q1pPQ3/4P1B1/2N5/P1P4P/R5K1 b - - 4 24",
    "4k3/5p2/6pp/1p6/2pQBNP1/5PK1/q5P1/8 b - - 4 37",
    "r3r1k1/1p2b1p1/1Qb1q3/p1pp1p2/P3n3/2P1B2P/1P2PPB1/3RK2R b K - 8 26",
    "3R3R/8/7k/1p4r1/p1p1p3/P3n3/1PP3P1/1K6 b - - 3 45",
    "rn2kbnr/pb3ppp/1p6/3p4/3p4/4qPBP/PP1NPKP1/R2Q1BNR w kq - 2 11",
    "8/8/4N3/8/2p3k1/1nK2p2/5P2/8 w - - 1 58",
    "rnbqkbnr/pp1p2p1/2p2pQp/4p3/2P3P1/1P6/P2PPP1P/RNB1KBNR b KQkq - 1 5",
    "8/7p/k3p2n/1RN3b1/2P5/8/1Pb2P2/6K1 b - - 0 37",
    "3rR1k1/pp1q1ppp/2n3b1/8/3p4/2N2PP1/PPPQ1BBP/2R4K b - - 0 20",
    "7R/8/p3p1k1/8/P4B2/4p2K/1P2q3/3b4 w - - 0 44",
    "r4b2/4qkr1/4pn1p/2N2pp1/8/PQN2bPP/1PP2B2/2KR1BR1 w - - 6 26",
    "r1rb2k1/P4p2/6p1/4p3/1QB1b2p/1PB4q/R4PP1/R6K w - - 0 41",
    "8/8/1p3p2/4kP1p/8/3B3r/3K4/8 w - - 0 57",
    "r1bqkbnr/pp1pp1pp/2n5/2p2P1Q/2P1P3/N7/PP1P1P1P/R1B1KBNR b KQ - 2 6",
    "8/8/8/8/2R1K3/8/5k2/8 w - - 3 56",
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 1",
    "8/8/8/3k4/8/2BN4/3K4/8 w - - 0 1",
    "8/2k5/8/1PK5/8/8/8/8 w - - 0 1",
];
