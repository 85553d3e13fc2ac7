//! The map: the neighbours of the symbol as boxes and lines, dependants left of it, dependencies right of it. It follows
//! the cursor of the relations: beyond the neighbour under it stand that one's own neighbours.

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};
use unicode_width::UnicodeWidthStr;

use super::SymbolsView;
use crate::app::ctx::Ctx;
use crate::app::layout::PaneArea;
use crate::app::listing::Listing;
use crate::app::map_layout::{COLUMNS, MIDDLE, MapColumn, MapLayout, MapLine, has_outer, inwards, lay_out};
use crate::app::msg::{Click, Mouse, Tone};
use crate::app::pane::slot::Slot;
use crate::app::relations::{RelationOrder, RelationRow, is_sure, relations};
use crate::app::symbol_rows::{SymbolRows, SymbolSource};
use crate::app::view_state::ViewState;
use crate::model::{EdgeKind, EdgeRef, Graph, SymbolId, clean};

/// Rows of the map: its title, and seven rows of text in a frame, at least.
const MIN_ROWS: u16 = 10;
/// Rows at most. With more, lines get long and nothing gets clearer.
const MAX_ROWS: u16 = 24;
/// Rows that are left to the panes above, at least.
const MIN_ABOVE: u16 = 6;

/// Neighbours of a neighbour that are shown at most.
const MAX_BEYOND: usize = 40;

/// Neighbours of a side that are looked at for cycles, so that a symbol that all the tree uses costs no time.
const MAX_IN_CYCLES: usize = 1_000;

/// A symbol in a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapSymbol {
    pub symbol: SymbolId,
    /// True for a neighbour of what the map is about.
    pub is_near: bool,
}

/// The map as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct AroundMap {
    /// All of it, with its title in the first row.
    pub area: PaneArea,
    pub layout: MapLayout,
    /// The symbols of the boxes.
    pub symbols: Vec<MapSymbol>,
    /// True for each line that is part of a cycle.
    pub cyclic: Vec<bool>,
    /// The places of the symbol that the map is about and of the box under the cursor among the boxes.
    pub middle: usize,
    pub cursor: Option<usize>,
}

impl SymbolsView {
    /// The view's area without the map.
    pub fn area_without_map(&self, cx: &Ctx) -> PaneArea {
        let body = cx.body();
        let taken = self.map_area(cx).map_or(0, |area| area.height);
        PaneArea { height: body.height - taken, ..body }
    }

    /// The map's area below the panes, if it is shown.
    fn map_area(&self, cx: &Ctx) -> Option<PaneArea> {
        let is_graph = matches!(self.listing, Some(Listing { corpus: SymbolSource::Graph(_), .. }));
        if !self.has_map || !is_graph {
            return None;
        }
        let body = cx.body();
        let height = map_height(body.height)?;
        Some(body.below(body.height - height))
    }

    /// Shows the map, or hides it.
    pub(super) fn map_switched(&mut self, cx: &mut Ctx) {
        self.keeping_line(cx, |symbols, cx| {
            symbols.has_map = !symbols.has_map;
            symbols.reshaped(cx);
        });
        let height = cx.body().height;
        match () {
            () if !self.has_map => {}
            () if map_height(height).is_none() => {
                let least = MIN_ROWS + MIN_ABOVE;
                cx.notify(Tone::Bad, format!("the map needs {least} rows between header and footer"));
            }
            () => {}
        }
    }

