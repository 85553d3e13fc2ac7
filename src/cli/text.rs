//! Output for the terminal: JSON that is safe on one whatever its strings contain, and counts.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::model::is_unsafe;

/// Writes a JSON string. Unlike `serde_json` it escapes every unsafe character, so that the line is safe on a terminal; to
/// a parser it is the same string.
pub fn json_string(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(b"\"")?;
    let mut rest = text;
    while let Some(at) = rest.find(|c| c == '"' || c == '\\' || is_unsafe(c)) {
        out.write_all(&rest.as_bytes()[..at])?;
        let c = rest[at..].chars().next().unwrap_or_default();
        match c {
            '"' | '\\' => write!(out, "\\{c}")?,
            '\n' => out.write_all(b"\\n")?,
            '\t' => out.write_all(b"\\t")?,
            // All unsafe characters lie in the basic plane: one unit each.
            c => write!(out, "\\u{:04x}", c as u32)?,
        }
        rest = &rest[at + c.len_utf8()..];
    }
    out.write_all(rest.as_bytes())?;
    out.write_all(b"\"")
}

/// A JSON formatter that writes strings as [`json_string`] does; otherwise `serde_json`'s compact or indented one.
pub(super) struct SafeJson<F>(pub F);

macro_rules! delegate {
    ($($name:ident($($arg:ident: $ty:ty),*)),+ $(,)?) => {
        $(fn $name<W: ?Sized + Write>(&mut self, out: &mut W $(, $arg: $ty)*) -> io::Result<()> {
            self.0.$name(out $(, $arg)*)
        })+
    };
}

impl<F: serde_json::ser::Formatter> serde_json::ser::Formatter for SafeJson<F> {
    delegate! {
        begin_array(), end_array(), begin_array_value(first: bool), end_array_value(),
        begin_object(), end_object(), begin_object_key(first: bool), end_object_key(),
        begin_object_value(), end_object_value(),
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(is_unsafe) {
            out.write_all(&rest.as_bytes()[..at])?;
            let c = rest[at..].chars().next().unwrap_or_default();
            write!(out, "\\u{:04x}", c as u32)?;
            rest = &rest[at + c.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }
}

/// Writes a value as indented JSON with a line feed at the end.
pub(super) fn write_json(out: &mut impl Write, value: &impl serde::Serialize) -> io::Result<()> {
    let pretty = SafeJson(serde_json::ser::PrettyFormatter::new());
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, pretty))?;
    out.write_all(b"\n")
}

/// Writes a value as one line of JSON.
pub(super) fn write_json_line(out: &mut impl Write, value: &impl serde::Serialize) -> io::Result<()> {
    let compact = SafeJson(serde_json::ser::CompactFormatter);
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, compact))?;
    out.write_all(b"\n")
}

/// `func 12, method 7`, the most frequent first.
pub(super) fn tally(counts: &BTreeMap<String, u64>) -> String {
    let mut counts: Vec<(&String, u64)> = counts.iter().map(|(word, &n)| (word, n)).collect();
    counts.sort_by_key(|&(word, n)| (std::cmp::Reverse(n), word));
    counts.iter().map(|(word, n)| format!("{word} {n}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\u{1b}]0;title\u{7}\u{202e}b\u{9b}c\"\\\nd\té";

    #[test]
    fn json_is_safe_and_reads_back_as_it_was() {
        let mut string = Vec::new();
        json_string(&mut string, HOSTILE).unwrap();
        let mut value = Vec::new();
        write_json(&mut value, &HOSTILE).unwrap();
        for json in [string, value] {
            let text = String::from_utf8(json).unwrap();
            assert!(!text.trim_end().chars().any(is_unsafe), "{text:?}");
            assert_eq!(serde_json::from_str::<String>(&text).unwrap(), HOSTILE);
        }
    }
}
