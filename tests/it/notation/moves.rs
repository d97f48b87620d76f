//! Moves: the readings of the corpus, lists, spellings.

use kibitz::notation::moves::{self, Notation, ReadAs, Spelling};
use kibitz::notation::{Language, fen};
use kibitz::position::{CastlingStyle, EpStyle, FenStyle, Position, Variant};
use serde_json::Value;

use super::corpus;

fn text<'a>(case: &'a Value, key: &str) -> Option<&'a str> {
    case.get(key).and_then(Value::as_str)
}

fn position(case: &Value) -> Position {
    let variant = (case["variant"] == "chess960").then_some(Variant::Chess960);
    let reading = fen::read(text(case, "fen").unwrap(), variant);
    reading
        .position
        .unwrap_or_else(|| panic!("{case}: {:?}", reading.findings))
}

fn language(case: &Value) -> Option<Language> {
    text(case, "lang").map(|code| match code {
        "fig-w" | "fig-b" => Language::FIGURINE,
        code => code.parse().unwrap(),
    })
}

/// Whether a text is UCI or long algebraic as written here, or has figurines.
fn is_usual(position: &Position, m: shakmaty::Move, text: &str) -> bool {
    let mut written = Vec::new();
    for castling in [CastlingStyle::Standard, CastlingStyle::Chess960] {
        for notation in [Notation::Uci, Notation::Lan] {
            let language = Language::ENGLISH;
            let spelling = Spelling {
                notation,
                language,
                castling,
            };
            let spelled = moves::spell(position.board(), m, spelling);
            written.push(spelled.replace(['-', '+', '#'], ""));
        }
    }
    text.contains(|ch| ('♔'..='♟').contains(&ch))
        || written.contains(&text.replace(['-', '+', '#'], ""))
}

/// What a case expects of a reading with a language.
fn check(case: &Value, language: Option<Language>, uci: Option<&str>) -> Option<String> {
    let position = position(case);
    let san = text(case, "san").unwrap();
    let read = moves::read_move(&position, san, ReadAs { language });
    let optional = case["class"] == "open";
    let told = |what: String| {
        Some(format!(
            "{} {} {san:?} {language:?}: {what}",
            case["id"], case["kind"]
        ))
    };
    match (read, uci) {
        (Err(_), None) => None,
        (Err(_), Some(_)) if optional => None,
        (Err(error), Some(uci)) => told(format!("{error}, expected {uci}")),
        (Ok((m, _)), None) => told(format!("read as {m}, expected an error")),
        (Ok((m, findings)), Some(uci)) => {
            let style = CastlingStyle::of(position.variant());
            if moves::uci(m, style) != uci {
                return told(format!("read as {m}, expected {uci}"));
            }
            let canonical = moves::san(position.board(), m);
            let expected = text(case, "canonical").unwrap_or(&canonical);
            if canonical != expected {
                return told(format!("written {canonical}, expected {expected}"));
            }
            let mut after = position.clone();
            after.play(m).unwrap();
            let fen = fen::write(&after, FenStyle::Xfen, EpStyle::Legal);
            if text(case, "fen_after").is_some_and(|expected| expected != fen) {
                return told(format!("leads to {fen}"));
            }
            let english = language.is_none_or(|l| l == Language::ENGLISH);
            if english && san == canonical && findings.iter().any(|f| f.code != "move-language") {
                return told(format!("canonical, but {findings:?}"));
            }
            let lenient = case["class"] == "forgiven";
            if english && lenient && findings.is_empty() && !is_usual(&position, m, san) {
                return told("read by repair without a finding".into());
            }
            None
        }
    }
}

#[test]
fn readings() {
    let mut faults = Vec::new();
    for case in corpus::fixture("san/readings.jsonl") {
        faults.extend(check(&case, language(&case), text(&case, "uci")));
        if let Some(english) = text(&case, "english_reading") {
            faults.extend(
                check(&case, None, Some(english))
                    .filter(|fault| !fault.contains("written") && !fault.contains("leads")),
            );
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn legal_moves_of_the_corpus_are_read_and_written() {
    for case in corpus::lines(
        "legal_moves_of_the_corpus_are_read_and_written",
        "san/legal-moves.jsonl",
    ) {
        let chess960 = case["chess960"].as_bool().unwrap();
        let reading = fen::read(
            text(&case, "fen").unwrap(),
            chess960.then_some(Variant::Chess960),
        );
        // Seven of the positions have rights or an en passant square that python-chess refuses.
        let Some(position) = reading.position else {
            continue;
        };
        let listed = case["moves"].as_array().unwrap();
        assert_eq!(
            listed.len(),
            shakmaty::Position::legal_moves(position.board()).len()
        );
        for pair in listed {
            let (uci, san) = (text(pair, "uci").unwrap(), text(pair, "san").unwrap());
            let (m, _) = moves::read_move(&position, san, ReadAs::default()).unwrap();
            assert_eq!(
                moves::uci(m, CastlingStyle::of(position.variant())),
                uci,
                "{case}"
            );
            assert_eq!(moves::san(position.board(), m), san);
        }
    }
}
