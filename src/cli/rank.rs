//! `rank`

use super::args::Target;
use super::{Common, Failure};

#[derive(Debug, clap::Args)]
pub struct RankArgs {
    #[command(flatten)]
    pub target: Target,
}

pub(super) fn run(_args: &RankArgs, _common: &Common) -> Result<(), Failure> {
    Err(Failure::failed("not there yet"))
}
