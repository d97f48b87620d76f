//! Files made to be hard, and what is expected of them (`tests/fixtures/pgn/made/expect.jsonl`).

use std::time::Duration;

use kibitz::notation::pgn::{
    Arrow, Encoding, EvalScore, Foreign, Game, Options, Paint, Part, Reader, Side, Summary, Value,
    parts,
};
use serde_json::Value as Json;
use shakmaty::Square;

use super::super::corpus::fixture;
use super::{codes, end_fen, uci, variations};

fn bytes(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/pgn/made");
    std::fs::read(format!("{folder}/{name}")).unwrap()
}

fn read(name: &str) -> (Vec<Game>, Summary) {
    let mut games = Vec::new();
    let mut reader = Reader::new(Options::default());
    reader.feed(&bytes(name), &mut |game| games.push(game));
    let summary = reader.finish(&mut |game| games.push(game));
    (games, summary)
}

fn games(name: &str) -> Vec<Game> {
    read(name).0
}

#[test]
fn every_made_file_is_read_as_expected() {
    let cases = fixture("pgn/made/expect.jsonl");
    assert_eq!(cases.len(), 44);
    for case in cases {
        let file = case["file"].as_str().unwrap();
        let name = file.rsplit('/').next().unwrap();
        let games = games(name);
        let expected = case["games"].as_array().unwrap();
        match name {
            // The list stops at the game with the open comment; the games behind it are read too.
            "unterminated-comment.pgn" | "unterminated-comment-2.pgn" => assert_eq!(games.len(), 3),
            _ => assert_eq!(games.len(), expected.len(), "{name}"),
        }
        for (game, expected) in games.iter().zip(expected) {
            check(name, game, expected);
        }
    }
}

fn check(name: &str, game: &Game, expected: &Json) {
    let number = game.number;
    let text = |key: &str| expected.get(key).and_then(Json::as_str);
    if let Some(line) = text("mainline_uci") {
        assert_eq!(uci(game).join(" "), line, "{name} game {number}");
    }
    for plies in ["plies", "plies_ok"] {
        if let Some(plies) = expected.get(plies).and_then(Json::as_u64) {
            let read = game.plies() as u64;
            // A token that cannot be read may be passed over, with a message.
            let more = name == "broken-token-2.pgn" && read == 50 && codes(game) == ["pgn-token"];
            assert!(read == plies || more, "{name} game {number}: {read} plies");
        }
    }
    if let Some(fen) = text("final_fen") {
        assert_eq!(end_fen(game), fen, "{name} game {number}");
    }
    if let Some(result) = text("result") {
        assert_eq!(game.result.as_str(), result, "{name} game {number}");
    }
    for (tag, value) in expected
        .get("headers")
        .and_then(Json::as_object)
        .into_iter()
        .flatten()
    {
        assert_eq!(game.tag(tag), value.as_str(), "{name} game {number}");
    }
    if text("error").is_some() {
        assert_eq!(codes(game), ["pgn-fen"], "{name} game {number}");
    }
    if let Some(at) = text("error_at") {
        assert_eq!(
            game.errors[0].at_move.as_deref(),
            Some(at),
            "{name} game {number}"
        );
    }
}

/// Of three games the one in the middle is UTF-8, in whatever pieces they come.
#[test]
fn encodings_are_those_of_each_game() {
    let bytes = b"[A \"\xfa\"]\n\n*\n\n[B \"x\"]\n\n*\n\n[C \"\xe9 \xe8\"]\n\n*\n";
    for size in [1, 2, 7, 16, 1_000] {
        let mut encodings = Vec::new();
        let mut reader = Reader::new(Options::default());
        for piece in bytes.chunks(size) {
            reader.feed(piece, &mut |game| encodings.push(game.encoding));
        }
        reader.finish(&mut |game| encodings.push(game.encoding));
        let expected = [Encoding::Windows1252, Encoding::Utf8, Encoding::Windows1252];
        assert_eq!(encodings, expected, "pieces of {size}");
    }
}

#[test]
fn encodings_are_told() {
    for (name, encoding) in [
        ("latin1.pgn", Encoding::Windows1252),
        ("crlf-latin1-2.pgn", Encoding::Windows1252),
        ("utf16le.pgn", Encoding::Utf16Le),
        ("bom-crlf.pgn", Encoding::Utf8),
        ("lang-fig.pgn", Encoding::Utf8),
    ] {
        assert_eq!(games(name)[0].encoding, encoding, "{name}");
    }
}

#[test]
fn languages_are_told() {
    for (name, language) in [
        ("lang-es.pgn", "es"),
        ("lang-ca.pgn", "es"),
        ("lang-de.pgn", "de"),
        ("lang-fig.pgn", "en"),
        ("no-move-numbers.pgn", "en"),
    ] {
        let game = &games(name)[0];
        assert_eq!(game.language.code(), language, "{name}");
        assert_eq!(
            game.findings.has("pgn-language"),
            language != "en",
            "{name}"
        );
    }
}

#[test]
fn what_is_not_pgn_is_named() {
    let (games, summary) = read("gzip.pgn");
    assert_eq!(
        (games.len(), summary.foreign),
        (0, Some(Foreign::Compressed("gzip")))
    );
    let (games, summary) = read("empty.pgn");
    assert_eq!((games.len(), summary.foreign), (0, None));
}

