//! The universe block: predeclared types, constants and functions (Go spec, "Predeclared identifiers").

use rustc_hash::FxHashMap;

use super::ids::{COMPARABLE, ERROR, NO_PACKAGE, Ty, TypeDeclIx};
use super::names::{Name, Names};
use super::types::{Basic, Type, Types};

/// Predeclared functions, and those of package `unsafe`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    Append,
    /// `cap`, `copy`, `len`: the result is an int.
    Int,
    /// `clear`, `close`, `delete`, `panic`, `print`, `println`: there is no result.
    Nothing,
    Complex,
    /// `imag`, `real`
    Float,
    Make,
    /// `max`, `min`
    Extremum,
    New,
    Recover,
    /// `unsafe.Alignof`, `unsafe.Offsetof`, `unsafe.Sizeof`
    Uintptr,
    UnsafeAdd,
    UnsafeSlice,
    UnsafeSliceData,
    UnsafeString,
    UnsafeStringData,
}

/// The meaning of a predeclared name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Predeclared {
    Type(Ty),
    /// `error` and `comparable`, which are declared types.
    Declared(TypeDeclIx),
    /// `any`
    EmptyInterface,
    Const(Ty),
    Nil,
    Builtin(Builtin),
}

/// The predeclared types that are basic types, with the aliases `byte` and `rune`.
const BASICS: [(&str, Basic); 19] = [
    ("bool", Basic::Bool),
    ("string", Basic::String),
    ("int", Basic::Int),
    ("int8", Basic::Int8),
    ("int16", Basic::Int16),
    ("int32", Basic::Int32),
    ("rune", Basic::Int32),
    ("int64", Basic::Int64),
    ("uint", Basic::Uint),
    ("uint8", Basic::Uint8),
    ("byte", Basic::Uint8),
    ("uint16", Basic::Uint16),
    ("uint32", Basic::Uint32),
    ("uint64", Basic::Uint64),
    ("uintptr", Basic::Uintptr),
    ("float32", Basic::Float32),
    ("float64", Basic::Float64),
    ("complex64", Basic::Complex64),
    ("complex128", Basic::Complex128),
];

/// Returns whether a text is a predeclared type, or is composed of predeclared types alone: `error`, `[]byte`,
/// `map[string]*int`.
pub fn is_predeclared_type(text: &str) -> bool {
    let is_name = |word: &str| {
        let others = ["any", "comparable", "error", "interface{}", "struct{}"];
        BASICS.iter().any(|(basic, _)| *basic == word) || others.contains(&word)
    };
    let mut rest = text;
    while let Some(element) = element(rest, is_name) {
        rest = element.trim_start();
    }
    is_name(rest)
}

/// The element type behind a pointer, slice, array, channel or map. `None` for a map whose keys have a named type.
fn element(ty: &str, is_key: impl Fn(&str) -> bool) -> Option<&str> {
    if let Some((key, value)) = ty.strip_prefix("map[").and_then(|rest| rest.split_once(']')) {
        return is_key(key).then_some(value);
    }
    if let Some((length, of)) = ty.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        let is_length = length == "..." || length.bytes().all(|digit| digit.is_ascii_digit());
        return is_length.then_some(of);
    }
    ["*", "<-chan ", "chan<- ", "chan "].iter().find_map(|sign| ty.strip_prefix(sign))
}

/// The universe block, with the numbers that names have in one tree.
pub(crate) struct Universe {
    scope: FxHashMap<Name, Predeclared>,
    pub(crate) error_method: Name,
    pub(crate) blank: Name,
    pub(crate) pointer: Name,
}

impl Universe {
    pub(crate) fn new(names: &mut Names) -> Self {
        let builtins = [
            ("append", Builtin::Append),
            ("cap", Builtin::Int),
            ("copy", Builtin::Int),
            ("len", Builtin::Int),
            ("clear", Builtin::Nothing),
            ("close", Builtin::Nothing),
            ("delete", Builtin::Nothing),
            ("panic", Builtin::Nothing),
            ("print", Builtin::Nothing),
            ("println", Builtin::Nothing),
            ("complex", Builtin::Complex),
            ("imag", Builtin::Float),
            ("real", Builtin::Float),
            ("make", Builtin::Make),
            ("max", Builtin::Extremum),
            ("min", Builtin::Extremum),
            ("new", Builtin::New),
            ("recover", Builtin::Recover),
        ];
        let rest = [
            ("error", Predeclared::Declared(ERROR)),
            ("comparable", Predeclared::Declared(COMPARABLE)),
            ("any", Predeclared::EmptyInterface),
            ("true", Predeclared::Const(Basic::UntypedBool.ty())),
            ("false", Predeclared::Const(Basic::UntypedBool.ty())),
            ("iota", Predeclared::Const(Basic::UntypedInt.ty())),
            ("nil", Predeclared::Nil),
        ];
        let basics = BASICS.map(|(word, basic)| (word, Predeclared::Type(basic.ty())));
        let builtins = builtins.map(|(word, builtin)| (word, Predeclared::Builtin(builtin)));
        let all = basics.into_iter().chain(builtins).chain(rest);
        Self {
            scope: all.map(|(word, what)| (names.intern(word), what)).collect(),
            error_method: names.intern("Error"),
            blank: names.intern("_"),
            pointer: names.intern("Pointer"),
        }
    }

    pub(crate) fn get(&self, name: Name) -> Option<Predeclared> {
        self.scope.get(&name).copied()
    }
}

/// `interface{}`
pub(crate) fn empty_interface(types: &mut Types<'_>) -> Ty {
    types.intern(Type::Interface(NO_PACKAGE.0, Box::default(), Box::default()))
}

/// The function of package `unsafe` that has this name; `None` if there is none.
pub(crate) fn unsafe_builtin(name: &str) -> Option<Builtin> {
    Some(match name {
        "Alignof" | "Offsetof" | "Sizeof" => Builtin::Uintptr,
        "Add" => Builtin::UnsafeAdd,
        "Slice" => Builtin::UnsafeSlice,
        "SliceData" => Builtin::UnsafeSliceData,
        "String" => Builtin::UnsafeString,
        "StringData" => Builtin::UnsafeStringData,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_made_of_predeclared_types_are_recognised_by_their_text() {
        let of_such =
            ["error", "[]byte", "[4]uint8", "[...]int", "**string", "map[string][]*int", "chan int"];
        assert!(of_such.iter().all(|text| is_predeclared_type(text)));
        let others =
            ["", "Error", "os.File", "[]os.File", "map[K]int", "map[string]T", "len", "error string", "*"];
        assert!(!others.iter().any(|text| is_predeclared_type(text)));
    }
}
