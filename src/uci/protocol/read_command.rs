//! Reads what a GUI says.

use std::iter::Peekable;
use std::str::SplitWhitespace;
use std::time::Duration;

use shakmaty::uci::UciMove;
use thiserror::Error;

use super::{Command, Go, OptionName, OptionValue, Root, Text, TextError};

/// A line that holds no command that could be carried out.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum CommandError {
    /// No known command on the line; the protocol says to ignore it.
    #[error("no known command in {:?}", .line.as_str())]
    Unknown {
        /// The line, shortened.
        line: Text,
    },
    /// `position` with neither `startpos` nor a FEN.
    #[error("expected \"startpos\" or \"fen …\" after \"position\"")]
    NoPosition,
    /// A word among the moves that is no UCI move.
    #[error("move {index} is {:?}, which is no UCI move", .text.as_str())]
    BadMove {
        /// From 1.
        index: usize,
        /// The word, shortened.
        text: Text,
    },
    /// `setoption` without a usable name or value.
    #[error("setoption: {0}")]
    BadOption(#[from] TextError),
}

impl CommandError {
    /// The stable name of the fault.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "uci-command-unknown",
            Self::NoPosition => "uci-position-missing",
            Self::BadMove { .. } => "uci-move-syntax",
            Self::BadOption(error) => error.code(),
        }
    }
}

type Words<'a> = Peekable<SplitWhitespace<'a>>;

impl Command {
    /// Reads one line. Unknown words before a known command are skipped, as the protocol says.
    ///
    /// # Errors
    ///
    /// See [`CommandError`].
    pub fn parse(line: &str) -> Result<Self, CommandError> {
        let line = line.trim();
        let mut words = line.split_whitespace().peekable();
        while let Some(word) = words.next() {
            return match word {
                "uci" => Ok(Self::Uci),
                "debug" => Ok(debug(words.peek().copied())),
                "isready" => Ok(Self::IsReady),
                "setoption" => set_option(line),
                "ucinewgame" => Ok(Self::NewGame),
                "position" => position(&mut words),
                "go" => Ok(Self::Go(Box::new(go(&mut words)))),
                "stop" => Ok(Self::Stop),
                "ponderhit" => Ok(Self::PonderHit),
                "quit" => Ok(Self::Quit),
                _ => continue,
            };
        }
        Err(CommandError::Unknown {
            line: Text::lossy(line),
        })
    }
}

fn debug(word: Option<&str>) -> Command {
    if word == Some("off") {
        Command::DebugOff
    } else {
        Command::DebugOn
    }
}

/// The value is taken from the line itself, since blanks inside it (a path's, say) count.
fn set_option(line: &str) -> Result<Command, CommandError> {
    let rest = after_word(line, "setoption").unwrap_or_default();
    let rest = after_word(rest, "name").unwrap_or_default();
    let (name, value) = match split_at_word(rest, "value") {
        Some((name, value)) => (name, Some(OptionValue::new(value)?)),
        None => (rest, None),
    };
    Ok(Command::SetOption {
        name: OptionName::new(&name.replace('\t', " "))?,
        value,
    })
}

fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    split_at_word(text, word).map(|(_, after)| after)
}

/// Splits around the first place where `word` stands as a word of its own.
fn split_at_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let found = text.match_indices(word).find(|(at, _)| {
        let blank_before = text[..*at].ends_with(char::is_whitespace);
        let after = &text[at + word.len()..];
        (*at == 0 || blank_before) && (after.is_empty() || after.starts_with(char::is_whitespace))
    });
    found.map(|(at, _)| (&text[..at], &text[at + word.len()..]))
}

fn position(words: &mut Words<'_>) -> Result<Command, CommandError> {
    let root = match words.next() {
        Some("startpos") => Root::Startpos,
        Some("fen") => fen(words)?,
        _ => return Err(CommandError::NoPosition),
    };
    let mut moves = Vec::new();
    if words.by_ref().any(|word| word == "moves") {
        for (index, word) in words.enumerate() {
            moves.push(word.parse().map_err(|_| CommandError::BadMove {
                index: index + 1,
                text: Text::lossy(word),
            })?);
        }
    }
    Ok(Command::Position { root, moves })
}

