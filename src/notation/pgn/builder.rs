//! A game under construction: its tree, the lines that are open, and what is wrong with it.

use shakmaty::{Chess, Position as _};

use super::fault::fen;
use super::place::Locator;
use super::remark::Lines;
use super::tree::Branch;
use super::{Fault, Limits, Nag, NodeId, PgnError, Played, Side, Tree, unread};
use crate::notation::{Field, Finding, Findings, Severity, Span};

/// A line that is being read: the main line at the bottom, variations above it.
#[derive(Debug)]
pub(super) struct Line {
    /// The board after the last move, and before it.
    pub(super) board: Chess,
    before: Chess,
    /// The last move that was read, or the node that the line starts from.
    pub(super) last: NodeId,
    pub(super) moves: usize,
    /// Where the unread rest of the line starts, once a move could not be read.
    pub(super) broken: Option<Broken>,
    /// A token that could not be read, in the place of a move: it breaks the line unless a move
    /// number shows that no move is missing.
    pub(super) doubt: Option<Doubt>,
    /// What stands before the first move of a variation.
    pending: Vec<Pending>,
}

/// Where a line breaks off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Broken {
    pub(super) from: usize,
    pub(super) error: Option<usize>,
    /// Words that were passed over since.
    pub(super) words: usize,
}

/// Text, up to `end`, that stands where a move may be missing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doubt {
    pub(super) from: usize,
    pub(super) end: usize,
    pub(super) error: Option<usize>,
}

impl From<Doubt> for Broken {
    fn from(doubt: Doubt) -> Self {
        Self {
            from: doubt.from,
            error: doubt.error,
            words: 1,
        }
    }
}

#[derive(Debug)]
enum Pending {
    Nag(Nag),
    Comment(String, Lines),
    Unread(String),
}

/// The game under construction.
#[derive(Debug)]
pub(super) struct Builder<'a> {
    pub(super) text: &'a str,
    pub(super) number: u64,
    pub(super) tree: Tree,
    pub(super) lines: Vec<Line>,
    /// Variations that are passed over, nested.
    pub(super) skipped: usize,
    pub(super) errors: Vec<PgnError>,
    pub(super) findings: Findings,
    pub(super) locator: Locator,
    pub(super) limits: Limits,
    /// Whether there is a position to play from.
    pub(super) rooted: bool,
}

impl<'a> Builder<'a> {
    pub(super) fn new(text: &'a str, number: u64, locator: Locator, limits: Limits) -> Self {
        Self {
            text,
            number,
            tree: Tree::with_room(text.len()),
            lines: vec![Line::new(Chess::default(), NodeId::ROOT)],
            skipped: 0,
            errors: Vec::new(),
            findings: Findings::new(),
            locator,
            limits,
            rooted: true,
        }
    }

    /// Sets the board that the main line starts from.
    pub(super) fn start(&mut self, board: &Chess) {
        self.lines = vec![Line::new(board.clone(), NodeId::ROOT)];
    }

