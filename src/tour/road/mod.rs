//! The road of a program: from where it starts, along calls and hand-overs, to where its work is done.
//!
//! A road is a tree of stations, told in the order in which they run. [`worth()`] says how likely a function is to be a
//! station, [`Hops`] what it leads to, [`Forks`] which of many commands or handlers is taken, and [`grown()`] grows
//! the [`Tree`], as search grows those of its ways. Every link between two stations is a path of edges of the graph; the only exceptions are told as gaps
//! ([`gap()`]): methods that code outside of the tree may call, channels, and remote procedures.

mod code;
mod fork;
mod gap;
mod grow;
mod hops;
mod run;
mod search;
mod signature;
mod source;
mod stations;
mod telling;
mod tree;
mod verbs;
mod worth;

pub(super) use fork::{Documents, Forks, other_targets, siblings};
pub(super) use gap::{Gap, gap};
pub(super) use grow::grown;
pub(crate) use hops::Hops;
pub(super) use hops::preparations;
pub(super) use run::handler;
pub(super) use search::paths;
pub(crate) use search::{Ends, Found, Limits, reached};
pub(super) use signature::{signature, types};
pub(super) use source::Sources;
pub(super) use stations::{Road, Station};
pub(crate) use tree::Tree;
pub(super) use worth::worth;

/// A path between two symbols, both included.
pub(super) type Path = Vec<crate::model::SymbolId>;
