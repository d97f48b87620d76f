//! A whole number as clients send it: in JSON a number, in queries and forms its digits.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

/// A whole number of any size up to 127 bits; its range is judged by whoever uses it, so that an
/// absurd one gets an answer that names the range.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Number(pub(super) i128);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberVisitor).map(Number)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = i128;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<i128, E> {
        Ok(i128::from(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<i128, E> {
        Ok(i128::from(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<i128, E> {
        // Whole numbers beyond 64 bits arrive as floats; they are out of every range anyway.
        let whole = value.is_finite() && value.fract() == 0.0;
        if !whole {
            return Err(E::invalid_value(Unexpected::Float(value), &self));
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "saturates, and stays out of range"
        )]
        Ok(value as i128)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<i128, E> {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(E::invalid_value(Unexpected::Str(text), &self));
        }
        let huge = if text.starts_with('-') {
            i128::MIN
        } else {
            i128::MAX
        };
        Ok(text.parse().unwrap_or(huge))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_of_any_size() {
        for (json, expected) in [
            ("8", Some(8)),
            ("-1", Some(-1)),
            ("8.0", Some(8)),
            ("8.5", None),
            ("\"12\"", Some(12)),
            ("\"1e3\"", None),
            ("\"\"", None),
            ("true", None),
            ("1e300", Some(i128::MAX)),
            (
                "\"99999999999999999999999999999999999999999999\"",
                Some(i128::MAX),
            ),
        ] {
            let number = serde_json::from_str::<Number>(json).ok().map(|n| n.0);
            assert_eq!(number, expected, "input: {json}");
        }
    }
}
