//! Reads what the search for unused code needs besides the graph: the texts of Go files, and assembly.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::fs::on_disk;
use super::parse;
use super::snapshot::Snapshot;
use crate::impact::is_assembly;
use crate::unused::{self, Options, Tree, Unused};

/// Finds the code that nothing in a tree reaches; `None` if `cancelled` returned true. Reads all Go files of the
/// snapshot twice.
#[must_use]
pub fn find_unused(
    snapshot: &Snapshot,
    options: Options,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Unused> {
    let (graph, root) = (snapshot.graph(), snapshot.root());
    let text = |path: &str| {
        let mut bytes = Vec::new();
        parse::read(root, path, &mut bytes).ok().map(|()| bytes)
    };
    let paths = graph.file_path.iter().enumerate();
    let paths = paths.map(|(file, _)| graph.path(crate::model::FileId(file as u32)));
    let folders: BTreeSet<&str> =
        paths.map(|path| path.rsplit_once('/').map_or("", |(folder, _)| folder)).collect();
    let assembly: Vec<Vec<u8>> = folders.into_iter().flat_map(|folder| assembly_in(root, folder)).collect();
    unused::find(&graph, Tree { text: &text, assembly: &assembly, cancelled }, options)
}

/// The content of the assembly files of a folder. Links are not followed.
fn assembly_in(root: &Path, folder: &str) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let names = names.filter(|name| name.rsplit_once('.').is_some_and(|(_, ending)| is_assembly(ending)));
    let mut paths: Vec<String> =
        names.map(|name| if folder.is_empty() { name } else { format!("{folder}/{name}") }).collect();
    paths.sort_unstable();
    paths.iter().filter_map(|path| on_disk(root, path)).collect()
}