fn fen(words: &mut Words<'_>) -> Result<Root, CommandError> {
    let mut fields = Vec::new();
    while let Some(word) = words.next_if(|word| *word != "moves") {
        fields.push(word);
    }
    if fields.is_empty() {
        return Err(CommandError::NoPosition);
    }
    Ok(Root::Fen(Text::new(&fields.join(" "))?))
}

fn go(words: &mut Words<'_>) -> Go {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        match word {
            "searchmoves" => go.searchmoves = moves(words),
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "wtime" => go.wtime = time(words),
            "btime" => go.btime = time(words),
            "winc" => go.winc = time(words),
            "binc" => go.binc = time(words),
            "movetime" => go.movetime = time(words),
            "movestogo" => go.movestogo = number(words),
            "depth" => go.depth = number(words),
            "nodes" => go.nodes = number(words),
            "mate" => go.mate = number(words),
            "perft" => go.perft = number(words),
            _ => {}
        }
    }
    go
}

/// The UCI moves that stand next in the line.
fn moves(words: &mut Words<'_>) -> Vec<UciMove> {
    let mut moves = Vec::new();
    while let Some(m) = words.peek().and_then(|word| word.parse().ok()) {
        moves.push(m);
        words.next();
    }
    moves
}

/// The number that stands next; a word that is no such number is left for the next reader.
fn number<T: std::str::FromStr>(words: &mut Words<'_>) -> Option<T> {
    let number = words.peek()?.parse().ok();
    if number.is_some() || words.peek().is_some_and(|word| looks_numeric(word)) {
        words.next();
    }
    number
}

fn looks_numeric(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+')
}

/// Milliseconds; a clock that has run below zero is zero.
fn time(words: &mut Words<'_>) -> Option<Duration> {
    number::<i64>(words).map(|ms| Duration::from_millis(u64::try_from(ms).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_guis_send() {
        for (line, written) in [
            ("uci", "uci"),
            ("joho debug on", "debug on"),
            ("  isready \r", "isready"),
            (
                "setoption name Hash value 32",
                "setoption name Hash value 32",
            ),
            ("setoption name Clear  Hash", "setoption name Clear Hash"),
            (
                "setoption name SyzygyPath value /a  b/value c",
                "setoption name SyzygyPath value /a  b/value c",
            ),
            (
                "setoption name Book value ",
                "setoption name Book value <empty>",
            ),
            (
                "position  startpos  moves e2e4\te7e5",
                "position startpos moves e2e4 e7e5",
            ),
            (
                "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1",
                "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1",
            ),
            (
                "go searchmoves e2e4 d2d4 wtime -5 btime 300 movestogo 40",
                "go wtime 0 btime 300 movestogo 40 searchmoves e2e4 d2d4",
            ),
            ("go depth 99999999999 nodes 7", "go nodes 7"),
            ("go depth infinite", "go infinite"),
            ("go ponder wtime 1 foo", "go ponder wtime 1"),
        ] {
            let command = Command::parse(line).map(|command| command.to_string());
            assert_eq!(command.as_deref(), Ok(written), "input: {line:?}");
        }
    }

    #[test]
    fn says_what_is_wrong() {
        for (line, code) in [
            ("", "uci-command-unknown"),
            ("hello world", "uci-command-unknown"),
            ("position", "uci-position-missing"),
            ("position fen", "uci-position-missing"),
            ("position startpos moves e2e4 e4", "uci-move-syntax"),
            ("setoption value 3", "uci-text-empty"),
            ("setoption name Hash value 3\u{7}", "uci-text-control"),
        ] {
            let error = Command::parse(line).unwrap_err();
            assert_eq!(error.code(), code, "input: {line:?}");
        }
    }
}
