//! Reading a FEN: the fast reader where there is nothing to say, else the tolerant one, which
//! says everything at once.

use shakmaty::Color;

use super::counters::Counter;
use super::draft::{Draft, Spans};
use super::fields::{AFTER_PLACEMENT, Assigned, assign};
use super::placement::Placement;
use super::split as parts;
use super::tokens::{Token, join, span, text as text_of};
use super::{
    castling, counters, en_passant, fast, legality, mend, orientation, placement, plausible,
    startpos, turn, wrapping,
};
use crate::notation::epd::{self, Operands, Operation};
use crate::notation::text::{Glyph, Web, plain};
use crate::notation::{Field, Finding, Findings, Severity, Span, quote};
use crate::position::{Position, Variant};

/// Most characters that are read.
pub const MAX_CHARS: usize = 1_000;

/// What a FEN turned out to be.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Whether the text follows the form of a FEN (or EPD).
    pub syntax_ok: bool,
    /// Whether python-chess's `status()` would call the position valid in `variant`; implies
    /// `syntax_ok`.
    pub playable: bool,
    /// Whether, as far as simple counts tell, a game can have reached it; implies `playable`.
    pub plausible: bool,
    /// The position, exactly when it is playable.
    pub position: Option<Position>,
    /// Everything worth saying, in the order of the text as far as possible.
    pub findings: Findings,
    /// The mended FEN, when the text is not playable but a mend is.
    pub suggested_fen: Option<String>,
    /// The variant that it was read in: the one stated, else Chess960 exactly when the castling
    /// field names files.
    pub variant: Variant,
    /// The operations of an EPD; empty in a FEN. `hmvc`, `fmvn` and `rc` are in the position too.
    pub operations: Vec<Operation>,
    /// Where a UCI move list starts (`moves …`), which is no part of a FEN.
    pub moves: Option<Span>,
}

/// Reads a FEN, X-FEN, Shredder-FEN or the position of an EPD, and says everything that is wrong
/// with it or worth saying. Never fails; at most [`MAX_CHARS`] characters are read.
///
/// ```
/// use kibitz::notation::fen;
///
/// let reading = fen::read("8/8/8/8/8/8/8/7K w KQ - 0 1", None);
/// assert!(reading.syntax_ok && !reading.playable);
/// assert!(reading.findings.has("fen-kings") && reading.findings.has("fen-castling-right"));
/// ```
pub fn read(text: &str, variant: Option<Variant>) -> Reading {
    read_fast(text, variant).unwrap_or_else(|| read_tolerant(text, variant, Form::Fen))
}

/// Reads a line of an EPD file: as [`read`], but operations may be written as they are in the wild.
pub(in crate::notation) fn read_epd_line(text: &str, variant: Option<Variant>) -> Reading {
    read_fast(text, variant).unwrap_or_else(|| read_tolerant(text, variant, Form::EpdLine))
}

/// What a text is meant to be.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Form {
    /// A FEN, or an EPD that follows the standard.
    Fen,
    /// A line of an EPD file.
    EpdLine,
}

/// The short way for a FEN without anything to say about it; `None` where there is.
pub(super) fn read_fast(text: &str, stated: Option<Variant>) -> Option<Reading> {
    let draft = fast::draft(text)?;
    let variant = draft.variant(stated);
    let mut findings = Findings::new();
    judge(&draft, variant, stated, &mut findings);
    if !findings.is_empty() {
        return None;
    }
    let position = Position::new(draft.chess(variant)?, variant);
    Some(Reading {
        syntax_ok: true,
        playable: true,
        plausible: true,
        position: Some(position),
        findings,
        suggested_fen: None,
        variant,
        operations: Vec::new(),
        moves: None,
    })
}

/// Everything that can be said about a draft of good form.
fn judge(draft: &Draft, variant: Variant, stated: Option<Variant>, findings: &mut Findings) {
    if stated.is_none() && variant == Variant::Chess960 {
        let message = "read as Chess960, because the castling field names files";
        findings.push(Finding::info(
            "fen-variant-assumed",
            Field::Castling,
            draft.spans.castling,
            message,
        ));
    }
    legality::judge(draft, variant, findings);
    plausible::judge(draft, variant, findings);
    orientation::judge(draft, variant, stated, findings);
}

/// The long way: reads whatever there is.
pub(super) fn read_tolerant(text: &str, stated: Option<Variant>, form: Form) -> Reading {
    if let Some(reading) = startpos::read_pgn(text) {
        return reading;
    }
    let mut findings = Findings::new();
    let shortened = shorten(text, &mut findings);
    let (mut glyphs, changes) = plain(shortened, Web::HtmlAndUrl);
    wrapping::changes(&changes, &mut findings);
    wrapping::blanks(&mut glyphs, &mut findings);
    let inner = wrapping::unwrap(&glyphs, &mut findings);
    if let Some(reading) = startpos::read(inner, &mut findings) {
        return reading;
    }
    let parts = parts::parts(inner, form, &mut findings);
    let read = draft(&parts, &mut findings);
    let syntax_ok = !findings.has_error();
    let tail = Tail {
        text: shortened,
        operations: parts.operations,
        moves: parts.moves,
    };
    conclude(read, &tail, stated, findings, syntax_ok)
}

