//! Whether the terminal's ground is dark or light: asked when the program begins, and found among the keys.
//!
//! The answer to OSC 11 comes by the same way as keys do, and what is typed meanwhile must not be lost: so nobody
//! waits for it. The input thread takes it out of the stream, which the library reads as Alt-], the characters of
//! the answer, and Ctrl-G or Alt-\ at its end.

use crate::app::key::{Code, Key};

/// The question.
pub(super) const QUESTION: &[u8] = b"\x1b]11;?\x07";

/// Longest answer that makes sense: `11;rgba:` and four parts of four digits.
const LONGEST: usize = 40;

/// Takes the answer out of a stream of keys.
#[derive(Debug, Default)]
pub(super) struct Listener {
    /// What may be the answer, once its beginning was seen.
    held: Option<Vec<Key>>,
    /// Whether it was heard.
    heard: bool,
}

/// What a key turned out to be.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// Keys that were typed: this one, or those that looked like an answer until now.
    Keys(Vec<Key>),
    /// The ground is dark, or light.
    Dark(bool),
    /// Perhaps a part of the answer.
    Nothing,
}

impl Listener {
    pub(super) fn take(&mut self, key: Key) -> Heard {
        let Some(held) = &mut self.held else {
            let begins = key.alt && !key.ctrl && key.code == Code::Char(']');
            if begins && !self.heard {
                self.held = Some(vec![key]);
                return Heard::Nothing;
            }
            return Heard::Keys(vec![key]);
        };
        held.push(key);
        let ends = (key.ctrl && key.code == Code::Char('g')) || (key.alt && key.code == Code::Char('\\'));
        let text: String = held[1..].iter().filter_map(|key| key.typed()).collect();
        if ends && let Some(dark) = is_dark(&text) {
            self.held = None;
            self.heard = true;
            return Heard::Dark(dark);
        }
        let fits = "11;rgb".starts_with(&text) || text.starts_with("11;rgb");
        if ends || !fits || text.len() + 1 < held.len() || held.len() > LONGEST {
            return Heard::Keys(self.held.take().unwrap_or_default());
        }
        Heard::Nothing
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

    fn keys(chords: &str) -> Vec<Key> {
        chords.split_whitespace().map(|key| key.parse().expect(key)).collect()
    }

    fn play(chords: &str) -> (Vec<Key>, Option<bool>) {
        let (mut listener, mut typed, mut dark) = (Listener::default(), Vec::new(), None);
        for key in keys(chords) {
            match listener.take(key) {
                Heard::Keys(keys) => typed.extend(keys),
                Heard::Dark(is) => dark = Some(is),
                Heard::Nothing => {}
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
