//! The options that the session declares and takes.

use super::player::Seat;
use crate::analysis::{MultiPv, Setting, Threads};
use crate::engine::allowed;
use crate::position::Variant;
use crate::search::HashMib;
use crate::uci::{OptionDecl, OptionKind, OptionName, OptionValue};

/// Largest hash table that a GUI may ask for, in MiB.
const MAX_HASH_MIB: i64 = 65_536;
const MAX_THREADS: i64 = 256;

/// Options of engines that the session has of its own, or cannot tell of.
const NOT_THE_ENGINES: [&str; 3] = ["Hash", "Threads", "UCI_ShowWDL"];

/// The largest values, and what the engine behind the pool takes.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Bounds {
    hash_mib: i64,
    threads: i64,
    multipv: i64,
    /// The engine's name, where there are several.
    engine: Option<String>,
    /// Its options that any client may set.
    options: Vec<(&'static str, OptionDecl)>,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            hash_mib: MAX_HASH_MIB,
            threads: MAX_THREADS,
            multipv: MultiPv::MAX.get().into(),
            engine: None,
            options: Vec::new(),
        }
    }
}

/// The options' values.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Settings {
    bounds: Bounds,
    own: Vec<Setting>,
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
            bounds: Bounds::default(),
            own: Vec::new(),
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
    /// What a session at the pool may set.
    pub(super) async fn over(seat: &Seat) -> Self {
        let ceilings = seat.pool().ceilings();
        let status = seat.pool().status().await;
        let engines = status.into_iter().flat_map(|status| status.engines);
        let mut engines = engines.filter(|engine| engine.name == seat.engine());
        let identity = engines.next().and_then(|engine| engine.identity);
        let options = identity.into_iter().flat_map(|identity| identity.options);
        let options = options.filter_map(|option| {
            let name = allowed(option.name.as_str())?;
            (!NOT_THE_ENGINES.contains(&name)).then_some((name, option))
        });
        Self {
            hash: HashMib::try_from(i128::from(ceilings.hash_mib)).unwrap_or_default(),
            bounds: Bounds {
                hash_mib: ceilings.hash_mib.into(),
                threads: ceilings.threads.get().into(),
                multipv: ceilings.multipv.get().into(),
                engine: Some(seat.engine().to_owned()),
                options: options.collect(),
            },
            ..Self::default()
        }
    }

    /// The engine's name, where there are several.
    pub(super) fn engine(&self) -> Option<&str> {
        self.bounds.engine.as_deref()
    }

    /// The engine's own options that were set.
    pub(super) fn own(&self) -> &[Setting] {
        &self.own
    }

    /// Everything that can be set, as `uci` lists it.
    pub(super) fn declarations(&self) -> Vec<OptionDecl> {
        let Bounds {
            hash_mib,
            threads,
            multipv,
            ..
        } = self.bounds;
        let default_hash = HashMib::default().get();
        let default_hash = i64::from(default_hash).min(hash_mib);
        let spin = |default, min, max| OptionKind::Spin { default, min, max };
        let off = OptionKind::Check { default: false };
        [
            ("Hash", spin(default_hash, 1, hash_mib)),
            ("Threads", spin(1, 1, threads)),
            ("MultiPV", spin(1, 1, multipv)),
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
        .chain(self.bounds.options.iter().map(|(_, option)| option.clone()))
        .collect()
    }

    /// Takes one value; a number outside its range becomes the nearest one inside.
    pub(super) fn set(&mut self, name: &OptionName, value: Option<&OptionValue>) -> Effect {
        if name.is("Clear Hash") {
            return Effect::Clear;
        }
        let declared = self.declarations();
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
        } else if let Some((own, _)) = self.bounds.options.iter().find(|(own, _)| name.is(own)) {
            self.own.retain(|set| set.name != *own);
            self.own.push(Setting {
                name: own,
                value: value.as_str().to_owned(),
            });
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
