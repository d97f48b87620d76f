//! Reading a FEN: the fast reader where there is nothing to say, else the tolerant one, which
//! says everything at once.

use super::assemble::draft;
use super::draft::Draft;
use super::placement::Placement;
use super::split as parts;
use super::{fast, legality, mend, orientation, plausible, startpos, wrapping};
use crate::notation::epd::{self, Operands, Operation};
use crate::notation::text::{Web, plain};
use crate::notation::{Field, Finding, Findings, Severity, Span};
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
    findings.sort();
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
    const ABOUT_SPELLING: [&str; 4] = [
        "fen-fullmove-zero",
        "fen-castling-doubled",
        "fen-mirrored",
        "fen-upside-down",
    ];
    finding.severity == Severity::Info
        || finding.field == Field::Operations
        || ABOUT_SPELLING.contains(&finding.code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use shakmaty::{Chess, Position as _};

    /// A FEN of a random game, with up to two characters replaced.
    fn fens() -> impl Strategy<Value = String> {
        let choices = prop::collection::vec(any::<usize>(), 0..80);
        let changes = prop::collection::vec((any::<prop::sample::Index>(), 0..60_usize), 0..3);
        (choices, changes).prop_map(|(choices, changes)| {
            let mut board = Chess::default();
            for choice in choices {
                let legal = board.legal_moves();
                if legal.is_empty() {
                    break;
                }
                board.play_unchecked(legal[choice % legal.len()]);
            }
            let text = super::super::write_board(&board, Default::default(), Default::default());
            let mut text: Vec<char> = text.chars().collect();
            let alphabet: Vec<char> = "rnbqkpRNBQKP12345678/wb-KQkqabcdefghABCDEFGH0 9"
                .chars()
                .collect();
            for (index, letter) in changes {
                let at = index.index(text.len());
                text[at] = alphabet[letter % alphabet.len()];
            }
            text.into_iter().collect()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn the_fast_reader_agrees_with_the_tolerant_one(text in fens(), stated in 0..3_usize) {
            let stated = [None, Some(Variant::Standard), Some(Variant::Chess960)][stated];
            let slow = read_tolerant(&text, stated, Form::Fen);
            match read_fast(&text, stated) {
                Some(fast) => {
                    prop_assert!(slow.playable && slow.plausible && slow.syntax_ok, "{:?}", slow.findings);
                    prop_assert!(slow.findings.is_empty() && slow.suggested_fen.is_none(), "{:?}", slow.findings);
                    prop_assert_eq!(fast.variant, slow.variant);
                    let (fast, slow) = (fast.position.unwrap(), slow.position.unwrap());
                    prop_assert_eq!(fast.keys(), slow.keys());
                    let always = shakmaty::EnPassantMode::Always;
                    prop_assert_eq!(fast.board().to_setup(always), slow.board().to_setup(always));
                }
                None => prop_assert!(!slow.findings.is_empty(), "not read fast"),
            }
        }
    }
}
