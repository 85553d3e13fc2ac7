//! The Query view: ask in words, and pack what answers to a budget of tokens.
//!
//! A question is asked as it is typed, after a short pause; an older one is called off, and its rows stay until newer
//! ones come. Packing follows every answer, every change of the budget and every wish about a row.

mod acts;
pub mod data;
mod listed;
mod notices;
mod steps;
mod wishes;

pub use self::data::{Answered, Commits, Notice, Packed, Pane};
use self::data::{Then, carried};
pub use self::wishes::Wishes;
use super::action::Action;
use super::job::{Class, Job};
use super::layout::{Area, area_of, three};
use super::line::Line;
use super::list::Cursor;
use super::{App, Millis, View};
use crate::index::Snapshot;
use crate::model::{SymbolId, clean, counted};
use crate::rank::Intent;
use crate::search::pack::render::Format;
use crate::search::pack::tokens::Encoding;
use crate::search::pack::{DEFAULT_BUDGET, PackStyle};
use crate::search::{Past, Query as Question, Strategy};
use std::sync::Arc;

/// Rows above the panes: the question, and the meter.
pub const HEAD: u16 = 2;

/// Rows of a pane above its content.
pub const TITLE: u16 = 1;

/// The results' part of a wide screen, in percent.
const RESULTS: u16 = 48;

/// Pause in typing after which a question is asked.
const PAUSE: u64 = 60;

/// Largest budget that can be set.
pub const MOST_BUDGET: u32 = 32_000;

/// Questions that are remembered while the program runs.
const MOST_PAST: usize = 100;

/// The view's state.
pub struct Query {
    pub line: Line,
    pub typing: bool,
    /// Nobody began to ask: a letter does, while digits and signs keep turning to views, help and palette.
    waits: bool,
    /// Questions asked before, the newest last, and the one that is being looked at.
    past: Vec<String>,
    past_at: Option<usize>,
    /// When the question that is being typed is asked.
    due: Option<Millis>,
    /// The newest answer; stays until a newer one comes.
    pub answered: Option<Arc<Answered>>,
    /// Why there is none.
    pub problem: Option<String>,
    pub cursor: Cursor,
    pub focus: Pane,
    pub strategy: Strategy,
    /// `None` reads it out of the question.
    pub intent: Option<Intent>,
    pub budget: u32,
    pub format: Format,
    pub encoding: Encoding,
    pub wishes: Wishes,
    /// Wishes that were dropped last.
    dropped: Wishes,
    /// The snapshot whose symbols the wishes were last looked for in.
    followed: Option<Arc<Snapshot>>,
    pub packed: Option<Packed>,
    /// First row and column of the preview, from 0.
    pub top: usize,
    pub left: usize,
    /// First row of the reasons.
    pub why_top: usize,
    then: Then,
    pub commits: Option<Commits>,
    /// The snapshot that past commits were asked for.
    reading: Option<Arc<Snapshot>>,
    /// The id in words of what was selected and is no row any more.
    lost: Option<String>,
}

impl Default for Query {
    fn default() -> Self {
        Self {
            line: Line::default(),
            typing: true,
            waits: true,
            past: Vec::new(),
            past_at: None,
            due: None,
            answered: None,
            problem: None,
            cursor: Cursor::default(),
            focus: Pane::Results,
            strategy: Strategy::default(),
            intent: None,
            budget: DEFAULT_BUDGET,
            format: Format::default(),
            encoding: Encoding::default(),
            wishes: Wishes::default(),
            dropped: Wishes::default(),
            followed: None,
            packed: None,
            top: 0,
            left: 0,
            why_top: 0,
            then: Then::default(),
            commits: None,
            reading: None,
            lost: None,
        }
    }
}

impl Query {
    /// What pins, bans and levels are in force, in words and in the fewest letters; empty without any.
    #[must_use]
    pub fn wished(&self) -> [String; 2] {
        let [pinned, banned, levels] = self.wishes.counts();
        let told = [
            (pinned, format!("{pinned} pinned"), format!("p{pinned}")),
            (banned, format!("{banned} banned"), format!("x{banned}")),
            (levels, counted(levels, "chosen level"), format!("±{levels}")),
        ];
        let told = told.into_iter().filter(|told| told.0 > 0);
        let (words, letters): (Vec<_>, Vec<_>) = told.map(|(_, words, letters)| (words, letters)).unzip();
        [words.join(", "), letters.join(" ")]
    }

