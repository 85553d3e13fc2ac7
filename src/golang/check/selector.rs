//! Selectors: members of values and types, names of packages (Go spec, "Selectors", "Method expressions").

use super::expr::Generic;
use super::lookup::{Lookup, Member};
use super::note::Meaning;
use super::sink::Foreign;
use super::typexpr::Qualified;
use super::{Callee, Checker};
use crate::golang::ids::{DeclIx, Ty, TypeDeclIx};
use crate::golang::names::Name;
use crate::golang::types::{Basic, EXTERNAL, Type, UNKNOWN};
use crate::model::{Cause, EdgeKind, Origin, SymbolKind, access};

/// The operand before the dot of a selector.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operand {
    Type,
    /// A value whose address can be taken.
    Variable,
    Value,
}

impl Operand {
    /// Returns whether a member can be selected. Of a type these are the methods of its method set, of a value that has
    /// no address those without pointer receivers (Go spec, "Method expressions", "Calls").
    fn has(self, member: &Member, behind_pointer: bool) -> bool {
        match member {
            Member::Field { .. } => self != Operand::Type,
            Member::Method { pointer, .. } => !pointer || behind_pointer || self == Operand::Variable,
            Member::InterfaceMethod { .. } => true,
        }
    }
}

impl Checker<'_> {
    /// `x.name` or `pkg.Name`. `kind` is how a method or function is referred to: called or used.
    pub(super) fn selector(&mut self, ix: u32, kind: EdgeKind) -> Ty {
        let selected = self.select(ix, kind);
        self.closed(&selected)
    }

    /// [`Self::selector`] for a generic method or function whose type parameters are still to be inferred.
    pub(super) fn select(&mut self, ix: u32, kind: EdgeKind) -> Generic {
        let selected = self.find_selected(ix, kind);
        self.note_type(ix, selected.ty);
        selected
    }

    fn find_selected(&mut self, ix: u32, kind: EdgeKind) -> Generic {
        let line = self.node(ix).line;
        self.accessed_edges.clear();
        if let Some(qualified) = self.qualified(ix) {
            return self.qualified_value(qualified, ix, kind, line);
        }
        let operand = ix + 1;
        if self.denotes_type(operand) {
            let receiver = self.type_expr(operand);
            let method = self.member_of(ix, receiver, Operand::Type, kind);
            return Generic { ty: self.method_expr(receiver, method.ty), ..method };
        }
        let ty = self.expr(operand);
        let given = if self.addressable { Operand::Variable } else { Operand::Value };
        self.member_of(ix, ty, given, kind)
    }

    /// The type of a generic function or method that is not instantiated. Its type parameters become `UNKNOWN`, since
    /// they have no meaning outside of it.
    pub(super) fn closed(&mut self, generic: &Generic) -> Ty {
        let args = vec![UNKNOWN; generic.params.len()];
        self.substitute(generic.ty, &generic.params, &args)
    }

    fn qualified_value(&mut self, qualified: Qualified, ix: u32, kind: EdgeKind, line: u32) -> Generic {
        let ty = match qualified {
            Qualified::Decl(decl) => {
                let callable = self.world.kind(decl) == SymbolKind::Func;
                if !self.world.kind(decl).is_type() {
                    self.note_meaning(ix, Meaning::Decl(decl));
                }
                self.refer_name(decl, if callable { kind } else { EdgeKind::Uses }, line);
                if !self.world.kind(decl).is_type() {
                    let value = self.generic_value_of(decl);
                    // Set last, as the declaration may have been typed just now.
                    self.addressable = self.world.kind(decl) == SymbolKind::Var;
                    return value;
                }
                self.declared(decl)
            }
            Qualified::Missing => {
                self.unbound(Cause::Undeclared);
                self.check_exported(ix);
                UNKNOWN
            }
            Qualified::UnsafePointer => {
                self.refer_foreign_name(ix, EdgeKind::Uses);
                Basic::UnsafePointer.ty()
            }
            Qualified::Unsafe => UNKNOWN,
            Qualified::External => {
                self.refer_foreign_name(ix, kind);
                if kind == EdgeKind::Calls {
                    self.unbound(Cause::External);
                }
                EXTERNAL
            }
        };
        ty.into()
    }

    /// `T.Method`: a function with the receiver as its first parameter.
    fn method_expr(&mut self, receiver: Ty, method: Ty) -> Ty {
        let Type::Func(params, results, variadic) = *self.types.get(method) else { return method };
        let mut all = vec![receiver];
        all.extend_from_slice(self.types.tuple_parts(params));
        let params = self.types.tuple(&all);
        self.types.intern(Type::Func(params, results, variadic))
    }

    /// Selects the member that a selector names of the last expression, which has type `ty`. Records the reference and
    /// returns the member's type.
    fn member_of(&mut self, ix: u32, ty: Ty, operand: Operand, kind: EdgeKind) -> Generic {
        let (name, line) = (self.name_of(ix), self.node(ix).line);
        self.addressable = true;
        if self.types.is_unknown(ty) {
            if kind == EdgeKind::Calls && self.types.is_external(ty) {
                // A method from outside the tree may take the address of the variable, as atomics of other modules
                // do.
                self.accessed(access::READS | access::POINTS);
            }
            self.accessed_edges.clear();
            match *self.types.get(ty) {
                Type::Foreign(path, ..) => self.note_meaning(ix, Meaning::Unknown(path)),
                Type::External => self.note_meaning(ix, Meaning::Unknown(Name::NONE)),
                _ => {}
            }
            self.refer_foreign_member(ty, name, kind, line);
            self.unbound_for(ty);
            return ty.into();
        }
        let found = match self.lookup(ty, name) {
            Lookup::Found { member, behind_pointer, .. } if !operand.has(&member, behind_pointer) => {
                Lookup::Missing
            }
            found => found,
        };
        self.addressable = match found {
            Lookup::Found { behind_pointer, member: Member::Field { .. }, .. } => {
                behind_pointer || operand == Operand::Variable
            }
            _ => false,
        };
        match found {
            Lookup::Found { behind_pointer: false, member: Member::Field { .. }, .. } => {}
            // `x.f.M()` is `(&x.f).M()` for a method with a pointer receiver (Go spec, "Calls").
            Lookup::Found {
                behind_pointer: false,
                member: Member::Method { pointer: true, decl, .. },
                ..
            } => {
                let access = if kind == EdgeKind::Calls { self.atomic_access(decl) } else { None };
                self.accessed(access.unwrap_or(access::POINTS));
            }
            _ => self.accessed_edges.clear(),
        }
        self.selected(ix, ty, found, operand, kind)
    }

    /// Records the member that was found of a type, and returns its type.
    fn selected(&mut self, ix: u32, ty: Ty, found: Lookup, operand: Operand, kind: EdgeKind) -> Generic {
        let (name, line) = (self.name_of(ix), self.node(ix).line);
        let ty = match found {
            Lookup::Found { member, promoted, doubtful, .. } => {
                let origin = if promoted { Origin::Embedded } else { Origin::Typed };
                let is_inherited = promoted || matches!(member, Member::InterfaceMethod { .. });
                let selecting = if is_inherited { self.outside(ty) } else { None };
                let selecting = selecting.map(|of| Foreign::Promoted { of, name });
                let refer = |checker: &mut Self, decl: DeclIx, kind: EdgeKind| {
                    let declared = Foreign::Declared(decl);
                    let names = match selecting {
                        Some(selecting) if promoted => (selecting, Some(declared)),
                        other => (declared, other),
                    };
                    checker.refer_as(names, decl, kind, origin, doubtful, line);
                };
                match member {
                    Member::Field { ty, decl } => {
                        if kind == EdgeKind::Calls {
                            self.callee = Callee::Value;
                        }
                        if let Some(decl) = decl {
                            refer(self, decl, EdgeKind::Accesses);
                        }
                        self.note_meaning(ix, Meaning::Field(decl));
                        ty
                    }
                    Member::Method { decl, sig, of, .. } => {
                        refer(self, decl, kind);
                        let is_bound = operand != Operand::Type;
                        self.note_meaning(ix, Meaning::Method(decl, is_bound));
                        return self.generic_method(decl, sig, of);
                    }
                    Member::InterfaceMethod { decl, sig, interface } => {
                        if let Some(decl) = decl {
                            refer(self, decl, kind);
                        }
                        // A method of an interface from outside the tree, such as `Close`, that is taken as a value
                        // does not show which types are meant.
                        if kind == EdgeKind::Calls || decl.is_some_and(|decl| self.is_of_tree(decl)) {
                            self.dispatch(ix, interface, kind);
                        }
                        sig
                    }
                }
            }
            Lookup::Hidden(unknown) => {
                self.refer_foreign_member(unknown, name, kind, line);
                self.unbound_for(unknown);
                self.check_hidden(ty, unknown, name, line);
                unknown
            }
            Lookup::Ambiguous => {
                self.unbound(Cause::Ambiguous);
                self.check_member(ty, name, line);
                UNKNOWN
            }
            Lookup::Missing => {
                self.unbound(Cause::UnknownType);
                self.check_member(ty, name, line);
                UNKNOWN
            }
        };
        ty.into()
    }

    /// A method as a generic function. It has type parameters only if it declares some of its own.
    fn generic_method(&mut self, decl: DeclIx, sig: Ty, of: Ty) -> Generic {
        let params = self.func_params(decl);
        if let Type::Named(receiver, args) = self.types.get(of).clone()
            && !params.is_empty()
            && !args.is_empty()
        {
            // Its constraints may mention the receiver's type parameters, so each instance of the receiver gets fresh
            // ones.
            let of = self.type_decl(receiver).params.get().cloned().unwrap_or_default();
            if args != of {
                return self.renamed(&Generic { ty: sig, params }, &of, &args);
            }
        }
        Generic { ty: sig, params }
    }

    /// The declared type from outside the tree that `ty` is or points to; `None` for others.
    fn outside(&self, ty: Ty) -> Option<TypeDeclIx> {
        let Type::Named(of, _) = *self.types.get(self.types.deref(ty)) else { return None };
        (!self.is_local(of) && self.world.is_outside(of)).then_some(of)
    }
}
