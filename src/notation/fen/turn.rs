//! The second field: `w` or `b`.

use shakmaty::Color;

use super::tokens::Token;
use crate::notation::{Field, Finding, Findings, quote};

/// Reads the field. Anything but `w` and `b` is an error; words for a side are understood.
pub(super) fn read(token: &Token<'_>, findings: &mut Findings) -> Option<Color> {
    let text = token.text();
    match text.as_str() {
        "w" => return Some(Color::White),
        "b" => return Some(Color::Black),
        _ => {}
    }
    let meant = meaning(&text);
    let message = format!("side to move {}, expected \"w\" or \"b\"", quote(&text));
    findings.push(Finding::error(
        "fen-turn",
        Field::Turn,
        token.span(),
        message,
    ));
    meant
}

/// The side that a word means, in the languages that people write it in.
pub(super) fn meaning(text: &str) -> Option<Color> {
    Some(
        match text.to_lowercase().trim_end_matches([',', ';', '.']) {
            "w" | "white" | "white-to-move" | "blancas" | "blanques" | "blancs" | "weiß"
            | "weiss" | "bianco" | "wit" | "brancas" | "biale" | "белые" => Color::White,
            "b" | "black" | "black-to-move" | "negras" | "negres" | "noirs" | "schwarz"
            | "nero" | "zwart" | "pretas" | "czarne" | "чёрные" | "черные" => {
                Color::Black
            }
            _ => return None,
        },
    )
}
