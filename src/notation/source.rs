//! A position as requests give it, the same way everywhere: a FEN or EPD, `startpos`, or a PGN, and
//! moves played on from there.

use serde::Deserialize;
use thiserror::Error;

use super::epd::Operation;
use super::fen::{self, Reading, looks_like_pgn};
use super::game_source::{self, Wanted};
use super::moves::{self, Candidate, ListError, ReadAs};
use super::{Field, Finding, Findings, Language, Span, quote};
use crate::position::{Position, Variant};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Moves of a request: one text or a list.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
#[serde(untagged)]
pub enum Moves {
    /// Moves parted by blanks or commas.
    Text(String),
    /// One move an item.
    List(Vec<String>),
}

/// Where a position comes from. The start position when neither `fen` nor `pgn` is given.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Source {
    /// FEN, X-FEN, Shredder-FEN, EPD or `startpos`.
    pub fen: Option<String>,
    /// A PGN, instead of `fen`.
    pub pgn: Option<String>,
    /// Which game of the PGN, from 1.
    pub game: Option<u32>,
    /// After how many plies of its main line; absent: at its end.
    pub ply: Option<u32>,
    /// Moves played on from there.
    pub moves: Option<Moves>,
    /// The rules; absent: standard, unless the castling field names files.
    pub variant: Option<Variant>,
    /// Whose piece letters the moves use.
    pub language: Option<Language>,
}

/// A position read, and what was repaired or assumed on the way.
#[derive(Clone, Debug)]
pub struct ReadSource {
    /// The position with its history.
    pub position: Position,
    /// Infos and warnings.
    pub findings: Findings,
    /// The operations of an EPD.
    pub operations: Vec<Operation>,
}

/// Why a source gives no position.
#[derive(Clone, Debug, Error)]
#[error("{detail}")]
pub struct SourceError {
    /// The parameter at fault: `fen`, `pgn`, `game`, `ply` or `moves`.
    pub parameter: &'static str,
    /// The item of `moves` at fault, from 0, when it is a list.
    pub index: Option<usize>,
    /// Stable, listed in [`CODES`](super::CODES); that of the gravest finding where there are any.
    pub code: &'static str,
    /// What is wrong, where, and what was expected.
    pub detail: String,
    /// Everything that is wrong.
    pub findings: Findings,
    /// Every legal move, where a move is not legal.
    pub legal_moves: Option<Vec<Candidate>>,
}

impl Source {
    /// Reads the position and plays the moves.
    ///
    /// # Errors
    ///
    /// [`SourceError`] names the parameter; nothing is guessed where two readings are possible.
    pub fn read(&self) -> Result<ReadSource, SourceError> {
        let mut read = self.start()?;
        if let Some(given) = &self.moves {
            let how = ReadAs {
                language: self.language,
            };
            let list = match given {
                Moves::Text(text) => moves::Moves::Text(text),
                Moves::List(items) => moves::Moves::List(items),
            };
            let said = moves::read_moves(&mut read.position, list, how);
            read.findings
                .extend(said.map_err(|error| self.bad_move(error, given))?);
        }
        Ok(read)
    }

    fn start(&self) -> Result<ReadSource, SourceError> {
        match (&self.fen, &self.pgn) {
            (Some(_), Some(_)) => Err(SourceError::plain(
                "pgn",
                "two-positions",
                "fen and pgn both give a position, expected one of them".into(),
            )),
            (Some(fen), None) => self.of_fen(fen),
            (None, Some(pgn)) => self.of_pgn(pgn),
            (None, None) => {
                if let Some(parameter) = self.game.map(|_| "game").or(self.ply.map(|_| "ply")) {
                    let detail =
                        format!("{parameter} without pgn, expected a PGN that it is a part of");
                    return Err(SourceError::plain(parameter, "pgn-missing", detail));
                }
                let start = fen::read(START, self.variant);
                Ok(ReadSource {
                    position: start.position.unwrap_or_default(),
                    findings: Findings::new(),
                    operations: Vec::new(),
                })
            }
        }
    }

    fn of_fen(&self, text: &str) -> Result<ReadSource, SourceError> {
        let reading = fen::read(text, self.variant);
        match reading.position {
            Some(position) => Ok(ReadSource {
                position,
                findings: reading.findings,
                operations: reading.operations,
            }),
            None => Err(self.bad_fen(text, reading)),
        }
    }

