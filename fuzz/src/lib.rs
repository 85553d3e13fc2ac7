//! Common parts of several targets: the bundled sample, indexed, and inputs in parts.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use codegraph_tui::index::{BuildSettings, Repository, Snapshot, Store, Task, refresh};

/// The parts of an input, cut at bytes that no UTF-8 text has. Missing ones are empty; the last one has the rest.
pub fn parts<const N: usize>(input: &[u8]) -> [&[u8]; N] {
    let mut parts = input.splitn(N, |&byte| byte == 0xff);
    [(); N].map(|()| parts.next().unwrap_or_default())
}

/// The parts of an input, as text.
pub fn texts<const N: usize>(input: &[u8]) -> [Cow<'_, str>; N] {
    parts(input).map(String::from_utf8_lossy)
}

/// Settings that make no threads.
pub const SETTINGS: BuildSettings = BuildSettings {
    threads: 1,
    vendor: false,
    force: false,
    dependencies: codegraph_tui::index::DependencySource::Vendor,
    dependency_time: codegraph_tui::index::DEPENDENCY_TIME,
};

/// The folder of the sample.
pub fn sample_root() -> PathBuf {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/sample"));
    root.canonicalize().expect("the sample")
}

/// The sample, with its database in `data`.
pub fn sample(data: &Path) -> Snapshot {
    let repository = Repository { root: sample_root(), store: Store::new(data.to_owned()) };
    indexed(&repository)
}

/// The newest state of a tree.
pub fn indexed(repository: &Repository) -> Snapshot {
    let task = Task { cancel: &AtomicBool::new(false), report: &|_| (), glimpses: false };
    refresh(repository, &SETTINGS, &task).expect("an index").snapshot
}
