//! Selectors and method sets: finds fields and methods through embedding by Go's depth rule (Go spec, "Selectors",
//! "Struct types", "Method sets").

use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use crate::golang::ids::{DeclIx, NO_PACKAGE, PackageIx, Ty, TypeDeclIx};
use crate::golang::link::Method;
use crate::golang::names::Name;
use crate::golang::types::Type;

/// The most types that are searched at one depth of embedding. In an invalid program their number may double with each
/// depth.
const MAX_LEVEL: usize = 1_000;

/// The target of a selector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Member {
    Field {
        ty: Ty,
        decl: Option<DeclIx>,
    },
    Method {
        decl: DeclIx,
        /// The signature with the receiver's type arguments substituted. The method's own type parameters remain.
        sig: Ty,
        /// True if the receiver is a pointer.
        pointer: bool,
        /// The type that declares it, with its arguments.
        of: Ty,
    },
    /// An interface's method; `interface` is the static type that it is called on.
    InterfaceMethod {
        decl: Option<DeclIx>,
        sig: Ty,
        interface: Ty,
    },
}

/// The outcome of a look-up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Lookup {
    Found {
        member: Member,
        promoted: bool,
        /// A pointer leads to the member, so it is no part of the value itself.
        behind_pointer: bool,
        /// A type from outside the tree is embedded at the same or a smaller depth, and may declare the name too.
        doubtful: bool,
    },
    /// There are two at the same depth, so Go rejects the selector.
    Ambiguous,
    /// It was not found, but an embedded type, which is not known, may have it.
    Hidden(Ty),
    Missing,
}

/// A type on one level of the breadth-first search through embedded types.
#[derive(Clone, Copy)]
struct LevelType {
    ty: Ty,
    /// It was reached twice on this level, so all its members are ambiguous.
    twice: bool,
    /// A pointer leads from the value to this part of it.
    behind_pointer: bool,
}

