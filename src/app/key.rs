//! Keys as the user writes them: `q`, `G`, `ctrl-o`, `alt-left`, `g g`.

use std::fmt;
use std::str::FromStr;

/// The key that was pressed, without modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// A character as typed: shift is part of it.
    Char(char),
    Enter,
    Esc,
    Tab,
    Backspace,
    Delete,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    F(u8),
}

/// One key press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub code: Code,
    pub ctrl: bool,
    pub alt: bool,
    /// Only for keys that are no characters.
    pub shift: bool,
}

/// Keys pressed one after the other, such as `g g`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chord(pub Vec<Key>);

/// A spelling that is not a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a key: write one such as `x`, `G`, `ctrl-o`, `alt-left`, `f1`, or several: `g g`")]
pub struct BadKey(pub String);

const NAMES: [(&str, Code); 14] = [
    ("enter", Code::Enter),
    ("esc", Code::Esc),
    ("tab", Code::Tab),
    ("backspace", Code::Backspace),
    ("delete", Code::Delete),
    ("left", Code::Left),
    ("right", Code::Right),
    ("up", Code::Up),
    ("down", Code::Down),
    ("home", Code::Home),
    ("end", Code::End),
    ("pgup", Code::PageUp),
    ("pgdn", Code::PageDown),
    ("space", Code::Char(' ')),
];

impl Key {
    pub fn plain(code: Code) -> Self {
        Self { code, ctrl: false, alt: false, shift: false }
    }

    /// The character that this key types; `None` for other keys.
    pub fn typed(self) -> Option<char> {
        match self.code {
            Code::Char(c) if !self.ctrl && !self.alt => Some(c),
            _ => None,
        }
    }
}

impl FromStr for Key {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        let bad = || BadKey(text.to_owned());
        let (mut rest, mut key) = (text, Self::plain(Code::Esc));
        loop {
            let modifiers = [("ctrl-", &mut key.ctrl), ("alt-", &mut key.alt), ("shift-", &mut key.shift)];
            let Some((prefix, flag)) = modifiers.into_iter().find(|(prefix, _)| rest.starts_with(prefix))
            else {
                break;
            };
            *flag = true;
            rest = &rest[prefix.len()..];
        }
        key.code = code(rest).ok_or_else(bad)?;
        if key.shift && matches!(key.code, Code::Char(_)) {
            return Err(bad());
        }
        Ok(key)
    }
}

fn code(name: &str) -> Option<Code> {
    let mut chars = name.chars();
    if let (Some(c), None) = (chars.next(), chars.next()) {
        return (!c.is_control() && !c.is_whitespace()).then_some(Code::Char(c));
    }
    if let Some((_, code)) = NAMES.iter().find(|(known, _)| *known == name) {
        return Some(*code);
    }
    let number: u8 = name.strip_prefix('f')?.parse().ok()?;
    (1..=12).contains(&number).then_some(Code::F(number))
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (on, word) in [(self.ctrl, "ctrl-"), (self.alt, "alt-"), (self.shift, "shift-")] {
            if on {
                f.write_str(word)?;
            }
        }
        match (NAMES.iter().find(|(_, code)| *code == self.code), self.code) {
            (Some((name, _)), _) => f.write_str(name),
            (None, Code::Char(c)) => write!(f, "{c}"),
            (None, Code::F(n)) => write!(f, "f{n}"),
            (None, _) => Ok(()),
        }
    }
}

impl FromStr for Chord {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        let keys = text.split_whitespace().map(str::parse).collect::<Result<Vec<Key>, _>>()?;
        if keys.is_empty() { Err(BadKey(text.to_owned())) } else { Ok(Self(keys)) }
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (ix, key) in self.0.iter().enumerate() {
            write!(f, "{}{key}", if ix > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written_the_same() {
        for text in
            ["q", "G", "ctrl-o", "alt-left", "g g", "shift-tab", "f1", "space", "ctrl-alt-x", "-", "["]
        {
            let chord: Chord = text.parse().expect(text);
            assert_eq!(chord.to_string(), text);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", " ", "ctrl-", "hyper-x", "f13", "f0", "shift-a", "enterr", "\u{1b}"] {
            assert!(text.parse::<Chord>().is_err(), "{text:?}");
        }
    }
}
