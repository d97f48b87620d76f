//! Where games begin: a few random plies from the first position, or from one of Chess960.

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, FromSetup, Position, Role, Setup, Square,
};

use crate::random::Random;

/// One game in so many begins with the pieces of Chess960, without castling.
const SHUFFLED: usize = 8;

/// A position that is not over, eight or nine random plies into a game.
pub fn opening(random: &mut Random) -> Chess {
    loop {
        let mut chess = if random.below(SHUFFLED) == 0 {
            shuffled(random)
        } else {
            Chess::default()
        };
        let plies = 8 + random.below(2);
        for _ in 0..plies {
            let moves = chess.legal_moves();
            if moves.is_empty() {
                break;
            }
            chess.play_unchecked(moves[random.below(moves.len())]);
        }
        if !chess.is_game_over() {
            return chess;
        }
    }
}

/// Bishops on both colours, the king between the rooks; both sides alike.
fn shuffled(random: &mut Random) -> Chess {
    let mut free: Vec<u32> = (0..8).collect();
    let mut row = [Role::King; 8];
    for parity in 0..2 {
        let file = 2 * random.below(4) as u32 + parity;
        row[file as usize] = Role::Bishop;
        free.retain(|&other| other != file);
    }
    for role in [Role::Queen, Role::Knight, Role::Knight] {
        let file = free.remove(random.below(free.len()));
        row[file as usize] = role;
    }
    for (file, role) in free.into_iter().zip([Role::Rook, Role::King, Role::Rook]) {
        row[file as usize] = role;
    }
    let mut board = Board::empty();
    for (file, role) in (0..8).zip(row) {
        for color in Color::ALL {
            let (back, pawns) = color.fold_wb((0, 8), (56, 48));
            board.set_piece_at(Square::new(back + file), role.of(color));
            board.set_piece_at(Square::new(pawns + file), color.pawn());
        }
    }
    let setup = Setup {
        board,
        castling_rights: Bitboard::EMPTY,
        ..Setup::initial()
    };
    Chess::from_setup(setup, CastlingMode::Standard).expect("a legal first position")
}
