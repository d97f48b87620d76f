//! The shape of a move as written: what it says of piece, squares, capture and promotion, before
//! anyone looks at the board.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::descriptive::{self, Description};
use crate::notation::Language;

/// What a text says about a move.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Shape {
    /// `O-O`, `O-O-O`.
    Castle(CastlingSide),
    /// Anything with a square to go to.
    Normal(Normal),
    /// `P-K4`.
    Descriptive(Description),
}

/// A move to a square.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Normal {
    /// The piece letter, if there is one. Without one it is a pawn, or whatever stands on a
    /// square that is given in full.
    pub(super) role: Option<Role>,
    pub(super) from_file: Option<File>,
    pub(super) from_rank: Option<Rank>,
    pub(super) sign: Sign,
    pub(super) to_file: File,
    /// `None`: `exd` and `ed`, a pawn's capture by files alone.
    pub(super) to_rank: Option<Rank>,
    pub(super) promotion: Option<Role>,
}

/// What stands between the squares.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Sign {
    None,
    Dash,
    Capture,
}

/// How closely a shape follows the rules of writing.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Closeness {
    /// Letters in the case that they should have.
    Exact,
    /// Upper case for lower case, or the other way round.
    OtherCase,
}

impl Normal {
    /// The square that it comes from, when given in full.
    pub(super) fn from(&self) -> Option<Square> {
        Some(Square::from_coords(self.from_file?, self.from_rank?))
    }
}

/// All shapes that the text can have in a language, the closest first.
pub(super) fn shapes(text: &[char], language: Language) -> Vec<(Shape, Closeness)> {
    let mut shapes = Vec::new();
    if let Some(castle) = castle(text) {
        shapes.push((castle, Closeness::Exact));
    }
    if language == Language::ENGLISH
        && let Some(description) = descriptive::parse(text)
    {
        return vec![(Shape::Descriptive(description), Closeness::Exact)];
    }
    let mut add = |shape: Option<Normal>, closeness| {
        if let Some(shape) = shape.map(Shape::Normal)
            && !shapes.iter().any(|&(known, _)| known == shape)
        {
            shapes.push((shape, closeness));
        }
    };
    let with_piece = language.role_at(text);
    let folded: Vec<char> = text.iter().map(fold).collect();
    if let Some((role, length)) = with_piece {
        add(
            squares(&text[length..], Some(role), language),
            Closeness::Exact,
        );
    }
    add(squares(text, None, language), Closeness::Exact);
    if let Some((role, length)) = with_piece {
        add(
            squares(&folded[length..], Some(role), language),
            Closeness::OtherCase,
        );
    }
    if let Some((role, length)) = lower_case_piece(text, language) {
        add(
            squares(&folded[length..], Some(role), language),
            Closeness::OtherCase,
        );
    }
    let piece_folded =
        with_piece.and_then(|(_, length)| squares(&folded[length..], None, language));
    if piece_folded.is_none() && may_be_capitals(text) {
        add(squares(&folded, None, language), Closeness::OtherCase);
    }
    shapes
}

/// Whether upper-case letters of files may be meant as files: where all are in upper case (`EXD5`),
/// or where the first is no piece letter of any language (`Exd5`). `Cf3` is a Spanish knight.
fn may_be_capitals(text: &[char]) -> bool {
    let lower = text.iter().any(|ch| matches!(ch, 'a'..='h'));
    let first = &text[..1.min(text.len())];
    !lower || Language::all().all(|language| language.role_at(first).is_none())
}

/// A letter of a file or sign in lower case; anything else as it is.
fn fold(ch: &char) -> char {
    if matches!(ch, 'A'..='H' | 'X') {
        ch.to_ascii_lowercase()
    } else {
        *ch
    }
}

/// A piece letter in lower case, unless it is the letter of a file: `nf3`, but never `bf3`.
fn lower_case_piece(text: &[char], language: Language) -> Option<(Role, usize)> {
    let first = *text.first()?;
    if !first.is_lowercase() || matches!(first, 'a'..='h') {
        return None;
    }
    let mut upper = text.to_vec();
    upper[0] = first.to_uppercase().next()?;
    language.role_at(&upper)
}

/// Castling with the letter O, zeros, or what looks like them; with or without dashes.
fn castle(text: &[char]) -> Option<Shape> {
    let is_o = |ch: &char| matches!(ch, 'O' | 'o' | '0' | 'О' | 'о' | 'Ο' | 'ο');
    let parts: Vec<char> = text.iter().filter(|&&ch| ch != ' ').copied().collect();
    let dashed = parts.iter().skip(1).step_by(2).all(|&ch| ch == '-');
    let sides = match (parts.len(), dashed) {
        (3 | 5, true) => parts
            .iter()
            .step_by(2)
            .all(is_o)
            .then_some(parts.len().div_ceil(2)),
        (2 | 3, false) => parts.iter().all(is_o).then_some(parts.len()),
        _ => None,
    };
    Some(Shape::Castle(CastlingSide::from_king_side(sides? == 2)))
}

