//! `/v1/uci`: a UCI session over a WebSocket, for GUIs.
//!
//! Each text message holds one line (or several) as a GUI would write it to an engine's standard input; each line that the engine
//! would print comes back as a message of its own. The session ends with the connection and the other way round.

use std::collections::VecDeque;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket};
use axum::response::{IntoResponse as _, Response};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf, duplex,
    split,
};

use super::client::Client;
use super::extract::Params;
use super::problem::Problem;
use super::socket::{Beat, Came, Farewell, Opening, Pulse, feed};
use super::state::AppState;
use crate::pool::{PoolError, Pressing};
use crate::uci_server::{Seat, Session};

/// The largest message: a line with the longest game that is taken has less.
const LARGEST: usize = 128 << 10;

/// What is on its way between the connection and the session, in each direction.
const PIPE: usize = 16 << 10;

/// Which engine plays.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Fields {
    engine: Option<String>,
}

/// Opens a session (operation `openUci`).
pub(super) async fn uci(
    State(state): State<AppState>,
    client: Client,
    opening: Opening,
    params: Params<Fields>,
) -> Result<Response, Problem> {
    let engine = params.fields.engine;
    if let Some(asked) = engine.clone().filter(|name| !state.pool.has_engine(name)) {
        let known = state.pool.engine_names().to_vec();
        return Err(PoolError::UnknownEngine { asked, known }.into());
    }
    let seat = Seat::new(
        state.pool.clone(),
        engine,
        client.turn(Pressing::Interactive),
    );
    let talk = move |socket| talk(socket, seat, (state, client));
    Ok(opening.open(LARGEST, talk).into_response())
}

enum Event {
    Came(Came),
    Line(std::io::Result<Option<String>>),
    Flushed(Result<(), axum::Error>),
    Beat(Beat),
    Ended,
    Away,
}

async fn talk(socket: WebSocket, seat: Seat, (state, client): (AppState, Client)) {
    let (near, far) = duplex(PIPE);
    let (input, output) = split(far);
    let session = Session::over(seat, output).await;
    let mut session = std::pin::pin!(session.run(BufReader::new(input)));
    let (said, mut hears) = split(near);
    let mut said = BufReader::new(said).lines();
    let (mut out, mut incoming) = socket.split();
    let mut pulse = Pulse::new(&state);
    let closing = state.pool.closing();
    let mut flushing = false;
    // What the session has not read yet: while it waits, no more is read from the connection.
    let mut unread: Option<Vec<u8>> = None;
    // What the session itself does not say.
    let mut notes = VecDeque::new();
    let mut ended = false;
    // A search was begun and has not said its best move: it may think as long as it likes.
    let mut thinks = false;
    let farewell = loop {
        let event = tokio::select! {
            biased;
            came = incoming.next(), if unread.is_none() => Event::Came(Came::new(came, LARGEST)),
            () = hand_over(&mut hears, &mut unread), if unread.is_some() => continue,
            sent = out.flush(), if flushing => Event::Flushed(sent),
            line = next_line(&mut notes, &mut said), if !flushing => Event::Line(line),
            _ = &mut session, if !ended => Event::Ended,
            beat = pulse.beat() => Event::Beat(beat),
            () = closing.cancelled() => Event::Away,
        };
        match event {
            Event::Came(Came::Text(mut text)) => {
                pulse.heard();
                pulse.touch();
                if text.lines().any(is_go) {
                    thinks = true;
                    let guard = state.guard.as_ref();
                    if let Some(refusal) = guard.and_then(|guard| guard.charge(client).err()) {
                        text = text
                            .lines()
                            .filter(|line| !is_go(line))
                            .collect::<Vec<_>>()
                            .join("\n");
                        notes.push_back(format!("info string {}", refusal.problem.detail()));
                        notes.push_back("bestmove (none)".to_owned());
                    }
                }
                text.push('\n');
                unread = Some(text.into_bytes());
            }
            Event::Came(Came::Nothing) => pulse.heard(),
            Event::Came(Came::Unfit(farewell)) => break farewell,
            Event::Came(Came::Left) | Event::Flushed(Err(_)) | Event::Beat(Beat::Dead) => return,
            Event::Flushed(Ok(())) => flushing = false,
            Event::Line(Ok(Some(line))) => {
                pulse.touch();
                thinks &= !line.starts_with("bestmove");
                flushing = feed(&mut out, Message::Text(line.into())).await;
            }
            Event::Line(Ok(None) | Err(_)) => break Farewell::Done("quit"),
            // What it has said last is still to be sent.
            Event::Ended => ended = true,
            Event::Beat(Beat::Idle) if !thinks => {
                break Farewell::Done("nothing was said for long");
            }
            Event::Beat(Beat::Ping | Beat::Idle) => {
                flushing = flushing || feed(&mut out, Message::Ping(Default::default())).await;
            }
            Event::Away => break Farewell::Away,
        }
    };
    farewell.say(&mut out).await;
}

/// Whether a line asks for a search, which counts as a request.
fn is_go(line: &str) -> bool {
    line.split_whitespace().next() == Some("go")
}

/// What is to be said next.
async fn next_line(
    notes: &mut VecDeque<String>,
    said: &mut Lines<BufReader<ReadHalf<DuplexStream>>>,
) -> std::io::Result<Option<String>> {
    match notes.pop_front() {
        Some(note) => Ok(Some(note)),
        None => said.next_line().await,
    }
}

/// Gives the session what came in.
async fn hand_over(session: &mut tokio::io::WriteHalf<DuplexStream>, unread: &mut Option<Vec<u8>>) {
    while let Some(bytes) = unread.as_mut().filter(|bytes| !bytes.is_empty()) {
        match session.write(bytes).await {
            Ok(written) => drop(bytes.drain(..written)),
            Err(_) => break, // the session has ended
        }
    }
    *unread = None;
}
