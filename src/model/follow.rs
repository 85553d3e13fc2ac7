//! Finds symbols of an earlier graph by their ids: unchanged, or where they moved.

use rustc_hash::FxHashMap;

use super::{FileId, Graph, StrId, SymbolId, SymbolKind};

/// The fate of an id that was stored earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// The graph has a symbol of this id.
    Same(SymbolId),
    /// The id is gone, and exactly one symbol can be the one that it named.
    Moved(SymbolId),
    /// No symbol, or more than one, could be the one it named.
    Gone,
}

/// The parts of an id, not checked against any graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdParts<'a> {
    pub path: &'a str,
    /// The qualified name; the plain name for containers.
    pub name: &'a str,
    pub kind: SymbolKind,
    /// 1 unless the id ends in `#2` and so on.
    pub ordinal: u32,
}

impl<'a> IdParts<'a> {
    /// Splits an id; `None` if the text does not have the form of an id. Paths may contain `::`, names and kinds
    /// cannot.
    pub fn of(id: &'a str) -> Option<Self> {
        let (head, kind) = id.rsplit_once("::")?;
        let (path, name) = head.rsplit_once("::")?;
        let (kind, ordinal) = match kind.split_once('#') {
            Some((kind, ordinal)) => (kind, ordinal.parse().ok().filter(|&n| n > 1)?),
            None => (kind, 1),
        };
        Some(Self { path, name, kind: SymbolKind::from_name(kind)?, ordinal })
    }

    /// The folder of the path; `.` for the root.
    pub fn folder(&self) -> &'a str {
        self.path.rsplit_once('/').map_or(".", |(folder, _)| folder)
    }
}

impl Graph<'_> {
    /// The symbol with this id, in the form of [`super::Symbol::id_text`]. O(log files + symbols of its file); for
    /// packages O(packages).
    pub fn find_id(&self, id: &str) -> Option<SymbolId> {
        let parts = IdParts::of(id)?;
        let candidates = if parts.kind == SymbolKind::Package {
            0..self.symbol_file.partition_point(|&file| FileId::some(file).is_none()) as u32
        } else {
            self.symbols_of(self.find_file(parts.path)?)
        };
        candidates.map(SymbolId).find(|&candidate| {
            let symbol = self.symbol(candidate);
            let name = if parts.kind.is_container() { symbol.name() } else { symbol.qualified() };
            symbol.kind() == parts.kind
                && name == parts.name
                && self.symbol_ordinal[candidate.ix()].max(1) == parts.ordinal
                && symbol.path() == parts.path
        })
    }

    /// The symbol of an id that is gone, if it moved to another file of its folder: the only one with its qualified
    /// name and kind there. `None` for containers. O(files below the folder + symbols in it).
    pub fn find_nearby(&self, id: &str) -> Option<SymbolId> {
        let parts = IdParts::of(id).filter(|parts| !parts.kind.is_container() && parts.ordinal == 1)?;
        let files = self.files_in(parts.folder());
        let mut named = files.flat_map(|file| self.symbols_of(file)).map(SymbolId).filter(|&symbol| {
            let symbol = self.symbol(symbol);
            symbol.kind() == parts.kind && symbol.qualified() == parts.name
        });
        let only = named.next()?;
        if named.next().is_some() { None } else { Some(only) }
    }

    /// The symbol of this graph with the id that `symbol` has in `other`, a graph of the same tree at another time.
    pub fn counterpart(&self, other: &Graph<'_>, symbol: SymbolId) -> Option<SymbolId> {
        self.find_id(&other.symbol(symbol).id_text())
    }

    /// The file at a path relative to the root. O(log files).
    pub fn find_file(&self, path: &str) -> Option<FileId> {
        let at = self.file_path.partition_point(|&text| self.str(StrId(text)) < path);
        let found = self.file_path.get(at).is_some_and(|&text| self.str(StrId(text)) == path);
        found.then_some(FileId(at as u32))
    }

    /// The files in a folder, `.` for the root, without those in folders below it. O(log files + files below it).
    pub fn files_in(&self, folder: &str) -> impl Iterator<Item = FileId> {
        let prefix = if folder == "." { String::new() } else { format!("{folder}/") };
        let start = self.file_path.partition_point(|&text| self.str(StrId(text)) < prefix.as_str());
        (start as u32..self.n_files() as u32)
            .map(|ix| (FileId(ix), self.path(FileId(ix))))
            .map_while(move |(file, path)| Some((file, path.strip_prefix(prefix.as_str())?)))
            .filter_map(|(file, rest)| (!rest.contains('/')).then_some(file))
    }

    /// The ids of a file's symbols, the file's own first. They are adjacent, since symbols are in order of file.
    pub fn symbols_of(&self, file: FileId) -> std::ops::Range<u32> {
        // Packages come first and have no file, so their key is below that of every file.
        let key = |raw: u32| FileId::some(raw).map_or(0, |f| u64::from(f.0) + 1);
        let wanted = key(file.0);
        let start = self.symbol_file.partition_point(|&raw| key(raw) < wanted);
        let end = self.symbol_file.partition_point(|&raw| key(raw) <= wanted);
        start as u32..end as u32
    }
}

