//! Where the stream may be cut between two games: each piece is read on its own, as soon as it is
//! whole.
//!
//! A cut is made before a tag pair that starts a new game, and after a line that ends with a
//! result when a blank line or more movetext follows. It depends on the text alone, never on how it
//! arrived. Comments hide what is in them, unless they are evidently never closed.

use super::{outcome, prose, tags};

/// Finds the end of the section that starts the text.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    /// Everything before is dealt with.
    at: usize,
    /// Where the search for the end of the line or comment goes on.
    resume: usize,
    state: State,
    /// Where the line that is being read ends, and where the next starts.
    line: Option<(usize, usize)>,
    /// Where the names of the section's tags stand.
    names: Vec<(usize, usize)>,
    moves: bool,
    blank: bool,
    /// The last words of the line outside comments: where, and how long.
    last_words: (usize, usize),
    ended: bool,
    depth: usize,
}

impl Splitter {
    /// The length of the first whole section of `text`; `None`: not yet whole. `text` must start
    /// where the last section ended, and be the same as before with more behind it.
    pub(super) fn cut(&mut self, text: &str, input: Input) -> Option<usize> {
        let cut = self.scan(text, input);
        if cut.is_some() {
            let mut names = std::mem::take(&mut self.names);
            names.clear();
            *self = Self {
                names,
                ..Self::default()
            };
        }
        cut
    }

    fn scan(&mut self, text: &str, input: Input) -> Option<usize> {
        loop {
            match self.state {
                State::Comment(open) => match self.close(text, open, input) {
                    Close::Cut(at) => return Some(at),
                    Close::Wait => return None,
                    Close::At(end) => self.go_to(end, State::InLine),
                },
                State::InLine => self.rest_of_line(text, input)?,
                State::LineStart if self.at >= text.len() => {
                    return (input == Input::Ended && !text.is_empty()).then_some(text.len());
                }
                State::LineStart => {
                    if let Some(cut) = self.line(text, input)? {
                        return Some(cut);
                    }
                }
            }
        }
    }

    fn go_to(&mut self, at: usize, state: State) {
        self.at = at;
        self.resume = at;
        self.state = state;
    }

    /// Deals with a line from its start. `None`: it is not whole yet; `Some(Some(cut))`: cut there.
    fn line(&mut self, text: &str, input: Input) -> Option<Option<usize>> {
        let end = line_end(text, self.resume.max(self.at), input);
        let Some((end, next)) = end else {
            self.resume = text.len().saturating_sub(1);
            return None;
        };
        let start = self.at;
        let line = &text[start..end];
        let visible = start + (line.len() - skip_invisible(line).len());
        let content = &text[visible..end];
        if content.is_empty() {
            self.blank = true;
            self.go_to(next, State::LineStart);
            return Some((self.ended && self.depth == 0).then_some(next));
        }
        if content.starts_with('%') && visible == start {
            self.go_to(next, State::LineStart);
        } else if let Some(name) = tags::name(content) {
            if start > 0 && self.starts_game(text, name) {
                return Some(Some(start));
            }
            self.names.push((visible + 1, name.len()));
            self.blank = false;
            if tags::is_whole_line(content, name) {
                self.go_to(next, State::LineStart);
                return Some(None);
            }
            let after = after_tags(text, visible, end);
            if prose::is_prose(&text[after..end], prose::First::OfText) {
                self.go_to(next, State::LineStart);
            } else {
                self.go_to(after, State::InLine);
            }
        } else {
            let comment = content.starts_with(['{', ';', ')']);
            if self.ended && self.depth == 0 && !comment && start > 0 {
                return Some(Some(start));
            }
            self.go_to(visible, State::InLine);
        }
        Some(None)
    }

    /// Whether a tag of this name, here, belongs to a new game.
    fn starts_game(&self, text: &str, name: &str) -> bool {
        if self.moves {
            return true;
        }
        let is_known = |&(at, length): &(usize, usize)| text.get(at..at + length) == Some(name);
        let known = (self.blank || name == "Event") && self.names.iter().any(is_known);
        (self.blank && !self.names.is_empty() && (known || name == "Event"))
            || (known && name == "Event" && self.names.len() > 1)
    }

