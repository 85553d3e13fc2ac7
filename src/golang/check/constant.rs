//! Evaluates constant expressions as far as array lengths need it (Go spec, "Constant expressions").
//!
//! Two array types are identical only if their lengths are equal, and a length may be any constant expression.

use super::Checker;
use super::scope::Local;
use super::typexpr::{Entity, Qualified};
use super::value::{ConstValue, EvalBudget, binary, literal_value, unary};
use crate::golang::ast::{Kind, flag, op};
use crate::golang::ids::{DeclIx, Ty};
use crate::golang::types::{Basic, Length, Type};
use crate::golang::universe::{Builtin, Predeclared};
use crate::model::SymbolKind;

impl Checker<'_> {
    /// The length that an expression gives an array. A constant of a package outside the tree is identified by its
    /// name, since its value is not known.
    pub(super) fn array_length(&mut self, ix: u32) -> Length {
        if let Some(value) = self.constant(ix) {
            let length = value.as_int().and_then(|n| u64::try_from(n).ok());
            return length.map_or(Length::Unknown, Length::Known);
        }
        match (self.qualified(ix), self.node(ix).kind()) {
            (Some(Qualified::External), Kind::Selector) => match self.package_named(ix) {
                Some(path) => Length::Outside(path, self.name_of(ix)),
                None => Length::Unknown,
            },
            _ => Length::Unknown,
        }
    }

    /// The number of elements of a literal whose array type has `...` for its length.
    pub(super) fn counted_length(&mut self, literal: u32) -> Length {
        let (mut next, mut length) = (0_u64, 0_u64);
        for element in self.children(literal).skip(1) {
            if self.node(element).kind() == Kind::KeyValue {
                let key = self.constant(element + 1).and_then(ConstValue::as_int);
                let Some(key) = key.and_then(|key| u64::try_from(key).ok()) else { return Length::Unknown };
                next = key;
            }
            next = next.saturating_add(1);
            length = length.max(next);
        }
        Length::Known(length)
    }

    /// The value of a constant expression; `None` if it is not constant, not supported here, or takes too many steps.
    /// O(1), since the number of steps is bounded.
    pub(super) fn constant(&mut self, ix: u32) -> Option<ConstValue> {
        // An array length inside of a constant expression, as in `unsafe.Sizeof([n]int{})`, shares its steps. In an
        // invalid program it may mention the constant itself.
        let is_outermost = self.evaluation.is_none();
        self.evaluation.get_or_insert_with(EvalBudget::whole);
        let iota = self.iota;
        let value = self.quietly(|c| c.evaluate(ix, iota));
        if is_outermost {
            self.evaluation = None;
        }
        value
    }

    /// [`Self::constant`], converted to `ty` if the constant is declared with that type.
    pub(super) fn constant_of(&mut self, ix: u32, ty: Option<Ty>) -> Option<ConstValue> {
        let value = self.constant(ix)?;
        ty.map_or(Some(value), |ty| self.converted(value, ty))
    }

    fn evaluate(&mut self, ix: u32, iota: Option<u32>) -> Option<ConstValue> {
        let budget = self.evaluation.as_mut()?;
        (budget.steps, budget.depth) = (budget.steps.checked_sub(1)?, budget.depth.checked_sub(1)?);
        let value = self.evaluate_node(ix, iota);
        if let Some(budget) = &mut self.evaluation {
            budget.depth += 1;
        }
        value
    }

    fn evaluate_node(&mut self, ix: u32, iota: Option<u32>) -> Option<ConstValue> {
        let node = self.node(ix);
        match node.kind() {
            Kind::BasicLit => literal_value(node.flags, self.world.file(self.file).facts.name(node.name)),
            Kind::Ident => match self.resolve(self.name_of(ix)) {
                Entity::Local(Local::Const(_, value)) => value,
                Entity::Decl(decl) => self.declared_value(decl),
                Entity::Predeclared(Predeclared::Const(ty)) if ty == Basic::UntypedInt.ty() => {
                    Some(ConstValue::Int(i128::from(iota?), None))
                }
                _ => None,
            },
            Kind::Selector => match self.qualified(ix)? {
                Qualified::Decl(decl) => self.declared_value(decl),
                _ => None,
            },
            Kind::Unary => {
                let value = self.evaluate(ix + 1, iota)?;
                unary(op::operator(node.flags), value)
            }
            Kind::Binary => {
                let [left, right] = self.parts(ix);
                let (left, right) = (self.evaluate(left, iota)?, self.evaluate(right, iota)?);
                binary(op::operator(node.flags), left, right)
            }
            Kind::Call => self.evaluate_call(ix, iota),
            _ => None,
        }
    }

    /// The value of a declared constant, evaluated in the file that declares it.
    fn declared_value(&mut self, decl: DeclIx) -> Option<ConstValue> {
        if self.world.kind(decl) != SymbolKind::Const {
            return None;
        }
        let (file, nth) = (self.world.file_of(decl), self.world.decl(decl).nth);
        let spec = self.world.decl(decl).node;
        self.elsewhere(file, |c| {
            let iota = c.iota_of(spec);
            let spec = if c.node(spec).flags & flag::INHERITS == 0 { spec } else { c.repeated_spec(decl)? };
            let [ty, _, values] = c.parts(spec);
            let value = c.children(values).nth(nth as usize)?;
            let value = c.evaluate(value, Some(iota))?;
            if c.node(ty).kind() == Kind::Absent {
                return Some(value);
            }
            let ty = c.type_expr(ty);
            c.converted(value, ty)
        })
    }

    /// The spec that a constant without a value of its own repeats (Go spec, "Constant declarations").
    pub(super) fn repeated_spec(&self, decl: DeclIx) -> Option<u32> {
        let own = self.world.decl(decl).node;
        let decls = (0..decl.0).rev().map(DeclIx);
        let specs = decls
            .take_while(|&d| self.world.file_of(d) == self.file && self.world.kind(d) == SymbolKind::Const)
            .map(|d| self.world.decl(d).node);
        let mut specs = specs.filter(|&spec| spec != own);
        specs.find(|&spec| self.node(spec).flags & flag::INHERITS == 0)
    }

    /// The index of a constant's spec in its group, which is the value of `iota` (Go spec, "Iota").
    pub(super) fn iota_of(&self, spec: u32) -> u32 {
        self.world.file(self.file).facts.name(self.node(spec).name).parse().unwrap_or(0)
    }

    fn evaluate_call(&mut self, ix: u32, iota: Option<u32>) -> Option<ConstValue> {
        let (callee, arg) = (ix + 1, self.children(ix).nth(1)?);
        let name = self.world.names.text(self.name_of(callee));
        if self.denotes_type(callee) {
            let value = self.evaluate(arg, iota)?;
            let ty = self.type_expr(callee);
            return self.converted(value, ty);
        }
        let unsigned = |n: u64| Some(ConstValue::Int(i128::from(n), None));
        match self.builtin_named(callee)? {
            Builtin::Int => {
                if let Some(ConstValue::Text(length)) = self.evaluate(arg, iota) {
                    return unsigned(length);
                }
                let ty = self.expr(arg);
                let core = self.core(ty);
                let core = self.types.deref(core);
                let core = self.core(core);
                match *self.types.get(core) {
                    Type::Array(_, Length::Known(length)) => unsigned(length),
                    _ => None,
                }
            }
            Builtin::Extremum => {
                let is_max = name == "max";
                let mut best = self.evaluate(arg, iota)?;
                for arg in self.children(ix).skip(2) {
                    let next = self.evaluate(arg, iota)?;
                    if (next.as_float()? > best.as_float()?) == is_max {
                        best = next;
                    }
                }
                Some(best)
            }
            Builtin::Complex => {
                let second = self.children(ix).nth(2)?;
                let (re, im) = (self.evaluate(arg, iota)?, self.evaluate(second, iota)?);
                Some(ConstValue::Complex(re.as_float()?, im.as_float()?))
            }
            Builtin::Float => {
                let (re, im) = self.evaluate(arg, iota)?.as_complex()?;
                Some(ConstValue::Float(if name == "real" { re } else { im }))
            }
            Builtin::Uintptr if name == "Offsetof" => self.offset_of(arg),
            Builtin::Uintptr => {
                let ty = self.expr(arg);
                let ty = self.types.default_type(ty);
                let (size, align) = self.size_and_align(ty, 16)?;
                let value = if name == "Sizeof" { size } else { align };
                Some(ConstValue::Int(i128::from(value), Some(64)))
            }
            _ => None,
        }
    }

    /// The offset of the field that a selector names, which is not behind a pointer, from the start of the operand.
    fn offset_of(&mut self, selector: u32) -> Option<ConstValue> {
        let name = (self.node(selector).kind() == Kind::Selector).then(|| self.name_of(selector))?;
        let operand = self.expr(selector + 1);
        let operand = self.types.deref(operand);
        let under = self.underlying(operand);
        let Type::Struct(_, fields) = self.types.get(under).clone() else { return None };
        let at = fields.iter().position(|field| field.name == name)?;
        let (mut end, mut start) = (0_u64, 0);
        for field in &fields[..=at] {
            let (size, align) = self.size_and_align(field.ty, 16)?;
            start = end.checked_next_multiple_of(align)?;
            end = start.checked_add(size)?;
        }
        Some(ConstValue::Int(i128::from(start), Some(64)))
    }

    fn converted(&mut self, value: ConstValue, ty: Ty) -> Option<ConstValue> {
        let under = self.underlying(ty);
        let Type::Basic(basic) = *self.types.get(under) else { return None };
        Some(match basic {
            Basic::String => match value {
                ConstValue::Text(_) => value,
                _ => return None,
            },
            Basic::Float32 | Basic::Float64 => ConstValue::Float(value.as_float()?),
            Basic::Uint8 => ConstValue::Int(value.as_int()?, Some(8)),
            Basic::Uint16 => ConstValue::Int(value.as_int()?, Some(16)),
            Basic::Uint32 => ConstValue::Int(value.as_int()?, Some(32)),
            Basic::Uint | Basic::Uint64 | Basic::Uintptr => ConstValue::Int(value.as_int()?, Some(64)),
            Basic::Int | Basic::Int8 | Basic::Int16 | Basic::Int32 | Basic::Int64 => {
                ConstValue::Int(value.as_int()?, None)
            }
            _ => return None,
        })
    }

    /// Size and alignment of a value of a type on a 64-bit platform, in bytes.
    fn size_and_align(&mut self, ty: Ty, depth: u32) -> Option<(u64, u64)> {
        let depth = depth.checked_sub(1)?;
        let under = self.underlying(ty);
        Some(match self.types.get(under).clone() {
            Type::Basic(basic) => match basic {
                Basic::Bool | Basic::Int8 | Basic::Uint8 => (1, 1),
                Basic::Int16 | Basic::Uint16 => (2, 2),
                Basic::Int32 | Basic::Uint32 | Basic::Float32 => (4, 4),
                Basic::Complex64 => (8, 4),
                Basic::String | Basic::Complex128 => (16, 8),
                _ => (8, 8),
            },
            Type::Pointer(_) | Type::Map(..) | Type::Chan(..) | Type::Func(..) => (8, 8),
            Type::Slice(_) => (24, 8),
            Type::Interface(..) => (16, 8),
            Type::Array(of, Length::Known(length)) => {
                let (size, align) = self.size_and_align(of, depth)?;
                (size.checked_mul(length)?, align)
            }
            Type::Struct(_, fields) => {
                let (mut end, mut most, mut last) = (0_u64, 1, 1);
                for field in &fields {
                    let (size, align) = self.size_and_align(field.ty, depth)?;
                    end = end.checked_next_multiple_of(align)?.checked_add(size)?;
                    (most, last) = (most.max(align), size);
                }
                // A last field of size zero gets a byte of padding, so that its address is inside the struct.
                let end = end + u64::from(last == 0 && end > 0);
                (end.checked_next_multiple_of(most)?, most)
            }
            _ => return None,
        })
    }
}
