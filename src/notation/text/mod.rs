//! Pasted text made plain, and HTML entities.

mod entity;
mod plain;

pub(super) use plain::{Change, Changed, Glyph, Web, plain};
