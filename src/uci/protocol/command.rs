//! What a GUI says to an engine.

use std::fmt;
use std::time::Duration;

use shakmaty::uci::UciMove;

use super::{OptionName, OptionValue, Text};

/// One command; `Display` writes its line without the line's end.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Command {
    /// Speak UCI, and say who you are.
    Uci,
    /// Print what you do (`debug on`).
    DebugOn,
    /// Print only what is asked (`debug off`).
    DebugOff,
    /// Answer `readyok` when everything before this is done.
    IsReady,
    /// Set an option, or press it where it is a button (no value).
    SetOption {
        /// Which one.
        name: OptionName,
        /// `None` for a button.
        value: Option<OptionValue>,
    },
    /// What follows has nothing to do with what was before.
    NewGame,
    /// The position to search, as a start and the moves from there.
    Position {
        /// Where the moves start.
        root: Root,
        /// The moves, in order.
        moves: Vec<UciMove>,
    },
    /// Search.
    Go(Box<Go>),
    /// End the search and say the best move.
    Stop,
    /// The move that was pondered on was played.
    PonderHit,
    /// Exit.
    Quit,
}

/// Where the moves of a `position` command start.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Root {
    /// The start position of orthodox chess.
    Startpos,
    /// A FEN, not yet read: one line of text.
    Fen(Text),
}

/// What a `go` command asks; everything absent is a plain `go`, which searches until `stop`.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Go {
    /// Only these root moves; empty: all.
    pub searchmoves: Vec<UciMove>,
    /// Search on the opponent's time until `ponderhit` or `stop`.
    pub ponder: bool,
    /// White's clock.
    pub wtime: Option<Duration>,
    /// Black's clock.
    pub btime: Option<Duration>,
    /// White's increment.
    pub winc: Option<Duration>,
    /// Black's increment.
    pub binc: Option<Duration>,
    /// Moves to the next time control.
    pub movestogo: Option<u32>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Mate in at most so many moves.
    pub mate: Option<u32>,
    /// Exactly so long.
    pub movetime: Option<Duration>,
    /// Until `stop`, whatever happens.
    pub infinite: bool,
    /// Count the leaves so many plies deep instead (not in the protocol; most engines have it).
    pub perft: Option<u32>,
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::DebugOn => f.write_str("debug on"),
            Self::DebugOff => f.write_str("debug off"),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::SetOption {
                name,
                value: Some(value),
            } => write!(f, "setoption name {name} value {value}"),
            Self::NewGame => f.write_str("ucinewgame"),
            Self::Position { root, moves } => {
                match root {
                    Root::Startpos => f.write_str("position startpos")?,
                    Root::Fen(fen) => write!(f, "position fen {fen}")?,
                }
                write_moves(f, "moves", moves)
            }
            Self::Go(go) => go.fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

/// Writes ` word m1 m2 …`, or nothing where there are no moves.
pub(super) fn write_moves(
    f: &mut fmt::Formatter<'_>,
    word: &str,
    moves: &[UciMove],
) -> fmt::Result {
    if moves.is_empty() {
        return Ok(());
    }
    write!(f, " {word}")?;
    moves.iter().try_for_each(|m| write!(f, " {m}"))
}

fn write_number(
    f: &mut fmt::Formatter<'_>,
    word: &str,
    number: Option<impl fmt::Display>,
) -> fmt::Result {
    match number {
        Some(number) => write!(f, " {word} {number}"),
        None => Ok(()),
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |time: Option<Duration>| time.map(|time| time.as_millis());
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        write_number(f, "wtime", ms(self.wtime))?;
        write_number(f, "btime", ms(self.btime))?;
        write_number(f, "winc", ms(self.winc))?;
        write_number(f, "binc", ms(self.binc))?;
        write_number(f, "movestogo", self.movestogo)?;
        write_number(f, "depth", self.depth)?;
        write_number(f, "nodes", self.nodes)?;
        write_number(f, "mate", self.mate)?;
        write_number(f, "movetime", ms(self.movetime))?;
        write_number(f, "perft", self.perft)?;
        if self.infinite {
            f.write_str(" infinite")?;
        }
        // Last, because some engines read everything after the word as moves.
        write_moves(f, "searchmoves", &self.searchmoves)
    }
}
