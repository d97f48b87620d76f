//! Where counting misleads: endings that are drawn in spite of material, and mates that need a
//! direction.

use shakmaty::{Bitboard, Color, Role, Square};

use super::super::board::Board;

/// A factor of one, in the units of [`scale`].
pub(super) const FULL_SCALE: i32 = 64;

/// What is left of an advantage of `strong`, in 64ths.
pub(super) fn scale(board: &Board, strong: Color) -> i32 {
    let pawns = board.by_piece(strong, Role::Pawn);
    let (ours, theirs) = (army(board, strong), army(board, !strong));
    if pawns.is_empty() {
        if ours.heavy == 0 && ours.minors <= 1 {
            return 0;
        }
        if ours.total() - theirs.total() <= 3 {
            // No more than a minor piece ahead and no pawn to make the difference.
            return if ours.heavy == 0 || theirs.total() > 0 {
                8
            } else {
                FULL_SCALE
            };
        }
        let two_knights =
            ours.heavy == 0 && ours.minors == 2 && board.by_piece(strong, Role::Bishop).is_empty();
        if two_knights {
            return 4;
        }
    }
    if is_wrong_bishop(board, strong) {
        return 4;
    }
    FULL_SCALE
}

/// Pieces of one side, in pawns' worth.
struct Army {
    minors: i32,
    heavy: i32,
}

impl Army {
    fn total(&self) -> i32 {
        3 * self.minors + self.heavy
    }
}

fn army(board: &Board, color: Color) -> Army {
    let count = |role: Role| board.by_piece(color, role).count() as i32;
    Army {
        minors: count(Role::Knight) + count(Role::Bishop),
        heavy: 5 * count(Role::Rook) + 9 * count(Role::Queen),
    }
}

/// Rook's pawns with a bishop that does not cover their corner, the other king there.
fn is_wrong_bishop(board: &Board, strong: Color) -> bool {
    const ROOK_FILES: Bitboard = Bitboard(0x8181_8181_8181_8181);
    let pawns = board.by_piece(strong, Role::Pawn);
    let bishops = board.by_piece(strong, Role::Bishop);
    let pieces = board.by_color(strong) & !pawns & !board.by_piece(strong, Role::King);
    if pawns.is_empty() || (pawns & !ROOK_FILES).any() || pieces != bishops {
        return false;
    }
    let file = pawns.first().map(Square::file);
    if pawns.into_iter().any(|pawn| Some(pawn.file()) != file) {
        return false;
    }
    let Some(file) = file else {
        return false;
    };
    let corner = Square::from_coords(file, strong.relative_rank(shakmaty::Rank::Eighth));
    let covers = |bishop: Square| bishop.is_light() == corner.is_light();
    !bishops.into_iter().any(covers) && board.king(!strong).distance(corner) <= 1
}

/// What a bare king against mating material is worth beside what the network says, which saw few
/// games to their end.
const WON: i32 = 500;

/// A guide to mate against a bare king, for the side that has the material: drives it to the edge
/// (to a bishop's corner with bishop and knight) and the kings together.
pub(super) fn drive(board: &Board, strong: Color) -> i32 {
    let lone = !strong;
    let is_bare = board.by_color(lone) == board.by_piece(lone, Role::King);
    let army = army(board, strong);
    if !is_bare || army.total() < 5 || scale(board, strong) < FULL_SCALE {
        return 0;
    }
    let king = board.king(lone);
    let closeness = 7 - board.king(strong).distance(king) as i32;
    let knights = board.by_piece(strong, Role::Knight);
    let bishops = board.by_piece(strong, Role::Bishop);
    let is_bishop_knight = army.heavy == 0
        && knights.single_square().is_some()
        && bishops.single_square().is_some()
        && board.by_piece(strong, Role::Pawn).is_empty();
    let edge = if is_bishop_knight {
        let corners = if (bishops & Bitboard::LIGHT_SQUARES).any() {
            [Square::A8, Square::H1]
        } else {
            [Square::A1, Square::H8]
        };
        let near = corners.map(|corner| steps(king, corner)).into_iter().min();
        14 - near.unwrap_or(0)
    } else {
        2 * from_centre(king)
    };
    WON + 20 * edge + 10 * closeness
}

/// Manhattan distance.
fn steps(a: Square, b: Square) -> i32 {
    (a.file().distance(b.file()) + a.rank().distance(b.rank())) as i32
}

/// Manhattan distance from the four centre squares, 0 to 6.
fn from_centre(square: Square) -> i32 {
    let off = |index: u32| (3 - index.min(7 - index)) as i32;
    off(square.file().to_u32()) + off(square.rank().to_u32())
}
