//! `overview` with a task: what to change or add, in one answer. For one more of a kind of things the contract, the smallest
//! example, and where it is entered; for other changes the places. Then the tests to run.

use std::sync::atomic::AtomicBool;

use super::place;
use super::search::{pack, remarks};
use super::source::Source;
use crate::impact::Start;
use crate::mcp::answer_builder::AnswerBuilder;
use crate::mcp::answers::impact::{survey, tests};
use crate::mcp::arguments::ToolAnswer;
use crate::mcp::lists::{ListSection, ListedEnd, by_file, write_list};
use crate::mcp::workspace::{Parts, ServerWorkspace};
use crate::model::{FileId, Graph, SymbolId, SymbolKind};
use crate::relations::{Entries, RelationKind, entries};
use crate::search::{Answer, QueryRequest};

/// The first rows among which a list is looked for, and a contract, of which there are fewer.
const ROWS: usize = 25;
const ROWS_OF_CONTRACT: usize = 60;
/// Rows of other tasks whose tests are to be run.
const CHANGED: usize = 3;
/// Tenths of the room for the contract, for each declaration of the example, for entries, and for tests.
const FOR_CONTRACT: u32 = 3;
const FOR_EXAMPLE: u32 = 2;
const FOR_ENTRIES: u32 = 2;
const FOR_TESTS: u32 = 2;

/// Models for one more of a kind of things.
struct Extension {
    /// An interface, and the list in which its kind is entered, as far as they are known.
    contract: Option<SymbolId>,
    list: Option<SymbolId>,
    example: SymbolId,
}

pub(super) fn answer(
    workspace: &mut ServerWorkspace,
    query: &QueryRequest,
    budget: u32,
    cancelled: &AtomicBool,
) -> ToolAnswer {
    let answer = workspace.answer(query, true, cancelled)?;
    let mut builder = AnswerBuilder::new(budget, workspace.footer(true));
    if answer.rows.is_empty() {
        remarks(&mut builder, workspace, &answer)?;
        return Ok(builder.finish());
    }
    let room = builder.left();
    let starts: Vec<SymbolId> = match extension(workspace, &answer)? {
        Some(extension) => {
            extend(&mut builder, workspace, &extension)?;
            vec![extension.example]
        }
        None => {
            builder.line("no contract for such things stands out; the places, best first:");
            pack(&mut builder, workspace, &answer, room * FOR_TESTS / 10)?;
            let Parts { snapshot, .. } = workspace.parts()?;
            let graph = snapshot.graph();
            let rows = answer.rows.iter().map(|row| row.symbol);
            rows.filter(|&row| graph.symbol(row).kind().is_callable()).take(CHANGED).collect()
        }
    };
    let starts: Vec<Start> = starts.into_iter().map(Start::whole).collect();
    let radius = survey(workspace, &starts, cancelled)?;
    let Parts { snapshot, .. } = workspace.parts()?;
    tests(&mut builder, &snapshot.graph(), &radius, room * FOR_TESTS / 10);
    Ok(builder.finish())
}

/// The best rows that are a contract and a list, with an example of one.
fn extension(workspace: &mut ServerWorkspace, answer: &Answer) -> Result<Option<Extension>, String> {
    let Parts { snapshot, session, .. } = workspace.parts()?;
    let points = session.extensions(snapshot).map_err(|error| error.to_string())?;
    let graph = snapshot.graph();
    let is_contract = |&id: &SymbolId| graph.symbol(id).kind() == SymbolKind::Interface;
    let known = |rows: usize| {
        let rows = answer.rows.iter().take(rows).map(|row| row.symbol);
        rows.filter(|&row| points.example(row).is_some())
    };
    let (contract, list) =
        (known(ROWS_OF_CONTRACT).find(is_contract), known(ROWS).find(|id| !is_contract(id)));
    let example = contract.or(list).and_then(|id| points.example(id));
    Ok(example.map(|example| Extension { contract, list, example }))
}

/// Adds the contract, the smallest example, and where it is entered.
fn extend(
    builder: &mut AnswerBuilder,
    workspace: &mut ServerWorkspace,
    &Extension { contract, list, example }: &Extension,
) -> Result<(), String> {
    let mut parts = workspace.parts()?;
    let snapshot = parts.snapshot.clone();
    let graph = snapshot.graph();
    let room = builder.left();
    for (heading, id) in [("contract:", contract), ("list that others of the kind are entered in:", list)] {
        if let Some(id) = id {
            declaration(builder, &mut parts, &graph, (heading, id), room * FOR_CONTRACT / 10);
        }
    }
    let Entries { makers, places, blank_imports } = entries(&graph, example);
    declaration(builder, &mut parts, &graph, ("smallest example:", example), room * FOR_EXAMPLE / 10);
    let members =
        graph.members(example).into_iter().filter(|&id| graph.symbol(id).kind() == SymbolKind::Method);
    let members = members.map(|symbol| ListedEnd { symbol, place: graph.place(symbol), lines: &[] });
    let rows = by_file(&graph, RelationKind::Methods, members);
    let section = ListSection { heading: "its methods:".to_owned(), rows };
    let floor = builder.left() - (room * FOR_ENTRIES / 10).min(builder.left());
    write_list(builder, &[section], None, (floor, "methods"), &|_| String::new());
    if let Some(&maker) = makers.last() {
        declaration(builder, &mut parts, &graph, ("made by:", maker), room * FOR_EXAMPLE / 10);
    }
    let mut lines: Vec<(FileId, u32)> = Vec::new();
    for (symbol, at) in &places {
        lines.extend(
            graph
                .symbol(*symbol)
                .file()
                .into_iter()
                .flat_map(|file| at.iter().map(move |&line| (file, line))),
        );
    }
    let lines = lines
        .into_iter()
        .map(|at| (at, ""))
        .chain(blank_imports.into_iter().map(|at| (at, "  (blank import)")));
    let rows: Vec<String> = lines
        .map(|((file, line), note)| {
            let code = Source::of(&mut parts, &graph, file).map(|source| source.line(line).trim().to_owned());
            format!("  {}:{line}  {}{note}", graph.path(file), code.unwrap_or_default())
        })
        .collect();
    let heading = "entered here, as one more has to be:";
    builder.rows(heading, rows.into_iter(), room * FOR_ENTRIES / 10, "places of entry");
    Ok(())
}

fn declaration(
    builder: &mut AnswerBuilder,
    parts: &mut Parts<'_>,
    graph: &Graph<'_>,
    (heading, id): (&str, SymbolId),
    most: u32,
) {
    let floor = builder.left().saturating_sub(most);
    builder.lines_above(&[&format!("{heading} {}", place(graph, id))], 0);
    let source = graph.symbol(id).file().and_then(|file| Source::of(parts, graph, file));
    if let Some(source) = source {
        source.show(builder, &[source.declaration(graph, id)], floor);
    }
}
