//! Bytes to text, as a stream: UTF-8, UTF-16 with or without a byte order mark, and Windows-1252
//! byte by byte for whatever is not UTF-8.
//!
//! The byte order marks and the table: the WHATWG Encoding Standard (section 6 and
//! `index-windows-1252`).

/// How the bytes of a text stand for characters.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Encoding {
    /// UTF-8, ASCII included.
    #[default]
    Utf8,
    /// UTF-16, least significant byte first.
    Utf16Le,
    /// UTF-16, most significant byte first.
    Utf16Be,
    /// Windows-1252, of which Latin-1 is the part in use; also UTF-8 with single such bytes.
    Windows1252,
}

impl Encoding {
    /// The name in answers, as the Encoding Standard has it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16Le => "utf-16le",
            Self::Utf16Be => "utf-16be",
            Self::Windows1252 => "windows-1252",
        }
    }

    /// The encoding of a name as HTTP's `charset` has it; `None` for one that is not read here.
    pub fn from_label(label: &str) -> Option<Self> {
        match label.trim().trim_matches('"').to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" => Some(Self::Utf8),
            "utf-16" | "utf-16le" => Some(Self::Utf16Le),
            "utf-16be" => Some(Self::Utf16Be),
            "windows-1252" | "cp1252" | "x-cp1252" | "iso-8859-1" | "latin1" | "l1"
            | "us-ascii" | "ascii" => Some(Self::Windows1252),
            _ => None,
        }
    }
}

/// Decodes a whole text; without a stated encoding it is found out.
pub fn decode(bytes: &[u8], stated: Option<Encoding>) -> String {
    let mut decoder = Decoder::new(stated);
    let mut text = String::with_capacity(bytes.len());
    decoder.decode(bytes, &mut text);
    decoder.finish(&mut text);
    text
}

/// Decodes a stream whose pieces may end within a character.
#[derive(Debug, Default)]
pub struct Decoder {
    encoding: Option<Encoding>,
    stated: bool,
    /// Bytes that are not yet a whole character, or too few to tell the encoding.
    carry: Vec<u8>,
    high_surrogate: Option<u16>,
    written: u64,
    /// Ranges of the decoded stream that hold characters read as Windows-1252, in order.
    foreign: Vec<(u64, u64)>,
    /// The same for bytes that stand for nothing and became U+FFFD.
    replaced: Vec<(u64, u64)>,
}

impl Decoder {
    /// A decoder that finds the encoding out where none is stated; a byte order mark wins.
    pub fn new(stated: Option<Encoding>) -> Self {
        Self {
            encoding: stated,
            stated: stated.is_some(),
            ..Self::default()
        }
    }

    /// The encoding of the stream, as far as it is known.
    pub(super) fn encoding(&self) -> Encoding {
        self.encoding.unwrap_or_default()
    }

    /// Decodes more bytes to the end of `out`.
    pub fn decode(&mut self, bytes: &[u8], out: &mut String) {
        if self.carry.is_empty() && self.encoding == Some(Encoding::Utf8) {
            return self.utf8(bytes, out);
        }
        let mut all = std::mem::take(&mut self.carry);
        all.extend_from_slice(bytes);
        if self.written == 0 && out.is_empty() {
            if all.len() < 4 {
                self.carry = all;
                return;
            }
            let skip = self.detect(&all);
            all.drain(..skip);
        }
        self.whole(&all, out);
    }

    /// Decodes what is left at the end of the stream.
    pub fn finish(&mut self, out: &mut String) {
        let mut rest = std::mem::take(&mut self.carry);
        if self.written == 0 && out.is_empty() {
            let skip = self.detect(&rest);
            rest.drain(..skip);
            self.whole(&rest, out);
            rest = std::mem::take(&mut self.carry);
        }
        match self.encoding() {
            Encoding::Utf8 | Encoding::Windows1252 => {
                for byte in rest {
                    self.byte(byte, out);
                }
            }
            Encoding::Utf16Le | Encoding::Utf16Be => {
                let half = self.high_surrogate.take().is_some();
                if half || rest.iter().any(|&byte| byte != 0) {
                    self.replace(out);
                }
            }
        }
    }

