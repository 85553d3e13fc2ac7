//! Data of a build besides the graph: counts, times, skipped files. Stored as JSON in a section of its own.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::dependencies::DependencyReport;
use super::diagnostics::Diagnostics;
use super::task::Phase;
use super::walk::Skipped;
use crate::golang::build_constraint::{Host, settable_tags};
use crate::golang::facts::FileFacts;
use crate::golang::module::Links;
use crate::model::{Cause, EdgeKind, Graph, Origin, SymbolKind};

/// Must be raised whenever the same bytes of a file would give other facts, or the same facts another graph. A
/// generation made under another number is rebuilt from the files.
pub(super) const ANALYSIS_VERSION: u32 = 72;

/// The meta record of a generation.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Meta {
    /// Version of the program that wrote it.
    pub program: String,
    pub analysis: u32,
    /// The version of the text index.
    pub text: u32,
    /// Absolute path of the repository; bytes that are not UTF-8 replaced.
    pub root: String,
    /// When the walk began, in nanoseconds since the epoch. File stamps from then on prove nothing.
    pub began: i64,
    /// True if vendor folders were indexed.
    pub vendor: bool,
    /// The facts file that contains the facts, and the length of the part that this generation uses.
    #[serde(rename = "pack")]
    pub facts_file: FactsFileRef,
    pub counts: Counts,
    #[serde(rename = "flaws")]
    pub diagnostics: Diagnostics,
    /// Files that may embed others, relative to the root, sorted.
    pub embedding: Vec<String>,
    pub skipped: Skipped,
    /// The build that the tree was read for.
    pub host: Host,
    /// Build tags that only `-tags` can set, with the number of files whose constraint names each.
    pub build_tags: BTreeMap<String, u64>,
    /// The knowledge of other modules.
    pub dependencies: DependencyReport,
    /// Links that were followed inside the tree.
    pub links: Links,
    /// Milliseconds by phase.
    pub times: BTreeMap<Phase, f64>,
    /// The report of the ranking, as `rank` gives it.
    pub rank: serde_json::Value,
}

/// A facts file, and the length of the part that a generation uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactsFileRef {
    pub number: u64,
    pub len: u64,
}

/// Sizes of a graph. The keys of the maps are names of kinds, origins and causes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Counts {
    pub files: u64,
    pub lines: u64,
    pub symbols: u64,
    pub symbols_by_kind: BTreeMap<String, u64>,
    pub edges: u64,
    pub edges_by_kind: BTreeMap<String, u64>,
    pub edges_by_origin: BTreeMap<String, u64>,
    /// Unbound sites by cause.
    pub unresolved: BTreeMap<String, u64>,
}

impl Counts {
    /// Counts a graph's columns. O(columns).
    pub fn of(graph: &Graph<'_>) -> Self {
        Self {
            files: graph.n_files() as u64,
            lines: graph.file_lines.iter().map(|&lines| u64::from(lines)).sum(),
            symbols: graph.n_symbols() as u64,
            symbols_by_kind: tally(graph.symbol_kind, |n| SymbolKind::from_number(n).map(SymbolKind::name)),
            edges: graph.n_edges() as u64,
            edges_by_kind: tally(graph.edge_kind, |n| EdgeKind::from_number(n).map(EdgeKind::name)),
            edges_by_origin: tally(graph.edge_origin, |n| Origin::from_number(n).map(Origin::name)),
            unresolved: unresolved(graph),
        }
    }
}

fn tally(column: &[u8], word: impl Fn(u8) -> Option<&'static str>) -> BTreeMap<String, u64> {
    let mut counts = [0u64; 256];
    for &n in column {
        counts[usize::from(n)] += 1;
    }
    (0..=u8::MAX)
        .zip(counts)
        .filter(|&(_, count)| count > 0)
        .filter_map(|(n, count)| Some((word(n)?.to_owned(), count)))
        .collect()
}

fn unresolved(graph: &Graph<'_>) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for (&cause, &count) in graph.unbound_cause.iter().zip(graph.unbound_count) {
        if let Some(cause) = Cause::from_number(cause) {
            *counts.entry(cause.name().to_owned()).or_default() += u64::from(count);
        }
    }
    counts
}

/// The tags of files that only `-tags` can set, with the number of files whose constraint names each.
pub(super) fn build_tags<'f>(files: impl Iterator<Item = &'f FileFacts>) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for facts in files {
        let tags: BTreeSet<&str> = settable_tags(facts.name(facts.build)).collect();
        for tag in tags {
            *counts.entry(tag.to_owned()).or_default() += 1;
        }
    }
    counts
}

impl Meta {
    /// The other paths under which the index has the file with this path, in order: links to it, or what it is a link to
    /// with the other links to that.
    pub fn twins<'m>(&'m self, path: &'m str) -> Vec<&'m str> {
        let real = |path: &'m str| self.links.get(path).map_or(path, String::as_str);
        let links = self.links.keys().map(String::as_str);
        let twins = links.chain([real(path)]).filter(|twin| *twin != path && real(twin) == real(path));
        twins.collect()
    }

    /// Returns whether this program would make the same graph of the same files.
    pub fn is_current(&self, vendor: bool) -> bool {
        self.program == env!("CARGO_PKG_VERSION")
            && self.analysis == ANALYSIS_VERSION
            && self.text == crate::search::text::TEXT_VERSION
            && self.vendor == vendor
    }
}
