//! Builds the columns from drafts: orders symbols, assigns ids, merges edges, and lays out both adjacencies.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use rustc_hash::FxHashMap;

use super::conversion::ANY;
use super::foreign::foreign_flag;
use super::ids::{Label, StrId};
use super::{
    Cause, ConversionDraft, EdgeKind, ForeignDraft, GraphData, NONE, Origin, SymbolId, SymbolKind, access,
};

/// A file to add. Its own symbol and that of its package are separate [`SymbolDraft`]s.
#[derive(Clone, Debug)]
pub struct FileDraft<'s> {
    /// Relative to the root, `/` between parts.
    pub path: Cow<'s, str>,
    pub flags: u16,
    pub lines: u32,
    /// Index in the drafts' list of the package's draft.
    pub package: u32,
}

/// A symbol to add. Indices refer to the lists of drafts, not to final ids.
#[derive(Clone, Debug)]
pub struct SymbolDraft<'s> {
    pub kind: SymbolKind,
    pub flags: u16,
    pub name: Cow<'s, str>,
    /// For a package, its folder relative to the root, `.` for the root itself.
    pub qualified: Cow<'s, str>,
    pub signature: Cow<'s, str>,
    /// `None` for packages.
    pub file: Option<u32>,
    pub owner: Option<u32>,
    pub line: u32,
    pub col: u32,
    pub end_line: u32,
    pub start: u32,
    pub body: u32,
    pub end: u32,
    pub doc: [u32; 2],
}

/// One site of an edge, between final ids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeDraft {
    pub from: SymbolId,
    pub to: SymbolId,
    pub kind: EdgeKind,
    pub origin: Origin,
    pub confidence: f32,
    /// 1 except for dispatch: see the column `edge_share`.
    pub share: f32,
    /// See the column `edge_access`.
    pub access: u8,
    /// Line of the site in the file of `from`.
    pub line: u32,
}

/// The intermediary of an edge: an interface, a function value, or a function from outside the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViaDraft {
    pub from: SymbolId,
    pub to: SymbolId,
    /// True if the edge is one of [`EdgeKind::Runs`].
    pub is_run: bool,
    pub name: Label,
}

/// Builds a [`GraphData`] in three steps: symbols first (so that binding can use final ids), then edges, then
/// [`GraphBuilder::finish`]. The result does not depend on the order of the drafts.
pub struct GraphBuilder {
    data: GraphData,
    ids: Vec<SymbolId>,
    edges: Vec<EdgeDraft>,
    unbound: Vec<(SymbolId, Cause, u32)>,
    labels: FxHashMap<String, Label>,
    via: Vec<ViaDraft>,
    outside: Vec<(SymbolId, Label)>,
    conversions: Vec<ConversionDraft>,
    literals: Vec<(SymbolId, RangeInclusive<u32>)>,
    imports: Vec<(SymbolId, Label, u32)>,
    foreign: Vec<ForeignDraft>,
}

/// Interns strings into the string columns.
#[derive(Default)]
struct Strings<'s> {
    seen: FxHashMap<Cow<'s, str>, u32>,
    ends: Vec<u32>,
    bytes: Vec<u8>,
}

impl<'s> Strings<'s> {
    fn with_room(bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes), ..Self::default() }
    }

    fn push(&mut self, text: &str) -> u32 {
        let id = self.ends.len() as u32;
        self.bytes.extend_from_slice(text.as_bytes());
        self.ends.push(self.bytes.len() as u32);
        id
    }

    fn intern(&mut self, text: Cow<'s, str>) -> u32 {
        if let Some(&id) = self.seen.get(&text) {
            return id;
        }
        let id = self.push(&text);
        self.seen.insert(text, id);
        id
    }
}

