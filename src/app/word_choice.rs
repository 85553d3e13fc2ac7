//! Choosing a word of the tree that is added to the question.

use super::explorer::App;
use super::msg::Tone;
use super::overlay::{Overlay, OverlayKind, OverlayRow};

impl App {
    /// Opens the list of words that the code uses near the question's.
    pub(super) fn choose_word(&mut self) {
        if self.query.tree_words().is_empty() {
            let text = "no words of the tree are known for this: ask a question in words first";
            return self.ctx.notify(Tone::Bad, text);
        }
        self.overlay = Some(Overlay::new(OverlayKind::TreeWords, &self.overlaid()));
    }

    /// Asks the question again with the word that was chosen.
    pub(super) fn word_chosen(&mut self, overlay: &Overlay) {
        if let Some(OverlayRow::Word(word)) = overlay.rows.get(overlay.cursor.at) {
            self.query.ask_with_word(&mut self.ctx, word);
        }
    }
}
