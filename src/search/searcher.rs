//! The engine as others use it: one instance, its memory, and the way from a task to a report.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use shakmaty::{Chess, Move, Position as _};

use crate::analysis::{Line, Report, Score, StopReason, Task};
use crate::position::PositionKey;

use super::board::Board;
use super::control::Control;
use super::hash_mib::HashMib;
use super::ordering::History;
use super::packed::PackedMove;
use super::root::{RootMove, Standing};
use super::tt::Hash;
use super::value::to_score;
use super::wdl;
use super::worker::Worker;

/// Bytes of stack that a thread needs to call [`Searcher::search`]: every recursion ends at a
/// fixed ply, this is more than the deepest takes in a debug build.
pub const DEFAULT_STACK: usize = 16 << 20;

/// How often an answered but endless search looks whether it may go.
const WAIT: Duration = Duration::from_millis(1);

/// One instance of the embedded engine: its transposition table, and what its threads learnt about
/// move ordering. It starts clean and keeps its memory from search to search until [`clear`].
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use kibitz::analysis::{Depth, Limits, Task};
/// use kibitz::search::{HashMib, Searcher};
///
/// let mut searcher = Searcher::new(HashMib::default());
/// let task = Task::new(Default::default(), Limits::depth(Depth::try_from(4)?));
/// let report = searcher.search(&task, &AtomicBool::new(false), &mut |_| {});
/// assert!(report.bestmove.is_some());
/// # Ok::<(), kibitz::analysis::OutOfRange>(())
/// ```
///
/// [`clear`]: Searcher::clear
#[derive(Debug)]
pub struct Searcher {
    hash: Hash,
    histories: Vec<History>,
}

/// What the threads of one search share.
struct Shared<'a> {
    board: &'a Board,
    keys: &'a [PositionKey],
    only: &'a [PackedMove],
    multipv: usize,
}

impl Searcher {
    /// A clean engine. Its memory comes from the system as it is used, so this takes microseconds
    /// whatever the size; a size that the system refuses is halved until it is granted.
    pub fn new(hash: HashMib) -> Self {
        Self {
            hash: Hash::new(hash),
            histories: Vec::new(),
        }
    }

    /// Takes a new table of another size; what the old one knew is lost.
    pub fn set_hash(&mut self, hash: HashMib) {
        self.hash = Hash::new(hash);
    }

    /// Forgets everything, so that the next search answers as a new engine would. Takes well under
    /// a millisecond whatever the table's size (but for one call in 65,535, which wipes it).
    pub fn clear(&mut self) {
        self.hash.clear();
        for history in &mut self.histories {
            history.clear();
        }
    }

    /// Searches until a limit of the task is reached or `stop` is set, and answers what it found;
    /// it blocks. `stop` is read at least every 2,048 nodes of each thread. `on_report` is called
    /// on this thread after every completed depth with all lines of that depth.
    ///
    /// Scores in reports are exact and from the side to move; every line is legal. There is a best
    /// move whenever there is a legal one, however short the search: the first depth is finished
    /// before limits count, unless it takes more than 10,000 nodes; then static values of the
    /// moves answer. With one thread, `depth` and `nodes` limits give the same answer each time
    /// after [`Searcher::clear`].
    ///
    /// Where there is no legal move the report is [`Report::terminal`]. Draws by rule that end no
    /// game by lack of moves are searched like any position.
    pub fn search(
        &mut self,
        task: &Task,
        stop: &AtomicBool,
        on_report: &mut dyn FnMut(&Report),
    ) -> Report {
        let chess = task.position.board();
        if chess.legal_moves().is_empty() {
            return Report::terminal();
        }
        let threads = usize::from(task.threads.get());
        while self.histories.len() < threads {
            self.histories.push(History::new());
        }
        self.hash.grow_older();
        let control = Control::new(stop, task.limits, threads);
        let board = Board::new(chess);
        let only: Vec<PackedMove> = task
            .searchmoves
            .iter()
            .map(|&m| PackedMove::pack(m))
            .collect();
        let shared = Shared {
            board: &board,
            keys: task.position.keys(),
            only: &only,
            multipv: usize::from(task.multipv.get()),
        };
        let (standing, nodes) = self.run(&control, &shared, &mut |worker, standing| {
            let reason = StopReason::Depth;
            on_report(&report(worker, chess, standing, reason));
        });
        while task.limits.infinite && !stop.load(Relaxed) {
            thread::sleep(WAIT);
        }
        let reason = control.reason().unwrap_or(StopReason::Depth);
        let reason = if task.limits.infinite {
            StopReason::Cancelled
        } else {
            reason
        };
        let mut last = assemble(chess, &standing, reason);
        last.nodes = nodes;
        last.time = control.elapsed();
        last.hashfull = Some(self.hash.table().permille_full());
        last
    }

