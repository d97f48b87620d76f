//! What is sent to an engine for one search.

use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{Bitboard, Chess, Color, EnPassantMode, Position as _, Square};

use super::{Command, Go, Identity, OptionKind, OptionValue, Root, Text, UciError};
use crate::analysis::{Clock, Limits, Setting, Task};
use crate::position::{CastlingStyle, Position, Variant};

/// Longer histories are shortened to what the rules still need. Some engines hold the moves of a
/// game in a fixed array; no engine needs those before the last capture or pawn move.
const MAX_HISTORY: usize = 600;

/// A task in the engine's words.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Options that every search sets, so that none is left over from another.
    pub(super) options: Vec<(&'static str, OptionValue)>,
    /// Options that this search alone asks for.
    pub(super) own: Vec<(&'static str, OptionValue)>,
    /// The `position` command.
    pub(super) position: Command,
    /// The `go` command.
    pub(super) go: Command,
    /// How many lines are expected: never more than there are moves to search.
    pub(super) lines: u16,
}

impl Plan {
    /// Puts a task into words.
    ///
    /// # Errors
    ///
    /// [`UciError::NoChess960`] when the position's castling is beyond the engine, [`UciError::NoOption`] when an
    /// option that is asked for is.
    pub(super) fn new(task: &Task, identity: &Identity) -> Result<Self, UciError> {
        let style = castling_style(&task.position, identity)?;
        let lines = lines(task, identity);
        let chess960 = match style {
            CastlingStyle::Chess960 => OptionValue::on(),
            CastlingStyle::Standard => OptionValue::off(),
        };
        Ok(Self {
            options: vec![
                ("Threads", OptionValue::number(task.threads.get().into())),
                ("MultiPV", OptionValue::number(lines.into())),
                ("UCI_Chess960", chess960),
            ],
            own: own_options(task, identity)?,
            position: position(&task.position, style),
            go: Command::Go(Box::new(go(task, style))),
            lines,
        })
    }
}

/// The options asked, each with the nearest value that the engine takes.
fn own_options(
    task: &Task,
    identity: &Identity,
) -> Result<Vec<(&'static str, OptionValue)>, UciError> {
    let mut own = Vec::new();
    for Setting { name, value } in &task.options {
        let fits = OptionValue::new(value).ok().and_then(|value| {
            let declared = identity.option(name)?;
            declared.fit(&value)
        });
        let value = fits.ok_or_else(|| UciError::NoOption {
            name,
            value: Text::lossy(value),
        })?;
        own.push((*name, value));
    }
    // A rating is asked for to be played at.
    let limit = "UCI_LimitStrength";
    let has = |name: &str| own.iter().any(|(own, _)| *own == name);
    if has("UCI_Elo") && !has(limit) && identity.has(limit) {
        own.push((limit, OptionValue::on()));
    }
    Ok(own)
}

/// How the engine spells castling: by `UCI_Chess960` where it has that and the game needs it.
fn castling_style(position: &Position, identity: &Identity) -> Result<CastlingStyle, UciError> {
    let style = CastlingStyle::of(position.variant());
    if style == CastlingStyle::Standard || identity.has("UCI_Chess960") {
        return Ok(style);
    }
    if castles_orthodoxly(position.root()) {
        return Ok(CastlingStyle::Standard);
    }
    Err(UciError::NoChess960)
}

/// Whether every castling right is one of orthodox chess.
fn castles_orthodoxly(board: &Chess) -> bool {
    Color::ALL.iter().all(|&color| {
        let rights = board.castles().castling_rights() & Bitboard::from(color.backrank());
        let king = board.board().king_of(color);
        rights.is_empty()
            || (Bitboard::CORNERS.is_superset(rights)
                && king == Some(color.fold_wb(Square::E1, Square::E8)))
    })
}

/// The multipv asked, clamped to the moves there are and to what the engine can do.
fn lines(task: &Task, identity: &Identity) -> u16 {
    let moves = match task.searchmoves.len() {
        0 => task.position.board().legal_moves().len(),
        some => some,
    };
    let moves = u16::try_from(moves).unwrap_or(u16::MAX);
    let most = match identity.option("MultiPV").map(|option| &option.kind) {
        Some(OptionKind::Spin { max, .. }) => u16::try_from(*max).unwrap_or(u16::MAX),
        _ => 1,
    };
    task.multipv.get().min(moves).min(most).max(1)
}

fn position(position: &Position, style: CastlingStyle) -> Command {
    let (root, from) = root(position);
    let root = if root == Chess::default() && position.variant() == Variant::Standard {
        Root::Startpos
    } else {
        let fen = Fen::from_position(&root, EnPassantMode::Legal);
        Root::Fen(Text::lossy(&fen.to_string()))
    };
    let moves = &position.moves()[from..];
    Command::Position {
        root,
        moves: moves.iter().map(|&m| style.uci(m)).collect(),
    }
}

/// Where the engine's history starts: at the root, or for very long games at the last capture or
/// pawn move.
fn root(position: &Position) -> (Chess, usize) {
    let moves = position.moves();
    if moves.len() <= MAX_HISTORY {
        return (position.root().clone(), 0);
    }
    let from = moves.iter().rposition(|m| m.is_zeroing());
    let from = from.map_or(0, |last| last + 1);
    let mut root = position.root().clone();
    for &m in &moves[..from] {
        root.play_unchecked(m);
    }
    (root, from)
}

fn go(task: &Task, style: CastlingStyle) -> Go {
    let Limits {
        depth,
        nodes,
        movetime,
        mate,
        clock,
        infinite,
    } = task.limits;
    let clocks = clock.map(clocks).unwrap_or_default();
    Go {
        searchmoves: task.searchmoves.iter().map(|&m| style.uci(m)).collect(),
        depth: depth.map(|depth| depth.get().into()),
        nodes: nodes.map(|nodes| nodes.get()),
        movetime: movetime.map(|movetime| movetime.duration()),
        mate: mate.map(|mate| mate.get().into()),
        infinite: infinite || task.limits.is_empty(),
        ..clocks
    }
}

/// Only the mover's clock is known; the other side is given the same, since engines without one
/// may take it for zero.
fn clocks(clock: Clock) -> Go {
    let increment = Some(clock.increment).filter(|time| *time > Duration::ZERO);
    Go {
        wtime: Some(clock.remaining),
        btime: Some(clock.remaining),
        winc: increment,
        binc: increment,
        movestogo: clock.moves_to_go,
        ..Go::default()
    }
}
