//! Reading a list of moves, as text or item by item.

use thiserror::Error;

use super::clean::number;
use super::error::MoveError;
use super::read::{ReadAs, Scope, read_within};
use super::special::{is_null, is_result};
use crate::notation::text::{Change, Glyph, Web, plain};
use crate::notation::{Field, Finding, Findings, Language, Span};
use crate::position::Position;

/// Most moves of one list.
pub const MAX_MOVES: usize = 12_000;

/// Moves as a client sends them.
#[derive(Clone, Copy, Debug)]
pub enum Moves<'a> {
    /// One text, moves parted by blanks, commas or semicolons; move numbers are skipped.
    Text(&'a str),
    /// One move an item.
    List(&'a [String]),
}

/// Which move of a list is wrong, and why.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("move {}: {error}", index + 1)]
pub struct ListError {
    /// Index of the move among the moves of the list, from 0.
    pub index: usize,
    /// The characters of the text that it is about; of the item, in a list of items.
    pub span: Span,
    /// What is wrong with it.
    pub error: MoveError,
}

/// Plays the moves of a list from the position reached. Each may be in another notation. Move
/// numbers, dots, results at the end and comments are skipped.
///
/// Without a stated language the whole list is read in English, or, where English lacks a letter,
/// in those languages that can read all of it, if they agree.
///
/// # Errors
///
/// [`ListError`] names the first move that can't be read; the position then stands before it.
pub fn read_moves(
    position: &mut Position,
    moves: Moves<'_>,
    how: ReadAs,
) -> Result<Findings, ListError> {
    let mut findings = Findings::new();
    let glyphs;
    let tokens = match moves {
        Moves::Text(text) => {
            glyphs = plain_text(text, &mut findings);
            tokens(&glyphs, &mut findings)
        }
        Moves::List(items) => items.iter().map(|item| Token::item(item)).collect(),
    };
    if tokens.len() > MAX_MOVES {
        let message = format!("{} moves, expected at most {MAX_MOVES}", tokens.len());
        return Err(ListError {
            index: MAX_MOVES,
            span: tokens[MAX_MOVES].span,
            error: MoveError::new("moves-too-many", message),
        });
    }
    let start = position.clone();
    match play(position, &tokens, how, &mut findings) {
        Err(error) if how.language.is_none() && error.error.code == "move-language-unknown" => {
            *position = start;
            in_other_languages(position, &tokens, error, &mut findings)?;
        }
        other => other?,
    }
    Ok(findings)
}

/// A move of a list.
#[derive(Clone, Debug)]
struct Token {
    text: String,
    span: Span,
}

impl Token {
    fn item(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            span: Span::new(0, text.chars().count()),
        }
    }
}

fn play(
    position: &mut Position,
    tokens: &[Token],
    how: ReadAs,
    findings: &mut Findings,
) -> Result<(), ListError> {
    for (index, token) in tokens.iter().enumerate() {
        let located = |mut error: MoveError| {
            error.span = token.span;
            ListError {
                index,
                span: token.span,
                error,
            }
        };
        let (m, said) = read_within(
            position.board(),
            position.variant(),
            &token.text,
            how,
            Scope::EnglishOnly,
        )
        .map_err(located)?;
        for finding in said {
            if !findings.has(finding.code) {
                findings.push(placed(finding, index, token.span));
            }
        }
        if position.play(m).is_err() {
            let message = "the rules of chess as kept here do not take this move".to_owned();
            return Err(located(MoveError::new("move-illegal", message)));
        }
    }
    Ok(())
}

fn placed(mut finding: Finding, index: usize, span: Span) -> Finding {
    finding.message = format!("move {}: {}", index + 1, finding.message);
    finding.start = span.start;
    finding.end = span.end;
    finding
}

/// Reads the whole list in each language that can; all that can must agree.
fn in_other_languages(
    position: &mut Position,
    tokens: &[Token],
    error: ListError,
    findings: &mut Findings,
) -> Result<(), ListError> {
    let mut read: Option<(Position, Findings, Vec<Language>)> = None;
    for language in Language::all().filter(|&language| language != Language::ENGLISH) {
        let (mut trial, mut said) = (position.clone(), findings.clone());
        let how = ReadAs {
            language: Some(language),
        };
        if play(&mut trial, tokens, how, &mut said).is_err() {
            continue;
        }
        match &mut read {
            None => read = Some((trial, said, vec![language])),
            Some((known, _, languages)) if known.moves() == trial.moves() => {
                languages.push(language)
            }
            Some(_) => return Err(error),
        }
    }
    let Some((trial, said, languages)) = read else {
        return Err(error);
    };
    let names: Vec<&str> = languages
        .iter()
        .take(4)
        .map(|language| language.name())
        .collect();
    let message = format!(
        "no language was stated; the moves are read as {}",
        names.join(", ")
    );
    *findings = said;
    findings.push(Finding::warning(
        "move-language-assumed",
        Field::Moves,
        tokens.first().map_or(Span::default(), |first| first.span),
        message,
    ));
    *position = trial;
    Ok(())
}

