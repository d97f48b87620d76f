//! What the session says, as lines of the protocol.

use super::settings::Settings;
use crate::analysis::Report;
use crate::position::CastlingStyle;
use crate::uci::{Best, Info, Output, Text};

/// The answer to `uci`.
pub(super) fn introduction(settings: &Settings) -> Vec<Output> {
    let mut name = format!("kibitz {}", env!("CARGO_PKG_VERSION"));
    if let Some(engine) = settings.engine() {
        name.push_str(&format!(" ({engine})"));
    }
    let mut lines = vec![
        Output::IdName(Text::lossy(&name)),
        Output::IdAuthor(Text::lossy("the kibitz authors")),
    ];
    lines.extend(settings.declarations().into_iter().map(Output::Option));
    lines.push(Output::UciOk);
    lines
}

/// The `info` lines of a state of the search.
pub(super) fn infos(report: &Report, castling: CastlingStyle) -> Vec<Output> {
    let lines = report.lines.iter().map(|line| Info {
        depth: Some(u32::from(line.depth)),
        seldepth: Some(u32::from(line.seldepth)),
        multipv: Some(u32::from(line.rank)),
        score: Some(line.score),
        nodes: Some(report.nodes),
        nps: Some(report.nps()),
        time: Some(report.time),
        hashfull: report.hashfull,
        tbhits: Some(report.tbhits),
        pv: line.pv.iter().map(|&m| castling.uci(m)).collect(),
        ..Info::default()
    });
    lines.map(|info| Output::Info(Box::new(info))).collect()
}

/// The end of a search.
pub(super) fn best_move(report: &Report, castling: CastlingStyle) -> Output {
    Output::BestMove {
        best: report
            .bestmove
            .map_or(Best::None, |m| Best::Move(castling.uci(m))),
        ponder: report.ponder.map(|m| castling.uci(m)),
    }
}

/// Words for whoever watches.
pub(super) fn words(text: &str) -> Output {
    Output::Info(Box::new(Info::words(text)))
}
