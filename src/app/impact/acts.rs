//! What the Impact view does when asked to.

use super::data::{Below, Pane, Prompt, Target};
use super::rows::Row;
use super::{DEEPEST, namesakes};
use crate::app::action::Action;
use crate::app::job::Class;
use crate::app::list::Cursor;
use crate::app::msg::{Copying, Effect, Tone};
use crate::app::{App, View};
use crate::impact::THRESHOLDS;
use crate::index::git::Range;
use crate::memory::Act;
use crate::model::clean;

impl App {
    /// Carries out what concerns this view; whether it did.
    pub(in crate::app) fn impact_act(&mut self, action: Action) -> bool {
        if let Some(prompt) = self.impact.prompt {
            return self.impact_prompt_act(prompt, action);
        }
        match action {
            Action::ImpactFilter => {
                self.impact.focus = Pane::Main;
                self.impact.prompt = Some(Prompt::Filter);
                self.impact.filter.select();
            }
            Action::ImpactFlat => {
                self.impact.shape.flat = !self.impact.shape.flat;
                self.impact_laid_out(self.impact.selected());
            }
            Action::ImpactTests => {
                self.impact.shape.hide_tests = !self.impact.shape.hide_tests;
                self.impact_laid_out(self.impact.selected());
            }
            Action::ImpactDoubtful => {
                self.impact.limits.doubtful = !self.impact.limits.doubtful;
                self.impact_again();
            }
            Action::ThresholdDown | Action::ThresholdUp => self.step_threshold(action == Action::ThresholdUp),
            Action::DepthLess | Action::DepthMore => self.step_depth(action == Action::DepthMore),
            Action::ImpactHere => self.impact_here(),
            Action::Namesake => self.next_namesake(),
            Action::DiffTree => self.impact_go(Target::Diff(Range::WorkTree { since: "HEAD".to_owned() })),
            Action::DiffStaged => self.impact_go(Target::Diff(Range::Staged)),
            Action::DiffRange => {
                self.impact.prompt = Some(Prompt::Range);
                self.impact.range.select();
            }
            Action::CopyTests => self.copy_tests(),
            Action::ImpactOrder => self.switch_order(),
            Action::ImpactChurn => self.switch_churn(),
            Action::ImpactPartners => self.switch_below(),
            Action::NextPane => self.impact.focus = self.impact.focus.next(1),
            Action::PreviousPane => self.impact.focus = self.impact.focus.next(2),
            Action::Descend => self.impact_descend(),
            Action::Climb => return self.impact_climb(),
            action => return self.impact_move(action),
        }
        true
    }

    fn impact_prompt_act(&mut self, prompt: Prompt, action: Action) -> bool {
        match (prompt, action) {
            (Prompt::Filter, Action::Accept) | (_, Action::Leave) => self.impact.prompt = None,
            (Prompt::Range, Action::Accept) => {
                self.impact.prompt = None;
                let text = self.impact.range.text().trim().to_owned();
                self.impact_go(Target::Diff(Range::parse(&text)));
            }
            (_, Action::NextPane | Action::PreviousPane) => {
                self.impact.prompt = None;
                return self.impact_act(action);
            }
            _ if self.impact_line().is_some_and(|line| line.edit(action)) => self.impact_typed(),
            _ => return self.impact_move(action),
        }
        true
    }

    fn step_threshold(&mut self, up: bool) {
        let now = self.impact.limits.threshold;
        // Down to where there is more to see, as far as that is known.
        let walk = self.impact.blast.iter().map(|blast| &blast.radius.impact);
        let more = walk.filter(|walk| !walk.hidden.is_empty()).map(|walk| walk.at).find(|&at| at < now);
        let next = if up {
            THRESHOLDS.into_iter().find(|&step| step > now + 1e-9)
        } else {
            more.or_else(|| THRESHOLDS.into_iter().rev().find(|&step| step < now - 1e-9))
        };
        let Some(next) = next else { return self.tell(Tone::Bad, format!("no threshold beyond {now}")) };
        self.impact.limits.threshold = next;
        self.impact_again();
    }

