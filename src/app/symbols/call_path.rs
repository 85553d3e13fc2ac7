//! Call paths: chains of dependencies from a marked symbol to the selection, as rows of a panel.

use crate::app::side::row::{RowTone, RowWhat, SideRow};
use crate::app::source::Shown;
use crate::app::sure::Sure;
use crate::impact::{Chain, ChainSearch, DETOUR, Nearest, NoChain, SharedSteps, chains, extent, shared};
use crate::index::Snapshot;
use crate::model::{Cause, EdgeId, EdgeKind, Graph, SymbolId, clean, grouped, hundredths};
use std::sync::Arc;

/// At most this many chains are shown, the surest first.
const MAX_CHAINS: usize = 5;

/// The call paths between two symbols of a graph.
#[derive(Clone)]
pub struct CallPath {
    pub(in crate::app) snapshot: Arc<Snapshot>,
    pub(in crate::app) from: SymbolId,
    pub(in crate::app) to: SymbolId,
    pub(in crate::app) rows: Vec<SideRow>,
    /// The symbols of each path under a heading, both ends included.
    pub(in crate::app) chains: Vec<Vec<SymbolId>>,
}

impl CallPath {
    /// Finds the paths; if there are none, those in the other direction. O(edges x log symbols).
    pub fn found(snapshot: Arc<Snapshot>, from: SymbolId, to: SymbolId) -> Self {
        let graph = snapshot.graph();
        let symbols = |first: SymbolId, chain: &Chain| {
            let others = chain.edges.iter().map(|&edge| graph.edge(edge).to);
            std::iter::once(first).chain(others).collect::<Vec<SymbolId>>()
        };
        let (rows, chains) = match chains(&graph, from, to, MAX_CHAINS, DETOUR) {
            ChainSearch::Chains(chains) => {
                (rows("", &chains, &graph), chains.iter().map(|chain| symbols(from, chain)).collect())
            }
            ChainSearch::None(gap) => {
                let mut rows = none(&graph, from, to, &gap);
                // The headings of these rows have no path below.
                let headings = rows.iter().filter(|row| matches!(row.what, RowWhat::Heading(..))).count();
                let mut found = vec![Vec::new(); headings];
                if let (true, ChainSearch::Chains(chains)) =
                    (gap.other_way, chains(&graph, to, from, MAX_CHAINS, DETOUR))
                {
                    rows.extend(self::rows("the other way round, ", &chains, &graph));
                    found.extend(chains.iter().map(|chain| symbols(to, chain)));
                }
                (rows, found)
            }
        };
        Self { snapshot, from, to, rows, chains }
    }

    /// The names of both ends.
    pub fn ends(&self) -> [String; 2] {
        let graph = self.snapshot.graph();
        [self.from, self.to].map(|end| name(&graph, end))
    }
}

fn name(graph: &Graph<'_>, symbol: SymbolId) -> String {
    crate::tour::named(graph.symbol(symbol))
}

fn heading(text: impl Into<String>) -> SideRow {
    SideRow::heading("", text, "")
}

/// A note, such as why there are no rows.
fn note(text: impl AsRef<str>) -> SideRow {
    SideRow::words(clean(text.as_ref()), RowTone::Faint)
}

/// A step with its edge, to or from another symbol.
fn step(graph: &Graph<'_>, edge: EdgeId, other: SymbolId, incoming: bool) -> SideRow {
    let edge = graph.edge(edge);
    let is_value = edge.kind == EdgeKind::Uses && graph.symbol(edge.to).kind().is_callable();
    let note = match () {
        () if is_value => "value",
        () if edge.origin.is_through() => edge.origin.name(),
        () => "",
    };
    // A constant that repeats another's expression is where it is, and so is a method that fits an interface: that its type
    // fits is said elsewhere.
    let is_elsewhere = incoming && edge.from != other && edge.kind != EdgeKind::Imports;
    let lines = if is_elsewhere { &[][..] } else { edge.lines };
    let row = SideRow::symbol(graph, "", 1, other, Sure::of(edge.strength()), note);
    row.at(Shown::uses(graph, edge.from, lines, edge.to))
}

/// Paths whose confidence is below this part of the best one's are counted but not shown.
const WORTH: f64 = 0.1;

