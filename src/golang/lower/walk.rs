//! A cursor over one syntax tree that knows the kind of the current node.

use tree_sitter::{Node as Cst, TreeCursor};

use super::grammar::{self, Syn};

/// The number that tree-sitter gives to `ERROR` nodes.
const ERROR_KIND: u16 = u16::MAX;

/// The position of a node: bytes from 0, line and column (in bytes) from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NodeSpan {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) line: u32,
    pub(super) col: u32,
}

/// The cursor. Moving reads the kind once; everything else is read on demand.
pub(super) struct SyntaxCursor<'t> {
    cursor: TreeCursor<'t>,
    node: Cst<'t>,
    syn: Syn,
    /// The number of siblings after the node. To find out that there are none would take the library as long as going
    /// to the next one.
    ahead: u32,
    /// The nodes above, with their kinds and numbers of siblings, so that they are not looked up again on the way up.
    above: Vec<(Cst<'t>, Syn, u32)>,
    kinds: &'static [Syn],
}

impl<'t> SyntaxCursor<'t> {
    pub(super) fn new(node: Cst<'t>) -> Self {
        let (cursor, kinds) = (node.walk(), grammar::table());
        let mut walk = Self { cursor, node, syn: Syn::Unknown, ahead: 0, above: Vec::new(), kinds };
        walk.look();
        walk
    }

    fn look(&mut self) {
        self.node = self.cursor.node();
        let kind = self.node.kind_id();
        self.syn = match self.kinds.get(usize::from(kind)) {
            Some(&syn) => syn,
            None if kind == ERROR_KIND => Syn::Error,
            None => Syn::Unknown,
        };
    }

    pub(super) fn syn(&self) -> Syn {
        self.syn
    }

    pub(super) fn start(&self) -> usize {
        self.node.start_byte()
    }

    pub(super) fn end(&self) -> usize {
        self.node.end_byte()
    }

    /// The line of the first byte, from 1.
    pub(super) fn line(&self) -> u32 {
        self.node.start_position().row as u32 + 1
    }

    /// The line of the byte after the last, from 1.
    pub(super) fn end_line(&self) -> u32 {
        let (first, end) = (self.node.start_position().row, self.node.end_position());
        // A node that ends with a line end does not reach into the next line.
        let last = if end.column == 0 { end.row.saturating_sub(1).max(first) } else { end.row };
        last as u32 + 1
    }

    pub(super) fn place(&self) -> NodeSpan {
        let at = self.node.start_position();
        NodeSpan {
            start: self.start() as u32,
            end: self.end() as u32,
            line: at.row as u32 + 1,
            col: at.column as u32 + 1,
        }
    }

    pub(super) fn first_child(&mut self) -> bool {
        let moved = self.cursor.goto_first_child();
        if moved {
            self.above.push((self.node, self.syn, self.ahead));
            self.ahead = self.node.child_count().saturating_sub(1);
            self.look();
        }
        moved
    }

    pub(super) fn next_sibling(&mut self) -> bool {
        debug_assert!(self.ahead > 0 || !self.cursor.goto_next_sibling(), "more siblings than counted");
        let moved = self.ahead > 0 && self.cursor.goto_next_sibling();
        if moved {
            self.ahead -= 1;
            self.look();
        }
        moved
    }

    pub(super) fn parent(&mut self) {
        if let Some(above) = self.above.pop() {
            self.cursor.goto_parent();
            (self.node, self.syn, self.ahead) = above;
        }
    }
}
