//! A game of a PGN as answers show it.
//!
//! The tree is a flat list in the order of the text, each move naming the one before it: no depth
//! of variations can overflow a writer or a reader of it.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::Style;
use crate::notation::pgn::{
    self, Arrow, EvalScore, Game, Mark, Node, NodeId, Part, PgnError, Played, Remark, Side, Step,
};
use crate::notation::{Findings, fen};
use crate::position::Variant;

/// One game, with all that its text holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameFacts {
    /// Its number in the stream, from 1.
    pub game: u64,
    /// The line that it starts on, from 1.
    pub line: u64,
    /// The tags in their order, duplicates included.
    pub tags: Vec<Tag>,
    /// The rules; `None` where they are not played here.
    pub variant: Option<Variant>,
    /// The position before the first move; `None` where the tags give none.
    pub fen: Option<String>,
    /// The position at the end of the main line.
    pub final_fen: Option<String>,
    /// The main line in SAN; a null move is `--`.
    pub moves: Vec<String>,
    /// The main line in UCI; a null move is `0000`.
    pub uci: Vec<String>,
    /// Every move of every line, in the order of the text.
    pub tree: Vec<TreeMove>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// The result as it stands at the end of the movetext.
    pub termination: Option<String>,
    /// The language that the moves were read in.
    pub language: &'static str,
    /// The encoding of the text.
    pub encoding: &'static str,
    /// What is wrong, in the order of the text.
    pub errors: Vec<GameError>,
    /// What was mended or assumed.
    pub findings: Findings,
    /// The movetext as written, where none of it could be read.
    pub rest: Option<String>,
}

/// A tag pair.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Tag {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A move of the tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TreeMove {
    /// Its name in this list, from 1.
    pub id: u32,
    /// The move before it; 0: the start.
    pub parent: u32,
    /// How many plies it is from the start, from 1.
    pub ply: u32,
    /// Whether it begins a variation: an alternative to the main move of its parent.
    pub variation: bool,
    /// SAN; a null move is `--`.
    pub san: String,
    /// UCI; a null move is `0000`.
    pub uci: String,
    /// Numeric annotation glyphs, suffixes (`!?`) included.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u32>,
    /// Comments before the move, as written, commands included.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments_before: Vec<String>,
    /// Comments after the move, as written, commands included.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// The commands of its comments (`%clk`, `%eval`, …), read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<Command>,
    /// Text after the move that could not be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<String>,
}

/// A command of a comment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Command {
    /// Its name without `%`.
    pub name: String,
    /// What follows the name, as written.
    pub raw: String,
    /// What it says: seconds (`clk`, `emt`, `egt`), `{"cp"|"mate", "depth"}` from White's side (`eval`),
    /// a list of `{"color", "square"}` (`csl`) or `{"color", "from", "to"}` (`cal`); null where it is not known.
    pub value: Value,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameError {
    /// Stable.
    pub code: &'static str,
    /// `error` where moves may be lost, else `warning`.
    pub severity: crate::notation::Severity,
    /// What is wrong, in words.
    pub message: String,
    /// The game's number.
    pub game: u64,
    /// From 1.
    pub line: u64,
    /// Characters from 1.
    pub column: u64,
    /// What stands there.
    pub token: String,
    /// The move with its number.
    pub at_move: Option<String>,
    /// The position before it.
    pub fen: Option<String>,
    /// What of the line was not read for it, as written.
    pub rest: String,
}

impl GameFacts {
    /// A game as read, its moves written in a style.
    pub fn new(game: &Game, style: Style) -> Self {
        let tree = tree(game, style);
        let main = main_line(&tree);
        let write = |position| fen::write(&position, style.dialect.fen, style.dialect.ep);
        Self {
            game: game.number,
            line: game.place.line,
            tags: game.tags.iter().map(Tag::new).collect(),
            variant: game.variant(),
            fen: game.root.clone().map(write),
            final_fen: game.end().map(write),
            moves: main.iter().map(|&index| tree[index].san.clone()).collect(),
            uci: main.iter().map(|&index| tree[index].uci.clone()).collect(),
            comments: game
                .tree
                .root()
                .comments(Side::After)
                .map(str::to_owned)
                .collect(),
            tree,
            result: game.result.as_str(),
            termination: game.termination.clone(),
            language: game.language.code(),
            encoding: game.encoding.as_str(),
            errors: game.errors.iter().map(GameError::new).collect(),
            findings: game.findings.clone(),
            rest: game.rest.clone(),
        }
    }
}

impl Tag {
    fn new(tag: &pgn::Tag) -> Self {
        Self {
            name: tag.name.to_string(),
            value: tag.value.to_string(),
        }
    }
}

