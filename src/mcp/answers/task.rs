//! `overview` with a task: what to change or add, in one answer. For one more of a kind of things the contract, the smallest
//! example, and where it is entered; for other changes the places. Then the tests to run.

use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashSet;

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
use crate::relations::{Certainty, Entries, RelationKind, ends, entries};
use crate::search::pack::MIN_BUDGET;
use crate::search::{Answer, QueryRequest};

/// The first rows among which a list is looked for, and a contract, of which there are fewer.
const ROWS: usize = 25;
const ROWS_OF_CONTRACT: usize = 60;
/// Rows of other tasks whose tests are to be run.
const CHANGED: usize = 3;
/// Tenths of the room for the contract, for each declaration of the example, for entries, and for other places.
const FOR_CONTRACT: u32 = 3;
const FOR_EXAMPLE: u32 = 2;
const FOR_ENTRIES: u32 = 2;
const FOR_OTHERS: u32 = 3;
/// Tests may take the room divided by this.
const FOR_TESTS: u32 = 20;
/// Packages that call a function to enter something, at least.
const MIN_REGISTERING: usize = 4;
/// The smallest implementers among which one that is entered somewhere is looked for.
const MAX_TRIED: usize = 12;

/// Models for one more of a kind of things, as far as they are known.
struct Extension {
    /// An interface.
    contract: Option<SymbolId>,
    /// A function or variable that names all of the kind.
    list: Option<SymbolId>,
    /// A function that many packages call, each to enter something of its own.
    registration: Option<SymbolId>,
    /// The smallest thing of the kind.
    example: SymbolId,
}

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
    let (starts, heading, kept): (Vec<SymbolId>, _, _) =
        if let Some(extension) = extension(workspace, &answer)? {
            let mut told = extend(&mut builder, workspace, &extension)?;
            let Parts { snapshot, .. } = workspace.parts()?;
            told.extend(siblings(&snapshot.graph(), &extension));
            answer.rows.retain(|row| !told.contains(&row.symbol));
            let kept = builder.left().saturating_sub(room * FOR_OTHERS / 10);
            (vec![extension.example], "other places that may have to change, best first:", kept)
        } else {
            let Parts { snapshot, .. } = workspace.parts()?;
            let graph = snapshot.graph();
            let rows = answer.rows.iter().map(|row| row.symbol);
            let first = rows.filter(|&row| graph.symbol(row).kind().is_callable()).take(CHANGED).collect();
            (first, "no contract for such things stands out; the places, best first:", 0)
        };
    if builder.left() > kept + MIN_BUDGET {
        builder.line(heading);
        pack(&mut builder, workspace, &answer, kept.max(room / FOR_TESTS))?;
    }
    let starts: Vec<Start> = starts.into_iter().map(Start::whole).collect();
    let radius = survey(workspace, &starts, cancelled)?;
    let Parts { snapshot, .. } = workspace.parts()?;
    tests(&mut builder, &snapshot.graph(), &radius, room / FOR_TESTS);
    Ok(builder.finish())
}

/// The best rows that are a contract, a list and a registration, with an example of one.
fn extension(workspace: &mut ServerWorkspace, answer: &Answer) -> Result<Option<Extension>, String> {
    let Parts { snapshot, session, .. } = workspace.parts()?;
    let points = session.extensions(snapshot).map_err(|error| error.to_string())?;
    let graph = snapshot.graph();
    let is_contract = |id: &SymbolId| graph.symbol(*id).kind() == SymbolKind::Interface;
    let rows = |n: usize| answer.rows.iter().take(n).map(|row| row.symbol);
    let has_example = |id: &SymbolId| points.example(*id).is_some();
    let contract = rows(ROWS_OF_CONTRACT).filter(has_example).find(is_contract);
    let list = rows(ROWS).filter(has_example).find(|id| !is_contract(id));
    let registration = rows(ROWS).find(|&id| {
        let symbol = graph.symbol(id);
        symbol.kind().is_callable()
            && points.value(id) > 0.0
            && registering(&graph, id).len() >= MIN_REGISTERING
    });
    let implementing = contract.and_then(|contract| implementer(&graph, contract, registration));
    let example = implementing
        .or_else(|| contract.and_then(|id| points.example(id)))
        .or_else(|| list.and_then(|id| points.example(id)))
        .or_else(|| registration.and_then(|id| smallest(&graph, registering(&graph, id))));
    Ok(example.map(|example| Extension { contract, list, registration, example }))
}

