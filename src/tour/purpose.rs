//! Whom code serves: users of the repository, its developers, or its tests. By custom, folders show that.

use crate::model::Symbol;

/// Folders that by custom hold programs for those who work on the repository, not for those who use it.
const HELPERS: [&str; 10] =
    ["contrib", "example", "examples", "gen", "hack", "internal", "script", "scripts", "tool", "tools"];
/// Names of folders with programs for tests, or words in such names.
const FOR_TESTS: [&str; 9] =
    ["test", "tests", "testing", "testfiles", "testutil", "testutils", "testdata", "integration", "e2e"];

/// The purpose of a program; those for users of the repository's code come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Purpose {
    Use,
    Help,
    Tests,
}

pub(super) fn purpose(symbol: Symbol<'_>) -> Purpose {
    let folders = || symbol.path().split('/').rev().skip(1);
    let is_for_tests = |part: &str| part.split(['-', '_']).any(|word| FOR_TESTS.contains(&word));
    match () {
        () if folders().any(is_for_tests) => Purpose::Tests,
        () if folders().any(|part| HELPERS.contains(&part)) => Purpose::Help,
        () => Purpose::Use,
    }
}

/// Whether code is there for tests alone: it is a test, lies where tests do, or its package is called as such packages are,
/// `httptest`.
pub(super) fn is_for_tests(symbol: Symbol<'_>) -> bool {
    symbol.is_test() || purpose(symbol) == Purpose::Tests || symbol.package_name().ends_with("test")
}

/// A factor for the likelihood that a call of the program's goes to code that is there for tests: such types are made
/// often, but not when the program runs.
const FOR_TESTS_PART: f32 = 0.25;

/// How likely one way of a call through an interface is, where a tour names one of them.
pub(super) fn likelihood(caller: Symbol<'_>, target: Symbol<'_>, strength: f32) -> f32 {
    let is_of_tests_alone = is_for_tests(target) && !is_for_tests(caller);
    if is_of_tests_alone { strength * FOR_TESTS_PART } else { strength }
}
