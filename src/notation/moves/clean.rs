//! A move as pasted, cut down to the move itself: numbers in front, marks and words behind.

use super::tokens::say_changes;
use crate::notation::text::{Web, plain};
use crate::notation::{Field, Finding, Findings, Span, quote};

const FIELD: Field = Field::Moves;

/// The move itself, and what its author said about it.
#[derive(Clone, Debug, Default)]
pub(super) struct Cleaned {
    pub(super) core: Vec<char>,
    pub(super) mark: Option<Mark>,
    pub(super) en_passant: bool,
}

/// A claim that the move gives check or mate.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Mark {
    Check,
    Mate,
}

/// Cuts a text down to the move in it, and says what was cut.
pub(super) fn clean(text: &str, findings: &mut Findings) -> Cleaned {
    let (glyphs, changes) = plain(text, Web::Html);
    let whole = Span::new(0, text.chars().count());
    say_changes(&changes, findings);
    let mut cleaner = Cleaner {
        rest: glyphs.iter().map(|glyph| glyph.ch).collect(),
        cleaned: Cleaned::default(),
        whole,
        findings,
    };
    cleaner.front();
    cleaner.back();
    cleaner.blanks();
    cleaner.cleaned.core = cleaner.rest;
    cleaner.cleaned
}

struct Cleaner<'a> {
    rest: Vec<char>,
    cleaned: Cleaned,
    whole: Span,
    findings: &'a mut Findings,
}

/// Words and signs behind a move, the longer before those they end with.
const BEHIND: &[(&str, Behind)] = &[
    ("+/-", Behind::Evaluation),
    ("-/+", Behind::Evaluation),
    ("+/=", Behind::Evaluation),
    ("=/+", Behind::Evaluation),
    ("+-", Behind::Evaluation),
    ("-+", Behind::Evaluation),
    ("checkmate", Behind::Mark(Mark::Mate)),
    ("mate", Behind::Mark(Mark::Mate)),
    ("++", Behind::Mark(Mark::Mate)),
    ("#", Behind::Mark(Mark::Mate)),
    ("‡", Behind::Mark(Mark::Mate)),
    ("≠", Behind::Mark(Mark::Mate)),
    ("dis. ch.", Behind::Mark(Mark::Check)),
    ("dis.ch.", Behind::Mark(Mark::Check)),
    ("dis. ch", Behind::Mark(Mark::Check)),
    ("dis.ch", Behind::Mark(Mark::Check)),
    ("dis ch", Behind::Mark(Mark::Check)),
    ("disch", Behind::Mark(Mark::Check)),
    ("dbl. ch.", Behind::Mark(Mark::Check)),
    ("dbl.ch.", Behind::Mark(Mark::Check)),
    ("dbl.ch", Behind::Mark(Mark::Check)),
    ("dbl ch", Behind::Mark(Mark::Check)),
    ("check", Behind::Mark(Mark::Check)),
    ("ch.", Behind::Mark(Mark::Check)),
    ("ch", Behind::Mark(Mark::Check)),
    ("+", Behind::Mark(Mark::Check)),
    ("†", Behind::Mark(Mark::Check)),
    ("en passant", Behind::EnPassant),
    ("e. p.", Behind::EnPassant),
    ("e.p.", Behind::EnPassant),
    ("e.p", Behind::EnPassant),
    ("a.p.", Behind::EnPassant),
    ("a.p", Behind::EnPassant),
    ("p.p.", Behind::EnPassant),
    ("i.V.", Behind::EnPassant),
    ("i.v.", Behind::EnPassant),
    ("i.V", Behind::EnPassant),
    ("ep.", Behind::EnPassant),
    ("ep", Behind::EnPassant),
    ("(=)", Behind::DrawOffer),
    ("=", Behind::DrawOffer),
];

#[derive(Clone, Copy)]
enum Behind {
    Mark(Mark),
    EnPassant,
    DrawOffer,
    Evaluation,
}

