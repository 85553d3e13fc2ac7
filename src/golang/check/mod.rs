//! Typing: finds the meaning of every name and expression, and so every reference from one declaration to another.
//!
//! One [`Checker`] walks the lowered trees with Go's own rules. It is used twice. First, on one thread, to type the
//! declarations of the tree, on demand and in any order ([`declare`]); the result is [`Shared`] and frozen. Then, on any
//! number of threads, to walk bodies and initialisers and to record what they refer to ([`Sink`]).
//!
//! It never guesses: an expression whose type is not known has the type [`UNKNOWN`] or [`EXTERNAL`], and selections
//! from it are counted as unbound. Recursion follows the lowered tree, whose depth is bounded.

mod atomic;
mod builtin;
mod call;
mod composite;
mod constant;
mod declare;
mod expr;
mod fitting;
mod flow;
mod function_values;
mod generic;
mod interfaces;
mod lookup;
mod misfit;
mod misnamed;
mod note;
mod notes;
mod record;
mod scope;
mod selector;
mod shared;
mod sink;
mod stmt;
mod type_key;
mod typexpr;
mod unify;
mod value;

pub(crate) use declare::declare;
pub(crate) use lookup::{MethodSet, SetMethod, method_set};
pub(crate) use shared::Shared;
pub use sink::MisfitKind;
pub(crate) use sink::{
    CallbackSite, CalledBack, ConversionSite, DispatchSite, Foreign, ForeignRef, MisfitSite, Renumber, Sink,
    ValueCall,
};

use rustc_hash::FxHashMap;

use super::ast::Node;
use super::ids::{DeclIx, FileIx, NO_FILE, PackageIx, Ty, TypeDeclIx};
use super::link::{TypeDecl, World};
use super::names::Name;
use super::types::{EXTERNAL, ParamIx, Type, TypeKey, Types, UNKNOWN};
use crate::model::SymbolId;
use flow::recorder::FlowRecorder;
use note::Note;
use scope::BlockScopes;
use shared::TypeParam;
use value::EvalBudget;

/// Types expressions of one file at a time, and records references when it has a sink.
pub(crate) struct Checker<'w> {
    pub(crate) world: &'w World<'w>,
    /// The typed declarations; `None` while they are being typed.
    shared: Option<&'w Shared>,
    pub(crate) types: Types<'w>,
    /// Type parameters that this checker declares: those of all declarations, or those that checking bodies adds.
    params: Vec<TypeParam>,
    /// Type parameters of the generic functions among these, by declaration.
    generic_funcs: FxHashMap<DeclIx, Box<[Ty]>>,
    /// Types declared inside bodies; numbered after those of the world.
    local_types: Vec<TypeDecl>,
    aliases_in_progress: Vec<TypeDeclIx>,
    file: FileIx,
    nodes: &'w [Node],
    scope: BlockScopes,
    /// Result types of the function whose body is being walked.
    results: Ty,
    /// True if these results have names, so that a return may leave them out.
    named_results: bool,
    /// Types of the constants of the last local spec, and the list of their values. A spec without values repeats
    /// them.
    repeated: (Vec<Ty>, u32),
    /// The index of the constant spec that is being checked in its group.
    iota: Option<u32>,
    /// The rest of the budget for the constant expression that is being evaluated; `None` while there is none.
    evaluation: Option<EvalBudget>,
    sink: Option<Sink<'w>>,
    /// The symbol from which references are recorded; with `None` nothing is recorded.
    from: Option<SymbolId>,
    /// The right side of the type declaration that is being walked. A type embedded directly there is recorded as
    /// extended.
    extending: Option<u32>,
    /// Indices of the edges in the sink to the fields and variables that the last expression accesses: for
    /// `a.b[i].c`, `c` and the fields and variables that contain it, up to the first pointer.
    accessed_edges: Vec<usize>,
    /// True if the address of the last expression can be taken (Go spec, "Address operators"): not of results,
    /// literals, constants and elements of maps, nor of fields and elements of such structs and arrays.
    addressable: bool,
    /// The last callee that was resolved.
    callee: Callee,
    /// By node of `noted_file`.
    notes: Vec<Note>,
    noted_file: FileIx,
    /// Type parameters with the type arguments that the current declaration gives them.
    instances: Vec<(Ty, Ty)>,
    type_keys: FxHashMap<Ty, TypeKey>,
    flow: FlowRecorder,
    /// False if nobody asks for the flow of values.
    pub(crate) follows_values: bool,
}

/// The kind of a callee.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Callee {
    /// A declaration of the tree, or unknown.
    Plain,
    /// A declaration outside the tree.
    Outside(Foreign),
    /// A field or variable that holds a function.
    Value,
}

impl<'w> Checker<'w> {
    /// A checker for the declarations of the tree.
    fn for_declarations(world: &'w World<'w>) -> Self {
        Self::new(world, None, Types::new(), None)
    }

    /// A checker for bodies, recording into a sink.
    pub(crate) fn for_bodies(world: &'w World<'w>, shared: &'w Shared, sink: Sink<'w>) -> Self {
        Self::new(world, Some(shared), Types::over(&shared.types), Some(sink))
    }

