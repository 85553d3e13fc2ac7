//! What the Impact view lists: the forest of best paths, or all of it flat, as rows that can be walked through.

use super::data::{ImpactResult, Order, Past};
use super::filtered::Found;
use crate::app::filter::Filter;
use crate::impact::ChangeKind;
use crate::model::{Graph, SymbolId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A row of the main pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// A package in which something changed; in the flat form of a diff, one in which something is affected.
    Package(SymbolId),
    /// A file that changed outside of its declarations: its place in the diff.
    Outside(usize),
    /// A changed symbol: its place in the diff, and how many rows hang on it: directly where it is open, else on all
    /// levels.
    Changed { changed: usize, children: usize, open: bool },
    /// A changed symbol below another one that it depends on: its place in [`crate::impact::Radius::among`].
    Too(usize),
    /// An affected symbol: its row in the impact, how deep it is drawn, how many rows hang on it, likewise.
    Affected { row: usize, level: u16, children: usize, open: bool },
}

/// Columns that a name has at least, as long as figures can give way to it.
const LEAST_NAME: usize = 20;

/// Columns of the cursor, of the sign of what is folded, and of the kind's letter.
const SIGNS: usize = 6;

/// A figure before a row's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    Score,
    /// How near it is by random walks.
    Near,
    /// In place of that, how likely it has to change too.
    Likely,
    Hops,
    /// Changes in 90 days, the last one, and how many people made them.
    Recent,
    Last,
    Authors,
}

impl Figure {
    /// Columns that it takes, the gap after it not counted.
    #[must_use]
    pub fn width(self) -> usize {
        match self {
            Self::Score => 6,
            Self::Near | Self::Likely => 7,
            Self::Hops | Self::Recent => 4,
            Self::Last => 10,
            Self::Authors => 2,
        }
    }
}

/// Which figures stand before a row's name, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures(Vec<Figure>);

impl Figures {
    /// What fits into a pane: a name is worth more than a second opinion.
    #[must_use]
    pub fn fitting(width: u16, past: &Past) -> Self {
        let near = match past.order {
            Order::Likely | Order::WithPast => Some(Figure::Likely),
            Order::Score => (width >= if past.churn { 90 } else { 64 }).then_some(Figure::Near),
        };
        let churn: &[Figure] =
            if past.churn { &[Figure::Recent, Figure::Last, Figure::Authors] } else { &[] };
        // What the rows are not in order of gives way first.
        let score = (past.order == Order::Score || width >= 64).then_some(Figure::Score);
        let first = [score, near, Some(Figure::Hops)].into_iter().flatten();
        let mut figures = Self(first.chain(churn.iter().copied()).collect());
        // What the rows are in order of stays.
        for least in [Figure::Authors, Figure::Last, Figure::Recent, Figure::Near, Figure::Hops] {
            if figures.width() + SIGNS + LEAST_NAME > usize::from(width) {
                figures.0.retain(|figure| *figure != least);
            }
        }
        figures
    }

    pub fn iter(&self) -> impl Iterator<Item = Figure> {
        self.0.iter().copied()
    }

    /// Columns that they take, after the cursor's two.
    #[must_use]
    pub fn width(&self) -> usize {
        self.iter().map(|figure| figure.width() + 2).sum()
    }
}

impl Row {
    /// Columns of its blanks: how deep it is drawn.
    #[must_use]
    pub fn indent(self) -> usize {
        match self {
            Self::Affected { level, .. } => 2 * usize::from(level.min(12)),
            Self::Too(_) => 2,
            Self::Package(_) | Self::Outside(_) | Self::Changed { .. } => 0,
        }
    }

    /// Whether something that it holds is folded away; `None` where there is nothing to fold.
    #[must_use]
    pub fn is_folded(self) -> Option<bool> {
        match self {
            Self::Changed { children, open, .. } | Self::Affected { children, open, .. } if children > 0 => {
                Some(!open)
            }
            _ => None,
        }
    }
}

/// How the rows are made.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    pub flat: bool,
    pub hide_tests: bool,
    /// What rows have to fit; the ways to those that do are open.
    pub filter: Filter,
    /// Affected symbols that are open. With a filter all are that have something to show.
    pub opened: FxHashSet<SymbolId>,
    /// Changed symbols that are closed; with a filter affected ones, too.
    pub closed: FxHashSet<SymbolId>,
}

impl Shape {
    /// Symbols of a graph that was replaced are those of the new one.
    pub fn carry(&mut self, from: &Graph<'_>, to: &Graph<'_>) {
        for symbols in [&mut self.opened, &mut self.closed] {
            *symbols = symbols.iter().filter_map(|&symbol| to.counterpart(from, symbol)).collect();
        }
    }
}

/// Who hangs on whom, worked out once for a blast.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    /// Children of each row of the impact, in the order to show them.
    children: Vec<Vec<u32>>,
    /// Rows that hang on a root, by root.
    roots: FxHashMap<SymbolId, Vec<u32>>,
    /// Changed symbols that depend on a root, by root.
    among: FxHashMap<SymbolId, Vec<usize>>,
    /// All rows in the order to show them, tests among them.
    order: Vec<u32>,
}

