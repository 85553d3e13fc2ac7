//! Lowering: turns the bytes of one Go file into its facts.
//!
//! tree-sitter gives a concrete syntax tree; one walk over it (`tree`, with `decl`, `types`, `expr` and `stmt` for
//! the kinds of nodes) fills a `draft` of the facts. Forms that the grammar does not know yet are masked for it
//! (`mend`), and so are the markers of a conflict (`conflict`). Text that is not Go only affects the declaration that
//! contains it (`recover`, `salvage`).
//!
//! Invariants, whatever the bytes are:
//! - It never fails: every input gives facts. Positions lie inside the source, which is never changed.
//! - Time and memory are linear in the length of the source.
//! - Nodes nest at most [`MAX_DEPTH`](super::ast::MAX_DEPTH) deep; what is deeper is one `Bad` node, and the file is
//!   marked `TOO_DEEP`. The stack is used in proportion to that depth alone.
//! - Every node has at least the children that its kind promises.

mod bodies;
mod conflict;
mod decl;
mod doc;
mod draft;
mod expr;
mod grammar;
pub(in crate::golang) mod header;
mod intern;
mod linkname;
mod literal;
mod lookahead;
mod members;
mod mend;
pub(in crate::golang) mod parse;
mod recover;
mod salvage;
pub(in crate::golang) mod scan;
mod signature;
mod stmt;
#[cfg(test)]
mod tests;
mod tree;
mod type_list;
mod types;
mod walk;

use std::borrow::Cow;

use tree_sitter::{Node as Cst, Tree};

pub use self::bodies::without_bodies;
use self::draft::FactsDraft;
use self::mend::{GrammarPatches, Masked};
use self::parse::BoundedParser;
use self::scan::line_ends;
use self::tree::Lower;
use super::ast::NO_NAME;
use super::facts::{FileFacts, file_flag};
use crate::model::readable;

/// Lowers files one after the other, reusing the parser and its memory. Each thread has its own.
pub struct Lowering {
    parser: BoundedParser,
    draft: FactsDraft,
}

impl Default for Lowering {
    fn default() -> Self {
        Self::new()
    }
}

impl Lowering {
    pub fn new() -> Self {
        Self { parser: BoundedParser::new(), draft: FactsDraft::default() }
    }

    /// The facts of a file. They depend on its bytes alone. O(length of the source).
    pub fn facts(&mut self, source: &[u8]) -> FileFacts {
        self.draft.clear();
        let header = header::read(source);
        let facts = &mut self.draft.facts;
        let is_open = source.last().is_some_and(|&last| last != b'\n');
        facts.lines = line_ends(source) as u32 + u32::from(is_open);
        facts.flags |= if header.generated { file_flag::GENERATED } else { 0 };
        let valid = std::str::from_utf8(source).is_ok();
        facts.flags |= if valid { 0 } else { file_flag::NOT_UTF8 };
        if let Some(build) = header.build {
            self.draft.facts.build = self.draft.text(&build);
        }
        if is_open {
            // The grammar requires a line end after a declaration, while Go accepts the end of the file.
            let terminated = [source, b"\n"].concat();
            self.lower(&terminated, &parsable(&terminated, valid));
            self.draft.end_at(source.len() as u32);
        } else {
            self.lower(source, &parsable(source, valid));
        }
        // The grammar accepts a file without a package clause, Go does not.
        if self.draft.facts.package == NO_NAME && self.draft.facts.errors.is_empty() {
            self.draft.error(1);
        }
        self.draft.link_names(source);
        self.draft.mark_deprecated(source);
        // The parser reports text that is missing at the end of the file behind the last line end. Markers of a
        // conflict were recorded before the errors between them.
        let FileFacts { errors, lines, .. } = &mut self.draft.facts;
        for line in errors.iter_mut() {
            *line = (*line).min((*lines).max(1));
        }
        errors.sort_unstable();
        errors.dedup();
        self.draft.finish()
    }

