//! What the terminal is like: how many colours, and a dark or a light ground.

use std::env;
use std::time::Duration;

use crate::app::config::Theme;
use crate::ui::theme::Depth;

/// The terminal's looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Looks {
    pub(super) depth: Depth,
    pub(super) dark: bool,
}

impl Looks {
    /// Asks the environment, and the terminal itself for its background if the theme depends on it.
    pub(super) fn find(theme: Theme) -> Self {
        let var = |name: &str| env::var(name).unwrap_or_default();
        let depth = depth(&var("COLORTERM"), &var("TERM"), env::var_os("WT_SESSION").is_some());
        Self { depth, dark: theme != Theme::Auto || is_dark() }
    }
}

fn depth(colorterm: &str, term: &str, windows_terminal: bool) -> Depth {
    if matches!(colorterm, "truecolor" | "24bit") || windows_terminal || term.ends_with("-direct") {
        Depth::True
    } else if term.contains("256color") {
        Depth::Palette
    } else {
        Depth::Sixteen
    }
}

/// Terminals that do not answer are dark, as most are.
fn is_dark() -> bool {
    use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};

    let mut options = QueryOptions::default();
    // Over a slow line the program must not wait for a colour.
    options.timeout = Duration::from_millis(80);
    !matches!(theme_mode(options), Ok(ThemeMode::Light))
}

/// The theme that the environment insists on: `NO_COLOR` (<https://no-color.org>).
pub(super) fn insisted() -> Option<Theme> {
    env::var_os("NO_COLOR").filter(|value| !value.is_empty()).map(|_| Theme::None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths() {
        assert_eq!(depth("truecolor", "xterm", false), Depth::True);
        assert_eq!(depth("", "tmux-256color", false), Depth::Palette);
        assert_eq!(depth("", "linux", false), Depth::Sixteen);
    }
}
