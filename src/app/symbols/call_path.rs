//! Call paths: chains of dependencies from a marked symbol to the selection, as rows of a panel.

use crate::impact::{Chain, ChainSearch, DETOUR, Nearest, NoChain, SharedSteps, chains, extent, shared};
use crate::index::Snapshot;
use crate::model::{Cause, EdgeId, EdgeKind, Graph, SymbolId, grouped, hundredths};
use std::borrow::Cow;
use std::sync::Arc;

/// At most this many chains are shown, the surest first.
const MAX_CHAINS: usize = 5;

/// A row of the paths.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) enum WayRow {
    /// A heading: which path it is, and how sure.
    Heading(String),
    /// A step with its edge, to or from another symbol.
    Edge { edge: EdgeId, other: SymbolId, incoming: bool },
    /// A note, such as why there are no rows.
    Note(String),
}

impl WayRow {
    /// The symbol in whose file its places are, and their lines.
    pub(in crate::app) fn places<'g>(&self, graph: &Graph<'g>) -> Option<(SymbolId, Cow<'g, [u32]>)> {
        let Self::Edge { edge, other, incoming } = *self else { return None };
        let edge = graph.edge(edge);
        if incoming && edge.from != other && edge.kind != EdgeKind::Imports {
            // A constant that repeats another's expression is where it is, and so is a method that fits an
            // interface: that its type fits is said elsewhere.
            return Some((other, Cow::Owned(vec![graph.symbol(other).line()])));
        }
        Some((edge.from, Cow::Borrowed(edge.lines)))
    }
}

/// The call paths between two symbols of a graph.
#[derive(Clone)]
pub struct CallPath {
    pub(in crate::app) snapshot: Arc<Snapshot>,
    pub(in crate::app) from: SymbolId,
    pub(in crate::app) to: SymbolId,
    pub(in crate::app) rows: Vec<WayRow>,
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
                let headings = rows.iter().filter(|row| matches!(row, WayRow::Heading(_))).count();
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

/// Paths whose confidence is below this part of the best one's are counted but not shown.
const WORTH: f64 = 0.1;

/// The rows of some chains. `which` begins the heading of each; the pane's title has both ends.
fn rows(which: &str, chains: &[Chain], graph: &Graph<'_>) -> Vec<WayRow> {
    let mut rows = Vec::new();
    let most = chains.first().map_or(0.0, |chain| chain.confidence);
    let worth = chains.iter().take_while(|chain| chain.confidence >= WORTH * most).count();
    let worth = &chains[..worth];
    for (ix, chain) in worth.iter().enumerate() {
        let steps = chain.edges.len();
        rows.push(WayRow::Heading(format!(
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
            rows.push(WayRow::Note(format!("first {head} steps as in path 1, to {place}")));
        }
        let own = chain.edges[head..steps - tail].iter();
        rows.extend(own.map(|&edge| WayRow::Edge { edge, other: graph.edge(edge).to, incoming: false }));
        if tail > 0 {
            rows.push(WayRow::Note(format!("the last {tail} as in path 1")));
        }
    }
    let left = chains.len() - worth.len();
    if left > 0 {
        rows.push(WayRow::Note(format!("{left} more, less than a tenth as sure")));
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
fn none(graph: &Graph<'_>, from: SymbolId, to: SymbolId, gap: &NoChain) -> Vec<WayRow> {
    let mut rows = vec![WayRow::Heading(
        if gap.holder.is_some() { "no path is known" } else { "no path: it does not depend on it" }
            .to_owned(),
    )];
    rows.extend(gap.obstacles.iter().map(|obstacle| {
        let name = |symbol: SymbolId| name(graph, symbol);
        WayRow::Note(obstacle.sentence(&name, &name(to)))
    }));
    // The symbols nearest to the other end can be opened.
    let mut side = |verb: &str, symbols: u32, packages: u32, near: &[Nearest], incoming: bool| {
        // That nothing is there is an obstacle, which is said above.
        if symbols == 0 && incoming {
            return;
        }
        let ends = if near.is_empty() { "" } else { ", nearest:" };
        rows.push(WayRow::Note(format!("{verb} {}{ends}", extent(symbols, packages))));
        let row = |&Nearest { symbol, edge }: &Nearest| WayRow::Edge { edge, other: symbol, incoming };
        rows.extend(near.iter().map(row));
    };
    side("reaches", gap.from_reaches, gap.from_packages, &gap.nearest_to, false);
    side("reached by", gap.to_reached_by, gap.to_packages, &gap.nearest_from, true);
    if let Some(holder) = gap.holder {
        let holder = name(graph, holder);
        rows.push(WayRow::Note(format!("reaches its type {holder}: code that gets one may call it unseen")));
    }
    for (end, what) in [(from, "first"), (to, "second")] {
        if gap.elsewhere.contains(&end) {
            rows.push(WayRow::Note(format!("the {what} is built only on other systems")));
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
        rows.push(WayRow::Note(text));
    }
    if !gap.unbound.is_empty() {
        let causes = Cause::describe_all(gap.unbound.iter().copied());
        rows.push(WayRow::Note(format!("not followed: {causes}")));
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
            let text = |row: WayRow| match row {
                WayRow::Heading(text) | WayRow::Note(text) => text,
                WayRow::Edge { .. } => String::new(),
            };
            rows("", chains, &data.graph()).into_iter().map(text).collect()
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
