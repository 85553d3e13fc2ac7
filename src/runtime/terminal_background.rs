//! The terminal's background, dark or light, and how many colours it has.
//!
//! The environment may contain it (`COLORFGBG`, `COLORTERM`, `TERM`). If the theme follows the background, the terminal is
//! asked as well, by OSC 11. Its answer arrives among the keys, and nothing that is typed meanwhile may be lost. So no code
//! waits for it: the input thread filters it out of the keys. The library reads it as Alt-], the characters of the answer,
//! and Ctrl-G or Alt-\ at its end.

use std::env;

use crate::app::key::{Code, Key};
use crate::app::palettes::{NO_COLOUR, ThemeSetting};
use crate::ui::theme::Depth;

/// The colours of the terminal, as far as the environment says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TerminalColors {
    pub(super) depth: Depth,
    pub(super) dark: bool,
    /// True if the terminal can be asked for its background.
    pub(super) answers: bool,
}

impl TerminalColors {
    /// Reads the environment. An unknown background counts as dark, as most are.
    pub(super) fn from_environment() -> Self {
        let var = |name: &str| env::var(name).unwrap_or_default();
        let (term, background) = (var("TERM"), var("COLORFGBG"));
        let depth = depth(&var("COLORTERM"), &term, env::var_os("WT_SESSION").is_some());
        let answers = !matches!(term.as_str(), "" | "dumb" | "linux");
        Self { depth, dark: is_dark_in_environment(&background).unwrap_or(true), answers }
    }
}

/// Reads `COLORFGBG`, such as `0;15`: the last number is the background, as one of 16 colours.
fn is_dark_in_environment(background: &str) -> Option<bool> {
    let colour: u8 = background.rsplit(';').next()?.parse().ok()?;
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

/// The theme that the environment demands: `NO_COLOR` (<https://no-color.org>).
pub(super) fn demanded_theme() -> Option<ThemeSetting> {
    env::var_os("NO_COLOR").filter(|value| !value.is_empty()).map(|_| ThemeSetting::named(NO_COLOUR))
}

/// The query, OSC 11.
pub(super) const QUERY: &[u8] = b"\x1b]11;?\x07";

/// Longest answer that makes sense: `11;rgba:` and four parts of four digits.
const LONGEST: usize = 40;

/// Filters the answer out of a stream of keys.
#[derive(Debug, Default)]
pub(super) struct AnswerFilter {
    /// Keys that may be the answer, from its first key on.
    pending: Option<Vec<Key>>,
    /// True if the answer has come.
    answered: bool,
}

/// The meaning of a key.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Filtered {
    /// Keys that were typed: this one, or those that looked like an answer until now.
    Keys(Vec<Key>),
    /// The answer: whether the background is dark.
    Dark(bool),
    /// Perhaps a part of the answer; kept until that is certain.
    Nothing,
}

impl AnswerFilter {
    pub(super) fn take(&mut self, key: Key) -> Filtered {
        let Some(pending) = &mut self.pending else {
            let begins = key.alt && !key.ctrl && key.code == Code::Char(']');
            if begins && !self.answered {
                self.pending = Some(vec![key]);
                return Filtered::Nothing;
            }
            return Filtered::Keys(vec![key]);
        };
        pending.push(key);
        let ends = (key.ctrl && key.code == Code::Char('g')) || (key.alt && key.code == Code::Char('\\'));
        let text: String = pending[1..].iter().filter_map(|key| key.typed()).collect();
        if ends && let Some(dark) = is_dark(&text) {
            self.pending = None;
            self.answered = true;
            return Filtered::Dark(dark);
        }
        let fits = "11;rgb".starts_with(&text) || text.starts_with("11;rgb");
        if ends || !fits || text.len() + 1 < pending.len() || pending.len() > LONGEST {
            return Filtered::Keys(self.pending.take().unwrap_or_default());
        }
        Filtered::Nothing
    }
}

/// Reads `11;rgb:1e1e/1e1e/1e1e`, parts of one to four hexadecimal digits.
fn is_dark(answer: &str) -> Option<bool> {
    let (_, parts) = answer.strip_prefix("11;rgb")?.split_once(':')?;
    let mut channels = parts.split('/').map(|part| {
        let most = 16_u32.checked_pow(part.len() as u32)?.checked_sub(1).filter(|&most| most > 0)?;
        Some(f64::from(u32::from_str_radix(part, 16).ok()?) / f64::from(most))
    });
    let (red, green, blue) = (channels.next()??, channels.next()??, channels.next()??);
    // Perceived brightness, as Rec. 709 weighs the channels.
    Some(0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.5)
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
    fn backgrounds_in_the_environment() {
        assert_eq!(
            [
                is_dark_in_environment("15;0"),
                is_dark_in_environment("0;default;15"),
                is_dark_in_environment("")
            ],
            [Some(true), Some(false), None]
        );
    }

    fn keys(chords: &str) -> Vec<Key> {
        chords.split_whitespace().map(|key| key.parse().expect(key)).collect()
    }

    fn play(chords: &str) -> (Vec<Key>, Option<bool>) {
        let (mut filter, mut typed, mut dark) = (AnswerFilter::default(), Vec::new(), None);
        for key in keys(chords) {
            match filter.take(key) {
                Filtered::Keys(keys) => typed.extend(keys),
                Filtered::Dark(is) => dark = Some(is),
                Filtered::Nothing => {}
            }
        }
        (typed, dark)
    }

    #[test]
    fn the_answer_is_heard_and_no_key_is_lost() {
        let answer = "alt-] 1 1 ; r g b : f f f f / f f f f / f a f a ctrl-g";
        assert_eq!(play(&format!("j {answer} k")), (keys("j k"), Some(false)));
        let answer = "alt-] 1 1 ; r g b : 1 e / 1 e / 2 0 alt-\\";
        assert_eq!(play(answer), (vec![], Some(true)));
        for typed in ["alt-] 1 x", "alt-] down", "alt-] 1 1 ctrl-g", "] 1 1 ; r"] {
            assert_eq!(play(typed), (keys(typed), None), "{typed}");
        }
    }
}
