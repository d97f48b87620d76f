//! Nothing stops the reader: single faults, and what is read in spite of them. The cases come from
//! public issue threads of other programs.

use kibitz::notation::pgn::{Options, Outcome, Reader, Side, read_all};

use super::{check_legal, codes, end_fen, only, uci, variations};

/// Text, plies of the main line, variations, codes of the errors, result.
type Case = (
    &'static str,
    usize,
    usize,
    &'static [&'static str],
    &'static str,
);

const ONE_GAME: &[Case] = &[
    (
        "[Opening \"Some (odd) line; {really} 1-0\"]\n\n1. e4 *",
        1,
        0,
        &[],
        "*",
    ),
    (
        "[White \"X\"]\n[Black \"Y\"]\n\n\n1. c4 {[%clk 0:15:20]} e5 2. Nc3 *",
        3,
        0,
        &[],
        "*",
    ),
    (
        "[Event \"x\"]\r\n[Result \"*\"]\r\n\r\n1. e4 e5 *\r\n",
        2,
        0,
        &[],
        "*",
    ),
    (
        "{ file comment }\n\n[ECO \"A00\"]\n\n1. b4 *",
        1,
        0,
        &[],
        "*",
    ),
    ("1. e4 e5 2. Nf3 Nc6 ?! 3. Bb5 *", 5, 0, &[], "*"),
    // A result glued to a move, with characters without width in between.
    ("1. e4½\u{feff}", 1, 0, &[], "1/2-1/2"),
    ("1. e41/2\u{200b}-1/2", 1, 0, &[], "1/2-1/2"),
    ("1. f3 e5 2. g4 Qh4#0-1", 4, 0, &[], "0-1"),
    (
        "1. d4 {[%depth20 +0.35]} 1. ... Nf6 {[%depth20 +0.24]} 2. c4 *",
        3,
        0,
        &[],
        "*",
    ),
    (
        "1. e4 e5 2. Nf3 (2. Qxh7 Rxh7) 2... Nc6 3. Bc4 *",
        5,
        0,
        &["move-illegal"],
        "*",
    ),
    ("1. e4 e5 2. Nf3 (2. -- d5) 2... Nc6 *", 4, 1, &[], "*"),
    ("1. e4 c5 2. Nf3 d6 3. -- Nf6 *", 6, 0, &[], "*"),
    (
        "1. e4 Z0 2. d4 0000 3. c4 @@@@ 4. b4 null 5. a4 <> *",
        10,
        0,
        &[],
        "*",
    ),
    (
        "{[%clk 00:10:00][%eval 0.25]} 1. d4 {[%clk 00:10:00]} Nf6 {[%clk 00:10:00]} *",
        2,
        0,
        &[],
        "*",
    ),
    ("1. e4 {first} {[#] second} e5 {c} 2. Nf3 *", 3, 0, &[], "*"),
    ("1. e4 e5 (1... d5 2. exd5) 2. Nf3 *", 3, 1, &[], "*"),
    ("1. e4 e5 (=) 2. Nf3 Nc6 (=) 1/2-1/2", 4, 0, &[], "1/2-1/2"),
    ("1. e4 a6 2. e5 d5 3. exd6 e.p. cxd6 *", 6, 0, &[], "*"),
    ("1. e4 a6 2. e5 d5 3. exd6e.p. cxd6 *", 6, 0, &[], "*"),
    ("1. e4 e5 2. Nf3 O‑O *", 3, 0, &["move-illegal"], "*"),
    ("1. e4 e5 2. N?5?? Nc6 3. Nc3 *", 2, 0, &["pgn-token"], "*"),
    ("1. e4 e5 2. ### 2. Nf3 *", 3, 0, &["pgn-token"], "*"),
    ("1. e4 hello e5 *", 2, 0, &["pgn-token"], "*"),
    ("1. pawn goes to e4 *", 0, 0, &["pgn-token"], "*"),
    ("[1. c4 e6 2. Nf3 b6 3. g3 Ba6 1-0]", 6, 0, &[], "1-0"),
    ("1. e4 e5 ) 2. Nf3 *", 3, 0, &["pgn-stray-close"], "*"),
    ("1. e4 e5 } 2. Nf3 *", 3, 0, &["pgn-stray-close"], "*"),
    (
        "1. e4 e5 (1... c5 *",
        2,
        1,
        &["pgn-variation-unclosed"],
        "*",
    ),
    ("1. e4 e5 ((1... c5)) *", 2, 1, &[], "*"),
    ("1. e4 (1. d4) (1. c4 c5 (1... e5)) e5 *", 2, 3, &[], "*"),
    (
        "1. e4 e5 2. Ke2 Ke7 3. Kd3 Kd6 4. 0-0 0-0",
        6,
        0,
        &["move-illegal"],
        "*",
    ),
    ("[Result \"+--\"]\n\n +--", 0, 0, &[], "1-0"),
    ("[Result \"0-0\"]\n\n0-0", 0, 0, &[], "0-0"),
    ("[Result \"-:+\"]\n\n-:+", 0, 0, &[], "0-1"),
    (
        "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4#  {0-1}",
        4,
        0,
        &[],
        "0-1",
    ),
    ("1. f3 e5 2. g4 Qh4#  {0-1}", 4, 0, &[], "0-1"),
    (
        "[Result \"0.5-0.5\"]\n\n1. d4 d5 2. c4 e6 0.5-0.5",
        4,
        0,
        &[],
        "1/2-1/2",
    ),
    ("1.e4 c5 1 - 0", 2, 0, &[], "1-0"),
    ("1. e4&nbsp;e5 2.&nbsp;Nf3 *", 3, 0, &[], "*"),
    ("1. e4 e5\n\n2. Nf3\n\n\nNc6 *", 4, 0, &[], "*"),
    ("1 e2-e4 e7-e5 2 Ng1-f3 *", 3, 0, &[], "*"),
    ("1. e4 e5 2. f4 exf4 3. Nf3+- d5 4. exd5= *", 7, 0, &[], "*"),
    ("1) e4 e5 2) Nf3 *", 3, 0, &[], "*"),
    ("[1] e4 e5 [2] Nf3 *", 3, 0, &[], "*"),
    ("1. e4 e5 1-0 1-0", 2, 0, &[], "1-0"),
    ("( 1. d4 ) 1. e4 *", 1, 1, &[], "*"),
    ("1. e4 (1. d4 1-0) e5 *", 2, 1, &[], "*"),
];

