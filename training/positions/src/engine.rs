//! The engine at the other end of two pipes.

use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, EnPassantMode};

/// A score that stands for a mate.
pub const MATE: i32 = 30_000;

/// What the engine says of a position.
#[derive(Debug)]
pub struct Answer {
    pub best: UciMove,
    /// Centipawns from the side to move.
    pub score: i32,
}

/// A running engine.
#[derive(Debug)]
pub struct Engine {
    child: Child,
    input: BufWriter<ChildStdin>,
    output: BufReader<ChildStdout>,
    nodes: u32,
}

impl Engine {
    /// Starts an engine that searches so many nodes each time, on one thread.
    pub fn start(command: &str, nodes: u32) -> Result<Self> {
        let mut words = command.split_whitespace();
        let program = words.next().context("no engine")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| command.to_owned())?;
        let input = BufWriter::new(child.stdin.take().context("no standard input")?);
        let output = BufReader::new(child.stdout.take().context("no standard output")?);
        let mut engine = Self {
            child,
            input,
            output,
            nodes,
        };
        let hello = "uci\nsetoption name Threads value 1\nsetoption name Hash value 16\n";
        engine.input.write_all(hello.as_bytes())?;
        engine.input.write_all(b"ucinewgame\nisready\n")?;
        engine.input.flush()?;
        while engine.line()? != "readyok" {}
        Ok(engine)
    }

    /// Asks about boards, all at once; the answers come in the same order.
    pub fn ask<'a>(&mut self, boards: impl Iterator<Item = &'a Chess>) -> Result<Vec<Answer>> {
        let mut asked = 0;
        for board in boards {
            let fen = Fen::from_position(board, EnPassantMode::Legal);
            writeln!(self.input, "position fen {fen}\ngo nodes {}", self.nodes)?;
            asked += 1;
        }
        self.input.flush()?;
        (0..asked).map(|_| self.answer()).collect()
    }

    fn answer(&mut self) -> Result<Answer> {
        let mut score = 0;
        loop {
            let line = self.line()?;
            if let Some(best) = line.strip_prefix("bestmove ") {
                let best = best.split(' ').next().unwrap_or(best);
                let best = best.parse().with_context(|| line.clone())?;
                return Ok(Answer { best, score });
            }
            if let Some((_, rest)) = line.split_once(" score ") {
                let mut words = rest.split(' ');
                let kind = words.next();
                let number: i32 = words.next().context("no score")?.parse()?;
                score = match kind {
                    Some("mate") if number > 0 => MATE,
                    Some("mate") => -MATE,
                    _ => number,
                };
            }
        }
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            bail!("the engine is gone");
        }
        line.truncate(line.trim_end().len());
        Ok(line)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.input.write_all(b"quit\n");
        let _ = self.input.flush();
        let _ = self.child.wait();
    }
}
