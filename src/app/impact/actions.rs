//! Actions, keys and mouse of the Impact view.

use super::requests::{ImpactChoices, ImpactOrder, ImpactTarget, ListForm};
use super::rows::{Figure, Figures, ForestPart, ImpactRow};
use super::{DEEPEST, ImpactView, namesakes};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::job::JobKind;
use crate::app::nav_history::ViewPlace;
use crate::app::offer::{Offer, offer};
use crate::app::pane::prompt::{Prompt, Typing};
use crate::app::pane::slot::{Slot, SlotRows};
use crate::app::pane::workspace::Workspace;
use crate::app::source::Shown;
use crate::app::source_changes::file_at;
use crate::app::tours::requests::TourRows;
use crate::app::undo::{UndoStack, Undoing, after};
use crate::app::view::View;
use crate::app::view_state::ViewState;
use crate::impact::THRESHOLDS;
use crate::index::Snapshot;
use crate::index::git::Range;
use crate::model::{SymbolId, clean};
use std::sync::Arc;

impl ImpactView {
    fn carry_out(&mut self, cx: &mut Ctx, action: Action) -> bool {
        match action {
            Action::Type => {
                self.slots.focus = Slot::List;
                self.slots.prompt.open();
            }
            Action::ImpactFlat => {
                let form = &mut self.shape.forms[usize::from(self.is_diff())];
                *form = after(&ListForm::ALL, *form);
                cx.tell(form.name());
                self.lay_out(cx, self.selected());
            }
            Action::TakeOut if self.form() == ListForm::Work => self.tick(cx),
            Action::Next if self.form() == ListForm::Work => self.go_to_open(cx),
            Action::ImpactTests => {
                self.shape.hide_tests = !self.shape.hide_tests;
                self.lay_out(cx, self.selected());
            }
            Action::ImpactDoubtful => {
                self.limits.doubtful = !self.limits.doubtful;
                self.ask_again(cx);
            }
            Action::Wider | Action::Narrower => {
                self.step_threshold(cx, action == Action::Narrower);
            }
            Action::DepthLess | Action::DepthMore => self.step_depth(cx, action == Action::DepthMore),
            Action::Namesake => self.next_namesake(cx),
            Action::DiffTree => self.go_to(cx, ImpactTarget::working_tree()),
            Action::DiffStaged => self.go_to(cx, ImpactTarget::Diff(Range::Staged)),
            Action::DiffRange => {
                self.asks_range = true;
                self.range.open();
            }
            Action::ImpactBefore => self.switch_state(cx),
            Action::Order => self.put_in_order(cx, after(&ImpactOrder::ALL, self.past.order)),
            Action::ImpactChurn => self.switch_churn(cx),
            Action::ImpactPartners => self.switch_partners(cx),
            Action::Descend => return self.descend(cx),
            Action::Climb => return self.climb(cx),
            _ => return false,
        }
        true
    }

    /// Shows files that changed as they were before, or as they are.
    fn switch_state(&mut self, cx: &mut Ctx) {
        self.shows_before = !self.shows_before;
        let file = |shown: &Option<Shown>| shown.as_ref().map(|of| (of.path.clone(), of.version.clone()));
        let before = file(&self.slots.pane.shown);
        self.look(cx);
        let is_same = file(&self.slots.pane.shown) == before;
        if is_same {
            self.shows_before = false;
            cx.warn("this file has no state before: nothing that is shown changed it");
        }
    }

    /// A place in a file that changed, as it was before where that is wanted; any other place as it is.
    fn in_state(&self, shown: Shown) -> Shown {
        let diff = self.blast.as_ref().and_then(|blast| blast.diff.as_ref());
        let Some(diff) = diff.filter(|_| self.shows_before && shown.version.is_none()) else { return shown };
        let file = file_at(&diff.lines, &shown.path, 1);
        match (file, file.and_then(|file| file.paths[0].clone()), &diff.ends[0]) {
            (Some(file), Some(path), Some(commit)) => {
                let line = file.old_line_of_today(shown.line);
                let sites = shown.sites.iter().map(|&line| file.old_line_of_today(line)).collect();
                Shown { path, version: Some(commit.clone()), line, sites, ..Shown::default() }
            }
            _ => shown,
        }
    }

    pub(super) fn is_diff(&self) -> bool {
        matches!(self.target, Some(ImpactTarget::Diff(_)))
    }

    /// The form of the list.
    pub fn form(&self) -> ListForm {
        self.shape.forms[usize::from(self.is_diff())]
    }

    /// The place to see to under the cursor, by its index in the work list.
    pub fn item(&self) -> Option<usize> {
        match self.rows.get(self.slots.cursor.at)? {
            ImpactRow::Work { item, .. } => Some(*item),
            _ => None,
        }
    }