    /// Whether the question is one that nobody began.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.typing && self.waits && self.line.text().is_empty()
    }

    /// When the view wants to be woken.
    #[must_use]
    pub fn due(&self) -> Option<Millis> {
        self.due
    }

    /// The line of the pack at which the selected row's part of it begins, as far as it has one: every format gives path
    /// and line there.
    #[must_use]
    pub fn section(&self) -> Option<usize> {
        let (answered, packed) = (self.answered.as_ref()?, self.packed.as_ref()?);
        let symbol = self.selected().filter(|symbol| packed.levels.contains_key(symbol))?;
        let graph = answered.snapshot.graph();
        let (path, line) = graph.place(symbol);
        let (path, line) = (clean(path).into_owned(), line.to_string());
        let number = |text: &str| {
            text.split(|c: char| !c.is_ascii_digit()).find(|number| !number.is_empty()) == Some(line.as_str())
        };
        let is_place = |text: &String| text.split_once(path.as_str()).is_some_and(|(_, rest)| number(rest));
        packed.lines.iter().position(is_place)
    }
}

impl App {
    /// The areas of results, preview and reasons.
    #[must_use]
    pub fn query_areas(&self) -> [Area; 3] {
        self.query_split(self.zoomed)
    }

    fn query_split(&self, zoomed: bool) -> [Area; 3] {
        let body = self.query_body();
        three(body, zoomed, self.query.focus as usize, RESULTS)
    }

    fn query_body(&self) -> Area {
        self.screen().map(|screen| screen.body.below(HEAD)).unwrap_or_default()
    }

    /// The area that a pane is put in order for.
    fn query_area(&self, pane: Pane) -> Area {
        area_of(pane as usize, self.zoomed, self.query_body(), |zoomed| self.query_split(zoomed))
    }

    /// Lines of a pane that can be scrolled: notices stand still under the rows.
    fn query_rows(&self, pane: Pane) -> usize {
        let notices = if pane == Pane::Results { self.query_notices().len() } else { 0 };
        self.query_rows_beside(pane, notices)
    }

    fn query_rows_beside(&self, pane: Pane, notices: usize) -> usize {
        let lines = usize::from(self.query_area(pane).height.saturating_sub(TITLE));
        lines.saturating_sub(notices).max(1)
    }

    /// The cursor of the list where the list is drawn, above so many lines of notices.
    #[must_use]
    pub fn query_cursor(&self, notices: usize) -> Cursor {
        self.query.cursor.clamped(self.query.len(), self.query_rows_beside(Pane::Results, notices))
    }

    pub(super) fn query_line(&mut self) -> Option<&mut Line> {
        self.query.typing.then_some(&mut self.query.line)
    }

    pub(super) fn query_typing(&self) -> bool {
        self.query.typing
    }

    /// The view was turned to: who only walks through the views is not kept in an empty question.
    pub(super) fn query_entered(&mut self) {
        self.query.waits = true;
    }

    /// The question changed: it is asked after a pause.
    ///
    /// `/` is the key that begins a question everywhere else; pressed where the line waits already, it is no text.
    pub(super) fn query_typed(&mut self) {
        if self.query.line.text() == "/" {
            self.query.line.set("");
        }
        self.query.waits = false;
        self.query.due = Some(Millis(self.now.0 + PAUSE));
    }

    /// Asks when the pause is over.
    pub(super) fn query_tick(&mut self) {
        if self.query.due.is_some_and(|due| due <= self.now) {
            self.ask();
        }
    }

    fn ask(&mut self) {
        self.query.due = None;
        let text = self.query.line.text().trim().to_owned();
        if text.is_empty() {
            return self.unask();
        }
        let Some(snapshot) = self.index.snapshot.clone() else {
            self.query.problem =
                Some("the index is still being built; the question is asked once it is done".to_owned());
            return;
        };
        let [interactions, traces] = self.remembered();
        let query = Question {
            interactions,
            traces,
            text,
            strategy: self.query.strategy,
            mode: self.query.strategy.mode(),
            intent: self.query.intent,
            weights: self.settings.weights.clone(),
            relevance: self.settings.relevance,
            ..Question::default()
        };
        let style = self.pack_style(&query.text);
        let past = self.commits(&snapshot);
        self.start(Job::Ask { snapshot, past, query: Box::new(query), style, ceiling: MOST_BUDGET });
    }

    fn pack_style(&self, question: &str) -> PackStyle {
        PackStyle {
            format: self.query.format,
            encoding: self.query.encoding,
            title: question.to_owned(),
            ..PackStyle::default()
        }
    }

    /// Counts the answer that is there in another format or encoding. If none is there, or another is awaited, the question is
    /// asked.
    fn recount(&mut self) {
        let order = (self.query.strategy, self.query.intent);
        let is_current = |answered: &Arc<Answered>| {
            let is_newest = self.index.snapshot.as_ref().is_some_and(|s| Arc::ptr_eq(s, &answered.snapshot));
            is_newest && answered.order == order && answered.text == self.query.line.text().trim()
        };
        let is_awaited = self.query.due.is_some() || self.is_awaited(Class::Ask);
        let Some(answered) =
            self.query.answered.clone().filter(|answered| !is_awaited && is_current(answered))
        else {
            return self.ask();
        };
        let style = self.pack_style(&answered.text);
        self.start(Job::Recount { answered, style, ceiling: MOST_BUDGET });
    }

