//! `overview` with a task: what to change or add, in one answer. For one more of a kind of things the contract, the smallest
//! example, and where it is entered; for other changes the places. Then the tests to run.

use std::sync::atomic::AtomicBool;

use super::place;
use super::search::{pack, remarks};
use super::source::Source;
use crate::impact::Start;
use crate::mcp::answer_builder::{AnswerBuilder, ListPart, Row};
use crate::mcp::answers::impact::{survey, tests};
use crate::mcp::arguments::ToolAnswer;
use crate::mcp::lists::{ListSection, ListedEnd, by_file, write_list};
use crate::mcp::workspace::{Parts, ServerWorkspace};
use crate::model::{FileId, Graph, SymbolId, SymbolKind};
use crate::relations::{Entries, Extension, RelationKind, entries};
use crate::search::QueryRequest;
use crate::search::pack::MIN_BUDGET;

/// Rows of other tasks whose tests are to be run.
const CHANGED: usize = 3;
/// Tenths of the room for the contract, for each declaration of the example, for entries, and for other places.
const FOR_CONTRACT: u32 = 3;
const FOR_EXAMPLE: u32 = 2;
const FOR_ENTRIES: u32 = 2;
const FOR_OTHERS: u32 = 3;
/// Tests may take the room divided by this.
const FOR_TESTS: u32 = 20;

pub(super) fn answer(
    workspace: &mut ServerWorkspace,
    query: &QueryRequest,
    (budget, after): (u32, Option<&str>),
    cancelled: &AtomicBool,
) -> ToolAnswer {
    let mut answer = workspace.answer(query, true, cancelled)?;
    let mut builder = AnswerBuilder::new(budget, workspace.footer(true)).going_on(after);
    if answer.rows.is_empty() {
        remarks(&mut builder, workspace, &answer)?;
        return Ok(builder.finish());
    }
    let room = builder.left();
    let rows: Vec<SymbolId> = answer.rows.iter().map(|row| row.symbol).collect();
    let Parts { snapshot, session, .. } = workspace.parts()?;
    let snapshot = &snapshot.clone();
    let graph = snapshot.graph();
    let points = session.extensions(snapshot).map_err(|error| error.to_string())?;
    let (starts, heading, kept): (Vec<SymbolId>, _, _) =
        if let Some(extension) = Extension::among(&graph, points, &rows) {
            let mut told = extension.siblings(&graph);
            told.extend(extend(&mut builder, workspace, &extension)?);
            answer.rows.retain(|row| !told.contains(&row.symbol));
            let kept = builder.left().saturating_sub(room * FOR_OTHERS / 10);
            (vec![extension.example], "other places that may have to change, best first:", kept)
        } else {
            let callable = rows.into_iter().filter(|&row| graph.symbol(row).kind().is_callable());
            let heading = "no contract for such things stands out; the places, best first:";
            (callable.take(CHANGED).collect(), heading, 0)
        };
    if builder.left() > kept + MIN_BUDGET {
        builder.line(heading);
        pack(&mut builder, workspace, &answer, kept.max(room / FOR_TESTS))?;
    }
    let starts: Vec<Start> = starts.into_iter().map(Start::whole).collect();
    let radius = survey(workspace, &starts, cancelled)?;
    tests(&mut builder, &graph, &radius, room / FOR_TESTS);
    Ok(builder.finish())
}

/// Adds the contract, the smallest example, and where it is entered. Returns the declarations that it shows.
fn extend(
    builder: &mut AnswerBuilder,
    workspace: &mut ServerWorkspace,
    &Extension { contract, list, registration, example }: &Extension,
) -> Result<Vec<SymbolId>, String> {
    let mut parts = workspace.parts()?;
    let snapshot = parts.snapshot.clone();
    let graph = snapshot.graph();
    let room = builder.left();
    let Entries { makers, places, blank_imports } = entries(&graph, example);
    for (heading, id) in [("contract:", contract), ("registered with:", registration)] {
        if let Some(id) = id {
            declaration(builder, &mut parts, &graph, (heading, id), None, room * FOR_CONTRACT / 10);
        }
    }
    if let Some(list) = list {
        let heading = ("list that others of the kind are entered in:", list);
        let at = places.iter().find(|(place, _)| *place == list).map_or(&[][..], |(_, lines)| lines);
        declaration(builder, &mut parts, &graph, heading, Some(at), room * FOR_CONTRACT / 10);
    }
    declaration(builder, &mut parts, &graph, ("smallest example:", example), None, room * FOR_EXAMPLE / 10);
    let members =
        graph.members(example).into_iter().filter(|&id| graph.symbol(id).kind() == SymbolKind::Method);
    let members = members.map(|symbol| ListedEnd { symbol, place: graph.place(symbol), lines: &[] });
    let rows = by_file(&graph, RelationKind::Methods, members);
    let section = ListSection { heading: "its methods:".to_owned(), rows };
    let floor = builder.floor(room * FOR_ENTRIES / 10);
    write_list(builder, [section], &ListPart::of("methods", "", floor));
    if let Some(&maker) = makers.last() {
        declaration(builder, &mut parts, &graph, ("made by:", maker), None, room * FOR_EXAMPLE / 10);
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
    let rows: Vec<Row<'_>> = lines
        .map(|((file, line), note)| {
            let code = Source::of(&mut parts, &graph, file).map(|source| source.line(line).trim().to_owned());
            let place = format!("{}:{line}", graph.path(file));
            Row::one(move || (place.clone(), format!("  {place}  {}{note}", code.unwrap_or_default())))
        })
        .collect();
    let (what, heading) = ("places of entry", "entered here, as one more has to be:");
    builder.list(&ListPart::of(what, heading, builder.floor(room * FOR_ENTRIES / 10)), rows);
    let shown = [contract, list, registration, Some(example), makers.last().copied()];
    Ok(shown.into_iter().flatten().collect())
}

/// Adds a declaration below a heading, or only its statements with some lines.
fn declaration(
    builder: &mut AnswerBuilder,
    parts: &mut Parts<'_>,
    graph: &Graph<'_>,
    (heading, id): (&str, SymbolId),
    lines: Option<&[u32]>,
    most: u32,
) {
    let floor = builder.floor(most);
    builder.lines_above(&[&format!("{heading} {}", place(graph, id))], 0);
    let source = graph.symbol(id).file().and_then(|file| Source::of(parts, graph, file));
    if let Some(source) = source {
        let runs = lines.and_then(|lines| source.statements(graph, id, &|line| lines.contains(&line)));
        source.show(builder, &runs.unwrap_or_else(|| source.whole(graph, id)), floor);
    }
}
