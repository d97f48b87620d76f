//! The answers that hold a search.

use serde::Serialize;
use shakmaty::{Color, Position as _};

use super::{Move, Score, Spelling, Style};
use crate::analysis::{self, Limits, Report, StopReason};
use crate::notation::{Findings, fen};
use crate::position::{Claim, Position, Status, Variant};

/// A finished search, with all that is needed to write its answers.
#[derive(Clone, Debug)]
pub struct Searched {
    /// The searched position.
    pub position: Position,
    /// What the engine said.
    pub report: Report,
    /// The engine's name.
    pub engine: String,
    /// The limits really used.
    pub applied: Applied,
    /// How the answer is written.
    pub style: Style,
    /// What was mended or assumed in the request.
    pub findings: Findings,
    /// Whether the result was kept from an earlier search.
    pub cached: bool,
}

/// The limits really used; the rest as asked.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Applied {
    /// Plies.
    pub depth: Option<u8>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub movetime: Option<u64>,
    /// Moves.
    pub mate: Option<u8>,
    /// Lines.
    pub multipv: u16,
    /// Threads.
    pub threads: u16,
    /// The limits that were lowered to this server's ceiling.
    pub lowered: Vec<&'static str>,
}

impl Applied {
    /// From the limits and what goes with them.
    pub fn new(limits: &Limits, multipv: u16, threads: u16, lowered: Vec<&'static str>) -> Self {
        Self {
            depth: limits.depth.map(analysis::Depth::get),
            nodes: limits.nodes.map(analysis::Nodes::get),
            movetime: limits.movetime.map(analysis::MoveTime::get),
            mate: limits.mate.map(analysis::MateIn::get),
            multipv,
            threads,
            lowered,
        }
    }
}

/// The answer of `/v1/bestmove`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BestMove {
    /// The move to play; `None` only where the game is over.
    pub bestmove: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// What the engine thinks; `None` when it was stopped before it said anything.
    pub score: Option<Score>,
    /// Last completed depth in plies.
    pub depth: u16,
    /// Nodes searched.
    pub nodes: u64,
    /// Milliseconds searched.
    pub time_ms: u64,
    /// The searched position.
    pub fen: String,
    /// The rules that it is played by, which the FEN alone may not tell.
    pub variant: Variant,
    /// Whether the game is over.
    pub status: Status,
    /// Draws that can be claimed.
    pub claims: Vec<Claim>,
    /// The engine's name.
    pub engine: String,
    /// Why the search ended.
    pub stop_reason: StopReason,
    /// The limits really used.
    pub applied: Applied,
    /// What was mended or assumed in the request.
    #[serde(skip_serializing_if = "Findings::is_empty")]
    pub findings: Findings,
}

/// One line of `/v1/analysis`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysisLine {
    /// 1 for the best.
    pub rank: u16,
    /// Seen by the asked side.
    pub score: Score,
    /// Plies.
    pub depth: u16,
    /// Deepest ply reached.
    pub seldepth: u16,
    /// The line in UCI.
    pub uci: Vec<String>,
    /// The line in SAN, each move from its own position.
    pub san: Vec<String>,
}

/// The answer of `/v1/analysis`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// The same as the answer of `/v1/bestmove`.
    #[serde(flatten)]
    pub best: BestMove,
    /// The best lines, best first.
    pub lines: Vec<AnalysisLine>,
    /// Nodes a second.
    pub nps: u64,
    /// Fill of the hash table in permille; `None`: unknown.
    pub hashfull: Option<u16>,
    /// Tablebase probes that hit.
    pub tbhits: u64,
    /// Whether it was answered from the cache, without a search.
    pub cached: bool,
}

impl Searched {
    fn spelling(&self) -> Spelling {
        self.style.spelling(self.position.variant())
    }

    fn turn(&self) -> Color {
        self.position.board().turn()
    }

    fn score(&self, status: Status) -> Option<Score> {
        let score = match status {
            Status::Checkmate => analysis::Score::mate(0),
            Status::Stalemate
            | Status::InsufficientMaterial
            | Status::FivefoldRepetition
            | Status::SeventyFiveMoves => analysis::Score::cp(0),
            Status::Ongoing => self.report.lines.first()?.score,
        };
        Some(Score::new(score, self.turn(), self.style.pov))
    }

    /// The best move alone.
    pub fn best_move(self) -> BestMove {
        let status = self.position.status();
        let board = self.position.board();
        let moves = [self.report.bestmove, self.report.ponder];
        let line: Vec<_> = moves.into_iter().map_while(|m| m).collect();
        let mut written = self.spelling().line(board, &line).into_iter();
        BestMove {
            bestmove: written.next(),
            ponder: written.next(),
            score: self.score(status),
            depth: self.report.depth,
            nodes: self.report.nodes,
            time_ms: u64::try_from(self.report.time.as_millis()).unwrap_or(u64::MAX),
            fen: fen::write(
                &self.position,
                self.style.dialect.fen,
                self.style.dialect.ep,
            ),
            variant: self.position.variant(),
            status,
            claims: self.position.claims(),
            engine: self.engine,
            stop_reason: self.report.stop_reason,
            applied: self.applied,
            findings: self.findings,
        }
    }

    /// The whole analysis.
    pub fn analysis(self) -> Analysis {
        let lines = self
            .report
            .lines
            .iter()
            .map(|line| self.line(line))
            .collect();
        Analysis {
            lines,
            nps: self.report.nps(),
            hashfull: self.report.hashfull,
            tbhits: self.report.tbhits,
            cached: self.cached,
            best: self.best_move(),
        }
    }

    fn line(&self, line: &analysis::Line) -> AnalysisLine {
        let moves = self.spelling().line(self.position.board(), &line.pv);
        let (uci, san) = moves.into_iter().map(|m| (m.uci, m.san)).unzip();
        AnalysisLine {
            rank: line.rank,
            score: Score::new(line.score, self.turn(), self.style.pov),
            depth: line.depth,
            seldepth: line.seldepth,
            uci,
            san,
        }
    }
}
