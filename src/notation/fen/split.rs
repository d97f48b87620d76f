//! The parts of a FEN: its placement, the words after it, the operations of an EPD, and a UCI move
//! list that has no place in it.

use super::read::Form;
use super::tokens::{Token, join, span, split, text};
use super::{counters, placement, turn};
use crate::notation::text::Glyph;
use crate::notation::{Field, Finding, Findings, Span, quote};

/// The parts, with their places.
#[derive(Debug)]
pub(super) struct Parts<'a> {
    pub(super) all: &'a [Glyph],
    pub(super) placement: &'a [Glyph],
    /// The words that should be the five other fields.
    pub(super) words: Vec<Token<'a>>,
    pub(super) operations: Option<Span>,
    pub(super) moves: Option<Span>,
}

impl Parts<'_> {
    /// Where the last of the six fields ends.
    pub(super) fn end(&self) -> usize {
        let last = self.words.last().map(|word| word.span());
        last.unwrap_or(span(self.placement)).end
    }
}

/// Takes the text apart and says what is out of place.
pub(super) fn parts<'a>(all: &'a [Glyph], form: Form, findings: &mut Findings) -> Parts<'a> {
    let mut words = split(all);
    if form == Form::EpdLine {
        words = semicolons_apart(words);
    }
    let moves = cut_moves(all, &mut words, findings);
    let operations = cut_operations(all, &mut words, form);
    let placement = cut_placement(all, &mut words, findings);
    let words = unglued(&words, findings);
    Parts {
        all,
        placement,
        words,
        operations,
        moves,
    }
}

/// Cuts off `moves …`, which belongs to the UCI command, not to the FEN.
fn cut_moves(all: &[Glyph], words: &mut Vec<Token<'_>>, findings: &mut Findings) -> Option<Span> {
    let at = words
        .iter()
        .position(|word| word.text().eq_ignore_ascii_case("moves"))?;
    let tail = words.split_off(at);
    let place = span(join(all, &tail));
    let message = format!(
        "{} is no part of a FEN, expected the moves in the field \"moves\"",
        quote(&text(join(all, &tail)))
    );
    findings.push(Finding::error("fen-moves", Field::Moves, place, message));
    Some(place)
}

/// Words of the fields that end with `;` in two.
fn semicolons_apart(words: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut apart = Vec::with_capacity(words.len() + 1);
    for (at, word) in words.into_iter().enumerate() {
        let length = word.glyphs().len();
        if at <= 5 && length > 1 && word.text().ends_with(';') {
            let (head, tail) = word.split_at(length - 1);
            apart.extend([head, tail]);
        } else {
            apart.push(word);
        }
    }
    apart
}

/// Cuts off the operations of an EPD: after four fields, or after six where they end with `;`.
fn cut_operations(all: &[Glyph], words: &mut Vec<Token<'_>>, form: Form) -> Option<Span> {
    let is_placement = words
        .first()
        .is_some_and(|word| placement::looks_like(&word.text()));
    if !is_placement || words.len() < 5 {
        return None;
    }
    let numbers = words[4..].iter().take(2);
    let numbers = numbers
        .take_while(|word| counters::looks_like(&word.text()))
        .count();
    let at = if numbers == 2 { 6 } else { 4 };
    let first = words.get(at)?.text();
    let opcode = first.trim_end_matches(';');
    let is_opcode = opcode.starts_with(|ch: char| ch.is_ascii_alphabetic())
        && opcode.len() <= 15
        && opcode
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let terminated = all.iter().any(|glyph| glyph.ch == ';');
    // In `c0 27` a digit of the counters is mistyped: the text of a comment stands in quotes.
    let mistyped = words.len() == 6
        && opcode.ends_with(|ch: char| ch.is_ascii_digit())
        && counters::looks_like(&words[5].text());
    let known = at == 4 && !mistyped && crate::notation::epd::is_standard(opcode);
    let patient = form == Form::EpdLine;
    let begins = is_opcode && (terminated || known || patient);
    let separator = first == ";" && (at == 4 || patient);
    if begins || separator {
        let tail = words.split_off(at);
        return Some(span(join(all, &tail)));
    }
    None
}

