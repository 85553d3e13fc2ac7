//! Compares module files that differ: finds the modules that they require in other versions, and the symbols of the
//! tree that use these.

use std::collections::BTreeSet;
use std::path::Path;

use rustc_hash::FxHashMap;

use super::child::GitError;
use super::model::Diff;
use crate::golang::lower::Lowering;
use crate::impact::{FileVersion, Requirements, put_in_order};
use crate::index::before::ManifestChange;
use crate::index::fs::on_disk;
use crate::model::{Graph, SymbolId, folder, grouped};

/// Notes the modules that differ, and adds the symbols that use a package of one of them and did not change
/// themselves, in files that belong to that `go.mod`. The files are read from disk.
///
/// # Errors
/// The caller cancelled, which is checked between files.
pub(super) fn add_modules(
    check: &dyn Fn() -> Result<(), GitError>,
    root: &Path,
    graph: &Graph<'_>,
    manifests: &[ManifestChange],
    diff: &mut Diff,
) -> Result<(), GitError> {
    let text = |side: &Option<Vec<u8>>| Some(String::from_utf8_lossy(side.as_ref()?).into_owned());
    let mut folders = ModuleFolders { root, known: FxHashMap::default() };
    let mut lowering = Lowering::new();
    let mut named = Vec::new();
    for manifest in manifests.iter().filter(|manifest| manifest.path.rsplit('/').next() == Some("go.mod")) {
        // A module file that is new or gone as a whole changes no versions.
        let (Some(old), Some(new)) = (text(&manifest.old), text(&manifest.new)) else { continue };
        let required = Requirements::between(&old, &new);
        let mut importers: FxHashMap<&str, BTreeSet<SymbolId>> = FxHashMap::default();
        let mut files = BTreeSet::new();
        for (file, import, _) in graph.imports_outside() {
            let symbol = graph.symbol(file);
            if let Some(change) = required.of_import(import)
                && folders.module(folder(symbol.path())) == folder(&manifest.path)
            {
                importers.entry(&change.path).or_default().insert(symbol.package());
                files.insert(file);
            }
        }
        for file in files {
            check()?;
            let path = graph.symbol(file).path();
            let Some(text) = on_disk(root, path) else { continue };
            let facts = lowering.facts(&text);
            named.extend(required.named_by(graph, &FileVersion { path: path.to_owned(), text, facts }));
        }
        if let Some(outside) = diff.outside.iter_mut().find(|outside| outside.path == manifest.path) {
            let notes = required.changes.iter().map(|change| {
                let by = match importers.get(change.path.as_str()).map_or(0, BTreeSet::len) {
                    0 => String::new(),
                    1 => ", imported by 1 package".to_owned(),
                    several => format!(", imported by {} packages", grouped(several as u64)),
                };
                change.words() + &by
            });
            outside.notes = notes.collect();
        }
    }
    let listed: BTreeSet<SymbolId> = diff.changed.iter().filter_map(|changed| changed.symbol).collect();
    named.retain(|changed| changed.symbol.is_some_and(|symbol| !listed.contains(&symbol)));
    diff.changed.extend(named);
    put_in_order(&mut diff.changed);
    Ok(())
}

/// Finds the folders that contain a `go.mod`.
struct ModuleFolders<'r> {
    root: &'r Path,
    known: FxHashMap<String, bool>,
}

impl ModuleFolders<'_> {
    /// The folder of the module that contains a folder; the root if there is none.
    fn module<'f>(&mut self, mut at: &'f str) -> &'f str {
        while !at.is_empty() {
            let is_one = if let Some(known) = self.known.get(at) {
                *known
            } else {
                let found = self.root.join(at).join("go.mod").is_file();
                self.known.insert(at.to_owned(), found);
                found
            };
            if is_one {
                break;
            }
            at = folder(at);
        }
        at
    }
}
