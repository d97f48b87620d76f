//! Everything that can be said of a position without a search.

use std::fmt::Write as _;

use serde::Serialize;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{
    ByColor, ByRole, CastlingSide, Chess, Color, EnPassantMode, File, Position as _, Rank, Square,
};

use super::moves::role_name;
use super::{LegalMove, Style};
use crate::notation::{Findings, fen};
use crate::position::{Claim, EpStyle, FenStyle, Position, Status, Variant};

/// The answer of `/v1/position`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionFacts {
    /// FEN in the asked style.
    pub fen: String,
    /// X-FEN: castling by `KQkq` wherever that is unambiguous.
    pub xfen: String,
    /// Shredder-FEN: castling by rook files.
    pub shredder: String,
    /// The first four fields.
    pub epd: String,
    /// The rules.
    pub variant: Variant,
    /// `white` or `black`.
    pub turn: &'static str,
    /// Whether the game is over.
    pub status: Status,
    /// Draws that can be claimed.
    pub claims: Vec<Claim>,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The squares of the pieces that give check.
    pub checkers: Vec<String>,
    /// The kings' squares.
    pub kings: Sides<Option<String>>,
    /// The sides each may still castle to.
    pub castling: Sides<Vec<&'static str>>,
    /// The en passant square in the asked style.
    pub ep_square: Option<String>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// Starts at 1 and grows after Black's move.
    pub fullmove_number: u32,
    /// How many of each piece.
    pub material: Sides<Material>,
    /// Polyglot hash, 16 hexadecimal digits.
    pub hash: String,
    /// The six fields in words.
    pub explain: Vec<Explained>,
    /// Every legal move; empty when there is none.
    pub legal_moves: Vec<LegalMove>,
    /// Rank 8 first, a letter a square, `.` for empty.
    pub board: Vec<String>,
    /// What was mended or assumed in the request.
    #[serde(skip_serializing_if = "Findings::is_empty")]
    pub findings: Findings,
}

/// One value for each side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sides<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> Sides<T> {
    fn of(mut value: impl FnMut(Color) -> T) -> Self {
        Self {
            white: value(Color::White),
            black: value(Color::Black),
        }
    }
}

/// How many of each piece one side has.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub struct Material {
    /// Pawns.
    pub pawn: u8,
    /// Knights.
    pub knight: u8,
    /// Bishops.
    pub bishop: u8,
    /// Rooks.
    pub rook: u8,
    /// Queens.
    pub queen: u8,
    /// Kings.
    pub king: u8,
}

impl From<ByRole<u8>> for Material {
    fn from(count: ByRole<u8>) -> Self {
        let ByRole {
            pawn,
            knight,
            bishop,
            rook,
            queen,
            king,
        } = count;
        Self {
            pawn,
            knight,
            bishop,
            rook,
            queen,
            king,
        }
    }
}

/// One field of the FEN in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explained {
    /// The field's name.
    pub field: &'static str,
    /// How it stands in the FEN.
    pub text: String,
    /// What it means.
    pub meaning: String,
}

impl PositionFacts {
    /// All facts of a position, written in a style.
    pub fn new(position: &Position, style: Style, findings: Findings) -> Self {
        let board = position.board();
        let dialect = style.dialect;
        let spelling = style.spelling(position.variant());
        let text = fen::write(position, dialect.fen, dialect.ep);
        let xfen = fen::write(position, FenStyle::Xfen, dialect.ep);
        Self {
            epd: text.split(' ').take(4).collect::<Vec<_>>().join(" "),
            shredder: fen::write(position, FenStyle::Shredder, dialect.ep),
            variant: position.variant(),
            turn: color_name(board.turn()),
            status: position.status(),
            claims: position.claims(),
            check: board.is_check(),
            checkers: board
                .checkers()
                .into_iter()
                .map(|s| s.to_string())
                .collect(),
            kings: Sides::of(|side| board.board().king_of(side).map(|s| s.to_string())),
            castling: Sides::of(|side| castling_sides(board, side)),
            ep_square: board.ep_square(dialect.ep.mode()).map(|s| s.to_string()),
            halfmove_clock: board.halfmoves(),
            fullmove_number: board.fullmoves().get(),
            material: material(board.board().material()),
            hash: polyglot(board),
            explain: explain(board, &text, dialect.ep),
            legal_moves: board
                .legal_moves()
                .iter()
                .map(|&m| spelling.explain(board, m))
                .collect(),
            board: rows(board),
            fen: text,
            xfen,
            findings,
        }
    }
}

fn material(count: ByColor<ByRole<u8>>) -> Sides<Material> {
    Sides {
        white: count.white.into(),
        black: count.black.into(),
    }
}

fn color_name(color: Color) -> &'static str {
    if color.is_white() { "white" } else { "black" }
}

fn castling_sides(board: &Chess, color: Color) -> Vec<&'static str> {
    let named = [
        (CastlingSide::KingSide, "king_side"),
        (CastlingSide::QueenSide, "queen_side"),
    ];
    let kept = named
        .into_iter()
        .filter(|(side, _)| board.castles().has(color, *side));
    kept.map(|(_, name)| name).collect()
}

/// The Polyglot book hash: shakmaty's Zobrist numbers are Polyglot's, and Polyglot counts the en
/// passant file only where an enemy pawn stands ready to capture, pinned or not.
fn polyglot(board: &Chess) -> String {
    format!(
        "{:016x}",
        board
            .zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal)
            .0
    )
}

