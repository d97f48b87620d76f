//! Properties: no text panics a reader, suggestions are playable, round trips are identities.

use kibitz::notation::moves::{self, Notation, ReadAs, Spelling};
use kibitz::notation::{Language, Severity, epd, fen};
use kibitz::position::{CastlingStyle, EpStyle, FenStyle, Position, Variant};
use proptest::prelude::*;
use shakmaty::{Board, Chess, Position as _, Setup};

/// A position reached by random moves from a start position of Chess960 (518: the orthodox one).
fn played(start: u32, choices: &[usize]) -> Position {
    let variant = if start == 518 {
        Variant::Standard
    } else {
        Variant::Chess960
    };
    let board = Board::chess960(start);
    let castling_rights = board.rooks();
    let setup = Setup {
        board,
        castling_rights,
        ..Setup::default()
    };
    let root: Chess = setup.position(variant.castling_mode()).unwrap();
    let mut position = Position::new(root, variant);
    for choice in choices {
        let legal = position.board().legal_moves();
        if legal.is_empty() {
            break;
        }
        position.play(legal[choice % legal.len()]).unwrap();
    }
    position
}

fn positions() -> impl Strategy<Value = Position> {
    let start = prop_oneof![Just(518_u32), 0..960_u32];
    let choices = prop::collection::vec(any::<usize>(), 0..120);
    (start, choices).prop_map(|(start, choices)| played(start, &choices))
}

fn stated() -> impl Strategy<Value = Option<Variant>> {
    prop_oneof![
        Just(None),
        Just(Some(Variant::Standard)),
        Just(Some(Variant::Chess960))
    ]
}

/// FENs with a few characters changed, inserted, dropped or swapped.
fn broken_fens() -> impl Strategy<Value = String> {
    let change = (
        any::<prop::sample::Index>(),
        any::<char>(),
        0..5_u8,
        0..70_usize,
    );
    (positions(), prop::collection::vec(change, 0..5)).prop_map(|(position, changes)| {
        let alphabet: Vec<char> =
            "rnbqkpRNBQKP12345678/wb-KQkqabcdefghABCDEFGH0 9~_%20;\"[]\t\nDTACdtac"
                .chars()
                .collect();
        let mut text: Vec<char> = fen::write(&position, FenStyle::Xfen, EpStyle::Always)
            .chars()
            .collect();
        for (index, any, what, letter) in changes {
            let at = index.index(text.len());
            let usual = alphabet[letter % alphabet.len()];
            match what {
                0 => text[at] = usual,
                1 => text.insert(at, usual),
                2 if text.len() > 1 => drop(text.remove(at)),
                3 => text.insert(at, any),
                _ => text.swap(at, 0),
            }
        }
        text.into_iter().collect()
    })
}

