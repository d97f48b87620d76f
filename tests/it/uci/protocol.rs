//! The protocol as a codec: what is written is read back, and no line is too odd to read.

use std::time::Duration;

use kibitz::uci::{Command, Go, OptionName, OptionValue, Output, Root, Text};
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
    prop::collection::vec(word, 0..14).prop_map(|words| words.join(" "))
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
            let again = Output::parse(&written);
            prop_assert_eq!(again.map(|again| again.to_string()), Some(written));
        }
    }

    #[test]
    fn no_bytes_are_too_odd(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let line = String::from_utf8_lossy(&bytes);
        let _ = (Command::parse(&line), Output::parse(&line));
    }
}