    fn whole(&mut self, bytes: &[u8], out: &mut String) {
        match self.encoding() {
            Encoding::Utf8 => self.utf8(bytes, out),
            Encoding::Windows1252 => bytes.iter().for_each(|&byte| self.byte(byte, out)),
            Encoding::Utf16Le => self.utf16(bytes, u16::from_le_bytes, out),
            Encoding::Utf16Be => self.utf16(bytes, u16::from_be_bytes, out),
        }
    }

    /// Settles the encoding by the first bytes; the length of the byte order mark.
    fn detect(&mut self, start: &[u8]) -> usize {
        let (found, skip) = match start {
            [0xef, 0xbb, 0xbf, ..] => (Encoding::Utf8, 3),
            [0xff, 0xfe, ..] => (Encoding::Utf16Le, 2),
            [0xfe, 0xff, ..] => (Encoding::Utf16Be, 2),
            [0, low, ..] if *low != 0 => (Encoding::Utf16Be, 0),
            [low, 0, ..] if *low != 0 => (Encoding::Utf16Le, 0),
            _ => (Encoding::Utf8, 0),
        };
        if skip > 0 || !self.stated {
            self.encoding = Some(found);
        }
        skip
    }

    fn utf8(&mut self, mut bytes: &[u8], out: &mut String) {
        loop {
            let (valid, bad) = match std::str::from_utf8(bytes) {
                Ok(text) => (text, None),
                Err(error) => {
                    let (valid, rest) = bytes.split_at(error.valid_up_to());
                    let valid = std::str::from_utf8(valid).unwrap_or_default();
                    bytes = rest;
                    (valid, Some(error.error_len()))
                }
            };
            out.push_str(valid);
            self.written += valid.len() as u64;
            match bad {
                None => return,
                Some(None) => {
                    self.carry.extend_from_slice(bytes);
                    return;
                }
                Some(Some(_)) => {
                    self.byte(bytes[0], out);
                    bytes = &bytes[1..];
                }
            }
        }
    }

    fn byte(&mut self, byte: u8, out: &mut String) {
        match windows_1252(byte) {
            Some(ch) => {
                if !byte.is_ascii() {
                    note(&mut self.foreign, self.written, out);
                }
                self.push(ch, out);
            }
            None => self.replace(out),
        }
    }

    fn replace(&mut self, out: &mut String) {
        note(&mut self.foreign, self.written, out);
        note(&mut self.replaced, self.written, out);
        self.push(char::REPLACEMENT_CHARACTER, out);
    }

    fn push(&mut self, ch: char, out: &mut String) {
        self.written += ch.len_utf8() as u64;
        out.push(ch);
    }

    fn utf16(&mut self, bytes: &[u8], unit: fn([u8; 2]) -> u16, out: &mut String) {
        let (pairs, rest) = bytes.as_chunks::<2>();
        for &pair in pairs {
            let unit = unit(pair);
            let read = match self.high_surrogate.take() {
                Some(high) => char::decode_utf16([high, unit]).next(),
                None if (0xd800..0xdc00).contains(&unit) => {
                    self.high_surrogate = Some(unit);
                    continue;
                }
                None => char::decode_utf16([unit]).next(),
            };
            match read {
                Some(Ok(ch)) => self.push(ch, out),
                _ => self.replace(out),
            }
        }
        self.carry.extend_from_slice(rest);
    }

    /// The encoding of the decoded bytes `..end` that were not asked for before, and whether some
    /// of their bytes stood for nothing.
    pub fn encoding_until(&mut self, end: u64) -> (Encoding, bool) {
        let foreign = take(&mut self.foreign, end);
        let replaced = take(&mut self.replaced, end);
        let encoding = match self.encoding() {
            Encoding::Utf8 if foreign => Encoding::Windows1252,
            encoding => encoding,
        };
        (encoding, replaced)
    }
}

