//! `kibitz serve`.

use std::process::ExitCode;

use super::runtime;
use crate::app;
use crate::config::Config;

/// Serves until it is told to stop.
pub(super) fn run(config: Config) -> anyhow::Result<ExitCode> {
    app::start_logging(&config.log);
    runtime::many()?.block_on(app::serve(config))?;
    Ok(ExitCode::SUCCESS)
}
