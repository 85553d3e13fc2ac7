//! The tabs of the header line: their texts and where they lie, for drawing and for the mouse.

use super::action::Action;
use super::keymap::Keymap;
use super::view::View;

/// Columns before the first tab.
const MARGIN: u16 = 1;

/// Least number of columns for the state of the index.
const STATE: u16 = 16;

/// A tab in a line: a view of the header, a panel of the side's title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tab<T> {
    /// Its first column.
    pub x: u16,
    pub text: String,
    /// The thing that it opens.
    pub opens: T,
}

impl<T> Tab<T> {
    /// The first column after it.
    pub fn end(&self) -> u16 {
        self.x + self.text.chars().count() as u16
    }

    /// The thing that the tab at a column opens.
    pub fn at(tabs: Vec<Self>, x: u16) -> Option<T> {
        tabs.into_iter().find(|tab| (tab.x..tab.end()).contains(&x)).map(|tab| tab.opens)
    }
}

/// The tabs of a line of `width` columns, with whether uses are recorded. Where not all titles fit, only that of the view in sight is spelled out.
pub fn tabs(keymap: &Keymap, shown: View, tracks: bool, width: u16) -> Vec<Tab<Action>> {
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
) -> Vec<Tab<Action>> {
    let mut x = MARGIN;
    let views = View::ALL.into_iter().map(|view| (view.action(), view.title(), titled(view), ""));
    // That uses are recorded, or not, is in sight everywhere.
    let sign = tracks.map_or("", |on| if on { "● " } else { "○ " });
    let memory = (Action::ViewInteractions, "Interactions", is_spelled_out, sign);
    views
        .chain([memory])
        .map(|(action, title, is_titled, sign)| {
            let title = if is_titled { format!("{title} ") } else { String::new() };
            let tab = Tab { x, text: format!(" {} {title}{sign}", keymap.shown(action)), opens: action };
            x = tab.end();
            tab
        })
        .collect()
}

/// The first column after the tabs.
pub fn end(tabs: &[Tab<Action>]) -> u16 {
    tabs.last().map_or(MARGIN, Tab::end)
}
