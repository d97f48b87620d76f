//! Every error as a problem document (RFC 9457).
//!
//! A [`Problem`] becomes a response with no body yet; `frame` has the document written, when the
//! request's id is known. The cause of a 500 stays in the server's log.

use std::time::Duration;

use axum::http::{HeaderValue, StatusCode as S, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::extract::Origin;
use super::request_id::RequestId;
use super::spool::SpoolError;
use crate::analysis::OutOfRange;
use crate::notation::Findings;
use crate::notation::moves::Candidate;
use crate::notation::source::SourceError;
use crate::pool::{Load, PoolError};
use crate::recognize::RecognizeError;
use crate::wire;

/// Which field of the request is at fault.
#[derive(Clone, Debug)]
struct Place {
    field: String,
    index: Option<usize>,
}

/// An error as clients see it.
#[derive(Clone, Debug)]
pub struct Problem(Box<Fault>);

/// What there is to say; boxed, since errors are rare and answers are small.
#[derive(Clone, Debug)]
struct Fault {
    status: S,
    code: &'static str,
    detail: String,
    place: Option<Place>,
    origin: Origin,
    findings: Findings,
    legal_moves: Option<Vec<wire::Move>>,
    hints: Vec<String>,
    retry_after: Option<Duration>,
    load: Option<Load>,
    /// Why, for the log alone.
    cause: Option<String>,
}

impl Problem {
    /// A problem with its status, stable code and what is wrong.
    pub(crate) fn new(status: S, code: &'static str, detail: impl Into<String>) -> Self {
        Self(Box::new(Fault {
            status,
            code,
            detail: detail.into(),
            place: None,
            origin: Origin::Query,
            findings: Findings::default(),
            legal_moves: None,
            hints: Vec::new(),
            retry_after: None,
            load: None,
            cause: None,
        }))
    }

    /// An error of ours: the cause is logged, the client learns nothing of it.
    pub(crate) fn internal(cause: impl std::fmt::Display) -> Self {
        let detail = "an error of the server; it has been logged";
        let mut problem = Self::new(S::INTERNAL_SERVER_ERROR, "internal", detail);
        problem.0.cause = Some(cause.to_string());
        problem
    }

    /// Whether it has this code.
    pub(super) fn is(&self, code: &str) -> bool {
        self.0.code == code
    }

    /// Its stable code.
    #[cfg(test)]
    pub(super) fn code(&self) -> &'static str {
        self.0.code
    }

    /// Says when trying again makes sense.
    #[must_use]
    pub(super) fn retry_after(mut self, wait: Duration) -> Self {
        self.0.retry_after = Some(wait);
        self
    }

    /// What is wrong, in words.
    pub(super) fn detail(&self) -> &str {
        &self.0.detail
    }

    /// Names the field at fault.
    #[must_use]
    pub(crate) fn field(mut self, field: impl Into<String>) -> Self {
        self.0.place = Some(Place {
            field: field.into(),
            index: None,
        });
        self
    }

    /// Says how the request was sent, which decides between `pointer` and `parameter`.
    #[must_use]
    pub(crate) fn sent_as(mut self, origin: Origin) -> Self {
        self.0.origin = origin;
        self
    }

    /// The document inside a stream.
    pub(super) fn inside_a_stream(&self, id: &RequestId) -> serde_json::Value {
        serde_json::to_value(self.document(id.as_str())).unwrap_or_default()
    }

    fn document(&self, id: &str) -> Document<'_> {
        let place = self.0.place.as_ref();
        let json = self.0.origin == Origin::Json;
        Document {
            r#type: format!("urn:kibitz:problem:{}", self.0.code),
            title: title(self.0.code, self.0.status),
            status: self.0.status.as_u16(),
            detail: &self.0.detail,
            code: self.0.code,
            pointer: place.filter(|_| json).map(Place::pointer),
            parameter: place.filter(|_| !json).map(|place| place.field.as_str()),
            findings: (!self.0.findings.is_empty()).then_some(&self.0.findings),
            legal_moves: self.0.legal_moves.as_deref(),
            queue: self.0.load.map(Waiting::from),
            hints: &self.0.hints,
            instance: format!("urn:kibitz:request:{id}"),
        }
    }
}

impl Place {
    fn pointer(&self) -> String {
        let field = self.field.replace('~', "~0").replace('/', "~1");
        match self.index {
            Some(index) => format!("/{field}/{index}"),
            None => format!("/{field}"),
        }
    }
}

#[derive(Serialize)]
struct Document<'a> {
    r#type: String,
    title: &'static str,
    status: u16,
    detail: &'a str,
    code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameter: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<&'a Findings>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal_moves: Option<&'a [wire::Move]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    queue: Option<Waiting>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    hints: &'a [String],
    instance: String,
}

/// How busy the pool is.
#[derive(Serialize)]
struct Waiting {
    slots: u16,
    waiting: u16,
    places: u16,
    expected_wait_ms: u64,
}

