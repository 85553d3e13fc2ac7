//! Choosing a theme: the one under the cursor is shown, Enter keeps it, Esc brings back what there was.

use super::action::Action;
use super::config::Theme;
use super::explorer::App;
use super::msg::Tone;
use super::overlay::{Kind, Overlay, Row};

impl App {
    /// Opens the list of themes on the one that is shown.
    pub(super) fn choose_theme(&mut self) {
        let mut overlay = Overlay::new(Kind::Themes, &self.overlaid());
        let now = self.ctx.settings.theme;
        overlay.cursor.at = Theme::ALL.iter().position(|&theme| theme == now).unwrap_or(0);
        self.theme_before = now;
        self.overlay = Some(overlay);
    }

    /// Shows the theme under the cursor, where that is what the overlay is about.
    pub(super) fn preview_theme(&mut self) {
        let Some(overlay) = self.overlay.as_ref().filter(|overlay| overlay.kind == Kind::Themes) else {
            return;
        };
        if let Some(Row::Theme(theme)) = overlay.rows.get(overlay.cursor.at) {
            self.ctx.settings.theme = *theme;
        }
    }

    /// The list of themes was left: by Enter the theme stays, otherwise the one before comes back.
    pub(super) fn theme_chosen(&mut self, is_kept: bool) {
        if !is_kept {
            self.ctx.settings.theme = self.theme_before;
            return;
        }
        let (name, key) = (self.ctx.settings.theme.name(), self.ctx.keymap.shown(Action::Theme));
        let text = format!(
            "theme: {name}, until you leave; `theme` in the settings keeps it, {key} changes it again"
        );
        self.ctx.notify(Tone::Good, text);
    }
}
