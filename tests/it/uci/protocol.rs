//! The protocol as a codec: what is written is read back, and no line is too odd to read.

use std::time::Duration;

use kibitz::position::Variant;
use kibitz::uci::{Command, Go, OptionKind, OptionName, OptionValue, Output, Root, Text};
use kibitz::uci_server;
use proptest::prelude::*;
use shakmaty::uci::UciMove;
use shakmaty::{Role, Square};

fn uci_move() -> impl Strategy<Value = UciMove> {
    let roles = [None, Some(Role::Queen), Some(Role::Knight)];
    (0_u32..64, 0_u32..64, prop::sample::select(roles.to_vec())).prop_map(
        |(from, to, promotion)| UciMove::Normal {
            from: Square::new(from),
            to: Square::new(to),
            promotion,
        },
    )
}

fn moves() -> impl Strategy<Value = Vec<UciMove>> {
    prop::collection::vec(uci_move(), 0..6)
}

fn time() -> impl Strategy<Value = Option<Duration>> {
    prop::option::of((0_u64..1 << 40).prop_map(Duration::from_millis))
}

fn go() -> impl Strategy<Value = Command> {
    let clocks = (time(), time(), time(), time(), time());
    let numbers = (
        prop::option::of(any::<u32>()),
        prop::option::of(any::<u32>()),
        prop::option::of(any::<u64>()),
        prop::option::of(any::<u32>()),
        prop::option::of(any::<u32>()),
    );
    let rest = (moves(), any::<bool>(), any::<bool>());
    (clocks, numbers, rest).prop_map(|(clocks, numbers, (searchmoves, ponder, infinite))| {
        Command::Go(Box::new(Go {
            searchmoves,
            ponder,
            wtime: clocks.0,
            btime: clocks.1,
            winc: clocks.2,
            binc: clocks.3,
            movetime: clocks.4,
            movestogo: numbers.0,
            depth: numbers.1,
            nodes: numbers.2,
            mate: numbers.3,
            perft: numbers.4,
            infinite,
        }))
    })
}

fn command() -> impl Strategy<Value = Command> {
    let name = "[A-Za-z][A-Za-z0-9 _]{0,20}";
    let name = name.prop_filter_map("no name", |name| OptionName::new(&name).ok());
    let value = "[ -~é\u{2028}]{0,30}".prop_filter_map("no value", |v| OptionValue::new(&v).ok());
    let fen = "[ -~]{1,60}".prop_filter_map("no FEN", |text| {
        let words: Vec<&str> = text.split_whitespace().filter(|w| *w != "moves").collect();
        (!words.is_empty()).then(|| Text::lossy(&words.join(" ")))
    });
    let root = prop_oneof![Just(Root::Startpos), fen.prop_map(Root::Fen)];
    prop_oneof![
        Just(Command::Uci),
        Just(Command::DebugOn),
        Just(Command::DebugOff),
        Just(Command::IsReady),
        Just(Command::NewGame),
        Just(Command::Stop),
        Just(Command::PonderHit),
        Just(Command::Quit),
        (name, prop::option::of(value))
            .prop_map(|(name, value)| Command::SetOption { name, value }),
        (root, moves()).prop_map(|(root, moves)| Command::Position { root, moves }),
        go(),
    ]
}

/// Words of the protocol in any order, with numbers, moves and rubbish between them.
fn odd_line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        prop::sample::select(vec![
            "info",
            "option",
            "id",
            "bestmove",
            "name",
            "type",
            "spin",
            "check",
            "combo",
            "var",
            "default",
            "min",
            "max",
            "depth",
            "score",
            "cp",
            "mate",
            "lowerbound",
            "wdl",
            "pv",
            "string",
            "multipv",
            "nodes",
            "time",
            "ponder",
            "(none)",
            "setoption",
            "value",
            "position",
            "fen",
            "startpos",
            "moves",
            "go",
            "searchmoves",
            "wtime",
            "infinite",
        ])
        .prop_map(str::to_owned),
        any::<i64>().prop_map(|number| number.to_string()),
        uci_move().prop_map(|m| m.to_string()),
        "\\PC{0,6}",
        ".{0,4}",
    ];
    let blank = prop::sample::select(vec![" ", " ", " ", "  ", "\t", "\u{1}", "\u{a0}"]);
    prop::collection::vec((word, blank), 0..14).prop_map(|words| {
        let words = words.iter().flat_map(|(word, blank)| [word, *blank]);
        words.collect()
    })
}

