//! FEN: the verdicts and spellings of python-chess, suggestions.

use kibitz::notation::{Severity, fen};
use kibitz::position::{EpStyle, FenStyle, Variant};
use serde_json::Value;

use super::corpus;

fn text<'a>(case: &'a Value, key: &str) -> Option<&'a str> {
    case.get(key).and_then(Value::as_str)
}

fn flag(case: &Value, key: &str) -> bool {
    case[key].as_bool().unwrap_or(false)
}

/// How a FEN is written, where that differs from what the case expects.
fn spelling(
    case: &Value,
    key: &str,
    style: (FenStyle, EpStyle),
    reading: &fen::Reading,
) -> Option<String> {
    let expected = text(case, key)?;
    let position = reading.position.as_ref()?;
    let written = fen::write(position, style.0, style.1);
    (written != expected).then(|| format!("{case}: {key} {written}"))
}

#[test]
fn verdicts_and_spellings() {
    let mut faults = Vec::new();
    for case in corpus::fixture("fen/verdicts.jsonl") {
        let given = text(&case, "fen").unwrap();
        let only_960 = text(&case, "variant") == Some("chess960");
        let reading = fen::read(given, only_960.then_some(Variant::Chess960));
        let playable = flag(&case, "playable");
        if reading.playable != playable && !flag(&case, "open") {
            faults.push(format!("{case}: {:?}", reading.findings));
        }
        if only_960 && fen::read(given, Some(Variant::Standard)).playable {
            faults.push(format!("{case}: playable in standard chess"));
        }
        if !playable
            && !flag(&case, "open")
            && fen::read(given, Some(Variant::Chess960)).playable != flag(&case, "playable_960")
        {
            faults.push(format!("{case}: in Chess960"));
        }
        let legal = if text(&case, "legal_ep").is_some() {
            "legal_ep"
        } else {
            "xfen"
        };
        faults.extend(spelling(
            &case,
            "xfen",
            (FenStyle::Xfen, EpStyle::Pseudo),
            &reading,
        ));
        faults.extend(spelling(
            &case,
            legal,
            (FenStyle::Xfen, EpStyle::Legal),
            &reading,
        ));
        faults.extend(spelling(
            &case,
            "shredder",
            (FenStyle::Shredder, EpStyle::Pseudo),
            &reading,
        ));
    }
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// Random faults: the verdict of python-chess in both variants.
#[test]
fn random_faults_are_judged_as_python_chess_does() {
    for case in corpus::fixture("fen/python-chess.jsonl") {
        let given = text(&case, "fen").unwrap();
        for (key, fen_key, variant) in [
            ("standard", "standard_fen", Variant::Standard),
            ("chess960", "chess960_fen", Variant::Chess960),
        ] {
            let reading = fen::read(given, Some(variant));
            assert_eq!(
                reading.playable,
                flag(&case, key),
                "{case} {variant:?} {:?}",
                reading.findings
            );
            let style = (FenStyle::Xfen, EpStyle::Pseudo);
            assert_eq!(spelling(&case, fen_key, style, &reading), None);
        }
    }
}

/// King on the d-file and queen on the e-file are as good as any other start in Chess960.
#[test]
fn no_start_of_chess960_is_mirrored() {
    let start = "nnrkqbbr/pppppppp/8/8/8/8/PPPPPPPP/NNRKQBBR w KQkq - 0 1";
    let codes = |variant| fen::read(start, Some(variant)).findings.has("fen-mirrored");
    assert!(!codes(Variant::Chess960));
    assert!(codes(Variant::Standard));
}

#[test]
fn suggestions_of_errors_are_playable() {
    for case in corpus::fixture("fen/verdicts.jsonl") {
        let given = text(&case, "fen").unwrap();
        for stated in [None, Some(Variant::Standard), Some(Variant::Chess960)] {
            let reading = fen::read(given, stated);
            for finding in reading
                .findings
                .iter()
                .filter(|f| f.severity == Severity::Error)
            {
                for suggestion in &finding.suggestions {
                    let mended = fen::read(suggestion, stated);
                    assert!(
                        mended.playable,
                        "{given:?} {stated:?} {}: {suggestion} {:?}",
                        finding.code, mended.findings
                    );
                }
            }
        }
    }
}

#[test]
fn the_six_fields_in_words() {
    let reading = fen::read("4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 12", None);
    let position = reading.position.unwrap();
    let explained = fen::explain(&position, FenStyle::Xfen, EpStyle::Legal);
    let said: Vec<_> = explained
        .iter()
        .map(|field| (field.text.as_str(), field.meaning.as_str()))
        .collect();
    assert_eq!(
        said,
        [
            (
                "4k3/8/8/3pP3/8/8/8/R3K3",
                "White: king e1; rook a1; pawn e5. Black: king e8; pawn d5"
            ),
            ("w", "White is to move"),
            (
                "Q",
                "White may still castle on the queen's side, with the rook on a1"
            ),
            (
                "d6",
                "a pawn has just moved from d7 to d5 and can be taken on d6"
            ),
            (
                "0",
                "0 plies since the last capture or pawn move (a draw can be claimed at 100, the game is drawn at 150)"
            ),
            ("12", "it is move 12"),
        ]
    );
}

/// Positions that python-chess calls valid and no game can reach.
#[test]
fn what_no_game_reaches_is_implausible() {
    for (fen, code) in [
        (
            "R1BQKB1R/PPP2PPP/2NP1N2/4P3/4p3/2n2n2/pppp1ppp/r1bqkb1r w - - 0 5",
            "fen-pawns-passed",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 5",
            "fen-pawn-captures",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/2B5/PPPPPPPP/RN1QKBNR w KQkq - 0 5",
            "fen-bishop-locked",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/Q7/PPPPPPPP/RNBQKB2 w Qkq - 0 9",
            "fen-promotions",
        ),
        (
            "4k3/pppppppp/8/8/8/2B1B3/PPPPPPPP/4K3 w - - 0 20",
            "fen-bishops",
        ),
        ("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 40", "fen-double-check"),
        (
            "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 3 2",
            "fen-ep-halfmove",
        ),
        (
            "8/8/4k3/8/8/4K3/8/7R w - - 60 20",
            "fen-halfmove-impossible",
        ),
    ] {
        let reading = fen::read(fen, None);
        assert!(
            reading.playable && !reading.plausible && reading.findings.has(code),
            "{fen} {:?}",
            reading.findings
        );
    }
}

/// Texts that only look like something else.
#[test]
fn what_a_text_is_not() {
    let dots = fen::read("8.8.8.8.8.8.8.k1K5 w - - 0 1", None);
    assert!(
        dots.findings.has("fen-slash") && dots.suggested_fen.is_some(),
        "{:?}",
        dots.findings
    );
    let zero = fen::read("4k3/8/8/8/8/8/8/4K3 w - - 0 0,", None);
    assert_eq!(
        zero.suggested_fen.as_deref(),
        Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    );
    let tag = fen::read("[FEN \"8/8/8/8/8/8/8/k1K5 w - - 0 1\"]", None);
    assert_eq!(
        tag.suggested_fen.as_deref(),
        Some("8/8/8/8/8/8/8/k1K5 w - - 0 1")
    );
    for pgn in [
        "1. e4 e5",
        "1.e4",
        "12... Nf6",
        "[Event \"x\"] 1. e4 *",
        "[FEN \"8/8/8/8/8/8/8/k1K5 w - - 0 1\"]\n\n1. Kc2 *",
    ] {
        assert!(fen::read(pgn, None).findings.has("fen-is-pgn"), "{pgn}");
    }
}

#[test]
fn a_mistyped_counter_is_no_comment() {
    let fields = "r5nN/p2kp3/n4p1b/1pp2bpp/2B2B2/PP2P1PP/2NK4/7R b - -";
    for (rest, operations) in [("c0 27", 0), ("c0 \"27\";", 1)] {
        let reading = fen::read(&format!("{fields} {rest}"), None);
        assert_eq!(reading.operations.len(), operations, "input: {rest:?}");
        assert_eq!(
            reading.findings.has_error(),
            operations == 0,
            "input: {rest:?}, found: {:?}",
            reading.findings
        );
    }
}

/// Addresses of analysis boards, as people paste them.
#[test]
fn web_addresses_are_taken_off() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    for text in [
        "https://lichess.org/analysis/r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R_w_KQkq_-_2_3",
        "https://lichess.org/analysis/standard/r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R_w_KQkq_-_2_3?color=black",
        "https://www.chess.com/analysis?fen=r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R%20w%20KQkq%20-%202%203&tab=analysis",
        "http://example.org/board?FEN=r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R+w+KQkq+-+2+3",
    ] {
        let reading = fen::read(text, None);
        assert!(!reading.syntax_ok, "{text}");
        assert!(
            reading.findings.has("fen-address"),
            "{text}: {:?}",
            reading.findings
        );
        assert_eq!(
            reading.suggested_fen.as_deref(),
            Some(fen),
            "{text}: {:?}",
            reading.findings
        );
    }
    let reading = fen::read("https://lichess.org/training", None);
    assert!(!reading.findings.has("fen-address"));
}
