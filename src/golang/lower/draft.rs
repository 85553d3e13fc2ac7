//! The facts of a file while lowering collects them. The columns are reused from file to file; [`FactsDraft::finish`]
//! copies them at their exact size, so that no file's facts hold more memory than they need.

use super::doc;
use super::intern::Interner;
use super::signature;
use super::walk::NodeSpan;
use crate::golang::ast::{Kind, MAX_DEPTH, NO_NAME, NameIx, Node};
use crate::golang::facts::{Decl, FileFacts, Import, MAX_ERRORS, NONE, decl_flag, file_flag};
use crate::model::SymbolKind;

/// Levels below [`MAX_DEPTH`] that are kept free, because one step of lowering opens several nodes before it checks
/// the depth again.
const MARGIN: u32 = 40;

#[derive(Default)]
pub(super) struct FactsDraft {
    /// All facts but the columns below.
    pub(super) facts: FileFacts,
    pub(super) nodes: Vec<Node>,
    pub(super) decls: Vec<Decl>,
    pub(super) imports: Vec<Import>,
    pub(super) names: Interner,
    /// Signatures and the build expression. They come after the names in the table, since they are never looked up.
    texts: Vec<u8>,
    text_ends: Vec<u32>,
    depth: u32,
}

impl FactsDraft {
    /// Clears the draft for another file.
    pub(super) fn clear(&mut self) {
        self.facts = FileFacts { package: NO_NAME, build: NO_NAME, ..FileFacts::default() };
        self.nodes.clear();
        self.decls.clear();
        self.imports.clear();
        self.names.clear();
        self.texts.clear();
        self.text_ends.clear();
        self.depth = 0;
    }

    /// Returns the facts, with texts after the names.
    pub(super) fn finish(&mut self) -> FileFacts {
        let names = self.names.len();
        let behind_names = |text: NameIx| if text == NO_NAME { NO_NAME } else { text + names };
        let (name_ends, name_text) = self.names.with_texts(&self.text_ends, &self.texts);
        let decls = self.decls.iter().map(|d| Decl { signature: behind_names(d.signature), ..*d });
        FileFacts {
            build: behind_names(self.facts.build),
            name_ends,
            name_text,
            imports: self.imports.as_slice().into(),
            decls: decls.collect(),
            nodes: self.nodes.as_slice().into(),
            ..std::mem::take(&mut self.facts)
        }
    }

    pub(super) fn open(&mut self, kind: Kind, flags: u8, name: NameIx, line: u32) -> usize {
        self.depth += 1;
        self.nodes.push(Node::new(kind, flags, name, line));
        self.nodes.len() - 1
    }

    pub(super) fn close(&mut self, at: usize) {
        self.depth -= 1;
        self.nodes[at].end = self.nodes.len() as u32;
    }

    pub(super) fn leaf(&mut self, kind: Kind, flags: u8, name: NameIx, line: u32) {
        let mut node = Node::new(kind, flags, name, line);
        node.end = self.nodes.len() as u32 + 1;
        self.nodes.push(node);
    }

    /// Puts an open node around the closed nodes from `at` on. It serves parents that the source names last.
    pub(super) fn open_around(&mut self, at: usize, kind: Kind) {
        for node in &mut self.nodes[at..] {
            node.end += 1;
        }
        let line = self.nodes.get(at).map_or(0, |n| n.line);
        self.nodes.insert(at, Node::new(kind, 0, NO_NAME, line));
        self.depth += 1;
    }

    /// Returns whether nodes may not be nested deeper here. The caller then adds a `Bad` node, and the file is marked.
    pub(super) fn is_too_deep(&mut self) -> bool {
        !self.has_room_for(0)
    }

    /// Returns whether this many levels fit in here; if not, the file is marked.
    pub(super) fn has_room_for(&mut self, levels: u32) -> bool {
        let fits = self.depth.saturating_add(levels) + MARGIN <= MAX_DEPTH;
        if !fits {
            self.facts.flags |= file_flag::TOO_DEEP;
        }
        fits
    }

    /// Limits everything to the end of the source.
    pub(super) fn end_at(&mut self, end: u32) {
        let last = self.facts.lines;
        for decl in &mut self.decls {
            (decl.body, decl.end) = (decl.body.min(end), decl.end.min(end));
            decl.end_line = decl.end_line.min(last);
        }
        for node in &mut self.nodes {
            node.line = node.line.min(last);
        }
    }

    /// Marks the declarations that their doc comments call deprecated. O(source).
    pub(super) fn mark_deprecated(&mut self, source: &[u8]) {
        if memchr::memmem::find(source, doc::DEPRECATED).is_none() {
            return;
        }
        for decl in &mut self.decls {
            let [from, to] = decl.doc.map(|at| at as usize);
            if source.get(from..to).is_some_and(doc::says_deprecated) {
                decl.flags |= decl_flag::DEPRECATED;
            }
        }
    }

    /// Records a line with a syntax error.
    pub(super) fn error(&mut self, line: u32) {
        let errors = &mut self.facts.errors;
        if errors.len() < MAX_ERRORS && errors.last() != Some(&line) {
            errors.push(line);
        }
    }

    /// The bytes of a name.
    pub(super) fn spelled(&self, name: NameIx) -> &[u8] {
        self.names.text(name)
    }

    /// Adds a declared name; its signature and doc come later.
    pub(super) fn declare(
        &mut self,
        kind: SymbolKind,
        name: NameIx,
        at: NodeSpan,
        node: usize,
        nth: u32,
    ) -> usize {
        let exported = std::str::from_utf8(self.spelled(name))
            .is_ok_and(|text| text.chars().next().is_some_and(char::is_uppercase));
        self.decls.push(Decl {
            kind: kind as u8,
            flags: if exported { decl_flag::EXPORTED } else { 0 },
            reserved: 0,
            name,
            receiver: NO_NAME,
            owner: NONE,
            node: node as u32,
            nth,
            line: at.line,
            col: at.col,
            end_line: at.line,
            start: at.start,
            end: at.end,
            body: at.end,
            signature: NO_NAME,
            doc: [0, 0],
        });
        self.decls.len() - 1
    }

    /// Adds a text that is not a name.
    pub(super) fn text(&mut self, text: &str) -> NameIx {
        self.texts.extend_from_slice(text.as_bytes());
        self.end_text()
    }

    /// Adds a signature made of pieces of source.
    pub(super) fn signature(&mut self, pieces: &[&[u8]]) -> NameIx {
        signature::one_line(pieces, &mut self.texts);
        self.end_text()
    }

    /// Adds the signature of a function, given its head.
    pub(super) fn head(&mut self, head: &[u8]) -> NameIx {
        signature::head_line(head, &mut self.texts);
        self.end_text()
    }

    /// Adds the signature of a name with a type.
    pub(super) fn signature_of(&mut self, name: NameIx, ty: &[u8]) -> NameIx {
        signature::one_line(&[self.names.text(name), b" ", ty], &mut self.texts);
        self.end_text()
    }

    fn end_text(&mut self) -> NameIx {
        self.text_ends.push(self.texts.len() as u32);
        self.text_ends.len() as u32 - 1
    }
}
