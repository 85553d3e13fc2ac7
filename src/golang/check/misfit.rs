//! Finds code that the compiler would refuse, by the rules of assignability, calls and selectors (Go spec, "Assignability",
//! "Calls", "Selectors").
//!
//! It is no whole type checker: where a type is not known, or depends on a type parameter, code is taken to fit.

use super::Checker;
use super::sink::{MisfitSite, Sink};
use crate::golang::ast::{Kind, flag, op};
use crate::golang::ids::{PackageIx, Ty};
use crate::golang::names::Name;
use crate::golang::types::{Basic, Length, MAX_DEPTH, Type, UNKNOWN};
use crate::model::{Cause, SymbolKind};

use super::lookup::method_set;
use super::typexpr::{Entity, Qualified};

/// The parameters of a callee.
#[derive(Clone, Copy)]
pub(super) struct Parameters {
    pub(super) types: Ty,
    pub(super) variadic: bool,
}

impl<'w> Checker<'w> {
    /// Takes the misfits that were found since the last call, and drops all else that was recorded.
    pub(crate) fn take_misfits(&mut self) -> Vec<MisfitSite> {
        let Some(sink) = &mut self.sink else { return Vec::new() };
        let fresh = Sink { misfits: Some(Vec::new()), ..Sink::new(sink.symbols) };
        let mut found = std::mem::replace(sink, fresh).misfits.unwrap_or_default();
        found.sort();
        found.dedup();
        found
    }

    fn looks_for_misfits(&self) -> bool {
        self.from.is_some() && self.sink.as_ref().is_some_and(|sink| sink.misfits.is_some())
    }

    pub(super) fn misfit(&mut self, line: u32, what: impl FnOnce(&Self) -> String) {
        if !self.looks_for_misfits() {
            return;
        }
        let what = what(self);
        if let (Some(sink), Some(from)) = (&mut self.sink, self.from)
            && let Some(misfits) = &mut sink.misfits
        {
            misfits.push(MisfitSite { from, line, what });
        }
    }

