//! `completions SHELL`

use clap::Command;
use clap_complete::Shell;

use super::Failure;

#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// The shell to complete for
    pub shell: Shell,
}

/// Prints the script that completes the arguments of `program`.
pub(super) fn run(args: &CompletionsArgs, program: &mut Command) -> Result<(), Failure> {
    // The generator panics when its writer fails; memory never does.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, program, "codegraph-tui", &mut script);
    std::io::Write::write_all(&mut std::io::stdout().lock(), &script)?;
    Ok(())
}