/// The order of symbols: packages by folder and name; others by file path and position, a file before its contents.
fn symbol_order(symbols: &[SymbolDraft<'_>], file_rank: &[u32]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..symbols.len() as u32).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&symbols[a as usize], &symbols[b as usize]);
        let place = |s: &SymbolDraft<'_>| {
            let file = s.file.map_or(0, |f| 1 + u64::from(file_rank[f as usize]));
            (file, s.kind != SymbolKind::File, s.start, s.line, s.col)
        };
        let by_place = place(a).cmp(&place(b));
        by_place.then_with(|| (&a.qualified, &a.name, a.kind).cmp(&(&b.qualified, &b.name, b.kind)))
    });
    order
}

impl GraphBuilder {
    /// Orders the symbols (packages by folder and name; others by file path and position, a file before its contents)
    /// and lays out their columns. O(n log n).
    pub fn new<'s>(files: Vec<FileDraft<'s>>, symbols: Vec<SymbolDraft<'s>>) -> Self {
        let mut file_order: Vec<u32> = (0..files.len() as u32).collect();
        file_order.sort_by(|&a, &b| files[a as usize].path.cmp(&files[b as usize].path));
        let file_rank = inverse(&file_order);
        let order = symbol_order(&symbols, &file_rank);
        let ids: Vec<SymbolId> = inverse(&order).into_iter().map(SymbolId).collect();