    fn text(&self, name: Name) -> &'w str {
        self.world.names.text(name)
    }

    /// Notes a value of type `source` that cannot be assigned to `target`.
    pub(super) fn check_fit(&mut self, target: Ty, source: Ty, line: u32) {
        if !self.looks_for_misfits() || self.is_assignable(target, source) {
            return;
        }
        let missing = self.missing_method(target, source);
        self.misfit(line, |checker| {
            let types = [source, target].map(|ty| checker.type_text(ty, 0));
            let lacks = missing.map(|name| format!(": it lacks the method {}", checker.text(name)));
            format!("{} does not fit {}{}", types[0], types[1], lacks.unwrap_or_default())
        });
    }

    /// Notes a name that nothing declares.
    pub(super) fn check_declared(&mut self, cause: Cause, name: Name, line: u32) {
        if cause == Cause::Undeclared {
            self.misfit(line, |checker| format!("{} is not declared", checker.text(name)));
        }
    }

    /// Notes a name in the place of a type that is none, also behind `*` and before type arguments.
    pub(super) fn check_type_name(&mut self, ix: u32) {
        if !self.looks_for_misfits() {
            return;
        }
        let mut ix = ix;
        while matches!(self.node(ix).kind(), Kind::Star | Kind::Index) {
            ix += 1;
        }
        let (line, name) = (self.node(ix).line, self.name_of(ix));
        let is_value = |checker: &Self, decl| !checker.world.kind(decl).is_type();
        match self.node(ix).kind() {
            Kind::Ident => match self.resolve(name) {
                Entity::Undeclared => self.check_declared(self.cause_of_undeclared(), name, line),
                Entity::Decl(decl) if is_value(self, decl) => {
                    self.misfit(line, |checker| format!("{} is no type", checker.text(name)));
                }
                _ => {}
            },
            Kind::Selector => match self.qualified(ix) {
                Some(Qualified::Missing) => self.check_declared(Cause::Undeclared, name, line),
                Some(Qualified::Decl(decl)) if is_value(self, decl) => {
                    self.misfit(line, |checker| format!("{} is no type", checker.text(name)));
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// Notes a selector that selects nothing.
    pub(super) fn check_member(&mut self, ty: Ty, name: Name, line: u32) {
        if self.is_settled(ty, 0) {
            self.misfit(line, |checker| {
                format!("{} has no {}", checker.type_text(ty, 0), checker.text(name))
            });
        }
    }

    /// Notes numbers and types of arguments that do not fit the parameters.
    pub(super) fn check_arguments(&mut self, call: u32, callee: Parameters, args: &[Ty], pairs: &[(Ty, Ty)]) {
        if !self.looks_for_misfits() {
            return;
        }
        let line = self.node(call).line;
        let nodes: Vec<u32> = self.children(call).skip(1).collect();
        let wanted = self.types.tuple_parts(callee.types).len();
        let spread = self.node(call).flags & flag::VARIADIC != 0;
        let is_open = matches!((&nodes[..], args), ([node], [ty])
            if self.types.is_unknown(*ty) && self.node(*node).kind() == Kind::Call);
        let fits = match (callee.variadic, spread) {
            (true, false) => args.len() + 1 >= wanted,
            (false, true) => false,
            _ => args.len() == wanted,
        };
        if !fits && !is_open {
            let least = if callee.variadic && !spread { wanted.saturating_sub(1) } else { wanted };
            self.misfit(line, |_| format!("{} given, where {least} fit", arguments(args.len())));
            return;
        }
        for (nth, &(want, give)) in pairs.iter().enumerate() {
            let line = match nodes.get(nth) {
                Some(&node) if nodes.len() == args.len() => self.node(node).line,
                _ => line,
            };
            self.check_fit(want, give, line);
        }
    }

    /// Notes a type argument that does not satisfy its constraint.
    pub(super) fn check_constraint(&mut self, constraint: Ty, arg: Ty, line: u32) {
        if !self.looks_for_misfits() || !self.is_settled(arg, 0) || constraint == UNKNOWN {
            return;
        }
        let under = self.underlying(constraint);
        if !matches!(self.types.get(under), Type::Interface(..)) {
            return;
        }
        let arg = self.types.default_type(arg);
        if let Some(missing) = self.missing_method(constraint, arg) {
            self.misfit(line, |checker| {
                let (arg, method) = (checker.type_text(arg, 0), checker.text(missing));
                format!("{arg} does not satisfy its constraint: it lacks the method {method}")
            });
        }
    }

    /// Notes a value of type `source` that cannot be converted to `target`.
    pub(super) fn check_conversion(&mut self, target: Ty, source: Ty, line: u32) {
        if self.looks_for_misfits() && !self.is_convertible(target, source) {
            self.misfit(line, |checker| {
                let types = [source, target].map(|ty| checker.type_text(ty, 0));
                format!("{} cannot be converted to {}", types[0], types[1])
            });
        }
    }

    /// Notes a callee that is no function.
    pub(super) fn check_callee(&mut self, ty: Ty, line: u32) {
        if self.is_settled(ty, 0) && !matches!(self.types.get(ty), Type::Tuple(_)) {
            self.misfit(line, |checker| {
                format!("{} is called, and is no function", checker.type_text(ty, 0))
            });
        }
    }

    /// Notes `given` values where another number is wanted.
    pub(super) fn check_count(&mut self, given: usize, wanted: usize, line: u32) {
        if given != wanted {
            self.misfit(line, |_| format!("{} given, where {wanted} fit", values(given)));
        }
    }

    /// Notes a call without a result, or with several, where one value is wanted.
    pub(super) fn check_single(&mut self, ty: Ty, line: u32) {
        if let Type::Tuple(parts) = self.types.get(ty) {
            self.check_count(parts.len(), 1, line);
        }
    }

    /// Notes operands that cannot be used together.
    pub(super) fn check_operands(&mut self, operator: u8, left: Ty, right: Ty, line: u32) {
        if !self.looks_for_misfits() || matches!(operator, op::SHIFT) {
            return;
        }
        self.check_single(left, line);
        self.check_single(right, line);
        let both_untyped = self.types.is_untyped(left) && self.types.is_untyped(right);
        if both_untyped || !self.is_settled(left, 0) || !self.is_settled(right, 0) {
            return;
        }
        let any_untyped = self.types.is_untyped(left) || self.types.is_untyped(right);
        let fits = if operator == op::COMPARE || any_untyped {
            self.is_assignable(left, right) || self.is_assignable(right, left)
        } else {
            left == right
        };
        if !fits {
            self.misfit(line, |checker| {
                let types = [left, right].map(|ty| checker.type_text(ty, 0));
                format!("{} and {} cannot be operands of one operator", types[0], types[1])
            });
        }
    }

    /// Notes a condition that is no boolean value.
    pub(super) fn check_condition(&mut self, ty: Ty, line: u32) {
        let under = self.underlying(ty);
        let is_bool = matches!(self.types.get(under), Type::Basic(Basic::Bool | Basic::UntypedBool));
        if !is_bool && self.is_settled(ty, 0) {
            self.misfit(line, |checker| format!("{} is no condition", checker.type_text(ty, 0)));
        }
    }

    /// Notes an operand whose type has not the form that its place needs, such as a pointer for `*x`.
    pub(super) fn check_form(&mut self, operand: Ty, needed: &str, line: u32, has: impl Fn(&Type) -> bool) {
        if !self.looks_for_misfits() || !self.is_settled(operand, 0) {
            return;
        }
        let core = self.core(operand);
        if core != UNKNOWN && !has(self.types.get(core)) {
            self.misfit(line, |checker| format!("{} is no {needed}", checker.type_text(operand, 0)));
        }
    }

    /// Notes an index that the operand does not take.
    pub(super) fn check_index(&mut self, operand: Ty, index: Ty, line: u32) {
        if !self.looks_for_misfits() || !self.is_settled(operand, 0) {
            return;
        }
        let mut core = self.core(operand);
        if let Type::Pointer(to) = *self.types.get(core) {
            core = self.core(to);
            if !matches!(self.types.get(core), Type::Array(..)) {
                core = VOID_LIKE;
            }
        }
        match *self.types.get(core) {
            Type::Map(key, _) => self.check_fit(key, index, line),
            Type::Slice(_) | Type::Array(..) | Type::Basic(Basic::String | Basic::UntypedString) => {
                let under = self.underlying(index);
                let is_number = matches!(self.types.get(under), Type::Basic(basic) if is_numeric(*basic));
                if !is_number && self.is_settled(index, 0) {
                    self.misfit(line, |checker| format!("{} is no index", checker.type_text(index, 0)));
                }
            }
            Type::Unknown | Type::External | Type::Foreign(..) | Type::Func(..) => {}
            _ => self.misfit(line, |checker| format!("{} has no elements", checker.type_text(operand, 0))),
        }
    }

    /// Notes an assertion that no value satisfies.
    pub(super) fn check_assertion(&mut self, operand: Ty, ty: Ty, line: u32) {
        if !self.looks_for_misfits() || !self.is_settled(operand, 0) || !self.is_settled(ty, 0) {
            return;
        }
        let [from, to] = [operand, ty].map(|ty| self.underlying(ty));
        if from == UNKNOWN || to == UNKNOWN {
            return;
        }
        if !matches!(self.types.get(from), Type::Interface(..)) {
            self.misfit(line, |checker| format!("{} is no interface", checker.type_text(operand, 0)));
        } else if !matches!(self.types.get(to), Type::Interface(..) | Type::Basic(Basic::UntypedNil))
            && let Some(missing) = self.missing_method(operand, ty)
        {
            self.misfit(line, |checker| {
                let (ty, method) = (checker.type_text(ty, 0), checker.text(missing));
                format!("{ty} is never a value here: it lacks the method {method}")
            });
        }
    }

    /// Notes an assignment to, or the address of, a constant or a function.
    pub(super) fn check_variable(&mut self, ix: u32) {
        if !self.looks_for_misfits() {
            return;
        }
        let Some(decl) = self.named_decl(ix) else { return };
        if matches!(self.world.kind(decl), SymbolKind::Const | SymbolKind::Func) {
            let name = self.name_of(ix);
            self.misfit(self.node(ix).line, |checker| format!("{} is no variable", checker.text(name)));
        }
    }

    /// Notes a body that ends without the results that its function has.
    pub(super) fn check_end(&mut self, block: u32) {
        if !self.looks_for_misfits() || self.types.tuple_parts(self.results).is_empty() {
            return;
        }
        if !self.is_terminating(block) {
            let last = self.children(block).last().unwrap_or(block);
            self.misfit(self.node(last).line, |_| "the function ends here without a result".to_owned());
        }
    }

    /// Returns whether nothing after a statement runs (Go spec, "Terminating statements"). Of loops without condition, switches and
    /// jumps it is assumed.
    fn is_terminating(&self, ix: u32) -> bool {
        match self.node(ix).kind() {
            Kind::Block => self.children(ix).last().is_some_and(|last| self.is_terminating(last)),
            Kind::If => {
                let [.., then, otherwise] = self.parts::<4>(ix);
                self.node(otherwise).kind() != Kind::Absent
                    && self.is_terminating(then)
                    && self.is_terminating(otherwise)
            }
            Kind::For => self.node(self.parts::<2>(ix)[1]).kind() == Kind::Absent,
            Kind::Call => {
                let callee = ix + 1;
                self.node(callee).kind() == Kind::Ident && self.text(self.name_of(callee)) == "panic"
            }
            Kind::Assign | Kind::IncDec | Kind::Send | Kind::Range | Kind::VarSpec => false,
            _ => true,
        }
    }

    /// Notes arguments that a predeclared function does not take.
    pub(super) fn check_builtin(&mut self, call: u32, args: &[Ty]) {
        if !self.looks_for_misfits() {
            return;
        }
        let (line, Some(&first)) = (self.node(call).line, args.first()) else { return };
        let is_counted = |ty: &Type| {
            let has_length = matches!(ty, Type::Slice(_) | Type::Array(..) | Type::Map(..) | Type::Chan(..));
            has_length || matches!(ty, Type::Pointer(_) | Type::Basic(Basic::String | Basic::UntypedString))
        };
        match self.text(self.name_of(call + 1)) {
            "len" | "cap" => self.check_form(first, "value with a length", line, is_counted),
            "append" => self.check_form(first, "slice", line, |ty| {
                matches!(ty, Type::Slice(_) | Type::Basic(Basic::UntypedNil))
            }),
            "close" => self.check_form(first, "channel", line, |ty| matches!(ty, Type::Chan(..))),
            "delete" => {
                self.check_form(first, "map", line, |ty| matches!(ty, Type::Map(..)));
                if let Some(&key) = args.get(1) {
                    self.check_index(first, key, line);
                }
            }
            "min" | "max" => {
                let typed = args.iter().copied().find(|&arg| !self.types.is_untyped(arg)).unwrap_or(first);
                for &arg in args {
                    self.check_operands(op::ARITH, typed, arg, line);
                }
            }
            _ => {}
        }
    }

    /// Notes a size that is no number.
    pub(super) fn check_size(&mut self, ty: Ty, line: u32) {
        self.check_form(ty, "number", line, |ty| matches!(ty, Type::Basic(basic) if is_numeric(*basic)));
    }

    /// Returns whether a value of type `source` can be assigned to a variable of type `target` (Go spec, "Assignability").
    fn is_assignable(&mut self, target: Ty, source: Ty) -> bool {
        if target == source {
            return true;
        }
        if let Type::Tuple(parts) = self.types.get(source) {
            return parts.len() == 1 || target == UNKNOWN;
        }
        if !self.is_settled(target, 0) || !self.is_settled(source, 0) {
            return true;
        }
        let [to, from] = [target, source].map(|ty| self.underlying(ty));
        if to == UNKNOWN || from == UNKNOWN {
            return true;
        }
        if let Type::Basic(basic) = *self.types.get(source)
            && self.types.is_untyped(source)
        {
            return self.takes_untyped(to, basic);
        }
        if matches!(self.types.get(to), Type::Interface(..)) {
            return self.missing_method(target, source).is_none();
        }
        let is_named = |ty: Ty| matches!(self.types.get(ty), Type::Named(..) | Type::Basic(_));
        let is_one_unnamed = !is_named(target) || !is_named(source);
        if let (&Type::Chan(a, ..), &Type::Chan(b, true, true)) = (self.types.get(to), self.types.get(from)) {
            return a == b && is_one_unnamed;
        }
        to == from && is_one_unnamed
    }

    fn takes_untyped(&mut self, to: Ty, untyped: Basic) -> bool {
        match self.types.get(to) {
            Type::Interface(..) => untyped == Basic::UntypedNil || self.interface_members(to).is_empty(),
            Type::Basic(Basic::UnsafePointer) => untyped == Basic::UntypedNil,
            Type::Basic(basic) => match untyped {
                Basic::UntypedBool => matches!(basic, Basic::Bool | Basic::UntypedBool),
                Basic::UntypedString => matches!(basic, Basic::String | Basic::UntypedString),
                Basic::UntypedNil => false,
                _ => is_numeric(*basic),
            },
            Type::Pointer(_) | Type::Func(..) | Type::Slice(_) | Type::Map(..) | Type::Chan(..) => {
                untyped == Basic::UntypedNil
            }
            _ => false,
        }
    }

    fn is_convertible(&mut self, target: Ty, source: Ty) -> bool {
        if self.is_assignable(target, source) {
            return true;
        }
        let [to, from] = [target, source].map(|ty| self.underlying(ty));
        let kinds = (self.types.get(to).clone(), self.types.get(from).clone());
        match kinds {
            (Type::Basic(a), Type::Basic(b)) => {
                let pointers = [Basic::UnsafePointer, Basic::Uintptr];
                is_numeric(a) && is_numeric(b)
                    || a == Basic::String
                        && (is_numeric(b) || matches!(b, Basic::String | Basic::UntypedString))
                    || a == Basic::Bool && matches!(b, Basic::Bool | Basic::UntypedBool)
                    || pointers.contains(&a) && (pointers.contains(&b) || is_numeric(b))
                    || a == b
            }
            (Type::Basic(Basic::UnsafePointer), Type::Pointer(_))
            | (Type::Pointer(_), Type::Basic(Basic::UnsafePointer)) => true,
            (Type::Basic(Basic::String), Type::Slice(of)) | (Type::Slice(of), Type::Basic(_)) => {
                let of = self.underlying(of);
                matches!(self.types.get(of), Type::Basic(Basic::Uint8 | Basic::Int32))
            }
            (Type::Pointer(a), Type::Pointer(b)) => {
                let [a, b] = [a, b].map(|ty| self.underlying(ty));
                a == b
                    || matches!((self.types.get(a), self.types.get(b)), (Type::Struct(..), Type::Struct(..)))
            }
            // Tags do not count, and unlike the types of fields they may differ.
            (Type::Struct(_, a), Type::Struct(_, b)) => {
                a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| (a.name, a.ty) == (b.name, b.ty))
            }
            (Type::Array(a, _), Type::Slice(b)) => a == b,
            (Type::Pointer(to), Type::Slice(b)) => {
                let to = self.underlying(to);
                matches!(*self.types.get(to), Type::Array(a, _) if a == b)
            }
            _ => to == from,
        }
    }

    /// A method of an interface that a type does not have; `None` if it has all, as far as is known.
    fn missing_method(&mut self, interface: Ty, ty: Ty) -> Option<Name> {
        let under = self.underlying(interface);
        if !matches!(self.types.get(under), Type::Interface(..)) {
            return None;
        }
        let wanted = self.interface_members(under);
        let wanted: Vec<_> = wanted.into_iter().filter_map(|(_, method)| method).collect();
        let first = wanted.first()?.name;
        let (base, by_pointer) = match *self.types.get(ty) {
            Type::Pointer(to) => (to, true),
            _ => (ty, false),
        };
        let base_under = self.underlying(base);
        let is_pointless =
            matches!(self.types.get(base_under), Type::Interface(..) | Type::Pointer(_)) && by_pointer;
        if is_pointless {
            return Some(first);
        }
        let set = method_set(self, base);
        for want in wanted {
            let mut named = set.named(want.name);
            match named.find(|method| method.package == want.package) {
                None if set.unknown.is_empty() => return Some(want.name),
                None => {}
                Some(method) if method.pointer && !by_pointer => return Some(want.name),
                Some(method) => {
                    let is_known = self.is_settled(method.sig, 0) && self.is_settled(want.sig, 0);
                    if is_known && method.sig != want.sig {
                        return Some(want.name);
                    }
                }
            }
        }
        None
    }

    /// Returns whether a type is known in all its parts, and mentions no type parameter.
    fn is_settled(&self, ty: Ty, depth: u32) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        let all = |parts: &[Ty]| parts.iter().all(|&part| self.is_settled(part, depth + 1));
        match self.types.get(ty) {
            Type::Unknown | Type::External | Type::Foreign(..) | Type::Param(_) | Type::Union(_) => false,
            Type::Basic(_) => true,
            Type::Named(_, parts) | Type::Tuple(parts) => all(parts),
            Type::Pointer(of) | Type::Slice(of) | Type::Chan(of, ..) => all(&[*of]),
            Type::Array(of, length) => matches!(length, Length::Known(_)) && all(&[*of]),
            Type::Map(a, b) | Type::Func(a, b, _) => all(&[*a, *b]),
            Type::Struct(_, fields) => fields.iter().all(|field| self.is_settled(field.ty, depth + 1)),
            Type::Interface(_, methods, embeds) => {
                all(embeds) && methods.iter().all(|method| self.is_settled(method.sig, depth + 1))
            }
        }
    }

    /// A type as a person writes it, shortened.
    fn type_text(&self, ty: Ty, depth: u32) -> String {
        const DEEPEST: u32 = 3;
        if depth > DEEPEST {
            return "…".to_owned();
        }
        let of = |part: Ty| self.type_text(part, depth + 1);
        let list = |parts: &[Ty]| parts.iter().map(|&part| of(part)).collect::<Vec<_>>().join(", ");
        match self.types.get(ty) {
            Type::Basic(Basic::UntypedNil) => "nil".to_owned(),
            Type::Basic(basic) => format!("{basic:?}").to_lowercase().replace("untyped", "untyped "),
            Type::Named(decl, args) => {
                let decl = self.type_decl(*decl);
                let own = self.package();
                let package = decl.package;
                let is_elsewhere = package != own && (package.0 as usize) < self.world.packages.len();
                let package = if is_elsewhere { self.package_name(package) } else { String::new() };
                let args = if args.is_empty() { String::new() } else { format!("[{}]", list(args)) };
                format!("{package}{}{args}", self.text(decl.name))
            }
            Type::Pointer(to) => format!("*{}", of(*to)),
            Type::Slice(to) => format!("[]{}", of(*to)),
            Type::Array(to, Length::Known(n)) => format!("[{n}]{}", of(*to)),
            Type::Map(key, value) => format!("map[{}]{}", of(*key), of(*value)),
            Type::Chan(to, ..) => format!("chan {}", of(*to)),
            Type::Func(params, results, _) => {
                let results = self.types.tuple_parts(*results);
                let results = match results {
                    [] => String::new(),
                    [one] => format!(" {}", of(*one)),
                    several => format!(" ({})", list(several)),
                };
                format!("func({}){results}", list(self.types.tuple_parts(*params)))
            }
            Type::Tuple(parts) => format!("({})", list(parts)),
            Type::Struct(..) => "struct{…}".to_owned(),
            Type::Interface(_, methods, embeds) if methods.is_empty() && embeds.is_empty() => {
                "any".to_owned()
            }
            Type::Interface(..) => "interface{…}".to_owned(),
            _ => "…".to_owned(),
        }
    }

    fn package_name(&self, package: PackageIx) -> String {
        format!("{}.", self.text(self.world.package(package).name))
    }
}

/// Stands for a pointer to something without elements.
const VOID_LIKE: Ty = crate::golang::types::VOID;

fn is_numeric(basic: Basic) -> bool {
    let number = basic as u8;
    (Basic::Int as u8..=Basic::Complex128 as u8).contains(&number)
        || (Basic::UntypedInt as u8..=Basic::UntypedComplex as u8).contains(&number)
}

fn arguments(n: usize) -> String {
    if n == 1 { "1 argument is".to_owned() } else { format!("{n} arguments are") }
}

fn values(n: usize) -> String {
    if n == 1 { "1 value is".to_owned() } else { format!("{n} values are") }
}
