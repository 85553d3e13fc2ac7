//! The boxes that one chooses from: a theme takes effect under the cursor, Enter keeps it and Esc restores the old one; a
//! budget, a build or a word beside the question takes effect with Enter.

use super::action::Action;
use super::explorer::App;
use super::msg::Effect;
use super::overlay::{Overlay, OverlayKind, OverlayRow, RowOf};
use super::palettes::ThemeSetting;
use super::query::budget_steps::USUAL;

impl App {
    /// Opens a box, with the cursor on what holds now if that is among its rows.
    pub(super) fn open_box(&mut self, kind: OverlayKind) {
        let mut overlay = Overlay::new(kind, &self.overlaid());
        match kind {
            OverlayKind::TreeWords if self.query.answered.is_none() => {
                return self.ctx.warn("ask a question in words first: words stand beside one");
            }
            OverlayKind::Budgets => {
                let now = USUAL.iter().position(|&budget| budget == self.query.choices.budget);
                overlay.cursor.at = now.unwrap_or(0);
            }
            OverlayKind::Themes => {
                let now = &self.ctx.settings.theme;
                let is_now = |name: &&str| ThemeSetting::named(name) == *now;
                let names = self.ctx.settings.palettes.names();
                let of_ground = || names.iter().position(|name| *name == now.on(self.is_dark));
                overlay.cursor.at = names.iter().position(is_now).or_else(of_ground).unwrap_or(0);
                self.theme_before = now.clone();
            }
            _ => {}
        }
        self.overlay = Some(overlay);
    }

    /// Takes the row that was chosen.
    pub(super) fn take_choice(&mut self, row: &OverlayRow) {
        match &row.of {
            RowOf::Budget(budget) => self.query.choose_budget(&mut self.ctx, *budget),
            RowOf::Word(_) => self.query.switch_word(&mut self.ctx, &row.words),
            RowOf::Build(host) => {
                self.ctx.push(Effect::KeepBuild(host.clone()));
                self.ctx.index.asked = true;
                self.ctx.refresh();
            }
            RowOf::Theme => {
                let (name, key) = (self.ctx.settings.theme.text(), self.ctx.key(Action::Theme));
                let text = format!(
                    "theme: {name}, until you leave; `theme` in the settings keeps it, {key} changes it again"
                );
                self.ctx.tell(text);
            }
            _ => {}
        }
    }

    /// Applies the theme under the cursor, if the overlay lists themes.
    pub(super) fn preview_theme(&mut self) {
        let row = self.overlay.as_ref().and_then(|overlay| overlay.rows.get(overlay.cursor.at));
        if let Some(row) = row.filter(|row| row.of == RowOf::Theme) {
            self.ctx.settings.theme = ThemeSetting::named(&row.words);
        }
    }
}
