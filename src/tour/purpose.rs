//! Tells whether code is for users of the repository, for its developers or for its tests. By convention, the folder shows
//! that.

use crate::model::Symbol;

/// Folders that by convention contain programs for developers of the repository, not for its users.
const HELPERS: [&str; 15] = [
    "ci", "contrib", "doc", "docs", "example", "examples", "hack", "helper", "helpers", "internal", "misc",
    "script", "scripts", "tool", "tools",
];
/// Words in the names of folders with programs that write code or documentation of the repository.
const GENERATORS: [&str; 6] = ["codegen", "docgen", "gen", "generate", "generator", "generators"];
/// Names of folders with programs for tests, or words in such names.
const FOR_TESTS: [&str; 12] = [
    "bench", "benchmark", "benchmarks", "test", "tests", "testing", "testfiles", "testutil", "testutils",
    "testdata", "integration", "e2e",
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
