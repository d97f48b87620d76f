//! What a broken placement may mean: boards made by splitting, widening, narrowing and dropping
//! ranks, and by reading letters as other languages have them. The caller judges the boards.

use shakmaty::{Board, Square};

use super::alphabet::{Alphabet, alphabets};
use super::placement::{Cell, RankText};

type Rank = Vec<Cell>;

/// Most boards that are tried.
const MAX_BOARDS: usize = 64;

/// Most combinations that are looked at for them.
const MAX_ATTEMPTS: usize = 512;

/// Most ranks of a wrong width that are mended.
const MAX_BROKEN: usize = 2;

/// Boards that the ranks may mean, the likelier first; empty where that is beyond guessing.
pub(super) fn boards(ranks: &[RankText]) -> Vec<Board> {
    let ranks: Vec<Rank> = ranks.iter().map(|rank| rank.cells.clone()).collect();
    let alphabets = alphabets(&letters(&ranks));
    let mut boards = Vec::new();
    let mut attempts = 0;
    for eight in eight_ranks(&ranks) {
        for full in full_widths(&eight) {
            for alphabet in &alphabets {
                attempts += 1;
                if boards.len() == MAX_BOARDS || attempts > MAX_ATTEMPTS {
                    return boards;
                }
                if let Some(board) = board(&full, alphabet)
                    && !boards.contains(&board)
                {
                    boards.push(board);
                }
            }
        }
    }
    boards
}

/// The letters in use, each once.
fn letters(ranks: &[Rank]) -> Vec<char> {
    let mut letters = Vec::new();
    for cell in ranks.iter().flatten() {
        if let Cell::Letter(ch) = *cell
            && !letters.contains(&ch)
        {
            letters.push(ch);
        }
    }
    letters
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
    let blank = |rank: &Rank| rank.iter().all(|cell| *cell == Cell::Empty);
    let broken = ranks.iter().filter(|rank| rank.len() != 8 && !blank(rank));
    if broken.count() > MAX_BROKEN {
        return Vec::new();
    }
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

fn board(ranks: &[Rank], alphabet: &Alphabet) -> Option<Board> {
    let mut board = Board::empty();
    for (index, rank) in (0_u32..8).rev().zip(ranks) {
        for (file, cell) in (0_u32..8).zip(rank) {
            if let Cell::Letter(ch) = *cell {
                let piece = alphabet.iter().find(|(known, _)| *known == ch)?.1;
                board.set_piece_at(Square::new(index * 8 + file), piece);
            }
        }
    }
    Some(board)
}
