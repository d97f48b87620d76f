//! A section of the stream read into games, token by token.

use super::builder::{Builder, Doubt};
use super::detect::Puzzle;
use super::lexer::{Closed, Dots, Gap, Kind, Lexer, Token};
use super::place::{Locator, Place};
use super::remark::Lines;
use super::{Fault, Game, Nag, Options, Tag, glyph, prose};
use crate::notation::{Language, Severity, quote};
use crate::position::{Position, Variant};

/// What the parser has to know besides the text.
#[derive(Clone, Debug)]
pub(super) struct Context<'o> {
    pub(super) options: &'o Options,
    /// The number that the game gets.
    pub(super) number: u64,
    /// The language that its moves are read in.
    pub(super) language: Language,
    pub(super) locator: Locator,
    /// The section was cut because it is too large.
    pub(super) truncated: bool,
}

/// What was read, and where to go on.
#[derive(Debug)]
pub(super) struct Parsed {
    /// `None`: there is no game, only text, in the rest of the section.
    pub(super) game: Option<Game>,
    pub(super) end: usize,
    /// The first line of text before the game that belongs to nothing, and its place.
    pub(super) outside: Option<(Place, String)>,
    /// A move that another language may read.
    pub(super) puzzle: Option<Puzzle>,
}

/// Reads the next game of a section.
pub(super) fn parse(text: &str, at: usize, context: &Context<'_>) -> Parsed {
    let mut parser = Parser::new(text, at, context);
    let end = parser.run();
    parser.conclude(end, at)
}

/// Reads one game.
pub(super) struct Parser<'a> {
    pub(super) lexer: Lexer<'a>,
    pub(super) game: Builder<'a>,
    pub(super) language: Language,
    pub(super) variant: Variant,
    pub(super) tags: Vec<Tag>,
    pub(super) puzzle: Option<Puzzle>,
    pub(super) termination: Option<(usize, usize)>,
    /// The last move number, until a move follows.
    pub(super) number: Option<(u32, Dots)>,
    /// The last move number of the game, and how far the game's own count is ahead of it.
    pub(super) last_number: u32,
    pub(super) ahead: i64,
    pub(super) root: Option<Position>,
    /// Where the movetext starts, comments aside.
    pub(super) movetext: Option<usize>,
    /// Where brackets, markup and stray braces right in front of the movetext start.
    pub(super) in_front: Option<usize>,
    pub(super) remarks: bool,
    pub(super) escapes: Vec<String>,
    pub(super) outside: Option<(Place, String)>,
    pub(super) first: usize,
    /// The token before was a tag.
    pub(super) after_tag: bool,
    pub(super) truncated: bool,
}