proptest! {
    #[test]
    fn commands_come_back(command in command()) {
        let line = command.to_string();
        prop_assert!(!line.contains(['\n', '\r', '\0']), "line: {:?}", line);
        prop_assert_eq!(Command::parse(&line), Ok(command), "line: {:?}", line);
    }

    #[test]
    fn no_line_is_too_odd(line in odd_line()) {
        if let Ok(command) = Command::parse(&line) {
            prop_assert_eq!(Command::parse(&command.to_string()), Ok(command));
        }
        if let Some(output) = Output::parse(&line) {
            let written = output.to_string();
            prop_assert!(!written.contains(['\n', '\r', '\0']), "line: {:?}", line);
            prop_assert_eq!(Output::parse(&written), Some(output), "line: {:?}", line);
        }
    }

    #[test]
    fn no_bytes_are_too_odd(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let line = String::from_utf8_lossy(&bytes);
        let _ = (Command::parse(&line), Output::parse(&line));
    }
}

#[test]
fn what_is_written_means_what_was_read() {
    let cut = format!("option name A type string default {} minx", "d".repeat(508));
    for (line, expected) in [
        ("bestmove A1A1", "bestmove (none)"),
        ("bestmove \u{3000}e2e4", "bestmove e2e4"),
        ("bestmove x\u{1}ponder\u{1}e2e4", "bestmove x ponder e2e4"),
        (
            "option name A type combo default a\u{1}var\u{1}b",
            "option name A type combo default a var b",
        ),
        (
            "option name A type string default \u{3000}<empty>",
            "option name A type string default <empty>",
        ),
        // A text is cut after 512 characters, but not to a word that means something else.
        (&cut, &cut[..cut.len() - " minx".len()]),
    ] {
        let read = Output::parse(line).expect("it says something");
        let written = read.to_string();
        assert_eq!(written, expected, "input: {line:?}");
        assert_eq!(Output::parse(&written), Some(read), "input: {line:?}");
    }
}

#[test]
fn words_are_parted_by_any_blank() {
    for (line, expected) in [
        ("position fen \u{3000} moves e2e4", None),
        ("position fen \u{3000}moves", None),
        (
            "position\u{a0}startpos moves e2e4",
            Some("position startpos moves e2e4"),
        ),
        (
            "setoption\u{a0}name Hash\u{a0}value 3",
            Some("setoption name Hash value 3"),
        ),
    ] {
        let read = Command::parse(line).ok().map(|command| command.to_string());
        assert_eq!(read.as_deref(), expected, "input: {line:?}");
    }
}

#[test]
fn values_over_the_most_that_are_kept_change_no_other() {
    let vars: String = (0..300).map(|number| format!(" var v{number}")).collect();
    let line = format!("option name A type combo default v0{vars}");
    let Some(Output::Option(option)) = Output::parse(&line) else {
        panic!("no option");
    };
    let OptionKind::Combo { vars, .. } = option.kind else {
        panic!("no combo");
    };
    assert_eq!((vars.len(), vars[255].as_str()), (256, "v255"));
}

#[test]
fn faults_quote_what_was_said() {
    for (line, message) in [
        ("hello world", "no known command in \"hello world\""),
        (
            "position startpos moves e2e4 e4",
            "move 2 is \"e4\", which is no UCI move",
        ),
    ] {
        let error = Command::parse(line).unwrap_err();
        assert_eq!(error.to_string(), message, "input: {line:?}");
    }
}

#[test]
fn a_long_game_is_set_up() {
    let line = format!(
        "position startpos moves{}",
        " g1f3 g8f6 f3g1 f6g8".repeat(3_000)
    );
    let Ok(Command::Position { root, moves }) = Command::parse(&line) else {
        panic!("no position");
    };
    let position = uci_server::position(&root, &moves, Variant::Standard).unwrap();
    assert_eq!(position.moves().len(), 12_000);
}