    /// There is no question any more: nothing answers it, and nothing is packed for it. Wishes wait for the next one.
    fn unask(&mut self) {
        let query = &mut self.query;
        (query.answered, query.packed, query.problem, query.lost) = (None, None, None, None);
        query.cursor = Cursor::default();
        (query.top, query.why_top) = (0, 0);
        self.call_off(Class::Ask);
        self.call_off(Class::Pack);
    }

    /// Past commits for a snapshot. Where they are not there yet they are read, and the question is asked again.
    fn commits(&mut self, snapshot: &Arc<Snapshot>) -> Option<Arc<Past>> {
        if let Some(commits) = &self.query.commits
            && Arc::ptr_eq(&commits.snapshot, snapshot)
        {
            return commits.past.clone().ok();
        }
        if !self.query.reading.as_ref().is_some_and(|of| Arc::ptr_eq(of, snapshot)) {
            self.query.reading = Some(Arc::clone(snapshot));
            self.start(Job::Past(Arc::clone(snapshot)));
        }
        None
    }

    pub(super) fn query_past(&mut self, snapshot: Arc<Snapshot>, past: Result<Arc<Past>, String>) {
        let again = past.is_ok();
        self.query.commits = Some(Commits { snapshot, past });
        if again {
            self.ask();
        }
    }

    /// An answer came.
    pub(super) fn query_answered(&mut self, answered: Result<Arc<Answered>, String>) {
        match answered {
            Ok(answered) => {
                let mut cursor = Cursor::default();
                let selected = self.query.selected();
                let follows = self.query_follows();
                let old = self.query.answered.take();
                self.follow_wishes(&answered.snapshot);
                let kept = old.as_ref().and_then(|old| carried(old, &answered, selected?));
                let old = old.filter(|old| old.text == answered.text);
                // Who chose another order looks for what comes first in it.
                let is_reordered = old.as_ref().is_some_and(|old| old.order != answered.order);
                if let Some(old) = old.filter(|_| !is_reordered) {
                    let at = self.selected_again(&old, &answered, [selected, kept]);
                    cursor = Cursor { at: at.unwrap_or(0), ..self.query.cursor };
                    self.query.then.follow |= follows;
                } else {
                    self.query.top = 0;
                    self.query.why_top = 0;
                    self.query.lost = None;
                    self.query.then.turn |= is_reordered;
                }
                self.query.problem = None;
                self.query.answered = Some(answered);
                let height = self.query_rows(Pane::Results);
                self.query.cursor = cursor.clamped(self.query.len(), height);
                self.pack();
            }
            Err(why) => {
                // What was asked before is no answer to this, nor is its pack to be copied for one.
                let asked = self.query.line.text().trim();
                if self.query.answered.as_ref().is_some_and(|answered| answered.text != asked) {
                    self.unask();
                }
                self.query.problem = Some(why);
            }
        }
    }

    /// The row of a new answer to the same question that is to be selected. What is away for a moment, as in a rebase, is
    /// selected again when it is back, unless one moved on meanwhile.
    fn selected_again(
        &mut self,
        old: &Answered,
        new: &Answered,
        [selected, kept]: [Option<SymbolId>; 2],
    ) -> Option<usize> {
        let row = |symbol: SymbolId| new.answer.rows.iter().position(|row| row.symbol == symbol);
        let back = |id: &String| new.snapshot.graph().find_id(id).and_then(row);
        if let Some(at) = self.query.lost.as_ref().and_then(back) {
            self.query.lost = None;
            return Some(at);
        }
        // Who looks at the best answer wants to see it when past commits name a better one.
        if self.query.cursor.at == 0 && Arc::ptr_eq(&old.snapshot, &new.snapshot) {
            return None;
        }
        let at = kept.and_then(row);
        if at.is_none() && self.query.lost.is_none() {
            self.query.lost = selected.map(|symbol| old.snapshot.graph().symbol(symbol).id_text());
        }
        at
    }

    /// Looks for what wishes are about in the graph of an answer. They outlive their question: who refines it has made them
    /// for what it is to find.
    fn follow_wishes(&mut self, snapshot: &Arc<Snapshot>) {
        let query = &mut self.query;
        if query.followed.as_ref().is_some_and(|followed| Arc::ptr_eq(followed, snapshot)) {
            return;
        }
        let graph = snapshot.graph();
        query.wishes.follow(&graph);
        query.dropped.follow(&graph);
        query.followed = Some(Arc::clone(snapshot));
    }

