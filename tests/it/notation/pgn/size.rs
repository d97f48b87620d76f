//! Large, deep and endless input is answered.

use kibitz::notation::pgn::{Game, Limits, Options, Reader, Side, Summary, write};

use super::{codes, only};

fn read(text: &str, limits: Limits) -> (Vec<Game>, Summary) {
    let options = Options {
        limits,
        ..Options::default()
    };
    let mut games = Vec::new();
    let mut reader = Reader::new(options);
    reader.feed(text.as_bytes(), &mut |game| games.push(game));
    let summary = reader.finish(&mut |game| games.push(game));
    (games, summary)
}

#[test]
fn ten_thousand_nested_variations_are_read_and_written() {
    let depth = 10_000;
    let text = format!(
        "1. e4 {}{} e5 *",
        "(1. d4 ".repeat(depth),
        ")".repeat(depth)
    );
    let game = only(&text);
    assert_eq!((game.tree.len(), game.plies()), (depth + 2, 2));
    let again = only(&write(&game));
    assert!(again.tree == game.tree.clone());
}

#[test]
fn a_comment_of_five_megabytes_is_kept() {
    let comment = "x".repeat(5 << 20);
    let game = only(&format!("1. e4 {{{comment}}} e5 *"));
    let first = game.tree.main_line().next().unwrap();
    assert_eq!(first.comments(Side::After).next(), Some(comment.as_str()));
    assert_eq!(game.plies(), 2);
}

#[test]
fn comments_that_never_end_are_answered_at_once() {
    let game = only(&format!("1. e4 {{{}", "\\ [% { ( ".repeat(100_000)));
    assert_eq!(codes(&game), ["pgn-comment-unclosed"]);
}

#[test]
fn a_million_variations_to_one_move_are_no_trouble() {
    let limits = Limits {
        items: 2_000_000,
        ..Limits::default()
    };
    let (games, _) = read(&format!("1. e4 {} *", "(1. d4)".repeat(300_000)), limits);
    assert_eq!(games[0].tree.len(), 300_001);
}

#[test]
fn games_beyond_the_limits_are_cut_and_the_next_is_read() {
    let next = "\n\n[Event \"next\"]\n\n1. d4 d5 *\n";
    let limits = Limits {
        bytes: 10_000,
        items: 500,
        depth: 50,
    };
    for (text, what) in [
        (
            format!("[Event \"a\"]\n\n1. e4 {{{}}} e5 *", "y".repeat(50_000)),
            "bytes",
        ),
        (
            format!("[Event \"a\"]\n\n{} *", "Nf3 Nf6 Ng1 Ng8 ".repeat(300)),
            "moves and remarks",
        ),
        (
            format!("[Event \"a\"]\n\n1. e4 {}*", "(1. d4 ".repeat(100)),
            "nested variations",
        ),
        (
            format!("[Event \"a\"]\n\n{}", "word ".repeat(20_000)),
            "bytes",
        ),
    ] {
        let (games, summary) = read(&(text + next), limits);
        assert_eq!((games.len(), summary.games), (2, 2), "{what}");
        let told = games[0]
            .errors
            .iter()
            .find(|error| error.code() == "pgn-game-too-large");
        let message = told.unwrap_or_else(|| panic!("{what}: {:?}", codes(&games[0])));
        assert!(message.fault.to_string().contains(what), "{message}");
        assert_eq!(games[1].plies(), 2, "{what}");
        assert_eq!(games[1].tag("Event"), Some("next"));
    }
}

#[test]
fn findings_and_errors_are_bounded() {
    let game = only(&format!("1. e4 {} e5 *", "} hello ) ".repeat(1_000)));
    assert_eq!((game.errors.len(), game.plies()), (64, 2));
}
