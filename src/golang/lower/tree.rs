//! The walk over one syntax tree: what lowering all kinds of nodes has in common.

use super::doc::{self, DocComments};
use super::draft::FactsDraft;
use super::grammar::Syn;
use super::mend::Masked;
use super::walk::SyntaxCursor;
use crate::golang::ast::{Kind, NO_NAME, NameIx};
use crate::golang::facts::NONE;
use crate::model::SymbolKind;

/// Lowers one tree into a draft.
///
/// Methods named after a kind of node expect the cursor on a node of that kind and leave it there. They recurse along
/// the syntax, and every step of that recursion opens a node of the draft, whose depth is bounded. Wrappers that
/// become no node (parentheses, labels) and the left operands of binary expressions are descended in a loop.
pub(super) struct Lower<'l, 't> {
    pub(super) src: &'l [u8],
    pub(super) at: SyntaxCursor<'t>,
    pub(super) out: &'l mut FactsDraft,
    /// The parts of the text that were masked for the parser.
    pub(super) masked: Masked<'t>,
    /// A stack of names that come before their type in the source and after it in the draft.
    pub(super) names: Vec<(NameIx, u32)>,
    pub(super) owner: Owner,
    /// True if this is inside a constant's value or an array's length, where literals keep their values.
    pub(super) constant: bool,
    /// The first `{` of a literal's elements or of a body since this was last cleared: the end of a value's head.
    pub(super) brace: Option<usize>,
    /// The nodes of the statements around this place that a `break` can end, in this function.
    pub(super) breakable: Vec<usize>,
}

/// The type declaration that fields and interface methods belong to.
#[derive(Clone, Copy)]
pub(super) struct Owner {
    /// Its index in `decls`, or [`NONE`].
    pub(super) decl: u32,
    /// True if methods of interfaces are recorded too, because a struct or an interface type spells them out.
    pub(super) methods: bool,
    pub(super) generic: bool,
    /// True if this is inside a type that is a part of the declared one.
    pub(super) nested: bool,
}

impl Owner {
    pub(super) const NOBODY: Owner = Owner { decl: NONE, methods: false, generic: false, nested: false };
}

impl<'l, 't> Lower<'l, 't> {
    pub(super) fn new(
        src: &'l [u8],
        root: tree_sitter::Node<'t>,
        masked: Masked<'t>,
        out: &'l mut FactsDraft,
    ) -> Self {
        let at = SyntaxCursor::new(root);
        Self {
            src,
            at,
            out,
            masked,
            names: Vec::new(),
            owner: Owner::NOBODY,
            constant: false,
            brace: None,
            breakable: Vec::new(),
        }
    }

    /// Visits the children that are parts or distinguishing tokens. Errors are recorded and skipped.
    pub(super) fn each(&mut self, mut visit: impl FnMut(&mut Self)) {
        if !self.at.first_child() {
            return;
        }
        loop {
            match self.at.syn() {
                Syn::Token | Syn::Comment => {}
                Syn::Error => self.note_error(),
                _ => visit(self),
            }
            if !self.at.next_sibling() {
                break;
            }
        }
        self.at.parent();
    }

    /// Visits the children that are parts.
    pub(super) fn parts(&mut self, mut visit: impl FnMut(&mut Self)) {
        self.each(|l| {
            if l.at.syn().is_part() {
                visit(l);
            }
        });
    }

    /// Visits the children that are parts, where any number of them may be; errors become `Bad` nodes.
    pub(super) fn list(&mut self, mut visit: impl FnMut(&mut Self)) {
        if !self.at.first_child() {
            return;
        }
        loop {
            match self.at.syn() {
                Syn::Error => self.salvage(),
                syn if syn.is_part() => visit(self),
                _ => {}
            }
            if !self.at.next_sibling() {
                break;
            }
        }
        self.at.parent();
    }

