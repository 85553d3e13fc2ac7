//! The way of an answer as a tree: its steps, and the cells before them.

use super::requests::Answered;
use crate::app::sure::Sure;
use crate::model::{EdgeId, EdgeKind, Graph, Origin, SymbolId};

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerLine {
    WayHead,
    /// A symbol of the way, by its place.
    Step(usize),
    RowsHead,
    /// A row of the answer, by its place.
    Row(usize),
    Type(SymbolId),
}

impl AnswerLine {
    /// The group that it is the head of: the way, or the rows.
    pub fn group(self) -> Option<usize> {
        [Self::WayHead, Self::RowsHead].into_iter().position(|head| head == self)
    }
}

/// A symbol of a way, as a node of its tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayStep {
    pub symbol: SymbolId,
    /// The link to it; `None` for the first of a tree.
    pub link: Option<EdgeId>,
    /// The cells before it: the links of the tree, with their certainty.
    pub stem: String,
    /// The cause of doubt in a word.
    pub doubt: &'static str,
}

/// Rows that the way begins with sure links in, to stand above the rows.
const SURE_START: usize = 3;

/// The steps of the way of an answer with the cells of its tree: a chain runs straight down, only a branch indents.
pub fn steps_of(answered: &Answered) -> Vec<WayStep> {
    let Some(way) = answered.answer.way() else { return Vec::new() };
    let graph = answered.snapshot.graph();
    let place = |symbol: SymbolId| way.symbols.iter().position(|&known| known == symbol);
    let link_to = |symbol: SymbolId| way.steps.iter().copied().find(|&step| graph.edge(step).to == symbol);
    let parents: Vec<Option<usize>> =
        way.symbols.iter().map(|&symbol| place(graph.edge(link_to(symbol)?).from)).collect();
    let known = &parents;
    let children = |of: usize| (0..known.len()).filter(move |&at| known[at] == Some(of));
    let mut before: Vec<String> = vec![String::new(); way.symbols.len()];
    let mut steps = Vec::new();
    for (at, &symbol) in way.symbols.iter().enumerate() {
        let link = link_to(symbol).filter(|_| parents[at].is_some());
        let sure = link.map_or(Sure::Sure, |link| Sure::of(graph.edge(link).strength()));
        let stem = match parents[at] {
            None => String::new(),
            Some(parent) if children(parent).count() < 2 => {
                let led = before[parent].clone();
                let stem = format!("{led}{}", sure.signs()[0]);
                before[at] = led;
                stem
            }
            Some(parent) => {
                let is_last = children(parent).next_back() == Some(at);
                before[at] = format!("{}{}", before[parent], if is_last { "  " } else { "│ " });
                format!("{}{}{}", before[parent], if is_last { "└" } else { "├" }, sure.signs()[1])
            }
        };
        let doubt = link.filter(|_| sure != Sure::Sure).map_or("", |link| cause(&graph, link));
        steps.push(WayStep { symbol, link, stem, doubt });
    }
    steps
}

/// The cause of a doubtful link in a word.
fn cause(graph: &Graph<'_>, link: EdgeId) -> &'static str {
    let edge = graph.edge(link);
    match (edge.kind, edge.origin) {
        (_, Origin::Dispatch) => "interface",
        (EdgeKind::Runs | EdgeKind::Uses, _) => "func value",
        (_, Origin::Name) => "name",
        _ => "",
    }
}

/// Returns whether a way stands above the rows: it begins with sure links.
pub(super) fn leads(graph: &Graph<'_>, steps: &[WayStep]) -> bool {
    let links: Vec<EdgeId> = steps.iter().filter_map(|step| step.link).take(SURE_START).collect();
    links.len() == SURE_START && links.iter().all(|&link| Sure::of(graph.edge(link).strength()) == Sure::Sure)
}