fn shorten<'a>(text: &'a str, findings: &mut Findings) -> &'a str {
    let Some((at, _)) = text.char_indices().nth(MAX_CHARS) else {
        return text;
    };
    let count = text.chars().count();
    let message = format!("{count} characters, expected at most {MAX_CHARS}");
    findings.push(Finding::error(
        "fen-too-long",
        Field::Text,
        Span::new(MAX_CHARS, count),
        message,
    ));
    &text[..at]
}

/// What follows the fields.
struct Tail<'a> {
    text: &'a str,
    operations: Option<Span>,
    moves: Option<Span>,
}

/// Reads the operations of an EPD and takes the counters out of them; the operations, and how
/// often the position has occurred.
fn operations(
    tail: &Tail<'_>,
    draft: &mut Draft,
    variant: Variant,
    findings: &mut Findings,
) -> (Vec<Operation>, usize) {
    let Some(span) = tail.operations else {
        return (Vec::new(), 1);
    };
    let text: String = tail
        .text
        .chars()
        .skip(span.start)
        .take(span.end - span.start)
        .collect();
    let board = draft.chess(variant);
    let board = board.as_ref().map(|board| (board, variant));
    let operations = epd::read_operations(&text, span.start, board, findings);
    let number = |opcode: &str| {
        operations
            .iter()
            .find_map(|operation| match operation.operands {
                Operands::Number(number) if operation.opcode == opcode => Some(number),
                _ => None,
            })
    };
    let counter = |opcode| number(opcode).and_then(|number| u32::try_from(number).ok());
    draft.halfmoves = counter("hmvc").unwrap_or(draft.halfmoves);
    draft.fullmoves = counter("fmvn").unwrap_or(draft.fullmoves).max(1);
    let occurrences = number("rc").and_then(|number| usize::try_from(number).ok());
    (operations, occurrences.unwrap_or(1))
}

/// Judges what was read and puts the verdicts together.
fn conclude(
    (draft, placement): (Draft, Placement),
    tail: &Tail<'_>,
    stated: Option<Variant>,
    mut findings: Findings,
    syntax_ok: bool,
) -> Reading {
    let variant = draft.variant(stated);
    let mut draft = draft;
    let mut operations = (Vec::new(), 1);
    let suggestions = if placement.boards.is_empty() {
        if placement.is_given {
            legality::material(&draft, &mut findings);
        }
        Vec::new()
    } else {
        let drafts = mend::ranked(&draft, &placement.boards, variant);
        let suggestions = mend::suggestions(&drafts, variant, stated);
        draft = drafts.into_iter().next().unwrap_or(draft);
        operations = self::operations(tail, &mut draft, variant, &mut findings);
        judge(&draft, variant, stated, &mut findings);
        suggestions
    };
    let chess = (!findings.has_error())
        .then(|| draft.chess(variant))
        .flatten();
    if chess.is_none() && !findings.has_error() {
        let message = "the rules of chess as kept here do not take this position";
        findings.push(Finding::error(
            "fen-unplayable",
            Field::Text,
            draft.spans.placement,
            message,
        ));
    }
    let playable = chess.is_some();
    if !playable {
        for finding in findings
            .iter_mut()
            .filter(|f| f.severity == Severity::Error)
        {
            finding.suggestions.clone_from(&suggestions);
        }
    }
    Reading {
        syntax_ok,
        playable,
        plausible: playable && findings.iter().all(is_plausible),
        position: chess.map(|chess| Position::occurring(chess, variant, operations.1)),
        suggested_fen: suggestions.into_iter().next().filter(|_| !playable),
        findings,
        variant,
        operations: operations.0,
        moves: tail.moves,
    }
}

/// Whether a finding leaves the position one that a game can have reached.
fn is_plausible(finding: &Finding) -> bool {
    const ABOUT_SPELLING: [&str; 3] = ["fen-fullmove-zero", "fen-castling-doubled", "fen-mirrored"];
    finding.severity == Severity::Info
        || finding.field == Field::Operations
        || ABOUT_SPELLING.contains(&finding.code)
}

/// The six fields, each mended as far as its sense is plain.
fn draft(parts: &parts::Parts<'_>, findings: &mut Findings) -> (Draft, Placement) {
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
        places: placement.places.clone(),
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
        fullmove: of(4),
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
