//! Mended FENs: what a faulty text most likely means, offered only where it is playable.

use shakmaty::{Bitboard, Board};

use super::draft::{Draft, Rights, rook_of, sound_rights};
use super::legality::is_playable;
use super::orientation::{at_home, promotions};
use super::write::write_board;
use crate::position::{EpStyle, FenStyle, Variant};

/// Most suggestions of one finding.
const MAX_SUGGESTIONS: usize = 3;

/// The draft with each board that its placement may mean, the likeliest first: playable, with few
/// promoted men, most men at home, few doubled pawns.
pub(super) fn ranked(draft: &Draft, boards: &[Board], variant: Variant) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = boards
        .iter()
        .map(|board| with_board(draft, board))
        .collect();
    drafts.sort_by_cached_key(|draft| {
        let board = &draft.board;
        let unplayable = !is_playable(&sounded(draft, variant), variant);
        let home = std::cmp::Reverse(at_home(board));
        (unplayable, promotions(board), home, doubled_pawns(board))
    });
    drafts
}

/// The draft with another board, and the castling letters read again for it.
fn with_board(draft: &Draft, board: &Board) -> Draft {
    let mut draft = draft.clone();
    draft.board = board.clone();
    if !draft.rights.flags.is_empty() {
        draft.rights.rooks = Bitboard::EMPTY;
        for flag in &mut draft.rights.flags {
            flag.rook = rook_of(flag.letter, board).unwrap_or(flag.rook);
            draft.rights.rooks.add(flag.rook);
        }
    }
    draft
}

/// Mended FENs for drafts whose form is mended already: bad rights and en passant squares
/// dropped, or the other variant, or the other side to move. Best first.
pub(super) fn suggestions(
    drafts: &[Draft],
    variant: Variant,
    stated: Option<Variant>,
) -> Vec<String> {
    let mut found = Vec::new();
    for draft in drafts {
        for fen in of_board(draft, variant, stated) {
            if !found.contains(&fen) {
                found.push(fen);
            }
        }
        if found.len() >= MAX_SUGGESTIONS {
            break;
        }
    }
    found.truncate(MAX_SUGGESTIONS);
    found
}

fn of_board(draft: &Draft, variant: Variant, stated: Option<Variant>) -> Vec<String> {
    let sound = sounded(draft, variant);
    let dropped = sound.rights.rooks != draft.rights.rooks;
    let mut found = playable([sound], variant, stated);
    if dropped && stated.is_none() && variant == Variant::Standard {
        let other = sounded(draft, Variant::Chess960);
        if other.rights.rooks == draft.rights.rooks {
            found.extend(playable([other], Variant::Chess960, None));
        }
    }
    if found.is_empty() {
        let mut other_side = draft.clone();
        other_side.turn = !draft.turn;
        other_side.ep = None;
        found.extend(playable([sounded(&other_side, variant)], variant, stated));
    }
    found
}

/// The draft without rights and en passant square that can't be.
fn sounded(draft: &Draft, variant: Variant) -> Draft {
    let mut sound = draft.clone();
    sound.rights.rooks = sound_rights(&draft.board, draft.rights.rooks, variant);
    sound.ep = super::en_passant::sound(draft);
    if sound.ep.is_some() && !is_playable(&sound, variant) {
        sound.ep = None;
    }
    sound
}

/// The FENs of those drafts that are playable, spelled so that reading them with the same stated
/// variant gives the same position.
pub(super) fn playable(
    drafts: impl IntoIterator<Item = Draft>,
    variant: Variant,
    stated: Option<Variant>,
) -> Vec<String> {
    let style = match (variant, stated) {
        (Variant::Chess960, None) => FenStyle::Shredder,
        _ => FenStyle::Xfen,
    };
    let mut found = Vec::new();
    for draft in drafts {
        if !is_playable(&draft, variant) {
            continue;
        }
        let Some(chess) = draft.chess(variant) else {
            continue;
        };
        let fen = write_board(&chess, style, EpStyle::Always);
        if !found.contains(&fen) && found.len() < MAX_SUGGESTIONS {
            found.push(fen);
        }
    }
    found
}

/// The rights of a board turned left to right, where king and rooks stand for them.
pub(super) fn mirrored_rights(board: &Board, rooks: Bitboard) -> Rights {
    Rights {
        rooks: sound_rights(board, rooks.flip_horizontal(), Variant::Standard),
        ..Rights::default()
    }
}

/// How many pawns stand on a file with another of their side.
fn doubled_pawns(board: &Board) -> usize {
    let mut doubled = 0;
    for color in shakmaty::Color::ALL {
        let pawns = super::draft::men(board, color, shakmaty::Role::Pawn);
        for file in shakmaty::File::ALL {
            doubled += (pawns & Bitboard::from_file(file))
                .count()
                .saturating_sub(1);
        }
    }
    doubled
}