/// Text out of the pieces that chess texts are made of.
fn chess_like() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[KQRBNPkqrbnp]?[a-h]?[1-8]?[x:-]?[a-h][1-8](=?[QRBN])?[+#!?]{0,2}",
        "[0-9]{1,3}\\.{0,3}",
        "(O-O|0-0-0|o-o|\\$[0-9]|e\\.p\\.|\\(=\\)|1-0|--|0000|mate|ch)",
        "(&nbsp;|<br>|–|\u{200b}|♘f3|Кf3|½|\\{x\\})",
        ".{0,4}",
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_text_panics_a_reader(text in prop_oneof![any::<String>(), chess_like(), broken_fens()], stated in stated()) {
        let reading = fen::read(&text, stated);
        prop_assert_eq!(reading.playable, reading.position.is_some());
        prop_assert!(!reading.plausible || reading.playable);
        prop_assert!(!reading.playable || reading.syntax_ok);
        prop_assert_eq!(reading.playable, !reading.findings.has_error());
        let count = text.chars().count();
        for finding in &reading.findings {
            prop_assert!(finding.start <= finding.end && finding.end <= count, "{:?}", finding);
        }
        epd::read_line(&text, stated);
        let mut position = Position::default();
        let _ = moves::read_move(&position, &text, ReadAs::default());
        let _ = moves::read_moves(&mut position, moves::Moves::Text(&text), ReadAs::default());
    }

    #[test]
    fn suggestions_of_errors_are_playable(text in broken_fens(), stated in stated()) {
        let reading = fen::read(&text, stated);
        for finding in reading.findings.iter().filter(|f| f.severity == Severity::Error) {
            for suggestion in &finding.suggestions {
                let mended = fen::read(suggestion, stated);
                prop_assert!(mended.playable, "{} of {}: {:?}", suggestion, finding.code, mended.findings);
            }
        }
    }

    #[test]
    fn fens_are_read_as_written(position in positions(), shredder in any::<bool>()) {
        let style = if shredder { FenStyle::Shredder } else { FenStyle::Xfen };
        for ep in [EpStyle::Legal, EpStyle::Pseudo, EpStyle::Always] {
            let text = fen::write(&position, style, ep);
            let read = fen::read(&text, Some(position.variant())).position.unwrap();
            prop_assert_eq!(read.board(), position.board());
            prop_assert_eq!(fen::write(&read, style, ep), text);
        }
        let operations = epd::operations_of(&position);
        let text = epd::write(&position, style, EpStyle::Legal, &operations);
        let read = fen::read(&text, Some(position.variant()));
        prop_assert_eq!(&read.operations, &operations);
        let read = read.position.unwrap();
        prop_assert_eq!(read.repetitions(), position.repetitions());
        prop_assert_eq!(read.board().halfmoves(), position.board().halfmoves());
        prop_assert_eq!(epd::write(&read, style, EpStyle::Legal, &epd::operations_of(&read)), text);
    }

    #[test]
    fn what_a_game_reaches_is_plausible(start in prop_oneof![Just(518_u32), 0..960_u32], choices in prop::collection::vec(any::<usize>(), 0..400)) {
        let position = played(start, &choices);
        prop_assume!(position.board().halfmoves() <= 150);
        let text = fen::write(&position, FenStyle::Shredder, EpStyle::Always);
        let reading = fen::read(&text, Some(position.variant()));
        prop_assert!(reading.plausible, "{} {:?}", text, reading.findings);
        let likely = |code: &str| code == "fen-mirrored" || code == "fen-upside-down";
        prop_assert!(reading.findings.iter().all(|f| f.severity == Severity::Info || likely(f.code)));
    }

    #[test]
    fn moves_are_read_as_written(position in positions(), language in 0..40_usize) {
        let language = Language::all().nth(language % Language::all().count()).unwrap();
        let castling = CastlingStyle::of(position.variant());
        for notation in [Notation::Uci, Notation::San, Notation::Lan, Notation::Iccf] {
            for m in position.board().legal_moves() {
                let spelling = Spelling { notation, language, castling };
                let text = moves::spell(position.board(), m, spelling);
                // Castling of Chess960 that only the king-takes-rook form can tell.
                if notation == Notation::Iccf && m.is_castle() && position.variant() == Variant::Chess960 {
                    continue;
                }
                let read = moves::read_move(&position, &text, ReadAs { language: Some(language) });
                let (read, findings) = read.map_err(|error| TestCaseError::fail(format!("{text} {language}: {error}")))?;
                prop_assert_eq!(read, m, "{} {}", text, language);
                prop_assert!(findings.is_empty(), "{} {} {:?}", text, language, findings);
            }
        }
    }

    #[test]
    fn games_are_read_as_written(position in positions()) {
        let castling = CastlingStyle::of(position.variant());
        for (notation, language) in [(Notation::Uci, Language::ENGLISH), (Notation::San, Language::ENGLISH), (Notation::Lan, Language::FIGURINE)] {
            let written = moves::spell_all(&position, Spelling { notation, language, castling });
            let mut again = Position::new(position.root().clone(), position.variant());
            moves::read_moves(&mut again, moves::Moves::Text(&written.join(" ")), ReadAs::default()).unwrap();
            prop_assert_eq!(again.moves(), position.moves());
        }
    }
}
