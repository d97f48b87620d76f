//! What the command line can say.

use clap::{Parser, Subcommand};

use super::{bench, bestmove, convert, guard, health, perft, recognize, uci, validate};
use crate::config::Config;

/// Chess analysis over HTTP: best moves from an embedded engine or any UCI engine, and chess texts
/// read, explained and mended.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, max_term_width = 100)]
#[command(after_help = "Without a subcommand kibitz serves. Try:\n  \
    kibitz\n  kibitz bestmove 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1'\n  \
    kibitz validate '8/8/8/8/8/8/8/7K w - - 0 1'\n  kibitz convert --to san --moves 'e2e4 e7e5'")]
pub struct Arguments {
    /// What to do; without one, serve.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The options of serving, when no subcommand is named.
    #[command(flatten)]
    pub serve: Config,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve over HTTP (the default)
    Serve(Config),
    /// Print the best move in a position
    Bestmove(bestmove::Options),
    /// Say what is wrong with FENs; exit code 1 when one is not playable
    Validate(validate::Options),
    /// Write positions, moves and games in another form
    Convert(convert::Options),
    /// Read the position off pictures of a board; exit code 1 when one shows none
    Recognize(recognize::Options),
    /// Be a UCI engine on standard input and output
    Uci(uci::Options),
    /// Search fixed positions to a fixed depth and print the node count, the engine's signature
    Bench(bench::Options),
    /// Count the positions a number of plies ahead
    Perft(perft::Options),
    /// Ask a running server whether it is well; exit code 1 when it is not
    Health(health::Options),
    /// Run an engine that dies with its parent
    #[command(hide = true)]
    Guard(guard::Options),
}
