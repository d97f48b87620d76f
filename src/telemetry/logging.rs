//! The subscriber: log lines to standard error, spans to the collector.

use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Registry, fmt};

use super::traces::{self, TracesError};
use super::{LogFormat, LogOptions};

/// Logs and traces under way; the last spans go out when it is stopped.
#[derive(Debug)]
pub struct Running(Option<SdkTracerProvider>);

impl Running {
    /// Sends the last spans, within two seconds.
    pub fn stop(self) {
        if let Some(provider) = self.0
            && let Err(cause) = provider.shutdown_with_timeout(traces::FAREWELL)
        {
            tracing::warn!(%cause, "the last spans did not reach the collector");
        }
    }
}

/// Starts logging to standard error, and sends spans where a collector is named.
///
/// # Errors
///
/// [`TracesError`] when the collector's address is none.
pub fn start(options: &LogOptions) -> Result<Running, TracesError> {
    let filter = EnvFilter::try_new(&options.log).unwrap_or_else(|_| EnvFilter::new("info"));
    let terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let lines = fmt::layer()
        .with_ansi(terminal)
        .with_writer(std::io::stderr);
    let lines = match options.log_format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let provider = options
        .traces
        .otlp_endpoint
        .as_deref()
        .map(traces::provider)
        .transpose()?;
    // A second start, in tests, keeps the first.
    let _ = match &provider {
        // One filter for all is asked once for each place in the code, one for a layer again and again.
        None => Registry::default()
            .with(lines.with_filter(filter))
            .try_init(),
        Some(provider) => Registry::default()
            .with(lines.with_filter(filter))
            .with(traces::layer(provider))
            .try_init(),
    };
    Ok(Running(provider))
}