#[test]
fn commands_are_read() {
    let game = &games("commands.pgn")[0];
    let values = |comment: &str| -> Vec<Value> {
        let parts = parts(comment).filter_map(|part| match part {
            Part::Command(command) => Some(command.value),
            Part::Text(_) => None,
        });
        parts.collect()
    };
    let start = game.tree.root().comments(Side::After).next().unwrap();
    assert_eq!(start, "[%csl Gd4,Rd5][%cal Gc2c4,Re7e6] start");
    let arrow = |paint, from, to| Arrow { paint, from, to };
    assert!(values(start).contains(&Value::Arrows(vec![
        arrow(Paint::Green, Square::C2, Square::C4),
        arrow(Paint::Red, Square::E7, Square::E6),
    ])));
    let nodes: Vec<_> = game.tree.main_line().collect();
    let of = |ply: usize| {
        nodes[ply - 1]
            .comments(Side::After)
            .flat_map(values)
            .collect::<Vec<_>>()
    };
    assert!(of(1).contains(&Value::Clock(Duration::from_millis(5_397_000))));
    assert!(of(1).contains(&Value::MoveTime(Duration::from_secs(3))));
    assert!(of(2).contains(&Value::Clock(Duration::from_millis(5_395_700))));
    let eval = |ply: usize| {
        of(ply).into_iter().find_map(|value| match value {
            Value::Eval(eval) => Some((eval.score, eval.depth)),
            _ => None,
        })
    };
    assert_eq!(eval(2), Some((EvalScore::Centipawns(21), Some(18))));
    assert_eq!(eval(3), Some((EvalScore::Mate(-3), None)));
    assert_eq!(eval(4), Some((EvalScore::Mate(4), None)));
    assert_eq!(eval(5), Some((EvalScore::Centipawns(-5), None)));
}

#[test]
fn annotations_are_kept() {
    let game = &games("nags.pgn")[0];
    let nags: Vec<Vec<u32>> = game
        .tree
        .main_line()
        .map(|node| node.nags().map(|nag| nag.0).collect())
        .collect();
    let expected: [&[u32]; 21] = [
        &[1],
        &[6],
        &[5],
        &[4],
        &[3],
        &[2],
        &[1, 14],
        &[139],
        &[255],
        &[0],
        &[3, 1],
        &[6, 2],
        &[18],
        &[10],
        &[16],
        &[13],
        &[146],
        &[220],
        &[999],
        &[],
        &[],
    ];
    assert_eq!(nags, expected);
    assert!(game.findings.has("pgn-nag-unknown"));
    let game = &games("nags-2.pgn")[0];
    assert_eq!(codes(game), ["pgn-nag"]);
    assert_eq!(game.errors[0].token, "$-1");
}

#[test]
fn faults_are_placed() {
    for (name, game, code, line, token) in [
        (
            "illegal-move-middle-game.pgn",
            1,
            "move-illegal",
            21,
            "Qxh2",
        ),
        (
            "fen-invalid.pgn",
            0,
            "pgn-fen",
            9,
            "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]",
        ),
        (
            "unterminated-comment.pgn",
            0,
            "pgn-comment-unclosed",
            9,
            "{",
        ),
        ("broken-token-2.pgn", 0, "pgn-token", 9, "###"),
        ("truncated.pgn", 1, "pgn-token", 21, "Nx"),
        ("unbalanced-parens.pgn", 0, "pgn-stray-close", 9, ")"),
    ] {
        let game = &games(name)[game];
        let error = &game.errors[0];
        assert_eq!(
            (error.code(), error.place.line, error.token.as_str()),
            (code, line, token),
            "{name}"
        );
    }
}

#[test]
fn the_unread_rest_is_kept() {
    let game = &games("illegal-move-middle-game.pgn")[1];
    assert_eq!(game.errors[0].rest, "Qxh2 4. Nf3 Nf6");
    assert_eq!(game.errors[0].game, 2);
    let fen = "rnbqkbnr/pp2pppp/2p5/3p4/3PP3/2N5/PPP2PPP/R1BQKBNR b KQkq - 1 3";
    assert_eq!(game.errors[0].fen.as_deref(), Some(fen));
    let last = game.tree.main_line().last().unwrap();
    assert_eq!(last.unread().collect::<Vec<_>>(), ["Qxh2 4. Nf3 Nf6"]);
    let game = &games("fen-invalid.pgn")[0];
    assert_eq!(
        (game.rest.as_deref(), game.root.is_none()),
        (Some("1. e4"), true)
    );
}

#[test]
fn results_are_kept_raw_and_read() {
    let games = games("results-odd.pgn");
    let read: Vec<_> = games
        .iter()
        .map(|game| (game.termination.as_deref(), game.result.as_str()))
        .collect();
    assert_eq!(
        read,
        [
            (Some("1-0"), "1-0"),
            (Some("½-½"), "1/2-1/2"),
            (Some("1/2"), "1/2-1/2"),
            (Some("1:0"), "1-0"),
            (None, "*"),
            (Some("1-0"), "1-0"),
            (Some("0-1"), "0-1"),
            (Some("0-1"), "0-1"),
            (Some("=-="), "1/2-1/2"),
            (Some("0–1"), "0-1"),
        ]
    );
}

#[test]
fn escapes_and_comments_have_their_own_rules() {
    let game = &games("escape-and-semicolon.pgn")[0];
    assert_eq!(
        game.escapes,
        [" this line is for other programs 1. d4 { ", ""]
    );
    let comments: Vec<_> = game
        .tree
        .main_line()
        .flat_map(|node| node.comments(Side::After))
        .collect();
    assert_eq!(
        comments,
        [
            "rest of line { is comment ( $3",
            "a brace comment ; not a line comment % inside braces this is text"
        ]
    );
    assert_eq!(variations(&games("nested-2.pgn")[0]), 5);
    assert_eq!(variations(&games("deep-nesting-400.pgn")[0]), 401);
}
