//! `callers`: the other ends of the edges of a symbol, each with its lines.

use std::sync::atomic::AtomicBool;

use super::lines;
use crate::index::git::clone_gaps;
use crate::index::uses_in_assembly;
use crate::mcp::answer_builder::AnswerBuilder;
use crate::mcp::arguments::{Arguments, ToolAnswer};
use crate::mcp::workspace::ServerWorkspace;
use crate::model::{Graph, SymbolId};
use crate::search::{AnswerRow, QueryRequest, Relation};

/// The relations that can be requested, each with its form in a question. The first is the default.
const RELATIONS: [(&str, &str); 14] = [
    ("callers", "callers of _"),
    ("callees", "callees of _"),
    ("users", "users of _"),
    ("implementers", "implementers of _"),
    ("embedders", "who embeds _"),
    ("readers", "readers of _"),
    ("writers", "writers of _"),
    ("makers", "who creates _"),
    ("returners", "what returns _"),
    ("methods", "methods of _"),
    ("fields", "fields of _"),
    ("tests", "tests of _"),
    ("importers", "importers of _"),
    ("imports", "imports of _"),
];

pub(in crate::mcp) const NAMES: [&str; 14] = {
    let mut names = [""; 14];
    let mut ix = 0;
    while ix < names.len() {
        names[ix] = RELATIONS[ix].0;
        ix += 1;
    }
    names
};

/// The largest number of rows. Further ones are counted.
const MAX_ROWS: usize = 2_000;

pub(in crate::mcp) fn answer(
    workspace: &mut ServerWorkspace,
    arguments: &Arguments<'_>,
    cancelled: &AtomicBool,
) -> ToolAnswer {
    let (name, budget) = (arguments.needed("name")?, arguments.budget()?);
    let relation = arguments.choice("relation", &NAMES)?;
    let form = RELATIONS.iter().find(|(word, _)| *word == relation).map_or(RELATIONS[0].1, |(_, form)| form);
    workspace.fresh(cancelled)?;
    let meant = workspace.symbol(name);
    if let Ok(symbol) = meant
        && matches!(relation, "callers" | "callees")
        && with_graph(workspace, |graph| graph.symbol(symbol).kind().is_type())?
    {
        return none(workspace, (symbol, relation), budget);
    }
    let asked = match &meant {
        Ok(symbol) => with_graph(workspace, |graph| graph.symbol(*symbol).id_text())?,
        // It may be the name of a symbol outside of the tree.
        Err(_) => name.to_owned(),
    };
    let query = QueryRequest {
        text: form.replace('_', &asked),
        limit: MAX_ROWS,
        fuzzy: false,
        ..QueryRequest::default()
    };
    let answer = workspace.answer(&query, false, cancelled)?;
    let footer = workspace.footer(false);
    let has_rows = answer.relation.as_ref().is_some_and(Relation::has_ends)
        || (relation == "tests" && !answer.tests.is_empty());
    if !has_rows {
        return none(workspace, (meant?, relation), budget);
    }
    with_graph(workspace, |graph| {
        let mut builder = AnswerBuilder::new(budget, footer);
        for remark in answer.remarks() {
            builder.line(&remark.text);
        }
        let is_end = |row: &&AnswerRow| match &answer.relation {
            Some(relation) => !matches!(relation.role(row.symbol).as_deref(), Some("named") | None),
            None => answer.tests.contains_key(&row.symbol),
        };
        let rows: Vec<&AnswerRow> = answer.rows.iter().filter(is_end).collect();
        let row = |row: &&AnswerRow| {
            let (path, line) = answer.place(graph, row.symbol);
            let possible = answer.relation.as_ref().and_then(|relation| relation.role(row.symbol));
            let possible = possible.is_some_and(|role| role.starts_with("possible"));
            let sites = answer.relation.as_ref().and_then(|relation| relation.sites.get(&row.symbol));
            let sites = sites.or_else(|| answer.tests.get(&row.symbol).map(|used| &used.lines));
            let at = sites.filter(|sites| !sites.is_empty());
            let at = at.map_or(String::new(), |sites| format!(" at {}", lines(sites)));
            let possible = if possible { "  (possible)" } else { "" };
            format!("  {}  {path}:{line}{at}{possible}", graph.symbol(row.symbol).label())
        };
        builder.rows(&format!("{relation}:"), rows.iter().map(row), u32::MAX, relation);
        builder.omit(relation, answer.unlisted());
        builder.finish()
    })
}

/// The answer if no other end is known.
fn none(workspace: &mut ServerWorkspace, (symbol, relation): (SymbolId, &str), budget: u32) -> ToolAnswer {
    let footer = workspace.footer(false);
    let asks_for_uses = matches!(relation, "callers" | "users");
    let in_assembly = match workspace.parts() {
        Ok(parts) if asks_for_uses => uses_in_assembly(parts.snapshot, symbol),
        _ => None,
    };
    let gaps =
        workspace.parts().map_or_else(|_| Vec::new(), |parts| clone_gaps(parts.snapshot.root()).of_tree());
    with_graph(workspace, |graph| {
        let mut builder = AnswerBuilder::new(budget, footer);
        let kind = graph.symbol(symbol).kind();
        let (name, noun) = (graph.symbol(symbol).label(), kind.noun());
        let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        builder.line(&format!("no {relation} of {name}, {article} {noun}, are known"));
        if relation == "callers" && kind.is_type() {
            builder.line("code does not call a type: ask for its users, makers, implementers or methods");
        }
        if let Some(places) = &in_assembly {
            builder.line(places);
        }
        if let Some(why) = graph.unseen(symbol) {
            builder.line(&format!("some may exist all the same: {why}"));
        }
        for gap in &gaps {
            builder.line(&gap.text);
        }
        builder.finish()
    })
}

fn with_graph<T>(workspace: &mut ServerWorkspace, read: impl FnOnce(&Graph<'_>) -> T) -> Result<T, String> {
    let parts = workspace.parts()?;
    Ok(read(&parts.snapshot.graph()))
}
