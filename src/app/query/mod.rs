//! The Query view: ask in words, and pack what answers to a budget of tokens.
//!
//! A question is asked as it is typed, after a short pause; an older one is called off, and its rows stay until newer
//! ones come. Packing follows every answer, every change of the budget and every row_override about a row.

mod acts;
mod added;
mod choices;
pub mod data;
mod listed;
mod notices;
mod past;
mod question_history;
mod row_overrides;
pub(super) mod steps;
pub use self::data::{Answered, Commits, Notice, Packed, Pane};
use self::data::{Choices, Then, carried};
use self::question_history::QuestionHistory;
pub use self::row_overrides::RowOverrides;
use super::action::Action;
use super::clock::Millis;
use super::ctx::Ctx;
use super::job::{Job, JobKind};
use super::layout::{Area, area_of, three};
use super::line::Line;
use super::list::Cursor;
use super::nav_history::Place;
use super::state::ViewState;
use super::undo::UndoStack;
use crate::app::msg::Mouse;
use crate::index::Snapshot;
use crate::model::{SymbolId, clean, counted};
use crate::rank::Intent;
use crate::search::pack::render::PackFormat;
use crate::search::pack::tokens::Encoding;
use crate::search::pack::{DEFAULT_BUDGET, PackStyle};
use crate::search::{QueryRequest, Strategy, rows_for};
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
pub const MOST_BUDGET: u32 = 1_000_000;

/// The view's state.
pub struct QueryView {
    pub line: Line,
    pub typing: bool,
    /// The line has the keys, but nobody is in the middle of a question: it is empty, or it was taken by Enter and the next
    /// letter replaces it. Only letters begin one; digits and signs keep what they do elsewhere.
    waits: bool,
    history: QuestionHistory,
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
    pub format: PackFormat,
    pub encoding: Encoding,
    pub overrides: RowOverrides,
    /// RowOverrides that were dropped last.
    dropped: RowOverrides,
    /// What the choices were before each change of them, the newest last.
    undo: UndoStack<Choices>,
    /// The snapshot whose symbols the overrides were last looked for in.
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
    /// Past commits were read after the answer came: they would order it otherwise.
    offers_order: bool,
}

impl Default for QueryView {
    fn default() -> Self {
        Self {
            line: Line::default(),
            typing: true,
            waits: true,
            history: QuestionHistory::default(),
            due: None,
            answered: None,
            problem: None,
            cursor: Cursor::default(),
            focus: Pane::Results,
            strategy: Strategy::default(),
            intent: None,
            budget: DEFAULT_BUDGET,
            format: PackFormat::default(),
            encoding: Encoding::default(),
            overrides: RowOverrides::default(),
            dropped: RowOverrides::default(),
            undo: UndoStack::default(),
            followed: None,
            packed: None,
            top: 0,
            left: 0,
            why_top: 0,
            then: Then::default(),
            commits: None,
            reading: None,
            lost: None,
            offers_order: false,
        }
    }
}

