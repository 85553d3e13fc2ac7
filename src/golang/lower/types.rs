//! Types, and the fields and methods that struct and interface types declare.

use super::grammar::Syn;
use super::tree::{Lower, Owner};
use super::walk::Place;
use crate::golang::ast::{Kind, Lit, NO_NAME, Node, flag};
use crate::golang::facts::{NONE, decl_flag};
use crate::model::SymbolKind;

/// A `FuncType` in the making; its parts come among those of a function, a literal or a method.
#[derive(Default)]
pub(super) struct Signature {
    node: Option<usize>,
    results: bool,
    closed: bool,
}

impl Lower<'_, '_> {
    pub(super) fn type_or_bad(&mut self) {
        match self.at.syn() {
            Syn::PointerType => self.all(Kind::Star, 0, 1),
            Syn::ArrayType => self.array(),
            Syn::OpenArrayType => {
                let at = self.out.open(Kind::ArrayType, flag::ELLIPSIS, NO_NAME, self.at.line());
                self.absent();
                let mut given = 1;
                self.parts(|l| {
                    l.expr();
                    given += 1;
                });
                self.close_with(at, given, 2);
            }
            Syn::SliceType => self.all(Kind::SliceType, 0, 1),
            Syn::MapType => self.all(Kind::MapType, 0, 2),
            Syn::ChanType => self.channel(),
            Syn::FuncType => self.func_type(),
            Syn::StructType => self.struct_type(),
            Syn::InterfaceType => self.interface_type(),
            Syn::TildeType => self.all(Kind::Tilde, 0, 1),
            Syn::TypeTerms if self.count_parts() > 1 => self.all(Kind::Union, 0, 2),
            Syn::TypeTerms => {
                let before = self.out.nodes.len();
                self.parts(Self::expr);
                if self.out.nodes.len() == before {
                    self.leaf(Kind::Bad, 0);
                }
            }
            _ => {
                self.note_error();
                self.leaf(Kind::Bad, 0);
            }
        }
    }

    /// `[length]element`: the only place where a number's text matters.
    fn array(&mut self) {
        let at = self.open(Kind::ArrayType);
        let mut given = 0;
        self.parts(|l| {
            if given == 0 && l.at.syn() == Syn::Int {
                let text = l.name();
                l.out.leaf(Kind::BasicLit, Lit::Int as u8, text, l.at.line());
            } else {
                l.expr();
            }
            given += 1;
        });
        self.close_with(at, given, 2);
    }

    /// `chan T`, `chan<- T`, `<-chan T`.
    fn channel(&mut self) {
        let at = self.open(Kind::ChanType);
        let receives = self.src[self.at.start()..].starts_with(b"<-");
        let (mut arrow, mut given) = (false, 0);
        self.each(|l| match l.at.syn() {
            Syn::Arrow => arrow = true,
            syn if syn.is_part() && given == 0 => {
                l.expr();
                given = 1;
            }
            _ => {}
        });
        self.out.nodes[at].flags = match (receives, arrow) {
            (true, _) => flag::RECV,
            (false, true) => flag::SEND,
            (false, false) => flag::SEND | flag::RECV,
        };
        self.close_with(at, given, 1);
    }

    fn func_type(&mut self) {
        let mut signature = Signature::default();
        self.parts(|l| l.signature_part(&mut signature));
        self.end_signature(&mut signature);
    }

    /// Takes the parameters, then the results; anything further is not a signature's.
    pub(super) fn signature_part(&mut self, signature: &mut Signature) {
        if signature.closed {
            return;
        }
        let is_list = self.at.syn() == Syn::Params;
        if signature.node.is_none() {
            signature.node = Some(self.open(Kind::FuncType));
            if is_list {
                return self.params();
            }
            self.absent();
        }
        if std::mem::replace(&mut signature.results, true) {
            return;
        }
        if is_list {
            return self.params();
        }
        let list = self.open(Kind::Params);
        let group = self.open(Kind::Group);
        self.expr();
        self.out.close(group);
        self.out.close(list);
    }

    pub(super) fn end_signature(&mut self, signature: &mut Signature) {
        if std::mem::replace(&mut signature.closed, true) {
            return;
        }
        let node = signature.node.unwrap_or_else(|| {
            let node = self.open(Kind::FuncType);
            self.absent();
            node
        });
        if !signature.results {
            self.absent();
        }
        self.out.close(node);
    }

    pub(super) fn params(&mut self) {
        let at = self.open(Kind::Params);
        self.parts(|l| match l.at.syn() {
            Syn::Param => l.group(0),
            Syn::VariadicParam => {
                l.out.nodes[at].flags |= flag::VARIADIC;
                l.group(0);
            }
            _ => {}
        });
        self.adopt_names(at);
        self.out.close(at);
    }

