//! The fast readers of single moves: UCI and canonical SAN, which leave nothing to say.

use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position as _, Role};

use crate::notation::Language;

/// Reads `e2e4`, `e7e8q`, `e1g1`, `e1h1`; the same in every language. `None` where the tolerant
/// reader has to look.
pub(super) fn uci(board: &Chess, text: &str) -> Option<Move> {
    match text.as_bytes() {
        [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8']
        | [
            b'a'..=b'h',
            b'1'..=b'8',
            b'a'..=b'h',
            b'1'..=b'8',
            b'q' | b'r' | b'b' | b'n',
        ] => {
            let uci = UciMove::from_ascii(text.as_bytes()).ok()?;
            uci.to_move(board).ok()
        }
        _ => None,
    }
}

/// Reads English SAN exactly as it would be written here.
pub(super) fn san(board: &Chess, text: &str) -> Option<Move> {
    let given = SanPlus::from_ascii(text.as_bytes()).ok()?;
    let m = given.san.to_move(board).ok()?;
    let usual = match given.san {
        San::Normal {
            role: Role::Pawn,
            file,
            rank,
            capture,
            ..
        } => rank.is_none() && file.is_some() == capture,
        San::Normal {
            file: None,
            rank: None,
            ..
        } => true,
        San::Normal { .. } => San::from_move(board, m) == given.san,
        _ => true,
    };
    if !usual {
        return None;
    }
    let mut after = board.clone();
    after.play_unchecked(m);
    if Suffix::from_position(&after) != given.suffix {
        return None;
    }
    let mut written = Vec::with_capacity(8);
    given.append_ascii_to(&mut written);
    (written == text.as_bytes()).then_some(m)
}

/// Reads SAN exactly as it would be written here in a language, by turning its letters into
/// English ones.
pub(super) fn localized(board: &Chess, text: &str, language: Language) -> Option<Move> {
    let chars: Vec<char> = text.chars().collect();
    let mut english = String::with_capacity(8);
    let mut at = 0;
    if !chars.first()?.is_ascii_lowercase()
        && let Some((role, length)) = language.role_at(&chars)
    {
        english.push(role.upper_char());
        at = length;
    }
    while let Some(&ch) = chars.get(at) {
        english.push(ch);
        at += 1;
        if ch == '=' {
            let (role, length) = language.role_at(&chars[at..])?;
            english.push(role.upper_char());
            at += length;
        }
    }
    san(board, &english)
}