impl Checker<'_> {
    /// Returns whether an unexported name of `owner` can be seen from the current file.
    pub(super) fn visible(&self, name: Name, owner: PackageIx) -> bool {
        owner == NO_PACKAGE || owner == self.package() || self.world.names.is_exported(name)
    }

    /// Finds the field or method `name` of a value of type `ty`. A method that is not built together with the current
    /// file does not hide a promoted one, and is found only if there is no other.
    pub(super) fn lookup(&mut self, ty: Ty, name: Name) -> Lookup {
        // Blank fields and methods cannot be selected.
        if name == self.world.universe.blank {
            return Lookup::Missing;
        }
        let mut is_apart = false;
        let near = self.search(ty, name, Some(&mut is_apart));
        if !is_apart || matches!(near, Lookup::Found { .. }) {
            return near;
        }
        match self.search(ty, name, None) {
            apart @ Lookup::Found { .. } => apart,
            _ => near,
        }
    }

    /// One search of [`Self::lookup`]. If `apart` is given, methods that are not built together with the current file
    /// are skipped, and `apart` becomes true if there was one.
    fn search(&mut self, ty: Ty, name: Name, mut apart: Option<&mut bool>) -> Lookup {
        // Only fields, promoted ones included, can be selected from a defined pointer type (Go spec, "Selectors").
        let has_fields_only = self.is_defined_pointer(ty);
        let outer = if has_fields_only { self.underlying(ty) } else { ty };
        let (start, behind_pointer) = match *self.types.get(outer) {
            Type::Pointer(to) => (to, true),
            _ => (outer, false),
        };
        if behind_pointer && self.has_no_members_by_pointer(start) {
            return Lookup::Missing;
        }
        let mut level = vec![LevelType { ty: start, twice: false, behind_pointer }];
        let mut seen: FxHashSet<Ty> = FxHashSet::default();
        let mut hidden = None;
        for depth in 0..32 {
            let mut found: Option<(Member, LevelType)> = None;
            let mut n_found = 0;
            let mut next: Vec<LevelType> = Vec::new();
            for stop in std::mem::take(&mut level) {
                let stop = LevelType { ty: self.built_here(stop.ty), ..stop };
                if matches!(self.types.get(stop.ty), Type::Named(..)) && !seen.insert(stop.ty) {
                    continue;
                }
                if self.types.is_unknown(stop.ty) {
                    hidden = Some(hidden.map_or(stop.ty, |h| self.more_informative(h, stop.ty)));
                    continue;
                }
                if let Some(member) = self.own_member(stop.ty, name, apart.as_deref_mut()) {
                    n_found += 1 + u32::from(stop.twice);
                    found = Some((member, stop));
                    continue;
                }
                self.push_embedded(stop, &mut next);
            }
            match (n_found, found) {
                (1, Some((Member::Method { .. } | Member::InterfaceMethod { .. }, _))) if has_fields_only => {
                    return Lookup::Missing;
                }
                (1, Some((member, stop))) => {
                    let behind_pointer = stop.behind_pointer;
                    let (promoted, doubtful) = (depth > 0, hidden.is_some());
                    return Lookup::Found { member, promoted, behind_pointer, doubtful };
                }
                (2.., _) => return Lookup::Ambiguous,
                _ => {}
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        hidden.map_or(Lookup::Missing, Lookup::Hidden)
    }

    /// The variant of a declared type that is built with the current file; the reference may lead to the host's
    /// variant.
    fn built_here(&mut self, ty: Ty) -> Ty {
        let Type::Named(decl, args) = self.types.get(ty) else { return ty };
        match self.world.built_with(self.file, *decl) {
            variant if variant == *decl => ty,
            variant => {
                let args = args.clone();
                self.types.intern(Type::Named(variant, args))
            }
        }
    }

    /// A type's own field or method, without promoted ones. An interface's methods include those of interfaces that
    /// it embeds.
    fn own_member(&mut self, ty: Ty, name: Name, apart: Option<&mut bool>) -> Option<Member> {
        if let Type::Named(decl_ix, args) = self.types.get(ty).clone() {
            let decl = self.type_decl(decl_ix);
            if self.visible(name, decl.package) {
                let variants: Vec<DeclIx> = decl.methods_named(name).iter().map(|m| m.decl).collect();
                if let Some(method) = self.world.prefer(self.file, &variants) {
                    let is_apart = |decl| self.world.is_never_built_with(self.file, decl);
                    match apart {
                        Some(met) if is_apart(method) && !decl.decl.is_some_and(is_apart) => *met = true,
                        _ => {
                            let pointer =
                                decl.methods_named(name).iter().any(|m| m.decl == method && m.pointer);
                            let sig = self.decl_type(method);
                            let sig = self.instantiate_member(sig, decl_ix, &args);
                            return Some(Member::Method { decl: method, sig, pointer, of: ty });
                        }
                    }
                }
            }
        }
        let under = self.underlying(ty);
        match self.types.get(under).clone() {
            Type::Struct(package, fields) => {
                let field = fields.iter().find(|f| f.name == name)?;
                let visible = self.visible(name, PackageIx(package));
                visible.then_some(Member::Field { ty: field.ty, decl: field.decl })
            }
            Type::Interface(..) => {
                let (decl, sig) = self.interface_method(under, name)?;
                Some(Member::InterfaceMethod { decl, sig, interface: ty })
            }
            Type::Param(param) => {
                let constraint = self.constraint(param);
                let (decl, sig) = self.interface_method(constraint, name)?;
                Some(Member::InterfaceMethod { decl, sig, interface: constraint })
            }
            _ => None,
        }
    }

    /// Adds the types that a struct embeds to the next level; of those that an interface embeds, the unknown ones.
    fn push_embedded(&mut self, stop: LevelType, next: &mut Vec<LevelType>) {
        let under = self.underlying(stop.ty);
        let behind_pointer = stop.behind_pointer;
        let embedded: Vec<Ty> = match self.types.get(under) {
            Type::Struct(_, fields) => fields.iter().filter(|f| f.embedded).map(|f| f.ty).collect(),
            Type::Interface(_, _, embeds) => {
                embeds.iter().copied().filter(|&e| self.types.is_unknown(e)).collect()
            }
            Type::Unknown | Type::External | Type::Foreign(..) => vec![under],
            _ => return,
        };
        for embedded in embedded {
            if next.len() == MAX_LEVEL {
                break;
            }
            let ty = self.types.deref(embedded);
            match next.iter_mut().find(|s| s.ty == ty) {
                Some(again) => again.twice = true,
                None => next.push(LevelType {
                    ty,
                    twice: stop.twice,
                    behind_pointer: behind_pointer || ty != embedded,
                }),
            }
        }
    }

    /// Returns whether nothing can be selected from a pointer to a type: it is an interface, a type parameter or a
    /// pointer.
    fn has_no_members_by_pointer(&mut self, to: Ty) -> bool {
        let under = self.underlying(to);
        matches!(self.types.get(under), Type::Interface(..) | Type::Param(_) | Type::Pointer(_))
    }

    /// Returns whether a type is declared as a pointer: such a type has no methods (Go spec, "Method sets").
    fn is_defined_pointer(&mut self, ty: Ty) -> bool {
        let is_declared = matches!(self.types.get(ty), Type::Named(..));
        let under = self.underlying(ty);
        is_declared && matches!(self.types.get(under), Type::Pointer(_))
    }

    /// A member's type in an instance of the generic type that declares it.
    pub(super) fn instantiate_member(&mut self, ty: Ty, decl: TypeDeclIx, args: &[Ty]) -> Ty {
        if args.is_empty() {
            return ty;
        }
        let params = self.type_decl(decl).params.get().cloned().unwrap_or_default();
        self.substitute(ty, &params, args)
    }
}

/// One method of a method set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SetMethod {
    pub(crate) name: Name,
    /// The package that an unexported name belongs to, else `NO_PACKAGE`.
    pub(crate) package: PackageIx,
    pub(crate) sig: Ty,
    /// The concrete method; `None` where an embedded interface or a type outside the tree provides it.
    pub(crate) decl: Option<DeclIx>,
    /// The embedded interface that provides it.
    pub(crate) through: Option<Ty>,
    /// Only the pointer type has it.
    pub(crate) pointer: bool,
}

