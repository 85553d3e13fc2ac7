//! The Go files of one package of another module: which there are, and what they contain.

use std::fs;
use std::path::Path;

use crate::golang::build_constraint::Host;
use crate::golang::facts::{FileFacts, file_flag};
use crate::golang::lower::{Lowering, without_bodies};
use crate::golang::package_name;
use crate::index::fs::read_at_most;
use crate::index::walk::{MAX_FILE_SIZE, Stamp};

/// The most files of one package that are read.
const MAX_FILES: usize = 2_000;
/// The most bytes of one package that are read.
const MAX_BYTES: u64 = 128 << 20;
/// The bytes of a file in which its package clause is looked for.
const MAX_HEAD: u64 = 1 << 18;

/// The files of a folder that a build may have, judged by their names, in order.
pub(super) struct PackageFiles<'p> {
    folder: &'p Path,
    files: Vec<(String, Stamp)>,
    /// True if files were left out because there are too many.
    pub(super) is_cut: bool,
}

impl<'p> PackageFiles<'p> {
    /// Lists a folder. Links are left out.
    pub(super) fn list(folder: &'p Path, host: &Host) -> Self {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            if !is_wanted(&name, host) {
                continue;
            }
            let Ok(metadata) = entry.metadata() else { continue };
            if metadata.is_file() && metadata.len() <= MAX_FILE_SIZE {
                files.push((name, Stamp::of(&metadata)));
            }
        }
        files.sort_by(|a, b| a.0.cmp(&b.0));
        let bytes: u64 = files.iter().map(|(_, stamp)| stamp.size).sum();
        let is_cut = files.len() > MAX_FILES || bytes > MAX_BYTES;
        files.truncate(if bytes > MAX_BYTES { 0 } else { MAX_FILES });
        Self { folder, files, is_cut }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The names of the files, in order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(name, _)| name.as_str())
    }

    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// A hash over names and stamps: equal hashes mean equal files, unless a stamp is racy.
    pub(super) fn stamps(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for (name, stamp) in &self.files {
            let Stamp { size, modified, changed } = *stamp;
            hasher.update(name.as_bytes()).update(&[0]).update(&size.to_le_bytes());
            hasher.update(&modified.to_le_bytes()).update(&changed.to_le_bytes());
        }
        hasher.finalize().to_hex()[..32].to_owned()
    }

    /// Returns whether any file may have changed without changing its stamp since `began`.
    pub(super) fn is_racy(&self, began: i64) -> bool {
        self.files.iter().any(|(_, stamp)| stamp.is_racy(began))
    }

    /// The contents of the files; those that cannot be read are empty.
    pub(super) fn read(&self) -> Vec<Vec<u8>> {
        let read = |name: &String| read_at_most(&self.folder.join(name), MAX_FILE_SIZE).ok().flatten();
        self.files.iter().map(|(name, _)| read(name).unwrap_or_default()).collect()
    }

    /// The declarations of those of the files that the build has.
    pub(super) fn facts(&self, contents: &[Vec<u8>], host: &Host, lowering: &mut Lowering) -> Vec<FileFacts> {
        let files = self.files.iter().zip(contents);
        let lowered = files.map(|((name, _), text)| (name, lowering.facts(&without_bodies(text))));
        let is_built = |(name, facts): &(&String, FileFacts)| {
            let build = Some(facts.name(facts.build)).filter(|build| !build.is_empty());
            host.excludes(name, build, facts.flags & file_flag::CGO != 0).is_none()
        };
        lowered.filter(is_built).map(|(_, facts)| facts).collect()
    }

    /// The name of the package by the first file that declares an importable one.
    pub(super) fn package_name(&self) -> Option<String> {
        self.files.iter().find_map(|(name, stamp)| {
            // A longer file is not read to its end.
            let most = stamp.size.min(MAX_HEAD);
            let mut head = Vec::new();
            let file = fs::File::open(self.folder.join(name)).ok()?;
            std::io::Read::read_to_end(&mut std::io::Read::take(file, most), &mut head).ok()?;
            package_name(&head).filter(|name| !matches!(*name, "main" | "documentation")).map(str::to_owned)
        })
    }
}

fn is_wanted(name: &str, host: &Host) -> bool {
    name.strip_suffix(".go").is_some_and(|stem| !stem.ends_with("_test"))
        && !name.starts_with(['.', '_'])
        && host.excludes(name, None, false).is_none()
}
