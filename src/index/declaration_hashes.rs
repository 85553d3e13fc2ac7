//! Hashes of the declarations that `memory` keeps, so that a symbol is recognised after it was renamed.
//!
//! They are stored beside the sidecar and not in it, because the sidecar contains only ids, counts and timestamps. A
//! hash has 64 bits, from which the source cannot be recovered. If the file is lost, renamed symbols are not
//! recognised; nothing else happens.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use super::fs::{Opener, write_whole};
use crate::interactions::InteractionLog;
use crate::model::Graph;
use crate::tour::Finder;

const NAME: &str = ".interactions.prints.json";

/// Hashes by symbol id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DeclarationHashes(BTreeMap<String, String>);

impl DeclarationHashes {
    /// The hashes stored in a folder; empty if they cannot be read.
    pub(super) fn load(dir: &Path) -> Self {
        let text = fs::read(dir.join(NAME)).unwrap_or_default();
        Self(serde_json::from_slice(&text).unwrap_or_default())
    }

    /// The hash of an id; empty if there is none.
    pub(super) fn of(&self, id: &str) -> &str {
        self.0.get(id).map_or("", String::as_str)
    }

    #[cfg(test)]
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Hashes of the symbols `ids` in the present tree. A symbol that the tree does not have keeps its old one. The
    /// ids should be sorted.
    pub(super) fn renewed<'i>(
        &self,
        ids: impl IntoIterator<Item = &'i str>,
        graph: &Graph<'_>,
        root: &Path,
    ) -> Self {
        let mut hashes = BTreeMap::new();
        // Sorted ids are in order of path, so texts of earlier files are not needed again.
        let (mut path, mut opener) = (String::new(), Opener::new(root));
        for id in ids {
            let symbol = graph.find_id(id).filter(|&symbol| !graph.symbol(symbol).kind().is_container());
            let hash = symbol.map_or_else(String::new, |symbol| {
                let at = graph.symbol(symbol).path();
                if at != path {
                    at.clone_into(&mut path);
                    opener = Opener::new(root);
                }
                Finder::new(graph, &|path| opener.open(path)).print_of(symbol)
            });
            let hash = if hash.is_empty() { self.of(id).to_owned() } else { hash };
            if !hash.is_empty() {
                hashes.insert(id.to_owned(), hash);
            }
        }
        Self(hashes)
    }

    /// These hashes, where `others` replace those of the same ids.
    pub(super) fn with(&self, others: Self) -> Self {
        let mut hashes = self.clone();
        hashes.0.extend(others.0);
        hashes
    }

    /// The hashes of symbols that `memory` still has.
    pub(super) fn retained(&self, memory: &InteractionLog) -> Self {
        let kept = self.0.iter().filter(|(id, _)| memory.get(id).is_some());
        Self(kept.map(|(id, hash)| (id.clone(), hash.clone())).collect())
    }

    /// Stores the hashes in a folder if they differ from those stored there. Without any hashes, the file is removed.
    ///
    /// # Errors
    /// The hashes cannot be written.
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
