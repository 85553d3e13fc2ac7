//! Reads symbols, edges and ids of a graph.

use std::ops::Range;

use super::{Cause, EdgeId, EdgeKind, FileId, Graph, Origin, StrId, SymbolId, SymbolKind, symbol_flag};

/// A symbol of a graph, with its attributes as methods.
#[derive(Clone, Copy)]
pub struct Symbol<'a> {
    graph: &'a Graph<'a>,
    pub id: SymbolId,
}

/// An edge's attributes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeRef<'a> {
    pub id: EdgeId,
    pub from: SymbolId,
    pub to: SymbolId,
    pub kind: EdgeKind,
    pub origin: Origin,
    pub confidence: f32,
    /// The part of the call site's weight that this target has, in (0, 1]; 1 except for dispatch.
    pub share: f32,
    /// [`super::access`] bits, if it leads to a field, a variable or a type.
    pub access: u8,
    /// Lines in the file of `from`, rising.
    pub lines: &'a [u32],
}

/// Why a SYMBOL argument names no single symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotFound {
    /// No symbol has this name. `near` has those with the most similar spelling.
    Unknown { near: Vec<SymbolId> },
    /// It is a line without a declaration. `nearest` has the nearest ones of the file, if there are any.
    Between { nearest: Vec<SymbolId> },
    /// Several symbols have this name.
    Ambiguous { candidates: Vec<SymbolId> },
}

/// The part of a packed column that belongs to row `ix`, given the column of ends.
pub(super) fn span(ends: &[u32], ix: usize) -> std::ops::Range<usize> {
    let start = if ix == 0 { 0 } else { ends[ix - 1] as usize };
    start..ends[ix] as usize
}

impl<'a> Graph<'a> {
    pub fn n_symbols(&self) -> usize {
        self.symbol_kind.len()
    }

    pub fn n_edges(&self) -> usize {
        self.edge_from.len()
    }

    pub fn n_files(&self) -> usize {
        self.file_path.len()
    }

