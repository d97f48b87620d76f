//! A scripted UCI engine for the tests: well-behaved, or badly in exactly the way that a script
//! says.
//!
//! `fake-engine [--log FILE] [--script FILE] [--do STATEMENT]…` appends every line that it is sent
//! to the log, and reads its script (see `script`) from the file and then from the statements.
//! Without a script it answers every search at once with deterministic legal lines.

mod play;
mod sane;
mod script;

use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, Write as _};
use std::sync::Arc;

use play::Player;
use script::Script;

type Fault = Box<dyn Error>;

struct Arguments {
    log: Option<File>,
    script: Script,
}

impl Arguments {
    fn read() -> Result<Self, Fault> {
        let mut log = None;
        let mut text = String::new();
        let mut args = std::env::args().skip(1);
        while let Some(word) = args.next() {
            let value = args.next().ok_or("an option without its value")?;
            match word.as_str() {
                "--log" => log = Some(OpenOptions::new().create(true).append(true).open(value)?),
                "--script" => text.push_str(&fs::read_to_string(value)?),
                "--do" => text.push_str(&value),
                _ => return Err(format!("unknown option {word:?}").into()),
            }
            text.push('\n');
        }
        Ok(Self {
            log,
            script: Script::parse(&text)?,
        })
    }
}

fn main() -> Result<(), Fault> {
    let Arguments { mut log, script } = Arguments::read()?;
    let player = Arc::new(Player::new(script));
    player.start();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if let Some(log) = &mut log {
            writeln!(log, "{line}")?;
        }
        if !player.hear(&line) {
            break;
        }
    }
    Ok(())
}
