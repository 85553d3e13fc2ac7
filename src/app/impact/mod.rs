//! The Impact view: what a change of a symbol, or a diff, would break, and the tests to run.

mod actions;
mod choices;
mod commit_history;
pub mod filtered;
mod filtering;
mod mouse;
mod notes;
pub mod requests;
mod rows;
mod states;
mod ticked;
use super::ctx::Ctx;
use super::job::{Job, JobKind};
use super::list::Cursor;
use super::nav_history::ViewPlace;
use super::pane::prompt::{Prompt, Typing};
use super::pane::slot_rows::SlotRows;
use super::pane::workspace::Workspace;
use super::source::Shown;
use super::tours::requests::TourRows;
use super::undo::UndoStack;
use super::view::View;
use super::view_state::ViewState;
use crate::app::action::Action;
use crate::app::msg::Tone;
use crate::app::offer::Offer;
use crate::impact::{Affected, ChangeKind, Changed, Limits, Ticks, WorkGroup};
use crate::index::git::Range;
use crate::model::{Graph, SymbolId, clean};
use filtered::FilterHits;
pub use filtered::FilteredImpact;
pub use requests::{
    HistoryDetails, ImpactOrder, ImpactRequest, ImpactResult, ImpactTarget, ListForm, PastChoices,
    PastRequest, Ticked,
};
pub use rows::{Figure, Figures, Forest, ForestShape, ImpactRow, Laid};
use rows::{rows, unfolded};
use std::sync::Arc;

/// Rows of the list above its content, without notes.
pub const HEAD: u16 = 3;

/// Largest depth that can be chosen; the next step is “any depth”.
const DEEPEST: u32 = 15;

/// The view's state.
#[derive(Default)]
pub struct ImpactView {
    pub target: Option<ImpactTarget>,
    /// The id of the symbol that the view was last turned to with.
    from: Option<String>,
    /// True if the first answer for this target is still awaited. It is shown from its top, unfolded as far as fits.
    is_new: bool,
    /// The symbol that the first answer is to select.
    wanted: Option<SymbolId>,
    pub limits: Limits,
    /// The places that are done, of this target.
    pub ticks: Ticks,
    /// The places ticked off in other diffs.
    ticked: Ticked,
    pub shape: ForestShape,
    /// The newest answer; stays until a newer one comes.
    pub blast: Option<Arc<ImpactResult>>,
    forest: Forest,
    /// The parts of `blast` that pass the filter.
    found: FilterHits,
    pub rows: Vec<ImpactRow>,
    /// Number of rows that pass the filter and are not hidden, and number of all rows, as counted by [`Laid`].
    pub hits: (usize, usize),
    pub past: PastChoices,
    pub slots: Workspace,
    /// The line of a range, and whether it is that which is asked for.
    pub range: Prompt,
    pub asks_range: bool,
    /// True if files that the diff changes are shown as they were before.
    shows_before: bool,
    /// Why the newest question has no answer.
    pub problem: Option<String>,
    /// The choices before each change of them, the newest last.
    undo: UndoStack<requests::ImpactChoices>,
}

impl ImpactView {
    /// The selected affected symbol, or a changed one below what it depends on.
    pub fn affected(&self) -> Option<Affected> {
        match self.rows.get(self.slots.cursor.at)? {
            ImpactRow::Affected { row, .. } => self.blast.as_ref()?.radius.impact.affected.get(*row).copied(),
            ImpactRow::Too(too) => self.blast.as_ref()?.radius.among.get(*too).copied(),
            ImpactRow::Work { item, .. } => {
                let blast = self.blast.as_ref()?;
                blast.radius.impact.affected.get(blast.work.items.get(*item)?.row?).copied()
            }
            _ => None,
        }
    }

    /// The selected symbol.
    pub fn selected(&self) -> Option<SymbolId> {
        self.symbol_at(self.slots.cursor.at)
    }

    /// The symbol of a row.
    pub fn symbol_at(&self, at: usize) -> Option<SymbolId> {
        let radius = &self.blast.as_ref()?.radius;
        match *self.rows.get(at)? {
            ImpactRow::Package(id) => Some(id),
            ImpactRow::Outside(_) | ImpactRow::Group(_) => None,
            ImpactRow::Work { item, .. } => self.blast.as_ref()?.work.items.get(item)?.symbol,
            ImpactRow::Changed { changed, .. } => {
                self.blast.as_ref()?.diff.as_ref()?.changed.get(changed)?.symbol
            }
            ImpactRow::Affected { row, .. } => Some(radius.impact.affected.get(row)?.symbol),
            ImpactRow::Too(too) => Some(radius.among.get(too)?.symbol),
        }
    }

