//! The questions of the flow about the declarations of a tree.

use super::facts::Binding;
use super::graph::SelectorIx;
use crate::golang::ids::{DeclIx, PackageIx, TypeDeclIx};
use crate::golang::names::Name;

/// The method of a type that an interface's method stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MethodTarget {
    Declared(DeclIx),
    /// The method of what the field holds, of the interface that it embeds.
    Embedded(DeclIx, SelectorIx),
}

/// Facts about declarations that the flow needs.
pub(crate) trait Methods {
    /// The methods of all types that satisfy the interface of a selector.
    fn targets(&mut self, selector: SelectorIx) -> Vec<(TypeDeclIx, MethodTarget)>;
    /// The keys of the function types from outside that implement the interface of a selector by calling themselves.
    fn adapters(&mut self, selector: SelectorIx) -> Vec<u64>;
    /// The methods of a type that a package outside may call.
    fn called_outside(&mut self, ty: TypeDeclIx, by: Name) -> Vec<DeclIx>;
    /// Returns whether a declared type is one of functions, and not generic.
    fn is_function(&mut self, ty: TypeDeclIx) -> bool;
    /// A hash of a function's type; 0 if it is open.
    fn key(&mut self, function: DeclIx, binding: Binding) -> u64;
    fn package(&self, decl: DeclIx) -> PackageIx;
    fn n_parameters(&mut self, decl: DeclIx) -> [u16; 2];
}
