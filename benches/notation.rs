//! How fast chess is read and written, beside shakmaty doing only its part of the same.
//!
//! `cargo bench --bench notation`
#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kibitz::notation::fen;
use kibitz::notation::moves::{self, Moves, ReadAs};
use kibitz::position::{EpStyle, FenStyle, Position};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Position as _};

const FENS: [(&str, &str); 3] = [
    (
        "start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ),
    (
        "middle game",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 20",
    ),
    ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 50"),
];

/// Kasparov–Topalov, Wijk aan Zee 1999.
const GAME: &str = "e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5 Nge2 Nbd7 Bh6 Bxh6 Qxh6 Bb7 a3 e5 O-O-O Qe7 \
    Kb1 a6 Nc1 O-O-O Nb3 exd4 Rxd4 c5 Rd1 Nb6 g3 Kb8 Na5 Ba8 Bh3 d5 Qf4+ Ka7 Rhe1 d4 Nd5 Nbxd5 exd5 Qd6 Rxd4 cxd4 \
    Re7+ Kb6 Qxd4+ Kxa5 b4+ Ka4 Qc3 Qxd5 Ra7 Bb7 Rxb7 Qc4 Qxf6 Kxa3 Qxa6+ Kxb4 c3+ Kxc3 Qa1+ Kd2 Qb2+ Kd1 Bf1 Rd2 \
    Rd7 Rxd7 Bxc4 bxc4 Qxh8 Rd3 Qa8 c3 Qa4+ Ke1 f4 f5 Kc1 Rd2 Qa7";

fn fens(c: &mut Criterion) {
    let mut group = c.benchmark_group("read a FEN");
    for (name, text) in FENS {
        group.bench_function(format!("kibitz, {name}"), |b| {
            b.iter(|| fen::read(black_box(text), None));
        });
        group.bench_function(format!("shakmaty, {name}"), |b| {
            b.iter(|| {
                let fen: Fen = black_box(text).parse().unwrap();
                fen.into_position::<Chess>(CastlingMode::Standard).unwrap()
            });
        });
    }
    let broken = "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W KQkq e3 0 1";
    group.bench_function("kibitz, three faults", |b| {
        b.iter(|| fen::read(black_box(broken), None))
    });
    group.finish();
}

fn write(c: &mut Criterion) {
    let position = fen::read(FENS[1].1, None).position.unwrap();
    let mut group = c.benchmark_group("write a FEN");
    group.bench_function("kibitz", |b| {
        b.iter(|| fen::write(black_box(&position), FenStyle::Xfen, EpStyle::Legal));
    });
    group.bench_function("shakmaty", |b| {
        let mode = EpStyle::Legal.mode();
        b.iter(|| Fen::from_position(black_box(position.board()), mode).to_string());
    });
    group.finish();
}

fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("read a game of 87 plies");
    group.bench_function("kibitz, SAN", |b| {
        b.iter(|| {
            let mut position = Position::default();
            moves::read_moves(
                &mut position,
                Moves::Text(black_box(GAME)),
                ReadAs::default(),
            )
            .unwrap();
            position
        });
    });
    group.bench_function("shakmaty, SAN", |b| {
        b.iter(|| {
            let mut board = Chess::default();
            for word in black_box(GAME).split_whitespace() {
                let san: SanPlus = word.parse().unwrap();
                board.play_unchecked(san.san.to_move(&board).unwrap());
            }
            board
        });
    });
    group.finish();
}

criterion_group!(notation, fens, write, games);
criterion_main!(notation);