#[test]
fn one_game_each() {
    for &(text, plies, lines, errors, result) in ONE_GAME {
        let game = only(text);
        let read = (
            game.plies(),
            variations(&game),
            codes(&game),
            game.result.as_str(),
        );
        assert_eq!(read, (plies, lines, errors.to_vec(), result), "{text:?}");
        check_legal(&game);
    }
}

#[test]
fn several_games_each() {
    for (text, expected) in [
        (
            "[Event \"5th \"Memorial\" International 2026\"]\n\n1. b4 e5 2. Bb2 d6 1-0\n\n[Event \"next\"]\n\n1. e4 *",
            vec![4, 1],
        ),
        (
            "1. e4 e5 2. Nf3 d6 3. Bb5+ Nf6 4. Bc4 Be7 1-0\n\n[Event \"next board\"]\n\n1. d4 d5 *",
            vec![5, 2],
        ),
        ("1. e4 e5 1-0 1. d4 d5 0-1 1. c4", vec![2, 2, 1]),
        ("1. e4 e5\n2. Nf3\n\n1. d4 d5\n2. c4 *", vec![3, 3]),
        (
            "[Event \"a\"] [Site \"b\"] 1. e4 * [Event \"c\"] 1. d4 d5 *",
            vec![1, 2],
        ),
        ("[A \"1\"]\n1. e4\n[A \"2\"]\n1. d4 d5", vec![1, 2]),
        (
            "[Event \"a\"]\n[White \"b\"]\n\n[Event \"c\"]\n[White \"d\"]\n\n",
            vec![0, 0],
        ),
        (
            "\u{feff}[A \"1\"]\n\n1. e4 *\n\n\u{feff}[A \"2\"]\n\n1. d4 d5 *",
            vec![1, 2],
        ),
        (
            "1. e4 { never closed\n\n[Event \"b\"]\n\n1. d4 {closed} d5 *",
            vec![1, 2],
        ),
        ("1. e4 * some words\n\nand more\n\n1. d4 d5 *", vec![1, 2]),
    ] {
        let games = read_all(text.as_bytes());
        let plies: Vec<usize> = games.iter().map(|game| game.plies()).collect();
        assert_eq!(plies, expected, "{text:?}");
    }
}

#[test]
fn a_variation_to_a_move_that_cannot_be_read_is_read() {
    let game = only("1. e4 e5 2. Qxh7 (2. Nf3 Nc6 (2... d6)) Nf6 3. d4 (3. c4) *");
    assert_eq!(
        (game.plies(), variations(&game), codes(&game)),
        (2, 2, vec!["move-illegal"])
    );
    assert_eq!(
        game.errors[0].rest,
        "Qxh7 (2. Nf3 Nc6 (2... d6)) Nf6 3. d4 (3. c4)"
    );
    let last = game.tree.main_line().last().unwrap();
    assert!(last.main().is_none());
    assert_eq!(last.variations().count(), 1);
}

#[test]
fn faults_say_where_and_what() {
    let text = "[Event \"Ok\"]\n\n1. e4 *\n\n[Event \"Bad\"]\n[White \"W\"]\n\n1. d4 d5 2. Bb5 *\n";
    let games = read_all(text.as_bytes());
    let error = &games[1].errors[0];
    assert_eq!(
        (error.game, error.place.line, error.place.column),
        (2, 8, 13)
    );
    assert_eq!(error.at_move.as_deref(), Some("2. Bb5"));
    let fen = "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(error.fen.as_deref(), Some(fen));
    assert!(
        error.to_string().starts_with("game 2, line 8, column 13: "),
        "{error}"
    );
}

