//! The options that the session declares and takes.

use crate::analysis::{MultiPv, Threads};
use crate::position::Variant;
use crate::search::HashMib;
use crate::uci::{OptionDecl, OptionKind, OptionName, OptionValue};

/// Largest hash table that a GUI may ask for, in MiB.
const MAX_HASH_MIB: i64 = 65_536;
const MAX_THREADS: i64 = 256;

/// The options' values.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Settings {
    pub(super) hash: HashMib,
    pub(super) threads: Threads,
    pub(super) multipv: MultiPv,
    pub(super) variant: Variant,
    /// Taken off a clock for what the GUI and the connection cost, in milliseconds.
    pub(super) overhead_ms: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: HashMib::default(),
            threads: Threads::MIN,
            multipv: MultiPv::MIN,
            variant: Variant::Standard,
            overhead_ms: 10,
        }
    }
}

/// What a `setoption` asks beyond a changed value.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Effect {
    Nothing,
    /// The table has another size.
    Resize,
    /// The table is emptied.
    Clear,
    /// There is no such option, or it takes no such value.
    Unknown,
}

impl Settings {
    /// Everything that can be set, as `uci` lists it.
    pub(super) fn declarations() -> Vec<OptionDecl> {
        let spin = |default, min, max| OptionKind::Spin { default, min, max };
        let off = OptionKind::Check { default: false };
        [
            ("Hash", spin(16, 1, MAX_HASH_MIB)),
            ("Threads", spin(1, 1, MAX_THREADS)),
            ("MultiPV", spin(1, 1, i64::from(MultiPv::MAX.get()))),
            ("UCI_Chess960", off.clone()),
            ("Ponder", off),
            ("Move Overhead", spin(10, 0, 5000)),
            ("Clear Hash", OptionKind::Button),
        ]
        .into_iter()
        .filter_map(|(name, kind)| {
            Some(OptionDecl {
                name: OptionName::new(name).ok()?,
                kind,
            })
        })
        .collect()
    }

    /// Takes one value; a number outside its range becomes the nearest one inside.
    pub(super) fn set(&mut self, name: &OptionName, value: Option<&OptionValue>) -> Effect {
        if name.is("Clear Hash") {
            return Effect::Clear;
        }
        let declared = Self::declarations();
        let declared = declared.iter().find(|option| name.is(option.name.as_str()));
        let Some(value) = declared
            .zip(value)
            .and_then(|(option, value)| option.fit(value))
        else {
            return Effect::Unknown;
        };
        let number = value.as_str().parse::<i128>().unwrap_or(0);
        let mut effect = Effect::Nothing;
        if name.is("Hash") {
            let hash = HashMib::try_from(number).unwrap_or(self.hash);
            if hash != self.hash {
                (self.hash, effect) = (hash, Effect::Resize);
            }
        } else if name.is("Threads") {
            self.threads = Threads::try_from(number).unwrap_or(self.threads);
        } else if name.is("MultiPV") {
            self.multipv = MultiPv::try_from(number).unwrap_or(self.multipv);
        } else if name.is("Move Overhead") {
            self.overhead_ms = u64::try_from(number).unwrap_or(self.overhead_ms);
        } else if name.is("UCI_Chess960") {
            let on = value.as_str() == OptionValue::on().as_str();
            self.variant = if on {
                Variant::Chess960
            } else {
                Variant::Standard
            };
        }
        effect
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_taken_and_clamped() {
        let mut settings = Settings::default();
        let mut set = |name: &str, value: &str| {
            let value = OptionValue::new(value).unwrap();
            settings.set(&OptionName::new(name).unwrap(), Some(&value))
        };
        assert_eq!(set("hash", "64"), Effect::Resize);
        assert_eq!(set("Hash", "64"), Effect::Nothing);
        assert_eq!(set("Threads", "99999"), Effect::Nothing);
        assert_eq!(set("uci_chess960", "TRUE"), Effect::Nothing);
        assert_eq!(set("EvalFile", "/etc/passwd"), Effect::Unknown);
        assert_eq!(set("Hash", "many"), Effect::Unknown);
        assert_eq!(
            (settings.hash, settings.threads.get()),
            (HashMib::try_from(64).unwrap(), 256)
        );
        assert_eq!(settings.variant, Variant::Chess960);
    }
}