    /// Passes over the movetext that is left of a line, or up to the comment that opens in it.
    fn rest_of_line(&mut self, text: &str, input: Input) -> Option<()> {
        let known = self.line.filter(|&(end, _)| end >= self.at);
        let found = known.or_else(|| line_end(text, self.resume.max(self.at), input));
        let Some((end, next)) = found else {
            self.resume = text.len().saturating_sub(1);
            return None;
        };
        self.line = found;
        let mut from = self.at;
        let (stop, then) = loop {
            let Some(at) = self.next_sign(&text.as_bytes()[..end], from) else {
                break (end, (next, State::LineStart));
            };
            match text.as_bytes()[at] {
                b'{' => break (at, (at, State::Comment(at))),
                b';' if !ends_entity(&text[self.at..at]) => break (at, (next, State::LineStart)),
                _ => from = at + 1,
            }
        };
        let words = text[self.at..stop].trim_ascii_start();
        if !words.is_empty() {
            self.moves = true;
            self.blank = false;
            self.last_words = (stop - words.len(), words.trim_ascii_end().len());
        }
        self.go_to(then.0, then.1);
        if self.state == State::LineStart {
            let (start, length) = std::mem::take(&mut self.last_words);
            if length > 0 {
                self.ended = outcome::ends_with_result(&text[start..start + length]);
            }
        }
        Some(())
    }

    /// The next brace or semicolon; parentheses on the way are counted.
    fn next_sign(&mut self, bytes: &[u8], from: usize) -> Option<usize> {
        let mut at = from;
        while let Some(&byte) = bytes.get(at) {
            if SIGNS[usize::from(byte)] {
                match byte {
                    b'(' => self.depth += 1,
                    b')' => self.depth = self.depth.saturating_sub(1),
                    _ => return Some(at),
                }
            }
            at += 1;
        }
        None
    }

    /// The end of the comment that opened at `open`.
    fn close(&mut self, text: &str, open: usize, input: Input) -> Close {
        let bytes = text.as_bytes();
        if self.resume <= open {
            let first = memchr::memchr3(b'}', b'\n', b'\r', &bytes[open..]);
            if let Some(at) = first.filter(|&at| bytes[open + at] == b'}') {
                return Close::At(open + at + 1);
            }
        }
        let from = self.resume.max(open);
        match memchr::memchr(b'}', &bytes[from..]) {
            Some(at) => match never_closed(&text[open..from + at]) {
                Some(cut) => Close::Cut(open + cut),
                None => Close::At(from + at + 1),
            },
            None if input == Input::Ended => {
                Close::Cut(tag_line(&text[open..]).map_or(text.len(), |at| open + at))
            }
            None => {
                self.resume = text.len();
                Close::Wait
            }
        }
    }
}

/// The bytes of movetext that matter here.
const SIGNS: [bool; 256] = {
    let mut signs = [false; 256];
    signs[b'{' as usize] = true;
    signs[b';' as usize] = true;
    signs[b'(' as usize] = true;
    signs[b')' as usize] = true;
    signs
};

/// Where in a section the splitter is.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
enum State {
    #[default]
    LineStart,
    /// Behind the tags, or somewhere in the movetext, of a line.
    InLine,
    /// In the comment that opened there.
    Comment(usize),
}

/// Whether more of the stream may come.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Input {
    More,
    Ended,
}

enum Close {
    Cut(usize),
    At(usize),
    Wait,
}

/// Where the line ends, and where the next starts.
fn line_end(text: &str, from: usize, input: Input) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let Some(at) = memchr::memchr2(b'\n', b'\r', &bytes[from..]).map(|at| from + at) else {
        return (input == Input::Ended).then_some((text.len(), text.len()));
    };
    match (bytes[at], bytes.get(at + 1)) {
        (b'\r', Some(b'\n')) => Some((at, at + 2)),
        (b'\r', None) if input == Input::More => None,
        _ => Some((at, at + 1)),
    }
}

/// Blanks, characters without width, and HTML tags in front of a line.
fn skip_invisible(mut line: &str) -> &str {
    loop {
        line = line.trim_start_matches(|ch: char| {
            ch.is_whitespace() || matches!(ch, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}')
        });
        match markup(line) {
            Some(length) => line = &line[length..],
            None => return line,
        }
    }
}

/// The length of the HTML tag at the start of `text`: `<br />`, `</p>`. At most 256 bytes.
pub(super) fn markup(text: &str) -> Option<usize> {
    let name = text.strip_prefix("</").or_else(|| text.strip_prefix('<'))?;
    if !name.starts_with(|ch: char| ch.is_ascii_alphabetic() || ch == '!') {
        return None;
    }
    let end = name
        .bytes()
        .take(256)
        .position(|byte| matches!(byte, b'>' | b'<' | b'\n'))?;
    let length = text.len() - name.len() + end;
    text[length..].starts_with('>').then_some(length + 1)
}

