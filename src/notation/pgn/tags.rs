//! Tag pairs: `[Name "value"]`, and what people make of them.

use compact_str::CompactString;

/// The seven tags that every game in export format starts with, in order, with the values that
/// stand for "not known" (PGN standard, 8.1.1).
pub const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// A tag pair. The value is unescaped.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Tag {
    /// The name as given; empty where the text has none.
    pub name: CompactString,
    /// The value without its quotes.
    pub value: CompactString,
}

/// A deviation from `[Name "value"]` that did not keep the tag from being read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Flaw {
    /// Quotes inside the value without a backslash.
    BareQuotes,
    /// Other quotes than `"` around the value.
    OddQuotes,
    /// No quotes around the value, or no value.
    Unquoted,
    /// The closing quote or bracket is missing.
    Unclosed,
    /// The value goes on in the next line.
    BrokenLine,
    /// No name.
    Nameless,
}

/// A tag pair found in a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Scanned {
    pub(super) tag: Tag,
    pub(super) flaw: Option<Flaw>,
    /// Where the text goes on.
    pub(super) end: usize,
}

/// Tags that are read even without quotes.
const KNOWN: &[&str] = &[
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "ECO",
    "FEN",
    "SetUp",
    "Variant",
    "TimeControl",
    "Termination",
    "Annotator",
    "PlyCount",
    "WhiteElo",
    "BlackElo",
    "EventDate",
    "Opening",
    "Variation",
    "Time",
    "Mode",
    "Source",
    "UTCDate",
    "UTCTime",
];

/// The name of the tag pair that starts here. Looks at one line only.
pub(super) fn name(text: &str) -> Option<&str> {
    let quoted = head(text).map(|(name, _)| name);
    quoted.or_else(|| unquoted(text).map(|(name, ..)| name))
}

/// How many characters behind the bracket the quote is looked for in.
const WINDOW: usize = 80;

/// The name, and where the opening quote stands.
fn head(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix('[')?;
    let plain = inner
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let plain = plain.take(WINDOW).count();
    if plain > 0 && inner[plain..].starts_with(" \"") {
        return Some((&inner[..plain], plain + 2));
    }
    let quote = inner.char_indices().take(WINDOW).find(|&(_, ch)| {
        is_quote(ch)
            || matches!(
                ch,
                ']' | '[' | '{' | '}' | '(' | ')' | '\n' | '\r' | '.' | '%'
            )
    })?;
    let name = inner[..quote.0].trim();
    let plausible = name.chars().all(|ch| {
        ch.is_alphanumeric() || matches!(ch, '_' | '-' | ' ' | '+' | '#' | '=' | ':' | '/')
    });
    // As it is written, with a blank before the quote, it has to be found again.
    let short = name.chars().count() + 1 < WINDOW;
    (is_quote(quote.1) && plausible && short).then_some((name, quote.0 + 1))
}

fn is_quote(ch: char) -> bool {
    matches!(
        ch,
        '"' | '“' | '”' | '„' | '«' | '»' | '\'' | '’' | '‘' | '″'
    )
}

/// Reads the tag pair at the start of `text`.
pub(super) fn scan(text: &str) -> Option<Scanned> {
    let Some((name, quote_at)) = head(text) else {
        return scan_unquoted(text);
    };
    let value = &text[quote_at..];
    if let Some(length) = regular(value) {
        return Some(Scanned {
            tag: Tag {
                name: name.into(),
                value: value[1..=length].into(),
            },
            flaw: name.is_empty().then_some(Flaw::Nameless),
            end: quote_at + length + 3,
        });
    }
    let line_end = memchr::memchr2(b'\n', b'\r', text.as_bytes()).unwrap_or(text.len());
    let line = &text[..line_end];
    let opener = line[quote_at..].chars().next()?;
    let start = quote_at + opener.len_utf8();
    let odd = (opener != '"').then_some(Flaw::OddQuotes);
    let found = closed(line, start, opener)
        .or_else(|| backslash_at_the_end(line, start))
        .or_else(|| broken_line(text, line_end, start))
        .unwrap_or_else(|| unclosed(line, start));
    let flaw = name.is_empty().then_some(Flaw::Nameless);
    Some(Scanned {
        tag: Tag {
            name: name.into(),
            value: found.value.into(),
        },
        flaw: flaw.or(found.flaw).or(odd),
        end: found.end,
    })
}

