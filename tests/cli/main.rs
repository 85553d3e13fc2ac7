//! The program as scripts see it: the real binary, its answers, exit codes and manners.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod affected;
mod answers;
mod ask;
mod ask_messages;
mod ask_words;
mod builds;
mod clones;
#[path = "../support/copy.rs"]
mod copy;
mod crash;
mod dependencies;
mod extending;
mod hostile;
mod impact;
mod impact_ranges;
mod interactions;
mod links;
mod manners;
mod mcp;
mod mcp_tools;
mod messages;
mod places;
mod project;
mod relations;
mod relations_held;
mod relations_narrowed;
mod secrets;
mod support;
mod tours;
mod unused;
mod upgrade;
mod why;
