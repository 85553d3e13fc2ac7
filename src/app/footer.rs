//! The last line of the screen: a notice and the most useful keys, each of which can be pressed with the mouse, too.

use unicode_width::UnicodeWidthStr;

use super::action::Action;
use super::explorer::App;
use super::msg::{Click, Mouse};
use super::overlay::OverlayKind;
use super::pane::slot::Slot;
use super::side::Panel;

/// Columns between a notice and the keys beside it.
const GAP: usize = 2;

/// The content of the last line, and its places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footer {
    /// The slot with the keys, at the left end; empty beside a notice.
    pub chip: &'static str,
    /// Where the visible notice stands; `None` without one.
    pub notice: Option<NoticeRow>,
    pub hints: Vec<Hint>,
}

/// The row that a notice takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeRow {
    /// The keys fit beside it.
    Footer,
    /// It covers the last row of the view, since the keys that help and leave have no room beside it.
    Above,
}

/// A key, and what it does here in a word or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Its first column.
    pub x: u16,
    pub key: String,
    pub title: &'static str,
    action: Action,
}

impl Hint {
    /// Its columns, with the blank between key and title.
    fn width(&self) -> usize {
        self.key.width() + 1 + self.title.width()
    }

    fn contains(&self, x: u16) -> bool {
        (self.x..self.x + self.width() as u16).contains(&x)
    }
}

impl App {
    /// The last line as it is drawn and pressed.
    pub fn footer(&self) -> Footer {
        let width = usize::from(self.ctx.size.width);
        if !self.pressed.is_empty() {
            return Footer::default();
        }
        let Some(toast) = &self.ctx.toast else {
            let chip = self.chip();
            let taken = if chip.is_empty() { 0 } else { chip.width() + 3 };
            let mut hints = self.fitting(width.saturating_sub(taken));
            for hint in &mut hints {
                hint.x += taken as u16;
            }
            return Footer { chip, notice: None, hints };
        };
        let noticed = (toast.text.width() + 3).min(width);
        // A notice takes no keys away: those that help and leave stay beside it, or it gets a row of its own.
        let left = width.saturating_sub(noticed + GAP);
        let least = self.fitting(0).last().map_or(0, |hint| usize::from(hint.x) + hint.width() + GAP);
        if least > left {
            return Footer { chip: "", notice: Some(NoticeRow::Above), hints: self.fitting(width) };
        }
        let mut hints = self.fitting(left);
        for hint in &mut hints {
            hint.x += (noticed + GAP) as u16;
        }
        Footer { chip: "", notice: Some(NoticeRow::Footer), hints }
    }

    /// The name of the slot with the keys.
    fn chip(&self) -> &'static str {
        let state = self.in_sight();
        match state.focus() {
            _ if self.overlay.is_some() => "",
            _ if self.typing() => "TYPING",
            Slot::List => "LIST",
            Slot::Source => "SOURCE",
            Slot::Side => self.panel().map_or("SIDE", Panel::chip),
        }
    }

    /// The action of what the mouse pressed in the last line, or in the notice above it.
    pub(super) fn pressed_footer(&self, Mouse { x, y, did }: Mouse) -> Option<Action> {
        let row = self.ctx.screen().filter(|_| did == Click::Press)?.footer.y;
        let footer = self.footer();
        let hint = footer.hints.iter().find(|hint| y == row && hint.contains(x));
        let is_notice = match footer.notice {
            None => false,
            Some(NoticeRow::Footer) => y == row && footer.hints.first().is_none_or(|hint| x < hint.x),
            Some(NoticeRow::Above) => y + 1 == row,
        };
        hint.map(|hint| hint.action).or(is_notice.then_some(Action::Messages))
    }

    /// As many hints as fit into `width` columns; help and quit always stay.
    fn fitting(&self, width: usize) -> Vec<Hint> {
        let shown = |action| {
            let (key, title) = (self.ctx.keymap.shown(action), self.title_of(action));
            (!key.is_empty()).then_some(Hint { x: 0, key, title, action })
        };
        let mut hints: Vec<Hint> = self.hints().into_iter().filter_map(shown).collect();
        let is_kept = |hint: &Hint| matches!(hint.action, Action::Help | Action::Quit);
        let cost = |hint: &Hint| hint.width() + GAP;
        let kept: usize = hints.iter().filter(|hint| is_kept(hint)).map(cost).sum();
        let mut room = width.saturating_sub(kept + 1);
        hints.retain(|hint| {
            let left = room.checked_sub(cost(hint)).filter(|_| !is_kept(hint));
            room = left.unwrap_or(room);
            left.is_some() || is_kept(hint)
        });
        let mut x = 1;
        for hint in &mut hints {
            hint.x = x as u16;
            x += hint.width() + GAP;
        }
        hints
    }

    /// Describes what a key does here, in a word or two.
    fn title_of(&self, action: Action) -> &'static str {
        match (&self.overlay, action) {
            (Some(overlay), Action::Accept) => match overlay.kind {
                OverlayKind::Text => "open",
                OverlayKind::Themes => "keep",
                OverlayKind::Budgets | OverlayKind::Builds => "set",
                OverlayKind::TreeWords => "add",
                OverlayKind::Help | OverlayKind::Palette | OverlayKind::Messages => "run",
            },
            (Some(_), Action::Leave) => "close",
            (None, Action::LineDown) => "rows",
            (None, Action::Climb) if !self.ctx.picks.is_empty() => "drop picks",
            (None, Action::TourOfRows) if !self.ctx.picks.is_empty() => "tour",
            _ => action.entry().title,
        }
    }
}
