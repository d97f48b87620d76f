//! The fifth and sixth field: plies without capture or pawn move, and the number of the move.

use super::draft::MAX_COUNTER;
use super::tokens::Token;
use crate::notation::{Field, Finding, Findings, quote};

/// Which of the two counters.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Counter {
    Halfmove,
    Fullmove,
}

impl Counter {
    pub(super) fn field(self) -> Field {
        match self {
            Self::Halfmove => Field::Halfmove,
            Self::Fullmove => Field::Fullmove,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Halfmove => "half-move clock",
            Self::Fullmove => "move number",
        }
    }

    /// What it is where nobody says.
    pub(super) fn default(self) -> u32 {
        match self {
            Self::Halfmove => 0,
            Self::Fullmove => 1,
        }
    }

    fn least(self) -> u32 {
        match self {
            Self::Halfmove => 0,
            Self::Fullmove => 1,
        }
    }

    fn code(self) -> &'static str {
        match self {
            Self::Halfmove => "fen-halfmove",
            Self::Fullmove => "fen-fullmove",
        }
    }
}

/// Reads a counter: decimal digits, at most 2³¹ − 1. Leading zeros are an info; move number 0 is
/// read as 1, with a warning.
pub(super) fn read(token: &Token<'_>, counter: Counter, findings: &mut Findings) -> u32 {
    let text = token.text();
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let value = text
        .parse::<u32>()
        .ok()
        .filter(|&value| value <= MAX_COUNTER);
    let (Some(value), true) = (value, digits) else {
        findings.push(fault(token, &text, counter));
        let meant = meant(&text).unwrap_or(counter.default());
        return meant.max(counter.least());
    };
    if text.len() > 1 && text.starts_with('0') {
        let message = format!("{} {} has leading zeros", counter.name(), quote(&text));
        let code = "fen-leading-zeros";
        findings.push(Finding::info(code, counter.field(), token.span(), message));
    }
    if counter == Counter::Fullmove && value == 0 {
        let message = "move number 0 is read as 1: numbers start at 1";
        let code = "fen-fullmove-zero";
        findings.push(Finding::warning(
            code,
            Field::Fullmove,
            token.span(),
            message,
        ));
        return 1;
    }
    value
}

fn fault(token: &Token<'_>, text: &str, counter: Counter) -> Finding {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let expected = if digits {
        format!("at most {MAX_COUNTER}")
    } else if text.starts_with('-') {
        "a number that is not negative".into()
    } else {
        "a whole number in plain digits".into()
    };
    let message = format!("{} {}, expected {expected}", counter.name(), quote(text));
    Finding::error(counter.code(), counter.field(), token.span(), message)
}

/// The number that a counter with decoration means: `+4`, `4.`, `12,`.
fn meant(text: &str) -> Option<u32> {
    let plain = text
        .strip_prefix('+')
        .unwrap_or(text)
        .trim_end_matches(['.', ',', ';']);
    let digits = plain.len() <= 9 && plain.bytes().all(|byte| byte.is_ascii_digit());
    plain.parse().ok().filter(|_| digits)
}

/// Whether a token looks like a counter.
pub(super) fn looks_like(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
