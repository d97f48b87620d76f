//! Speed of the embedded engine beside its physical limit: shakmaty's plain perft on the same board
//! in the same run (it counts the last ply in bulk, the search plays every move). `cargo bench --bench
//! search`; criterion prints elements (nodes) a second.

use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kibitz::analysis::{Limits, Nodes, Task};
use kibitz::position::{Position, Variant};
use kibitz::search::{HashMib, Searcher, perft};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

const BOARD: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const PERFT_3: u64 = 97_862;
const NODES: u64 = 200_000;

fn nodes_a_second(criterion: &mut Criterion) {
    let fen: Fen = BOARD.parse().expect("the board is written well");
    let chess: Chess = fen
        .into_position(CastlingMode::Standard)
        .expect("the board is legal");
    let mut group = criterion.benchmark_group("nodes");
    group.sample_size(20);
    group.throughput(Throughput::Elements(PERFT_3));
    group.bench_function("perft, shakmaty", |bencher| {
        bencher.iter(|| shakmaty::perft(&chess, 3));
    });
    group.bench_function("perft, staged picker", |bencher| {
        bencher.iter(|| perft(&chess, 3));
    });
    let nodes = Nodes::try_from(i128::from(NODES)).expect("in range");
    let position = Position::new(chess.clone(), Variant::Standard);
    let task = Task::new(position, Limits::nodes(nodes));
    let mut searcher = Searcher::new(HashMib::default());
    group.throughput(Throughput::Elements(NODES));
    group.bench_function("search, one thread", |bencher| {
        bencher.iter(|| {
            searcher.clear();
            searcher.search(&task, &AtomicBool::new(false), &mut |_| {})
        });
    });
    group.finish();
}

criterion_group!(benches, nodes_a_second);
criterion_main!(benches);
