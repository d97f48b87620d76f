//! Pawn structure: passed, supported, weak pawns, and the pawns before the kings.

use shakmaty::{Bitboard, Color, File, Rank, Role, Square, attacks};

use super::super::board::Board;
use super::attack_maps::AttackMaps;
use super::terms::{self, Tally};

/// A square and everything before it on its file, as `color` sees it.
pub(super) fn ahead(color: Color, squares: Bitboard) -> Bitboard {
    let mut fill = squares.0;
    match color {
        Color::White => {
            fill |= fill << 8;
            fill |= fill << 16;
            fill |= fill << 32;
        }
        Color::Black => {
            fill |= fill >> 8;
            fill |= fill >> 16;
            fill |= fill >> 32;
        }
    }
    Bitboard(fill)
}

/// One step forward.
pub(super) fn step(color: Color, squares: Bitboard) -> Bitboard {
    squares.shift(color.fold_wb(8, -8))
}

/// The files beside, same ranks.
pub(super) fn beside(squares: Bitboard) -> Bitboard {
    let a = Bitboard::from_file(File::A).0;
    let h = Bitboard::from_file(File::H).0;
    Bitboard(((squares.0 & !h) << 1) | ((squares.0 & !a) >> 1))
}

/// All squares that pawns attack.
pub(super) fn pawn_reach(color: Color, pawns: Bitboard) -> Bitboard {
    step(color, beside(pawns))
}

/// Rank as its owner sees it, 0 to 7.
pub(super) fn relative_rank(color: Color, square: Square) -> usize {
    color.relative_rank(square.rank()).to_usize()
}

fn rank_mask(color: Color, rank: Rank) -> Bitboard {
    Bitboard::from_rank(color.relative_rank(rank))
}

/// Structure of the pawns of one side.
pub(super) fn structure(board: &Board, maps: &AttackMaps, us: Color, tally: &mut impl Tally) {
    let ours = board.by_piece(us, Role::Pawn);
    let theirs = board.by_piece(!us, Role::Pawn);
    let their_front = ahead(!us, theirs);
    let guarded = pawn_reach(us, ours);
    let phalanx = beside(ours) & ours;
    let our_files = ahead(Color::White, ahead(Color::Black, ours));
    let their_files = ahead(Color::White, ahead(Color::Black, theirs));
    // Squares that our pawns guard or could come to guard.
    let span = beside(ahead(us, step(us, ours)));
    for pawn in ours {
        let square = Bitboard::from_square(pawn);
        let rank = relative_rank(us, pawn);
        if phalanx.contains(pawn) {
            tally.add(us, terms::PHALANX + rank, 1);
        }
        if guarded.contains(pawn) {
            tally.add(us, terms::SUPPORTED + rank, 1);
        }
        let front = ahead(us, step(us, square));
        if (front & ours).any() {
            tally.add(us, terms::DOUBLED, 1);
        }
        let is_open = !their_files.contains(pawn);
        let stop = step(us, square);
        if (beside(square) & our_files).is_empty() {
            tally.add(us, terms::ISOLATED, 1);
            if is_open {
                tally.add(us, terms::ISOLATED_OPEN, 1);
            }
        } else if !span.contains(pawn)
            && !phalanx.contains(pawn)
            && (stop & pawn_reach(!us, theirs)).any()
        {
            tally.add(us, terms::BACKWARD, 1);
            if is_open {
                tally.add(us, terms::BACKWARD_OPEN, 1);
            }
        }
        let watched = their_front | beside(their_front);
        if (stop & watched).is_empty() && (front & ours).is_empty() {
            passed(board, maps, us, pawn, tally);
        } else if (front & theirs).is_empty() {
            let sentries = beside(front) & theirs;
            let helpers = beside(ahead(!us, stop)) & ours;
            if helpers.count() >= sentries.count() {
                tally.add(us, terms::CANDIDATE + rank, 1);
            }
        }
    }
}

