//! Positions as requests give them.

use kibitz::notation::fen;
use kibitz::notation::source::{Moves, Source};
use kibitz::position::{Claim, EpStyle, FenStyle};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn with_fen(fen: &str) -> Source {
    Source {
        fen: Some(fen.into()),
        ..Source::default()
    }
}

fn with_moves(moves: Moves) -> Source {
    Source {
        moves: Some(moves),
        ..Source::default()
    }
}

fn reached(source: &Source) -> String {
    let read = source.read().unwrap();
    fen::write(&read.position, FenStyle::Xfen, EpStyle::Legal)
}

#[test]
fn one_position_in_many_forms() {
    assert_eq!(reached(&Source::default()), START);
    assert_eq!(reached(&with_fen("startpos")), START);
    assert_eq!(reached(&with_fen(&START.replace(' ', "_"))), START);
    let after = "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3";
    for text in [
        "e2e4 c7c5 g1f3 d7d6",
        "e4,c5,Nf3,d6",
        "1. e4 c5 2. Nf3 d6",
        "1.e4 c5 2.♘f3 d7-d6",
        "[1] e4 c5 [2] Ng1-f3 d6",
        "• 1.e4 \u{1f44d} c5 – 2.Nf3 +- d6\u{1f525} 1/2-1/2",
        "1.&nbsp;e4 c5<br/>2.&nbsp;Nf3 d6",
    ] {
        assert_eq!(
            reached(&with_moves(Moves::Text(text.into()))),
            after,
            "{text}"
        );
    }
}

#[test]
fn what_stands_in_the_wrong_field_is_named() {
    let uci = format!("position fen {START} moves e2e4 c7c5");
    for (fen, code, mended) in [
        (
            "position startpos moves e2e4",
            "fen-uci-command",
            "moves \"e2e4\"",
        ),
        (uci.as_str(), "fen-uci-command", "moves \"e2e4 c7c5\""),
        (
            &format!("{START} moves e2e4"),
            "fen-moves",
            "moves \"e2e4\"",
        ),
        ("1. e4 e5", "fen-is-pgn", "\"pgn\""),
        ("[Event \"x\"]\n\n1. e4 *", "fen-is-pgn", "\"pgn\""),
    ] {
        let error = with_fen(fen).read().unwrap_err();
        assert_eq!((error.parameter, error.code), ("fen", code), "{fen}");
        assert!(error.detail.contains(mended), "{}", error.detail);
    }
    let pgn = Source {
        pgn: Some(START.into()),
        ..Source::default()
    };
    assert_eq!(pgn.read().unwrap_err().code, "pgn-is-fen");
    let both = Source {
        pgn: Some("1. e4 *".into()),
        ..with_fen(START)
    };
    assert_eq!(both.read().unwrap_err().code, "two-positions");
}

#[test]
fn a_bad_move_is_named_by_its_place() {
    let list =
        |moves: &[&str]| with_moves(Moves::List(moves.iter().map(|&m| m.to_owned()).collect()));
    for (moves, index, code) in [
        (vec!["e2e4", "e7e5\nquit"], 1, "move-control-character"),
        (vec!["e4", "e5", "Ke3"], 2, "move-illegal"),
        (vec!["0000"], 0, "move-null"),
        (vec!["e4", "1-0"], 1, "move-result"),
        (vec!["e4", ""], 1, "move-empty"),
        (vec!["Nf3\u{0}"], 0, "move-control-character"),
    ] {
        let error = list(&moves).read().unwrap_err();
        assert_eq!(
            (error.parameter, error.index, error.code),
            ("moves", Some(index), code),
            "{moves:?}"
        );
    }
    let error = with_moves(Moves::Text("1. e4 e5 2. Ke3".into()))
        .read()
        .unwrap_err();
    let finding = error.findings.gravest().unwrap();
    assert_eq!((finding.start, finding.end), (12, 15));
    assert_eq!(error.legal_moves.unwrap().len(), 29);
    let long = with_moves(Moves::List(vec!["e4".into(); 12_001]))
        .read()
        .unwrap_err();
    assert_eq!(long.code, "moves-too-many");
}

/// A variation is not played: `1. e4 (1. d4) e5` is what a reader of PGN makes of it.
#[test]
fn variations_in_a_list_of_moves_are_left_out() {
    for (text, main, left_out) in [
        ("e4 (e5) c5", "e4 c5", Some((3, 7))),
        (
            "1. e4 (1. d4 d5 (1... Nf6) 2. c4) e5",
            "e4 e5",
            Some((6, 33)),
        ),
        ("1. f3 e5 2. g4 (O-O) (", "f3 e5 g4", Some((15, 20))),
        ("(e4) e5", "e4 e5", None),
        ("1) e4 (!) e5 (=)", "e4 e5", None),
    ] {
        let read = |text: &str| with_moves(Moves::Text(text.into())).read().unwrap();
        let (read, expected) = (read(text), read(main));
        let placements = [&read, &expected]
            .map(|read| fen::write(&read.position, FenStyle::Xfen, EpStyle::Legal));
        assert_eq!(placements[0], placements[1], "{text}");
        let finding = read.findings.iter().find(|f| f.code == "moves-variation");
        assert_eq!(finding.map(|f| (f.start, f.end)), left_out, "{text}");
    }
}

/// A look at the rest of the text for each bracket would take hours here.
#[test]
fn brackets_that_are_never_closed_are_read_once() {
    for brackets in [
        "( ".repeat(500_000),
        "( ) ( ".repeat(150_000),
        "(".repeat(1_000_000),
    ] {
        let _ = with_moves(Moves::Text(format!("e4 {brackets}"))).read();
    }
}

/// The threefold of a pinned en passant capturer (a known trap: the right to capture is none).
#[test]
fn repetition_is_judged_from_the_history() {
    let source = Source {
        moves: Some(Moves::Text(
            "h7h5 e6h6 g7h7 h6e6 h7g7 e6h6 g7h7 h6e6 h7g7".into(),
        )),
        ..with_fen("6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1")
    };
    let read = source.read().unwrap();
    assert_eq!(read.position.claims(), [Claim::ThreefoldRepetition]);
}
