//! How a PGN is read: the language of its moves, its encoding, and the limits of one game.

use super::Encoding;
use crate::notation::Language;

/// Choices of the caller; the default detects language and encoding.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The language of the piece letters. `None`: English, unless a game cannot be read so and
    /// can in another language.
    pub language: Option<Language>,
    /// The encoding of the bytes, where the caller knows it. `None`: byte order mark, else UTF-16
    /// by its zeros, else UTF-8 with Windows-1252 for what is not UTF-8.
    pub encoding: Option<Encoding>,
    /// How much of one game is kept.
    pub limits: Limits,
}

/// How much of one game is kept in memory; what goes beyond is an error of that game, and the
/// reader goes on with the next.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of one game's text, in UTF-8.
    pub bytes: usize,
    /// Moves, comments and annotations of one game together.
    pub items: usize,
    /// Variations open at once.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 16 << 20,
            items: 1_000_000,
            depth: 50_000,
        }
    }
}
