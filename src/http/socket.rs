//! WebSockets: who may open one, how large what comes over it may be, and how it is known to live.

use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::request::Parts;
use axum::http::{StatusCode as S, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::SinkExt as _;
use futures_util::stream::SplitSink;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, timeout};

use super::problem::Problem;
use super::state::AppState;

/// Bytes of each buffer of a connection, most of which are idle.
const BUFFER: usize = 4 << 10;

/// How many times as much as it may have is read of a message before it is refused: closing with
/// bytes unread resets the connection, and its client would not learn why.
const READ: usize = 4;

/// Pings that may go unanswered.
const UNANSWERED: u32 = 4;

/// How long the last words of a connection may take.
const FAREWELL: Duration = Duration::from_secs(1);

/// The half of a WebSocket that is written to.
pub(super) type Out = SplitSink<WebSocket, Message>;

/// A request for a WebSocket that the gate has let through.
pub(super) struct Opening {
    upgrade: WebSocketUpgrade,
    state: AppState,
}

impl FromRequestParts<AppState> for Opening {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Response> {
        state
            .gate
            .pass(&parts.headers)
            .map_err(|problem| problem.into_response())?;
        let upgrade = WebSocketUpgrade::from_request_parts(parts, state).await;
        let upgrade = upgrade.map_err(|error| {
            let detail = format!("this is a WebSocket (RFC 6455): {error}");
            let problem = Problem::new(S::UPGRADE_REQUIRED, "upgrade-required", detail);
            let wanted = [
                (header::UPGRADE, "websocket"),
                (header::SEC_WEBSOCKET_VERSION, "13"),
            ];
            (wanted, problem).into_response()
        })?;
        let state = state.clone();
        Ok(Self { upgrade, state })
    }
}

impl Opening {
    /// Opens it, with messages of at most so many bytes, for a talk that the server waits for when it
    /// shuts down.
    pub(super) fn open<F, T>(self, largest: usize, talk: F) -> Response
    where
        F: FnOnce(WebSocket) -> T + Send + 'static,
        T: Future<Output = ()> + Send + 'static,
    {
        let open = self.state.sockets.token();
        let gauge = self.state.metrics.socket();
        // The request that opened it was let in; its place ends with it.
        let place = self.state.places.take();
        self.upgrade
            .read_buffer_size(BUFFER)
            .write_buffer_size(BUFFER)
            .max_message_size(largest.saturating_mul(READ))
            .max_frame_size(largest.saturating_mul(READ))
            .on_upgrade(move |socket| async move {
                let _held = (open, gauge, place);
                talk(socket).await;
            })
    }
}

/// Why a connection is closed by us.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Farewell {
    /// The talk is over, or nothing was asked for too long.
    Done(&'static str),
    /// The server shuts down.
    Away,
    /// Bytes that are no text.
    Binary,
    /// A message beyond the bound.
    Large,
}

impl Farewell {
    fn frame(self) -> CloseFrame {
        let (code, reason) = match self {
            Self::Done(why) => (close_code::NORMAL, why),
            Self::Away => (close_code::AWAY, "the server is shutting down"),
            Self::Binary => (close_code::UNSUPPORTED, "expected text"),
            Self::Large => (close_code::SIZE, "the message is too large"),
        };
        let reason = reason.into();
        CloseFrame { code, reason }
    }

    /// Says it, if the other side still reads.
    pub(super) async fn say(self, out: &mut Out) {
        let last = out.send(Message::Close(Some(self.frame())));
        let _ = timeout(FAREWELL, last).await; // whoever is not told notices the connection's end
    }
}

/// What came in.
#[derive(Debug)]
pub(super) enum Came {
    /// A message.
    Text(String),
    /// Nothing for us: a ping or its answer.
    Nothing,
    /// The other side has left.
    Left,
    /// It is to be told to leave.
    Unfit(Farewell),
}

impl Came {
    /// Reads what a connection yields; messages may have so many bytes.
    pub(super) fn new(message: Option<Result<Message, axum::Error>>, largest: usize) -> Self {
        match message {
            Some(Ok(Message::Text(text))) if text.len() > largest => Self::Unfit(Farewell::Large),
            Some(Ok(Message::Text(text))) => Self::Text(text.as_str().to_owned()),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Self::Nothing,
            Some(Ok(Message::Binary(_))) => Self::Unfit(Farewell::Binary),
            Some(Ok(Message::Close(_))) | None => Self::Left,
            Some(Err(error)) if is_too_large(&error) => Self::Unfit(Farewell::Large),
            Some(Err(_)) => Self::Left,
        }
    }
}

fn is_too_large(error: &axum::Error) -> bool {
    // axum hides the type of the library below it.
    error.to_string().starts_with("Space limit exceeded")
}

/// The heartbeat of a connection: pings, and when it is taken for dead.
#[derive(Debug)]
pub(super) struct Pulse {
    beats: Interval,
    unanswered: u32,
    /// When something was last asked or answered.
    active: Instant,
    idle: Duration,
}

/// What a beat of the heart asks for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Beat {
    Ping,
    /// Nothing was heard for too long.
    Dead,
    /// Nothing was asked for too long.
    Idle,
}

impl Pulse {
    pub(super) fn new(state: &AppState) -> Self {
        let mut beats = interval(state.http.ws_ping());
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        beats.reset();
        Self {
            beats,
            unanswered: 0,
            active: Instant::now(),
            idle: state.http.ws_idle(),
        }
    }

    /// Something was heard.
    pub(super) fn heard(&mut self) {
        self.unanswered = 0;
    }

    /// Something was asked or answered.
    pub(super) fn touch(&mut self) {
        self.active = Instant::now();
    }

    /// Waits for the next beat.
    pub(super) async fn beat(&mut self) -> Beat {
        self.beats.tick().await;
        self.unanswered += 1;
        if self.unanswered > UNANSWERED {
            Beat::Dead
        } else if self.active.elapsed() >= self.idle {
            Beat::Idle
        } else {
            Beat::Ping
        }
    }
}

/// Hands a message over to be flushed; always true: it is on its way.
pub(super) async fn feed(out: &mut Out, message: Message) -> bool {
    // A connection that takes no more is noticed by the flush.
    let _ = out.feed(message).await;
    true
}
