//! One game of the engine against itself: when it is over, and which of its positions are kept.

use anyhow::Result;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, Color, EnPassantMode, Position};

use crate::engine::{Answer, MATE};
use crate::opening::opening;
use crate::random::Random;
use crate::record::{RESULT, Record, pack};

/// A game whose first score is beyond is not worth playing.
const UNFAIR: i32 = 400;
/// Beyond, a game is won after [`WON_PLIES`] such scores in a row.
const WON: i32 = 1_500;
const WON_PLIES: usize = 4;
/// Within, after [`LATE`] plies, it is drawn after [`DRAWN_PLIES`] such scores.
const LEVEL: i32 = 4;
const LATE: usize = 60;
const DRAWN_PLIES: usize = 10;
/// The longest game.
const LONGEST: usize = 400;
/// Scores beyond teach nothing.
const MOST: i32 = 3_000;

/// A game under way.
#[derive(Debug)]
pub struct Game {
    board: Chess,
    keys: Vec<u64>,
    kept: Vec<(Color, Record)>,
    won: usize,
    level: usize,
}

impl Game {
    /// A game from a random opening.
    pub fn new(random: &mut Random) -> Self {
        Self {
            board: opening(random),
            keys: Vec::new(),
            kept: Vec::new(),
            won: 0,
            level: 0,
        }
    }

    /// Where the engine is to move.
    pub fn board(&self) -> &Chess {
        &self.board
    }

    /// Plays the engine's move; the kept positions when the game is over.
    ///
    /// # Errors
    ///
    /// When the move is not legal.
    pub fn advance(&mut self, answer: &Answer) -> Result<Option<Vec<Record>>> {
        if self.keys.is_empty() && answer.score.abs() > UNFAIR {
            return Ok(Some(Vec::new()));
        }
        let us = self.board.turn();
        let best = answer.best.to_move(&self.board)?;
        let quiet = !self.board.is_check() && !best.is_capture() && !best.is_promotion();
        if quiet && answer.score.abs() <= MOST {
            self.kept.push((us, pack(&self.board, answer.score as i16)));
        }
        self.count(answer.score);
        self.keys.push(key(&self.board));
        self.board.play_unchecked(best);
        Ok(self
            .winner(us, answer.score)
            .map(|winner| self.close(winner)))
    }

    fn count(&mut self, score: i32) {
        self.won = if score.abs() > WON { self.won + 1 } else { 0 };
        let level = self.keys.len() >= LATE && score.abs() <= LEVEL;
        self.level = if level { self.level + 1 } else { 0 };
    }

    /// Who has won, `Some(None)` for a draw, `None` while it goes on.
    fn winner(&self, mover: Color, score: i32) -> Option<Option<Color>> {
        if self.board.is_checkmate() {
            return Some(Some(mover));
        }
        let now = key(&self.board);
        let before = self.keys.iter().filter(|&&other| other == now).count();
        let drawn = self.board.is_game_over()
            || self.board.halfmoves() >= 100
            || before >= 2
            || self.level >= DRAWN_PLIES
            || self.keys.len() >= LONGEST;
        if drawn {
            return Some(None);
        }
        let decided = self.won >= WON_PLIES || score.abs() == MATE;
        let ahead = if score > 0 { mover } else { !mover };
        decided.then_some(Some(ahead))
    }

    fn close(&mut self, winner: Option<Color>) -> Vec<Record> {
        let result = |color| match winner {
            None => 1,
            Some(winner) if winner == color => 2,
            Some(_) => 0,
        };
        let finish = |(color, mut record): (Color, Record)| {
            record[RESULT] = result(color);
            record
        };
        self.kept.drain(..).map(finish).collect()
    }
}

fn key(board: &Chess) -> u64 {
    board.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}
