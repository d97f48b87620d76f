//! A section of the stream cut into tokens.
//!
//! Words are not judged here: what is not punctuation, a number, a result or a comment is a word,
//! and the reader of words finds out what it is.

use super::split::{ends_entity, markup};
use super::tags::Scanned;
use super::{outcome, tags};

/// A token and its place in the section.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// What stands between it and the token before.
    pub(super) gap: Gap,
}

/// What stands between two tokens.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Gap {
    /// Nothing, or blanks.
    Same,
    /// A line break.
    Line,
    /// A blank line, or the start of the text.
    Blank,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    /// Anything that has to be looked at.
    Word,
    /// `12.`, `12...`, `12`; the number, and whether its dots say Black.
    Number(u32, Dots),
    /// Dots without a number.
    Dots,
    /// `$12`
    Nag(u32),
    /// `$` without a number.
    BadNag,
    /// A run of `!` and `?`.
    Marks,
    /// A comment in braces; the text is what is between them.
    Comment(Closed),
    /// A comment to the end of its line.
    LineComment,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `(=)`
    DrawOffer,
    /// A result marker.
    Result,
    /// A tag pair starts here; its end is that of its bracket.
    Tag,
    /// A line that starts with `%`.
    Escape,
    /// `}` outside a comment.
    StrayBrace,
    /// `[` or `]` outside a tag.
    Bracket,
    /// An HTML tag.
    Markup,
    /// The end of the section.
    End,
}

/// The dots behind a move number.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Dots {
    /// None: the number may be White's or Black's.
    None,
    /// One: White's move follows.
    White,
    /// More: Black's move follows.
    Black,
}

/// Whether a comment has its closing brace.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Closed {
    /// In the line that it starts in.
    InLine,
    Later,
    No,
}

/// Bytes that end a word. Bytes beyond ASCII are looked at more closely.
const STOPS: [bool; 256] = {
    let mut stops = [false; 256];
    let signs = b" \t\r\n\x0b\x0c{}()[];!?*$<\0";
    let mut at = 0;
    while at < signs.len() {
        stops[signs[at] as usize] = true;
        at += 1;
    }
    let mut high = 128;
    while high < 256 {
        stops[high] = true;
        high += 1;
    }
    stops
};

