//! Words beside a question from the program that the settings name. They are offered, and change no answer by themselves.

use super::QueryView;
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::job::Job;
use crate::app::msg::Tone;
use crate::model::counted;

impl QueryView {
    /// Asks the program for words beside the typed question. It runs beside all else.
    pub(super) fn ask_for_words(&mut self, cx: &mut Ctx) {
        let command = cx.settings.words.command.clone();
        let question = self.slots.prompt.line.text().trim().to_owned();
        if command.is_empty() {
            return cx
                .notify(Tone::Bad, "no program gives words yet: name one as words.command in the settings");
        }
        if question.is_empty() {
            return cx.notify(Tone::Bad, "type a question first");
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
                let key = cx.keymap.shown(Action::TreeWord);
                cx.notify(
                    Tone::Good,
                    format!("{} came beside the question; {key} takes them", counted(words.len(), "word")),
                );
                self.offered = words;
            }
            Err(why) => cx.notify(Tone::Bad, why),
        }
    }
}
