//! Compares module files that differ: finds the modules that they require in other versions, and the symbols of the
//! tree that use these.

use std::collections::BTreeSet;
use std::path::Path;

use rustc_hash::FxHashMap;

use super::child::GitError;
use super::model::Diff;
use crate::golang::lower::Lowering;
use crate::golang::stdlib::Fate;
use crate::impact::{FileVersion, Requirements, put_in_order, users_of_changed};
use crate::index::before::{ChangedDependencies, ManifestChange};
use crate::index::fs::on_disk;
use crate::model::{Graph, SymbolId, counted, folder, grouped};

/// Notes the modules that differ, and adds symbols that did not change themselves, in files that belong to that `go.mod`: those
/// that use a declaration which is `compared` and differs, and those that use a package which is not compared. The files are
/// read from disk.
///
/// # Errors
/// The caller cancelled, which is checked between files.
pub(super) fn add_modules(
    check: &dyn Fn() -> Result<(), GitError>,
    root: &Path,
    graph: &Graph<'_>,
    manifests: &[ManifestChange],
    compared: &ChangedDependencies,
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
        // By module: whether all its packages that are imported are compared, and how many names differ of those in use.
        let mut differing: FxHashMap<&str, (bool, usize)> = FxHashMap::default();
        let mut seen = BTreeSet::new();
        for (file, import, _) in graph.imports_outside() {
            let symbol = graph.symbol(file);
            if let Some(change) = required.of_import(import)
                && folders.module(folder(symbol.path())) == folder(&manifest.path)
            {
                importers.entry(&change.path).or_default().insert(symbol.package());
                let (is_whole, n_differing) = differing.entry(&change.path).or_insert((true, 0));
                let Some(names) = compared.get(import) else {
                    *is_whole = false;
                    files.insert(file);
                    continue;
                };
                let is_new = seen.insert(import);
                for (name, fate) in names.iter().filter(|_| is_new) {
                    let fate = match fate {
                        Fate::Gone => "which is gone",
                        Fate::Differs => "which is declared otherwise",
                    };
                    let mut is_of_module =
                        |path: &str| folders.module(folder(path)) == folder(&manifest.path);
                    let name = format!("{import}.{name}");
                    let users = users_of_changed(graph, &name, (change, fate), &mut is_of_module);
                    *n_differing += usize::from(!users.is_empty());
                    named.extend(users);
                }
            }
        }
        for file in files {
            check()?;
            let path = graph.symbol(file).path();
            let Some(text) = on_disk(root, path) else { continue };
            let facts = lowering.facts(&text);
            let version = FileVersion { path: path.to_owned(), text, facts, exclusion: None };
            named.extend(required.named_by(graph, &version, &|import| compared.contains_key(import)));
        }
        if let Some(outside) = diff.outside.iter_mut().find(|outside| outside.path == manifest.path) {
            let notes = required.changes.iter().map(|change| {
                let by = match importers.get(change.path.as_str()).map_or(0, BTreeSet::len) {
                    0 => String::new(),
                    1 => ", imported by 1 package".to_owned(),
                    several => format!(", imported by {} packages", grouped(several as u64)),
                };
                let differs = match differing.get(change.path.as_str()) {
                    Some((true, 0)) => ", nothing that they use of it is declared otherwise".to_owned(),
                    Some((true, n)) => format!(", {} that they use declared otherwise", counted(*n, "name")),
                    _ => String::new(),
                };
                change.words() + &by + &differs
            });
            outside.notes = notes.collect();
        }
    }
    let mut listed: BTreeSet<SymbolId> = diff.changed.iter().filter_map(|changed| changed.symbol).collect();
    named.retain(|changed| changed.symbol.is_some_and(|symbol| listed.insert(symbol)));
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