/// Cuts tokens off a section, one at a time.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    /// The last tag.
    tag: Option<Scanned>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        Self {
            text,
            at,
            tag: None,
        }
    }

    pub(super) fn slice(&self, token: Token) -> &'a str {
        &self.text[token.start..token.end]
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(b'\n')
    }

    /// The next token; [`Kind::End`] for ever at the end.
    pub(super) fn next(&mut self) -> Token {
        let gap = self.skip_blanks();
        let start = self.at;
        let kind = self.kind(gap);
        Token {
            kind,
            start,
            end: self.at,
            gap,
        }
    }

    /// The tag that the last token of kind [`Kind::Tag`] is.
    pub(super) fn take_tag(&mut self) -> Option<Scanned> {
        self.tag.take()
    }

    /// Passes over blanks and what is invisible.
    fn skip_blanks(&mut self) -> Gap {
        let bytes = self.text.as_bytes();
        let mut breaks = if self.at == 0 { 2 } else { 0 };
        loop {
            match bytes.get(self.at) {
                Some(b' ' | b'\t' | b'\x0b' | b'\x0c' | b'\0') => self.at += 1,
                Some(b'\n') => {
                    breaks += 1;
                    self.at += 1;
                }
                Some(b'\r') => {
                    breaks += u32::from(bytes.get(self.at + 1) != Some(&b'\n'));
                    self.at += 1;
                }
                Some(128..) => match self.char_at(self.at) {
                    Some(ch) if is_blank(ch) || is_invisible(ch) => self.at += ch.len_utf8(),
                    _ => break,
                },
                _ => break,
            }
        }
        match breaks {
            0 => Gap::Same,
            1 => Gap::Line,
            _ => Gap::Blank,
        }
    }

    fn char_at(&self, at: usize) -> Option<char> {
        self.text[at..].chars().next()
    }

    fn kind(&mut self, gap: Gap) -> Kind {
        let Some(&first) = self.text.as_bytes().get(self.at) else {
            return Kind::End;
        };
        match first {
            b'0'..=b'9' => self.number(),
            b'{' => self.comment(),
            b';' => {
                self.at = self.line_end();
                Kind::LineComment
            }
            b'(' => self.open(),
            b')' => self.one(Kind::Close),
            b'}' => self.one(Kind::StrayBrace),
            b'*' => self.one(Kind::Result),
            b'$' => self.nag(),
            b'!' | b'?' => {
                while matches!(self.byte(self.at), b'!' | b'?') {
                    self.at += 1;
                }
                Kind::Marks
            }
            b'.' => self.dots(),
            b'%' if gap >= Gap::Line && self.at_line_start() => {
                self.at = self.line_end();
                Kind::Escape
            }
            b'[' => self.bracket(),
            b']' => self.one(Kind::Bracket),
            b'<' => self.angle(),
            128.. if self.text[self.at..].starts_with('…') => self.dots(),
            128.. if self.text[self.at..].starts_with('½') => self.half(),
            _ => self.word(),
        }
    }

    fn one(&mut self, kind: Kind) -> Kind {
        self.at += 1;
        kind
    }

    fn at_line_start(&self) -> bool {
        self.at == 0 || matches!(self.byte(self.at - 1), b'\n' | b'\r')
    }

    /// Where the line ends.
    pub(super) fn line_end(&self) -> usize {
        let rest = &self.text.as_bytes()[self.at..];
        memchr::memchr2(b'\n', b'\r', rest).map_or(self.text.len(), |at| self.at + at)
    }

    fn word(&mut self) -> Kind {
        self.at += match self.byte(self.at) {
            0..128 => 1,
            _ => self.char_at(self.at).map_or(1, char::len_utf8),
        };
        loop {
            let byte = self.byte(self.at);
            if !STOPS[usize::from(byte)] {
                self.at += 1;
            } else if self.at >= self.text.len() || !self.goes_on(byte) {
                return Kind::Word;
            }
        }
    }

    /// Whether a word goes on at a byte that mostly ends one; moves on if so.
    fn goes_on(&mut self, byte: u8) -> bool {
        let length = match byte {
            b';' if ends_entity(&self.text[..self.at]) => 1,
            128.. => match self.char_at(self.at) {
                Some(ch) if !is_blank(ch) => ch.len_utf8(),
                _ => return false,
            },
            _ => return false,
        };
        self.at += length;
        true
    }

    fn number(&mut self) -> Kind {
        let rest = &self.text[self.at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let may_be_result = digits == 1 && matches!(rest.as_bytes()[0], b'0' | b'1');
        if may_be_result && let Some(length) = outcome::marker(rest) {
            self.at += length;
            return Kind::Result;
        }
        let follows = self.char_at_or_blank(self.at + digits);
        let castling = follows == '-' || (is_dash(follows) && rest.starts_with('0'));
        let numeric_move = digits >= 4 && follows != '.' && follows != '…';
        if castling || numeric_move || digits > 9 {
            return self.word();
        }
        self.at += digits;
        let value = rest[..digits].parse().unwrap_or(u32::MAX);
        let dots_start = self.at;
        self.skip_dots();
        let dots = match self.at - dots_start {
            0 => Dots::None,
            1 => Dots::White,
            _ => Dots::Black,
        };
        Kind::Number(value, dots)
    }

    fn char_at_or_blank(&self, at: usize) -> char {
        self.char_at(at).unwrap_or(' ')
    }

    fn half(&mut self) -> Kind {
        match outcome::marker(&self.text[self.at..]) {
            Some(length) => {
                self.at += length;
                Kind::Result
            }
            None => self.word(),
        }
    }

    fn dots(&mut self) -> Kind {
        self.skip_dots();
        Kind::Dots
    }

    fn skip_dots(&mut self) {
        loop {
            self.at += match self.byte(self.at) {
                b'.' => 1,
                128.. if self.text[self.at..].starts_with('…') => '…'.len_utf8(),
                _ => return,
            };
        }
    }

    fn comment(&mut self) -> Kind {
        let bytes = self.text.as_bytes();
        let first = memchr::memchr3(b'}', b'\n', b'\r', &bytes[self.at..]).map(|at| self.at + at);
        if let Some(at) = first.filter(|&at| bytes[at] == b'}') {
            self.at = at + 1;
            return Kind::Comment(Closed::InLine);
        }
        let close = first.and_then(|from| Some(from + memchr::memchr(b'}', &bytes[from..])?));
        self.at = close.map_or(bytes.len(), |at| at + 1);
        Kind::Comment(close.map_or(Closed::No, |_| Closed::Later))
    }

    fn open(&mut self) -> Kind {
        let inner = self.text[self.at + 1..].trim_start_matches(' ');
        if let Some(rest) = inner.strip_prefix('=')
            && let Some(rest) = rest.trim_start_matches(' ').strip_prefix(')')
        {
            self.at = self.text.len() - rest.len();
            return Kind::DrawOffer;
        }
        self.one(Kind::Open)
    }

    fn nag(&mut self) -> Kind {
        let rest = &self.text[self.at + 1..];
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let digits = rest[blanks..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        match rest[blanks..blanks + digits].parse() {
            Ok(nag) => {
                self.at += 1 + blanks + digits;
                Kind::Nag(nag)
            }
            Err(_) => {
                self.word();
                Kind::BadNag
            }
        }
    }

    fn bracket(&mut self) -> Kind {
        let rest = &self.text[self.at..];
        if let Some(scanned) = tags::scan(rest) {
            self.at += scanned.end;
            self.tag = Some(scanned);
            return Kind::Tag;
        }
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        match rest[1..=digits].parse() {
            Ok(number) if digits > 0 && rest[digits + 1..].starts_with(']') => {
                self.at += digits + 2;
                Kind::Number(number, Dots::None)
            }
            _ => self.one(Kind::Bracket),
        }
    }

    fn angle(&mut self) -> Kind {
        let rest = &self.text[self.at..];
        if let Some(length) = markup(rest) {
            self.at += length;
            return Kind::Markup;
        }
        self.word()
    }

    /// Lengthens a token that could not be read to the next blank, brace, bracket or comment.
    pub(super) fn whole_word(&mut self, token: Token) -> Token {
        let rest = &self.text[token.start..];
        let end = rest
            .char_indices()
            .skip(1)
            .find(|&(_, ch)| {
                is_blank(ch) || matches!(ch, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '<')
            })
            .map_or(rest.len(), |(at, _)| at);
        self.at = token.start + end;
        Token {
            end: self.at,
            ..token
        }
    }
}

/// Whether a character parts words.
pub(super) fn is_blank(ch: char) -> bool {
    ch.is_whitespace()
}

/// Whether a character shows nothing and parts nothing.
pub(super) fn is_invisible(ch: char) -> bool {
    matches!(ch, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{ad}' | '\u{202a}'..='\u{202e}')
}

fn is_dash(ch: char) -> bool {
    matches!(ch, '\u{2010}'..='\u{2015}' | '\u{2212}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lex(text: &str) -> Vec<(Kind, &str)> {
        let mut lexer = Lexer::new(text, 0);
        let mut tokens = Vec::new();
        loop {
            let token = lexer.next();
            if token.kind == Kind::End {
                return tokens;
            }
            tokens.push((token.kind, lexer.slice(token)));
        }
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table")]
    fn movetext_falls_into_tokens() {
        let white = |n| Kind::Number(n, Dots::White);
        let black = |n| Kind::Number(n, Dots::Black);
        for (text, expected) in [
            (
                "1.e4 e5",
                vec![(white(1), "1."), (Kind::Word, "e4"), (Kind::Word, "e5")],
            ),
            ("6…Qa5+", vec![(black(6), "6…"), (Kind::Word, "Qa5+")]),
            ("7. ..", vec![(white(7), "7."), (Kind::Dots, "..")]),
            (
                "0-0 0-0-0",
                vec![(Kind::Word, "0-0"), (Kind::Word, "0-0-0")],
            ),
            ("5254", vec![(Kind::Word, "5254")]),
            ("0 - 1", vec![(Kind::Result, "0 - 1")]),
            ("½–½", vec![(Kind::Result, "½–½")]),
            ("e4*", vec![(Kind::Word, "e4"), (Kind::Result, "*")]),
            ("Bd8#1-0", vec![(Kind::Word, "Bd8#1-0")]),
            (
                "d4!?$6$14",
                vec![
                    (Kind::Word, "d4"),
                    (Kind::Marks, "!?"),
                    (Kind::Nag(6), "$6"),
                    (Kind::Nag(14), "$14"),
                ],
            ),
            (
                "$ 1 $-1",
                vec![(Kind::Nag(1), "$ 1"), (Kind::BadNag, "$-1")],
            ),
            (
                "(=)(e4)",
                vec![
                    (Kind::DrawOffer, "(=)"),
                    (Kind::Open, "("),
                    (Kind::Word, "e4"),
                    (Kind::Close, ")"),
                ],
            ),
            (
                "{a}{b",
                vec![
                    (Kind::Comment(Closed::InLine), "{a}"),
                    (Kind::Comment(Closed::No), "{b"),
                ],
            ),
            (
                "e4; x\n%y",
                vec![
                    (Kind::Word, "e4"),
                    (Kind::LineComment, "; x"),
                    (Kind::Escape, "%y"),
                ],
            ),
            ("e4&nbsp;e5", vec![(Kind::Word, "e4&nbsp;e5")]),
            (
                "<br />e4<>",
                vec![
                    (Kind::Markup, "<br />"),
                    (Kind::Word, "e4"),
                    (Kind::Word, "<>"),
                ],
            ),
            (
                "e4\u{a0}e5\u{200b}",
                vec![(Kind::Word, "e4"), (Kind::Word, "e5\u{200b}")],
            ),
            (
                "[1] [e4",
                vec![
                    (Kind::Number(1, Dots::None), "[1]"),
                    (Kind::Bracket, "["),
                    (Kind::Word, "e4"),
                ],
            ),
            (
                "[A \"x\"] }",
                vec![(Kind::Tag, "[A \"x\"]"), (Kind::StrayBrace, "}")],
            ),
        ] {
            assert_eq!(lex(text), expected, "{text:?}");
        }
    }

    #[test]
    fn gaps_are_told() {
        let mut lexer = Lexer::new("a b\nc\r\n\r\nd", 0);
        let gaps: Vec<_> = (0..4).map(|_| lexer.next().gap).collect();
        assert_eq!(gaps, [Gap::Blank, Gap::Same, Gap::Line, Gap::Blank]);
    }
}
