//! The game put together, once its text ends.

use super::lexer::is_invisible;
use super::section::{Parsed, Parser};
use super::{Encoding, Fault, Game, Outcome, Side, Termination, game, outcome};
use crate::notation::{Severity, quote};

impl Parser<'_> {
    /// Puts the game together, which ends at byte `end` of the section.
    pub(super) fn conclude(mut self, end: usize, at: usize) -> Parsed {
        let text = self.lexer.text;
        let empty = self.tags.is_empty()
            && self.movetext.is_none()
            && !self.remarks
            && self.escapes.is_empty();
        if empty {
            return Parsed {
                game: None,
                end: end.max(at),
                outside: self.outside,
                puzzle: None,
            };
        }
        if self.movetext.is_none() {
            self.set_up(end);
        }
        if self.truncated && end >= text.len() {
            let limit = self.game.limits.bytes;
            self.game.fault(
                Fault::TooLarge {
                    what: "bytes",
                    limit,
                },
                end,
                end,
            );
        }
        let until = self.termination.map_or(end, |(start, _)| start);
        let from = self.movetext.unwrap_or(until).min(until);
        let rest =
            Some(text[from..until].trim()).filter(|rest| self.root.is_none() && !rest.is_empty());
        let rest = rest.map(str::to_owned);
        if self.termination.is_none() {
            self.game.finish(text[..end].trim_end().len().max(at));
        }
        let (result, termination) = self.outcome(end);
        let place = self.game.locator.locate(text, self.first);
        let game = Game {
            number: self.game.number,
            place,
            tags: self.tags,
            root: self.root,
            tree: self.game.tree,
            result,
            termination,
            errors: self.game.errors,
            findings: self.game.findings,
            language: self.language,
            encoding: Encoding::Utf8,
            rest,
            escapes: self.escapes,
        };
        Parsed {
            game: Some(game),
            end,
            outside: self.outside,
            puzzle: self.puzzle,
        }
    }

    /// The result by the marker, the tag, or a comment, in this order; and the marker as written.
    fn outcome(&mut self, end: usize) -> (Outcome, Option<String>) {
        let text = self.lexer.text;
        let tag_text = game::tag(&self.tags, "Result")
            .unwrap_or_default()
            .to_owned();
        let tag = outcome::read(&tag_text);
        if tag.is_none() && !matches!(tag_text.trim(), "" | "?") {
            let message = format!(
                "the Result tag {} is no result, expected 1-0, 0-1, 1/2-1/2 or *",
                quote(&tag_text)
            );
            self.game
                .note(Severity::Warning, "pgn-result-unknown", end, end, message);
        }
        let Some((start, stop)) = self.termination else {
            return (self.without_marker(tag, end), None);
        };
        let written = &text[start..stop];
        let visible: String = written.chars().filter(|&ch| !is_invisible(ch)).collect();
        let marker = outcome::read(&visible).unwrap_or(Termination {
            outcome: Outcome::Unknown,
            forfeit: false,
        });
        if written != marker.outcome.as_str() || marker.forfeit {
            let message = format!(
                "the result {} is read as {}",
                quote(written),
                marker.outcome.as_str()
            );
            self.game
                .note(Severity::Info, "pgn-result-spelling", start, stop, message);
        } else if tag.is_some()
            && tag_text.trim() != marker.outcome.as_str()
            && tag.map(|tag| tag.outcome) == Some(marker.outcome)
        {
            let message = format!(
                "the Result tag {} is read as {}",
                quote(&tag_text),
                marker.outcome.as_str()
            );
            self.game
                .note(Severity::Info, "pgn-result-spelling", start, stop, message);
        }
        if let Some(tag) = tag
            && tag.outcome != marker.outcome
        {
            let message = format!(
                "the Result tag says {}, the movetext {}, which counts",
                tag.outcome.as_str(),
                marker.outcome.as_str()
            );
            self.game.note(
                Severity::Warning,
                "pgn-result-disagrees",
                start,
                stop,
                message,
            );
        }
        (marker.outcome, Some(written.to_owned()))
    }

    fn without_marker(&mut self, tag: Option<Termination>, end: usize) -> Outcome {
        if self.movetext.is_some() {
            let message = "the movetext ends without a result";
            self.game
                .note(Severity::Info, "pgn-termination-missing", end, end, message);
        }
        let last = self
            .game
            .tree
            .main_line()
            .last()
            .unwrap_or(self.game.tree.root());
        let comment = last.comments(Side::After).last().and_then(outcome::read);
        let known = tag.filter(|tag| tag.outcome != Outcome::Unknown);
        known
            .or(comment)
            .or(tag)
            .map_or(Outcome::Unknown, |found| found.outcome)
    }
}
