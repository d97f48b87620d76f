//! Reading one move in any notation.

use shakmaty::{Chess, Move, Position as _};

use super::clean::{Cleaned, clean};
use super::error::MoveError;
use super::remarks::other_reading;
use super::resolve::{fitting, nearly_fitting};
use super::shape::{Closeness, Shape, shapes};
use super::{fast, numeric, special};
use crate::notation::{Field, Finding, Findings, Language, Span, quote};
use crate::position::{Position, Variant};

/// How moves are read.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct ReadAs {
    /// Whose piece letters. Without it English is read; a text that English can't read is read in
    /// the languages that can, if all of them mean the same move.
    pub language: Option<Language>,
}

/// Longest move that is looked at, in characters.
const MAX_CHARS: usize = 64;

/// Reads a move in the position reached: UCI, SAN (strict or as people write it), long algebraic,
/// figurine, numeric. Findings tell what was repaired on the way; a text that is plain UCI or
/// canonical SAN leaves none.
///
/// # Errors
///
/// [`MoveError`] when the text is no move, is not legal here, or can mean several moves; it never
/// chooses between two.
pub fn read_move(
    position: &Position,
    text: &str,
    how: ReadAs,
) -> Result<(Move, Findings), MoveError> {
    read_on(position.board(), position.variant(), text, how)
}

/// [`read_move`] on a board without history.
///
/// # Errors
///
/// As [`read_move`].
pub fn read_on(
    board: &Chess,
    variant: Variant,
    text: &str,
    how: ReadAs,
) -> Result<(Move, Findings), MoveError> {
    read_within(board, variant, text, how, Scope::AnyLanguage)
}

/// How far a text without a stated language may be read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Scope {
    /// In any language, where English lacks the letters.
    AnyLanguage,
    /// In English; letters of other languages are the error `move-language-unknown`.
    EnglishOnly,
    /// As `EnglishOnly`, without a note on what a move would be in other languages.
    EnglishQuietly,
}

pub(super) fn read_within(
    board: &Chess,
    variant: Variant,
    text: &str,
    how: ReadAs,
    scope: Scope,
) -> Result<(Move, Findings), MoveError> {
    let mut findings = Findings::new();
    if let Some(m) = fast::uci(board, text) {
        return Ok((m, findings));
    }
    let fast = match how.language {
        Some(language) if language != Language::ENGLISH => fast::localized(board, text, language),
        _ => fast::san(board, text),
    };
    if let Some(m) = fast {
        if how.language.is_none() && scope != Scope::EnglishQuietly {
            findings.extend(other_reading(board, text, m));
        }
        return Ok((m, findings));
    }
    let reader = Reader {
        board,
        variant,
        text,
    };
    let cleaned = reader.prepared(&mut findings)?;
    let m = match how.language {
        Some(language) => reader.stated(&cleaned, language, &mut findings)?,
        None => reader.unstated(&cleaned, scope, &mut findings)?,
    };
    Ok((m, findings))
}

/// A text, and the board that it is read on.
pub(super) struct Reader<'a> {
    pub(super) board: &'a Chess,
    pub(super) variant: Variant,
    pub(super) text: &'a str,
}

/// Why a text gave no move in one language.
pub(super) enum Fail {
    /// It has not the shape of a move.
    NoShape,
    /// No legal move fits.
    NoMove(Shape),
    /// Several legal moves fit.
    Several(Vec<Move>),
    /// Legal moves would fit if it said more.
    Incomplete(Vec<Move>),
}

/// The move that a text means in a language.
pub(super) struct Found {
    pub(super) language: Language,
    pub(super) m: Move,
    pub(super) shape: Shape,
    pub(super) closeness: Closeness,
}

