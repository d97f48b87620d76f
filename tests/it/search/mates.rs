//! Mates: found when they are there, and never claimed when they are not.

use kibitz::analysis::{Limits, MateIn, Report, StopReason, Task, Value};
use shakmaty::{Chess, Position as _};

use super::{best, depth, nodes, position, search};

/// Whether the side to move can force mate in so many moves: every move is tried.
fn mates(chess: &Chess, moves: u32) -> bool {
    moves > 0
        && chess.legal_moves().iter().any(|&m| {
            let mut after = chess.clone();
            after.play_unchecked(m);
            is_mated(&after, moves - 1)
        })
}

/// Whether the side to move is mated whatever it does, in so many moves of the other.
fn is_mated(chess: &Chess, moves: u32) -> bool {
    let answers = chess.legal_moves();
    if answers.is_empty() {
        return chess.is_check();
    }
    moves > 0
        && answers.iter().all(|&m| {
            let mut after = chess.clone();
            after.play_unchecked(m);
            mates(&after, moves)
        })
}

fn value(report: &Report) -> Value {
    report.lines[0].score.value
}

#[test]
fn known_mates_are_found_at_their_length() {
    for (fen, expected, first) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, "a1a8"),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),
        (
            "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1",
            2,
            "d5f6",
        ),
        ("8/8/8/8/8/4k3/4p3/4K2r w - - 0 1", 0, ""),
    ] {
        let report = search(&Task::new(position(fen), depth(8)));
        if expected == 0 {
            assert_eq!(report.stop_reason, StopReason::Terminal, "{fen}");
            continue;
        }
        assert_eq!(value(&report), Value::Mate(expected), "{fen}");
        assert_eq!(best(&report), first, "{fen}");
        let plies = usize::try_from(2 * expected - 1).unwrap();
        assert_eq!(
            report.lines[0].pv.len(),
            plies,
            "{fen}: the line ends in mate"
        );
    }
}

#[test]
fn being_mated_counts_from_the_other_side() {
    let fen = "3k4/R7/8/3K4/8/8/8/8 b - - 0 1";
    let report = search(&Task::new(position(fen), depth(14)));
    let Value::Mate(moves) = value(&report) else {
        panic!("king and rook mate: {report:?}");
    };
    assert!((-8..=-4).contains(&moves), "{moves}");
}

#[test]
fn a_mate_limit_ends_the_search() {
    let fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let limits = Limits {
        mate: Some(MateIn::try_from(2).unwrap()),
        ..Limits::default()
    };
    let report = search(&Task::new(position(fen), limits));
    assert_eq!(report.stop_reason, StopReason::Mate);
    assert_eq!(value(&report), Value::Mate(2));
}

/// Every mate in at most three that the search claims in random games is one, by trying all moves.
#[test]
fn claimed_mates_are_mates() {
    let mut seed = 77_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    let mut claimed = 0;
    for _ in 0..150 {
        let mut game = kibitz::position::Position::default();
        for _ in 0..20 + random(100) {
            let moves = game.board().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[random(moves.len())]).unwrap();
        }
        let chess = game.board().clone();
        let report = search(&Task::new(game, nodes(3_000)));
        if report.lines.is_empty() {
            continue;
        }
        match value(&report) {
            Value::Mate(moves @ 1..=3) => {
                claimed += 1;
                assert!(mates(&chess, moves.unsigned_abs()), "in {moves}: {chess:?}");
            }
            Value::Mate(moves @ -2..=-1) => {
                claimed += 1;
                assert!(
                    is_mated(&chess, moves.unsigned_abs()),
                    "in {moves}: {chess:?}"
                );
            }
            _ => {}
        }
    }
    assert!(claimed > 5, "only {claimed} mates to judge");
}

#[test]
fn the_fifty_move_rule_forestalls_a_mate_that_comes_too_late() {
    // Mate in five at least, and one move left before the draw.
    let fen = "8/8/8/8/8/2k5/7r/K7 b - - 98 90";
    let report = search(&Task::new(position(fen), depth(10)));
    assert_eq!(value(&report), Value::Cp(0));
}
