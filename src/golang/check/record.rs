//! Recording: the methods by which a checker adds to its [`Sink`](super::Sink) what it finds in bodies.

use super::note::Meaning;
use super::sink::{CalledBack, ConversionSite, DispatchSite, Foreign, ForeignRef};
use super::{Callee, Checker};
use crate::golang::confidence;
use crate::golang::flow::NOWHERE;
use crate::golang::ids::{ANY, DeclIx, Ty, TypeDeclIx};
use crate::golang::names::Name;
use crate::golang::types::Type;
use crate::model::{Cause, EdgeDraft, EdgeKind, Origin, SymbolKind, access};

/// Types in a value that are followed where it becomes one of an interface.
const MAX_PARTS: usize = 32;

impl Checker<'_> {
    /// Returns whether references are being recorded.
    pub(super) fn recording(&self) -> bool {
        self.sink.is_some() && self.from.is_some()
    }

    /// Returns whether a declaration is a symbol of the tree, and not one of an imported package outside it.
    pub(super) fn is_of_tree(&self, decl: DeclIx) -> bool {
        self.sink.as_ref().is_some_and(|sink| sink.symbols[decl.0 as usize].is_some())
    }

    /// Records a reference to a declaration. A field or variable counts as read, unless [`Self::accessed`] changes
    /// that.
    pub(super) fn refer(&mut self, to: DeclIx, kind: EdgeKind, origin: Origin, doubtful: bool, line: u32) {
        self.refer_as((Foreign::Declared(to), None), to, kind, origin, doubtful, line);
    }

    /// [`Self::refer`] with the target to record if the declaration is outside the tree, and another name of it.
    pub(super) fn refer_as(
        &mut self,
        (outside, other): (Foreign, Option<Foreign>),
        to: DeclIx,
        kind: EdgeKind,
        origin: Origin,
        doubtful: bool,
        line: u32,
    ) {
        let is_variable = matches!(self.world.kind(to), SymbolKind::Field | SymbolKind::Var);
        let access = if is_variable { access::READS } else { 0 };
        let (Some(sink), Some(from)) = (&mut self.sink, self.from) else { return };
        let Some(to) = sink.symbols[to.0 as usize] else {
            let is_call = kind == EdgeKind::Calls;
            if is_call {
                self.callee = Callee::Outside(outside);
            }
            sink.foreign.push(ForeignRef { from, to: outside, is_call, is_other: false, line });
            let other = other.map(|to| ForeignRef { from, to, is_call, is_other: true, line });
            sink.foreign.extend(other);
            if is_call {
                *sink.unbound.entry((from, Cause::External)).or_insert(0) += 1;
            }
            return;
        };
        let confidence = confidence::of(kind, origin, doubtful);
        // A type that embeds a pointer to itself extends nothing.
        if from == to && kind == EdgeKind::Extends {
            return;
        }
        if is_variable {
            self.accessed_edges.push(sink.edges.len());
        }
        sink.edges.push(EdgeDraft { from, to, kind, origin, confidence, share: 1.0, access, line });
    }

    /// Records a reference to a name at package level.
    pub(super) fn refer_name(&mut self, to: DeclIx, kind: EdgeKind, line: u32) {
        self.check_built(to, line);
        let same = self.world.file(self.world.file_of(to)).package == self.package();
        self.refer(to, kind, if same { Origin::Scope } else { Origin::Import }, false, line);
    }

    /// Sets the access of the field or variable that the last expression denotes, and of the fields and variables
    /// that contain it.
    pub(super) fn accessed(&mut self, access: u8) {
        let Some(sink) = &mut self.sink else { return };
        for edge in self.accessed_edges.drain(..) {
            sink.edges[edge].access = access;
        }
    }

    /// Records what is done with a type apart from naming it: see [`access::NOTES`].
    pub(super) fn note(&mut self, ty: Ty, access: u8, line: u32) {
        let Type::Named(decl, _) = *self.types.get(ty) else { return };
        let decl = self.type_decl(decl).decl;
        let (Some(sink), Some(from)) = (&mut self.sink, self.from) else { return };
        let Some(to) = decl.and_then(|decl| sink.symbols[decl.0 as usize]) else { return };
        let (kind, origin) = (EdgeKind::Uses, Origin::Typed);
        let confidence = confidence::of(kind, origin, false);
        sink.edges.push(EdgeDraft { from, to, kind, origin, confidence, share: 1.0, access, line });
    }

    /// Counts a site that is bound to no declaration.
    pub(super) fn unbound(&mut self, cause: Cause) {
        if let (Some(sink), Some(from)) = (&mut self.sink, self.from) {
            *sink.unbound.entry((from, cause)).or_insert(0) += 1;
        }
    }

    /// Records a reference to something outside the tree of which only the name is known.
    pub(super) fn refer_foreign(&mut self, to: Foreign, kind: EdgeKind, line: u32) {
        if let (Some(sink), Some(from)) = (&mut self.sink, self.from) {
            let is_call = kind == EdgeKind::Calls;
            if is_call {
                self.callee = Callee::Outside(to);
            }
            sink.foreign.push(ForeignRef { from, to, is_call, is_other: false, line });
        }
    }

    /// [`Self::refer_foreign`] for a field or method of a type, if the type is from outside the tree.
    pub(super) fn refer_foreign_member(&mut self, ty: Ty, name: Name, kind: EdgeKind, line: u32) {
        if let Some(member) = self.foreign_member(ty, name) {
            self.refer_foreign(member, kind, line);
        }
    }

    /// A field or method of a type from outside the tree that is not known, or only by its name; `None` for other types.
    pub(super) fn foreign_member(&self, ty: Ty, name: Name) -> Option<Foreign> {
        match *self.types.get(ty) {
            Type::Foreign(path, of, _) => Some(Foreign::Named { path, of, name }),
            Type::External => Some(Foreign::Named { path: Name::NONE, of: self.world.universe.blank, name }),
            _ => None,
        }
    }

    /// Counts an unbound site whose receiver has an unknown type.
    pub(super) fn unbound_for(&mut self, ty: Ty) {
        let cause = match self.types.get(ty) {
            Type::Foreign(..) => Cause::External,
            Type::External => Cause::ExternalValue,
            _ => Cause::UnknownType,
        };
        self.unbound(cause);
    }

    /// Records that an interface's method is called or taken as a value. For an interface that a body declares, its
    /// underlying type is recorded, because a local type has no meaning outside of its body.
    pub(super) fn dispatch(&mut self, selector: u32, interface: Ty, kind: EdgeKind) {
        let (method, line) = (self.name_of(selector), self.node(selector).line);
        let is_local = matches!(*self.types.get(interface), Type::Named(decl, _) if self.is_local(decl));
        let interface = if is_local { self.underlying(interface) } else { interface };
        if let (Some(sink), Some(from)) = (&mut self.sink, self.from) {
            let site = sink.dispatch.len() as u32;
            sink.dispatch.push(DispatchSite { from, kind, interface, method, line, receiver: NOWHERE });
            self.note_meaning(selector, Meaning::Dispatch(site));
        }
    }

    /// Records that a value of type `source` is assigned to a variable of type `target`.
    pub(super) fn flow(&mut self, target: Ty, source: Ty, line: u32) {
        self.check_fit(target, source, line);
        self.record_value_flow(target, source, line);
    }

    /// Records that a value of type `source` becomes one of type `target`.
    pub(super) fn record_value_flow(&mut self, target: Ty, source: Ty, line: u32) {
        if !self.recording() {
            return;
        }
        if let Type::Foreign(path, name, _) = *self.types.get(target) {
            self.hand_out(Foreign::Named { path, of: Name::NONE, name }, source, false, line);
        } else if !self.flows_outward(target, source, line) && self.may_be_called_outside(target) {
            self.record_conversion_to_any(source, line);
        }
    }

    /// Records the flow of a declared type into a declared interface. Returns whether the interface is from outside
    /// the tree and the type is not.
    fn flows_outward(&mut self, target: Ty, source: Ty, line: u32) -> bool {
        let Type::Named(interface, _) = *self.types.get(target) else { return false };
        let Type::Named(concrete, _) = *self.types.get(self.types.deref(source)) else { return false };
        if interface == concrete {
            return false;
        }
        let (to, from) = (self.underlying(target), self.underlying(source));
        let is_interface = |c: &Self, ty: Ty| matches!(c.types.get(ty), Type::Interface(..));
        if !is_interface(self, to) || is_interface(self, from) {
            return false;
        }
        let pointer = matches!(self.types.get(source), Type::Pointer(_));
        let is_outward =
            self.world.is_outside(interface) && !self.is_local(interface) && !self.world.is_outside(concrete);
        let (Some(sink), Some(from)) = (&mut self.sink, self.from) else { return false };
        sink.flows.insert((concrete, interface));
        if is_outward {
            sink.conversions.insert(ConversionSite { from, concrete, pointer, interface, line });
        }
        is_outward
    }

    /// Returns whether code from outside the tree may call methods of a value that becomes one of type `target`:
    /// because this is an interface from outside or without a name, or because nothing is known about it.
    fn may_be_called_outside(&mut self, target: Ty) -> bool {
        if let Type::Named(decl, _) = *self.types.get(target)
            && !self.world.is_outside(decl)
        {
            return false;
        }
        let under = self.underlying(target);
        match self.types.get(under) {
            Type::Interface(..) => true,
            _ => self.types.is_external(under),
        }
    }

    /// Records that a value of a type of the tree becomes one of an interface without methods, or one that contains such
    /// values: a pointer, slice, array or map, or an instance of a generic type with it as an argument.
    pub(super) fn record_conversion_to_any(&mut self, source: Ty, line: u32) {
        for concrete in self.types_of_tree_in(source) {
            let (Some(sink), Some(from)) = (&mut self.sink, self.from) else { return };
            let (pointer, interface) = (true, ANY);
            sink.conversions.insert(ConversionSite { from, concrete, pointer, interface, line });
        }
    }

    /// Records that a value of type `source` is given to something outside the tree of which only the name is known.
    pub(super) fn hand_out(&mut self, to: Foreign, source: Ty, by_call: bool, line: u32) {
        self.record_conversion_to_any(source, line);
        for concrete in self.types_of_tree_in(source) {
            if !self.is_local(concrete) {
                self.push_callback(to, CalledBack::Value(concrete, by_call), line);
            }
        }
    }

    /// The declared types of the tree of which a value of a type may contain values, or give and take them: a channel, a function.
    fn types_of_tree_in(&self, ty: Ty) -> Vec<TypeDeclIx> {
        let (mut open, mut found) = (vec![ty], Vec::new());
        for _ in 0..MAX_PARTS {
            let Some(ty) = open.pop() else { break };
            match self.types.get(ty) {
                Type::Pointer(of) | Type::Slice(of) | Type::Array(of, _) | Type::Chan(of, ..) => {
                    open.push(*of);
                }
                Type::Map(one, other) | Type::Func(one, other, _) => open.extend([*one, *other]),
                Type::Tuple(parts) => open.extend_from_slice(parts),
                Type::Struct(_, fields) => open.extend(fields.iter().map(|field| field.ty)),
                Type::Named(concrete, args) => {
                    open.extend_from_slice(args);
                    if !self.world.is_outside(*concrete) {
                        found.push(*concrete);
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// Records that a value of the type is made here. `access` holds what else is done with the type.
    pub(super) fn constructs(&mut self, ty: Ty, access: u8, line: u32) {
        self.note(ty, access | access::MAKES, line);
        self.converts_arguments(ty, line);
        if let Type::Named(decl, _) = *self.types.get(ty)
            && let Some(sink) = &mut self.sink
        {
            sink.constructed.insert(decl);
        }
    }

    /// Records that values of the type arguments of a generic type may become those of any type: its methods may encode or print
    /// them, or call their methods, as `sql.Null` does.
    pub(super) fn converts_arguments(&mut self, ty: Ty, line: u32) {
        if let Type::Named(_, args) = self.types.get(ty)
            && self.recording()
        {
            for &arg in &args.clone() {
                self.record_conversion_to_any(arg, line);
            }
        }
    }

    /// Records that a variable of the type is declared without a value. This makes a value, unless it is nil; a nil
    /// slice counts, because code appends to it.
    pub(super) fn constructs_zero(&mut self, ty: Ty, line: u32) {
        let under = self.underlying(ty);
        let is_nil = matches!(
            self.types.get(under),
            Type::Pointer(_) | Type::Interface(..) | Type::Map(..) | Type::Chan(..) | Type::Func(..)
        );
        if self.recording() && !is_nil {
            self.constructs(ty, 0, line);
        }
    }
}