    /// Runs the helpers around the main worker.
    fn run(
        &mut self,
        control: &Control<'_>,
        shared: &Shared<'_>,
        tell: &mut dyn FnMut(&Worker<'_>, &Standing),
    ) -> (Standing, u64) {
        let table = self.hash.table();
        let (first, others) = self
            .histories
            .split_first_mut()
            .expect("there is a history for each thread");
        let helpers = control.threads() - 1;
        let standing = thread::scope(|scope| {
            for (index, history) in others.iter_mut().take(helpers).enumerate() {
                let help = move || {
                    let mut worker = Worker::new(control, table, history, index + 1, shared.keys);
                    worker.set_root_moves(shared.board, shared.only);
                    worker.deepen(shared.board, shared.multipv, &mut |_, _| {});
                    control.publish(index + 1, worker.nodes);
                };
                // A helper that the system refuses is done without.
                let builder = thread::Builder::new().stack_size(DEFAULT_STACK);
                let _ = builder.spawn_scoped(scope, help);
            }
            let mut worker = Worker::new(control, table, first, 0, shared.keys);
            worker.set_root_moves(shared.board, shared.only);
            if worker.roots.is_empty() {
                worker.set_root_moves(shared.board, &[]);
            }
            let mut standing = worker.deepen(shared.board, shared.multipv, &mut |worker, lines| {
                tell(worker, lines);
            });
            if standing.lines.is_empty() {
                standing = worker.static_standing(shared.board, shared.multipv);
            }
            control.publish(0, worker.nodes);
            standing
        });
        (standing, control.nodes())
    }
}

/// The state of a running search.
fn report(worker: &Worker<'_>, chess: &Chess, standing: &Standing, reason: StopReason) -> Report {
    let mut report = assemble(chess, standing, reason);
    report.nodes = worker.control.nodes();
    report.time = worker.control.elapsed();
    report.hashfull = Some(worker.table.permille_full());
    report
}

fn assemble(chess: &Chess, standing: &Standing, stop_reason: StopReason) -> Report {
    let lines: Vec<Line> = standing
        .lines
        .iter()
        .zip(1..)
        .map(|(root, rank)| line(chess, root, rank))
        .collect();
    let best = lines.first();
    Report {
        bestmove: best.and_then(|line| line.pv.first().copied()),
        ponder: best.and_then(|line| line.pv.get(1).copied()),
        depth: standing.depth as u16,
        lines,
        nodes: 0,
        time: Duration::ZERO,
        hashfull: None,
        tbhits: 0,
        stop_reason,
    }
}

fn line(chess: &Chess, root: &RootMove, rank: u16) -> Line {
    let score = to_score(root.value);
    let wdl = Some(wdl::chances(&Board::new(chess), score.value));
    Line {
        rank,
        score: Score { wdl, ..score },
        depth: root.depth as u16,
        seldepth: root.seldepth as u16,
        pv: variation(chess, &root.pv),
    }
}

/// A variation in shakmaty's moves, each one judged by shakmaty: cut before the first that it does
/// not allow.
fn variation(chess: &Chess, pv: &[PackedMove]) -> Vec<Move> {
    let mut chess = chess.clone();
    let mut moves = Vec::with_capacity(pv.len());
    for &packed in pv {
        let Some(m) = chess
            .legal_moves()
            .into_iter()
            .find(|&m| PackedMove::pack(m) == packed)
        else {
            break;
        };
        chess.play_unchecked(m);
        moves.push(m);
    }
    moves
}
