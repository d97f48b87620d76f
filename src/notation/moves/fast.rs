//! The fast reader of single moves: UCI and canonical SAN, which leave nothing to say.

use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position as _};

/// Reads `e2e4`, `e7e8q`, `e1g1`, `e1h1`, and SAN exactly as it would be written here. `None` where
/// the tolerant reader has to look.
pub(super) fn read(board: &Chess, text: &str) -> Option<Move> {
    let bytes = text.as_bytes();
    match bytes {
        [
            b'a'..=b'h',
            b'1'..=b'8',
            b'a'..=b'h',
            b'1'..=b'8',
            promotion @ ..,
        ] if matches!(promotion, [] | [b'q' | b'r' | b'b' | b'n']) => {
            let uci = UciMove::from_ascii(bytes).ok()?;
            let m = uci.to_move(board).ok()?;
            board.is_legal(m).then_some(m)
        }
        [b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'O', ..] => {
            let san = San::from_ascii(
                bytes
                    .strip_suffix(b"+")
                    .or(bytes.strip_suffix(b"#"))
                    .unwrap_or(bytes),
            )
            .ok()?;
            let m = san.to_move(board).ok()?;
            let canonical = SanPlus::from_move(board.clone(), m);
            let mut written = Vec::with_capacity(8);
            canonical.append_ascii_to(&mut written);
            (written == bytes).then_some(m)
        }
        _ => None,
    }
}
