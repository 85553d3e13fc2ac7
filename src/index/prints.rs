//! Fingerprints of the declarations that are remembered, so that a symbol is known again when it was renamed.
//!
//! They lie beside the sidecar and not in it: the sidecar is ids, counts and timestamps. A print is 64 bits of a hash,
//! from which nobody gets back to the source. Losing the file costs no more than the recognition.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use super::fs::{Opener, write_whole};
use crate::memory::Memory;
use crate::model::Graph;
use crate::tour::Finder;

const NAME: &str = ".interactions.prints.json";

/// Prints by id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Prints(BTreeMap<String, String>);

impl Prints {
    /// Those kept in a folder; none when they cannot be read.
    pub(super) fn load(dir: &Path) -> Self {
        let text = fs::read(dir.join(NAME)).unwrap_or_default();
        Self(serde_json::from_slice(&text).unwrap_or_default())
    }

    /// The print of an id; empty when there is none.
    pub(super) fn of(&self, id: &str) -> &str {
        self.0.get(id).map_or("", String::as_str)
    }

    #[cfg(test)]
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Prints of symbols as the tree is now; those of symbols that it has not are kept as they were. `ids` should be
    /// in order.
    pub(super) fn renewed<'i>(
        &self,
        ids: impl IntoIterator<Item = &'i str>,
        graph: &Graph<'_>,
        root: &Path,
    ) -> Self {
        let mut prints = BTreeMap::new();
        // Ids come in order of path, and a new file makes the texts of the ones before worthless.
        let (mut path, mut opener) = (String::new(), Opener::new(root));
        for id in ids {
            let symbol = graph.find_id(id).filter(|&symbol| !graph.symbol(symbol).kind().is_container());
            let print = symbol.map_or_else(String::new, |symbol| {
                let at = graph.symbol(symbol).path();
                if at != path {
                    at.clone_into(&mut path);
                    opener = Opener::new(root);
                }
                Finder::new(graph, &|path| opener.open(path)).print_of(symbol)
            });
            let print = if print.is_empty() { self.of(id).to_owned() } else { print };
            if !print.is_empty() {
                prints.insert(id.to_owned(), print);
            }
        }
        Self(prints)
    }

    /// These, and others in the place of those of the same ids.
    pub(super) fn with(&self, others: Self) -> Self {
        let mut prints = self.clone();
        prints.0.extend(others.0);
        prints
    }

    /// Those of what is still remembered.
    pub(super) fn kept(&self, memory: &Memory) -> Self {
        let kept = self.0.iter().filter(|(id, _)| memory.get(id).is_some());
        Self(kept.map(|(id, print)| (id.clone(), print.clone())).collect())
    }

    /// Keeps them in a folder, where they differ from what is there; none leave no file.
    ///
    /// # Errors
    /// They cannot be written.
    pub(super) fn save(&self, dir: &Path, there: &Self) -> io::Result<()> {
        if self == there {
            return Ok(());
        }
        let path = dir.join(NAME);
        if !self.0.is_empty() {
            return write_whole(&path, &serde_json::to_vec_pretty(&self.0)?);
        }
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}
