//! The last line of the screen: a notice and the most useful keys, each of which can be pressed with the mouse, too.

use unicode_width::UnicodeWidthStr;

use super::action::Action;
use super::explorer::App;
use super::key::Chord;
use super::msg::{Click, Mouse};
use super::offer::{Offer, Press};
use super::pane::slot::Slot;

/// Columns between a notice and the keys beside it.
const GAP: usize = 2;
/// Stands between two groups of keys.
pub const RULE: &str = " │ ";

/// The content of the last line, and its places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footer {
    /// The slot with the keys, at the left end; empty beside a notice.
    pub chip: String,
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

/// Keys that stand side by side, and what they do here in a word or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Its first column.
    pub x: u16,
    pub keys: Vec<(String, Press)>,
    pub words: &'static str,
    /// It begins a group: a rule stands before it.
    pub is_first: bool,
}

impl Hint {
    /// The columns of its keys, with a blank between two, and of its words.
    fn width(&self) -> usize {
        let keys: usize = self.keys.iter().map(|(key, _)| key.width() + 1).sum();
        (keys + self.words.width()).saturating_sub(usize::from(self.words.is_empty()))
    }

    /// The effect of a press on a column: that of the key there, of the first one on the words.
    fn at(&self, x: u16) -> Option<&Press> {
        let inside = usize::from(x.checked_sub(self.x)?);
        let mut end = 0;
        let on_key = self.keys.iter().find(|(key, _)| {
            end += key.width() + 1;
            inside < end
        });
        let on_words = self.keys.first().filter(|_| inside < self.width());
        on_key.or(on_words).map(|(_, press)| press)
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
            let taken = if chip.is_empty() { 1 } else { chip.width() + 3 };
            return Footer { chip, notice: None, hints: self.fitting(taken, width) };
        };
        let noticed = (toast.text.width() + 3).min(width) + GAP;
        // A notice takes no keys away: those that help and leave stay beside it, or it gets a row of its own.
        let always = self.fitting(0, 0).iter().map(|hint| hint.width() + GAP).sum::<usize>();
        if noticed + always > width {
            return Footer {
                chip: String::new(),
                notice: Some(NoticeRow::Above),
                hints: self.fitting(1, width),
            };
        }
        Footer { chip: String::new(), notice: Some(NoticeRow::Footer), hints: self.fitting(noticed, width) }
    }

    /// The name of the slot with the keys.
    fn chip(&self) -> String {
        let state = self.in_sight();
        let name = match state.focus() {
            _ if self.overlay.is_some() => "",
            _ if self.typing() => "typing",
            Slot::Source => "source",
            Slot::List if !self.panel_has_keys() => "list",
            Slot::List | Slot::Side => self.panel().title(),
        };
        name.to_uppercase()
    }

    /// The effect of what the mouse pressed in the last line, or in the notice above it.
    pub(super) fn pressed_footer(&self, Mouse { x, y, did }: Mouse) -> Option<Press> {
        let row = self.ctx.screen().filter(|_| did == Click::Press)?.footer.y;
        let footer = self.footer();
        let press = footer.hints.iter().filter(|_| y == row).find_map(|hint| hint.at(x));
        let is_notice = match footer.notice {
            None => false,
            Some(NoticeRow::Footer) => y == row && footer.hints.first().is_none_or(|hint| x < hint.x),
            Some(NoticeRow::Above) => y + 1 == row,
        };
        press.cloned().or(is_notice.then_some(Press::Act(Action::Messages)))
    }

    /// The offers that have room from column `start` on; those at the right end always stay.
    ///
    /// Where not all have room, the first three of the slot come before the panels and leaders, and those before the rest.
    fn fitting(&self, start: usize, width: usize) -> Vec<Hint> {
        let offers = self.offers();
        let groups = [offers.own, offers.panels, offers.leaders].map(|group| self.placed(group));
        let mut always = self.placed(offers.always);
        let right: usize = always.iter().map(|hint| hint.width() + GAP).sum();
        let mut room = width.saturating_sub(start + right);
        let cost = |group: usize, at: usize, hint: &Hint| {
            hint.width() + if at == 0 && group > 0 { RULE.width() } else { GAP }
        };
        let mut order: Vec<(usize, usize)> = groups
            .iter()
            .enumerate()
            .flat_map(|(group, hints)| (0..hints.len()).map(move |at| (group, at)))
            .collect();
        order.sort_by_key(|&(group, at)| match (group, at) {
            (0, 0..3) => 0,
            (1, 0) => 1,
            (2, _) => 2,
            _ => 3,
        });
        order.retain(|&(group, at)| match room.checked_sub(cost(group, at, &groups[group][at])) {
            Some(left) => {
                room = left;
                true
            }
            None => false,
        });
        order.sort_unstable();
        let mut x = start;
        let mut hints = Vec::new();
        let mut last = None;
        for (group, at) in order {
            let mut hint = groups[group][at].clone();
            hint.is_first = last.is_some_and(|last| last != group);
            x += if hint.is_first { RULE.width() - GAP } else { 0 };
            hint.x = x as u16;
            x += hint.width() + GAP;
            last = Some(group);
            hints.push(hint);
        }
        let mut x = width.saturating_sub(right);
        for hint in &mut always {
            hint.x = x as u16;
            x += hint.width() + GAP;
        }
        hints.extend(always);
        hints
    }

    /// Offers with the keys that are set for them; those without any are left out.
    fn placed(&self, offers: Vec<Offer>) -> Vec<Hint> {
        let key_of = |press: &Press| match press {
            Press::Act(action) => self.ctx.key(*action),
            Press::Begin(key) => Chord(vec![*key]).to_string(),
        };
        let placed = |offer: Offer| {
            let keys = offer.presses.into_iter().map(|press| (key_of(&press), press));
            let keys: Vec<_> = keys.filter(|(key, _)| !key.is_empty()).collect();
            (!keys.is_empty()).then_some(Hint { x: 0, keys, words: offer.words, is_first: false })
        };
        offers.into_iter().filter_map(placed).collect()
    }
}
