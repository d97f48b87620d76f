//! Messy input that users of other programs brought (`reports/reports.jsonl` of the corpus).

use std::time::Duration;

use kibitz::notation::pgn::{Game, Part, Side, Value, parts, read_all};

use super::super::corpus::{folder, lines};
use super::{codes, end_fen, only, uci, variations};

/// The text of a report.
fn report(id: &str) -> Option<String> {
    let all = lines("pgn::reports", "reports/reports.jsonl");
    let report = all.iter().find(|report| report["id"] == id)?;
    Some(report["input"]["pgn"].as_str().unwrap().to_owned())
}

fn file(name: &str) -> Option<Vec<Game>> {
    let folder = folder("pgn::reports")?;
    Some(read_all(
        &std::fs::read(folder.join("reports").join(name)).unwrap(),
    ))
}

#[test]
fn games_are_read_to_the_end() {
    for (id, plies, fen) in [
        (
            "S002",
            10,
            "r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 4 6",
        ),
        (
            "S004",
            16,
            "rn1qk1nr/ppp2ppp/8/4P3/1BP3b1/8/PP2K1PP/RN1Q1BR1 w kq - 1 9",
        ),
        (
            "S014",
            6,
            "rnbqkbnr/1p2pppp/p2p4/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 4",
        ),
        (
            "S016",
            18,
            "r1bqkb1r/ppp1pp1Q/B1n4p/8/3P4/8/PPP2P1P/R3K2q w Qkq - 0 10",
        ),
        (
            "S018",
            13,
            "r1bq1rk1/pp1pbppp/2n2n2/1Bp1p3/3PP3/2P2N2/PP3PPP/RNBQR1K1 b - - 0 7",
        ),
        (
            "S024",
            4,
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        ),
    ] {
        let Some(text) = report(id) else {
            return;
        };
        let game = only(&text);
        assert_eq!(
            (game.plies(), end_fen(&game).as_str()),
            (plies, fen),
            "{id}"
        );
    }
}

#[test]
fn a_capture_without_a_file_is_not_guessed() {
    let Some(text) = report("S018") else {
        return;
    };
    let game = only(&text);
    assert_eq!(codes(&game), ["move-ambiguous"]);
    let error = &game.errors[0];
    assert_eq!(error.token, "xd4");
    assert!(error.rest.starts_with("xd4 8. xd4"), "{}", error.rest);
}

#[test]
fn markup_of_a_web_page_is_passed_over() {
    let Some(text) = report("S006") else {
        return;
    };
    let game = only(&text);
    assert_eq!(
        (game.plies(), game.tags.len(), codes(&game)),
        (10, 4, vec![])
    );
    assert_eq!(game.tag("Black"), Some("Player, B"));
    assert!(game.findings.has("pgn-html"));
    let game = only("1. e4 {a <b>bold</b> move} *");
    let comment = game
        .tree
        .main_line()
        .next()
        .unwrap()
        .comments(Side::After)
        .next();
    assert_eq!(comment, Some("a <b>bold</b> move"));
}

#[test]
fn a_fen_that_disagrees_with_the_moves_is_told() {
    let Some(text) = report("S034") else {
        return;
    };
    let game = only(&text);
    assert_eq!((game.plies(), codes(&game)), (0, vec!["move-illegal"]));
    let message = game.errors[0].fault.to_string();
    assert!(message.contains("Black is to move"), "{message}");
    assert_eq!(game.errors[0].token, "b4");
    let mended = only(&text.replace("1.b4 ", "1... "));
    let end = "r5k1/p1pn2pp/1p1ppr2/5p2/1PPP3q/2QBPP2/P4PKP/3R1R2 w - - 3 16";
    assert_eq!((mended.plies(), end_fen(&mended).as_str()), (7, end));
}

#[test]
fn movetext_in_brackets_is_read() {
    let Some(text) = report("S036") else {
        return;
    };
    let game = only(&text);
    assert_eq!((game.plies(), game.result.as_str()), (6, "1-0"));
    assert!(game.findings.has("pgn-brackets"));
}

#[test]
fn clocks_are_read_even_over_two_lines() {
    let Some(text) = report("S044") else {
        return;
    };
    let game = only(&text);
    let times = |ply: usize| -> Vec<Value> {
        let node = game.tree.main_line().nth(ply - 1).unwrap();
        let parts = node.comments(Side::After).flat_map(parts);
        parts
            .filter_map(|part| match part {
                Part::Command(command) => Some(command.value),
                Part::Text(_) => None,
            })
            .collect()
    };
    let clock = |seconds| Value::Clock(Duration::from_secs(seconds));
    let spent = |seconds| Value::MoveTime(Duration::from_secs(seconds));
    assert_eq!(times(1), [clock(3_584), spent(16)]);
    assert_eq!(times(2), [spent(35)]);
    assert_eq!(times(3), [clock(3_566)]);
}

#[test]
fn an_illegal_move_that_stood_ends_the_line_only() {
    let Some(text) = report("S046") else {
        return;
    };
    let games = read_all(text.as_bytes());
    let plies: Vec<usize> = games.iter().map(Game::plies).collect();
    assert_eq!(plies, [5, 2]);
    let error = &games[0].errors[0];
    assert_eq!(
        (error.at_move.as_deref(), error.rest.as_str()),
        (Some("3... Nf6"), "Nf6 4. Bc4 Be7")
    );
    assert_eq!(games[0].result.as_str(), "1-0");
}

#[test]
fn chess960_is_seen_from_the_rights() {
    let Some(text) = report("S066") else {
        return;
    };
    let game = only(&text);
    assert_eq!((game.plies(), uci(&game)[6].as_str()), (8, "f1g1"));
    assert!(game.findings.has("pgn-chess960-assumed"));
}

#[test]
fn files_are_read_to_the_end() {
    let Some(crafty) = file("crafty-annotate-columns.pgn") else {
        return;
    };
    assert_eq!(crafty.len(), 1);
    let game = &crafty[0];
    assert_eq!(
        (game.plies(), variations(game), game.result.as_str()),
        (68, 40, "0-1")
    );
    assert_eq!(
        end_fen(game),
        "3k4/ppR3pp/8/5pq1/8/P5B1/3r4/1R4K1 w - - 1 35"
    );
    assert_eq!(codes(game), Vec::<&str>::new());

    let phone = file("phone-apps-and-hand-typed.pgn").unwrap();
    assert_eq!(
        phone.iter().map(Game::plies).collect::<Vec<_>>()[..2],
        [69, 135]
    );
    assert_eq!((phone.len(), phone[5].plies()), (6, 74));
    assert_eq!(
        end_fen(&phone[5]),
        "8/p6p/bp4p1/3Nk3/8/4Pr2/P6P/6K1 w - - 0 38"
    );
    assert!(phone.iter().all(|game| game.errors.is_empty()));

    let quotes = file("nested-quotes-and-captures-without-x.pgn").unwrap();
    assert_eq!(
        quotes.iter().map(Game::plies).collect::<Vec<_>>(),
        [117, 51]
    );
    assert_eq!(quotes[0].tag("Event"), Some("SK\"Memorial Club\"-2007"));

    let clocks = &file("idchess-all-clock-commands.pgn").unwrap()[0];
    assert_eq!(clocks.plies(), 75);
}