    /// Gives names that the grammar took for types to the parameters that they name: whether `a` in `(a, b, c T)` is a
    /// type shows at the end only, and in lists of ten and more the grammar has decided by then. Either all parameters
    /// have names or none (Go spec, "Function types").
    fn adopt_names(&mut self, list: usize) {
        let first = list + 1;
        let nodes = &self.out.nodes;
        let mut starts = Vec::new();
        let mut next = first;
        while next < nodes.len() {
            starts.push(next);
            next = nodes[next].end.max(next as u32 + 1) as usize;
        }
        let has_names = |&&group: &&usize| nodes.get(group + 1).is_some_and(|ty| ty.end < nodes[group].end);
        let named = starts.iter().filter(has_names).count();
        if named == 0 || named == starts.len() {
            return;
        }
        let old = self.out.nodes.split_off(first);
        let mut names = Vec::new();
        for start in starts {
            let (group, ty) = (&old[start - first], &old[start + 1 - first]);
            if group.end == ty.end && ty.kind() == Kind::Ident {
                names.push((ty.name, ty.line));
                continue;
            }
            let at = self.out.nodes.len();
            let moved = |mut node: Node| {
                node.end = (node.end as usize + at - start) as u32;
                node
            };
            let (ty_end, end) = (ty.end as usize - first, group.end as usize - first);
            self.out.nodes.extend(old[start - first..ty_end].iter().copied().map(moved));
            for (name, line) in names.drain(..).chain(old[ty_end..end].iter().map(|n| (n.name, n.line))) {
                self.out.leaf(Kind::Ident, flag::DEFINING, name, line);
            }
            self.out.nodes[at].end = self.out.nodes.len() as u32;
        }
    }

    pub(super) fn type_params(&mut self) {
        let at = self.open(Kind::TypeParams);
        self.parts(|l| {
            if l.at.syn() == Syn::TypeParam {
                l.group(0);
            }
        });
        self.out.close(at);
    }

    /// `a, b T` as one `Group`: the type first.
    fn group(&mut self, flags: u8) {
        let at = self.out.open(Kind::Group, flags, NO_NAME, self.at.line());
        let mark = self.names.len();
        let mut typed = false;
        self.parts(|l| match l.at.syn() {
            Syn::Name => l.push_name(),
            _ if !typed => {
                l.expr();
                typed = true;
            }
            _ => {}
        });
        if !typed {
            self.leaf(Kind::Bad, 0);
        }
        self.pop_names(mark);
        self.out.close(at);
    }

    /// Keeps the name under the cursor until its type has been lowered.
    pub(super) fn push_name(&mut self) {
        let name = self.name();
        let line = self.at.line();
        self.names.push((name, line));
    }

    /// Lowers the names kept since `mark`.
    pub(super) fn pop_names(&mut self, mark: usize) {
        for &(name, line) in &self.names[mark..] {
            self.out.leaf(Kind::Ident, flag::DEFINING, name, line);
        }
        self.names.truncate(mark);
    }

    fn struct_type(&mut self) {
        let at = self.open(Kind::StructType);
        self.parts(|l| {
            if l.at.syn() == Syn::Fields {
                l.members(|l, doc| match l.at.syn() {
                    Syn::Field => l.field(doc),
                    _ => l.note_error(),
                });
            }
        });
        self.out.close(at);
    }

    /// `a, b T` or an embedded `T`, `*T`, `pkg.T[A]`, with or without a tag.
    fn field(&mut self, doc: [u32; 2]) {
        let span = self.at.place();
        let end_line = self.at.end_line();
        let at = self.open(Kind::Group);
        let (mark, first) = (self.names.len(), self.out.decls.len());
        let (mut names, mut pointer, mut ty) = (0, None, None);
        self.each(|l| match l.at.syn() {
            Syn::Star => pointer = Some(l.open(Kind::Star)),
            Syn::Name if ty.is_none() => {
                let place = l.at.place();
                l.push_name();
                let name = l.names.last().map_or(NO_NAME, |n| n.0);
                l.member(SymbolKind::Field, name, place, at, names);
                names += 1;
            }
            Syn::Text | Syn::Token => {}
            syn if syn.is_part() && ty.is_none() => {
                if names == 0 {
                    l.embedded(at);
                }
                ty = Some([l.at.start(), l.at.end()]);
                l.inside_member(Self::expr);
            }
            _ => {}
        });
        if ty.is_none() {
            self.leaf(Kind::Bad, 0);
        }
        if let Some(pointer) = pointer {
            self.out.close(pointer);
        }
        if names == 0 {
            self.out.nodes[at].flags = flag::EMBEDDED;
        }
        self.pop_names(mark);
        self.out.close(at);
        let ty = ty.unwrap_or([span.end as usize; 2]);
        self.describe_fields(first, at, doc, (span, end_line), ty);
    }

