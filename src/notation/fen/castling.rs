//! The third field: `-`, or a letter for each castling right (`KQkq`, X-FEN, Shredder-FEN).

use shakmaty::{Bitboard, Board, Color, File, Role, Square};

use super::draft::{Draft, Flag, Letters, Rights, men, rook_of, sound_rights};
use super::fast::in_order;
use super::tokens::Token;
use crate::notation::words::color_name as name;
use crate::notation::{Field, Finding, Findings, Span, quote};
use crate::position::Variant;

const FIELD: Field = Field::Castling;

/// Reads the field. What is not a castling letter is an error and left out.
pub(super) fn read(token: &Token<'_>, board: &Board, findings: &mut Findings) -> Rights {
    let text = token.text();
    let mut rights = Rights::default();
    if text == "-" {
        return rights;
    }
    for glyph in token.glyphs() {
        let Some(rook) = rook_of(glyph.ch, board) else {
            continue;
        };
        if !matches!(glyph.ch, 'K' | 'Q' | 'k' | 'q') {
            rights.letters = Letters::Files;
        }
        rights.rooks.add(rook);
        let span = Span::new(glyph.start, glyph.end);
        rights.flags.push(Flag {
            letter: glyph.ch,
            rook,
            span,
        });
    }
    form(&text, token, &mut rights, findings);
    rights
}

/// What is wrong with the form of the field, before anyone looks at the board.
fn form(text: &str, token: &Token<'_>, rights: &mut Rights, findings: &mut Findings) {
    let error = |message: String| Finding::error("fen-castling", FIELD, token.span(), message);
    let expected = "expected \"-\" or letters of \"KQkq\"";
    if rights.flags.is_empty() || text.starts_with(|ch: char| ch.is_ascii_digit()) {
        *rights = Rights::default();
        findings.push(error(format!("castling field {}, {expected}", quote(text))));
        return;
    }
    if rights.flags.len() < text.chars().count() {
        findings.push(error(format!(
            "castling field {} has signs that are no castling letters, {expected}",
            quote(text)
        )));
    }
    for color in Color::ALL {
        let own = |flag: &&Flag| flag.letter.is_ascii_uppercase() == color.is_white();
        let letters = rights.flags.iter().filter(own).count();
        if letters > 2 {
            findings.push(error(format!(
                "castling field {} has {letters} letters for {}, expected at most 2",
                quote(text),
                name(color)
            )));
            keep_two(rights, color);
        }
    }
    order(text, token, rights, findings);
}

/// Keeps the outermost of more than two rights of a side.
fn keep_two(rights: &mut Rights, color: Color) {
    let own = rights.rooks & Bitboard::from_rank(color.backrank());
    if let (Some(first), Some(last)) = (own.first(), own.last()) {
        rights.rooks = (rights.rooks ^ own).with(first).with(last);
        let kept = rights.rooks;
        rights.flags.retain(|flag| kept.contains(flag.rook));
    }
}

/// Order and repeated letters: White's letters come first (an error otherwise, as python-chess
/// has it), the h-side before the a-side (worth an info), each once (a warning).
fn order(text: &str, token: &Token<'_>, rights: &Rights, findings: &mut Findings) {
    let cases: Vec<bool> = rights
        .flags
        .iter()
        .map(|f| f.letter.is_ascii_lowercase())
        .collect();
    if !cases.is_sorted() {
        let message = format!(
            "castling field {} has Black's letters before White's, expected \"KQkq\"",
            quote(text)
        );
        findings.push(Finding::error(
            "fen-castling-order",
            FIELD,
            token.span(),
            message,
        ));
        return;
    }
    let doubled = |flag: &Flag| rights.flags.iter().filter(|f| f.rook == flag.rook).count() > 1;
    if let Some(flag) = rights.flags.iter().rev().find(|f| doubled(f)) {
        let message = format!(
            "castling field {} names the rook on {} twice",
            quote(text),
            flag.rook
        );
        findings.push(
            Finding::warning("fen-castling-doubled", FIELD, flag.span, message).at([flag.rook]),
        );
    } else if !rights.flags.is_sorted_by(|a, b| in_order(a.rook, b.rook)) {
        let message = format!(
            "castling letters {} in an unusual order, usual is \"KQkq\"",
            quote(text)
        );
        findings.push(Finding::info(
            "fen-castling-order",
            FIELD,
            token.span(),
            message,
        ));
    }
}

/// Tells each right that king and rook do not stand for.
pub(super) fn judge(draft: &Draft, variant: Variant, findings: &mut Findings) {
    let rights = &draft.rights;
    let bad = rights.rooks ^ sound_rights(&draft.board, rights.rooks, variant);
    let unflagged = Flag {
        letter: 'K',
        rook: Square::A1,
        span: draft.spans.castling,
    };
    let flags = rights.flags.iter().filter(|flag| bad.contains(flag.rook));
    let mut told = false;
    for flag in flags {
        told = true;
        findings.push(fault(draft, variant, flag));
    }
    if !told {
        findings.push(fault(draft, variant, &unflagged));
    }
}

fn fault(draft: &Draft, variant: Variant, flag: &Flag) -> Finding {
    let color = Color::from_white(flag.letter.is_ascii_uppercase());
    let rook = flag.rook;
    let king = men(&draft.board, color, Role::King).last();
    let is_rook = men(&draft.board, color, Role::Rook).contains(rook);
    let home = Square::from_coords(File::E, color.backrank());
    let on_e = king == Some(home);
    let on_rank = king.is_some_and(|king| king.rank() == color.backrank());
    let owner = name(color);
    let reason = if !is_rook {
        format!("no rook of {owner} on {rook}")
    } else if !on_rank {
        format!("{owner}'s king is not on {}", home.rank())
    } else if variant == Variant::Standard && !on_e {
        format!(
            "{owner}'s king is not on {home} (in Chess960 the right can stand: state variant=chess960)"
        )
    } else if variant == Variant::Standard {
        format!(
            "the rook on {rook} is not in the corner (in Chess960 the right can stand: state variant=chess960)"
        )
    } else {
        format!("the king does not stand between the rook on {rook} and the other castling rook")
    };
    let message = format!(
        "castling right {}: {reason}",
        quote(&flag.letter.to_string())
    );
    Finding::error("fen-castling-right", FIELD, flag.span, message).at([rook])
}

/// Whether a token looks like this field.
pub(super) fn looks_like(text: &str) -> bool {
    let letters = text
        .chars()
        .all(|ch| matches!(ch, 'K' | 'Q' | 'k' | 'q' | 'A'..='H' | 'a'..='h'));
    text == "-" || (letters && !text.is_empty() && text.len() <= 8)
}