    /// The symbol of a row, unless it has a row of its own elsewhere: a changed one below what it depends on.
    fn listed_at(&self, at: usize) -> Option<SymbolId> {
        self.symbol_at(at).filter(|_| !matches!(self.rows[at], ImpactRow::Too(_)))
    }

    /// Comes back to a target and, by its id, to the row that was selected.
    fn return_to(&mut self, cx: &mut Ctx, target: Option<ImpactTarget>, symbol: Option<String>) {
        let symbol = symbol.and_then(|id| cx.symbol_of(&id));
        match target {
            Some(target) if self.target.as_ref() != Some(&target) => {
                self.set_target(cx, target);
                self.wanted = symbol;
            }
            _ if symbol.is_some() => self.lay_out(cx, symbol),
            _ => {}
        }
    }

    /// Asks what a change of `target` affects.
    fn set_target(&mut self, cx: &mut Ctx, target: ImpactTarget) {
        if self.target.as_ref() != Some(&target) {
            self.shape.closed.clear();
            self.is_new = true;
            self.wanted = None;
            self.ticked = self.ticked();
            self.ticks = self.ticks_of(&target);
            self.problem = None;
            self.slots.cursor = Cursor::default();
            // The rows of the old target are dropped: an action on them would seem to be about this one.
            self.blast = None;
            self.lay_out(cx, None);
        }
        self.target = Some(target);
        self.ask_again(cx);
    }

    /// Takes a target that comes from another view, with the keys in the list.
    pub(super) fn take_target(&mut self, cx: &mut Ctx, target: ImpactTarget) {
        self.slots.pane.leave();
        self.set_target(cx, target);
    }

    /// Turns to another target from within the view; the old one goes into the history of places.
    pub(super) fn go_to(&mut self, cx: &mut Ctx, target: ImpactTarget) {
        if self.target.as_ref() != Some(&target) {
            let here = self.here(cx);
            cx.places.leave(here.into());
        }
        self.set_target(cx, target);
    }

    /// Asks the same question again, after the graph, the tree or the limits changed.
    fn ask_again(&mut self, cx: &mut Ctx) {
        let (Some(target), Some(snapshot)) = (self.target.clone(), cx.index.snapshot.clone()) else {
            return;
        };
        let (limits, filter) = (self.limits, self.slots.prompt.line.text().to_owned());
        cx.start(Job::Impact(Box::new(ImpactRequest { snapshot, target, limits, filter })));
    }

    /// Asks again for a diff: its base may be another commit now.
    pub(super) fn git_moved(&mut self, cx: &mut Ctx) {
        if matches!(self.target, Some(ImpactTarget::Diff(_))) {
            self.ask_again(cx);
        }
    }

    /// An answer came.
    pub(super) fn answer_came(&mut self, cx: &mut Ctx, answer: Result<Box<FilteredImpact>, String>) {
        let (mut kept, mut is_newer, mut is_sifted) = (self.selected(), false, true);
        let was_empty = self.rows.is_empty();
        match answer {
            Ok(filtered) => {
                let FilteredImpact { blast, text, filter, found } = *filtered;
                let old = self.blast.clone();
                Self::keep_notes(cx, &blast, old.as_deref());
                if old.as_deref().is_some_and(|old| blast.mends(old)) {
                    cx.notify(Tone::Good, "nothing is left that won't compile");
                }
                let impact = &mut *self;
                if let Some(old) = &impact.blast
                    && !Arc::ptr_eq(&old.snapshot, &blast.snapshot)
                {
                    let (from, to) = (old.snapshot.graph(), blast.snapshot.graph());
                    impact.shape.carry(&from, &to);
                    kept = kept.and_then(|symbol| to.counterpart(&from, symbol));
                    is_newer = true;
                }
                impact.problem = None;
                if let Some(old) = &old {
                    impact.ticks.update(&old.work, &blast.work);
                }
                impact.blast = Some(blast);
                (impact.shape.filter, impact.found) = (filter, found);
                is_sifted = impact.slots.prompt.line.text() == text;
                self.ask_past(cx);
            }
            Err(why) => {
                self.problem = Some(why);
                self.blast = None;
                // Folds are stored as symbols of the graph that belongs to the answer.
                self.shape.forget();
            }
        }
        cx.changes = self.blast.clone().filter(|blast| blast.diff.is_some());
        // After a problem the next answer is unfolded as a first one.
        let is_first = std::mem::replace(&mut self.is_new, self.blast.is_none());
        let kept = if is_first { self.wanted.take() } else { kept };
        self.grow(cx, kept, is_first);
        if (is_first || was_empty) && self.form() == ListForm::Work {
            self.point_first(cx);
        }
        if !is_sifted {
            // The filter was changed while the answer was computed.
            self.filter_rows(cx);
        }
        // The text that was read for the previous answer may be older than this graph.
        if (is_newer || is_first) && cx.view == View::Impact {
            cx.read(View::Impact, self.slots.pane.job());
        }
    }

