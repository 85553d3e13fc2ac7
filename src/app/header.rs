//! The tabs of the header line: their texts and where they lie, for drawing and for the mouse.

use super::View;
use super::action::Action;
use super::keymap::Keymap;

/// Columns before the first tab.
const MARGIN: u16 = 1;

/// Each view's tab: its first column and its text.
#[must_use]
pub fn tabs(keymap: &Keymap) -> Vec<(View, u16, String)> {
    let mut x = MARGIN;
    View::ALL
        .into_iter()
        .map(|view| {
            let text = format!(" {} {} ", keymap.shown(action(view)), view.title());
            let at = x;
            x += text.chars().count() as u16;
            (view, at, text)
        })
        .collect()
}

/// The view whose tab is at column `x`.
#[must_use]
pub fn tab_at(keymap: &Keymap, x: u16) -> Option<View> {
    let at =
        |(_, start, text): &(View, u16, String)| (*start..start + text.chars().count() as u16).contains(&x);
    tabs(keymap).into_iter().find(at).map(|(view, ..)| view)
}

/// What turns to a view.
#[must_use]
pub fn action(view: View) -> Action {
    match view {
        View::Symbols => Action::ViewSymbols,
        View::Query => Action::ViewQuery,
        View::Impact => Action::ViewImpact,
        View::Interactions => Action::ViewInteractions,
        View::Tours => Action::ViewTours,
    }
}
