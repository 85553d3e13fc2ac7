//! The tabs of the header line: their texts and where they lie, for drawing and for the mouse.

use super::action::Action;
use super::keymap::Keymap;
use super::view::View;

/// Columns before the first tab.
const MARGIN: u16 = 1;

/// Least number of columns for the state of the index.
const STATE: u16 = 16;

/// A view's tab: its first column and its text.
pub type Tab = (View, u16, String);

/// The tabs of a line of `width` columns. Where not all titles fit, only that of the view in sight is spelled out.
pub fn tabs(keymap: &Keymap, shown: View, width: u16) -> Vec<Tab> {
    let all = laid_out(keymap, |_| true);
    if end(&all) + STATE <= width { all } else { laid_out(keymap, |view| view == shown) }
}

fn laid_out(keymap: &Keymap, titled: impl Fn(View) -> bool) -> Vec<Tab> {
    let mut x = MARGIN;
    View::ALL
        .into_iter()
        .map(|view| {
            let key = keymap.shown(action(view));
            let text = if titled(view) { format!(" {key} {} ", view.title()) } else { format!(" {key} ") };
            let at = x;
            x += text.chars().count() as u16;
            (view, at, text)
        })
        .collect()
}

/// The first column after the tabs.
pub fn end(tabs: &[Tab]) -> u16 {
    tabs.last().map_or(MARGIN, |(_, start, text)| start + text.chars().count() as u16)
}

/// The view whose tab is at column `x`.
pub fn tab_at(tabs: &[Tab], x: u16) -> Option<View> {
    let at = |(_, start, text): &&Tab| (*start..start + text.chars().count() as u16).contains(&x);
    tabs.iter().find(at).map(|(view, ..)| *view)
}

/// The action that turns to a view.
pub fn action(view: View) -> Action {
    match view {
        View::Symbols => Action::ViewSymbols,
        View::Query => Action::ViewQuery,
        View::Impact => Action::ViewImpact,
        View::Interactions => Action::ViewInteractions,
        View::Tours => Action::ViewTours,
    }
}
