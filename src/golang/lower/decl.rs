//! Declarations: the package clause, imports, functions, types, variables and constants.

use super::doc::states_output;
use super::grammar::Syn;
use super::tree::{Lower, Owner};
use super::types::SignatureBuilder;
use super::walk::{NodeSpan, SyntaxCursor};
use crate::golang::ast::{Kind, NO_NAME, NameIx, flag};
use crate::golang::facts::{Import, NONE, decl_flag, file_flag};
use crate::model::SymbolKind;

/// The context of a spec: `var x T`, or `x T` in a group.
#[derive(Clone, Copy)]
struct SpecContext {
    /// True if it is at package level.
    top: bool,
    keyword: &'static [u8],
    /// The start of a declaration that is not in a group.
    start: Option<usize>,
    /// Its index among the constants of its group, which is the value of `iota`.
    nth: u32,
    doc: [u32; 2],
}

/// The parts of a receiver.
pub(super) struct Receiver {
    base: NameIx,
    flags: u8,
}

impl Lower<'_, '_> {
    /// Lowers a whole file.
    pub(super) fn file(&mut self) {
        self.members(Self::top_level);
    }

    pub(super) fn top_level(&mut self, doc: [u32; 2]) {
        match self.at.syn() {
            Syn::PackageClause => self.package_clause(doc),
            Syn::ImportDecl | Syn::ImportList => self.imports(),
            Syn::FuncDecl | Syn::MethodDecl => self.func(doc),
            Syn::TypeDecl | Syn::ValueDecl => self.declaration(true, doc),
            Syn::Error => self.salvage_top(),
            Syn::ExprStmt => self.misread_method(),
            // These are statements, which the grammar accepts here, but Go does not.
            _ => self.note_error(),
        }
    }

    fn package_clause(&mut self, doc: [u32; 2]) {
        if self.out.facts.package != NO_NAME {
            return self.note_error();
        }
        self.parts(|l| {
            let place = l.at.place();
            let name = l.name();
            let facts = &mut l.out.facts;
            (facts.package, facts.package_doc) = (name, doc);
            (facts.package_line, facts.package_col) = (place.line, place.col);
        });
    }

    fn imports(&mut self) {
        self.parts(|l| match l.at.syn() {
            Syn::ImportList => l.parts(Self::import),
            _ => l.import(),
        });
    }

    fn import(&mut self) {
        if self.at.syn() != Syn::ImportSpec {
            return;
        }
        let line = self.at.line();
        let (mut alias, mut path) = (NO_NAME, NO_NAME);
        self.parts(|l| match (l.at.syn(), l.text()) {
            (Syn::Name, _) => alias = l.name(),
            (Syn::Text, [_, text @ .., _]) => path = l.out.names.intern(text),
            _ => {}
        });
        if path == NO_NAME {
            return self.note_error();
        }
        if self.out.names.text(path) == b"C" {
            self.out.facts.flags |= file_flag::CGO;
        }
        self.out.imports.push(Import { alias, path, line });
    }

    /// A function or method: `FuncDecl` [receiver?, type parameters?, type, body?].
    fn func(&mut self, doc: [u32; 2]) {
        let (span, end_line) = (self.at.place(), self.at.end_line());
        let method = self.at.syn() == Syn::MethodDecl;
        let at = self.out.open(Kind::FuncDecl, flag::TOP, NO_NAME, span.line);
        let (mut receiver, mut decl, mut body) = (None, None, None);
        let (mut signature, mut typed) = (SignatureBuilder::default(), false);
        self.parts(|l| match l.at.syn() {
            Syn::Params if method && decl.is_none() && receiver.is_none() => receiver = Some(l.receiver()),
            Syn::Name if decl.is_none() => {
                let (name, place) = (l.name(), l.at.place());
                l.out.nodes[at].name = name;
                let kind = if method { SymbolKind::Method } else { SymbolKind::Func };
                decl = Some(l.out.declare(kind, name, place, at, 0));
                if receiver.is_none() {
                    l.absent();
                }
            }
            Syn::TypeParams if decl.is_some() && !typed => {
                l.type_params();
                typed = true;
            }
            Syn::Block if decl.is_some() && body.is_none() => {
                l.end_signature(&mut signature);
                body = Some(l.at.start());
                l.block();
            }
            _ if decl.is_some() => {
                if !std::mem::replace(&mut typed, true) {
                    l.masked_type_params(span.start);
                }
                l.signature_part(&mut signature);
            }
            _ => {}
        });
        let Some(decl) = decl else {
            // A function without a name declares nothing, but its node gets all its children.
            return self.nameless_func(at, receiver.is_some());
        };
        if !typed {
            self.absent();
        }
        self.end_signature(&mut signature);
        if body.is_none() {
            self.absent();
        }
        self.out.close(at);
        self.describe_func(decl, receiver, (span, end_line), body, doc);
    }

    fn nameless_func(&mut self, at: usize, receiver: bool) {
        self.note_error();
        if !receiver {
            self.absent();
        }
        self.absent();
        self.end_signature(&mut SignatureBuilder::default());
        self.absent();
        self.out.close(at);
    }

