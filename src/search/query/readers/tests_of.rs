//! Questions for the tests of what they name.

use crate::search::query::readers::relations::answered;
use crate::search::query::reading::{Input, Reader, ReaderOutcome};

pub(crate) const TESTS_OF: Reader = Reader {
    name: "tests of a symbol",
    about: "The tests of what is named, their helpers and the tests that only reach it by what they call.",
    examples: &["tests for Engine.Run", "benchmarks of Engine.Run"],
    read,
};

fn read(input: &Input<'_>) -> ReaderOutcome {
    answered(input, |kind| kind.test_prefix().is_some())
}
