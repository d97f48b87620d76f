//! Every PGN of the corpus against what python-chess 1.11.2 sees in it (`pgn/index.jsonl`); the
//! exceptions are named, each with the reason. Positions are compared by `benches/pgn_crosscheck.py`.

use kibitz::notation::pgn::{Game, Node, read_all, write};
use serde_json::Value as Json;

use super::super::corpus::{folder, lines};
use super::check_legal;

/// Files in which python-chess takes a blank line inside the tags or moves, text, or a missing
/// blank line for a boundary of games, or does not; ours are the games that the text holds.
const OTHER_GAMES: &[(&str, usize)] = &[
    ("clean-chess/lenient-exception-other/01_tag_format.pgn", 1),
    ("clean-chess/lenient-exception-other/02_tag_format.pgn", 1),
    (
        "clean-chess/lenient-fromCustomPosition/04_white_start.pgn",
        1,
    ),
    (
        "clean-chess/lenient-fromInitialPosition/03_empty_line.pgn",
        1,
    ),
    (
        "clean-chess/lenient-fromInitialPosition/08_empty_line.pgn",
        1,
    ),
    (
        "clean-chess/lenient-fromInitialPosition/09_empty_line.pgn",
        1,
    ),
    (
        "clean-chess/lenient-fromInitialPosition/10_empty_line.pgn",
        1,
    ),
    ("clean-chess/lenient-tag/03_too_much_space_in_tag.pgn", 1),
    ("clean-chess/lenient-tag/06_having_tabs.pgn", 1),
    ("clean-chess/lenient-tag/07_having_tabs.pgn", 1),
    ("clean-chess/lenient-tag/08_empty_lines.pgn", 1),
    ("clean-chess/lenient-tag/09_empty_lines.pgn", 1),
    (
        "clean-chess/strict-exception-other/04_1_more_than_two_empty_lines.pgn",
        1,
    ),
    (
        "clean-chess/strict-exception-other/05_tag_no_start_brace.pgn",
        1,
    ),
    ("export/ko-long-short-comments-variations-2.pgn", 1),
    ("export/ko-long-short-comments-variations-3.pgn", 1),
    ("made/gzip.pgn", 0),
    ("made/missing-result-2.pgn", 2),
    ("made/no-blank-lines.pgn", 3),
    ("made/text-between-games.pgn", 2),
    ("made/unterminated-comment-2.pgn", 3),
    ("made/unterminated-comment.pgn", 3),
    ("odd/ko-misc.pgn", 15),
    ("odd/ko-syntactic-error-1.pgn", 23),
    ("odd/ko-syntactic-error-4.pgn", 2),
    ("odd/leading-whitespace.pgn", 4),
    ("odd/pe-barnes-horton.pgn", 1),
    ("odd/pe-test-C.pgn", 1),
    ("odd/pe-test-F-text.pgn", 1),
    ("odd/pe-test-Ta.pgn", 1),
    ("odd/pe-test-WWxlalg-out.pgn", 1),
    ("odd/pe-test-Wdeutsch-out.pgn", 1),
    ("odd/pe-test-Welalg-out.pgn", 1),
    ("odd/pe-test-Whalg-out.pgn", 1),
    ("odd/pe-test-Wlalg-out.pgn", 1),
    ("odd/pe-test-checkmate.pgn", 2),
    ("odd/pe-test-fencomments-out.pgn", 1),
    ("odd/pe-test-nochecks.pgn", 2),
    ("odd/pe-test-nomovenumbers-out.pgn", 1),
    ("odd/pe-test-noresults-out.pgn", 1),
    ("odd/pe-test-stalemate.pgn", 3),
    ("real/FWWRC-headers-only.pgn", 605),
    ("real/uzchesscup.pgn", 45),
];

