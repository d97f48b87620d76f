//! What people really sent: reports of the corpus, with what this reader makes of them.

use kibitz::notation::moves::{self, ReadAs};
use kibitz::notation::source::{Moves, Source};
use kibitz::notation::{Language, fen};
use kibitz::position::{EpStyle, FenStyle, Position, Variant};
use serde_json::Value;

use super::corpus;

/// The input of a report, where there is a corpus.
fn input(id: &str) -> Option<Value> {
    let reports = corpus::lines(id, "reports/reports.jsonl");
    let report = reports.into_iter().find(|report| report["id"] == id)?;
    Some(report["input"].clone())
}

fn source(input: &Value) -> Source {
    let text = |key: &str| input[key].as_str().map(str::to_owned);
    let moves = match &input["moves"] {
        Value::String(text) => Some(Moves::Text(text.clone())),
        Value::Array(items) => {
            let items = items.iter().map(|item| item.as_str().unwrap().to_owned());
            Some(Moves::List(items.collect()))
        }
        _ => None,
    };
    Source {
        fen: text("fen"),
        moves,
        language: text("language").map(|code| code.parse().unwrap()),
        variant: (input["variant"] == "chess960").then_some(Variant::Chess960),
        ..Source::default()
    }
}

fn sans(position: &Position) -> String {
    let spelling = moves::Spelling {
        notation: moves::Notation::San,
        language: Language::ENGLISH,
        castling: kibitz::position::CastlingStyle::Standard,
    };
    moves::spell_all(position, spelling).join(" ")
}

#[test]
fn an_endgame_book_in_descriptive_notation() {
    let Some(input) = input("S010") else { return };
    let read = source(&input).read().unwrap();
    assert_eq!(
        sans(&read.position),
        "b7 Kf7 Ra8 Qxb7 Rf8+ Kxf8+ d7+ Kf7 d8=N+ Ke8+ Nxb7"
    );
    let fen = fen::write(&read.position, FenStyle::Xfen, EpStyle::Legal);
    assert!(
        fen.starts_with("4k3/1N5K/5p2/3P4/8/B5p1/8/8 b - - 0 "),
        "{fen}"
    );
    assert!(read.findings.has("move-descriptive"));
}

#[test]
fn russian_with_letters_of_two_alphabets() {
    let Some(input) = input("S012") else { return };
    let expected = "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#";
    let stated = source(&input);
    assert_eq!(sans(&stated.read().unwrap().position), expected);
    let unstated = Source {
        language: None,
        ..stated.clone()
    };
    let read = unstated.read().unwrap();
    assert_eq!(sans(&read.position), expected);
    let said = read
        .findings
        .iter()
        .find(|f| f.code == "move-language-assumed")
        .unwrap();
    assert!(said.message.contains("Russian"), "{}", said.message);
    let mixed = Source {
        moves: Some(Moves::Text("1. d2-d4 Kg8-f6 2. Cc1-g5 c7-c6".into())),
        ..stated
    };
    assert_eq!(sans(&mixed.read().unwrap().position), "d4 Nf6 Bg5 c6");
}

/// Letters that are files in lower case and pieces of other languages in upper case.
#[test]
fn languages_are_found_without_being_stated() {
    for (text, name, expected) in [
        (
            "1. Cf3 d5 2. Cc3 Cf6 3. d4 Af5",
            "Spanish",
            "Nf3 d5 Nc3 Nf6 d4 Bf5",
        ),
        (
            "1. e4 e5 2. Dh5 Sc6 3. Lc4 Sf6 4. Dxf7#",
            "German",
            "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#",
        ),
        (
            "1. e4 e5 2. Hf3 Hc6 3. Fb5 a6 4. Fa4 Hf6 5. O-O Fe7 6. Be1",
            "Hungarian",
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1",
        ),
    ] {
        let source = Source {
            moves: Some(Moves::Text(text.into())),
            ..Source::default()
        };
        let read = source.read().unwrap();
        assert_eq!(sans(&read.position), expected, "{text}");
        let said = read
            .findings
            .iter()
            .find(|f| f.code == "move-language-assumed")
            .unwrap();
        assert!(said.message.contains(name), "{}", said.message);
    }
}

#[test]
fn letter_case_decides_between_pawn_and_bishop() {
    let Some(input) = input("S020") else { return };
    let position = fen::read(input["fen"].as_str().unwrap(), None)
        .position
        .unwrap();
    for (text, uci) in [("bxc4", "b3c4"), ("Bxc4", "f1c4")] {
        let (m, findings) = moves::read_move(&position, text, ReadAs::default()).unwrap();
        assert_eq!(m.to_uci(shakmaty::CastlingMode::Standard).to_string(), uci);
        assert!(
            findings.iter().all(|f| f.code == "move-language"),
            "{findings:?}"
        );
    }
}

