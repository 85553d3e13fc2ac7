//! Facts about the flow of values in the bodies of one file.

use std::sync::Arc;

use crate::golang::ids::{DeclIx, TypeDeclIx};
use crate::golang::names::Name;
use crate::model::SymbolId;

/// No node: nothing flows there that is followed.
pub(crate) const NOWHERE: u32 = u32::MAX;
/// The bit of a node that is a variable or an intermediate value of the file. The others are indices of
/// [`FlowFacts::nodes`].
pub(crate) const SLOT: u32 = 1 << 31;
/// The number of a method's receiver among its parameters.
pub(crate) const RECEIVER: u16 = u16::MAX;

/// The part of a value that its type alone identifies: the elements of all slices of one type are one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// An element of a slice or an array.
    Element,
    MapKey,
    MapValue,
    Message,
    Pointee,
    /// A field of a type without a name, or that a body declares. Its key is of the struct and the name.
    Field,
    /// Any value of a type parameter.
    TypeParam,
}

impl Part {
    /// The parts that a value with elements of some type can have.
    pub(crate) const OF_ELEMENTS: [Part; 5] =
        [Part::Element, Part::MapKey, Part::MapValue, Part::Message, Part::Pointee];
}

/// The form in which a function or method is taken as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Binding {
    /// A function, or `x.M`: the receiver is no parameter.
    Bound,
    /// `T.M`: the receiver is the first parameter.
    Unbound,
}

/// A place that values flow through, or where one comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FlowNode {
    Param(DeclIx, u16),
    Result(DeclIx, u16),
    Field(DeclIx),
    Var(DeclIx),
    /// The key is a hash of the type of the part.
    Part(Part, u64),
    /// Values that a package outside the tree, by its path, is given and may give back.
    Outside(Name),
    /// Any value that package `reflect` may make.
    Reflected,
    /// Any value that callers outside of the tree may give.
    Given,
    /// Values that `panic` gives to `recover`.
    Panic,
    /// A value of a declared type, or a pointer to one.
    Type(TypeDeclIx),
    Func(DeclIx, Binding),
    /// A function literal of the file.
    Literal(u32),
    /// A value of a type or a function of a package outside the tree.
    Foreign(Name),
}

impl FlowNode {
    /// The declaration that it is of; `None` for others, and for types.
    pub(crate) fn decl(self) -> Option<DeclIx> {
        match self {
            Self::Param(decl, _)
            | Self::Result(decl, _)
            | Self::Field(decl)
            | Self::Var(decl)
            | Self::Func(decl, _) => Some(decl),
            _ => None,
        }
    }

    /// Returns whether it stands for a value, and not for a place that values arrive in.
    pub(crate) fn is_value(&self) -> bool {
        use FlowNode::{Foreign, Func, Given, Literal, Outside, Reflected, Type};
        matches!(self, Type(_) | Func(..) | Literal(_) | Foreign(_) | Outside(_) | Reflected | Given)
    }

    /// The same node of another declaration.
    pub(crate) fn with_decl(self, decl: DeclIx) -> Self {
        match self {
            Self::Param(_, nth) => Self::Param(decl, nth),
            Self::Result(_, nth) => Self::Result(decl, nth),
            Self::Field(_) => Self::Field(decl),
            Self::Var(_) => Self::Var(decl),
            Self::Func(_, binding) => Self::Func(decl, binding),
            other => other,
        }
    }
}

/// The function literal number n of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FlowLiteral {
    /// The declaration that contains it.
    pub(crate) maker: SymbolId,
    /// A hash of its type; 0 if the type is open.
    pub(crate) key: u64,
    /// Ranges of [`FlowLinks::lists`]: where the parameters begin, the results, and where these end.
    pub(crate) lists: [u32; 3],
}

/// A call of something that is only known once values have travelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FlowCall {
    /// The index of a site among the sink's interface calls; [`NOWHERE`] for a call of a function value.
    pub(crate) interface: u32,
    /// True if the method is taken as a value, and not called: the only result is the function.
    pub(crate) is_taken: bool,
    /// The receiver, or the function.
    pub(crate) value: u32,
    /// A hash of the function's type; 0 if the type is open.
    pub(crate) key: u64,
    /// Ranges of [`FlowLinks::lists`]: where the arguments begin, the results, and where these end.
    pub(crate) lists: [u32; 3],
}

/// The flow of values in the bodies of one file.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlowFacts {
    pub(crate) nodes: Vec<FlowNode>,
    pub(crate) literals: Vec<FlowLiteral>,
    pub(crate) links: Arc<FlowLinks>,
}

/// The part of [`FlowFacts`] that mentions no declaration.
#[derive(Debug, Default)]
pub(crate) struct FlowLinks {
    pub(crate) n_slots: u32,
    /// From, to.
    pub(crate) edges: Vec<(u32, u32)>,
    pub(crate) calls: Vec<FlowCall>,
    /// Nodes of parameters, arguments and results.
    pub(crate) lists: Vec<u32>,
}

impl FlowLinks {
    /// The first and the second list of a call or a literal.
    pub(crate) fn lists(&self, [start, middle, end]: [u32; 3]) -> (&[u32], &[u32]) {
        let of = |from: u32, to: u32| self.lists.get(from as usize..to as usize).unwrap_or_default();
        (of(start, middle), of(middle, end))
    }

    /// Stores two lists and returns their ranges.
    pub(crate) fn store(&mut self, first: &[u32], second: &[u32]) -> [u32; 3] {
        let start = self.lists.len() as u32;
        self.lists.extend_from_slice(first);
        let middle = self.lists.len() as u32;
        self.lists.extend_from_slice(second);
        [start, middle, self.lists.len() as u32]
    }
}
