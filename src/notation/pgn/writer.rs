//! A game in export format (PGN standard, section 3.2): the seven tag roster first, lines of less
//! than 80 columns, moves in SAN. The reader returns it to the same tree.

use shakmaty::san::SanPlus;
use shakmaty::{CastlingSide, Chess, Position as _};

use super::lexer::{Closed, Kind, Lexer};
use super::split::{Input, Splitter};
use super::wrap::Wrapper;
use super::{Game, Node, Outcome, Played, ROSTER, Remark, Side, Step, Tag, prose, unread, walk};

/// Writes a game. Tags keep their values and, after the roster, their order; comments are set in
/// braces, text that could not be read in comments that say so; escaped lines follow the tags. The
/// movetext of a game without a root is written as it was.
pub fn write(game: &Game) -> String {
    let mut out = String::new();
    tags(game, &mut out);
    for escape in &game.escapes {
        out.push('%');
        out.push_str(escape);
        out.push('\n');
    }
    out.push('\n');
    let mut wrapper = Wrapper::new(out);
    if movetext(game, &mut wrapper) == Marker::Due {
        wrapper.word(marker(game));
    }
    wrapper.end_line();
    let mut out = wrapper.into_text();
    out.push('\n');
    out
}

fn tags(game: &Game, out: &mut String) {
    let tags: &[Tag] = &game.tags;
    let mut written = vec![false; tags.len()];
    for (name, unknown) in ROSTER {
        let found = tags.iter().position(|tag| tag.name == name);
        if let Some(index) = found {
            written[index] = true;
        }
        // Where no tag says how it ended, the movetext does.
        let unknown = if name == "Result" {
            game.result.as_str()
        } else {
            unknown
        };
        tag(name, found.map_or(unknown, |index| &tags[index].value), out);
        // A second Event tag on a line of its own would begin a new game.
        for (index, other) in tags
            .iter()
            .enumerate()
            .filter(|(_, tag)| name == "Event" && tag.name == name)
        {
            if !std::mem::replace(&mut written[index], true) {
                out.truncate(out.trim_end().len());
                out.push(' ');
                tag(name, &other.value, out);
            }
        }
    }
    for (other, _) in tags.iter().zip(written).filter(|(_, written)| !written) {
        tag(&other.name, &other.value, out);
    }
}

fn tag(name: &str, value: &str, out: &mut String) {
    out.push('[');
    out.push_str(name);
    out.push_str(" \"");
    for ch in value.chars() {
        match ch {
            '"' | '\\' => out.extend(['\\', ch]),
            '\n' | '\r' => out.push(' '),
            _ => out.push(ch),
        }
    }
    out.push_str("\"]\n");
}

/// The result; a double forfeit in other signs where `0-0` would be the move that is due.
fn marker(game: &Game) -> &'static str {
    let castles = |end: crate::position::Position| {
        let board = end.board();
        !board.castling_moves(CastlingSide::KingSide).is_empty()
    };
    if game.result == Outcome::Neither && game.end().is_some_and(castles) {
        return "---";
    }
    game.result.as_str()
}

/// Whether the result is still to be written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Marker {
    Due,
    /// The movetext ends with one as it is: another would be read as a game of its own.
    There,
}

fn movetext(game: &Game, out: &mut Wrapper) -> Marker {
    remarks(game.tree.root(), Side::After, out);
    let Some(root) = &game.root else {
        let marker = raw(game.rest.as_deref().unwrap_or_default(), out);
        // Words of a movetext without a root are not read, and `0-0` is one: the tag has to do.
        return match game.result {
            Outcome::Neither => Marker::There,
            _ => marker,
        };
    };
    let mut numbered = Numbered::Again;
    walk(&game.tree, root.root(), &mut |step| match step {
        Step::Move(node, board) => {
            numbered = one_move(node, board, numbered, out);
        }
        Step::Open => {
            out.before_next("(");
            numbered = Numbered::Again;
        }
        Step::Close => {
            out.behind_last(")");
            numbered = Numbered::Again;
        }
    });
    Marker::Due
}