    fn step_depth(&mut self, more: bool) {
        let limits = &mut self.impact.limits;
        // From any depth the first step takes away the rows that are farthest.
        let affected = self.impact.blast.iter().flat_map(|blast| &blast.radius.impact.affected);
        let farthest = affected.map(|affected| affected.depth).max().unwrap_or(DEEPEST);
        limits.depth = match (limits.depth, more) {
            (None, true) => return self.tell(Tone::Bad, "depth is already unlimited"),
            (None, false) => Some(farthest.min(DEEPEST + 1).saturating_sub(1).max(1)),
            (Some(depth), true) => (depth < DEEPEST).then_some(depth + 1),
            (Some(depth), false) => Some(depth.saturating_sub(1).max(1)),
        };
        self.impact_again();
    }

    /// The selection becomes the target.
    fn impact_here(&mut self) {
        let selected = self.impact_current().zip(self.index.snapshot.clone());
        match selected {
            Some((id, snapshot)) => self.impact_go(Target::Symbol(snapshot.graph().symbol(id).id_text())),
            None => self.tell(Tone::Bad, "nothing is selected"),
        }
    }

    /// The next symbol of the target's name becomes the target.
    fn next_namesake(&mut self) {
        let Some(Target::Symbol(id)) = self.impact.target.clone() else {
            return self.tell(Tone::Bad, "a diff has no namesakes");
        };
        let (Some(symbol), Some(snapshot)) = (self.symbol_of(&id), self.index.snapshot.clone()) else {
            return;
        };
        let graph = snapshot.graph();
        let all = namesakes(&graph, symbol);
        let at = all.iter().position(|&other| other == symbol).unwrap_or(0);
        match all.get((at + 1) % all.len().max(1)) {
            Some(&next) if next != symbol => self.impact_go(Target::Symbol(graph.symbol(next).id_text())),
            _ => self.tell(Tone::Good, "nothing else goes by that name"),
        }
    }

    /// Copies the selected test line, or all of them when the tests have not the focus.
    fn copy_tests(&mut self) {
        let blast = self.impact.blast.as_deref();
        let runs = self.impact.runs();
        let runs = match (self.impact.focus, self.impact.past.below) {
            (Pane::Below, Below::Tests) => {
                runs.get(self.impact.test.at).map_or(&[][..], std::slice::from_ref)
            }
            _ => &runs,
        };
        let graph = blast.map(|blast| blast.snapshot.graph());
        let lines: Vec<&str> =
            graph.iter().flat_map(|graph| runs.iter().map(|run| run.line(graph))).collect();
        if lines.is_empty() {
            let text = match blast {
                None => format!("nothing to copy: {}", self.impact_rowless()),
                Some(blast) if blast.radius.runs.is_empty() => {
                    "no test is reached: nothing to copy".to_owned()
                }
                Some(_) => "no test fits the filter: nothing to copy".to_owned(),
            };
            return self.tell(Tone::Bad, text);
        }
        let what =
            if lines.len() == 1 { "test line".to_owned() } else { format!("{} test lines", lines.len()) };
        let text = lines.join("\n");
        self.push(Effect::Copy(Copying::Text { what, text }));
    }

    fn impact_descend(&mut self) {
        let below = self.impact.past.below;
        if (self.impact.focus, below) == (Pane::Below, Below::Tests) {
            return self.copy_tests();
        }
        match self.impact_current() {
            Some(symbol) => {
                self.show(View::Symbols);
                self.select(symbol);
                self.did(Act::Opened, &[symbol]);
            }
            None if self.impact.blast.is_none() => self.tell(Tone::Bad, self.impact_rowless()),
            None => self.tell(Tone::Bad, "it cannot be opened: it is not in the index"),
        }
    }

    /// Why there is no answer.
    fn impact_rowless(&self) -> String {
        match (&self.impact.problem, &self.impact.target) {
            (Some(problem), _) => clean(problem).into_owned(),
            (None, None) => "it is not said yet what would change".to_owned(),
            (None, Some(_)) if self.index.snapshot.is_none() => "the index is still being built".to_owned(),
            (None, Some(_)) => "there is no answer yet".to_owned(),
        }
    }

    /// One step out; whether there was one.
    fn impact_climb(&mut self) -> bool {
        if self.impact.focus != Pane::Main {
            self.impact.focus = Pane::Main;
            return true;
        }
        if !self.zoomed && !self.impact.filter.text().is_empty() {
            self.impact.filter.set("");
            self.impact_sift();
            return true;
        }
        self.impact_called_off()
    }

