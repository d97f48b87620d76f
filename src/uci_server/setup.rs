//! What a GUI sets up, as positions and tasks.

use std::time::Duration;

use shakmaty::uci::UciMove;
use shakmaty::{Color, Position as _};

use super::settings::Settings;
use crate::analysis::{Clock, Depth, Limits, MateIn, MoveTime, Nodes, Task};
use crate::notation::fen;
use crate::position::{Position, Variant};
use crate::uci::{Go, Root};

/// Reads a `position` command; in words what is wrong with it.
///
/// # Errors
///
/// The gravest fault of the FEN, or the first move that is not legal, with its place from 1.
pub fn position(root: &Root, moves: &[UciMove], variant: Variant) -> Result<Position, String> {
    let mut position = match root {
        Root::Startpos => Position::new(shakmaty::Chess::default(), variant),
        Root::Fen(text) => {
            let reading = fen::read(text.as_str(), Some(variant));
            let gravest = reading
                .findings
                .gravest()
                .map(|finding| finding.message.clone());
            reading
                .position
                .ok_or_else(|| gravest.unwrap_or_else(|| "not playable".to_owned()))?
        }
    };
    for (index, uci) in moves.iter().enumerate() {
        let m = uci
            .to_move(position.board())
            .map_err(|_| format!("move {} of the list, {uci}, is not legal there", index + 1))?;
        position.play(m).map_err(|error| error.to_string())?;
    }
    Ok(position)
}

/// What ends a `go`, as far as it is known before a `ponderhit`.
pub(super) fn limits(go: &Go, turn: Color, settings: &Settings) -> Limits {
    let within = |value: u64, most: i128| i128::from(value).clamp(1, most);
    Limits {
        depth: go
            .depth
            .and_then(|d| Depth::try_from(within(d.into(), Depth::MAX.get().into())).ok()),
        nodes: go
            .nodes
            .and_then(|n| Nodes::try_from(within(n, Nodes::MAX.get().into())).ok()),
        mate: go
            .mate
            .and_then(|m| MateIn::try_from(within(m.into(), MateIn::MAX.get().into())).ok()),
        movetime: go.movetime.and_then(|time| {
            let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            MoveTime::try_from(within(ms, MoveTime::MAX.get().into())).ok()
        }),
        clock: clock(go, turn, settings),
        infinite: go.infinite,
    }
}

fn clock(go: &Go, turn: Color, settings: &Settings) -> Option<Clock> {
    let (time, increment) = match turn {
        Color::White => (go.wtime, go.winc),
        Color::Black => (go.btime, go.binc),
    };
    let overhead = Duration::from_millis(settings.overhead_ms);
    time.map(|time| Clock {
        remaining: time.saturating_sub(overhead).max(Duration::from_millis(1)),
        increment: increment.unwrap_or_default(),
        moves_to_go: go.movestogo,
    })
}

/// The task of a `go` in a position.
pub(super) fn task(position: &Position, go: &Go, limits: Limits, settings: &Settings) -> Task {
    let board = position.board();
    let mut task = Task::new(position.clone(), limits);
    task.multipv = settings.multipv;
    task.threads = settings.threads;
    task.options = settings.own().to_vec();
    // Moves that are not legal here are left out, as other engines do.
    task.searchmoves = go
        .searchmoves
        .iter()
        .filter_map(|uci| uci.to_move(board).ok())
        .collect();
    task
}

/// Whether there is a move to search for.
pub(super) fn has_moves(position: &Position) -> bool {
    !position.board().legal_moves().is_empty()
}
