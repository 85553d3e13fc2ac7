//! Reduces declarations, one at a time, to the parts that other packages can see.

use rustc_hash::FxHashMap;

use super::codec::placeless;
use crate::golang::ast::{Kind, Lit, NO_NAME, NameIx, Node, children, flag};
use crate::golang::facts::{Decl, FileFacts, Import, NONE, decl_flag};
use crate::model::SymbolKind;

/// A name that a reduced declaration mentions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mention {
    /// Import path of its package; `None` for the package itself (or the universe, or a type parameter).
    pub(super) package: Option<String>,
    pub(super) name: String,
}

/// Facts about the rest of the library that the reducer needs.
pub(super) trait LibraryContext {
    /// The import path behind a name of the file, if the file imports something under it.
    fn imported(&self, name: &str) -> Option<&str>;
    /// Returns whether a package-level name of the file's package is kept.
    fn keeps(&self, name: &str) -> bool;
    /// Returns whether a name is a function that is not generic. The result of its call then does not depend on the
    /// arguments.
    fn is_plain_function(&self, package: Option<&str>, name: &str) -> bool;
}

/// Facts under construction: those of a whole package in one file.
#[derive(Default)]
pub(super) struct FactsBuilder {
    facts: FileFacts,
    names: FxHashMap<String, NameIx>,
}

impl FactsBuilder {
    pub(super) fn new(package: &str) -> Self {
        let mut builder = Self::default();
        builder.facts.build = NO_NAME;
        builder.facts.package = builder.intern(package);
        builder
    }

    pub(super) fn finish(self) -> FileFacts {
        self.facts
    }

    fn intern(&mut self, text: &str) -> NameIx {
        if let Some(&ix) = self.names.get(text) {
            return ix;
        }
        let ix = self.facts.name_ends.len() as NameIx;
        self.facts.name_text.push_str(text);
        self.facts.name_ends.push(self.facts.name_text.len() as u32);
        self.names.insert(text.to_owned(), ix);
        ix
    }

    /// Imports a package under its own path as its name, and returns that name.
    fn import(&mut self, path: &str) -> NameIx {
        let name = self.intern(path);
        if self.facts.imports.iter().all(|import| import.path != name) {
            self.facts.imports.push(Import { alias: name, path: name, line: 0 });
        }
        name
    }

    fn open(&mut self, kind: Kind, flags: u8, name: NameIx) -> usize {
        self.facts.nodes.push(Node::new(kind, flags, name, 0));
        self.facts.nodes.len() - 1
    }

    fn close(&mut self, node: usize) {
        self.facts.nodes[node].end = self.facts.nodes.len() as u32;
    }

    fn leaf(&mut self, kind: Kind, flags: u8, name: NameIx) {
        let node = self.open(kind, flags, name);
        self.close(node);
    }
}

/// Copies declarations of one file into a [`FactsBuilder`] and collects what they mention.
pub(super) struct Reducer<'a, C> {
    facts: &'a FileFacts,
    context: &'a C,
    out: &'a mut FactsBuilder,
    pub(super) mentions: Vec<Mention>,
    /// New indices of the nodes that declare something.
    moved: FxHashMap<u32, u32>,
}

impl<'a, C: LibraryContext> Reducer<'a, C> {
    pub(super) fn new(facts: &'a FileFacts, context: &'a C, out: &'a mut FactsBuilder) -> Self {
        Self { facts, context, out, mentions: Vec::new(), moved: FxHashMap::default() }
    }

    /// Copies the declaration at a package-level node.
    pub(super) fn declaration(&mut self, root: u32) {
        let node = self.facts.nodes[root as usize];
        let (flags, name) = match node.kind() {
            Kind::ConstSpec => (node.flags & !flag::INHERITS, self.name(node.name)),
            _ => (node.flags, self.name(node.name)),
        };
        self.moved.insert(root, self.out.facts.nodes.len() as u32);
        let new = self.out.open(node.kind(), flags, name);
        match (node.kind(), self.parts(root).as_slice()) {
            (Kind::FuncDecl, &[receiver, params, signature, _]) => {
                self.copy(receiver);
                self.type_params(params);
                self.copy(signature);
                self.out.leaf(Kind::Absent, 0, NO_NAME);
            }
            (Kind::TypeSpec, &[params, ty]) => {
                self.type_params(params);
                self.copy(ty);
            }
            (Kind::VarSpec | Kind::ConstSpec, &[_, names, _]) => {
                let full = self.spec_with_values(root);
                if let &[ty, _, values] = self.parts(full).as_slice() {
                    self.values(ty, names, values);
                }
            }
            _ => {}
        }
        self.out.close(new);
    }

