//! The flow of values through a tree: which functions may arrive where a function value is called, and values of which
//! types where a method of an interface is called (variable type analysis; Sundaresan et al., "Practical virtual method
//! call resolution for Java").
//!
//! * [`facts`] has what one file says: nodes, and edges along which values go. The walk in `check::flow` records them.
//! * [`reduce`] shortens them.
//! * [`graph`] joins the facts of all files, without the parts that lead to no call.
//! * [`solve`] lets the values travel, and calls pass on their arguments to what arrives; [`methods`] is what it asks for that. A set
//!   of values is held once for all nodes that have it ([`shared_sets`]).
//! * [`solution`] is what arrives in each node.
//!
//! Variables and functions are not split by callers, fields not by instances, elements of containers not by variables: the
//! elements of all slices of one type are one node.

mod facts;
mod graph;
mod lists;
mod methods;
mod reduce;
mod shared_sets;
mod solution;
mod solve;
mod value;
mod value_set;

pub(super) use facts::{
    Binding, FlowCall, FlowFacts, FlowLinks, FlowLiteral, FlowNode, NOWHERE, Part, RECEIVER, SLOT,
};
pub(super) use graph::{FlowFile, FlowGraph, SelectorIx};
pub(super) use methods::{MethodTarget, Methods};
pub(super) use reduce::reduce;
pub(super) use shared_sets::SetIx;
pub(super) use solution::Solution;
pub(super) use solve::solve;
pub(super) use value::{Arrival, Value, fits};