#[test]
fn tags_survive_what_people_write() {
    let game = only(
        "[White \"A \\\"B\\\" C\"]\n[Black \"C:\\\\\"]\n[white \"x\"]\n[White \"again\"]\n\n1. e4 *",
    );
    assert_eq!(
        (game.tag("White"), game.tag("Black")),
        (Some("A \"B\" C"), Some("C:\\"))
    );
    assert_eq!(game.tags.len(), 4);
    assert!(game.findings.has("pgn-tag-duplicate"));
}

#[test]
fn null_moves_in_check_are_refused() {
    let game = only("1. e4 d6 2. Bb5+ -- 3. Nf3 *");
    assert_eq!((game.plies(), codes(&game)), (3, vec!["pgn-null-move"]));
}

#[test]
fn unsupported_variants_are_named_and_kept() {
    let game = only("[Variant \"Crazyhouse\"]\n\n1. e4 {x} e5 (1... d5) 2. N@f3 1-0");
    assert_eq!(codes(&game), ["variant-unsupported"]);
    assert_eq!(game.rest.as_deref(), Some("1. e4 {x} e5 (1... d5) 2. N@f3"));
    assert_eq!((game.result, game.root.is_none()), (Outcome::White, true));
}

#[test]
fn rights_that_cannot_be_are_mended() {
    let fen = "rnbq1rk1/pppn1ppp/4p3/3pP3/1b1P4/2NB1N2/PPP2PPP/R1BQK2R w KQq - 0 1";
    let game = only(&format!("[FEN \"{fen}\"]\n\n1. Bxh7+ *"));
    assert_eq!((game.plies(), codes(&game)), (1, vec![]));
    assert!(game.findings.has("pgn-fen-mended"));
}

#[test]
fn broken_bytes_are_replaced() {
    let bytes = b"[White \"B\x90B\"]\n\n1. e4 *\n";
    let game = read_all(bytes).remove(0);
    assert_eq!(game.tag("White"), Some("B\u{fffd}B"));
    assert!(game.findings.has("pgn-encoding-replaced"));
}

#[test]
fn comments_stay_in_order() {
    let game = only("1. e4 {first} {[#] second} ; third\n e5 ({before} 1... c5 {after}) {more} *");
    let e4 = game.tree.main_line().next().unwrap();
    let comments: Vec<_> = e4.comments(Side::After).collect();
    assert_eq!(comments, ["first", "[#] second", "third"]);
    let c5 = e4.variations().next().unwrap();
    assert_eq!(c5.comments(Side::Before).collect::<Vec<_>>(), ["before"]);
    let e5 = e4.main().unwrap();
    assert_eq!(e5.comments(Side::After).collect::<Vec<_>>(), ["more"]);
}

#[test]
fn a_stated_language_counts() {
    let text = "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\n1. Rf1 *";
    assert_eq!(uci(&only(text)), ["h1f1"]);
    let options = Options {
        language: Some("es".parse().unwrap()),
        ..Options::default()
    };
    let mut games = Vec::new();
    let mut reader = Reader::new(options);
    reader.feed(text.as_bytes(), &mut |game| games.push(game));
    reader.finish(&mut |game| games.push(game));
    assert_eq!(uci(&games[0]), ["e1f1"]);
}

#[test]
fn a_language_is_found_by_the_game_as_a_whole() {
    let game = only("1. e4 e5 2. Hf3 Hc6 3. Fb5 a6 4. Fa4 Hf6 5. O-O Fe7 6. Be1 *");
    assert_eq!((game.plies(), game.language.code()), (11, "hu"));
    assert!(end_fen(&game).starts_with("r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQR1K1"));
}

#[test]
fn input_of_another_kind_is_named() {
    for (text, code) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "pgn-is-fen",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - -\n8/8/8/8/8/8/8/K1k5 w - -\n",
            "pgn-is-fen",
        ),
        ("position startpos moves e2e4 e7e5", "pgn-is-uci"),
        (
            "<!DOCTYPE html>\n<html><body>1. e4</body></html>",
            "pgn-is-html",
        ),
        ("{\"pgn\": \"1. e4\"}", "pgn-is-json"),
        ("hello there", "pgn-no-game"),
        ("\u{1f}\u{8b}", "pgn-no-game"),
    ] {
        let mut count = 0;
        let mut reader = Reader::new(Options::default());
        reader.feed(text.as_bytes(), &mut |_| count += 1);
        let summary = reader.finish(&mut |_| count += 1);
        let found = summary.foreign.map(|foreign| foreign.code());
        assert_eq!((count, found), (0, Some(code)), "{text:?}");
    }
}
