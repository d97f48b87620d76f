//! Reads what an engine says, without trust.

use std::borrow::Cow;

use shakmaty::uci::UciMove;

use super::read_info::read_move;
use super::{Best, Info, OptionDecl, Output, Text};

impl Output {
    /// Reads one line; `None` when it says nothing that is known (banners, debug output, garbage).
    ///
    /// Only the line's first word decides: unlike the protocol advises, unknown words before a
    /// known one are not skipped, so that a banner that happens to hold `bestmove` ends no search.
    pub fn parse(line: &str) -> Option<Self> {
        let line = &without_control(line.trim());
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "id" => id(rest),
            "option" => OptionDecl::read(rest).map(Self::Option),
            "uciok" => Some(Self::UciOk),
            "readyok" => Some(Self::ReadyOk),
            // A blank in front, so that every word of the rest follows one.
            "info" => Some(Self::Info(Box::new(Info::read(&line[word.len()..])))),
            "bestmove" => Some(best_move(rest)),
            _ => None,
        }
    }
}

/// Control characters part words, as they would when the text is written.
fn without_control(line: &str) -> Cow<'_, str> {
    if line.contains(char::is_control) {
        line.replace(char::is_control, " ").into()
    } else {
        line.into()
    }
}

fn id(rest: &str) -> Option<Output> {
    let rest = rest.trim_start();
    let (word, text) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    match word {
        "name" => Some(Output::IdName(Text::lossy(text))),
        "author" => Some(Output::IdAuthor(Text::lossy(text))),
        _ => None,
    }
}

fn best_move(rest: &str) -> Output {
    let mut words = rest.split_whitespace();
    let best = match words.next() {
        None | Some("(none)" | "none" | "NONE" | "0000") => Best::None,
        Some(word) => match read_move(word) {
            // `a1a1` is how some engines spell "none".
            Some(UciMove::Normal { from, to, .. }) if from == to => Best::None,
            Some(m) => Best::Move(m),
            None => Best::Unreadable(Text::lossy(word)),
        },
    };
    let ponder = words
        .skip_while(|word| *word != "ponder")
        .nth(1)
        .and_then(read_move);
    Output::BestMove { best, ponder }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Bound, Score, Value};
    use crate::uci::OptionKind;

    fn info(line: &str) -> Info {
        match Output::parse(line) {
            Some(Output::Info(info)) => *info,
            other => panic!("input: {line:?}, read: {other:?}"),
        }
    }

    #[test]
    fn doubled_blanks_cut_nothing() {
        let read = info("info  depth 10  score cp 30   pv e2e4  e7e5  g1f3");
        assert_eq!((read.depth, read.pv.len()), (Some(10), 3));
        assert_eq!(read.score, Some(Score::cp(30)));
        let Some(Output::BestMove { best, ponder }) = Output::parse("bestmove  e2e4") else {
            panic!("no bestmove");
        };
        assert_eq!((best.to_string().as_str(), ponder), ("e2e4", None));
    }

    #[test]
    fn bounds_and_chances_belong_to_the_score() {
        let read = info("info score mate -6 upperbound wdl 0 0 1000 nodes 5 pv b7b6");
        let score = read.score.unwrap();
        assert_eq!(score.value, Value::Mate(-6));
        assert_eq!(score.bound, Some(Bound::Upper));
        assert_eq!(score.wdl.map(|wdl| wdl.loss), Some(1_000));
        assert_eq!(read.nodes, Some(5));
        let unsound = info("info score cp 3 wdl 500 500 500 pv e2e4");
        assert_eq!(unsound.score, Some(Score::cp(3)));
    }

    #[test]
    fn odd_lines_lose_only_what_is_odd() {
        for (line, written) in [
            ("info depth x nodes 7", "info nodes 7"),
            ("info depth 99999999999999 nodes 7", "info nodes 7"),
            ("info depth 3 foo bar score cp 4", "info depth 3 score cp 4"),
            ("info score cp pv e2e4", "info pv e2e4"),
            ("info depth 2 pv e2e4 e4 d2d4", "info depth 2 pv e2e4"),
            ("info pv e2e4 nodes 4", "info nodes 4 pv e2e4"),
            ("info pv a7a8Q", "info pv a7a8q"),
            ("info string  hello depth 3", "info string hello depth 3"),
            ("info depth 1 string", "info depth 1 string "),
            ("info", "info"),
        ] {
            let read = Output::parse(line).map(|output| output.to_string());
            assert_eq!(read.as_deref(), Some(written), "input: {line:?}");
        }
    }

    #[test]
    fn bestmoves_of_every_kind() {
        for (line, expected) in [
            ("bestmove e2e4 ponder e7e5", "bestmove e2e4 ponder e7e5"),
            ("bestmove a7a8q ponder (none)", "bestmove a7a8q"),
            ("bestmove (none)", "bestmove (none)"),
            ("bestmove 0000", "bestmove (none)"),
            ("bestmove", "bestmove (none)"),
            ("bestmove O-O", "bestmove O-O"),
        ] {
            let read = Output::parse(line).map(|output| output.to_string());
            assert_eq!(read.as_deref(), Some(expected), "input: {line:?}");
        }
    }

    #[test]
    fn options_are_read_and_fitted() {
        let spin = "option name Hash type spin default 16 min 1 max 33554432";
        for (line, kind) in [
            (
                spin,
                Some(OptionKind::Spin {
                    default: 16,
                    min: 1,
                    max: 33_554_432,
                }),
            ),
            (
                "option name Clear Hash type button",
                Some(OptionKind::Button),
            ),
            (
                "option name Style type combo default Normal var Solid One var Normal",
                Some(OptionKind::Combo {
                    default: Text::lossy("Normal"),
                    vars: vec![Text::lossy("Solid One"), Text::lossy("Normal")],
                }),
            ),
            (
                "option name Book File type string default <empty>",
                Some(OptionKind::String {
                    default: Text::default(),
                }),
            ),
            ("option name X type spin default 1 min 5 max 2", None),
            ("option name X type wheel", None),
            ("option type check", None),
        ] {
            let read = match Output::parse(line) {
                Some(Output::Option(option)) => Some(option.kind),
                _ => None,
            };
            assert_eq!(read, kind, "input: {line:?}");
        }
        let Some(Output::Option(hash)) = Output::parse(spin) else {
            panic!("no option");
        };
        for (asked, fitted) in [
            ("33554433", Some("33554432")),
            ("-3", Some("1")),
            ("x", None),
        ] {
            let value = super::super::OptionValue::new(asked).unwrap();
            let got = hash.fit(&value).map(|value| value.to_string());
            assert_eq!(got.as_deref(), fitted, "input: {asked:?}");
        }
    }
}
