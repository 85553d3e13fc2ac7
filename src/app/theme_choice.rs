//! Choosing a theme: the one under the cursor takes effect, Enter keeps it, Esc restores the old one.

use super::action::Action;
use super::explorer::App;
use super::msg::Tone;
use super::overlay::{Overlay, OverlayKind, OverlayRow};
use super::palettes::ThemeSetting;

impl App {
    /// Opens the list of themes with the cursor on the current one.
    pub(super) fn choose_theme(&mut self) {
        let mut overlay = Overlay::new(OverlayKind::Themes, &self.overlaid());
        let now = &self.ctx.settings.theme;
        let is_now = |name: &&str| ThemeSetting::named(name) == *now;
        let names = self.ctx.settings.palettes.names();
        let of_ground = || names.iter().position(|name| *name == now.on(self.is_dark));
        overlay.cursor.at = names.iter().position(is_now).or_else(of_ground).unwrap_or(0);
        self.theme_before = now.clone();
        self.overlay = Some(overlay);
    }

    /// Applies the theme under the cursor, if the overlay lists themes.
    pub(super) fn preview_theme(&mut self) {
        let Some(overlay) = self.overlay.as_ref().filter(|overlay| overlay.kind == OverlayKind::Themes)
        else {
            return;
        };
        if let Some(OverlayRow::Theme(theme)) = overlay.rows.get(overlay.cursor.at) {
            self.ctx.settings.theme = ThemeSetting::named(theme);
        }
    }

    /// The list of themes was closed: if `is_kept` the theme stays, otherwise the old one is restored.
    pub(super) fn theme_chosen(&mut self, is_kept: bool) {
        if !is_kept {
            self.ctx.settings.theme = self.theme_before.clone();
            return;
        }
        let (name, key) = (self.ctx.settings.theme.text(), self.ctx.keymap.shown(Action::Theme));
        let text = format!(
            "theme: {name}, until you leave; `theme` in the settings keeps it, {key} changes it again"
        );
        self.ctx.notify(Tone::Good, text);
    }
}
