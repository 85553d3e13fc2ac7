//! Lowers types and signatures.

use super::grammar::Syn;
use super::tree::Lower;
use crate::golang::ast::{Kind, NO_NAME, Node, flag};

/// A `FuncType` under construction. Its parts are siblings of other parts of a function, a literal or a method.
#[derive(Default)]
pub(super) struct SignatureBuilder {
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

    /// `[length]element`
    fn array(&mut self) {
        let at = self.open(Kind::ArrayType);
        self.constant_and_expr(at);
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
        let mut signature = SignatureBuilder::default();
        self.parts(|l| l.signature_part(&mut signature));
        self.end_signature(&mut signature);
    }

    /// Takes the parameters, then the results; further parts do not belong to the signature.
    pub(super) fn signature_part(&mut self, signature: &mut SignatureBuilder) {
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

    pub(super) fn end_signature(&mut self, signature: &mut SignatureBuilder) {
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

    /// Corrects names of parameters that the grammar took for types. Only the end of a list such as `(a, b, c T)`
    /// shows whether `a` is a type, and in lists of ten and more the grammar has decided before. Either all
    /// parameters have names or none (Go spec, "Function types").
    fn adopt_names(&mut self, list: usize) {
        let first = list + 1;
        let nodes = &self.out.nodes;
        let groups = || {
            let after = |&group: &usize| nodes.get(group).map(|node| node.end as usize);
            std::iter::successors(Some(first), after).take_while(|&group| group < nodes.len())
        };
        let is_named = |&group: &usize| nodes.get(group + 1).is_some_and(|ty| ty.end < nodes[group].end);
        let named = groups().filter(is_named).count();
        if named == 0 || named == groups().count() {
            return;
        }
        let starts: Vec<usize> = groups().collect();
        let old = self.out.nodes.split_off(first);
        let mut names = Vec::new();
        let mut moves = Vec::new();
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
            moves.push((start..first + ty_end, start - at));
        }
        // Members of a type in the list move with it.
        for decl in self.out.decls.iter_mut().rev().take_while(|decl| decl.node as usize >= first) {
            let node = decl.node as usize;
            let back = moves.iter().find(|(range, _)| range.contains(&node)).map_or(0, |(_, back)| *back);
            decl.node = (node - back) as u32;
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

    /// Lowers `a, b T` to one `Group`, with the type first.
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
}
