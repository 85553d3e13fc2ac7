//! The hints after the first key of a chord: what each next key does, and where that stands.

use unicode_width::UnicodeWidthStr;

use super::action::Action;
use super::explorer::App;
use super::key::Chord;
use super::layout::PaneArea;

/// The box with the hints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhichKey {
    /// The box with its border.
    pub area: PaneArea,
    /// The keys that may follow, in words, and what they do.
    pub rows: Vec<(String, Action)>,
}

impl WhichKey {
    /// Columns of the keys.
    pub fn keys_width(&self) -> usize {
        self.rows.iter().map(|(keys, _)| keys.width()).max().unwrap_or(0)
    }

    /// The action at a cell of the screen.
    fn at(&self, x: u16, y: u16) -> Option<Action> {
        let row = y.checked_sub(self.area.y + 1).filter(|_| self.area.contains(x, y))?;
        let inside = row + 2 < self.area.height;
        self.rows.get(usize::from(row)).filter(|_| inside).map(|(_, action)| *action)
    }
}

impl App {
    /// The box, while a chord is not finished.
    pub fn which_key(&self) -> Option<WhichKey> {
        let body = self.ctx.screen()?.body;
        let next = self.ctx.keymap.continuations(&self.contexts(), &self.pressed);
        if self.pressed.is_empty() || next.is_empty() {
            return None;
        }
        let rows: Vec<(String, Action)> =
            next.into_iter().map(|(keys, action)| (Chord(keys).to_string(), action)).collect();
        let keys = rows.iter().map(|(keys, _)| keys.width()).max().unwrap_or(0);
        let words = rows.iter().map(|(_, action)| action.entry().title.width()).max().unwrap_or(0);
        let width = (keys + words + 6).min(usize::from(body.width)) as u16;
        let height = (rows.len() as u16 + 2).min(body.height);
        let (x, y) = (body.x + body.width - width, body.y + body.height - height);
        Some(WhichKey { area: PaneArea { x, y, width, height }, rows })
    }

    /// Ends an unfinished chord by a press of the mouse: on a row of the box, as its key would, or anywhere else.
    pub(super) fn press_which_key(&mut self, x: u16, y: u16) {
        let action = self.which_key().and_then(|shown| shown.at(x, y));
        self.pressed.clear();
        if let Some(action) = action {
            self.act(action);
        }
    }
}
