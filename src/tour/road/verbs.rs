//! The words of names, and what they say of a function.

/// The logarithms of the factors for the kinds of words in a name.
const CORE: f64 = 1.3;
const VERB: f64 = 0.8;
const SETUP: f64 = -0.75;

/// The verbs of functions that do a program's work, above all: they stand at stations five times more often than
/// elsewhere.
const CORE_WORDS: [&str; 9] = ["run", "start", "save", "put", "process", "loop", "serve", "apply", "render"];
/// Other verbs of work.
const VERB_WORDS: [&str; 28] = [
    "handle", "execute", "dispatch", "write", "send", "publish", "build", "scan", "match", "open", "load",
    "create", "update", "listen", "watch", "sync", "collect", "submit", "trigger", "push", "commit",
    "restore", "upload", "download", "archive", "snapshot", "do", "accept",
];
/// Words of functions that prepare, report or answer a question.
const SETUP_WORDS: [&str; 26] = [
    "parse", "config", "configure", "flag", "flags", "option", "options", "log", "logger", "error", "errors",
    "print", "printf", "validate", "check", "string", "format", "help", "usage", "version", "completion",
    "is", "has", "default", "env", "cmdline",
];
/// The logarithm of the factor for the words of a name.
pub(super) fn of_name(name: &str) -> f64 {
    let words: Vec<String> = words(name).map(str::to_lowercase).collect();
    let has = |of: &[&str]| words.iter().any(|word| of.contains(&word.as_str()));
    let work = match () {
        () if has(&CORE_WORDS) => CORE,
        () if has(&VERB_WORDS) => VERB,
        () => 0.0,
    };
    let setup = if has(&SETUP_WORDS) { SETUP } else { 0.0 };
    work + setup
}

/// Returns whether a name says no more than that something is logged, printed or shown as text.
pub(super) fn is_report(name: &str) -> bool {
    const REPORTS: [&str; 9] = ["debug", "error", "fatal", "info", "log", "print", "string", "trace", "warn"];
    let mut words = words(name).map(str::to_lowercase);
    words.all(|word| {
        let word = word.strip_suffix("ln").or(word.strip_suffix('f')).unwrap_or(&word);
        REPORTS.contains(&word)
    })
}

/// Returns whether a name begins with a verb of work.
pub(super) fn is_of_work(name: &str) -> bool {
    let first = words(name).next().unwrap_or_default().to_lowercase();
    CORE_WORDS.contains(&first.as_str())
        || matches!(first.as_str(), "handle" | "execute" | "listen" | "work" | "do")
}

/// The words of a name as they are written: `serveHTTPLoop` has `serve`, `HTTP` and `Loop`.
pub(super) fn words(name: &str) -> impl Iterator<Item = &str> {
    let mut rest = name;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
        let letters: Vec<(usize, char)> = rest.char_indices().collect();
        if letters.is_empty() {
            return None;
        }
        let is_end = |at: usize| {
            let (before, here) = (letters[at - 1].1, letters[at].1);
            let next = letters.get(at + 1).map(|next| next.1);
            !here.is_alphanumeric()
                || here.is_uppercase() && !before.is_uppercase()
                || here.is_uppercase() && next.is_some_and(char::is_lowercase)
                || here.is_numeric() != before.is_numeric()
        };
        let end = (1..letters.len()).find(|&at| is_end(at)).map_or(rest.len(), |at| letters[at].0);
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_by_its_words_whether_it_works_or_prepares() {
        let words = |name| words(name).collect::<Vec<_>>();
        assert_eq!(words("serveHTTPLoop"), ["serve", "HTTP", "Loop"]);
        assert_eq!(words("ÖffneRun"), ["Öffne", "Run"]);
        assert_eq!(words("save_v2"), ["save", "v", "2"]);
        assert!(words("").is_empty());
        for (name, factor) in [
            ("runLoop", CORE),
            ("HTTPServe", CORE),
            ("openFile", VERB),
            ("parseFlags", SETUP),
            ("checkRun", CORE + SETUP),
            ("runner", 0.0),
            ("isClosed", SETUP),
        ] {
            assert!((of_name(name) - factor).abs() < f64::EPSILON, "{name}");
        }
    }
}
