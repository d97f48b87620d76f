//! The spans of a search: how long it waited for its slots, and what it did with them.

use tracing::Span;
use tracing::field::Empty;

use super::PoolError;
use crate::analysis::Report;
use crate::telemetry::SPANS;

/// The span that a search waits in, under the request that asked first.
#[derive(Debug)]
pub(super) struct Waiting {
    caller: Span,
    wait: Span,
}

impl Waiting {
    /// A search for `caller` starts to wait.
    pub(super) fn new(caller: Span) -> Self {
        let wait = tracing::trace_span!(target: SPANS, parent: &caller, "queue");
        Self { caller, wait }
    }

    /// It has its slots.
    pub(super) fn search(&mut self, engine: &str) -> Span {
        self.wait = Span::none();
        tracing::trace_span!(
            target: SPANS,
            parent: &self.caller,
            "search",
            otel.status_code = Empty,
            otel.status_description = Empty,
            kibitz.engine = engine,
            kibitz.depth = Empty,
            kibitz.nodes = Empty,
            kibitz.stop_reason = Empty,
        )
    }
}

/// Says how the search ended.
pub(super) fn ended(span: &Span, end: Result<&Report, &PoolError>) {
    if span.is_disabled() {
        return;
    }
    match end {
        Ok(report) => {
            // Signed: of unsigned numbers the bridge makes text.
            span.record("kibitz.depth", i64::from(report.depth));
            span.record("kibitz.nodes", report.nodes.cast_signed());
            let reason = format!("{:?}", report.stop_reason).to_ascii_lowercase();
            span.record("kibitz.stop_reason", reason);
        }
        Err(error) => {
            span.record("otel.status_code", "ERROR");
            span.record("otel.status_description", error.to_string());
        }
    }
}
