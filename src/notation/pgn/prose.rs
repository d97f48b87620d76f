//! Lines of plain text between games, told from movetext.

use super::{glyph, outcome};

/// What the line would start if it were movetext.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum First {
    /// The whole text: no tag came before.
    OfText,
    /// The moves of a game that has tags or moves already.
    OfGame,
}

/// Whether a line is text: its first word is nothing that a movetext holds. At the start of a text
/// without tags the second word must be chess, too.
pub(super) fn is_prose(line: &str, first: First) -> bool {
    if line.trim_end() == "--" {
        return true;
    }
    let mut words = line.split_whitespace();
    let Some(word) = words.next() else {
        return false;
    };
    let next = words.next();
    let number = word.bytes().all(|byte| byte.is_ascii_digit());
    if !is_chess(word) {
        return true;
    }
    (first == First::OfText || number)
        && !number_with_dot(word)
        && next.is_some_and(|next| !is_chess(next))
}

fn number_with_dot(word: &str) -> bool {
    let rest = word.trim_start_matches(|ch: char| ch.is_ascii_digit());
    rest.len() < word.len() && rest.starts_with(['.', '…', ')'])
}

/// Whether a movetext may hold the word.
fn is_chess(word: &str) -> bool {
    let first = word.chars().next().unwrap_or(' ');
    let digits = word.len()
        - word
            .trim_start_matches(|ch: char| ch.is_ascii_digit())
            .len();
    let number = digits > 0 && (digits == word.len() || number_with_dot(word));
    number
        || matches!(
            first,
            '(' | ')'
                | '{'
                | '}'
                | '$'
                | ';'
                | '%'
                | '*'
                | '½'
                | '<'
                | '['
                | ']'
                | '.'
                | '…'
                | '!'
                | '?'
                | '+'
                | '='
                | '±'
        )
        || outcome::marker(word).is_some()
        || outcome::read(word).is_some()
        || glyph::of_word(word).is_some()
        || is_null(word)
        || looks_like_move(word)
}

/// The spellings of a null move.
pub(super) fn is_null(word: &str) -> bool {
    matches!(
        word,
        "--" | "Z0" | "0000" | "@@@@" | "null" | "<>" | "pass" | "PASS" | "––" | "—"
    )
}

/// Whether a word looks like a move in some language: short, with a square or castling in it.
pub(super) fn looks_like_move(word: &str) -> bool {
    if word.len() > 24 || word.contains(['/', '@', '_', '\\']) {
        return false;
    }
    let square = word
        .as_bytes()
        .windows(2)
        .any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    let castling = ["O-O", "0-0", "o-o", "OO", "О-О", "O–O", "O‑O", "0–0", "0‑0"];
    let files = matches!(word.as_bytes(), [b'a'..=b'h', b'x', b'a'..=b'h']);
    square || files || castling.iter().any(|start| word.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_told_from_movetext() {
        for line in [
            "From: someone",
            "-- ",
            "sent from my phone",
            "e4 is a fine move",
            "2 games follow",
            "a comment on e4",
            "https://example.org/e4",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "position startpos moves e2e4",
        ] {
            assert!(is_prose(line, First::OfText), "{line:?}");
        }
        for line in [
            "1. e4 e5",
            "1.e4",
            "1) e4",
            "1 e4",
            "e4 e5",
            "O-O",
            "Cf3 Cc6",
            "♘f3",
            "(1. d4)",
            "1-0",
            "½–½",
            "+--",
            "N",
            "...",
            "e4",
            "1. pawn goes to e4",
            "<p>1. e4",
            "8.",
        ] {
            assert!(!is_prose(line, First::OfText), "{line:?}");
        }
        assert!(!is_prose("Nf3 hello", First::OfGame));
    }
}
