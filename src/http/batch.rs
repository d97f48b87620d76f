//! `/v1/analysis/batch`: many positions in, answers as they come.
//!
//! A client may send everything before it reads: while its answers wait, what it sends is spooled;
//! while they flow, no more is taken than memory holds.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{StatusCode as S, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use http_body_util::BodyExt as _;
use serde::Serialize;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::client::Client;
use super::extract::{
    self, MediaType, Origin, charset, media_type_of, of_query, of_value, read_body,
};
use super::lines::{Line, Lines};
use super::problem::Problem;
use super::request::SearchFields;
use super::request_id::RequestId;
use super::searching::Searching;
use super::spool::Spool;
use super::state::AppState;
use crate::notation::pgn::Encoding;
use crate::pool::Pressing;
use crate::wire::Analysis;

/// How long a batch waits before it asks a full queue again.
const PAUSE: Duration = Duration::from_millis(100);

/// Answers many positions (operation `analyseBatch`).
pub(super) async fn batch(
    State(state): State<AppState>,
    client: Client,
    id: RequestId,
    request: Request,
) -> Result<Response, Problem> {
    let query = request.uri().query().unwrap_or("").to_owned();
    // What the query says holds for every position, unless it says otherwise itself.
    let (fields, origin) = of_query::<SearchFields>(&query)?;
    let fields = fields.without_moves();
    let fields = fields.map_err(|problem| problem.sent_as(origin))?;
    fields.read(origin, &state.blocking).await?;
    let defaults: Map<String, Value> = form_urlencoded::parse(query.as_bytes())
        .map(|(name, value)| (name.into_owned(), Value::String(value.into_owned())))
        .collect();
    let asking = |form| Asking {
        state: state.clone(),
        client,
        defaults: defaults.clone(),
        form,
        id: id.clone(),
    };
    let charset = charset(request.headers())?;
    let form = match media_type_of(request.headers()) {
        MediaType::Text => Form::Fens,
        MediaType::Lines => Form::Json,
        // What `curl --data-binary` calls a form.
        MediaType::Form => Form::Either,
        MediaType::Json => return list(asking(Form::Item), request, charset).await,
        MediaType::Other(name) => {
            let detail = format!(
                "the body is {}, expected application/x-ndjson, application/json or text/plain",
                crate::notation::quote(&name)
            );
            let code = "unsupported-media-type";
            return Err(Problem::new(S::UNSUPPORTED_MEDIA_TYPE, code, detail));
        }
    };
    Ok(respond(asking(form), request.into_body(), charset))
}

/// A JSON list: read whole, within the bound of a body, then answered as its lines would be.
async fn list(
    asking: Asking,
    request: Request,
    charset: Option<Encoding>,
) -> Result<Response, Problem> {
    let state = &asking.state;
    let limit = state.http.max_body_bytes();
    let body = read_body(request.into_body(), limit, state.http.read_timeout()).await?;
    let items = extract::list(&body, charset)?;
    let mut lines = Vec::new();
    for item in &items {
        lines.extend_from_slice(item.to_string().as_bytes());
        lines.push(b'\n');
    }
    let body = Body::from(lines);
    Ok(respond(asking, body, Some(Encoding::Utf8)))
}

fn respond(asking: Asking, body: Body, charset: Option<Encoding>) -> Response {
    let state = asking.state.clone();
    let (answer, pieces) = mpsc::channel(1);
    let bounds = state.bounds();
    let width = usize::from(state.pool.ceilings().threads.get()).max(1);
    let batch = Batch {
        asking,
        lines: Lines::new(state.http.max_body_bytes(), charset),
        body,
        ended: false,
        spool: Spool::new(bounds.spool),
        silence: bounds.silence,
        running: FuturesUnordered::new(),
        // One more than can run, so that a slot that comes free finds work.
        width: width + 1,
        asked: 0,
        answer,
    };
    tokio::spawn(batch.run());
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    let body = Body::from_stream(tokio_stream::wrappers::ReceiverStream::new(pieces));
    (headers, body).into_response()
}

/// What a line holds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Form {
    /// The fields of a request.
    Json,
    /// The same, once an item of a list.
    Item,
    /// A FEN or EPD.
    Fens,
    /// An object, or else a FEN or EPD.
    Either,
}

/// The answer to a line.
#[derive(Serialize)]
struct Answer {
    index: u64,
    /// How the line was encoded, if not as UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
    #[serde(flatten)]
    analysis: Analysis,
}

/// Why a line has none.
#[derive(Serialize)]
struct Refusal {
    index: u64,
    problem: Value,
}

/// How one position is asked.
#[derive(Clone)]
struct Asking {
    state: AppState,
    client: Client,
    defaults: Map<String, Value>,
    form: Form,
    id: RequestId,
}

impl Asking {
    /// The answer to one line: an analysis, or a problem document.
    async fn answer(self, index: u64, line: Line) -> Vec<u8> {
        let written = match self.search(line).await {
            Ok((analysis, encoding)) => serde_json::to_vec(&Answer {
                index,
                encoding: (encoding != Encoding::Utf8).then(|| encoding.as_str()),
                analysis,
            }),
            Err(problem) => serde_json::to_vec(&Refusal {
                index,
                problem: problem.inside_a_stream(&self.id),
            }),
        };
        let mut line = written.unwrap_or_default();
        line.push(b'\n');
        line
    }

