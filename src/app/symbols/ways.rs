//! How one symbol comes to another: chains of dependencies between a marked symbol and the selection, as rows in the
//! place of what stands around it.

use std::sync::Arc;

use super::{Listing, Pane};
use crate::app::corpus::Corpus;
use crate::app::job::Job;
use crate::app::msg::Tone;
use crate::app::relations::Relation;
use crate::app::{App, View};
use crate::impact::{Chain, DETOUR, Found, Gap, Shared, chains, shared};
use crate::index::Snapshot;
use crate::model::{Cause, Graph, SymbolId, clean, counted, grouped, hundredths};

/// Most chains that are shown: the surest.
const MOST: usize = 5;

/// The ways between two symbols of a graph.
#[derive(Clone)]
pub struct Ways {
    snapshot: Arc<Snapshot>,
    from: SymbolId,
    to: SymbolId,
    /// The neighbour on the way that the cursor is to be on.
    beside: Option<SymbolId>,
    rows: Vec<Relation>,
}

impl Ways {
    /// Looks for them; where there are none, for those the other way round. O(edges x log symbols).
    #[must_use]
    pub fn found(snapshot: Arc<Snapshot>, from: SymbolId, to: SymbolId, beside: Option<SymbolId>) -> Self {
        let graph = snapshot.graph();
        let rows = match chains(&graph, from, to, MOST, DETOUR) {
            Found::Chains(chains) => rows("", &chains, &graph),
            Found::None(gap) => {
                let mut rows = none(&graph, from, to, &gap);
                if let (true, Found::Chains(chains)) = (gap.other_way, chains(&graph, to, from, MOST, DETOUR))
                {
                    rows.extend(self::rows("the other way round, ", &chains, &graph));
                }
                rows
            }
        };
        Self { snapshot, from, to, beside, rows }
    }

    /// The id in words of where they begin.
    pub(super) fn start_id(&self) -> String {
        self.snapshot.graph().symbol(self.from).id_text()
    }

    /// The names of both ends.
    #[must_use]
    pub fn ends(&self) -> [String; 2] {
        let graph = self.snapshot.graph();
        [self.from, self.to].map(|end| name(&graph, end))
    }
}

fn name(graph: &Graph<'_>, symbol: SymbolId) -> String {
    crate::tour::named(graph.symbol(symbol))
}

/// A way that is less sure than this part of the surest one says nothing beside it.
const WORTH: f64 = 0.1;

/// What the heading of some chains begins with says more about them; both ends are in the pane's title.
fn rows(which: &str, chains: &[Chain], graph: &Graph<'_>) -> Vec<Relation> {
    let mut rows = Vec::new();
    let most = chains.first().map_or(0.0, |chain| chain.confidence);
    let worth = chains.iter().take_while(|chain| chain.confidence >= WORTH * most).count();
    let worth = &chains[..worth];
    for (ix, chain) in worth.iter().enumerate() {
        let steps = chain.edges.len();
        rows.push(Relation::Heading(format!(
            "{which}path {} of {}: {steps} step{}, {}",
            ix + 1,
            worth.len(),
            if steps == 1 { "" } else { "s" },
            sure(chain.confidence),
        )));
        // What the reader has just read is not what sets this way apart.
        let Shared { head, tail } = shared(worth, ix);
        if let Some(&last) = chain.edges[..head].last() {
            let place = name(graph, graph.edge(last).to);
            rows.push(Relation::Note(format!("first {head} steps as in path 1, to {place}")));
        }
        let own = chain.edges[head..steps - tail].iter();
        rows.extend(own.map(|&edge| Relation::Edge { edge, other: graph.edge(edge).to, incoming: false }));
        if tail > 0 {
            rows.push(Relation::Note(format!("the last {tail} as in path 1")));
        }
    }
    let left = chains.len() - worth.len();
    if left > 0 {
        rows.push(Relation::Note(format!("{left} more under a tenth as sure")));
    }
    rows
}

/// How sure a way is, rounded as its steps are: no way is surer than its weakest step.
fn sure(confidence: f64) -> String {
    if confidence < 0.005 { "below 1% sure".to_owned() } else { format!("{}% sure", hundredths(confidence)) }
}

/// Functions without Go code that are named.
const MOST_BODILESS: usize = 4;

/// Why there is no way, in words short enough for a narrow pane.
fn none(graph: &Graph<'_>, from: SymbolId, to: SymbolId, gap: &Gap) -> Vec<Relation> {
    let side = |symbols: u32, packages: u32| {
        format!("{}, {}", counted(symbols as usize, "symbol"), counted(packages as usize, "package"))
    };
    let mut rows = vec![
        Relation::Heading(
            if gap.holder.is_some() { "no path is known" } else { "no path: it does not depend on it" }
                .to_owned(),
        ),
        Relation::Note(format!("reaches {}", side(gap.from_reaches, gap.from_packages))),
        Relation::Note(format!("reached by {}", side(gap.to_reached_by, gap.to_packages))),
    ];
    if let Some(holder) = gap.holder {
        let holder = name(graph, holder);
        rows.push(Relation::Note(format!(
            "reaches its type {holder}: code that gets one may call it unseen"
        )));
    }
    for (end, what) in [(from, "first"), (to, "second")] {
        if gap.elsewhere.contains(&end) {
            rows.push(Relation::Note(format!("the {what} is built only on other systems")));
        }
    }
    if !gap.bodiless.is_empty() {
        let like = gap.bodiless_like(graph, to);
        let names: Vec<String> = like.iter().take(MOST_BODILESS).map(|&id| name(graph, id)).collect();
        let more = if like.len() > MOST_BODILESS { ", …" } else { "" };
        let functions = if like.len() == 1 { "function" } else { "functions" };
        let text = format!(
            "not followed: {} {functions} without Go code: {}{more}",
            grouped(like.len() as u64),
            names.join(", ")
        );
        rows.push(Relation::Note(text));
    }
    if !gap.unbound.is_empty() {
        let causes = Cause::all_told(gap.unbound.iter().copied());
        rows.push(Relation::Note(format!("not followed: {causes}")));
    }
    rows
}

