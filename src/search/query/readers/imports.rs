//! Questions for a package's importers or imports.

use crate::relations::RelationKind;
use crate::search::query::readers::relations::answered;
use crate::search::query::reading::{Input, Reader, ReaderOutcome};

pub(crate) const IMPORTS: Reader = Reader {
    name: "imports",
    about: "The packages that import a package, of this tree or from outside, or those that it imports.",
    examples: &["who imports net/http", "what does internal/queue import"],
    read,
};

/// O(files + packages + imports).
fn read(input: &Input<'_>) -> ReaderOutcome {
    answered(input, RelationKind::is_of_packages)
}
