//! The shortest pattern of `go test -run` that runs some tests of a package.

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

/// A pattern of common stems that runs all wanted tests and at most a quarter as many others of `all`. Stems are chosen
/// greedily by the length that they save; each ends where a word of a name does. O(names x words x stems).
pub(super) fn with_stems(wanted: &[&str], all: &[&str]) -> RunPattern {
    let is_wanted: BTreeSet<&str> = wanted.iter().copied().collect();
    let others: Vec<&str> = all.iter().copied().filter(|name| !is_wanted.contains(name)).collect();
    let stems: BTreeSet<&str> = wanted.iter().flat_map(|name| stems(name)).collect();
    let (mut open, mut left): (BTreeSet<&str>, usize) = (is_wanted.clone(), wanted.len() / 4);
    let (mut chosen, mut run): (Vec<&str>, BTreeSet<&str>) = (Vec::new(), BTreeSet::new());
    loop {
        let saved = |stem: &str| {
            let covered = open.iter().filter(|name| name.starts_with(stem));
            let length: usize = covered.map(|name| name.len() + 2).sum();
            let more = others.iter().filter(|name| name.starts_with(stem) && !run.contains(*name)).count();
            (length.saturating_sub(stem.len() + 1), more)
        };
        let best = stems
            .iter()
            .map(|stem| (saved(stem), *stem))
            .filter(|((saved, more), _)| *saved > 0 && *more <= left)
            .max_by_key(|((saved, more), stem)| {
                (*saved, std::cmp::Reverse(*more), std::cmp::Reverse(stem.len()))
            });
        let Some(((_, more), stem)) = best else { break };
        left -= more;
        open.retain(|name| !name.starts_with(stem));
        run.extend(others.iter().filter(|name| name.starts_with(stem)));
        chosen.push(stem);
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
    RunPattern { text, more: run.len() }
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
