//! The moves of a text, with what stands between them left out.

use std::borrow::Cow;
use std::collections::HashMap;

use super::clean::number;
use super::special::{is_null, is_result};
use crate::notation::text::{Change, Changed, Glyph, Web, plain};
use crate::notation::{Field, Finding, Findings, Span, quote};

/// A move as written, and where.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) span: Span,
}

impl<'a> Token<'a> {
    /// One item of a list.
    pub(super) fn item(text: &'a str) -> Self {
        Self {
            text: Cow::Borrowed(text),
            span: Span::new(0, text.chars().count()),
        }
    }
}

/// The moves of a text: numbers and comments are left out; words and marks that belong to the move
/// before are put to it; a result at the end is left out.
pub(super) fn tokens<'a>(text: &'a str, findings: &mut Findings) -> Vec<Token<'a>> {
    let is_plain = text.is_ascii() && !text.contains(['&', '<', '{']);
    let words = if is_plain {
        plain_words(text)
    } else {
        odd_words(text, findings)
    };
    let mut tokens: Vec<Token<'a>> = Vec::with_capacity(words.len());
    let last = words.len().saturating_sub(1);
    let ends = variations(&words);
    let mut next = 0;
    for (index, word) in words.into_iter().enumerate() {
        if index < next {
            continue;
        }
        if let Some(&(end, span)) = ends.get(&index).filter(|_| !tokens.is_empty()) {
            next = end;
            let message = "a variation in brackets is left out; as pgn it would be kept";
            findings.push(Finding::warning(
                "moves-variation",
                Field::Moves,
                span,
                message,
            ));
            continue;
        }
        let Some(word) = without_number(word) else {
            continue;
        };
        if belongs_to_move_before(&word.text)
            && let Some(before) = tokens.last_mut()
        {
            before.text = Cow::Owned(format!("{} {}", before.text, word.text));
            before.span = before.span.to(word.span);
            continue;
        }
        if index == last && is_result(&word.text) && !is_null(&word.text) {
            let message = "a result at the end is left out";
            let finding = Finding::info("moves-result", Field::Moves, word.span, message);
            findings.push(finding);
            continue;
        }
        if is_decoration(&word.text) {
            let message = format!("{} is no move and left out", quote(&word.text));
            findings.push(Finding::info(
                "move-decoration",
                Field::Moves,
                word.span,
                message,
            ));
            continue;
        }
        tokens.push(word);
    }
    tokens
}

/// The variations, `(e5)` or `(1... e5 2. Nf3)`, by the word that each starts with: the word behind
/// it, and what it spans. Brackets around anything else than moves, or never closed, make none. One
/// look at each word, however they are nested.
fn variations(words: &[Token<'_>]) -> HashMap<usize, (usize, Span)> {
    let mut found = HashMap::new();
    let mut open = Vec::new();
    let mut moves = 0_usize;
    for (index, word) in words.iter().enumerate() {
        let before = moves;
        moves += usize::from(is_like_a_move(&word.text));
        for (at, ch) in word.text.char_indices() {
            match ch {
                '(' => open.push((index, at == 0, before)),
                ')' => {
                    let closes_word = at + 1 == word.text.len();
                    if let Some((start, true, before)) = open.pop()
                        && closes_word
                        && moves > before
                    {
                        let span = words[start].span.to(word.span);
                        found.insert(start, (index + 1, span));
                    }
                }
                _ => {}
            }
        }
    }
    found
}

fn is_like_a_move(word: &str) -> bool {
    let bare = word.trim_matches(['(', ')']);
    let names_rank = bare.contains(|ch: char| ('1'..='8').contains(&ch));
    let names_piece_or_file = bare.contains(char::is_alphabetic);
    names_rank && names_piece_or_file || bare.starts_with("O-O") || bare.starts_with("0-0")
}

/// A word without a letter or digit that nobody uses for a move: a dash, a bullet, an emoji.
fn is_decoration(word: &str) -> bool {
    let bare = |ch: char| !ch.is_alphanumeric() && !ch.is_control() && !('♔'..='♟').contains(&ch);
    word.chars().all(bare) && !is_null(word) && !is_result(word)
}

fn is_separator(ch: char) -> bool {
    matches!(ch, ' ' | '\n' | '\r' | '\t' | ',' | ';')
}

/// The words of a text in which bytes are characters and nothing is to be undone.
fn plain_words(text: &str) -> Vec<Token<'_>> {
    let start = text.as_ptr().addr();
    let words = text.split(is_separator).filter(|word| !word.is_empty());
    words
        .map(|word| {
            let at = word.as_ptr().addr() - start;
            Token {
                text: Cow::Borrowed(word),
                span: Span::new(at, at + word.len()),
            }
        })
        .collect()
}

