//! Finds files that are in the program without being indexed: those that `//go:embed` names.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::fs::on_disk;
use crate::golang::facts::FileFacts;
use crate::impact::{Embed, embeds};

/// The most folders with such files that are listed, since one line can name a tree of any size.
const MAX_FOLDERS: usize = 1024;

/// Returns whether a file may embed others: the directive requires the import of `embed`.
pub(super) fn may_embed(facts: &FileFacts) -> bool {
    facts.imports.iter().any(|import| facts.name(import.path) == "embed")
}

/// The files that the Go files of a tree embed.
#[derive(Debug, Default)]
pub struct Embedded {
    /// Folders relative to the root, with the patterns of their Go files.
    named: Vec<(String, Vec<Embed>)>,
}

impl Embedded {
    /// Reads the directives of these files as they are on disk.
    pub fn by(root: &Path, files: &[String]) -> Self {
        let read = |path: &String| {
            let embeds = embeds(&String::from_utf8_lossy(&on_disk(root, path)?));
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            (!embeds.is_empty()).then(|| (folder.to_owned(), embeds))
        };
        Self { named: files.iter().filter_map(read).collect() }
    }

    /// Returns whether a file is embedded, by its path relative to the root.
    pub fn takes(&self, path: &str) -> bool {
        let below = |folder: &str| match folder {
            "" => Some(path),
            _ => path.strip_prefix(folder)?.strip_prefix('/'),
        };
        let takes = |(folder, embeds): &(String, Vec<Embed>)| {
            below(folder).is_some_and(|path| embeds.iter().any(|embed| embed.takes(path)))
        };
        self.named.iter().any(takes)
    }

    /// The existing folders with such files, relative to the root. Links are not followed.
    pub fn folders(&self, root: &Path) -> BTreeSet<PathBuf> {
        let mut folders = BTreeSet::new();
        for (folder, embeds) in &self.named {
            let top = root.join(folder);
            let mut ahead = vec![String::new()];
            while let Some(above) = ahead.pop() {
                let entries = fs::read_dir(top.join(&above)).into_iter().flatten().flatten();
                for entry in entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
                    let name = entry.file_name();
                    let Some(name) = name.to_str() else { continue };
                    let path = if above.is_empty() { name.to_owned() } else { format!("{above}/{name}") };
                    if folders.len() < MAX_FOLDERS
                        && embeds.iter().any(|embed| embed.leads_to(&path))
                        && folders.insert(Path::new(folder).join(&path))
                    {
                        ahead.push(path);
                    }
                }
            }
        }
        folders
    }
}
