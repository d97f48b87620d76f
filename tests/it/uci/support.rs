//! Scripted engines, positions from text, and a look at the processes of this machine.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kibitz::analysis::{Depth, Limits, MoveTime, MultiPv, Report, Task};
use kibitz::position::{Position, Variant};
use kibitz::uci::{EngineCommand, UciEngine, UciError};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// The program under test, which is also every engine's guard.
pub(super) const KIBITZ: &str = env!("CARGO_BIN_EXE_kibitz");

/// The engine that does as it is told.
pub(super) const FAKE: &str = env!("CARGO_BIN_EXE_fake-engine");

/// A fake engine with a script, and short deadlines.
pub(super) fn scripted(script: &str) -> EngineCommand {
    let mut command = EngineCommand::new(FAKE);
    command.args = vec!["--do".into(), script.into()];
    with_guard(command)
}

/// A fake engine with a script from the fixtures.
pub(super) fn fixture(name: &str) -> EngineCommand {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/uci");
    let script = path.join(name);
    let mut command = EngineCommand::new(FAKE);
    command.args = vec!["--script".into(), script.into_os_string()];
    with_guard(command)
}

pub(super) fn with_guard(mut command: EngineCommand) -> EngineCommand {
    command.guard = Some(PathBuf::from(KIBITZ));
    command.deadlines.grace = Duration::from_millis(200);
    command.deadlines.stop = Duration::from_millis(400);
    command
}

/// The same, with everything that it hears written to a file, which is also returned.
pub(super) fn logged(mut command: EngineCommand, name: &str) -> (EngineCommand, PathBuf) {
    let file = format!("kibitz-test-{}-{name}.log", std::process::id());
    let path = std::env::temp_dir().join(file);
    let _ = fs::remove_file(&path);
    command.args.push("--log".into());
    command.args.push(OsString::from(&path));
    (command, path)
}

pub(super) async fn start(command: &EngineCommand) -> UciEngine {
    UciEngine::start(command).await.unwrap()
}

pub(super) async fn start_fails(command: &EngineCommand) -> UciError {
    UciEngine::start(command).await.unwrap_err()
}

/// A position from a FEN (or `startpos`) and UCI moves.
pub(super) fn position(fen: &str, moves: &[&str], variant: Variant) -> Position {
    let mut position = if fen == "startpos" {
        Position::default()
    } else {
        let fen: Fen = fen.parse().unwrap();
        Position::new(fen.into_position(variant.castling_mode()).unwrap(), variant)
    };
    for text in moves {
        let uci: UciMove = text.parse().unwrap();
        let m = uci.to_move(position.board()).unwrap();
        position.play(m).unwrap();
    }
    position
}

pub(super) fn depth(depth: u8) -> Limits {
    Limits::depth(Depth::try_from(i128::from(depth)).unwrap())
}

pub(super) fn movetime(ms: u64) -> Limits {
    Limits::movetime(MoveTime::try_from(i128::from(ms)).unwrap())
}

/// A task at `fen`, to depth 8.
pub(super) fn task(fen: &str) -> Task {
    Task::new(position(fen, &[], Variant::Standard), depth(8))
}

pub(super) fn multipv(mut task: Task, lines: u16) -> Task {
    task.multipv = MultiPv::try_from(i128::from(lines)).unwrap();
    task
}

pub(super) fn channel() -> watch::Sender<Option<Report>> {
    watch::Sender::new(None)
}

/// Searches without a way to stop it.
pub(super) async fn search(engine: &mut UciEngine, task: &Task) -> Result<Report, UciError> {
    engine
        .search(task, &CancellationToken::new(), &channel())
        .await
}

/// Searches, and stops after a while.
pub(super) async fn search_for(
    engine: &mut UciEngine,
    task: &Task,
    time: Duration,
) -> Result<Report, UciError> {
    let stop = CancellationToken::new();
    let stopper = stop.clone();
    tokio::spawn(async move {
        tokio::time::sleep(time).await;
        stopper.cancel();
    });
    engine.search(task, &stop, &channel()).await
}

/// A report in short: each line as `rank score depth pv`, then the best move.
pub(super) fn brief(report: &Report) -> Vec<String> {
    let spell = |m| UciMove::from_standard(m).to_string();
    let mut lines: Vec<String> = report
        .lines
        .iter()
        .map(|line| {
            let pv: Vec<String> = line.pv.iter().map(|&m| spell(m)).collect();
            let score = match line.score.value {
                kibitz::analysis::Value::Cp(cp) => format!("cp {cp}"),
                kibitz::analysis::Value::Mate(moves) => format!("mate {moves}"),
            };
            let bound = match line.score.bound {
                None => "",
                Some(kibitz::analysis::Bound::Lower) => " lower",
                Some(kibitz::analysis::Bound::Upper) => " upper",
            };
            let (rank, depth) = (line.rank, line.depth);
            format!("{rank} {score}{bound} depth {depth} {}", pv.join(" "))
        })
        .collect();
    lines.push(format!(
        "best {}",
        report.bestmove.map_or("-".into(), spell)
    ));
    lines
}

/// One process of this machine.
#[derive(Clone, Debug)]
pub(super) struct Process {
    pub(super) pid: i32,
    pub(super) parent: i32,
    pub(super) group: i32,
    /// `Z`: a zombie.
    pub(super) state: char,
}

/// Every process, from `/proc/*/stat` (proc(5)).
pub(super) fn processes() -> Vec<Process> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok())
        .filter_map(|stat| {
            let pid = stat.split(' ').next()?.parse().ok()?;
            let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
            Some(Process {
                pid,
                state: fields.first()?.chars().next()?,
                parent: fields.get(1)?.parse().ok()?,
                group: fields.get(2)?.parse().ok()?,
            })
        })
        .collect()
}

/// The members of a process group that run.
pub(super) fn alive_in_group(group: i32) -> Vec<Process> {
    let mut all = processes();
    all.retain(|process| process.group == group && process.state != 'Z');
    all
}

/// Waits until a condition holds; panics after five seconds.
pub(super) fn eventually(what: &str, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(5);
    while !condition() {
        assert!(Instant::now() < deadline, "not within 5 s: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
