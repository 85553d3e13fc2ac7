//! The effects of a change: follows dependency edges backwards, from changed symbols to everything that may notice.
//!
//! * [`travel_rules`] says along which edges a change travels, and why.
//! * [`Steps`] lays a graph out accordingly; [`Spreader`] walks it and gives each affected symbol its best path.
//! * [`changed_symbols`] finds the symbols that differ between two states of a tree.
//! * [`embeds`] and [`assembled`] read what is compiled into a package without being Go; [`NamedFiles`] finds the code that
//!   names files which it may read.
//! * [`outside`] finds what differs in their files besides: constraints, imports, module files; [`Requirements`] finds
//!   the modules that differ, and what names them.
//! * [`Likely`] orders them by how likely each has to change too, past commits included.
//! * [`cochange`] finds what past commits changed together with some symbols, and whether the graph explains it.
//! * [`chains`] says how one symbol comes to depend on another.
//! * [`reach`] finds the tests that may execute a change, by rapid type analysis, whatever its score.
//! * [`ScoreDecay`] says how often a change is noticed one step on.
//! * [`broken`] finds what no longer compiles, by types before and after; [`WorkList`] puts what a change asks for in the
//!   order of doing, and [`Ticks`] remember what is done.
//! * [`TestTiers`] sorts tests by their distance.
//! * [`TestCommand`] names tests among the affected, with the line that runs them; [`Surveyor`] answers with all of it.
//!
//! This room reads graphs and knows nothing of git, files or screens. It never walks towards what a target depends
//! on, and drops nothing silently: what limits cut is counted, with its mass.

mod affected_tests;
mod broken;
mod buckets;
mod build_tags;
mod chains;
mod change;
pub mod cochange;
mod compiled;
mod diff;
mod gained;
mod iota;
mod likelihood;
mod limits;
mod modules;
mod named_files;
mod no_chain;
mod outside_declarations;
mod path_costs;
mod radius;
mod reach;
mod reachable;
mod rebound;
mod renamed_declarations;
mod renamed_files;
mod run_pattern;
mod score_decay;
mod shape;
mod side;
mod significant;
mod spread;
mod steps;
mod survey;
mod test_command;
mod test_tiers;
mod travel_rules;
mod work_list;

pub use affected_tests::is_run;
pub use broken::{Breakage, Broken, BrokenPlace, broken, may_break_others};
pub use chains::{Chain, ChainSearch, DETOUR, SharedSteps, chains, chains_between, shared};
pub use change::{Aspect, Changed, FileChange, FileVersion, Former};
pub use compiled::{Embed, assembled, embeds, is_assembly, is_compiled_with_go};
pub use diff::{changed_symbols, changed_symbols_unless, put_in_order};
pub use likelihood::{CoChangeIndex, Likely};
pub use limits::{Limits, SURE, THRESHOLD, THRESHOLDS};
pub use modules::{ModuleChange, Requirements, users_of_changed};
pub use named_files::{NamedFiles, is_apart_from_tests};
pub use no_chain::{Nearest, NoChain, Obstacle, extent};
pub use outside_declarations::{FilePart, Outside, built_otherwise, outside};
pub use radius::{ListedTest, Radius, TestReason};
pub use rebound::{may_rebind, rebound};
pub use renamed_files::renames;
pub use score_decay::ScoreDecay;
pub use spread::{Affected, CutOff, Impact, Spreader, Start};
pub use steps::{ImpactStep, Steps};
pub use survey::Surveyor;
pub use test_command::{TestCommand, TreeFacts};
pub use test_tiers::{TestTiers, Tier};
pub use travel_rules::{ChangeKind, TABLE, TravelRow, Travels};
pub use work_list::{MUST_LOOK, Ticks, WorkGroup, WorkItem, WorkList};

#[cfg(test)]
mod tests;
