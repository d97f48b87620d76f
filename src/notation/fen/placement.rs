//! The first field: eight ranks from the eighth down, each the men and the runs of empty squares
//! from the a-file on. Says all that is off in it; how to mend it is in [`repair`](super::repair).

use shakmaty::{Board, Piece, Role, Square};

use super::repair;
use super::tokens::{span, text};
use crate::notation::text::Glyph;
use crate::notation::words::role_name as name;
use crate::notation::{Field, Finding, Findings, Language, Span, figurine, look_alike, quote};

const FIELD: Field = Field::Placement;

/// One square of a rank as written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Cell {
    Empty,
    Letter(char),
}

/// One rank as written, of any width.
#[derive(Clone, Debug, Default)]
pub(super) struct RankText {
    pub(super) cells: Vec<Cell>,
    pub(super) places: Vec<Span>,
    pub(super) text: String,
    pub(super) span: Span,
}

/// The field as read.
#[derive(Clone, Debug, Default)]
pub(super) struct Placement {
    /// The board as written where it is sound, else the boards that it may mean; best first only
    /// as far as the text alone can tell.
    pub(super) boards: Vec<Board>,
    /// Whether there was a placement at all.
    pub(super) is_given: bool,
    /// What could be read of it, for those checks that make sense on a part.
    pub(super) partial: Board,
    /// Where each square's man stands in the text.
    pub(super) places: Vec<Span>,
}

/// Reads the field and says all that is wrong with it.
pub(super) fn read(glyphs: &[Glyph], findings: &mut Findings) -> Placement {
    if glyphs.is_empty() {
        return Placement::default();
    }
    let before = findings.len();
    let ranks = ranks(glyphs, findings);
    letters(&ranks, findings);
    widths(&ranks, findings);
    let mut placement = Placement {
        places: places(&ranks, span(glyphs)),
        partial: partial(&ranks),
        is_given: true,
        ..Placement::default()
    };
    let sound = findings
        .iter()
        .skip(before)
        .all(|finding| finding.severity < crate::notation::Severity::Error);
    placement.boards = if sound {
        vec![placement.partial.clone()]
    } else {
        repair::boards(&ranks)
    };
    placement
}

/// A man by its FEN letter.
pub(super) fn man(ch: char) -> Option<Piece> {
    Piece::from_char(ch).filter(|_| ch.is_ascii())
}

fn ranks(glyphs: &[Glyph], findings: &mut Findings) -> Vec<RankText> {
    let glyphs = pocket(glyphs, findings);
    let separator = separator(glyphs, findings);
    let runs = glyphs.split(|glyph| separator.contains(&glyph.ch));
    let runs: Vec<&[Glyph]> = runs
        .filter(|run| *separator != [' '] || !run.is_empty())
        .collect();
    let mut ranks: Vec<RankText> = runs.iter().map(|run| rank(run, findings)).collect();
    let mut at = span(glyphs).start;
    for rank in &mut ranks {
        if rank.text.is_empty() {
            rank.span = Span::new(at, at);
        }
        at = rank.span.end + 1;
    }
    slashes(&mut ranks, findings);
    ranks
}

/// Cuts off a Crazyhouse pocket, `[…]`.
fn pocket<'a>(glyphs: &'a [Glyph], findings: &mut Findings) -> &'a [Glyph] {
    let Some(open) = glyphs.iter().position(|glyph| glyph.ch == '[') else {
        return glyphs;
    };
    let (board, pocket) = glyphs.split_at(open);
    let message = format!(
        "{} is a Crazyhouse pocket, expected a board of standard chess or Chess960",
        quote(&text(pocket))
    );
    findings.push(Finding::error("fen-pocket", FIELD, span(pocket), message));
    board
}

/// What parts the ranks: `/`, or what stands for it all through.
fn separator(glyphs: &[Glyph], findings: &mut Findings) -> &'static [char] {
    const OTHERS: [(char, &[char]); 7] = [
        (' ', &[' ']),
        ('\\', &['\\']),
        ('|', &['|']),
        ('.', &['.']),
        (',', &[',']),
        (';', &[';']),
        (':', &[':']),
    ];
    if glyphs.iter().any(|glyph| glyph.ch == '/') {
        return &['/'];
    }
    let count = |ch| glyphs.iter().filter(|glyph| glyph.ch == ch).count();
    let Some((ch, found)) = OTHERS.into_iter().find(|&(ch, _)| count(ch) >= 5) else {
        return &['/'];
    };
    let message = format!("ranks parted by {}, expected \"/\"", quote(&ch.to_string()));
    findings.push(Finding::error("fen-slash", FIELD, span(glyphs), message));
    found
}

