//! The rows of the Impact view: the forest of best paths, or all affected symbols as a flat list.

use super::filtered::FilterHits;
use super::requests::{ImpactOrder, ImpactResult, ListForm, PastChoices};
use crate::app::filter::Filter;
use crate::impact::{ChangeKind, WorkGroup};
use crate::model::{Graph, SymbolId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A row of the main pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImpactRow {
    /// A package with changed symbols; in the flat form of a diff, a package with affected ones.
    Package(SymbolId),
    /// A file that changed outside its declarations: its index in the diff.
    Outside(usize),
    /// A changed symbol: its index in the diff, and how many rows lie below it: its children if it is open, otherwise
    /// all descendants.
    Changed { changed: usize, children: usize, open: bool },
    /// A changed symbol below another one that it depends on: its index in [`crate::impact::Radius::among`].
    Too(usize),
    /// An affected symbol: its row in the impact, its depth, and how many rows lie below it, counted likewise.
    Affected { row: usize, level: u16, children: usize, open: bool },
    /// The head of a group of places to see to.
    Group(WorkGroup),
    /// A place to see to: its index in the work list, its group there, and how many rows lie below it, counted likewise.
    Work { item: usize, group: WorkGroup, children: usize, open: bool },
}

/// Least columns of a name: figures are left out before it gets fewer.
const MIN_NAME: usize = 20;

/// Columns of the cursor, the fold sign and the kind's letter.
const SIGNS: usize = 6;

/// A figure before a row's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    Score,
    /// Nearness by random walks.
    Near,
    /// The probability that it must change too, in place of [`Figure::Near`].
    Likely,
    Hops,
    /// Changes in 90 days.
    Recent,
    Last,
    Authors,
}

impl Figure {
    /// Its head, and its columns without the gap after it.
    pub fn column(self) -> (&'static str, usize) {
        match self {
            Self::Score => ("score", 6),
            Self::Near => ("ppr", 7),
            Self::Likely => ("likely", 7),
            Self::Hops => ("hops", 4),
            Self::Recent => ("90d", 4),
            Self::Last => ("last", 10),
            Self::Authors => ("by", 2),
        }
    }
}

/// The figures before a row's name, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures(Vec<Figure>);

impl Figures {
    /// The figures that fit into a pane. Names get their room first.
    pub fn fitting(width: u16, past: &PastChoices) -> Self {
        let near = match past.order {
            ImpactOrder::Likely | ImpactOrder::WithPast => Some(Figure::Likely),
            ImpactOrder::Score => (width >= if past.churn { 90 } else { 64 }).then_some(Figure::Near),
        };
        let churn: &[Figure] =
            if past.churn { &[Figure::Recent, Figure::Last, Figure::Authors] } else { &[] };
        // Figures that do not order the rows are left out first.
        let score = (past.order == ImpactOrder::Score || width >= 64).then_some(Figure::Score);
        let first = [score, near, Some(Figure::Hops)].into_iter().flatten();
        let mut figures = Self(first.chain(churn.iter().copied()).collect());
        // The figure that orders the rows always stays.
        for least in [Figure::Authors, Figure::Last, Figure::Recent, Figure::Near, Figure::Hops] {
            if figures.width() + SIGNS + MIN_NAME > usize::from(width) {
                figures.0.retain(|figure| *figure != least);
            }
        }
        figures
    }

    pub fn iter(&self) -> impl Iterator<Item = Figure> {
        self.0.iter().copied()
    }

    /// The figure whose column, with its gap, is at `x` from the pane's first one.
    pub fn at(&self, x: usize) -> Option<Figure> {
        let mut end = 2;
        self.iter().find(|figure| {
            end += figure.column().1 + 2;
            x < end
        })
    }

    /// Their columns, after the two of the cursor.
    pub fn width(&self) -> usize {
        self.iter().map(|figure| figure.column().1 + 2).sum()
    }
}

