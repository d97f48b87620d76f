//! Quoting of input in messages: at most 80 characters, with everything that could forge a line of
//! a log or turn the text around written as an escape.

use std::fmt::{self, Display, Write as _};

/// How many characters of the input a quote shows.
pub const MAX_QUOTED: usize = 80;

/// The input in double quotes, cut and escaped: control characters, line and paragraph separators,
/// and the characters that change the direction of text appear as `\u{…}`.
pub fn quote(text: &str) -> impl Display + '_ {
    Quoted(text)
}

struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for ch in self.0.chars().take(MAX_QUOTED) {
            match ch {
                '"' | '\\' => write!(f, "\\{ch}")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                _ if is_hidden(ch) => write!(f, "\\u{{{:x}}}", u32::from(ch))?,
                _ => f.write_char(ch)?,
            }
        }
        if self.0.chars().nth(MAX_QUOTED).is_some() {
            f.write_char('…')?;
        }
        f.write_char('"')
    }
}

/// Whether a character shows nothing, or turns what stands around it: controls, format characters,
/// separators.
pub(super) fn is_hidden(ch: char) -> bool {
    ch.is_control()
        || matches!(ch,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_deceive_is_escaped() {
        assert_eq!(quote("a\nb").to_string(), r#""a\nb""#);
        assert_eq!(quote("\u{202e}x").to_string(), r#""\u{202e}x""#);
        assert_eq!(quote("\u{1b}[2J").to_string(), r#""\u{1b}[2J""#);
        assert_eq!(quote("say \"hi\"").to_string(), r#""say \"hi\"""#);
    }

    #[test]
    fn long_input_is_cut() {
        let shown = quote(&"é".repeat(100)).to_string();
        assert_eq!(shown, format!("\"{}…\"", "é".repeat(80)));
        assert!(!quote(&"é".repeat(80)).to_string().contains('…'));
    }
}
