//! Additions of a person: symbols of other views in the pack, which are rows with any question and without one; and
//! words beside the question, of the tree or from the program that the settings name. Those are offered, and change no
//! answer by themselves.

use super::QueryView;
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::job::Job;
use crate::app::undo::Undoing;
use crate::interactions::Act;
use crate::model::{SymbolId, counted};

/// Most symbols that are added at once: more are a mistake.
const MAX_AT_ONCE: usize = 200;

impl QueryView {
    /// The words of the tree near those of the question that is answered.
    pub fn tree_words(&self) -> &[String] {
        self.answered.as_ref().map_or(&[], |answered| answered.answer.tree_words())
    }

    /// The words that can be put beside the question, or taken away: those that are there, those that a program gave, and
    /// those of the tree.
    pub fn words_beside(&self) -> Vec<(String, bool)> {
        let mut words: Vec<(String, bool)> = self.also.iter().map(|word| (word.clone(), true)).collect();
        for word in self.offered.iter().chain(self.tree_words()) {
            if words.iter().all(|(known, _)| known != word) {
                words.push((word.clone(), false));
            }
        }
        words
    }

    /// Puts a word beside the question, or takes it away if it is there; of several with commas between them those that
    /// are not there. The question is asked again.
    pub(in crate::app) fn switch_word(&mut self, cx: &mut Ctx, word: &str) {
        let words: Vec<&str> = word.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        for &word in &words {
            match self.also.iter().position(|known| known == word) {
                Some(at) if words.len() == 1 => drop(self.also.remove(at)),
                Some(_) => {}
                None => self.also.push(word.to_owned()),
            }
        }
        self.ask(cx);
    }

    /// Returns whether the rows of the answer are not those that were added since, or hold what was taken out.
    pub(super) fn wants_other_rows(&self) -> bool {
        let Some(answered) = &self.answered else { return false };
        let rows = &answered.answer.rows;
        let mut wanted = self.choices.overrides.added();
        let mut only_added = rows.iter().map(|row| row.symbol).filter(|&row| answered.answer.is_added(row));
        wanted.any(|symbol| rows.iter().all(|row| row.symbol != symbol))
            || only_added.any(|row| self.choices.overrides.added().all(|symbol| symbol != row))
    }

    /// Takes symbols of the newest graph out of the pack, those that were added.
    pub(in crate::app) fn take_from_pack(&mut self, cx: &mut Ctx, symbols: &[SymbolId]) {
        let added: Vec<SymbolId> = self.choices.overrides.added().collect();
        let there: Vec<SymbolId> = symbols.iter().copied().filter(|symbol| added.contains(symbol)).collect();
        if there.is_empty() {
            let key = cx.key(Action::More);
            return cx.warn(format!("it is not in the pack: {key} adds it"));
        }
        self.add_to_pack(cx, &there);
    }

    /// Adds symbols of the newest graph to the pack, or takes them out if all of them were added before.
    pub(in crate::app) fn add_to_pack(&mut self, cx: &mut Ctx, symbols: &[SymbolId]) {
        let Some(snapshot) = cx.index.snapshot.clone() else {
            return cx.warn("the index is still being built");
        };
        let graph = snapshot.graph();
        let mut symbols: Vec<SymbolId> =
            symbols.iter().copied().filter(|&id| !graph.symbol(id).kind().is_container()).collect();
        symbols.dedup();
        let Some(&first) = symbols.first() else {
            return cx.warn("nothing is selected that a pack can show: choose a declaration");
        };
        if symbols.len() > MAX_AT_ONCE {
            let rows = counted(symbols.len(), "row");
            let text =
                format!("{rows} are too many to add at once, {MAX_AT_ONCE} at most: filter the list first");
            return cx.warn(text);
        }
        self.follow_wishes(&snapshot);
        let before = self.choices();
        let added: Vec<SymbolId> = self.choices.overrides.added().collect();
        let what = match &symbols[..] {
            [_] => graph.symbol(first).label(),
            several => counted(several.len(), "symbol"),
        };
        let is_out = symbols.iter().all(|symbol| added.contains(symbol));
        if is_out {
            for &symbol in &symbols {
                self.choices.overrides.set(&graph, symbol, None);
            }
        } else {
            self.choices.overrides.add(&graph, &symbols);
            cx.did(Act::Pinned, &symbols);
        }
        let all = counted(self.choices.overrides.added().count(), "symbol");
        let key = cx.key(Action::ViewQuery);
        cx.tell(if is_out {
            format!("{what} taken out of the pack")
        } else {
            format!("{what} added to the pack, {all} by now; {key} shows it")
        });
        let after = self.choices();
        self.undo.keep(before, &after);
        self.ask(cx);
    }

    /// Asks the program for words beside the typed question. It runs beside all else.
    pub(super) fn ask_for_words(&mut self, cx: &mut Ctx) {
        let command = cx.settings.words.command.clone();
        let question = self.slots.prompt.line.text().trim().to_owned();
        if command.is_empty() {
            return cx.warn("no program gives words yet: name one as words.command in the settings");
        }
        if question.is_empty() {
            return cx.warn("type a question first");
        }
        cx.start(Job::Words { command, question });
    }

    /// Offers words for the question that is still typed.
    pub(in crate::app) fn words_came(
        &mut self,
        cx: &mut Ctx,
        question: &str,
        words: Result<Vec<String>, String>,
    ) {
        if self.slots.prompt.line.text().trim() != question {
            return;
        }
        match words {
            Ok(words) => {
                let key = cx.key(Action::TreeWord);
                cx.tell(format!(
                    "the program gave {}: {key} lists them, and puts one or all beside the question",
                    counted(words.len(), "word")
                ));
                self.offered = words;
            }
            Err(why) => cx.warn(why),
        }
    }
}
