//! `mcp [PATH]`: answers an assistant's client on standard input and output.

use std::io;

use super::common::PathArg;
use super::{Common, Failure, open_index};
use crate::{mcp, runtime};

#[derive(Debug, clap::Args)]
pub struct McpArgs {
    #[command(flatten)]
    pub target: PathArg,

    /// Show keys, tokens and passwords that stand in the code instead of masking them
    #[arg(long)]
    pub show_secrets: bool,
}

pub(super) fn run(args: &McpArgs, common: &Common) -> Result<(), Failure> {
    let repository = open_index::repository(&args.target.path, common)?;
    let index = open_index::settings(common, false);
    let settings = mcp::ServerSettings {
        index,
        show_secrets: args.show_secrets,
        give_memory_back: runtime::give_memory_back,
    };
    // Each question needs as much memory as the one before.
    let _ = runtime::keep_memory();
    mcp::serve(&repository, &settings, io::stdin(), io::stdout())
        .map_err(|error| Failure::failed(format!("cannot read from the client or write to it: {error}")))
}
