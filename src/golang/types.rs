//! Go's types as interned values: types with equal numbers are identical (Go spec, "Type identity").
//!
//! The table has two layers. Declarations of the tree are typed first, into a shared layer. Binding a body may need
//! further types (a pointer to, an instance of) and puts them into a layer of its own on top. So bodies can be bound
//! on any number of threads, without a lock and without influence on each other.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::ids::{DeclIx, Ty, TypeDeclIx};
use super::names::Name;

/// The key of a type: a hash of what makes it identical to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TypeKey {
    pub(crate) hash: u64,
    /// True if it is known and contains no type parameter.
    pub(crate) is_closed: bool,
}

/// A type parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ParamIx(pub(crate) u32);

/// A basic type, or the type of untyped constants of one kind (Go spec, "Types", "Constants").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(crate) enum Basic {
    Bool,
    String,
    Int,
    Int8,
    Int16,
    Int32,
    Int64,
    Uint,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Uintptr,
    Float32,
    Float64,
    Complex64,
    Complex128,
    UnsafePointer,
    UntypedBool,
    UntypedInt,
    UntypedRune,
    UntypedFloat,
    UntypedComplex,
    UntypedString,
    UntypedNil,
}

impl Basic {
    const ALL: [Basic; 25] = [
        Basic::Bool,
        Basic::String,
        Basic::Int,
        Basic::Int8,
        Basic::Int16,
        Basic::Int32,
        Basic::Int64,
        Basic::Uint,
        Basic::Uint8,
        Basic::Uint16,
        Basic::Uint32,
        Basic::Uint64,
        Basic::Uintptr,
        Basic::Float32,
        Basic::Float64,
        Basic::Complex64,
        Basic::Complex128,
        Basic::UnsafePointer,
        Basic::UntypedBool,
        Basic::UntypedInt,
        Basic::UntypedRune,
        Basic::UntypedFloat,
        Basic::UntypedComplex,
        Basic::UntypedString,
        Basic::UntypedNil,
    ];

    /// The number of this type. Basic types are interned in this order, after the first three types.
    pub(crate) const fn ty(self) -> Ty {
        Ty(FIRST_BASIC + self as u32)
    }
}

const FIRST_BASIC: u32 = 3;

/// A type that is not known. Sites that need it are counted as [`crate::model::Cause::UnknownType`].
pub(crate) const UNKNOWN: Ty = Ty(0);
/// A type from a package that is neither in the tree nor in the bundled standard library.
pub(crate) const EXTERNAL: Ty = Ty(1);
/// The empty tuple: the type of a call without results.
pub(crate) const VOID: Ty = Ty(2);

/// A field of a struct type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Field {
    pub(crate) name: Name,
    pub(crate) ty: Ty,
    pub(crate) embedded: bool,
    /// The tag, without quotes; recorded in type literals only, where it is a part of the type's identity.
    pub(crate) tag: Name,
    /// The declaration of the field; instances of a generic struct have the same one.
    pub(crate) decl: Option<DeclIx>,
}

/// The length of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Length {
    Known(u64),
    /// A constant of a package outside the tree, by import path and name.
    Outside(Name, Name),
    Unknown,
}

/// An explicitly declared method of an interface type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct IMethod {
    pub(crate) name: Name,
    pub(crate) sig: Ty,
    pub(crate) decl: Option<DeclIx>,
}

/// The structure of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Type {
    Unknown,
    External,
    /// A type of a package outside the tree, identified by import path, name and arguments; nothing else is known about it.
    Foreign(Name, Name, Box<[Ty]>),
    Basic(Basic),
    /// A defined type, or an instance of a generic one.
    Named(TypeDeclIx, Box<[Ty]>),
    Param(ParamIx),
    Pointer(Ty),
    Slice(Ty),
    Array(Ty, Length),
    Map(Ty, Ty),
    /// Element, may send, may receive.
    Chan(Ty, bool, bool),
    /// Parameters and results (tuples), variadic.
    Func(Ty, Ty, bool),
    Tuple(Box<[Ty]>),
    /// The package, which matters for the identity of unexported names (`NO_PACKAGE` if there are none), and the
    /// fields.
    Struct(u32, Box<[Field]>),
    /// The package as for a struct, the methods sorted by name, and the embedded elements.
    Interface(u32, Box<[IMethod]>, Box<[Ty]>),
    /// Terms of a constraint; the flag is true for `~T`.
    Union(Box<[(Ty, bool)]>),
}

/// Deepest nesting of a type that is followed. Deeper parts are `UNKNOWN`.
pub(crate) const MAX_DEPTH: u32 = 24;

impl Type {
    /// A copy of the type in which each type directly inside it is replaced by the result of `with`.
    pub(crate) fn with_parts(&self, mut with: impl FnMut(Ty) -> Ty) -> Type {
        let mut all = |parts: &[Ty]| -> Box<[Ty]> { parts.iter().map(|&part| with(part)).collect() };
        match self {
            Type::Unknown | Type::External | Type::Basic(_) | Type::Param(_) => self.clone(),
            Type::Foreign(path, name, args) => Type::Foreign(*path, *name, all(args)),
            Type::Named(decl, args) => Type::Named(*decl, all(args)),
            Type::Tuple(parts) => Type::Tuple(all(parts)),
            Type::Pointer(to) => Type::Pointer(with(*to)),
            Type::Slice(of) => Type::Slice(with(*of)),
            Type::Array(of, length) => Type::Array(with(*of), *length),
            Type::Map(key, value) => Type::Map(with(*key), with(*value)),
            Type::Chan(of, send, receive) => Type::Chan(with(*of), *send, *receive),
            Type::Func(params, results, variadic) => Type::Func(with(*params), with(*results), *variadic),
            Type::Struct(package, fields) => {
                Type::Struct(*package, fields.iter().map(|f| Field { ty: with(f.ty), ..*f }).collect())
            }
            Type::Interface(package, methods, embeds) => {
                let methods = methods.iter().map(|m| IMethod { sig: with(m.sig), ..*m }).collect();
                Type::Interface(*package, methods, embeds.iter().map(|&e| with(e)).collect())
            }
            Type::Union(terms) => Type::Union(terms.iter().map(|&(t, tilde)| (with(t), tilde)).collect()),
        }
    }
}