        let packages: Vec<u32> = files.iter().map(|f| f.package).collect();
        let mut data = GraphData::default();
        let mut strings = Strings::with_room(symbols.iter().map(|s| s.signature.len() + s.name.len()).sum());
        let mut by_draft: Vec<Option<SymbolDraft<'s>>> = symbols.into_iter().map(Some).collect();
        let mut files: Vec<Option<FileDraft<'s>>> = files.into_iter().map(Some).collect();
        for &ix in &file_order {
            let Some(file) = files[ix as usize].take() else { continue };
            data.file_path.push(strings.intern(file.path));
            data.file_flags.push(file.flags);
            data.file_lines.push(file.lines);
            data.file_package.push(ids[file.package as usize].0);
            data.file_symbol.push(0);
        }
        // Only symbols of one file can have equal ids, and a file's symbols are adjacent.
        let mut ordinals: FxHashMap<(SymbolKind, u32, u32), u32> = FxHashMap::default();
        let mut file_of_ordinals = NONE;
        for (id, &ix) in order.iter().enumerate() {
            let Some(s) = by_draft[ix as usize].take() else { continue };
            let id = id as u32;
            let file = s.file.map_or(NONE, |f| file_rank[f as usize]);
            let package = s.file.map_or(id, |f| ids[packages[f as usize] as usize].0);
            if s.kind == SymbolKind::File && file != NONE {
                data.file_symbol[file as usize] = id;
            }
            let name = strings.intern(s.name);
            let qualified = strings.intern(s.qualified);
            if file != file_of_ordinals {
                ordinals.clear();
                file_of_ordinals = file;
            }
            let ordinal = ordinals.entry((s.kind, qualified, name)).or_insert(0);
            *ordinal += 1;
            data.symbol_ordinal.push(*ordinal);
            data.symbol_kind.push(s.kind as u8);
            data.symbol_flags.push(s.flags);
            data.symbol_name.push(name);
            data.symbol_qualified.push(qualified);
            // Signatures hardly ever repeat, so they are not interned.
            data.symbol_signature.push(strings.push(&s.signature));
            data.symbol_file.push(file);
            data.symbol_package.push(package);
            data.symbol_owner.push(s.owner.map_or(NONE, |o| ids[o as usize].0));
            data.symbol_line.push(s.line);
            data.symbol_col.push(s.col);
            data.symbol_end_line.push(s.end_line);
            data.symbol_start.push(s.start);
            data.symbol_body.push(s.body);
            data.symbol_end.push(s.end);
            data.symbol_doc_start.push(s.doc[0]);
            data.symbol_doc_end.push(s.doc[1]);
        }
        data.string_ends = strings.ends;
        data.string_bytes = strings.bytes;
        Self {
            data,
            ids,
            edges: Vec::new(),
            unbound: Vec::new(),
            labels: FxHashMap::default(),
            via: Vec::new(),
            outside: Vec::new(),
            conversions: Vec::new(),
            literals: Vec::new(),
            imports: Vec::new(),
            foreign: Vec::new(),
        }
    }

    /// Final ids by draft index.
    pub fn ids(&self) -> &[SymbolId] {
        &self.ids
    }

    /// The files and symbols, without edges.
    pub fn symbols(&self) -> GraphData {
        self.data.clone()
    }

    /// Adds sites of edges, in any order.
    pub fn edges(&mut self, edges: impl IntoIterator<Item = EdgeDraft>) {
        self.edges.extend(edges);
    }

    pub fn kind(&self, symbol: SymbolId) -> Option<SymbolKind> {
        SymbolKind::from_number(self.data.symbol_kind[symbol.ix()])
    }

    /// Adds a flag to a symbol.
    pub fn flag(&mut self, symbol: SymbolId, flag: u16) {
        self.data.symbol_flags[symbol.ix()] |= flag;
    }

    /// Adds unbound sites, in any order. Counts of one symbol and cause add up.
    pub fn unbound(&mut self, rows: impl IntoIterator<Item = (SymbolId, Cause, u32)>) {
        self.unbound.extend(rows);
    }

    /// Stores a name to which many rows refer, and returns its label.
    pub fn label(&mut self, text: &str) -> Label {
        let next = Label(self.labels.len() as u32);
        self.labels.get(text).copied().unwrap_or_else(|| {
            self.labels.insert(text.to_owned(), next);
            next
        })
    }

    /// Sets what each edge from one symbol to another goes through, in any order. If an edge has several, the first by
    /// name is kept.
    pub fn via(&mut self, rows: impl IntoIterator<Item = ViaDraft>) {
        self.via.extend(rows);
    }

    /// Sets the interfaces from outside the tree through which a method can be called, the one to show first at the
    /// front.
    pub fn outside(&mut self, method: SymbolId, interfaces: impl IntoIterator<Item = Label>) {
        self.outside.extend(interfaces.into_iter().map(|label| (method, label)));
    }

    /// Adds sites of conversions, in any order.
    pub fn conversions(&mut self, conversions: impl IntoIterator<Item = ConversionDraft>) {
        self.conversions.extend(conversions);
    }

    /// Adds function literals in the values of variables with the lines on which nothing else stands, in any order.
    pub fn literals(&mut self, literals: impl IntoIterator<Item = (SymbolId, RangeInclusive<u32>)>) {
        self.literals.extend(literals);
    }

    /// Adds a file's imports of packages from outside the tree, with their lines, in any order.
    pub fn imports(&mut self, file: SymbolId, path: &str, line: u32) {
        let label = self.label(path);
        self.imports.push((file, label, line));
    }

    /// Adds references to names from outside the tree, in any order.
    pub fn foreign(&mut self, sites: impl IntoIterator<Item = ForeignDraft>) {
        self.foreign.extend(sites);
    }

    /// Merges the sites of each (from, to, kind) and lays out both adjacencies. The edge takes origin and confidence
    /// of its surest site. If a site is bound directly, sites of dispatch are omitted. O(m log d) for m sites, at
    /// most d of them in one symbol. `rank` fills the columns of ranks and degrees later.
    pub fn finish(self) -> GraphData {
        let Self {
            mut data,
            edges,
            mut unbound,
            labels,
            via,
            mut outside,
            conversions,
            mut literals,
            imports,
            foreign,
            ..
        } = self;
        let n = data.symbol_kind.len();
        data.reserve_edges(n, edges.len());
        let (sites, site_ends) = by_source(n, &edges);
        let mut of_symbol: Vec<EdgeDraft> = Vec::new();
        let mut start = 0;
        for end in site_ends {
            of_symbol.clear();
            of_symbol.extend(sites[start..end as usize].iter().map(|&site| edges[site as usize]));
            of_symbol.sort_unstable_by_key(|site| (site.to, site.kind, site.line));
            for same in of_symbol.chunk_by(|a, b| (a.to, a.kind) == (b.to, b.kind)) {
                data.push_edge(same);
            }
            data.out_end.push(data.edge_from.len() as u32);
            start = end as usize;
        }
        data.in_end = ends(n, data.edge_to.iter().copied());
        data.in_edge = by_target(n, &data.edge_to);

        unbound.sort_unstable();
        for rows in unbound.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            data.unbound_symbol.push(rows[0].0.0);
            data.unbound_cause.push(rows[0].1 as u8);
            data.unbound_count.push(rows.iter().map(|r| r.2).sum());
        }

        let labels = data.push_labels(labels);
        data.push_via(
            via.into_iter().map(|of| (of.from, of.to, of.is_run, labels[of.name.0 as usize])).collect(),
        );
        outside.sort_by_key(|&(method, _)| method);
        for (method, label) in outside {
            data.outside_symbol.push(method.0);
            data.outside_interface.push(labels[label.0 as usize]);
        }
        data.push_conversions(conversions, &labels);
        literals.sort_by_key(|(symbol, lines)| (*symbol, *lines.start()));
        for (symbol, lines) in literals {
            data.literal_symbol.push(symbol.0);
            data.literal_first.push(*lines.start());
            data.literal_last.push(*lines.end());
        }
        data.push_foreign(&foreign, &labels);
        let imports = imports.into_iter().map(|(file, path, line)| (file, labels[path.0 as usize], line));
        let mut imports: Vec<(SymbolId, u32, u32)> = imports.collect();
        imports.sort_unstable();
        imports.dedup_by_key(|&mut (file, path, _)| (file, path));
        for (file, path, line) in imports {
            data.import_file.push(file.0);
            data.import_path.push(path);
            data.import_line.push(line);
        }
        data
    }
}