    /// The string of an id. Strings are checked once, by [`Graph::check`]; a damaged one reads as empty.
    pub fn str(&self, id: StrId) -> &'a str {
        let bytes = &self.string_bytes[span(self.string_ends, id.ix())];
        std::str::from_utf8(bytes).unwrap_or("")
    }

    pub fn symbol(&self, id: SymbolId) -> Symbol<'_> {
        Symbol { graph: self, id }
    }

    pub fn symbols(&self) -> impl ExactSizeIterator<Item = Symbol<'_>> {
        (0..self.n_symbols() as u32).map(|ix| self.symbol(SymbolId(ix)))
    }

    pub fn path(&self, file: FileId) -> &'a str {
        self.str(StrId(self.file_path[file.ix()]))
    }

    /// An edge, or a conversion read as one.
    pub fn edge(&self, id: EdgeId) -> EdgeRef<'a> {
        let ix = id.ix();
        if let Some(row) = ix.checked_sub(self.n_edges()) {
            return self.conversion_as_edge(row);
        }
        EdgeRef {
            id,
            from: SymbolId(self.edge_from[ix]),
            to: SymbolId(self.edge_to[ix]),
            kind: EdgeKind::from_number(self.edge_kind[ix]).unwrap_or(EdgeKind::Uses),
            origin: Origin::from_number(self.edge_origin[ix]).unwrap_or(Origin::Name),
            confidence: self.edge_confidence[ix],
            share: self.edge_share[ix],
            access: self.edge_access[ix],
            lines: &self.site_line[span(self.edge_site_end, ix)],
        }
    }

    /// The lines of an edge with any of some [`super::access`] bits; all lines if none has, because the access may be
    /// on a line that does not name the target.
    pub fn lines_of_access(&self, edge: &EdgeRef<'a>, access: u8) -> Vec<u32> {
        let sites = if edge.id.ix() < self.n_edges() { span(self.edge_site_end, edge.id.ix()) } else { 0..0 };
        let done = self.site_access[sites].iter().map(|done| done & access != 0);
        let lines: Vec<u32> =
            edge.lines.iter().zip(done).filter(|(_, is)| *is).map(|(&line, _)| line).collect();
        if lines.is_empty() { edge.lines.to_vec() } else { lines }
    }

    /// A symbol's PageRank, which is its importance. The values of all symbols sum to 1. 0 before the graph is
    /// ranked.
    pub fn authority(&self, symbol: SymbolId) -> f64 {
        self.symbol_authority.get(symbol.ix()).copied().unwrap_or(0.0)
    }

    /// A symbol's position by importance among all symbols but files, from 1. O(log symbols).
    pub fn rank_of(&self, symbol: SymbolId) -> usize {
        let authority = self.authority(symbol);
        let is_before = |&other: &u32| {
            self.authority(SymbolId(other)).total_cmp(&authority).then(symbol.0.cmp(&other)).is_gt()
        };
        // No link goes to a file, so all files are among the last symbols, which are in order of id.
        let is_last =
            self.file_symbol.first().is_some_and(|&file| self.authority(SymbolId(file)) >= authority);
        let files = if is_last { self.file_symbol.partition_point(|&file| file < symbol.0) } else { 0 };
        self.by_authority.partition_point(is_before) - files + 1
    }

    /// A symbol's hub score, the PageRank over reversed links. The values of all symbols sum to 1. 0 before the graph
    /// is ranked.
    pub fn hub(&self, symbol: SymbolId) -> f64 {
        self.symbol_hub.get(symbol.ix()).copied().unwrap_or(0.0)
    }

    /// A symbol's load (see `rank::load`); 0 before the graph is ranked.
    pub fn load(&self, symbol: SymbolId) -> f64 {
        self.symbol_load.get(symbol.ix()).copied().unwrap_or(0.0)
    }

    /// Weight of one end of an edge as an explanation of the other, for ordering neighbours. For a callee it is its hub
    /// score, since a function that everybody calls explains no caller; for any other neighbour it is its authority.
    pub fn neighbour_weight(&self, edge: &EdgeRef<'_>, end: SymbolId) -> f64 {
        if edge.kind == EdgeKind::Calls && end == edge.to { self.hub(end) } else { self.authority(end) }
    }

    pub fn edges(&self) -> impl ExactSizeIterator<Item = EdgeRef<'a>> {
        (0..self.n_edges() as u32).map(|ix| self.edge(EdgeId(ix)))
    }

    /// The edges of one kind. O(edges), of which the others cost a byte each.
    pub fn edges_of(&self, kind: EdgeKind) -> impl Iterator<Item = EdgeRef<'a>> {
        let kinds = self.edge_kind.iter().enumerate().filter(move |(_, of)| **of == kind as u8);
        kinds.map(|(ix, _)| self.edge(EdgeId(ix as u32)))
    }

    /// Edges from `symbol` to the symbols that it depends on, in order of (to, kind).
    pub fn outgoing(&self, symbol: SymbolId) -> impl ExactSizeIterator<Item = EdgeRef<'a>> {
        let range = span(self.out_end, symbol.ix());
        (range.start as u32..range.end as u32).map(|ix| self.edge(EdgeId(ix)))
    }

    /// The ids of [`Graph::outgoing`], for loops that skip most edges.
    pub fn outgoing_ids(&self, symbol: SymbolId) -> std::ops::Range<usize> {
        span(self.out_end, symbol.ix())
    }

    /// The ids of [`Graph::incoming`], for loops that skip most edges.
    pub fn incoming_ids(&self, symbol: SymbolId) -> &'a [u32] {
        &self.in_edge[span(self.in_end, symbol.ix())]
    }

    /// Edges from the symbols that depend on `symbol`, in order of (from, kind).
    pub fn incoming(&self, symbol: SymbolId) -> impl ExactSizeIterator<Item = EdgeRef<'a>> {
        self.incoming_ids(symbol).iter().map(|&ix| self.edge(EdgeId(ix)))
    }

    /// The constants whose specs have no values and repeat the expression and type of this one (Go spec, "Constant
    /// declarations"), in source order. O(their number).
    pub fn repeating(&self, constant: SymbolId) -> Vec<SymbolId> {
        let first = self.symbol(constant);
        let is_beside = |symbol: Symbol<'_>| {
            symbol.kind() == SymbolKind::Const
                && symbol.file() == first.file()
                && symbol.line() == first.line()
        };
        let symbols = |range: Range<u32>| range.map(|ix| self.symbol(SymbolId(ix)));
        // Each name of `A, B = 1, 2` is repeated by the name at the same position.
        let place = symbols(0..constant.0).rev().take_while(|&symbol| is_beside(symbol)).count();
        let below = symbols(constant.0..self.n_symbols() as u32).skip_while(|&symbol| is_beside(symbol));
        let repeats = |symbol: &Symbol<'_>| symbol.file() == first.file() && symbol.has(symbol_flag::REPEATS);
        let below: Vec<Symbol<'_>> = below.take_while(repeats).collect();
        let specs = below.chunk_by(|a, b| a.line() == b.line());
        specs.filter_map(|spec| Some(spec.get(place)?.id)).collect()
    }

    /// The constant whose expression and type this one repeats; `None` if it repeats none. O(constants between them).
    pub fn repeated(&self, constant: SymbolId) -> Option<SymbolId> {
        let last = self.symbol(constant);
        let repeats = |symbol: &Symbol<'_>| symbol.has(symbol_flag::REPEATS);
        if !repeats(&last) {
            return None;
        }
        let mut above = (0..constant.0).rev().map(|ix| self.symbol(SymbolId(ix)));
        let line = above.find(|symbol| !repeats(symbol))?;
        let is_beside = |symbol: &Symbol<'_>| {
            symbol.kind() == SymbolKind::Const && symbol.file() == line.file() && symbol.line() == line.line()
        };
        let mut beside = (0..=line.id.0).rev().map(|ix| self.symbol(SymbolId(ix))).take_while(is_beside);
        beside.find(|symbol| self.repeating(symbol.id).contains(&constant)).map(|symbol| symbol.id)
    }

    /// The name of the build that the tree was read for, such as `linux/arm64 -tags slow`.
    pub fn build_name(&self) -> &'a str {
        if self.build.is_empty() { "this build" } else { self.build }
    }

    /// The number of unbound sites inside `symbol`, by cause.
    pub fn unbound(&self, symbol: SymbolId) -> impl Iterator<Item = (Cause, u32)> {
        let start = self.unbound_symbol.partition_point(|&s| s < symbol.0);
        let rows = self.unbound_symbol[start..].iter().take_while(move |&&s| s == symbol.0).count();
        (start..start + rows)
            .filter_map(|ix| Some((Cause::from_number(self.unbound_cause[ix])?, self.unbound_count[ix])))
    }

    /// Describes the sites that are not followed: `3 uses of code outside this tree, 1 call of a function value`; `None` if there
    /// are none.
    pub fn unbound_words(&self, symbol: SymbolId) -> Option<String> {
        let not_followed = self.unbound(symbol).filter(|&(cause, _)| cause != Cause::Given);
        Some(Cause::describe_all(not_followed)).filter(|words| !words.is_empty())
    }

    /// The interface through which a dispatched call goes, or to which a conversion leads, such as `io.Writer`;
    /// `None` for direct edges.
    pub fn via(&self, edge: EdgeId) -> Option<&'a str> {
        let Ok(row) = self.via_edge.binary_search(&edge.0) else { return self.converted_to(edge) };
        Some(self.str(StrId(self.via_interface[row])))
    }

    /// Interfaces from outside the tree through which code outside may call a method, the smallest first.
    pub fn outside(&self, method: SymbolId) -> impl Iterator<Item = &'a str> {
        let start = self.outside_symbol.partition_point(|&s| s < method.0);
        let rows = self.outside_symbol[start..].iter().take_while(|&&s| s == method.0).count();
        self.outside_interface[start..start + rows].iter().map(|&name| self.str(StrId(name)))
    }

    /// The imports of packages outside the tree, as (file, import path, line), in order.
    pub fn imports_outside(&self) -> impl Iterator<Item = (SymbolId, &'a str, u32)> {
        let rows = self.import_file.iter().zip(self.import_path).zip(self.import_line);
        rows.map(|((&file, &path), &line)| (SymbolId(file), self.str(StrId(path)), line))
    }

    /// The variables in whose values function literals stand, rising, one for each literal but for those inside of another.
    pub fn variables_of_literals(&self) -> impl Iterator<Item = SymbolId> {
        self.literal_symbol.iter().copied().map(SymbolId)
    }

    /// Returns whether all of some lines of a declaration stand in function literals of a package variable's value, which run
    /// where they are called. O(log literals + literals of the variable).
    pub fn is_in_literals(&self, symbol: SymbolId, lines: &[u32]) -> bool {
        let first = self.literal_symbol.partition_point(|&of| of < symbol.0);
        let last = self.literal_symbol.partition_point(|&of| of <= symbol.0);
        let literals = self.literal_first[first..last].iter().zip(&self.literal_last[first..last]);
        let is_in = |line| literals.clone().any(|(&first, &last)| first <= line && line <= last);
        first < last && !lines.is_empty() && lines.iter().all(|&line| is_in(line))
    }

    /// The types with methods that code outside the tree may call through this interface, in order. O(such methods).
    pub fn satisfying_outside(&self, interface: &str) -> Vec<SymbolId> {
        let rows = self.outside_symbol.iter().zip(self.outside_interface);
        let called = rows.filter(|&(_, &name)| self.str(StrId(name)) == interface);
        let mut types: Vec<SymbolId> =
            called.filter_map(|(&method, _)| self.symbol(SymbolId(method)).owner()).collect();
        types.sort_unstable();
        types.dedup();
        types
    }
}