struct Value {
    value: String,
    flaw: Option<Flaw>,
    end: usize,
}

/// The regular way: up to the first quote that a bracket follows.
fn closed(line: &str, start: usize, opener: char) -> Option<Value> {
    let mut value = String::new();
    let mut flaw = None;
    let mut chars = line[start..].char_indices().peekable();
    while let Some((at, ch)) = chars.next() {
        let next = chars.peek().map(|&(_, ch)| ch);
        if ch == '\\' && matches!(next, Some('"' | '\\')) {
            value.extend(next);
            chars.next();
        } else if is_quote(ch) && (ch == '"') == (opener == '"') {
            if let Some(end) = bracket_after(line, start + at + ch.len_utf8()) {
                return Some(Value { value, flaw, end });
            }
            if opener == '"' {
                flaw = Some(Flaw::BareQuotes);
            }
            value.push(ch);
        } else {
            value.push(ch);
        }
    }
    None
}

/// Where the bracket that follows, after blanks, ends.
fn bracket_after(line: &str, at: usize) -> Option<usize> {
    let rest = line[at..].trim_start_matches([' ', '\t']);
    rest.starts_with(']').then(|| line.len() - rest.len() + 1)
}

/// `[Path "C:\"]`: a backslash that its author did not mean as an escape.
fn backslash_at_the_end(line: &str, start: usize) -> Option<Value> {
    let at = line.rfind("\"]").filter(|&at| at >= start)?;
    Some(Value {
        value: line[start..at].replace("\\\\", "\\"),
        flaw: Some(Flaw::BareQuotes),
        end: at + 2,
    })
}

/// A value that is closed in the next line.
fn broken_line(text: &str, line_end: usize, start: usize) -> Option<Value> {
    let first = &text[start..line_end];
    if first.trim_end().ends_with(']') {
        return None;
    }
    let rest = &text[line_end..];
    let rest = rest
        .strip_prefix("\r\n")
        .or_else(|| rest.strip_prefix(['\n', '\r']))?;
    let next_end = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
    let next = &rest[..next_end];
    if next.trim_start().starts_with('[') {
        return None;
    }
    let at = next.find("\"]")?;
    Some(Value {
        value: format!("{} {}", first.trim_end(), next[..at].trim_start()),
        flaw: Some(Flaw::BrokenLine),
        end: text.len() - rest.len() + at + 2,
    })
}

/// Whatever stands to the end of the line.
fn unclosed(line: &str, start: usize) -> Value {
    let rest = line[start..].trim_end();
    let rest = rest.strip_suffix(']').unwrap_or(rest).trim_end();
    let rest = rest.strip_suffix('"').unwrap_or(rest);
    Value {
        value: rest.replace("\\\"", "\"").replace("\\\\", "\\"),
        flaw: Some(Flaw::Unclosed),
        end: line.len(),
    }
}

/// A tag without quotes on a line of its own, `[Result 1-0]` or `[Site]`, if its name is
/// a well-known one: the name, the value, and where it ends.
fn unquoted(text: &str) -> Option<(&str, &str, usize)> {
    let inner = text.strip_prefix('[')?;
    let name_end = inner.find([' ', '\t', ']'])?;
    let name = inner.get(..name_end).filter(|name| KNOWN.contains(name))?;
    let line_end = memchr::memchr2(b'\n', b'\r', text.as_bytes()).unwrap_or(text.len());
    let line = text[..line_end].trim_end();
    let value = line.strip_suffix(']')?.get(1 + name_end..)?;
    Some((name, value.trim().trim_end_matches('"'), line.len()))
}

