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

/// The tabs of a line of `width` columns, with whether uses are recorded. Where not all titles fit, only that of the view in sight is spelled out.
pub fn tabs(keymap: &Keymap, shown: View, tracks: bool, width: u16) -> Vec<Tab> {
    let all = laid_out(keymap, Some(tracks), |_| true);
    let short = |sign| laid_out(keymap, sign, |view| view == shown);
    match () {
        () if end(&all) + STATE <= width => all,
        // That nothing is recorded gives way to the state of the index.
        () if tracks || end(&short(Some(tracks))) + STATE <= width => short(Some(tracks)),
        () => short(None),
    }
}

fn laid_out(keymap: &Keymap, tracks: Option<bool>, titled: impl Fn(View) -> bool) -> Vec<Tab> {
    let mut x = MARGIN;
    View::ALL
        .into_iter()
        .map(|view| {
            let key = keymap.shown(action(view));
            // That uses are recorded, or not, is in sight everywhere.
            let sign = match tracks.filter(|_| view == View::Interactions) {
                Some(true) => "● ",
                Some(false) => "○ ",
                None => "",
            };
            let title = if titled(view) { format!("{} ", view.title()) } else { String::new() };
            let text = format!(" {key} {title}{sign}");
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
