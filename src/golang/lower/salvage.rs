//! Keeps the valid parts of text that the parser could not read.

use super::grammar::Syn;
use super::tree::Lower;
use super::types::SignatureBuilder;
use crate::golang::ast::{Kind, NO_NAME, flag};
use crate::model::SymbolKind;

impl Lower<'_, '_> {
    /// Lowers an `ERROR` in a body to a `Bad` node with the whole statements and composed expressions that are in it.
    /// A single name may have been anything, and is ignored.
    pub(super) fn salvage(&mut self) {
        self.note_error();
        if self.out.is_too_deep() {
            return self.leaf(Kind::Bad, 0);
        }
        let at = self.open(Kind::Bad);
        self.list(Self::salvage_part);
        self.out.close(at);
    }

    fn salvage_part(&mut self) {
        match self.at.syn() {
            Syn::Stmts => self.list(Self::stmt),
            Syn::ExprCase | Syn::TypeCase | Syn::CommCase | Syn::DefaultCase | Syn::Args | Syn::Exprs => {
                if self.out.is_too_deep() {
                    return;
                }
                let at = self.open(Kind::Bad);
                self.list(Self::salvage_part);
                self.out.close(at);
            }
            Syn::ForClause | Syn::RangeClause => {}
            Syn::Call
            | Syn::Composite
            | Syn::FuncLit
            | Syn::Selector
            | Syn::Index
            | Syn::Slice
            | Syn::Unary => {
                self.expr();
            }
            Syn::Binary | Syn::Paren | Syn::TypeAssert | Syn::Conversion => self.expr(),
            syn if syn.is_statement() => self.stmt(),
            _ => {}
        }
    }

    /// Lowers an `ERROR` at package level: keeps whole declarations in it, functions with their heads as far as they go, and
    /// the names of types, variables and constants.
    pub(super) fn salvage_top(&mut self) {
        self.note_error();
        if !self.at.first_child() {
            return;
        }
        loop {
            let syn = self.at.syn();
            let more = match syn {
                Syn::Func => self.broken_func(None),
                Syn::Type => self.broken_spec(SymbolKind::Type, Kind::TypeSpec),
                Syn::Var => self.broken_spec(SymbolKind::Var, Kind::VarSpec),
                Syn::Const => self.broken_spec(SymbolKind::Const, Kind::ConstSpec),
                Syn::PackageClause | Syn::ImportDecl | Syn::FuncDecl | Syn::MethodDecl => {
                    self.top_level([0, 0]);
                    self.at.next_sibling()
                }
                Syn::TypeDecl | Syn::ValueDecl => {
                    self.declaration(true, [0, 0]);
                    self.at.next_sibling()
                }
                _ => self.at.next_sibling(),
            };
            if !more {
                break;
            }
        }
        self.at.parent();
    }

    /// Lowers a statement at package level, where Go has none. A method without parameters, `func (r R) m {`, is read as
    /// a function literal with the method's name for its result.
    pub(super) fn misread_method(&mut self) {
        self.note_error();
        if !self.at.first_child() {
            return;
        }
        if self.at.syn() == Syn::FuncLit {
            let end = (self.at.end() as u32, self.at.end_line());
            let mut parts = Vec::new();
            self.parts(|l| parts.push(l.at.syn()));
            if parts == [Syn::Params, Syn::TypeName, Syn::Block] && self.at.first_child() {
                self.broken_func(Some(end));
                self.at.parent();
            }
        }
        self.at.parent();
    }

    /// Starts at a `func` in broken code. If a receiver (optional) and a name follow, declares the function; if it has
    /// parameters, the text after them is its body. Stops at the next declaration; false if nothing is left.
    ///
    /// `literal` is the end of the function literal as which it was read, with its line.
    fn broken_func(&mut self, literal: Option<(u32, u32)>) -> bool {
        let name_syn = if literal.is_some() { Syn::TypeName } else { Syn::Name };
        let start = self.at.place();
        let at = self.out.open(Kind::FuncDecl, flag::TOP, NO_NAME, start.line);
        let decls = self.out.decls.len();
        let mut more = self.next_part();
        let receiver = (more && self.at.syn() == Syn::Params).then(|| {
            let receiver = self.receiver();
            more = self.next_part();
            receiver
        });
        let named = more && self.at.syn() == name_syn;
        let mut end = (start.end, start.line);
        if named {
            let (name, place) = (self.name(), self.at.place());
            self.out.nodes[at].name = name;
            let kind = if receiver.is_some() { SymbolKind::Method } else { SymbolKind::Func };
            self.out.declare(kind, name, place, at, 0);
            end = (self.at.end() as u32, self.at.end_line());
            more = self.next_part();
        }
        let headed = named && more && self.at.syn() == Syn::Params;
        if receiver.is_none() {
            self.absent();
        }
        self.absent();
        let mut signature = SignatureBuilder::default();
        if headed {
            self.signature_part(&mut signature);
            end = (self.at.end() as u32, self.at.end_line());
            more = self.at.next_sibling();
        }
        self.end_signature(&mut signature);
        let end = literal.unwrap_or(end);
        let span = (super::walk::NodeSpan { end: end.0, ..start }, end.1);
        let more = self.broken_body(more, headed || literal.is_some());
        self.out.close(at);
        if named {
            self.describe_func(decls, receiver, span, None, [0, 0]);
        }
        more
    }

    /// Starts at a `type`, `var` or `const` in broken code. Declares the name that follows, with an unknown type.
    /// False if nothing is left.
    fn broken_spec(&mut self, symbol: SymbolKind, kind: Kind) -> bool {
        let start = self.at.start() as u32;
        if !self.at.next_sibling() {
            return false;
        }
        if !matches!(self.at.syn(), Syn::Name | Syn::TypeName) || self.at.start() == self.at.end() {
            return true;
        }
        let (name, place) = (self.name(), self.at.place());
        let at = self.out.open(kind, flag::TOP, NO_NAME, place.line);
        let decl = self.out.declare(symbol, name, place, at, 0);
        if kind == Kind::TypeSpec {
            self.out.nodes[at].name = name;
            self.absent();
        } else {
            self.leaf(Kind::Bad, 0);
            self.push_name();
            self.name_list(self.names.len() - 1);
        }
        self.leaf(if kind == Kind::TypeSpec { Kind::Bad } else { Kind::List }, 0);
        self.out.close(at);
        let signature = self.out.signature(&[&self.src[start as usize..place.end as usize]]);
        let decl = &mut self.out.decls[decl];
        (decl.start, decl.signature) = (start, signature);
        self.at.next_sibling()
    }

    /// Goes to the next sibling that is a part or the `func` of another declaration; false if there is none.
    fn next_part(&mut self) -> bool {
        while self.at.next_sibling() {
            if self.at.syn().is_part() || self.at.syn() == Syn::Func {
                return true;
            }
        }
        false
    }

    /// Lowers everything before the next declaration to a `Block` with a `Bad` node. False if nothing is left.
    fn broken_body(&mut self, mut more: bool, headed: bool) -> bool {
        let block = self.open(Kind::Block);
        let bad = self.open(Kind::Bad);
        while more {
            match self.at.syn() {
                Syn::Func | Syn::FuncDecl | Syn::MethodDecl | Syn::ImportDecl => break,
                Syn::Error if headed => self.salvage(),
                syn if syn.is_part() && headed => self.salvage_part(),
                _ => {}
            }
            more = self.at.next_sibling();
        }
        self.out.close(bad);
        self.out.close(block);
        more
    }
}