/// The text made plain: line breaks and tabs as blanks, comments left out.
fn plain_text(text: &str, findings: &mut Findings) -> Vec<Glyph> {
    let odd = !text.is_ascii() || text.contains(['&', '<', '{']);
    let (mut glyphs, changes) = if odd {
        plain(text, Web::Html)
    } else {
        let glyph = |(at, ch)| Glyph {
            ch,
            start: at,
            end: at + 1,
        };
        (text.chars().enumerate().map(glyph).collect(), Vec::new())
    };
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
            findings.push(Finding::info(
                code,
                Field::Moves,
                Span::new(changed.start, changed.end),
                message,
            ));
        }
    }
    let mut inside = false;
    let mut comment = None;
    for glyph in &mut glyphs {
        inside |= glyph.ch == '{';
        if inside {
            comment = comment.or(Some(glyph.start));
            inside = glyph.ch != '}';
            glyph.ch = ' ';
        } else if matches!(glyph.ch, '\n' | '\r' | '\t' | ',' | ';') {
            glyph.ch = ' ';
        }
    }
    if let Some(at) = comment {
        findings.push(Finding::info(
            "moves-comment",
            Field::Moves,
            Span::new(at, at + 1),
            "comments in braces are left out",
        ));
    }
    glyphs
}

/// The moves of a text. Numbers are left out; words and marks that belong to the move before are
/// put to it.
fn tokens(glyphs: &[Glyph], findings: &mut Findings) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut words = glyphs
        .split(|glyph| glyph.ch == ' ')
        .filter(|word| !word.is_empty())
        .peekable();
    while let Some(word) = words.next() {
        let chars: Vec<char> = word.iter().map(|glyph| glyph.ch).collect();
        let span = Span::new(word[0].start, word[word.len() - 1].end);
        if is_number(&chars) {
            continue;
        }
        let length = number(&chars).unwrap_or(0);
        let text: String = chars[length..].iter().collect();
        if belongs_to_move_before(&text)
            && let Some(before) = tokens.last_mut()
        {
            before.text.push(' ');
            before.text.push_str(&text);
            before.span = before.span.to(span);
            continue;
        }
        if words.peek().is_none() && is_result(&text) && !is_null(&text) {
            let message = "a result at the end is left out";
            findings.push(Finding::info("moves-result", Field::Moves, span, message));
            continue;
        }
        let start = word.get(length).map_or(span.start, |glyph| glyph.start);
        tokens.push(Token {
            text,
            span: Span::new(start, span.end),
        });
    }
    tokens
}

/// `12.`, `12...`, `12)`, `[12]`, `12`, `...`: all that is no move.
fn is_number(word: &[char]) -> bool {
    let digits = word.iter().filter(|ch| ch.is_ascii_digit()).count();
    let rest = word
        .iter()
        .all(|ch| ch.is_ascii_digit() || matches!(ch, '.' | '…' | ')' | '(' | '[' | ']' | ':'));
    let numeric = (4..=5).contains(&word.len()) && digits == word.len();
    let zeros = digits == word.len() && word.iter().all(|&ch| ch == '0');
    rest && !numeric && !(zeros && digits > 1)
}

/// A word that goes with the move before it.
fn belongs_to_move_before(word: &str) -> bool {
    const WORDS: [&str; 20] = [
        "+",
        "++",
        "#",
        "ch",
        "ch.",
        "check",
        "mate",
        "checkmate",
        "dis",
        "dis.",
        "dbl",
        "dbl.",
        "e.p.",
        "e.p",
        "ep",
        "ep.",
        "(=)",
        "=",
        "a.p.",
        "i.V.",
    ];
    WORDS.contains(&word)
        || word.chars().all(|ch| matches!(ch, '!' | '?'))
        || word
            .strip_prefix('$')
            .is_some_and(|nag| nag.bytes().all(|byte| byte.is_ascii_digit()))
}
