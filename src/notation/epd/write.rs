//! Writing EPD.

use super::operations::{Operands, Operation};
use crate::notation::fen::four_fields;
use crate::position::{EpStyle, FenStyle, Position};

/// Writes the position reached with operations, in the order given.
pub fn write(position: &Position, fen: FenStyle, ep: EpStyle, operations: &[Operation]) -> String {
    let mut text = four_fields(position.board(), fen, ep);
    for operation in operations {
        text.push(' ');
        text.push_str(&operation.opcode);
        push_operands(&mut text, &operation.operands);
        text.push(';');
    }
    text
}

/// What a position has beyond the four fields: `hmvc`, `fmvn`, and `rc` where it stands for at
/// least the second time.
pub fn operations_of(position: &Position) -> Vec<Operation> {
    let number = |opcode: &str, number: i64| Operation {
        opcode: opcode.to_owned(),
        operands: Operands::Number(number),
    };
    let board = position.board();
    let mut operations = vec![
        number(
            "fmvn",
            i64::from(shakmaty::Position::fullmoves(board).get()),
        ),
        number("hmvc", i64::from(shakmaty::Position::halfmoves(board))),
    ];
    let repetitions = position.repetitions();
    if repetitions > 1 {
        operations.push(number("rc", i64::try_from(repetitions).unwrap_or(i64::MAX)));
    }
    operations
}

fn push_operands(text: &mut String, operands: &Operands) {
    match operands {
        Operands::Nothing => {}
        Operands::Number(number) => text.push_str(&format!(" {number}")),
        Operands::Text(words) => text.push_str(&format!(" \"{}\"", words.replace('"', "'"))),
        Operands::Moves(moves) => {
            for candidate in moves {
                text.push(' ');
                text.push_str(&candidate.san);
            }
        }
        Operands::Words(words) => {
            for word in words {
                text.push(' ');
                let quotes = word.contains([' ', ';']);
                let word = word.replace('"', "'");
                text.push_str(&if quotes { format!("\"{word}\"") } else { word });
            }
        }
    }
}
