//! Reads `info` lines without trust.

use std::iter::Peekable;
use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

use shakmaty::uci::UciMove;

use super::{Info, Text};
use crate::analysis::{Bound, Score, Value, Wdl, WdlSource};

/// The most moves of a variation that are kept.
const MAX_PV: usize = 256;

pub(super) type Words<'a> = Peekable<SplitWhitespace<'a>>;

/// What is said about a score, before it is put together.
#[derive(Default)]
struct Parts {
    value: Option<Value>,
    bound: Option<Bound>,
    wdl: Option<Wdl>,
}

impl Info {
    /// Reads what follows the word `info`; `line` is that rest, from which a text is taken whole.
    pub(super) fn read(line: &str) -> Self {
        let (fields, string) = split_string(line);
        let mut words = fields.split_whitespace().peekable();
        let mut info = Self {
            string,
            ..Self::default()
        };
        let mut score = Parts::default();
        while let Some(word) = words.next() {
            info.read_field(word, &mut words, &mut score);
        }
        info.score = score.value.map(|value| Score {
            value,
            bound: score.bound,
            wdl: score.wdl,
        });
        info
    }

    fn read_field(&mut self, word: &str, words: &mut Words<'_>, score: &mut Parts) {
        match word {
            "depth" => self.depth = number(words),
            "seldepth" => self.seldepth = number(words),
            "multipv" => self.multipv = number(words),
            "nodes" => self.nodes = number(words),
            "nps" => self.nps = number(words),
            "time" => self.time = number(words).map(Duration::from_millis),
            "hashfull" => self.hashfull = number(words),
            "tbhits" => self.tbhits = number(words),
            "currmove" => self.currmove = next_move(words),
            "currmovenumber" => self.currmovenumber = number(words),
            "cp" => score.value = number(words).map(Value::Cp),
            "mate" => score.value = number(words).map(Value::Mate),
            "lowerbound" => score.bound = Some(Bound::Lower),
            "upperbound" => score.bound = Some(Bound::Upper),
            "wdl" => score.wdl = wdl(words),
            "pv" => self.pv = moves(words),
            _ => {} // "score" itself, and whatever else engines say
        }
    }
}

/// Splits off ` string …`, which runs to the end of the line.
fn split_string(line: &str) -> (&str, Option<Text>) {
    let found = line.match_indices("string").find(|(at, word)| {
        let after = &line[at + word.len()..];
        line[..*at].ends_with(char::is_whitespace)
            && (after.is_empty() || after.starts_with(char::is_whitespace))
    });
    match found {
        Some((at, word)) => (&line[..at], Some(Text::lossy(&line[at + word.len()..]))),
        None => (line, None),
    }
}

/// The number that stands next; any other word is left where it is.
pub(super) fn number<T: FromStr>(words: &mut Words<'_>) -> Option<T> {
    let number = words.peek()?.parse().ok()?;
    words.next();
    Some(number)
}

fn next_move(words: &mut Words<'_>) -> Option<UciMove> {
    let m = words.peek().and_then(|word| read_move(word))?;
    words.next();
    Some(m)
}

fn moves(words: &mut Words<'_>) -> Vec<UciMove> {
    let mut moves = Vec::new();
    while let Some(m) = next_move(words) {
        if moves.len() < MAX_PV {
            moves.push(m);
        }
    }
    moves
}

/// A UCI move; capital letters, which some engines write for promotions, are understood.
pub(super) fn read_move(word: &str) -> Option<UciMove> {
    let lower = || word.to_ascii_lowercase().parse().ok();
    let m = word.parse().ok().or_else(lower)?;
    matches!(m, UciMove::Normal { .. }).then_some(m)
}

/// Chances in permille; dropped unless they sum to 1,000.
fn wdl(words: &mut Words<'_>) -> Option<Wdl> {
    let (win, draw, loss): (u16, u16, u16) = (number(words)?, number(words)?, number(words)?);
    let sum = u32::from(win) + u32::from(draw) + u32::from(loss);
    (sum == 1_000).then_some(Wdl {
        win,
        draw,
        loss,
        source: WdlSource::Engine,
    })
}
