//! Questions that begin with the head of a declaration: `type Server struct {`.

use crate::model::{Head, Symbol};
use crate::search::names::qualified_name::{MAX_NAMESAKES, QualifiedName, first_variants};
use crate::search::query::reading::{Input, Reader, ReaderOutcome, Reading};

pub(crate) const DECLARATION_HEAD: Reader = Reader {
    name: "heads of declarations",
    about: "The declaration; of many namesakes the likeliest.",
    examples: &["type Engine struct {", "func (e *Engine) Run(limit int) error {"],
    read,
};

fn read(input: &Input<'_>) -> ReaderOutcome {
    let Some(head) = Head::in_prose(input.question) else { return ReaderOutcome::Pass };
    let graph = input.graph();
    let is_it = |symbol: &Symbol<'_>| head.kinds.contains(&symbol.kind());
    let written = QualifiedName::read(&head.name);
    let mut found = written.map(|written| written.bearers(graph, input.text(), &is_it)).unwrap_or_default();
    first_variants(graph, &mut found);
    found.truncate(MAX_NAMESAKES);
    Reading::of_names(input, found)
}
