//! What an engine says about its search: the `info` line.

use std::fmt;
use std::time::Duration;

use shakmaty::uci::UciMove;

use super::Text;
use super::command::write_moves;
use crate::analysis::{Bound, Score, Value};

/// One `info` line; everything in it may be absent. Scores are from the side to move.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Info {
    /// Nominal depth in plies.
    pub depth: Option<u32>,
    /// Deepest ply reached.
    pub seldepth: Option<u32>,
    /// Rank of the line among the best ones, from 1.
    pub multipv: Option<u32>,
    /// The score, with its bound and chances.
    pub score: Option<Score>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// Time searched, in whole milliseconds.
    pub time: Option<Duration>,
    /// Fill of the transposition table in permille.
    pub hashfull: Option<u16>,
    /// Tablebase probes that hit.
    pub tbhits: Option<u64>,
    /// The root move being searched.
    pub currmove: Option<UciMove>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// The principal variation, cut before the first word that is no UCI move.
    pub pv: Vec<UciMove>,
    /// Free text to show.
    pub string: Option<Text>,
}

impl Info {
    /// A line that only says something in words.
    pub fn words(text: &str) -> Self {
        Self {
            string: Some(Text::lossy(text)),
            ..Self::default()
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        write_field(f, "depth", self.depth)?;
        write_field(f, "seldepth", self.seldepth)?;
        write_field(f, "multipv", self.multipv)?;
        if let Some(score) = self.score {
            write_score(f, score)?;
        }
        write_field(f, "nodes", self.nodes)?;
        write_field(f, "nps", self.nps)?;
        write_field(f, "hashfull", self.hashfull)?;
        write_field(f, "tbhits", self.tbhits)?;
        write_field(f, "time", self.time.map(|time| time.as_millis()))?;
        write_field(f, "currmove", self.currmove)?;
        write_field(f, "currmovenumber", self.currmovenumber)?;
        write_moves(f, "pv", &self.pv)?;
        // Last: everything after the word belongs to the text.
        write_field(f, "string", self.string.as_ref())
    }
}

fn write_field(
    f: &mut fmt::Formatter<'_>,
    word: &str,
    field: Option<impl fmt::Display>,
) -> fmt::Result {
    match field {
        Some(field) => write!(f, " {word} {field}"),
        None => Ok(()),
    }
}

fn write_score(f: &mut fmt::Formatter<'_>, score: Score) -> fmt::Result {
    match score.value {
        Value::Cp(cp) => write!(f, " score cp {cp}")?,
        Value::Mate(moves) => write!(f, " score mate {moves}")?,
    }
    match score.bound {
        Some(Bound::Lower) => f.write_str(" lowerbound")?,
        Some(Bound::Upper) => f.write_str(" upperbound")?,
        None => {}
    }
    match score.wdl {
        Some(wdl) => write!(f, " wdl {} {} {}", wdl.win, wdl.draw, wdl.loss),
        None => Ok(()),
    }
}
