//! Links within a text.

use std::ops::Range;

/// Where a text holds the beginnings of links, up to the path: no message is told by a host.
pub(crate) fn hosts(text: &str) -> Vec<Range<usize>> {
    let host = |(at, mark): (usize, &str)| {
        let start =
            text[..at].bytes().rposition(|b| !b.is_ascii_alphanumeric()).map_or(0, |before| before + 1);
        let rest = &text[at + mark.len()..];
        let len = rest.find(|c: char| c == '/' || c.is_whitespace()).unwrap_or(rest.len());
        start..at + mark.len() + len
    };
    text.match_indices("://").map(host).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_ends_where_the_path_begins() {
        let found =
            |text: &str| hosts(text).into_iter().map(|host| text[host].to_owned()).collect::<Vec<_>>();
        assert_eq!(found("see https://go.dev/issue and (http://x)"), ["https://go.dev", "http://x)"]);
        assert!(found("ö: no link").is_empty());
        assert_eq!(found("ö://ü"), ["://ü"]);
    }
}
