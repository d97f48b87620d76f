//! What an engine answers.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use shakmaty::Move;

use super::Score;

/// Why a search ended.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// The depth asked was reached.
    Depth,
    /// The nodes asked were searched.
    Nodes,
    /// The time asked was used (or a clock's share of it).
    Movetime,
    /// The mate asked was found.
    Mate,
    /// A ceiling of the server, or the request's deadline, came before the limits asked.
    Ceiling,
    /// It was told to stop.
    Cancelled,
    /// The game is over here: nothing was searched.
    Terminal,
}

/// One of the best lines.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Line {
    /// 1 for the best.
    pub rank: u16,
    /// From the side to move.
    pub score: Score,
    /// Nominal depth in plies that this line was searched to.
    pub depth: u16,
    /// Deepest ply reached, extensions and quiescence included.
    pub seldepth: u16,
    /// The principal variation: legal moves from the searched position on, never empty.
    pub pv: Vec<Move>,
}

/// The state of a search at one moment, and at its end its result.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Report {
    /// Best first, ranks 1, 2, … without a gap; all full-width results of one or two neighbouring
    /// depths. Empty when the engine gave none before it was stopped, or the game is over.
    pub lines: Vec<Line>,
    /// The move to play; `None` only when there is none.
    pub bestmove: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// Last completed depth in plies.
    pub depth: u16,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Time spent searching, waiting excluded.
    pub time: Duration,
    /// Fill of the transposition table in permille; `None`: unknown.
    pub hashfull: Option<u16>,
    /// Tablebase probes that hit.
    pub tbhits: u64,
    /// Why it ended; in a progress report, why it would end now.
    pub stop_reason: StopReason,
}

impl Report {
    /// The answer where the game is over: nothing searched.
    pub fn terminal() -> Self {
        Self {
            lines: Vec::new(),
            bestmove: None,
            ponder: None,
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: None,
            tbhits: 0,
            stop_reason: StopReason::Terminal,
        }
    }

    /// Nodes a second; 0 when no time was spent.
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros();
        if micros == 0 {
            return 0;
        }
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
    }
}
