//! A position inside a PGN: which game, and after how many plies.

use super::pgn::{self, Foreign, Game, NodeId, PgnError, Played, Reader};
use super::source::{ReadSource, SourceError};
use super::{Field, Finding, Findings, Language, Severity, Span, quote};

/// Which position of which game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// From 1.
    pub(super) game: u32,
    /// Plies of the main line; `None`: its end.
    pub(super) ply: Option<u32>,
    pub(super) language: Option<Language>,
}

/// Reads one game of a PGN and plays it to the ply that is wanted.
pub(super) fn read(text: &str, wanted: Wanted) -> Result<ReadSource, SourceError> {
    position_of(&game_of(text, wanted.game, wanted.language)?, wanted.ply)
}

/// Plays a game to a ply of its main line; `None`: to its end.
///
/// # Errors
///
/// A fault on the main line before that ply: the position after it is not known. What comes later,
/// and what is wrong in variations, is said as a warning.
pub fn position_of(game: &Game, asked: Option<u32>) -> Result<ReadSource, SourceError> {
    let plies = game.plies();
    let ply = asked.map_or(plies, |ply| usize::try_from(ply).unwrap_or(usize::MAX));
    if let Some(fault) = blocking_fault(game, ply, asked) {
        return Err(refusal(game, fault));
    }
    let Some(position) = game.position_at(ply) else {
        let detail = format!(
            "ply {ply} of game {}, whose main line has {plies} plies, expected 0 to {plies}",
            game.number
        );
        return Err(SourceError::plain("ply", "pgn-ply-missing", detail));
    };
    let mut findings = findings_of(game);
    findings.extend(after_a_null_move(game, ply));
    Ok(ReadSource {
        position,
        findings,
        operations: Vec::new(),
    })
}

/// A null move is no move of a player: the history of a position begins behind it.
fn after_a_null_move(game: &Game, ply: usize) -> Option<Finding> {
    let played = game.tree.main_line().take(ply).map(|node| node.played());
    let plies: Vec<usize> = (1..)
        .zip(played)
        .filter(|(_, played)| matches!(played, Some(Played::Null)))
        .map(|(at, _)| at)
        .collect();
    let last = plies.last()?;
    let message = format!(
        "ply {last} is a null move: the moves and the history before it are no part of what is read"
    );
    Some(Finding::warning(
        "move-null",
        Field::Pgn,
        Span::new(0, 0),
        message,
    ))
}

/// Everything worth saying about a game; its faults as warnings.
pub fn findings_of(game: &Game) -> Findings {
    let mut findings = game.findings.clone();
    for error in &game.errors {
        findings.push(said(error, Severity::Warning));
    }
    findings
}

/// The game of a number, from 1.
///
/// # Errors
///
/// [`SourceError`] when there is no such game, or the text is no PGN.
pub fn game_of(text: &str, number: u32, language: Option<Language>) -> Result<Game, SourceError> {
    let options = pgn::Options {
        language,
        ..pgn::Options::default()
    };
    let mut found = None;
    let mut reader = Reader::new(options);
    let mut take = |game: Game| {
        if game.number == u64::from(number) {
            found = Some(game);
        }
    };
    reader.feed(text.as_bytes(), &mut take);
    let summary = reader.finish(&mut take);
    if let Some(game) = found {
        return Ok(game);
    }
    if let Some(foreign) = summary.foreign {
        return Err(not_pgn(&foreign));
    }
    if summary.games == 0 {
        let detail = "no game in the text, expected a PGN".to_owned();
        return Err(SourceError::plain("pgn", "pgn-no-game", detail));
    }
    let detail = format!(
        "game {} of a PGN with {} games, expected 1 to {}",
        number, summary.games, summary.games
    );
    Err(SourceError::plain("game", "pgn-game-missing", detail))
}

fn not_pgn(foreign: &Foreign) -> SourceError {
    SourceError::plain("pgn", foreign.code(), foreign.to_string())
}

/// The fault that hides the wanted position: one of the tags, or of the main line before the ply.
fn blocking_fault(game: &Game, ply: usize, asked: Option<u32>) -> Option<&PgnError> {
    let grave = |error: &&PgnError| error.fault.severity() == Severity::Error;
    if game.root.is_none() {
        return game.errors.iter().find(grave);
    }
    let plies = game.plies();
    if asked.is_some() && ply <= plies {
        return None;
    }
    let end = game
        .tree
        .main_line()
        .last()
        .map_or(NodeId::ROOT, pgn::Node::id);
    game.errors.iter().filter(grave).find(|error| {
        error.after == end && (!error.rest.is_empty() || names_a_square(&error.token))
    })
}

/// Whether a word that could not be read was probably a move: other words may stand behind the last one.
fn names_a_square(word: &str) -> bool {
    let file_and_digit = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'0'..=b'9']);
    word.len() <= 10 && word.as_bytes().windows(2).any(file_and_digit)
}

fn refusal(game: &Game, fault: &PgnError) -> SourceError {
    let mut detail = fault.to_string();
    if let Some(fen) = &fault.fen {
        detail.push_str(&format!("; the position before it is {}", quote(fen)));
    }
    let mut findings = Findings::new();
    for error in &game.errors {
        findings.push(said(error, error.fault.severity()));
    }
    SourceError {
        findings,
        ..SourceError::plain("pgn", fault.code(), detail)
    }
}

fn said(error: &PgnError, severity: Severity) -> Finding {
    let start = usize::try_from(error.place.offset).unwrap_or(usize::MAX);
    let span = Span::new(start, start.saturating_add(error.token.chars().count()));
    let mut finding = Finding::error(error.code(), Field::Pgn, span, error.to_string());
    finding.severity = severity;
    finding
}
