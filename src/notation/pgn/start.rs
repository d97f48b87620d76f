//! The position that a game starts from, by its tags.

use shakmaty::{CastlingSide, Color, File, Position as _};

use super::game::tag;
use super::{Fault, Tag};
use crate::notation::{Finding, fen};
use crate::position::{Position, Variant};

/// Where a game starts.
pub(super) struct Start {
    /// `None`: the tags give no position that can be played from, for this fault.
    pub(super) root: Result<Position, Fault>,
    /// The tag that it hangs on.
    pub(super) tag: &'static str,
    /// What the FEN's reader said, and what was assumed.
    pub(super) findings: Vec<Finding>,
    /// Chess960 was taken from the castling rights alone.
    pub(super) chess960_assumed: bool,
    /// The FEN that was read in place of the tag's: the same men and side to move, but rights,
    /// en passant square or counters that are possible.
    pub(super) mended: Option<String>,
}

/// Reads the `Variant` and `FEN` tags.
pub(super) fn read(tags: &[Tag]) -> Start {
    let mut start = Start {
        root: Ok(Position::default()),
        tag: "FEN",
        findings: Vec::new(),
        chess960_assumed: false,
        mended: None,
    };
    let stated = match tag(tags, "Variant").map(variant) {
        Some(Ok(variant)) => variant,
        Some(Err(fault)) => {
            start.tag = "Variant";
            start.root = Err(fault);
            return start;
        }
        None => None,
    };
    let given = tag(tags, "FEN").filter(|text| !matches!(text.trim(), "" | "?"));
    let Some(given) = given else {
        let variant = stated.unwrap_or_default();
        start.root = Ok(Position::new(shakmaty::Chess::default(), variant));
        return start;
    };
    let mut reading = fen::read(given, stated);
    if stated.is_none() && reading.position.is_none() {
        let other = fen::read(given, Some(Variant::Chess960));
        if other.position.as_ref().is_some_and(is_mirrored) {
            start.chess960_assumed = true;
            reading = other;
        }
    }
    start.findings = reading.findings.into_iter().collect();
    if let (None, Some(mended)) = (&reading.position, &reading.suggested_fen)
        && same_board(given, mended)
    {
        reading.position = fen::read(mended, stated).position;
        start.mended = reading.suggested_fen;
    }
    start.root = reading.position.ok_or_else(|| {
        let gravest = start.findings.iter().max_by_key(|finding| finding.severity);
        Fault::Fen {
            fen: given.to_owned(),
            why: gravest.map_or_else(String::new, |finding| finding.message.clone()),
            findings: start.findings.clone(),
        }
    });
    start
}

/// Whether both sides can still castle, with king and rooks on the same files: the sign of
/// a Chess960 start position, where rights alone may be a mistake.
fn is_mirrored(position: &Position) -> bool {
    let board = position.board();
    let castles = board.castles();
    let king = |color| board.board().king_of(color).map(shakmaty::Square::file);
    let rook = |color, side| castles.rook(color, side).map(shakmaty::Square::file);
    let [white, black] = Color::ALL;
    let sides = CastlingSide::ALL.map(|side| (rook(white, side), rook(black, side)));
    let clash = |&(a, b): &(Option<File>, Option<File>)| a.is_some() && b.is_some() && a != b;
    castles.has_color(white)
        && castles.has_color(black)
        && king(white) == king(black)
        && !sides.iter().any(clash)
}

/// Whether two FENs have the same men and side to move.
fn same_board(a: &str, b: &str) -> bool {
    a.split_whitespace()
        .take(2)
        .eq(b.split_whitespace().take(2))
}

/// The rules that a `Variant` tag names; `None` where it says nothing that the FEN does not.
fn variant(name: &str) -> Result<Option<Variant>, Fault> {
    let plain: String = name.chars().filter(|ch| ch.is_alphanumeric()).collect();
    let plain = plain.to_ascii_lowercase();
    match plain.as_str() {
        "" | "fromposition" | "unknown" => Ok(None),
        "standard" | "regular" | "normal" | "chess" | "orthodox" | "classical" | "classic"
        | "std" | "international" => Ok(Some(Variant::Standard)),
        "960" | "frc" | "freestyle" | "freestylechess" | "chess9lx" => Ok(Some(Variant::Chess960)),
        _ if plain.starts_with("chess960") => Ok(Some(Variant::Chess960)),
        _ if plain.contains("fisher") || plain.contains("fischer") => Ok(Some(Variant::Chess960)),
        _ => Err(Fault::Variant(name.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_go_by_many_names() {
        for name in [
            "Chess960",
            "chess 960",
            "chess-960",
            "Fischerandom",
            "fischerrandom",
            "Fischer Random",
            "FRC",
        ] {
            assert_eq!(variant(name), Ok(Some(Variant::Chess960)), "{name:?}");
        }
        for name in ["Standard", "Regular", "chess"] {
            assert_eq!(variant(name), Ok(Some(Variant::Standard)), "{name:?}");
        }
        for name in ["", "?", "From Position"] {
            assert_eq!(variant(name), Ok(None), "{name:?}");
        }
        for name in ["Crazyhouse", "Three-check", "King of the Hill", "No king"] {
            assert_eq!(variant(name).unwrap_err().code(), "variant-unsupported");
        }
    }
}
