//! Why a step is part of its tour, and what it has to do with the tour's other steps.

use super::{StepInSight, ToursView};
use crate::app::ctx::Ctx;
use crate::model::{Graph, SymbolId, clean};
use crate::tour::{Verdict, named, plain, verb};

impl ToursView {
    /// Why the step is in its tour; `None` where no tour is open.
    pub(in crate::app) fn reasons(&self, cx: &Ctx) -> Option<Vec<String>> {
        let step = self.in_sight()?;
        let why = step.tour.step(step.at)?.why();
        let chosen = why.map_or_else(
            || "Its author chose it: the file gives no reason.".to_owned(),
            |why| plain(why).join(" "),
        );
        let mut lines = vec![chosen, String::new()];
        let snapshot = cx.index.snapshot.as_ref()?;
        let graph = snapshot.graph();
        if let Some(symbol) = Self::symbol_of(step, cx) {
            let others: Vec<(usize, SymbolId)> = (0..step.tour.steps().len())
                .filter(|&at| at != step.at)
                .filter_map(|at| Some((at, Self::symbol_of(StepInSight { at, ..step }, cx)?)))
                .filter(|other| other.1 != symbol)
                .collect();
            lines.extend(ties(&graph, symbol, &others));
            lines.push(String::new());
        }
        let located = step.found.get(step.at);
        lines.push(found(located.map(|found| &found.verdict)));
        if let Some(head) = located.and_then(|found| found.head.as_ref()) {
            lines.push("Its signature changed since the tour was written:".to_owned());
            lines.extend([format!("- was {}", clean(&head.was)), format!("- is {}", clean(&head.is))]);
        }
        Some(lines)
    }
}

/// The edges between a symbol and those of other steps, one a line.
fn ties(graph: &Graph<'_>, symbol: SymbolId, others: &[(usize, SymbolId)]) -> Vec<String> {
    let name = |id: SymbolId| named(graph.symbol(id));
    let step_of = |id: SymbolId| others.iter().find(|other| other.1 == id).map(|other| other.0 + 1);
    let mut lines: Vec<String> = Vec::new();
    for edge in graph.incoming(symbol) {
        if let Some(step) = step_of(edge.from) {
            lines.push(format!("- Step {step}, {}, {} it.", name(edge.from), verb(&edge)));
        }
    }
    for edge in graph.outgoing(symbol) {
        if let Some(step) = step_of(edge.to) {
            lines.push(format!("- It {} step {step}, {}.", verb(&edge), name(edge.to)));
        }
    }
    if lines.is_empty() {
        lines.push("Nothing ties it directly to another step.".to_owned());
    } else {
        lines.insert(0, "With the tour's other steps:".to_owned());
    }
    lines
}

/// Explains in words how the step's place was found.
fn found(verdict: Option<&Verdict>) -> String {
    match verdict {
        Some(Verdict::Kept) => "The code is where the tour says it is.".to_owned(),
        Some(Verdict::Moved) => {
            "Its symbol moved since the tour was written; the step plays where it is now.".to_owned()
        }
        Some(Verdict::Renamed(name)) => {
            format!("Its symbol was renamed since the tour was written: it is {} now.", clean(name))
        }
        Some(Verdict::Turned(kind)) => {
            format!("It changed since the tour was written: its kind is {kind} now.")
        }
        Some(Verdict::Gone(why)) => format!("Its place is gone: {}.", clean(why)),
        Some(Verdict::Refused(why)) => format!("It cannot be opened: {why}."),
        Some(Verdict::Unread(why)) => format!("Its place was not searched: {why}."),
        Some(Verdict::Unchecked) | None => "It has no place in the tree to check.".to_owned(),
    }
}