/// Notes the character that follows `out`. Those of a line share a range: no game is handed over
/// in the middle of one, so that it does not matter in which pieces the stream comes.
fn note(ranges: &mut Vec<(u64, u64)>, at: u64, out: &str) {
    let in_same_line = |end: u64| {
        let between = usize::try_from(at - end).unwrap_or(usize::MAX);
        // What is not in `out` any more was handed over, up to the end of a line.
        let start = out.len().checked_sub(between);
        start.is_some_and(|start| memchr::memchr2(b'\n', b'\r', &out.as_bytes()[start..]).is_none())
    };
    match ranges.last_mut() {
        Some((_, end)) if in_same_line(*end) => *end = at + 1,
        _ => ranges.push((at, at + 1)),
    }
}

fn take(ranges: &mut Vec<(u64, u64)>, end: u64) -> bool {
    let passed = ranges.iter().take_while(|&&(start, _)| start < end).count();
    let reaches_on = ranges[..passed].last().is_some_and(|&(_, last)| last > end);
    let keep = passed - usize::from(reaches_on);
    if reaches_on {
        ranges[keep].0 = end;
    }
    ranges.drain(..keep);
    passed > 0
}

/// The character of a byte; `None` for the five bytes that Windows-1252 leaves open.
fn windows_1252(byte: u8) -> Option<char> {
    #[rustfmt::skip]
    const FROM_0X80: [char; 32] = [
        '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0',
        '\0', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => Some(FROM_0X80[usize::from(byte - 0x80)]).filter(|&ch| ch != '\0'),
        _ => Some(char::from(byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8], chunk: usize) -> (String, Encoding) {
        let mut decoder = Decoder::new(None);
        let mut out = String::new();
        for piece in bytes.chunks(chunk) {
            decoder.decode(piece, &mut out);
        }
        decoder.finish(&mut out);
        let encoding = decoder.encoding_until(u64::MAX).0;
        (out, encoding)
    }

    #[test]
    fn every_encoding_is_told_whatever_the_pieces() {
        let le: Vec<u8> = "é𝄞x!".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = "é𝄞x!".encode_utf16().flat_map(u16::to_be_bytes).collect();
        let ascii_be: Vec<u8> = "[Ev".encode_utf16().flat_map(u16::to_be_bytes).collect();
        for (bytes, text, encoding) in [
            (b"abcd".to_vec(), "abcd", Encoding::Utf8),
            ("é𝄞x!".into(), "é𝄞x!", Encoding::Utf8),
            (
                [b"\xef\xbb\xbf".as_slice(), "é".as_bytes()].concat(),
                "é",
                Encoding::Utf8,
            ),
            (
                b"N\xfa\xf1ez \x93q\x94".to_vec(),
                "Núñez “q”",
                Encoding::Windows1252,
            ),
            (b"abc\xe9".to_vec(), "abcé", Encoding::Windows1252),
            (b"x\x90B\xc3".to_vec(), "x\u{fffd}BÃ", Encoding::Windows1252),
            (
                [b"\xff\xfe".to_vec(), le].concat(),
                "é𝄞x!",
                Encoding::Utf16Le,
            ),
            (
                [b"\xfe\xff".to_vec(), be].concat(),
                "é𝄞x!",
                Encoding::Utf16Be,
            ),
            (ascii_be, "[Ev", Encoding::Utf16Be),
            (b"".to_vec(), "", Encoding::Utf8),
        ] {
            for chunk in [1, 2, 3, 5, 100] {
                let found = decoded(&bytes, chunk);
                assert_eq!(found, (text.to_owned(), encoding), "{bytes:x?} by {chunk}");
            }
        }
    }

    #[test]
    fn the_encoding_of_each_part_is_its_own() {
        let mut decoder = Decoder::new(None);
        let mut out = String::new();
        decoder.decode(&[b"ab\xe9d".as_slice(), &[b' '; 100]].concat(), &mut out);
        assert_eq!(decoder.encoding_until(2), (Encoding::Utf8, false));
        assert_eq!(decoder.encoding_until(10), (Encoding::Windows1252, false));
        assert_eq!(decoder.encoding_until(100), (Encoding::Utf8, false));
    }
}
