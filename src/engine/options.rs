//! Which engines a server has: the options, and the set that they make.

use std::env;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use thiserror::Error;

use super::find::{self, EngineArg, FindError};
use super::{Engine, EngineError, EngineSpec};
use crate::analysis::OutOfRange;
use crate::search::HashMib;
use crate::uci::{Deadlines, EngineCommand, OptionName, OptionValue};

/// The name of the engine that is part of this program.
pub const EMBEDDED: &str = "embedded";
const STOCKFISH: &str = "stockfish";
const AUTO: &str = "auto";

/// Which engines there are beside the embedded one.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Engines")]
pub struct EngineOptions {
    /// A UCI engine, PATH or NAME=PATH, arguments after ' -- ' (repeatable; in the variable parted
    /// by ;). Without any, stockfish is offered where it is found on PATH or in /usr/games
    #[arg(
        long = "engine",
        env = "KIBITZ_ENGINES",
        value_name = "[NAME=]PATH",
        value_delimiter = ';'
    )]
    pub engines: Vec<String>,
    /// Who serves requests that name no engine: a name, or auto (the first --engine, else
    /// stockfish where found, else embedded)
    #[arg(long, env = "KIBITZ_DEFAULT_ENGINE", value_name = "NAME", default_value = AUTO)]
    pub default_engine: String,
    /// How long an engine may take to start, in seconds
    #[arg(long, env = "KIBITZ_ENGINE_START", value_name = "SECONDS", default_value_t = 15,
          value_parser = clap::value_parser!(u64).range(1..=600))]
    pub engine_start: u64,
    /// Added to the niceness of engine processes
    #[arg(long, env = "KIBITZ_ENGINE_NICE", value_name = "N", default_value_t = 0,
          value_parser = clap::value_parser!(i32).range(0..=19))]
    pub engine_nice: i32,
    /// Folders of Syzygy tablebases that UCI engines are given, parted by :
    #[arg(long, env = "KIBITZ_SYZYGY_PATH", value_name = "FOLDERS", value_parser = OptionValue::new)]
    pub syzygy_path: Option<OptionValue>,
    /// The program that guards engines [default: this one]
    #[arg(skip)]
    pub guard: Option<PathBuf>,
}

impl EngineOptions {
    /// No engine but the embedded one; processes are guarded by the program at `guard`.
    pub fn for_testing(guard: impl Into<PathBuf>) -> Self {
        Self {
            engines: Vec::new(),
            default_engine: AUTO.to_owned(),
            engine_start: 2,
            engine_nice: 0,
            syzygy_path: None,
            guard: Some(guard.into()),
        }
    }
}

/// Options that name no usable set of engines.
#[derive(Debug, Error)]
pub enum OptionsError {
    /// An `--engine` cannot be used.
    #[error(transparent)]
    Find(#[from] FindError),
    /// The hash table cannot have that size.
    #[error(transparent)]
    Hash(#[from] OutOfRange),
    /// The default engine is none of them.
    #[error("the default engine {asked:?} is not one of {}", known.join(", "))]
    NoDefault {
        /// The name asked.
        asked: String,
        /// The names there are.
        known: Vec<String>,
    },
}

/// An engine and its name in requests.
#[derive(Clone, Debug)]
pub struct NamedEngine {
    name: String,
    spec: EngineSpec,
}

impl NamedEngine {
    /// Its name in requests.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Of which kind it is.
    pub fn kind(&self) -> EngineKind {
        match self.spec {
            EngineSpec::Embedded { .. } => EngineKind::Embedded,
            EngineSpec::Uci(_) => EngineKind::Uci,
        }
    }

    /// Starts one instance.
    ///
    /// # Errors
    ///
    /// As [`Engine::spawn`].
    pub async fn spawn(&self) -> Result<Engine, EngineError> {
        Engine::spawn(&self.spec).await
    }
}

/// Whether an engine is part of this program.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineKind {
    /// It is.
    Embedded,
    /// It is a program that speaks UCI.
    Uci,
}

/// The engines of a server.
#[derive(Clone, Debug)]
pub struct EngineSet {
    /// UCI engines as they were given, then the embedded one; never empty.
    pub engines: Vec<NamedEngine>,
    /// The name of the one that serves requests which name none.
    pub default: String,
}

/// Finds every engine that the options name, or Stockfish when they name none, and adds the
/// embedded one.
///
/// # Errors
///
/// See [`OptionsError`].
pub fn configure(options: &EngineOptions, hash_mib: u32) -> Result<EngineSet, OptionsError> {
    let hash = HashMib::try_from(i128::from(hash_mib))?;
    let path = env::var_os("PATH");
    // The embedded one needs no path; named first it is the default.
    let programs = options.engines.iter().filter(|text| *text != EMBEDDED);
    let given = programs.map(|text| text.parse::<EngineArg>());
    let given = given.collect::<Result<Vec<_>, _>>()?;
    let mut engines = Vec::new();
    for program in find::resolve(&given, path.as_deref())? {
        let command = EngineCommand {
            args: program.args,
            ..command(program.path, options, hash_mib)
        };
        engines.push(NamedEngine {
            name: program.name,
            spec: EngineSpec::Uci(Box::new(command)),
        });
    }
    if let Some(found) = find::stockfish(path.as_deref()).filter(|_| engines.is_empty()) {
        let spec = EngineSpec::Uci(Box::new(command(found, options, hash_mib)));
        engines.push(NamedEngine {
            name: STOCKFISH.to_owned(),
            spec,
        });
    }
    engines.push(NamedEngine {
        name: EMBEDDED.to_owned(),
        spec: EngineSpec::Embedded { hash },
    });
    let first = options.engines.first().is_some_and(|text| text == EMBEDDED);
    let asked = match options.default_engine.as_str() {
        AUTO if first => EMBEDDED,
        asked => asked,
    };
    let default = default_of(&engines, asked)?;
    Ok(EngineSet { engines, default })
}

fn default_of(engines: &[NamedEngine], asked: &str) -> Result<String, OptionsError> {
    let known: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
    // UCI engines come first, so the first one is what `auto` means.
    let chosen = engines
        .iter()
        .find(|engine| asked == AUTO || engine.name == asked);
    chosen
        .map(|engine| engine.name.clone())
        .ok_or_else(|| OptionsError::NoDefault {
            asked: asked.to_owned(),
            known,
        })
}

fn command(path: PathBuf, options: &EngineOptions, hash_mib: u32) -> EngineCommand {
    let start = std::time::Duration::from_secs(options.engine_start);
    let tables = OptionName::new("SyzygyPath")
        .ok()
        .zip(options.syzygy_path.clone());
    EngineCommand {
        options: tables.into_iter().collect(),
        guard: options.guard.clone(),
        nice: options.engine_nice,
        hash_mib: Some(hash_mib),
        deadlines: Deadlines {
            start,
            ..Deadlines::default()
        },
        ..EngineCommand::new(path)
    }
}
