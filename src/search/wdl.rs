//! The chances of winning, drawing and losing that a score means: a model fitted to games of the
//! engine against itself (`training/wdl`).
//!
//! A win has the chance 1 / (1 + e^((a − score) / b)), a loss the same of the score turned round; `a`
//! is the score that wins every other game. Both are straight lines over how many pieces are left.

use crate::analysis::{Value, Wdl, WdlSource};

use super::board::Board;

/// `a` without pieces, and what a full board adds, in centipawns.
const HALF: [f64; 2] = [322.0, -271.0];
/// `b` without pieces, and what a full board adds, in centipawns.
const SPREAD: [f64; 2] = [185.0, 8.0];
const FULL_BOARD: f64 = 32.0;

/// The chances of the side to move, by its exact score.
pub(super) fn chances(board: &Board, value: Value) -> Wdl {
    let (win, loss) = match value {
        Value::Mate(moves) if moves > 0 => (1_000, 0),
        Value::Mate(_) => (0, 1_000),
        Value::Cp(cp) => {
            let share = board.occupied().count() as f64 / FULL_BOARD;
            let [a, b] = [HALF, SPREAD].map(|[none, full]| none + full * share);
            let permille = |cp: f64| (1_000.0 / (1.0 + ((a - cp) / b).exp())).round() as u16;
            (permille(f64::from(cp)), permille(-f64::from(cp)))
        }
    };
    Wdl {
        win,
        draw: 1_000 - win - loss,
        loss,
        source: WdlSource::Model,
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::*;

    #[test]
    fn chances_are_whole_fair_and_rise_with_the_score() {
        let board = Board::new(&Chess::default());
        let mut last = 0;
        for cp in -20_000..=20_000 {
            let wdl = chances(&board, Value::Cp(cp));
            let turned = chances(&board, Value::Cp(-cp));
            assert_eq!(wdl.win + wdl.draw + wdl.loss, 1_000, "{cp}");
            assert_eq!((wdl.win, wdl.loss), (turned.loss, turned.win), "{cp}");
            assert!(wdl.win >= last, "{cp}");
            last = wdl.win;
        }
        assert_eq!(last, 1_000);
    }

    #[test]
    fn a_mate_is_certain() {
        let board = Board::new(&Chess::default());
        for (moves, win) in [(3, 1_000), (-3, 0), (0, 0)] {
            let wdl = chances(&board, Value::Mate(moves));
            assert_eq!((wdl.win, wdl.draw, wdl.loss), (win, 0, 1_000 - win));
        }
    }
}