impl ImpactRow {
    /// Columns of its indent, by its depth.
    pub fn indent(self) -> usize {
        match self {
            Self::Affected { level, .. } => 2 * usize::from(level.min(12)),
            Self::Too(_) => 2,
            Self::Package(_)
            | Self::Outside(_)
            | Self::Changed { .. }
            | Self::Group(_)
            | Self::Work { .. } => 0,
        }
    }

    /// The group of a place to see to; `None` for any other row.
    pub(super) fn group(self) -> Option<WorkGroup> {
        if let Self::Work { group, .. } = self { Some(group) } else { None }
    }

    /// Returns whether its children are shown; `None` if it has none.
    pub fn is_open(self) -> Option<bool> {
        match self {
            Self::Changed { children, open, .. }
            | Self::Affected { children, open, .. }
            | Self::Work { children, open, .. }
                if children > 0 =>
            {
                Some(open)
            }
            _ => None,
        }
    }
}

/// A part of the rows that folds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForestPart {
    /// A group of places to see to, which is open by itself, and one of these places, which is not.
    Group(WorkGroup),
    Work(SymbolId),
    /// The dependents of a changed symbol; open by themselves.
    Changed(SymbolId),
    /// The dependents of an affected symbol, and the same with a filter: the ways to what matches are open.
    Affected(SymbolId),
    Found(SymbolId),
}

impl ForestPart {
    /// The same part with another symbol, if it has one.
    fn with_symbol(self, other: impl Fn(SymbolId) -> Option<SymbolId>) -> Option<Self> {
        Some(match self {
            Self::Group(_) => self,
            Self::Work(symbol) => Self::Work(other(symbol)?),
            Self::Changed(symbol) => Self::Changed(other(symbol)?),
            Self::Affected(symbol) => Self::Affected(other(symbol)?),
            Self::Found(symbol) => Self::Found(other(symbol)?),
        })
    }
}

/// The choices that shape the rows.
#[derive(Clone, Debug)]
pub struct ForestShape {
    /// The form of the answer about a symbol, and that of a diff's.
    pub forms: [ListForm; 2],
    /// Parts that are folded otherwise than they are by themselves.
    pub toggled: FxHashSet<ForestPart>,
    pub hide_tests: bool,
    /// The filter. Paths to matching rows are open.
    pub filter: Filter,
}

impl Default for ForestShape {
    fn default() -> Self {
        Self {
            forms: [ListForm::Tree, ListForm::Work],
            toggled: FxHashSet::default(),
            hide_tests: false,
            filter: Filter::default(),
        }
    }
}

impl ForestShape {
    /// The form of a result.
    pub fn form(&self, blast: &ImpactResult) -> ListForm {
        self.forms[usize::from(blast.diff.is_some())]
    }

    pub fn is_open(&self, part: ForestPart) -> bool {
        let usually = matches!(part, ForestPart::Group(_) | ForestPart::Changed(_) | ForestPart::Found(_));
        usually != self.toggled.contains(&part)
    }

    /// Folds a part, or unfolds it.
    pub fn toggle(&mut self, part: ForestPart) {
        if !self.toggled.remove(&part) {
            self.toggled.insert(part);
        }
    }

    /// Maps the symbols of a replaced graph to those of the new one.
    pub fn carry(&mut self, from: &Graph<'_>, to: &Graph<'_>) {
        let carried = |&part: &ForestPart| part.with_symbol(|symbol| to.counterpart(from, symbol));
        self.toggled = self.toggled.iter().filter_map(carried).collect();
    }

    /// Drops the symbols.
    pub fn forget(&mut self) {
        self.toggled.retain(|part| matches!(part, ForestPart::Group(_)));
    }
}

/// The parent-child relation of a result's rows, computed once.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    /// Children of each row of the impact, in the order to show them.
    children: Vec<Vec<u32>>,
    /// Rows right below a root, by root.
    roots: FxHashMap<SymbolId, Vec<u32>>,
    /// Changed symbols that depend on a root, by root.
    among: FxHashMap<SymbolId, Vec<usize>>,
    /// All rows, tests included, in the order to show them.
    order: Vec<u32>,
}

