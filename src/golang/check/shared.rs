//! The typed declarations of a tree, which the checkers of bodies share.

use rustc_hash::FxHashMap;

use crate::golang::ids::{DeclIx, Ty};
use crate::golang::types::Types;

/// The typed declarations of a tree, frozen.
pub(crate) struct Shared {
    pub(crate) types: Types<'static>,
    pub(super) params: Vec<TypeParam>,
    pub(super) generic_funcs: FxHashMap<DeclIx, Box<[Ty]>>,
}

/// A type parameter's declaration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypeParam {
    /// The constraint: an interface, or a union standing for one. `UNKNOWN` while it is being typed.
    pub(crate) constraint: Ty,
    /// A hash of where it is declared, equal in every analysis.
    pub(crate) key: u64,
}
