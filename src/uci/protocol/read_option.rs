//! Reads `option` declarations.

use super::text::EMPTY;
use super::{OptionDecl, OptionKind, OptionName, Text};

/// The most values of one `combo` that are kept.
const MAX_VARS: usize = 256;

/// The words of a declaration, sorted by the key that they follow.
#[derive(Default)]
struct Fields<'a> {
    name: Vec<&'a str>,
    kind: Vec<&'a str>,
    default: Vec<&'a str>,
    min: Vec<&'a str>,
    max: Vec<&'a str>,
    vars: Vec<Vec<&'a str>>,
}

impl OptionDecl {
    /// Reads what follows the word `option`; `None` when it declares nothing usable.
    pub(super) fn read(rest: &str) -> Option<Self> {
        let fields = Fields::sort(rest);
        Some(Self {
            name: OptionName::new(&fields.name.join(" ")).ok()?,
            kind: fields.kind()?,
        })
    }
}

impl<'a> Fields<'a> {
    fn sort(rest: &'a str) -> Self {
        let mut fields = Self::default();
        let mut key = "";
        for word in rest.split_whitespace() {
            // A name may hold any word but `type`, which ends it.
            let is_key = match word {
                "name" => key.is_empty(),
                "type" => key == "name",
                "default" | "min" | "max" | "var" => !matches!(key, "" | "name"),
                _ => false,
            };
            if is_key {
                key = word;
                match key {
                    "var" if fields.vars.len() == MAX_VARS => key = "var too many",
                    "var" => fields.vars.push(Vec::new()),
                    _ => {}
                }
            } else {
                fields.put(key, word);
            }
        }
        fields
    }

    fn put(&mut self, key: &str, word: &'a str) {
        match key {
            "name" => self.name.push(word),
            "type" => self.kind.push(word),
            "default" => self.default.push(word),
            "min" => self.min.push(word),
            "max" => self.max.push(word),
            "var" => {
                if let Some(var) = self.vars.last_mut() {
                    var.push(word);
                }
            }
            _ => {}
        }
    }

    fn kind(&self) -> Option<OptionKind> {
        match *self.kind.first()? {
            "check" => Some(OptionKind::Check {
                default: self.default.first().is_some_and(|word| *word == "true"),
            }),
            "spin" => self.spin(),
            "combo" => Some(OptionKind::Combo {
                default: text(&self.default),
                vars: self.vars.iter().map(|var| text(var)).collect(),
            }),
            "button" => Some(OptionKind::Button),
            "string" => Some(OptionKind::String {
                default: text(&self.default),
            }),
            _ => None,
        }
    }

    /// A bound that is missing or unreadable bounds nothing; bounds that cross declare nothing.
    fn spin(&self) -> Option<OptionKind> {
        let min = number(&self.min).unwrap_or(i64::MIN);
        let max = number(&self.max).unwrap_or(i64::MAX);
        (min <= max).then(|| OptionKind::Spin {
            default: number(&self.default).unwrap_or(0).clamp(min, max),
            min,
            max,
        })
    }
}

fn number(words: &[&str]) -> Option<i64> {
    let number: i128 = words.first()?.parse().ok()?;
    i64::try_from(number.clamp(i128::from(i64::MIN), i128::from(i64::MAX))).ok()
}

/// A text, shortened to whole words: a part of one could be a key where the text is written.
fn text(words: &[&str]) -> Text {
    let text = words.join(" ");
    if text == EMPTY {
        return Text::default();
    }
    let text = Text::lossy(&text);
    let kept = text.as_str();
    match words.get(kept.split(' ').count() - 1) {
        Some(last) if !kept.ends_with(last) => {
            Text::lossy(kept.rsplit_once(' ').map_or(kept, |(whole, _)| whole))
        }
        _ => text,
    }
}
