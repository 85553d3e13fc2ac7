//! The results of a walk over bodies: references, unbound sites, interface calls, flows into interfaces.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::golang::flow::{FlowFacts, FlowLiteral, FlowNode};
use crate::golang::ids::{DeclIx, Ty, TypeDeclIx};
use crate::golang::names::Name;
use crate::model::{Cause, EdgeDraft, EdgeKind, SymbolId};

/// Code that does not fit, or that follows from such.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MisfitSite {
    pub(crate) from: SymbolId,
    pub(crate) line: u32,
    pub(crate) kind: MisfitKind,
    /// The misfit, as a clause.
    pub(crate) what: String,
    /// A name, a package or an interface that the code no longer finds or satisfies; empty for other misfits.
    pub(crate) lost: String,
}

/// The kinds of misfits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum MisfitKind {
    /// The compiler refuses the code.
    #[default]
    Refused,
    /// The compiler refuses it if its package declared the name before; else an unknown package may declare it.
    Undeclared,
    /// The compiler refuses it if the package that it lost is gone; else that may declare the member.
    Hidden,
    /// It uses a package whose import is refused.
    CutOff,
    /// It is a type that lacks a method of an interface, where a value of it is refused.
    Outgrown,
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
    /// A field or method that a known type has from one that it embeds, as `io.ReadCloser` has `Close`.
    Promoted { of: TypeDeclIx, name: Name },
    /// Only names are known: `path.name`, or the field or method `name` of the type `path.of`. Without a path it is a
    /// predeclared function, or with the blank identifier as `of` a field or method of a type of which nothing is known.
    Named { path: Name, of: Name, name: Name },
}

impl Foreign {
    fn renumbered(self, ids: &mut impl Renumber) -> Option<Self> {
        Some(match self {
            Self::Declared(decl) => Self::Declared(ids.decl(decl)?),
            Self::Promoted { of, name } => Self::Promoted { of: ids.type_decl(of)?, name },
            Self::Named { .. } => self,
        })
    }
}

/// A reference to a declaration outside the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForeignRef {
    pub(crate) from: SymbolId,
    pub(crate) to: Foreign,
    /// True if the target is called there.
    pub(crate) is_call: bool,
    /// True if another reference is the same one, by another name of its target.
    pub(crate) is_other: bool,
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

    /// The same results by other numbers. None if one of them has no other number.
    pub(crate) fn renumbered<'s>(
        &self,
        symbols: &'s [Option<SymbolId>],
        ids: &mut impl Renumber,
    ) -> Option<Sink<'s>> {
        Some(Sink {
            symbols,
            edges: all(&self.edges, ids, |ids, edge| {
                Some(EdgeDraft { from: ids.from(edge.from)?, to: ids.to(edge.to)?, ..*edge })
            })?,
            unbound: all(&self.unbound, ids, |ids, (&(from, cause), &n)| {
                Some(((ids.from(from)?, cause), n))
            })?,
            foreign: all(&self.foreign, ids, |ids, site| {
                Some(ForeignRef { from: ids.from(site.from)?, to: site.to.renumbered(ids)?, ..*site })
            })?,
            dispatch: all(&self.dispatch, ids, |ids, site| {
                Some(DispatchSite {
                    from: ids.from(site.from)?,
                    interface: ids.interface(site.interface)?,
                    ..*site
                })
            })?,
            value_calls: all(&self.value_calls, ids, |ids, call| {
                Some(ValueCall { from: ids.from(call.from)?, ..*call })
            })?,
            callbacks: all(&self.callbacks, ids, |ids, site| {
                let to = match site.to {
                    CalledBack::Declared(decl) => CalledBack::Declared(ids.decl(decl)?),
                    CalledBack::Methods { of, interface } => {
                        CalledBack::Methods { of: ids.type_decl(of)?, interface: ids.type_decl(interface)? }
                    }
                    CalledBack::Value(of, by_call) => CalledBack::Value(ids.type_decl(of)?, by_call),
                };
                Some(CallbackSite { from: ids.from(site.from)?, by: site.by.renumbered(ids)?, to, ..*site })
            })?,
            flows: known(&self.flows, ids, |ids, &(from, to)| {
                Some((ids.type_decl(from)?, ids.type_decl(to)?))
            })?,
            conversions: known(&self.conversions, ids, |ids, site| {
                let (concrete, interface) = (ids.type_decl(site.concrete)?, ids.type_decl(site.interface)?);
                Some(ConversionSite { from: ids.from(site.from)?, concrete, interface, ..*site })
            })?,
            constructed: known(&self.constructed, ids, |ids, &ty| ids.type_decl(ty))?,
            flow: FlowFacts {
                nodes: all(&self.flow.nodes, ids, |ids, &node| match (node, node.decl()) {
                    (FlowNode::Type(ty), _) => ids.type_decl(ty).map(FlowNode::Type),
                    (_, Some(decl)) => ids.decl(decl).map(|decl| node.with_decl(decl)),
                    (_, None) => Some(node),
                })?,
                literals: all(&self.flow.literals, ids, |ids, literal| {
                    Some(FlowLiteral { maker: ids.from(literal.maker)?, ..literal.clone() })
                })?,
                links: self.flow.links.clone(),
            },
            misfits: None,
        })
    }
}

/// Other numbers for what a [`Sink`] refers to. None where there is no other number.
pub(crate) trait Renumber {
    /// True if flows, conversions and literals of types without another number are left out.
    const DROPS_UNKNOWN: bool;

    /// Of a declaration of the file.
    fn from(&mut self, symbol: SymbolId) -> Option<SymbolId>;
    /// Of the target of an edge.
    fn to(&mut self, symbol: SymbolId) -> Option<SymbolId>;
    fn decl(&mut self, decl: DeclIx) -> Option<DeclIx>;
    fn type_decl(&mut self, ty: TypeDeclIx) -> Option<TypeDeclIx>;
    /// Of a declared interface.
    fn interface(&mut self, ty: Ty) -> Option<Ty>;
}

fn all<R: Renumber, T, U, C: FromIterator<U>>(
    items: impl IntoIterator<Item = T>,
    ids: &mut R,
    renumber: impl Fn(&mut R, T) -> Option<U>,
) -> Option<C> {
    items.into_iter().map(|item| renumber(ids, item)).collect()
}

/// Like [`all`], without those that [`Renumber::DROPS_UNKNOWN`] leaves out.
fn known<R: Renumber, T, U, C: FromIterator<U>>(
    items: impl IntoIterator<Item = T>,
    ids: &mut R,
    renumber: impl Fn(&mut R, T) -> Option<U>,
) -> Option<C> {
    let renumbered = items.into_iter().map(|item| renumber(ids, item));
    renumbered.filter(|item| item.is_some() || !R::DROPS_UNKNOWN).collect()
}
