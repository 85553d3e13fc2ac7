//! The Impact view: what a change of a symbol, or a diff, would break, and the tests to run.

mod actions;
mod commit_history;
pub mod filtered;
mod notes;
pub mod requests;
mod rows;
use super::ctx::Ctx;
use super::filter::Filter;
use super::job::{Job, JobKind};
use super::list::Cursor;
use super::pane::prompt::Prompt;
use super::pane::workspace::Workspace;
use super::source::Shown;
use super::undo::UndoStack;
use super::view::View;
use super::view_state::ViewState;
use crate::impact::{Affected, ChangeKind, Changed, Limits, Ticks, WorkGroup, WorkItem};
use crate::model::{Graph, SymbolId};
use filtered::FilterHits;
pub use filtered::FilteredImpact;
pub use requests::{
    HistoryDetails, ImpactOrder, ImpactRequest, ImpactResult, ImpactTarget, ListForm, PastChoices,
    PastRequest, Ticked,
};
pub use rows::{Figure, Figures, Forest, ForestPart, ForestShape, ImpactRow, Laid};
use rows::{rows, unfolded};
use std::sync::Arc;

/// Rows of the list above its content, without notes.
pub const HEAD: u16 = 3;

/// Largest depth that can be chosen; the next step is “any depth”.
const DEEPEST: u32 = 15;

