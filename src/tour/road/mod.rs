//! The road of a program: from where it starts, along calls and hand-overs, to where its work is done.
//!
//! A road is a tree of stations, told in the order in which they run. [`worth()`] says how likely a function is to be a
//! station, [`Hops`] what it leads to, [`Forks`] which of many commands or handlers is taken, and [`grown()`] grows
//! the tree. Every link between two stations is a path of edges of the graph; the only exception is a method that code
//! outside of the tree may call, which is told as a gap ([`gap()`]).

mod fork;
mod grow;
mod hops;
mod run;
mod search;
mod signature;
mod source;
mod stations;
mod telling;
mod verbs;
mod worth;

pub(super) use fork::{Documents, Forks, siblings};
pub(super) use grow::grown;
pub(super) use hops::{Hops, gap, preparations};
pub(super) use run::handler;
pub(super) use signature::{signature, types};
pub(super) use source::Sources;
pub(super) use stations::{Road, Station};
pub(super) use worth::worth;

/// A path between two symbols, both included.
pub(super) type Path = Vec<crate::model::SymbolId>;