impl GraphData {
    /// Appends the texts of labels in alphabetical order. Returns the string of each label, by the label's number.
    fn push_labels(&mut self, labels: FxHashMap<String, Label>) -> Vec<u32> {
        let mut labels: Vec<(String, Label)> = labels.into_iter().collect();
        labels.sort_unstable();
        let mut strings = vec![0; labels.len()];
        for (text, label) in labels {
            strings[label.0 as usize] = self.string_ends.len() as u32;
            self.string_bytes.extend_from_slice(text.as_bytes());
            self.string_ends.push(self.string_bytes.len() as u32);
        }
        strings
    }

    /// Fills the columns of interfaces that calls go through. A call that is also bound directly goes through none.
    fn push_via(&mut self, mut via: Vec<(SymbolId, SymbolId, bool, u32)>) {
        via.sort_unstable();
        via.dedup_by_key(|&mut (from, to, is_run, _)| (from, to, is_run));
        let mut edge = 0;
        for (from, to, is_run, interface) in via {
            let is_before = |edge: usize| {
                self.edge_from.get(edge).is_some_and(|&at| {
                    (at, self.edge_to[edge], self.edge_kind[edge]) < (from.0, to.0, EdgeKind::Calls as u8)
                })
            };
            while is_before(edge) {
                edge += 1;
            }
            // A method may be both called and taken as a value through an interface.
            let is_between =
                |edge: usize| self.edge_from.get(edge) == Some(&from.0) && self.edge_to[edge] == to.0;
            for edge in (edge..).take_while(|&edge| is_between(edge)) {
                let is_through = Origin::from_number(self.edge_origin[edge]).is_some_and(Origin::is_through);
                if is_through && is_run == (self.edge_kind[edge] == EdgeKind::Runs as u8) {
                    self.via_edge.push(edge as u32);
                    self.via_interface.push(interface);
                }
            }
        }
    }

    /// Fills the columns of conversions; each keeps the line of its first site, and those to any type all of them, since the
    /// place says to what a value is passed.
    fn push_conversions(&mut self, conversions: Vec<ConversionDraft>, labels: &[u32]) {
        let rows = conversions.into_iter().map(|draft| {
            let ConversionDraft { from, ty, interface, is_satisfied, line } = draft;
            ((from, ty, labels[interface.0 as usize], is_satisfied), line)
        });
        let mut rows: Vec<_> = rows.collect();
        rows.sort_unstable();
        let interface = |row: &((SymbolId, SymbolId, u32, bool), u32)| row.0.2;
        let any = rows.iter().map(interface).find(|&name| self.graph().str(StrId(name)) == ANY);
        rows.dedup_by(|a, b| a.0 == b.0 && (a.1 == b.1 || Some(interface(a)) != any));
        for ((from, ty, interface, is_satisfied), line) in rows {
            self.conversion_symbol.push(from.0);
            self.conversion_type.push(ty.0);
            self.conversion_interface.push(interface);
            self.conversion_satisfied.push(is_satisfied.into());
            self.conversion_line.push(line);
        }
    }