impl QueryView {
    /// What pins, bans and levels are in force, in words and in the fewest letters; empty without any.
    #[must_use]
    pub fn wished(&self) -> [String; 2] {
        let [pinned, banned, levels] = self.overrides.counts();
        let told = [
            (pinned, format!("{pinned} pinned"), format!("p{pinned}")),
            (banned, format!("{banned} banned"), format!("x{banned}")),
            (levels, counted(levels, "chosen level"), format!("±{levels}")),
        ];
        let told = told.into_iter().filter(|told| told.0 > 0);
        let (words, letters): (Vec<_>, Vec<_>) = told.map(|(_, words, letters)| (words, letters)).unzip();
        [words.join(", "), letters.join(" ")]
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

    /// The areas of results, preview and reasons.
    #[must_use]
    pub fn areas(&self, cx: &Ctx) -> [Area; 3] {
        self.split(cx, cx.zoomed)
    }

    fn split(&self, cx: &Ctx, zoomed: bool) -> [Area; 3] {
        let body = Self::body(cx);
        three(body, zoomed, self.focus as usize, RESULTS)
    }

    fn body(cx: &Ctx) -> Area {
        cx.screen().map(|screen| screen.body.below(HEAD)).unwrap_or_default()
    }

    /// The area that a pane is put in order for.
    fn area(&self, cx: &Ctx, pane: Pane) -> Area {
        area_of(pane as usize, cx.zoomed, Self::body(cx), |zoomed| self.split(cx, zoomed))
    }

    /// Lines of a pane that can be scrolled: notices stand still under the rows.
    fn rows(&self, cx: &Ctx, pane: Pane) -> usize {
        let notices = if pane == Pane::Results { self.notice_lines(cx).len() } else { 0 };
        self.rows_beside(cx, pane, notices)
    }

    fn rows_beside(&self, cx: &Ctx, pane: Pane, notices: usize) -> usize {
        let lines = usize::from(self.area(cx, pane).height.saturating_sub(TITLE));
        lines.saturating_sub(notices).max(1)
    }

    /// The cursor of the list where the list is drawn, above so many lines of notices.
    #[must_use]
    pub fn list_cursor(&self, cx: &Ctx, notices: usize) -> Cursor {
        self.cursor.clamped(self.len(), self.rows_beside(cx, Pane::Results, notices))
    }

    /// Asks when the pause is over.
    pub(super) fn tick(&mut self, cx: &mut Ctx) {
        if self.due.is_some_and(|due| due <= cx.now) {
            self.ask(cx);
        }
    }

    fn ask(&mut self, cx: &mut Ctx) {
        self.due = None;
        self.offers_order = false;
        let text = self.line.text().trim().to_owned();
        if text.is_empty() && self.overrides.added().next().is_none() {
            return self.unask(cx);
        }
        let Some(snapshot) = cx.index.snapshot.clone() else {
            self.problem =
                Some("the index is still being built; the question is asked once it is done".to_owned());
            return;
        };
        self.follow_wishes(&snapshot);
        let [interactions, traces] = cx.remembered();
        let query = QueryRequest {
            interactions,
            traces,
            text,
            strategy: self.strategy,
            mode: self.strategy.mode(),
            intent: self.intent,
            weights: cx.settings.weights.clone(),
            relevance: cx.settings.relevance,
            limit: rows_for(self.budget),
            added: self.overrides.added().collect(),
            ..QueryRequest::default()
        };
        let style = self.pack_style(cx, &query.text);
        let past = self.commits(cx, &snapshot);
        cx.start(Job::Ask { snapshot, past, query: Box::new(query), style, ceiling: MOST_BUDGET });
    }

    fn pack_style(&self, cx: &Ctx, question: &str) -> PackStyle {
        PackStyle {
            format: self.format,
            encoding: self.encoding,
            title: question.to_owned(),
            show_secrets: cx.settings.show_secrets,
            ..PackStyle::default()
        }
    }

    /// Counts the answer that is there in another format or encoding. If none is there, or another is awaited, the question is
    /// asked.
    fn recount(&mut self, cx: &mut Ctx) {
        let order = (self.strategy, self.intent);
        let is_current = |answered: &Arc<Answered>| {
            let is_newest = cx.index.snapshot.as_ref().is_some_and(|s| Arc::ptr_eq(s, &answered.snapshot));
            is_newest && answered.order == order && answered.text == self.line.text().trim()
        };
        let is_awaited = self.due.is_some() || cx.is_awaited(JobKind::Ask);
        let Some(answered) = self.answered.clone().filter(|answered| !is_awaited && is_current(answered))
        else {
            return self.ask(cx);
        };
        let style = self.pack_style(cx, &answered.text);
        cx.start(Job::Recount { answered, style, ceiling: MOST_BUDGET });
    }

    /// There is no question any more: nothing answers it, and nothing is packed for it. RowOverrides wait for the next one.
    fn unask(&mut self, cx: &mut Ctx) {
        let query = &mut *self;
        (query.answered, query.packed, query.problem, query.lost) = (None, None, None, None);
        query.cursor = Cursor::default();
        (query.top, query.why_top) = (0, 0);
        cx.call_off(JobKind::Ask);
        cx.call_off(JobKind::Pack);
    }

    /// An answer came.
    pub(super) fn answer_came(&mut self, cx: &mut Ctx, answered: Result<Arc<Answered>, String>) {
        match answered {
            Ok(answered) => {
                let mut cursor = Cursor::default();
                let selected = self.selected();
                let follows = self.follows(cx);
                let old = self.answered.take();
                self.follow_wishes(&answered.snapshot);
                let kept = old.as_ref().and_then(|old| carried(old, &answered, selected?));
                let old = old.filter(|old| old.text == answered.text);
                // Who chose another order looks for what comes first in it.
                let is_reordered = old.as_ref().is_some_and(|old| old.order != answered.order);
                if let Some(old) = old.filter(|_| !is_reordered) {
                    let at = self.selected_again(&old, &answered, [selected, kept]);
                    cursor = Cursor { at: at.unwrap_or(0), ..self.cursor };
                    self.then.follow |= follows;
                } else {
                    self.top = 0;
                    self.why_top = 0;
                    self.lost = None;
                    self.then.turn |= is_reordered;
                }
                self.problem = None;
                self.answered = Some(answered);
                let height = self.rows(cx, Pane::Results);
                self.cursor = cursor.clamped(self.len(), height);
                self.pack(cx);
            }
            Err(why) => {
                // What was asked before is no answer to this, nor is its pack to be copied for one.
                let asked = self.line.text().trim();
                if self.answered.as_ref().is_some_and(|answered| answered.text != asked) {
                    self.unask(cx);
                }
                self.problem = Some(why);
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
        if let Some(at) = self.lost.as_ref().and_then(back) {
            self.lost = None;
            return Some(at);
        }
        // Who looks at the best answer wants to see it when past commits name a better one.
        if self.cursor.at == 0 && Arc::ptr_eq(&old.snapshot, &new.snapshot) {
            return None;
        }
        let at = kept.and_then(row);
        if at.is_none() && self.lost.is_none() {
            self.lost = selected.map(|symbol| old.snapshot.graph().symbol(symbol).id_text());
        }
        at
    }

    /// Looks for what overrides are about in the graph of an answer. They outlive their question: who refines it has made them
    /// for what it is to find.
    fn follow_wishes(&mut self, snapshot: &Arc<Snapshot>) {
        let query = &mut *self;
        if query.followed.as_ref().is_some_and(|followed| Arc::ptr_eq(followed, snapshot)) {
            return;
        }
        let graph = snapshot.graph();
        query.overrides.follow(&graph);
        query.dropped.follow(&graph);
        query.followed = Some(Arc::clone(snapshot));
    }

    fn pack(&mut self, cx: &mut Ctx) {
        if self.wants_other_rows() {
            return self.ask(cx);
        }
        let Some(answered) = self.answered.clone() else { return };
        let (budget, overrides) = (self.budget, self.overrides.here().collect());
        cx.start(Job::Pack { answered, budget, overrides });
    }

    /// A pack came, or the reason why there is none.
    pub(super) fn pack_came(&mut self, cx: &mut Ctx, packed: Result<Packed, String>) {
        let selected = self.selected();
        let follows = self.follows(cx) || self.then.follow;
        match packed {
            Ok(packed) => {
                self.packed = Some(packed);
                self.problem = None;
                self.select_again(cx, selected);
                self.then.follow = false;
                if std::mem::take(&mut self.then.turn) {
                    self.turn(cx);
                } else if follows {
                    self.top = self.section_top(cx).unwrap_or(self.top);
                }
            }
            Err(why) => {
                // The pack before is of another budget or of other overrides: not what is asked for now.
                self.packed = None;
                self.problem = Some(why);
                self.select_again(cx, selected);
            }
        }
        self.note_shown(cx);
        let (height, lines) = (self.rows(cx, Pane::Preview), self.preview_lines());
        self.top = self.top.min(lines.saturating_sub(height));
    }

    /// Turns the preview to the selected row's part of the pack, and the reasons to their beginning.
    pub(super) fn turn(&mut self, cx: &Ctx) {
        self.why_top = 0;
        if let Some(top) = self.section_top(cx) {
            self.top = top;
        }
    }

    /// The first row of the preview that has the selected row's part of the pack in sight.
    fn section_top(&self, cx: &Ctx) -> Option<usize> {
        let (height, lines) = (self.rows(cx, Pane::Preview), self.preview_lines());
        Some(self.section()?.min(lines.saturating_sub(height)))
    }

    /// Whether the preview shows the selected row's part of the pack, and not what somebody scrolled to: then it does so
    /// in another pack, too.
    fn follows(&self, cx: &Ctx) -> bool {
        self.section_top(cx) == Some(self.top)
    }

    fn preview_lines(&self) -> usize {
        self.packed.as_ref().map_or(0, |packed| packed.lines.len())
    }

    /// Whether the pack of the question as it is typed is under way.
    pub(super) fn pack_is_early(&self, cx: &Ctx) -> bool {
        self.due.is_some() || cx.is_awaited(JobKind::Ask) || cx.is_awaited(JobKind::Pack)
    }

    /// Why no row is selected.
    pub(super) fn rowless(&self) -> &str {
        match (&self.problem, &self.answered) {
            (Some(problem), _) => problem,
            (None, None) => "ask a question first",
            (None, Some(_)) => "nothing matches the question",
        }
    }

    pub(super) fn hinted(&self) -> Vec<Action> {
        if self.waits() && self.line.text().is_empty() {
            return vec![Action::Ask, Action::Leave, Action::NextPane, Action::Palette, Action::Help];
        }
        if self.waits() {
            return vec![
                Action::LineDown,
                Action::BudgetUp,
                Action::BudgetDown,
                Action::Leave,
                Action::Palette,
                Action::Help,
            ];
        }
        match self.focus {
            Pane::Results => {
                let unwish = (!self.overrides.is_empty()).then_some(Action::Unwish);
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

impl ViewState for QueryView {
    fn act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        self.carry_out(cx, action)
    }

    fn mouse(&mut self, cx: &mut Ctx, mouse: Mouse) -> bool {
        self.take_mouse(cx, mouse)
    }

    fn here(&self, _cx: &Ctx) -> Place {
        Place::Query
    }

    fn to_list(&mut self, _cx: &mut Ctx) {
        self.focus = Pane::Results;
    }

    fn aim_again(&mut self, cx: &Ctx) {
        self.turn(cx);
    }

    fn missed(&self, cx: &Ctx) -> Option<JobKind> {
        self.is_early(cx).then_some(JobKind::Ask)
    }

    fn awaits(&self) -> &'static str {
        "the answer"
    }

    fn is_in_list(&self) -> bool {
        self.focus == Pane::Results
    }

    fn waits(&self) -> bool {
        self.typing && self.waits && (self.line.text().is_empty() || self.line.is_selected())
    }

    fn due(&self) -> Option<Millis> {
        self.due
    }

    fn hints(&self, _cx: &Ctx) -> Vec<Action> {
        self.hinted()
    }

    fn line_mut(&mut self) -> Option<&mut Line> {
        self.typing.then_some(&mut self.line)
    }

    fn is_typing(&self) -> bool {
        self.typing
    }

    /// The view was turned to: who only walks through the views is not kept in a question.
    fn entered(&mut self, cx: &mut Ctx, _from: Option<SymbolId>) {
        // Mostly they are there before the first question is typed.
        if let Some(snapshot) = cx.index.snapshot.clone() {
            self.commits(cx, &snapshot);
        }
        self.waits = true;
        if self.typing {
            self.line.select();
        }
    }

    /// The question changed: it is asked after a pause.
    ///
    /// `/` is the key that begins a question everywhere else; pressed where the line waits already, it is no text.
    fn typed(&mut self, cx: &mut Ctx) {
        if self.line.text() == "/" {
            self.line.set("");
        }
        self.waits = false;
        self.due = Some(Millis(cx.now.0 + PAUSE));
    }

    fn reshaped(&mut self, cx: &Ctx) {
        self.cursor = self.cursor.clamped(self.len(), self.rows(cx, Pane::Results));
    }

    /// Another graph is there: the question is asked of it.
    fn graph_came(&mut self, cx: &mut Ctx) {
        if !self.line.text().trim().is_empty() {
            self.ask(cx);
        }
    }

    /// Whether the answer to the question as it is typed is under way, while there is none or that of another.
    fn is_early(&self, cx: &Ctx) -> bool {
        let asked = self.line.text().trim();
        let is_other = self.answered.as_ref().is_none_or(|answered| answered.text != asked);
        is_other && !self.typing && (self.due.is_some() || cx.is_awaited(JobKind::Ask))
    }

    fn current(&self, cx: &Ctx) -> Option<SymbolId> {
        // The rows may be those of an older graph; a newer one's are under way.
        let answered = self.answered.as_ref()?;
        let newest = cx.index.snapshot.as_ref()?;
        Arc::ptr_eq(&answered.snapshot, newest).then(|| self.selected())?
    }

    fn place(&self, _cx: &Ctx) -> Option<(String, u32)> {
        let answered = self.answered.as_ref()?;
        let graph = answered.snapshot.graph();
        let (path, line) = answered.answer.place(&graph, self.selected()?);
        Some((path.to_owned(), line))
    }
}
