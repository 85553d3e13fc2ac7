//! Values of constants, and arithmetic with them (Go spec, "Constant expressions").

use crate::golang::ast::{Lit, op};

/// The most expressions that are evaluated for one length. In a chain of constants that each mention the next one
/// twice, the work doubles with each constant.
const MAX_STEPS: u32 = 2_000;

/// The deepest nesting of expressions that is evaluated.
const MAX_DEPTH: u32 = 200;

/// The steps and the depth that one evaluation has left.
pub(super) struct EvalBudget {
    pub(super) steps: u32,
    pub(super) depth: u32,
}

impl EvalBudget {
    pub(super) fn whole() -> Self {
        Self { steps: MAX_STEPS, depth: MAX_DEPTH }
    }
}

/// The value of a constant expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ConstValue {
    /// An integer or a rune. The second value is the width in bits of an unsigned type.
    Int(i128, Option<u32>),
    Float(f64),
    /// The real and the imaginary part.
    Complex(f64, f64),
    /// A string, of which only the length in bytes is kept.
    Text(u64),
}

impl ConstValue {
    pub(super) fn as_float(self) -> Option<f64> {
        match self {
            ConstValue::Int(n, _) => Some(n as f64),
            ConstValue::Float(x) => Some(x),
            ConstValue::Complex(re, im) => (im == 0.0).then_some(re),
            ConstValue::Text(_) => None,
        }
    }

    /// The value as an integer, if it is a whole number. Go computes constants exactly, so a number that is whole but
    /// for an error of rounding is whole.
    pub(super) fn as_int(self) -> Option<i128> {
        if let ConstValue::Int(n, _) = self {
            return Some(n);
        }
        let x = self.as_float()?;
        let is_whole = (x - x.round()).abs() <= 1e-9 * x.abs().max(1.0);
        (is_whole && x.abs() < 1e30).then_some(x.round() as i128)
    }

    /// The real and the imaginary part of a number.
    pub(super) fn as_complex(self) -> Option<(f64, f64)> {
        match self {
            ConstValue::Complex(re, im) => Some((re, im)),
            _ => Some((self.as_float()?, 0.0)),
        }
    }
}

/// The value of a literal, given its text as at `Kind::BasicLit`; `None` if it is no number or string.
pub(super) fn literal_value(flags: u8, text: &str) -> Option<ConstValue> {
    let digits = text.replace('_', "");
    match flags {
        f if f == Lit::Int as u8 => integer(&digits).map(|n| ConstValue::Int(n, None)),
        f if f == Lit::Float as u8 => float(&digits).map(ConstValue::Float),
        f if f == Lit::Imag as u8 => {
            let part = digits.strip_suffix('i')?;
            Some(ConstValue::Complex(0.0, part.parse().ok().or_else(|| integer(part).map(|n| n as f64))?))
        }
        f if f == Lit::Rune as u8 => digits.parse().ok().map(|n| ConstValue::Int(n, None)),
        f if f == Lit::String as u8 => digits.parse().ok().map(ConstValue::Text),
        _ => None,
    }
}

/// A floating-point literal, also a hexadecimal one such as `0x1.8p3`.
fn float(digits: &str) -> Option<f64> {
    let lower = digits.to_ascii_lowercase();
    let Some(hex) = lower.strip_prefix("0x") else { return lower.parse().ok() };
    let (mantissa, exponent) = hex.split_once('p')?;
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = i64::from_str_radix(&[whole, part].concat(), 16).ok()?;
    let exponent = exponent.parse::<i32>().ok()?.checked_sub(4 * i32::try_from(part.len()).ok()?)?;
    Some(digits as f64 * 2_f64.powi(exponent))
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
        (op::SUB, ConstValue::Complex(re, im)) => ConstValue::Complex(-re, -im),
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
                op::ADD => a.checked_add(b),
                op::SUB => a.checked_sub(b),
                op::MUL => a.checked_mul(b),
                op::DIV => a.checked_div(b),
                op::REM => a.checked_rem(b),
                op::AND => Some(a & b),
                op::OR => Some(a | b),
                op::XOR => Some(a ^ b),
                op::AND_NOT => Some(a & !b),
                op::SHL => {
                    let by = shift()?;
                    a.checked_shl(by).filter(|shifted| shifted.checked_shr(by) == Some(a))
                }
                op::SHR => Some(a.checked_shr(shift()?.min(127))?),
                _ => return None,
            };
            let width = if matches!(operator, op::SHL | op::SHR) { width } else { width.or(other) };
            match result {
                Some(result) => Some(ConstValue::Int(result, width)),
                // Untyped integers may be larger than any machine's, as in `1<<200 >> 190`.
                None if width.is_none() && matches!(operator, op::ADD | op::SUB | op::MUL | op::SHL) => {
                    real(operator, left.as_float()?, right.as_float()?)
                }
                None => None,
            }
        }
        (ConstValue::Text(a), ConstValue::Text(b)) if operator == op::ADD => {
            a.checked_add(b).map(ConstValue::Text)
        }
        (_, ConstValue::Int(by, _)) if matches!(operator, op::SHL | op::SHR) => match left.as_int() {
            Some(left) => binary(operator, ConstValue::Int(left, None), right),
            None => real(operator, left.as_float()?, by as f64),
        },
        (ConstValue::Complex(..), _) | (_, ConstValue::Complex(..)) => {
            let ((a, b), (c, d)) = (left.as_complex()?, right.as_complex()?);
            let size = c * c + d * d;
            Some(match operator {
                op::ADD => ConstValue::Complex(a + c, b + d),
                op::SUB => ConstValue::Complex(a - c, b - d),
                op::MUL => ConstValue::Complex(a * c - b * d, a * d + b * c),
                op::DIV if size != 0.0 => ConstValue::Complex((a * c + b * d) / size, (b * c - a * d) / size),
                _ => return None,
            })
        }
        _ => real(operator, left.as_float()?, right.as_float()?),
    }
}

/// An operation on floating-point numbers, or on integers that are too large for others. Shifting these to the right
/// rounds down.
fn real(operator: u8, a: f64, b: f64) -> Option<ConstValue> {
    Some(ConstValue::Float(match operator {
        op::ADD => a + b,
        op::SUB => a - b,
        op::MUL => a * b,
        op::DIV if b != 0.0 => a / b,
        op::SHL => a * b.exp2(),
        op::SHR => (a / b.exp2()).floor(),
        _ => return None,
    }))
}