/// The squares of a move, after its piece letter.
fn squares(text: &[char], role: Option<Role>, language: Language) -> Option<Normal> {
    let mut cursor = Cursor { text, at: 0 };
    let (file, rank) = (cursor.file(), cursor.rank());
    let sign = cursor.sign();
    let (to_file, to_rank) = (cursor.file(), cursor.rank());
    let mut normal = match (file, rank, sign, to_file, to_rank) {
        // f3 and e4: what seemed the origin is all there is.
        (Some(file), Some(_), Sign::None, None, None) => {
            normal(role, (None, None), sign, (file, rank))
        }
        // exd, ed: files alone, only of pawns.
        (Some(from), None, _, Some(to), None) if role.is_none_or(|role| role == Role::Pawn) => {
            normal(role, (Some(from), None), sign, (to, None))
        }
        (_, _, _, Some(to), Some(_)) => normal(role, (file, rank), sign, (to, to_rank)),
        _ => return None,
    };
    normal.promotion = cursor.promotion(language)?;
    (cursor.at == text.len()).then_some(normal)
}

fn normal(
    role: Option<Role>,
    (from_file, from_rank): (Option<File>, Option<Rank>),
    sign: Sign,
    (to_file, to_rank): (File, Option<Rank>),
) -> Normal {
    Normal {
        role,
        from_file,
        from_rank,
        sign,
        to_file,
        to_rank,
        promotion: None,
    }
}

struct Cursor<'a> {
    text: &'a [char],
    at: usize,
}

impl Cursor<'_> {
    fn take<T>(&mut self, read: impl Fn(char) -> Option<T>) -> Option<T> {
        let value = read(*self.text.get(self.at)?)?;
        self.at += 1;
        Some(value)
    }

    fn file(&mut self) -> Option<File> {
        self.take(File::from_char)
    }

    fn rank(&mut self) -> Option<Rank> {
        self.take(Rank::from_char)
    }

    fn sign(&mut self) -> Sign {
        self.take(|ch| match ch {
            'x' | ':' => Some(Sign::Capture),
            '-' | '~' => Some(Sign::Dash),
            _ => None,
        })
        .unwrap_or(Sign::None)
    }

    /// The piece of a promotion, `=Q`, `(Q)`, `/Q`, `Q`, with a check mark before it if need be.
    /// The outer `None`: what follows is no promotion.
    #[expect(clippy::option_option, reason = "absent and unreadable differ")]
    fn promotion(&mut self, language: Language) -> Option<Option<Role>> {
        let start = self.at;
        while self
            .take(|ch| matches!(ch, '+' | '#').then_some(()))
            .is_some()
        {}
        self.take(|ch| matches!(ch, '=' | '/' | '(').then_some(()));
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return (self.at == start).then_some(None);
        }
        let upper: Vec<char> = rest.iter().flat_map(|ch| ch.to_uppercase()).collect();
        let known = language.role_at(rest).or_else(|| language.role_at(&upper));
        let (role, length) = known.or_else(|| Language::ENGLISH.role_at(&upper))?;
        self.at += length;
        self.take(|ch| (ch == ')').then_some(()));
        Some(Some(role))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(Shape, Closeness)> {
        let chars: Vec<char> = text.chars().collect();
        shapes(&chars, Language::ENGLISH)
    }

    #[test]
    fn castling_is_told_from_other_zeros() {
        for (text, side) in [
            ("O-O", Some(CastlingSide::KingSide)),
            ("0-0-0", Some(CastlingSide::QueenSide)),
            ("OO", Some(CastlingSide::KingSide)),
            ("ooo", Some(CastlingSide::QueenSide)),
            ("О-О", Some(CastlingSide::KingSide)),
            ("O-O-O-O", None),
            ("O-", None),
            ("0000", None),
        ] {
            let castle = read(text).first().map(|&(shape, _)| shape);
            assert_eq!(castle, side.map(Shape::Castle), "{text:?}");
        }
    }

    #[test]
    fn the_letter_b_is_a_file_in_lower_case() {
        let role = |text: &str| match read(text)[0].0 {
            Shape::Normal(normal) => normal.role,
            Shape::Castle(_) | Shape::Descriptive(_) => None,
        };
        assert_eq!(
            (role("bxc6"), role("Bxc6"), role("BXC6")),
            (None, Some(Role::Bishop), Some(Role::Bishop))
        );
        assert_eq!(role("nf3"), Some(Role::Knight));
    }

    #[test]
    fn what_is_no_move_has_no_shape() {
        for text in [
            "", "e", "e9", "Qxi7", "Xxf7", "Qxf7Qxf7", "...", "x", "-", "e4e", "a8=", "a8=X",
        ] {
            assert!(read(text).is_empty(), "{text:?} {:?}", read(text));
        }
    }
}
