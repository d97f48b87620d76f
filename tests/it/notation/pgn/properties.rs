//! No bytes panic, however they arrive; what is written is read back.

use kibitz::notation::pgn::{Game, Options, Reader, read_all, write};
use proptest::prelude::*;
use shakmaty::{Chess, Position as _, san::SanPlus};

use super::check_legal;

fn in_pieces(bytes: &[u8], size: usize) -> Vec<Game> {
    let mut games = Vec::new();
    let mut reader = Reader::new(Options::default());
    for piece in bytes.chunks(size) {
        reader.feed(piece, &mut |game| games.push(game));
    }
    reader.finish(&mut |game| games.push(game));
    games
}

/// All that a reader says, boards aside.
fn digest(games: &[Game]) -> Vec<String> {
    let digest = |game: &Game| {
        let (text, place, encoding) = (write(game), game.place, game.encoding);
        format!(
            "{text} {place:?} {encoding:?} {:?} {:?}",
            game.errors, game.findings
        )
    };
    games.iter().map(digest).collect()
}

fn check(bytes: &[u8], size: usize) {
    let whole = read_all(bytes);
    let pieces = in_pieces(bytes, size);
    assert_eq!(digest(&whole), digest(&pieces));
    for game in &whole {
        check_legal(game);
        let text = write(game);
        let again = read_all(text.as_bytes());
        assert_eq!(again.len(), 1, "{text:?}");
        assert_eq!(write(&again[0]), text);
        if game.errors.is_empty() && game.root.is_some() {
            assert_eq!(again[0].tree, game.tree, "{text:?}");
            assert_eq!(again[0].result, game.result, "{text:?}");
        }
    }
}

/// Pieces of PGN, put together at random.
fn pgn_like() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "[Event \"x\"]",
        "[White \"a \\\" b\"]",
        "[Result \"1-0\"]",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]",
        "[",
        "]",
        "\n",
        "\n\n",
        "\r",
        "\r\n",
        " ",
        "1.",
        "1...",
        "2.",
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "d4",
        "Cf3",
        "Ke2",
        "O-O",
        "0-0",
        "--",
        "{",
        "}",
        "{c}",
        "{ a  b\n\nc }",
        "; line",
        "%esc",
        "(",
        ")",
        "$1",
        "$",
        "!",
        "?!",
        "1-0",
        "*",
        "1/2",
        "½",
        "+--",
        "(=)",
        "###",
        "word",
        "\u{feff}",
        "\u{a0}",
        "\u{200b}",
        "–",
        "♘f3",
        "&nbsp;",
        "<br>",
        "<",
        "\"",
        "\\",
        "unread: x",
        "{unread: y}",
        "+",
        "#",
        "e.p.",
        "N",
        "=",
        "[%clk 0:01:00]",
        "a8",
        "=Q",
        "\0",
        "é",
    ]);
    prop::collection::vec(pieces, 0..40)
        .prop_map(|pieces| pieces.join(""))
        .prop_flat_map(|text| prop_oneof![Just(text.clone()), Just(text.replace("][", "]\n["))])
}

/// A game of random legal moves with remarks and variations.
fn game() -> impl Strategy<Value = String> {
    let remark = prop_oneof![
        4 => Just(String::new()),
        1 => "\\{[ a-zA-Z0-9\\[\\]%:;(-]{0,200}\\}",
        1 => (0u32..256).prop_map(|nag| format!("${nag}")),
        1 => Just("; to the end of the line }\n".to_owned()),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), remark, 0u8..8), 1..60).prop_map(|steps| {
        let mut text = String::new();
        let mut lines = vec![(Chess::default(), Chess::default(), 0)];
        for (pick, remark, branch) in steps {
            let depth = lines.len();
            let line = lines.last_mut().unwrap();
            if branch == 0 && line.2 > 0 {
                let board = line.1.clone();
                lines.push((board.clone(), board, 0));
                text.push_str(" (");
            } else if branch == 1 && depth > 1 && line.2 > 0 {
                lines.pop();
                text.push_str(" )");
            }
            let line = lines.last_mut().unwrap();
            let moves = line.0.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[pick.index(moves.len())];
            line.1 = line.0.clone();
            text.push_str(&format!(
                " {} {remark}",
                SanPlus::from_move(line.0.clone(), m)
            ));
            line.0.play_unchecked(m);
            line.2 += 1;
        }
        text.push_str(&" )".repeat(lines.len() - 1));
        text + " *"
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), size in 1usize..50) {
        check(&bytes, size);
    }

    #[test]
    fn no_text_panics(text in pgn_like(), size in 1usize..50) {
        check(text.as_bytes(), size);
    }

    #[test]
    fn games_are_the_same_after_writing(text in game(), size in 1usize..50) {
        let games = read_all(text.as_bytes());
        prop_assert_eq!(games.len(), 1, "{}", text);
        prop_assert!(games[0].errors.is_empty(), "{:?}", games[0].errors);
        check(text.as_bytes(), size);
    }
}
