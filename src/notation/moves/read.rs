//! Reading one move in any notation.

use shakmaty::{Chess, Move, Position as _, Role};

use super::clean::{Cleaned, Mark, clean};
use super::error::MoveError;
use super::resolve::{fitting, nearly_fitting};
use super::shape::{Closeness, Shape, Sign, shapes};
use super::write::{Notation, Spelling, san, spell};
use super::{fast, numeric, special, why};
use crate::notation::{Field, Finding, Findings, Language, Span, quote};
use crate::position::{CastlingStyle, Position, Variant};

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
}

pub(super) fn read_within(
    board: &Chess,
    variant: Variant,
    text: &str,
    how: ReadAs,
    scope: Scope,
) -> Result<(Move, Findings), MoveError> {
    let mut findings = Findings::new();
    if how
        .language
        .is_none_or(|language| language == Language::ENGLISH)
        && let Some(m) = fast::read(board, text)
    {
        if how.language.is_none() {
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

struct Reader<'a> {
    board: &'a Chess,
    variant: Variant,
    text: &'a str,
}

/// Why a text gave no move in one language.
enum Fail {
    /// It has not the shape of a move.
    NoShape,
    /// No legal move fits.
    NoMove(Shape),
    /// Several legal moves fit.
    Several(Vec<Move>),
    /// Legal moves would fit if it said more.
    Incomplete(Vec<Move>),
}

struct Found {
    language: Language,
    m: Move,
    shape: Shape,
    closeness: Closeness,
}

impl Reader<'_> {
    fn whole(&self) -> Span {
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
                findings.extend(other_reading(self.board, self.text, found.m));
                return Ok(self.accept(&found, cleaned, findings));
            }
            Err(Fail::NoShape) => Fail::NoShape,
            Err(fail) => return Err(self.error(fail)),
        };
        if scope == Scope::EnglishOnly && is_foreign(&cleaned.core) {
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

    fn error(&self, fail: Fail) -> MoveError {
        let quoted = quote(self.text);
        match fail {
            Fail::NoShape => {
                let message =
                    format!("{quoted} is no move, expected UCI (\"e2e4\") or SAN (\"Nf3\")");
                MoveError::new("move-unreadable", message)
            }
            Fail::NoMove(shape) => {
                let message = format!(
                    "{quoted} is not legal here: {}",
                    why::not_legal(self.board, shape)
                );
                MoveError::new("move-illegal", message).with_legal_moves(self.board, self.variant)
            }
            Fail::Several(moves) => {
                let message =
                    format!("{quoted} is ambiguous, expected a move that names its piece");
                MoveError::new("move-ambiguous", message).meaning(self.board, self.variant, &moves)
            }
            Fail::Incomplete(moves) => {
                let promotion = moves.iter().all(|m| m.is_promotion());
                let (code, missing) = match (promotion, moves.len()) {
                    (true, _) => ("move-promotion", "expected the piece that the pawn becomes"),
                    (false, 1) => ("move-incomplete", "expected the file of the capturing pawn"),
                    (false, _) => ("move-ambiguous", "expected the file of the capturing pawn"),
                };
                let message = format!("{quoted} does not say enough, {missing}");
                MoveError::new(code, message).meaning(self.board, self.variant, &moves)
            }
        }
    }

    fn unreadable(&self, cleaned: &Cleaned, fail: Fail) -> MoveError {
        let speakers =
            Language::all().filter(|&language| !shapes(&cleaned.core, language).is_empty());
        let names: Vec<&str> = speakers.take(4).map(Language::name).collect();
        let mut error = self.error(fail);
        if !names.is_empty() {
            error.code = "move-illegal";
            error.message = format!(
                "{} has piece letters of {}, and is not legal in any of them",
                quote(self.text),
                names.join(", ")
            );
            error = error.with_legal_moves(self.board, self.variant);
        }
        error
    }

    fn languages_differ(&self, read: &[(Language, Found)]) -> MoveError {
        let mut moves: Vec<Move> = Vec::new();
        for (_, found) in read {
            if !moves.contains(&found.m) {
                moves.push(found.m);
            }
        }
        let message = format!(
            "{} is another move in each language, expected the field \"language\"",
            quote(self.text)
        );
        MoveError::new("move-ambiguous", message).meaning(self.board, self.variant, &moves)
    }

    /// Says how the text differs from the usual spelling of the move that it means.
    fn accept(&self, found: &Found, cleaned: &Cleaned, findings: &mut Findings) -> Move {
        let mut say =
            |severity: fn(&'static str, Field, Span, String) -> Finding, code, what: &str| {
                findings.push(severity(
                    code,
                    Field::Moves,
                    self.whole(),
                    format!("{}: {what}", quote(self.text)),
                ));
            };
        let (info, warning): (Say, Say) = (Finding::info, Finding::warning);
        let m = found.m;
        if found.closeness == Closeness::OtherCase {
            say(
                info,
                "move-letter-case",
                "letters in another case than usual",
            );
        }
        match found.shape {
            Shape::Castle(_)
                if cleaned.core.iter().any(|&ch| !matches!(ch, 'O' | '-'))
                    || !cleaned.core.contains(&'-') =>
            {
                say(
                    info,
                    "move-castling-letters",
                    "castling is written with the letter O and dashes",
                );
            }
            Shape::Castle(_) => {}
            Shape::Normal(normal) => {
                let full = normal.from().is_some();
                if m.is_castle() && !full {
                    say(
                        warning,
                        "move-castling-form",
                        "castling written as a move of the king",
                    );
                }
                if normal.sign == Sign::Capture && !m.is_capture() && !m.is_castle() {
                    say(
                        warning,
                        "move-capture-mark",
                        "a capture mark, but nothing is taken",
                    );
                } else if normal.sign == Sign::Dash && m.is_capture() {
                    say(
                        warning,
                        "move-capture-mark",
                        "a dash, but something is taken",
                    );
                } else if normal.sign == Sign::None && m.is_capture() && !full {
                    say(info, "move-capture-mark", "the capture mark is missing");
                }
                if normal.role == Some(Role::Pawn) {
                    say(info, "move-pawn-letter", "pawns have no letter in SAN");
                }
                if m.is_promotion()
                    && !cleaned.core.contains(&'=')
                    && (!full || normal.role.is_some())
                {
                    say(
                        info,
                        "move-promotion-sign",
                        "\"=\" is missing before the piece of the promotion",
                    );
                }
                if !full && !m.is_castle() && self.overspecified(m, found.shape) {
                    say(
                        info,
                        "move-overspecified",
                        "says more of its origin than is needed, or says it in an unusual way",
                    );
                }
            }
        }
        if let Some(what) = self.mark(m, found.shape, cleaned.mark) {
            say(info, "move-check-mark", what);
        }
        if cleaned.en_passant && !m.is_en_passant() {
            say(
                warning,
                "move-en-passant-mark",
                "it is no en passant capture",
            );
        }
        if findings.is_empty() && !self.is_usual(found) {
            let message = format!("{} is read as {}", quote(self.text), san(self.board, m));
            findings.push(Finding::info(
                "move-spelling",
                Field::Moves,
                self.whole(),
                message,
            ));
        }
        m
    }

    /// Whether the text is spelled as one of the notations would have it.
    fn is_usual(&self, found: &Found) -> bool {
        let given: String = self.text.chars().map(white_figurine).collect();
        let castlings = [CastlingStyle::Standard, CastlingStyle::Chess960];
        let notations = [Notation::San, Notation::Lan, Notation::Uci, Notation::Iccf];
        let languages = [found.language, Language::ENGLISH, Language::FIGURINE];
        castlings.into_iter().any(|castling| {
            notations.into_iter().any(|notation| {
                languages.into_iter().any(|language| {
                    let spelling = Spelling {
                        notation,
                        language,
                        castling,
                    };
                    let written: String = spell(self.board, found.m, spelling)
                        .chars()
                        .map(white_figurine)
                        .collect();
                    given == written
                        || given
                            == written.trim_end_matches(['+', '#']).replacen(
                                '-',
                                "",
                                usize::from(notation == Notation::Lan),
                            )
                })
            })
        })
    }

    fn overspecified(&self, m: Move, shape: Shape) -> bool {
        let Shape::Normal(normal) = shape else {
            return false;
        };
        match shakmaty::san::San::from_move(self.board, m) {
            shakmaty::san::San::Normal { file, rank, .. } => {
                (file, rank) != (normal.from_file, normal.from_rank)
            }
            _ => false,
        }
    }

    /// What is wrong with the check or mate mark, where one is expected.
    fn mark(&self, m: Move, shape: Shape, mark: Option<Mark>) -> Option<&'static str> {
        let mut after = self.board.clone();
        after.play_unchecked(m);
        let actual = match (after.is_check(), after.is_checkmate()) {
            (_, true) => Some(Mark::Mate),
            (true, _) => Some(Mark::Check),
            _ => None,
        };
        let coordinates = matches!(shape, Shape::Normal(normal) if normal.from().is_some());
        match (mark, actual) {
            _ if mark == actual => None,
            (None, _) if coordinates => None,
            (None, Some(_)) => Some("the check mark is missing"),
            (Some(_), None) => Some("a check mark, but it is no check"),
            (Some(Mark::Check), Some(_)) => Some("a check mark, but it is mate"),
            (Some(_), Some(_)) => Some("a mate mark, but it is only check"),
            (None, None) => None,
        }
    }
}

