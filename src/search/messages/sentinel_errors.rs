//! Messages of the sentinel errors of the standard library and of operating systems.
//!
//! Most error chains end in one of these. Code of the tree with such a text compares errors with it; the message that
//! wraps it is the tree's own. `assets/std.errors` has one text a line, sorted, below the release that
//! `assets/errors.py` took it from.

use std::sync::OnceLock;

use crate::search::messages::phrase_match::WRAPS;

static ERRORS: &str = include_str!("../../../assets/std.errors");

/// An error chain without its last link, if that is an error of the standard library or the system; else `None`.
/// O(links of the chain).
pub(crate) fn strip_known_error(chain: &str) -> Option<&str> {
    let chain = chain.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '.' | '"' | '\''));
    // HTTP clients add the cause: `context deadline exceeded (Client.Timeout exceeded while awaiting headers)`.
    let is_sentinel = |end: &str| is_one(end) || end.split_once(" (").is_some_and(|(end, _)| is_one(end));
    let at =
        chain.match_indices(WRAPS).map(|(at, _)| at).find(|at| is_sentinel(&chain[at + WRAPS.len()..]))?;
    Some(&chain[..at])
}

fn is_one(text: &str) -> bool {
    static LINES: OnceLock<Vec<&str>> = OnceLock::new();
    LINES.get_or_init(|| ERRORS.lines().skip(1).collect()).binary_search(&text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_errors_of_library_and_system_end_a_chain() {
        for (chain, before) in [
            ("dial tcp 10.0.0.1:80: i/o timeout", Some("dial tcp 10.0.0.1:80")),
            ("get user: sql: no rows in result set", Some("get user")),
            ("write: broken pipe.\n", Some("write")),
            (
                "Get \"http://x\": context deadline exceeded (Client.Timeout exceeded)",
                Some("Get \"http://x\""),
            ),
            ("i/o timeout", None),
            ("loading: no configuration", None),
            ("go1.27.3", None),
            ("", None),
        ] {
            assert_eq!(strip_known_error(chain), before, "{chain}");
        }
    }

    #[test]
    fn the_texts_are_in_order() {
        assert!(ERRORS.lines().skip(1).is_sorted() && ERRORS.lines().nth(1).is_some());
    }
}