/// A slash too many at either end; ranks without a slash between them.
fn slashes(ranks: &mut Vec<RankText>, findings: &mut Findings) {
    for last in [true, false] {
        while ranks.len() > 1 {
            let at = if last { ranks.len() - 1 } else { 0 };
            if !ranks[at].text.is_empty() {
                break;
            }
            let place = ranks.remove(at).span;
            let message = "a slash too many at the end of the placement";
            let message = if last {
                message
            } else {
                "a slash too many at the start of the placement"
            };
            findings.push(Finding::error("fen-slash", FIELD, place, message));
        }
    }
    if ranks.len() > 8
        && let Some(at) = ranks.iter().position(|rank| rank.text.is_empty())
    {
        let place = ranks.remove(at).span;
        findings.push(Finding::error(
            "fen-slash",
            FIELD,
            place,
            "two slashes side by side, expected one",
        ));
    }
}

fn rank(run: &[Glyph], findings: &mut Findings) -> RankText {
    let run = trim(run);
    let mut rank = RankText {
        text: text(run),
        span: span(run),
        ..RankText::default()
    };
    let mut adjacent = None;
    let mut before = None;
    for glyph in run {
        let place = Span::new(glyph.start, glyph.end);
        match glyph.ch {
            digit @ '0'..='9' => {
                if before.is_some_and(|ch: char| ch.is_ascii_digit()) {
                    adjacent = adjacent.or(Some(place));
                }
                for _ in 0..digit.to_digit(10).unwrap_or(0) {
                    rank.cells.push(Cell::Empty);
                    rank.places.push(place);
                }
                if matches!(digit, '0' | '9') {
                    let message = format!(
                        "digit {digit} in rank {}, expected 1 to 8",
                        quote(&rank.text)
                    );
                    findings.push(Finding::error("fen-digit", FIELD, place, message));
                }
            }
            '~' if before.is_some_and(|ch| man(ch).is_some()) => {
                let message = "\"~\" marks a promoted man in Crazyhouse and means nothing here";
                findings.push(Finding::info("fen-promoted-mark", FIELD, place, message));
            }
            ' ' => {}
            ch => {
                rank.cells.push(Cell::Letter(ch));
                rank.places.push(place);
            }
        }
        before = Some(glyph.ch);
    }
    if let Some(place) = adjacent {
        let message = format!(
            "two digits side by side in rank {}, expected one number for each run of empty squares",
            quote(&rank.text)
        );
        findings.push(Finding::error("fen-adjacent-digits", FIELD, place, message));
    }
    rank
}

fn trim(run: &[Glyph]) -> &[Glyph] {
    let start = run
        .iter()
        .position(|glyph| glyph.ch != ' ')
        .unwrap_or(run.len());
    let end = run
        .iter()
        .rposition(|glyph| glyph.ch != ' ')
        .map_or(start, |at| at + 1);
    &run[start..end]
}

/// Letters that are no men: one finding for each that is different.
fn letters(ranks: &[RankText], findings: &mut Findings) {
    let mut told = Vec::new();
    for (index, rank) in ranks.iter().enumerate() {
        for (file, (cell, place)) in rank.cells.iter().zip(&rank.places).enumerate() {
            let Cell::Letter(ch) = *cell else { continue };
            if man(ch).is_some() || told.contains(&ch) {
                continue;
            }
            told.push(ch);
            let square = square(index, file);
            let on = square
                .map(|square| format!(" on {square}"))
                .unwrap_or_default();
            let message = format!(
                "{}{on} is no piece letter{}, expected one of \"KQRBNPkqrbnp\"",
                quote(&ch.to_string()),
                foreign(ch)
            );
            findings.push(Finding::error("fen-letter", FIELD, *place, message).at(square));
        }
    }
}

