//! Perft against published counts.

use std::path::Path;

use kibitz::search::{perft, perft_divide};
use shakmaty::Chess;

use super::chess;

/// Position, and counts by depth.
fn cases(text: &str) -> Vec<(Chess, Vec<(u32, u64)>)> {
    let ends = |c: char| c.is_whitespace() || c == '\0';
    let lines = text.lines().map(|line| line.trim_matches(ends));
    lines
        .filter(|line| !line.is_empty())
        .map(|line| {
            let (fen, counts) = line.split_once(';').unwrap();
            let counts = counts.split(';').map(|count| {
                let (depth, count) = count.trim().split_once(' ').unwrap();
                let depth = depth.trim_start_matches('D').parse().unwrap();
                (depth, count.trim().parse().unwrap())
            });
            (chess(fen.trim()), counts.collect())
        })
        .collect()
}

fn check(cases: &[(Chess, Vec<(u32, u64)>)], deepest: u32) {
    for (chess, counts) in cases {
        for &(depth, count) in counts.iter().filter(|count| count.0 <= deepest) {
            assert_eq!(perft(chess, depth), count, "depth {depth}: {chess:?}");
        }
    }
}

#[test]
fn known_positions_have_their_counts() {
    check(&cases(include_str!("../../fixtures/perft.epd")), 5);
}

#[test]
fn divided_counts_sum_to_the_whole() {
    let chess = chess("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let parts = perft_divide(&chess, 3);
    assert_eq!(parts.len(), 48);
    assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), 97_862);
    assert!(perft_divide(&chess, 0).is_empty());
}

/// Every fifth position of two large sets to depth 3; `cargo bench --bench perft_corpus` does all
/// of them to depth 4.
#[test]
fn a_corpus_has_its_counts() {
    let Ok(corpus) = std::env::var("KIBITZ_CORPUS") else {
        eprintln!("SKIPPED: KIBITZ_CORPUS names no corpus");
        return;
    };
    for file in ["fischer960-a.epd", "marcel-sample-a.epd"] {
        let path = Path::new(&corpus).join("perft").join(file);
        let text = std::fs::read_to_string(path).unwrap();
        let sample: Vec<_> = cases(&text).into_iter().step_by(5).collect();
        check(&sample, 3);
    }
}
