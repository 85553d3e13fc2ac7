//! The real program in a real terminal: keys in, screens and bytes out.
//!
//! Nothing here sleeps: every wait is for something on the screen, or for an end, with a deadline that is far longer
//! than it takes.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod begin;
#[path = "../support/copy.rs"]
mod copy;
mod explore;
mod fresh;
mod leave;
mod outside;
#[cfg(target_os = "linux")]
mod storm;
mod tasks;
mod terminal;
mod together;
