//! The tabs of the header line: their texts and where they lie, for drawing and for the mouse.

use super::action::Action;
use super::keymap::Keymap;
use super::view::View;

/// Columns before the first tab.
const MARGIN: u16 = 1;

/// Least number of columns for the state of the index.
const STATE: u16 = 16;

/// A tab: a view's, or that of the panel Interactions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tab {
    /// Its first column.
    pub x: u16,
    pub text: String,
    /// Opens what it names.
    pub action: Action,
}

/// The tabs of a line of `width` columns, with whether uses are recorded. Where not all titles fit, only that of the view in sight is spelled out.
pub fn tabs(keymap: &Keymap, shown: View, tracks: bool, width: u16) -> Vec<Tab> {
    let all = laid_out(keymap, Some(tracks), true, |_| true);
    let short = |sign| laid_out(keymap, sign, false, |view| view == shown);
    match () {
        () if end(&all) + STATE <= width => all,
        // That nothing is recorded gives way to the state of the index.
        () if tracks || end(&short(Some(tracks))) + STATE <= width => short(Some(tracks)),
        () => short(None),
    }
}

fn laid_out(
    keymap: &Keymap,
    tracks: Option<bool>,
    is_spelled_out: bool,
    titled: impl Fn(View) -> bool,
) -> Vec<Tab> {
    let mut x = MARGIN;
    let views = View::ALL.into_iter().map(|view| (action(view), view.title(), titled(view), ""));
    // That uses are recorded, or not, is in sight everywhere.
    let sign = tracks.map_or("", |on| if on { "● " } else { "○ " });
    let memory = (Action::ViewInteractions, "Interactions", is_spelled_out, sign);
    views
        .chain([memory])
        .map(|(action, title, is_titled, sign)| {
            let title = if is_titled { format!("{title} ") } else { String::new() };
            let text = format!(" {} {title}{sign}", keymap.shown(action));
            let at = x;
            x += text.chars().count() as u16;
            Tab { x: at, text, action }
        })
        .collect()
}

/// The first column after the tabs.
pub fn end(tabs: &[Tab]) -> u16 {
    tabs.last().map_or(MARGIN, |tab| tab.x + tab.text.chars().count() as u16)
}

/// The action of the tab at column `x`.
pub fn tab_at(tabs: &[Tab], x: u16) -> Option<Action> {
    let at = |tab: &&Tab| (tab.x..tab.x + tab.text.chars().count() as u16).contains(&x);
    tabs.iter().find(at).map(|tab| tab.action)
}

/// The action that turns to a view.
pub fn action(view: View) -> Action {
    match view {
        View::Symbols => Action::ViewSymbols,
        View::Query => Action::ViewQuery,
        View::Impact => Action::ViewImpact,
        View::Tours => Action::ViewTours,
    }
}
