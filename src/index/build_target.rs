//! Keeps the build that a repository is read for, in its data folder.

use std::io;

use super::fs::{read_at_most, write_whole};
use super::store::Store;
use crate::golang::build_constraint::{Host, HostChange};
use crate::platform::private_dir_builder;

const FILE: &str = "build-target.json";

/// The largest file that is read, in bytes.
const MAX_FILE: u64 = 1 << 16;

/// The build that a repository is read for; the default if none is kept, or if the file is damaged.
pub fn build_target(store: &Store) -> Host {
    let kept = read_at_most(&store.dir().join(FILE), MAX_FILE).ok().flatten();
    let kept = kept.and_then(|bytes| serde_json::from_slice::<Host>(&bytes).ok());
    // Only what a change allows is believed.
    let checked = kept.and_then(|host| Host::default().changed(&host.as_change()).ok());
    checked.unwrap_or_default()
}

/// The build of this machine, without tags.
pub fn machine() -> Host {
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    let os = if os == "macos" { "darwin" } else { os };
    let arch = match arch {
        "x86_64" => "amd64",
        "x86" => "386",
        "aarch64" => "arm64",
        other => other,
    };
    let change = HostChange { os: Some(os.to_owned()), arch: Some(arch.to_owned()), ..HostChange::default() };
    Host::default().changed(&change).unwrap_or_default()
}

/// Keeps a build for the next refreshes of all programs.
///
/// # Errors
/// The file cannot be written. Then the old build is kept.
pub fn keep_build_target(store: &Store, host: &Host) -> io::Result<()> {
    let file = store.dir().join(FILE);
    if host.is_default() {
        return match std::fs::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
    }
    private_dir_builder().create(store.dir())?;
    write_whole(&file, &serde_json::to_vec(host).map_err(io::Error::other)?)
}
