//! Export format.

use kibitz::notation::pgn::{Game, Outcome, read_all, write};

use super::only;

fn movetext(text: &str) -> String {
    let written = write(&only(text));
    written.split("\n\n").nth(1).unwrap().to_owned()
}

#[test]
fn moves_have_the_numbers_that_they_need() {
    for (text, expected) in [
        (
            "1. e4 e5 (1... d5 2. exd5) 2. Nf3 *",
            "1. e4 e5 (1... d5 2. exd5) 2. Nf3 *",
        ),
        (
            "1. e4 {c} e5 $1 $14 2. Nf3 (2. f4 exf4) (2. d4) Nc6",
            "1. e4 { c } 1... e5 $1 $14 2. Nf3 (2. f4 exf4) (2. d4) 2... Nc6 *",
        ),
        ("({before} 1. d4) 1. e4", "1. e4 ({ before } 1. d4) *"),
        ("e2e4 e7e5 Ng1f3 Nb8c6 1-0", "1. e4 e5 2. Nf3 Nc6 1-0"),
        ("1. e4 -- 2. d4 ½-½", "1. e4 -- 2. d4 1/2-1/2"),
        ("1. e4 ; a } b\ne5", "1. e4 ; a } b\n1... e5 *"),
        (
            "1. e4 Qxx5 hm e5 *",
            "1. e4 { unread: Qxx5 } { unread: hm } 1... e5 *",
        ),
        ("1. e4 Qh5 2. Nf3 *", "1. e4 { unread: Qh5 2. Nf3 } *"),
    ] {
        assert_eq!(movetext(text), expected, "{text:?}");
    }
}

#[test]
fn remarks_in_front_of_a_variation_keep_their_order_when_written() {
    for (text, expected) in [
        (
            "1. e4 (1/2 {c} 1. d4) *",
            "1. e4 ({ c } 1. d4 { unread: 1/2 }) *",
        ),
        ("1. e4 ($1 {c} 1. d4) *", "1. e4 ({ c } 1. d4 $1) *"),
    ] {
        let game = only(text);
        assert_eq!(movetext(text), expected);
        assert_eq!(only(&write(&game)).tree, game.tree, "{text:?}");
    }
}

#[test]
fn the_roster_comes_first_and_the_rest_keeps_its_order() {
    let text = "[Zeta \"1\"]\n[Result \"1-0\"]\n[White \"A \\\"B\\\"\"]\n[Alpha \"C:\\\\\"]\n[White \"C\"]\n\n1. e4 1-0\n";
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"B\\\"\"]\n[Black \"?\"]\n\
        [Result \"1-0\"]\n[Zeta \"1\"]\n[Alpha \"C:\\\\\"]\n[White \"C\"]\n\n1. e4 1-0\n\n";
    assert_eq!(write(&only(text)), expected);
}

#[test]
fn lines_have_less_than_80_columns() {
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(50);
    let comment = "a comment of several words ".repeat(20);
    let text = write(&only(&format!(
        "{moves} {{{comment}}} (Rg8 Nf3 {{{comment}}})"
    )));
    for line in text.lines() {
        assert!(line.chars().count() < 80, "{line:?}");
    }
}

#[test]
fn several_games_are_read_back() {
    let text = "[White \"a\"]\n\n1. e4 1-0\n\n[White \"b\"]\n\n*\n\n1. d4";
    let games = read_all(text.as_bytes());
    let written: String = games.iter().map(write).collect();
    let again = read_all(written.as_bytes());
    let trees = |games: &[Game]| {
        games
            .iter()
            .map(|game| game.tree.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(trees(&again), trees(&games));
    assert_eq!(again.iter().map(write).collect::<String>(), written);
}

#[test]
fn escaped_lines_are_kept() {
    let text = "[A \"1\"]\n%secret data\n\n1. e4\n% more\ne5 *";
    let again = only(&write(&only(text)));
    assert_eq!(again.escapes, ["secret data", " more"]);
}

/// What stands behind a tag, in its line, is no line of text; alone in a line it would be.
#[test]
fn odd_words_in_front_of_an_unread_movetext_are_written_as_they_are_read_again() {
    let text = write(&only("[FEN \"4?\"]\".\n1.] Kd7 2. e4 Ke6\n*"));
    assert!(text.contains("{ unread: \". }\n1.] Kd7"), "{text}");
    assert_eq!(write(&only(&text)), text);
}

#[test]
fn a_long_name_of_a_tag_is_found_again_as_it_is_written() {
    for length in 70..84 {
        let name = format!("{} {}", "a".repeat(length - 6), "b".repeat(5));
        for text in [
            format!("[{name}\"x\"]\n\n*"),
            format!("[{name} \"x\"]\n\n*"),
        ] {
            let written = write(&only(&text));
            assert_eq!(write(&only(&written)), written, "{text}");
        }
    }
}

/// A brace in a line of text keeps what follows together; in the comment that the line becomes it no
/// longer does.
#[test]
fn an_unread_movetext_stays_one_game() {
    let text = "[FEN \"4?\"]\n\n{a} #1. d4 {after 17. f4 Bc7 18. 12 40\"]\n\n1... Kd7 2. e4\n[Site \"Lodz\"]\n[Date \"1907.12.26\"]\n[Result \"0-1\"]\n\n1. e4 {end} 0-1\n";
    let game = only(text);
    let written = write(&game);
    let again = only(&written);
    assert_eq!(write(&again), written);
    for words in ["1... Kd7", "[Date", "1. e4"] {
        assert!(written.contains(words), "{written}");
    }
}

#[test]
fn glyphs_behind_an_unread_movetext_are_no_part_of_it() {
    let text = "[Event \"a\"]\n[FEN \"8/8 b\"]\n\n40... Kd2*?? $7 {late}";
    let game = only(text);
    assert_eq!(game.rest.as_deref(), Some("40... Kd2"));
    let written = write(&game);
    assert!(written.contains("{ unread: ?? }"), "{written}");
    let again = only(&written);
    assert_eq!(again.rest, game.rest);
    assert_eq!(write(&again), written);
}

#[test]
fn a_double_forfeit_without_a_root_is_written_once() {
    let game = only("[Result \"0-0\"]\n[FEN \"4?\"]\n\n1. e4 e5");
    let again = only(&write(&game));
    assert_eq!(
        (game.result, again.result),
        (Outcome::Neither, Outcome::Neither)
    );
    assert_eq!(again.rest.as_deref(), Some("1. e4 e5"));
}

/// `0-0` at the end would be White's castling.
#[test]
fn a_double_forfeit_is_no_castling() {
    let forfeit = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 ---";
    let game = only(&format!("[Result \"0-0\"]\n\n{forfeit}"));
    assert_eq!((game.result, game.plies()), (Outcome::Neither, 6));
    assert!(write(&game).contains(forfeit), "{}", write(&game));
}

#[test]
fn movetext_without_a_root_keeps_what_is_in_front_of_it() {
    for rest in [
        "[\u{1}p \"1\"]",
        "<b>hello",
        "} hello",
        "[<b> hello",
        "g6 Bd8 #1-0",
        "g6 Bd8 #1-0 ; so",
    ] {
        let text = write(&only(&format!("[FEN \"4?\"]\n\n{rest}")));
        let again = only(&text);
        assert_eq!(again.rest.as_deref(), Some(rest), "{text:?}");
        assert_eq!(write(&again), text);
    }
}
