//! Calls of predeclared functions (Go spec, "Built-in functions").

use super::Checker;
use super::lookup::{Lookup, Member};
use super::note::Meaning;
use crate::golang::ast::{Kind, Node, flag};
use crate::golang::ids::Ty;
use crate::golang::types::{Basic, Type, UNKNOWN};
use crate::golang::universe::{self, Builtin};
use crate::model::access;

impl Checker<'_> {
    /// Walks the arguments of a built-in function's call and returns the type of its result.
    pub(super) fn builtin_call(&mut self, builtin: Builtin, ix: u32) -> Ty {
        match builtin {
            Builtin::Make => {
                let mut args = self.children(ix).skip(1);
                let made = args.next().map_or(UNKNOWN, |ty| self.type_expr(ty));
                self.note(made, access::MAKES, self.node(ix).line);
                self.check_form(made, "type to make", self.node(ix).line, |ty| {
                    matches!(ty, Type::Slice(_) | Type::Map(..) | Type::Chan(..))
                });
                for size in args {
                    let given = self.expr(size);
                    self.check_size(given, self.node(size).line);
                }
                made
            }
            Builtin::New => self.new_call(ix),
            _ => {
                let args = match self.world.names.text(self.name_of(ix + 1)) {
                    "clear" | "copy" | "delete" => self.changing(ix),
                    "Offsetof" => self.offset_call(ix),
                    _ => self.arguments(ix),
                };
                let line = self.node(ix).line;
                self.check_builtin(ix, &args);
                // Its parameter has the type `any`, and what recovers or reports the value prints it.
                if self.world.names.text(self.name_of(ix + 1)) == "panic" {
                    for &arg in &args {
                        self.record_conversion_to_any(arg, line);
                    }
                }
                self.builtin_result(builtin, &args, ix)
            }
        }
    }

    /// The types of the arguments of a call that changes its first argument.
    fn changing(&mut self, ix: u32) -> Vec<Ty> {
        let mut args = self.children(ix).skip(1);
        let first = args.next().map(|first| {
            let ty = self.expr(first);
            self.accessed(access::READS | access::WRITES);
            ty
        });
        first.into_iter().chain(args.map(|arg| self.expr(arg))).collect()
    }

    /// `new(T)`, and since Go 1.26 `new(expr)`.
    fn new_call(&mut self, ix: u32) -> Ty {
        let Some(arg) = self.children(ix).nth(1) else { return UNKNOWN };
        let ty = if self.denotes_type(arg) {
            self.note_meaning(arg, Meaning::Type);
            self.type_expr(arg)
        } else {
            let value = self.expr(arg);
            self.types.default_type(value)
        };
        self.constructs(ty, 0, self.node(ix).line);
        if self.types.is_unknown(ty) { ty } else { self.types.pointer(ty) }
    }

    /// The argument of `unsafe.Offsetof`: a field that is part of the operand, so no method and no field behind an
    /// embedded pointer (Go spec, "Package unsafe"). Of others only the operand is used.
    fn offset_call(&mut self, ix: u32) -> Vec<Ty> {
        let Some(field) = self.children(ix).nth(1).filter(|&arg| self.node(arg).kind() == Kind::Selector)
        else {
            return self.arguments(ix);
        };
        let operand = self.quietly(|c| c.expr(field + 1));
        let under = self.underlying(operand);
        let operand = if let Type::Pointer(to) = *self.types.get(under) { to } else { operand };
        let is_part = match self.lookup(operand, self.name_of(field)) {
            Lookup::Found { member, behind_pointer, .. } => {
                matches!(member, Member::Field { .. }) && !behind_pointer
            }
            _ => true,
        };
        if is_part { self.arguments(ix) } else { vec![self.expr(field + 1)] }
    }

    fn builtin_result(&mut self, builtin: Builtin, args: &[Ty], ix: u32) -> Ty {
        let Node { line, flags, .. } = self.node(ix);
        let first = args.first().copied().unwrap_or(UNKNOWN);
        match builtin {
            Builtin::Append => {
                if let Type::Slice(element) = *{
                    let core = self.core(first);
                    self.types.get(core)
                } {
                    for &arg in args.iter().skip(1) {
                        let is_spread = flags & flag::VARIADIC != 0;
                        if is_spread {
                            let given = self.element(arg);
                            self.check_fit(element, given, line);
                            self.record_value_flow(element, arg, line);
                        } else {
                            self.flow(element, arg, line);
                        }
                    }
                }
                first
            }
            Builtin::Int => Basic::Int.ty(),
            Builtin::Nothing | Builtin::Make | Builtin::New => UNKNOWN,
            Builtin::Complex => match *self.types.get(first) {
                Type::Basic(Basic::Float32) => Basic::Complex64.ty(),
                Type::Basic(b) if b as u8 >= Basic::UntypedBool as u8 => Basic::UntypedComplex.ty(),
                _ => Basic::Complex128.ty(),
            },
            Builtin::Float => match *self.types.get(first) {
                Type::Basic(Basic::Complex64) => Basic::Float32.ty(),
                _ => Basic::Float64.ty(),
            },
            Builtin::Extremum => args.iter().copied().find(|&a| !self.types.is_untyped(a)).unwrap_or(first),
            Builtin::Recover => universe::empty_interface(&mut self.types),
            Builtin::Uintptr => Basic::Uintptr.ty(),
            Builtin::UnsafeAdd => Basic::UnsafePointer.ty(),
            Builtin::UnsafeSlice => {
                let element = self.types.deref(first);
                self.types.slice(element)
            }
            Builtin::UnsafeSliceData => {
                let element = self.element(first);
                self.types.pointer(element)
            }
            Builtin::UnsafeString => Basic::String.ty(),
            Builtin::UnsafeStringData => self.types.pointer(Basic::Uint8.ty()),
        }
    }
}