#[test]
fn a_check_mark_does_not_choose_between_two_moves() {
    let Some(input) = input("S022") else { return };
    let error = source(&input).read().unwrap_err();
    assert_eq!((error.code, error.index), ("move-ambiguous", Some(0)));
    assert!(
        error.detail.contains("Rhg7+ (h7g7)") && error.detail.contains("Reg7# (e7g7)"),
        "{}",
        error.detail
    );
}

#[test]
fn moves_in_the_fen_are_pointed_at() {
    let Some(input) = input("S038") else { return };
    let error = source(&input).read().unwrap_err();
    let finding = error
        .findings
        .iter()
        .find(|f| f.code == "fen-moves")
        .unwrap();
    assert_eq!(finding.start, 57);
    assert!(
        error.detail.contains("moves \"e2e4 c7c5 g1f3 d7d6\""),
        "{}",
        error.detail
    );
}

#[test]
fn castling_through_a_queen_is_explained() {
    let Some(input) = input("S070") else { return };
    let error = source(&input).read().unwrap_err();
    assert_eq!(error.code, "move-illegal");
    assert!(error.detail.contains("d8"), "{}", error.detail);
    assert!(
        !error
            .legal_moves
            .unwrap()
            .iter()
            .any(|m| m.san.starts_with("O-O"))
    );
}

/// Faulty FENs: codes, suggestion, and what the position is.
#[test]
fn faulty_fens() {
    for (id, codes, mended) in [
        (
            "S008",
            &["fen-placement-blanks", "fen-rank-width"][..],
            Some("r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/P4N2/1PPP1PPP/RNBQKB1R w KQkq - 0 4"),
        ),
        (
            "S050",
            &["fen-field-missing"],
            Some("r2qkbnr/ppp2ppp/2n1p3/3p1bN1/5P2/2N4P/PPPPP1P1/R1BQKB1R b KQkq - 0 1"),
        ),
        (
            "S052",
            &["fen-adjacent-digits", "fen-upside-down"],
            Some("RNBK2NR/P4P2/1P1B2P1/2P4P/3Pp3/bp1n3p/p1ppbpp1/r3rk2 b - - 0 1"),
        ),
        (
            "S054",
            &["fen-letter"],
            Some("r1b2rk1/2p1qnbp/p1pp2p1/5p2/2PQP3/1PN2N1P/PB3PP1/3R1RK1 w - - 0 1"),
        ),
        (
            "S058",
            &["fen-trailing"],
            Some("rkrbbnqn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNQN w CAca - 0 1"),
        ),
        (
            "S062",
            &["fen-pocket"],
            Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ),
        ("S074", &["fen-rank-count", "fen-kings"], None),
        ("S080", &["fen-kings", "fen-pawns", "fen-pawn-rank"], None),
    ] {
        let Some(input) = input(id) else { return };
        let reading = fen::read(input["fen"].as_str().unwrap(), None);
        assert!(!reading.playable, "{id}");
        for code in codes {
            assert!(
                reading.findings.has(code),
                "{id} {code} {:?}",
                reading.findings
            );
        }
        assert_eq!(reading.suggested_fen.as_deref(), mended, "{id}");
    }
}

#[test]
fn odd_but_playable_fens() {
    let Some(input) = input("S056") else { return };
    let reading = fen::read(input["fen"].as_str().unwrap(), None);
    assert!(reading.playable && reading.plausible && reading.findings.has("fen-fullmove-zero"));
    let Some(input) = self::input("S060") else {
        return;
    };
    let reading = fen::read(input["fen"].as_str().unwrap(), None);
    assert_eq!(
        shakmaty::Position::legal_moves(reading.position.unwrap().board()).len(),
        6
    );
    let Some(input) = self::input("S068") else {
        return;
    };
    let reading = fen::read(input["fen"].as_str().unwrap(), Some(Variant::Chess960));
    assert!(reading.playable && !reading.plausible && reading.findings.has("fen-castling-files"));
    let fen = fen::write(
        reading.position.as_ref().unwrap(),
        FenStyle::Shredder,
        EpStyle::Legal,
    );
    assert_eq!(fen, "1r1k1r2/5p2/8/8/8/8/3N4/R5KR b HAfb - 0 1");
}
