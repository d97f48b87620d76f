//! `kibitz recognize`: FENs of pictures, for a terminal or a pipe.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use shakmaty::Color;

use super::lines::Out;
use super::named::named;
use super::validate::finding;
use crate::notation::Severity;
use crate::recognize::{Facts, MOST_BYTES, Recognition, RecognizeError, Scene, fens};
use crate::wire::{Orientation, Recognized, Turn};

/// Which pictures, and what is known about them.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    kibitz recognize screenshot.png\n  \
    kibitz recognize --turn b --castling KQkq --json photo.jpg\n  \
    kibitz recognize --overlay found.png photo.jpg")]
pub struct Options {
    /// PNG, JPEG, WebP or GIF files; `-` is standard input. Several are told apart by their names, each before a tab
    #[arg(value_name = "PICTURE", required = true)]
    pictures: Vec<PathBuf>,
    /// The side to move: w or b [default: w, or b where only that is playable]
    #[arg(long, value_parser = named::<Turn>)]
    turn: Option<Turn>,
    /// Castling rights, as in a FEN
    #[arg(long, value_name = "RIGHTS")]
    castling: Option<String>,
    /// The en passant square
    #[arg(long, value_name = "SQUARE")]
    ep: Option<String>,
    /// The side at the bottom of the picture
    #[arg(long, default_value = "auto", value_parser = named::<Orientation>)]
    orientation: Orientation,
    /// Print one JSON object a line, as /v1/recognize answers it
    #[arg(long)]
    json: bool,
    /// Write the picture with the grid that was found and the doubtful squares marked, as PNG; for one picture
    #[arg(long, value_name = "FILE")]
    overlay: Option<PathBuf>,
}

/// Exit code 0 when every picture was read, 1 when one was not; its line has no FEN then, so that lines
/// stay side by side. With several pictures each line starts with its file's name and a tab.
pub(super) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let count = options.pictures.len();
    if options.overlay.is_some() && count > 1 {
        anyhow::bail!("--overlay writes one file, expected one picture, got {count}");
    }
    let mut out = Out::new();
    let mut code = ExitCode::SUCCESS;
    for file in &options.pictures {
        let bytes = bytes(file)?;
        match Scene::read(&bytes)
            .and_then(|scene| Ok((scene.recognize(options.orientation.bottom())?, scene)))
        {
            Ok((recognition, scene)) => {
                if let Some(target) = &options.overlay {
                    fs::write(target, scene.overlay(&recognition))?;
                }
                out.line(&options.labelled(file, options.line(file, &recognition)?))?;
            }
            Err(error) => {
                code = ExitCode::FAILURE;
                out.line(&options.labelled(file, options.refusal(file, &error)))?;
            }
        }
    }
    out.flush()?;
    Ok(code)
}

/// One byte more than is read is enough to be refused.
fn bytes(file: &Path) -> anyhow::Result<Vec<u8>> {
    let most = MOST_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        std::io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    } else {
        let opened = fs::File::open(file);
        let opened =
            opened.map_err(|error| anyhow::anyhow!("cannot open {}: {error}", file.display()))?;
        opened.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

impl Options {
    fn facts(&self) -> Facts {
        Facts {
            turn: self.turn.map(Color::from),
            castling: self.castling.clone(),
            ep: self.ep.clone(),
        }
    }

    /// The line with its file's name before it, where there are several.
    fn labelled(&self, file: &Path, line: String) -> String {
        if self.json || self.pictures.len() == 1 {
            return line;
        }
        format!("{}\t{line}", file.display())
    }

    /// The FEN, with what is doubtful on standard error.
    fn line(&self, file: &Path, recognition: &Recognition) -> anyhow::Result<String> {
        let answer = Recognized::new(recognition, fens(recognition, &self.facts()));
        if self.json {
            return Ok(serde_json::to_string(&answer)?);
        }
        let file = file.display();
        if !answer.uncertain.is_empty() {
            eprintln!("{file}: doubtful: {}", answer.uncertain.join(" "));
        }
        for hint in &answer.hints {
            eprintln!("{file}: {hint}");
        }
        for said in answer
            .findings
            .iter()
            .filter(|said| said.severity != Severity::Info)
        {
            eprintln!("{file}:{}", finding(said));
        }
        Ok(answer.fen)
    }

    fn refusal(&self, file: &Path, error: &RecognizeError) -> String {
        let hints: Vec<String> = match error {
            RecognizeError::NoBoard { hints, .. } => {
                hints.iter().map(ToString::to_string).collect()
            }
            RecognizeError::Empty
            | RecognizeError::Format { .. }
            | RecognizeError::Broken { .. }
            | RecognizeError::Bytes { .. }
            | RecognizeError::Pixels { .. }
            | RecognizeError::Colours { .. } => Vec::new(),
        };
        if self.json {
            let line = serde_json::json!({ "code": error.code(), "detail": error.to_string(), "hints": hints });
            return line.to_string();
        }
        let file = file.display();
        eprintln!("{file}: [{}] {error}", error.code());
        for hint in hints {
            eprintln!("{file}: {hint}");
        }
        String::new()
    }
}