fn passed(board: &Board, maps: &AttackMaps, us: Color, pawn: Square, tally: &mut impl Tally) {
    let rank = relative_rank(us, pawn);
    let square = Bitboard::from_square(pawn);
    let stop = step(us, square);
    let way = ahead(us, stop);
    tally.add(us, terms::PASSED + rank, 1);
    let danger = maps.all[!us as usize];
    if (stop & board.occupied()).any() {
        tally.add(us, terms::PASSED_BLOCKED + rank, 1);
    } else if (way & (board.occupied() | danger)).is_empty() {
        tally.add(us, terms::PASSED_FREE + rank, 1);
    } else if (stop & danger).is_empty() {
        tally.add(us, terms::PASSED_STEP + rank, 1);
    }
    if maps.by_pawn[us as usize].contains(pawn) {
        tally.add(us, terms::PASSED_PROTECTED + rank, 1);
    }
    if rank < 3 {
        return;
    }
    let Some(stop) = stop.first() else {
        return;
    };
    let (own_king, their_king) = (board.king(us), board.king(!us));
    let near = |king: Square| king.distance(stop) as usize;
    tally.add(us, terms::PASSED_OWN_KING + near(own_king), 1);
    tally.add(us, terms::PASSED_THEIR_KING + near(their_king), 1);
    let behind = ahead(!us, square) & board.by_piece(us, Role::Rook);
    if behind.any() {
        tally.add(us, terms::PASSED_ROOK_BEHIND, 1);
    }
    if !board.has_pieces(!us) && runs(board, us, pawn, way) {
        tally.add(us, terms::PASSED_RUNS, 1);
    }
}

/// The rule of the square, against a bare king and pawns: nothing in the way, and the king too far
/// off (or kept off by ours, which stands beside the way).
fn runs(board: &Board, us: Color, pawn: Square, way: Bitboard) -> bool {
    if (way & board.occupied()).any() {
        return false;
    }
    let goal = Square::from_coords(pawn.file(), us.relative_rank(Rank::Eighth));
    let steps = pawn.distance(goal).min(5);
    let late = u32::from(board.turn() != us);
    let caught = board.king(!us).distance(goal) <= steps + late;
    let escort = attacks::king_attacks(board.king(us));
    !caught || (escort & way) == way
}

/// The pawns before one side's king.
pub(super) fn shelter(board: &Board, us: Color, tally: &mut impl Tally) {
    let king = board.king(us);
    let ours = board.by_piece(us, Role::Pawn);
    let theirs = board.by_piece(!us, Role::Pawn);
    let king_rank = Bitboard::from_rank(king.rank());
    let front = ahead(us, king_rank);
    for offset in [-1, 0, 1] {
        let Some(file) = king.file().offset(offset) else {
            continue;
        };
        let (shelter, storm) = if offset == 0 {
            (terms::SHELTER_KING, terms::STORM_KING)
        } else {
            (terms::SHELTER_SIDE, terms::STORM_SIDE)
        };
        let column = Bitboard::from_file(file) & front;
        tally.add(us, shelter + nearest(us, column & ours), 1);
        tally.add(us, storm + nearest(us, column & theirs), 1);
    }
}

/// Relative rank of the pawn nearest to `us`' side; 0: none.
fn nearest(us: Color, pawns: Bitboard) -> usize {
    let square = match us {
        Color::White => pawns.first(),
        Color::Black => pawns.last(),
    };
    square.map_or(0, |square| relative_rank(us, square))
}

/// Ranks four to six, where outposts are.
pub(super) fn outposts(board: &Board, us: Color) -> Bitboard {
    let theirs = board.by_piece(!us, Role::Pawn);
    let challenged = beside(ahead(!us, step(!us, theirs)));
    let ranks =
        rank_mask(us, Rank::Fourth) | rank_mask(us, Rank::Fifth) | rank_mask(us, Rank::Sixth);
    pawn_reach(us, board.by_piece(us, Role::Pawn)) & ranks & !challenged
}
