//! Where one begins to read a symbol, and what it holds. A package has no file of its own: one of its files speaks for it.

use std::cmp::Reverse;

use super::{EdgeKind, FileId, Graph, StrId, SymbolId, SymbolKind, symbol_flag};

impl<'a> Graph<'a> {
    /// The files of a package, in order of path. O(files).
    pub fn files_of(&self, package: SymbolId) -> impl Iterator<Item = FileId> + use<'a> {
        let packages = self.file_package;
        (0..packages.len()).filter(move |&file| packages[file] == package.0).map(|file| FileId(file as u32))
    }

    /// The file that speaks for a package: one with a doc comment, by Go's custom `doc.go` or the longest of them; else
    /// the first that the host builds. Tests and what a generator wrote only where there is nothing else.
    #[must_use]
    pub fn face(&self, package: SymbolId) -> Option<FileId> {
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

    /// What a symbol holds directly: a type's fields and methods, a package's files; of a file what stands in it, methods of
    /// types that stand elsewhere among it.
    #[must_use]
    pub fn members(&self, of: SymbolId) -> Vec<SymbolId> {
        let holder = self.symbol(of);
        let Some(file) = holder.file().filter(|_| holder.kind() == SymbolKind::File) else {
            let members = self.incoming(of).filter(|edge| edge.kind == EdgeKind::MemberOf);
            return members.map(|edge| edge.from).collect();
        };
        let is_direct = |&id: &SymbolId| {
            let owner = self.symbol(id).owner().map(|owner| self.symbol(owner).file());
            id != of && owner != Some(Some(file))
        };
        self.symbols_of(file).map(SymbolId).filter(is_direct).collect()
    }

    /// The innermost symbol that a line of a file belongs to. O(symbols of the file).
    #[must_use]
    pub fn around(&self, file: FileId, line: u32) -> Option<SymbolId> {
        self.symbols_of(file)
            .map(|ix| self.symbol(SymbolId(ix)))
            .filter(|symbol| !symbol.kind().is_container())
            .filter(|symbol| (symbol.line()..=symbol.end_line()).contains(&line))
            .min_by_key(|symbol| symbol.end_line() - symbol.line())
            .map(|symbol| symbol.id)
    }

    /// The path and line where one begins to read a symbol.
    #[must_use]
    pub fn place(&self, symbol: SymbolId) -> (&'a str, u32) {
        let of = self.symbol(symbol);
        let face = if of.file().is_some() { None } else { self.face(symbol) };
        let line = face.map_or(of.line(), |file| self.symbol(SymbolId(self.file_symbol[file.ix()])).line());
        let folder = StrId(self.symbol_qualified[symbol.ix()]);
        (of.file().or(face).map_or_else(|| self.str(folder), |file| self.path(file)), line)
    }
}
