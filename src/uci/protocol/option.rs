//! What an engine lets one set.

use std::fmt;

use super::text::EMPTY;
use super::{OptionName, OptionValue, Text};

/// One declared option.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OptionDecl {
    /// Its name, as the engine spells it.
    pub name: OptionName,
    /// What it takes.
    pub kind: OptionKind,
}

/// What an option takes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// Value at the start.
        default: bool,
    },
    /// A whole number within `min..=max`.
    Spin {
        /// Value at the start.
        default: i64,
        /// Smallest value.
        min: i64,
        /// Largest value, never below `min`.
        max: i64,
    },
    /// One of several texts.
    Combo {
        /// Value at the start.
        default: Text,
        /// The values allowed.
        vars: Vec<Text>,
    },
    /// Something to press.
    Button,
    /// Any text.
    String {
        /// Value at the start; empty where UCI writes `<empty>`.
        default: Text,
    },
}

impl OptionDecl {
    /// The value nearest to `value` that the engine says it takes: numbers are clamped, words of a
    /// `combo` and of a `check` compared without case. `None` when it takes no such value.
    pub fn fit(&self, value: &OptionValue) -> Option<OptionValue> {
        let text = value.as_str();
        match &self.kind {
            OptionKind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" => Some(OptionValue::on()),
                "false" => Some(OptionValue::off()),
                _ => None,
            },
            OptionKind::Spin { min, max, .. } => {
                let number = text.parse::<i128>().ok()?;
                let clamped = number.clamp(i128::from(*min), i128::from(*max));
                i64::try_from(clamped).ok().map(OptionValue::number)
            }
            OptionKind::Combo { vars, .. } => vars
                .iter()
                .find(|var| var.as_str().eq_ignore_ascii_case(text))
                .and_then(|var| OptionValue::new(var.as_str()).ok()),
            OptionKind::Button => None,
            OptionKind::String { .. } => Some(value.clone()),
        }
    }
}

impl OptionDecl {
    /// Its value at the start; `None` for a button.
    pub fn at_start(&self) -> Option<OptionValue> {
        match &self.kind {
            OptionKind::Check { default: true } => Some(OptionValue::on()),
            OptionKind::Check { default: false } => Some(OptionValue::off()),
            OptionKind::Spin { default, .. } => Some(OptionValue::number(*default)),
            OptionKind::Combo { default, .. } | OptionKind::String { default } => {
                OptionValue::new(default.as_str()).ok()
            }
            OptionKind::Button => None,
        }
    }
}

impl fmt::Display for OptionDecl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, vars } => {
                write!(f, "combo default {default}")?;
                vars.iter().try_for_each(|var| write!(f, " var {var}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } if default.as_str().is_empty() => {
                write!(f, "string default {EMPTY}")
            }
            OptionKind::String { default } => write!(f, "string default {default}"),
        }
    }
}
