//! The results of a walk over bodies: references, unbound sites, interface calls, flows into interfaces.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::golang::flow::FlowFacts;
use crate::golang::ids::{DeclIx, Ty, TypeDeclIx};
use crate::golang::names::Name;
use crate::model::{Cause, EdgeDraft, EdgeKind, SymbolId};

/// Code that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MisfitSite {
    pub(crate) from: SymbolId,
    pub(crate) line: u32,
    /// The misfit, as a clause.
    pub(crate) what: String,
}

/// A place where an interface's method is called or taken as a value. It is spread over the implementers later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DispatchSite {
    pub(crate) from: SymbolId,
    /// [`EdgeKind::Calls`] or [`EdgeKind::Uses`].
    pub(crate) kind: EdgeKind,
    /// The receiver's static type.
    pub(crate) interface: Ty,
    pub(crate) method: Name,
    pub(crate) line: u32,
    /// The node of the receiver's value in the file's [`FlowFacts`].
    pub(crate) receiver: u32,
}

/// A place where a value of function type is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ValueCall {
    pub(crate) from: SymbolId,
    /// A hash of the value's type; 0 if the type is open.
    pub(crate) key: u64,
    /// Of the variable, field or function that the value comes from.
    pub(crate) name: Name,
    pub(crate) line: u32,
    /// The node of the value in the file's [`FlowFacts`].
    pub(crate) value: u32,
}

/// Something that code outside the tree may call back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CalledBack {
    /// A function or method of the tree.
    Declared(DeclIx),
    /// Of a declared type the methods that an interface has; if it has none, those that the function from outside looks
    /// for.
    Methods { of: TypeDeclIx, interface: TypeDeclIx },
    /// Of a declared type any exported method: it is not known as what the value is taken. True if a call takes it.
    Value(TypeDeclIx, bool),
}

/// A place that passes something to a function from outside the tree, which may call it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CallbackSite {
    pub(crate) from: SymbolId,
    /// The function from outside.
    pub(crate) by: Foreign,
    pub(crate) to: CalledBack,
    pub(crate) line: u32,
}

/// A place where a value of a type of the tree is converted to an interface from outside the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ConversionSite {
    pub(crate) from: SymbolId,
    pub(crate) concrete: TypeDeclIx,
    /// True if it is a pointer to the type.
    pub(crate) pointer: bool,
    pub(crate) interface: TypeDeclIx,
    pub(crate) line: u32,
}

/// The target of a reference that leads outside the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Foreign {
    /// A known declaration, such as one of the standard library.
    Declared(DeclIx),
    /// A field or method that a known type has from one that it embeds, as `testing.T` has `Fatal`.
    Promoted { of: TypeDeclIx, name: Name },
    /// Only names are known: `path.name`, or the field or method `name` of the type `path.of`. Without a path it is a
    /// predeclared function, or with the blank identifier as `of` a field or method of a type of which nothing is known.
    Named { path: Name, of: Name, name: Name },
}

/// A reference to a declaration outside the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForeignRef {
    pub(crate) from: SymbolId,
    pub(crate) to: Foreign,
    /// True if the target is called there.
    pub(crate) is_call: bool,
    pub(crate) line: u32,
}

/// Collects what bodies refer to.
pub(crate) struct Sink<'w> {
    /// The symbol of each declaration; `None` for packages of which only declarations are known.
    pub(crate) symbols: &'w [Option<SymbolId>],
    pub(crate) edges: Vec<EdgeDraft>,
    pub(crate) unbound: FxHashMap<(SymbolId, Cause), u32>,
    pub(crate) foreign: Vec<ForeignRef>,
    pub(crate) dispatch: Vec<DispatchSite>,
    pub(crate) value_calls: Vec<ValueCall>,
    pub(crate) callbacks: Vec<CallbackSite>,
    /// Pairs of a concrete type and an interface, both declared, if a value of the type becomes one of the interface.
    pub(crate) flows: FxHashSet<(TypeDeclIx, TypeDeclIx)>,
    pub(crate) conversions: FxHashSet<ConversionSite>,
    /// Types of which code makes a value.
    pub(crate) constructed: FxHashSet<TypeDeclIx>,
    pub(crate) flow: FlowFacts,
    /// Code that the compiler would refuse; `None` if nobody asks for it.
    pub(crate) misfits: Option<Vec<MisfitSite>>,
}

impl<'w> Sink<'w> {
    pub(crate) fn new(symbols: &'w [Option<SymbolId>]) -> Self {
        Self {
            symbols,
            edges: Vec::new(),
            unbound: FxHashMap::default(),
            foreign: Vec::new(),
            dispatch: Vec::new(),
            value_calls: Vec::new(),
            callbacks: Vec::new(),
            flows: FxHashSet::default(),
            conversions: FxHashSet::default(),
            constructed: FxHashSet::default(),
            flow: FlowFacts::default(),
            misfits: None,
        }
    }
}
