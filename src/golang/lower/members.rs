//! Reads the members of struct and interface types: fields and methods.

use super::grammar::Syn;
use super::literal;
use super::tree::{Lower, Owner};
use super::types::SignatureBuilder;
use super::walk::NodeSpan;
use crate::golang::ast::{Kind, NO_NAME, flag};
use crate::golang::facts::{NONE, decl_flag};
use crate::model::SymbolKind;

impl Lower<'_, '_> {
    pub(super) fn struct_type(&mut self) {
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

    /// Lowers `a, b T`, or an embedded `T`, `*T` or `pkg.T[A]`, with or without a tag.
    fn field(&mut self, doc: [u32; 2]) {
        let span = self.at.place();
        let end_line = self.at.end_line();
        let at = self.open(Kind::Group);
        let (mark, first) = (self.names.len(), self.out.decls.len());
        let (mut names, mut pointer, mut ty) = (0, None, None);
        let is_literal = !self.is_declared_struct();
        self.each(|l| match l.at.syn() {
            Syn::Star => pointer = Some(l.open(Kind::Star)),
            Syn::Name if ty.is_none() => {
                let place = l.at.place();
                l.push_name();
                let name = l.names.last().map_or(NO_NAME, |n| n.0);
                l.member(SymbolKind::Field, name, place, at, names);
                names += 1;
            }
            Syn::Text if is_literal && ty.is_some() => {
                if let Some(tag) = literal::unquoted(l.text()).filter(|tag| !tag.is_empty()) {
                    l.out.nodes[at].name = l.out.names.intern(&tag);
                }
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

    /// Returns whether the struct type that is being lowered is the right side of a type declaration. No other type is
    /// identical to it, whatever tags its fields have, so the tags are not needed.
    fn is_declared_struct(&self) -> bool {
        let Owner { decl, nested, .. } = self.owner;
        let decl = if nested { None } else { self.out.decls.get(decl as usize) };
        decl.is_some_and(|decl| decl.kind == SymbolKind::Struct as u8)
    }

    /// Declares an embedded field under the name of its type, which is under the cursor.
    fn embedded(&mut self, group: usize) {
        let mut levels = 0;
        // In `pkg.Name[Args]`, the type's name is the last part of a qualified type and the first of a generic one.
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

    /// Goes down to the `nth` part. Returns false and stays if there is none.
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
    fn member(
        &mut self,
        kind: SymbolKind,
        name: u32,
        place: NodeSpan,
        node: usize,
        nth: u32,
    ) -> Option<usize> {
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

    /// Lowers a member's type. Everything that is declared inside is nested.
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
        (span, end_line): (NodeSpan, u32),
        ty: [usize; 2],
    ) {
        // Fields that the field's own type declares come after it, with nodes of their own.
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

    pub(super) fn interface_type(&mut self) {
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
        let mut signature = SignatureBuilder::default();
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

    /// The first byte of the braces of the struct or interface type under the cursor.
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
