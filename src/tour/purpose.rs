//! Decides if code is for users of the repository, for its developers or for its tests. By convention, the folder shows
//! that.

use crate::model::Symbol;

/// Folders that by convention contain programs for developers of the repository, not for its users.
const HELPERS: [&str; 13] = [
    "ci", "contrib", "example", "examples", "hack", "helper", "helpers", "internal", "misc", "script",
    "scripts", "tool", "tools",
];
/// Words in the names of folders with programs that write code or documentation of the repository.
const GENERATORS: [&str; 6] = ["codegen", "docgen", "gen", "generate", "generator", "generators"];
/// Names of folders with programs for tests, or words in such names.
const FOR_TESTS: [&str; 12] = [
    "bench",
    "benchmark",
    "benchmarks",
    "test",
    "tests",
    "testing",
    "testfiles",
    "testutil",
    "testutils",
    "testdata",
    "integration",
    "e2e",
];

/// The purpose of a program. Programs for users of the repository come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Purpose {
    Use,
    Help,
    Tests,
}

pub(super) fn purpose(symbol: Symbol<'_>) -> Purpose {
    let folders = || symbol.path().split('/').rev().skip(1);
    let has_word = |part: &str, of: &[&str]| part.split(['-', '_']).any(|word| of.contains(&word));
    // The go command leaves out folders that begin with `_`.
    let is_help =
        |part: &str| HELPERS.contains(&part) || has_word(part, &GENERATORS) || part.starts_with('_');
    match () {
        () if folders().any(|part| has_word(part, &FOR_TESTS)) => Purpose::Tests,
        () if folders().any(is_help) => Purpose::Help,
        () => Purpose::Use,
    }
}

/// Returns whether code exists only for tests: it is a test, is in a folder for tests, or its package has a name like
/// `httptest`.
pub(super) fn is_for_tests(symbol: Symbol<'_>) -> bool {
    symbol.is_test() || purpose(symbol) == Purpose::Tests || symbol.package_name().ends_with("test")
}

/// A factor for the probability that a call of the program reaches code that exists for tests. Such types implement
/// many interfaces, but the running program does not use them.
const FOR_TESTS_PART: f32 = 0.25;

/// Probability of one target of an interface call, for a tour that names one of them.
pub(super) fn likelihood(caller: Symbol<'_>, target: Symbol<'_>, strength: f32) -> f32 {
    let is_of_tests_alone = is_for_tests(target) && !is_for_tests(caller);
    if is_of_tests_alone { strength * FOR_TESTS_PART } else { strength }
}
