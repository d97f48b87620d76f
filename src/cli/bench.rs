//! `kibitz bench`: the embedded engine's signature.
#![expect(clippy::print_stdout, reason = "this is what the subcommand is for")]

use std::process::ExitCode;

use clap::Args;

use crate::analysis::Depth;
use crate::search::{self, HashMib};

/// It has none: the positions and the depth are fixed, so that the count is a signature.
#[derive(Args, Debug)]
pub struct Options {}

/// Prints `N nodes R nps`; N is the same on every machine.
pub(super) fn run(_options: &Options) -> anyhow::Result<ExitCode> {
    let depth = Depth::try_from(i128::from(search::BENCH_DEPTH))?;
    let bench = search::bench(depth, HashMib::default());
    println!("{} nodes {} nps", bench.nodes, bench.nps());
    Ok(ExitCode::SUCCESS)
}