    /// Fills the columns of names from outside the tree.
    fn push_foreign(&mut self, sites: &[ForeignDraft], labels: &[u32]) {
        let row = |site: &ForeignDraft| {
            (labels[site.name.0 as usize], site.from.0, site.line, site.is_other, !site.is_call)
        };
        let mut rows: Vec<_> = sites.iter().map(row).collect();
        rows.sort_unstable();
        rows.dedup_by_key(|&mut (name, from, line, ..)| (name, from, line));
        for (name, from, line, is_other, is_use) in rows {
            self.foreign_name.push(name);
            self.foreign_from.push(from);
            self.foreign_line.push(line);
            let call = if is_use { 0 } else { foreign_flag::CALL };
            self.foreign_flags.push(call | if is_other { foreign_flag::OTHER } else { 0 });
        }
    }

    /// Reserves space for the edges of `n` symbols, at most one per site. Columns that grow would touch twice the
    /// memory.
    fn reserve_edges(&mut self, n: usize, sites: usize) {
        self.out_end.reserve_exact(n);
        self.edge_from.reserve_exact(sites);
        self.edge_to.reserve_exact(sites);
        self.edge_kind.reserve_exact(sites);
        self.edge_origin.reserve_exact(sites);
        self.edge_confidence.reserve_exact(sites);
        self.edge_share.reserve_exact(sites);
        self.edge_access.reserve_exact(sites);
        self.edge_site_end.reserve_exact(sites);
        self.site_line.reserve_exact(sites);
        self.site_access.reserve_exact(sites);
    }

    /// Appends the edge made of `sites`: all sites of one (from, to, kind), in order of line. If one of them is bound
    /// directly, sites of dispatch are omitted, because the edge to the interface's method has them.
    fn push_edge(&mut self, sites: &[EdgeDraft]) {
        let surer = |a: &EdgeDraft, b: &EdgeDraft| {
            let dispatched = |e: &EdgeDraft| e.origin.is_through();
            // A call that runs a function itself says more than one that runs a closure of it.
            let closure = |e: &EdgeDraft| e.origin == Origin::Closure;
            (dispatched(a), closure(a))
                .cmp(&(dispatched(b), closure(b)))
                .then(b.confidence.total_cmp(&a.confidence))
                .then(a.origin.cmp(&b.origin))
        };
        let is_note = |site: &&EdgeDraft| site.access & access::NOTES != 0;
        let naming = || sites.iter().filter(|site| !is_note(site));
        let Some(best) = naming().copied().min_by(surer) else { return };
        let share = naming().map(|site| site.share).fold(0.0, f32::max);
        let first_line = self.site_line.len();
        let is_through = best.origin.is_through();
        for site in naming().filter(|site| site.origin.is_through() == is_through) {
            if self.site_line[first_line..].last() != Some(&site.line) {
                self.site_line.push(site.line);
                self.site_access.push(0);
            }
            if let Some(access) = self.site_access.last_mut() {
                *access |= site.access;
            }
        }
        for note in sites.iter().filter(is_note) {
            if let Ok(line) = self.site_line[first_line..].binary_search(&note.line) {
                self.site_access[first_line + line] |= note.access;
            }
        }
        self.edge_from.push(best.from.0);
        self.edge_to.push(best.to.0);
        self.edge_kind.push(best.kind as u8);
        self.edge_origin.push(best.origin as u8);
        self.edge_confidence.push(best.confidence);
        self.edge_share.push(share);
        self.edge_access.push(sites.iter().fold(0, |access, site| access | site.access));
        self.edge_site_end.push(self.site_line.len() as u32);
    }
}