impl From<Load> for Waiting {
    fn from(load: Load) -> Self {
        Self {
            slots: load.slots,
            waiting: load.waiting,
            places: load.places,
            expected_wait_ms: u64::try_from(load.expected_wait.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

/// One fixed title for each kind of problem (RFC 9457, section 3.1.3).
fn title(code: &str, status: S) -> &'static str {
    match code {
        "queue-full" => "The queue is full",
        "queue-deadline" => "No engine came free in time",
        "engine-failed" => "The engine failed",
        "shutting-down" => "The server is shutting down",
        "limit-out-of-range" => "A limit is outside its range",
        "unknown-engine" => "There is no such engine",
        "unknown-field" => "A field is not known",
        "invalid-json" => "The JSON cannot be read",
        "invalid-value" => "A value cannot be read",
        "missing-field" => "A field is missing",
        "duplicate-field" => "A field is given twice",
        "two-positions" => "Two positions are given",
        "language-unknown" => "The language is not known",
        "variant-unsupported" => "The variant is not played here",
        "not-found" => "There is nothing here",
        "host-missing" => "There is no Host",
        "key-required" => "A key is needed",
        "key-unknown" => "The key is not known",
        "overloaded" => "The server is full",
        "rate-limited" => "Too many requests",
        "option-not-allowed" => "An option may not be set",
        "option-invalid" | "engine-option-unknown" => "An option cannot be set",
        "session-invalid" => "The name of a session cannot be used",
        "host-not-allowed" => "The server is not known by this name",
        "origin-not-allowed" => "Pages of this origin may not come in",
        "upgrade-required" => "This is a WebSocket",
        "board-not-found" => "There is no board in the picture",
        _ if code.starts_with("picture-") => "The picture cannot be read",
        _ if code.starts_with("body-") => "The body cannot be taken",
        _ if code.starts_with("unsupported-") => "The body is of an unknown kind",
        _ if code.starts_with("pgn-") => "The PGN cannot be used",
        _ if code.starts_with("moves-") => "The list of moves cannot be used",
        _ if code.starts_with("fen-") => "The FEN is not playable",
        _ if code.starts_with("move-") => "A move cannot be played",
        _ => status.canonical_reason().unwrap_or("Error"),
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.0.status.into_response();
        if let Some(wait) = self.0.retry_after {
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds.max(1)));
        }
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response.extensions_mut().insert(self);
        response
    }
}

/// Gives a response that is a [`Problem`] its document.
pub(super) fn write_document(response: Response, id: &RequestId) -> Response {
    let Some(problem) = response.extensions().get::<Problem>() else {
        return response;
    };
    if let Some(cause) = &problem.0.cause {
        tracing::error!(%cause, id = id.as_str(), "internal error");
    }
    let document = problem.document(id.as_str());
    let body = serde_json::to_vec(&document).unwrap_or_default();
    let (mut parts, _) = response.into_parts();
    parts.headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/problem+json"),
    );
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, body.into())
}

impl From<OutOfRange> for Problem {
    fn from(error: OutOfRange) -> Self {
        Self::new(
            S::UNPROCESSABLE_ENTITY,
            "limit-out-of-range",
            error.to_string(),
        )
        .field(error.name)
    }
}

impl From<PoolError> for Problem {
    fn from(error: PoolError) -> Self {
        let status = match &error {
            PoolError::UnknownEngine { .. } | PoolError::Unsuited { .. } => S::UNPROCESSABLE_ENTITY,
            PoolError::Full { .. }
            | PoolError::Deadline { .. }
            | PoolError::Engine { .. }
            | PoolError::Resting { .. }
            | PoolError::Closed => S::SERVICE_UNAVAILABLE,
        };
        let mut problem = Self::new(status, error.code(), error.to_string());
        problem.0.retry_after = error.retry_after();
        problem.0.load = error.load();
        if status == S::UNPROCESSABLE_ENTITY {
            let of_option = error.code() == "engine-option-unknown";
            problem = problem.field(if of_option { "options" } else { "engine" });
        }
        problem
    }
}

impl From<SpoolError> for Problem {
    fn from(error: SpoolError) -> Self {
        Self::new(S::PAYLOAD_TOO_LARGE, "body-too-large", error.to_string())
    }
}

impl From<SourceError> for Problem {
    fn from(error: SourceError) -> Self {
        let mut problem = Self::new(S::UNPROCESSABLE_ENTITY, error.code, error.detail);
        problem.0.place = Some(Place {
            field: error.parameter.to_owned(),
            index: error.index,
        });
        problem.0.findings = error.findings;
        let named = |Candidate { uci, san }| wire::Move { uci, san };
        problem.0.legal_moves = error
            .legal_moves
            .map(|list| list.into_iter().map(named).collect());
        problem
    }
}

impl From<RecognizeError> for Problem {
    fn from(error: RecognizeError) -> Self {
        let status = match &error {
            RecognizeError::Format { .. } | RecognizeError::Colours { .. } => {
                S::UNSUPPORTED_MEDIA_TYPE
            }
            RecognizeError::Bytes { .. } => S::PAYLOAD_TOO_LARGE,
            RecognizeError::Empty
            | RecognizeError::Broken { .. }
            | RecognizeError::Pixels { .. }
            | RecognizeError::NoBoard { .. } => S::UNPROCESSABLE_ENTITY,
        };
        let mut problem = Self::new(status, error.code(), error.to_string());
        if let RecognizeError::NoBoard { hints, .. } = &error {
            problem.0.hints = hints.iter().map(ToString::to_string).collect();
        }
        problem
    }
}
