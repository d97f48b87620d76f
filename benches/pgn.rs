//! How fast PGN is read with every move checked, beside pgn-reader and shakmaty doing only that.
//!
//! `KIBITZ_CORPUS=… cargo bench --bench pgn`; the file is `pgn/real/chesscom-export-large.pgn`. With
//! `KIBITZ_PGN_STREAM_MB=1024` it also streams the file over and over until so much has passed, and
//! says how much memory that took.
#![expect(clippy::print_stdout, reason = "its output is what it is for")]
#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kibitz::notation::pgn::{Options, Reader, read_all, write};
use pgn_reader::{RawTag, SanPlus, Skip, Visitor};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

fn corpus() -> Option<Vec<u8>> {
    let folder = std::env::var_os("KIBITZ_CORPUS");
    if folder.is_none() {
        println!("SKIPPED: KIBITZ_CORPUS names no corpus folder");
    }
    let path = std::path::PathBuf::from(folder?).join("pgn/real/chesscom-export-large.pgn");
    Some(std::fs::read(path).unwrap())
}

/// pgn-reader with shakmaty: every move of every main line checked, nothing kept.
struct Checker;

impl Visitor for Checker {
    type Tags = Option<Fen>;
    type Movetext = (Chess, usize);
    type Output = usize;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(None)
    }

    fn tag(
        &mut self,
        fen: &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            *fen = Fen::from_ascii(value.as_bytes()).ok();
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, fen: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        let board = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        ControlFlow::Continue((board.unwrap_or_default(), 0))
    }

    fn san(
        &mut self,
        (board, moves): &mut Self::Movetext,
        san: SanPlus,
    ) -> ControlFlow<Self::Output> {
        let m = san.san.to_move(board).unwrap();
        board.play_unchecked(m);
        *moves += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (_, moves): Self::Movetext) -> Self::Output {
        moves
    }
}

fn kibitz(bytes: &[u8]) -> usize {
    let mut moves = 0;
    let mut reader = Reader::new(Options::default());
    reader.feed(bytes, &mut |game| moves += game.tree.len());
    reader.finish(&mut |game| moves += game.tree.len());
    moves
}

fn pgn_reader(bytes: &[u8]) -> usize {
    let mut reader = pgn_reader::Reader::new(bytes);
    let mut moves = 0;
    while let Some(read) = reader.read_game(&mut Checker).unwrap() {
        moves += read;
    }
    moves
}

fn reading(c: &mut Criterion) {
    let Some(bytes) = corpus() else {
        return;
    };
    println!(
        "moves: kibitz {}, pgn-reader {}",
        kibitz(&bytes),
        pgn_reader(&bytes)
    );
    let mut group = c.benchmark_group("read a PGN");
    group.sample_size(20);
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("kibitz, all kept", |b| b.iter(|| kibitz(black_box(&bytes))));
    group.bench_function("pgn-reader and shakmaty, nothing kept", |b| {
        b.iter(|| pgn_reader(black_box(&bytes)))
    });
    let games = read_all(&bytes);
    group.bench_function("kibitz, written", |b| {
        b.iter(|| games.iter().map(|game| write(game).len()).sum::<usize>())
    });
    group.finish();
}

/// Both in turn, the best time of each: what a busy machine can still tell.
fn ratio(_: &mut Criterion) {
    let Some(bytes) = corpus() else {
        return;
    };
    let best = |read: fn(&[u8]) -> usize, best: &mut f64| {
        let start = Instant::now();
        black_box(read(black_box(&bytes)));
        *best = best.min(start.elapsed().as_secs_f64() * 1_000.0);
    };
    let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
    let rounds = std::env::var("KIBITZ_PGN_ROUNDS").ok();
    for _ in 0..rounds.and_then(|rounds| rounds.parse().ok()).unwrap_or(100) {
        best(kibitz, &mut ours);
        best(pgn_reader, &mut theirs);
    }
    println!(
        "best of 100: kibitz {ours:.1} ms, pgn-reader {theirs:.1} ms: {:.0} % of its speed",
        100.0 * theirs / ours
    );
}

/// Streams the file again and again; the memory that the process had at most, from `/proc`.
fn streaming(_: &mut Criterion) {
    let Some(megabytes) = std::env::var("KIBITZ_PGN_STREAM_MB").ok() else {
        return;
    };
    let (Some(bytes), total) = (corpus(), megabytes.parse::<usize>().unwrap() << 20) else {
        return;
    };
    let (mut games, mut fed) = (0_u64, 0);
    let mut reader = Reader::new(Options::default());
    while fed < total {
        for piece in bytes.chunks(16 << 10) {
            reader.feed(piece, &mut |_| games += 1);
        }
        fed += bytes.len();
    }
    let summary = reader.finish(&mut |_| games += 1);
    assert_eq!(summary.games, games);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .unwrap_or("VmHWM unknown");
    println!("{} MB streamed, {games} games, {peak}", fed >> 20);
}

criterion_group!(benches, streaming, ratio, reading);
criterion_main!(benches);
