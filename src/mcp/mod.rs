//! A Model Context Protocol server: the index, answered to an assistant's client over standard input and output.
//!
//! * [`protocol`](self) reads messages and writes replies, of the stateless protocol and of those before it.
//! * `tools` is the one table of what can be called; `arguments` reads what a call gives.
//! * `workspace` holds the index, and brings it up to date before each answer.
//! * `answers` has a file for each tool; `sheet` keeps their text within a budget of tokens.
//!
//! Invariants: a tool only reads; every message gets at most one reply, and a broken one an error; an answer never takes
//! more tokens than its budget, and says what it left out. Nothing but replies is written to the output. This room knows no
//! command line and no screen.

mod answers;
mod arguments;
mod protocol;
mod server;
mod sheet;
mod tools;
mod workspace;

pub use server::serve;
pub use workspace::ServerSettings;

#[cfg(test)]
mod tests;
