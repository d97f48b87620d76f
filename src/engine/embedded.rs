//! The embedded engine on a thread of its own, so that a search never runs on an async thread.
//!
//! The thread lives as long as the [`Embedded`] and takes one job at a time. A panic in a search is
//! caught: it costs that search, and the searcher is built anew.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use tokio::sync::{oneshot, watch};
use tokio_util::sync::CancellationToken;

use super::EngineError;
use crate::analysis::{Report, Setting, Task};
use crate::search::{DEFAULT_STACK, HashMib, Searcher};
use crate::uci::{Identity, Text};

/// The embedded engine. Dropping it ends its thread, which is not waited for.
#[derive(Debug)]
pub struct Embedded {
    jobs: Sender<Job>,
    identity: Identity,
    used: bool,
}

enum Job {
    Search(Box<SearchJob>),
    Clean(oneshot::Sender<()>),
}

struct SearchJob {
    task: Task,
    stop: Arc<AtomicBool>,
    progress: watch::Sender<Option<Report>>,
    reply: oneshot::Sender<Result<Report, EngineError>>,
}

/// Raises the flag when the future that waits for the search is dropped.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Embedded {
    /// Starts the thread; its table is allocated there.
    ///
    /// # Errors
    ///
    /// [`EngineError::NoThread`] when the system gives none.
    pub fn start(hash: HashMib) -> Result<Self, EngineError> {
        let (jobs, receiver) = channel();
        thread::Builder::new()
            .name("kibitz-search".to_owned())
            .stack_size(DEFAULT_STACK)
            .spawn(move || work(&receiver, hash))
            .map_err(|error| EngineError::NoThread {
                reason: error.to_string(),
            })?;
        Ok(Self {
            jobs,
            identity: Identity {
                name: Text::lossy(concat!("kibitz ", env!("CARGO_PKG_VERSION"))),
                author: Text::lossy("the kibitz authors"),
                options: Vec::new(),
            },
            used: false,
        })
    }

    /// Searches; a `stop`, and dropping the future, end the search at its next node check.
    ///
    /// # Errors
    ///
    /// [`EngineError::NoOption`] when an option is asked for; [`EngineError::Panicked`] when the search did; [`EngineError::NoThread`] when its thread has
    /// ended.
    pub async fn analyse(
        &mut self,
        task: &Task,
        stop: &CancellationToken,
        progress: &watch::Sender<Option<Report>>,
    ) -> Result<Report, EngineError> {
        if let Some(Setting { name, .. }) = task.options.first() {
            return Err(EngineError::NoOption { name });
        }
        self.used = true;
        let flag = Arc::new(AtomicBool::new(false));
        let _stop_on_drop = StopOnDrop(Arc::clone(&flag));
        let (reply, mut answer) = oneshot::channel();
        self.send(Job::Search(Box::new(SearchJob {
            task: task.clone(),
            stop: Arc::clone(&flag),
            progress: progress.clone(),
            reply,
        })))?;
        let answer = tokio::select! {
            biased;
            answer = &mut answer => answer,
            () = stop.cancelled() => {
                flag.store(true, Ordering::Relaxed);
                answer.await
            }
        };
        answer.map_err(|_| ended())?
    }

    /// Forgets everything that was searched; at once when nothing was since the last time.
    ///
    /// # Errors
    ///
    /// [`EngineError::NoThread`] when its thread has ended.
    pub async fn clean(&mut self) -> Result<(), EngineError> {
        if !self.used {
            return Ok(());
        }
        let (reply, done) = oneshot::channel();
        self.send(Job::Clean(reply))?;
        done.await.map_err(|_| ended())?;
        self.used = false;
        Ok(())
    }

    /// Who it is.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    fn send(&self, job: Job) -> Result<(), EngineError> {
        self.jobs.send(job).map_err(|_| ended())
    }
}

fn ended() -> EngineError {
    EngineError::NoThread {
        reason: "its thread has ended".to_owned(),
    }
}

fn work(jobs: &Receiver<Job>, hash: HashMib) {
    let mut searcher = Searcher::new(hash);
    for job in jobs {
        match job {
            Job::Search(job) => {
                let report = catch_unwind(AssertUnwindSafe(|| search(&mut searcher, &job)));
                if report.is_err() {
                    tracing::error!("the embedded search panicked");
                    searcher = Searcher::new(hash);
                }
                // Nobody waits any more when the future was dropped.
                let _ = job.reply.send(report.map_err(|_| EngineError::Panicked));
            }
            Job::Clean(reply) => {
                searcher.clear();
                let _ = reply.send(());
            }
        }
    }
}

fn search(searcher: &mut Searcher, job: &SearchJob) -> Report {
    searcher.search(&job.task, &job.stop, &mut |report| {
        job.progress.send_replace(Some(report.clone()));
    })
}
