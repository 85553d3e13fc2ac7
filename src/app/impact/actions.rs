//! Actions, keys and mouse of the Impact view.

use super::ImpactView;
use super::requests::{ImpactTarget, ListForm};
use super::rows::ImpactRow;
use super::{DEEPEST, namesakes};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::job::JobKind;
use crate::app::msg::Tone;
use crate::app::offer::{Offer, offer};
use crate::app::pane::slot::Slot;
use crate::app::view_state::ViewState;
use crate::impact::{THRESHOLDS, WorkGroup};
use crate::index::git::Range;
use crate::model::clean;

impl ImpactView {
    /// Carries out what concerns this view; whether it did.
    pub(in crate::app) fn carry_out(&mut self, cx: &mut Ctx, action: Action) -> bool {
        if action == Action::Undo {
            self.undo(cx);
            return true;
        }
        let before = self.choices();
        let is_carried_out = self.carry_out_own(cx, action);
        self.choices_changed(cx, before, action);
        is_carried_out
    }

    fn carry_out_own(&mut self, cx: &mut Ctx, action: Action) -> bool {
        match action {
            Action::Type => {
                self.slots.focus = Slot::List;
                self.slots.prompt.open();
            }
            Action::ImpactFlat => {
                let form = &mut self.shape.forms[usize::from(self.is_diff())];
                *form = form.next();
                cx.notify(Tone::Good, form.name());
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
            Action::DiffTree => {
                self.go_to(cx, ImpactTarget::Diff(Range::WorkTree { since: "HEAD".to_owned() }));
            }
            Action::DiffStaged => self.go_to(cx, ImpactTarget::Diff(Range::Staged)),
            Action::DiffRange => {
                self.asks_range = true;
                self.range.open();
            }
            Action::ImpactBefore => self.switch_state(cx),
            Action::Order => self.switch_order(cx),
            Action::ImpactChurn => self.switch_churn(cx),
            Action::ImpactPartners => self.switch_partners(cx),
            Action::Descend => return self.descend(cx),
            Action::Climb => return self.climb(cx),
            _ => return false,
        }
        true
    }

    pub(super) fn is_diff(&self) -> bool {
        matches!(self.target, Some(ImpactTarget::Diff(_)))
    }

    /// The form of the list.
    pub fn form(&self) -> ListForm {
        self.shape.forms[usize::from(self.is_diff())]
    }

    /// Folds a group, or unfolds it; the cursor goes to its head.
    fn fold_group(&mut self, cx: &mut Ctx, group: WorkGroup, open: bool) {
        if open {
            self.shape.folded.remove(&group);
        } else {
            self.shape.folded.insert(group);
        }
        self.lay_out(cx, None);
        if let Some(at) = self.rows.iter().position(|row| *row == ImpactRow::Group(group)) {
            self.show_row(cx, at);
        }
    }

    /// Puts the cursor on a row.
    fn show_row(&mut self, cx: &mut Ctx, at: usize) {
        let height = self.height(cx);
        self.slots.cursor = self.slots.cursor.jumped(at, self.rows.len(), height);
        self.look(cx);
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
            return cx.notify(Tone::Bad, "only places that have to be seen to are ticked off");
        };
        self.ticks.toggle(&item);
        let below = self.slots.cursor.at + 1..self.rows.len();
        let next = below.into_iter().find(|&at| self.rows[at].group().is_some());
        if let Some(next) = next.filter(|_| self.ticks.is_done(&item)) {
            self.show_row(cx, next);
        }
    }

    /// Goes to the next place that is not done.
    fn go_to_open(&mut self, cx: &mut Ctx) {
        let Some(blast) = self.blast.clone() else { return cx.notify(Tone::Bad, self.rowless(cx)) };
        let row_of = |rows: &[ImpactRow], wanted: usize| {
            rows.iter().position(|row| matches!(row, ImpactRow::Work { item, .. } if *item == wanted))
        };
        let above = self.rows.get(..=self.slots.cursor.at).unwrap_or_default().iter().rev();
        let after = above.clone().find_map(|row| match row {
            ImpactRow::Work { item, .. } => Some(*item),
            _ => None,
        });
        match self.ticks.next(&blast.work, after).map(|next| row_of(&self.rows, next)) {
            Some(Some(at)) => self.show_row(cx, at),
            Some(None) => cx.notify(Tone::Bad, "the next place is not in sight: it is folded or filtered"),
            None => cx.notify(Tone::Good, "all places are done"),
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
            return cx.notify(Tone::Bad, format!("reach goes no further than {now}"));
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
            (None, true) => return cx.notify(Tone::Bad, "depth is already unlimited"),
            (None, false) => Some(farthest.min(DEEPEST + 1).saturating_sub(1).max(1)),
            (Some(depth), true) => (depth < DEEPEST).then_some(depth + 1),
            (Some(depth), false) => Some(depth.saturating_sub(1).max(1)),
        };
        self.ask_again(cx);
    }