impl Cleaner<'_> {
    fn note(&mut self, code: &'static str, message: String) {
        if !self.findings.has(code) {
            self.findings
                .push(Finding::info(code, FIELD, self.whole, message));
        }
    }

    fn trim(&mut self) {
        let start = self
            .rest
            .iter()
            .position(|ch| !ch.is_whitespace())
            .unwrap_or(self.rest.len());
        self.rest.drain(..start);
        while self.rest.last().is_some_and(|ch| ch.is_whitespace()) {
            self.rest.pop();
        }
    }

    /// Bullets, quotes, and a move number.
    fn front(&mut self) {
        self.trim();
        let keep = |ch: &char| {
            ch.is_alphanumeric()
                || matches!(
                    ch,
                    '♔'..='♟' | '-' | '<' | '@' | '.' | '…' | '[' | '(' | '*' | '½'
                )
        };
        let start = self.rest.iter().position(keep).unwrap_or(0);
        let stars = self.rest.iter().take_while(|&&ch| ch == '*').count();
        let start = if stars < self.rest.len() {
            start.max(stars)
        } else {
            start
        };
        if start > 0 {
            let cut: String = self.rest.drain(..start).collect();
            self.note(
                "move-decoration",
                format!("{} in front of the move is left out", quote(&cut)),
            );
            self.trim();
        }
        if let Some(length) = number(&self.rest) {
            self.rest.drain(..length);
            self.trim();
        }
        if let ['(' | '[', .., ')' | ']'] = self.rest.as_slice() {
            self.rest.pop();
            self.rest.remove(0);
            self.note(
                "move-decoration",
                "brackets around the move are left out".into(),
            );
        }
    }

    /// Marks, words, quotes and stops behind the move, the outermost first.
    fn back(&mut self) {
        for _ in 0..16 {
            self.trim();
            if !(self.annotation() || self.word() || self.punctuation()) {
                break;
            }
        }
    }

    /// `!?`, `$6`, and the signs of the Informator.
    fn annotation(&mut self) -> bool {
        let is_sign = |ch: &char| {
            matches!(
                ch,
                '!' | '?'
                    | '‼'
                    | '⁇'
                    | '⁈'
                    | '⁉'
                    | '□'
                    | '±'
                    | '∓'
                    | '⩲'
                    | '⩱'
                    | '∞'
                    | '⨀'
                    | '⌓'
            )
        };
        let signs = self.rest.iter().rev().take_while(|ch| is_sign(ch)).count();
        let digits = self
            .rest
            .iter()
            .rev()
            .take_while(|ch| ch.is_ascii_digit())
            .count();
        let before = self.rest.len().wrapping_sub(digits + 1);
        let nag = (digits > 0 && self.rest.get(before) == Some(&'$')).then_some(digits + 1);
        let length = nag.unwrap_or(signs);
        if length == 0 || length == self.rest.len() {
            return false;
        }
        self.cut("move-annotation", length, "is an annotation and left out");
        true
    }

    fn word(&mut self) -> bool {
        for &(word, behind) in BEHIND {
            let length = word.chars().count();
            let Some(at) = self.rest.len().checked_sub(length).filter(|&at| at > 0) else {
                continue;
            };
            if !self.rest[at..].iter().copied().eq(word.chars()) {
                continue;
            }
            match behind {
                Behind::Mark(mark) => {
                    self.cleaned.mark = self.cleaned.mark.max_mark(mark);
                    if word.len() > 1 || !word.is_ascii() {
                        self.cut("move-mark", length, "is read as a check or mate mark");
                    } else {
                        self.rest.truncate(at);
                    }
                }
                Behind::EnPassant => {
                    self.cleaned.en_passant = true;
                    self.cut(
                        "move-en-passant-mark",
                        length,
                        "is left out: SAN does not mark en passant",
                    );
                }
                Behind::Evaluation => {
                    self.cut("move-annotation", length, "is an annotation and left out");
                }
                Behind::DrawOffer => self.cut(
                    "move-draw-offer",
                    length,
                    "is read as a draw offer and left out",
                ),
            }
            return true;
        }
        false
    }

    fn punctuation(&mut self) -> bool {
        let stops = |ch: &&char| {
            matches!(
                ch,
                '.' | ',' | ';' | '"' | '\'' | '”' | '’' | '»' | '`' | '*' | '_' | ']' | '}'
            ) || is_ornament(**ch)
        };
        let length = self.rest.iter().rev().take_while(stops).count();
        if length == 0 || length == self.rest.len() {
            return false;
        }
        self.cut("move-decoration", length, "behind the move is left out");
        true
    }

    fn cut(&mut self, code: &'static str, length: usize, what: &str) {
        let cut: String = self.rest.drain(self.rest.len() - length..).collect();
        self.note(code, format!("{} {what}", quote(&cut)));
    }

    /// Blanks inside the move.
    fn blanks(&mut self) {
        if self.rest.iter().any(|ch| ch.is_whitespace()) {
            let text: String = self.rest.iter().collect();
            self.rest.retain(|ch| !ch.is_whitespace());
            self.note(
                "move-blank",
                format!("blanks inside {} are left out", quote(&text)),
            );
        }
    }
}

