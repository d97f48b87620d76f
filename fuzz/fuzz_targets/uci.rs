//! Any bytes as lines of the UCI protocol, from an engine and from a GUI: no panic, what is written is
//! read back to the same value, every report is sound and every position reached by legal moves.
//! A choice of inputs is stretched to the longest line that is kept, where more than linear time shows
//! as a time-out.
#![no_main]

use kibitz::analysis::{Limits, MultiPv, Report, Task};
use kibitz::position::{Position, Variant};
use kibitz::uci::{Command, OptionDecl, OptionKind, OptionValue, Output, read_transcript};
use kibitz::uci_server;
use libfuzzer_sys::fuzz_target;
use shakmaty::Position as _;

/// The longest line that is kept of an engine's output, in bytes.
const MAX_LINE: usize = 64 * 1024;

fuzz_target!(|input: (u8, &[u8])| {
    let (choice, bytes) = input;
    let text = String::from_utf8_lossy(bytes);
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    if choice & 0b1100 == 0b1100
        && let Some(last) = lines.last_mut()
        && !last.is_empty()
    {
        *last = last.repeat(MAX_LINE.div_ceil(last.len()));
    }
    let variant = if choice & 1 == 0 {
        Variant::Standard
    } else {
        Variant::Chess960
    };
    let mut position = Position::default();
    let mut options = Vec::new();
    for line in &lines {
        if let Some(read) = command(line, variant, &options) {
            position = read;
        }
        options.extend(output(line));
    }
    if position.board().legal_moves().is_empty() {
        return; // no engine is asked here
    }
    let mut task = Task::new(position, Limits::default());
    task.multipv = MultiPv::try_from(i128::from(choice >> 4) + 1).expect("within 1 and 16");
    if choice & 2 != 0 {
        let legal = task.position.board().legal_moves();
        task.searchmoves = legal.into_iter().step_by(2).collect();
    }
    if let Ok(Some(report)) = read_transcript(&task, lines.iter().map(String::as_str)) {
        check(&task, &report);
    }
});

/// Reads a line as a GUI's; the position that it sets up, if it does.
fn command(line: &str, variant: Variant, options: &[OptionDecl]) -> Option<Position> {
    let command = match Command::parse(line) {
        Ok(command) => command,
        Err(error) => {
            let words = error.to_string();
            assert!(
                !words.is_empty() && !words.contains(char::is_control),
                "{words:?}"
            );
            return None;
        }
    };
    let written = command.to_string();
    assert!(!written.contains(char::is_control), "{written:?}");
    assert_eq!(
        Command::parse(&written).as_ref(),
        Ok(&command),
        "{written:?}"
    );
    match &command {
        Command::Position { root, moves } => {
            let position = uci_server::position(root, moves, variant).ok()?;
            assert_eq!(position.moves().len(), moves.len());
            Some(position)
        }
        Command::SetOption {
            name,
            value: Some(value),
        } => {
            let declared = options
                .iter()
                .filter(|option| name.is(option.name.as_str()));
            declared.for_each(|option| fits(option, value));
            None
        }
        _ => None,
    }
}

/// What an option is given is a value that it takes as it is.
fn fits(option: &OptionDecl, value: &OptionValue) {
    let Some(fitted) = option.fit(value) else {
        return;
    };
    assert_eq!(
        option.fit(&fitted).as_ref(),
        Some(&fitted),
        "{option} {value}"
    );
    if let OptionKind::Spin { min, max, .. } = option.kind {
        let number: i64 = fitted.as_str().parse().expect("a number");
        assert!((min..=max).contains(&number), "{option} {value}");
    }
}

/// Reads a line as an engine's; the option that it declares, if it does.
fn output(line: &str) -> Option<OptionDecl> {
    let output = Output::parse(line)?;
    let written = output.to_string();
    assert!(!written.contains(char::is_control), "{written:?}");
    assert_eq!(
        Output::parse(&written).as_ref(),
        Some(&output),
        "{written:?}"
    );
    match output {
        Output::Option(option) => Some(option),
        _ => None,
    }
}

fn check(task: &Task, report: &Report) {
    assert!(report.lines.len() <= usize::from(task.multipv.get()));
    let mut firsts = Vec::new();
    for (rank, line) in (1..).zip(&report.lines) {
        assert_eq!(line.rank, rank, "{report:?}");
        let first = *line.pv.first().expect("a line has a move");
        assert!(!firsts.contains(&first), "{report:?}");
        assert!(
            task.searchmoves.is_empty() || task.searchmoves.contains(&first),
            "{report:?}"
        );
        firsts.push(first);
        let mut board = task.position.board().clone();
        for &m in &line.pv {
            assert!(board.is_legal(m), "{report:?}");
            board.play_unchecked(m);
        }
    }
    let best = report.bestmove.expect("the search has ended with a move");
    assert!(task.position.board().is_legal(best), "{report:?}");
    assert!(
        firsts.first().is_none_or(|first| *first == best),
        "{report:?}"
    );
    let mut board = task.position.board().clone();
    board.play_unchecked(best);
    assert!(
        report.ponder.is_none_or(|m| board.is_legal(m)),
        "{report:?}"
    );
}
