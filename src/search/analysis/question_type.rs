//! What kind of sentence a question is.

/// Whether a text begins as questions do.
#[must_use]
pub(crate) fn is_question(text: &str) -> bool {
    const CLOSED: [&str; 5] = ["does", "do", "is", "are", "can"];
    is_open_question(text) || CLOSED.iter().any(|word| first(text).eq_ignore_ascii_case(word))
}

/// The same of questions that nobody answers with yes or no. Messages begin with the verbs of the others, too: `is a directory`.
#[must_use]
pub(crate) fn is_open_question(text: &str) -> bool {
    const OPEN: [&str; 7] = ["how", "what", "where", "why", "when", "which", "who"];
    OPEN.iter().any(|word| first(text).eq_ignore_ascii_case(word))
}

/// Whether a text asks how something is done, and so for a way through the code rather than for one place.
#[must_use]
pub(crate) fn asks_how(text: &str) -> bool {
    const BEFORE: [&str; 6] = ["explain", "show", "tell", "describe", "me", "us"];
    let mut words = text.split_whitespace().map(|word| first(word).to_lowercase());
    let word = words.by_ref().find(|word| !BEFORE.contains(&word.as_str())).unwrap_or_default();
    let next = words.next().unwrap_or_default();
    match word.as_str() {
        // `how many`, `how long`: no way.
        "how" => !["many", "much", "long", "large", "big", "often"].contains(&next.as_str()),
        "what" => next == "happens",
        _ => false,
    }
}

/// The first word of a text without the marks around it and what is drawn together with it: `what's`.
pub(crate) fn first(text: &str) -> &str {
    let is_mark = |c: char| !c.is_alphanumeric();
    let word = text.trim_start_matches(is_mark).split_whitespace().next().unwrap_or_default();
    word.trim_end_matches(is_mark).split(['\'', '’']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_how_something_is_done_asks_for_a_way() {
        for (text, expect) in [
            ("how does it work", true),
            ("How is a route added?", true),
            ("explain how requests are served", true),
            ("what happens when a node fails", true),
            ("how many retries are there", false),
            ("where is the retry", false),
            ("show the way", false),
            ("howl", false),
            ("how", true),
            ("", false),
        ] {
            assert_eq!(asks_how(text), expect, "{text}");
        }
    }

    #[test]
    fn questions_are_known_by_their_first_word() {
        for (text, expect) in [
            ("Where's it set", [true, true]),
            ("> why, then", [true, true]),
            ("is a directory", [true, false]),
            ("can.Bus fails", [false, false]),
            ("", [false, false]),
        ] {
            assert_eq!([is_question(text), is_open_question(text)], expect, "{text}");
        }
    }
}