fn scan_unquoted(text: &str) -> Option<Scanned> {
    let (name, value, end) = unquoted(text)?;
    Some(Scanned {
        tag: Tag {
            name: name.into(),
            value: value.into(),
        },
        flaw: Some(Flaw::Unquoted),
        end,
    })
}

/// Whether the line, which starts with a tag of this name, is one tag pair and nothing else, in the
/// regular form.
pub(super) fn is_whole_line(line: &str, name: &str) -> bool {
    let Some(value) = line.get(1 + name.len()..) else {
        return false;
    };
    let regular = value.strip_prefix(" ").and_then(regular);
    regular.is_some_and(|length| length + 4 == value.len())
}

/// The length of a value in regular form, `"value"]`: neither quotes nor backslashes in it.
fn regular(text: &str) -> Option<usize> {
    let value = text.strip_prefix('"')?.as_bytes();
    let length = memchr::memchr3(b'"', b'\\', b'\n', value)?;
    (value[length..].starts_with(b"\"]")).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_however_they_are_quoted() {
        for (text, value, flaw) in [
            (r#"[A "x"]"#, "x", None),
            (r#"[A ""]"#, "", None),
            (r#"[A "a \"b\" c"]"#, "a \"b\" c", None),
            (r#"[A "C:\\"]"#, "C:\\", None),
            (r#"[A "C:\"]"#, "C:\\", Some(Flaw::BareQuotes)),
            (
                r#"[A "5th "Memorial" Int"]"#,
                "5th \"Memorial\" Int",
                Some(Flaw::BareQuotes),
            ),
            (
                r#"[A "Club "Victory""]"#,
                "Club \"Victory\"",
                Some(Flaw::BareQuotes),
            ),
            (r#"[A "x" ] 1. e4"#, "x", None),
            (r#"[A "\"A]][\"\\"]"#, "\"A]][\"\\", None),
            (r#"[A "A]]["] [B "b"]"#, "A]][", None),
            ("[A “x”]", "x", Some(Flaw::OddQuotes)),
            ("[A 'O'Neill']", "O'Neill", Some(Flaw::OddQuotes)),
            ("[A \"x]", "x", Some(Flaw::Unclosed)),
            ("[A \"x\"", "x", Some(Flaw::Unclosed)),
            (
                "[A \"Somewhere\r\non Earth\"]",
                "Somewhere on Earth",
                Some(Flaw::BrokenLine),
            ),
            ("[A \"\n\n*", "", Some(Flaw::Unclosed)),
            ("[\"Somewhere\"]", "Somewhere", Some(Flaw::Nameless)),
        ] {
            let scanned = scan(text).unwrap();
            assert_eq!(
                (scanned.tag.value.as_str(), scanned.flaw),
                (value, flaw),
                "{text:?}"
            );
        }
        assert_eq!(scan(r#"[A "x" ] 1. e4"#).unwrap().end, 8);
    }

    #[test]
    fn other_brackets_are_no_tags() {
        for text in [
            "[1. c4 e6]",
            "[%clk 0:01]",
            "[",
            "[]",
            "[1] e4 \"x\"",
            "[c4 e6 2. Nf3]",
        ] {
            assert_eq!(name(text), None, "{text:?}");
        }
    }

    #[test]
    fn well_known_tags_need_no_quotes() {
        for (text, known, value) in [
            ("[Result 1-0]\n", "Result", "1-0"),
            ("[Event ?\"]\n", "Event", "?"),
            ("[Site]", "Site", ""),
            ("[WhiteElo 2000]", "WhiteElo", "2000"),
        ] {
            let tag = scan(text).unwrap().tag;
            assert_eq!((tag.name.as_str(), tag.value.as_str()), (known, value));
        }
    }

    #[test]
    fn a_whole_line_is_one_regular_tag() {
        assert!(is_whole_line("[A \"x y\"]", "A"));
        for line in ["[A \"x\"] 1. e4", "[A \"x\\\"\"]", "[A 'x']", "[A \"x]"] {
            assert!(!is_whole_line(line, "A"), "{line:?}");
        }
    }
}
