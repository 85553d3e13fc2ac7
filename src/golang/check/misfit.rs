//! Finds code that the compiler would refuse, by the rules of assignability, calls and selectors (Go spec, "Assignability",
//! "Calls", "Selectors").
//!
//! It is no whole type checker: where a type is not known, or depends on a type parameter, code is taken to fit.

use super::Checker;
use super::sink::{MisfitKind, MisfitSite, Sink};
use crate::golang::ast::{Kind, flag, op};
use crate::golang::ids::{DeclIx, Ty};
use crate::golang::names::Name;
use crate::golang::types::{Basic, Type, UNKNOWN};
use crate::model::SymbolKind;

use super::fitting::{MissingMethod, is_integer, is_numeric};

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

    pub(super) fn looks_for_misfits(&self) -> bool {
        self.from.is_some() && self.sink.as_ref().is_some_and(|sink| sink.misfits.is_some())
    }

    pub(super) fn misfit(&mut self, line: u32, what: impl FnOnce(&Self) -> String) {
        self.note_misfit(MisfitKind::Refused, line, |checker| (what(checker), String::new()));
    }

    /// Notes a misfit with its clause and what the code lost.
    pub(super) fn note_misfit(
        &mut self,
        kind: MisfitKind,
        line: u32,
        words: impl FnOnce(&Self) -> (String, String),
    ) {
        if !self.looks_for_misfits() {
            return;
        }
        let (what, lost) = words(self);
        if let (Some(sink), Some(from)) = (&mut self.sink, self.from)
            && let Some(misfits) = &mut sink.misfits
        {
            misfits.push(MisfitSite { from, line, kind, what, lost });
        }
    }

    pub(super) fn text(&self, name: Name) -> &'w str {
        self.world.names.text(name)
    }

    /// Notes a value of type `source` that cannot be assigned to `target`.
    pub(super) fn check_fit(&mut self, target: Ty, source: Ty, line: u32) {
        if !self.looks_for_misfits() || self.is_assignable(target, source) {
            return;
        }
        let missing = self.missing_method(target, source);
        self.note_misfit(MisfitKind::Refused, line, |checker| {
            let [given, wanted] = [source, target].map(|ty| checker.type_text(ty, 0));
            match missing {
                Some(missing) => {
                    (format!("{given} does not fit {wanted}: {}", missing.words(checker)), wanted)
                }
                None => (format!("{given} does not fit {wanted}"), String::new()),
            }
        });
        if let Some(missing) = missing {
            self.note_outgrown(target, source, missing);
        }
    }

    /// Notes a type of the tree that a method of an interface is missing from.
    fn note_outgrown(&mut self, interface: Ty, ty: Ty, missing: MissingMethod) {
        let Type::Named(ty, _) = *self.types.get(self.types.deref(ty)) else { return };
        let decl = self.type_decl(ty).decl;
        let symbol = |decl: DeclIx| *self.sink.as_ref()?.symbols.get(decl.0 as usize)?;
        let Some((decl, symbol)) = decl.and_then(|decl| Some((decl, symbol(decl)?))) else { return };
        let (line, around) = (self.world.decl(decl).line, self.from.replace(symbol));
        self.note_misfit(MisfitKind::Outgrown, line, |checker| {
            let interface = checker.type_text(interface, 0);
            (format!("it does not satisfy {interface}: {}", missing.words(checker)), interface)
        });
        self.from = around;
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
            self.misfit(line, |_| format!("{} given, {least} needed", arguments(args.len())));
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

    /// Returns whether a type may be in the type set of a constraint's underlying type, by its form alone.
    fn may_be_in(&mut self, constraint: Ty, ty: Ty) -> bool {
        let under = self.underlying(constraint);
        match self.types.get(under).clone() {
            Type::Interface(_, _, embeds) => embeds.iter().all(|&embed| self.may_be_in(embed, ty)),
            Type::Union(terms) => terms.iter().any(|&(term, _)| self.may_be_in(term, ty)),
            term => {
                let under = self.underlying(ty);
                match (term, self.types.get(under)) {
                    (Type::Unknown | Type::External | Type::Foreign(..) | Type::Param(_), _) => true,
                    (Type::Basic(term), Type::Basic(basic)) => term == *basic,
                    (term, form) => std::mem::discriminant(&term) == std::mem::discriminant(form),
                }
            }
        }
    }

    /// Notes a type argument that does not satisfy its constraint.
    pub(super) fn check_constraint(&mut self, constraint: Ty, arg: Ty, line: u32) {
        if !self.looks_for_misfits() || !self.is_settled(arg, 0) || constraint == UNKNOWN {
            return;
        }
        let under = self.underlying(constraint);
        if !matches!(self.types.get(under), Type::Interface(..) | Type::Union(_)) {
            return;
        }
        let arg = self.types.default_type(arg);
        if !self.may_be_in(under, arg) {
            return self.misfit(line, |checker| {
                let [arg, constraint] = [arg, constraint].map(|ty| checker.type_text(ty, 0));
                format!("{arg} does not satisfy {constraint}")
            });
        }
        if let Some(missing) = self.missing_method(constraint, arg) {
            self.note_misfit(MisfitKind::Refused, line, |checker| {
                let arg = checker.type_text(arg, 0);
                let what = format!("{arg} does not satisfy its constraint: {}", missing.words(checker));
                (what, checker.type_text(constraint, 0))
            });
            self.note_outgrown(constraint, arg, missing);
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
            self.misfit(line, |_| format!("{} given, {wanted} needed", values(given)));
        }
    }

    /// Notes a call without a result, or with several, where one value is wanted.
    pub(super) fn check_single(&mut self, ty: Ty, line: u32) {
        if let Type::Tuple(parts) = self.types.get(ty) {
            self.check_count(parts.len(), 1, line);
        }
    }

    /// Notes operands that an operator does not take, by themselves or together.
    pub(super) fn check_operands(&mut self, operator: u8, left: Ty, right: Ty, line: u32) {
        if !self.looks_for_misfits() {
            return;
        }
        let is_nil = |ty| ty == Basic::UntypedNil.ty();
        for operand in [left, right] {
            self.check_single(operand, line);
            if !is_nil(left) && !is_nil(right) {
                self.check_operand(operator, operand, line);
            }
        }
        let is_shift = op::class(operator) == op::SHIFT;
        if is_shift || !self.is_settled(left, 0) || !self.is_settled(right, 0) {
            return;
        }
        let fits = match [left, right].map(|ty| self.types.is_untyped(ty)) {
            [true, true] => {
                let kinds = [left, right].map(|ty| match *self.types.get(ty) {
                    Type::Basic(basic) if is_numeric(basic) => Basic::UntypedInt,
                    Type::Basic(basic) => basic,
                    _ => Basic::UntypedNil,
                });
                kinds[0] == kinds[1]
            }
            [false, false] if op::class(operator) != op::COMPARE => left == right,
            _ => self.is_assignable(left, right) || self.is_assignable(right, left),
        };
        if !fits {
            self.misfit(line, |checker| {
                let types = [left, right].map(|ty| checker.type_text(ty, 0));
                format!("{} and {} cannot be operands of one operator", types[0], types[1])
            });
        }
    }

    /// Notes an operand that an operator does not take.
    pub(super) fn check_operand(&mut self, operator: u8, operand: Ty, line: u32) {
        let is_text = |basic: Basic| matches!(basic, Basic::String | Basic::UntypedString);
        let basic = |ty: &Type| if let Type::Basic(basic) = *ty { Some(basic) } else { None };
        match (op::class(operator), op::operator(operator)) {
            (op::NOT | op::LOGIC, _) => self.check_condition(operand, line),
            (op::COMPARE, 0) | (op::ARITH, op::ADD | 0) => {
                self.check_form(operand, "number or string", line, |ty| {
                    basic(ty).is_some_and(|basic| is_numeric(basic) || is_text(basic))
                });
            }
            (op::COMPARE, _) => self.check_comparable(operand, line),
            (op::SHIFT, _) | (_, op::REM | op::AND | op::OR | op::XOR | op::AND_NOT) => {
                self.check_form(operand, "whole number", line, |ty| basic(ty).is_some_and(is_integer));
            }
            (op::ARITH, _) => {
                self.check_form(operand, "number", line, |ty| basic(ty).is_some_and(is_numeric));
            }
            _ => {}
        }
    }

    /// Notes an operand that `==` and `!=` do not take.
    fn check_comparable(&mut self, operand: Ty, line: u32) {
        if self.looks_for_misfits() && self.is_settled(operand, 0) && !self.is_comparable(operand, false) {
            self.misfit(line, |checker| format!("{} cannot be compared", checker.type_text(operand, 0)));
        }
    }

    /// Notes a value that cannot be ranged over with a number of variables (Go spec, "For statements with range clause").
    pub(super) fn check_range(&mut self, over: Ty, variables: usize, line: u32) {
        if !self.looks_for_misfits() || !self.is_settled(over, 0) {
            return;
        }
        let core = self.core(over);
        let most = match *self.types.get(core) {
            Type::Unknown => return,
            Type::Slice(_)
            | Type::Array(..)
            | Type::Map(..)
            | Type::Basic(Basic::String | Basic::UntypedString) => Some(2),
            Type::Basic(basic) => is_integer(basic).then_some(1),
            Type::Chan(..) => Some(1),
            Type::Pointer(to) => {
                let to = self.underlying(to);
                matches!(self.types.get(to), Type::Array(..)).then_some(2)
            }
            Type::Func(params, ..) => match *self.types.tuple_parts(params) {
                [yields] => self.signature(yields).map(|of| self.types.tuple_parts(of.params).len()),
                _ => None,
            },
            _ => None,
        };
        if most.is_none_or(|most| variables > most) {
            self.misfit(line, |checker| {
                let variables = if variables == 2 { " with two variables" } else { "" };
                format!("{} cannot be ranged over{variables}", checker.type_text(over, 0))
            });
        }
    }

    /// Notes a value that cannot be sliced.
    pub(super) fn check_sliced(&mut self, operand: Ty, line: u32) {
        let mut core = self.core(operand);
        if let Type::Pointer(to) = *self.types.get(core) {
            core = self.underlying(to);
            if !matches!(self.types.get(core), Type::Array(..)) {
                core = VOID_LIKE;
            }
        }
        let fits = matches!(
            self.types.get(core),
            Type::Unknown
                | Type::Slice(_)
                | Type::Array(..)
                | Type::Basic(Basic::String | Basic::UntypedString)
        );
        if !fits && self.is_settled(operand, 0) {
            self.misfit(line, |checker| format!("{} cannot be sliced", checker.type_text(operand, 0)));
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
                format!("{} is never a value here: {}", checker.type_text(ty, 0), missing.words(checker))
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

    /// Returns whether nothing after a statement runs (Go spec, "Terminating statements"). Of jumps it is assumed.
    fn is_terminating(&self, ix: u32) -> bool {
        let node = self.node(ix);
        let breaks = node.flags & flag::BREAKS != 0;
        match node.kind() {
            Kind::Block => self.children(ix).last().is_some_and(|last| self.is_terminating(last)),
            Kind::If => {
                let [.., then, otherwise] = self.parts::<4>(ix);
                self.node(otherwise).kind() != Kind::Absent
                    && self.is_terminating(then)
                    && self.is_terminating(otherwise)
            }
            Kind::For => !breaks && self.node(self.parts::<2>(ix)[1]).kind() == Kind::Absent,
            Kind::Switch | Kind::TypeSwitch | Kind::Select => {
                let is_case =
                    |&at: &u32| matches!(self.node(at).kind(), Kind::Case | Kind::TypeCase | Kind::CommCase);
                let is_default = |at: u32| self.node(at).flags & flag::DEFAULT != 0;
                let cases = || self.children(ix).filter(is_case);
                !breaks
                    && (node.kind() == Kind::Select || cases().any(is_default))
                    && cases().all(|case| self.is_terminating(self.parts::<2>(case)[1]))
            }
            Kind::Call => {
                let callee = ix + 1;
                self.node(callee).kind() == Kind::Ident && self.text(self.name_of(callee)) == "panic"
            }
            Kind::Return | Kind::Bad => true,
            _ => false,
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
            "copy" => {
                self.check_form(first, "slice", line, |ty| matches!(ty, Type::Slice(_)));
                self.check_sliced(args.get(1).copied().unwrap_or(UNKNOWN), line);
            }
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
                    self.check_operands(op::COMPARE, typed, arg, line);
                }
            }
            _ => {}
        }
    }

    /// Notes a size that is no number.
    pub(super) fn check_size(&mut self, ty: Ty, line: u32) {
        self.check_form(ty, "number", line, |ty| matches!(ty, Type::Basic(basic) if is_numeric(*basic)));
    }
}

/// Stands for a pointer to something without elements.
const VOID_LIKE: Ty = crate::golang::types::VOID;

fn arguments(n: usize) -> String {
    if n == 1 { "1 argument".to_owned() } else { format!("{n} arguments") }
}

fn values(n: usize) -> String {
    if n == 1 { "1 value".to_owned() } else { format!("{n} values") }
}