    fn of_pgn(&self, text: &str) -> Result<ReadSource, SourceError> {
        let short: String = text.chars().take(fen::MAX_CHARS).collect();
        let reading = fen::read(&short, self.variant);
        let whole = Span::new(0, text.chars().count());
        if let Some(command) = text.trim_start().strip_prefix("position ") {
            return Err(uci_command(command, whole));
        }
        if !looks_like_pgn(text) && (reading.playable || reading.moves.is_some()) {
            let detail = format!(
                "{} is a FEN, expected a PGN; send it in the field \"fen\"",
                quote(text)
            );
            let finding = Finding::error("pgn-is-fen", Field::Pgn, whole, detail.clone());
            let mut error = SourceError::plain("pgn", "pgn-is-fen", detail);
            error.findings.push(finding);
            return Err(error);
        }
        game_source::read(
            text,
            Wanted {
                game: self.game.unwrap_or(1),
                ply: self.ply,
                language: self.language,
            },
        )
    }

    fn bad_fen(&self, text: &str, reading: Reading) -> SourceError {
        let gravest = reading.findings.gravest();
        let code = gravest.map_or("fen-unplayable", |finding| finding.code);
        let mut detail = gravest.map_or_else(String::new, |finding| {
            let is_whole = finding.start == 0 && finding.end >= text.chars().count();
            if is_whole || finding.start == finding.end {
                finding.message.clone()
            } else {
                format!("{} (at character {})", finding.message, finding.start)
            }
        });
        let errors = reading
            .findings
            .iter()
            .filter(|f| f.severity == super::Severity::Error)
            .count();
        if errors > 1 {
            detail.push_str(&format!("; {} more in findings", errors - 1));
        }
        if let Some(mended) = &reading.suggested_fen {
            detail.push_str(&format!("; mended: fen {}", quote(mended)));
        }
        if let Some(span) = reading.moves {
            let moves: String = text
                .chars()
                .skip(span.start)
                .take(span.end - span.start)
                .collect();
            let moves = moves.trim_start_matches("moves").trim();
            detail.push_str(&format!(", moves {}", quote(moves)));
        }
        SourceError {
            parameter: "fen",
            index: None,
            code,
            detail,
            findings: reading.findings,
            legal_moves: None,
        }
    }

    fn bad_move(&self, error: ListError, given: &Moves) -> SourceError {
        let ListError { index, error } = error;
        let detail = format!("move {}: {}", index + 1, error.message);
        let mut findings = Findings::new();
        findings.push(Finding::error(
            error.code,
            Field::Moves,
            error.span,
            detail.clone(),
        ));
        SourceError {
            parameter: "moves",
            index: matches!(given, Moves::List(_)).then_some(index),
            code: error.code,
            detail,
            findings,
            legal_moves: (!error.legal_moves.is_empty()).then_some(error.legal_moves),
        }
    }
}

/// A UCI command where a PGN is expected, with the fields that say the same.
fn uci_command(command: &str, whole: Span) -> SourceError {
    let (start, moves) = command.split_once("moves").unwrap_or((command, ""));
    let start = start.trim();
    let fen = start.strip_prefix("fen").map(str::trim);
    let mut mended = Vec::new();
    mended.extend(fen.map(|fen| format!("fen {}", quote(fen))));
    if !moves.trim().is_empty() {
        mended.push(format!("moves {}", quote(moves.trim())));
    }
    if mended.is_empty() {
        mended.push("fen \"startpos\"".to_owned());
    }
    let detail = format!(
        "a UCI position command, expected a PGN; mended: {}",
        mended.join(", ")
    );
    let finding = Finding::error("pgn-is-uci", Field::Pgn, whole, detail.clone());
    let mut error = SourceError::plain("pgn", "pgn-is-uci", detail);
    error.findings.push(finding);
    error
}

impl SourceError {
    pub(super) fn plain(parameter: &'static str, code: &'static str, detail: String) -> Self {
        Self {
            parameter,
            index: None,
            code,
            detail,
            findings: Findings::new(),
            legal_moves: None,
        }
    }
}
