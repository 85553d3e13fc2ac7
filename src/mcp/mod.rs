//! A Model Context Protocol server, which answers questions about the index for the client of an assistant over
//! standard input and output.
//!
//! * [`protocol`](self) reads messages and writes replies, of the stateless protocol and of those before it.
//! * `tools` is the one table of what can be called; `arguments` reads what a call gives.
//! * `workspace` holds the index, and brings it up to date before each answer.
//! * `answers` has a file for each tool; `lists` writes lists of ends, and `answer_builder` keeps text within a budget of
//!   tokens.
//!
//! Invariants: tools only read. Every message gets at most one reply, and a malformed one gets an error. An answer
//! never has more tokens than its budget, and names what it left out. Only replies are written to the output. This
//! room does not depend on the command line or the screen.

mod answer_builder;
mod answers;
mod arguments;
mod lists;
mod protocol;
mod server;
mod tools;
mod workspace;

pub use server::serve;
pub use workspace::ServerSettings;

#[cfg(test)]
mod tests;