    /// Ticks the place under the cursor off, or opens it again, and goes to the next place.
    fn tick(&mut self, cx: &mut Ctx) {
        let items = self.blast.as_ref().map(|blast| &blast.work.items);
        let item = items.zip(self.item()).and_then(|(items, at)| items.get(at));
        let Some(item) = item.filter(|item| item.group.is_to_do()).cloned() else {
            return cx.warn("only places that have to be seen to are ticked off");
        };
        self.ticks.toggle(&item);
        let below = self.slots.cursor.at + 1..self.rows.len();
        let next = below.into_iter().find(|&at| self.rows[at].group().is_some());
        if let Some(next) = next.filter(|_| self.ticks.is_done(&item)) {
            self.jump(cx, next);
        }
    }

    /// Goes to the next place that is not done.
    fn go_to_open(&mut self, cx: &mut Ctx) {
        let Some(blast) = self.blast.clone() else { return cx.warn(self.rowless(cx)) };
        let row_of = |rows: &[ImpactRow], wanted: usize| {
            rows.iter().position(|row| matches!(row, ImpactRow::Work { item, .. } if *item == wanted))
        };
        let above = self.rows.get(..=self.slots.cursor.at).unwrap_or_default().iter().rev();
        let after = above.clone().find_map(|row| match row {
            ImpactRow::Work { item, .. } => Some(*item),
            _ => None,
        });
        match self.ticks.next(&blast.work, after).map(|next| row_of(&self.rows, next)) {
            Some(Some(at)) => self.jump(cx, at),
            Some(None) => cx.warn("the next place is not in sight: it is folded or filtered"),
            None => cx.tell("all places are done"),
        }
    }

    /// Number of items that are done, and of all that have to be seen to.
    pub fn done(&self) -> (usize, usize) {
        let items = self.blast.iter().flat_map(|blast| &blast.work.items);
        let to_do: Vec<_> = items.filter(|item| item.group.is_to_do()).collect();
        let mended = self.ticks.n_mended();
        let done = to_do.iter().filter(|item| self.ticks.is_done(item)).count();
        (done + mended, to_do.len() + mended)
    }

    fn step_threshold(&mut self, cx: &mut Ctx, up: bool) {
        let now = self.limits.threshold;
        // Goes down to the next threshold that shows more, if that is known.
        let walk = self.blast.iter().map(|blast| &blast.radius.impact);
        let more = walk.filter(|walk| !walk.hidden.is_empty()).map(|walk| walk.at).find(|&at| at < now);
        let next = if up {
            // Goes up over the lowest scores in sight, and as far as that leaves the others.
            let scores = self.blast.iter().flat_map(|blast| &blast.radius.impact.affected);
            let scores: Vec<f64> = scores.map(|affected| affected.score).collect();
            let lowest = scores.iter().copied().reduce(f64::min).map_or(now, |lowest| lowest.max(now));
            THRESHOLDS.into_iter().find(|&step| step > lowest + 1e-9).and_then(|first| {
                let left = scores.into_iter().filter(|&score| score >= first).reduce(f64::min);
                let most = left.unwrap_or(first) + 1e-9;
                THRESHOLDS.into_iter().rev().find(|&step| step <= most)
            })
        } else {
            more.or_else(|| THRESHOLDS.into_iter().rev().find(|&step| step < now - 1e-9))
        };
        let Some(next) = next else {
            return cx.warn(format!("reach goes no further than {now}"));
        };
        self.limits.threshold = next;
        self.ask_again(cx);
    }

    fn step_depth(&mut self, cx: &mut Ctx, more: bool) {
        let limits = &mut self.limits;
        // The first step from “any depth” drops the farthest rows.
        let affected = self.blast.iter().flat_map(|blast| &blast.radius.impact.affected);
        let farthest = affected.map(|affected| affected.depth).max().unwrap_or(DEEPEST);
        limits.depth = match (limits.depth, more) {
            (None, true) => return cx.warn("depth is already unlimited"),
            (None, false) => Some(farthest.min(DEEPEST + 1).saturating_sub(1).max(1)),
            (Some(depth), true) => (depth < DEEPEST).then_some(depth + 1),
            (Some(depth), false) => Some(depth.saturating_sub(1).max(1)),
        };
        self.ask_again(cx);
    }

    /// The next symbol of the target's name becomes the target.
    fn next_namesake(&mut self, cx: &mut Ctx) {
        let Some(ImpactTarget::Symbol(id)) = self.target.clone() else {
            return cx.warn("the target is a diff, not a symbol: nothing else has its name");
        };
        let (Some(symbol), Some(snapshot)) = (cx.symbol_of(&id), cx.index.snapshot.clone()) else {
            return;
        };
        let graph = snapshot.graph();
        let all = namesakes(&graph, symbol);
        let at = all.iter().position(|&other| other == symbol).unwrap_or(0);
        match all.get((at + 1) % all.len().max(1)) {
            Some(&next) if next != symbol => {
                self.go_to(cx, ImpactTarget::Symbol(graph.symbol(next).id_text()));
            }
            _ => cx.tell("no other symbol has that name"),
        }
    }

