//! `/v1/analysis/ws`: analysis over a WebSocket, one search at a time.
//!
//! Each message of the client is a request as `POST /v1/analysis` takes it, which ends the search
//! before it, or `{"type": "stop"}`, which ends a search with what it has found. What comes back are
//! the messages of the event stream. While one is being sent, newer states take the place of older ones, so
//! that a slow reader costs no memory and never holds a search up.

use std::fmt;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket};
use axum::http::{HeaderMap, StatusCode as S};
use axum::response::Response;
use futures_util::{SinkExt as _, StreamExt as _};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::client::Client;
use super::events::{self, Kind};
use super::extract::{Origin, of_value, unreadable};
use super::problem::Problem;
use super::request::SearchFields;
use super::request_id::RequestId;
use super::searching::Searching;
use super::socket::{Beat, Came, Farewell, Opening, Pulse, feed};
use super::state::AppState;
use crate::notation::quote;

/// Characters of the name that a client may give a request.
const LONGEST_ID: usize = 64;

/// Opens the connection (operation `openAnalysis`).
pub(super) async fn live(
    State(state): State<AppState>,
    client: Client,
    id: RequestId,
    opening: Opening,
) -> Response {
    let largest = state.http.max_body_bytes();
    let talk = Talk {
        state,
        client,
        id,
        search: None,
        note: None,
    };
    opening.open(largest, |socket| talk.run(socket))
}

/// One connection.
struct Talk {
    state: AppState,
    client: Client,
    id: RequestId,
    search: Option<Asked>,
    /// A refusal that waits to be sent. No more is read until it is.
    note: Option<String>,
}

/// A search, and the name that the client gave it.
struct Asked {
    searching: Searching,
    id: Option<String>,
    /// It is to end with what it has.
    stop: bool,
}

enum Event {
    Came(Came),
    Flushed(Result<(), axum::Error>),
    Beat(Beat),
    Say(String),
    Away,
}

impl Talk {
    async fn run(mut self, socket: WebSocket) {
        let largest = self.state.http.max_body_bytes();
        let (mut out, mut incoming) = socket.split();
        let mut pulse = Pulse::new(&self.state);
        let closing = self.state.pool.closing();
        let mut flushing = false;
        loop {
            let reads = self.note.is_none();
            let rests = self.search.is_none() && reads && !flushing;
            let event = tokio::select! {
                biased;
                came = incoming.next(), if reads => Event::Came(Came::new(came, largest)),
                sent = out.flush(), if flushing => Event::Flushed(sent),
                text = self.next(), if !flushing => Event::Say(text),
                beat = pulse.beat() => Event::Beat(beat),
                () = closing.cancelled(), if rests => Event::Away,
            };
            let unfit = match event {
                Event::Came(Came::Left) | Event::Flushed(Err(_)) | Event::Beat(Beat::Dead) => {
                    return;
                }
                Event::Came(Came::Unfit(farewell)) => Some(farewell),
                Event::Away => Some(Farewell::Away),
                Event::Beat(Beat::Idle) if rests => {
                    Some(Farewell::Done("nothing was asked for long"))
                }
                Event::Came(came) => {
                    pulse.heard();
                    if let Came::Text(text) = came {
                        pulse.touch();
                        self.hear(&text).await;
                    }
                    None
                }
                Event::Flushed(Ok(())) => {
                    flushing = false;
                    None
                }
                Event::Beat(Beat::Ping | Beat::Idle) => {
                    flushing = flushing || feed(&mut out, Message::Ping(Default::default())).await;
                    None
                }
                Event::Say(text) => {
                    pulse.touch();
                    flushing = feed(&mut out, Message::Text(text.into())).await;
                    None
                }
            };
            if let Some(farewell) = unfit {
                self.search = None;
                return farewell.say(&mut out).await;
            }
        }
    }

    /// What is to be said next.
    async fn next(&mut self) -> String {
        if let Some(note) = self.note.take() {
            return note;
        }
        let Some(asked) = &mut self.search else {
            return std::future::pending().await;
        };
        let (message, id) = (asked.next(&self.id).await, asked.id.take());
        let text = message.to_json_for(id.as_deref());
        if message.kind.is_last() {
            self.search = None;
        } else {
            asked.id = id;
        }
        text
    }

