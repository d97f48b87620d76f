//! Lines of at most 80 columns out of words that must not be torn.

/// Columns of a line in export format (PGN standard, 3.2.4): less than 80 are used.
const COLUMNS: usize = 79;

/// Sets words one after the other.
#[derive(Debug, Default)]
pub(super) struct Wrapper {
    out: String,
    column: usize,
    /// Signs that stand right before the next word.
    ahead: String,
    /// Nothing may stand between the last word and the next.
    glued: bool,
}

impl Wrapper {
    /// Appends to a text whose last line is whole.
    pub(super) fn new(out: String) -> Self {
        Self {
            out,
            column: 0,
            ahead: String::new(),
            glued: true,
        }
    }

    /// Sets a word, after a blank or on a new line.
    pub(super) fn word(&mut self, word: &str) {
        if self.ahead.is_empty() {
            return self.set(word);
        }
        let mut whole = std::mem::take(&mut self.ahead);
        whole.push_str(word);
        self.set(&whole);
    }

    fn set(&mut self, word: &str) {
        let first_line = word.split('\n').next().unwrap_or(word);
        let width = first_line.chars().count();
        if self.glued {
            self.glued = false;
        } else if self.column > 0 {
            if self.column + 1 + width > COLUMNS {
                self.out.push('\n');
                self.column = 0;
            } else {
                self.out.push(' ');
                self.column += 1;
            }
        }
        self.out.push_str(word);
        self.column = match word.rfind('\n') {
            Some(at) => word[at + 1..].chars().count(),
            None => self.column + width,
        };
    }

    /// Sets a sign before the next word: `(`.
    pub(super) fn before_next(&mut self, sign: &str) {
        self.ahead.push_str(sign);
    }

    /// Sets a sign right behind the last word: `)`.
    pub(super) fn behind_last(&mut self, sign: &str) {
        if !self.ahead.is_empty() {
            self.word("");
        }
        if self.column + sign.len() > COLUMNS {
            self.out.push('\n');
            self.column = 0;
        }
        self.out.push_str(sign);
        self.column += sign.len();
        self.glued = false;
    }

    /// Ends the line, unless nothing is on it.
    pub(super) fn end_line(&mut self) {
        if !self.ahead.is_empty() {
            self.word("");
        }
        if self.column > 0 {
            self.out.push('\n');
            self.column = 0;
        }
        self.glued = true;
    }

    pub(super) fn into_text(self) -> String {
        self.out
    }
}