/// The method set of a pointer to a type: everything that can be called on an addressable value of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct MethodSet {
    /// In order of name and package.
    pub(crate) methods: Vec<SetMethod>,
    /// Embedded types that are not known, which may provide more methods.
    pub(crate) unknown: Vec<Ty>,
}

impl MethodSet {
    pub(crate) fn named(&self, name: Name) -> impl Iterator<Item = &SetMethod> {
        let start = self.methods.partition_point(|m| m.name < name);
        self.methods[start..].iter().take_while(move |m| m.name == name)
    }
}

/// The method set of `*ty` for a declared type or an instance of one. For an interface, its methods.
pub(crate) fn method_set(checker: &mut Checker<'_>, ty: Ty) -> MethodSet {
    let mut set = MethodSet::default();
    if checker.is_defined_pointer(ty) {
        return set;
    }
    // A name decided at one depth, by a field or a method, hides all deeper ones.
    let mut decided: FxHashSet<(Name, PackageIx)> = FxHashSet::default();
    let mut seen: FxHashSet<Ty> = FxHashSet::default();
    let mut level = vec![LevelType { ty, twice: false, behind_pointer: false }];
    for depth in 0..32 {
        let mut here: FxHashMap<(Name, PackageIx), (Option<SetMethod>, u32)> = FxHashMap::default();
        let mut next: Vec<LevelType> = Vec::new();
        for stop in std::mem::take(&mut level) {
            if matches!(checker.types.get(stop.ty), Type::Named(..)) && !seen.insert(stop.ty) {
                continue;
            }
            if checker.types.is_unknown(stop.ty) {
                set.unknown.push(stop.ty);
                continue;
            }
            for (key, method) in checker.own_members(stop.ty, stop.behind_pointer) {
                let entry = here.entry(key).or_insert((method, 0));
                entry.1 += 1 + u32::from(stop.twice);
            }
            checker.push_embedded(stop, &mut next);
        }
        for (key, (method, count)) in here {
            if decided.insert(key)
                && count == 1
                && let Some(method) = method
            {
                set.methods.push(method);
            }
        }
        if next.is_empty() || depth == 31 {
            break;
        }
        level = next;
    }
    set.methods.sort_by_key(|m| (m.name, m.package));
    set
}

impl Checker<'_> {
    /// A type's declared methods. If the host builds the type, those that it does not build are left out.
    fn built_methods(&self, ix: TypeDeclIx) -> Vec<Method> {
        let constrained = |decl| self.world.file(self.world.file_of(decl)).constrained;
        let decl = self.type_decl(ix);
        let all = decl.decl.is_none_or(constrained);
        decl.methods.iter().copied().filter(|m| all || !constrained(m.decl)).collect()
    }

    pub(crate) fn set_key(&self, name: Name, package: PackageIx) -> (Name, PackageIx) {
        (name, if self.world.names.is_exported(name) { NO_PACKAGE } else { package })
    }

    /// The fields (as `None`) and methods that a type has of its own, not by promotion.
    fn own_members(&mut self, ty: Ty, behind_pointer: bool) -> Vec<((Name, PackageIx), Option<SetMethod>)> {
        let mut members = Vec::new();
        if let Type::Named(decl_ix, args) = self.types.get(ty).clone() {
            let package = self.type_decl(decl_ix).package;
            let methods = self.built_methods(decl_ix);
            for variants in methods.chunk_by(|a, b| a.name == b.name) {
                let method = variants[0];
                let sig = self.decl_type(method.decl);
                let sig = self.instantiate_member(sig, decl_ix, &args);
                let key = self.set_key(method.name, package);
                let (name, package) = key;
                let pointer = method.pointer && !behind_pointer;
                let set = SetMethod { name, package, sig, decl: Some(method.decl), through: None, pointer };
                // Methods of interfaces have no type parameters, so a method that has some satisfies no interface.
                members.push((key, self.func_params(method.decl).is_empty().then_some(set)));
            }
        }
        let under = self.underlying(ty);
        match self.types.get(under).clone() {
            Type::Struct(package, fields) => {
                members.extend(fields.iter().map(|f| (self.set_key(f.name, PackageIx(package)), None)));
            }
            Type::Interface(..) => {
                let of_interface = |method| SetMethod { through: Some(ty), ..method };
                let methods = self.interface_members(under).into_iter();
                members.extend(methods.map(|(key, method)| (key, method.map(of_interface))));
            }
            _ => {}
        }
        members
    }

    /// A declared type with its own type parameters as arguments.
    pub(crate) fn self_type(&mut self, decl: TypeDeclIx) -> Ty {
        self.define(decl);
        let params = self.type_decl(decl).params.get().cloned().unwrap_or_default();
        self.types.intern(Type::Named(decl, params))
    }
}
