//! The shortest pattern of `go test -run` that runs some tests of a package.

use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Shortest stem of names that stands for them, in bytes.
const MIN_STEM: usize = 5;

/// A pattern, and how many tests besides the wanted ones it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunPattern {
    pub(super) text: String,
    pub(super) more: usize,
}

/// The pattern that names the tests one by one. `wanted` are in order, each once.
pub(super) fn exact(wanted: &[&str]) -> RunPattern {
    let text = match wanted {
        [only] => format!("^{only}$"),
        several => format!("^({})$", several.join("|")),
    };
    RunPattern { text, more: 0 }
}

/// A stem of names, and what it is worth beside those that are chosen already.
struct Stem<'n> {
    text: &'n str,
    /// The length of the wanted names that it stands for.
    length: usize,
    /// The other names that it runs.
    more: usize,
}

/// A pattern of common stems that runs all wanted tests and at most a quarter as many others of `all`. Stems are chosen
/// greedily by the length that they save; each ends where a word of a name does.
/// O(names x log names + stems x stems that are chosen).
pub(super) fn with_stems(wanted: &[&str], all: &[&str]) -> RunPattern {
    let is_wanted: BTreeSet<&str> = wanted.iter().copied().collect();
    let wanted: Vec<&str> = is_wanted.iter().copied().collect();
    let others: BTreeSet<&str> = all.iter().copied().filter(|name| !is_wanted.contains(name)).collect();
    let others: Vec<&str> = others.into_iter().collect();
    let texts: BTreeSet<&str> = wanted.iter().flat_map(|name| stems(name)).collect();
    let of = |text| Stem {
        text,
        length: with_stem(&wanted, text).iter().map(|name| name.len() + 2).sum(),
        more: with_stem(&others, text).len(),
    };
    let mut stems: Vec<Stem<'_>> = texts.into_iter().map(of).collect();
    let (mut open, mut left, mut more) = (wanted.clone(), wanted.len() / 4, 0);
    let mut chosen: Vec<&str> = Vec::new();
    loop {
        let saved = |stem: &Stem<'_>| stem.length.saturating_sub(stem.text.len() + 1);
        let best = stems
            .iter()
            .filter(|stem| saved(stem) > 0 && stem.more <= left)
            .max_by_key(|stem| (saved(stem), Reverse(stem.more), Reverse(stem.text.len())));
        let Some(&Stem { text, length, more: besides }) = best else { break };
        left -= besides;
        more += besides;
        open.retain(|name| !name.starts_with(text));
        chosen.push(text);
        stems.retain(|stem| !stem.text.starts_with(text));
        // Names that are covered now count for no shorter stem.
        for stem in stems.iter_mut().filter(|stem| text.starts_with(stem.text)) {
            stem.length -= length;
            stem.more -= besides;
        }
    }
    let mut parts: Vec<String> = chosen.iter().map(|stem| (*stem).to_owned()).collect();
    parts.extend(open.iter().map(|name| format!("{name}$")));
    parts.sort_unstable();
    // The common beginning stands once.
    let common = parts.iter().skip(1).fold(parts.first().map_or(0, String::len), |common, part| {
        part.bytes().zip(parts[0].bytes()).take(common).take_while(|(a, b)| a == b).count()
    });
    let common =
        if parts.len() > 1 { parts[0][..common].trim_end_matches('$').to_owned() } else { String::new() };
    let rest: Vec<&str> = parts.iter().map(|part| &part[common.len()..]).collect();
    let text = match rest[..] {
        [only] => format!("^{common}{only}"),
        _ => format!("^{common}({})", rest.join("|")),
    };
    RunPattern { text, more }
}

/// The names, of some in order, that begin with a stem.
fn with_stem<'a, 'n>(names: &'a [&'n str], stem: &str) -> &'a [&'n str] {
    let names = &names[names.partition_point(|name| *name < stem)..];
    &names[..names.partition_point(|name| name.starts_with(stem))]
}

/// The prefixes of a name that end before a new word, the whole name included.
fn stems(name: &str) -> impl Iterator<Item = &str> {
    let ends = name.char_indices().filter(|(at, c)| {
        let before = name[..*at].chars().next_back();
        *at >= MIN_STEM && (*c == '_' || c.is_uppercase() && before.is_some_and(|b| !b.is_uppercase()))
    });
    ends.map(|(at, _)| at).chain([name.len()]).map(|end| &name[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A name, the wanted tests, all tests, the pattern, and how many more it runs.
    type Case<'c> = (&'c str, &'c [&'c str], &'c [&'c str], &'c str, usize);

    #[test]
    fn common_stems_make_a_pattern_shorter_and_run_little_else() {
        let cases: &[Case<'_>] = &[
            ("one", &["TestA"], &["TestA", "TestB"], "^TestA", 0),
            (
                "one more",
                &["TestRateLimit", "TestRateLimitBurst", "TestRateLimitZero", "TestRateLimitReset"],
                &[
                    "TestRateLimit",
                    "TestRateLimitBurst",
                    "TestRateLimitZero",
                    "TestRateLimitReset",
                    "TestRateLimitLog",
                    "TestOther",
                ],
                "^TestRate",
                1,
            ),
            (
                "too many more",
                &["TestRateA", "TestRateB"],
                &["TestRateA", "TestRateB", "TestRateC"],
                "^TestRate(A|B)",
                0,
            ),
            (
                "a prefix of another",
                &["TestRate", "FuzzRate"],
                &["TestRate", "TestRateC", "FuzzRate"],
                "^(FuzzRate|TestRate$)",
                0,
            ),
        ];
        for (what, wanted, all, expected, more) in cases {
            let found = with_stems(wanted, all);
            assert_eq!((found.text.as_str(), found.more), (*expected, *more), "{what}");
        }
        assert_eq!(exact(&["TestA", "TestB"]).text, "^(TestA|TestB)$");
    }
}
