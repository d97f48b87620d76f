//! Moves from an engine, read against the board.

use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, EnPassantMode, Move, Position as _};

use super::{Best, Text, UciError};
use crate::analysis::Task;

/// The legal move that an engine means. Castling is understood in both spellings (`e1g1` and
/// `e1h1`), whichever the engine was told to use, as long as no other legal move is spelled so.
pub(super) fn resolve(board: &Chess, uci: UciMove) -> Option<Move> {
    uci.to_move(board).ok().or_else(|| castling(board, uci))
}

fn castling(board: &Chess, uci: UciMove) -> Option<Move> {
    board
        .legal_moves()
        .into_iter()
        .find(|&m| m.is_castle() && UciMove::from_standard(m) == uci)
}

/// The moves of a variation up to the first that is not legal.
pub(super) fn legal_prefix(board: &Chess, variation: &[UciMove]) -> Vec<Move> {
    let mut board = board.clone();
    let mut moves = Vec::with_capacity(variation.len());
    for &uci in variation {
        let Some(m) = resolve(&board, uci) else { break };
        board.play_unchecked(m);
        moves.push(m);
    }
    moves
}

/// The legal move that a `bestmove` means; one in algebraic notation (`O-O`) is understood too.
pub(super) fn resolve_best(board: &Chess, best: &Best) -> Option<Move> {
    match best {
        Best::Move(uci) => resolve(board, *uci),
        Best::Unreadable(text) => san(board, text),
        Best::None => None,
    }
}

fn san(board: &Chess, text: &Text) -> Option<Move> {
    text.as_str().parse::<San>().ok()?.to_move(board).ok()
}

/// The best move of a task's search, and the reply if it is legal after it.
pub(super) fn played(
    task: &Task,
    best: &Best,
    ponder: Option<UciMove>,
) -> Result<(Move, Option<Move>), UciError> {
    let board = task.position.board();
    let found = resolve_best(board, best)
        .filter(|m| task.searchmoves.is_empty() || task.searchmoves.contains(m))
        .ok_or_else(|| bad_best_move(board, best))?;
    let mut after = board.clone();
    after.play_unchecked(found);
    Ok((found, ponder.and_then(|uci| resolve(&after, uci))))
}

fn bad_best_move(board: &Chess, best: &Best) -> UciError {
    let fen = Fen::from_position(board, EnPassantMode::Legal).to_string();
    match best {
        Best::None => UciError::NoBestMove { fen },
        Best::Move(_) | Best::Unreadable(_) => UciError::IllegalBestMove {
            best: Text::lossy(&best.to_string()),
            fen,
        },
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;

    fn board(fen: &str, mode: CastlingMode) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(mode).unwrap()
    }

    #[test]
    fn castling_in_the_other_dialect_is_understood() {
        let fen = "brkr4/p1p1bppp/1pq1p1nn/6N1/3P3P/1P4P1/PBP2P2/1RKRQBN1 b KQkq - 0 9";
        let board = board(fen, CastlingMode::Chess960);
        let castle: Move = "c8d8".parse::<UciMove>().unwrap().to_move(&board).unwrap();
        for text in ["c8g8", "c8d8"] {
            let uci = text.parse().unwrap();
            assert_eq!(resolve(&board, uci), Some(castle), "input: {text:?}");
        }
        let san = Best::Unreadable(Text::lossy("O-O"));
        assert_eq!(resolve_best(&board, &san), Some(castle));
        assert_eq!(resolve(&board, "c8h8".parse().unwrap()), None);
    }

    #[test]
    fn variations_are_cut_at_the_first_illegal_move() {
        let board = board(
            "R7/8/2p5/1p6/4kn2/7K/p5r1/8 w - - 6 61",
            CastlingMode::Standard,
        );
        let variation: Vec<UciMove> = ["h3h4", "d3c1", "g2f2"]
            .iter()
            .map(|text| text.parse().unwrap())
            .collect();
        let legal = legal_prefix(&board, &variation);
        assert_eq!(legal.len(), 1);
        assert_eq!(UciMove::from_standard(legal[0]).to_string(), "h3h4");
    }
}
