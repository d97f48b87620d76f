//! Random games for tests: from the start position and from Chess960 ones, the same each time.

use shakmaty::{Board, CastlingMode, Chess, Move, Position as _, Setup};

/// Plays `games` random games of at most 120 plies and shows each board and the move played on it.
pub(super) fn walk(games: u32, mut show: impl FnMut(&Chess, Move)) {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as usize % below
    };
    for game in 0..games {
        let mut chess = start(game, random(960) as u32);
        for _ in 0..120 {
            let moves = chess.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[random(moves.len())];
            show(&chess, m);
            chess.play_unchecked(m);
        }
    }
}

fn start(game: u32, number: u32) -> Chess {
    if game.is_multiple_of(2) {
        return Chess::default();
    }
    let mut setup = Setup::initial();
    setup.board = Board::chess960(number);
    setup.castling_rights = setup.board.rooks();
    setup.position(CastlingMode::Chess960).unwrap()
}
