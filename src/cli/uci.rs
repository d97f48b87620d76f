//! `kibitz uci`: the embedded engine for a GUI.

use std::process::ExitCode;

use clap::Args;
use tokio::io::{BufReader, stdin, stdout};

use super::runtime;
use crate::uci_server::Session;

/// It has none: a GUI sets options by the protocol.
#[derive(Args, Debug)]
pub struct Options {}

/// Runs one session on standard input and output.
pub(super) fn run(_options: &Options) -> anyhow::Result<ExitCode> {
    let runtime = runtime::single()?;
    runtime.block_on(Session::new(stdout()).run(BufReader::new(stdin())))?;
    // A blocked read of standard input must not hold the exit up.
    runtime.shutdown_background();
    Ok(ExitCode::SUCCESS)
}
