//! What a broken placement may mean: boards made by splitting, widening, narrowing and dropping
//! ranks, and by reading letters as other languages have them. The caller judges the boards.

use shakmaty::{Board, Color, Piece, Role, Square};

use super::placement::{Cell, RankText, man};
use crate::notation::{Language, figurine, look_alike};

type Rank = Vec<Cell>;

/// Most boards that are tried.
const MAX_BOARDS: usize = 96;

/// Boards that the ranks may mean, the likelier first; empty where that is beyond guessing.
pub(super) fn boards(ranks: &[RankText]) -> Vec<Board> {
    let mut boards = Vec::new();
    let ranks: Vec<Rank> = ranks.iter().map(|rank| rank.cells.clone()).collect();
    for eight in eight_ranks(&ranks) {
        for full in full_widths(&eight) {
            for board in readings(&full) {
                if boards.len() < MAX_BOARDS && !boards.contains(&board) {
                    boards.push(board);
                }
            }
        }
    }
    boards
}

/// Eight ranks out of more or fewer.
fn eight_ranks(ranks: &[Rank]) -> Vec<Vec<Rank>> {
    let is_blank = |rank: &Rank| rank.iter().all(|cell| *cell == Cell::Empty);
    let filled: Vec<Rank> = ranks.to_vec();
    match filled.len() {
        8 => vec![filled],
        9 => (0..9)
            .filter(|&at| is_blank(&filled[at]))
            .map(|at| without(&filled, at))
            .collect(),
        0..8 => {
            let split = split(&filled);
            match split.len() {
                8 => vec![split],
                7 => (0..=7).map(|at| with_blank(&split, at)).collect(),
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

fn without(ranks: &[Rank], at: usize) -> Vec<Rank> {
    let mut ranks = ranks.to_vec();
    ranks.remove(at);
    ranks
}

fn with_blank(ranks: &[Rank], at: usize) -> Vec<Rank> {
    let mut ranks = ranks.to_vec();
    ranks.insert(at, vec![Cell::Empty; 8]);
    ranks
}

/// Cuts ranks of 16, 24 … squares where a slash is missing.
fn split(ranks: &[Rank]) -> Vec<Rank> {
    let mut split = Vec::new();
    for rank in ranks {
        if rank.len() > 8 && rank.len().is_multiple_of(8) && rank.len() <= 64 {
            split.extend(rank.chunks(8).map(<[Cell]>::to_vec));
        } else {
            split.push(rank.clone());
        }
    }
    split
}

/// Every rank eight squares wide.
fn full_widths(ranks: &[Rank]) -> Vec<Vec<Rank>> {
    let mut all: Vec<Vec<Rank>> = vec![Vec::new()];
    for rank in ranks {
        let options = widened(rank);
        let longer = all.iter().flat_map(|head| {
            options.iter().map(move |option| {
                let mut ranks = head.clone();
                ranks.push(option.clone());
                ranks
            })
        });
        all = longer.take(MAX_BOARDS).collect();
    }
    all
}

fn widened(rank: &Rank) -> Vec<Rank> {
    let blank = rank.iter().all(|cell| *cell == Cell::Empty);
    match rank.len() {
        8 => vec![rank.clone()],
        _ if blank => vec![vec![Cell::Empty; 8]],
        7 => (0..=7)
            .flat_map(|at| {
                let twin = (at > 0)
                    .then(|| rank[at - 1])
                    .filter(|&cell| rank.get(at) == Some(&cell) || at == 7);
                [Some(Cell::Empty), twin]
                    .into_iter()
                    .flatten()
                    .map(move |cell| (at, cell))
            })
            .map(|(at, cell)| {
                let mut wider = rank.clone();
                wider.insert(at, cell);
                wider
            })
            .collect(),
        9 => {
            let narrower = (0..9).map(|at| {
                let mut narrower = rank.clone();
                narrower.remove(at);
                narrower
            });
            let blanks: Vec<Rank> = narrower
                .clone()
                .zip(rank)
                .filter(|(_, cell)| **cell == Cell::Empty)
                .map(|(rank, _)| rank)
                .collect();
            if blanks.is_empty() {
                narrower.collect()
            } else {
                blanks
            }
        }
        _ => Vec::new(),
    }
}

/// The boards that eight full ranks mean, letter by letter or as a whole in another language.
fn readings(ranks: &[Rank]) -> Vec<Board> {
    let mut unknown: Vec<char> = Vec::new();
    for cell in ranks.iter().flatten() {
        if let Cell::Letter(ch) = *cell
            && man(ch).is_none()
            && !unknown.contains(&ch)
        {
            unknown.push(ch);
        }
    }
    if unknown.is_empty() {
        return board(ranks, man).into_iter().collect();
    }
    let mut boards: Vec<Board> = Language::all()
        .filter(|&language| language != Language::ENGLISH)
        .filter_map(|language| board(ranks, |ch| in_language(ch, language)))
        .collect();
    if unknown.len() <= 3 {
        let mut choices: Vec<Vec<(char, Piece)>> = vec![Vec::new()];
        for ch in unknown {
            let pieces = pieces(ch);
            choices = choices
                .iter()
                .flat_map(|head| {
                    pieces
                        .iter()
                        .map(move |&piece| [head.as_slice(), &[(ch, piece)]].concat())
                })
                .take(MAX_BOARDS)
                .collect();
        }
        for choice in choices {
            let read = |ch| {
                man(ch).or_else(|| {
                    choice
                        .iter()
                        .find(|(known, _)| *known == ch)
                        .map(|&(_, piece)| piece)
                })
            };
            boards.extend(board(ranks, read));
        }
    }
    boards
}

fn in_language(ch: char, language: Language) -> Option<Piece> {
    let upper: Vec<char> = ch.to_uppercase().collect();
    let (role, _) = language
        .role_at(&upper)
        .filter(|&(_, length)| length == upper.len())?;
    let color = Color::from_white(ch.is_uppercase());
    Some(Piece { color, role })
}

/// What one unknown letter may be, the likelier first.
fn pieces(ch: char) -> Vec<Piece> {
    if let Some(role) = figurine(ch) {
        let color = Color::from_white(matches!(ch, '♔'..='♙'));
        return vec![Piece { color, role }];
    }
    if let Some(piece) = look_alike(ch).and_then(man) {
        return vec![piece];
    }
    if !ch.is_alphabetic() {
        return Vec::new();
    }
    let color = Color::from_white(ch.is_uppercase());
    let votes = |role: Role| {
        Language::all()
            .filter(|&l| in_language(ch, l) == Some(Piece { color, role }))
            .count()
    };
    let mut roles = [
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Queen,
        Role::Pawn,
        Role::King,
    ];
    roles.sort_by_key(|&role| std::cmp::Reverse(votes(role)));
    roles.map(|role| Piece { color, role }).to_vec()
}

fn board(ranks: &[Rank], read: impl Fn(char) -> Option<Piece>) -> Option<Board> {
    let mut board = Board::empty();
    for (index, rank) in (0_u32..8).rev().zip(ranks) {
        for (file, cell) in (0_u32..8).zip(rank) {
            if let Cell::Letter(ch) = *cell {
                board.set_piece_at(Square::new(index * 8 + file), read(ch)?);
            }
        }
    }
    Some(board)
}
