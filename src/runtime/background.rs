//! What the environment says of the terminal: how many colours, and a dark or a light ground.

use std::env;

use crate::app::config::Theme;
use crate::ui::theme::Depth;

/// The terminal's looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Looks {
    pub(super) depth: Depth,
    pub(super) dark: bool,
    /// Whether the terminal can be asked for its ground.
    pub(super) answers: bool,
}

impl Looks {
    /// What the environment says. A ground that nobody tells is dark, as most are.
    pub(super) fn find() -> Self {
        let var = |name: &str| env::var(name).unwrap_or_default();
        let (term, ground) = (var("TERM"), var("COLORFGBG"));
        let depth = depth(&var("COLORTERM"), &term, env::var_os("WT_SESSION").is_some());
        let answers = !matches!(term.as_str(), "" | "dumb" | "linux");
        Self { depth, dark: is_dark(&ground).unwrap_or(true), answers }
    }
}

/// What `COLORFGBG` says, such as `0;15`: the last number is the ground's of the 16 colours.
fn is_dark(ground: &str) -> Option<bool> {
    let colour: u8 = ground.rsplit(';').next()?.parse().ok()?;
    Some(!matches!(colour, 7 | 9..=15))
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

    #[test]
    fn grounds() {
        assert_eq!([is_dark("15;0"), is_dark("0;default;15"), is_dark("")], [Some(true), Some(false), None]);
    }
}