/// Games whose main line python-chess reads otherwise, and why ours is right.
const OTHER_PLIES: &[(&str, &str)] = &[
    (
        "clean-chess/lenient-fromCustomPosition/07_black_start.pgn",
        "the FEN tag stands behind a blank line",
    ),
    (
        "clean-chess/lenient-sanForgivenItems/19_uppercase_file_letter.pgn",
        "1. E4 is a move",
    ),
    (
        "encoding/scid-latin1.pgn",
        "CR CR LF reads as a blank line there",
    ),
    ("made/lang-ca.pgn", "piece letters"),
    ("made/lang-de.pgn", "piece letters"),
    ("made/lang-es.pgn", "piece letters"),
    ("made/lang-fig.pgn", "figurines"),
    (
        "made/null-moves-in-variation.pgn",
        "null and @@@@ are null moves",
    ),
    ("odd/cj-0.pgn", "HTML markup"),
    ("odd/ko-horde.pgn", "a variant that is not played here"),
    (
        "export/ko-variant-antichess.pgn",
        "a variant that is not played here",
    ),
    (
        "export/ko-variant-no-king.pgn",
        "a variant that is not played here",
    ),
    (
        "odd/ko-optional-kings.pgn",
        "a variant that is not played here",
    ),
    (
        "studies/lichess-practice-greek-gift.pgn",
        "a bad variation cuts the main line there",
    ),
    (
        "export/ko-variant-horde.pgn",
        "a variant that is not played here",
    ),
    ("real/py-atomic.pgn", "a variant that is not played here"),
    (
        "real/saturs-jannlee-zh-lichess.pgn",
        "a variant that is not played here",
    ),
    (
        "real/chesscom-export-large.pgn",
        "without blank lines, tags are read as moves there",
    ),
];

fn exception<T: Copy>(list: &[(&str, T)], file: &str) -> Option<T> {
    list.iter()
        .find(|(name, _)| *name == file)
        .map(|&(_, value)| value)
}

#[test]
fn the_corpus_is_read_in_full() {
    let Some(folder) = folder("pgn::corpus") else {
        return;
    };
    let index = lines("pgn::corpus", "pgn/index.jsonl");
    assert_eq!(index.len(), 554);
    let mut wrong = Vec::new();
    for row in &index {
        let file = row["file"].as_str().unwrap().trim_start_matches("pgn/");
        let games = read_all(&std::fs::read(folder.join("pgn").join(file)).unwrap());
        let theirs = row["games"].as_u64().unwrap_or(0) as usize;
        let other = exception(OTHER_GAMES, file);
        if games.len() != other.unwrap_or(theirs) {
            wrong.push(format!(
                "{file}: {} games, not {other:?} {theirs}",
                games.len()
            ));
        }
        if other.is_none() && exception(OTHER_PLIES, file).is_none() {
            wrong.extend(other_plies(file, &games, row));
        }
        for game in &games {
            check_legal(game);
            wrong.extend(other_after_writing(file, game));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn other_plies(file: &str, games: &[Game], row: &Json) -> Option<String> {
    let ours: Vec<u64> = games.iter().map(|game| game.plies() as u64).collect();
    let theirs = row["game_plies"].as_array().map_or(&[][..], Vec::as_slice);
    let other = |(ours, theirs): (&u64, &Json)| Some(*ours) != theirs.as_u64();
    let number = ours.iter().zip(theirs).position(other)? + 1;
    Some(format!(
        "{file} game {number}: {} plies, not {}",
        ours[number - 1],
        theirs[number - 1]
    ))
}

/// Written and read again, a game is the same.
fn other_after_writing(file: &str, game: &Game) -> Option<String> {
    let text = write(game);
    let again = read_all(text.as_bytes());
    let orphan =
        |node: Node<'_>| node.is_variation() && node.parent().is_some_and(|p| p.main().is_none());
    let whole = game.root.is_some() && !game.tree.nodes().any(orphan);
    let same = again.len() == 1
        && write(&again[0]) == text
        && again[0].result == game.result
        && (!whole || again[0].tree == game.tree);
    (!same).then(|| {
        format!(
            "{file} game {}: {text:?} {:?}",
            game.number,
            again.iter().map(write).collect::<String>()
        )
    })
}
