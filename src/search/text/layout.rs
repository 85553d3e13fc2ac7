//! Assigns files to shards and orders a shard's symbols.

use crate::model::{FileId, Graph, SymbolId, symbol_flag};

/// Shards of sources, and as many as [`TEST_SHARDS`] of tests behind them.
const SOURCE_SHARDS: usize = 8;
const TEST_SHARDS: usize = 4;
/// All shards.
pub const SHARDS: usize = SOURCE_SHARDS + TEST_SHARDS;

/// The documents of a graph: symbols that have text of their own, which are all but files and packages.
///
/// Documents are numbered shard by shard, in each by file and symbol. O(symbols) to make.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Files of each shard, rising.
    files: Vec<Vec<FileId>>,
    /// Where the symbols of file `i` end in `symbols`.
    file_ends: Vec<u32>,
    symbols: Vec<SymbolId>,
}

impl Layout {
    pub fn of(graph: &Graph<'_>) -> Self {
        let mut files = vec![Vec::new(); SHARDS];
        for file in (0..graph.n_files() as u32).map(FileId) {
            let is_test = graph.file_flags[file.ix()] & symbol_flag::TEST != 0;
            files[shard_of(graph.path(file), is_test)].push(file);
        }
        let owners = || {
            let symbols = graph.symbols().filter(|symbol| !symbol.kind().is_container());
            symbols.filter_map(|symbol| Some((symbol.file()?, symbol.id)))
        };
        let mut file_ends = vec![0; graph.n_files()];
        owners().for_each(|(file, _)| file_ends[file.ix()] += 1);
        let mut end = 0;
        let mut next: Vec<u32> = Vec::with_capacity(file_ends.len());
        for count in &mut file_ends {
            next.push(end);
            end += *count;
            *count = end;
        }
        let mut symbols = vec![SymbolId(0); end as usize];
        for (file, symbol) in owners() {
            symbols[next[file.ix()] as usize] = symbol;
            next[file.ix()] += 1;
        }
        Self { files, file_ends, symbols }
    }

    /// The files of a shard, in order of path.
    pub fn files(&self, shard: usize) -> &[FileId] {
        &self.files[shard]
    }

    /// The symbols of a file that are documents.
    pub fn symbols(&self, file: FileId) -> &[SymbolId] {
        let start = if file.0 == 0 { 0 } else { self.file_ends[file.ix() - 1] };
        &self.symbols[start as usize..self.file_ends[file.ix()] as usize]
    }

    /// The symbols of a shard in the order of its documents.
    pub fn documents(&self, shard: usize) -> impl Iterator<Item = SymbolId> {
        self.files(shard).iter().flat_map(|&file| self.symbols(file)).copied()
    }
}

/// Returns whether a shard holds tests.
pub(super) fn holds_tests(shard: usize) -> bool {
    shard >= SOURCE_SHARDS
}

/// Depends on the path alone, so that other files cannot move a file.
fn shard_of(path: &str, is_test: bool) -> usize {
    let hash = crc32fast::hash(path.as_bytes()) as usize;
    if is_test { SOURCE_SHARDS + hash % TEST_SHARDS } else { hash % SOURCE_SHARDS }
}
