//! `doctor`

use super::args::Target;
use super::{Common, Failure};

#[derive(Debug, clap::Args)]
pub struct DoctorArgs {
    #[command(flatten)]
    pub target: Target,
}

pub(super) fn run(_args: &DoctorArgs, _common: &Common) -> Result<(), Failure> {
    Err(Failure::failed("not there yet"))
}