    /// Goes into what the row shows; returns whether there is nothing more to do.
    fn descend(&mut self, cx: &mut Ctx) -> bool {
        match self.slots.focus {
            _ if self.blast.is_none() => cx.warn(self.rowless(cx)),
            Slot::List if matches!(self.rows.get(self.slots.cursor.at), Some(ImpactRow::Group(_))) => {
                self.toggle(cx);
            }
            _ => return false,
        }
        true
    }

    /// Why the list has no rows.
    pub(in crate::app) fn rowless(&self, cx: &Ctx) -> String {
        match (&self.problem, &self.target) {
            (Some(problem), _) => clean(problem).into_owned(),
            (None, None) => "no target is chosen yet".to_owned(),
            (None, Some(_)) if cx.index.snapshot.is_none() => "the index is still being built".to_owned(),
            (None, Some(_)) => "there is no answer yet".to_owned(),
        }
    }

    /// Goes one step out; returns whether there was one.
    fn climb(&mut self, cx: &mut Ctx) -> bool {
        self.clear_filter(cx) || self.slots.focus == Slot::List && self.called_off(cx)
    }

    /// Cancels the work on a target without an answer, which leaves no target; returns whether there was such work.
    fn called_off(&mut self, cx: &mut Ctx) -> bool {
        let is_first = self.blast.is_none() && cx.is_awaited(JobKind::Impact);
        if is_first {
            cx.call_off(JobKind::Impact);
            (self.target, self.from) = (None, None);
            let back = cx.key(Action::Back);
            cx.tell(format!("cancelled; {back} goes back to what was shown before"));
        }
        is_first
    }

    /// The part of the tree that a row folds.
    fn part_at(&self, at: usize) -> Option<ForestPart> {
        Some(match *self.rows.get(at)? {
            ImpactRow::Group(group) => ForestPart::Group(group),
            ImpactRow::Work { .. } => ForestPart::Work(self.symbol_at(at)?),
            ImpactRow::Changed { .. } => ForestPart::Changed(self.symbol_at(at)?),
            ImpactRow::Affected { .. } if self.shape.filter.is_empty() => {
                ForestPart::Affected(self.symbol_at(at)?)
            }
            ImpactRow::Affected { .. } => ForestPart::Found(self.symbol_at(at)?),
            ImpactRow::Package(_) | ImpactRow::Outside(_) | ImpactRow::Too(_) => return None,
        })
    }

    /// Folds the row under the cursor, or unfolds it.
    fn toggle(&mut self, cx: &mut Ctx) {
        if let Some(part) = self.part_at(self.slots.cursor.at) {
            self.shape.toggle(part);
            self.lay_out(cx, None);
        }
    }
}

impl Undoing for ImpactView {
    type Choices = ImpactChoices;

    fn choices(&self) -> ImpactChoices {
        ImpactChoices {
            limits: self.limits,
            form: self.shape.forms,
            hide_tests: self.shape.hide_tests,
            order: self.past.order,
            churn: self.past.churn,
        }
    }

    fn past(&mut self) -> &mut UndoStack<ImpactChoices> {
        &mut self.undo
    }

    fn restore(&mut self, cx: &mut Ctx, before: ImpactChoices) -> String {
        let now = self.choices();
        if now.order != before.order {
            self.put_in_order(cx, before.order);
        }
        if now.churn != before.churn {
            self.switch_churn(cx);
        }
        (self.shape.forms, self.shape.hide_tests) = (before.form, before.hide_tests);
        if now.limits == before.limits {
            self.lay_out(cx, self.selected());
        } else {
            self.limits = before.limits;
            self.ask_again(cx);
        }
        "the last change of this view is undone".to_owned()
    }
}

impl ViewState for ImpactView {
    fn act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        self.act_or_undo(cx, action, Self::carry_out)
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

    /// Packages stand above changed symbols, and those above the affected ones.
    fn folding(&self, at: usize) -> Option<(u16, Option<bool>)> {
        let row = *self.rows.get(at)?;
        let depth = match row {
            ImpactRow::Package(_) | ImpactRow::Outside(_) | ImpactRow::Group(_) => 0,
            ImpactRow::Changed { .. } | ImpactRow::Work { .. } => 1,
            ImpactRow::Affected { level, .. } => 2 + level,
            ImpactRow::Too(_) => 3,
        };
        let group = match row {
            ImpactRow::Group(group) => Some(self.shape.is_open(ForestPart::Group(group))),
            _ => row.is_open(),
        };
        Some((depth, group))
    }