/// Follows ids into a graph. It serves many look-ups, and indexes names when the first id is missing.
pub struct Follower<'g> {
    graph: &'g Graph<'g>,
    by_name: Option<FxHashMap<&'g str, Vec<SymbolId>>>,
}

impl<'g> Follower<'g> {
    pub fn new(graph: &'g Graph<'g>) -> Self {
        Self { graph, by_name: None }
    }

    /// The symbol that has `id` or had it earlier. A symbol that left its file is recognised by its qualified name
    /// and kind: first in its own folder, then elsewhere, if it is the only one with this name in the whole graph. A
    /// symbol whose kind changed must be the only one with its name in its file, or else in its folder. Containers,
    /// and names that several symbols of one place have, are not guessed.
    ///
    /// O(log files + symbols of the file) for an id that still exists; the first one that does not costs O(symbols)
    /// once.
    pub fn follow(&mut self, id: &str) -> Followed {
        if let Some(symbol) = self.graph.find_id(id) {
            return Followed::Same(symbol);
        }
        let Some(parts) = IdParts::of(id).filter(|p| !p.kind.is_container() && p.ordinal == 1) else {
            return Followed::Gone;
        };
        let graph = self.graph;
        let named = self.named(parts.name, parts.kind);
        let folder =
            |id: SymbolId| graph.symbol(id).path().rsplit_once('/').map_or(".", |(folder, _)| folder);
        let mut near = named.iter().copied().filter(|&id| folder(id) == parts.folder());
        match (near.next(), near.next(), &named[..]) {
            (Some(one), None, _) | (None, _, &[one]) => Followed::Moved(one),
            (None, ..) => self.of_other_kind(&parts).map_or(Followed::Gone, Followed::Moved),
            _ => Followed::Gone,
        }
    }

    /// The only symbol with a name in its file, or else in its folder, whatever its kind.
    fn of_other_kind(&mut self, parts: &IdParts<'_>) -> Option<SymbolId> {
        let graph = self.graph;
        let path = |id: &SymbolId| graph.symbol(*id).path();
        let is_in_folder = |id: &SymbolId| path(id).rsplit_once('/').map_or(".", |at| at.0) == parts.folder();
        let near: Vec<SymbolId> = self.called(parts.name).iter().copied().filter(is_in_folder).collect();
        let here: Vec<SymbolId> = near.iter().copied().filter(|id| path(id) == parts.path).collect();
        match (&here[..], &near[..]) {
            (&[one], _) | ([], &[one]) => Some(one),
            _ => None,
        }
    }

    /// Symbols with a qualified name and a kind, in order of id.
    pub fn named(&mut self, name: &str, kind: SymbolKind) -> Vec<SymbolId> {
        let graph = self.graph;
        let of_kind = |id: &SymbolId| graph.symbol(*id).kind() == kind;
        self.called(name).iter().copied().filter(of_kind).collect()
    }

    fn called(&mut self, name: &str) -> &[SymbolId] {
        let graph = self.graph;
        let by_name = self.by_name.get_or_insert_with(|| {
            let mut by_name: FxHashMap<&'g str, Vec<SymbolId>> = FxHashMap::default();
            for symbol in graph.symbols().filter(|s| !s.kind().is_container()) {
                by_name.entry(symbol.qualified()).or_default().push(symbol.id);
            }
            by_name
        });
        by_name.get(name).map_or(&[], Vec::as_slice)
    }
}