    /// Visits the children of a list of declarations, errors included, each with the doc comment above it. A comment
    /// at the end of a member's line documents the member if nothing else does.
    pub(super) fn members(&mut self, mut visit: impl FnMut(&mut Self, [u32; 2])) {
        if !self.at.first_child() {
            return;
        }
        let mut comments = DocComments::default();
        let mut declared = 0;
        loop {
            match self.at.syn() {
                Syn::Comment => {
                    if let Some(own) = comments.comment(&self.at) {
                        self.document(declared, own);
                    }
                }
                syn if syn.is_part() || syn == Syn::Error => {
                    let above = comments.above(self.at.line());
                    declared = self.out.decls.len();
                    visit(self, above.map_or([0, 0], |group| doc::prose(self.src, group)));
                    comments.member_ended(self.at.end_line());
                }
                _ => {}
            }
            if !self.at.next_sibling() {
                break;
            }
        }
        self.at.parent();
    }

    /// Makes the comment under the cursor the doc of the declarations that end on its line and have none. They are
    /// the names of one node, from `first` on.
    fn document(&mut self, first: usize, comment: [usize; 2]) {
        let (src, line) = (self.src, self.at.line());
        let Some(decls) = self.out.decls.get_mut(first..) else { return };
        let Some(node) = decls.first().map(|d| d.node) else { return };
        for decl in decls.iter_mut().filter(|d| d.node == node && d.end_line == line && d.doc == [0, 0]) {
            if ![SymbolKind::Func as u8, SymbolKind::Method as u8].contains(&decl.kind) {
                decl.doc = doc::prose(src, comment);
            }
        }
    }

    /// Goes down to the first child that is a part and not a label. Returns false and stays if there is none.
    fn first_part(&mut self) -> bool {
        if !self.at.first_child() {
            return false;
        }
        while !self.at.syn().is_part() || self.at.syn() == Syn::Label {
            if !self.at.next_sibling() {
                self.at.parent();
                return false;
            }
        }
        true
    }

    /// Lowers the content of wrappers, which become no node. False if there is no content.
    pub(super) fn unwrap(&mut self, lower: fn(&mut Self)) -> bool {
        let mut levels = 0;
        let mut found = true;
        while found && is_wrapper(self.at.syn()) {
            found = self.first_part();
            levels += u32::from(found);
        }
        if found {
            lower(self);
        }
        for _ in 0..levels {
            self.at.parent();
        }
        found
    }

    /// The number of children that are parts.
    pub(super) fn count_parts(&mut self) -> usize {
        let mut n = 0;
        self.parts(|_| n += 1);
        n
    }

    pub(super) fn text(&self) -> &'l [u8] {
        &self.src[self.at.start()..self.at.end()]
    }

    pub(super) fn name(&mut self) -> NameIx {
        let text = self.text();
        self.out.names.intern(text)
    }

    pub(super) fn open(&mut self, kind: Kind) -> usize {
        self.out.open(kind, 0, NO_NAME, self.at.line())
    }

    pub(super) fn leaf(&mut self, kind: Kind, flags: u8) {
        self.out.leaf(kind, flags, NO_NAME, self.at.line());
    }

    pub(super) fn absent(&mut self) {
        self.leaf(Kind::Absent, 0);
    }

    /// Closes a node after adding `Bad` children up to `wanted`, so that an incomplete source is not taken for
    /// another shape.
    pub(super) fn close_with(&mut self, at: usize, given: usize, wanted: usize) {
        for _ in given..wanted {
            self.leaf(Kind::Bad, 0);
        }
        self.out.close(at);
    }

    /// Lowers a node with all parts as its children, at least `least` of them.
    pub(super) fn all(&mut self, kind: Kind, flags: u8, least: usize) {
        let at = self.out.open(kind, flags, NO_NAME, self.at.line());
        let mut given = 0;
        self.parts(|l| {
            l.expr();
            given += 1;
        });
        self.close_with(at, given, least);
    }

    pub(super) fn note_error(&mut self) {
        self.out.error(self.at.line());
    }
}

/// Returns whether a node only wraps its content.
pub(super) fn is_wrapper(syn: Syn) -> bool {
    matches!(
        syn,
        Syn::Paren
            | Syn::ParenType
            | Syn::Element
            | Syn::Spread
            | Syn::ExprStmt
            | Syn::GoDefer
            | Syn::Labeled
    )
}
