//! `kibitz serve`.

use std::process::ExitCode;

use super::runtime;
use crate::app;
use crate::config::Config;
use crate::telemetry;

/// Serves until it is told to stop.
pub(super) fn run(config: Config) -> anyhow::Result<ExitCode> {
    let telemetry = telemetry::start(&config.log)?;
    let served = runtime::many()?.block_on(app::serve(config));
    telemetry.stop();
    served?;
    Ok(ExitCode::SUCCESS)
}
