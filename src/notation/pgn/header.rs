//! The tags of a game, and the position that they start it from.

use super::builder::Broken;
use super::lexer::Token;
use super::section::{Flow, Parser};
use super::tags::Flaw;
use super::{Fault, Tag, start};
use crate::notation::{Severity, quote};
use crate::position::Position;

impl Parser<'_> {
    pub(super) fn tag(&mut self, token: Token) -> Flow {
        let Some(scanned) = self.lexer.take_tag() else {
            return Flow::On;
        };
        let known = self.tags.iter().any(|tag| tag.name == scanned.tag.name);
        let again = known && scanned.tag.name == "Event" && self.tags.len() > 1;
        if self.movetext.is_some() || again {
            return Flow::EndsBefore;
        }
        if known {
            let message = format!(
                "the tag {} is there twice, the first one counts",
                quote(&scanned.tag.name)
            );
            self.note(Severity::Warning, "pgn-tag-duplicate", token, message);
        }
        self.add_tag(token, scanned.tag, scanned.flaw);
        Flow::On
    }

    fn add_tag(&mut self, token: Token, tag: Tag, flaw: Option<Flaw>) {
        let name = flaw.map(|_| tag.name.clone()).unwrap_or_default();
        self.tags.push(tag);
        let Some(flaw) = flaw else {
            return;
        };
        let mut note = |code, what: &str| {
            let message = format!("tag {}: {what}", quote(&name));
            self.game
                .note(Severity::Warning, code, token.start, token.end, message);
        };
        match flaw {
            Flaw::BareQuotes => note(
                "pgn-tag-quotes",
                "quotes inside the value without a backslash",
            ),
            Flaw::OddQuotes => note("pgn-tag-quotes", "unusual quotes around the value"),
            Flaw::Unquoted => note("pgn-tag-unquoted", "no quotes around the value"),
            Flaw::BrokenLine => note("pgn-tag-broken-line", "the value goes on in the next line"),
            Flaw::Unclosed | Flaw::Nameless => {
                let text = self.lexer.slice(token);
                self.game
                    .fault(Fault::Tag(text.to_owned()), token.start, token.end);
            }
        }
    }

    /// Settles where the game starts from, at the first token of its movetext.
    pub(super) fn begin_movetext(&mut self, at: usize) {
        if self.movetext.is_some() {
            return;
        }
        self.movetext = Some(self.in_front.unwrap_or(at));
        self.set_up(at);
    }

    pub(super) fn set_up(&mut self, at: usize) {
        if self.tags.is_empty() {
            self.root = Some(Position::default());
            return;
        }
        let start = start::read(&self.tags);
        for finding in start.findings {
            if finding.severity != Severity::Error && !self.game.findings.has(finding.code) {
                self.game.findings.push(finding);
            }
        }
        if start.chess960_assumed {
            let message = "read as Chess960, because the castling rights of the FEN are not possible otherwise";
            self.game
                .note(Severity::Info, "pgn-chess960-assumed", at, at, message);
        }
        if let Some(mended) = start.mended {
            let message = format!("the FEN tag is not possible, read as {}", quote(&mended));
            self.game
                .note(Severity::Warning, "pgn-fen-mended", at, at, message);
        }
        match start.root {
            Ok(root) => {
                self.variant = root.variant();
                self.game.start(root.root());
                self.root = Some(root);
            }
            Err(fault) => {
                let line = format!("[{} ", start.tag);
                let tag_at = self.lexer.text[self.first..at]
                    .find(&line)
                    .map_or(at, |found| self.first + found);
                let end = self.lexer.text[tag_at..]
                    .lines()
                    .next()
                    .map_or(tag_at, |line| tag_at + line.len());
                self.game.rooted = false;
                self.game.fault(fault, tag_at, end);
                self.game.break_line(at, None);
                self.game.line().broken = Some(Broken {
                    from: at,
                    error: None,
                    words: 2,
                });
                self.root = None;
            }
        }
    }
}
