//! Spans to an OpenTelemetry collector, by OTLP over HTTP.

use std::time::Duration;

use opentelemetry::propagation::{Extractor, TextMapPropagator as _};
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::{ExporterBuildError, Protocol, SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use thiserror::Error;
use tracing::{Level, Metadata, Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::Layer;
use tracing_subscriber::registry::LookupSpan;

/// The target of the spans that are sent. They are of level TRACE: without a collector they cost one
/// look at a flag.
pub const SPANS: &str = "kibitz::spans";

/// How long the last spans may take.
pub(super) const FAREWELL: Duration = Duration::from_secs(2);

/// How long one delivery may take.
const DELIVERY: Duration = Duration::from_secs(5);

/// Where a collector takes spans (OTLP 1.x, "OTLP/HTTP Request").
const PATH: &str = "/v1/traces";

/// Why spans cannot be sent.
#[derive(Debug, Error)]
pub enum TracesError {
    /// The address of the collector.
    #[error("--otlp-endpoint {given:?}: {reason}; expected something like http://localhost:4318")]
    Endpoint {
        /// As it was given.
        given: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The exporter.
    #[error("spans cannot be sent: {0}")]
    Exporter(#[from] ExporterBuildError),
}

/// What sends spans to a collector; they wait in a bounded queue of its own and are dropped, and
/// counted in the log, where it is full.
pub(super) fn provider(endpoint: &str) -> Result<SdkTracerProvider, TracesError> {
    let exporter = SpanExporter::builder()
        .with_http()
        .with_protocol(Protocol::HttpBinary)
        .with_endpoint(address(endpoint)?)
        .with_timeout(DELIVERY)
        .build()?;
    let mut resource = Resource::builder();
    if std::env::var_os("OTEL_SERVICE_NAME").is_none() {
        resource = resource.with_service_name(env!("CARGO_PKG_NAME"));
    }
    let version = opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    Ok(SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        .with_resource(resource.with_attribute(version).build())
        .build())
}

fn address(given: &str) -> Result<String, TracesError> {
    let wrong = |reason| TracesError::Endpoint {
        given: given.to_owned(),
        reason,
    };
    let trimmed = given.trim_end_matches('/');
    let Some(rest) = trimmed.strip_prefix("http://") else {
        return Err(wrong(if trimmed.starts_with("https://") {
            "TLS is not spoken here, name a collector beside this server"
        } else {
            "it does not start with http://"
        }));
    };
    if rest.is_empty() || rest.starts_with([':', '/']) {
        return Err(wrong("it has no host"));
    }
    Ok(if trimmed.ends_with(PATH) {
        trimmed.to_owned()
    } else {
        format!("{trimmed}{PATH}")
    })
}

/// The layer that hands the spans over, and warnings inside them as their events.
pub(super) fn layer<S>(provider: &SdkTracerProvider) -> impl Layer<S>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let ours = |metadata: &Metadata<'_>| {
        metadata.target() == SPANS
            || metadata.is_event()
                && *metadata.level() <= Level::WARN
                && metadata.target().starts_with(env!("CARGO_PKG_NAME"))
    };
    tracing_opentelemetry::layer()
        .with_tracer(provider.tracer(env!("CARGO_PKG_NAME")))
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_filter(filter_fn(ours))
}

/// Makes a span part of the trace that the headers `traceparent` and `tracestate` name (W3C Trace
/// Context), where they name one.
pub fn continue_trace(span: &Span, header: impl Fn(&str) -> Option<String>) {
    if span.is_disabled() {
        return;
    }
    let (parent, state) = (header("traceparent"), header("tracestate"));
    let context = TraceContextPropagator::new().extract(&Headers { parent, state });
    // It fails where nothing is sent.
    drop(span.set_parent(context));
}

struct Headers {
    parent: Option<String>,
    state: Option<String>,
}

impl Extractor for Headers {
    fn get(&self, key: &str) -> Option<&str> {
        match key {
            "traceparent" => self.parent.as_deref(),
            "tracestate" => self.state.as_deref(),
            _ => None,
        }
    }

    fn keys(&self) -> Vec<&str> {
        vec!["traceparent", "tracestate"]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collector_is_named_by_its_root_or_by_its_path() {
        for given in [
            "http://localhost:4318",
            "http://localhost:4318/",
            "http://localhost:4318/v1/traces",
        ] {
            assert_eq!(
                address(given).unwrap(),
                "http://localhost:4318/v1/traces",
                "input: {given}"
            );
        }
        for given in ["", "localhost:4318", "https://a:1", "http://", "http://:1"] {
            let error = address(given).unwrap_err().to_string();
            assert!(error.contains("expected something like"), "{error}");
        }
    }
}
