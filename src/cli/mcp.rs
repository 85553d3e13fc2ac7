//! `mcp [PATH]`: answers an assistant's client on standard input and output.

use std::io;

use super::common::Target;
use super::{Common, Failure, opened};
use crate::index::Settings;
use crate::mcp;

#[derive(Debug, clap::Args)]
pub struct McpArgs {
    #[command(flatten)]
    pub target: Target,
}

pub(super) fn run(args: &McpArgs, common: &Common) -> Result<(), Failure> {
    let repository = opened::repository(&args.target.path, common)?;
    let settings = Settings { threads: opened::threads(common), vendor: common.vendor, force: false };
    mcp::serve(&repository, settings, io::stdin(), io::stdout())
        .map_err(|error| Failure::failed(format!("the client cannot be heard or answered: {error}")))
}
