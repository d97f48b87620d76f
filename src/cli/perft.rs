//! `kibitz perft`: counts move paths with the embedded engine's own move generation.
#![expect(clippy::print_stdout, reason = "this is what the subcommand is for")]

use std::process::ExitCode;
use std::time::Instant;

use clap::Args;

use crate::notation::fen;
use crate::position::{CastlingStyle, Position};
use crate::search;

/// What to count.
#[derive(Args, Debug)]
pub struct Options {
    /// Plies
    #[arg(value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Where to start [default: the start position]
    #[arg(value_name = "FEN")]
    fen: Option<String>,
}

/// Prints the count below each move, and the sum.
pub(super) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let position = match &options.fen {
        Some(text) => fen::read(text, None).position.ok_or_else(|| {
            anyhow::anyhow!("the FEN is not playable; `kibitz validate` says why")
        })?,
        None => Position::default(),
    };
    let style = CastlingStyle::of(position.variant());
    let start = Instant::now();
    let counts = search::perft_divide(position.board(), options.depth);
    let seconds = start.elapsed().as_secs_f64();
    let mut total: u64 = 0;
    for (m, count) in counts {
        println!("{}: {count}", style.uci(m));
        total += count;
    }
    #[expect(clippy::cast_precision_loss, reason = "a rate to read")]
    let rate = total as f64 / seconds.max(1e-9) / 1e6;
    println!("\n{total} leaves in {seconds:.2} s ({rate:.1} M/s)");
    Ok(ExitCode::SUCCESS)
}
