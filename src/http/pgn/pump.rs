//! A body read, worked on and answered at the same time.
//!
//! A client may send all of its body before it reads: while its answer waits, what it sends is
//! spooled, so that neither side waits for the other for ever. While its answer flows, no more is
//! taken than memory holds.

use std::time::Duration;

use axum::body::{Body, Bytes};
use http_body_util::BodyExt as _;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::http::blocking::Blocking;
use crate::http::problem::Problem;
use crate::http::spool::Spool;
use crate::http::state::Bounds;
use crate::notation::pgn::{Game, Reader, Summary};

/// Bytes of games that are worked on at once, which keeps async threads free.
const PIECE: usize = 128 << 10;

/// What is made of games.
pub(super) trait Worker: Send + 'static {
    /// Appends what a game becomes.
    fn game(&mut self, game: &Game, out: &mut Vec<u8>);
    /// Appends what stands at the end.
    fn end(&mut self, summary: &Summary, out: &mut Vec<u8>);
    /// Appends what tells of a failure on the way.
    fn fail(&mut self, problem: &Problem, out: &mut Vec<u8>);
}

/// A reader of games with what is made of them.
struct Mill<W> {
    reader: Reader,
    worker: W,
}

impl<W: Worker> Mill<W> {
    fn feed(mut self, bytes: &[u8]) -> (Self, Vec<u8>) {
        let mut out = Vec::new();
        let Self { reader, worker } = &mut self;
        reader.feed(bytes, &mut |game| worker.game(&game, &mut out));
        (self, out)
    }

    fn finish(self) -> Vec<u8> {
        let mut out = Vec::new();
        let Self { reader, mut worker } = self;
        let summary = reader.finish(&mut |game| worker.game(&game, &mut out));
        worker.end(&summary, &mut out);
        out
    }
}

/// Reads a body through a worker; the answer is a body that is written meanwhile.
pub(super) fn run<W: Worker>(
    body: Body,
    reader: Reader,
    worker: W,
    blocking: Blocking,
    bounds: Bounds,
) -> Body {
    let (answer, pieces) = mpsc::channel::<Result<Bytes, std::convert::Infallible>>(1);
    let spool = Spool::new(bounds.spool);
    let pump = Pump {
        body,
        spool,
        ended: false,
        answer,
        blocking,
        silence: bounds.silence,
    };
    tokio::spawn(pump.run(Mill { reader, worker }));
    Body::from_stream(tokio_stream::wrappers::ReceiverStream::new(pieces))
}

struct Pump {
    body: Body,
    spool: Spool,
    /// The body has been read to its end.
    ended: bool,
    answer: mpsc::Sender<Result<Bytes, std::convert::Infallible>>,
    blocking: Blocking,
    silence: Duration,
}

/// Why a pump stops early.
enum Stop {
    /// Nobody reads the answer.
    Left,
    /// To be told in the answer.
    Failed(Problem),
}

impl Pump {
    async fn run<W: Worker>(mut self, mill: Mill<W>) {
        let mut mill = Some(mill);
        match self.work(&mut mill).await {
            Ok(()) | Err(Stop::Left) => {}
            Err(Stop::Failed(problem)) => {
                let mut out = Vec::new();
                if let Some(mill) = &mut mill {
                    mill.worker.fail(&problem, &mut out);
                }
                let _ = self.answer.send(Ok(Bytes::from(out))).await; // the client may have left
            }
        }
    }

    async fn work<W: Worker>(&mut self, mill: &mut Option<Mill<W>>) -> Result<(), Stop> {
        loop {
            if self.spool.is_empty() && self.ended {
                let Some(last) = mill.take() else {
                    return Ok(());
                };
                let out = self.blocking.run(PIECE, move || last.finish()).await;
                return self.tell(out.map_err(Stop::Failed)?).await;
            }
            if self.spool.is_empty() {
                self.take().await?;
                continue;
            }
            let piece = self
                .spool
                .pop()
                .await
                .map_err(|error| Stop::Failed(error.into()))?
                .unwrap_or_default();
            let Some(working) = mill.take() else {
                return Ok(());
            };
            let size = piece.len().max(PIECE);
            let fed = self.blocking.run(size, move || working.feed(&piece)).await;
            let (working, out) = fed.map_err(Stop::Failed)?;
            *mill = Some(working);
            self.tell(out).await?;
        }
    }

    /// Takes the next bytes of the body.
    async fn take(&mut self) -> Result<(), Stop> {
        let frame = timeout(self.silence, self.body.frame()).await;
        let Ok(frame) = frame else {
            let detail = format!("nothing came for {} s", self.silence.as_secs());
            return Err(Stop::Failed(Problem::new(
                axum::http::StatusCode::REQUEST_TIMEOUT,
                "body-timeout",
                detail,
            )));
        };
        match frame {
            None => self.ended = true,
            Some(Err(_)) => return Err(Stop::Left),
            Some(Ok(frame)) => {
                if let Ok(bytes) = frame.into_data() {
                    self.spool
                        .push(bytes)
                        .await
                        .map_err(|error| Stop::Failed(error.into()))?;
                }
            }
        }
        Ok(())
    }

    /// Hands over a piece of the answer; while it waits to be read, the body is spooled.
    async fn tell(&mut self, out: Vec<u8>) -> Result<(), Stop> {
        if out.is_empty() {
            return if self.answer.is_closed() {
                Err(Stop::Left)
            } else {
                Ok(())
            };
        }
        let answer = self.answer.clone();
        let mut place = std::pin::pin!(answer.reserve());
        loop {
            tokio::select! {
                biased;
                place = &mut place => {
                    place.map_err(|_| Stop::Left)?.send(Ok(Bytes::from(out)));
                    return Ok(());
                }
                taken = self.take(), if !self.ended => taken?,
            }
        }
    }
}