impl Forest {
    /// `order` holds all rows of the impact in the order to show them. O(affected).
    #[must_use]
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
) -> FxHashSet<SymbolId> {
    let shape = Shape { hide_tests, ..Shape::default() };
    let mut used = rows(graph, blast, forest, &Found::all(blast), &shape).rows.len();
    let layout = Layout { graph, blast, forest, shape: &shape, wanted: None, rows: Vec::new() };
    let mut opened = FxHashSet::default();
    let mut level: Vec<u32> = layout.direct().collect();
    while !level.is_empty() {
        let mut below = Vec::new();
        for row in level {
            let children = forest.children[row as usize].iter().copied();
            let children: Vec<u32> = children.filter(|&child| layout.is_shown(child)).collect();
            if !children.is_empty() && used + children.len() <= height {
                used += children.len();
                opened.insert(layout.symbol(row));
                below.extend(children);
            }
        }
        level = below;
    }
    opened
}

/// A forest being laid out.
struct Layout<'l> {
    graph: &'l Graph<'l>,
    blast: &'l ImpactResult,
    forest: &'l Forest,
    shape: &'l Shape,
    /// With a filter: rows that match or lie on the way to one that does.
    wanted: Option<Vec<bool>>,
    rows: Vec<Row>,
}

/// A blast laid out.
#[derive(Clone, Debug, Default)]
pub struct Laid {
    pub rows: Vec<Row>,
    /// What the filter and what is hidden leave, in sight or folded away: affected symbols, and files and symbols that
    /// changed, where the shape has rows for them.
    pub hits: usize,
    /// How many there would be without either.
    pub of: usize,
}

/// The rows of a blast in a shape, of which `found` is what its filter lets through. O(affected).
#[must_use]
pub(super) fn rows(
    graph: &Graph<'_>,
    blast: &ImpactResult,
    forest: &Forest,
    found: &Found,
    shape: &Shape,
) -> Laid {
    let mut layout = Layout { graph, blast, forest, shape, wanted: None, rows: Vec::new() };
    let mut found = found.clone();
    for (row, found) in found.affected.iter_mut().enumerate() {
        *found &= layout.is_shown(row as u32);
    }
    let changed = if shape.flat { &[][..] } else { &found.changed };
    let listed = [&found.affected, changed, &found.outside];
    let hits = listed.iter().copied().flatten().filter(|found| **found).count();
    let of = listed.iter().map(|listed| listed.len()).sum();
    if shape.flat {
        layout.flat(&found.affected);
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
    layout.rows.extend(outside.map(|(ix, _)| Row::Outside(ix)));
    Laid { rows: layout.rows, hits, of }
}

impl Layout<'_> {
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
        let flat = |row: u32| Row::Affected { row: row as usize, level: 0, children: 0, open: false };
        if self.blast.diff.is_none() {
            self.rows = shown.map(flat).collect();
            return;
        }
        // What a diff affects, by package: the one with the first row first.
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
            self.rows.push(Row::Package(package));
            self.rows.extend(rows.remove(&package).unwrap_or_default().into_iter().map(flat));
        }
    }

    /// What changed and is `found`, or leads to something that is. What a program wrote anew stands after all that
    /// people did: there is much of it, and it follows from the rest.
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
                self.rows.extend(package.map(Row::Package));
            }
            let open = changed.symbol.is_some_and(|id| !self.shape.closed.contains(&id));
            let below = if open { children.len() } else { children.len() + self.below(&children) };
            self.rows.push(Row::Changed { changed: ix, children: too.len() + below, open });
            if open {
                self.rows.extend(too.iter().map(|&too| Row::Too(too)));
                for row in children {
                    self.tree(row, 1);
                }
            }
        }
    }

    /// The changed symbols to show below each that they depend on: those that are `found`. What only lost something has not
    /// changed.
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

    /// How many rows hang below some rows, on whatever level. What is folded away is looked at once for each list.
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

    /// A row and what hangs on it as far as it is open. Goes down by a stack of its own: paths can be long.
    fn tree(&mut self, row: u32, level: u16) {
        let mut open = vec![(row, level)];
        while let Some((row, level)) = open.pop() {
            if !self.has_room(row) {
                continue;
            }
            let symbol = self.symbol(row);
            let below = &self.forest.children[row as usize];
            let children = below.iter().filter(|&&child| self.has_room(child)).count();
            let is_wished = match self.wanted {
                Some(_) => !self.shape.closed.contains(&symbol),
                None => self.shape.opened.contains(&symbol),
            };
            let is_open = children > 0 && is_wished;
            let children = if is_open { children } else { self.below(&[row]) };
            self.rows.push(Row::Affected { row: row as usize, level, children, open: is_open });
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

    /// The rows that are found, and those on the way to them.
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