    fn new(
        world: &'w World<'w>,
        shared: Option<&'w Shared>,
        types: Types<'w>,
        sink: Option<Sink<'w>>,
    ) -> Self {
        Self {
            world,
            shared,
            types,
            params: Vec::new(),
            generic_funcs: FxHashMap::default(),
            local_types: Vec::new(),
            aliases_in_progress: Vec::new(),
            file: FileIx(0),
            nodes: &[],
            scope: BlockScopes::default(),
            results: super::types::VOID,
            named_results: false,
            repeated: (Vec::new(), 0),
            iota: None,
            evaluation: None,
            sink,
            from: None,
            extending: None,
            accessed_edges: Vec::new(),
            addressable: false,
            callee: Callee::Plain,
            notes: Vec::new(),
            noted_file: NO_FILE,
            instances: Vec::new(),
            type_keys: FxHashMap::default(),
            flow: FlowRecorder::default(),
            follows_values: true,
        }
    }

    /// Takes everything that was recorded since the last call. It refers to the types of this checker.
    pub(crate) fn take_recorded(&mut self) -> Sink<'w> {
        let Some(sink) = &mut self.sink else { return Sink::new(&[]) };
        let symbols = sink.symbols;
        let mut sink = std::mem::replace(sink, Sink::new(symbols));
        let receivers = sink.dispatch.iter_mut().map(|site| &mut site.receiver);
        let called = sink.value_calls.iter_mut().map(|call| &mut call.value);
        sink.flow = self.flow.take(receivers.chain(called).collect());
        sink
    }

    fn enter_file(&mut self, file: FileIx) {
        self.file = file;
        self.nodes = self.world.file(file).nodes();
    }

    fn node(&self, ix: u32) -> Node {
        self.nodes[ix as usize]
    }

    /// The index after `ix`'s subtree: its next sibling, if it has one.
    fn after(&self, ix: u32) -> u32 {
        self.nodes[ix as usize].end
    }

    fn children(&self, ix: u32) -> super::ast::Children<'w> {
        super::ast::children(self.nodes, ix)
    }

    /// The first `N` children of a node whose kind has at least that many.
    fn parts<const N: usize>(&self, ix: u32) -> [u32; N] {
        let mut next = ix + 1;
        std::array::from_fn(|_| {
            let this = next;
            next = self.after(this);
            this
        })
    }

    fn name_of(&self, ix: u32) -> Name {
        self.world.file(self.file).name(self.node(ix).name)
    }

    fn package(&self) -> PackageIx {
        self.world.file(self.file).package
    }

    /// Returns whether a body declares the type.
    fn is_local(&self, ix: TypeDeclIx) -> bool {
        ix.0 as usize >= self.world.type_decls.len()
    }

    fn type_decl(&self, ix: TypeDeclIx) -> &TypeDecl {
        let n = self.world.type_decls.len();
        self.world.type_decls.get(ix.0 as usize).unwrap_or_else(|| &self.local_types[ix.0 as usize - n])
    }

    /// Number of type parameters that are shared. Those declared by this checker are numbered after them.
    fn n_shared_params(&self) -> usize {
        self.shared.map_or(0, |s| s.params.len())
    }

    fn constraint(&self, param: ParamIx) -> Ty {
        let n = self.n_shared_params();
        match self.shared.and_then(|s| s.params.get(param.0 as usize)) {
            Some(shared) => shared.constraint,
            None => self.params.get((param.0 as usize).wrapping_sub(n)).map_or(UNKNOWN, |p| p.constraint),
        }
    }

    /// The type parameters of a generic function; empty for any other.
    fn func_params(&self, decl: DeclIx) -> Box<[Ty]> {
        let found = self.generic_funcs.get(&decl).or_else(|| self.shared?.generic_funcs.get(&decl));
        found.cloned().unwrap_or_default()
    }

    /// The more informative of two unknown types: `EXTERNAL` if either is external.
    fn more_informative(&self, a: Ty, b: Ty) -> Ty {
        if self.types.is_external(a) || self.types.is_external(b) { EXTERNAL } else { UNKNOWN }
    }

    /// The underlying type (Go spec, "Underlying types"), with type arguments substituted; `UNKNOWN` if definitions
    /// form a cycle.
    pub(crate) fn underlying(&mut self, ty: Ty) -> Ty {
        let mut ty = ty;
        // A chain of definitions is finite in valid Go. Invalid sources can form a cycle.
        for _ in 0..64 {
            let Type::Named(decl, args) = self.types.get(ty) else { return ty };
            let (decl, args) = (*decl, args.clone());
            let rhs = self.define(decl);
            if rhs == ty {
                return UNKNOWN;
            }
            ty = if args.is_empty() {
                rhs
            } else {
                let params = self.type_decl(decl).params.get().cloned().unwrap_or_default();
                // With a wrong number of type arguments it has the methods, but no underlying type.
                if params.len() != args.len() {
                    return UNKNOWN;
                }
                self.substitute(rhs, &params, &args)
            };
        }
        UNKNOWN
    }

    /// The single underlying type of a type parameter's constraint, or the type's own underlying type (Go spec,
    /// "Core types").
    fn core(&mut self, ty: Ty) -> Ty {
        match *self.types.get(ty) {
            Type::Param(param) => {
                let constraint = self.constraint(param);
                self.core_of_constraint(constraint)
            }
            _ => self.underlying(ty),
        }
    }
}
