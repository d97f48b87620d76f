//! `kibitz guard`: the parent of an engine process, for kibitz's own use.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Args;

use crate::uci::guard::{self, Order};

/// Whose life the engine shares, and what to run.
#[derive(Args, Debug)]
pub struct Options {
    /// The process that the engine dies with
    #[arg(long)]
    parent: i32,
    /// Added to the engine's niceness
    #[arg(long, default_value_t = 0)]
    nice: i32,
    /// The engine and its arguments
    #[arg(last = true, required = true)]
    command: Vec<OsString>,
}

/// Runs the engine until it ends or the parent does.
pub(super) fn run(options: &Options) -> ExitCode {
    guard::run(&Order {
        parent: options.parent,
        nice: options.nice,
        argv: options.command.clone(),
    })
}
