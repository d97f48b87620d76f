//! Numeric annotation glyphs, and the signs and words that stand for them.
//!
//! The numbers to 139: the PGN standard, section 10. Above, and the signs: the table in use since
//! ChessBase and ChessPad, as Wikipedia's "Numeric Annotation Glyphs" lists it.

/// A numeric annotation glyph, `$n`. The standard knows 0 to 255; larger numbers are kept.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Nag(pub u32);

impl Nag {
    /// The largest that the standard knows.
    pub const MAX: u32 = 255;

    /// The sign that annotators write for it, if there is one: `!`, `±`, `□`.
    pub fn sign(self) -> Option<&'static str> {
        SIGNS
            .iter()
            .find(|(_, nag)| *nag == self.0)
            .map(|(sign, _)| *sign)
    }
}

/// Signs and their numbers; the first of a number is the one that it is shown as.
const SIGNS: &[(&str, u32)] = &[
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("inf", 13),
    ("unclear", 13),
    ("~", 13),
    ("⩲", 14),
    ("+=", 14),
    ("+/=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("=/+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("+−", 18),
    ("+–", 18),
    ("-+", 19),
    ("−+", 19),
    ("–+", 19),
    ("⨀", 22),
    ("zz", 22),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⯹", 44),
    ("=/∞", 44),
    ("=∞", 44),
    ("⇆", 132),
    ("⇄", 132),
    ("<=>", 132),
    ("⨁", 138),
    ("⊕", 138),
    ("∆", 140),
    ("Δ", 140),
    ("∇", 141),
    ("⌓", 142),
    (">=", 142),
    ("<=", 143),
    ("==", 144),
    ("RR", 145),
    ("N", 146),
    ("TN", 146),
    ("D", 220),
];

/// The glyph that a whole word stands for.
pub(super) fn of_word(word: &str) -> Option<Nag> {
    SIGNS
        .iter()
        .find(|(sign, _)| *sign == word)
        .map(|&(_, nag)| Nag(nag))
}

/// The glyphs of a run of `!` and `?`, the longest known first: `!!??` is `!!` and `??`.
pub(super) fn of_marks(mut marks: &str) -> impl Iterator<Item = Nag> {
    std::iter::from_fn(move || {
        let take = if marks.len() >= 2 { 2 } else { marks.len() };
        let (mark, rest) = marks.split_at_checked(take)?;
        let nag = of_word(mark)?;
        marks = rest;
        Some(nag)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_marks_are_read_in_pairs() {
        let nags = |marks| of_marks(marks).map(|nag| nag.0).collect::<Vec<_>>();
        assert_eq!(nags("!"), [1]);
        assert_eq!(nags("?!"), [6]);
        assert_eq!(nags("!!??"), [3, 4]);
        assert_eq!(nags("?!?"), [6, 2]);
    }

    #[test]
    fn a_number_is_shown_by_its_first_sign() {
        assert_eq!(Nag(3).sign(), Some("!!"));
        assert_eq!(Nag(16).sign(), Some("±"));
        assert_eq!(Nag(255).sign(), None);
    }
}
