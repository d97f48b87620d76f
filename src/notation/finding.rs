//! What a reader has to say about a text: [`Finding`], and the bounded set of them, [`Findings`].
//!
//! A reader never stops at the first fault; it pushes a finding and goes on. Codes are public and
//! listed in [`CODES`](super::CODES).

use serde::{Serialize, Serializer};
use shakmaty::Square;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Read as meant; said for completeness.
    Info,
    /// Read, but doubtful: the text may not say what its author means.
    Warning,
    /// Not readable as written, or against the rules.
    Error,
}

/// The part of the input that a finding is about.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// The text as a whole.
    Text,
    /// First field of a FEN: the men on the board.
    Placement,
    /// Second field: the side to move.
    Turn,
    /// Third field: castling rights.
    Castling,
    /// Fourth field: the en passant square.
    EnPassant,
    /// Fifth field: plies since the last capture or pawn move.
    Halfmove,
    /// Sixth field: the number of the move.
    Fullmove,
    /// The operations of an EPD.
    Operations,
    /// A move or a list of moves.
    Moves,
    /// The only moves that are searched.
    #[serde(rename = "searchmoves")]
    SearchMoves,
    /// A PGN.
    Pgn,
}

/// A range of Unicode characters of the text as given, `start..end`.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Span {
    /// Index of the first character.
    pub start: usize,
    /// Index after the last character; equal to `start` where something is missing.
    pub end: usize,
}

impl Span {
    /// The range `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// From the start of `self` to the end of `other`.
    pub fn to(self, other: Self) -> Self {
        Self::new(self.start, other.end)
    }
}

/// One thing that is wrong with a text, or worth saying about it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Finding {
    /// Stable, kebab-case, listed in [`CODES`](super::CODES).
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What it is about.
    pub field: Field,
    /// First character, counted in Unicode characters of the text as given.
    pub start: usize,
    /// One past the last character; equal to `start` where something is missing.
    pub end: usize,
    /// The squares involved, if any.
    #[serde(serialize_with = "names")]
    pub squares: Vec<Square>,
    /// What is wrong, with the input quoted, and what was expected.
    pub message: String,
    /// Mended texts, best first. Those of an error are valid in the variant they were made for.
    pub suggestions: Vec<String>,
}

fn names<S: Serializer>(squares: &[Square], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(squares.iter().map(Square::to_string))
}

impl Finding {
    /// A finding without squares or suggestions.
    pub fn new(
        severity: Severity,
        code: &'static str,
        field: Field,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code,
            severity,
            field,
            start: span.start,
            end: span.end,
            squares: Vec::new(),
            message: message.into(),
            suggestions: Vec::new(),
        }
    }

    /// A finding that makes the text unreadable or the position unplayable.
    pub fn error(code: &'static str, field: Field, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, field, span, message)
    }

    /// A finding that casts doubt.
    pub fn warning(
        code: &'static str,
        field: Field,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        Self::new(Severity::Warning, code, field, span, message)
    }

    /// A finding that only tells.
    pub fn info(code: &'static str, field: Field, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Info, code, field, span, message)
    }

    /// The same with the squares that it is about.
    #[must_use]
    pub fn at(mut self, squares: impl IntoIterator<Item = Square>) -> Self {
        self.squares.extend(squares);
        self
    }

    /// The same with mended texts.
    #[must_use]
    pub fn suggesting(mut self, suggestions: impl IntoIterator<Item = String>) -> Self {
        self.suggestions.extend(suggestions);
        self
    }

    /// Its range of characters.
    pub fn span(&self) -> Span {
        Span::new(self.start, self.end)
    }
}

/// All that a reader has to say about one text, in the order found; at most [`Findings::MAX`].
///
/// When it is full, an error still takes the place of the last finding that is milder.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Findings(Vec<Finding>);

impl Findings {
    /// How many are told.
    pub const MAX: usize = 64;

    /// No findings; does not allocate.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds one, within the bound.
    pub fn push(&mut self, finding: Finding) {
        if self.0.len() < Self::MAX {
            self.0.push(finding);
        } else if let Some(milder) = self.0.iter_mut().rfind(|f| f.severity < finding.severity) {
            *milder = finding;
        }
    }

    /// Adds all, within the bound.
    pub fn extend(&mut self, findings: impl IntoIterator<Item = Finding>) {
        for finding in findings {
            self.push(finding);
        }
    }

    /// All of them, in the order found.
    pub fn iter(&self) -> std::slice::Iter<'_, Finding> {
        self.0.iter()
    }

    pub(super) fn iter_mut(&mut self) -> std::slice::IterMut<'_, Finding> {
        self.0.iter_mut()
    }

    /// Puts them in the order of the text.
    pub(super) fn sort(&mut self) {
        self.0.sort_by_key(|finding| (finding.start, finding.end));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first of the most severe.
    pub fn gravest(&self) -> Option<&Finding> {
        let worst = self.0.iter().map(|f| f.severity).max()?;
        self.0.iter().find(|f| f.severity == worst)
    }

    /// Whether one of them is an error.
    pub fn has_error(&self) -> bool {
        self.0.iter().any(|f| f.severity == Severity::Error)
    }

    /// Whether one of them has this code.
    pub fn has(&self, code: &str) -> bool {
        self.0.iter().any(|f| f.code == code)
    }
}

impl IntoIterator for Findings {
    type Item = Finding;
    type IntoIter = std::vec::IntoIter<Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Findings {
    type Item = &'a Finding;
    type IntoIter = std::slice::Iter<'a, Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(severity: Severity) -> Finding {
        Finding::new(severity, "code", Field::Text, Span::default(), "message")
    }

    #[test]
    fn a_full_set_still_takes_errors() {
        let mut findings = Findings::new();
        for _ in 0..100 {
            findings.push(finding(Severity::Info));
        }
        findings.push(finding(Severity::Warning));
        findings.push(finding(Severity::Error));
        assert_eq!(findings.len(), Findings::MAX);
        assert_eq!(findings.gravest().unwrap().severity, Severity::Error);
    }

    #[test]
    fn json_has_the_names_of_the_contract() {
        let finding = finding(Severity::Error).at([Square::E4]);
        let json = serde_json::to_value(&finding).unwrap();
        let expected = serde_json::json!({
            "code": "code", "severity": "error", "field": "text", "start": 0, "end": 0,
            "squares": ["e4"], "message": "message", "suggestions": [],
        });
        assert_eq!(json, expected);
        assert_eq!(
            serde_json::to_value(Field::EnPassant).unwrap(),
            serde_json::json!("en_passant")
        );
    }
}