impl Reader<'_> {
    pub(super) fn whole(&self) -> Span {
        Span::new(0, self.text.chars().count())
    }

    /// The text cut down to the move, with what can't be one refused by name.
    fn prepared(&self, findings: &mut Findings) -> Result<Cleaned, MoveError> {
        if let Some(control) = self.text.chars().find(|ch| ch.is_control()) {
            let message = format!(
                "control character {} in {}, expected one move",
                quote(&control.to_string()),
                quote(self.text)
            );
            return Err(MoveError::new("move-control-character", message));
        }
        if self.text.chars().nth(MAX_CHARS).is_some() {
            let message = format!(
                "{} is longer than {MAX_CHARS} characters, expected one move",
                quote(self.text)
            );
            return Err(MoveError::new("move-unreadable", message));
        }
        let cleaned = clean(self.text, findings);
        match special::refusal(&cleaned.core, self.text) {
            Some(error) => Err(error),
            None => Ok(cleaned),
        }
    }

    /// Reads in the language stated; English where that language has no such letters.
    fn stated(
        &self,
        cleaned: &Cleaned,
        language: Language,
        findings: &mut Findings,
    ) -> Result<Move, MoveError> {
        match self.in_language(cleaned, language) {
            Ok(found) => Ok(self.accept(&found, cleaned, findings)),
            Err(Fail::NoShape) if language != Language::ENGLISH => {
                match self.in_language(cleaned, Language::ENGLISH) {
                    Ok(found) => {
                        let message = format!(
                            "{} has no piece letters of {}, read as English",
                            quote(self.text),
                            language.name()
                        );
                        findings.push(Finding::info(
                            "move-language-other",
                            Field::Moves,
                            self.whole(),
                            message,
                        ));
                        Ok(self.accept(&found, cleaned, findings))
                    }
                    Err(fail) => Err(self.error(fail)),
                }
            }
            Err(fail) => Err(self.error(fail)),
        }
    }

    /// Reads in English, or in any language that has the letters where English has not.
    fn unstated(
        &self,
        cleaned: &Cleaned,
        scope: Scope,
        findings: &mut Findings,
    ) -> Result<Move, MoveError> {
        let fail = match self.in_language(cleaned, Language::ENGLISH) {
            Ok(found) => {
                if scope != Scope::EnglishQuietly {
                    findings.extend(other_reading(self.board, self.text, found.m));
                }
                return Ok(self.accept(&found, cleaned, findings));
            }
            Err(Fail::NoShape) => Fail::NoShape,
            Err(fail) => return Err(self.error(fail)),
        };
        if scope != Scope::AnyLanguage && is_foreign(&cleaned.core) {
            let mut error = self.unreadable(cleaned, fail);
            error.code = "move-language-unknown";
            return Err(error);
        }
        let mut read: Vec<(Language, Found)> = Vec::new();
        for language in Language::all().filter(|&l| l != Language::ENGLISH) {
            if let Ok(found) = self.in_language(cleaned, language) {
                read.push((language, found));
            }
        }
        let Some((_, first)) = read.first() else {
            return Err(self.unreadable(cleaned, fail));
        };
        if read.iter().any(|(_, found)| found.m != first.m) {
            return Err(self.languages_differ(&read));
        }
        let names: Vec<&str> = read
            .iter()
            .take(4)
            .map(|(language, _)| language.name())
            .collect();
        let message = format!(
            "{} is read as {} (no language was stated)",
            quote(self.text),
            names.join(", ")
        );
        findings.push(Finding::warning(
            "move-language-assumed",
            Field::Moves,
            self.whole(),
            message,
        ));
        Ok(self.accept(first, cleaned, findings))
    }

    /// The one legal move that the text means in a language.
    fn in_language(&self, cleaned: &Cleaned, language: Language) -> Result<Found, Fail> {
        let mut shapes = shapes(&cleaned.core, language);
        if let Some(shape) = numeric::shape(&cleaned.core) {
            shapes.insert(0, (shape, Closeness::Exact));
        }
        let Some(&(first, _)) = shapes.first() else {
            return Err(Fail::NoShape);
        };
        for closeness in [Closeness::Exact, Closeness::OtherCase] {
            let mut found: Vec<(Move, Shape)> = Vec::new();
            for &(shape, _) in shapes.iter().filter(|(_, c)| *c == closeness) {
                for m in fitting(self.board, shape) {
                    if !found.iter().any(|&(known, _)| known == m) {
                        found.push((m, shape));
                    }
                }
            }
            if found.len() > 1 && cleaned.mark.is_some() {
                found.retain(|&(m, shape)| self.descriptive_check(m, shape));
            }
            match found.as_slice() {
                [] => {}
                &[(m, shape)] => {
                    return Ok(Found {
                        language,
                        m,
                        shape,
                        closeness,
                    });
                }
                several => return Err(Fail::Several(several.iter().map(|&(m, _)| m).collect())),
            }
        }
        match nearly_fitting(self.board, first) {
            none if none.is_empty() => Err(Fail::NoMove(first)),
            moves => Err(Fail::Incomplete(moves)),
        }
    }

    /// In descriptive notation a check is always marked, and the mark tells moves apart; in SAN it
    /// does not.
    fn descriptive_check(&self, m: Move, shape: Shape) -> bool {
        let mut after = self.board.clone();
        after.play_unchecked(m);
        !matches!(shape, Shape::Descriptive(_)) || after.is_check()
    }
}

/// Whether some other language has the letters of the text.
fn is_foreign(core: &[char]) -> bool {
    Language::all().any(|language| !shapes(core, language).is_empty())
}