    /// Takes a message: a request, or a wish to stop.
    async fn hear(&mut self, text: &str) {
        let (id, read) = match serde_json::from_str(text) {
            Ok(Fields(mut fields)) => (take_id(&mut fields), Ok(fields)),
            Err(error) => (Ok(None), Err(unreadable_message(&error))),
        };
        let name = id.as_ref().ok().cloned().flatten();
        let started = match (id, read) {
            (Err(problem), _) | (_, Err(problem)) => Err(problem),
            (Ok(_), Ok(fields)) => self.obey(name.clone(), fields).await,
        };
        if let Err(problem) = started {
            self.search = None;
            let problem = problem.sent_as(Origin::Json);
            let message = events::Message::problem(&problem, &self.id);
            self.note = Some(message.to_json_for(name.as_deref()));
        }
    }

    async fn obey(
        &mut self,
        id: Option<String>,
        mut fields: Map<String, Value>,
    ) -> Result<(), Problem> {
        match fields.remove("type") {
            None => {}
            Some(Value::String(kind)) if kind == "search" => {}
            Some(Value::String(kind)) if kind == "stop" => {
                if let Some(name) = fields.keys().next() {
                    let detail = format!(
                        "{} is not a field of a stop, expected id alone",
                        quote(name)
                    );
                    return Err(Problem::new(S::BAD_REQUEST, "unknown-field", detail).field(name));
                }
                if let Some(asked) = &mut self.search {
                    asked.stop = true;
                }
                return Ok(());
            }
            Some(other) => {
                let other = match other {
                    Value::String(text) => quote(&text).to_string(),
                    Value::Array(_) => "a list".to_owned(),
                    Value::Object(_) => "an object".to_owned(),
                    other => other.to_string(),
                };
                let detail = format!("type is {other}, expected \"search\" or \"stop\"");
                return Err(Problem::new(S::BAD_REQUEST, "invalid-value", detail).field("type"));
            }
        }
        // The search before it ends first: there is one search a connection.
        self.search = None;
        if let Some(guard) = &self.state.guard {
            guard
                .charge(self.client)
                .map_err(|refusal| refusal.problem)?;
        }
        let fields: SearchFields = of_value(Value::Object(fields))?;
        let request = fields.read(Origin::Json, &self.state.blocking).await?;
        let nothing = HeaderMap::new();
        let searching = Searching::open(&self.state.pool, request, self.client, &nothing)?;
        self.search = Some(Asked {
            searching,
            id,
            stop: false,
        });
        Ok(())
    }
}

impl Asked {
    async fn next(&mut self, id: &RequestId) -> events::Message {
        if self.stop
            && let Some(latest) = self.searching.latest()
        {
            return events::Message::new(Kind::Done, latest.analysis());
        }
        let message = events::next(&mut self.searching, id).await;
        match self.searching.latest() {
            Some(latest) if self.stop && !message.kind.is_last() => {
                events::Message::new(Kind::Done, latest.analysis())
            }
            Some(_) | None => message,
        }
    }
}

/// The fields of a message, none of them twice.
struct Fields(Map<String, Value>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Fields, A::Error> {
                let mut fields = Map::new();
                while let Some((name, value)) = from.next_entry::<String, Value>()? {
                    if fields.contains_key(&name) {
                        return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
                    }
                    fields.insert(name, value);
                }
                Ok(Fields(fields))
            }
        }

        from.deserialize_map(Object)
    }
}

fn unreadable_message(error: &serde_json::Error) -> Problem {
    let message = error.to_string();
    if message.starts_with("duplicate field") {
        return unreadable("", &message);
    }
    let detail = format!("not a request: {message}");
    Problem::new(S::BAD_REQUEST, "invalid-json", detail)
}

/// The name that a client gives its request, to tell the answers apart.
fn take_id(fields: &mut Map<String, Value>) -> Result<Option<String>, Problem> {
    match fields.remove("id") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(id)) if id.chars().count() <= LONGEST_ID => Ok(Some(id)),
        Some(_) => {
            let detail = format!("id: expected a text of at most {LONGEST_ID} characters");
            Err(Problem::new(S::BAD_REQUEST, "invalid-value", detail).field("id"))
        }
    }
}