/// Whether the game goes on after a token.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Flow {
    On,
    /// The next game starts at the token.
    EndsBefore,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, at: usize, context: &Context<'_>) -> Self {
        let locator = context.locator.clone();
        Self {
            lexer: Lexer::new(text, at),
            game: Builder::new(text, context.number, locator, context.options.limits),
            language: context.language,
            variant: Variant::Standard,
            tags: Vec::with_capacity(24),
            puzzle: None,
            termination: None,
            number: None,
            last_number: 0,
            ahead: 0,
            root: None,
            movetext: None,
            in_front: None,
            remarks: false,
            escapes: Vec::new(),
            outside: None,
            first: at,
            after_tag: false,
            truncated: context.truncated,
        }
    }

    /// Reads tokens to the end of the game; where that is.
    fn run(&mut self) -> usize {
        let mut first = true;
        loop {
            let mut token = self.lexer.next();
            if std::mem::take(&mut first) {
                token.gap = Gap::Blank;
                self.first = token.start;
            }
            if token.kind == Kind::Word && self.plain_move(token) {
                continue;
            }
            if token.kind == Kind::End {
                return token.start;
            }
            if self.is_prose(token) {
                self.prose(token);
                continue;
            }
            self.after_tag = token.kind == Kind::Tag;
            if self.token(token) == Flow::EndsBefore {
                return token.start;
            }
            if self.game.tree.items() > self.game.limits.items && self.game.skipped < usize::MAX / 4
            {
                let limit = self.game.limits.items;
                let what = "moves and remarks";
                self.game
                    .fault(Fault::TooLarge { what, limit }, token.start, token.end);
                self.game.skipped = usize::MAX / 2;
            }
        }
    }

    fn token(&mut self, token: Token) -> Flow {
        if self.termination.is_some() {
            return self.after_the_end(token);
        }
        self.in_front = match token.kind {
            Kind::Markup | Kind::Bracket | Kind::StrayBrace => self.in_front.or(Some(token.start)),
            Kind::Tag | Kind::Comment(_) | Kind::LineComment | Kind::Escape => None,
            _ => self.in_front,
        };
        match token.kind {
            Kind::Tag => return self.tag(token),
            Kind::Comment(closed) => self.comment(token, closed),
            Kind::LineComment => self.remark(token, Lines::One, |text| &text[1..]),
            Kind::Escape => self.escape(token),
            Kind::Markup => self.markup(token),
            Kind::Bracket => self.bracket(token),
            Kind::StrayBrace => self.stray(token),
            Kind::Number(value, dots) => return self.move_number(token, value, dots),
            Kind::Dots => self.black_dots(),
            _ => {
                self.begin_movetext(token.start);
                self.in_movetext(token);
            }
        }
        Flow::On
    }

    fn in_movetext(&mut self, token: Token) {
        match token.kind {
            Kind::Word => self.word(token),
            Kind::Marks => self.marks(token),
            Kind::Nag(nag) => self.nag(token, nag),
            Kind::BadNag => {
                if !self.game.is_unread() {
                    let text = self.lexer.slice(token);
                    self.game
                        .fault(Fault::Nag(text.to_owned()), token.start, token.end);
                    self.game.unread(text);
                }
            }
            Kind::Open => {
                self.settle_doubt();
                self.number = None;
                self.game.open(token.start);
            }
            Kind::Close => {
                self.number = None;
                if !self.game.close(token.start) {
                    self.stray(token);
                }
            }
            Kind::DrawOffer => {
                if !self.game.is_unread() {
                    self.game.comment("(=)", Lines::One);
                    self.note(
                        Severity::Info,
                        "pgn-draw-offer",
                        token,
                        "a draw offer is kept as a comment",
                    );
                }
            }
            Kind::Result => self.result(token),
            Kind::Tag
            | Kind::Comment(_)
            | Kind::LineComment
            | Kind::Escape
            | Kind::Markup
            | Kind::Bracket
            | Kind::StrayBrace
            | Kind::Number(..)
            | Kind::Dots
            | Kind::End => {}
        }
    }

    pub(super) fn note(
        &mut self,
        severity: Severity,
        code: &'static str,
        token: Token,
        message: impl Into<String>,
    ) {
        self.game
            .note(severity, code, token.start, token.end, message);
    }

    /// Whether a token begins a line of text that is no movetext.
    fn is_prose(&self, token: Token) -> bool {
        let idle = self.movetext.is_none();
        let candidate =
            token.gap == Gap::Blank || (idle && (token.gap == Gap::Line || self.after_tag));
        let readable =
            self.game.depth() == 0 && !self.game.is_unread() && self.termination.is_none();
        let worth_a_look = matches!(token.kind, Kind::Word | Kind::Number(..));
        if !(candidate && readable && worth_a_look) {
            return false;
        }
        let line = &self.lexer.text[token.start..self.lexer.line_end()];
        let first = if idle && (self.tags.is_empty() || self.after_tag && token.gap == Gap::Same) {
            prose::First::OfText
        } else {
            prose::First::OfGame
        };
        prose::is_prose(line, first)
    }

    fn prose(&mut self, token: Token) {
        self.lexer.at = token.start;
        self.lexer.at = self.lexer.line_end();
        let line = self.lexer.text[token.start..self.lexer.at].trim_end();
        if self.movetext.is_none() && self.tags.is_empty() {
            if self.outside.is_none() {
                let place = self.game.locator.locate(self.lexer.text, token.start);
                self.outside = Some((place, line.chars().take(1_000).collect()));
            }
            self.first = self.lexer.at;
            return;
        }
        let message = format!("the line {} is text, not movetext", quote(line));
        let whole = Token {
            end: token.start + line.len(),
            ..token
        };
        self.note(Severity::Warning, "pgn-text", whole, message);
        self.game.unread(line);
        self.in_front = None;
        self.remarks = true;
    }

    /// Movetext in brackets.
    fn bracket(&mut self, token: Token) {
        let message = "square brackets around movetext are passed over";
        self.note(Severity::Warning, "pgn-brackets", token, message);
    }

    fn markup(&mut self, token: Token) {
        let message = format!(
            "HTML markup is passed over, {} first",
            quote(self.lexer.slice(token))
        );
        self.note(Severity::Info, "pgn-html", token, message);
    }

    fn escape(&mut self, token: Token) {
        let raw = !self.game.rooted && self.termination.is_none();
        if !raw {
            self.escapes.push(self.lexer.slice(token)[1..].to_owned());
        }
    }

    fn stray(&mut self, token: Token) {
        if !self.game.is_unread() {
            let text = self.lexer.slice(token).to_owned();
            self.game
                .fault(Fault::StrayClose(text), token.start, token.end);
        }
    }

    fn comment(&mut self, token: Token, closed: Closed) {
        match closed {
            Closed::InLine => self.remark(token, Lines::One, |text| &text[1..text.len() - 1]),
            Closed::Later => self.remark(token, Lines::Some, |text| &text[1..text.len() - 1]),
            Closed::No => {
                self.game
                    .fault(Fault::CommentUnclosed, token.start, token.start + 1);
                self.remark(token, Lines::Some, |text| &text[1..]);
            }
        }
    }

    fn remark(&mut self, token: Token, lines: Lines, inner: fn(&str) -> &str) {
        if !self.game.is_unread() {
            self.game.comment(inner(self.lexer.slice(token)), lines);
        }
        self.remarks = true;
    }

    fn marks(&mut self, token: Token) {
        if self.game.is_unread() {
            return;
        }
        let text = self.lexer.slice(token);
        if text.len() > 2 {
            let message = format!("the annotation {} is read in pairs", quote(text));
            self.note(Severity::Info, "pgn-annotation", token, message);
        }
        for nag in glyph::of_marks(text) {
            self.game.nag(nag);
        }
    }

    fn nag(&mut self, token: Token, nag: u32) {
        if self.game.is_unread() {
            return;
        }
        if nag > Nag::MAX {
            let message = format!("${nag} is not known, expected $0 to ${}", Nag::MAX);
            self.note(Severity::Warning, "pgn-nag-unknown", token, message);
        }
        self.game.nag(Nag(nag));
    }

    fn move_number(&mut self, token: Token, value: u32, dots: Dots) -> Flow {
        if token.gap == Gap::Blank
            && value == 1
            && dots != Dots::Black
            && self.last_number > 1
            && self.game.depth() == 0
        {
            return Flow::EndsBefore;
        }
        self.begin_movetext(token.start);
        if self.lexer.text[self.lexer.at..].starts_with(')') && self.game.depth() == 0 {
            self.lexer.at += 1;
        }
        if self.game.depth() == 0 {
            self.last_number = value;
        }
        if let Some(doubt) = self.game.line().doubt {
            self.check_doubt(doubt, value, dots);
        }
        self.number = Some((value, dots));
        Flow::On
    }

    /// After a token that could not be read: is this the number of the move that is due?
    fn check_doubt(&mut self, doubt: Doubt, value: u32, dots: Dots) {
        let line = self.game.line();
        let due = i64::from(u32::from(shakmaty::Position::fullmoves(&line.board)));
        let black = shakmaty::Position::turn(&line.board).is_black();
        if i64::from(value) + self.ahead == due && black == (dots == Dots::Black) {
            self.game.line().doubt = None;
            self.game.unread(&self.lexer.text[doubt.from..doubt.end]);
        }
    }

    /// A doubtful token took the place of a move: the line ends there.
    pub(super) fn settle_doubt(&mut self) {
        if let Some(doubt) = self.game.line().doubt.take() {
            self.game.break_line(doubt.from, doubt.error);
        }
    }

    fn black_dots(&mut self) {
        if let Some((value, _)) = self.number {
            self.number = Some((value, Dots::Black));
        }
    }

    fn result(&mut self, token: Token) {
        let deep = self.game.depth() > 0;
        if deep && !self.ends_here() {
            if !self.game.is_unread() {
                self.note(
                    Severity::Info,
                    "pgn-result-inside",
                    token,
                    "a result inside a variation is passed over",
                );
                self.game.unread(self.lexer.slice(token));
            }
            return;
        }
        self.terminate(token.start, token.end);
    }

    /// Whether nothing of this game can follow.
    pub(super) fn ends_here(&self) -> bool {
        let next = self.lexer.clone().next();
        matches!(next.kind, Kind::End | Kind::Tag) || next.gap == Gap::Blank
    }

    pub(super) fn terminate(&mut self, start: usize, end: usize) {
        self.game.finish(start);
        self.termination = Some((start, end));
    }

    /// What may stand behind the result marker.
    fn after_the_end(&mut self, token: Token) -> Flow {
        match token.kind {
            // No move that was read can bear them, and in front of the movetext they would be taken
            // for its beginning.
            Kind::Marks | Kind::Nag(_) if !self.game.rooted => {
                self.game.unread(self.lexer.slice(token));
            }
            Kind::Comment(closed) => self.comment(token, closed),
            Kind::LineComment => self.remark(token, Lines::One, |text| &text[1..]),
            Kind::Marks => self.marks(token),
            Kind::Nag(nag) => self.nag(token, nag),
            Kind::Escape => self.escape(token),
            Kind::Markup => self.markup(token),
            Kind::Close | Kind::StrayBrace => self.stray(token),
            Kind::Bracket if token.gap == Gap::Same => {}
            Kind::Result if token.gap == Gap::Same => {}
            Kind::Word
            | Kind::Number(..)
            | Kind::Dots
            | Kind::BadNag
            | Kind::Open
            | Kind::DrawOffer
            | Kind::Result
            | Kind::Tag
            | Kind::Bracket
            | Kind::End => return Flow::EndsBefore,
        }
        Flow::On
    }
}
