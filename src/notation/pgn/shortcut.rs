//! Moves that are certainly legal, found without generating others.
//!
//! A piece that stands on no line of an enemy slider with its king cannot uncover it; so while that
//! king is not in check, the only piece of its kind that reaches the square may go there; and a king
//! may go to any square beside it that nothing attacks. That holds for most moves of a game. Everything else is left to shakmaty, and tests hold the two
//! together.

use shakmaty::san::San;
use shakmaty::{
    Bitboard, Board, Chess, Color, File, Move, Position as _, Rank, Role, Square, attacks,
};

/// Reads the commonest shapes of SAN: `e4`, `Nf3`, `Nbd2`, `exd5`, `Nxf3`, with or without a check
/// mark. `None` says nothing.
pub(super) fn short(word: &[u8]) -> Option<San> {
    let word = match word {
        [word @ .., b'+' | b'#'] => word,
        _ => word,
    };
    let (role, from, capture, file, rank) = match *word {
        [file, rank] => (Role::Pawn, None, false, file, rank),
        [piece @ b'A'..=b'Z', file, rank] => (role(piece)?, None, false, file, rank),
        [piece @ b'A'..=b'Z', b'x', file, rank] => (role(piece)?, None, true, file, rank),
        [from, b'x', file, rank] => (Role::Pawn, Some(square_file(from)?), true, file, rank),
        [piece @ b'A'..=b'Z', from @ b'a'..=b'h', file, rank] => {
            (role(piece)?, Some(square_file(from)?), false, file, rank)
        }
        _ => return None,
    };
    let rank = Rank::from_char(char::from(rank))?;
    Some(San::Normal {
        role,
        file: from,
        rank: None,
        capture,
        to: Square::from_coords(square_file(file)?, rank),
        promotion: None,
    })
}

fn role(letter: u8) -> Option<Role> {
    match letter {
        b'N' => Some(Role::Knight),
        b'B' => Some(Role::Bishop),
        b'R' => Some(Role::Rook),
        b'Q' => Some(Role::Queen),
        b'K' => Some(Role::King),
        _ => None,
    }
}

fn square_file(letter: u8) -> Option<File> {
    File::from_char(char::from(letter))
}

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
    if captured == Some(Role::King) || capture != theirs || captured.is_some() != theirs {
        return None;
    }
    let king = board.king_of(us)?;
    if role == Role::King {
        let there = attacks::king_attacks(king).contains(to);
        let open = board.occupied() ^ Bitboard::from_square(king);
        let safe = there && board.attacks_to(to, us.other(), open).is_empty();
        let named = file.is_some() || rank.is_some() || promotion.is_some();
        return (safe && !named).then_some(Move::Normal {
            role,
            from: king,
            capture: captured,
            to,
            promotion: None,
        });
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
    let free =
        last == promotes && !uncovers(board, us, king, from, to) && !in_check(board, us, king);
    free.then_some(Move::Normal {
        role,
        from,
        capture: captured,
        to,
        promotion,
    })
}

/// Whether the king is attacked. Lines are looked up only where a slider stands on one that would
/// be open on an empty board.
fn in_check(board: &Board, us: Color, king: Square) -> bool {
    let theirs = board.by_color(us.other());
    let leapers = attacks::knight_attacks(king) & board.knights()
        | attacks::pawn_attacks(us, king) & board.pawns();
    if (leapers & theirs).any() {
        return true;
    }
    let sliders = theirs & (board.bishops() | board.queens());
    let near = attacks::bishop_attacks(king, Bitboard::EMPTY) & sliders;
    if near.any() && (attacks::bishop_attacks(king, board.occupied()) & near).any() {
        return true;
    }
    let sliders = theirs & (board.rooks() | board.queens());
    let near = attacks::rook_attacks(king, Bitboard::EMPTY) & sliders;
    near.any() && (attacks::rook_attacks(king, board.occupied()) & near).any()
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

    #[test]
    fn short_shapes_are_read_as_shakmaty_reads_them() {
        let letters = b"abhixNBRQKPO189+#";
        let mut read = 0;
        for length in 1..=5 {
            for number in 0..letters.len().pow(length) {
                let digit = |place| letters[number / letters.len().pow(place) % letters.len()];
                let word: Vec<u8> = (0..length).map(digit).collect();
                if let Some(san) = short(&word) {
                    let text = String::from_utf8_lossy(&word);
                    assert_eq!(San::from_ascii(&word).ok(), Some(san), "{text}");
                    read += 1;
                }
            }
        }
        assert!(read > 500, "{read}");
    }

    fn compare(position: &Chess) -> usize {
        let us = position.turn();
        if let Some(king) = position.board().king_of(us) {
            let attacked = in_check(position.board(), us, king);
            assert_eq!(attacked, position.is_check(), "{position:?}");
        }
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
