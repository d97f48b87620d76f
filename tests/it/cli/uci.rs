//! `kibitz uci`, spoken to as a GUI does.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

struct Gui {
    engine: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Gui {
    fn new() -> Self {
        let mut engine = Command::new(env!("CARGO_BIN_EXE_kibitz"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = engine.stdin.take().unwrap();
        let output = BufReader::new(engine.stdout.take().unwrap());
        Self {
            engine,
            input,
            output,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The lines up to the one that starts so, which is the last.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert_ne!(
                self.output.read_line(&mut line).unwrap(),
                0,
                "ended before {start}: {lines:?}"
            );
            lines.push(line.trim_end().to_owned());
            if line.starts_with(start) {
                return lines;
            }
        }
    }
}

#[test]
fn a_session_from_introduction_to_quit() {
    let mut gui = Gui::new();
    gui.say("uci");
    let introduction = gui.until("uciok");
    for option in ["Hash", "Threads", "MultiPV", "UCI_Chess960", "Ponder"] {
        let start = format!("option name {option} type");
        assert!(
            introduction.iter().any(|line| line.starts_with(&start)),
            "{option}: {introduction:?}"
        );
    }
    gui.say("isready");
    gui.until("readyok");
    gui.say("position startpos moves f2f3 e7e5 g2g4");
    gui.say("go depth 3");
    let lines = gui.until("bestmove");
    assert!(
        lines.last().unwrap().starts_with("bestmove d8h4"),
        "{lines:?}"
    );
    assert!(
        lines.iter().any(|line| line.contains("score mate 1")),
        "{lines:?}"
    );
    gui.say("setoption name MultiPV value 2");
    gui.say("position startpos");
    gui.say("go nodes 5000");
    let lines = gui.until("bestmove");
    assert!(
        lines.iter().any(|line| line.contains("multipv 2")),
        "{lines:?}"
    );
    gui.say("quit");
    assert!(gui.engine.wait().unwrap().success());
}

#[test]
fn infinite_and_ponder_wait_for_the_word() {
    let mut gui = Gui::new();
    gui.say("position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    gui.say("go infinite");
    std::thread::sleep(Duration::from_millis(200));
    gui.say("isready");
    let before = gui.until("readyok");
    assert!(
        !before.iter().any(|line| line.starts_with("bestmove")),
        "{before:?}"
    );
    gui.say("stop");
    assert!(
        gui.until("bestmove")
            .last()
            .unwrap()
            .starts_with("bestmove a1a8")
    );
    gui.say("position startpos moves e2e4 e7e5");
    gui.say("go ponder wtime 1000 btime 1000");
    std::thread::sleep(Duration::from_millis(50));
    gui.say("ponderhit");
    gui.until("bestmove");
    gui.say("quit");
    assert!(gui.engine.wait().unwrap().success());
}

#[test]
fn terminal_and_unreadable_positions_have_an_answer() {
    let mut gui = Gui::new();
    gui.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    gui.say("go depth 5");
    assert_eq!(gui.until("bestmove").last().unwrap(), "bestmove (none)");
    gui.say("position fen this is no position");
    assert!(
        gui.until("info string")
            .last()
            .unwrap()
            .contains("not taken")
    );
    gui.say("go depth 5");
    assert_eq!(gui.until("bestmove").last().unwrap(), "bestmove (none)");
    gui.say("nonsense");
    gui.say("position startpos");
    gui.say("go depth 2");
    gui.until("bestmove");
}

#[test]
fn a_pipe_that_ends_gets_its_answer() {
    let mut gui = Gui::new();
    gui.say("setoption name UCI_Chess960 value true");
    gui.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    gui.say("go depth 2 searchmoves e1h1");
    let Gui {
        mut engine,
        input,
        mut output,
    } = gui;
    drop(input);
    let mut text = String::new();
    std::io::Read::read_to_string(&mut output, &mut text).unwrap();
    assert!(text.contains("bestmove e1h1"), "{text}");
    assert!(engine.wait().unwrap().success());
}