    /// The next symbol of the target's name becomes the target.
    fn next_namesake(&mut self, cx: &mut Ctx) {
        let Some(ImpactTarget::Symbol(id)) = self.target.clone() else {
            return cx.notify(Tone::Bad, "the target is a diff, not a symbol: nothing else has its name");
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
            _ => cx.notify(Tone::Good, "no other symbol has that name"),
        }
    }

    /// Goes into what the row shows; returns whether there is nothing more to do.
    fn descend(&mut self, cx: &mut Ctx) -> bool {
        match self.slots.focus {
            _ if self.blast.is_none() => cx.notify(Tone::Bad, self.rowless(cx)),
            Slot::List if let Some(&ImpactRow::Group(group)) = self.rows.get(self.slots.cursor.at) => {
                self.fold_group(cx, group, self.shape.folded.contains(&group));
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
        if self.slots.focus != Slot::List {
            return false;
        }
        if !cx.zoomed && !self.slots.prompt.line.text().is_empty() {
            self.slots.prompt.line.set("");
            self.filter_rows(cx);
            return true;
        }
        self.called_off(cx)
    }

    /// Cancels the work on a target without an answer, which leaves no target; returns whether there was such work.
    fn called_off(&mut self, cx: &mut Ctx) -> bool {
        let is_first = self.blast.is_none() && cx.is_awaited(JobKind::Impact);
        if is_first {
            cx.call_off(JobKind::Impact);
            (self.target, self.from) = (None, None);
            let back = cx.keymap.shown(Action::Back);
            cx.notify(Tone::Good, format!("cancelled; {back} goes back to what was shown before"));
        }
        is_first
    }

    /// With `open`, opens the selected row or goes to its first child; otherwise closes it or goes to its parent.
    pub(super) fn fold_row(&mut self, cx: &mut Ctx, open: bool) {
        let at = self.slots.cursor.at;
        let Some(&row) = self.rows.get(at) else { return };
        let (is_open, children) = match row {
            ImpactRow::Package(_) | ImpactRow::Outside(_) => return,
            ImpactRow::Group(group) => return self.fold_group(cx, group, open),
            ImpactRow::Changed { open, children, .. }
            | ImpactRow::Affected { open, children, .. }
            | ImpactRow::Work { open, children, .. } => (open, children),
            ImpactRow::Too(_) => (false, 0),
        };
        match (open, is_open) {
            (true, true) => self.slots.cursor.at = at + 1,
            (true, false) if children == 0 => return,
            (true, false) | (false, true) => {
                if let Some(symbol) = self.selected() {
                    let shape = &mut self.shape;
                    let affected = matches!(row, ImpactRow::Affected { .. }) && shape.filter.is_empty();
                    let (symbols, listed) = match row {
                        ImpactRow::Work { .. } => (&mut shape.unfolded, open),
                        _ if affected => (&mut shape.opened, open),
                        _ => (&mut shape.closed, !open),
                    };
                    if listed {
                        symbols.insert(symbol)
                    } else {
                        symbols.remove(&symbol)
                    };
                    return self.lay_out(cx, Some(symbol));
                }
            }
            (false, false) => {
                let holder = (0..at).rev().find(|&before| level(self.rows[before]) < level(row));
                self.slots.cursor.at = holder.unwrap_or(at);
            }
        }
        let height = self.height(cx);
        self.slots.cursor = self.slots.cursor.clamped(self.rows.len(), height);
        self.look(cx);
    }

    pub(in crate::app) fn hinted(&self) -> Vec<Offer> {
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

/// Returns the level of a row: packages, then changed symbols, then the affected ones.
fn level(row: ImpactRow) -> u32 {
    match row {
        ImpactRow::Package(_) | ImpactRow::Outside(_) | ImpactRow::Group(_) => 0,
        ImpactRow::Changed { .. } | ImpactRow::Work { .. } => 1,
        ImpactRow::Affected { level, .. } => 2 + u32::from(level),
        ImpactRow::Too(_) => 3,
    }
}
