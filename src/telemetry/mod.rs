//! What operators see of a running server beside `/metrics`: the log on standard error, and spans
//! sent to an OpenTelemetry collector where one is named.

mod logging;
mod options;
mod traces;

pub use logging::{Running, start};
pub use options::{LogFormat, LogOptions, TraceOptions};
pub use traces::{SPANS, TracesError, continue_trace};
