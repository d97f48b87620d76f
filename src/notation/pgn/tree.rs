//! The tree of a game's moves: an arena, so that no depth of variations recurses.
//!
//! The root stands for the position before the first move. A node's children are the ways on from
//! it: first the main one, then the variations to it in their order. A line that broke off at an
//! unreadable move can have variations without a main one.

use shakmaty::{Chess, Move, Position as _};

use super::game::passed;
use super::remark::{Lines, fold, fold_all};
use super::{Nag, Remark, Side};

/// The name of a node in its tree.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct NodeId(u32);

impl NodeId {
    /// The position before the first move.
    pub const ROOT: Self = Self(0);
}

/// What was played.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Played {
    /// A legal move.
    Move(Move),
    /// A null move: the turn passes.
    Null,
}

impl Played {
    /// Plays it on the board that it was read on.
    pub fn play(self, board: &mut Chess) {
        match self {
            Self::Move(m) => board.play_unchecked(m),
            Self::Null => {
                if let Some(after) = passed(board) {
                    *board = after;
                }
            }
        }
    }
}

/// How a node hangs on its parent.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Branch {
    Main,
    Variation,
}

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Text {
    start: u32,
    end: u32,
}

#[derive(Clone, Debug)]
struct NodeData {
    played: Option<Played>,
    branch: Branch,
    parent: u32,
    first_child: u32,
    last_child: u32,
    next: u32,
    first_remark: u32,
    last_remark: u32,
    written: Text,
}

#[derive(Clone, Debug)]
struct RemarkData {
    kind: Kind,
    next: u32,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Nag(u32),
    Before(Text),
    After(Text),
    Unread(Text),
}

/// All moves of a game with their remarks. Equal trees have the same moves and remarks in the same
/// order; how the moves were written does not count.
#[derive(Clone, Debug)]
pub struct Tree {
    text: String,
    nodes: Vec<NodeData>,
    remarks: Vec<RemarkData>,
}

impl Default for Tree {
    fn default() -> Self {
        let root = NodeData {
            played: None,
            branch: Branch::Main,
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            next: NONE,
            first_remark: NONE,
            last_remark: NONE,
            written: Text { start: 0, end: 0 },
        };
        Self {
            text: String::new(),
            nodes: vec![root],
            remarks: Vec::new(),
        }
    }
}

impl Tree {
    /// An empty tree with room for the moves of a text of so many bytes.
    pub(super) fn with_room(bytes: usize) -> Self {
        let mut tree = Self::default();
        tree.nodes.reserve((bytes / 16).min(96));
        tree.remarks.reserve((bytes / 32).min(96));
        tree.text.reserve(bytes.min(4_096));
        tree
    }

    /// The position before the first move.
    pub fn root(&self) -> Node<'_> {
        self.node(NodeId::ROOT)
    }

    /// A node of this tree.
    ///
    /// # Panics
    ///
    /// When the name is of another tree that is larger.
    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node {
            tree: self,
            data: &self.nodes[id.0 as usize],
            id,
        }
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = Node<'_>> {
        std::iter::successors(self.root().main(), |node| node.main())
    }

    /// Every move, in the order in which they were read.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        (1..self.size(self.nodes.len())).map(|id| self.node(NodeId(id)))
    }

    /// How many moves there are, variations included.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Moves and remarks together.
    pub(super) fn items(&self) -> usize {
        self.nodes.len() + self.remarks.len()
    }

    fn size(&self, length: usize) -> u32 {
        u32::try_from(length).unwrap_or(NONE)
    }

    fn keep(&mut self, write: impl FnOnce(&mut String)) -> Text {
        let start = self.size(self.text.len());
        write(&mut self.text);
        let end = self.size(self.text.len());
        Text { start, end }
    }

    /// Adds a move after `parent`.
    pub(super) fn add(
        &mut self,
        parent: NodeId,
        played: Played,
        written: &str,
        branch: Branch,
    ) -> NodeId {
        let id = self.size(self.nodes.len());
        let written = self.keep(|text| text.push_str(written));
        let mut node = NodeData {
            played: Some(played),
            branch,
            parent: parent.0,
            first_child: NONE,
            last_child: NONE,
            next: NONE,
            first_remark: NONE,
            last_remark: NONE,
            written,
        };
        let last = self.nodes[parent.0 as usize].last_child;
        if branch == Branch::Main {
            node.next = self.nodes[parent.0 as usize].first_child;
        }
        self.nodes.push(node);
        let parent = &mut self.nodes[parent.0 as usize];
        if branch == Branch::Main {
            parent.first_child = id;
        }
        if last == NONE {
            parent.first_child = id;
            parent.last_child = id;
        } else if branch == Branch::Variation {
            parent.last_child = id;
            self.nodes[last as usize].next = id;
        }
        NodeId(id)
    }

    pub(super) fn add_nag(&mut self, node: NodeId, nag: Nag) {
        self.add_remark(node, Kind::Nag(nag.0));
    }

    pub(super) fn add_comment(&mut self, node: NodeId, side: Side, raw: &str, lines: Lines) {
        let text = self.keep(|text| match lines {
            Lines::One => text.push_str(raw.trim_ascii()),
            Lines::Some => fold(raw, text),
        });
        let kind = match side {
            Side::Before => Kind::Before(text),
            Side::After => Kind::After(text),
        };
        self.add_remark(node, kind);
    }

    pub(super) fn add_unread(&mut self, node: NodeId, raw: &str) {
        let text = self.keep(|text| fold_all(raw, text));
        self.add_remark(node, Kind::Unread(text));
    }

    fn add_remark(&mut self, node: NodeId, kind: Kind) {
        let id = self.size(self.remarks.len());
        self.remarks.push(RemarkData { kind, next: NONE });
        let node = &mut self.nodes[node.0 as usize];
        if node.first_remark == NONE {
            node.first_remark = id;
        } else {
            self.remarks[node.last_remark as usize].next = id;
        }
        node.last_remark = id;
    }

    fn text(&self, text: Text) -> &str {
        &self.text[text.start as usize..text.end as usize]
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        if self.nodes.len() != other.nodes.len() || self.remarks.len() != other.remarks.len() {
            return false;
        }
        let mut pairs = vec![(self.root(), other.root())];
        while let Some((a, b)) = pairs.pop() {
            let same = a.played() == b.played()
                && a.data.branch == b.data.branch
                && a.remarks().eq(b.remarks());
            if !same || a.children().count() != b.children().count() {
                return false;
            }
            pairs.extend(a.children().zip(b.children()));
        }
        true
    }
}

