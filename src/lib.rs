//! A terminal explorer of Go codebases: what carries the load, where things live, what a change breaks.
//!
//! Data flows one way, and the modules stand in that order; `ARCHITECTURE.md` is the guided walk.

// Only tests may panic.
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unimplemented)]

pub mod app;
pub mod cli;
pub mod golang;
pub mod history;
pub mod impact;
pub mod index;
pub mod interactions;
pub mod mcp;
pub mod model;
pub mod platform;
pub mod rank;
pub mod relations;
pub mod runtime;
pub mod search;
pub mod secrets;
pub mod tour;
pub mod ui;
pub mod unused;
pub mod why;
pub mod words;
