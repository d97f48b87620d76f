//! A score as answers show it.

use serde::Serialize;
use shakmaty::Color;

use super::Pov;
use crate::analysis::{self, Bound, Value, WdlSource, win_percent};

/// A score seen by one side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Score {
    /// Centipawns; `None` when a mate is known.
    pub cp: Option<i32>,
    /// Moves to mate, positive when the `pov` side mates; 0 only where it is mate already.
    pub mate: Option<i32>,
    /// The side that the numbers are for.
    pub pov: &'static str,
    /// Winning chance of that side, 0–100, by one curve for every engine.
    pub win_percent: f64,
    /// Chances in permille; `None`: the engine gave none.
    pub wdl: Option<Wdl>,
    /// Set when the true value is only known to lie on one side of this.
    pub bound: Option<Bound>,
}

/// Win, draw and loss in permille, for the score's side.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub struct Wdl {
    /// It wins.
    pub win: u16,
    /// Nobody wins.
    pub draw: u16,
    /// It loses.
    pub loss: u16,
    /// Who estimated it.
    pub source: WdlSource,
}

impl Score {
    /// Turns a score of the side to move to the asked side.
    pub fn new(score: analysis::Score, turn: Color, pov: Pov) -> Self {
        let side = pov.side(turn);
        let seen = if side == turn { score } else { score.turned() };
        let (cp, mate) = match seen.value {
            Value::Cp(cp) => (Some(cp), None),
            Value::Mate(moves) => (None, Some(moves)),
        };
        Self {
            cp,
            mate,
            pov: if side == Color::White {
                "white"
            } else {
                "black"
            },
            win_percent: match seen.value {
                Value::Cp(cp) => (win_percent(cp) * 100.0).round() / 100.0,
                Value::Mate(moves) if moves > 0 => 100.0,
                Value::Mate(moves) if moves < 0 => 0.0,
                // Mate on the board: the side to move has lost.
                Value::Mate(_) => f64::from(u8::from(side != turn)) * 100.0,
            },
            wdl: seen.wdl.map(|wdl| Wdl {
                win: wdl.win,
                draw: wdl.draw,
                loss: wdl.loss,
                source: wdl.source,
            }),
            bound: seen.bound,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_score_from_both_sides() {
        // Black to move and a queen down: good for White whoever asks.
        let black_thinks = analysis::Score::cp(-900);
        let white = Score::new(black_thinks, Color::Black, Pov::White);
        assert_eq!((white.cp, white.pov), (Some(900), "white"));
        let side = Score::new(black_thinks, Color::Black, Pov::Side);
        assert_eq!((side.cp, side.pov), (Some(-900), "black"));
        assert!((white.win_percent + side.win_percent - 100.0).abs() < 0.011);
    }

    #[test]
    fn mate_on_the_board_is_lost_for_the_side_to_move() {
        let mated = analysis::Score::mate(0);
        assert_eq!(Score::new(mated, Color::White, Pov::White).win_percent, 0.0);
        assert_eq!(
            Score::new(mated, Color::Black, Pov::White).win_percent,
            100.0
        );
        assert_eq!(Score::new(mated, Color::Black, Pov::Side).win_percent, 0.0);
        assert_eq!(Score::new(mated, Color::Black, Pov::White).mate, Some(0));
    }

    #[test]
    fn mate_signs_follow_the_side_that_mates() {
        // Black is mated in 6 with Black to move: White mates in 6.
        let white = Score::new(analysis::Score::mate(-6), Color::Black, Pov::White);
        assert_eq!((white.mate, white.win_percent), (Some(6), 100.0));
    }
}