impl EdgeRef<'_> {
    /// The edge's strength in (0, 1]: confidence x share.
    pub fn strength(&self) -> f32 {
        self.confidence * self.share
    }
}

/// The suffix of the names of external test packages.
const OUTSIDE: &str = "_test";

/// The parts of a symbol's name in lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Called<'a> {
    /// The package, which is shown before the name with a dot; empty if there is none or it is unknown.
    pub package: &'a str,
    pub name: &'a str,
    /// A suffix of the name.
    pub ending: &'static str,
    /// The package's own name, shown in parentheses after the name if the folder contains several packages; else
    /// empty.
    pub beside: &'a str,
}

impl Called<'_> {
    /// Appends the name to a text.
    pub fn push_to(self, text: &mut String) {
        if !self.package.is_empty() {
            text.push_str(self.package);
            text.push('.');
        }
        text.push_str(self.name);
        text.push_str(self.ending);
        if !self.beside.is_empty() {
            text.extend([" (", self.beside, ")"]);
        }
    }
}

/// Returns whether a path contains a folder `testdata`, for data or code of tests.
pub fn is_testdata(path: &str) -> bool {
    path.split('/').any(|part| part == "testdata")
}

impl<'a> Symbol<'a> {
    pub fn kind(self) -> SymbolKind {
        SymbolKind::from_number(self.graph.symbol_kind[self.id.ix()]).unwrap_or(SymbolKind::File)
    }