    pub(super) fn describe_func(
        &mut self,
        decl: usize,
        receiver: Option<Receiver>,
        (span, end_line): (NodeSpan, u32),
        body: Option<usize>,
        doc: [u32; 2],
    ) {
        let body = body.map_or(span.end, |body| body as u32);
        let signature = self.out.head(&self.src[span.start as usize..body as usize]);
        let generic = self.out.nodes[self.out.decls[decl].node as usize + 1].end as usize;
        let generic = self.out.nodes.get(generic).is_some_and(|n| n.kind() == Kind::TypeParams);
        let prints = receiver.is_none()
            && self.out.spelled(self.out.decls[decl].name).starts_with(b"Example")
            && states_output(&self.src[body as usize..span.end as usize]);
        let decl = &mut self.out.decls[decl];
        (decl.start, decl.end, decl.end_line) = (span.start, span.end, end_line);
        (decl.body, decl.signature, decl.doc) = (body, signature, doc);
        if generic {
            decl.flags |= decl_flag::GENERIC;
        }
        if prints {
            decl.flags |= decl_flag::OUTPUT;
        }
        if let Some(receiver) = receiver {
            decl.receiver = receiver.base;
            decl.flags |= receiver.flags;
        }
    }

    /// Lowers a receiver such as `(r *T[A])`, and reads the base type's name from the lowered nodes.
    pub(super) fn receiver(&mut self) -> Receiver {
        let params = self.out.nodes.len();
        self.params();
        let mut receiver = Receiver { base: NO_NAME, flags: 0 };
        for node in self.out.nodes.get(params + 2..).unwrap_or_default() {
            match node.kind() {
                Kind::Star => receiver.flags |= decl_flag::POINTER,
                Kind::Index => receiver.flags |= decl_flag::GENERIC,
                Kind::Ident => {
                    receiver.base = node.name;
                    break;
                }
                _ => break,
            }
        }
        receiver
    }

    /// Lowers the type parameters of a method. They were masked for the parser, and have a tree of their own.
    fn masked_type_params(&mut self, func: u32) {
        let Some(list) = self.masked.type_params(func) else { return self.absent() };
        let here = std::mem::replace(&mut self.at, SyntaxCursor::new(list));
        self.type_params();
        self.at = here;
    }

    /// A `type`, `var` or `const` declaration, at package level (`top`) or in a body.
    pub(super) fn declaration(&mut self, top: bool, doc: [u32; 2]) {
        let keyword: &[u8] = match self.src[self.at.start()..] {
            [b't', ..] => b"type ",
            [b'v', ..] => b"var ",
            _ => b"const ",
        };
        let grouped = self.is_grouped();
        let start = (!grouped).then(|| self.at.start());
        let first = self.out.decls.len();
        let mut nth = 0;
        self.members(|l, own| {
            let spec = SpecContext { top, keyword, start, nth, doc: if grouped { own } else { doc } };
            nth += u32::from(l.at.syn() == Syn::ConstSpec);
            if l.at.syn() == Syn::VarList {
                l.members(|l, own| l.spec(SpecContext { doc: own, ..spec }));
            } else {
                l.spec(spec);
            }
        });
        if grouped {
            // go/doc shows the group's comment with those of its members that have none.
            for decl in &mut self.out.decls[first..] {
                if decl.owner == NONE && decl.doc == [0, 0] {
                    decl.doc = doc;
                }
            }
        }
    }

    /// Returns whether the specs are in parentheses.
    fn is_grouped(&mut self) -> bool {
        let mut grouped = false;
        self.each(|l| grouped |= matches!(l.at.syn(), Syn::OpenParen | Syn::VarList));
        grouped
    }

    fn spec(&mut self, spec: SpecContext) {
        match self.at.syn() {
            Syn::TypeSpec | Syn::TypeAlias => self.type_spec(spec),
            Syn::VarSpec => self.value_spec(spec, Kind::VarSpec),
            Syn::ConstSpec => self.value_spec(spec, Kind::ConstSpec),
            _ => self.note_error(),
        }
    }

