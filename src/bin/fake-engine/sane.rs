//! The good answers: legal lines that depend on the question alone, at once.
//!
//! Moves are ranked by mate, then by their UCI spelling; rank *k* scores `10 · (3 − k)` centipawns.
//! A search prints every depth up to the one asked (8 where none is), `1,000 · depth` nodes.

use std::cmp::Reverse;
use std::time::Duration;

use kibitz::analysis::Score;
use kibitz::position::{CastlingStyle, Variant};
use kibitz::uci::{
    Best, Command, Go, Info, OptionDecl, OptionKind, OptionName, Output, Root, Text,
};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Move, Position as _};

/// The depth of a search that names none.
const DEPTH: u32 = 8;

/// Moves of a line at most.
const PV: usize = 4;

/// What the engine knows.
pub(crate) struct Sane {
    board: Chess,
    multipv: usize,
    variant: Variant,
    /// Searches since the last new game, and whether it plays below its strength.
    searched: i32,
    weak: bool,
    /// Whether these show in its scores.
    tells: bool,
}

impl Default for Sane {
    fn default() -> Self {
        Self {
            board: Chess::default(),
            multipv: 1,
            variant: Variant::Standard,
            searched: 0,
            weak: false,
            tells: false,
        }
    }
}

impl Sane {
    /// The lines that answer a command other than `go`.
    pub(crate) fn answer(&mut self, command: &Command) -> Vec<String> {
        match command {
            Command::Uci => introduction(),
            Command::IsReady => vec![Output::ReadyOk.to_string()],
            Command::SetOption { name, value } => {
                let value = value.as_ref().map_or("", |value| value.as_str());
                self.set(name, value);
                Vec::new()
            }
            Command::Position { root, moves } => {
                if let Some(board) = self.read(root) {
                    self.board = moves.iter().fold(board, |mut board, uci| {
                        if let Ok(m) = uci.to_move(&board) {
                            board.play_unchecked(m);
                        }
                        board
                    });
                }
                Vec::new()
            }
            Command::NewGame => {
                self.searched = 0;
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// From now on scores tell what it remembers: one centipawn for each search since the last new game, a thousand
    /// for `UCI_LimitStrength`.
    pub(crate) fn tell(&mut self) {
        self.tells = true;
    }

    fn bias(&self) -> i32 {
        if self.tells {
            self.searched + 1_000 * i32::from(self.weak)
        } else {
            0
        }
    }

    fn set(&mut self, name: &OptionName, value: &str) {
        if name.is("MultiPV") {
            self.multipv = value.parse().unwrap_or(1);
        } else if name.is("UCI_Chess960") {
            self.variant = match value {
                "true" => Variant::Chess960,
                _ => Variant::Standard,
            };
        } else if name.is("UCI_LimitStrength") {
            self.weak = value == "true";
        }
    }

    fn read(&self, root: &Root) -> Option<Chess> {
        match root {
            Root::Startpos => Some(Chess::default()),
            Root::Fen(fen) => {
                let fen: Fen = fen.as_str().parse().ok()?;
                let mode = match self.variant {
                    Variant::Standard => CastlingMode::Standard,
                    Variant::Chess960 => CastlingMode::Chess960,
                };
                fen.into_position(mode).ok()
            }
        }
    }

    /// The lines that answer a `go`.
    pub(crate) fn search(&mut self, go: &Go) -> Vec<String> {
        let style = CastlingStyle::of(self.variant);
        let asked: Vec<Move> = go
            .searchmoves
            .iter()
            .filter_map(|uci| uci.to_move(&self.board).ok())
            .collect();
        let mut moves = ranked(&self.board);
        moves.retain(|m| asked.is_empty() || asked.contains(m));
        let best = moves
            .first()
            .map_or(Best::None, |&m| Best::Move(style.uci(m)));
        let mut lines = Vec::new();
        for depth in 1..=go.depth.unwrap_or(DEPTH) {
            for (rank, &m) in (1..).zip(moves.iter().take(self.multipv)) {
                lines.push(self.info(go, depth, rank, m).to_string());
            }
        }
        self.searched += 1;
        let ponder = moves.first().and_then(|&m| {
            let mut after = self.board.clone();
            after.play_unchecked(m);
            ranked(&after).first().map(|&reply| style.uci(reply))
        });
        lines.push(Output::BestMove { best, ponder }.to_string());
        lines
    }

    fn info(&self, go: &Go, depth: u32, rank: u32, first: Move) -> Info {
        let style = CastlingStyle::of(self.variant);
        let mut board = self.board.clone();
        let mut pv = Vec::new();
        let mut next = Some(first);
        while let Some(m) = next.filter(|_| pv.len() < PV.min(depth as usize)) {
            pv.push(style.uci(m));
            board.play_unchecked(m);
            next = ranked(&board).first().copied();
        }
        let score = if mates(&self.board, first) {
            Score::mate(1)
        } else {
            Score::cp(10 * (3 - i32::try_from(rank).unwrap_or(0)) + self.bias())
        };
        Info {
            depth: Some(depth),
            seldepth: Some(depth + 2),
            multipv: Some(rank),
            score: Some(score),
            nodes: Some(go.nodes.unwrap_or(1_000 * u64::from(depth))),
            nps: Some(1_000_000),
            hashfull: Some(1),
            tbhits: Some(0),
            time: Some(Duration::from_millis(u64::from(depth))),
            pv,
            ..Info::default()
        }
    }
}

fn ranked(board: &Chess) -> Vec<Move> {
    let mut moves: Vec<Move> = board.legal_moves().into_iter().collect();
    moves.sort_by_cached_key(|&m| {
        let spelled = CastlingStyle::Standard.uci(m).to_string();
        (Reverse(mates(board, m)), spelled)
    });
    moves
}

fn mates(board: &Chess, m: Move) -> bool {
    let mut after = board.clone();
    after.play_unchecked(m);
    after.is_checkmate()
}

fn introduction() -> Vec<String> {
    let spin = |default, min, max| OptionKind::Spin { default, min, max };
    let mut lines = vec![
        Output::IdName(Text::lossy("Fake 1")),
        Output::IdAuthor(Text::lossy("the kibitz tests")),
    ];
    for (name, kind) in [
        ("Hash", spin(16, 1, 1_024)),
        ("Threads", spin(1, 1, 8)),
        ("MultiPV", spin(1, 1, 218)),
        ("UCI_Chess960", OptionKind::Check { default: false }),
        ("Clear Hash", OptionKind::Button),
    ] {
        if let Ok(name) = OptionName::new(name) {
            lines.push(Output::Option(OptionDecl { name, kind }));
        }
    }
    lines.push(Output::UciOk);
    lines.iter().map(Output::to_string).collect()
}
