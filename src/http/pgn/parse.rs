//! `/v1/pgn/parse`: games with everything that their text holds.

use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode as S, header};
use axum::response::{IntoResponse as _, Response};
use http_body_util::BodyExt as _;
use serde::Serialize;
use serde_json::json;
use tokio::time::timeout;

use super::pump::{self, Worker};
use super::upload::Upload;
use crate::analysis::OutOfRange;
use crate::http::blocking::Blocking;
use crate::http::extract::drain;
use crate::http::number::Number;
use crate::http::problem::Problem;
use crate::http::reply;
use crate::http::request::language_out;
use crate::http::request_id::RequestId;
use crate::http::state::AppState;
use crate::notation::pgn::{Game, Options, Reader, Summary};
use crate::notation::{Findings, quote};
use crate::wire::{GameFacts, Style};

/// Games in one JSON answer where none is asked, and at most.
const DEFAULT_LIMIT: i128 = 100;
const MAX_LIMIT: i128 = 1000;

/// Answers the games of a PGN (operation `parsePgn`).
pub(in crate::http) async fn parse(
    State(state): State<AppState>,
    headers: HeaderMap,
    id: RequestId,
    upload: Upload,
) -> Result<Response, Problem> {
    let at = |problem: Problem| problem.sent_as(upload.origin);
    let options = upload.options()?;
    let language = language_out(upload.fields.language_out.as_deref()).map_err(at)?;
    let style = Style::new(None, None, None, None, language);
    if wants_lines(&headers) {
        let reader = Reader::new(options);
        let body = pump::run(
            upload.body,
            reader,
            Lines(style, id),
            state.blocking.clone(),
            state.bounds(),
        );
        let media_type = [
            (header::CONTENT_TYPE, "application/x-ndjson"),
            (header::CACHE_CONTROL, "no-store"),
        ];
        return Ok((media_type, [(header::VARY, "accept")], body).into_response());
    }
    let page = Page::of(upload.fields.limit, upload.fields.cursor.as_deref()).map_err(at)?;
    let games = page
        .read(upload.body, options, style, &state)
        .await
        .map_err(at)?;
    reply::fresh(&games)
}

fn wants_lines(headers: &HeaderMap) -> bool {
    reply::accepted(headers).any(reply::is_lines)
}

/// One game a line.
struct Lines(Style, RequestId);

impl Worker for Lines {
    fn game(&mut self, game: &Game, out: &mut Vec<u8>) {
        line(&GameFacts::new(game, self.0), out);
    }

    fn end(&mut self, summary: &Summary, out: &mut Vec<u8>) {
        if let Some(problem) = not_pgn(summary) {
            self.fail(&problem, out);
        }
    }

    fn fail(&mut self, problem: &Problem, out: &mut Vec<u8>) {
        line(&json!({ "problem": problem.inside_a_stream(&self.1) }), out);
    }
}

fn line(value: &impl Serialize, out: &mut Vec<u8>) {
    if serde_json::to_writer(&mut *out, value).is_ok() {
        out.push(b'\n');
    }
}

/// Why there are no games.
pub(super) fn not_pgn(summary: &Summary) -> Option<Problem> {
    let foreign = summary.foreign.as_ref()?;
    Some(Problem::new(S::UNPROCESSABLE_ENTITY, foreign.code(), foreign.to_string()).field("pgn"))
}

/// One JSON answer.
#[derive(Serialize)]
struct Games {
    games: Vec<GameFacts>,
    /// Where the next answer begins; `None`: there are no more games.
    cursor: Option<String>,
    findings: Findings,
}

/// Which games of the PGN.
#[derive(Clone, Copy, Debug)]
struct Page {
    skip: u64,
    limit: usize,
}

impl Page {
    fn of(limit: Option<Number>, cursor: Option<&str>) -> Result<Self, Problem> {
        let value = limit.map_or(DEFAULT_LIMIT, |Number(value)| value);
        if !(1..=MAX_LIMIT).contains(&value) {
            return Err(OutOfRange {
                name: "limit",
                value,
                min: 1,
                max: MAX_LIMIT,
            }
            .into());
        }
        let skip = cursor.map(read_cursor).transpose()?.unwrap_or(0);
        Ok(Self {
            skip,
            limit: usize::try_from(value).unwrap_or(1),
        })
    }

    /// Reads as far as the page goes; the rest of the body is thrown away.
    async fn read(
        self,
        mut body: Body,
        options: Options,
        style: Style,
        state: &AppState,
    ) -> Result<Games, Problem> {
        let mut collecting = Collecting {
            page: self,
            style,
            games: Vec::new(),
            more: false,
        };
        let mut reader = Reader::new(options);
        while !collecting.more {
            let Some(bytes) = next_bytes(&mut body, state.http.read_timeout()).await? else {
                break;
            };
            let work = move || {
                reader.feed(&bytes, &mut |game| collecting.take(&game));
                (reader, collecting)
            };
            (reader, collecting) = state.blocking.run(usize::MAX, work).await?;
        }
        if collecting.more {
            drain(body).await;
            return Ok(collecting.page(Findings::default()));
        }
        finish(reader, collecting, &state.blocking).await
    }
}

async fn finish(
    reader: Reader,
    mut collecting: Collecting,
    blocking: &Blocking,
) -> Result<Games, Problem> {
    let work = move || {
        let summary = reader.finish(&mut |game| collecting.take(&game));
        (summary, collecting)
    };
    let (summary, collecting) = blocking.run(usize::MAX, work).await?;
    match not_pgn(&summary) {
        Some(problem) => Err(problem),
        None => Ok(collecting.page(summary.findings)),
    }
}

struct Collecting {
    page: Page,
    style: Style,
    games: Vec<GameFacts>,
    more: bool,
}

impl Collecting {
    fn take(&mut self, game: &Game) {
        if game.number <= self.page.skip {
            return;
        }
        if self.games.len() < self.page.limit {
            self.games.push(GameFacts::new(game, self.style));
        } else {
            self.more = true;
        }
    }

    fn page(self, findings: Findings) -> Games {
        let next = self.page.skip + u64::try_from(self.games.len()).unwrap_or(0);
        Games {
            games: self.games,
            cursor: self.more.then(|| format!("g{next}")),
            findings,
        }
    }
}

/// Cursors are opaque to clients; they hold how many games came before.
fn read_cursor(cursor: &str) -> Result<u64, Problem> {
    cursor
        .strip_prefix('g')
        .and_then(|number| number.parse().ok())
        .ok_or_else(|| {
            let detail = format!("{} is no cursor of an answer before", quote(cursor));
            Problem::new(S::UNPROCESSABLE_ENTITY, "cursor-invalid", detail).field("cursor")
        })
}

async fn next_bytes(
    body: &mut Body,
    silence: Duration,
) -> Result<Option<axum::body::Bytes>, Problem> {
    loop {
        let Ok(frame) = timeout(silence, body.frame()).await else {
            let detail = format!("nothing came for {} s", silence.as_secs());
            return Err(Problem::new(S::REQUEST_TIMEOUT, "body-timeout", detail));
        };
        let Some(frame) = frame else { return Ok(None) };
        let frame = frame.map_err(|error| {
            let detail = format!("the body broke off: {error}");
            Problem::new(S::BAD_REQUEST, "body-incomplete", detail)
        })?;
        if let Ok(bytes) = frame.into_data() {
            return Ok(Some(bytes));
        }
    }
}
