//! Calls of function values, and values that are passed to code outside the tree, which may call them back.

use super::Checker;
use super::lookup::{Lookup, Member};
use super::note::Meaning;
use super::sink::{CallbackSite, CalledBack, Foreign, ValueCall};
use crate::golang::ast::Kind;
use crate::golang::flow::NOWHERE;
use crate::golang::ids::{ANY, DeclIx, Ty};
use crate::golang::names::Name;
use crate::golang::types::Type;

/// The most steps inwards from an expression to the name that it begins or ends with.
const MAX_STEPS: u32 = 16;

impl Checker<'_> {
    /// Records that a value of function type is called, by a call or by ranging over it. `callee` is the expression for it.
    pub(super) fn value_call(&mut self, call: u32, callee: u32, ty: Ty) {
        if !self.recording() || self.signature(ty).is_none() {
            return;
        }
        let name = self.value_name(callee).unwrap_or(Name::NONE);
        let key = self.function_key(ty);
        let line = self.node(callee).line;
        if let (Some(sink), Some(from)) = (&mut self.sink, self.from) {
            let site = sink.value_calls.len() as u32;
            sink.value_calls.push(ValueCall { from, key, name, line, value: NOWHERE });
            self.note_meaning(call, Meaning::ValueCall(site));
        }
    }

    /// The name of the variable, field or function that a value comes from.
    fn value_name(&self, callee: u32) -> Option<Name> {
        let mut at = callee;
        for _ in 0..MAX_STEPS {
            match self.node(at).kind() {
                Kind::Ident | Kind::Selector => return Some(self.name_of(at)),
                Kind::Index | Kind::Call | Kind::TypeAssert | Kind::Star | Kind::SliceExpr | Kind::Unary => {
                    at += 1;
                }
                _ => return None,
            }
        }
        None
    }

    /// Records what a call of a function from outside the tree may call back. `pairs` are the types of its parameters
    /// and arguments.
    pub(super) fn calls_back(&mut self, by: Foreign, call: u32, pairs: &[(Ty, Ty)]) {
        if !self.recording() {
            return;
        }
        let line = self.node(call).line;
        let is_for_type = matches!(by, Foreign::Declared(function) if self.tells_of_types(function));
        if !is_for_type {
            self.children(call).skip(1).for_each(|arg| self.hand_out_function(by, arg, line));
        }
        for &(param, arg) in pairs {
            // `args...` hands on what callers passed.
            if let Type::Slice(of) = *self.types.get(param) {
                if self.is_any(of) {
                    self.push_callback(by, CalledBack::Methods { of: ANY, interface: ANY }, line);
                }
                continue;
            }
            self.hand_out_methods(by, (param, arg), line);
        }
    }

    /// Records that what is outside the tree gets a value of type `given` as one of type `wanted`, and may call its methods if that
    /// is an interface.
    fn hand_out_methods(&mut self, to: Foreign, (wanted, given): (Ty, Ty), line: u32) {
        let under = self.underlying(wanted);
        let Type::Interface(_, own, embeds) = self.types.get(under) else { return };
        let (given, interface) = if own.is_empty() && embeds.is_empty() {
            (self.held(given), ANY)
        } else if let Type::Named(interface, _) = *self.types.get(wanted) {
            (self.types.deref(given), interface)
        } else {
            return;
        };
        if let Type::Named(of, args) = self.types.get(given)
            && args.is_empty()
            && !self.is_local(*of)
            && !self.is_local(interface)
        {
            self.push_callback(to, CalledBack::Methods { of: *of, interface }, line);
        }
    }

    /// Records that a function is given to something outside the tree, if `value` names one.
    pub(super) fn hand_out_function(&mut self, to: Foreign, value: u32, line: u32) {
        if self.recording()
            && let Some(function) = self.function_named(value)
        {
            self.push_callback(to, CalledBack::Declared(function), line);
        }
    }

    /// Records that a field from outside the tree is set to a value of type `given`, if the expression `target` selects one of type
    /// `wanted`.
    pub(super) fn set_outside(&mut self, target: u32, value: u32, types: (Ty, Ty)) {
        let to = match self.meaning(target) {
            Meaning::Field(Some(decl)) if !self.is_of_tree(decl) => Some(Foreign::Declared(decl)),
            Meaning::Unknown(_) => {
                let operand = self.noted_type(target + 1);
                self.foreign_member(self.types.deref(operand), self.name_of(target))
            }
            _ => None,
        };
        if let Some(to) = to {
            self.hand_out_value(to, value, types);
        }
    }

    /// Records that something outside the tree gets a value, a function or one of an interface, which it may call.
    pub(super) fn hand_out_value(&mut self, to: Foreign, value: u32, types: (Ty, Ty)) {
        if self.recording() {
            let line = self.node(value).line;
            self.hand_out_function(to, value, line);
            if self.types.is_unknown(types.0) {
                self.hand_out(to, types.1, false, line);
            } else {
                self.hand_out_methods(to, types, line);
            }
        }
    }

    fn is_any(&self, ty: Ty) -> bool {
        matches!(self.types.get(ty), Type::Interface(_, own, embeds) if own.is_empty() && embeds.is_empty())
    }

    /// The type of the values that a value holds, as `fmt` prints them.
    fn held(&self, ty: Ty) -> Ty {
        let mut ty = ty;
        while let Type::Pointer(of) | Type::Slice(of) | Type::Array(of, _) | Type::Map(_, of) =
            *self.types.get(ty)
        {
            ty = of;
        }
        ty
    }

    /// The function or method of the tree that an argument names.
    fn function_named(&mut self, arg: u32) -> Option<DeclIx> {
        if let Some((function, _)) = self.named_func(arg) {
            return self.is_of_tree(function).then_some(function);
        }
        if self.node(arg).kind() != Kind::Selector || self.qualified(arg).is_some() {
            return None;
        }
        let name = self.name_of(arg);
        let operand =
            self.quietly(|c| if c.denotes_type(arg + 1) { c.type_expr(arg + 1) } else { c.expr(arg + 1) });
        match self.lookup(operand, name) {
            Lookup::Found { member: Member::Method { decl, .. }, .. } => {
                self.is_of_tree(decl).then_some(decl)
            }
            _ => None,
        }
    }

    pub(super) fn push_callback(&mut self, by: Foreign, to: CalledBack, line: u32) {
        if let (Some(sink), Some(from)) = (&mut self.sink, self.from) {
            sink.callbacks.push(CallbackSite { from, by, to, line });
        }
    }
}
