//! Calls of function values, and values that are passed to code outside the tree, which may call them back.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::Checker;
use super::lookup::{Lookup, Member};
use super::sink::{CallbackSite, CalledBack, Foreign, Shape, ValueCall};
use crate::golang::ast::Kind;
use crate::golang::ids::{ANY, DeclIx, Ty};
use crate::golang::names::Name;
use crate::golang::types::{MAX_DEPTH, Type};
use crate::model::SymbolKind;

/// One parameter in the first number of a shape.
const ONE_PARAMETER: u64 = 1 << 32;

/// The most steps inwards from an expression to the name that it begins or ends with.
const MAX_STEPS: u32 = 16;

impl Checker<'_> {
    /// The shape of a function type; `None` for other types.
    pub(crate) fn shape(&mut self, ty: Ty) -> Option<Shape> {
        let signature = self.signature(ty)?;
        let (params, results) =
            [signature.params, signature.results].map(|of| self.types.tuple_parts(of)).into();
        let head =
            params.len() as u64 * ONE_PARAMETER + results.len() as u64 * 2 + u64::from(signature.variadic);
        let parts: Vec<Ty> = params.iter().chain(results).copied().collect();
        let hashes = parts.into_iter().map(|part| {
            let mut hasher = FxHasher::default();
            if self.hash_type(part, &mut hasher, 0) { hasher.finish().max(1) } else { 0 }
        });
        Some(std::iter::once(head).chain(hashes).collect())
    }

    /// The shapes that a function or method has as a value. A method has two: `x.M`, and `T.M`, whose first parameter
    /// is the receiver.
    pub(crate) fn shapes_of(&mut self, decl: DeclIx) -> Vec<Shape> {
        let ty = self.decl_type(decl);
        let Some(shape) = self.shape(ty) else { return Vec::new() };
        if self.world.kind(decl) != SymbolKind::Method {
            return vec![shape];
        }
        let parts = shape[1..].iter().copied();
        let as_function = [shape[0] + ONE_PARAMETER, 0].into_iter().chain(parts).collect();
        vec![shape, as_function]
    }

    /// Hashes what makes a type identical to another. Returns whether the type is closed.
    fn hash_type(&self, ty: Ty, hasher: &mut FxHasher, depth: u32) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        let of = self.types.get(ty);
        std::mem::discriminant(of).hash(hasher);
        let mut all = |parts: &[Ty]| {
            parts.len().hash(hasher);
            parts.iter().all(|&part| self.hash_type(part, hasher, depth + 1))
        };
        match of {
            Type::Unknown | Type::External | Type::Param(_) | Type::Union(_) => false,
            Type::Basic(basic) => {
                basic.hash(hasher);
                true
            }
            Type::Pointer(part) | Type::Slice(part) => all(&[*part]),
            Type::Map(key, value) => all(&[*key, *value]),
            Type::Tuple(parts) => all(parts),
            Type::Array(part, length) => {
                all(&[*part]) && {
                    length.hash(hasher);
                    true
                }
            }
            Type::Chan(part, sends, receives) => {
                all(&[*part]) && {
                    (sends, receives).hash(hasher);
                    true
                }
            }
            Type::Func(params, results, variadic) => {
                all(&[*params, *results]) && {
                    variadic.hash(hasher);
                    true
                }
            }
            Type::Foreign(path, name, args) => {
                all(args) && {
                    (path, name).hash(hasher);
                    true
                }
            }
            Type::Named(decl, args) => {
                all(args) && {
                    let is_local = self.is_local(*decl);
                    let decl = self.type_decl(*decl);
                    decl.name.hash(hasher);
                    if let Some(package) = self.world.packages.get(decl.package.0 as usize) {
                        package.import_path.hash(hasher);
                    }
                    // Types that bodies declare may have equal names.
                    if is_local {
                        (self.world.file(decl.file).path, decl.node).hash(hasher);
                    }
                    true
                }
            }
            Type::Struct(_, fields) => {
                fields.iter().for_each(|field| (field.name, field.embedded).hash(hasher));
                fields.iter().all(|field| self.hash_type(field.ty, hasher, depth + 1))
            }
            Type::Interface(_, methods, embeds) => {
                methods.iter().for_each(|method| method.name.hash(hasher));
                methods.iter().all(|method| self.hash_type(method.sig, hasher, depth + 1))
                    && embeds.iter().all(|&part| self.hash_type(part, hasher, depth + 1))
            }
        }
    }

    /// Records that a value of function type is called. `callee` is the expression for it.
    pub(super) fn value_call(&mut self, callee: u32, ty: Ty) {
        if !self.recording() {
            return;
        }
        let (Some(shape), Some(name)) = (self.shape(ty), self.value_name(callee)) else { return };
        let line = self.node(callee).line;
        if let (Some(sink), Some(from)) = (&mut self.sink, self.from) {
            sink.value_calls.push(ValueCall { from, shape, name, line });
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
        for arg in self.children(call).skip(1) {
            if let Some(function) = self.function_named(arg) {
                self.push_callback(by, CalledBack::Declared(function), line);
            }
        }
        for &(param, arg) in pairs {
            // `args...` hands on what callers passed.
            if let Type::Slice(of) = *self.types.get(param) {
                if self.is_any(of) {
                    self.push_callback(by, CalledBack::Methods { of: ANY, interface: ANY }, line);
                }
                continue;
            }
            let under = self.underlying(param);
            let Type::Interface(_, own, embeds) = self.types.get(under) else { continue };
            let (arg, interface) = if own.is_empty() && embeds.is_empty() {
                (self.held(arg), ANY)
            } else if let Type::Named(interface, _) = *self.types.get(param) {
                (self.types.deref(arg), interface)
            } else {
                continue;
            };
            if let Type::Named(of, args) = self.types.get(arg)
                && args.is_empty()
                && !self.is_local(*of)
                && !self.is_local(interface)
            {
                self.push_callback(by, CalledBack::Methods { of: *of, interface }, line);
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

    fn push_callback(&mut self, by: Foreign, to: CalledBack, line: u32) {
        if let (Some(sink), Some(from)) = (&mut self.sink, self.from) {
            sink.callbacks.push(CallbackSite { from, by, to, line });
        }
    }
}
