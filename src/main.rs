//! The program. All of it is in the library, where tests can reach it.

fn main() {}
