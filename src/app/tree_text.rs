//! The overlay that searches the text of all files: typing searches, Enter opens the chosen place.

use super::explorer::App;
use super::job::{Job, JobKind};
use super::list::Cursor;
use super::overlay::{Overlay, OverlayKind, RowOf};
use super::tree_text_hits::TextHits;
use super::view::View;

impl App {
    /// Opens the overlay with the last search.
    pub(super) fn search_text(&mut self) {
        let mut overlay = Overlay::new(OverlayKind::Text, &self.overlaid());
        if let Some(found) = &self.found {
            overlay.line.set(&found.typed);
            overlay.line.select();
        }
        overlay.typed(&self.overlaid());
        overlay.cursor = self.found_cursor;
        self.overlay = Some(overlay);
    }

    /// Searches for what was typed.
    pub(super) fn text_typed(&mut self) {
        let typed = self.overlay.as_ref().map_or("", |overlay| overlay.line.text()).to_owned();
        if typed.is_empty() {
            self.found = None;
            return self.ctx.call_off(JobKind::Text);
        }
        if self.found.as_ref().is_none_or(|found| found.typed != typed) {
            self.ctx.start(Job::Text(typed));
        }
    }

    /// Returns whether the visible hits are those of an earlier text, because the search has no answer yet.
    pub(super) fn text_is_early(&self) -> bool {
        let is_searched = |overlay: &&Overlay| overlay.kind == OverlayKind::Text;
        let overlay = self.overlay.as_ref().filter(is_searched);
        let found = self.found.as_ref().map_or("", |found| &found.typed);
        overlay.is_some_and(|overlay| overlay.line.text() != found)
    }

    /// Shows the hits.
    pub(super) fn text_came(&mut self, found: TextHits) {
        if self.found.as_ref().is_none_or(|before| before.typed != found.typed) {
            self.found_cursor = Cursor::default();
        }
        self.found = Some(found);
        if self.overlay.as_ref().is_some_and(|overlay| overlay.kind == OverlayKind::Text)
            && let Some(mut overlay) = self.overlay.take()
        {
            overlay.typed(&self.overlaid());
            self.overlay = Some(overlay);
        }
    }

    /// Opens the chosen place. The search is kept and opens again at the next hit.
    pub(super) fn open_found(&mut self, overlay: &Overlay) {
        let Some(RowOf::Hit(hit)) = overlay.rows.get(overlay.cursor.at).map(|row| &row.of) else { return };
        self.found_cursor = overlay.cursor;
        self.show_reading();
        self.symbols.read_at(&mut self.ctx, &hit.path, hit.line);
        if let Some(found) = &self.found {
            let typed = found.typed.clone();
            self.find_in_text(&typed);
        }
    }

    /// Turns to the Symbols view; the way back is in the history.
    pub(super) fn show_reading(&mut self) {
        if self.ctx.view == View::Symbols {
            let here = self.here();
            self.ctx.places.leave(here);
        }
        self.show(View::Symbols);
    }
}
