//! Why a step is part of its tour, and what it has to do with the tour's other steps.

use super::Playing;
use crate::app::App;
use crate::app::msg::Tone;
use crate::model::{EdgeKind, Graph, SymbolId, clean, grouped};
use crate::tour::{Verdict, plain};

impl App {
    /// Asks why the step is there, or has the words back.
    pub(super) fn tours_why(&mut self) {
        if self.tours.why.take().is_none() {
            match self.why() {
                Some(why) => self.tours.why = Some(why),
                None => self.tell(Tone::Bad, "no tour is open: enter takes the selected one"),
            }
        }
        self.tours.top = 0;
    }

    fn why(&self) -> Option<Vec<String>> {
        let playing = self.tours.playing.as_ref()?;
        let at = playing.step.at;
        let why = playing.tour.step(at)?.why();
        let chosen = why.map_or_else(
            || "Somebody chose it: the tour's file gives no reason.".to_owned(),
            |why| plain(why).join(" "),
        );
        let mut lines = vec![chosen, String::new()];
        let snapshot = self.index.snapshot.as_ref()?;
        let graph = snapshot.graph();
        if let Some(symbol) = self.tours_symbol(at) {
            lines.extend([rank(&graph, symbol), String::new()]);
            let steps = playing.tour.steps().len();
            let others: Vec<(usize, SymbolId)> = (0..steps)
                .filter(|&step| step != at)
                .filter_map(|step| Some((step, self.tours_symbol(step)?)))
                .filter(|other| other.1 != symbol)
                .collect();
            lines.extend(ties(&graph, symbol, &others));
            lines.push(String::new());
        }
        lines.push(place(playing));
        Some(lines)
    }
}

/// How a symbol stands among all.
fn rank(graph: &Graph<'_>, symbol: SymbolId) -> String {
    let place = |scores: &[f64]| {
        grouped(1 + scores.iter().filter(|&&score| score > scores[symbol.ix()]).count() as u64)
    };
    format!(
        "Of {} symbols it is number {} by what leans on it, and number {} by what it controls.",
        grouped(graph.n_symbols() as u64),
        place(graph.symbol_authority),
        place(graph.symbol_hub)
    )
}

/// What a symbol does to other steps' symbols and they to it, a line each.
fn ties(graph: &Graph<'_>, symbol: SymbolId, others: &[(usize, SymbolId)]) -> Vec<String> {
    let name = |id: SymbolId| clean(graph.symbol(id).qualified()).into_owned();
    let step_of = |id: SymbolId| others.iter().find(|other| other.1 == id).map(|other| other.0 + 1);
    let mut lines: Vec<String> = Vec::new();
    for edge in graph.incoming(symbol) {
        if let Some(step) = step_of(edge.from) {
            lines.push(format!("- Step {step}, {}, {} it.", name(edge.from), verb(edge.kind)));
        }
    }
    for edge in graph.outgoing(symbol) {
        if let Some(step) = step_of(edge.to) {
            lines.push(format!("- It {} step {step}, {}.", verb(edge.kind), name(edge.to)));
        }
    }
    if lines.is_empty() {
        lines.push("Nothing ties it directly to another step.".to_owned());
    } else {
        lines.insert(0, "With the tour's other steps:".to_owned());
    }
    lines
}

fn verb(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Calls => "calls",
        EdgeKind::Implements => "satisfies",
        EdgeKind::Extends => "embeds",
        EdgeKind::Imports => "imports",
        EdgeKind::Uses => "uses",
        EdgeKind::Accesses => "reads or writes",
        EdgeKind::MemberOf => "belongs to",
    }
}

/// How its place was found.
fn place(playing: &Playing) -> String {
    match playing.found.get(playing.step.at).map(|found| &found.verdict) {
        Some(Verdict::Kept) => "The code is where the tour says that it is.".to_owned(),
        Some(Verdict::Moved) => {
            "Its symbol moved since the tour was written; the step plays where it is now.".to_owned()
        }
        Some(Verdict::Gone(why)) => format!("Its place is gone: {}.", clean(why)),
        Some(Verdict::Refused(why)) => format!("Its place is not opened: {why}."),
        Some(Verdict::Unchecked) | None => "It has no place in the tree that could be checked.".to_owned(),
    }
}
