//! Matches as a JavaScript engine gives them.

use super::*;

/// The offset of the first match in characters.
fn first(text: &str, pattern: &str) -> Option<usize> {
    let translated = translated(pattern).expect(pattern);
    let regex = fancy_regex::RegexBuilder::new(&translated).multi_line(true).crlf(true).build();
    let found = regex.expect(pattern).find(text).expect(pattern)?;
    Some(text[..found.start()].chars().count())
}

#[test]
fn patterns_match_as_in_javascript() {
    for (text, pattern, expected) in [
        ("abc", "b", Some(1)),
        ("one\ntwo", "^two$", Some(4)),
        ("aaa", "a{2}$", Some(1)),
        ("f(x) g(y)", "g(?=\\()", Some(5)),
        ("foo1 foo2", "foo(?!1)", Some(5)),
        ("ab cb", "(?<=c)b", Some(4)),
        ("ab cb", "(?<!a)b", Some(4)),
        ("xyxz zz", "(\\w)\\1", Some(5)),
        ("<a></b><b></b>", "<(?<tag>\\w)></\\1>", Some(7)),
        ("<a></b><b></b>", "<(?<tag>\\w)></\\k<tag>>", Some(7)),
        ("a\nb", "a[^]b", Some(0)),
        ("a\nb", "a.b", None),
        ("x [] y", "[]", None),
        ("aab", "(a*?)b", Some(0)),
        ("größe", "ö(?=ß)", Some(2)),
        ("tab\there", "\\t(?=\\x68)", Some(3)),
        ("a-b", "[\\w-]+(?=-b)", Some(0)),
        ("12:30", "(?:\\d\\d):(?=30)", Some(0)),
        ("one two", "\\b(?=two)", Some(4)),
        ("ab", "(?=(a))\\1b", Some(0)),
        ("", "(?=x)|$", Some(0)),
        // A line's end is any of JavaScript's, and classes mean ASCII.
        ("a\r\nb\r\n", "a$", Some(0)),
        ("a\r\nb\r\n", "^b$", Some(3)),
        ("a\r\nb", "a.b|a.", None),
        ("größe", "\\wß", None),
        ("x٣3", "\\d", Some(2)),
        ("[[a", "[[a]{3}", Some(0)),
        ("a&&b", "[a&&b]{4}", Some(0)),
        ("x{", "x{(?!y)", Some(0)),
        ("abcd", "(?<=a(?=b)..)d", Some(3)),
        ("aXbX", "[^\\W\\d](?=X$)", Some(2)),
        // Without the flag `u`, these are letters and octal digits.
        ("L p{L}", "\\p{L}", Some(2)),
        ("f uuu", "\\u{3}", Some(2)),
        ("\u{8} 8", "\\8|\\10", Some(0)),
        ("S", "\\123", Some(0)),
        ("a\\c\n", "\\c\\n|\\cJ", Some(1)),
        ("x\\c1", "\\c1", Some(1)),
        ("]{,3}", "]{,3}", Some(0)),
        ("x-2", "[\\d-x]{3}", Some(0)),
        // An empty repetition counts for nothing.
        ("b", "(a*)*b", Some(0)),
        ("zaacbbbcac", "(z)((a+)?(b+)?(c))*$", Some(0)),
    ] {
        assert_eq!(first(text, pattern), expected, "{pattern} in {text:?}");
    }
}

#[test]
fn what_is_no_pattern_is_refused() {
    for pattern in [
        "(", "a)", "[a", "*a", "a**", "(?i)a", "\\", "{1}", "a{2,1}", "[z-a]", "^*", "\\b+", "(?<=a)?",
        "(?<n>a)(?<n>b)", "(?<1>a)", "(?<n>a)\\k", "(?<n>a)\\k<m>",
    ] {
        assert_eq!(translated(pattern), None, "{pattern}");
    }
    let deep = |n| format!("{}a{}", "(".repeat(n), ")".repeat(n));
    assert!(translated(&deep(50)).is_some() && translated(&deep(51)).is_none());
}

#[test]
fn what_takes_too_long_ends() {
    use crate::tour::pattern::{PatternMatch, first_match};
    let too_long = PatternMatch::Unread("its pattern takes too long", None);
    assert_eq!(first_match(b"aaa", "(?:a{1000}){1000}"), too_long);
    assert_eq!(first_match("a".repeat(60).as_bytes(), "(?=(a+)+b)(a|aa)+$x(?!y)"), too_long);
    assert_eq!(first_match(b"aaa", "(?:a*)*(?=b)"), PatternMatch::None);
}
