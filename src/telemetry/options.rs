//! The options of logs and traces.

use clap::{Args, ValueEnum};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

/// What is logged to standard error.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Logging")]
pub struct LogOptions {
    /// What to log: error, warn, info, debug, or a filter such as kibitz::pool=debug
    #[arg(
        long,
        env = "KIBITZ_LOG",
        value_name = "FILTER",
        default_value = "info",
        value_parser = filter
    )]
    pub log: String,
    /// How log lines look
    #[arg(long, env = "KIBITZ_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    #[command(flatten)]
    /// Where spans go.
    pub traces: TraceOptions,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Where spans of requests and searches go.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Logging")]
pub struct TraceOptions {
    /// Sends a span of each request and search to this OpenTelemetry collector (OTLP over HTTP, such
    /// as http://localhost:4318); OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER and the like are heeded
    #[arg(long, env = "KIBITZ_OTLP_ENDPOINT", value_name = "URL")]
    pub otlp_endpoint: Option<String>,
}

/// A filter as it is, if it is one: a misspelt level would be taken for the name of a module that says
/// nothing.
fn filter(given: &str) -> Result<String, String> {
    let is_level = |word: &str| word.parse::<LevelFilter>().is_ok();
    let is_fine = |directive: &str| match directive.rsplit_once('=') {
        Some((_, level)) => is_level(level),
        None => is_level(directive) || directive.contains("::"),
    };
    let fine = given.split(',').map(str::trim).all(is_fine) && EnvFilter::try_new(given).is_ok();
    fine.then(|| given.to_owned()).ok_or_else(|| {
        "expected off, error, warn, info, debug or trace, or a list such as warn,kibitz::pool=debug"
            .to_owned()
    })
}