impl App {
    /// Marks the selection as where ways begin.
    pub(in crate::app) fn mark(&mut self) {
        let Some(id) = self.current().and_then(|symbol| self.id_of(symbol)) else {
            return self.tell(Tone::Bad, "nothing is selected: there is nothing to mark");
        };
        let key = self.keymap.shown(crate::app::action::Action::Ways);
        self.tell(Tone::Good, format!("marked; {key} elsewhere shows the path from here: {}", clean(&id)));
        self.marked = Some(id);
    }

    /// Asks how the marked symbol comes to the selection, which is then what is looked at.
    pub(in crate::app) fn ways(&mut self) {
        let (Some(to), Some(snapshot)) = (self.current(), self.index.snapshot.clone()) else {
            return self.tell(Tone::Bad, "nothing is selected: there is no symbol to find a path to");
        };
        let key = self.keymap.shown(crate::app::action::Action::Mark);
        let Some(from) = self.marked.as_ref().and_then(|id| self.symbol_of(id)) else {
            return self.tell(Tone::Bad, format!("no symbol is marked to start from: {key} marks one"));
        };
        if from == to {
            return self
                .tell(Tone::Bad, format!("this is the marked symbol: select another, or mark one ({key})"));
        }
        if self.view == View::Symbols {
            let here = self.here();
            self.places.leave(here);
        }
        self.show(View::Symbols);
        self.select(to);
        self.start(Job::Ways { snapshot, from, to, beside: None });
    }

    /// Asks anew for ways that were left, from the symbol of an id, to come back to a neighbour on them.
    pub(super) fn ways_again(&mut self, from: &str, to: SymbolId, beside: Option<SymbolId>) {
        if let (Some(from), Some(snapshot)) = (self.symbol_of(from), self.index.snapshot.clone()) {
            self.start(Job::Ways { snapshot, from, to, beside });
        }
    }

    /// The ways came: they stand around the selection, unless one went on meanwhile.
    pub(in crate::app) fn symbols_ways(&mut self, ways: Ways) {
        self.symbols.wanted_beside = ways.beside;
        self.symbols.ways = Some(ways);
        self.symbols.focus = Pane::Relations;
        if !self.symbols.is_on_the_way() {
            self.surround();
            self.look();
        }
    }

    /// Drops the ways; whether there were any.
    pub(super) fn ways_dropped(&mut self) -> bool {
        let dropped = self.symbols.focus == Pane::Relations && self.symbols.ways.take().is_some();
        if dropped {
            self.surround();
            self.look();
        }
        dropped
    }

    /// The rows of the ways to the selection, if they are what is to stand around it. In a newer graph they are looked
    /// for anew; of another selection they are of no use.
    pub(super) fn ways_rows(&mut self) -> Option<Vec<Relation>> {
        let Listing { corpus: Corpus::Graph(shown), .. } = self.symbols.listing.as_ref()? else {
            return None;
        };
        let shown = Arc::clone(shown);
        let ways = self.symbols.ways.as_ref()?;
        let selected = self.symbols.row().map(SymbolId);
        if Arc::ptr_eq(&ways.snapshot, &shown) {
            if selected == Some(ways.to) {
                return Some(ways.rows.clone());
            }
        } else {
            let (older, graph) = (ways.snapshot.graph(), shown.graph());
            let ends = [ways.from, ways.to].map(|end| graph.counterpart(&older, end));
            if let [Some(from), Some(to)] = ends
                && selected == Some(to)
            {
                let beside = self.symbols.beside_in(&graph);
                self.start(Job::Ways { snapshot: Arc::clone(&shown), from, to, beside });
            }
        }
        if !self.symbols.is_on_the_way() {
            self.symbols.ways = None;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::GraphData;

    #[test]
    fn ways_that_say_nothing_beside_the_surest_are_counted() {
        let data = GraphData::default();
        let chain = |confidence| Chain { edges: Vec::new(), confidence };
        let texts = |chains: &[Chain]| -> Vec<String> {
            let text = |row: Relation| match row {
                Relation::Heading(text) | Relation::Note(text) => text,
                Relation::Edge { .. } => String::new(),
            };
            rows("", chains, &data.graph()).into_iter().map(text).collect()
        };
        let doubtful = [chain(0.05), chain(0.04)];
        assert_eq!(texts(&doubtful), ["path 1 of 2: 0 steps, 5% sure", "path 2 of 2: 0 steps, 4% sure"]);
        let sure = [chain(1.0), chain(0.05), chain(0.04)];
        assert_eq!(texts(&sure), ["path 1 of 1: 0 steps, 100% sure", "2 more under a tenth as sure"]);
        // A step of 0.9994 is told as 99%.
        assert_eq!(texts(&[chain(0.9985), chain(0.004)])[0], "path 1 of 1: 0 steps, 99% sure");
        assert_eq!(texts(&[chain(0.004)]), ["path 1 of 1: 0 steps, below 1% sure"]);
    }
}
