//! What pawns tell about the game: how many men they must have captured, and which bishops can't
//! have left home.

use shakmaty::{Bitboard, Color, File, Rank, Role, Square};

use super::draft::{Draft, men};
use super::legality::span_of;
use crate::notation::words::{color_name as name, square_list as list};
use crate::notation::{Field, Finding, Findings};
use crate::position::Variant;

/// Says what the pawns speak against.
pub(super) fn judge(draft: &Draft, variant: Variant, findings: &mut Findings) {
    passed(draft, findings);
    for color in Color::ALL {
        captures(draft, color, findings);
        if variant == Variant::Standard {
            locked_bishops(draft, color, findings);
        }
    }
}

/// Two pawns on a file that have passed each other can't both have started on it: one came by a
/// capture. There are at most as many captures as men are missing.
fn passed(draft: &Draft, findings: &mut Findings) {
    let board = &draft.board;
    let [white, black] = Color::ALL.map(|color| men(board, color, Role::Pawn));
    let files: Bitboard = File::ALL
        .into_iter()
        .map(Bitboard::from_file)
        .filter(|&file| {
            let (top, bottom) = ((white & file).last(), (black & file).first());
            top.zip(bottom).is_some_and(|(white, black)| white > black)
        })
        .fold(Bitboard::EMPTY, |all, file| all | file);
    let needed = (files & Bitboard::from_rank(Rank::First)).count();
    let missing = 32_usize.saturating_sub(board.occupied().count());
    if needed <= missing {
        return;
    }
    let message = format!(
        "pawns have passed each other on {needed} files, which takes as many captures, but only {missing} men are missing"
    );
    let pawns = (white | black) & files;
    let place = span_of(draft, pawns);
    let finding = Finding::warning("fen-pawns-passed", Field::Placement, place, message);
    findings.push(finding.at(pawns));
}

/// Pawns change files only by capturing: at least as many captures as their files demand, at most
/// as many as the other side misses men.
fn captures(draft: &Draft, color: Color, findings: &mut Findings) {
    let board = &draft.board;
    let pawns = men(board, color, Role::Pawn);
    let files = File::ALL.map(|file| (pawns & Bitboard::from_file(file)).count());
    if files.iter().all(|&count| count <= 1) || pawns.count() > 8 {
        return;
    }
    let missing = 16_usize.saturating_sub(board.by_color(!color).count());
    let needed = least_captures(&files);
    if needed <= missing {
        return;
    }
    let message = format!(
        "{}'s pawns must have captured at least {needed} men to stand on these files, but {} misses only {missing}",
        name(color),
        name(!color)
    );
    let place = span_of(draft, pawns);
    let finding = Finding::warning("fen-pawn-captures", Field::Placement, place, message);
    findings.push(finding.at(pawns));
}

/// The least number of files that pawns must have crossed, from different files at the start, to
/// stand on files as counted: an assignment that never crosses itself is among the cheapest.
fn least_captures(files: &[usize; 8]) -> usize {
    const NEVER: usize = usize::MAX / 2;
    // least[n]: for the first n pawns, started on the files seen so far.
    let mut least = [NEVER; 9];
    least[0] = 0;
    let stand: Vec<usize> = (0..8).flat_map(|file| vec![file; files[file]]).collect();
    for start in 0..8_usize {
        for pawn in (0..stand.len()).rev() {
            let cost = least[pawn] + stand[pawn].abs_diff(start);
            least[pawn + 1] = least[pawn + 1].min(cost);
        }
    }
    least[stand.len()]
}

/// A bishop can't leave home while both pawns before it stand; one that stands elsewhere on that
/// colour is a promoted pawn, and no pawn may be missing less than that.
fn locked_bishops(draft: &Draft, color: Color, findings: &mut Findings) {
    let board = &draft.board;
    let bishops = men(board, color, Role::Bishop);
    let pawns = men(board, color, Role::Pawn);
    let missing = 8_usize.saturating_sub(pawns.count());
    let home = color.backrank();
    let before = color.fold_wb(Rank::Second, Rank::Seventh);
    let mut promoted = Bitboard::EMPTY;
    for (file, guards) in [(File::C, [File::B, File::D]), (File::F, [File::E, File::G])] {
        let square = Square::from_coords(file, home);
        let guards = Bitboard::from_iter(guards.map(|file| Square::from_coords(file, before)));
        if !guards.is_subset(pawns) {
            continue;
        }
        let same_color = if square.is_light() {
            Bitboard::LIGHT_SQUARES
        } else {
            Bitboard::DARK_SQUARES
        };
        promoted |= (bishops & same_color).without(square);
    }
    if promoted.count() <= missing {
        return;
    }
    let message = format!(
        "{}'s bishop on {} can't have left home past its pawns, and too few pawns are missing for it to be promoted",
        name(color),
        list(promoted)
    );
    let place = span_of(draft, promoted);
    let finding = Finding::warning("fen-bishop-locked", Field::Placement, place, message);
    findings.push(finding.at(promoted));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubled_pawns_cost_captures() {
        for (files, captures) in [
            ([1; 8], 0),
            ([2, 0, 1, 1, 1, 1, 1, 1], 1),
            ([3, 0, 0, 1, 1, 1, 1, 1], 3),
            ([8, 0, 0, 0, 0, 0, 0, 0], 28),
            ([2, 1, 1, 0, 0, 0, 0, 0], 3),
            ([0, 0, 0, 2, 0, 0, 0, 0], 1),
        ] {
            assert_eq!(least_captures(&files), captures, "{files:?}");
        }
    }
}
