//! `options`: what a client sets of a UCI engine, for one search.

use axum::http::StatusCode as S;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;

use super::problem::Problem;
use crate::analysis::{OutOfRange, Setting, Task, Threads};
use crate::engine::{ALLOWED, allowed, instead};
use crate::notation::quote;

/// Characters of a value.
const LONGEST: usize = 64;

/// Options that one request may set.
const MOST: usize = 16;

/// What the field `threads` says, too.
const THREADS: &str = "Threads";

/// Names and values as they were sent: an object, or a text `Name=value;Name=value`.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SettingsVisitor).map(Self)
    }
}

struct SettingsVisitor;

impl<'de> Visitor<'de> for SettingsVisitor {
    type Value = Vec<(String, String)>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object of options, or Name=value parted by semicolons")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        let parts = text
            .split(';')
            .map(str::trim)
            .filter(|part| !part.is_empty());
        let pairs = parts.map(|part| {
            let (name, value) = part.split_once('=')?;
            Some((name.trim().to_owned(), value.trim().to_owned()))
        });
        let pairs: Option<Vec<_>> = pairs.collect();
        pairs.ok_or_else(|| E::custom("expected Name=value parted by semicolons"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut pairs = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            let value = match value {
                Value::String(text) => text,
                Value::Bool(_) | Value::Number(_) => value.to_string(),
                Value::Null | Value::Array(_) | Value::Object(_) => {
                    return Err(A::Error::custom(
                        "the value of an option is a text, a number, true or false",
                    ));
                }
            };
            pairs.push((name, value));
        }
        Ok(pairs)
    }
}

impl Settings {
    /// Puts the options into a task. `Threads` is what the field `threads` is.
    pub(super) fn apply(self, task: &mut Task, has_threads: bool) -> Result<(), Problem> {
        if self.0.len() > MOST {
            let detail = format!("{} options, expected at most {MOST}", self.0.len());
            return Err(invalid(detail));
        }
        let mut threads = has_threads;
        for (name, value) in self.0 {
            let name = allowed(&name).ok_or_else(|| not_allowed(&name))?;
            let known = task.options.iter().any(|set| set.name == name);
            if known || (name == THREADS && threads) {
                let detail = format!("option {name:?} is given twice");
                return Err(
                    Problem::new(S::BAD_REQUEST, "duplicate-field", detail).field("options")
                );
            }
            if value.chars().count() > LONGEST || value.chars().any(char::is_control) {
                let value = quote(&value);
                let detail = format!(
                    "option {name:?} is {value}, expected at most {LONGEST} printable characters"
                );
                return Err(invalid(detail));
            }
            if name == THREADS {
                task.threads = read_threads(&value)?;
                threads = true;
            } else {
                task.options.push(Setting { name, value });
            }
        }
        // The order in which they are sent does not make another question.
        task.options.sort_unstable_by_key(|set| set.name);
        Ok(())
    }
}

fn read_threads(value: &str) -> Result<Threads, Problem> {
    let number = value.parse::<i128>();
    let number = number.map_err(|_| {
        let value = quote(value);
        invalid(format!(
            "option \"Threads\" is {value}, expected a whole number"
        ))
    })?;
    let of_options = |error: OutOfRange| Problem::from(error).field("options");
    Threads::try_from(number).map_err(of_options)
}

fn not_allowed(name: &str) -> Problem {
    let detail = match instead(name) {
        Some(field) => format!("{} is no option here: {field} says it", quote(name)),
        None => {
            let known = ALLOWED.join(", ");
            format!("option {} may not be set, only {known}", quote(name))
        }
    };
    Problem::new(S::UNPROCESSABLE_ENTITY, "option-not-allowed", detail).field("options")
}

fn invalid(detail: String) -> Problem {
    Problem::new(S::UNPROCESSABLE_ENTITY, "option-invalid", detail).field("options")
}
