//! The evaluation: a neural network, and what it cannot know of endings and of the fifty-move rule.

mod endgame;
mod network;

use super::board::Board;

pub(super) use network::Accumulators;

/// Bound of what [`evaluate`] answers, far from every mate value.
pub(super) const MAX_EVAL: i32 = 20_000;

/// What a quiet position at a ply is worth to the side to move, in centipawns.
pub(super) fn evaluate(board: &Board, ply: usize, path: &mut Accumulators) -> i32 {
    let us = board.turn();
    let mut value = path.evaluate(board, ply);
    let strong = if value > 0 { us } else { !us };
    value = value * endgame::scale(board, strong) / endgame::FULL_SCALE;
    value += endgame::drive(board, us) - endgame::drive(board, !us);
    // An advantage that nothing is made of fades towards the fifty-move draw.
    value = value * (200 - i32::from(board.halfmoves().min(100))) / 200;
    value.clamp(-MAX_EVAL, MAX_EVAL)
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

    use super::super::board::Board;
    use super::super::packed::PackedMove;
    use super::super::walks::walk;
    use super::*;

    fn fresh(board: &Board) -> i32 {
        let mut path = Accumulators::new(0);
        path.set_root(board);
        evaluate(board, 0, &mut path)
    }

    #[test]
    fn turning_the_colours_changes_nothing() {
        walk(30, |chess, _| {
            let mode = chess.castles().mode();
            let turned = chess.to_setup(EnPassantMode::Legal).into_mirrored();
            let turned: Chess = turned.position(mode).unwrap();
            let value = |chess: &Chess| fresh(&Board::new(chess));
            assert_eq!(value(chess), value(&turned), "{chess:?}");
        });
    }

    #[test]
    fn mirroring_left_to_right_changes_nothing() {
        walk(10, |chess, _| {
            let mut setup = chess.to_setup(EnPassantMode::Legal);
            setup.board.flip_horizontal();
            setup.castling_rights = shakmaty::Bitboard::EMPTY;
            setup.ep_square = None;
            let mirrored: Chess = setup.position(CastlingMode::Standard).unwrap();
            let value = |chess: &Chess| fresh(&Board::new(chess));
            assert_eq!(value(chess), value(&mirrored), "{chess:?}");
        });
    }

    /// Game after game along one path, evaluated at every ply, every third, and every seventh.
    #[test]
    fn the_sums_follow_every_path() {
        const PLIES: usize = 260;
        for every in [1, 3, 7] {
            let mut path = Accumulators::new(PLIES);
            let (mut ply, mut expected) = (0, None);
            walk(60, |chess, m| {
                let mut board = Board::new(chess);
                if expected != Some(board.key()) || ply + 2 > PLIES {
                    ply = 0;
                    path.set_root(&board);
                }
                if !board.in_check() && ply % 5 == 0 {
                    path.enter(ply + 1);
                    let mut passed = board.clone();
                    passed.play_null();
                    let value = evaluate(&passed, ply + 1, &mut path);
                    assert_eq!(value, fresh(&passed), "{chess:?} passed");
                }
                board.play(PackedMove::pack(m), path.enter(ply + 1));
                ply += 1;
                if ply % every == 0 {
                    let value = evaluate(&board, ply, &mut path);
                    assert_eq!(value, fresh(&board), "{chess:?} {m}");
                }
                expected = Some(board.key());
            });
        }
    }

    /// Material that decides, material that does not, and what the books call drawn.
    #[test]
    fn verdicts_that_every_player_knows() {
        for (fen, range) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                -60..=100,
            ),
            (
                "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                500..=MAX_EVAL,
            ),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1",
                -MAX_EVAL..=-500,
            ),
            ("8/8/8/4k3/8/8/4K3/4R3 w - - 0 1", 400..=MAX_EVAL),
            ("8/8/8/4k3/8/8/4K1N1/4N3 w - - 0 1", -50..=50),
            ("7k/8/8/7P/8/5B2/8/6K1 w - - 0 1", -60..=60),
            ("8/8/3kb3/8/8/2R1K3/8/8 w - - 0 1", -60..=60),
        ] {
            let chess: Chess = fen
                .parse::<Fen>()
                .unwrap()
                .into_position(CastlingMode::Standard)
                .unwrap();
            let value = fresh(&Board::new(&chess));
            assert!(range.contains(&value), "{fen}: {value}");
        }
    }
}