    /// Puts the cursor on the first place that does not compile, else on the first one to see to.
    fn point_first(&mut self, cx: &mut Ctx) {
        let to_do = self.rows.iter().position(|row| row.group().is_some_and(WorkGroup::is_to_do));
        let first = to_do.or_else(|| self.rows.iter().position(|row| row.group().is_some()));
        self.slots.cursor.at = first.unwrap_or(self.slots.cursor.at);
        self.slots.cursor = self.slots.cursor.clamped(self.rows.len(), self.height(cx));
        self.look(cx);
    }

    /// Builds the forest of the newest answer again, in the chosen order.
    fn grow(&mut self, cx: &mut Ctx, kept: Option<SymbolId>, is_first: bool) {
        let height = self.height(cx);
        let impact = &mut *self;
        impact.forest = Forest::default();
        if let Some(blast) = &impact.blast {
            impact.forest = Forest::of(blast, impact.past.arranged(blast));
            if is_first {
                let (graph, hide_tests) = (blast.snapshot.graph(), impact.shape.hide_tests);
                impact.shape.opened = unfolded(&graph, blast, &impact.forest, hide_tests, height);
            }
        }
        self.lay_out(cx, kept);
    }

    /// Lays the rows out anew, with `kept` selected if it is among them.
    fn lay_out(&mut self, cx: &mut Ctx, kept: Option<SymbolId>) {
        let impact = &mut *self;
        let group = impact.rows.get(impact.slots.cursor.at).and_then(|row| row.group());
        let laid = impact.blast.as_ref().map_or_else(Laid::default, |blast| {
            rows(&blast.snapshot.graph(), blast, &impact.forest, &impact.found, &impact.shape)
        });
        (impact.rows, impact.hits) = (laid.rows, (laid.hits, laid.of));
        if let Some(kept) = kept {
            let mut rows = 0..impact.rows.len();
            // A symbol that changed may be a place to see to, too.
            let is_of_group =
                |at: usize| group.is_none_or(|group| impact.rows[at].group().is_none_or(|of| of == group));
            let is_kept = |&at: &usize| impact.listed_at(at) == Some(kept) && is_of_group(at);
            // A place that left the list, such as one that was mended, gives way to the next one.
            let is_place = |&at: &usize| !matches!(impact.rows[at], ImpactRow::Group(_));
            let next = || (impact.slots.cursor.at..impact.rows.len()).find(is_place);
            impact.slots.cursor.at = rows.find(is_kept).or_else(next).unwrap_or(impact.slots.cursor.at);
        } else if impact.slots.cursor.at == 0 && matches!(impact.rows.first(), Some(ImpactRow::Package(_))) {
            // The first changed symbol says more than the package's heading above it.
            impact.slots.cursor.at = 1;
        }
        let main = self.height(cx);
        let impact = &mut *self;
        impact.slots.cursor = impact.slots.cursor.clamped(impact.rows.len(), main);
        self.look(cx);
    }

