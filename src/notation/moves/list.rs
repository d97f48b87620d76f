//! Reading a list of moves, as text or item by item.

use thiserror::Error;

use super::error::MoveError;
use super::read::{ReadAs, Scope, read_within};
use super::tokens::{Token, tokens};
use crate::notation::{Field, Finding, Findings, Language, Span, quote};
use crate::position::Position;

/// Most moves of one list.
pub const MAX_MOVES: usize = 12_000;

/// Longest list whose language is found out; a longer one must state it.
const MAX_GUESSED: usize = 1_000;

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
    /// What is wrong with it; its span is in characters of the text, or of the item in a list.
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
    let tokens = match moves {
        Moves::Text(text) => tokens(text, &mut findings),
        Moves::List(items) => items.iter().map(|item| Token::item(item)).collect(),
    };
    if tokens.len() > MAX_MOVES {
        let message = format!("{} moves, expected at most {MAX_MOVES}", tokens.len());
        let mut error = MoveError::new("moves-too-many", message);
        error.span = tokens[MAX_MOVES].span;
        return Err(ListError {
            index: MAX_MOVES,
            error,
        });
    }
    let start = position.clone();
    match play(position, &tokens, how, &mut findings) {
        Err(error)
            if how.language.is_none()
                && tokens.len() <= MAX_GUESSED
                && error.error.code == "move-language-unknown" =>
        {
            *position = start;
            in_other_languages(position, &tokens, error, &mut findings)?;
        }
        other => other?,
    }
    Ok(findings)
}

fn play(
    position: &mut Position,
    tokens: &[Token<'_>],
    how: ReadAs,
    findings: &mut Findings,
) -> Result<(), ListError> {
    for (index, token) in tokens.iter().enumerate() {
        let located = |mut error: MoveError| {
            error.span = token.span;
            ListError { index, error }
        };
        let scope = if findings.has("move-language") {
            Scope::EnglishQuietly
        } else {
            Scope::EnglishOnly
        };
        let (m, said) = read_within(
            position.board(),
            position.variant(),
            &token.text,
            how,
            scope,
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

/// Two languages read the list, and differ.
fn differing(
    start: &Position,
    tokens: &[Token<'_>],
    readings: [(&Position, Language); 2],
) -> ListError {
    let [(one, first), (other, second)] = readings;
    let same = one.moves().iter().zip(other.moves());
    let index = same.take_while(|(a, b)| a == b).count();
    let mut position = start.clone();
    for &m in &one.moves()[start.moves().len()..index] {
        // Legal: it was played in the reading.
        let _ = position.play(m);
    }
    let index = index - start.moves().len();
    let token = tokens.get(index);
    let message = format!(
        "{} is another move in {} than in {}, expected the field \"language\"",
        quote(token.map_or("", |token| token.text.as_ref())),
        first.name(),
        second.name()
    );
    let at = start.moves().len() + index;
    let moves: Vec<_> = [one, other]
        .iter()
        .filter_map(|reading| reading.moves().get(at).copied())
        .collect();
    let error = MoveError::new("move-ambiguous", message);
    let mut error = error.meaning(position.board(), position.variant(), &moves);
    error.span = token.map_or(Span::default(), |token| token.span);
    ListError { index, error }
}

/// Reads the whole list in each language that can; all that can must agree.
fn in_other_languages(
    position: &mut Position,
    tokens: &[Token<'_>],
    error: ListError,
    findings: &mut Findings,
) -> Result<(), ListError> {
    let mut read: Option<(Position, Findings, Vec<Language>)> = None;
    let mut furthest: Option<(ListError, Language)> = None;
    let failed = tokens
        .get(error.index)
        .map_or("", |token| token.text.as_ref());
    let failed: Vec<char> = failed.chars().collect();
    let knows_a_letter =
        |language: &Language| (0..failed.len()).any(|at| language.role_at(&failed[at..]).is_some());
    let languages = Language::all().filter(|&language| language != Language::ENGLISH);
    for language in languages.filter(knows_a_letter) {
        let (mut trial, mut said) = (position.clone(), findings.clone());
        let how = ReadAs {
            language: Some(language),
        };
        if let Err(failure) = play(&mut trial, tokens, how, &mut said) {
            let known = furthest
                .as_ref()
                .map_or(error.index, |(known, _)| known.index);
            if failure.index > known {
                furthest = Some((failure, language));
            }
            continue;
        }
        match &mut read {
            None => read = Some((trial, said, vec![language])),
            Some((known, _, languages)) if known.moves() == trial.moves() => {
                languages.push(language)
            }
            Some((known, _, languages)) => {
                let readings = [(&*known, languages[0]), (&trial, language)];
                return Err(differing(position, tokens, readings));
            }
        }
    }
    let Some((trial, said, languages)) = read else {
        let Some((mut failure, language)) = furthest else {
            return Err(error);
        };
        // That language read more than the others: its fault is the one to mend.
        let message = &failure.error.message;
        failure.error.message = format!("read as {}: {message}", language.name());
        return Err(failure);
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
