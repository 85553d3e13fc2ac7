//! Determines the inputs of a graph: the content of each file, known from the stored state or read again.

use std::path::Path;

use rayon::ThreadPool;

use super::IndexError;
use super::dependencies::{self, DependencyContext};
use super::files::Files;
use super::parse::{self, Digest, FactsSource, KnownFacts};
use super::snapshot::Snapshot;
use super::task::Task;
use super::walk::{FoundFile, WalkedTree};
use crate::golang::module::Links;

/// The difference between a refreshed index and the stored one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexChange {
    /// No file's content changed.
    None,
    /// No file's content changed, but the tree is read for another build, or with other sources of dependencies.
    Rebound,
    /// Everything was made from the files, because there was no usable index, or on request.
    Built,
    /// Numbers of files that were added, changed and removed.
    Updated { added: usize, changed: usize, removed: usize },
}

/// The content of a tree. The lists are in order of path bytes.
pub(super) struct Inputs {
    pub files: Vec<(FoundFile, Digest)>,
    pub manifests: Vec<ManifestInput>,
    pub links: Links,
    /// Number of files that were parsed.
    pub parsed: usize,
    /// Number of files that were read only to find that their content is the stored one.
    pub reread: usize,
}

/// A `go.mod` or `go.work` file.
pub(super) struct ManifestInput {
    pub found: FoundFile,
    pub hash: [u8; 32],
    pub bytes: Vec<u8>,
}

impl Inputs {
    /// Takes the files and manifests out of `tree`. Files with an unchanged stamp are known from `base`; the others
    /// are read, and lowered if their content is new. Unreadable files join the tree's skipped paths.
    pub(super) fn read(
        root: &Path,
        tree: &mut WalkedTree,
        base: Option<&Snapshot>,
        pool: &ThreadPool,
        task: &Task<'_>,
    ) -> Result<Self, IndexError> {
        let found = std::mem::take(&mut tree.files);
        let (old, old_began) = base.map_or_else(Default::default, |b| (b.files(), b.meta().began));
        let mut digests: Vec<Option<Digest>> = found.iter().map(|f| unchanged(f, &old, old_began)).collect();
        let suspects: Vec<usize> = (0..digests.len()).filter(|&ix| digests[ix].is_none()).collect();
        let known = if suspects.is_empty() { KnownFacts::default() } else { by_content(&old) };

        let mut parsed = 0;
        let mut skips = Vec::new();
        let wanted: Vec<&FoundFile> = suspects.iter().map(|&ix| &found[ix]).collect();
        let answers = parse::parse(root, &wanted, &known, pool, task)?;
        for (&ix, answer) in suspects.iter().zip(answers) {
            match answer {
                Ok(digest) => {
                    parsed += usize::from(matches!(digest.facts, FactsSource::New(..)));
                    digests[ix] = Some(digest);
                }
                Err(skip) => skips.push(skip),
            }
        }
        let mut manifests = Vec::new();
        for found in std::mem::take(&mut tree.manifests) {
            let mut bytes = Vec::new();
            match parse::read(root, &found.path, &mut bytes) {
                Ok(()) => manifests.push(ManifestInput { hash: parse::hash(&bytes), found, bytes }),
                Err(skip) => skips.push(skip),
            }
        }
        tree.skipped.extend(skips);
        let files =
            found.into_iter().zip(digests).filter_map(|(found, digest)| Some((found, digest?))).collect();
        let links = std::mem::take(&mut tree.links);
        Ok(Self { files, manifests, links, parsed, reread: suspects.len() - parsed })
    }

    /// Compares the content and the build with those of `base`. O(n log n).
    pub(super) fn change(&self, base: Option<&Snapshot>, context: &DependencyContext<'_>) -> IndexChange {
        let Some(base) = base else { return IndexChange::Built };
        let old = base.files();
        let is_same_build = base.meta().host == *context.host
            && base.meta().dependencies.source == dependencies::source_word(context.source);
        let (mut added, mut changed, mut same) = (0, 0, 0);
        let files = self.files.iter().map(|(found, digest)| (&found.path, &digest.hash));
        let manifests = self.manifests.iter().map(|m| (&m.found.path, &m.hash));
        for (path, hash) in files.chain(manifests) {
            match old.find(path) {
                None => added += 1,
                Some(row) if row.hash == *hash => same += 1,
                Some(_) => changed += 1,
            }
        }
        let removed = old.len() - same - changed;
        changed += context.n_changes();
        changed += usize::from((added, changed, removed) == (0, 0, 0) && self.links != base.meta().links);
        match (added, changed, removed) {
            (0, 0, 0) if !is_same_build => IndexChange::Rebound,
            (0, 0, 0) => IndexChange::None,
            (added, changed, removed) => IndexChange::Updated { added, changed, removed },
        }
    }
}

/// The stored digest of a file; `None` unless its stamp proves that it is unchanged.
fn unchanged(found: &FoundFile, old: &Files<'_>, old_began: i64) -> Option<Digest> {
    let row = old.find(&found.path)?;
    let same = row.stamp() == found.stamp && !found.stamp.is_racy(old_began);
    same.then_some(Digest { hash: row.hash, facts: FactsSource::Stored(row.facts) })
}

/// The places of stored facts by content hash, so that a file that was touched, moved or copied is not parsed again.
pub(super) fn by_content(old: &Files<'_>) -> KnownFacts {
    old.iter().filter(|(_, row)| row.facts.len > 0).map(|(_, row)| (row.hash, row.facts)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::files::{FactsRange, FileTable, Role};
    use crate::index::walk::Stamp;

    #[test]
    fn only_an_equal_and_settled_stamp_spares_reading_a_file() {
        const SECOND: i64 = 1_000_000_000;
        let stamp = Stamp { size: 5, modified: 10 * SECOND, changed: 20 * SECOND };
        let found = |stamp| FoundFile { path: "a.go".to_owned(), stamp };
        let mut table = FileTable::default();
        table.push(&found(stamp), Role::Source, [7; 32], FactsRange::default());
        let known = |stamp, began| unchanged(&found(stamp), &table.view(), began * SECOND).is_some();
        assert!(known(stamp, 100));
        for (what, stamp, began) in [
            ("another size", Stamp { size: 6, ..stamp }, 100),
            ("another time", Stamp { modified: 11 * SECOND, ..stamp }, 100),
            ("an edit that put the old time back", Stamp { changed: 21 * SECOND, ..stamp }, 100),
            ("written while the index was being made", stamp, 21),
        ] {
            assert!(!known(stamp, began), "{what}");
        }
        let other = FoundFile { path: "b.go".to_owned(), stamp };
        assert!(unchanged(&other, &table.view(), 100 * SECOND).is_none());
    }
}
