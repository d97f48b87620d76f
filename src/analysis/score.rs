//! What an engine thinks of a position, from the side to move.

use serde::{Deserialize, Serialize};

/// The heart of a score.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Value {
    /// Centipawns, positive when the side to move is better.
    Cp(i32),
    /// Moves (not plies) to mate: positive when the side to move mates, negative when it is mated,
    /// 0 when it is mated already.
    Mate(i32),
}

/// Which way the true value may lie from a score that a search window cut off.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// Where a win/draw/loss estimate comes from.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WdlSource {
    /// The engine said it (`UCI_ShowWDL`).
    Engine,
    /// A model fitted to the engine's own games.
    Model,
}

/// Chances in permille that sum to 1,000, from the side to move.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Wdl {
    /// The side to move wins.
    pub win: u16,
    /// Nobody wins.
    pub draw: u16,
    /// The side to move loses.
    pub loss: u16,
    /// Who estimated it.
    pub source: WdlSource,
}

/// A value with what is known about it, from the side to move.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Score {
    /// Centipawns or mate.
    pub value: Value,
    /// `None`: exact.
    pub bound: Option<Bound>,
    /// `None`: the engine has none.
    pub wdl: Option<Wdl>,
}

impl Score {
    /// An exact score in centipawns.
    pub fn cp(cp: i32) -> Self {
        Self {
            value: Value::Cp(cp),
            bound: None,
            wdl: None,
        }
    }

    /// An exact mate score in moves; see [`Value::Mate`].
    pub fn mate(moves: i32) -> Self {
        Self {
            value: Value::Mate(moves),
            bound: None,
            wdl: None,
        }
    }

    /// The same score seen by the other side: value, bound, and chances are all turned. `Mate(0)`
    /// keeps its value: it names no side.
    #[must_use]
    pub fn turned(self) -> Self {
        Self {
            value: match self.value {
                Value::Cp(cp) => Value::Cp(-cp),
                Value::Mate(moves) => Value::Mate(-moves),
            },
            bound: self.bound.map(|bound| match bound {
                Bound::Lower => Bound::Upper,
                Bound::Upper => Bound::Lower,
            }),
            wdl: self.wdl.map(|wdl| Wdl {
                win: wdl.loss,
                loss: wdl.win,
                ..wdl
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_swaps_everything_and_twice_is_nothing() {
        let score = Score {
            value: Value::Mate(3),
            bound: Some(Bound::Lower),
            wdl: Some(Wdl {
                win: 900,
                draw: 90,
                loss: 10,
                source: WdlSource::Engine,
            }),
        };
        let turned = score.turned();
        assert_eq!(turned.value, Value::Mate(-3));
        assert_eq!(turned.bound, Some(Bound::Upper));
        assert_eq!(turned.wdl.map(|w| (w.win, w.loss)), Some((10, 900)));
        assert_eq!(turned.turned(), score);
    }
}
