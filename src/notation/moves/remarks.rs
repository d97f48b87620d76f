//! What to say about a move that was read: how its text differs from the usual spelling, and what
//! it would be in another language.

use shakmaty::san::San;
use shakmaty::{Chess, Move, Position as _, Role};

use super::clean::{Cleaned, Mark};
use super::read::{Found, Reader};
use super::shape::{Closeness, Normal, Shape, Sign};
use super::write::{Notation, Spelling, san, spell};
use crate::notation::{Field, Finding, Findings, Language, Severity, Span, figurine, quote};
use crate::position::CastlingStyle;

impl Reader<'_> {
    /// Says how the text differs from the usual spelling of the move that it means.
    pub(super) fn accept(&self, found: &Found, cleaned: &Cleaned, findings: &mut Findings) -> Move {
        let m = found.m;
        let mut remarks = self.remarks(found, cleaned);
        if let Some(what) = self.mark(m, found.shape, cleaned.mark) {
            remarks.push((Severity::Info, "move-check-mark", what));
        }
        if cleaned.en_passant && !m.is_en_passant() {
            let what = "it is no en passant capture";
            remarks.push((Severity::Warning, "move-en-passant-mark", what));
        }
        for (severity, code, what) in remarks {
            let message = format!("{}: {what}", quote(self.text));
            findings.push(Finding::new(
                severity,
                code,
                Field::Moves,
                self.whole(),
                message,
            ));
        }
        if findings.is_empty() && !self.is_usual(found) {
            let message = format!("{} is read as {}", quote(self.text), san(self.board, m));
            let finding = Finding::info("move-spelling", Field::Moves, self.whole(), message);
            findings.push(finding);
        }
        m
    }

    fn remarks(&self, found: &Found, cleaned: &Cleaned) -> Vec<Remark> {
        let mut remarks = Vec::new();
        if found.closeness == Closeness::OtherCase {
            let what = "letters in another case than usual";
            remarks.push((Severity::Info, "move-letter-case", what));
        }
        match found.shape {
            Shape::Castle(_) => {
                let letters = cleaned.core.iter().all(|&ch| matches!(ch, 'O' | '-'));
                if !letters || !cleaned.core.contains(&'-') {
                    let what = "castling is written with the letter O and dashes";
                    remarks.push((Severity::Info, "move-castling-letters", what));
                }
            }
            Shape::Descriptive(_) => {
                let what = "read as English descriptive notation";
                remarks.push((Severity::Warning, "move-descriptive", what));
            }
            Shape::Normal(normal) => {
                remarks.extend(capture_mark(found.m, normal));
                remarks.extend(self.form(found.m, normal, cleaned));
            }
        }
        remarks
    }

    /// What a move to a square says too much, too little, or in another way.
    fn form(&self, m: Move, normal: Normal, cleaned: &Cleaned) -> Vec<Remark> {
        let full = normal.from().is_some();
        let king_step = m.is_castle() && !full;
        let unmarked = m.is_promotion() && !cleaned.core.contains(&'=');
        let origin = !full && !m.is_castle() && self.other_origin(m, normal);
        [
            king_step.then_some((
                Severity::Warning,
                "move-castling-form",
                "castling written as a move of the king",
            )),
            (normal.role == Some(Role::Pawn)).then_some((
                Severity::Info,
                "move-pawn-letter",
                "pawns have no letter in SAN",
            )),
            (unmarked && (!full || normal.role.is_some())).then_some((
                Severity::Info,
                "move-promotion-sign",
                "\"=\" is missing before the piece of the promotion",
            )),
            origin.then_some((
                Severity::Info,
                "move-overspecified",
                "says more of its origin than is needed, or says it in an unusual way",
            )),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Whether the text is spelled as one of the notations would have it.
    fn is_usual(&self, found: &Found) -> bool {
        let given: String = self.text.chars().map(white_figurine).collect();
        let castling = CastlingStyle::Standard;
        let languages = [found.language, Language::ENGLISH, Language::FIGURINE];
        let lettered = languages.map(|language| {
            [Notation::San, Notation::Lan].map(|notation| Spelling {
                notation,
                language,
                castling,
            })
        });
        let plain = [
            (Notation::Uci, CastlingStyle::Standard),
            (Notation::Uci, CastlingStyle::Chess960),
            (Notation::Iccf, CastlingStyle::Standard),
        ];
        let plain = plain.map(|(notation, castling)| Spelling {
            notation,
            language: Language::ENGLISH,
            castling,
        });
        plain
            .into_iter()
            .chain(lettered.into_iter().flatten())
            .any(|spelling| {
                let written = spell(self.board, found.m, spelling);
                let written: String = written.chars().map(white_figurine).collect();
                let dashes = usize::from(spelling.notation == Notation::Lan);
                let unmarked = written.trim_end_matches(['+', '#']);
                given == written || given == unmarked || given == unmarked.replacen('-', "", dashes)
            })
    }

    /// Whether the origin is told otherwise than SAN would.
    fn other_origin(&self, m: Move, normal: Normal) -> bool {
        match San::from_move(self.board, m) {
            San::Normal { file, rank, .. } => (file, rank) != (normal.from_file, normal.from_rank),
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
        let coordinates = match shape {
            Shape::Normal(normal) => normal.from().is_some(),
            Shape::Descriptive(_) => true,
            Shape::Castle(_) => false,
        };
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
    match figurine(ch) {
        Some(role) => Language::FIGURINE.letter(role).chars().next().unwrap_or(ch),
        None => ch,
    }
}

/// Severity, code, and what is remarkable.
type Remark = (Severity, &'static str, &'static str);

fn capture_mark(m: Move, normal: Normal) -> Option<Remark> {
    let full = normal.from().is_some();
    let (severity, what) = match (normal.sign, m.is_capture()) {
        (Sign::Capture, false) if !m.is_castle() => {
            (Severity::Warning, "a capture mark, but nothing is taken")
        }
        (Sign::Dash, true) => (Severity::Warning, "a dash, but something is taken"),
        (Sign::None, true) if !full => (Severity::Info, "the capture mark is missing"),
        _ => return None,
    };
    Some((severity, "move-capture-mark", what))
}

/// A note where the letters mean another legal move in other languages.
pub(super) fn other_reading(board: &Chess, text: &str, m: Move) -> Option<Finding> {
    let letter = text.chars().next().filter(char::is_ascii_uppercase)?;
    let unmarked = text.trim_end_matches(['+', '#', '!', '?']);
    let san = San::from_ascii(unmarked.as_bytes()).ok()?;
    for (role, languages) in Language::other_meanings(letter) {
        let Some(other) = with_role(san, *role).and_then(|san| san.to_move(board).ok()) else {
            continue;
        };
        if other == m {
            continue;
        }
        let names: Vec<&str> = languages
            .iter()
            .take(4)
            .map(|language| language.name())
            .collect();
        let message = format!(
            "{} is read as English; in {} it would be {}",
            quote(text),
            names.join(", "),
            self::san(board, other)
        );
        let whole = Span::new(0, text.chars().count());
        return Some(Finding::info("move-language", Field::Moves, whole, message));
    }
    None
}

fn with_role(san: San, role: Role) -> Option<San> {
    match san {
        San::Normal {
            file,
            rank,
            capture,
            to,
            promotion,
            ..
        } => Some(San::Normal {
            role,
            file,
            rank,
            capture,
            to,
            promotion,
        }),
        _ => None,
    }
}