/// The words of any text, made plain.
fn odd_words<'a>(text: &str, findings: &mut Findings) -> Vec<Token<'a>> {
    let (mut glyphs, changes) = plain(text, Web::Html);
    say_changes(&changes, findings);
    drop_comments(&mut glyphs, findings);
    let words = glyphs.split(|glyph| is_separator(glyph.ch));
    let filled = words.filter_map(|word| Some((word, word.first()?, word.last()?)));
    filled
        .map(|(word, first, last)| Token {
            text: Cow::Owned(word.iter().map(|glyph| glyph.ch).collect()),
            span: Span::new(first.start, last.end),
        })
        .collect()
}

/// Says what was done to make a text plain: each kind once.
pub(super) fn say_changes(changes: &[Changed], findings: &mut Findings) {
    for changed in changes {
        let (code, message) = match changed.change {
            Change::Invisible => ("move-invisible", "invisible characters are left out"),
            Change::Blank => ("move-blank", "unusual blanks are read as plain ones"),
            Change::Dash => ("move-dash", "unusual dashes are read as \"-\""),
            Change::Entity | Change::Escape => ("move-html", "HTML entities are decoded"),
            Change::Tag => ("move-html", "HTML tags are left out"),
            Change::Style => ("move-style", "styled characters are read as plain ones"),
        };
        if !findings.has(code) {
            let span = Span::new(changed.start, changed.end);
            findings.push(Finding::info(code, Field::Moves, span, message));
        }
    }
}

fn drop_comments(glyphs: &mut [Glyph], findings: &mut Findings) {
    let mut inside = false;
    let mut first = None;
    for glyph in glyphs {
        inside |= glyph.ch == '{';
        if inside {
            first = first.or(Some(Span::new(glyph.start, glyph.end)));
            inside = glyph.ch != '}';
            glyph.ch = ' ';
        }
    }
    if let Some(span) = first {
        let message = "comments in braces are left out";
        findings.push(Finding::info("moves-comment", Field::Moves, span, message));
    }
}

/// The word without a move number in front; `None` where it is nothing else.
fn without_number(word: Token<'_>) -> Option<Token<'_>> {
    let starts_like_one = |ch: char| ch.is_ascii_digit() || matches!(ch, '.' | '…' | '[' | '(');
    if !word.text.starts_with(starts_like_one) {
        return Some(word);
    }
    let chars: Vec<char> = word.text.chars().collect();
    if is_number(&chars) {
        return None;
    }
    let Some(length) = number(&chars) else {
        return Some(word);
    };
    let text: String = chars[length..].iter().collect();
    // What was undone inside a number can only make it longer: the end of the span is exact.
    let start = word.span.end.saturating_sub(text.chars().count());
    Some(Token {
        text: Cow::Owned(text),
        span: Span::new(start.max(word.span.start), word.span.end),
    })
}

/// `12.`, `12...`, `12)`, `[12]`, `12`, `...`: all that is no move.
fn is_number(word: &[char]) -> bool {
    let digits = word.iter().filter(|ch| ch.is_ascii_digit()).count();
    let signs = |ch: &char| matches!(ch, '.' | '…' | ')' | '(' | '[' | ']' | ':');
    let rest = word.iter().all(|ch| ch.is_ascii_digit() || signs(ch));
    let numeric = (4..=5).contains(&word.len()) && digits == word.len();
    let zeros = digits == word.len() && word.iter().all(|&ch| ch == '0');
    rest && !numeric && !(zeros && digits > 1)
}

/// A word that goes with the move before it.
fn belongs_to_move_before(word: &str) -> bool {
    let nag = |nag: &str| nag.bytes().all(|byte| byte.is_ascii_digit());
    matches!(
        word,
        "+" | "++"
            | "#"
            | "ch"
            | "ch."
            | "check"
            | "mate"
            | "checkmate"
            | "dis"
            | "dis."
            | "dbl"
            | "dbl."
            | "e.p."
            | "e.p"
            | "ep"
            | "ep."
            | "(=)"
            | "="
            | "a.p."
            | "i.V."
            | "+-"
            | "-+"
            | "+/-"
            | "-/+"
            | "+/="
            | "=/+"
    ) || word.bytes().all(|byte| matches!(byte, b'!' | b'?'))
        || word.strip_prefix('$').is_some_and(nag)
}