    async fn search(&self, line: Line) -> Result<(Analysis, Encoding), Problem> {
        let (text, encoding) = line.text()?;
        let fields: SearchFields = of_value(self.fields(&text)?)?;
        let request = fields.read(Origin::Json, &self.state.blocking).await?;
        loop {
            let search = Searching::start(
                &self.state.pool,
                request.clone(),
                self.client,
                Pressing::Batch,
            )?;
            match search.answer().await {
                // A batch waits where somebody who waits himself is told to come again.
                Err(problem) if problem.is("queue-full") => sleep(PAUSE).await,
                Err(problem) => return Err(problem),
                Ok((searched, _)) => return Ok((searched.analysis(), encoding)),
            }
        }
    }

    fn fields(&self, text: &str) -> Result<Value, Problem> {
        let text = text.trim();
        let is_json = match self.form {
            Form::Json | Form::Item => true,
            Form::Fens => false,
            Form::Either => text.starts_with('{'),
        };
        let mut fields = self.defaults.clone();
        if is_json {
            fields.extend(self.object(text)?);
        } else {
            fields.insert("fen".to_owned(), text.into());
        }
        Ok(Value::Object(fields))
    }

    fn object(&self, text: &str) -> Result<Map<String, Value>, Problem> {
        let what = match self.form {
            Form::Item => "item",
            Form::Json | Form::Fens | Form::Either => "line",
        };
        let detail = match serde_json::from_str(text) {
            Ok(Value::Object(own)) => return Ok(own),
            Ok(_) => format!("the {what} is no object, expected the fields of a request"),
            Err(error) => format!("the {what} is not JSON: {error}"),
        };
        Err(Problem::new(S::BAD_REQUEST, "invalid-json", detail))
    }
}

/// A batch under way.
struct Batch {
    asking: Asking,
    lines: Lines,
    body: Body,
    /// The body has been read to its end.
    ended: bool,
    spool: Spool,
    silence: Duration,
    running: FuturesUnordered<BoxFuture<'static, Vec<u8>>>,
    width: usize,
    asked: u64,
    answer: mpsc::Sender<Result<Bytes, Infallible>>,
}

/// Why a batch stops early.
enum Stop {
    /// Nobody reads the answers.
    Left,
    /// To be told in the answer.
    Failed(Problem),
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Self {
        Self::Failed(problem)
    }
}

impl Batch {
    async fn run(mut self) {
        if let Err(Stop::Failed(problem)) = self.work().await {
            let mut line =
                json!({ "problem": problem.inside_a_stream(&self.asking.id) }).to_string();
            line.push('\n');
            let _ = self.answer.send(Ok(Bytes::from(line))).await; // the client may have left
        }
    }

    async fn work(&mut self) -> Result<(), Stop> {
        loop {
            self.start_more().await?;
            let wants_more = !self.ended && !self.spool.is_large();
            if self.running.is_empty() && !wants_more {
                return Ok(());
            }
            let answer = self.answer.clone();
            tokio::select! {
                biased;
                Some(line) = self.running.next() => self.tell(line).await?,
                () = answer.closed() => return Err(Stop::Left),
                frame = self.body.frame(), if wants_more => self.take(frame).await?,
                () = sleep(self.silence), if wants_more && self.running.is_empty() => {
                    let detail = format!("nothing came for {} s", self.silence.as_secs());
                    return Err(Problem::new(S::REQUEST_TIMEOUT, "body-timeout", detail).into());
                }
            }
        }
    }

    /// Starts searches as long as there are lines and room.
    async fn start_more(&mut self) -> Result<(), Stop> {
        while self.running.len() < self.width {
            let Some(line) = self.lines.next(self.ended && self.spool.is_empty()) else {
                match self.spool.pop().await.map_err(Problem::from)? {
                    Some(bytes) => self.lines.feed(&bytes),
                    None => return Ok(()),
                }
                continue;
            };
            let asking = self.asking.clone();
            let index = self.asked;
            self.asked += 1;
            self.running.push(Box::pin(asking.answer(index, line)));
        }
        Ok(())
    }

    async fn take(
        &mut self,
        frame: Option<Result<http_body::Frame<Bytes>, axum::Error>>,
    ) -> Result<(), Stop> {
        match frame {
            None => self.ended = true,
            Some(Err(_)) => return Err(Stop::Left),
            Some(Ok(frame)) => {
                if let Ok(bytes) = frame.into_data() {
                    self.spool.push(bytes).await.map_err(Problem::from)?;
                }
            }
        }
        Ok(())
    }

    /// Hands over an answer; while it waits to be read, the body is spooled.
    async fn tell(&mut self, line: Vec<u8>) -> Result<(), Stop> {
        let answer = self.answer.clone();
        let mut place = std::pin::pin!(answer.reserve());
        loop {
            tokio::select! {
                biased;
                place = &mut place => {
                    place.map_err(|_| Stop::Left)?.send(Ok(Bytes::from(line)));
                    return Ok(());
                }
                frame = timeout(self.silence, self.body.frame()), if !self.ended => {
                    if let Ok(frame) = frame {
                        self.take(frame).await?;
                    }
                }
            }
        }
    }
}