    /// The map, if it is shown.
    pub fn around_map(&self, cx: &Ctx) -> Option<AroundMap> {
        let area = self.map_area(cx)?;
        let Listing { corpus: SymbolSource::Graph(snapshot), .. } = self.listing.as_ref()? else {
            return None;
        };
        let graph = snapshot.graph();
        let subject = cx.side.subject.filter(|id| id.ix() < graph.n_symbols()).or(self.listed())?;
        let relations = relations(&graph, subject, RelationOrder::Importance);
        let sides = [false, true].map(|is_right| neighbours(&graph, &relations, is_right));
        let under = cx.side.row().and_then(|row| row.symbol);
        let side_of = |symbol: SymbolId| {
            sides
                .iter()
                .position(|side| side.iter().any(|known| known.symbol == symbol))
                .map(|side| (side, symbol))
        };
        let pointed = under.and_then(side_of);
        let keep = |side: usize| {
            let wanted = pointed.filter(|(of, _)| *of == side).map(|(_, symbol)| symbol);
            sides[side].iter().position(|known| Some(known.symbol) == wanted)
        };
        let keeps = [keep(0), keep(1)];
        let outer = |side: usize| {
            let symbol = pointed.filter(|(of, _)| *of == side && has_outer(area.width));
            symbol
                .map(|(_, symbol)| beyond(&graph, symbol, side == 1, cx.side.choices.sure))
                .unwrap_or_default()
        };
        let beyond = [outer(0), outer(1)];
        let middle = [MapSymbol { symbol: subject, is_near: false }];
        let columns: [&[MapSymbol]; COLUMNS] = [&beyond[0], &sides[0], &middle, &sides[1], &beyond[1]];
        let wanted: [MapColumn; COLUMNS] = std::array::from_fn(|at| {
            let keep = match at {
                1 => keeps[0],
                3 => keeps[1],
                _ => None,
            };
            MapColumn { len: columns[at].len(), keep: keep.unwrap_or(0) }
        });
        let text = |column: usize, at: usize| label_width(&graph, columns[column][at].symbol);
        let layout = lay_out(area.below(1), &wanted, text);
        let symbols: Vec<MapSymbol> = layout.boxes.iter().map(|one| columns[one.column][one.at]).collect();
        let place = |column: usize, at: usize| {
            layout.boxes.iter().position(|one| (one.column, one.at) == (column, at))
        };
        let cursor = pointed.and_then(|(side, _)| place(1 + 2 * side, keeps[side]?));
        let cycles = Cycles::of(&columns, &wanted);
        let is_cyclic = |line: &MapLine| cycles.contain(symbols[line.from].symbol, symbols[line.to].symbol);
        let cyclic = layout.lines.iter().map(is_cyclic).collect();
        Some(AroundMap { area, middle: place(MIDDLE, 0)?, cursor, symbols, cyclic, layout })
    }

    /// Handles the mouse in the map; `None` elsewhere. Returns whether it pressed a neighbour that can be opened.
    pub(super) fn map_mouse(&mut self, cx: &mut Ctx, mouse: Mouse) -> Option<bool> {
        let map = self.around_map(cx).filter(|map| map.area.contains(mouse.x, mouse.y))?;
        if self.slots.focus != Slot::Side {
            self.focus_on(cx, Slot::Side);
        }
        let pressed = map.layout.boxes.iter().position(|one| one.area.contains(mouse.x, mouse.y));
        let symbol = pressed.map(|at| map.symbols[at]).filter(|one| one.is_near).map(|one| one.symbol);
        let at = cx.side.rows.iter().position(|row| symbol.is_some() && row.symbol == symbol);
        if let (Click::Press, Some(at)) = (mouse.did, at) {
            let height = cx.side.slot_rows().height(self.area(cx, Slot::Side));
            cx.side.cursor = cx.side.cursor.jumped(at, cx.side.rows.len(), height);
            self.look(cx);
        }
        Some(mouse.did == Click::Press && at.is_some())
    }
}

/// Returns whether an edge leads to something that the symbol depends on or consists of.
fn is_dependency(graph: &Graph<'_>, row: &RelationRow) -> bool {
    match *row {
        RelationRow::Edge { edge, incoming, .. } => !incoming || graph.edge(edge).kind == EdgeKind::MemberOf,
        RelationRow::Heading(_) | RelationRow::Note(_) => false,
    }
}

/// Rows of the map in a body of `height` rows; `None` if the panes would be left with too few.
fn map_height(height: u16) -> Option<u16> {
    let wanted = (height * 2 / 5).clamp(MIN_ROWS, MAX_ROWS);
    (height >= wanted + MIN_ABOVE).then_some(wanted)
}

