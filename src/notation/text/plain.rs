//! Pasted text made plain: what word processors, web pages and URLs do to chess notation is undone,
//! each change remembered with its place.
//!
//! The result is a list of [`Glyph`]s that know which characters of the input they stand for, so
//! that whatever is found later is told in offsets of the text as given.

use super::entity::entity;

/// A character as read, and the characters of the input that it stands for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::notation) struct Glyph {
    pub(in crate::notation) ch: char,
    pub(in crate::notation) start: usize,
    pub(in crate::notation) end: usize,
}

/// What was done to the text to make it plain.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::notation) enum Change {
    /// A character without width was left out: BOM, zero-width space, direction mark.
    Invisible,
    /// An unusual blank became a plain one: NBSP, thin space.
    Blank,
    /// An unusual dash became `-`.
    Dash,
    /// An HTML entity was decoded: `&nbsp;`, `&#8211;`.
    Entity,
    /// A URL escape was decoded: `%20`.
    Escape,
    /// An HTML tag was left out: `<b>`.
    Tag,
    /// A wide or otherwise styled form became its plain letter: `Ｎ`.
    Style,
}

/// A change and its place.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::notation) struct Changed {
    pub(in crate::notation) change: Change,
    pub(in crate::notation) start: usize,
    pub(in crate::notation) end: usize,
}

/// Which conventions of the web to undo.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::notation) enum Web {
    /// Entities and tags.
    Html,
    /// Entities, tags, and URL escapes.
    HtmlAndUrl,
}

/// Makes a text plain. Never fails; what it does not know stays as it is.
pub(in crate::notation) fn plain(text: &str, web: Web) -> (Vec<Glyph>, Vec<Changed>) {
    let chars: Vec<char> = text.chars().collect();
    let mut cleaner = Cleaner {
        glyphs: Vec::with_capacity(chars.len()),
        changes: Vec::new(),
    };
    let mut at = 0;
    while at < chars.len() {
        at += cleaner.step(&chars, at, web);
    }
    (cleaner.glyphs, cleaner.changes)
}

struct Cleaner {
    glyphs: Vec<Glyph>,
    changes: Vec<Changed>,
}

impl Cleaner {
    /// Reads one unit at `at`; how many characters it took.
    fn step(&mut self, chars: &[char], at: usize, web: Web) -> usize {
        let rest = &chars[at..];
        let coded = match rest[0] {
            '&' => entity(rest).map(|(ch, taken)| (ch, taken, Change::Entity)),
            '%' if web == Web::HtmlAndUrl => {
                url_escape(rest).map(|(ch, taken)| (ch, taken, Change::Escape))
            }
            '<' => tag(rest).map(|taken| (' ', taken, Change::Tag)),
            _ => None,
        };
        if let Some((ch, taken, change)) = coded {
            self.note(change, at, at + taken);
            let plain = plain_form(ch).map_or(Some(ch), |(_, plain)| plain);
            self.put(plain, at, at + taken);
            return taken;
        }
        match plain_form(rest[0]) {
            Some((change, plain)) => {
                self.note(change, at, at + 1);
                self.put(plain, at, at + 1);
            }
            None => self.put(Some(rest[0]), at, at + 1),
        }
        1
    }

    fn put(&mut self, ch: Option<char>, start: usize, end: usize) {
        if let Some(ch) = ch {
            self.glyphs.push(Glyph { ch, start, end });
        }
    }

    fn note(&mut self, change: Change, start: usize, end: usize) {
        self.changes.push(Changed { change, start, end });
    }
}

