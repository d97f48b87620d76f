//! The codes of all findings and errors of this component; public, never reworded.

/// A code and what it means.
pub const CODES: &[(&str, &str)] = &[];