/// The neighbours of a side, in the order of the rows, each once.
fn neighbours(graph: &Graph<'_>, rows: &[RelationRow], is_right: bool) -> Vec<MapSymbol> {
    let mut known = FxHashSet::default();
    let of_side = rows.iter().filter(|row| is_dependency(graph, row) == is_right);
    let symbols = of_side.filter_map(|row| Some(MapSymbol { symbol: row.other()?, is_near: true }));
    symbols.filter(|found| known.insert(found.symbol)).collect()
}

/// The neighbours of a neighbour, away from the middle: the surest and most important.
fn beyond(graph: &Graph<'_>, symbol: SymbolId, is_right: bool, only_sure: bool) -> Vec<MapSymbol> {
    let is_wanted = |edge: &EdgeRef<'_>| edge.kind != EdgeKind::MemberOf && (!only_sure || is_sure(edge));
    let mut best: FxHashMap<SymbolId, (i64, bool, u64)> = FxHashMap::default();
    let mut take = |edge: EdgeRef<'_>| {
        let other = if is_right { edge.to } else { edge.from };
        let percent = (edge.strength() * 100.0).round() as i64;
        // Positive floats order as their bits do.
        let weight = graph.neighbour_weight(&edge, other).to_bits();
        let worth = (percent, !graph.symbol(other).is_test(), weight);
        best.entry(other).and_modify(|known| *known = worth.max(*known)).or_insert(worth);
    };
    if is_right {
        graph.outgoing(symbol).filter(is_wanted).for_each(&mut take);
    } else {
        graph.incoming(symbol).filter(is_wanted).for_each(&mut take);
    }
    let mut found: Vec<_> = best.into_iter().collect();
    found.sort_unstable_by_key(|&(symbol, worth)| (std::cmp::Reverse(worth), symbol));
    found.truncate(MAX_BEYOND);
    found.into_iter().map(|(symbol, _)| MapSymbol { symbol, is_near: false }).collect()
}

/// The columns of a symbol's text: the letter of its kind, a blank and its name.
fn label_width(graph: &Graph<'_>, symbol: SymbolId) -> u16 {
    let name = graph.entry(symbol.ix()).map_or(0, |entry| clean(&entry.label()).width());
    u16::try_from(name + 2).unwrap_or(u16::MAX / 4)
}

/// The cycles among the symbols of a map.
struct Cycles {
    /// The number of the strongly connected part of each symbol.
    parts: FxHashMap<SymbolId, usize>,
}

impl Cycles {
    fn of(columns: &[&[MapSymbol]; COLUMNS], wanted: &[MapColumn; COLUMNS]) -> Self {
        let mut graph = DiGraph::<(), ()>::new();
        let mut nodes: FxHashMap<SymbolId, NodeIndex> = FxHashMap::default();
        for (at, column) in columns.iter().enumerate() {
            let Some(inner) = inwards(at) else { continue };
            let Some(hub) = columns[inner].get(wanted[inner].keep) else { continue };
            for one in column.iter().take(MAX_IN_CYCLES) {
                let (from, to) = if at < MIDDLE { (one, hub) } else { (hub, one) };
                let [from, to] =
                    [from, to].map(|end| *nodes.entry(end.symbol).or_insert_with(|| graph.add_node(())));
                graph.add_edge(from, to, ());
            }
        }
        let mut part_of = vec![0; graph.node_count()];
        for (at, part) in tarjan_scc(&graph).into_iter().enumerate() {
            for node in part {
                part_of[node.index()] = at;
            }
        }
        Self { parts: nodes.into_iter().map(|(symbol, node)| (symbol, part_of[node.index()])).collect() }
    }

    /// Returns whether the line between two symbols is part of a cycle.
    fn contain(&self, from: SymbolId, to: SymbolId) -> bool {
        let part = |symbol| self.parts.get(&symbol);
        part(from).is_some() && part(from) == part(to)
    }
}
