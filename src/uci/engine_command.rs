//! How to start an engine, and how long to wait for it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use super::{OptionName, OptionValue};

/// A program that speaks UCI, and what it gets.
#[derive(Clone, Debug)]
pub struct EngineCommand {
    /// The program.
    pub path: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// The `kibitz` program, which is started as the engine's guard; `None`: the one that runs.
    pub guard: Option<PathBuf>,
    /// Added to its niceness; 0 leaves it.
    pub nice: i32,
    /// Options set once, at the start. Those that the engine does not declare are left out with a
    /// warning, numbers are clamped to what it declares.
    pub options: Vec<(OptionName, OptionValue)>,
    /// Its transposition table in MiB, clamped to what it declares; `None` leaves its default.
    pub hash_mib: Option<u32>,
    /// How long to wait.
    pub deadlines: Deadlines,
}

impl EngineCommand {
    /// A program without arguments, with every default.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            args: Vec::new(),
            guard: None,
            nice: 0,
            options: Vec::new(),
            hash_mib: None,
            deadlines: Deadlines::default(),
        }
    }
}

/// How long an engine may take.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Deadlines {
    /// For its introduction, and again to be ready the first time (networks and tables are loaded
    /// then).
    pub start: Duration,
    /// To be ready later: before each search, and for a new game (a large table is cleared then).
    pub ready: Duration,
    /// To read one command.
    pub write: Duration,
    /// Past `movetime` or the clock before it is told to stop.
    pub grace: Duration,
    /// From a `stop` to its `bestmove` before it is killed.
    pub stop: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(15),
            ready: Duration::from_secs(10),
            write: Duration::from_secs(5),
            grace: Duration::from_millis(1_000),
            stop: Duration::from_millis(2_000),
        }
    }
}