impl Forest {
    /// `order` holds all rows of the impact in the order to show them. O(affected).
    pub fn of(blast: &ImpactResult, order: Vec<usize>) -> Self {
        let affected = &blast.radius.impact.affected;
        let mut forest = Self { children: vec![Vec::new(); affected.len()], ..Self::default() };
        for &row in &order {
            match affected[row].via {
                Some(parent) => forest.children[parent as usize].push(row as u32),
                None => forest.roots.entry(affected[row].parent).or_default().push(row as u32),
            }
        }
        for (place, too) in blast.radius.among.iter().enumerate() {
            forest.among.entry(too.parent).or_default().push(place);
        }
        forest.order = order.into_iter().map(|row| row as u32).collect();
        forest
    }
}

/// The affected symbols to open at first: the first levels of the forest, as long as all rows of its tree together stay
/// within `height`.
pub(super) fn unfolded(
    graph: &Graph<'_>,
    blast: &ImpactResult,
    forest: &Forest,
    hide_tests: bool,
    height: usize,
) -> Vec<ForestPart> {
    let shape = ForestShape { hide_tests, forms: [ListForm::Tree; 2], ..ForestShape::default() };
    let mut used = rows(graph, blast, forest, &FilterHits::all(blast), &shape).rows.len();
    let layout = ForestLayout { graph, blast, forest, shape: &shape, wanted: None, rows: Vec::new() };
    let mut opened = Vec::new();
    let mut level: Vec<u32> = layout.direct().collect();
    while !level.is_empty() {
        let mut below = Vec::new();
        for row in level {
            let children = forest.children[row as usize].iter().copied();
            let children: Vec<u32> = children.filter(|&child| layout.is_shown(child)).collect();
            if !children.is_empty() && used + children.len() <= height {
                used += children.len();
                opened.push(ForestPart::Affected(layout.symbol(row)));
                below.extend(children);
            }
        }
        level = below;
    }
    opened
}

/// A forest being laid out.
struct ForestLayout<'l> {
    graph: &'l Graph<'l>,
    blast: &'l ImpactResult,
    forest: &'l Forest,
    shape: &'l ForestShape,
    /// With a filter: rows that match or lie on the path to a match.
    wanted: Option<Vec<bool>>,
    rows: Vec<ImpactRow>,
}

/// The rows of a result, as they are shown.
#[derive(Clone, Debug, Default)]
pub struct Laid {
    pub rows: Vec<ImpactRow>,
    /// Number of rows that pass the filter and are not hidden, folded ones included: affected symbols, and changed
    /// files and symbols if the shape has rows for them.
    pub hits: usize,
    /// Number of rows without filter and hiding.
    pub of: usize,
}

/// The rows of a result in a shape; `found` says what its filter lets through. O(affected).
pub(super) fn rows(
    graph: &Graph<'_>,
    blast: &ImpactResult,
    forest: &Forest,
    found: &FilterHits,
    shape: &ForestShape,
) -> Laid {
    let mut layout = ForestLayout { graph, blast, forest, shape, wanted: None, rows: Vec::new() };
    let mut found = found.clone();
    for (row, found) in found.affected.iter_mut().enumerate() {
        *found &= layout.is_shown(row as u32);
    }
    let form = shape.form(blast);
    let changed = if form == ListForm::Flat { &[][..] } else { &found.changed };
    let listed = [&found.affected, changed, &found.outside];
    let hits = listed.iter().copied().flatten().filter(|found| **found).count();
    let of = listed.iter().map(|listed| listed.len()).sum();
    if form == ListForm::Flat {
        layout.flat(&found.affected);
    } else if form == ListForm::Work {
        layout.work(&found);
    } else {
        layout.wanted = (!shape.filter.is_empty()).then(|| layout.ways(found.affected));
        if blast.diff.is_some() {
            layout.by_package(&found.changed);
        } else {
            for row in layout.direct().collect::<Vec<_>>() {
                layout.tree(row, 0);
            }
        }
    }
    let outside = found.outside.iter().enumerate().filter(|(_, found)| **found);
    layout.rows.extend(outside.map(|(ix, _)| ImpactRow::Outside(ix)));
    Laid { rows: layout.rows, hits, of }
}