/// The interning table, one or two layers.
pub(crate) struct Types<'b> {
    base: Option<&'b Types<'b>>,
    base_len: u32,
    known: IndexSet<Type, FxBuildHasher>,
}

impl Types<'static> {
    /// The shared layer, holding the basic types.
    pub(crate) fn new() -> Self {
        let mut types = Self { base: None, base_len: 0, known: IndexSet::default() };
        types.intern(Type::Unknown);
        types.intern(Type::External);
        types.intern(Type::Tuple(Box::default()));
        for basic in Basic::ALL {
            types.intern(Type::Basic(basic));
        }
        types
    }
}

impl<'b> Types<'b> {
    /// A fresh layer on top of a shared one.
    pub(crate) fn over(base: &'b Types<'b>) -> Self {
        Self { base: Some(base), base_len: base.len(), known: IndexSet::default() }
    }

    /// The layer without a base. It must have no other layer as its base.
    pub(crate) fn into_shared(self) -> Types<'static> {
        Types { base: None, base_len: self.base_len, known: self.known }
    }

    pub(crate) fn get(&self, ty: Ty) -> &Type {
        match (ty.0.checked_sub(self.base_len), self.base) {
            (None, Some(base)) => base.get(ty),
            (Some(ix), _) => self.known.get_index(ix as usize).unwrap_or(&Type::Unknown),
            (None, None) => &Type::Unknown,
        }
    }

    /// The number of types of this layer and below.
    pub(crate) fn len(&self) -> u32 {
        self.base_len + self.known.len() as u32
    }

    pub(crate) fn intern(&mut self, ty: Type) -> Ty {
        let in_base = self.base.and_then(|base| base.known.get_index_of(&ty));
        let ix = in_base.map_or_else(|| self.base_len + self.known.insert_full(ty).0 as u32, |ix| ix as u32);
        Ty(ix)
    }

    /// Copies a type of another table over the same shared layer into this one. Type declarations from number
    /// `n_decls` on are local to a body and have no meaning here; they become `UNKNOWN`.
    pub(crate) fn import(&mut self, other: &Types<'_>, ty: Ty, n_decls: usize) -> Ty {
        self.import_at(other, ty, n_decls, 0, &mut FxHashMap::default())
    }

    fn import_at(
        &mut self,
        other: &Types<'_>,
        ty: Ty,
        n_decls: usize,
        depth: u32,
        done: &mut FxHashMap<Ty, Ty>,
    ) -> Ty {
        if ty.0 < self.base_len {
            return ty;
        }
        if depth > MAX_DEPTH {
            return UNKNOWN;
        }
        if let Some(&known) = done.get(&ty) {
            return known;
        }
        let moved = match other.get(ty) {
            Type::Named(decl, _) if decl.0 as usize >= n_decls => Type::Unknown,
            moved => moved.with_parts(|part| self.import_at(other, part, n_decls, depth + 1, done)),
        };
        let moved = self.intern(moved);
        done.insert(ty, moved);
        moved
    }

    pub(crate) fn pointer(&mut self, to: Ty) -> Ty {
        self.intern(Type::Pointer(to))
    }

    pub(crate) fn slice(&mut self, of: Ty) -> Ty {
        self.intern(Type::Slice(of))
    }

    pub(crate) fn tuple(&mut self, of: &[Ty]) -> Ty {
        self.intern(Type::Tuple(of.into()))
    }

    pub(crate) fn named(&mut self, decl: TypeDeclIx) -> Ty {
        self.intern(Type::Named(decl, Box::default()))
    }

    /// The parts of a tuple; empty for anything else.
    pub(crate) fn tuple_parts(&self, ty: Ty) -> &[Ty] {
        match self.get(ty) {
            Type::Tuple(parts) => parts,
            _ => &[],
        }
    }

    /// The type that a pointer points at; any other type itself.
    pub(crate) fn deref(&self, ty: Ty) -> Ty {
        match self.get(ty) {
            Type::Pointer(to) => *to,
            _ => ty,
        }
    }

    pub(crate) fn is_unknown(&self, ty: Ty) -> bool {
        ty == UNKNOWN || self.is_external(ty)
    }

    /// Returns whether the type comes from a package that is not known.
    pub(crate) fn is_external(&self, ty: Ty) -> bool {
        ty == EXTERNAL || matches!(self.get(ty), Type::Foreign(..))
    }

    /// The default type of an untyped constant (Go spec, "Constants"); any other type itself.
    pub(crate) fn default_type(&self, ty: Ty) -> Ty {
        let Type::Basic(basic) = self.get(ty) else { return ty };
        match basic {
            Basic::UntypedBool => Basic::Bool.ty(),
            Basic::UntypedInt => Basic::Int.ty(),
            Basic::UntypedRune => Basic::Int32.ty(),
            Basic::UntypedFloat => Basic::Float64.ty(),
            Basic::UntypedComplex => Basic::Complex128.ty(),
            Basic::UntypedString => Basic::String.ty(),
            Basic::UntypedNil => UNKNOWN,
            _ => ty,
        }
    }

    pub(crate) fn is_untyped(&self, ty: Ty) -> bool {
        matches!(self.get(ty), Type::Basic(b) if (*b as u8) >= Basic::UntypedBool as u8)
    }
}