/// Where the tags of a line end.
fn after_tags(text: &str, mut at: usize, line_end: usize) -> usize {
    while let Some(scanned) = tags::scan(&text[at..line_end]) {
        at += scanned.end;
        at += text[at..line_end].len() - skip_invisible(&text[at..line_end]).len();
    }
    at
}

/// Whether the text ends with an HTML entity but for its semicolon.
pub(super) fn ends_entity(text: &str) -> bool {
    let name = text.len()
        - text
            .bytes()
            .rev()
            .take(10)
            .take_while(u8::is_ascii_alphanumeric)
            .count();
    let before = &text[..name];
    name < text.len() && (before.ends_with('&') || before.ends_with("&#"))
}

/// Where, in a comment up to its closing brace, the next game evidently starts: a line with an
/// `Event` tag, with another comment opening behind it.
fn never_closed(comment: &str) -> Option<usize> {
    memchr::memchr2(b'\n', b'\r', comment.as_bytes())?;
    let at = tag_line(comment)?;
    memchr::memchr(b'{', &comment.as_bytes()[at..]).map(|_| at)
}

/// The first line that starts with a tag pair and opens a game: an `Event`, or any after a blank
/// line.
fn tag_line(text: &str) -> Option<usize> {
    let mut blank = false;
    let mut at = 0;
    while let Some((end, next)) = line_end(text, at, Input::More) {
        let line = &text[at..end];
        if at > 0
            && let Some(name) = tags::name(skip_invisible(line))
            && (blank || name == "Event")
        {
            return Some(at);
        }
        blank = at > 0 && line.trim().is_empty();
        at = next;
    }
    let last = tags::name(skip_invisible(&text[at..]));
    (at > 0 && last.is_some_and(|name| blank || name == "Event")).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sections(text: &str, piece: usize) -> Vec<String> {
        let mut splitter = Splitter::default();
        let mut buffer = String::new();
        let mut sections = Vec::new();
        let chars: Vec<char> = text.chars().collect();
        for chunk in chars.chunks(piece) {
            buffer.extend(chunk);
            while let Some(cut) = splitter.cut(&buffer, Input::More) {
                sections.push(buffer.drain(..cut).collect());
            }
        }
        while let Some(cut) = splitter.cut(&buffer, Input::Ended) {
            sections.push(buffer.drain(..cut).collect());
        }
        sections
    }

    #[test]
    fn sections_end_where_games_do() {
        for expected in [
            vec!["[A \"1\"]\n\n1. e4 *\n\n", "[A \"2\"]\n\n1. d4 *\n"],
            vec!["[Event \"1\"]\n[A \"x\"]\n\n", "[Event \"2\"]\n[A \"x\"]\n"],
            vec!["[Event \"1\"]\n[A \"x\"]\n", "[Event \"2\"]\n[A \"x\"]\n"],
            vec!["[A \"1\"]\n\n[B \"2\"]\n\n1. e4\n\n1... e5 *\n"],
            vec!["1. e4 1-0\n", "1. d4 *\n\n", "1. c4"],
            vec!["1. e4 1-0\n{c}\n\n", "1. d4"],
            vec!["1. e4 {[Event \"x\"]\n\n1-0\n\n} e5 *\r\n\r\n", "1. d4"],
            vec!["1. e4 { never\r\r", "[Event \"x\"]\r\r1. d4 {c} *"],
            vec!["1. e4 { never\n\n", "[White \"x\"]\n\n1. d4 *"],
            vec!["{c}\n\n[A \"1\"]\n1. e4 (1. d4 *\n\n) 1... e5 *"],
            vec!["<p>[A \"1\"]<br />\n1. e4&nbsp;e5 1-0</p>\n\n", "[A \"2\"]"],
            vec!["[A \"1\"] [B \"2\"] 1. e4 *\n", "[A \"3\"]"],
            vec!["% [A \"1\"]\n\n1. e4 ; 1-0\n\n1... e5\n"],
        ] {
            let text = expected.concat();
            for piece in [1, 2, 7, 1000] {
                assert_eq!(sections(&text, piece), expected, "{text:?} by {piece}");
            }
        }
    }
}