    /// The line that is being read.
    pub(super) fn line(&mut self) -> &mut Line {
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    /// How many variations are open.
    pub(super) fn depth(&self) -> usize {
        self.lines.len() - 1 + self.skipped
    }

    /// Whether what comes next is only passed over.
    pub(super) fn is_unread(&self) -> bool {
        self.skipped > 0 || self.lines.last().is_some_and(|line| line.broken.is_some())
    }

    /// Whether the line is read without doubt, and there is room for more.
    pub(super) fn is_plain(&self) -> bool {
        let line = &self.lines[self.lines.len() - 1];
        self.skipped == 0
            && line.broken.is_none()
            && line.doubt.is_none()
            && self.tree.items() < self.limits.items
    }

    /// Plays a move on the line.
    pub(super) fn play(&mut self, played: Played, written: &str) {
        let in_variation = self.lines.len() > 1;
        let line = &mut self.lines[..]
            .last_mut()
            .expect("the main line is never closed");
        let branch = if in_variation && line.moves == 0 {
            Branch::Variation
        } else {
            Branch::Main
        };
        line.before.clone_from(&line.board);
        played.play(&mut line.board);
        line.last = self.tree.add(line.last, played, written, branch);
        line.moves += 1;
        let node = line.last;
        let mut waiting = std::mem::take(&mut line.pending);
        // In the order that they are written in: comments before the move, the rest after it.
        waiting.sort_by_key(|pending| !matches!(pending, Pending::Comment(..)));
        for pending in waiting {
            match pending {
                Pending::Nag(nag) => self.tree.add_nag(node, nag),
                Pending::Comment(text, lines) => {
                    self.tree.add_comment(node, Side::Before, &text, lines);
                }
                Pending::Unread(text) => self.tree.add_unread(node, &text),
            }
        }
    }

    /// Whether a remark has to wait for the first move of its variation.
    fn waits(&self) -> bool {
        self.lines.len() > 1 && self.lines.last().is_some_and(|line| line.moves == 0)
    }

    pub(super) fn nag(&mut self, nag: Nag) {
        if self.waits() {
            self.line().pending.push(Pending::Nag(nag));
        } else {
            let node = self.line().last;
            self.tree.add_nag(node, nag);
        }
    }

    pub(super) fn comment(&mut self, raw: &str, lines: Lines) {
        if let Some(text) = unread::unmark(raw) {
            return self.unread(text);
        }
        if self.waits() {
            self.line()
                .pending
                .push(Pending::Comment(raw.to_owned(), lines));
        } else {
            let node = self.line().last;
            self.tree.add_comment(node, Side::After, raw, lines);
        }
    }

    /// Keeps text that could not be read and that no move is missing for.
    pub(super) fn unread(&mut self, raw: &str) {
        if self.waits() {
            self.line().pending.push(Pending::Unread(raw.to_owned()));
        } else {
            let node = self.line().last;
            self.tree.add_unread(node, raw);
        }
    }

    /// Opens a variation: an alternative to the last move, or to the one that could not be read.
    pub(super) fn open(&mut self, at: usize) {
        if self.skipped > 0 {
            self.skipped += 1;
            return;
        }
        if self.lines.len() > self.limits.depth {
            let what = "nested variations";
            let limit = self.limits.depth;
            self.fault(Fault::TooLarge { what, limit }, at, at + 1);
            self.skipped = 1;
            return;
        }
        let line = self.line();
        let (board, last) = match line.broken {
            None if line.moves > 0 => (line.before.clone(), None),
            None => (line.board.clone(), Some(line.last)),
            Some(broken) if broken.words <= 1 => (line.board.clone(), Some(line.last)),
            Some(_) => {
                self.skipped = 1;
                return;
            }
        };
        let last = last.unwrap_or_else(|| {
            let node = self.lines[self.lines.len() - 1].last;
            self.tree
                .node(node)
                .parent()
                .map_or(NodeId::ROOT, |parent| parent.id())
        });
        self.lines.push(Line::new(board, last));
    }

    /// Closes a variation; `false` where none is open.
    pub(super) fn close(&mut self, at: usize) -> bool {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if self.lines.len() > 1 {
            self.end_line(at);
        } else {
            return false;
        }
        true
    }

    /// Ends the innermost variation.
    fn end_line(&mut self, at: usize) {
        let Some(line) = self.lines.pop() else {
            return;
        };
        let outer = self.lines.last().map_or(NodeId::ROOT, |line| line.last);
        for pending in line.pending {
            match pending {
                Pending::Nag(nag) => self.tree.add_nag(outer, nag),
                Pending::Comment(text, lines) => {
                    self.tree.add_comment(outer, Side::After, &text, lines);
                }
                Pending::Unread(text) => self.tree.add_unread(outer, &text),
            }
        }
        let node = if line.moves > 0 { line.last } else { outer };
        let broken = line.broken.or(line.doubt.map(Broken::from));
        if let Some(broken) = broken {
            self.keep_rest(broken, at, node);
        }
    }

    fn keep_rest(&mut self, broken: Broken, at: usize, node: NodeId) {
        let rest = self.text[broken.from..at].trim();
        self.tree.add_unread(node, rest);
        if let Some(error) = broken.error.and_then(|index| self.errors.get_mut(index)) {
            error.rest = rest.to_owned();
        }
    }

    /// Ends the game at `at`; what is still open is closed, and said.
    pub(super) fn finish(&mut self, at: usize) {
        if !self.rooted {
            self.lines.truncate(1);
            self.line().broken = None;
            self.skipped = 0;
            return;
        }
        let open = self.depth();
        if open > 0 {
            self.skipped = 0;
            self.fault(Fault::VariationUnclosed(open), at, at);
            while self.lines.len() > 1 {
                self.end_line(at);
            }
        }
        let line = self.line();
        let broken = line.broken.take().or(line.doubt.take().map(Broken::from));
        let node = line.last;
        if let Some(broken) = broken {
            self.keep_rest(broken, at, node);
        }
    }

    /// Tells a fault; its index among the errors, unless there are too many.
    pub(super) fn fault(&mut self, fault: Fault, start: usize, end: usize) -> Option<usize> {
        if self.errors.len() >= Findings::MAX {
            return None;
        }
        let token: String = self.text[start..end].chars().take(1_000).collect();
        let line = &self.lines[self.lines.len() - 1];
        let at_move = matches!(fault, Fault::Move { .. } | Fault::NullMove).then(|| {
            let dots = if line.board.turn().is_white() {
                "."
            } else {
                "..."
            };
            format!("{}{dots} {token}", line.board.fullmoves())
        });
        self.errors.push(PgnError {
            fen: self.rooted.then(|| fen(&line.board)),
            after: line.last,
            place: self.locator.locate(self.text, start),
            game: self.number,
            rest: String::new(),
            at_move,
            token,
            fault,
        });
        Some(self.errors.len() - 1)
    }

    /// Says something once per game.
    pub(super) fn note(
        &mut self,
        severity: Severity,
        code: &'static str,
        start: usize,
        end: usize,
        message: impl Into<String>,
    ) {
        if self.findings.has(code) {
            return;
        }
        let from =
            usize::try_from(self.locator.locate(self.text, start).offset).unwrap_or(usize::MAX);
        let to = from + self.text[start..end].chars().count();
        let span = Span::new(from, to);
        self.findings
            .push(Finding::new(severity, code, Field::Pgn, span, message));
    }

    /// Ends the line at a move that could not be read.
    pub(super) fn break_line(&mut self, from: usize, error: Option<usize>) {
        self.line().broken = Some(Broken {
            from,
            error,
            words: 1,
        });
    }
}

impl Line {
    fn new(board: Chess, last: NodeId) -> Self {
        Self {
            before: board.clone(),
            board,
            last,
            moves: 0,
            broken: None,
            doubt: None,
            pending: Vec::new(),
        }
    }
}
