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
mod question_history;
mod reasons;
pub mod requests;
mod row_overrides;
mod suggestions;
pub mod verdict;
pub mod way;
use self::question_history::QuestionHistory;
pub use self::requests::{Answered, CommitsRead, Notice, QueryChoices, ShownPack};
use self::requests::{BeforeTyping, carried};
pub use self::row_overrides::RowOverrides;
pub use self::way::{AnswerLine, WayStep};
use super::clock::Millis;
use super::ctx::Ctx;
use super::job::{Job, JobKind};
use super::list::Cursor;
use super::pane::workspace::Workspace;
use super::undo::UndoStack;
use super::view_state::ViewState;
use crate::index::Snapshot;
use crate::model::{SymbolId, clean, counted};
use crate::search::pack::PackStyle;
use crate::search::{QueryRequest, rows_for};
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
#[derive(Default)]
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
    pub choices: QueryChoices,
    /// The choices before each change of them, the newest last.
    undo: UndoStack<QueryChoices>,
    /// The snapshot in which the symbols of the overrides were last looked up.
    followed: Option<Arc<Snapshot>>,
    pub packed: Option<ShownPack>,
    /// True if what the awaited pack shows is to be recorded, because the question was accepted.
    notes_shown: bool,
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

impl QueryView {
    /// The rows kept, left out and set to a level, in words and in short; empty without any.
    pub fn wished(&self) -> [String; 2] {
        let [pinned, banned, levels] = self.choices.overrides.counts();
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
            self.slots.prompt.text().split_whitespace().partition(is_word);
        let text =
            if beside.is_empty() { self.slots.prompt.text().trim().to_owned() } else { words.join(" ") };
        (text, beside.iter().map(|word| word[1..].to_owned()).collect())
    }

    /// Returns whether the answer is not that of the question in the line.
    pub(super) fn is_other(&self) -> bool {
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
            && self.before.as_ref().is_some_and(|before| before.text != self.slots.prompt.text());
        if text.is_empty() && self.choices.overrides.added().next().is_none() {
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
            strategy: self.choices.strategy,
            mode: self.choices.strategy.mode(),
            intent: self.choices.intent,
            weights: cx.settings.weights.clone(),
            relevance: cx.settings.relevance,
            limit: rows_for(self.choices.budget),
            added: self.choices.overrides.added().collect(),
            ..QueryRequest::default()
        };
        let style = self.pack_style(cx, &query.text);
        let past = self.commits(cx, &snapshot);
        cx.start(Job::Ask { snapshot, past, query: Box::new(query), style, ceiling: MAX_BUDGET });
    }

    fn pack_style(&self, cx: &Ctx, question: &str) -> PackStyle {
        PackStyle {
            format: self.choices.format,
            encoding: self.choices.encoding,
            title: question.to_owned(),
            show_secrets: cx.settings.show_secrets,
            ..PackStyle::default()
        }
    }

    /// Counts the current answer again for another format or encoding. If there is none, or a newer one is awaited,
    /// the question is asked.
    fn recount(&mut self, cx: &mut Ctx) {
        let order = (self.choices.strategy, self.choices.intent);
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
        (self.answered, self.packed, self.problem, self.lost) = (None, None, None, None);
        self.way.clear();
        self.also.clear();
        self.slots.cursor = Cursor::default();
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
                let old = self.answered.replace(Arc::clone(&answered));
                self.follow_wishes(&answered.snapshot);
                self.way = way::steps_of(&answered);
                let kept = old.as_ref().and_then(|old| carried(old, &answered, selected?));
                let old = old.filter(|old| old.text == answered.text);
                // After a change of the order the first row is selected.
                let is_reordered = old.as_ref().is_some_and(|old| old.order != answered.order);
                if let Some(old) = old.filter(|_| !is_reordered) {
                    let at = self.selected_again(&old, &answered, [selected, kept]);
                    cursor = Cursor { at: at.unwrap_or(0), ..self.slots.cursor };
                } else {
                    let wanted = self.lost.take().filter(|_| !is_reordered);
                    cursor.at = wanted.and_then(|id| self.place_of_id(&id)).unwrap_or(0);
                }
                self.problem = None;
                self.keep_shown();
                if cursor == Cursor::default() {
                    cursor.at = self.first_line();
                }
                self.slots.cursor = cursor;
                self.reshaped(cx);
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
        if let Some(at) = self.lost.as_ref().and_then(|id| self.place_of_id(id)) {
            self.lost = None;
            return Some(at);
        }
        // A cursor on the best row stays on the best row when past commits change the order.
        if self.slots.cursor.at <= first && Arc::ptr_eq(&old.snapshot, &new.snapshot) {
            return None;
        }
        let at = kept.and_then(|symbol| self.place(symbol));
        if at.is_none() && self.lost.is_none() {
            self.lost = selected.map(|symbol| old.snapshot.graph().symbol(symbol).id_text());
        }
        at
    }

    /// Looks up the symbols of the overrides in the graph of an answer. Overrides outlive their question: a refined
    /// question keeps them.
    fn follow_wishes(&mut self, snapshot: &Arc<Snapshot>) {
        if self.followed.as_ref().is_some_and(|followed| Arc::ptr_eq(followed, snapshot)) {
            return;
        }
        let graph = snapshot.graph();
        self.choices.overrides.follow(&graph);
        self.choices.dropped.follow(&graph);
        self.followed = Some(Arc::clone(snapshot));
    }

    fn pack(&mut self, cx: &mut Ctx) {
        if self.wants_other_rows() {
            return self.ask(cx);
        }
        let Some(answered) = self.answered.clone() else { return };
        let (budget, overrides) = (self.choices.budget, self.choices.overrides.here().collect());
        cx.start(Job::Pack { answered, budget, overrides });
    }

    /// Takes over a pack, or the reason why there is none.
    pub(super) fn pack_came(&mut self, cx: &mut Ctx, packed: Result<ShownPack, String>) {
        let selected = (self.line_at_cursor(), self.selected());
        // An old pack has another budget or other overrides, so it is dropped where there is no new one.
        (self.packed, self.problem) = match packed {
            Ok(packed) => (Some(packed), None),
            Err(why) => (None, Some(why)),
        };
        self.select_again(cx, selected);
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
