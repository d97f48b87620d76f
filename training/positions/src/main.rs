//! Lets a UCI engine play itself and keeps the quiet positions, each with the engine's score and
//! the game's result, as the trainer reads them.
//!
//! The same options and the same engine give the same file, byte for byte.

mod engine;
mod game;
mod opening;
mod random;
mod record;

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use clap::Parser;
use engine::Engine;
use game::Game;
use random::Random;

/// Bytes that are packed and written at a time: a file whose writer is stopped stays readable.
const FRAME: usize = 1 << 20;

#[derive(Debug, Parser)]
struct Options {
    /// The engine and its arguments: `kibitz uci` or `stockfish`.
    engine: String,
    /// The `.zst` file that is added to.
    out: PathBuf,
    /// Nodes for each move.
    #[arg(long, default_value_t = 1_000)]
    nodes: u32,
    /// Where to stop.
    #[arg(long, default_value_t = 10_000_000)]
    positions: usize,
    /// One seed, one set of games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games in turn, asked together; more than one is for engines that queue commands while they
    /// search, as Stockfish does.
    #[arg(long, default_value_t = 1)]
    games: usize,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let mut engine = Engine::start(&options.engine, options.nodes)?;
    let mut random = Random::new(options.seed);
    let mut games: Vec<Game> = (0..options.games).map(|_| Game::new(&mut random)).collect();
    let mut out = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&options.out)?;
    let (mut bytes, mut kept, mut played, start) = (Vec::new(), 0, 0, Instant::now());
    while kept < options.positions {
        let answers = engine.ask(games.iter().map(Game::board))?;
        for (game, answer) in games.iter_mut().zip(answers) {
            let Some(records) = game.advance(&answer)? else {
                continue;
            };
            played += 1;
            kept += records.len();
            bytes.extend(records.into_flattened());
            *game = Game::new(&mut random);
        }
        if bytes.len() >= FRAME || kept >= options.positions {
            out.write_all(&zstd::encode_all(bytes.as_slice(), 3)?)?;
            bytes.clear();
            let seconds = start.elapsed().as_secs();
            println!("{played} games, {kept} positions ({seconds} s)");
        }
    }
    Ok(())
}
