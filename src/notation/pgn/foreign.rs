//! Input that is not PGN at all, told apart so that the error can name the right thing.

use thiserror::Error;

use crate::notation::quote;

/// What the input is instead of PGN.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Foreign {
    /// Compressed data.
    #[error("the input is {0} data, expected PGN text: unpack it first")]
    Compressed(&'static str),
    /// Some other file that is not text.
    #[error("the input is {0}, expected PGN text")]
    Binary(&'static str),
    /// A web page.
    #[error(
        "the input is an HTML page, expected PGN text: was a link's page saved instead of the game?"
    )]
    Html,
    /// JSON.
    #[error("the input is JSON, expected PGN text")]
    Json,
    /// A FEN, or a list of them.
    #[error("the input starts with a FEN, {}, expected PGN: send it as \"fen\"", quote(.0))]
    Fen(String),
    /// A `position` command of the UCI protocol.
    #[error("the input is the UCI command {}, expected PGN: send its FEN as \"fen\" and its moves as \"moves\"", quote(.0))]
    UciPosition(String),
    /// Text without a game in it.
    #[error("no game found in {}, expected PGN", quote(.0))]
    Text(String),
}

impl Foreign {
    /// Stable, kebab-case; never reworded.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Compressed(_) => "pgn-is-compressed",
            Self::Binary(_) => "pgn-is-binary",
            Self::Html => "pgn-is-html",
            Self::Json => "pgn-is-json",
            Self::Fen(_) => "pgn-is-fen",
            Self::UciPosition(_) => "pgn-is-uci",
            Self::Text(_) => "pgn-no-game",
        }
    }
}

/// How many of the first bytes are looked at.
pub(super) const HEAD: usize = 64;

/// Judges the first bytes of a stream.
pub(super) fn of_bytes(head: &[u8]) -> Option<Foreign> {
    let start = |magic: &[u8]| head.starts_with(magic);
    for (magic, name) in [
        (b"\x1f\x8b".as_slice(), "gzip"),
        (b"PK\x03\x04", "ZIP"),
        (b"BZh", "bzip2"),
        (b"\xfd7zXZ", "xz"),
        (b"\x28\xb5\x2f\xfd", "Zstandard"),
        (b"7z\xbc\xaf", "7-Zip"),
        (b"Rar!", "RAR"),
    ] {
        if start(magic) {
            return Some(Foreign::Compressed(name));
        }
    }
    for (magic, name) in [
        (b"%PDF-".as_slice(), "a PDF document"),
        (b"\x89PNG", "a PNG image"),
        (b"\xff\xd8\xff", "a JPEG image"),
        (b"GIF8", "a GIF image"),
        (b"Scid.", "a Scid database"),
        (b"\xd0\xcf\x11\xe0", "an old Office document"),
        (b"{\\rtf", "a rich text document"),
        (b"\x7fELF", "a program"),
    ] {
        if start(magic) {
            return Some(Foreign::Binary(name));
        }
    }
    None
}

/// Judges the first characters of a stream, as far as they tell it from PGN.
pub(super) fn of_head(text: &str) -> Option<Foreign> {
    let text = text.trim_start_matches(|ch: char| ch.is_whitespace() || ch == '\u{feff}');
    let lower: String = text
        .chars()
        .take(HEAD)
        .collect::<String>()
        .to_ascii_lowercase();
    if lower.starts_with("<!doctype html")
        || lower.starts_with("<html")
        || lower.starts_with("<head")
    {
        return Some(Foreign::Html);
    }
    let inner = lower.strip_prefix('[').unwrap_or(&lower).trim_start();
    let object = inner.strip_prefix('{')?.trim_start().strip_prefix('"')?;
    let after = &object[object.find('"')? + 1..];
    after.trim_start().starts_with(':').then_some(Foreign::Json)
}

/// Judges a text in which no game was found, by its first line.
pub(super) fn of_line(line: &str) -> Option<Foreign> {
    let line = line.trim();
    if line.is_empty() {
        return None;
    }
    let first = line
        .split(|ch: char| ch.is_whitespace() || ch == '_')
        .next()
        .unwrap_or(line);
    let ranks = first.split('/').count();
    let placement = first
        .chars()
        .all(|ch| ch.is_ascii_alphanumeric() || ch == '/');
    let shown = line.to_owned();
    Some(if line.starts_with("position ") {
        Foreign::UciPosition(shown)
    } else if (6..=10).contains(&ranks) && placement {
        Foreign::Fen(shown)
    } else {
        Foreign::Text(shown)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_pgn_is_named() {
        assert_eq!(
            of_bytes(b"\x1f\x8b\x08\0"),
            Some(Foreign::Compressed("gzip"))
        );
        assert_eq!(of_bytes(b"[Event"), None);
        assert_eq!(of_head(" <!DOCTYPE html><html>"), Some(Foreign::Html));
        assert_eq!(of_head("<p>[Event \"x\"]"), None);
        assert_eq!(of_head("{\"pgn\": \"1. e4\"}"), Some(Foreign::Json));
        assert_eq!(of_head("{\"a quote\" opens the comment} 1. e4"), None);
        let code = |line| of_line(line).map(|foreign| foreign.code());
        assert_eq!(
            code("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            Some("pgn-is-fen")
        );
        assert_eq!(code("position startpos moves e2e4"), Some("pgn-is-uci"));
        assert_eq!(code("hello"), Some("pgn-no-game"));
        assert_eq!(code("  "), None);
    }
}