/// The rows of some chains. `which` begins the heading of each; the pane's title has both ends.
fn rows(which: &str, chains: &[Chain], graph: &Graph<'_>) -> Vec<SideRow> {
    let mut rows = Vec::new();
    let most = chains.first().map_or(0.0, |chain| chain.confidence);
    let worth = chains.iter().take_while(|chain| chain.confidence >= WORTH * most).count();
    let worth = &chains[..worth];
    for (ix, chain) in worth.iter().enumerate() {
        let steps = chain.edges.len();
        rows.push(heading(format!(
            "{which}path {} of {}: {steps} step{}, {}",
            ix + 1,
            worth.len(),
            if steps == 1 { "" } else { "s" },
            sure(chain.confidence),
        )));
        // Steps shared with the first path are not repeated.
        let SharedSteps { head, tail } = shared(worth, ix);
        if let Some(&last) = chain.edges[..head].last() {
            let place = name(graph, graph.edge(last).to);
            rows.push(note(format!("first {head} steps as in path 1, to {place}")));
        }
        let own = chain.edges[head..steps - tail].iter();
        rows.extend(own.map(|&edge| step(graph, edge, graph.edge(edge).to, false)));
        if tail > 0 {
            rows.push(note(format!("the last {tail} as in path 1")));
        }
    }
    let left = chains.len() - worth.len();
    if left > 0 {
        rows.push(note(format!("{left} more, less than a tenth as sure")));
    }
    rows
}

/// A path's confidence in percent, rounded down like those of its steps: no path is surer than its weakest step.
fn sure(confidence: f64) -> String {
    if confidence < 0.005 { "below 1% sure".to_owned() } else { format!("{}% sure", hundredths(confidence)) }
}

/// Most functions without a Go body that are named.
const MAX_BODILESS: usize = 4;

/// The rows that say why there is no path, short enough for a narrow pane.
fn none(graph: &Graph<'_>, from: SymbolId, to: SymbolId, gap: &NoChain) -> Vec<SideRow> {
    let mut rows = vec![heading(if gap.holder.is_some() {
        "no path is known"
    } else {
        "no path: it does not depend on it"
    })];
    rows.extend(gap.obstacles.iter().map(|obstacle| {
        let name = |symbol: SymbolId| name(graph, symbol);
        note(obstacle.sentence(&name, &name(to)))
    }));
    // The symbols nearest to the other end can be opened.
    let mut side = |verb: &str, symbols: u32, packages: u32, near: &[Nearest], incoming: bool| {
        // That nothing is there is an obstacle, which is said above.
        if symbols == 0 && incoming {
            return;
        }
        let ends = if near.is_empty() { "" } else { ", nearest:" };
        rows.push(note(format!("{verb} {}{ends}", extent(symbols, packages))));
        let row = |&Nearest { symbol, edge }: &Nearest| step(graph, edge, symbol, incoming);
        rows.extend(near.iter().map(row));
    };
    side("reaches", gap.from_reaches, gap.from_packages, &gap.nearest_to, false);
    side("reached by", gap.to_reached_by, gap.to_packages, &gap.nearest_from, true);
    if let Some(holder) = gap.holder {
        let holder = name(graph, holder);
        rows.push(note(format!("reaches its type {holder}: code that gets one may call it unseen")));
    }
    for (end, what) in [(from, "first"), (to, "second")] {
        if gap.elsewhere.contains(&end) {
            rows.push(note(format!("the {what} is built only on other systems")));
        }
    }
    if !gap.bodiless.is_empty() {
        let like = gap.bodiless_like(graph, to);
        let names: Vec<String> = like.iter().take(MAX_BODILESS).map(|&id| name(graph, id)).collect();
        let more = if like.len() > MAX_BODILESS { ", …" } else { "" };
        let functions = if like.len() == 1 { "function" } else { "functions" };
        let text = format!(
            "not followed: {} {functions} without Go code: {}{more}",
            grouped(like.len() as u64),
            names.join(", ")
        );
        rows.push(note(text));
    }
    if !gap.unbound.is_empty() {
        let causes = Cause::describe_all(gap.unbound.iter().copied());
        rows.push(note(format!("not followed: {causes}")));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::GraphData;

    #[test]
    fn paths_that_add_nothing_to_the_surest_are_counted() {
        let data = GraphData::default();
        let chain = |confidence| Chain { edges: Vec::new(), confidence };
        let texts = |chains: &[Chain]| -> Vec<String> {
            rows("", chains, &data.graph()).iter().map(|row| row.text().to_owned()).collect()
        };
        let doubtful = [chain(0.05), chain(0.04)];
        assert_eq!(texts(&doubtful), ["path 1 of 2: 0 steps, 5% sure", "path 2 of 2: 0 steps, 4% sure"]);
        let sure = [chain(1.0), chain(0.05), chain(0.04)];
        assert_eq!(texts(&sure), ["path 1 of 1: 0 steps, 100% sure", "2 more, less than a tenth as sure"]);
        // A step of 0.9994 is shown as 99%.
        assert_eq!(texts(&[chain(0.9985), chain(0.004)])[0], "path 1 of 1: 0 steps, 99% sure");
        assert_eq!(texts(&[chain(0.004)]), ["path 1 of 1: 0 steps, below 1% sure"]);
    }
}