/// A movetext that was not read, as it is; only a comment that never ends is closed.
fn raw(movetext: &str, out: &mut Wrapper) -> Marker {
    let text = movetext.replace("\r\n", "\n").replace('\r', "\n");
    let text = without_prose(&text, out);
    if first_section(&format!("{text}\n")) < text.len() {
        // An open comment in front held it together; as it stands it would be read as many games.
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            comment(&unread::mark(line), out);
        }
        return Marker::Due;
    }
    out.end_line();
    if !text.is_empty() {
        out.word(text);
        let mut lexer = Lexer::new(text, 0);
        let open = std::iter::from_fn(|| Some(lexer.next().kind).filter(|kind| *kind != Kind::End))
            .any(|kind| kind == Kind::Comment(Closed::No));
        if open {
            out.word("}");
        }
        out.end_line();
    }
    let marked = format!("{text}\n*\n");
    if first_section(&marked) < marked.len() {
        Marker::There
    } else {
        Marker::Due
    }
}

/// How much of a text is read as one game.
fn first_section(text: &str) -> usize {
    let length = Splitter::default().cut(text, Input::Ended);
    length.unwrap_or(text.len())
}

/// Lines in front that would be taken for text on lines of their own (they stood behind a tag) are
/// written as what the reader makes of such; what is left.
fn without_prose<'t>(mut text: &'t str, out: &mut Wrapper) -> &'t str {
    loop {
        let first = Lexer::new(text, 0).next();
        let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
        let like_a_move = matches!(first.kind, Kind::Word | Kind::Number(..));
        if !like_a_move || !prose::is_prose(line, prose::First::OfGame) {
            return text;
        }
        comment(&unread::mark(line.trim()), out);
        text = rest.trim_start();
    }
}

/// Whether the reader of a text knows the number of the next move.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Numbered {
    Known,
    Again,
}

fn one_move(node: Node<'_>, board: &Chess, numbered: Numbered, out: &mut Wrapper) -> Numbered {
    let before = node.comments(Side::Before).next().is_some();
    remarks(node, Side::Before, out);
    let number = board.fullmoves();
    if board.turn().is_white() {
        out.word(&format!("{number}."));
    } else if numbered == Numbered::Again || before {
        out.word(&format!("{number}..."));
    }
    match node.played() {
        Some(Played::Move(m)) => out.word(&SanPlus::from_move(board.clone(), m).to_string()),
        Some(Played::Null) | None => out.word("--"),
    }
    remarks(node, Side::After, out)
}

/// The remarks of a node on one side; glyphs and unread text stand after the move.
fn remarks(node: Node<'_>, side: Side, out: &mut Wrapper) -> Numbered {
    let mut numbered = Numbered::Known;
    for remark in node.remarks() {
        match remark {
            Remark::Nag(nag) if side == Side::After => out.word(&format!("${}", nag.0)),
            Remark::Comment(on, text) if on == side => {
                comment(text, out);
                numbered = Numbered::Again;
            }
            Remark::Unread(text) if side == Side::After => {
                comment(&unread::mark(text), out);
                numbered = Numbered::Again;
            }
            Remark::Nag(_) | Remark::Comment(..) | Remark::Unread(_) => {}
        }
    }
    numbered
}

/// A comment in braces, wrapped where a line break reads as the blank that it replaces; one that
/// holds a closing brace runs to the end of its line instead.
fn comment(text: &str, out: &mut Wrapper) {
    if text.contains('}') {
        out.word(&format!("; {text}"));
        return out.end_line();
    }
    let mut word = String::from("{");
    for piece in text.split(' ') {
        // Two blanks in a row, of whatever kind, and what must not start a line, stay where they are.
        let blank = |ch: char| ch.is_ascii_whitespace();
        let odd = piece.starts_with(['%', '[', ';']) || piece.starts_with(blank);
        let keep = piece.is_empty() || word.is_empty() || odd;
        let after_blank = word.ends_with(blank);
        if keep || after_blank {
            word.push(' ');
        } else {
            out.word(&word);
            word.clear();
        }
        word.push_str(piece);
    }
    out.word(&word);
    out.word("}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> String {
        let mut out = Wrapper::new(String::new());
        comment(text, &mut out);
        out.into_text()
    }

    #[test]
    fn comments_break_only_at_single_blanks() {
        assert_eq!(set("a b"), "{ a b }");
        assert_eq!(set(""), "{  }");
        assert_eq!(set("a  b"), "{ a  b }");
        let long = format!(
            "{} \u{c}5. b\t {}",
            "word ".repeat(14).trim(),
            "word".repeat(19)
        );
        let words: Vec<String> = set(&long).lines().map(str::to_owned).collect();
        assert!(
            words.iter().all(|line| line.trim_ascii() == line),
            "{words:?}"
        );
        let long = format!("{} [%clk 0:01]", "word ".repeat(15).trim());
        assert!(set(&long).contains("word [%clk"), "{}", set(&long));
        assert_eq!(set("a } b"), "; a } b\n");
    }
}