    /// Lowers `source`. The parser sees `text`, which has the same length and differs where the parser could not read
    /// the source.
    fn lower(&mut self, source: &[u8], text: &[u8]) {
        let tree = self.parser.parse(text);
        if let Some(tree) = &tree
            && !tree.root_node().has_error()
        {
            return self.walk(source, tree.root_node(), Masked::default());
        }
        let markers = conflict::markers(text);
        if !markers.is_empty() {
            drop(tree);
            let mut text = text.to_vec();
            let (mut line, mut counted) = (1, 0);
            for place in markers {
                line += line_ends(&text[counted..place.start]) as u32;
                counted = place.start;
                self.draft.error(line);
                mend::blank(&mut text[place]);
            }
            return self.lower(source, &text);
        }
        let patches = GrammarPatches::find(text);
        if patches.is_empty() {
            return self.lower_pieces(source, text, tree, Masked::default());
        }
        let receiverless = patches.receiverless(text).and_then(|text| self.parser.parse(&text));
        let literals = patches.literals(text, &mut self.parser);
        let masked = Masked::new(&patches, receiverless.as_ref(), &literals);
        let text = patches.masked(text);
        match self.parser.parse(&text) {
            Some(tree) if !tree.root_node().has_error() => self.walk(source, tree.root_node(), masked),
            tree => self.lower_pieces(source, &text, tree, masked),
        }
    }

    /// Lowers a file with errors piece by piece. `whole` is the result of parsing it as a whole.
    fn lower_pieces(&mut self, source: &[u8], text: &[u8], whole: Option<Tree>, masked: Masked<'_>) {
        let pieces = recover::pieces(text);
        if pieces.len() == 1 {
            return self.lower_piece(source, whole.as_ref(), 1, masked);
        }
        drop(whole);
        for piece in pieces {
            let first_line = piece.start_point.row as u32 + 1;
            let tree = self.parser.parse_piece(text, piece);
            self.lower_piece(source, tree.as_ref(), first_line, masked);
        }
    }

    fn lower_piece(&mut self, source: &[u8], tree: Option<&Tree>, first_line: u32, masked: Masked<'_>) {
        let Some(tree) = tree else { return self.draft.error(first_line) };
        let (root, before) = (tree.root_node(), self.draft.facts.errors.len());
        self.walk(source, root, masked);
        if self.draft.facts.errors.len() == before
            && let Some(line) = first_error(root)
        {
            // A token that the parser made up is no `ERROR` node, so the error has not been recorded yet.
            self.draft.error(line);
        }
    }

    fn walk<'t>(&mut self, source: &[u8], root: Cst<'t>, masked: Masked<'t>) {
        Lower::new(source, root, masked, &mut self.draft).file();
    }
}

/// The source as the parser may see it, byte for byte. `?` replaces bytes that are not UTF-8, so that a Latin-1
/// comment is no syntax error; NUL, which the parser takes for the end; and `/*` where many are not closed, because
/// the parser would search for the end of each.
fn parsable(source: &[u8], valid: bool) -> Cow<'_, [u8]> {
    let unclosed = unclosed_comments(source);
    if valid && unclosed.is_none() && !source.contains(&0) {
        return Cow::Borrowed(source);
    }
    let mut text = readable(source.to_vec()).into_bytes();
    text.iter_mut().filter(|byte| **byte == 0).for_each(|byte| *byte = b'?');
    let first = unclosed.unwrap_or(text.len());
    for at in first..text.len().saturating_sub(1) {
        if text[at..].starts_with(b"/*") {
            text[at..at + 2].copy_from_slice(b"??");
        }
    }
    Cow::Owned(text)
}

/// The first `/*` after the last `*/`, if more than `MANY` follow; glob patterns also contain a few.
fn unclosed_comments(source: &[u8]) -> Option<usize> {
    const MANY: usize = 256;
    let (mut end, mut opened) = (source.len(), 0);
    while let Some(star) = memchr::memrchr(b'*', &source[..end]) {
        if source.get(star + 1) == Some(&b'/') {
            return (opened > MANY).then_some(star + 2);
        }
        opened += usize::from(star > 0 && source[star - 1] == b'/');
        end = star;
    }
    (opened > MANY).then_some(0)
}

/// The line of the first token that the parser made up or could not place, if any. The end of the last value of a group
/// that it made up is no error: Go needs none before a parenthesis, as in `const (a = iota; b)`. O(nodes around errors).
fn first_error(root: Cst<'_>) -> Option<u32> {
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        let ends_group = node.is_missing() && node.next_sibling().is_some_and(|next| next.kind() == ")");
        let is_group =
            node.parent().is_some_and(|of| matches!(of.kind(), "const_declaration" | "var_spec_list"));
        if node.is_error() || node.is_missing() && !(ends_group && is_group) {
            return Some(node.start_position().row as u32 + 1);
        }
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return None;
            }
        }
    }
}