    /// The place that the selection leads to, and the commit whose text it lies in; `None` for the working tree.
    fn wanted_source(&self) -> Option<(Shown, Option<String>)> {
        let blast = self.blast.as_ref()?;
        let graph = blast.snapshot.graph();
        if let Some(affected) = self.affected() {
            let (symbol, lines) = (graph.symbol(affected.symbol), affected.lines(&graph));
            let line = lines.first().copied().unwrap_or_else(|| symbol.line());
            let (path, sites) = (symbol.path(), lines.to_vec());
            let used = (!sites.is_empty()).then(|| graph.symbol(affected.parent).name());
            return Some((Shown { sites, ..Shown::named(path, line, used) }, None));
        }
        let row = self.rows.get(self.slots.cursor.at)?;
        if let ImpactRow::Package(package) = row {
            let (path, line) = graph.place(*package);
            return Some((Shown { path: path.to_owned(), line, ..Shown::default() }, None));
        }
        let diff = blast.diff.as_ref()?;
        // A deleted symbol is only in the older of the two states.
        let end = |is_gone: bool| diff.ends[usize::from(!is_gone)].clone();
        let (path, line, version) = match row {
            ImpactRow::Changed { changed, .. } => {
                let changed = diff.changed.get(*changed)?;
                match changed.symbol.map(|symbol| graph.symbol(symbol)) {
                    // The source shown is the working tree's. After a range that ended earlier, lines may have moved
                    // since.
                    Some(symbol) => {
                        let own = Shown::named(symbol.path(), symbol.line(), Some(symbol.name()));
                        return Some((own, None));
                    }
                    None => (changed.path.clone(), changed.line, end(changed.change == ChangeKind::Removed)),
                }
            }
            ImpactRow::Outside(outside) => {
                let outside = diff.outside.get(*outside)?;
                (outside.path.clone(), 1, end(outside.is_gone))
            }
            ImpactRow::Work { .. } | ImpactRow::Group(_) => {
                let item = match row {
                    ImpactRow::Work { item, .. } => blast.work.items.get(*item)?,
                    ImpactRow::Group(group) => blast.work.of_group(*group).next()?,
                    _ => return None,
                };
                let changes = |changed: &&Changed| {
                    changed.path == item.path
                        && changed.qualified == item.qualified
                        && changed.kind == item.kind
                };
                let own = diff.changed.iter().find(changes).filter(|_| item.group == WorkGroup::Changed);
                let version = own.filter(|_| item.symbol.is_none());
                let version = version.and_then(|own| end(own.change == ChangeKind::Removed));
                let symbol = item.symbol.map(|symbol| graph.symbol(symbol));
                if let Some(symbol) = symbol.filter(|_| item.group == WorkGroup::Changed) {
                    return Some((Shown::named(symbol.path(), symbol.line(), Some(symbol.name())), None));
                }
                let line = item.lines.first().copied().unwrap_or(1);
                let sites = if item.group == WorkGroup::Changed { Vec::new() } else { item.lines.clone() };
                return Some((Shown { path: item.path.clone(), line, sites, ..Shown::default() }, version));
            }
            ImpactRow::Package(_) | ImpactRow::Affected { .. } | ImpactRow::Too(_) => {
                return None;
            }
        };
        Some((Shown { path, line, ..Shown::default() }, version))
    }
}

/// Symbols with the same name as `symbol`, itself included, in order of the graph.
pub fn namesakes(graph: &Graph<'_>, symbol: SymbolId) -> Vec<SymbolId> {
    let (kind, name) = (graph.symbol(symbol).kind(), graph.symbol(symbol).qualified());
    let same = graph.symbols().filter(|other| other.kind() == kind && other.qualified() == name);
    same.map(|other| other.id).collect()
}

