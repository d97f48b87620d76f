//! The subcommands.

mod arguments;
mod bench;
mod bestmove;
mod convert;
mod guard;
mod health;
mod init;
mod lines;
mod named;
mod perft;
mod recognize;
mod runtime;
mod serve;
mod uci;
mod validate;

pub use arguments::{Arguments, Command};

use std::process::ExitCode;

/// Runs the program that the arguments ask for; as process 1, from a child of its own, so that
/// orphans are reaped.
///
/// # Errors
///
/// Whatever keeps the subcommand from its work, in words for a terminal.
pub fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    if let Some(code) = init::run_if_pid1() {
        return Ok(code);
    }
    let ended = run_command(arguments);
    match ended {
        Err(error) if lines::is_closed(&error) => Ok(ExitCode::SUCCESS),
        ended => ended,
    }
}

/// An error with its causes, without those that it says itself.
pub fn words(error: &anyhow::Error) -> String {
    let mut words = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if words.is_empty() {
            words = cause;
        } else if !words.contains(&cause) {
            words = format!("{words}: {cause}");
        }
    }
    words
}

fn run_command(arguments: Arguments) -> anyhow::Result<ExitCode> {
    match arguments.command.unwrap_or(Command::Serve(arguments.serve)) {
        Command::Serve(config) => serve::run(config),
        Command::Bestmove(options) => bestmove::run(&options),
        Command::Validate(options) => validate::run(&options),
        Command::Convert(options) => convert::run(&options),
        Command::Recognize(options) => recognize::run(&options),
        Command::Uci(options) => uci::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Perft(options) => perft::run(&options),
        Command::Health(options) => health::run(&options),
        Command::Guard(options) => Ok(guard::run(&options)),
    }
}