    /// Declares an embedded field under the name of its type, on which the cursor stands.
    fn embedded(&mut self, group: usize) {
        let mut levels = 0;
        // `pkg.Name[Args]`: the type's name is the last part of a qualified type, the first of a generic one.
        while matches!(self.at.syn(), Syn::QualifiedType | Syn::GenericType) {
            let wanted = usize::from(self.at.syn() == Syn::QualifiedType);
            if !self.go_to_part(wanted) {
                break;
            }
            levels += 1;
        }
        if self.at.syn() == Syn::TypeName {
            let (name, place) = (self.name(), self.at.place());
            if let Some(decl) = self.member(SymbolKind::Field, name, place, group, 0) {
                self.out.decls[decl].flags |= decl_flag::EMBEDDED;
            }
        }
        for _ in 0..levels {
            self.at.parent();
        }
    }

    /// Goes down to the `nth` part; stays when there is none.
    fn go_to_part(&mut self, nth: usize) -> bool {
        if !self.at.first_child() {
            return false;
        }
        let mut seen = 0;
        loop {
            if self.at.syn().is_part() {
                if seen == nth {
                    return true;
                }
                seen += 1;
            }
            if !self.at.next_sibling() {
                self.at.parent();
                return false;
            }
        }
    }

    /// Declares a member of the type declaration that is being lowered, if there is one.
    fn member(&mut self, kind: SymbolKind, name: u32, place: Place, node: usize, nth: u32) -> Option<usize> {
        let Owner { decl: owner, generic, nested, .. } = self.owner;
        if owner == NONE {
            return None;
        }
        let ix = self.out.declare(kind, name, place, node, nth);
        let decl = &mut self.out.decls[ix];
        decl.owner = owner;
        decl.flags |=
            if nested { decl_flag::NESTED } else { 0 } | if generic { decl_flag::GENERIC } else { 0 };
        Some(ix)
    }

    /// Lowers a member's type: what is declared in there is nested.
    fn inside_member(&mut self, lower: fn(&mut Self)) {
        let nested = std::mem::replace(&mut self.owner.nested, true);
        lower(self);
        self.owner.nested = nested;
    }

    fn describe_fields(
        &mut self,
        first: usize,
        node: usize,
        doc: [u32; 2],
        (span, end_line): (Place, u32),
        ty: [usize; 2],
    ) {
        // What the field's own type declares follows, with nodes of its own.
        let own = self.out.decls[first..].iter().take_while(|d| d.node == node as u32).count();
        for ix in first..first + own {
            let embedded = self.out.decls[ix].flags & decl_flag::EMBEDDED != 0;
            let name = self.out.decls[ix].name;
            let src = self.src;
            let signature = if embedded {
                self.out.signature(&[&src[span.start as usize..ty[1]]])
            } else {
                self.out.signature_of(name, &src[ty[0]..ty[1]])
            };
            let decl = &mut self.out.decls[ix];
            (decl.start, decl.end, decl.body) = (span.start, span.end, span.end);
            (decl.end_line, decl.signature, decl.doc) = (end_line, signature, doc);
        }
    }

    fn interface_type(&mut self) {
        let at = self.open(Kind::InterfaceType);
        self.members(|l, doc| match l.at.syn() {
            Syn::MethodElem => l.interface_method(doc),
            Syn::Error => l.note_error(),
            _ => l.inside_member(Self::expr),
        });
        self.out.close(at);
    }

    fn interface_method(&mut self, doc: [u32; 2]) {
        let span = self.at.place();
        let end_line = self.at.end_line();
        let at = self.open(Kind::IMethod);
        let (mut decl, mut named) = (None, false);
        let mut signature = Signature::default();
        let nested = std::mem::replace(&mut self.owner.nested, true);
        self.parts(|l| match l.at.syn() {
            Syn::Name if !named => {
                named = true;
                let (name, place) = (l.name(), l.at.place());
                l.out.nodes[at].name = name;
                if l.owner.methods {
                    l.owner.nested = nested;
                    decl = l.member(SymbolKind::InterfaceMethod, name, place, at, 0);
                    l.owner.nested = true;
                }
            }
            _ => l.signature_part(&mut signature),
        });
        self.owner.nested = nested;
        self.end_signature(&mut signature);
        self.out.close(at);
        if let Some(decl) = decl {
            let signature = self.out.signature(&[&self.src[span.start as usize..span.end as usize]]);
            let decl = &mut self.out.decls[decl];
            (decl.start, decl.end, decl.body) = (span.start, span.end, span.end);
            (decl.end_line, decl.signature, decl.doc) = (end_line, signature, doc);
        }
    }

    /// Where the braces of a struct or interface type begin, on which the cursor stands.
    pub(super) fn brace_of_type(&mut self) -> Option<usize> {
        let mut brace = None;
        self.each(|l| {
            if matches!(l.at.syn(), Syn::Fields | Syn::OpenBrace) {
                brace.get_or_insert(l.at.start());
            }
        });
        brace
    }
}
