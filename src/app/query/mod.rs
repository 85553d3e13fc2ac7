//! The Query view: asks in words, and packs the answer into a budget of tokens.
//!
//! A question is asked while it is typed, after a short pause. An older one is cancelled, and its rows stay until
//! newer ones come. Packing follows every answer and every change of the budget or of a row's override.

mod actions;
mod added;
pub(super) mod budget_steps;
mod choices;
mod commit_history;
mod lines;
mod notices;
mod offered_words;
mod panes;
mod question_history;
mod reasons;
pub mod requests;
mod row_overrides;
mod suggestions;
pub mod verdict;
pub mod way;
use self::question_history::QuestionHistory;
pub use self::reasons::{Reason, SIGNAL};
pub use self::requests::{Answered, CommitsRead, Notice, ShownPack};
use self::requests::{BeforeTyping, QueryChoices, Then, carried};
pub use self::row_overrides::RowOverrides;
pub use self::way::{AnswerLine, WayStep};
use super::action::Action;
use super::clock::Millis;
use super::ctx::Ctx;
use super::job::{Job, JobKind};
use super::list::Cursor;
use super::nav_history::ViewPlace;
use super::pane::prompt::Typing;
use super::pane::slot_rows::SlotRows;
use super::pane::workspace::Workspace;
use super::source::Shown;
use super::tours::requests::TourRows;
use super::undo::UndoStack;
use super::view::View;
use super::view_state::ViewState;
use crate::app::offer::Offer;
use crate::index::Snapshot;
use crate::model::{SymbolId, clean, counted};
use crate::rank::Intent;
use crate::search::pack::render::PackFormat;
use crate::search::pack::tokens::Encoding;
use crate::search::pack::{DEFAULT_BUDGET, PackStyle};
use crate::search::{QueryRequest, Strategy, rows_for};
use std::sync::Arc;

/// Rows above the panes: the question, the verdict, and the meter.
pub const HEAD: u16 = 3;

/// Rows of a pane above its content.
pub const TITLE: u16 = 1;

/// Pause in typing after which a question is asked.
const PAUSE: u64 = 60;

/// Largest budget that can be set.
pub const MAX_BUDGET: u32 = 1_000_000;

/// The view's state.
pub struct QueryView {
    before: Option<BeforeTyping>,
    /// Questions to ask before the first one: earlier ones, and examples made of this tree.
    pub suggestions: Vec<String>,
    history: QuestionHistory,
    /// When the typed question will be asked.
    due: Option<Millis>,
    /// The newest answer; stays until a newer one comes.
    pub answered: Option<Arc<Answered>>,
    /// Answers about the newest snapshot that were shown, the newest last: a question that one comes back to has the same.
    shown: Vec<Arc<Answered>>,
    /// The way of that answer, as a tree.
    pub way: Vec<WayStep>,
    /// True for the groups of lines that are folded: the way, and the rows.
    pub folded: [bool; 2],
    /// Words that the code may use, beside the question.
    pub also: Vec<String>,
    /// Why the newest question has no answer.
    pub problem: Option<String>,
    pub slots: Workspace,
    pub strategy: Strategy,
    /// The intent; `None` derives it from the question.
    pub intent: Option<Intent>,
    pub budget: u32,
    pub format: PackFormat,
    pub encoding: Encoding,
    pub overrides: RowOverrides,
    /// The overrides dropped last, to restore them.
    dropped: RowOverrides,
    /// The choices before each change of them, the newest last.
    undo: UndoStack<QueryChoices>,
    /// The snapshot in which the symbols of the overrides were last looked up.
    followed: Option<Arc<Snapshot>>,
    pub packed: Option<ShownPack>,
    then: Then,
    pub commits: Option<CommitsRead>,
    /// The snapshot for which past commits are being read.
    reading: Option<Arc<Snapshot>>,
    /// The id of a symbol to select once an answer has it: it was selected, and is not in the list any more or not yet.
    lost: Option<String>,
    /// True if past commits, read after the answer came, would change its order.
    offers_order: bool,
    /// Words that the program of the settings gave for the question, to take or to drop.
    pub offered: Vec<String>,
}

