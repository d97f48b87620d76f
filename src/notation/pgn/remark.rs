//! What stands beside a move: annotation glyphs, comments, and text that could not be read.

use super::Nag;

/// Where a comment stands.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Side {
    /// Before the move that it belongs to: only the first of a variation has such comments.
    Before,
    /// After the move, or before the first move of the game.
    After,
}

/// One remark; those of a move keep their order.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Remark<'a> {
    /// An annotation glyph.
    Nag(Nag),
    /// A comment: blanks around it are gone, a line break reads as a blank, a blank line as one
    /// blank line. Commands (`[%clk 0:01:00]`) are in it as written; see [`parts`](super::parts).
    Comment(Side, &'a str),
    /// Text in the place of moves that could not be read, as written.
    Unread(&'a str),
}

/// Whether a comment may go over several lines.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Lines {
    One,
    Some,
}

/// Appends a comment's text as it is kept: trimmed, lines joined.
pub(super) fn fold(raw: &str, out: &mut String) {
    let text = raw.trim_ascii();
    if memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_none() {
        return out.push_str(text);
    }
    let mut blank_lines = 0;
    for (index, line) in lines(text).enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() {
            blank_lines += 1;
            continue;
        }
        match (index, blank_lines) {
            (0, _) => {}
            (_, 0) => out.push(' '),
            _ => out.push_str("\n\n"),
        }
        blank_lines = 0;
        out.push_str(line);
    }
}

/// Appends unread text as it is kept: every line break with the blanks around it becomes a blank.
pub(super) fn fold_all(raw: &str, out: &mut String) {
    let lines = lines(raw).map(|line| line.trim_ascii());
    for (index, line) in lines.filter(|line| !line.is_empty()).enumerate() {
        if index > 0 {
            out.push(' ');
        }
        out.push_str(line);
    }
}

/// The lines of a text, whichever way they end.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n')
        .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_and_paragraphs_kept() {
        for (raw, expected) in [
            (" a  b ", "a  b"),
            ("a\nb", "a b"),
            ("a \r\n  b", "a b"),
            ("a\r\rb", "a\n\nb"),
            ("a\n \n\n b\n", "a\n\nb"),
            ("\n", ""),
        ] {
            let mut out = String::new();
            fold(raw, &mut out);
            assert_eq!(out, expected, "{raw:?}");
            let once = out.clone();
            out.clear();
            fold(&once, &mut out);
            assert_eq!(out, once);
        }
    }
}
