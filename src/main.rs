//! The `kibitz` program.

use std::process::ExitCode;

use clap::Parser as _;
use kibitz::cli;

fn main() -> ExitCode {
    match cli::run(cli::Arguments::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("kibitz: {}", cli::words(&error));
            ExitCode::FAILURE
        }
    }
}