/// Diffs whose ticks are kept, those looked at last.
const MAX_DIFFS: usize = 20;

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

    /// The symbol of a row, unless it has a row of its own elsewhere: a changed one below what it depends on.
    fn listed_at(&self, at: usize) -> Option<SymbolId> {
        self.symbol_at(at).filter(|_| !matches!(self.rows[at], ImpactRow::Too(_)))
    }

    /// Asks what a change of `target` affects.
    fn set_target(&mut self, cx: &mut Ctx, target: ImpactTarget) {
        if self.target.as_ref() != Some(&target) {
            self.shape.forget();
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
        let (limits, filter) = (self.limits, self.slots.prompt.text().to_owned());
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
                    cx.tell("nothing is left that won't compile");
                }
                if let Some(old) = &old
                    && !Arc::ptr_eq(&old.snapshot, &blast.snapshot)
                {
                    let (from, to) = (old.snapshot.graph(), blast.snapshot.graph());
                    self.shape.carry(&from, &to);
                    kept = kept.and_then(|symbol| to.counterpart(&from, symbol));
                    is_newer = true;
                }
                self.problem = None;
                if let Some(old) = &old {
                    self.ticks.update(&old.work, &blast.work);
                }
                self.blast = Some(blast);
                (self.shape.filter, self.found) = (filter, found);
                is_sifted = self.slots.prompt.text() == text;
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
        self.reshaped(cx);
        self.look(cx);
    }

    /// Builds the forest of the newest answer again, in the chosen order.
    fn grow(&mut self, cx: &mut Ctx, kept: Option<SymbolId>, is_first: bool) {
        let height = self.height(cx);
        self.forest = Forest::default();
        if let Some(blast) = &self.blast {
            self.forest = Forest::of(blast, self.past.arranged(blast));
            if is_first {
                let (graph, hide_tests) = (blast.snapshot.graph(), self.shape.hide_tests);
                let opened = unfolded(&graph, blast, &self.forest, hide_tests, height);
                self.shape.toggled.extend(opened);
            }
        }
        self.lay_out(cx, kept);
    }

    /// Lays the rows out anew, with `kept` selected if it is among them.
    fn lay_out(&mut self, cx: &mut Ctx, kept: Option<SymbolId>) {
        let group = self.rows.get(self.slots.cursor.at).and_then(|row| row.group());
        let laid = self.blast.as_ref().map_or_else(Laid::default, |blast| {
            rows(&blast.snapshot.graph(), blast, &self.forest, &self.found, &self.shape)
        });
        (self.rows, self.hits) = (laid.rows, (laid.hits, laid.of));
        let at = self.slots.cursor.at;
        if let Some(kept) = kept {
            // A symbol that changed may be a place to see to, too.
            let is_of_group =
                |at: usize| group.is_none_or(|group| self.rows[at].group().is_none_or(|of| of == group));
            let is_kept = |&at: &usize| self.listed_at(at) == Some(kept) && is_of_group(at);
            // A place that left the list, such as one that was mended, gives way to the next one.
            let is_place = |&at: &usize| !matches!(self.rows[at], ImpactRow::Group(_));
            let next = || (at..self.rows.len()).find(is_place);
            self.slots.cursor.at = (0..self.rows.len()).find(is_kept).or_else(next).unwrap_or(at);
        } else if at == 0 && matches!(self.rows.first(), Some(ImpactRow::Package(_))) {
            // The first changed symbol says more than the package's heading above it.
            self.slots.cursor.at = 1;
        }
        self.reshaped(cx);
        self.look(cx);
    }

    /// The filter's line changed. The old rows stay until the workers have answered; without a filter there is
    /// nothing to wait for.
    fn filter_rows(&mut self, cx: &mut Ctx) {
        let Some(blast) = self.blast.clone() else { return };
        let text = self.slots.prompt.line.text().to_owned();
        if text.trim().is_empty() {
            cx.call_off(JobKind::FilterImpact);
            let (filter, found) = (Filter::default(), FilterHits::all(&blast));
            return self.filter_came(cx, FilteredImpact { blast, text, filter, found });
        }
        cx.start(Job::FilterImpact { blast, text });
    }

    /// Takes over a filtered result.
    pub(in crate::app) fn filter_came(&mut self, cx: &mut Ctx, filtered: FilteredImpact) {
        if self.blast.as_ref().is_some_and(|blast| Arc::ptr_eq(blast, &filtered.blast)) {
            let kept = self.selected();
            (self.shape.filter, self.found) = (filtered.filter, filtered.found);
            self.lay_out(cx, kept);
        }
    }

    /// The places that are ticked off, those of the diff in sight included.
    pub(in crate::app) fn ticked(&self) -> Ticked {
        let mut ticked = self.ticked.clone();
        if let Some(ImpactTarget::Diff(range)) = &self.target {
            let range = range.to_string();
            ticked.retain(|(known, _)| *known != range);
            ticked.push((range, self.ticks.by_hand()));
        }
        ticked.retain(|(_, keys)| !keys.is_empty());
        ticked.drain(..ticked.len().saturating_sub(MAX_DIFFS));
        ticked
    }

    /// Begins with what was ticked off in an earlier start.
    pub(in crate::app) fn remember_ticked(&mut self, ticked: Ticked) {
        self.ticked = ticked;
    }

    /// The ticks of a target as they were kept.
    fn ticks_of(&self, target: &ImpactTarget) -> Ticks {
        let ImpactTarget::Diff(range) = target else { return Ticks::default() };
        let range = range.to_string();
        let kept = self.ticked.iter().find(|(known, _)| *known == range);
        kept.map_or_else(Ticks::default, |(_, keys)| Ticks::of(keys.clone()))
    }

    /// The place that the selection leads to.
    fn place(&self) -> Option<Shown> {
        let blast = self.blast.as_ref()?;
        let graph = blast.snapshot.graph();
        if let Some(affected) = self.affected() {
            let (symbol, lines) = (graph.symbol(affected.symbol), affected.lines(&graph));
            let line = lines.first().copied().unwrap_or_else(|| symbol.line());
            let (path, sites) = (symbol.path(), lines.to_vec());
            let used = (!sites.is_empty()).then(|| graph.symbol(affected.parent).name());
            return Some(Shown { sites, ..Shown::named(path, line, used) });
        }
        let diff = blast.diff.as_ref();
        // A deleted thing is only in the older of the two states.
        let end = |is_gone: bool| diff?.ends[usize::from(!is_gone)].clone();
        let of_changed = |changed: &Changed| {
            // The source shown is the working tree's. After a range that ended earlier, lines may have moved since.
            if let Some(symbol) = changed.symbol.map(|symbol| graph.symbol(symbol)) {
                return Shown::named(symbol.path(), symbol.line(), Some(symbol.name()));
            }
            let version = end(changed.change == ChangeKind::Removed);
            Shown { version, ..Shown::named(&changed.path, changed.line, None) }
        };
        let of_item = |item: &WorkItem| {
            let is_own = |changed: &&Changed| {
                (&changed.path, &changed.qualified, changed.kind) == (&item.path, &item.qualified, item.kind)
            };
            let is_changed = item.group == WorkGroup::Changed;
            let own = diff.and_then(|diff| diff.changed.iter().find(is_own)).filter(|_| is_changed);
            own.map_or_else(
                || {
                    let line = item.lines.first().copied().unwrap_or(1);
                    let sites = if is_changed { Vec::new() } else { item.lines.clone() };
                    Shown { sites, ..Shown::named(&item.path, line, None) }
                },
                of_changed,
            )
        };
        match *self.rows.get(self.slots.cursor.at)? {
            ImpactRow::Package(package) => {
                let (path, line) = graph.place(package);
                Some(Shown::named(path, line, None))
            }
            ImpactRow::Changed { changed, .. } => diff?.changed.get(changed).map(of_changed),
            ImpactRow::Outside(outside) => {
                let outside = diff?.outside.get(outside)?;
                let version = end(outside.is_gone);
                Some(Shown { version, ..Shown::named(&outside.path, 1, None) })
            }
            ImpactRow::Work { item, .. } => blast.work.items.get(item).map(of_item),
            ImpactRow::Group(group) => blast.work.of_group(group).next().map(of_item),
            ImpactRow::Affected { .. } | ImpactRow::Too(_) => None,
        }
    }
}

/// Symbols with the same name as `symbol`, itself included, in order of the graph.
pub fn namesakes(graph: &Graph<'_>, symbol: SymbolId) -> Vec<SymbolId> {
    let (kind, name) = (graph.symbol(symbol).kind(), graph.symbol(symbol).qualified());
    let same = graph.symbols().filter(|other| other.kind() == kind && other.qualified() == name);
    same.map(|other| other.id).collect()
}