/// What an odd character stands for; `Some((_, None))`: nothing.
fn plain_form(ch: char) -> Option<(Change, Option<char>)> {
    match ch {
        '\0'..='\x7f' => None,
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => {
            Some((Change::Blank, Some(' ')))
        }
        '\u{85}' | '\u{2028}' | '\u{2029}' => Some((Change::Blank, Some('\n'))),
        '\u{2010}'..='\u{2015}'
        | '\u{2043}'
        | '\u{2212}'
        | '\u{2796}'
        | '\u{fe58}'
        | '\u{fe63}'
        | '\u{ff0d}' => Some((Change::Dash, Some('-'))),
        '\u{ff01}'..='\u{ff5e}' => {
            let plain = char::from_u32(u32::from(ch) - 0xff01 + 0x21);
            Some((Change::Style, plain))
        }
        '\u{1d400}'..='\u{1d6a3}' => mathematical(ch).map(|plain| (Change::Style, Some(plain))),
        '×' | '✕' | '✖' => Some((Change::Style, Some('x'))),
        _ if crate::notation::quote::is_hidden(ch) => Some((Change::Invisible, None)),
        _ => None,
    }
}

/// The letter behind a mathematical alphanumeric symbol: thirteen alphabets of 52 letters each.
fn mathematical(ch: char) -> Option<char> {
    let index = (u32::from(ch) - 0x1d400) % 52;
    let letter = if index < 26 {
        u32::from('A') + index
    } else {
        u32::from('a') + index - 26
    };
    char::from_u32(letter)
}

/// A URL escape, which may hold a character of several bytes: `%E2%80%93`.
fn url_escape(rest: &[char]) -> Option<(char, usize)> {
    let mut bytes = Vec::with_capacity(4);
    let mut at = 0;
    while bytes.len() < 4 {
        let &[percent, high, low] = rest.get(at..at + 3)? else {
            return None;
        };
        if percent != '%' {
            return None;
        }
        let byte = high.to_digit(16)? * 16 + low.to_digit(16)?;
        bytes.push(u8::try_from(byte).ok()?);
        at += 3;
        if let Ok(decoded) = std::str::from_utf8(&bytes) {
            return Some((decoded.chars().next()?, at));
        }
    }
    None
}

/// The length of an HTML tag: `<b>`, `</p>`, `<br />`.
fn tag(rest: &[char]) -> Option<usize> {
    let name = rest.get(1..)?;
    let first = name.first().filter(|&&ch| ch != '/').or(name.get(1))?;
    if !first.is_ascii_alphabetic() {
        return None;
    }
    let close = rest.iter().take(256).position(|&ch| ch == '>')?;
    let inside = &rest[1..close];
    (!inside.contains(&'<')).then_some(close + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, Vec<Change>) {
        let (glyphs, changes) = plain(text, Web::HtmlAndUrl);
        let text = glyphs.iter().map(|g| g.ch).collect();
        (text, changes.iter().map(|c| c.change).collect())
    }

    #[test]
    fn what_the_web_did_is_undone() {
        for (text, expected, change) in [
            ("\u{feff}e4", "e4", Change::Invisible),
            ("a\u{a0}b", "a b", Change::Blank),
            ("O–O", "O-O", Change::Dash),
            ("O&ndash;O", "O-O", Change::Entity),
            ("&#9816;f3", "♘f3", Change::Entity),
            ("a%20b", "a b", Change::Escape),
            ("%E2%99%98f3", "♘f3", Change::Escape),
            ("<b>e4", " e4", Change::Tag),
            ("Ｎf3", "Nf3", Change::Style),
            ("𝐍f3", "Nf3", Change::Style),
        ] {
            assert_eq!(read(text), (expected.into(), vec![change]), "{text:?}");
        }
    }

    #[test]
    fn what_only_looks_so_stays() {
        for text in [
            "<>",
            "< 3",
            "&",
            "&foo",
            "100%",
            "%zz",
            "a<b",
            "&#xffffffff;",
        ] {
            assert_eq!(read(text), (text.into(), vec![]), "{text:?}");
        }
    }

    #[test]
    fn offsets_are_those_of_the_input() {
        let (glyphs, _) = plain("é&nbsp;x", Web::Html);
        let places: Vec<_> = glyphs.iter().map(|g| (g.start, g.end)).collect();
        assert_eq!(places, [(0, 1), (1, 7), (7, 8)]);
    }
}
