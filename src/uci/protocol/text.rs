//! Text that is safe to put on a line of the protocol: the constructors refuse or replace every
//! control character, so a value can never end the line or begin another command.

use std::fmt;

use thiserror::Error;

/// Why a text cannot stand in a line of the protocol.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum TextError {
    /// Nothing but blanks where a name is needed.
    #[error("the text is empty")]
    Empty,
    /// A line break or another control character.
    #[error("control character U+{code_point:04X} at character {at}")]
    Control {
        /// The character.
        code_point: u32,
        /// Its place, in characters from 0.
        at: usize,
    },
    /// The word `value` inside an option's name, where it would end the name.
    #[error("the word \"value\" cannot be part of an option's name")]
    Reserved,
}

impl TextError {
    /// The stable name of the fault.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "uci-text-empty",
            Self::Control { .. } => "uci-text-control",
            Self::Reserved => "uci-text-reserved",
        }
    }
}

fn refuse_control(text: &str) -> Result<(), TextError> {
    match text.chars().enumerate().find(|(_, c)| c.is_control()) {
        Some((at, c)) => Err(TextError::Control {
            code_point: u32::from(c),
            at,
        }),
        None => Ok(()),
    }
}

/// Free text on one line: a name, an author, an info string, a FEN.
#[derive(Clone, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Text(String);

impl Text {
    /// The most characters that [`Text::lossy`] keeps.
    pub const MAX_CHARS: usize = 512;

    /// Takes a text as it is, blanks around it removed.
    ///
    /// # Errors
    ///
    /// [`TextError::Control`] when it holds a control character.
    pub fn new(text: &str) -> Result<Self, TextError> {
        refuse_control(text)?;
        Ok(Self(text.trim().to_owned()))
    }

    /// Takes any text: control characters become blanks, and what is over
    /// [`Text::MAX_CHARS`] is cut.
    pub fn lossy(text: &str) -> Self {
        let clean: String = text
            .trim()
            .chars()
            .take(Self::MAX_CHARS)
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        Self(clean.trim().to_owned())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The name of an option; two names are the same when they differ only in case, as UCI says.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct OptionName(String);

impl OptionName {
    /// Takes a name; runs of blanks in it become one blank.
    ///
    /// # Errors
    ///
    /// [`TextError::Empty`], [`TextError::Control`], or [`TextError::Reserved`] when it holds the
    /// word `value`.
    pub fn new(name: &str) -> Result<Self, TextError> {
        refuse_control(name)?;
        let words: Vec<&str> = name.split_whitespace().collect();
        if words.is_empty() {
            return Err(TextError::Empty);
        }
        if words.iter().any(|word| word.eq_ignore_ascii_case("value")) {
            return Err(TextError::Reserved);
        }
        Ok(Self(words.join(" ")))
    }

    /// The name as the engine spells it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether both name the same option.
    pub fn is(&self, name: &str) -> bool {
        self.0.eq_ignore_ascii_case(name)
    }
}

impl fmt::Display for OptionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The value of an option; the empty text is written `<empty>`.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct OptionValue(String);

/// How UCI writes a text without characters.
pub(super) const EMPTY: &str = "<empty>";

impl OptionValue {
    /// Takes a value, blanks around it removed; `<empty>` is the empty text.
    ///
    /// # Errors
    ///
    /// [`TextError::Control`] when it holds a control character.
    pub fn new(value: &str) -> Result<Self, TextError> {
        refuse_control(value)?;
        let value = value.trim();
        Ok(Self(if value == EMPTY {
            String::new()
        } else {
            value.to_owned()
        }))
    }

    /// A number.
    pub fn number(value: i64) -> Self {
        Self(value.to_string())
    }

    /// The value of a `check` option that is on.
    pub fn on() -> Self {
        Self("true".to_owned())
    }

    /// The value of a `check` option that is off.
    pub fn off() -> Self {
        Self("false".to_owned())
    }

    /// The value; empty where UCI would write `<empty>`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { EMPTY } else { &self.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_break_gets_in() {
        for text in ["/x\nquit", "a\rb", "\u{0}", "x\u{7f}", "tab\there"] {
            assert!(OptionValue::new(text).is_err(), "input: {text:?}");
            assert!(OptionName::new(text).is_err(), "input: {text:?}");
            assert!(Text::new(text).is_err(), "input: {text:?}");
            assert!(
                !Text::lossy(text).as_str().chars().any(char::is_control),
                "input: {text:?}"
            );
        }
    }

    #[test]
    fn names_are_compared_without_case_and_cannot_hold_value() {
        assert!(OptionName::new(" Clear  Hash ").unwrap().is("clear hash"));
        assert_eq!(OptionName::new("my Value"), Err(TextError::Reserved));
        assert_eq!(OptionName::new("  "), Err(TextError::Empty));
    }

    #[test]
    fn the_empty_value_is_written_out() {
        let value = OptionValue::new(" <empty> ").unwrap();
        assert_eq!((value.as_str(), value.to_string().as_str()), ("", EMPTY));
    }
}
