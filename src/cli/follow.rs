//! `follow FILE:LINE`: moves the explorers that are open on the file's repository there.

use std::path::PathBuf;

use super::path_and_line::PathAndLine;
use super::{Common, Failure, open_index};
use crate::runtime;

#[derive(Debug, clap::Args)]
pub struct FollowArgs {
    /// The place: FILE, FILE:LINE or FILE:LINE:COLUMN
    #[arg(value_name = "FILE:LINE")]
    pub place: PathBuf,
}

pub(super) fn run(args: &FollowArgs, common: &Common) -> Result<(), Failure> {
    let place = PathAndLine::of(&args.place);
    let repository = open_index::repository(place.folder(), common)?;
    let Some((path, line)) = place.within(&repository.root) else {
        let (file, root) = (args.place.display(), repository.root.display());
        return Err(Failure::usage(format!("{file} is no file of {root}: name one, such as main.go:12")));
    };
    let dir = repository.store.dir();
    runtime::follow(dir, &path, line).map_err(|error| {
        Failure::failed(format!("no explorer was opened on {} yet: {error}", repository.root.display()))
    })
}