    fn pack(&mut self) {
        let Some(answered) = self.query.answered.clone() else { return };
        let (budget, wishes) = (self.query.budget, self.query.wishes.here().collect());
        self.start(Job::Pack { answered, budget, wishes });
    }

    /// A pack came, or the reason why there is none.
    pub(super) fn query_packed(&mut self, packed: Result<Packed, String>) {
        let selected = self.query.selected();
        let follows = self.query_follows() || self.query.then.follow;
        match packed {
            Ok(packed) => {
                self.query.packed = Some(packed);
                self.query.problem = None;
                self.query_select(selected);
                self.query.then.follow = false;
                if std::mem::take(&mut self.query.then.turn) {
                    self.query_turn();
                } else if follows {
                    self.query.top = self.query_section_top().unwrap_or(self.query.top);
                }
            }
            Err(why) => {
                // The pack before is of another budget or of other wishes: not what is asked for now.
                self.query.packed = None;
                self.query.problem = Some(why);
                self.query_select(selected);
            }
        }
        self.note_shown();
        let (height, lines) = (self.query_rows(Pane::Preview), self.preview_lines());
        self.query.top = self.query.top.min(lines.saturating_sub(height));
    }

    pub(super) fn query_reshaped(&mut self) {
        self.query.cursor = self.query.cursor.clamped(self.query.len(), self.query_rows(Pane::Results));
    }

    /// Turns the preview to the selected row's part of the pack, and the reasons to their beginning.
    pub(super) fn query_turn(&mut self) {
        self.query.why_top = 0;
        if let Some(top) = self.query_section_top() {
            self.query.top = top;
        }
    }

    /// The first row of the preview that has the selected row's part of the pack in sight.
    fn query_section_top(&self) -> Option<usize> {
        let (height, lines) = (self.query_rows(Pane::Preview), self.preview_lines());
        Some(self.query.section()?.min(lines.saturating_sub(height)))
    }

    /// Whether the preview shows the selected row's part of the pack, and not what somebody scrolled to: then it does so
    /// in another pack, too.
    fn query_follows(&self) -> bool {
        self.query_section_top() == Some(self.query.top)
    }

    fn preview_lines(&self) -> usize {
        self.query.packed.as_ref().map_or(0, |packed| packed.lines.len())
    }

    /// Another graph is there: the question is asked of it.
    pub(super) fn query_graph(&mut self) {
        if !self.query.line.text().trim().is_empty() {
            self.ask();
        }
    }

    /// Whether the answer to the question as it is typed is under way, while there is none or that of another.
    pub(super) fn query_early(&self) -> bool {
        let asked = self.query.line.text().trim();
        let is_other = self.query.answered.as_ref().is_none_or(|answered| answered.text != asked);
        is_other && !self.query.typing && (self.query.due.is_some() || self.is_awaited(Class::Ask))
    }

    /// Whether the pack of the question as it is typed is under way.
    pub(super) fn query_pack_early(&self) -> bool {
        self.query.due.is_some() || self.is_awaited(Class::Ask) || self.is_awaited(Class::Pack)
    }

    /// Why no row is selected.
    pub(super) fn query_rowless(&self) -> &str {
        match (&self.query.problem, &self.query.answered) {
            (Some(problem), _) => problem,
            (None, None) => "ask a question first",
            (None, Some(_)) => "nothing matches the question",
        }
    }

    pub(super) fn query_current(&self) -> Option<SymbolId> {
        // The rows may be those of an older graph; a newer one's are under way.
        let answered = self.query.answered.as_ref()?;
        let newest = self.index.snapshot.as_ref()?;
        Arc::ptr_eq(&answered.snapshot, newest).then(|| self.query.selected())?
    }

    pub(super) fn query_place(&self) -> Option<(String, u32)> {
        let answered = self.query.answered.as_ref()?;
        let graph = answered.snapshot.graph();
        let (path, line) = answered.answer.place(&graph, self.query.selected()?);
        Some((path.to_owned(), line))
    }

    pub(super) fn query_hints(&self) -> Vec<Action> {
        if self.query.waits() {
            return vec![Action::Ask, Action::Leave, Action::NextPane, Action::Palette, Action::Help];
        }
        match self.query.focus {
            Pane::Results => {
                let unwish = (!self.query.wishes.is_empty()).then_some(Action::Unwish);
                let first = [
                    Action::Ask,
                    Action::CopyContext,
                    Action::BudgetUp,
                    Action::BudgetDown,
                    Action::Pin,
                    Action::Ban,
                ];
                let rest = [Action::Raise, Action::Lower, Action::Descend];
                first.into_iter().chain(unwish).chain(rest).collect()
            }
            Pane::Preview | Pane::Why => {
                vec![Action::Ask, Action::CopyContext, Action::NextPane, Action::Climb]
            }
        }
    }
}
