//! `completions SHELL`

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Args, Failure};

#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// The shell to complete for
    pub shell: Shell,
}

pub(super) fn run(args: &CompletionsArgs) -> Result<(), Failure> {
    // The generator panics when its writer fails; memory never does.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "codegraph-tui", &mut script);
    std::io::Write::write_all(&mut std::io::stdout().lock(), &script)?;
    Ok(())
}
