//! Types declarations: each on first demand, and each once.

use std::sync::atomic::Ordering::Relaxed;

use super::Checker;
use super::scope::{BlockScopes, Local};
use super::shared::{Shared, TypeParam};
use crate::golang::ast::{Kind, flag};
use crate::golang::ids::{DeclIx, FileIx, Ty, TypeDeclIx};
use crate::golang::link::{File, IN_PROGRESS, UNSET, World, define_types, type_of_spec};
use crate::golang::types::{ParamIx, Type, UNKNOWN};
use crate::model::SymbolKind;

/// Types every declaration of the tree and, of those outside, what the tree names or what these mention: little of a large library.
/// Those of imported packages come before those of their importers. In invalid
/// programs the result may depend on which declaration of an import cycle is typed first; therefore cycles are typed
/// one after the other, so that the packages of other cycles have no influence. `cancelled` is called between cycles.
/// Once it returns true, nothing more is typed, and the caller must discard the result. O(declarations).
pub(crate) fn declare(world: &World<'_>, cancelled: &(dyn Fn() -> bool + Sync)) -> Shared {
    let mut checker = Checker::for_declarations(world);
    define_types(world, &mut checker.types);
    let named = world.named_in_the_tree();
    let mut examined = 0;
    for circle in world.by_dependency() {
        if cancelled() {
            break;
        }
        let files = || circle.iter().map(|&file| world.file(file));
        for decl in files().flat_map(File::decls) {
            if let Some(ty) = world.type_decl_of(decl) {
                checker.declare_type(ty, &named);
            }
        }
        for file in files() {
            use SymbolKind::{Const, Func, Method, Var};
            for decl in file.decls() {
                let is_typed = match world.kind(decl) {
                    Func | Const | Var => {
                        !file.declarations_only || named[file.name(world.decl(decl).name).0 as usize]
                    }
                    // Methods from outside come with their type.
                    Method => !file.declarations_only,
                    _ => false,
                };
                if is_typed {
                    checker.decl_type(decl);
                }
            }
        }
        checker.declare_mentioned(&mut examined);
    }
    // This layer of types has no base, so it can outlive the world.
    Shared {
        types: checker.types.into_shared(),
        params: checker.params,
        generic_funcs: checker.generic_funcs,
    }
}