    fn set_open(&mut self, cx: &mut Ctx, _at: usize, _open: bool) {
        self.toggle(cx);
    }

    /// Puts the rows in the order of the column whose head was pressed: of the likelihood that a change comes along, which
    /// past commits are added to if it is pressed again.
    fn press_head(&mut self, cx: &mut Ctx, column: usize) {
        let width = self.areas(cx)[Slot::List as usize].width;
        let order = match Figures::fitting(width, &self.past).at(column) {
            Some(Figure::Score) => ImpactOrder::Score,
            Some(Figure::Likely) if self.past.order == ImpactOrder::Likely => ImpactOrder::WithPast,
            Some(Figure::Near | Figure::Likely) => ImpactOrder::Likely,
            _ => return,
        };
        if order != self.past.order {
            self.choosing(cx, Action::Order, |view, cx| view.put_in_order(cx, order));
        }
    }

    /// Folds the row if its fold sign was pressed; any other part of it can be opened.
    fn press_row(&mut self, cx: &mut Ctx, column: usize) -> bool {
        let Some(&pressed) = self.rows.get(self.slots.cursor.at) else { return false };
        let width = self.areas(cx)[Slot::List as usize].width;
        let sign = 2 + Figures::fitting(width, &self.past).width() + pressed.indent();
        let is_sign = column == sign && pressed.is_open().is_some();
        if is_sign {
            self.toggle(cx);
        }
        !is_sign
    }

    fn wanted(&self, _cx: &Ctx) -> Option<Shown> {
        self.place().map(|place| self.in_state(place))
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

    /// Comes back to a target and, by its id, to the row that was selected.
    fn come_back(&mut self, cx: &mut Ctx, place: ViewPlace) {
        let ViewPlace::Impact(target, symbol) = place else { return };
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

    fn tree_checked(&mut self, cx: &mut Ctx) {
        self.git_moved(cx);
    }

    fn is_early(&self, cx: &Ctx) -> bool {
        cx.is_awaited(JobKind::FilterImpact)
    }

    fn missed(&self, cx: &Ctx) -> Option<JobKind> {
        [JobKind::Impact, JobKind::FilterImpact].into_iter().find(|&kind| cx.is_awaited(kind))
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
            return self.set_target(cx, ImpactTarget::working_tree());
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

    fn rows_of(&self) -> Option<&Arc<Snapshot>> {
        self.blast.as_ref().map(|blast| &blast.snapshot)
    }

    fn symbol_at(&self, at: usize) -> Option<SymbolId> {
        let blast = self.blast.as_ref()?;
        match *self.rows.get(at)? {
            ImpactRow::Package(id) => Some(id),
            ImpactRow::Outside(_) | ImpactRow::Group(_) => None,
            ImpactRow::Work { item, .. } => blast.work.items.get(item)?.symbol,
            ImpactRow::Changed { changed, .. } => blast.diff.as_ref()?.changed.get(changed)?.symbol,
            ImpactRow::Affected { row, .. } => Some(blast.radius.impact.affected.get(row)?.symbol),
            ImpactRow::Too(too) => Some(blast.radius.among.get(too)?.symbol),
        }
    }

    fn listed_symbols(&self, cx: &Ctx) -> Vec<SymbolId> {
        let len = if self.current(cx).is_some() { self.rows.len() } else { 0 };
        (0..len).filter_map(|at| self.listed_at(at)).collect()
    }

    fn tour_rows(&self, cx: &Ctx) -> Option<TourRows> {
        let listed = self.listed_symbols(cx);
        let (title, first) = match self.target.as_ref()? {
            ImpactTarget::Symbol(id) => {
                let symbol = cx.symbol_of(id)?;
                (format!("What a change of {} affects", cx.name_of(symbol)?), Some(symbol))
            }
            ImpactTarget::Diff(range) => (format!("What {range} affects"), None),
        };
        let symbols: Vec<SymbolId> = first.into_iter().chain(listed).collect();
        (!symbols.is_empty()).then(|| TourRows { title: clean(&title).into_owned(), symbols })
    }

    fn hints(&self, _cx: &Ctx) -> Vec<Offer> {
        if self.target.is_none() {
            return vec![Action::DiffTree.into(), Action::DiffRange.into()];
        }
        let mut own = vec![Action::Descend.into(), Action::Edit.into()];
        if self.form() == ListForm::Work {
            own.extend([offer(&[Action::TakeOut], "done"), Action::Next.into()]);
        }
        own.push(offer(&[Action::Narrower, Action::Wider], "reach"));
        own.push(offer(&[Action::Type], "filter"));
        own.push(if self.is_diff() { Action::ImpactReview } else { Action::DiffTree }.into());
        own
    }
}
