//! The options of the server: each component owns its own, this file flattens them.

use clap::{Args, ValueEnum};

use crate::engine::EngineOptions;
use crate::http::HttpOptions;
use crate::pool::PoolOptions;

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

/// What is logged to standard error.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Logging")]
pub struct LogOptions {
    /// What to log: error, warn, info, debug, or a filter such as kibitz::pool=debug
    #[arg(
        long,
        env = "KIBITZ_LOG",
        value_name = "FILTER",
        default_value = "info"
    )]
    pub log: String,
    /// How log lines look
    #[arg(long, env = "KIBITZ_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}