/// The functions of other packages that call a function, one of each package. Methods are not what enters something: they
/// run later.
fn registering(graph: &Graph<'_>, id: SymbolId) -> Vec<SymbolId> {
    let mut packages = vec![graph.symbol(id).package()];
    let mut found = Vec::new();
    for end in ends(graph, RelationKind::Callers, id) {
        let symbol = graph.symbol(end.symbol);
        let enters = symbol.kind() == SymbolKind::Func && end.certainty == Certainty::Sure;
        if enters && !symbol.is_of_tests() && !packages.contains(&symbol.package()) {
            packages.push(symbol.package());
            found.push(end.symbol);
        }
    }
    found
}

/// Things of the kind and their parts, for which the example stands.
fn siblings(graph: &Graph<'_>, extension: &Extension) -> Vec<SymbolId> {
    let contract = extension.contract.into_iter().flat_map(|id| [vec![id], graph.members(id)].concat());
    let implementing = contract.flat_map(|id| ends(graph, RelationKind::Implementers, id));
    let registering = extension.registration.map_or_else(Vec::new, |id| registering(graph, id));
    implementing.map(|end| end.symbol).chain(registering).collect()
}

/// The smallest implementer of an interface outside of its package that is entered somewhere; where there is a registration,
/// one whose package has it.
fn implementer(graph: &Graph<'_>, contract: SymbolId, registration: Option<SymbolId>) -> Option<SymbolId> {
    let own = graph.symbol(contract).package();
    let registered = registration.map_or_else(Vec::new, |id| registering(graph, id));
    let registered: Vec<SymbolId> = registered.into_iter().map(|id| graph.symbol(id).package()).collect();
    let found = ends(graph, RelationKind::Implementers, contract).into_iter().map(|end| end.symbol);
    let mut found: Vec<SymbolId> = found
        .filter(|&id| graph.symbol(id).package() != own && !graph.symbol(id).is_of_tests())
        .filter(|&id| graph.symbol(id).kind() != SymbolKind::Interface)
        .collect();
    let has_registration = |id: SymbolId| registered.contains(&graph.symbol(id).package());
    found.sort_by_key(|&id| (!has_registration(id), size(graph, id), id));
    let is_entered = |id: SymbolId| {
        let entries = entries(graph, id);
        !entries.places.is_empty() || !entries.blank_imports.is_empty()
    };
    let entered = found.iter().take(MAX_TRIED).copied().find(|&id| is_entered(id));
    entered.or(found.first().copied())
}

fn smallest(graph: &Graph<'_>, all: Vec<SymbolId>) -> Option<SymbolId> {
    all.into_iter().min_by_key(|&id| (size(graph, id), id))
}

/// The lines of a declaration and its members.
fn size(graph: &Graph<'_>, id: SymbolId) -> u32 {
    let all = std::iter::once(id).chain(graph.members(id));
    all.map(|id| graph.symbol(id)).map(|symbol| symbol.end_line() + 1 - symbol.line()).sum()
}

/// Adds the contract, the smallest example, and where it is entered. Returns the declarations that it shows.
fn extend(
    builder: &mut AnswerBuilder,
    workspace: &mut ServerWorkspace,
    &Extension { contract, list, registration, example }: &Extension,
) -> Result<FxHashSet<SymbolId>, String> {
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