/// Emoji and other signs that no notation has.
pub(super) fn is_ornament(ch: char) -> bool {
    let known = matches!(ch, '♔'..='♟' | '‡' | '†' | '≠' | '…');
    !ch.is_ascii() && !ch.is_alphanumeric() && !ch.is_whitespace() && !known
}

trait MaxMark {
    fn max_mark(self, mark: Mark) -> Self;
}

impl MaxMark for Option<Mark> {
    /// Mate outranks check.
    fn max_mark(self, mark: Mark) -> Self {
        match self {
            Some(Mark::Mate) => self,
            _ => Some(mark),
        }
    }
}

/// The length of a move number in front: `12.`, `12...`, `12)`, `[12]`, `(12)`, `...`, or `12` and a
/// blank.
pub(super) fn number(text: &[char]) -> Option<usize> {
    let opened = usize::from(matches!(text.first(), Some('[' | '(')));
    let digits = text[opened..]
        .iter()
        .take(5)
        .take_while(|ch| ch.is_ascii_digit())
        .count();
    let mut at = opened + digits;
    if opened == 1 {
        let closed = matches!(text.get(at), Some(']' | ')'));
        if digits == 0 || !closed {
            return None;
        }
        at += 1;
    }
    let dots = text[at..]
        .iter()
        .take_while(|ch| matches!(ch, '.' | '…' | ')' | ':' | ' '))
        .count();
    let parted = dots > 0 || opened == 1;
    let length = at + dots;
    let something = length > 0 && length < text.len();
    (parted && something && digits < 5).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_move_is_what_is_left() {
        for (text, core) in [
            ("Nf3", "Nf3"),
            ("12.Nf3", "Nf3"),
            ("12... Nf6", "Nf6"),
            ("[12] Nf3", "Nf3"),
            ("1) e4", "e4"),
            ("…e5", "e5"),
            ("• e4", "e4"),
            ("\u{1f44d} e4", "e4"),
            ("Qxf7#!!", "Qxf7"),
            ("Qxf7 mate", "Qxf7"),
            ("exd6 e.p.", "exd6"),
            ("e4 (=)", "e4"),
            ("e4\u{1f44d}", "e4"),
            ("Nf3+-", "Nf3"),
            ("Nf3+", "Nf3"),
            ("Qxf7$1", "Qxf7"),
            ("Qx f7", "Qxf7"),
            ("2e4", "2e4"),
            ("0-0", "0-0"),
            ("5254", "5254"),
            ("a8=Q+", "a8=Q"),
            ("...", "..."),
            ("*", "*"),
            ("", ""),
        ] {
            let mut findings = Findings::new();
            let cleaned: String = clean(text, &mut findings).core.iter().collect();
            assert_eq!(cleaned, core, "{text:?}");
        }
    }
}