impl ForestLayout<'_> {
    /// The places to see to that pass, under the heads of their groups.
    fn work(&mut self, found: &FilterHits) {
        let items = &self.blast.work.items;
        let is_hidden = |symbol: Option<SymbolId>| {
            self.shape.hide_tests && symbol.is_some_and(|symbol| self.graph.symbol(symbol).is_of_tests())
        };
        // Tests that do not compile have to be seen to as well.
        let is_shown = |&item: &usize| {
            found.work[item]
                && (items[item].group == WorkGroup::WontCompile || !is_hidden(items[item].symbol))
        };
        for group in WorkGroup::ALL {
            let of_group = |item: &usize| items[*item].group == group;
            let shown: Vec<usize> = (0..items.len()).filter(of_group).filter(is_shown).collect();
            if shown.is_empty() {
                continue;
            }
            self.rows.push(ImpactRow::Group(group));
            if !self.shape.is_open(ForestPart::Group(group)) {
                continue;
            }
            for item in shown {
                let row = items[item].row.filter(|_| group.is_scored());
                let below: Vec<u32> = row.map_or_else(Vec::new, |row| {
                    let children = self.forest.children[row].iter().copied();
                    children.filter(|&child| self.is_shown(child)).collect()
                });
                let part = items[item].symbol.map(ForestPart::Work);
                let open = !below.is_empty() && part.is_some_and(|part| self.shape.is_open(part));
                let children = if open { below.len() } else { below.len() + self.below(&below) };
                self.rows.push(ImpactRow::Work { item, group, children, open });
                for row in below.into_iter().filter(|_| open) {
                    self.tree(row, 1);
                }
            }
        }
    }

    fn symbol(&self, row: u32) -> SymbolId {
        self.blast.radius.impact.affected[row as usize].symbol
    }

    /// Rows that a target affects in one step.
    fn direct(&self) -> impl Iterator<Item = u32> {
        let affected = &self.blast.radius.impact.affected;
        self.forest.order.iter().copied().filter(|&row| affected[row as usize].via.is_none())
    }

    fn flat(&mut self, found: &[bool]) {
        let shown = self.forest.order.iter().copied().filter(|&row| found[row as usize]);
        let flat = |row: u32| ImpactRow::Affected { row: row as usize, level: 0, children: 0, open: false };
        if self.blast.diff.is_none() {
            self.rows = shown.map(flat).collect();
            return;
        }
        // Affected symbols of a diff by package, in order of each package's first row.
        let mut packages: Vec<SymbolId> = Vec::new();
        let mut rows: FxHashMap<SymbolId, Vec<u32>> = FxHashMap::default();
        for row in shown {
            let symbol = self.symbol(row);
            let package = self.graph.symbol(symbol).package();
            rows.entry(package).or_insert_with(|| {
                packages.push(package);
                Vec::new()
            });
            rows.entry(package).or_default().push(row);
        }
        for package in packages {
            self.rows.push(ImpactRow::Package(package));
            self.rows.extend(rows.remove(&package).unwrap_or_default().into_iter().map(flat));
        }
    }

    /// Changed symbols that match or have a match below them. Generated code comes last: there is much of it, and it
    /// follows from the rest.
    fn by_package(&mut self, found: &[bool]) {
        let blast = self.blast;
        let among = self.among(found);
        let mut last = None;
        let all = blast.diff.iter().flat_map(|diff| diff.changed.iter().enumerate());
        let (generated, written): (Vec<_>, Vec<_>) =
            all.partition(|(_, changed)| changed.is_generated(self.graph));
        for (ix, changed) in written.into_iter().chain(generated) {
            let children =
                changed.symbol.and_then(|id| self.forest.roots.get(&id)).map_or(&[][..], Vec::as_slice);
            let children: Vec<u32> = children.iter().copied().filter(|&row| self.has_room(row)).collect();
            let too = changed.symbol.and_then(|id| among.get(&id)).map_or(&[][..], Vec::as_slice);
            if !found[ix] && children.is_empty() && too.is_empty() {
                continue;
            }
            let package = changed.package(self.graph);
            if package.is_some() && package != last {
                last = package;
                self.rows.extend(package.map(ImpactRow::Package));
            }
            let open = changed.symbol.is_some_and(|id| self.shape.is_open(ForestPart::Changed(id)));
            let below = if open { children.len() } else { children.len() + self.below(&children) };
            self.rows.push(ImpactRow::Changed { changed: ix, children: too.len() + below, open });
            if open {
                self.rows.extend(too.iter().map(|&too| ImpactRow::Too(too)));
                for row in children {
                    self.tree(row, 1);
                }
            }
        }
    }

    /// The changed symbols to show below each changed symbol that they depend on, if they match. One that only lost a
    /// reference has not changed.
    fn among(&self, found: &[bool]) -> FxHashMap<SymbolId, Vec<usize>> {
        let diff = self.blast.diff.iter().flat_map(|diff| &diff.changed).zip(found);
        let shown: FxHashSet<SymbolId> = diff
            .filter(|(changed, found)| **found && changed.change != ChangeKind::Unbound)
            .filter_map(|(changed, _)| changed.symbol)
            .filter(|&id| !(self.shape.hide_tests && self.graph.symbol(id).is_of_tests()))
            .collect();
        let of = |places: &Vec<usize>| -> Vec<usize> {
            places
                .iter()
                .copied()
                .filter(|&place| shown.contains(&self.blast.radius.among[place].symbol))
                .collect()
        };
        self.forest.among.iter().map(|(&root, places)| (root, of(places))).collect()
    }

    /// The number of descendants of some rows. Folded rows are counted once for each list.
    fn below(&self, rows: &[u32]) -> usize {
        let (mut open, mut count) = (rows.to_vec(), 0);
        while let Some(row) = open.pop() {
            let shown =
                self.forest.children[row as usize].iter().copied().filter(|&child| self.has_room(child));
            let before = open.len();
            open.extend(shown);
            count += open.len() - before;
        }
        count
    }

    /// Adds a row and its open descendants, with an explicit stack: paths can be long.
    fn tree(&mut self, row: u32, level: u16) {
        let mut open = vec![(row, level)];
        while let Some((row, level)) = open.pop() {
            if !self.has_room(row) {
                continue;
            }
            let symbol = self.symbol(row);
            let below = &self.forest.children[row as usize];
            let children = below.iter().filter(|&&child| self.has_room(child)).count();
            let part = if self.wanted.is_some() { ForestPart::Found } else { ForestPart::Affected };
            let is_open = children > 0 && self.shape.is_open(part(symbol));
            let children = if is_open { children } else { self.below(&[row]) };
            self.rows.push(ImpactRow::Affected { row: row as usize, level, children, open: is_open });
            if is_open {
                open.extend(below.iter().rev().map(|&child| (child, level.saturating_add(1))));
            }
        }
    }

    fn is_shown(&self, row: u32) -> bool {
        !(self.shape.hide_tests && self.graph.symbol(self.symbol(row)).is_of_tests())
    }

    fn has_room(&self, row: u32) -> bool {
        self.is_shown(row) && self.wanted.as_ref().is_none_or(|wanted| wanted[row as usize])
    }

    /// The matching rows and those on the path to them.
    fn ways(&self, mut wanted: Vec<bool>) -> Vec<bool> {
        let affected = &self.blast.radius.impact.affected;
        // Parents stand before their children.
        for row in (0..affected.len()).rev() {
            if let Some(parent) = affected[row].via.filter(|_| wanted[row]) {
                wanted[parent as usize] = true;
            }
        }
        wanted
    }
}
