//! The program as scripts see it: the real binary, its answers, exit codes and manners.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod affected;
mod answers;
mod ask;
mod crash;
mod extending;
mod hostile;
mod impact;
mod interactions;
mod links;
mod manners;
mod mcp;
mod messages;
mod places;
mod project;
mod relations;
mod secrets;
mod support;
mod tours;
mod unused;
mod why;
