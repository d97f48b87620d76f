//! Bytes parted into lines as they arrive, each of a bounded length.

use super::problem::Problem;
use axum::http::StatusCode as S;

/// A line without its end, or that it was too long.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Line {
    /// Its bytes.
    Whole(Vec<u8>),
    /// It had more bytes than this and was passed over.
    TooLong(usize),
}

impl Line {
    /// The line as text.
    pub(super) fn text(self) -> Result<String, Problem> {
        match self {
            Self::Whole(bytes) => String::from_utf8(bytes).map_err(|_| {
                let detail = "the line is not UTF-8";
                Problem::new(S::BAD_REQUEST, "invalid-encoding", detail)
            }),
            Self::TooLong(limit) => {
                let detail = format!("the line has more than {limit} bytes");
                Err(Problem::new(S::PAYLOAD_TOO_LARGE, "line-too-long", detail))
            }
        }
    }
}

/// Parts bytes into lines; blank ones and those that start with `#` are passed over.
#[derive(Debug)]
pub(super) struct Lines {
    buffer: Vec<u8>,
    /// Everything before is handed out.
    start: usize,
    /// Up to here no line end was found.
    seen: usize,
    /// The line that is being read is too long already.
    skips: bool,
    limit: usize,
}

impl Lines {
    /// Lines of at most so many bytes.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            buffer: Vec::new(),
            start: 0,
            seen: 0,
            skips: false,
            limit,
        }
    }

    pub(super) fn feed(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.start);
        self.seen -= self.start;
        self.start = 0;
        self.buffer.extend_from_slice(bytes);
    }

    /// The next line; `None`: more bytes are needed, or after the last of them there is none.
    pub(super) fn next(&mut self, ended: bool) -> Option<Line> {
        loop {
            let found = memchr::memchr(b'\n', &self.buffer[self.seen..]);
            let end = match found {
                Some(at) => self.seen + at,
                None if ended && self.start < self.buffer.len() => self.buffer.len(),
                None => {
                    self.seen = self.buffer.len();
                    if self.buffer.len() - self.start > self.limit {
                        self.skips = true;
                        self.start = self.buffer.len();
                    }
                    return (ended && std::mem::take(&mut self.skips))
                        .then_some(Line::TooLong(self.limit));
                }
            };
            let line = self.buffer[self.start..end].trim_ascii();
            let too_long = std::mem::take(&mut self.skips) || line.len() > self.limit;
            let is_empty = line.is_empty() || line.starts_with(b"#");
            let line = (!too_long && !is_empty).then(|| line.to_vec());
            self.start = (end + 1).min(self.buffer.len());
            self.seen = self.start;
            if too_long {
                return Some(Line::TooLong(self.limit));
            }
            if let Some(line) = line {
                return Some(Line::Whole(line));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pieces: &[&str], limit: usize) -> Vec<Line> {
        let mut lines = Lines::new(limit);
        let mut all = Vec::new();
        for piece in pieces {
            lines.feed(piece.as_bytes());
            all.extend(std::iter::from_fn(|| lines.next(false)));
        }
        all.extend(std::iter::from_fn(|| lines.next(true)));
        all
    }

    fn whole(text: &str) -> Line {
        Line::Whole(text.as_bytes().to_vec())
    }

    #[test]
    fn lines_are_the_same_however_they_arrive() {
        let expected = vec![whole("one"), whole("two"), whole("three")];
        for pieces in [
            &["one\ntwo\r\n\n# no\n three"][..],
            &["o", "ne\nt", "wo\r", "\n\n# n", "o\n thre", "e"],
            &["one\ntwo\r\n", "\n# no\n", " three\n"],
        ] {
            assert_eq!(read(pieces, 10), expected, "{pieces:?}");
        }
    }

    #[test]
    fn a_long_line_costs_itself_alone() {
        let expected = vec![whole("ab"), Line::TooLong(4), whole("cd")];
        for pieces in [&["ab\n123456789\ncd"][..], &["ab\n123", "456", "789\ncd\n"]] {
            assert_eq!(read(pieces, 4), expected, "{pieces:?}");
        }
        assert_eq!(read(&["123456"], 4), [Line::TooLong(4)]);
    }
}
