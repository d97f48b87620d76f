//! A search told as it goes: server-sent events and lines of JSON.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::{self, Stream, StreamExt as _};
use serde::Serialize;
use serde_json::Value;

use super::problem::Problem;
use super::reply;
use super::request_id::RequestId;
use super::searching::{News, Searching};
use crate::pool::Place;
use crate::wire::Analysis;

/// The id of the last event; an `EventSource` sends it when it reconnects.
const DONE: &str = "done";

/// How often a quiet stream says that it lives: proxies close what is silent for a minute.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// How a search is told as it goes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Events {
    /// `text/event-stream`.
    ServerSent,
    /// `application/x-ndjson`.
    Lines,
}

impl Events {
    /// What the client names in `Accept`; `None`: one answer at the end.
    pub(super) fn of(request: &HeaderMap) -> Option<Self> {
        reply::accepted(request).find_map(|named| {
            if named.eq_ignore_ascii_case("text/event-stream") {
                Some(Self::ServerSent)
            } else {
                reply::is_lines(named).then_some(Self::Lines)
            }
        })
    }

    /// The stream as a response; dropping it leaves the search.
    pub(super) fn respond(self, search: Searching, id: RequestId) -> Response {
        let headers = [
            (header::CACHE_CONTROL, "no-store"),
            (header::VARY, "accept"),
            // Proxies that would gather the events until the end are asked not to.
            (
                axum::http::HeaderName::from_static("x-accel-buffering"),
                "no",
            ),
        ];
        match self {
            Self::ServerSent => {
                let events = messages(search, id).map(|message| {
                    let event = Event::default().event(message.kind.name());
                    let event = if message.kind.is_last() {
                        event.id(DONE)
                    } else {
                        event
                    };
                    Ok::<_, Infallible>(event.data(message.to_json()))
                });
                let stream = Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
                (headers, stream).into_response()
            }
            Self::Lines => {
                let lines = messages(search, id).map(|message| {
                    let mut line = message.to_json();
                    line.push('\n');
                    Ok::<_, Infallible>(line)
                });
                let media_type = [(header::CONTENT_TYPE, "application/x-ndjson")];
                (headers, media_type, Body::from_stream(lines)).into_response()
            }
        }
    }
}

/// Whether a reconnecting `EventSource` has seen the last event (HTML standard, section 9.2.4).
pub(super) fn is_done(request: &HeaderMap) -> bool {
    request
        .get("last-event-id")
        .is_some_and(|id| id.as_bytes() == DONE.as_bytes())
}

/// What a message is about.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    /// It has to wait.
    Queued,
    /// A state on the way: complete results of one depth or two neighbouring ones.
    Info,
    /// The answer.
    Done,
    /// There is none.
    Problem,
}

impl Kind {
    /// Whether nothing follows it.
    pub(super) fn is_last(self) -> bool {
        match self {
            Self::Queued | Self::Info => false,
            Self::Done | Self::Problem => true,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Info => "info",
            Self::Done => "done",
            Self::Problem => "problem",
        }
    }
}

/// One message about a search.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) kind: Kind,
    fields: Fields,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Fields {
    Analysis(Box<Analysis>),
    Problem {
        problem: Value,
    },
    Queued {
        position: usize,
        expected_wait_ms: u64,
    },
}

#[derive(Serialize)]
struct Written<'a> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(flatten)]
    fields: &'a Fields,
}

impl Message {
    pub(super) fn new(kind: Kind, analysis: Analysis) -> Self {
        let fields = Fields::Analysis(Box::new(analysis));
        Self { kind, fields }
    }

    fn queued(place: Place) -> Self {
        let expected = place.expected.as_millis();
        Self {
            kind: Kind::Queued,
            fields: Fields::Queued {
                position: place.position,
                expected_wait_ms: u64::try_from(expected).unwrap_or(u64::MAX),
            },
        }
    }

    /// There is no answer, or none to this.
    pub(super) fn problem(problem: &Problem, id: &RequestId) -> Self {
        let problem = problem.inside_a_stream(id);
        Self {
            kind: Kind::Problem,
            fields: Fields::Problem { problem },
        }
    }

    /// The message on one line, `type` first.
    pub(super) fn to_json(&self) -> String {
        self.to_json_for(None)
    }

    /// The same, with the name that the client gave its request.
    pub(super) fn to_json_for(&self, id: Option<&str>) -> String {
        let written = Written {
            r#type: self.kind.name(),
            id,
            fields: &self.fields,
        };
        serde_json::to_string(&written).unwrap_or_default()
    }
}

/// Everything that a search says, newest first where the reader is slow, and at the end its answer
/// or why there is none.
fn messages(search: Searching, id: RequestId) -> impl Stream<Item = Message> + Send {
    stream::unfold(Some((search, id)), |under_way| async move {
        let (mut search, id) = under_way?;
        let message = next(&mut search, &id).await;
        let rest = (!message.kind.is_last()).then_some((search, id));
        Some((message, rest))
    })
}

/// What a search says next; see [`Kind::is_last`]. Dropping the future loses nothing.
pub(super) async fn next(search: &mut Searching, id: &RequestId) -> Message {
    match search.next().await {
        Some(News::State(searched)) => return Message::new(Kind::Info, searched.analysis()),
        Some(News::Queued(place)) => return Message::queued(place),
        None => {}
    }
    match search.answer().await {
        Ok((searched, _)) => Message::new(Kind::Done, searched.analysis()),
        Err(problem) => Message::problem(&problem, id),
    }
}
