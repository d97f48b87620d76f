//! What stands where a move is expected and is none: null moves, results, drops.

use super::error::MoveError;
use crate::notation::quote;

/// The error that names what the text is, if it is one of these.
pub(super) fn refusal(core: &[char], text: &str) -> Option<MoveError> {
    let plain: String = core.iter().collect();
    let quoted = quote(text);
    let (code, message) = match plain.as_str() {
        "" => (
            "move-empty",
            format!("{quoted} holds no move, expected UCI (\"e2e4\") or SAN (\"Nf3\")"),
        ),
        _ if is_null(&plain) => (
            "move-null",
            format!("{quoted} is a null move, expected the move of a player"),
        ),
        _ if is_result(&plain) => (
            "move-result",
            format!("{quoted} is a result, expected a move"),
        ),
        _ if is_drop(&plain) => (
            "move-drop",
            format!(
                "{quoted} drops a piece as in Crazyhouse, expected a move of standard chess or Chess960"
            ),
        ),
        _ => return None,
    };
    Some(MoveError::new(code, message))
}

/// The spellings of "no move": UCI, ChessBase, and others.
pub(super) fn is_null(text: &str) -> bool {
    matches!(text, "0000" | "--" | "<>" | "Z0" | "@@@@")
        || ["null", "pass", "(none)", "none"]
            .iter()
            .any(|word| text.eq_ignore_ascii_case(word))
}

/// A result, as the PGN standard has it or as people write it.
pub(super) fn is_result(text: &str) -> bool {
    matches!(
        text,
        "1-0"
            | "0-1"
            | "1/2-1/2"
            | "1/2"
            | "*"
            | "½-½"
            | "½"
            | "0.5-0.5"
            | "1:0"
            | "0:1"
            | "+--"
            | "--+"
            | "+:-"
            | "-:+"
    ) || text.eq_ignore_ascii_case("resigns")
}

fn is_drop(text: &str) -> bool {
    matches!(
        text.as_bytes(),
        [b'A'..=b'Z', b'@', b'a'..=b'h', b'1'..=b'8'] | [b'@', b'a'..=b'h', b'1'..=b'8']
    )
}
