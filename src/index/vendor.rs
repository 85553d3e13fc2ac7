//! Finds the vendored packages that types of the tree are made of. If `vendor` is not indexed, these few are read for
//! their declarations alone, because the methods of an embedded type decide which interfaces are satisfied.

use std::fs;
use std::path::Path;

use rustc_hash::{FxHashMap, FxHashSet};

use super::walk::{FoundFile, MAX_FILE_SIZE, Stamp};
use crate::golang::build_constraint::Host;
use crate::golang::facts::FileFacts;
use crate::golang::module::{Resolution, Workspace};
use crate::golang::type_bases;
use crate::model::folder;

/// The most files that are read for declarations. Real trees need a few hundred.
const MAX_FILES: usize = 4_000;

/// The go command's list of the packages that it vendored. A `vendor` folder without it is an ordinary folder.
const LIST: &str = "modules.txt";

/// Finds the packages, round by round, since their types may be made of types of further packages.
pub(super) struct VendorSearch<'s> {
    root: &'s Path,
    workspace: &'s Workspace,
    /// Folders that contain files of the tree.
    dirs: FxHashSet<&'s str>,
    /// Vendor folders, and whether each contains its list.
    vendors: FxHashMap<String, bool>,
    /// Types that are still to be examined, by folder and name.
    open: Vec<(String, String)>,
    seen: FxHashSet<(String, String)>,
    /// The folders that were listed.
    listed: FxHashSet<String>,
    n_files: usize,
}

impl<'s> VendorSearch<'s> {
    pub(super) fn new(
        root: &'s Path,
        workspace: &'s Workspace,
        paths: impl Iterator<Item = &'s str>,
    ) -> Self {
        Self {
            root,
            workspace,
            dirs: paths.map(folder).collect(),
            vendors: FxHashMap::default(),
            open: Vec::new(),
            seen: FxHashSet::default(),
            listed: FxHashSet::default(),
            n_files: 0,
        }
    }

    /// Returns whether a module of the tree may have vendored packages.
    pub(super) fn may_find(&self) -> bool {
        self.workspace.vendor_folders().any(|vendor| found(self.root, format!("{vendor}/{LIST}")).is_some())
    }

    /// Adds the types of which the types of one of the tree's files are made.
    pub(super) fn tree_file(&mut self, path: &str, facts: &FileFacts) {
        for part in type_bases::parts(facts, None) {
            if !part.package.is_empty() {
                self.need(folder(path), part.package, part.name);
            }
        }
    }

    /// The files of the folders that became needed, in order of their paths; empty if all is known. `facts` are those
    /// of all files found before.
    pub(super) fn next(&mut self, facts: &[(&str, &FileFacts)]) -> Vec<FoundFile> {
        let mut by_dir: FxHashMap<&str, Vec<&FileFacts>> = FxHashMap::default();
        for &(path, facts) in facts {
            by_dir.entry(folder(path)).or_default().push(facts);
        }
        let mut found = Vec::new();
        let mut later = Vec::new();
        while let Some((dir, name)) = self.open.pop() {
            let Some(package) = by_dir.get(dir.as_str()) else {
                if self.listed.insert(dir.clone()) {
                    found.extend(self.list(&dir));
                }
                later.push((dir, name));
                continue;
            };
            for part in package.iter().flat_map(|facts| type_bases::parts(facts, Some(&name))) {
                if part.package.is_empty() {
                    self.open_type(dir.clone(), part.name);
                } else {
                    self.need(&dir, part.package, part.name);
                }
            }
        }
        self.open = later;
        if found.is_empty() {
            // The remaining folders contain no files.
            self.open.clear();
        }
        found.sort_unstable_by(|a: &FoundFile, b: &FoundFile| a.path.cmp(&b.path));
        found
    }

    /// The lists of the vendor folders that are used.
    pub(super) fn lists(&self) -> Vec<FoundFile> {
        let used = self.vendors.iter().filter(|(_, listed)| **listed);
        let mut lists: Vec<FoundFile> =
            used.filter_map(|(dir, _)| found(self.root, format!("{dir}/{LIST}"))).collect();
        lists.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        lists
    }

    fn need(&mut self, from: &str, package: &str, name: &str) {
        let plain = |element: &str| !matches!(element, "" | "." | "..");
        if !package.split('/').all(plain) {
            return;
        }
        let known = |dir: &str| self.dirs.contains(dir);
        if self.workspace.resolve(from, package, known) != Resolution::External {
            return;
        }
        for dir in self.workspace.vendor_dirs(from, package) {
            let vendor = dir.strip_suffix(package).map_or("", |rest| rest.trim_end_matches('/')).to_owned();
            let root = self.root;
            let list = || found(root, format!("{vendor}/{LIST}")).is_some();
            if *self.vendors.entry(vendor.clone()).or_insert_with(list) {
                self.open_type(dir, name);
            }
        }
    }

    fn open_type(&mut self, dir: String, name: &str) {
        let key = (dir, name.to_owned());
        if self.seen.insert(key.clone()) {
            self.open.push(key);
        }
    }

    /// The Go files of a folder that the host builds, judged by their names.
    fn list(&mut self, dir: &str) -> Vec<FoundFile> {
        // A link on the path could lead out of the tree.
        let ends = dir.match_indices('/').map(|(end, _)| end).chain([dir.len()]);
        let is_folder =
            |end: usize| fs::symlink_metadata(self.root.join(&dir[..end])).is_ok_and(|m| m.is_dir());
        if !ends.into_iter().all(is_folder) {
            return Vec::new();
        }
        let Ok(entries) = fs::read_dir(self.root.join(dir)) else { return Vec::new() };
        let mut files = Vec::new();
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| is_wanted(name)) else { continue };
            if self.n_files < MAX_FILES
                && let Some(file) = found(self.root, format!("{dir}/{name}"))
            {
                self.n_files += 1;
                files.push(file);
            }
        }
        files
    }
}

fn is_wanted(name: &str) -> bool {
    name.strip_suffix(".go").is_some_and(|stem| !stem.ends_with("_test"))
        && !name.starts_with(['.', '_'])
        && Host::default().excludes(name, None, false).is_none()
}

/// A regular file of the tree as it is now; `None` for links, other kinds of files, and files that are too large.
pub(super) fn found(root: &Path, path: String) -> Option<FoundFile> {
    let metadata = fs::symlink_metadata(root.join(&path)).ok()?;
    let fits = metadata.is_file() && metadata.len() <= MAX_FILE_SIZE;
    fits.then(|| FoundFile { path, stamp: Stamp::of(&metadata) })
}