impl ViewState for ImpactView {
    fn act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        self.carry_out(cx, action)
    }

    fn view(&self) -> View {
        View::Impact
    }

    fn slots(&self) -> &Workspace {
        &self.slots
    }

    fn slots_mut(&mut self) -> &mut Workspace {
        &mut self.slots
    }

    fn list_rows(&self, cx: &Ctx) -> SlotRows {
        SlotRows { head: self.head(cx), foot: 0, cursor: self.slots.cursor, len: self.rows.len() }
    }

    fn fold(&mut self, cx: &mut Ctx, open: bool) -> bool {
        self.fold_row(cx, open);
        true
    }

    fn press_head(&mut self, cx: &mut Ctx, column: usize) {
        self.order_by_head(cx, column);
    }

    fn press_row(&mut self, cx: &mut Ctx, column: usize) -> bool {
        self.press_fold(cx, column)
    }

    fn wanted(&self, _cx: &Ctx) -> Option<(Shown, Option<String>)> {
        self.wanted_source().map(|wanted| self.in_state(wanted))
    }

    fn prompt(&self) -> &Prompt {
        if self.asks_range { &self.range } else { &self.slots.prompt }
    }

    fn prompt_mut(&mut self) -> &mut Prompt {
        if self.asks_range { &mut self.range } else { &mut self.slots.prompt }
    }

    fn closed(&mut self, cx: &mut Ctx, how: Typing) {
        if std::mem::take(&mut self.asks_range) && how == Typing::Taken {
            self.go_to(cx, ImpactTarget::Diff(Range::parse(self.range.text().trim())));
        }
    }

    fn here(&self, cx: &Ctx) -> ViewPlace {
        let symbol = self.current(cx).and_then(|symbol| cx.id_of(symbol));
        ViewPlace::Impact(self.target.clone(), symbol)
    }

    fn come_back(&mut self, cx: &mut Ctx, place: ViewPlace) {
        if let ViewPlace::Impact(target, symbol) = place {
            self.return_to(cx, target, symbol);
        }
    }

    fn tree_checked(&mut self, cx: &mut Ctx) {
        self.git_moved(cx);
    }

    fn is_early(&self, cx: &Ctx) -> bool {
        cx.is_awaited(JobKind::FilterImpact)
    }

    fn missed(&self, cx: &Ctx) -> Option<JobKind> {
        [JobKind::Impact, JobKind::FilterImpact].into_iter().find(|&kind| cx.is_awaited(kind))
    }

    fn hints(&self, _cx: &Ctx) -> Vec<Offer> {
        self.hinted()
    }

    /// The view was turned to from a view with this symbol selected. It becomes the target unless it was already
    /// passed on the last time: after a look elsewhere the view is as it was.
    fn entered(&mut self, cx: &mut Ctx, from: Option<SymbolId>) {
        // Work that is not committed comes before a symbol that only might change.
        if cx.uncommitted.as_ref().is_some_and(|diff| !diff.changed.is_empty()) {
            // A symbol that only the selection chose, before the changes were known, gives way to them.
            let is_chosen = match &self.target {
                None => false,
                Some(ImpactTarget::Symbol(id)) => self.from.as_ref() != Some(id),
                Some(ImpactTarget::Diff(_)) => true,
            };
            if is_chosen {
                return self.ask_again(cx);
            }
            return self.set_target(cx, ImpactTarget::Diff(Range::WorkTree { since: "HEAD".to_owned() }));
        }
        match from.and_then(|symbol| cx.id_of(symbol)) {
            Some(id) if self.from.as_ref() != Some(&id) => {
                self.from = Some(id.clone());
                self.set_target(cx, ImpactTarget::Symbol(id));
            }
            _ => self.ask_again(cx),
        }
    }

    /// The line changed.
    fn typed(&mut self, cx: &mut Ctx) {
        if !self.asks_range {
            self.filter_rows(cx);
        }
    }

    /// Another graph is there: the tree changed, so a diff may have changed too.
    fn graph_came(&mut self, cx: &mut Ctx) {
        self.ask_again(cx);
    }

    fn listed_symbols(&self, cx: &Ctx) -> Vec<SymbolId> {
        if self.current(cx).is_none() {
            return Vec::new();
        }
        (0..self.rows.len()).filter_map(|at| self.listed_at(at)).collect()
    }

    fn tour_rows(&self, cx: &Ctx) -> Option<TourRows> {
        let listed = self.listed_symbols(cx);
        let (title, first) = match self.target.as_ref()? {
            ImpactTarget::Symbol(id) => {
                let symbol = cx.symbol_of(id)?;
                let name = cx.index.snapshot.as_ref()?.graph().symbol(symbol).label();
                (format!("What a change of {name} affects"), Some(symbol))
            }
            ImpactTarget::Diff(range) => (format!("What {range} affects"), None),
        };
        let symbols: Vec<SymbolId> = first.into_iter().chain(listed).collect();
        (!symbols.is_empty()).then(|| TourRows { title: clean(&title).into_owned(), symbols })
    }

    fn current(&self, cx: &Ctx) -> Option<SymbolId> {
        // An id of a replaced graph would name another symbol in the new one.
        let (blast, newest) = (self.blast.as_ref()?, cx.index.snapshot.as_ref()?);
        if !Arc::ptr_eq(&blast.snapshot, newest) {
            return None;
        }
        self.selected()
    }
}
