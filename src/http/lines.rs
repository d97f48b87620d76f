//! Bytes parted into lines of text as they arrive, each of a bounded length.

use axum::http::StatusCode as S;

use super::problem::Problem;
use crate::notation::pgn::{Decoder, Encoding};

/// A line without its end, or that it was too long.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Line {
    /// Its text, and how that was encoded.
    Whole(String, Encoding),
    /// It had more bytes than this and was passed over.
    TooLong(usize),
}

impl Line {
    /// The line as text.
    pub(super) fn text(self) -> Result<(String, Encoding), Problem> {
        match self {
            Self::Whole(text, encoding) => Ok((text, encoding)),
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
    decoder: Decoder,
    buffer: String,
    /// Bytes of the decoded stream that are in `buffer` no more.
    gone: u64,
    /// Everything before is handed out.
    start: usize,
    /// Up to here no line end was found.
    seen: usize,
    /// The line that is being read is too long already.
    skips: bool,
    limit: usize,
}

impl Lines {
    /// Lines of at most so many bytes; without a stated encoding it is found out.
    pub(super) fn new(limit: usize, encoding: Option<Encoding>) -> Self {
        Self {
            decoder: Decoder::new(encoding),
            buffer: String::new(),
            gone: 0,
            start: 0,
            seen: 0,
            skips: false,
            limit,
        }
    }

    pub(super) fn feed(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.start);
        self.gone += self.start as u64;
        self.seen -= self.start;
        self.start = 0;
        self.decoder.decode(bytes, &mut self.buffer);
    }

    /// The next line; `None`: more bytes are needed, or after the last of them there is none.
    pub(super) fn next(&mut self, ended: bool) -> Option<Line> {
        if ended {
            self.decoder.finish(&mut self.buffer);
        }
        loop {
            let found = memchr::memchr(b'\n', &self.buffer.as_bytes()[self.seen..]);
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
            let is_empty = line.is_empty() || line.starts_with('#');
            let line = (!too_long && !is_empty).then(|| line.to_owned());
            self.start = (end + 1).min(self.buffer.len());
            self.seen = self.start;
            let (encoding, _) = self.decoder.encoding_until(self.gone + self.start as u64);
            if too_long {
                return Some(Line::TooLong(self.limit));
            }
            if let Some(line) = line {
                return Some(Line::Whole(line, encoding));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<T: AsRef<[u8]>>(pieces: &[T], limit: usize) -> Vec<Line> {
        let mut lines = Lines::new(limit, None);
        let mut all = Vec::new();
        for piece in pieces {
            lines.feed(piece.as_ref());
            all.extend(std::iter::from_fn(|| lines.next(false)));
        }
        all.extend(std::iter::from_fn(|| lines.next(true)));
        all
    }

    fn whole(text: &str) -> Line {
        Line::Whole(text.to_owned(), Encoding::Utf8)
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

    #[test]
    fn each_line_says_how_it_was_encoded() {
        let utf16 = |text: &str| -> Vec<u8> {
            let units = std::iter::once(0xfeff).chain(text.encode_utf16());
            units.flat_map(u16::to_le_bytes).collect()
        };
        for (bytes, expected) in [
            (b"\xef\xbb\xbfone\n".to_vec(), vec![whole("one")]),
            (
                utf16("one\nné"),
                vec![
                    Line::Whole("one".to_owned(), Encoding::Utf16Le),
                    Line::Whole("né".to_owned(), Encoding::Utf16Le),
                ],
            ),
            (
                b"one\nn\xe9\nthree".to_vec(),
                vec![
                    whole("one"),
                    Line::Whole("né".to_owned(), Encoding::Windows1252),
                    whole("three"),
                ],
            ),
        ] {
            for size in [1, 3, 100] {
                let pieces: Vec<&[u8]> = bytes.chunks(size).collect();
                assert_eq!(read(&pieces, 10), expected, "{bytes:x?} by {size}");
            }
        }
    }
}
