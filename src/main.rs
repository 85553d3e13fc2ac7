//! The program: everything it does is in the library.

use std::process::ExitCode;

/// Takes the place of `malloc` for the C of the parser too, which is what makes it worth having: see `Cargo.toml`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    codegraph_tui::cli::main()
}
