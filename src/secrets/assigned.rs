//! Finds literals that are assigned to a name like password, secret, token or key.
//!
//! The name alone is not enough: `tokenHeader = "X-Auth-Token"`, `password: "changeme"`. A literal counts as a secret
//! if it looks random: letters mixed with digits, no words, many different characters.

use std::sync::LazyLock;

use regex::Regex;

use super::lines::lines_with;
use super::mark::{MARK, Secret};

/// The least number of characters of a secret.
const MIN_CHARS: usize = 8;
/// The largest number of characters. Longer literals are data.
const MAX_CHARS: usize = 512;

/// Every name in question contains one of these. Most lines contain none.
static NAMES: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("(?i-u:pass|pwd|secret|token|credential|key)").ok());

/// Two forms. The first is a name, an operator or separator, and a literal in quotes. The second, for settings and
/// logs, is a name, `=`, and a value without quotes.
static FORMS: LazyLock<Option<[Regex; 2]>> = LazyLock::new(|| {
    let names = "passw(?:or)?d|passwd|passphrase|pwd|secret|token|credential|api[_.-]?key|access[_.-]?key|auth[_.-]?key|\
        private[_.-]?key|signing[_.-]?key|encryption[_.-]?key|account[_.-]?key|master[_.-]?key|client[_.-]?key|api[_.-]?pass";
    let between = r#"["'`\]]{0,2}[ \t]*(?::=|=>|==|!=|=|:|,|\()[ \t]*(?:\[\](?:byte|rune)\()?"#;
    let quoted = format!("(?i)({names})(?-u:[\\w-]*){between}[\"'`]([^\"'`\\n]{{8,512}})[\"'`]");
    let bare = format!("(?i)({names})(?-u:[\\w.-]*)=(?-u:([\\w+/.~-]{{16,512}}={{0,2}}))");
    Some([Regex::new(&quoted).ok()?, Regex::new(&bare).ok()?])
});

/// Adds the literals that look like secrets.
pub(super) fn find(text: &str, found: &mut Vec<Secret>) {
    let (Some(forms), Some(names)) = (&*FORMS, &*NAMES) else { return };
    for line in lines_with(names, text) {
        for form in forms {
            find_in(&text[line.clone()], line.start, form, found);
        }
    }
}

fn find_in(line: &str, start: usize, form: &Regex, found: &mut Vec<Secret>) {
    let mut from = 0;
    while let Some(groups) = form.captures_at(line, from) {
        let (Some(all), Some(name), Some(literal)) = (groups.get(0), groups.get(1), groups.get(2)) else {
            break;
        };
        // A mark contains names like `password`, too.
        let is_mark = line[..name.start()].rfind('[').is_some_and(|at| line[at..].starts_with(MARK));
        // The literal may be the name of the next one, as in `"token", "password", "…"`.
        from = literal.start().max(all.start() + 1);
        let is_password = name.as_str().to_ascii_lowercase().starts_with("pass")
            || name.as_str().eq_ignore_ascii_case("pwd");
        if !is_mark && is_random(literal.as_str(), is_password) {
            from = literal.end();
            let range = start + literal.start()..start + literal.end();
            found.push(Secret { range, kind: Some(if is_password { "password" } else { "secret" }) });
        }
    }
}

/// Returns whether a literal looks random. Passwords need to look less random, because people make them up.
fn is_random(literal: &str, is_password: bool) -> bool {
    let length = literal.chars().count();
    if !(MIN_CHARS..=MAX_CHARS).contains(&length)
        || literal.contains(|c: char| c.is_whitespace() || c.is_control())
        || is_placeholder(literal)
        || is_words(literal, is_password)
        || literal.contains("://")
        || literal.contains(['{', '}', '<', '>', '(', ')'])
        || literal.contains('%') && literal.contains(['s', 'd', 'v', 'q'])
    {
        return false;
    }
    let has = |is: fn(char) -> bool| usize::from(literal.chars().any(is));
    let digits = has(|c| c.is_ascii_digit());
    let classes = digits
        + has(char::is_lowercase)
        + has(char::is_uppercase)
        + has(|c| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '.' | '/' | ':'));
    let entropy = entropy(literal);
    match length {
        _ if digits == 0 || classes < 2 => false,
        ..16 => classes >= 3 && entropy >= 2.7 || is_password && entropy >= 3.0,
        16..20 => entropy >= 3.2,
        _ => entropy >= 3.3 && digit_runs(literal) >= 2,
    }
}