fn white_figurine(ch: char) -> char {
    match crate::notation::figurine(ch) {
        Some(role) => Language::FIGURINE.letter(role).chars().next().unwrap_or(ch),
        None => ch,
    }
}

/// Whether some other language has the letters of the text.
fn is_foreign(core: &[char]) -> bool {
    Language::all().any(|language| !shapes(core, language).is_empty())
}

type Say = fn(&'static str, Field, Span, String) -> Finding;

/// A note where the letters mean another legal move in other languages.
fn other_reading(board: &Chess, text: &str, m: Move) -> Option<Finding> {
    if !text.starts_with(['K', 'Q', 'R', 'B', 'N', 'P']) {
        return None;
    }
    let core: Vec<char> = text
        .chars()
        .filter(|ch| !matches!(ch, '+' | '#' | '!' | '?'))
        .collect();
    let mut others: Vec<(Role, Move, Vec<Language>)> = Vec::new();
    for language in Language::all().filter(|&l| l != Language::ENGLISH) {
        let Some((role, _)) = language
            .role_at(&core)
            .filter(|&(role, _)| role != m.role())
        else {
            continue;
        };
        if let Some(known) = others.iter_mut().find(|(known, ..)| *known == role) {
            known.2.push(language);
            continue;
        }
        let shape = shapes(&core, language).first().map(|&(shape, _)| shape);
        if let Some([other]) = shape.map(|shape| fitting(board, shape)).as_deref()
            && *other != m
        {
            others.push((role, *other, vec![language]));
        }
    }
    let (_, other, languages) = others.first()?;
    let names: Vec<&str> = languages
        .iter()
        .take(4)
        .map(|language| language.name())
        .collect();
    let message = format!(
        "{} is read as English; in {} it would be {}",
        quote(text),
        names.join(", "),
        san(board, *other)
    );
    let whole = Span::new(0, text.chars().count());
    Some(Finding::info("move-language", Field::Moves, whole, message))
}