impl Eq for Tree {}

/// A move in its tree, or the root.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    tree: &'a Tree,
    data: &'a NodeData,
    id: NodeId,
}

impl<'a> Node<'a> {
    /// Its name.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The move that led here; `None` at the root.
    pub fn played(self) -> Option<Played> {
        self.data.played
    }

    /// The move as it stands in the text, without number and annotations.
    pub fn written(self) -> &'a str {
        self.tree.text(self.data.written)
    }

    fn at(self, id: u32) -> Option<Self> {
        (id != NONE).then(|| self.tree.node(NodeId(id)))
    }

    /// The node before; `None` at the root.
    pub fn parent(self) -> Option<Self> {
        self.at(self.data.parent)
    }

    /// The main way on.
    pub fn main(self) -> Option<Self> {
        self.at(self.data.first_child)
            .filter(|child| child.data.branch == Branch::Main)
    }

    /// The other ways on, in order.
    pub fn variations(self) -> impl Iterator<Item = Self> {
        self.children().filter(|child| child.is_variation())
    }

    /// All ways on: the main one, then the variations.
    pub fn children(self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.at(self.data.first_child), |child| {
            child.at(child.data.next)
        })
    }

    /// The variation that follows among its parent's ways on.
    pub(super) fn next_variation(self) -> Option<Self> {
        self.at(self.data.next)
    }

    /// Whether it starts a variation, an alternative to its parent's main way on.
    pub fn is_variation(self) -> bool {
        self.data.branch == Branch::Variation
    }

    /// What stands beside the move, in order.
    pub fn remarks(self) -> impl Iterator<Item = Remark<'a>> {
        let remark = move |id: u32| (id != NONE).then(|| &self.tree.remarks[id as usize]);
        let all = std::iter::successors(remark(self.data.first_remark), move |r| remark(r.next));
        all.map(move |remark| match remark.kind {
            Kind::Nag(nag) => Remark::Nag(Nag(nag)),
            Kind::Before(text) => Remark::Comment(Side::Before, self.tree.text(text)),
            Kind::After(text) => Remark::Comment(Side::After, self.tree.text(text)),
            Kind::Unread(text) => Remark::Unread(self.tree.text(text)),
        })
    }

    /// Its annotation glyphs, in order.
    pub fn nags(self) -> impl Iterator<Item = Nag> {
        self.remarks().filter_map(|remark| match remark {
            Remark::Nag(nag) => Some(nag),
            Remark::Comment(..) | Remark::Unread(_) => None,
        })
    }

    /// Its comments on one side, in order.
    pub fn comments(self, side: Side) -> impl Iterator<Item = &'a str> {
        self.remarks().filter_map(move |remark| match remark {
            Remark::Comment(on, text) if on == side => Some(text),
            Remark::Comment(..) | Remark::Nag(_) | Remark::Unread(_) => None,
        })
    }

    /// Text after the move that could not be read, in order.
    pub fn unread(self) -> impl Iterator<Item = &'a str> {
        self.remarks().filter_map(|remark| match remark {
            Remark::Unread(text) => Some(text),
            Remark::Comment(..) | Remark::Nag(_) => None,
        })
    }
}
