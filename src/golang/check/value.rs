//! Values of constants, and arithmetic with them (Go spec, "Constant expressions").

use crate::golang::ast::{Lit, op};

/// The value of a constant expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ConstValue {
    /// An integer or a rune. The second value is the width in bits of an unsigned type.
    Int(i128, Option<u32>),
    Float(f64),
    /// A string, of which only the length in bytes is kept.
    Text(u64),
}

impl ConstValue {
    pub(super) fn as_float(self) -> Option<f64> {
        match self {
            ConstValue::Int(n, _) => Some(n as f64),
            ConstValue::Float(x) => Some(x),
            ConstValue::Text(_) => None,
        }
    }

    /// The value as an integer, if it is a whole number.
    pub(super) fn as_int(self) -> Option<i128> {
        match self {
            ConstValue::Int(n, _) => Some(n),
            ConstValue::Float(x) if x.fract() == 0.0 && x.abs() < 1e30 => Some(x as i128),
            ConstValue::Float(_) | ConstValue::Text(_) => None,
        }
    }
}

/// The value of a literal, given its text as at `Kind::BasicLit`; `None` if it is no number or string.
pub(super) fn literal_value(flags: u8, text: &str) -> Option<ConstValue> {
    let digits = text.replace('_', "");
    match flags {
        f if f == Lit::Int as u8 => integer(&digits).map(|n| ConstValue::Int(n, None)),
        f if f == Lit::Float as u8 => digits.parse().ok().map(ConstValue::Float),
        f if f == Lit::Rune as u8 => digits.parse().ok().map(|n| ConstValue::Int(n, None)),
        f if f == Lit::String as u8 => digits.parse().ok().map(ConstValue::Text),
        _ => None,
    }
}

fn integer(digits: &str) -> Option<i128> {
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', b'o', ..] => (8, &lower[2..]),
        [b'0', _, ..] => (8, &lower[1..]),
        _ => (10, lower.as_str()),
    };
    i128::from_str_radix(digits, radix).ok()
}

pub(super) fn unary(operator: u8, value: ConstValue) -> Option<ConstValue> {
    Some(match (operator, value) {
        (op::ADD, _) => value,
        (op::SUB, ConstValue::Int(n, width)) => ConstValue::Int(n.checked_neg()?, width),
        (op::SUB, ConstValue::Float(x)) => ConstValue::Float(-x),
        (op::XOR, ConstValue::Int(n, None)) => ConstValue::Int(!n, None),
        (op::XOR, ConstValue::Int(n, Some(width))) => ConstValue::Int(n ^ ((1 << width) - 1), Some(width)),
        _ => return None,
    })
}

pub(super) fn binary(operator: u8, left: ConstValue, right: ConstValue) -> Option<ConstValue> {
    match (left, right) {
        (ConstValue::Int(a, width), ConstValue::Int(b, other)) => {
            let shift = || u32::try_from(b).ok();
            let result = match operator {
                op::ADD => a.checked_add(b)?,
                op::SUB => a.checked_sub(b)?,
                op::MUL => a.checked_mul(b)?,
                op::DIV => a.checked_div(b)?,
                op::REM => a.checked_rem(b)?,
                op::AND => a & b,
                op::OR => a | b,
                op::XOR => a ^ b,
                op::AND_NOT => a & !b,
                op::SHL => {
                    let by = shift()?;
                    let shifted = a.checked_shl(by)?;
                    (shifted.checked_shr(by) == Some(a)).then_some(shifted)?
                }
                op::SHR => a.checked_shr(shift()?.min(127))?,
                _ => return None,
            };
            let width = if matches!(operator, op::SHL | op::SHR) { width } else { width.or(other) };
            Some(ConstValue::Int(result, width))
        }
        (ConstValue::Text(a), ConstValue::Text(b)) if operator == op::ADD => {
            a.checked_add(b).map(ConstValue::Text)
        }
        (_, ConstValue::Int(..)) if matches!(operator, op::SHL | op::SHR) => {
            binary(operator, ConstValue::Int(left.as_int()?, None), right)
        }
        _ => {
            let (a, b) = (left.as_float()?, right.as_float()?);
            Some(ConstValue::Float(match operator {
                op::ADD => a + b,
                op::SUB => a - b,
                op::MUL => a * b,
                op::DIV if b != 0.0 => a / b,
                _ => return None,
            }))
        }
    }
}
