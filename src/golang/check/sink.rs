//! The results of a walk over bodies: references, unbound sites, interface calls, flows into interfaces.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::golang::ids::{DeclIx, Ty, TypeDeclIx};
use crate::golang::names::Name;
use crate::model::{Cause, EdgeDraft, EdgeKind, SymbolId};

/// A call of an interface's method, or that it is taken as a value, to be spread over the implementers later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DispatchSite {
    pub(crate) from: SymbolId,
    /// Calls or uses.
    pub(crate) kind: EdgeKind,
    /// The receiver's static type.
    pub(crate) interface: Ty,
    pub(crate) method: Name,
    pub(crate) line: u32,
}

/// A value of a type of the tree that is put where an interface from outside is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Conversion {
    pub(crate) from: SymbolId,
    pub(crate) concrete: TypeDeclIx,
    /// Whether it is a pointer to the type.
    pub(crate) pointer: bool,
    pub(crate) interface: TypeDeclIx,
    pub(crate) line: u32,
}

/// A name from outside the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Foreign {
    /// A known declaration, such as one of the standard library.
    Declared(DeclIx),
    /// A field or method that such a type has from one that it embeds, as `testing.T` has `Fatal`.
    Promoted { of: TypeDeclIx, name: Name },
    /// `path.name`, or the field or method `name` of the type `path.of`, of which no more is known; without a path, a
    /// predeclared function.
    Named { path: Name, of: Name, name: Name },
}

/// A place that names something which is not of the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForeignSite {
    pub(crate) from: SymbolId,
    pub(crate) to: Foreign,
    /// Whether it is called there.
    pub(crate) is_call: bool,
    pub(crate) line: u32,
}

/// Collects what bodies refer to.
pub(crate) struct Sink<'w> {
    /// Symbols by declaration; `None` for what is known for its declarations only.
    pub(crate) symbols: &'w [Option<SymbolId>],
    pub(crate) edges: Vec<EdgeDraft>,
    pub(crate) unbound: FxHashMap<(SymbolId, Cause), u32>,
    pub(crate) foreign: Vec<ForeignSite>,
    pub(crate) dispatch: Vec<DispatchSite>,
    /// Concrete types seen to become a value of an interface type (both declared).
    pub(crate) flows: FxHashSet<(TypeDeclIx, TypeDeclIx)>,
    pub(crate) conversions: FxHashSet<Conversion>,
    /// Types of which a value is made somewhere.
    pub(crate) constructed: FxHashSet<TypeDeclIx>,
}

impl<'w> Sink<'w> {
    pub(crate) fn new(symbols: &'w [Option<SymbolId>]) -> Self {
        Self {
            symbols,
            edges: Vec::new(),
            unbound: FxHashMap::default(),
            foreign: Vec::new(),
            dispatch: Vec::new(),
            flows: FxHashSet::default(),
            conversions: FxHashSet::default(),
            constructed: FxHashSet::default(),
        }
    }
}
