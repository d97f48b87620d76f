//! Boards that were read from the wrong side: upside down, colours swapped, mirrored.

use shakmaty::{Bitboard, Board, Color, Role, Square};

use super::draft::{Draft, Rights, men};
use super::mend;
use super::plausible::promoted;
use crate::notation::{Field, Finding, Findings};
use crate::position::Variant;

/// Warns of a board that looks turned, with the turned FENs as suggestions.
pub(super) fn judge(
    draft: &Draft,
    variant: Variant,
    stated: Option<Variant>,
    findings: &mut Findings,
) {
    let board = &draft.board;
    if upside_down(board) {
        let message = "White's pawns stand near rank 7 and Black's near rank 2: the board was probably read from Black's side, or the colours were swapped";
        let mut boards =
            [Board::rotate_180, Board::flip_vertical, swap_colors].map(|turn| turned(board, turn));
        boards.sort_by_key(|board| std::cmp::Reverse(at_home(board)));
        let drafts = boards.into_iter().flat_map(|board| {
            [draft.turn, !draft.turn].map(|turn| with_board(draft, &board, turn))
        });
        let suggestions = mend::playable(drafts, variant, stated);
        let squares = men(board, Color::White, Role::Pawn)
            & Bitboard::from_rank(shakmaty::Rank::Seventh)
            | men(board, Color::Black, Role::Pawn) & Bitboard::from_rank(shakmaty::Rank::Second);
        let finding = Finding::warning(
            "fen-upside-down",
            Field::Placement,
            draft.spans.placement,
            message,
        );
        findings.push(finding.at(squares).suggesting(suggestions));
    } else if variant == Variant::Standard && mirrored(board) {
        let message = "kings on d1 and d8 and queens on e1 and e8: the board was probably mirrored";
        let mut turned = with_board(draft, &turned(board, Board::flip_horizontal), draft.turn);
        turned.rights = mend::mirrored_rights(&turned.board, draft.rights.rooks);
        turned.ep = draft.ep.map(Square::flip_horizontal);
        let suggestions = mend::playable([turned], variant, stated);
        let squares = [Square::D1, Square::D8, Square::E1, Square::E8];
        let finding = Finding::warning(
            "fen-mirrored",
            Field::Placement,
            draft.spans.placement,
            message,
        );
        findings.push(finding.at(squares).suggesting(suggestions));
    }
}

/// At least four pawns where the other side's start, and almost none where their own do.
fn upside_down(board: &Board) -> bool {
    let near = |color: Color, home: Color| {
        let ranks = home.fold_wb(
            Bitboard(0x0000_0000_00ff_ff00),
            Bitboard(0x00ff_ff00_0000_0000),
        );
        (men(board, color, Role::Pawn) & ranks).count()
    };
    let wrong = near(Color::White, Color::Black) + near(Color::Black, Color::White);
    let right = near(Color::White, Color::White) + near(Color::Black, Color::Black);
    wrong >= 4
        && right * 4 <= wrong
        && near(Color::White, Color::Black) > 0
        && near(Color::Black, Color::White) > 0
}

fn mirrored(board: &Board) -> bool {
    let on = |square, color, role| men(board, color, role).contains(square);
    on(Square::D1, Color::White, Role::King)
        && on(Square::E1, Color::White, Role::Queen)
        && on(Square::D8, Color::Black, Role::King)
        && on(Square::E8, Color::Black, Role::Queen)
}

fn turned(board: &Board, turn: impl Fn(&mut Board)) -> Board {
    let mut board = board.clone();
    turn(&mut board);
    board
}

fn swap_colors(board: &mut Board) {
    board.mirror();
    board.flip_vertical();
}

/// How many men stand where they start.
pub(super) fn at_home(board: &Board) -> usize {
    let start = Board::default();
    let same = |&(square, piece): &(Square, shakmaty::Piece)| start.piece_at(square) == Some(piece);
    board.clone().into_iter().filter(same).count()
}

/// How many men of both sides must be promoted pawns.
pub(super) fn promotions(board: &Board) -> usize {
    Color::ALL
        .into_iter()
        .map(|color| promoted(board, color))
        .sum()
}

fn with_board(draft: &Draft, board: &Board, turn: Color) -> Draft {
    Draft {
        board: board.clone(),
        turn,
        rights: Rights::default(),
        ep: None,
        ..draft.clone()
    }
}