/// The number of runs of digits. In random text, letters interrupt them.
fn digit_runs(literal: &str) -> usize {
    let digits: Vec<bool> = literal.bytes().map(|byte| byte.is_ascii_digit()).collect();
    digits.windows(2).filter(|pair| pair[1] && !pair[0]).count() + usize::from(digits[0])
}

/// The Shannon entropy of the characters of a text, in bits per character.
fn entropy(text: &str) -> f64 {
    let mut letters: Vec<char> = text.chars().collect();
    let total = letters.len() as f64;
    letters.sort_unstable();
    let shares = letters.chunk_by(|a, b| a == b).map(|same| same.len() as f64 / total);
    shares.map(|share| -share * share.log2()).sum()
}

/// Returns whether a text consists of words and numbers, like `X-Auth-Token`, `my_secret_2`, `/run/secrets/db1` or
/// `v1.token`.
fn is_words(text: &str, is_password: bool) -> bool {
    let is_word = |part: &str| {
        let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = part.len() - letters.len();
        digits <= 3 && letters.chars().all(char::is_alphabetic) && has_word_form(letters)
    };
    // Other punctuation is frequent in passwords, so it does not separate words there.
    let is_between = |c: char| "-_./:,".contains(c) || !is_password && "@+=#*&?|~".contains(c);
    text.split(is_between).all(is_word)
}

/// Returns whether letters can be one or several words: few words begin with a capital, and vowels are not rare.
fn has_word_form(letters: &str) -> bool {
    let vowels = letters.chars().filter(|c| "aeiouyAEIOUY".contains(*c)).count();
    let changes = letters
        .as_bytes()
        .windows(2)
        .filter(|pair| pair[0].is_ascii_uppercase() && pair[1].is_ascii_lowercase())
        .count();
    letters.len() < 8 || vowels * 6 >= letters.len() && changes * 4 < letters.len() + 3
}

/// Words that occur in examples and placeholders.
const EXAMPLE_PARTS: [&str; 22] = [
    "example", "changeme", "change_me", "change-me", "placeholder", "dummy", "sample", "redacted", "masked",
    "your", "xxxx", "****", "....", "-----", "insert", "replace", "notreal", "not-a-real", "invalid", "fake",
    "abcdefgh", "foobar",
];
/// Whole values that are placeholders, without digits at the end.
const EXAMPLE_VALUES: [&str; 26] = [
    "password", "passwd", "pass", "pwd", "secret", "token", "user", "username", "admin", "root", "test",
    "testing", "foo", "bar", "baz", "qux", "guest", "default", "none", "null", "hunter2", "letmein", "abc",
    "abc123", "qwerty", "mypassword",
];

/// Returns whether a text is a placeholder for a secret.
pub(super) fn is_placeholder(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let bare =
        lower.trim_matches(|c: char| !c.is_alphanumeric()).trim_end_matches(|c: char| c.is_ascii_digit());
    let sequences = ["012345", "123456", "234567", "987654", "111111", "000000", "aaaaaa"];
    bare.is_empty()
        || EXAMPLE_VALUES.contains(&bare)
        || EXAMPLE_VALUES.contains(&&*lower)
        || EXAMPLE_PARTS.iter().any(|word| lower.contains(word))
        || sequences.iter().any(|run| lower.contains(run)) && lower.len() <= 24
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_placeholders_are_no_secrets() {
        for text in [
            "X-Auth-Token",
            "changeme",
            "change_me_please",
            "my_secret_name",
            "/run/secrets/db_password",
            "v1.token.name",
            "xxxxxxxxxxxxxxxx",
            "your-api-key-here",
            "password123",
            "accessTokenExpiry",
            "${DB_PASSWORD}",
            "{{.Token}}",
            "https://a.b/token1",
            "%s-token-%d",
            "1234567890",
            "secretsmanager.amazonaws.com",
            "SomeVeryLongConfigurationName",
        ] {
            assert!(!is_random(text, true) && !is_random(text, false), "{text}");
        }
    }

    #[test]
    fn what_is_drawn_at_random_is_a_secret() {
        for text in
            ["q7Rk2mZx9PwL4vTn", "8f14e45fceea167a5a36dedd4bea2543", "kP9$vLq2!x", "9bKx-4Tq7_Zm2wRt8LpQ"]
        {
            assert!(is_random(text, false), "{text}");
        }
        assert!(is_random("Sommer2031!", true));
        assert!(!is_random("Sommertag", true));
    }
}
