//! Prefixes that programs and loggers put before a message: `2024/05/01 12:00:01 [ERROR] cannot open`.

/// Names of log levels.
const LEVELS: [&str; 16] = [
    "trace", "trac", "debug", "dbug", "info", "notice", "warn", "warni", "warning", "err", "erro", "error",
    "crit", "critical", "fata", "fatal",
];

/// A line without times, numbers and levels before its message. O(length).
pub(crate) fn strip_log_prefix(line: &str) -> &str {
    let mut rest = line.trim();
    loop {
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let after = after.trim_start();
        // The prefix must leave some text.
        if after.is_empty() || !(is_time(word) || is_level(word)) {
            return rest;
        }
        rest = after;
    }
}

/// Returns whether a word is a time, a date or a number in brackets: `12:00:01.5`, `2024-05-01T12:00:01Z`, `[0012]`;
/// not `404` or `2.0`.
fn is_time(word: &str) -> bool {
    let is_part = |c: char| {
        c.is_ascii_digit() || matches!(c, '/' | '-' | ':' | '.' | ',' | '[' | ']' | 'T' | 'Z' | '+')
    };
    let is_marked = word.contains([':', '[']) || word.matches(['/', '-']).count() > 1;
    is_marked && word.bytes().filter(u8::is_ascii_digit).count() > 1 && word.chars().all(is_part)
}

/// Returns whether a word is a log level, marked as such: `Error:`, `[warn]`, `ERROR`, `FATA[0003]`.
fn is_level(word: &str) -> bool {
    let is_mark = |c: char| !c.is_alphabetic();
    let bare = word.trim_start_matches(is_mark).split(is_mark).next().unwrap_or_default();
    let is_marked = word.ends_with([':', ']', '|']) || bare.chars().all(char::is_uppercase);
    is_marked && LEVELS.iter().any(|level| bare.eq_ignore_ascii_case(level))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_begins_behind_its_time_and_level() {
        for (line, expect) in [
            ("Error: cannot open it", "cannot open it"),
            ("2024/05/01 12:00:01 [ERROR] cannot open it", "cannot open it"),
            ("2024-05-01T12:00:01.33Z WARN cannot open it", "cannot open it"),
            ("FATA[0003] cannot open it", "cannot open it"),
            ("[0012] error: warning: cannot open it", "cannot open it"),
            ("error opening it", "error opening it"),
            ("ERRORS: two", "ERRORS: two"),
            ("3 files are left", "3 files are left"),
            ("404 handler", "404 handler"),
            ("2.0 migration", "2.0 migration"),
            ("Error:", "Error:"),
            ("", ""),
        ] {
            assert_eq!(strip_log_prefix(line), expect, "{line}");
        }
    }
}