fn inverse(order: &[u32]) -> Vec<u32> {
    let mut rank = vec![0; order.len()];
    for (position, &ix) in order.iter().enumerate() {
        rank[ix as usize] = position as u32;
    }
    rank
}

/// Indices of sites grouped by the symbol that contains them, and the end of each symbol's group. A counting sort.
fn by_source(n: usize, sites: &[EdgeDraft]) -> (Vec<u32>, Vec<u32>) {
    let ends = ends(n, sites.iter().map(|site| site.from.0));
    let mut next = ends.clone();
    let mut grouped = vec![0; sites.len()];
    for (ix, site) in (0..).zip(sites) {
        let place = &mut next[site.from.ix()];
        *place -= 1;
        grouped[*place as usize] = ix;
    }
    (grouped, ends)
}

/// The end of each id's rows when rows are grouped by id.
fn ends(n: usize, ids: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut ends = vec![0u32; n];
    for id in ids {
        ends[id as usize] += 1;
    }
    let mut total = 0;
    for e in &mut ends {
        total += *e;
        *e = total;
    }
    ends
}

/// Edge ids in order of their target. A counting sort, so edges with equal targets keep the order of `from`.
fn by_target(n: usize, targets: &[u32]) -> Vec<u32> {
    let mut next: Vec<u32> = ends(n, targets.iter().copied());
    let mut sorted = vec![0u32; targets.len()];
    for (edge, &to) in targets.iter().enumerate().rev() {
        next[to as usize] -= 1;
        sorted[next[to as usize] as usize] = edge as u32;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Symbol;
    use crate::model::fixture::{file, symbol};

    fn drafts() -> (Vec<FileDraft<'static>>, Vec<SymbolDraft<'static>>) {
        let files = ["b.go", "a.go"].map(|path| file(path, 0)).to_vec();
        let symbols = vec![
            symbol(SymbolKind::Package, "p", None, 0),
            symbol(SymbolKind::Func, "init", Some(1), 5),
            symbol(SymbolKind::Func, "init", Some(1), 3),
            symbol(SymbolKind::File, "p", Some(0), 0),
            symbol(SymbolKind::File, "p", Some(1), 0),
        ];
        (files, symbols)
    }

    #[test]
    fn symbols_stand_in_order_of_path_and_place_and_repeated_ids_are_numbered() {
        let (files, symbols) = drafts();
        let data = GraphBuilder::new(files, symbols).finish();
        let graph = data.graph();
        let ids: Vec<String> = graph.symbols().map(Symbol::id_text).collect();
        assert_eq!(
            ids,
            ["p::p::package", "a.go::p::file", "a.go::init::func", "a.go::init::func#2", "b.go::p::file"]
        );
    }

    #[test]
    fn sites_of_one_edge_merge_and_the_surest_bound_outright_speaks() {
        let (files, symbols) = drafts();
        let mut builder = GraphBuilder::new(files, symbols);
        let (a, b) = (builder.ids()[1], builder.ids()[2]);
        let site = |line, confidence, origin| EdgeDraft {
            from: a,
            to: b,
            kind: EdgeKind::Calls,
            origin,
            confidence,
            share: 1.0,
            access: 0,
            line,
        };
        builder.edges([
            site(5, 0.99, Origin::Dispatch),
            site(9, 0.99, Origin::Dispatch),
            site(7, 0.9, Origin::Typed),
            site(9, 0.9, Origin::Typed),
        ]);
        let data = builder.finish();
        let graph = data.graph();
        let edges: Vec<_> = graph.outgoing(a).collect();
        assert_eq!(edges.len(), 1);
        assert_eq!((edges[0].origin, edges[0].confidence, edges[0].lines), (Origin::Typed, 0.9, &[7, 9][..]));
        assert_eq!(graph.incoming(b).map(|e| e.from).collect::<Vec<_>>(), [a]);
        assert_eq!(graph.incoming(a).len(), 0);
    }
}
