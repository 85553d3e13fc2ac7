//! The rules of assignability and convertibility (Go spec, "Assignability", "Conversions"). Where a type is not known, or depends
//! on a type parameter, a value is taken to fit.

use super::Checker;
use super::lookup::method_set;
use crate::golang::ids::{PackageIx, Ty};
use crate::golang::names::Name;
use crate::golang::types::{Basic, Length, MAX_DEPTH, Type, UNKNOWN};

/// A method that an interface wants of a type, and the type does not have.
#[derive(Clone, Copy)]
pub(super) enum MissingMethod {
    Absent(Name),
    /// Only pointers to the type have it.
    OfPointer(Name),
    /// Its signature is another.
    Other(Name),
}

impl MissingMethod {
    /// Returns it as a clause about the type.
    pub(super) fn words(self, checker: &Checker<'_>) -> String {
        match self {
            Self::Absent(name) => format!("it lacks the method {}", checker.text(name)),
            Self::OfPointer(name) => format!("only its pointer has the method {}", checker.text(name)),
            Self::Other(name) => format!("its method {} has another signature", checker.text(name)),
        }
    }
}

impl Checker<'_> {
    /// Returns whether two operands of basic types cannot be added and the like, so that the result has no type.
    pub(super) fn clash(&self, left: Ty, right: Ty) -> bool {
        let (&Type::Basic(a), &Type::Basic(b)) = (self.types.get(left), self.types.get(right)) else {
            return false;
        };
        let is_untyped = self.types.is_untyped(left) || self.types.is_untyped(right);
        if is_untyped { is_numeric(a) != is_numeric(b) } else { a != b }
    }

    /// Returns whether a value of type `source` can be assigned to a variable of type `target` (Go spec, "Assignability").
    pub(super) fn is_assignable(&mut self, target: Ty, source: Ty) -> bool {
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

    pub(super) fn is_convertible(&mut self, target: Ty, source: Ty) -> bool {
        if self.is_assignable(target, source) {
            return true;
        }
        let [to, from] = [target, source].map(|ty| self.underlying(ty));
        let kinds = (self.types.get(to).clone(), self.types.get(from).clone());
        match kinds {
            (Type::Basic(a), Type::Basic(b)) => {
                let pointers = [Basic::UnsafePointer, Basic::Uintptr];
                is_numeric(a) && is_numeric(b) && (is_complex(a) == is_complex(b) || is_untyped_number(b))
                    || a == Basic::String
                        && (is_integer(b) || matches!(b, Basic::String | Basic::UntypedString))
                    || a == Basic::Bool && matches!(b, Basic::Bool | Basic::UntypedBool)
                    || pointers.contains(&a) && (pointers.contains(&b) || is_numeric(b))
                    || a == b
            }
            (Type::Basic(Basic::UnsafePointer), Type::Pointer(_))
            | (Type::Pointer(_), Type::Basic(Basic::UnsafePointer)) => true,
            (Type::Basic(Basic::String), Type::Slice(of))
            | (Type::Slice(of), Type::Basic(Basic::String | Basic::UntypedString)) => {
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

    /// Returns a method of an interface that a type does not have; `None` if it has all, as far as is known.
    pub(super) fn missing_method(&mut self, interface: Ty, ty: Ty) -> Option<MissingMethod> {
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
            return Some(MissingMethod::Absent(first));
        }
        let set = method_set(self, base);
        for want in wanted {
            let mut named = set.named(want.name);
            match named.find(|method| method.package == want.package) {
                None if set.unknown.is_empty() => return Some(MissingMethod::Absent(want.name)),
                None => {}
                Some(method) if method.pointer && !by_pointer => {
                    return Some(MissingMethod::OfPointer(want.name));
                }
                Some(method) => {
                    let is_known = self.is_settled(method.sig, 0) && self.is_settled(want.sig, 0);
                    if is_known && method.sig != want.sig {
                        return Some(MissingMethod::Other(want.name));
                    }
                }
            }
        }
        None
    }

    /// Returns whether a type is known in all its parts, and mentions no type parameter.
    pub(super) fn is_settled(&self, ty: Ty, depth: u32) -> bool {
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
    pub(super) fn type_text(&self, ty: Ty, depth: u32) -> String {
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
            // Hardly anybody calls its elements numbers.
            Type::Slice(to) if *to == Basic::Uint8.ty() => "[]byte".to_owned(),
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

pub(super) fn is_numeric(basic: Basic) -> bool {
    let number = basic as u8;
    (Basic::Int as u8..=Basic::Complex128 as u8).contains(&number)
        || (Basic::UntypedInt as u8..=Basic::UntypedComplex as u8).contains(&number)
}

/// Returns whether constants and values of a type are whole numbers. Untyped constants may be.
pub(super) fn is_integer(basic: Basic) -> bool {
    let is_whole = (Basic::Int as u8..=Basic::Uintptr as u8).contains(&(basic as u8));
    is_whole || is_untyped_number(basic)
}

fn is_complex(basic: Basic) -> bool {
    matches!(basic, Basic::Complex64 | Basic::Complex128)
}

fn is_untyped_number(basic: Basic) -> bool {
    (Basic::UntypedInt as u8..=Basic::UntypedComplex as u8).contains(&(basic as u8))
}
