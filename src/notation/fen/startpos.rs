//! What is given instead of a FEN: the word `startpos`, alone or in a UCI command, and a PGN.

use super::read::Reading;
use super::tokens::{span, text};
use crate::notation::text::Glyph;
use crate::notation::{Field, Finding, Findings, Span, quote};
use crate::position::{Position, Variant};

/// The one finding of a text that is a PGN.
pub(super) fn read_pgn(text: &str) -> Option<Reading> {
    if !looks_like_pgn(text) {
        return None;
    }
    let place = Span::new(0, text.chars().count());
    let message = format!(
        "{} is a PGN, expected a FEN; send it in the field \"pgn\"",
        quote(text)
    );
    let mut findings = Findings::new();
    findings.push(Finding::error("fen-is-pgn", Field::Pgn, place, message));
    Some(reading(&mut findings, None, None))
}

/// The reading of the word `startpos`, which is the start position; an error with a UCI command
/// around it.
pub(super) fn read(glyphs: &[Glyph], findings: &mut Findings) -> Option<Reading> {
    let whole = text(glyphs);
    let place = span(glyphs);
    let lower = whole.to_ascii_lowercase();
    let (command, rest) = match lower.strip_prefix("position ") {
        Some(rest) => (true, rest.trim_start()),
        None => (false, lower.as_str()),
    };
    let rest = rest.strip_prefix("startpos")?;
    if !rest.is_empty() && !rest.starts_with(' ') {
        return None;
    }
    let moves = moves(glyphs, &lower);
    if command {
        let message = format!(
            "{} is a UCI command, expected \"startpos\" or a FEN",
            quote(&whole)
        );
        let finding = Finding::error("fen-uci-command", Field::Text, place, message);
        findings.push(finding.suggesting(["startpos".to_owned()]));
    } else if rest.trim().is_empty() {
        findings.push(Finding::info(
            "fen-startpos",
            Field::Text,
            place,
            "\"startpos\" is the start position",
        ));
    }
    if !rest.trim().is_empty() {
        let place = moves.unwrap_or(place);
        let message = format!(
            "{} after \"startpos\", expected the moves in the field \"moves\"",
            quote(rest.trim())
        );
        let finding = Finding::error("fen-moves", Field::Moves, place, message);
        findings.push(finding.suggesting(["startpos".to_owned()]));
    }
    let position = (!findings.has_error()).then(Position::default);
    Some(reading(findings, position, moves))
}

fn moves(glyphs: &[Glyph], lower: &str) -> Option<Span> {
    let at = lower.find(" moves")? + 1;
    let first = glyphs.get(lower[..at].chars().count())?;
    Some(Span::new(first.start, glyphs.last()?.end))
}

fn reading(findings: &mut Findings, position: Option<Position>, moves: Option<Span>) -> Reading {
    let playable = position.is_some();
    Reading {
        syntax_ok: playable,
        playable,
        plausible: playable,
        position,
        suggested_fen: findings.iter().flat_map(|f| &f.suggestions).next().cloned(),
        findings: std::mem::take(findings),
        variant: Variant::Standard,
        operations: Vec::new(),
        moves,
    }
}

/// Whether a text is a PGN: tags before something else, or move numbers at its start.
pub(in crate::notation) fn looks_like_pgn(text: &str) -> bool {
    let text = text.trim_start();
    if let Some(tag) = text.strip_prefix('[') {
        let name = tag.split([' ', '"', ']']).next().unwrap_or_default();
        let is_name = !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let rest = tag.split_once(']').map_or("", |(_, rest)| rest);
        let alone = rest.trim().is_empty() && name.eq_ignore_ascii_case("fen");
        return is_name && tag.contains('"') && !alone;
    }
    let number = text.trim_start_matches(|ch: char| ch.is_ascii_digit());
    let numbered = number.len() < text.len() && number.starts_with('.');
    let after = number.trim_start_matches(['.', ' ', '…']);
    numbered && after.starts_with(char::is_alphabetic) && !number.contains('/')
}