    /// Calls off the work on a target that nothing is known of yet: then there is none; whether it did.
    fn impact_called_off(&mut self) -> bool {
        let is_first = self.impact.blast.is_none() && self.is_awaited(Class::Impact);
        if is_first {
            self.call_off(Class::Impact);
            (self.impact.target, self.impact.from) = (None, None);
            let back = self.keymap.shown(Action::Back);
            self.tell(Tone::Good, format!("called off; {back} goes back to what was shown before"));
        }
        is_first
    }

    fn impact_move(&mut self, action: Action) -> bool {
        let pane = self.impact.focus;
        let height = self.impact_height(pane);
        match pane {
            Pane::Main => {
                if matches!(action, Action::Left | Action::Right) {
                    self.fold(action == Action::Right);
                    return true;
                }
                let Some(cursor) = self.impact.cursor.moved(action, self.impact.rows.len(), height) else {
                    return false;
                };
                self.impact.cursor = cursor;
                self.impact_look();
                true
            }
            Pane::Source => self.impact_scroll(action, height),
            Pane::Below => {
                let len = self.impact.below_len();
                let cursor = self.impact.below_cursor();
                cursor.moved(action, len, height).map(|moved| *cursor = moved).is_some()
            }
        }
    }

    /// Opens the selected row or goes into it; closes it or goes to what it hangs on.
    pub(super) fn fold(&mut self, open: bool) {
        let at = self.impact.cursor.at;
        let Some(&row) = self.impact.rows.get(at) else { return };
        let (is_open, children) = match row {
            Row::Package(_) | Row::Outside(_) => return,
            Row::Changed { open, children, .. } | Row::Affected { open, children, .. } => (open, children),
            Row::Too(_) => (false, 0),
        };
        match (open, is_open) {
            (true, true) => self.impact.cursor.at = at + 1,
            (true, false) if children == 0 => return,
            (true, false) | (false, true) => {
                if let Some(symbol) = self.impact.selected() {
                    let shape = &mut self.impact.shape;
                    let affected = matches!(row, Row::Affected { .. }) && shape.filter.is_empty();
                    let (symbols, listed) =
                        if affected { (&mut shape.opened, open) } else { (&mut shape.closed, !open) };
                    if listed {
                        symbols.insert(symbol)
                    } else {
                        symbols.remove(&symbol)
                    };
                    return self.impact_laid_out(Some(symbol));
                }
            }
            (false, false) => {
                let holder = (0..at).rev().find(|&before| level(self.impact.rows[before]) < level(row));
                self.impact.cursor.at = holder.unwrap_or(at);
            }
        }
        let height = self.impact_height(Pane::Main);
        self.impact.cursor = self.impact.cursor.clamped(self.impact.rows.len(), height);
        self.impact_look();
    }

    pub(super) fn impact_scroll(&mut self, action: Action, height: usize) -> bool {
        let lines = self.impact.source.as_ref().map_or(0, |source| source.lines.len());
        let Some(top) = self.impact.shown.as_mut().and_then(|shown| shown.top.as_mut()) else { return false };
        // The text moves as a cursor on its first row would.
        let cursor = Cursor { at: *top, offset: 0 };
        let moved = cursor.moved(action, lines.saturating_sub(height) + 1, height);
        moved.map(|moved| *top = moved.at).is_some()
    }

    pub(in crate::app) fn impact_hints(&self) -> Vec<Action> {
        match self.impact.focus {
            Pane::Main => vec![
                Action::Descend,
                Action::CopyTests,
                Action::DiffTree,
                Action::ThresholdUp,
                Action::DepthLess,
                Action::ImpactFlat,
                Action::ImpactOrder,
                Action::ImpactPartners,
                Action::ImpactFilter,
            ],
            Pane::Source => vec![Action::NextPane, Action::Climb, Action::Edit],
            Pane::Below if self.impact.past.below == Below::Partners => {
                vec![Action::Descend, Action::ImpactPartners, Action::NextPane, Action::Climb]
            }
            Pane::Below => vec![Action::CopyTests, Action::ImpactPartners, Action::NextPane, Action::Climb],
        }
    }
}

/// How deep a row is drawn: packages, then changed symbols, then what they affect.
fn level(row: Row) -> u32 {
    match row {
        Row::Package(_) | Row::Outside(_) => 0,
        Row::Changed { .. } => 1,
        Row::Affected { level, .. } => 2 + u32::from(level),
        Row::Too(_) => 3,
    }
}