impl GameError {
    fn new(error: &PgnError) -> Self {
        Self {
            code: error.code(),
            severity: error.fault.severity(),
            message: error.fault.to_string(),
            game: error.game,
            line: error.place.line,
            column: error.place.column,
            token: error.token.clone(),
            at_move: error.at_move.clone(),
            fen: error.fen.clone(),
            rest: error.rest.clone(),
        }
    }
}

/// Places in the list of the main line's moves.
fn main_line(tree: &[TreeMove]) -> Vec<usize> {
    let mut main = Vec::new();
    let mut last = 0;
    for (index, m) in tree.iter().enumerate() {
        if m.parent == last && !m.variation {
            main.push(index);
            last = m.id;
        }
    }
    main
}

fn tree(game: &Game, style: Style) -> Vec<TreeMove> {
    let Some(root) = &game.root else {
        return Vec::new();
    };
    let spelling = style.spelling(root.variant());
    // Names of this list, by the tree's own, with the ply.
    let mut names: HashMap<NodeId, (u32, u32)> = HashMap::from([(NodeId::ROOT, (0, 0))]);
    let mut list = Vec::with_capacity(game.tree.len());
    pgn::walk(&game.tree, root.board(), &mut |step| {
        let Step::Move(node, board) = step else {
            return;
        };
        let above = node.parent().map_or(NodeId::ROOT, Node::id);
        let (parent, before) = names.get(&above).copied().unwrap_or_default();
        let id = u32::try_from(list.len())
            .unwrap_or(u32::MAX)
            .saturating_add(1);
        names.insert(node.id(), (id, before + 1));
        let written = match node.played() {
            Some(Played::Move(m)) => spelling.write(board, m),
            Some(Played::Null) | None => super::Move {
                uci: "0000".to_owned(),
                san: "--".to_owned(),
            },
        };
        let mut entry = TreeMove {
            id,
            parent,
            ply: before + 1,
            variation: node.is_variation(),
            san: written.san,
            uci: written.uci,
            nags: Vec::new(),
            comments_before: Vec::new(),
            comments: Vec::new(),
            commands: Vec::new(),
            unread: Vec::new(),
        };
        entry.take_remarks(node);
        list.push(entry);
    });
    list
}

impl TreeMove {
    fn take_remarks(&mut self, node: Node<'_>) {
        for remark in node.remarks() {
            match remark {
                Remark::Nag(nag) => self.nags.push(nag.0),
                Remark::Comment(side, text) => {
                    self.commands.extend(commands(text));
                    match side {
                        Side::Before => self.comments_before.push(text.to_owned()),
                        Side::After => self.comments.push(text.to_owned()),
                    }
                }
                Remark::Unread(text) => self.unread.push(text.to_owned()),
            }
        }
    }
}

fn commands(comment: &str) -> impl Iterator<Item = Command> {
    pgn::parts(comment).filter_map(|part| match part {
        Part::Text(_) => None,
        Part::Command(command) => Some(Command {
            name: command.name.to_owned(),
            raw: command.raw.to_owned(),
            value: value(&command.value),
        }),
    })
}

fn value(value: &pgn::Value) -> Value {
    match value {
        pgn::Value::Clock(time) | pgn::Value::MoveTime(time) | pgn::Value::GameTime(time) => {
            json!(time.as_secs_f64())
        }
        pgn::Value::Eval(eval) => {
            let (cp, mate) = match eval.score {
                EvalScore::Centipawns(cp) => (Some(cp), None),
                EvalScore::Mate(moves) => (None, Some(moves)),
            };
            json!({ "cp": cp, "mate": mate, "depth": eval.depth })
        }
        pgn::Value::Squares(marks) => marks.iter().map(mark).collect(),
        pgn::Value::Arrows(arrows) => arrows.iter().map(arrow).collect(),
        pgn::Value::Unknown => Value::Null,
    }
}

fn mark(mark: &Mark) -> Value {
    json!({ "color": color(mark.paint), "square": mark.square.to_string() })
}

fn arrow(arrow: &Arrow) -> Value {
    let (from, to) = (arrow.from.to_string(), arrow.to.to_string());
    json!({ "color": color(arrow.paint), "from": from, "to": to })
}

fn color(paint: pgn::Paint) -> &'static str {
    match paint {
        pgn::Paint::Green => "green",
        pgn::Paint::Red => "red",
        pgn::Paint::Yellow => "yellow",
        pgn::Paint::Blue => "blue",
        pgn::Paint::Orange => "orange",
        pgn::Paint::Cyan => "cyan",
    }
}
