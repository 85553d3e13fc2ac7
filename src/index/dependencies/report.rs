//! The knowledge that a graph has of other modules: which packages were read, from where, and which are missing.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::model::counted;

/// The places where declarations of other modules may be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DependencySource {
    /// Nowhere.
    None,
    /// In vendor folders of the tree alone.
    #[default]
    Vendor,
    /// In vendor folders, and where there are none, in the module cache of the user.
    Machine,
    /// The same with this folder as the module cache.
    Folder(PathBuf),
}

/// The packages of other modules of which a graph has the declarations. Stored with the graph, which is a function of the
/// tree and of what [`Self::digest`] stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DependencyReport {
    /// The word for the source that was chosen, and the folder of the module cache if it may be read.
    pub source: String,
    /// A hash over the facts of all packages that were read; empty if there are none.
    pub digest: String,
    /// In order of their paths.
    pub packages: Vec<ReadPackage>,
    /// Reasons for packages that the tree needs and that were not read, with their number.
    pub missing: BTreeMap<String, u64>,
    /// Modules that lack packages, at most [`MAX_LISTED`], in order.
    pub missing_modules: Vec<String>,
    /// Folders below the module cache that were not there.
    pub absent_folders: Vec<String>,
    /// Files of the tree that decide what is read, and the hashes of their contents: lists of vendored packages, and
    /// checksums.
    pub lists: BTreeMap<String, String>,
}

/// The most modules and folders that are listed.
pub(super) const MAX_LISTED: usize = 1_000;

/// A package whose declarations were read.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ReadPackage {
    /// The import path.
    pub path: String,
    /// Its module and the version; empty for a vendored package.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub module: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// The folder of the tree; empty for a package of the module cache.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub folder: String,
    /// A hash over the stamps of a vendored package's files.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stamps: String,
    /// The name of its facts in the data folder.
    pub key: String,
}

/// Reason for which a package was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MissingReason {
    NotRequired,
    NotVendored,
    NotInCache,
    NoSuchPackage,
    BadName,
    NoChecksum,
    WrongChecksum,
    OutsideFolder,
    Link,
    NoFiles,
    NotYet,
    Limit,
}

impl MissingReason {
    /// Returns whether the package does not exist, rather than cannot be read.
    pub(super) fn is_absence(self) -> bool {
        matches!(self, Self::NotRequired | Self::NoSuchPackage | Self::NoFiles)
    }

    /// The reason as a phrase that follows a number of packages.
    pub fn words(self) -> &'static str {
        match self {
            Self::NotRequired => "of no module that go.mod requires",
            Self::NotVendored => "not in the vendor folder",
            Self::NotInCache => "not in the module cache (go mod download)",
            Self::NoSuchPackage => "not in their module",
            Self::BadName => "with a path or version that Go does not accept",
            Self::NoChecksum => "without a checksum in go.sum or in the cache",
            Self::WrongChecksum => "whose archive has another hash than go.sum states",
            Self::OutsideFolder => "replaced by a folder outside of the tree",
            Self::Link => "behind a link",
            Self::NoFiles => "without a Go file of this build",
            Self::NotYet => "not read yet (the next refresh goes on)",
            Self::Limit => "beyond the limits of a build",
        }
    }
}

impl DependencyReport {
    /// The module cache that was read; `None` if packages came from vendor folders, or from nowhere.
    pub(in crate::index) fn module_cache(&self) -> Option<DependencySource> {
        let (word, folder) = self.source.split_once(' ')?;
        let is_read = self.packages.iter().all(|package| package.folder.is_empty());
        (is_read && matches!(word, "machine" | "folder")).then(|| DependencySource::Folder(folder.into()))
    }

    /// Returns whether packages are left that could be read.
    pub fn is_unfinished(&self) -> bool {
        self.missing.contains_key(MissingReason::NotYet.words())
    }

    /// The modules that were read, with their versions and numbers of packages, in order.
    pub fn modules(&self) -> Vec<(&str, &str, usize)> {
        let mut modules: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for package in self.packages.iter().filter(|package| !package.module.is_empty()) {
            *modules.entry((&package.module, &package.version)).or_default() += 1;
        }
        modules.into_iter().map(|((path, version), packages)| (path, version, packages)).collect()
    }

    /// The numbers of packages that were read and that were not, as a sentence without its full stop; `None` if the tree needs
    /// none.
    pub fn summary(&self) -> Option<String> {
        let missing: u64 = self.missing.values().sum();
        if self.packages.is_empty() && missing == 0 {
            return None;
        }
        let vendored = self.packages.iter().filter(|package| !package.folder.is_empty()).count();
        let of = match (vendored, self.modules().len()) {
            (0, modules) => format!("of {}", counted(modules, "module")),
            (_, 0) => "vendored".to_owned(),
            (vendored, modules) => format!("of {}, {vendored} of them vendored", counted(modules, "module")),
        };
        let read = match self.packages.len() {
            0 => "declarations of no package read".to_owned(),
            packages => format!("declarations of {} read, {of}", counted(packages, "package")),
        };
        let missing: Vec<String> =
            self.missing.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
        let missing = if missing.is_empty() { String::new() } else { format!("; {}", missing.join(", ")) };
        Some(read + &missing)
    }
}