impl Checker<'_> {
    /// Defines a type of the tree, or one from outside that may be asked for: one that the tree names, or that may be an interface
    /// or a function.
    fn declare_type(&mut self, ix: TypeDeclIx, named: &[bool]) {
        let decl = &self.world.type_decls[ix.0 as usize];
        if !self.world.is_outside(ix) {
            self.define(ix);
        } else if named[decl.name.0 as usize] {
            self.types.named(ix);
            self.define(ix);
        } else if !decl.alias {
            let spec = type_of_spec(self.world.file(decl.file).nodes(), decl.node);
            if spec.is_none_or(|(_, kind)| kind != Kind::StructType) {
                self.define(ix);
            }
        }
    }

    /// Defines the types from outside that the types with numbers from `examined` on mention, with their methods, and what these
    /// mention.
    fn declare_mentioned(&mut self, examined: &mut u32) {
        let world = self.world;
        while *examined < self.types.len() {
            if let Type::Named(ix, _) = *self.types.get(Ty(*examined))
                && world.is_outside(ix)
            {
                self.define(ix);
                for method in &world.type_decls[ix.0 as usize].methods {
                    self.decl_type(method.decl);
                }
            }
            *examined += 1;
        }
    }

    /// Runs `run` in the context of a declaration of `file`: without local names, and without recording anything.
    pub(super) fn elsewhere<T>(&mut self, file: FileIx, run: impl FnOnce(&mut Self) -> T) -> T {
        let here = (self.file, self.nodes, std::mem::take(&mut self.scope), self.results, self.iota.take());
        self.enter_file(file);
        let result = self.quietly(run);
        (self.file, self.nodes, self.scope, self.results, self.iota) = here;
        result
    }

    /// The type on the right side of a type declaration, typed on first demand; for an alias, the type that it
    /// denotes. `UNKNOWN` in a cycle of declarations.
    pub(super) fn define(&mut self, ix: TypeDeclIx) -> Ty {
        let decl = self.type_decl(ix);
        if let Some(&rhs) = decl.rhs.get() {
            return rhs;
        }
        // Package-level declarations are typed before bodies. Only a local type whose right side is still being read
        // is not defined here.
        if self.shared.is_some() {
            return UNKNOWN;
        }
        if self.aliases_in_progress.contains(&ix) || self.aliases_in_progress.len() > 100 {
            return UNKNOWN;
        }
        let (file, node) = (decl.file, decl.node);
        self.aliases_in_progress.push(ix);
        let rhs = self.elsewhere(file, |c| c.type_spec(ix, node));
        self.aliases_in_progress.pop();
        *self.type_decl(ix).rhs.get_or_init(|| rhs)
    }

    fn type_spec(&mut self, ix: TypeDeclIx, spec: u32) -> Ty {
        let mark = self.scope.open();
        let params = self.type_params(spec + 1);
        self.type_decl(ix).params.get_or_init(|| params);
        let rhs = type_of_spec(self.nodes, spec).map_or(UNKNOWN, |(rhs, _)| self.type_expr(rhs));
        self.scope.close(mark);
        rhs
    }

    /// Declares the type parameters of a list in the current block and returns them; empty for `Absent`.
    pub(super) fn type_params(&mut self, list: u32) -> Box<[Ty]> {
        if self.node(list).kind() != Kind::TypeParams {
            return Box::default();
        }
        let first = self.params.len();
        let mut types = Vec::new();
        let owner = self.owner_of_params(list);
        for group in self.children(list) {
            for name in self.children(group).skip(1) {
                let key = self.key_of_param(owner, name);
                let number = self.n_shared_params() + self.params.len();
                let ty = self.types.intern(Type::Param(ParamIx(number as u32)));
                self.params.push(TypeParam { constraint: UNKNOWN, key });
                self.scope.declare(self.name_of(name), Local::Type(ty));
                types.push(ty);
            }
        }
        // Constraints may mention any of the parameters, so they are typed after all are declared.
        let mut param = first;
        for group in self.children(list) {
            let constraint = self.type_expr(group + 1);
            for _ in self.children(group).skip(1) {
                self.params[param].constraint = constraint;
                param += 1;
            }
        }
        types.into()
    }

    /// The type of a declared function, method, constant or variable; `UNKNOWN` in a cycle of declarations.
    pub(crate) fn decl_type(&mut self, decl: DeclIx) -> Ty {
        let cell = &self.world.decl_ty[decl.0 as usize];
        match cell.load(Relaxed) {
            UNSET if self.shared.is_none() => {}
            UNSET | IN_PROGRESS => return UNKNOWN,
            known => return Ty(known),
        }
        cell.store(IN_PROGRESS, Relaxed);
        let file = self.world.file_of(decl);
        let ty = self.elsewhere(file, |c| c.type_declaration(decl));
        self.world.decl_ty[decl.0 as usize].store(ty.0, Relaxed);
        ty
    }

    fn type_declaration(&mut self, decl: DeclIx) -> Ty {
        let d = self.world.decl(decl);
        let mark = self.scope.open();
        let ty = match self.world.kind(decl) {
            SymbolKind::Func | SymbolKind::Method => {
                let [receiver, params, signature, _] = self.parts(d.node);
                self.declare_receiver_params(receiver);
                let params = self.type_params(params);
                if !params.is_empty() {
                    self.generic_funcs.insert(decl, params);
                }
                self.type_expr(signature)
            }
            SymbolKind::Const | SymbolKind::Var => self.value_spec(decl, d.node, d.nth as usize),
            _ => UNKNOWN,
        };
        self.scope.close(mark);
        ty
    }

    /// Binds the names in a receiver's brackets, `func (l *List[T]) ...`, to the type's own parameters.
    pub(super) fn declare_receiver_params(&mut self, receiver: u32) {
        let Some(group) = self.children(receiver).next() else { return };
        let mut ty = group + 1;
        while self.node(ty).kind() == Kind::Star {
            ty += 1;
        }
        if self.node(ty).kind() != Kind::Index {
            return;
        }
        let mut parts = self.children(ty);
        let Some(base) = parts.next() else { return };
        let package = self.package();
        let base = self.world.in_package(self.file, package, self.name_of(base));
        let Some(type_decl) = base.and_then(|b| self.world.type_decl_of(b)) else { return };
        self.define(type_decl);
        let params = self.type_decl(type_decl).params.get().cloned().unwrap_or_default();
        for (name, &param) in parts.zip(&params) {
            self.scope.declare(self.name_of(name), Local::Type(param));
        }
    }

    /// The type of the `nth` name of a constant or variable spec.
    fn value_spec(&mut self, decl: DeclIx, spec: u32, nth: usize) -> Ty {
        let [ty, names, values] = self.parts(spec);
        if self.node(ty).kind() != Kind::Absent {
            return self.type_expr(ty);
        }
        let constant = self.node(spec).kind() == Kind::ConstSpec;
        if constant && self.node(spec).flags & flag::INHERITS != 0 {
            return self.inherited_const(decl, nth);
        }
        let values: Vec<u32> = self.children(values).collect();
        let n_names = self.children(names).count();
        let inferred = match values.as_slice() {
            [call] if n_names > 1 => self.multi(*call, n_names).get(nth).copied().unwrap_or(UNKNOWN),
            values => values.get(nth).map_or(UNKNOWN, |&value| self.expr(value)),
        };
        if constant { inferred } else { self.types.default_type(inferred) }
    }

    /// The type of a constant that repeats the spec before it (Go spec, "Constant declarations").
    fn inherited_const(&mut self, decl: DeclIx, nth: usize) -> Ty {
        let mut before = decl;
        while before.0 > 0 {
            before = DeclIx(before.0 - 1);
            if self.world.file_of(before) != self.file || self.world.kind(before) != SymbolKind::Const {
                break;
            }
            let d = self.world.decl(before);
            if d.nth as usize != nth || d.node == self.world.decl(decl).node {
                continue;
            }
            let known = self.world.decl_ty[before.0 as usize].load(Relaxed);
            if known != UNSET && known != IN_PROGRESS {
                return Ty(known);
            }
            if self.node(d.node).flags & flag::INHERITS == 0 {
                return self.decl_type(before);
            }
        }
        UNKNOWN
    }

    /// Empties the scope. The walk of each body starts with this.
    pub(super) fn fresh_scope(&mut self) {
        self.scope = BlockScopes::default();
    }
}