    /// `VarSpec`, `ConstSpec` [type?, names, values].
    fn value_spec(&mut self, spec: SpecContext, kind: Kind) {
        let (span, end_line) = (self.at.place(), self.at.end_line());
        let at = self.out.open(kind, if spec.top { flag::TOP } else { 0 }, NO_NAME, span.line);
        if kind == Kind::ConstSpec && spec.nth > 0 {
            self.out.nodes[at].name = self.number(spec.nth);
        }
        let symbol = if kind == Kind::ConstSpec { SymbolKind::Const } else { SymbolKind::Var };
        let (mark, first) = (self.names.len(), self.out.decls.len());
        let (mut typed, mut named, mut valued) = (false, false, false);
        self.brace = None;
        self.parts(|l| match l.at.syn() {
            Syn::Name if !typed => {
                let nth = (l.names.len() - mark) as u32;
                l.push_name();
                if spec.top {
                    let (name, place) = (l.names.last().map_or(NO_NAME, |n| n.0), l.at.place());
                    l.out.declare(symbol, name, place, at, nth);
                }
            }
            Syn::Exprs if !valued => {
                if !std::mem::replace(&mut typed, true) {
                    l.absent();
                }
                if !std::mem::replace(&mut named, true) {
                    l.name_list(mark);
                }
                if kind == Kind::ConstSpec {
                    l.as_constant(Self::expr_list);
                } else {
                    l.expr_list();
                }
                valued = true;
            }
            _ if !typed => {
                l.expr();
                l.name_list(mark);
                (typed, named) = (true, true);
            }
            _ => {}
        });
        if !valued && !typed && kind == Kind::ConstSpec {
            self.out.nodes[at].flags |= flag::INHERITS;
        }
        if !typed {
            self.absent();
        }
        if !named {
            self.name_list(mark);
        }
        if !valued {
            self.leaf(Kind::List, 0);
        }
        self.out.close(at);
        if spec.top {
            let names = self.out.decls[first..].iter().take_while(|d| d.node == at as u32).count();
            self.describe_values(spec, first..first + names, (span, end_line));
        }
    }

    pub(super) fn name_list(&mut self, mark: usize) {
        let list = self.open(Kind::List);
        self.pop_names(mark);
        self.out.close(list);
    }

    fn describe_values(
        &mut self,
        spec: SpecContext,
        decls: std::ops::Range<usize>,
        (span, end_line): (NodeSpan, u32),
    ) {
        if decls.is_empty() {
            return;
        }
        // The signature shows the value up to the elements of a literal.
        let (start, end) = (span.start as usize, span.end as usize);
        let (head, tail) = self.brace.map_or((end, ""), |brace| (brace, "{…}"));
        let signature = self.out.signature(&[spec.keyword, &self.src[start..head], tail.as_bytes()]);
        for decl in &mut self.out.decls[decls] {
            decl.start = spec.start.unwrap_or(start) as u32;
            (decl.end, decl.body, decl.end_line) = (span.end, span.end, end_line);
            (decl.signature, decl.doc) = (signature, spec.doc);
        }
    }

    /// `TypeSpec` [type parameters?, type].
    fn type_spec(&mut self, spec: SpecContext) {
        let (span, end_line) = (self.at.place(), self.at.end_line());
        let alias = self.at.syn() == Syn::TypeAlias;
        let flags = if spec.top { flag::TOP } else { 0 } | if alias { flag::ALIAS } else { 0 };
        let at = self.out.open(Kind::TypeSpec, flags, NO_NAME, span.line);
        let outer = std::mem::replace(&mut self.owner, Owner::NOBODY);
        let (mut decl, mut named, mut given, mut brace) = (None, false, 0, None);
        self.parts(|l| match l.at.syn() {
            Syn::TypeName | Syn::Name if !named => {
                named = true;
                let name = l.name();
                l.out.nodes[at].name = name;
                if spec.top {
                    let place = l.at.place();
                    let ix = l.out.declare(SymbolKind::Type, name, place, at, 0);
                    l.owner = Owner { decl: ix as u32, methods: true, generic: false, nested: true };
                    decl = Some(ix);
                }
            }
            Syn::TypeParams if given == 0 => {
                l.type_params();
                l.owner.generic = true;
                given = 1;
            }
            syn if named && given < 2 => {
                if given == 0 {
                    l.absent();
                }
                let kind = type_kind(syn, alias);
                if matches!(syn, Syn::StructType | Syn::InterfaceType) {
                    brace = l.brace_of_type();
                    l.owner.nested = false;
                }
                l.owner.methods = syn != Syn::FuncType;
                if let Some(decl) = decl {
                    l.out.decls[decl].kind = kind as u8;
                }
                l.expr();
                given = 2;
            }
            _ => {}
        });
        let generic = self.owner.generic;
        self.owner = outer;
        if given == 0 {
            self.absent();
        }
        self.close_with(at, given.max(1), 2);
        if let Some(decl) = decl {
            self.describe_type(spec, decl, generic, (span, end_line), brace);
        }
    }

    fn describe_type(
        &mut self,
        spec: SpecContext,
        decl: usize,
        generic: bool,
        (span, end_line): (NodeSpan, u32),
        brace: Option<usize>,
    ) {
        let (start, end) = (span.start as usize, span.end as usize);
        let body = brace.unwrap_or(end);
        let signature = self.out.signature(&[spec.keyword, &self.src[start..body]]);
        let decl = &mut self.out.decls[decl];
        decl.flags |= if generic { decl_flag::GENERIC } else { 0 };
        decl.start = spec.start.unwrap_or(start) as u32;
        (decl.end, decl.body, decl.end_line) = (span.end, body as u32, end_line);
        (decl.signature, decl.doc) = (signature, spec.doc);
    }
}

/// The kind of symbol that a type declaration makes, by the syntax of its right side.
fn type_kind(right: Syn, alias: bool) -> SymbolKind {
    match right {
        _ if alias => SymbolKind::Alias,
        Syn::StructType => SymbolKind::Struct,
        Syn::InterfaceType => SymbolKind::Interface,
        _ => SymbolKind::Type,
    }
}
