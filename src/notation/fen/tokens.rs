//! The words of a FEN, with their places in the text as given.

use crate::notation::Span;
use crate::notation::text::Glyph;

/// A run of glyphs without a blank in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a>(&'a [Glyph]);

impl<'a> Token<'a> {
    pub(super) fn glyphs(self) -> &'a [Glyph] {
        self.0
    }

    pub(super) fn text(self) -> String {
        text(self.0)
    }

    pub(super) fn span(self) -> Span {
        span(self.0)
    }

    /// The token in two at a glyph.
    pub(super) fn split_at(self, at: usize) -> (Self, Self) {
        let (head, tail) = self.0.split_at(at.min(self.0.len()));
        (Self(head), Self(tail))
    }
}

/// The glyphs as text.
pub(super) fn text(glyphs: &[Glyph]) -> String {
    glyphs.iter().map(|glyph| glyph.ch).collect()
}

/// The characters of the input that a run of glyphs stands for.
pub(super) fn span(glyphs: &[Glyph]) -> Span {
    match (glyphs.first(), glyphs.last()) {
        (Some(first), Some(last)) => Span::new(first.start, last.end),
        _ => Span::default(),
    }
}

/// The words of the text.
pub(super) fn split(glyphs: &[Glyph]) -> Vec<Token<'_>> {
    let words = glyphs.split(|glyph| glyph.ch == ' ');
    words.filter(|word| !word.is_empty()).map(Token).collect()
}

/// One run of glyphs out of several neighbouring tokens of one text, blanks between them included.
pub(super) fn join<'a>(all: &'a [Glyph], tokens: &[Token<'a>]) -> &'a [Glyph] {
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
        return &[];
    };
    let (start, end) = (first.span().start, last.span().end);
    let from = all.partition_point(|glyph| glyph.start < start);
    let to = all.partition_point(|glyph| glyph.end <= end);
    all.get(from..to).unwrap_or(&[])
}
