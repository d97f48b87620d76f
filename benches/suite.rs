//! Test suites for the embedded engine, one thread, in process.
//!
//! `cargo bench --bench suite -- FILE.jsonl SECONDS` (or `nodes=N`): solves positions with `bm` (or
//! `am`) and says how many. `cargo bench --bench suite -- FILE.jsonl depth=8 [every=10]`: prints, for every n-th
//! position, a JSON line with FEN, best move, score and line, for comparison with another engine.
//! `random=2000` in the place of the file: positions from random games.
#![expect(clippy::print_stdout, reason = "it prints its figures")]

use std::sync::atomic::AtomicBool;

use kibitz::analysis::{Depth, Limits, MoveTime, Nodes, Report, Task, Value};
use kibitz::position::{CastlingStyle, Position, Status, Variant};
use kibitz::search::{HashMib, Searcher};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

struct Case {
    json: serde_json::Value,
    position: Position,
}

fn main() -> anyhow::Result<()> {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let file = words.first().ok_or_else(|| anyhow::anyhow!("FILE?"))?;
    let limit = words.get(1).map_or("1", String::as_str);
    let every = words
        .iter()
        .find_map(|word| word.strip_prefix("every="))
        .map_or(Ok(1), str::parse)?;
    if let Some(count) = file.strip_prefix("random=") {
        scores(&random(count.parse()?), limits(limit)?, every);
    } else if limit.starts_with("depth=") {
        scores(&read(file)?, limits(limit)?, every);
    } else {
        solve(&read(file)?, limits(limit)?);
    }
    Ok(())
}

/// Positions from random games of 1 to 120 plies, the same each time; the game is not over in them.
fn random(count: usize) -> Vec<Case> {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = move |bound: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as usize % bound
    };
    let mut cases = Vec::with_capacity(count);
    while cases.len() < count {
        let mut position = Position::default();
        for _ in 0..=below(120) {
            let moves = position.board().legal_moves();
            let Some(&m) = moves.get(below(moves.len().max(1))) else {
                break;
            };
            if position.play(m).is_err() {
                break;
            }
        }
        if position.status() == Status::Ongoing {
            let fen = Fen::from_position(position.board(), EnPassantMode::Legal);
            let json = serde_json::json!({ "fen": fen.to_string() });
            cases.push(Case { json, position });
        }
    }
    cases
}

fn read(file: &str) -> anyhow::Result<Vec<Case>> {
    let text = std::fs::read_to_string(file)?;
    let mut cases = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let json: serde_json::Value = serde_json::from_str(line)?;
        let fen: Fen = json["fen"].as_str().unwrap_or_default().parse()?;
        let chess: Chess = fen.into_position(CastlingMode::Standard)?;
        cases.push(Case {
            json,
            position: Position::new(chess, Variant::Standard),
        });
    }
    Ok(cases)
}

fn search(
    searcher: &mut Searcher,
    case: &Case,
    limits: Limits,
    on_report: &mut dyn FnMut(&Report),
) -> Report {
    searcher.clear();
    let task = Task::new(case.position.clone(), limits);
    searcher.search(&task, &AtomicBool::new(false), on_report)
}

fn uci(report: &Report) -> String {
    let best = report.bestmove.map(|m| CastlingStyle::Standard.uci(m));
    best.map_or_else(|| "(none)".to_owned(), |m| m.to_string())
}

fn limits(text: &str) -> anyhow::Result<Limits> {
    if let Some(nodes) = text.strip_prefix("nodes=") {
        return Ok(Limits::nodes(Nodes::try_from(nodes.parse::<i128>()?)?));
    }
    if let Some(depth) = text.strip_prefix("depth=") {
        return Ok(Limits::depth(Depth::try_from(depth.parse::<i128>()?)?));
    }
    let seconds: f64 = text.parse()?;
    Ok(Limits::movetime(MoveTime::try_from(
        (seconds * 1000.0) as i128,
    )?))
}

fn is_good(case: &Case, report: &Report) -> bool {
    let found = uci(report);
    let lists = |name: &str| {
        let moves = case.json[name].as_array();
        moves.map(|moves| moves.iter().any(|m| m.as_str() == Some(&found)))
    };
    lists("bm").unwrap_or(true) && !lists("am").unwrap_or(false)
}

fn solve(cases: &[Case], limits: Limits) {
    let mut searcher = Searcher::new(HashMib::default());
    let (mut solved, mut nodes, mut time, mut effort) = (0, 0, 0.0, 0.0);
    for case in cases {
        // Nodes at which the answer became right for good.
        let mut since = None;
        let report = search(&mut searcher, case, limits, &mut |report| {
            since = if is_good(case, report) {
                since.or(Some(report.nodes))
            } else {
                None
            };
        });
        nodes += report.nodes;
        time += report.time.as_secs_f64();
        let good = is_good(case, &report);
        let found = uci(&report);
        let since = if good { since } else { None };
        effort += (since.unwrap_or(2 * report.nodes).max(1) as f64).ln();
        solved += i32::from(good);
        if !good {
            println!(
                "missed {}: {found} instead of {} {} (depth {}, {:?})",
                case.json["id"],
                case.json["bm"],
                case.json["am"],
                report.depth,
                report.lines.first().map(|line| line.score.value),
            );
        }
    }
    let nps = nodes as f64 / time / 1e6;
    let mean = (effort / cases.len() as f64).exp();
    println!(
        "{solved} of {} solved, {nps:.3} M nodes/s, mean effort {mean:.0} nodes",
        cases.len()
    );
}

fn scores(cases: &[Case], limits: Limits, every: usize) {
    let mut searcher = Searcher::new(HashMib::default());
    for case in cases.iter().step_by(every) {
        let report = search(&mut searcher, case, limits, &mut |_| {});
        let value = report.lines.first().map(|line| line.score.value);
        let (cp, mate) = match value {
            Some(Value::Cp(cp)) => (Some(cp), None),
            Some(Value::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        let pv = report.lines.first().map(|line| {
            let moves = line.pv.iter();
            let words = moves.map(|&m| CastlingStyle::Standard.uci(m).to_string());
            words.collect::<Vec<_>>()
        });
        let line = serde_json::json!({
            "fen": case.json["fen"], "bestmove": uci(&report), "cp": cp, "mate": mate, "pv": pv,
            "nodes": report.nodes, "time_ms": report.time.as_secs_f64() * 1000.0,
        });
        println!("{line}");
    }
}