    /// The spec itself; for a constant without values, the spec before it that it repeats.
    fn spec_with_values(&self, root: u32) -> u32 {
        let nodes = &self.facts.nodes;
        let top_level = std::iter::successors(Some(0), |&ix| Some(nodes.get(ix as usize)?.end));
        let gives_values = |&ix: &u32| {
            let node = nodes[ix as usize];
            node.kind() == Kind::ConstSpec && node.flags & flag::INHERITS == 0
        };
        match nodes[root as usize].kind() {
            Kind::ConstSpec => {
                top_level.take_while(|&ix| ix <= root).filter(gives_values).last().unwrap_or(root)
            }
            _ => root,
        }
    }

    /// Copies the three parts of a spec. Names that are not kept become blank, and values stay only if they determine
    /// the type.
    fn values(&mut self, ty: u32, names: u32, values: u32) {
        let nodes = &self.facts.nodes;
        let kept: Vec<bool> = children(nodes, names)
            .map(|name| self.context.keeps(self.facts.name(nodes[name as usize].name)))
            .collect();
        self.copy(ty);
        let list = self.out.open(Kind::List, 0, NO_NAME);
        for (name, kept) in children(nodes, names).zip(&kept) {
            self.defining(name, *kept);
        }
        self.out.close(list);
        let list = self.out.open(Kind::List, 0, NO_NAME);
        if nodes[ty as usize].kind() == Kind::Absent {
            let alone = children(nodes, values).count() == 1;
            for (nth, value) in children(nodes, values).enumerate() {
                if alone || kept.get(nth) == Some(&true) {
                    self.copy(value);
                } else {
                    self.out.leaf(Kind::BasicLit, Lit::Int as u8, NO_NAME);
                }
            }
        }
        self.out.close(list);
    }

    fn defining(&mut self, ident: u32, kept: bool) {
        let name = if kept { self.name(self.facts.nodes[ident as usize].name) } else { self.out.intern("_") };
        self.out.leaf(Kind::Ident, flag::DEFINING, name);
    }

    /// Copies type parameters with their names, since the signature uses them.
    fn type_params(&mut self, params: u32) {
        let node = self.facts.nodes[params as usize];
        let list = self.out.open(node.kind(), node.flags, NO_NAME);
        for group in children(&self.facts.nodes, params) {
            self.group(group, |_| true);
        }
        self.out.close(list);
    }

    /// Copies `a, b T`, with blanks for the names that are not kept.
    fn group(&mut self, group: u32, keep: impl Fn(&str) -> bool) {
        let node = self.facts.nodes[group as usize];
        self.moved.insert(group, self.out.facts.nodes.len() as u32);
        let tag = self.name(node.name);
        let new = self.out.open(Kind::Group, node.flags, tag);
        for (nth, child) in children(&self.facts.nodes, group).enumerate() {
            if nth == 0 {
                self.copy(child);
            } else {
                let kept = keep(self.facts.name(self.facts.nodes[child as usize].name));
                self.defining(child, kept);
            }
        }
        self.out.close(new);
    }

    /// Copies a type or an expression.
    fn copy(&mut self, ix: u32) {
        let node = self.facts.nodes[ix as usize];
        match node.kind() {
            Kind::Ident => self.ident(node),
            Kind::Selector => self.selector(ix, node),
            Kind::Params => self.list(ix, node, |this, group| this.group(group, |_| false)),
            Kind::StructType => self.list(ix, node, Self::fields),
            Kind::IMethod => {
                self.moved.insert(ix, self.out.facts.nodes.len() as u32);
                self.list(ix, node, Self::copy);
            }
            Kind::FuncLit => {
                let mut nth = 0;
                self.list(ix, node, |this, part| {
                    nth += 1;
                    if nth == 1 { this.copy(part) } else { this.out.leaf(Kind::Block, 0, NO_NAME) }
                });
            }
            Kind::CompositeLit => self.composite(ix, node),
            Kind::Call => self.call(ix, node),
            _ => self.list(ix, node, Self::copy),
        }
    }

    fn list(&mut self, ix: u32, node: Node, mut each: impl FnMut(&mut Self, u32)) {
        let name = self.name(node.name);
        let new = self.out.open(node.kind(), node.flags, name);
        for child in children(&self.facts.nodes, ix) {
            each(self, child);
        }
        self.out.close(new);
    }

