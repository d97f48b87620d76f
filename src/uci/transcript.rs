//! What an engine said in a search, without the engine: the driver's reading of recorded lines.

use std::time::Duration;

use super::gather::Gather;
use super::moves::played;
use super::verdict::{self, Ending};
use super::{Output, UciError};
use crate::analysis::{Report, Task};

/// The report that a search's lines give; `None` when they hold no `bestmove`, where a running
/// engine would still be waited for. Lines after the first `bestmove` belong to no search.
///
/// The report is sound whatever the lines are: it has at most [`Task::multipv`] lines, ranked from
/// 1, each begins with another of the moves asked, and every move in it is legal. Its time is zero.
///
/// # Errors
///
/// [`UciError::IllegalBestMove`] and [`UciError::NoBestMove`], as from a running engine.
pub fn read_transcript<'t>(
    task: &Task,
    lines: impl IntoIterator<Item = &'t str>,
) -> Result<Option<Report>, UciError> {
    let mut gather = Gather::new(task, task.multipv.get());
    for output in lines.into_iter().filter_map(Output::parse) {
        match output {
            Output::Info(info) => {
                gather.feed(&info);
            }
            Output::BestMove { best, ponder } => {
                let played = played(task, &best, ponder)?;
                let (limits, time) = (&task.limits, Duration::ZERO);
                let report = verdict::finished(&gather, played, limits, time, Ending::Own);
                return Ok(Some(report));
            }
            Output::IdName(_)
            | Output::IdAuthor(_)
            | Output::Option(_)
            | Output::UciOk
            | Output::ReadyOk => {}
        }
    }
    Ok(None)
}