fn rows(board: &Chess) -> Vec<String> {
    let row = |rank: Rank| {
        let squares = File::ALL.map(|file| board.board().piece_at(Square::from_coords(file, rank)));
        squares
            .map(|piece| piece.map_or('.', |p| p.char()))
            .iter()
            .collect()
    };
    Rank::ALL.into_iter().rev().map(row).collect()
}

fn explain(board: &Chess, fen: &str, ep: EpStyle) -> Vec<Explained> {
    let names = [
        "placement",
        "turn",
        "castling",
        "en_passant",
        "halfmove",
        "fullmove",
    ];
    let meanings = [
        placement_in_words(board),
        format!("{} is to move", capitalised(board.turn())),
        castling_in_words(board),
        en_passant_in_words(board, ep),
        format!(
            "{} plies since the last capture or pawn move; a draw can be claimed at 100 and the game ends at 150",
            board.halfmoves()
        ),
        format!(
            "move {} of the game; the number grows after Black's move",
            board.fullmoves()
        ),
    ];
    let fields = names.into_iter().zip(fen.split(' ')).zip(meanings);
    fields
        .map(|((field, text), meaning)| Explained {
            field,
            text: text.to_owned(),
            meaning,
        })
        .collect()
}

fn capitalised(color: Color) -> &'static str {
    if color.is_white() { "White" } else { "Black" }
}

fn placement_in_words(board: &Chess) -> String {
    let side = |color: Color| {
        let count = board.board().material_side(color);
        let parts = count
            .zip_role()
            .into_iter()
            .rev()
            .filter(|(_, n)| *n > 0)
            .map(|(role, n)| {
                let name = role_name(role);
                if n == 1 {
                    name.to_owned()
                } else {
                    format!("{n} {name}s")
                }
            });
        format!(
            "{}: {}",
            capitalised(color),
            parts.collect::<Vec<_>>().join(", ")
        )
    };
    format!(
        "{}; {}; ranks are listed from the 8th down",
        side(Color::White),
        side(Color::Black)
    )
}

fn castling_in_words(board: &Chess) -> String {
    let side = |color: Color| match castling_sides(board, color).as_slice() {
        [] => format!("{} may not castle any more", capitalised(color)),
        [one] => format!(
            "{} may still castle {}",
            capitalised(color),
            one.replace('_', " ")
        ),
        [_, ..] => format!("{} may still castle on both sides", capitalised(color)),
    };
    format!("{}; {}", side(Color::White), side(Color::Black))
}

fn en_passant_in_words(board: &Chess, ep: EpStyle) -> String {
    match board.ep_square(ep.mode()) {
        Some(square) => format!(
            "a pawn has just passed {square} and may be captured there, if a capture is legal"
        ),
        None => "no pawn can be captured en passant".to_owned(),
    }
}

/// A board to read in a terminal: `text/plain` of `/v1/position`.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a>(pub &'a PositionFacts);

impl std::fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let facts = self.0;
        for (rank, row) in (1..=8).rev().zip(&facts.board) {
            let squares: String = row.chars().flat_map(|c| [' ', c]).collect();
            writeln!(f, "{rank} {squares}")?;
        }
        writeln!(f, "   a b c d e f g h\n")?;
        let mut line = |name: &str, text: &str| writeln!(f, "{name:<12}{text}");
        line("FEN", &facts.fen)?;
        line("To move", facts.turn)?;
        line("Status", &status_in_words(facts))?;
        line("Castling", facts.fen.split(' ').nth(2).unwrap_or("-"))?;
        line("En passant", facts.ep_square.as_deref().unwrap_or("-"))?;
        line("Kings", &kings_in_words(facts))?;
        line("Hash", &facts.hash)
    }
}

fn status_in_words(facts: &PositionFacts) -> String {
    let mut words = format!("{:?}", facts.status)
        .chars()
        .fold(String::new(), |mut words, c| {
            if c.is_uppercase() && !words.is_empty() {
                words.push(' ');
            }
            words.extend(c.to_lowercase());
            words
        });
    if facts.check && facts.status == Status::Ongoing {
        let _ = write!(words, ", check from {}", facts.checkers.join(" and "));
    }
    let _ = write!(words, ", {} legal moves", facts.legal_moves.len());
    words
}

fn kings_in_words(facts: &PositionFacts) -> String {
    let square = |king: &Option<String>| king.clone().unwrap_or_else(|| "-".to_owned());
    format!(
        "white {}, black {}",
        square(&facts.kings.white),
        square(&facts.kings.black)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    /// Published test vectors of the Polyglot book format (hgm's page of the format).
    #[test]
    fn polyglot_hashes_are_the_published_ones() {
        for (fen, hash) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "463b96181691fc9c",
            ),
            (
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                "823c9b50fd114196",
            ),
            (
                "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
                "0756b94461c50fb0",
            ),
            (
                "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
                "662fafb965db29d4",
            ),
            (
                "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
                "22a48b5a8e47ff78",
            ),
            (
                "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3",
                "652a607ca3f242c1",
            ),
            (
                "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4",
                "00fdd303c946bdd9",
            ),
            (
                "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
                "3c8123ea7b067637",
            ),
            (
                "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4",
                "5c3f9b829b279560",
            ),
        ] {
            let board: Chess = fen
                .parse::<Fen>()
                .unwrap()
                .into_position(CastlingMode::Standard)
                .unwrap();
            assert_eq!(polyglot(&board), hash, "input: {fen}");
        }
    }
}
