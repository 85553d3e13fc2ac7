//! The row that a new list selects.

use super::SymbolsView;
use super::panes::{Lost, Next};
use crate::app::ctx::Ctx;
use crate::app::list::Cursor;
use crate::app::listing::Listing;
use crate::app::symbol_rows::SymbolSource;
use crate::app::view::View;
use crate::app::view_state::ViewState;

impl SymbolsView {
    /// Takes over a list; returns whether it is the first with a graph.
    pub(in crate::app) fn list_came(&mut self, cx: &mut Ctx, listing: Listing) -> bool {
        let seen = self.slots.pane.sees_line(cx, self.text_area(cx));
        let height = self.height(cx);
        let told = self.lost.as_ref().filter(|lost| lost.told).map(|lost| lost.id.clone());
        let newer = match (&self.listing, &listing.corpus) {
            (Some(old), SymbolSource::Graph(_)) => !old.corpus.is_same(&listing.corpus),
            _ => false,
        };
        let is_first = matches!(listing.corpus, SymbolSource::Graph(_)) && self.graph().is_none();
        let same_text = self.listing.as_ref().is_some_and(|old| old.text == listing.text);
        let kept = self.kept(&listing, newer);
        let at = kept.and_then(|row| listing.rows.iter().position(|&r| r == row));
        let before = self.slots.cursor;
        self.slots.cursor = match at {
            Some(at) if same_text => Cursor { at, ..before },
            Some(at) => before.jumped(at, listing.rows.len(), height),
            None if newer && same_text && self.lost.is_some() => before,
            None => Cursor::default(),
        };
        self.listing = Some(listing);
        // The list's length changes the sizes of the panes beside it.
        self.settle(cx);
        if seen && !self.slots.pane.sees_line(cx, self.text_area(cx)) {
            self.aim_source(cx);
        }
        let instead = self.selected_id();
        self.lost.iter_mut().for_each(|lost| lost.instead.clone_from(&instead));
        if told.is_some() && told == instead {
            let name = self.selected_name().unwrap_or_default();
            cx.tell(format!("{name} is back, and selected again"));
        }
        self.tell_lost(cx);
        if newer && cx.view == View::Symbols {
            cx.read(View::Symbols, self.slots.pane.job());
        }
        is_first
    }

    /// Reports, if the view is visible, that the selected symbol is gone and which one is selected instead.
    pub(in crate::app) fn tell_lost(&mut self, cx: &mut Ctx) {
        let name = self.selected_name();
        let Some(lost) = self.lost.as_mut().filter(|lost| !lost.told) else { return };
        if cx.view == View::Symbols {
            lost.told = true;
            let instead = match name {
                Some(name) => format!("{name} is selected now"),
                None => "nothing is selected now".to_owned(),
            };
            let text = format!("{} is not in the tree any more; {instead}", lost.name);
            cx.warn(text);
        }
    }

    /// The row to select in a new list; `None` for its first.
    fn kept(&mut self, listing: &Listing, newer: bool) -> Option<u32> {
        // If nothing was chosen yet, the first row is selected.
        let untouched = self.slots.cursor.at == 0
            && self.listing.as_ref().is_some_and(|old| matches!(old.corpus, SymbolSource::Glimpses(_)));
        let lost = self.lost.take();
        match (std::mem::take(&mut self.next), self.row(), &self.listing) {
            (Next::Symbol(wanted), ..) => Some(wanted.0),
            (Next::First, ..) => None,
            _ if untouched => None,
            // A changed filter selects its best match, not the old selection; a cleared one keeps the selection.
            (Next::Same, Some(row), Some(old)) if old.text == listing.text || listing.text.is_empty() => {
                // If the person moved the cursor since, the lost symbol is not selected again.
                let lost = lost.filter(|lost| lost.instead == self.selected_id());
                if let Some(back) = lost.as_ref().and_then(|lost| row_of(listing, &lost.id)) {
                    return Some(back);
                }
                let found = listing.corpus.find(&old.corpus, row);
                self.lost = match (found, lost) {
                    (_, Some(lost)) => Some(lost),
                    (None, None) if newer => {
                        let selected = self.selected_id().zip(self.selected_name());
                        selected.map(|(id, name)| Lost { id, name, instead: None, told: false })
                    }
                    _ => None,
                };
                found
            }
            _ => None,
        }
    }

    /// The id in words of the selected symbol.
    pub(in crate::app) fn selected_id(&self) -> Option<String> {
        Some(self.graph()?.graph().symbol(self.selected()?).id_text())
    }

    /// The selected symbol's name in lists.
    fn selected_name(&self) -> Option<String> {
        Some(crate::tour::named(self.graph()?.graph().symbol(self.selected()?)))
    }
}

/// The row of a symbol in a list.
fn row_of(listing: &Listing, id: &str) -> Option<u32> {
    let SymbolSource::Graph(snapshot) = &listing.corpus else { return None };
    snapshot.graph().find_id(id).map(|symbol| symbol.0)
}
