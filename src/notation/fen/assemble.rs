//! The six fields put together into a draft, with what is missing, swapped or left over.

use shakmaty::Color;

use super::counters::Counter;
use super::draft::{Draft, Spans};
use super::fields::{AFTER_PLACEMENT, Assigned, assign};
use super::placement::Placement;
use super::split as parts;
use super::tokens::{Token, join, span, text as text_of};
use super::{castling, counters, en_passant, placement, turn};
use crate::notation::text::Glyph;
use crate::notation::{Field, Finding, Findings, Span, quote};

/// The six fields, each mended as far as its sense is plain.
pub(super) fn draft(parts: &parts::Parts<'_>, findings: &mut Findings) -> (Draft, Placement) {
    let placement = placement::read(parts.placement, findings);
    let board = placement
        .boards
        .first()
        .unwrap_or(&placement.partial)
        .clone();
    let assigned = assign(&parts.words);
    missing(parts, &assigned, findings);
    let word = |field: usize| assigned.fields[field].map(|at| parts.words[at]);
    let mut draft = Draft {
        spans: spans(parts, &assigned),
        places: placement.places.as_slice().into(),
        turn: word(0)
            .and_then(|w| turn::read(&w, findings))
            .unwrap_or(Color::White),
        ..Draft::default()
    };
    let (castling_word, ep_word) = swapped(word(1), word(2), findings);
    if let Some(word) = castling_word {
        draft.rights = castling::read(&word, &board, findings);
    }
    draft.ep = ep_word.and_then(|word| en_passant::read(&word, findings));
    draft.board = board;
    draft.halfmoves = word(3).map_or(0, |w| counters::read(&w, Counter::Halfmove, findings));
    draft.fullmoves = word(4).map_or(1, |w| counters::read(&w, Counter::Fullmove, findings));
    extra(parts, &assigned, findings);
    (draft, placement)
}

/// Castling and en passant fields in each other's place.
fn swapped<'a>(
    castling: Option<Token<'a>>,
    ep: Option<Token<'a>>,
    findings: &mut Findings,
) -> (Option<Token<'a>>, Option<Token<'a>>) {
    let (Some(first), Some(second)) = (castling, ep) else {
        return (castling, ep);
    };
    let (a, b) = (first.text(), second.text());
    let letters = b != "-" && castling::looks_like(&b) && !en_passant::looks_like(&b);
    if !letters || !en_passant::looks_like(&a) {
        return (castling, ep);
    }
    let message = format!(
        "fields {} and {} in each other's place, expected castling rights before the en passant square",
        quote(&a),
        quote(&b)
    );
    findings.push(Finding::error(
        "fen-fields-swapped",
        Field::Castling,
        first.span().to(second.span()),
        message,
    ));
    (ep, castling)
}

const NAMES: [(Field, &str, &str); AFTER_PLACEMENT] = [
    (Field::Turn, "side to move", "\"w\""),
    (Field::Castling, "castling field", "\"-\""),
    (Field::EnPassant, "en passant field", "\"-\""),
    (Field::Halfmove, "half-move clock", "0"),
    (Field::Fullmove, "move number", "1"),
];

/// Fields that are not there: an info at the end, an error where others follow.
fn missing(parts: &parts::Parts<'_>, assigned: &Assigned, findings: &mut Findings) {
    if parts.placement.is_empty() {
        return;
    }
    let last = assigned.fields.iter().rposition(Option::is_some);
    for (index, (field, name, default)) in NAMES.into_iter().enumerate() {
        if assigned.fields[index].is_some() || (index >= 3 && parts.operations.is_some()) {
            continue;
        }
        let at = place_of_missing(parts, assigned, index);
        if last.is_none_or(|last| index > last) {
            let message = format!("the {name} is missing and taken as {default}");
            findings.push(Finding::info("fen-field-missing", field, at, message));
        } else {
            let message = format!(
                "the {name} is missing, expected {default} or another value before the fields that follow"
            );
            findings.push(Finding::error("fen-field-missing", field, at, message));
        }
    }
}

/// The empty range where a missing field would stand.
fn place_of_missing(parts: &parts::Parts<'_>, assigned: &Assigned, index: usize) -> Span {
    let next = assigned.fields[index..].iter().flatten().next();
    let at = match next {
        Some(&word) => parts.words[word].span().start,
        None => parts.end(),
    };
    Span::new(at, at)
}

fn spans(parts: &parts::Parts<'_>, assigned: &Assigned) -> Spans {
    let of = |index: usize| match assigned.fields[index] {
        Some(word) => parts.words[word].span(),
        None => place_of_missing(parts, assigned, index),
    };
    Spans {
        placement: span(parts.placement),
        turn: of(0),
        castling: of(1),
        ep: of(2),
        halfmove: of(3),
    }
}

/// Words that belong to no field.
fn extra(parts: &parts::Parts<'_>, assigned: &Assigned, findings: &mut Findings) {
    let Some((&first, &last)) = assigned.extra.first().zip(assigned.extra.last()) else {
        return;
    };
    let consecutive = last - first + 1 == assigned.extra.len();
    let words = if consecutive {
        &parts.words[first..=last]
    } else {
        &parts.words[first..=first]
    };
    let glyphs: &[Glyph] = join(parts.all, words);
    let message = format!(
        "{} belongs to no field, expected six fields",
        quote(&text_of(glyphs))
    );
    findings.push(Finding::error(
        "fen-trailing",
        Field::Text,
        span(glyphs),
        message,
    ));
}
