//! Moves that are certainly legal, found without generating others.
//!
//! A piece that stands on no line of an enemy slider with its king cannot uncover it; so while that
//! king is not in check, the only piece of its kind that reaches the square may go there. That
//! holds for most moves of a game. Everything else is left to shakmaty, and tests hold the two
//! together.

use shakmaty::san::San;
use shakmaty::{Bitboard, Board, Chess, Color, Move, Position as _, Rank, Role, Square, attacks};

/// The move that a SAN means, where it is certain; `None` says nothing.
pub(super) fn certain(position: &Chess, san: San) -> Option<Move> {
    let San::Normal {
        role,
        file,
        rank,
        capture,
        to,
        promotion,
    } = san
    else {
        return None;
    };
    let (board, us) = (position.board(), position.turn());
    let captured = board.role_at(to);
    let theirs = board.by_color(us.other()).contains(to);
    let plain = role != Role::King && captured != Some(Role::King);
    if !plain || capture != theirs || captured.is_some() != theirs {
        return None;
    }
    let mut from = match role {
        Role::Pawn => pawns(board, us, capture, to),
        _ => attacks::attacks(to, role.of(us), board.occupied()),
    };
    from &= board.by_piece(role.of(us));
    if let Some(file) = file {
        from &= Bitboard::from_file(file);
    }
    if let Some(rank) = rank {
        from &= Bitboard::from_rank(rank);
    }
    let from = from.single_square()?;
    let last = role == Role::Pawn && to.rank() == us.fold_wb(Rank::Eighth, Rank::First);
    let promotes = match promotion {
        None => false,
        Some(Role::Knight | Role::Bishop | Role::Rook | Role::Queen) => true,
        Some(Role::Pawn | Role::King) => return None,
    };
    let king = board.king_of(us)?;
    let free = last == promotes && !uncovers(board, us, king, from, to) && !position.is_check();
    free.then_some(Move::Normal {
        role,
        from,
        capture: captured,
        to,
        promotion,
    })
}

/// Whether a move may open the line of an enemy slider to the king; errs to the side of "yes".
fn uncovers(board: &Board, us: Color, king: Square, from: Square, to: Square) -> bool {
    let line = attacks::ray(king, from);
    if line.is_empty() || line.contains(to) {
        return false;
    }
    let straight = king.file() == from.file() || king.rank() == from.rank();
    let sliders = board.queens()
        | if straight {
            board.rooks()
        } else {
            board.bishops()
        };
    (line & sliders & board.by_color(us.other())).any()
}

/// Where a pawn that goes to a square can come from.
fn pawns(board: &Board, us: Color, capture: bool, to: Square) -> Bitboard {
    if capture {
        return attacks::pawn_attacks(us.other(), to);
    }
    let back = us.fold_wb(-8, 8);
    let Some(one) = to.offset(back) else {
        return Bitboard::EMPTY;
    };
    let two = one.offset(back).filter(|_| {
        to.rank() == us.fold_wb(Rank::Fourth, Rank::Fifth) && !board.occupied().contains(one)
    });
    Bitboard::from_square(one) | two.map_or(Bitboard::EMPTY, Bitboard::from_square)
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::san::SanPlus;

    use super::*;

    /// Plays pseudo-random games and compares every SAN that could be written in every position.
    #[test]
    fn what_is_certain_is_what_shakmaty_reads() {
        let mut seed = 1_u64;
        let mut certain_moves = 0;
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ] {
            let fen: Fen = fen.parse().unwrap();
            for _ in 0..20 {
                let mut position: Chess = fen
                    .clone()
                    .into_position(shakmaty::CastlingMode::Standard)
                    .unwrap();
                for _ in 0..120 {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    certain_moves += compare(&position);
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let index = usize::try_from(seed >> 33).unwrap() % moves.len();
                    position.play_unchecked(moves[index]);
                }
            }
        }
        assert!(certain_moves > 100_000, "{certain_moves}");
    }

    fn compare(position: &Chess) -> usize {
        let mut found = 0;
        for to in Square::ALL {
            for role in Role::ALL {
                for capture in [false, true] {
                    for promotion in [None, Some(Role::Queen)] {
                        let san = San::Normal {
                            role,
                            file: None,
                            rank: None,
                            capture,
                            to,
                            promotion,
                        };
                        if let Some(m) = certain(position, san) {
                            assert_eq!(san.to_move(position), Ok(m), "{san} {position:?}");
                            found += 1;
                        }
                    }
                }
            }
        }
        for m in position.legal_moves() {
            let san = SanPlus::from_move(position.clone(), m).san;
            let read = certain(position, san);
            assert!(read.is_none_or(|read| read == m), "{san} {position:?}");
        }
        found
    }
}
