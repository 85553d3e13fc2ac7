//! Type expressions: from syntax to types.

use super::Checker;
use super::note::Meaning;
use super::scope::Local;
use super::sink::Foreign;
use crate::golang::ast::{Kind, Node, flag};
use crate::golang::ids::{DeclIx, NO_PACKAGE, Ty, TypeDeclIx};
use crate::golang::link::{ImportTarget, Imported, TypeDecl};
use crate::golang::names::Name;
use crate::golang::types::{Basic, EXTERNAL, Field, IMethod, Length, Type, UNKNOWN, VOID};
use crate::golang::universe::{self, Predeclared};
use crate::model::{Cause, EdgeKind, SymbolKind, access};

/// The meaning of an identifier.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entity {
    Local(Local),
    Decl(DeclIx),
    Import(Imported),
    Predeclared(Predeclared),
    Undeclared,
}

/// A function type's parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signature {
    pub(super) params: Ty,
    pub(super) results: Ty,
    pub(super) variadic: bool,
}

impl Checker<'_> {
    /// Looks a name up through the blocks: local, package, file (imports), universe. The file's block is the inner one, but
    /// only in invalid programs, or files that are not built together, have both a name.
    pub(super) fn resolve(&self, name: Name) -> Entity {
        if let Some(local) = self.scope.get(name) {
            return Entity::Local(local);
        }
        if self.world.file(self.file).hidden_by_imports.contains(&name)
            && let Some(imported) = self.imported(name, |import| !import.is_guess)
        {
            return imported;
        }
        let own = self.world.in_package(self.file, self.package(), name);
        if let Some(decl) = own.filter(|&decl| !self.world.is_never_built_with(self.file, decl)) {
            return Entity::Decl(decl);
        }
        if let Some(imported) = self.imported(name, |_| true) {
            return imported;
        }
        // A declaration that this file's builds lack comes last, such as a `min` for Go releases without the built-in
        // one.
        let predeclared = self.world.universe.get(name).map(Entity::Predeclared);
        predeclared.or_else(|| own.map(Entity::Decl)).unwrap_or(Entity::Undeclared)
    }

    /// The import of that name, among those that `admits` admits, or what a dot import brings in under it.
    fn imported(&self, name: Name, admits: impl Fn(&Imported) -> bool) -> Option<Entity> {
        let imports = &self.world.file(self.file).imports;
        if let Some(import) = imports.iter().find(|import| import.name == name && admits(import)) {
            return Some(Entity::Import(*import));
        }
        if !self.world.names.is_exported(name) {
            return None;
        }
        let brought = |import: &Imported| match import.target {
            ImportTarget::Package(package) => self.world.in_package(self.file, package, name),
            _ => None,
        };
        imports.iter().filter(|import| import.dot).find_map(brought).map(Entity::Decl)
    }

    /// Why a name is undeclared: `External` if it may come from a dot import of an unknown package.
    pub(super) fn cause_of_undeclared(&self) -> Cause {
        let external = |i: &Imported| i.dot && i.target == ImportTarget::External;
        let dotted = self.world.file(self.file).imports.iter().any(external);
        if dotted { Cause::External } else { Cause::Undeclared }
    }

    /// The type that an expression denotes; `UNKNOWN` if it denotes none.
    pub(super) fn type_expr(&mut self, ix: u32) -> Ty {
        if let Some(ty) = self.type_expr_or_none(ix) {
            return ty;
        }
        // A function, variable or constant in the place of a type is an error, but it is used.
        let named = if self.node(ix).kind() == Kind::Index { ix + 1 } else { ix };
        self.check_type_name(ix);
        let operand = if self.node(named).kind() == Kind::Selector { named + 1 } else { named };
        if let Some(decl) = self.named_decl(named).or_else(|| self.named_decl(operand)) {
            self.refer_name(decl, EdgeKind::Uses, self.node(named).line);
        }
        UNKNOWN
    }

    /// The type that an expression denotes; `None` if it is a value. References inside are recorded only if it is a
    /// type.
    pub(super) fn type_expr_or_none(&mut self, ix: u32) -> Option<Ty> {
        let node = self.node(ix);
        Some(match node.kind() {
            Kind::Ident => return self.named_type(ix, &node),
            Kind::Selector => return self.qualified_type(ix, &node),
            Kind::Star => {
                let to = self.type_expr_or_none(ix + 1)?;
                self.types.pointer(to)
            }
            Kind::Index => {
                if !self.denotes_type(ix + 1) && self.qualified(ix + 1) != Some(Qualified::External) {
                    return None;
                }
                return Some(self.instance_type(ix));
            }
            Kind::ArrayType => self.array_type(ix, &node),
            Kind::SliceType => {
                let element = self.type_expr(ix + 1);
                self.types.slice(element)
            }
            Kind::MapType => {
                let [key, value] = self.parts(ix);
                let (key, value) = (self.type_expr(key), self.type_expr(value));
                self.types.intern(Type::Map(key, value))
            }
            Kind::ChanType => {
                let element = self.type_expr(ix + 1);
                let (send, receive) = (node.flags & flag::SEND != 0, node.flags & flag::RECV != 0);
                self.types.intern(Type::Chan(element, send, receive))
            }
            Kind::FuncType => self.func_type(ix),
            Kind::StructType => self.struct_type(ix),
            Kind::InterfaceType => self.interface_type(ix),
            Kind::Union | Kind::Tilde => self.union_type(ix),
            _ => return None,
        })
    }

    /// Returns whether an expression is a type; records nothing.
    pub(super) fn denotes_type(&self, ix: u32) -> bool {
        let node = self.node(ix);
        match node.kind() {
            Kind::Ident => match self.resolve(self.name_of(ix)) {
                Entity::Local(local) => matches!(local, Local::Type(_)),
                Entity::Decl(decl) => self.world.kind(decl).is_type(),
                Entity::Predeclared(p) => {
                    matches!(p, Predeclared::Type(_) | Predeclared::Declared(_) | Predeclared::EmptyInterface)
                }
                Entity::Import(_) | Entity::Undeclared => false,
            },
            Kind::Selector => match self.qualified(ix) {
                Some(Qualified::Decl(decl)) => self.world.kind(decl).is_type(),
                Some(Qualified::UnsafePointer) => true,
                _ => false,
            },
            Kind::Star | Kind::Index => self.denotes_type(ix + 1),
            Kind::ArrayType
            | Kind::SliceType
            | Kind::MapType
            | Kind::ChanType
            | Kind::FuncType
            | Kind::StructType
            | Kind::InterfaceType
            | Kind::Union
            | Kind::Tilde => true,
            _ => false,
        }
    }

    fn named_type(&mut self, ix: u32, node: &Node) -> Option<Ty> {
        match self.resolve(self.name_of(ix)) {
            Entity::Local(Local::Type(ty)) | Entity::Predeclared(Predeclared::Type(ty)) => Some(ty),
            Entity::Decl(decl) if self.world.kind(decl).is_type() => {
                self.refer_name(decl, EdgeKind::Uses, node.line);
                Some(self.declared(decl))
            }
            Entity::Predeclared(Predeclared::Declared(decl)) => Some(self.types.named(decl)),
            Entity::Predeclared(Predeclared::EmptyInterface) => {
                Some(universe::empty_interface(&mut self.types))
            }
            _ => None,
        }
    }

    /// The type that the name of a type declaration denotes; for an alias, the type that it stands for.
    pub(super) fn declared(&mut self, decl: DeclIx) -> Ty {
        let Some(type_decl) = self.world.type_decl_of(decl) else { return UNKNOWN };
        if self.type_decl(type_decl).alias { self.define(type_decl) } else { self.types.named(type_decl) }
    }

    fn qualified_type(&mut self, ix: u32, node: &Node) -> Option<Ty> {
        match self.qualified(ix)? {
            Qualified::Decl(decl) if self.world.kind(decl).is_type() => {
                self.refer_name(decl, EdgeKind::Uses, node.line);
                Some(self.declared(decl))
            }
            Qualified::UnsafePointer => {
                self.refer_foreign_name(ix, EdgeKind::Uses);
                Some(Basic::UnsafePointer.ty())
            }
            Qualified::External => {
                self.refer_foreign_name(ix, EdgeKind::Uses);
                Some(self.foreign_type(ix))
            }
            Qualified::Decl(_) | Qualified::Missing | Qualified::Unsafe => None,
        }
    }

    /// The type `pkg.Name` of a package that is not known.
    fn foreign_type(&mut self, selector: u32) -> Ty {
        let name = self.name_of(selector);
        match self.package_named(selector) {
            Some(path) => self.types.intern(Type::Foreign(path, name, Box::default())),
            None => EXTERNAL,
        }
    }

    /// Records a reference to `pkg.Name` of a package that is not known.
    pub(super) fn refer_foreign_name(&mut self, selector: u32, kind: EdgeKind) {
        self.check_package(selector);
        if let Some(path) = self.package_named(selector) {
            let (name, line) = (self.name_of(selector), self.node(selector).line);
            self.note_meaning(selector, Meaning::Unknown(path));
            self.refer_foreign(Foreign::Named { path, of: Name::NONE, name }, kind, line);
        }
    }

    /// Records a call of a predeclared function or of one of package `unsafe`.
    pub(super) fn refer_builtin(&mut self, callee: u32) {
        if self.node(callee).kind() == Kind::Selector {
            return self.refer_foreign_name(callee, EdgeKind::Calls);
        }
        let (name, line) = (self.name_of(callee), self.node(callee).line);
        self.refer_foreign(Foreign::Named { path: Name::NONE, of: Name::NONE, name }, EdgeKind::Calls, line);
    }

    /// The import path of the package in `pkg.Name`.
    pub(super) fn package_named(&self, selector: u32) -> Option<Name> {
        match self.resolve(self.name_of(selector + 1)) {
            Entity::Import(import) => Some(import.path),
            _ => None,
        }
    }

    /// The meaning of `pkg.Name`; `None` if the operand is not a package.
    pub(super) fn qualified(&self, selector: u32) -> Option<Qualified> {
        let operand = selector + 1;
        if self.node(operand).kind() != Kind::Ident {
            return None;
        }
        let import = match self.resolve(self.name_of(operand)) {
            Entity::Import(import) => import,
            // The operand may be an imported package whose name differs from what its path suggests.
            Entity::Undeclared if self.imports_unknown_names() => return Some(Qualified::External),
            _ => return None,
        };
        let name = self.name_of(selector);
        Some(match import.target {
            ImportTarget::Package(package) if self.world.names.is_exported(name) => {
                let found = self.world.in_package(self.file, package, name);
                // Of a package outside the tree, only the declarations for another platform may be known.
                let absent = if self.world.package(package).declarations_only {
                    Qualified::External
                } else {
                    Qualified::Missing
                };
                found.map_or(absent, Qualified::Decl)
            }
            ImportTarget::Package(_) => Qualified::Missing,
            ImportTarget::Unsafe if name == self.world.universe.pointer => Qualified::UnsafePointer,
            ImportTarget::Unsafe => Qualified::Unsafe,
            ImportTarget::External => Qualified::External,
        })
    }

    fn imports_unknown_names(&self) -> bool {
        let external = |i: &Imported| i.target == ImportTarget::External && i.name != Name::NONE;
        self.world.file(self.file).imports.iter().any(external)
    }

    /// The instance `T[A, B]` of a generic type.
    fn instance_type(&mut self, ix: u32) -> Ty {
        let mut children = self.children(ix);
        let Some(named) = children.next() else { return UNKNOWN };
        let alias = self.generic_alias(named);
        let generic = self.type_expr(named);
        let args: Vec<Ty> = children.map(|arg| self.type_expr(arg)).collect();
        if let Some(alias) = alias {
            let params = self.type_decl(alias).params.get().cloned().unwrap_or_default();
            // Where the alias is part of a cycle, its parameters are not known yet.
            let fits = params.len() == args.len() || self.type_decl(alias).params.get().is_none();
            return if fits { self.substitute(generic, &params, &args) } else { UNKNOWN };
        }
        match *self.types.get(generic) {
            // `T` is a generic alias that a body declares.
            Type::Named(decl, _) if self.type_decl(decl).alias => {
                let (rhs, params) = (self.define(decl), self.type_decl(decl).params.get().cloned());
                self.substitute(rhs, &params.unwrap_or_default(), &args)
            }
            Type::Named(decl, _) if self.is_generic(decl) => {
                self.types.intern(Type::Named(decl, args.into()))
            }
            Type::Named(..) => UNKNOWN,
            Type::Foreign(path, name, _) => self.types.intern(Type::Foreign(path, name, args.into())),
            _ => generic,
        }
    }

    /// Returns whether a type declaration has type parameters.
    fn is_generic(&self, decl: TypeDeclIx) -> bool {
        let TypeDecl { file, node, params, .. } = self.type_decl(decl);
        let list = |nodes: &[Node]| {
            nodes.get(*node as usize + 1).is_some_and(|node| node.kind() == Kind::TypeParams)
        };
        params.get().map_or_else(|| list(self.world.file(*file).nodes()), |params| !params.is_empty())
    }

    /// The package-level alias that an expression names.
    fn generic_alias(&self, ix: u32) -> Option<TypeDeclIx> {
        let type_decl = self.world.type_decl_of(self.named_decl(ix)?)?;
        self.type_decl(type_decl).alias.then_some(type_decl)
    }

    /// The declaration of package level that an expression names.
    pub(super) fn named_decl(&self, ix: u32) -> Option<DeclIx> {
        match self.node(ix).kind() {
            Kind::Ident => match self.resolve(self.name_of(ix)) {
                Entity::Decl(decl) => Some(decl),
                _ => None,
            },
            Kind::Selector => match self.qualified(ix)? {
                Qualified::Decl(decl) => Some(decl),
                _ => None,
            },
            _ => None,
        }
    }

    fn array_type(&mut self, ix: u32, node: &Node) -> Ty {
        let [length, element] = self.parts(ix);
        let length = if node.flags & flag::ELLIPSIS != 0 {
            Length::Unknown
        } else {
            if self.recording() {
                let ty = self.expr(length);
                self.check_size(ty, node.line);
            }
            self.array_length(length)
        };
        let element = self.type_expr(element);
        self.types.intern(Type::Array(element, length))
    }

    fn func_type(&mut self, ix: u32) -> Ty {
        let [params, results] = self.parts(ix);
        let variadic = self.node(params).flags & flag::VARIADIC != 0;
        let params = self.tuple_of(params, variadic);
        let results = self.tuple_of(results, false);
        self.types.intern(Type::Func(params, results, variadic))
    }

    /// The types of a parameter or result list, without the names. The last type of a variadic list becomes a slice.
    fn tuple_of(&mut self, params: u32, variadic: bool) -> Ty {
        if self.node(params).kind() == Kind::Absent {
            return VOID;
        }
        let mut parts = Vec::new();
        for group in self.children(params) {
            let ty = self.type_expr(group + 1);
            let names = self.children(group).count() - 1;
            parts.extend(std::iter::repeat_n(ty, names.max(1)));
        }
        if variadic && let Some(last) = parts.last_mut() {
            *last = self.types.slice(*last);
        }
        self.types.tuple(&parts)
    }

    pub(super) fn signature(&mut self, ty: Ty) -> Option<Signature> {
        let core = self.core(ty);
        match *self.types.get(core) {
            Type::Func(params, results, variadic) => Some(Signature { params, results, variadic }),
            _ => None,
        }
    }

    /// Declares a function's named parameters or results in the current block.
    pub(super) fn declare_params(&mut self, params: u32, types: Ty) {
        if self.node(params).kind() == Kind::Absent {
            return;
        }
        let mut nth = 0;
        for group in self.children(params) {
            let names: Vec<u32> = self.children(group).skip(1).collect();
            for &name in &names {
                let ty = self.types.tuple_parts(types).get(nth).copied().unwrap_or(UNKNOWN);
                self.declare_variable(self.name_of(name), ty, name);
                nth += 1;
            }
            nth += usize::from(names.is_empty());
        }
    }

    fn struct_type(&mut self, ix: u32) -> Ty {
        let mut fields = Vec::new();
        let mut exported = true;
        for group in self.children(ix) {
            let node = self.node(group);
            if node.kind() != Kind::Group {
                continue;
            }
            let embedded = node.flags & flag::EMBEDDED != 0;
            let tag = self.name_of(group);
            let extends = embedded && self.extending == Some(ix);
            let ty =
                if extends { self.quietly(|c| c.type_expr(group + 1)) } else { self.type_expr(group + 1) };
            if matches!(*self.types.get(ty), Type::Named(decl, _) if !self.world.is_outside(decl)) {
                self.converts_arguments(ty, node.line);
            }
            if extends {
                self.embed(group + 1);
            } else if embedded {
                self.note_embedded(ty, node.line);
            }
            if embedded {
                let Some(name) = self.embedded_name(group + 1) else { continue };
                let decl = self.world.declared_by(self.file, group, 0);
                exported &= self.world.names.is_exported(name);
                fields.push(Field { name, ty, embedded, tag, decl });
                continue;
            }
            for (nth, name) in self.children(group).skip(1).enumerate() {
                let name = self.name_of(name);
                let decl = self.world.declared_by(self.file, group, nth as u32);
                exported &= self.world.names.is_exported(name);
                fields.push(Field { name, ty, embedded, tag, decl });
            }
        }
        let package = if exported { NO_PACKAGE } else { self.package() };
        self.types.intern(Type::Struct(package.0, fields.into()))
    }

    /// The name that an embedded type gives its field.
    fn embedded_name(&self, ix: u32) -> Option<Name> {
        let node = self.node(ix);
        match node.kind() {
            Kind::Ident | Kind::Selector => Some(self.name_of(ix)),
            Kind::Star | Kind::Index => self.embedded_name(ix + 1),
            _ => None,
        }
    }

    /// Records an embedding: an `extends` edge to the embedded type, and references in its type arguments.
    fn embed(&mut self, ix: u32) {
        if !self.recording() {
            return;
        }
        let node = self.node(ix);
        if matches!(node.kind(), Kind::Ident | Kind::Selector) {
            self.check_type_name(ix);
        }
        match node.kind() {
            Kind::Star => self.embed(ix + 1),
            Kind::Index => {
                self.embed(ix + 1);
                for arg in self.children(ix).skip(1) {
                    self.type_expr(arg);
                }
            }
            Kind::Ident => {
                if let Entity::Decl(decl) = self.resolve(self.name_of(ix)) {
                    self.refer_name(decl, self.embedding_of(decl), node.line);
                }
            }
            Kind::Selector => match self.qualified(ix) {
                Some(Qualified::Decl(decl)) => self.refer_name(decl, self.embedding_of(decl), node.line),
                Some(Qualified::External) => {
                    self.refer_foreign_name(ix, EdgeKind::Extends);
                    self.unbound(Cause::External);
                }
                _ => {}
            },
            _ => {
                self.type_expr(ix);
            }
        }
    }

    /// Returns the kind of edge for a declaration that is embedded: `Extends` for a type, `Uses` for others.
    fn embedding_of(&self, decl: DeclIx) -> EdgeKind {
        if self.world.kind(decl).is_type() { EdgeKind::Extends } else { EdgeKind::Uses }
    }

    /// Records that a type which is no symbol embeds `ty`.
    fn note_embedded(&mut self, ty: Ty, line: u32) {
        let ty = match *self.types.get(ty) {
            Type::Pointer(to) => to,
            _ => ty,
        };
        self.note(ty, access::EMBEDS, line);
    }

    fn interface_type(&mut self, ix: u32) -> Ty {
        let (mut methods, mut embeds) = (Vec::new(), Vec::new());
        let mut exported = true;
        for element in self.children(ix) {
            let node = self.node(element);
            if node.kind() == Kind::IMethod {
                let name = self.name_of(element);
                let sig = self.func_type_at(element + 1);
                let decl = self.world.declared_by(self.file, element, 0);
                exported &= self.world.names.is_exported(name);
                methods.push(IMethod { name, sig, decl });
            } else if self.extending == Some(ix)
                && matches!(node.kind(), Kind::Ident | Kind::Selector | Kind::Index)
            {
                let ty = self.quietly(|c| c.type_expr(element));
                self.embed(element);
                embeds.push(ty);
            } else {
                let ty = self.type_expr(element);
                self.note_embedded(ty, node.line);
                embeds.push(ty);
            }
        }
        methods.sort_by_key(|m| m.name);
        let package = if exported { NO_PACKAGE } else { self.package() };
        self.types.intern(Type::Interface(package.0, methods.into(), embeds.into()))
    }

    fn func_type_at(&mut self, ix: u32) -> Ty {
        if self.node(ix).kind() == Kind::FuncType { self.func_type(ix) } else { UNKNOWN }
    }

    fn union_type(&mut self, ix: u32) -> Ty {
        let term = |c: &mut Self, ix: u32| {
            if c.node(ix).kind() == Kind::Tilde {
                (c.type_expr(ix + 1), true)
            } else {
                (c.type_expr(ix), false)
            }
        };
        let terms: Vec<(Ty, bool)> = if self.node(ix).kind() == Kind::Tilde {
            vec![term(self, ix)]
        } else {
            self.children(ix).map(|t| term(self, t)).collect()
        };
        self.types.intern(Type::Union(terms.into()))
    }

    /// Runs `run` without recording references.
    pub(super) fn quietly<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let from = self.from.take();
        let result = run(self);
        self.from = from;
        result
    }

    /// Returns whether a declaration is a constant or a variable.
    pub(super) fn is_value(&self, decl: DeclIx) -> bool {
        matches!(self.world.kind(decl), SymbolKind::Const | SymbolKind::Var)
    }
}

/// The meaning of a name qualified by a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Qualified {
    Decl(DeclIx),
    /// The package is known and has no such name.
    Missing,
    UnsafePointer,
    /// A function of package `unsafe`.
    Unsafe,
    External,
}
