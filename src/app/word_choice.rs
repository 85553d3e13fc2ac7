//! Choosing a word that stands beside the question.

use super::explorer::App;
use super::msg::Tone;
use super::overlay::{Overlay, OverlayKind, OverlayRow};

impl App {
    /// Opens the list of the words beside the question, and of those that the code uses near it.
    pub(super) fn choose_word(&mut self) {
        if self.query.answered.is_none() {
            return self.ctx.notify(Tone::Bad, "ask a question in words first: words stand beside one");
        }
        self.overlay = Some(Overlay::new(OverlayKind::TreeWords, &self.overlaid()));
    }

    /// Asks the question again with the word that was chosen, or without it.
    pub(super) fn word_chosen(&mut self, overlay: &Overlay) {
        if let Some(OverlayRow::Word(word, _)) = overlay.rows.get(overlay.cursor.at) {
            self.query.switch_word(&mut self.ctx, word);
        }
    }
}