/// Finds the placement and takes it out of the words.
fn cut_placement<'a>(
    all: &'a [Glyph],
    words: &mut Vec<Token<'a>>,
    findings: &mut Findings,
) -> &'a [Glyph] {
    let looks = |word: &Token<'_>| placement::looks_like(&word.text());
    if words.is_empty() {
        return no_placement(words, findings);
    }
    let has_slashes = |word: &Token<'_>| word.text().matches('/').count() >= 5;
    let first_fits = looks(&words[0]) && (has_slashes(&words[0]) || !words.iter().any(has_slashes));
    let at = if first_fits {
        Some(0)
    } else {
        words.iter().position(has_slashes)
    };
    let Some(at) = at else {
        return no_placement(words, findings);
    };
    if at > 0 {
        let before = join(all, &words[..at]);
        let message = format!(
            "{} stands before the placement, expected the placement first",
            quote(&text(before))
        );
        findings.push(Finding::error(
            "fen-placement-first",
            Field::Text,
            span(before),
            message,
        ));
        let word = words.remove(at);
        return glued_turn(word, words, findings);
    }
    let count = spread_count(words);
    if count > 1 {
        let placement = join(all, &words[..count]);
        if placement.iter().any(|glyph| glyph.ch == '/') {
            let message = "blanks inside the placement, expected eight ranks parted only by \"/\"";
            let code = "fen-placement-blanks";
            findings.push(Finding::error(
                code,
                Field::Placement,
                span(placement),
                message,
            ));
        }
        words.drain(..count);
        return placement;
    }
    let word = words.remove(0);
    glued_turn(word, words, findings)
}

/// How many of the first words are pieces of one placement: those that a slash at either end ties
/// together, or eight ranks without any slash.
fn spread_count(words: &[Token<'_>]) -> usize {
    let texts: Vec<String> = words.iter().take(16).map(|word| word.text()).collect();
    let mut count = 1;
    while count < texts.len()
        && (texts[count - 1].ends_with('/') || texts[count].starts_with('/'))
        && placement::looks_like(&texts[count])
    {
        count += 1;
    }
    let ranks = texts
        .iter()
        .take_while(|text| width(text) == Some(8))
        .count();
    if count == 1 && ranks >= 8 { 8 } else { count }
}

/// How many squares a word covers that holds only men and digits.
fn width(text: &str) -> Option<u32> {
    text.chars()
        .map(|ch| ch.to_digit(10).or(placement::man(ch).map(|_| 1)))
        .sum()
}

/// No word can be a placement.
fn no_placement<'a>(words: &mut Vec<Token<'a>>, findings: &mut Findings) -> &'a [Glyph] {
    let (code, message) = match words.first() {
        Some(word) => (
            "fen-placement",
            format!(
                "no placement in {}, expected eight ranks parted by \"/\"",
                quote(&word.text())
            ),
        ),
        None => ("fen-empty", "the text is empty, expected a FEN".to_owned()),
    };
    let place = words.first().map(|word| word.span()).unwrap_or_default();
    findings.push(Finding::error(code, Field::Placement, place, message));
    words.clear();
    &[]
}

/// Cuts a side to move off the end of the placement where it is glued on: `…/RNBQKBNRw`.
fn glued_turn<'a>(
    word: Token<'a>,
    words: &mut Vec<Token<'a>>,
    findings: &mut Findings,
) -> &'a [Glyph] {
    let has_turn = words
        .first()
        .is_some_and(|next| turn::meaning(&next.text()).is_some());
    let glyphs = word.glyphs();
    let last_rank = glyphs.rsplit(|glyph| glyph.ch == '/').next().unwrap_or(&[]);
    let width: u32 = last_rank
        .iter()
        .map(|glyph| glyph.ch.to_digit(10).unwrap_or(1))
        .sum();
    let turn = glyphs
        .last()
        .is_some_and(|glyph| matches!(glyph.ch, 'w' | 'b'));
    if has_turn || width != 9 || !turn {
        return glyphs;
    }
    let (placement, turn) = word.split_at(glyphs.len() - 1);
    let message = format!(
        "side to move {} without a blank before it",
        quote(&turn.text())
    );
    findings.push(Finding::error(
        "fen-fields-glued",
        Field::Turn,
        turn.span(),
        message,
    ));
    words.insert(0, turn);
    placement.glyphs()
}

/// Parts words that lost the blank between them: `-0`, `KQkq-`.
fn unglued<'a>(words: &[Token<'a>], findings: &mut Findings) -> Vec<Token<'a>> {
    let mut parted = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        let text = word.text();
        let dash_first =
            text.len() > 1 && text.starts_with('-') && at < 3 && !text[1..].starts_with('-');
        let dash_last = text.len() > 1
            && text.ends_with('-')
            && text.is_ascii()
            && at < 3
            && !text[..text.len() - 1].contains('-');
        let cut = if dash_first {
            1
        } else if dash_last {
            text.len() - 1
        } else {
            0
        };
        if cut == 0 {
            parted.push(*word);
            continue;
        }
        let (head, tail) = word.split_at(cut);
        let message = format!(
            "fields {} and {} without a blank between them",
            quote(&head.text()),
            quote(&tail.text())
        );
        findings.push(Finding::error(
            "fen-fields-glued",
            Field::Text,
            word.span(),
            message,
        ));
        parted.extend([head, tail]);
    }
    parted
}
