//! The kind of sentence that a question is.

/// Returns whether a text begins as questions do.
pub(crate) fn is_question(text: &str) -> bool {
    const CLOSED: [&str; 5] = ["does", "do", "is", "are", "can"];
    is_open_question(text) || CLOSED.iter().any(|word| first(text).eq_ignore_ascii_case(word))
}

/// Returns whether a text begins as a question that needs more than yes or no. Messages begin like yes-or-no questions,
/// too: `is a directory`.
pub(crate) fn is_open_question(text: &str) -> bool {
    const OPEN: [&str; 7] = ["how", "what", "where", "why", "when", "which", "who"];
    OPEN.iter().any(|word| first(text).eq_ignore_ascii_case(word))
}

/// Somebody who adds something may as well use the program as extend it: "how do I add a header".
const PERHAPS: f32 = 0.3;

/// Longest text that is read as a plain question, in words: longer ones are reports.
const MAX_WORDS: usize = 80;

/// Returns whether a text is one line of prose that begins with an open question or has one with its mark. A scene may
/// come first: "I save a file. What rebuilds the page?". Without the mark, what begins with `is` is a name or a
/// sentence of a doc comment as often.
pub(crate) fn is_plain_question(text: &str) -> bool {
    let text = text.trim();
    let is_short = !text.contains('\n') && text.split_whitespace().nth(MAX_WORDS).is_none();
    is_short && (is_open_question(text) || sentences(text).any(|sentence| sentence.ends_with('?')))
}

/// The title of a report: its first line, if that is prose and more text than a title follows.
pub(crate) fn report_title(text: &str) -> Option<&str> {
    /// Numbers of words that a title may have.
    const WORDS: std::ops::RangeInclusive<usize> = 2..=30;
    /// Fewest words of the text below.
    const MIN_BODY: usize = 5;
    let (title, body) = text.trim().split_once('\n')?;
    let words = title.split_whitespace();
    let is_word = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() * 2 > word.chars().count();
    let is_prose = WORDS.contains(&words.clone().filter(is_word).count());
    (is_prose && body.split_whitespace().nth(MIN_BODY - 1).is_some()).then(|| title.trim())
}

/// The sentences of a line, each with the mark that ends it. A dot within a word ends none: `main.go`.
pub(crate) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut ends_before = false;
    let ended = move |c: char| {
        let is_end = ends_before && c.is_whitespace();
        ends_before = matches!(c, '.' | '?' | '!' | ';');
        is_end
    };
    text.split(ended).map(str::trim).filter(|sentence| !sentence.is_empty())
}

/// Returns whether a text asks how something is done: its answer is a path through the code rather than one place.
pub(crate) fn asks_how(text: &str) -> bool {
    const BEFORE: [&str; 6] = ["explain", "show", "tell", "describe", "me", "us"];
    /// `When I save a file, how …`: such a clause only sets the scene.
    const CLAUSE: [&str; 7] = ["after", "as", "before", "if", "once", "when", "while"];
    let is_clause = |clause: &str| CLAUSE.contains(&first(clause).to_lowercase().as_str());
    let text = text.split_once(',').filter(|(clause, _)| is_clause(clause)).map_or(text, |(_, rest)| rest);
    let mut words = text.split_whitespace().map(|word| first(word).to_lowercase());
    let word = words.by_ref().find(|word| !BEFORE.contains(&word.as_str())).unwrap_or_default();
    let next = words.next().unwrap_or_default();
    match word.as_str() {
        // `how many` and `how long` ask for a value, not for a path.
        "how" => !["many", "much", "long", "large", "big", "often"].contains(&next.as_str()),
        "what" => matches!(next.as_str(), "happens" | "makes"),
        _ => false,
    }
}

/// Probability that a plain question asks how to add something of its own kind to the program, in [0, 1]: "I want to
/// add a new check: what do I have to implement?". The answer is where the program can be extended, whatever it is
/// called there.
pub(crate) fn asks_to_extend(text: &str) -> f32 {
    const PLANS: [&str; 6] = ["want to", "need to", "have to", "like to", "must i", "should i"];
    const HOW: [&str; 6] = ["how do i", "how do we", "how can i", "how can we", "how would i", "how to"];
    const NEW: [&str; 7] = ["new", "own", "another", "additional", "custom", "further", "extra"];
    const EXTEND: [&str; 4] = ["implement", "extend", "plug", "hook"];
    const ADD: [&str; 3] = ["add", "introduce", "support"];
    let text: String = text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let spaced = words.join(" ");
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| spaced.contains(phrase));
    let has = |of: &[&str]| words.iter().any(|word| of.contains(word));
    let is_one = |word: &str| matches!(word, "a" | "an") || NEW.contains(&word);
    let adds_one = || words.windows(2).any(|pair| ADD.contains(&pair[0]) && is_one(pair[1]));
    let plans = says(&PLANS);
    match () {
        () if plans && has(&NEW) || (plans || says(&HOW)) && has(&EXTEND) => 1.0,
        () if (plans || says(&HOW)) && adds_one() => PERHAPS,
        () => 0.0,
    }
}

/// The first word of a text without punctuation and without a contracted verb: `what` of `what's`.
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
            ("When a lease runs out, how do its keys go?", true),
            ("What makes the keys disappear?", true),
            ("When is a lease revoked, how often?", false),
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
    fn a_question_in_prose_may_follow_what_sets_the_scene() {
        for (text, expect) in [
            ("How is a route added", true),
            ("I save a file. What rebuilds the page?", true),
            ("Users see a warning; which code gives it?", true),
            ("Is it closed twice?", true),
            ("is the number of open files", false),
            ("Add a retry to the upload", false),
            ("server: do not panic in main.go", false),
            ("Crash on start\n\nWhat did you expect?", false),
            ("", false),
        ] {
            assert_eq!(is_plain_question(text), expect, "{text}");
        }
        let long = format!("{} what is it?", "word ".repeat(MAX_WORDS));
        assert!(!is_plain_question(&long), "a report");
    }

    #[test]
    fn who_plans_something_new_asks_to_extend_and_who_asks_how_it_works_does_not() {
        for (text, expect) in [
            ("I want to write my own plugin. What do I need?", 1.0),
            ("What must I implement for a cache?", 1.0),
            ("We need to support another database, where do we put it?", 1.0),
            ("How do I add a linter?", PERHAPS),
            ("How do we create a new lease?", 0.0),
            ("Where is a new session opened?", 0.0),
            ("How is the interface implemented?", 0.0),
            ("How do I read the configuration?", 0.0),
        ] {
            assert!((asks_to_extend(text) - expect).abs() < f32::EPSILON, "{text}");
        }
    }

    #[test]
    fn a_report_has_a_title_in_prose() {
        let report = "Divide by zero with long lines\n\nRun it with --tiebreak=end on a long line.";
        assert_eq!(report_title(report), Some("Divide by zero with long lines"));
        for other in [
            "Divide by zero with long lines",
            "Divide by zero\n\nfix it",
            "12:01 x=1\n\none two three four five six",
        ] {
            assert_eq!(report_title(other), None, "{other}");
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