    pub fn name(self) -> &'a str {
        self.graph.str(StrId(self.graph.symbol_name[self.id.ix()]))
    }

    /// Returns whether it has a name. Costs less than reading that.
    pub fn is_named(self, name: &str) -> bool {
        let name_id = self.graph.symbol_name[self.id.ix()] as usize;
        self.graph.string_bytes[span(self.graph.string_ends, name_id)] == *name.as_bytes()
    }

    /// `Recv.Name`, `Struct.field`, or the plain name.
    pub fn qualified(self) -> &'a str {
        self.graph.str(StrId(self.graph.symbol_qualified[self.id.ix()]))
    }

    /// The declaration's head on one line.
    pub fn signature(self) -> &'a str {
        self.graph.str(StrId(self.graph.symbol_signature[self.id.ix()]))
    }

    /// The import path of its package; `None` for a program in the folder of a library, which has this path.
    pub fn import_path(self) -> Option<&'a str> {
        let signature = self.graph.symbol(self.package()).signature();
        Some(signature.split_once("import \"")?.1.trim_end_matches('"'))
    }

    pub fn file(self) -> Option<FileId> {
        FileId::some(self.graph.symbol_file[self.id.ix()])
    }

    /// Its file's path relative to the root; for a package its folder (`.` for the root).
    pub fn path(self) -> &'a str {
        match self.file() {
            Some(file) => self.graph.path(file),
            None => self.qualified(),
        }
    }

    pub fn package(self) -> SymbolId {
        SymbolId(self.graph.symbol_package[self.id.ix()])
    }

    pub fn owner(self) -> Option<SymbolId> {
        SymbolId::some(self.graph.symbol_owner[self.id.ix()])
    }

    pub fn line(self) -> u32 {
        self.graph.symbol_line[self.id.ix()]
    }

    pub fn end_line(self) -> u32 {
        self.graph.symbol_end_line[self.id.ix()]
    }

    pub fn col(self) -> u32 {
        self.graph.symbol_col[self.id.ix()]
    }

    pub fn flags(self) -> u16 {
        self.graph.symbol_flags[self.id.ix()]
    }

    pub fn has(self, flag: u16) -> bool {
        self.flags() & flag != 0
    }

    pub fn is_test(self) -> bool {
        self.has(symbol_flag::TEST)
    }

    /// Returns whether only tests can need it: it is declared in a test file or in a folder of test data.
    pub fn is_of_tests(self) -> bool {
        self.has(symbol_flag::TEST | symbol_flag::TESTDATA)
    }

    /// Returns whether it is in a folder of test data.
    pub fn is_testdata(self) -> bool {
        self.has(symbol_flag::TESTDATA)
    }

    /// The name of its package.
    pub fn package_name(self) -> &'a str {
        self.graph.symbol(self.package()).name()
    }

    /// Its name in lists, in parts: the name of its package and [`Symbol::qualified`]. For a package it is its folder
    /// (for the root's package its name), for a file its path.
    pub fn label_parts(self) -> Called<'a> {
        let alone = |name| Called { name, ..Called::default() };
        match self.kind() {
            // `.` would be no useful name.
            SymbolKind::Package if self.qualified() == "." => alone(self.name()),
            // The external tests of a folder are a package of their own, which Go names with this suffix.
            SymbolKind::Package if self.name().ends_with(OUTSIDE) && !self.qualified().ends_with(OUTSIDE) => {
                Called { ending: OUTSIDE, ..alone(self.qualified()) }
            }
            SymbolKind::Package if self.is_beside_another() => {
                Called { beside: self.name(), ..alone(self.qualified()) }
            }
            SymbolKind::Package => alone(self.qualified()),
            // Many files have the same name.
            SymbolKind::File => alone(self.path()),
            _ => Called { package: self.package_name(), ..alone(self.qualified()) },
        }
    }

    /// Returns whether a package has another name than its folder, and the folder contains another package: such as a
    /// program that is run by hand. Packages are in order of folder and name.
    fn is_beside_another(self) -> bool {
        let folder = self.qualified();
        let symbol = |ix: usize| self.graph.symbol(SymbolId(ix as u32));
        let is_here = |other: &Symbol<'_>| other.kind() == SymbolKind::Package && other.qualified() == folder;
        let before = (0..self.id.ix()).rev().map(symbol).take_while(is_here);
        let behind = (self.id.ix() + 1..self.graph.n_symbols()).map(symbol).take_while(is_here);
        folder.rsplit('/').next() != Some(self.name())
            && before.chain(behind).any(|other| !other.name().ends_with(OUTSIDE))
    }

    /// Its name in lists: `package.Recv.Name`.
    pub fn label(self) -> String {
        let mut label = String::new();
        self.label_parts().push_to(&mut label);
        label
    }

    /// Returns whether its declaration has a body. A function without one is implemented elsewhere, such as in
    /// assembly.
    pub fn has_body(self) -> bool {
        self.graph.symbol_body[self.id.ix()] < self.graph.symbol_end[self.id.ix()]
    }

    /// Its name as part of an id.
    pub fn id_name(self) -> &'a str {
        if self.kind().is_container() { self.name() } else { self.qualified() }
    }

    /// Its id: `relative/file.go::Qualified.Name::kind`, with `#2` and so on for further symbols that would have the
    /// same id.
    pub fn id_text(self) -> String {
        let (kind, ordinal) = (self.kind(), self.graph.symbol_ordinal[self.id.ix()]);
        let mut text = format!("{}::{}::{kind}", self.path(), self.id_name());
        if ordinal > 1 {
            use std::fmt::Write as _;
            let _ = write!(text, "#{ordinal}");
        }
        text
    }
}
