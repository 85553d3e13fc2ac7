//! The lines of the answer: its way, the rows, then the types that the pack includes because its code uses them.
//! Everything that is copied is in the list.

use super::QueryView;
use super::way::{AnswerLine, leads};
use crate::app::ctx::Ctx;
use crate::app::source::Shown;
use crate::app::sure::Sure;
use crate::app::view_state::ViewState;
use crate::model::{Graph, SymbolId};

impl QueryView {
    /// The types after the rows: those in the pack, and those with an override.
    pub fn types(&self) -> Vec<SymbolId> {
        let Some(answered) = &self.answered else { return Vec::new() };
        let types = answered.context.types().iter().copied();
        let is_shown =
            |id: &SymbolId| self.packed.as_ref().is_some_and(|packed| packed.levels.contains_key(id));
        types.filter(|id| is_shown(id) || self.choices.overrides.of(*id).is_some()).collect()
    }

    /// Number of links of the way that are in doubt.
    pub fn n_doubtful(&self, graph: &Graph<'_>) -> usize {
        let links = self.way.iter().filter_map(|step| step.link);
        links.filter(|&link| Sure::of(graph.edge(link).strength()) != Sure::Sure).count()
    }

    /// All lines of the answer, in order. Without a way there are no headings.
    pub fn lines(&self) -> Vec<AnswerLine> {
        let Some(answered) = &self.answered else { return Vec::new() };
        let rows = (0..answered.answer.rows.len()).map(AnswerLine::Row);
        let types = self.types().into_iter().map(AnswerLine::Type);
        if self.way.is_empty() {
            return rows.chain(types).collect();
        }
        let [way_folded, rows_folded] = self.folded;
        let steps = (0..self.way.len()).map(AnswerLine::Step).filter(|_| !way_folded);
        let way: Vec<AnswerLine> = std::iter::once(AnswerLine::WayHead).chain(steps).collect();
        let rows = rows.chain(types).filter(|_| !rows_folded);
        let rows: Vec<AnswerLine> = std::iter::once(AnswerLine::RowsHead).chain(rows).collect();
        if leads(&answered.snapshot.graph(), &self.way) { [way, rows].concat() } else { [rows, way].concat() }
    }

    pub(super) fn len(&self) -> usize {
        match &self.answered {
            Some(_) => self.lines().len(),
            None if self.slots.prompt.text().trim().is_empty() => self.suggestions.len(),
            None => 0,
        }
    }

    /// The line under the cursor.
    pub fn line_at_cursor(&self) -> Option<AnswerLine> {
        self.lines().get(self.slots.cursor.at).copied()
    }

    /// The symbol of a line; a heading has none.
    pub fn symbol_of(&self, line: AnswerLine) -> Option<SymbolId> {
        match line {
            AnswerLine::WayHead | AnswerLine::RowsHead => None,
            AnswerLine::Step(at) => self.way.get(at).map(|step| step.symbol),
            AnswerLine::Row(at) => self.answered.as_ref()?.answer.rows.get(at).map(|row| row.symbol),
            AnswerLine::Type(symbol) => Some(symbol),
        }
    }

    /// The place of the first line that is no heading.
    pub(super) fn first_line(&self) -> usize {
        usize::from(!self.way.is_empty())
    }

    /// The line of a symbol: its row before its step of the way.
    pub(super) fn place(&self, symbol: SymbolId) -> Option<usize> {
        let lines = self.lines();
        let is_of = |line: &AnswerLine| self.symbol_of(*line) == Some(symbol);
        let row = lines.iter().position(|line| !matches!(line, AnswerLine::Step(_)) && is_of(line));
        row.or_else(|| lines.iter().position(is_of))
    }

    /// The same, of a symbol by its id.
    pub(super) fn place_of_id(&self, id: &str) -> Option<usize> {
        self.place(self.answered.as_ref()?.snapshot.graph().find_id(id)?)
    }

    /// The place of a line: a step shows the call that leads to it, a heading what its first line does.
    pub(super) fn place_of_line(&self) -> Option<Shown> {
        let answered = self.answered.as_ref()?;
        let graph = answered.snapshot.graph();
        let line = match self.line_at_cursor()? {
            AnswerLine::WayHead => AnswerLine::Step(0),
            AnswerLine::RowsHead => AnswerLine::Row(0),
            line => line,
        };
        let id = self.symbol_of(line)?;
        if let AnswerLine::Step(at) = line
            && let Some(link) = self.way[at].link
        {
            let edge = graph.edge(link);
            let (sites, name) = (edge.lines.to_vec(), graph.symbol(id).name());
            let line = sites.first().copied().unwrap_or_else(|| graph.symbol(edge.from).line());
            return Some(Shown { sites, ..Shown::named(graph.symbol(edge.from).path(), line, Some(name)) });
        }
        let (symbol, sites) = (graph.symbol(id), answered.answer.lines_of(&graph, id));
        let (path, place) = answered.answer.place(&graph, id);
        let line = sites.first().copied().unwrap_or(place);
        let own = (line == symbol.line()).then(|| symbol.name());
        Some(Shown { sites, ..Shown::named(path, line, own) })
    }

    /// Number of overrides about symbols that are missing in the list or the graph.
    pub fn wishes_elsewhere(&self) -> usize {
        if self.answered.is_none() {
            return 0;
        }
        let listed = self.choices.overrides.here().filter(|&(symbol, _)| self.place(symbol).is_some());
        self.choices.overrides.len() - listed.count()
    }

    /// Another pack has other types: the selection stays on its symbol, or returns to one that an earlier pack lost.
    pub(super) fn select_again(&mut self, cx: &Ctx, (line, symbol): (Option<AnswerLine>, Option<SymbolId>)) {
        let back = self.lost.as_ref().and_then(|id| self.place_of_id(id));
        if back.is_some() {
            self.lost = None;
        }
        let same = || self.lines().iter().position(|&known| Some(known) == line);
        if let Some(at) = back.or_else(same).or_else(|| symbol.and_then(|symbol| self.place(symbol))) {
            self.slots.cursor.at = at;
        }
        self.reshaped(cx);
    }
}
