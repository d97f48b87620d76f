//! The options of the server: each component owns its own, this file flattens them.

use clap::Args;

use crate::engine::EngineOptions;
use crate::http::HttpOptions;
use crate::pool::PoolOptions;
use crate::telemetry::LogOptions;

/// Everything that `kibitz serve` can be told. Every option is also an environment variable.
#[derive(Args, Clone, Debug)]
pub struct Config {
    #[command(flatten)]
    /// Where to listen, and what clients may send.
    pub http: HttpOptions,
    #[command(flatten)]
    /// How much is searched at once, and how far.
    pub pool: PoolOptions,
    #[command(flatten)]
    /// Which engines there are.
    pub engines: EngineOptions,
    #[command(flatten)]
    /// What is logged.
    pub log: LogOptions,
}