    fn ident(&mut self, node: Node) {
        let text = self.facts.name(node.name).to_owned();
        let name = self.out.intern(&text);
        self.out.leaf(Kind::Ident, node.flags, name);
        self.mentions.push(Mention { package: None, name: text });
    }

    /// Copies `package.Name` or `x.name`.
    fn selector(&mut self, ix: u32, node: Node) {
        let Some(path) = self.package_operand(ix) else { return self.list(ix, node, Self::copy) };
        let name = self.name(node.name);
        let new = self.out.open(Kind::Selector, node.flags, name);
        let import = self.out.import(&path);
        self.out.leaf(Kind::Ident, 0, import);
        self.out.close(new);
        self.mentions.push(Mention { package: Some(path), name: self.facts.name(node.name).to_owned() });
    }

    /// The package that a selector's operand names.
    fn package_operand(&self, selector: u32) -> Option<String> {
        let operand = self.facts.nodes[selector as usize + 1];
        let name = (operand.kind() == Kind::Ident).then(|| self.facts.name(operand.name))?;
        self.context.imported(name).map(str::to_owned)
    }

    /// Copies exported and embedded fields. Other code cannot reach the others, and promoted names cannot clash with
    /// them.
    fn fields(&mut self, group: u32) {
        let nodes = &self.facts.nodes;
        let embedded = nodes[group as usize].flags & flag::EMBEDDED != 0;
        let seen = |name: &str| is_exported(name);
        let mut names = children(nodes, group).skip(1).map(|name| self.facts.name(nodes[name as usize].name));
        if embedded || names.any(seen) {
            self.group(group, seen);
        }
    }

    /// Copies only the type of a literal, except for `[...]T{}`, where elements are counted.
    fn composite(&mut self, ix: u32, node: Node) {
        let ty = self.facts.nodes[ix as usize + 1];
        if ty.kind() == Kind::ArrayType && ty.flags & flag::ELLIPSIS != 0 {
            return self.list(ix, node, Self::copy);
        }
        let new = self.out.open(node.kind(), node.flags, NO_NAME);
        self.copy(ix + 1);
        self.out.close(new);
    }

    fn call(&mut self, ix: u32, node: Node) {
        let callee = ix + 1;
        let function = self.facts.nodes[callee as usize];
        let plain = match function.kind() {
            Kind::Ident => self.context.is_plain_function(None, self.facts.name(function.name)),
            Kind::Selector => match self.package_operand(callee) {
                Some(path) => self.context.is_plain_function(Some(&path), self.facts.name(function.name)),
                // A method is taken to have no type parameters of its own.
                None => true,
            },
            _ => false,
        };
        if !plain {
            return self.list(ix, node, Self::copy);
        }
        let new = self.out.open(Kind::Call, 0, NO_NAME);
        self.copy(callee);
        self.out.close(new);
    }

    fn name(&mut self, ix: NameIx) -> NameIx {
        if ix == NO_NAME { NO_NAME } else { self.out.intern(self.facts.name(ix)) }
    }

    fn parts(&self, node: u32) -> Vec<u32> {
        children(&self.facts.nodes, node).collect()
    }

    /// Adds the symbols that the copied nodes declare.
    pub(super) fn symbols(&mut self) {
        let mut new_index = FxHashMap::default();
        for (old, decl) in (0_u32..).zip(&self.facts.decls) {
            let Some(&node) = self.moved.get(&decl.node) else { continue };
            if !self.is_seen(decl) {
                continue;
            }
            let name = self.name(decl.name);
            let receiver = self.name(decl.receiver);
            let owner = new_index.get(&decl.owner).copied().unwrap_or(NONE);
            new_index.insert(old, self.out.facts.decls.len() as u32);
            let place =
                Decl { name, receiver, owner, node, nth: decl.nth, ..placeless(decl.kind, decl.flags) };
            self.out.facts.decls.push(place);
        }
    }

    fn is_seen(&self, decl: &Decl) -> bool {
        let name = self.facts.name(decl.name);
        match SymbolKind::from_number(decl.kind) {
            Some(SymbolKind::Field) => is_exported(name) || decl.flags & decl_flag::EMBEDDED != 0,
            Some(SymbolKind::InterfaceMethod | SymbolKind::Method) => true,
            _ => self.context.keeps(name),
        }
    }
}

/// Returns whether a name is exported (Go spec, "Exported identifiers").
pub(super) fn is_exported(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}
