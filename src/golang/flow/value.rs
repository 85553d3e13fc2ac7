//! The values that travel along the flow.

use super::facts::Binding;
use crate::golang::ids::{DeclIx, TypeDeclIx};
use crate::golang::names::Name;

/// The way on which a value arrives, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Arrival {
    /// From where code of the tree makes it.
    Direct,
    /// A package outside was given it, and may give it back.
    GivenBack,
    /// Some package outside was given it, and code outside calls with it.
    Called,
    /// Package `reflect` may make it.
    Reflected,
    /// Nothing is known of what arrives.
    Unknown,
}

/// A value that can arrive in a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Value {
    /// A value of a declared type, or a pointer to one.
    Type(TypeDeclIx),
    Func(DeclIx, Binding),
    /// A function literal of a file, by number.
    Literal(u32, u32),
    /// Values that a package outside the tree is given, and those of its own.
    Outside(Name),
    /// Values that any package outside is given.
    Anywhere,
    /// Any value of any type.
    Reflected,
    /// Any value that callers outside may give. It is known to come, but not what it is.
    Given,
    /// A value of a type or a function of a package outside.
    Foreign(Name),
}

impl Value {
    /// Returns whether it can be called.
    pub(super) fn is_function(self) -> bool {
        matches!(self, Self::Func(..) | Self::Literal(..))
    }
}

/// Returns whether a function of one type can be called as one of another, as far as both are known.
pub(crate) fn fits(a: u64, b: u64) -> bool {
    a == b || a == 0 || b == 0
}