/// What a letter means in other languages: ` (queen in Spanish, Catalan, …)`.
fn foreign(ch: char) -> String {
    if let Some(role) = figurine(ch) {
        return format!(" (a figurine of the {})", name(role));
    }
    if let Some(latin) = look_alike(ch).filter(|&latin| man(latin).is_some()) {
        return format!(" (it only looks like {})", quote(&latin.to_string()));
    }
    let upper: Vec<char> = ch.to_uppercase().collect();
    let mut parts = Vec::new();
    for role in Role::ALL.into_iter().rev() {
        let speak = |language: &Language| {
            language.role_at(&upper) == Some((role, 1)) && *language != Language::ENGLISH
        };
        let names: Vec<_> = Language::all().filter(speak).map(Language::name).collect();
        match names.as_slice() {
            [] => {}
            [some @ .., _, _] if some.len() > 3 => parts.push(format!(
                "{} in {} and other languages",
                name(role),
                some[..3].join(", ")
            )),
            all => parts.push(format!("{} in {}", name(role), all.join(", "))),
        }
    }
    if parts.is_empty() {
        String::new()
    } else {
        format!(" ({})", parts.join("; "))
    }
}

/// How many ranks there are, and how wide each is.
fn widths(ranks: &[RankText], findings: &mut Findings) {
    let whole = ranks
        .iter()
        .map(|rank| rank.span)
        .reduce(Span::to)
        .unwrap_or_default();
    let pocket = ranks
        .get(8)
        .filter(|rank| ranks.len() == 9 && is_pocket(rank));
    if let Some(pocket) = pocket {
        let message = format!(
            "{} after the eighth rank is a Crazyhouse pocket, expected a board of standard chess or Chess960",
            quote(&pocket.text)
        );
        findings.push(Finding::error("fen-pocket", FIELD, pocket.span, message));
    } else if ranks.len() != 8 {
        let message = format!(
            "the placement has {}, expected 8 parted by \"/\"",
            plural(ranks.len(), "rank")
        );
        findings.push(Finding::error("fen-rank-count", FIELD, whole, message));
    }
    for (index, rank) in ranks.iter().enumerate() {
        let width = rank.cells.len();
        if width == 8 || (index == 8 && pocket.is_some()) {
            continue;
        }
        let name = match (ranks.len(), 8_usize.checked_sub(index)) {
            (8, Some(number)) => format!("rank {number}"),
            _ => format!("the {} rank of the placement", ordinal(index + 1)),
        };
        let squares = if width == 1 { "square" } else { "squares" };
        let message = format!(
            "{name} {} covers {width} {squares}, expected 8",
            quote(&rank.text)
        );
        findings.push(Finding::error("fen-rank-width", FIELD, rank.span, message));
    }
}

fn is_pocket(rank: &RankText) -> bool {
    let man = |cell: &Cell| matches!(cell, Cell::Letter(ch) if man(*ch).is_some());
    !rank.cells.is_empty() && rank.cells.len() != 8 && rank.cells.iter().all(man)
}

/// `1 rank`, `2 ranks`.
fn plural(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

fn ordinal(number: usize) -> String {
    match number {
        1 => "first".into(),
        2 => "second".into(),
        3 => "third".into(),
        _ => format!("{number}th"),
    }
}

fn square(rank: usize, file: usize) -> Option<Square> {
    let (rank, file) = (u32::try_from(rank).ok()?, u32::try_from(file).ok()?);
    (rank < 8 && file < 8).then(|| Square::new((7 - rank) * 8 + file))
}

fn places(ranks: &[RankText], whole: Span) -> Vec<Span> {
    let mut places = vec![whole; 64];
    for (index, rank) in ranks.iter().enumerate() {
        for (file, place) in rank.places.iter().enumerate() {
            if let Some(square) = square(index, file) {
                places[square.to_usize()] = *place;
            }
        }
    }
    places
}

fn partial(ranks: &[RankText]) -> Board {
    let mut board = Board::empty();
    for (index, rank) in ranks.iter().enumerate() {
        for (file, cell) in rank.cells.iter().enumerate() {
            if let (Some(square), Cell::Letter(ch)) = (square(index, file), *cell)
                && let Some(piece) = man(ch)
            {
                board.set_piece_at(square, piece);
            }
        }
    }
    board
}

/// Whether a word can be a placement: mostly men, digits and slashes.
pub(super) fn looks_like(text: &str) -> bool {
    let count = |ch| text.matches(ch).count();
    let parted = ['.', ',', ';', ':'].into_iter().any(|ch| count(ch) >= 5);
    let slashes = text.matches(['/', '\\', '|']).count();
    let is_known = |&ch: &char| {
        man(ch).is_some() || ch.is_ascii_digit() || matches!(ch, '/' | '\\' | '|' | '~')
    };
    let (known, all) = (text.chars().filter(is_known).count(), text.chars().count());
    slashes >= 2 || parted || (all > 0 && known == all) || (known * 4 >= all * 3 && all >= 15)
}