impl Default for QueryView {
    fn default() -> Self {
        Self {
            before: None,
            suggestions: Vec::new(),
            history: QuestionHistory::default(),
            due: None,
            answered: None,
            shown: Vec::new(),
            way: Vec::new(),
            folded: [false; 2],
            also: Vec::new(),
            problem: None,
            slots: Workspace::default(),
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
            then: Then::default(),
            commits: None,
            reading: None,
            lost: None,
            offers_order: false,
            offered: Vec::new(),
        }
    }
}

impl QueryView {
    /// The rows kept, left out and set to a level, in words and in short; empty without any.
    pub fn wished(&self) -> [String; 2] {
        let [pinned, banned, levels] = self.overrides.counts();
        let told = [
            (pinned, format!("{pinned} kept"), format!("k{pinned}")),
            (banned, format!("{banned} left out"), format!("x{banned}")),
            (levels, counted(levels, "chosen level"), format!("±{levels}")),
        ];
        let told = told.into_iter().filter(|told| told.0 > 0);
        let (words, letters): (Vec<_>, Vec<_>) = told.map(|(_, words, letters)| (words, letters)).unzip();
        [words.join(", "), letters.join(" ")]
    }

    /// The line of the pack where the selected row begins, if the pack has it: every format gives path and line
    /// there.
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

    /// The question of the line, and the words beside it that are typed after a `+`.
    pub fn question(&self) -> (String, Vec<String>) {
        let is_word = |word: &&str| word.len() > 1 && word.starts_with('+');
        let (beside, words): (Vec<&str>, Vec<&str>) =
            self.slots.prompt.line.text().split_whitespace().partition(is_word);
        let text =
            if beside.is_empty() { self.slots.prompt.line.text().trim().to_owned() } else { words.join(" ") };
        (text, beside.iter().map(|word| word[1..].to_owned()).collect())
    }

    /// Returns whether the answer is not that of the question in the line.
    pub(super) fn is_other(&self, _cx: &Ctx) -> bool {
        self.answered.as_ref().is_none_or(|answered| answered.text != self.question().0)
    }

    /// Asks the typed question once the pause is over.
    pub(super) fn tick(&mut self, cx: &mut Ctx) {
        if self.due.is_some_and(|due| due <= cx.now) {
            self.ask(cx);
        }
    }

