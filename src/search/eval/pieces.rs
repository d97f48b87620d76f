//! Pieces: their places, what they threaten, and how near they are to the enemy king.

use shakmaty::{Bitboard, Color, Rank, Role, attacks};

use super::super::board::Board;
use super::attack_maps::AttackMaps;
use super::pawns::{ahead, outposts, pawn_reach, step};
use super::terms::{self, Tally};

/// Places of one side's pieces.
pub(super) fn places(board: &Board, us: Color, tally: &mut impl Tally) {
    let bishops = board.by_piece(us, Role::Bishop);
    let knights = board.by_piece(us, Role::Knight);
    let rooks = board.by_piece(us, Role::Rook);
    let pawns = board.by_piece(us, Role::Pawn);
    let their_pawns = board.by_piece(!us, Role::Pawn);
    let count = |squares: Bitboard| squares.count() as i32;
    if (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any() {
        tally.add(us, terms::BISHOP_PAIR, 1);
    }
    for color in [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES] {
        let pairs = count(bishops & color) * count(pawns & color);
        tally.add(us, terms::BISHOP_PAWNS, pairs);
    }
    let outposts = outposts(board, us);
    tally.add(us, terms::KNIGHT_OUTPOST, count(knights & outposts));
    tally.add(us, terms::BISHOP_OUTPOST, count(bishops & outposts));
    let shielded = step(!us, board.by_role(Role::Pawn));
    tally.add(
        us,
        terms::MINOR_BEHIND_PAWN,
        count((knights | bishops) & shielded),
    );
    let files = |pawns: Bitboard| ahead(Color::White, ahead(Color::Black, pawns));
    let half_open = rooks & !files(pawns);
    let open = half_open & !files(their_pawns);
    tally.add(us, terms::ROOK_OPEN, count(open));
    tally.add(us, terms::ROOK_HALF_OPEN, count(half_open) - count(open));
}

/// What one side attacks.
pub(super) fn threats(board: &Board, maps: &AttackMaps, us: Color, tally: &mut impl Tally) {
    let (side, other) = (us as usize, !us as usize);
    let theirs = board.by_color(!us);
    let covered = maps.by_pawn[other] | (maps.twice[other] & !maps.twice[side]);
    let weak = theirs & !covered & maps.all[side];
    let pieces = theirs & !board.by_role(Role::Pawn) & !board.by_role(Role::King);
    let by_minor = maps.by_knight[side] | maps.by_bishop[side];
    for role in [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
    ] {
        let targets = board.by_role(role) & theirs;
        let slot = role as usize - 1;
        let mut note = |term: usize, hit: Bitboard| {
            tally.add(us, term + slot, (hit & targets).count() as i32);
        };
        if role != Role::Pawn {
            note(terms::THREAT_BY_PAWN, maps.by_pawn[side]);
        }
        let worthy = weak | pieces;
        note(terms::THREAT_BY_MINOR, by_minor & worthy);
        note(terms::THREAT_BY_ROOK, maps.by_rook[side] & weak);
        note(terms::THREAT_BY_KING, maps.by_king[side] & weak);
    }
    let hanging = weak & (!maps.all[other] | (pieces & maps.twice[side]));
    tally.add(us, terms::HANGING, hanging.count() as i32);
    pawn_pushes(board, maps, us, tally);
    space(board, maps, us, tally);
    for queen in board.by_piece(!us, Role::Queen) {
        let lurking = lurkers(board, us, queen).count();
        tally.add(us, terms::QUEEN_DISCOVERED, lurking as i32);
    }
}

/// Sliders of ours that one piece of either side keeps from a square.
fn lurkers(board: &Board, us: Color, square: shakmaty::Square) -> Bitboard {
    let ours = board.by_color(us);
    let snipers = (attacks::rook_attacks(square, Bitboard::EMPTY) & board.by_role(Role::Rook))
        | (attacks::bishop_attacks(square, Bitboard::EMPTY) & board.by_role(Role::Bishop));
    let mut found = Bitboard::EMPTY;
    for sniper in snipers & ours {
        let between = attacks::between(square, sniper) & board.occupied();
        if between.any() && !between.more_than_one() {
            found |= sniper;
        }
    }
    found
}

/// Pieces that a safe pawn step would attack.
fn pawn_pushes(board: &Board, maps: &AttackMaps, us: Color, tally: &mut impl Tally) {
    let (side, other) = (us as usize, !us as usize);
    let empty = !board.occupied();
    let single = step(us, board.by_piece(us, Role::Pawn)) & empty;
    let third = Bitboard::from_rank(us.relative_rank(Rank::Third));
    let steps = single | (step(us, single & third) & empty);
    let safe = steps & !maps.by_pawn[other] & (maps.all[side] | !maps.all[other]);
    let targets = board.by_color(!us) & !board.by_role(Role::Pawn);
    let hits = pawn_reach(us, safe) & targets & !maps.by_pawn[side];
    tally.add(us, terms::PAWN_PUSH_THREAT, hits.count() as i32);
}

/// Safe squares in the own half's centre.
fn space(board: &Board, maps: &AttackMaps, us: Color, tally: &mut impl Tally) {
    const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
    let ranks = Bitboard::from_rank(us.relative_rank(Rank::Second))
        | Bitboard::from_rank(us.relative_rank(Rank::Third))
        | Bitboard::from_rank(us.relative_rank(Rank::Fourth));
    let safe = CENTRE_FILES & ranks & !board.by_piece(us, Role::Pawn) & !maps.by_pawn[!us as usize];
    tally.add(us, terms::SPACE, safe.count() as i32);
}

/// The danger that `us` brings to the enemy king.
pub(super) fn king_attack(board: &Board, maps: &AttackMaps, us: Color, tally: &mut impl Tally) {
    let (side, other) = (us as usize, !us as usize);
    let king = board.king(!us);
    let occupied = board.occupied() & !board.by_piece(!us, Role::Queen);
    let straight = attacks::rook_attacks(king, occupied);
    let diagonal = attacks::bishop_attacks(king, occupied);
    let guarded = maps.all[other];
    let weak = maps.all[side]
        & !maps.twice[other]
        & (!guarded | maps.by_king[other] | maps.by_queen[other]);
    let safe = !board.by_color(us) & (!guarded | (weak & maps.twice[side]));
    let checks = [
        (
            terms::SAFE_KNIGHT_CHECK,
            attacks::knight_attacks(king) & maps.by_knight[side],
        ),
        (terms::SAFE_BISHOP_CHECK, diagonal & maps.by_bishop[side]),
        (terms::SAFE_ROOK_CHECK, straight & maps.by_rook[side]),
        (
            terms::SAFE_QUEEN_CHECK,
            (straight | diagonal) & maps.by_queen[side],
        ),
    ];
    let mut units = maps.pressure[side];
    for (term, squares) in checks {
        if (squares & safe).any() {
            tally.add(us, term, 1);
            units += 3;
        }
    }
    units += (weak & maps.ring[other]).count() as i32;
    let units = units.max(0) as usize;
    if board.by_piece(us, Role::Queen).any() {
        tally.add(us, terms::DANGER_QUEEN + units.min(39), 1);
    } else {
        tally.add(us, terms::DANGER + units.min(23), 1);
    }
}
