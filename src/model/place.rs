//! Finds where a reader begins with a symbol, and what it contains. A package has no file of its own; one of its
//! files represents it.

use std::cmp::Reverse;

use super::{EdgeKind, FileId, Graph, StrId, SymbolId, SymbolKind, symbol_flag};

impl<'a> Graph<'a> {
    /// The files of a package, in order of path. O(files).
    pub fn files_of(&self, package: SymbolId) -> impl Iterator<Item = FileId> + use<'a> {
        let packages = self.file_package;
        (0..packages.len()).filter(move |&file| packages[file] == package.0).map(|file| FileId(file as u32))
    }

    /// The file that represents a package: the one with its doc comment (`doc.go`, or the longest comment), else the
    /// first that the host builds. Tests and generated files are chosen only if there is nothing else.
    pub fn primary_file(&self, package: SymbolId) -> Option<FileId> {
        let name = self.symbol(package).name();
        self.files_of(package).max_by_key(|&file| {
            let of = self.symbol(SymbolId(self.file_symbol[file.ix()]));
            let base = of.name().strip_suffix(".go").unwrap_or(of.name());
            let doc = self.symbol_doc_end[of.id.ix()].saturating_sub(self.symbol_doc_start[of.id.ix()]);
            let spare = symbol_flag::TEST | symbol_flag::GENERATED;
            let built = !of.has(symbol_flag::CONSTRAINED);
            (
                !of.has(spare),
                doc > 0,
                built,
                doc > 0 && base == "doc",
                doc > 0 && base == name,
                doc,
                Reverse(file),
            )
        })
    }

    /// The direct members of a symbol: of a type its fields and methods, of a package its files, of a file its
    /// declarations and the methods of types that other files declare.
    pub fn members(&self, of: SymbolId) -> Vec<SymbolId> {
        let holder = self.symbol(of);
        let (SymbolKind::File, Some(file)) = (holder.kind(), holder.file()) else {
            let edges = self.incoming_ids(of).iter().map(|&edge| edge as usize);
            let members = edges.filter(|&edge| self.edge_kind[edge] == EdgeKind::MemberOf as u8);
            return members.map(|edge| SymbolId(self.edge_from[edge])).collect();
        };
        let is_direct = |&id: &SymbolId| {
            let owner = self.symbol(id).owner().map(|owner| self.symbol(owner).file());
            id != of && owner != Some(Some(file))
        };
        self.symbols_of(file).map(SymbolId).filter(is_direct).collect()
    }

    /// The innermost symbol that contains a line of a file; `None` if there is none. O(symbols of the file).
    pub fn around(&self, file: FileId, line: u32) -> Option<SymbolId> {
        self.symbols_of(file)
            .map(|ix| self.symbol(SymbolId(ix)))
            .filter(|symbol| !symbol.kind().is_container())
            .filter(|symbol| (symbol.line()..=symbol.end_line()).contains(&line))
            .min_by_key(|symbol| symbol.end_line() - symbol.line())
            .map(|symbol| symbol.id)
    }

    /// The path and the line (from 1) where a reader begins with a symbol.
    pub fn place(&self, symbol: SymbolId) -> (&'a str, u32) {
        let of = self.symbol(symbol);
        let primary = if of.file().is_some() { None } else { self.primary_file(symbol) };
        let line =
            primary.map_or(of.line(), |file| self.symbol(SymbolId(self.file_symbol[file.ix()])).line());
        let folder = StrId(self.symbol_qualified[symbol.ix()]);
        (of.file().or(primary).map_or_else(|| self.str(folder), |file| self.path(file)), line)
    }
}