    fn ask(&mut self, cx: &mut Ctx) {
        self.due = None;
        self.offers_order = false;
        let (text, typed) = self.question();
        let is_new = self.slots.prompt.open
            && self.before.as_ref().is_some_and(|before| before.text != self.slots.prompt.line.text());
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
            also: self.also.iter().filter(|_| !is_new).cloned().chain(typed).collect(),
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
        cx.start(Job::Ask { snapshot, past, query: Box::new(query), style, ceiling: MAX_BUDGET });
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

    /// Counts the current answer again for another format or encoding. If there is none, or a newer one is awaited,
    /// the question is asked.
    fn recount(&mut self, cx: &mut Ctx) {
        let order = (self.strategy, self.intent);
        let is_current = |answered: &Arc<Answered>| {
            let is_newest = cx.index.snapshot.as_ref().is_some_and(|s| Arc::ptr_eq(s, &answered.snapshot));
            is_newest && answered.order == order && answered.text == self.question().0
        };
        let is_awaited = self.due.is_some() || cx.is_awaited(JobKind::Ask);
        let Some(answered) = self.answered.clone().filter(|answered| !is_awaited && is_current(answered))
        else {
            return self.ask(cx);
        };
        let style = self.pack_style(cx, &answered.text);
        cx.start(Job::Recount { answered, style, ceiling: MAX_BUDGET });
    }

    /// Clears question, answer and pack. The overrides stay for the next question.
    fn unask(&mut self, cx: &mut Ctx) {
        let query = &mut *self;
        (query.answered, query.packed, query.problem, query.lost) = (None, None, None, None);
        query.way.clear();
        query.also.clear();
        query.slots.cursor = Cursor::default();
        cx.call_off(JobKind::Ask);
        cx.call_off(JobKind::Pack);
        self.suggest(cx);
        self.look(cx);
    }

    /// Takes over an answer.
    pub(super) fn answer_came(&mut self, cx: &mut Ctx, answered: Result<Arc<Answered>, String>) {
        match answered {
            Ok(answered) => {
                let mut cursor = Cursor::default();
                let selected = self.selected();
                let old = self.answered.take();
                self.follow_wishes(&answered.snapshot);
                let kept = old.as_ref().and_then(|old| carried(old, &answered, selected?));
                let old = old.filter(|old| old.text == answered.text);
                // After a change of the order the first row is selected.
                let is_reordered = old.as_ref().is_some_and(|old| old.order != answered.order);
                if let Some(old) = old.filter(|_| !is_reordered) {
                    let at = self.selected_again(&old, &answered, [selected, kept]);
                    cursor = Cursor { at: at.unwrap_or(0), ..self.slots.cursor };
                } else {
                    let wanted = self.lost.take().filter(|_| !is_reordered);
                    let at = wanted.and_then(|id| way::place_of_id(&answered, &id));
                    cursor.at = at.unwrap_or(cursor.at);
                }
                self.problem = None;
                self.way = way::steps_of(&answered);
                self.answered = Some(answered);
                self.keep_shown();
                if cursor == Cursor::default() {
                    cursor.at = self.first_line();
                }
                let height = self.height(cx);
                self.slots.cursor = cursor.clamped(self.len(), height);
                self.look(cx);
                self.pack(cx);
            }
            Err(why) => {
                // The old answer and its pack do not belong to this question.
                let asked = self.question().0;
                if self.answered.as_ref().is_some_and(|answered| answered.text != asked) {
                    self.unask(cx);
                }
                self.problem = Some(why);
            }
        }
    }

    /// The row to select in a new answer to the same question. A symbol that is away for a moment, as during a
    /// rebase, is selected again when it is back, unless the person moved the cursor meanwhile.
    fn selected_again(
        &mut self,
        old: &Answered,
        new: &Answered,
        [selected, kept]: [Option<SymbolId>; 2],
    ) -> Option<usize> {
        let first = usize::from(new.answer.way().is_some());
        if let Some(at) = self.lost.as_ref().and_then(|id| way::place_of_id(new, id)) {
            self.lost = None;
            return Some(at);
        }
        // A cursor on the best row stays on the best row when past commits change the order.
        if self.slots.cursor.at <= first && Arc::ptr_eq(&old.snapshot, &new.snapshot) {
            return None;
        }
        let at = kept.and_then(|symbol| way::place_of_symbol(new, symbol));
        if at.is_none() && self.lost.is_none() {
            self.lost = selected.map(|symbol| old.snapshot.graph().symbol(symbol).id_text());
        }
        at
    }

    /// Looks up the symbols of the overrides in the graph of an answer. Overrides outlive their question: a refined
    /// question keeps them.
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

    /// Takes over a pack, or the reason why there is none.
    pub(super) fn pack_came(&mut self, cx: &mut Ctx, packed: Result<ShownPack, String>) {
        let selected = (self.line_at_cursor(), self.selected());
        match packed {
            Ok(packed) => {
                self.packed = Some(packed);
                self.problem = None;
                self.select_again(cx, selected);
            }
            Err(why) => {
                // The old pack has another budget or other overrides, so it is dropped.
                self.packed = None;
                self.problem = Some(why);
                self.select_again(cx, selected);
            }
        }
        self.note_shown(cx);
        self.look(cx);
    }

    /// Returns whether the pack of the typed question is awaited.
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
}

impl ViewState for QueryView {
    fn act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        self.carry_out(cx, action)
    }

    fn view(&self) -> View {
        View::Query
    }

    fn slots(&self) -> &Workspace {
        &self.slots
    }

    fn slots_mut(&mut self) -> &mut Workspace {
        &mut self.slots
    }

    fn above(&self) -> u16 {
        HEAD
    }

