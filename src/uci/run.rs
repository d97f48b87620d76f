//! One search while it runs: its lines, its deadlines, and its end.

use std::time::Duration;

use shakmaty::uci::UciMove;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::gather::{Gather, News};
use super::moves::played;
use super::process::Process;
use super::verdict::{self, Ending};
use super::{Best, Command, Deadlines, During, Output, UciError};
use crate::analysis::{Limits, Report, Task};

/// A search that has been begun.
#[derive(Debug)]
pub(super) struct Run<'a> {
    process: &'a Process,
    task: &'a Task,
    gather: Gather<'a>,
    deadlines: Deadlines,
    started: Instant,
    /// Who ended it, as far as it has been told to end.
    ending: Ending,
    /// When it is told to stop by itself.
    late: Option<Instant>,
    /// When it is killed; set with the `stop`.
    lost: Option<Instant>,
    stop_on_drop: StopOnDrop,
}

/// What happened next.
enum Event {
    Stop(Ending),
    Lost,
    Said(Option<Output>),
}

impl<'a> Run<'a> {
    pub(super) fn new(
        process: &'a Process,
        task: &'a Task,
        lines: u16,
        deadlines: Deadlines,
    ) -> Self {
        let started = Instant::now();
        let time = time_limit(&task.limits);
        Self {
            process,
            task,
            gather: Gather::new(task, lines),
            deadlines,
            started,
            ending: Ending::Own,
            late: time.and_then(|time| started.checked_add(time + deadlines.grace)),
            lost: None,
            stop_on_drop: StopOnDrop(Some(process.commands())),
        }
    }

    /// Follows the search to its end.
    pub(super) async fn watch(
        mut self,
        stop: &CancellationToken,
        progress: &watch::Sender<Option<Report>>,
    ) -> Result<Report, UciError> {
        let outcome = loop {
            match self.next(stop).await {
                Event::Stop(ending) => {
                    self.process.send(&Command::Stop)?;
                    self.ending = ending;
                    self.lost = Some(Instant::now() + self.deadlines.stop);
                }
                Event::Lost => break self.lose(),
                Event::Said(Some(Output::Info(info))) => {
                    if self.gather.feed(&info) == News::Round {
                        let report =
                            verdict::progress(&self.gather, &self.task.limits, self.time());
                        progress.send_replace(Some(report));
                    }
                }
                Event::Said(Some(Output::BestMove { best, ponder })) => {
                    break self.finish(&best, ponder);
                }
                Event::Said(Some(_)) => {}
                Event::Said(None) => break self.end().await,
            }
        };
        self.stop_on_drop.0 = None;
        if self.gather.unsound > 0 {
            tracing::debug!(
                lines = self.gather.unsound,
                "the engine's lines were not sound"
            );
        }
        outcome
    }

    async fn next(&self, stop: &CancellationToken) -> Event {
        let never = self.started; // unused: its branch is switched off
        let told = self.ending != Ending::Own;
        tokio::select! {
            biased;
            () = stop.cancelled(), if !told => Event::Stop(Ending::Cancelled),
            () = sleep_until(self.late.unwrap_or(never)), if !told && self.late.is_some() => {
                Event::Stop(Ending::Late)
            }
            () = sleep_until(self.lost.unwrap_or(never)), if self.lost.is_some() => Event::Lost,
            line = self.process.next() => Event::Said(line),
        }
    }

    fn time(&self) -> Duration {
        self.started.elapsed()
    }

    fn partial(&self) -> Option<Report> {
        verdict::partial(&self.gather, &self.task.limits, self.time())
    }

    /// It has not answered the `stop`.
    fn lose(&self) -> Result<Report, UciError> {
        self.process.kill();
        tracing::warn!("the engine did not stop and was killed");
        self.partial().ok_or(UciError::Silent {
            expected: "bestmove",
            waited: self.deadlines.stop,
        })
    }

    /// Its process has ended. What it had found is an answer only where a `stop` was on its way:
    /// otherwise another engine may still do the whole search.
    async fn end(&self) -> Result<Report, UciError> {
        let end = self.process.end().await?;
        let partial = (self.ending != Ending::Own).then(|| self.partial());
        partial.flatten().ok_or(UciError::Ended {
            end,
            during: During::Search,
        })
    }

    fn finish(&self, best: &Best, ponder: Option<UciMove>) -> Result<Report, UciError> {
        let played = played(self.task, best, ponder)?;
        Ok(verdict::finished(
            &self.gather,
            played,
            &self.task.limits,
            self.time(),
            self.ending,
        ))
    }
}

/// How long the engine may search by its own limits; `None`: as long as it likes.
fn time_limit(limits: &Limits) -> Option<Duration> {
    if limits.infinite {
        return None;
    }
    let movetime = limits.movetime.map(|movetime| movetime.duration());
    let clock = limits
        .clock
        .map(|clock| clock.remaining.saturating_add(clock.increment));
    movetime.into_iter().chain(clock).min()
}

/// Sends `stop` when the search's future is dropped before its end.
#[derive(Debug)]
struct StopOnDrop(Option<mpsc::Sender<String>>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        if let Some(commands) = self.0.take() {
            // A full channel or a closed one means that the engine is of no more use anyway.
            let _ = commands.try_send(format!("{}\n", Command::Stop));
        }
    }
}
