//! `kibitz bestmove`: one search from the command line.
#![expect(clippy::print_stdout, reason = "this is what the subcommand is for")]

use std::process::ExitCode;

use clap::Args;

use super::named::named;
use super::runtime;
use crate::analysis::{Depth, Limits, MoveTime, MultiPv, Nodes, Task, Threads};
use crate::engine::{self, EngineOptions};
use crate::notation::source::{Moves, Source};
use crate::pool::{CacheUse, Pool, PoolOptions, Request, Turn};
use crate::position::Variant;
use crate::wire::{Applied, Searched, Style};

/// What to search, how far and by whom.
#[derive(Args, Debug)]
pub struct Options {
    /// The position [default: the start position]
    #[arg(value_name = "FEN")]
    fen: Option<String>,
    /// Moves played on from there, in UCI or SAN
    #[arg(long)]
    moves: Option<String>,
    /// The rules: standard or chess960
    #[arg(long, value_parser = named::<Variant>)]
    variant: Option<Variant>,
    /// Stop after so many plies (1-245)
    #[arg(long)]
    depth: Option<i128>,
    /// Stop after about so many nodes
    #[arg(long)]
    nodes: Option<i128>,
    /// Stop after so many milliseconds [default without another limit: 1000]
    #[arg(long)]
    movetime: Option<i128>,
    /// Search so many lines
    #[arg(long, default_value_t = 1)]
    multipv: i128,
    /// Search with so many threads
    #[arg(long, default_value_t = 1)]
    threads: u16,
    /// Hash table in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Print the whole analysis as JSON, as /v1/analysis answers it
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engines: EngineOptions,
}

/// Prints the move in UCI, or `(none)` where the game is over.
pub(super) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let source = Source {
        fen: options.fen.clone(),
        moves: options.moves.clone().map(Moves::Text),
        variant: options.variant,
        ..Source::default()
    };
    let read = source.read()?;
    let mut task = Task::new(read.position.clone(), options.limits()?);
    task.multipv = MultiPv::try_from(options.multipv)?;
    task.threads = Threads::try_from(i128::from(options.threads))?;
    let runtime = runtime::many()?;
    let answer = runtime.block_on(async {
        let engines = engine::configure(&options.engines, options.hash)?;
        // Only the one that is asked: the others need not start.
        let asked = engines
            .engines
            .into_iter()
            .filter(|engine| engine.name() == engines.default);
        let pool = Pool::start(
            &PoolOptions::for_one(options.threads, options.hash),
            asked.collect(),
            &engines.default,
        );
        let request = Request {
            engine: None,
            task,
            cache: CacheUse::Off,
            turn: Turn::default(),
            session: None,
        };
        anyhow::Ok(pool.analyse(request).await?)
    })?;
    let used = answer.applied;
    let searched = Searched {
        position: read.position,
        report: answer.report,
        engine: answer.engine,
        applied: Applied::new(
            &used.limits,
            used.multipv.get(),
            used.threads.get(),
            used.lowered,
        ),
        style: Style::default(),
        findings: read.findings,
        cached: false,
    };
    if options.json {
        println!("{}", serde_json::to_string_pretty(&searched.analysis())?);
    } else {
        let best = searched.best_move().bestmove;
        println!("{}", best.map_or_else(|| "(none)".to_owned(), |m| m.uci));
    }
    runtime.shutdown_background();
    Ok(ExitCode::SUCCESS)
}

impl Options {
    fn limits(&self) -> anyhow::Result<Limits> {
        let limits = Limits {
            depth: self.depth.map(Depth::try_from).transpose()?,
            nodes: self.nodes.map(Nodes::try_from).transpose()?,
            movetime: self.movetime.map(MoveTime::try_from).transpose()?,
            ..Limits::default()
        };
        if limits.is_empty() {
            return Ok(Limits::movetime(MoveTime::try_from(1000)?));
        }
        Ok(limits)
    }
}