    fn list_rows(&self, cx: &Ctx) -> SlotRows {
        let notices = self.notice_lines(cx).len();
        let cursor = self.list_cursor(cx, notices);
        SlotRows { head: TITLE, foot: notices as u16, cursor, len: self.len() }
    }

    fn turned(&mut self, cx: &mut Ctx) {
        self.lost = None;
        self.slots.pane.leave();
        self.look(cx);
    }

    fn fold(&mut self, cx: &mut Ctx, open: bool) -> bool {
        self.fold_group(cx, open)
    }

    fn press_above(&mut self, _cx: &mut Ctx) {
        self.open_line();
    }

    fn wanted(&self, _cx: &Ctx) -> Option<(Shown, Option<String>)> {
        self.wanted_source().map(|shown| (shown, None))
    }

    fn recall(&mut self, cx: &mut Ctx, action: Action) -> bool {
        self.recall_act(cx, action)
    }

    fn closed(&mut self, cx: &mut Ctx, how: Typing) {
        if how == Typing::Left { self.drop_typed(cx) } else { self.take_question(cx) }
    }

    fn here(&self, _cx: &Ctx) -> ViewPlace {
        self.place_now()
    }

    fn come_back(&mut self, cx: &mut Ctx, place: ViewPlace) {
        if let ViewPlace::Query { text, also, row } = place {
            self.return_to(cx, &text, also, row);
        }
    }

    fn missed(&self, cx: &Ctx) -> Option<JobKind> {
        self.is_early(cx).then_some(JobKind::Ask)
    }

    fn awaits(&self) -> &'static str {
        "the answer"
    }

    fn due(&self) -> Option<Millis> {
        self.due
    }

    fn hints(&self, _cx: &Ctx) -> Vec<Offer> {
        self.hinted()
    }

    /// The view was turned to. Where nothing was asked yet the line is opened: there is nothing else to do.
    fn entered(&mut self, cx: &mut Ctx, _from: Option<SymbolId>) {
        // They are mostly read before the first question is typed.
        if let Some(snapshot) = cx.index.snapshot.clone() {
            self.commits(cx, &snapshot);
        }
        if self.slots.prompt.line.text().is_empty() && self.answered.is_none() {
            self.suggest(cx);
            self.open_line();
        }
    }

    /// The question changed and will be asked after a pause.
    fn typed(&mut self, cx: &mut Ctx) {
        self.due = Some(Millis(cx.now.0 + PAUSE));
        self.lost = None;
    }

    /// A new graph came: the question is asked again.
    fn graph_came(&mut self, cx: &mut Ctx) {
        self.suggest(cx);
        if !self.slots.prompt.line.text().trim().is_empty() {
            self.ask(cx);
        }
    }

    /// Returns whether the typed question's answer is awaited while there is none or that of another question.
    fn is_early(&self, cx: &Ctx) -> bool {
        self.is_other(cx) && !self.slots.prompt.open && (self.due.is_some() || cx.is_awaited(JobKind::Ask))
    }

    fn listed_symbols(&self, cx: &Ctx) -> Vec<SymbolId> {
        let rows = self.answered.iter().filter(|_| self.current(cx).is_some());
        rows.flat_map(|answered| answered.answer.rows.iter().map(|row| row.symbol)).collect()
    }

    fn tour_rows(&self, cx: &Ctx) -> Option<TourRows> {
        let answered = self.answered.as_ref().filter(|_| self.current(cx).is_some());
        let way = answered.and_then(|answered| answered.answer.way());
        let symbols = way.map_or_else(|| self.listed_symbols(cx), |way| way.symbols.clone());
        let question = clean(&self.answered.as_ref()?.text).into_owned();
        let title = question.split_whitespace().collect::<Vec<_>>().join(" ");
        (!symbols.is_empty()).then_some(TourRows { title, symbols })
    }

    fn current(&self, cx: &Ctx) -> Option<SymbolId> {
        // The rows may belong to an older graph while the newer answer is awaited.
        let answered = self.answered.as_ref()?;
        let newest = cx.index.snapshot.as_ref()?;
        Arc::ptr_eq(&answered.snapshot, newest).then(|| self.selected())?
    }
}
