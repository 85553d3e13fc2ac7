//! `search_code`: answers a question or a report with packed source.

use std::sync::atomic::AtomicBool;

use rustc_hash::{FxHashMap, FxHashSet};

use super::place;
use crate::mcp::answer_builder::{AnswerBuilder, ListPart};
use crate::mcp::arguments::{Arguments, ToolAnswer};
use crate::mcp::lists::{ListSection, ListedEnd, by_file, write_list};
use crate::mcp::workspace::{Parts, ServerWorkspace};
use crate::model::{EdgeId, Graph, SymbolId};
use crate::relations::{End, RelationKind, direct_ends};
use crate::search::pack::render::DetailLevel;
use crate::search::pack::{MIN_BUDGET, Pack, PackStyle, Worth};
use crate::search::{Answer, GUESS, QueryRequest, Way};

/// The number of rows from which a pack is chosen.
const CANDIDATES: usize = 100;
/// Other rows may take what is left divided by this, and are at most so many.
const FOR_OTHERS: u32 = 8;
const MAX_OTHERS: usize = 24;
/// The heading of these.
const OTHERS: &str = "other matches by name, the better first:";
/// Remarks may take the budget divided by this.
const FOR_REMARKS: u32 = 4;
/// A pack is chosen from as many rows as its room divided by this, at least so many. Rows below them hardly ever get source.
const TOKENS_OF_ROW: u32 = 75;
const FEWEST_ROWS: u32 = 24;
/// One declaration may take the room divided by this: the rest of a long one can be read by its lines.
const MOST_OF_ONE: u32 = 3;
/// Of so many of the first rows the callers are named, at most so many of each. A row with more has none that says much.
const CALLED: usize = 8;
const MAX_CALLERS: usize = 3;
/// Callers may take the budget divided by this.
const FOR_CALLERS: u32 = 15;
/// Tokens for the next calls.
const FOR_NEXT: u32 = 60;
/// Of so many of the first rows the next call reads those that are not whole, at most so many.
const FIRST_ROWS: usize = 12;
const MAX_NEXT: usize = 4;
/// A shorter way is not told.
const FEWEST_ON_WAY: usize = 3;
/// The most words of the tree that the next call may add.
const MAX_WORDS: usize = 6;

pub(in crate::mcp) fn answer(
    workspace: &mut ServerWorkspace,
    arguments: &Arguments<'_>,
    cancelled: &AtomicBool,
) -> ToolAnswer {
    let (text, budget) = (arguments.needed("query")?, arguments.budget()?);
    let query = QueryRequest {
        text: text.to_owned(),
        also: arguments.words("also")?,
        limit: CANDIDATES,
        ..QueryRequest::default()
    };
    let answer = workspace.answer(&query, true, cancelled)?;
    let footer = workspace.footer(true);
    let mut builder = AnswerBuilder::new(budget, footer).going_on(arguments.text("after")?);
    remarks(&mut builder, workspace, &answer)?;
    if !answer.rows.is_empty() {
        let for_callers = builder.left() / FOR_CALLERS;
        let pack = pack(&mut builder, workspace, &answer, for_callers + FOR_NEXT)?;
        let Parts { snapshot, .. } = workspace.parts()?;
        let graph = snapshot.graph();
        for line in callers(&graph, &answer) {
            builder.lines_above(&[&line], FOR_NEXT);
        }
        builder.lines_above(&[&next(&graph, &query, &answer, &pack)], 0);
    }
    Ok(builder.finish())
}

/// Adds what the question was read as, and the way through the rows.
pub(super) fn remarks(
    builder: &mut AnswerBuilder,
    workspace: &mut ServerWorkspace,
    answer: &Answer,
) -> Result<(), String> {
    let Parts { snapshot, .. } = workspace.parts()?;
    let floor = builder.left() - builder.left() / FOR_REMARKS;
    let mut lines: Vec<String> = answer.remarks().into_iter().map(|remark| remark.text).collect();
    if answer.is_guess() {
        lines.push(GUESS.to_owned());
    }
    if let Some(way) = answer.way() {
        lines.extend(way_rows(&snapshot.graph(), way));
    }
    for line in &lines {
        builder.lines_above(&[line], floor);
    }
    Ok(())
}

/// A row for each symbol of a way, below its caller, with the line of the call, but for what may not be called.
fn way_rows(graph: &Graph<'_>, way: &Way) -> Vec<String> {
    let step_to = |symbol: SymbolId| way.steps.iter().copied().find(|&step| graph.edge(step).to == symbol);
    let row = |&symbol: &SymbolId| {
        let steps: Vec<EdgeId> =
            std::iter::successors(step_to(symbol), |&step| step_to(graph.edge(step).from))
                .take(way.symbols.len())
                .collect();
        let line = steps.first().and_then(|&step| graph.edge(step).lines.first());
        let from = line.map_or(String::new(), |line| format!(" from {line}"));
        let is_sure = steps.iter().all(|&step| !way.is_doubtful(graph, step));
        is_sure.then(|| format!("  {}{}{from}", "> ".repeat(steps.len()), place(graph, symbol)))
    };
    let rows: Vec<String> = way.symbols.iter().filter_map(row).collect();
    if rows.len() < FEWEST_ON_WAY {
        return Vec::new();
    }
    let heading =
        "the way through the best rows, in the order of the running program (`>`: called by the one above):";
    std::iter::once(heading.to_owned()).chain(rows).collect()
}

/// The callers of the first rows, but for tests, and for those on the way, which says it already.
fn callers(graph: &Graph<'_>, answer: &Answer) -> Vec<String> {
    let on_way = answer.way().map_or(&[][..], |way| &way.symbols);
    let row = |&id: &SymbolId| {
        let mut found = direct_ends(graph, RelationKind::Callers, id);
        found.retain(|end| !graph.symbol(end.symbol).is_of_tests());
        let is_told = found.len() > MAX_CALLERS || found.iter().all(|end| on_way.contains(&end.symbol));
        let at = |end: &End<'_>| end.lines.first().map_or(String::new(), |line| format!(" at {line}"));
        let named: Vec<String> = found.iter().map(|end| place(graph, end.symbol) + &at(end)).collect();
        (!is_told).then(|| format!("  {}: {}", graph.symbol(id).label(), named.join("; ")))
    };
    let rows = answer.rows.iter().map(|row| row.symbol);
    let rows = rows.filter(|&id| graph.symbol(id).kind().is_callable()).take(CALLED);
    let rows: Vec<String> = rows.filter_map(|id| row(&id)).collect();
    let heading = (!rows.is_empty()).then(|| "callers of the first rows:".to_owned());
    heading.into_iter().chain(rows).collect()
}

/// Adds as much source of the rows as has room but for `kept` tokens.
pub(super) fn pack(
    builder: &mut AnswerBuilder,
    workspace: &mut ServerWorkspace,
    answer: &Answer,
    kept: u32,
) -> Result<Pack, String> {
    let Parts { snapshot, session, .. } = workspace.parts()?;
    let graph = snapshot.graph();
    // The pack counts its tokens alone. Next to other text, the end of a line can join with another token.
    let for_others = builder.left() / FOR_OTHERS;
    let room = builder.left().saturating_sub(for_others + kept + 2).max(MIN_BUDGET);
    let style = PackStyle {
        show_secrets: builder.shows_secrets(),
        omits_imports: true,
        worth: Worth::TO_READ_ON,
        most_rows: Some((room / TOKENS_OF_ROW).max(FEWEST_ROWS) as usize),
        ..PackStyle::default()
    };
    let context = session.pack_context(snapshot, answer, &style, room / MOST_OF_ONE);
    let pack = context.pack(room, &FxHashMap::default()).map_err(|error| error.to_string())?;
    builder.block(&pack.text);
    let in_pack: FxHashSet<SymbolId> = pack.shown.iter().map(|shown| shown.symbol).collect();
    let rows = answer.rows.iter().map(|row| row.symbol).filter(|row| !in_pack.contains(row));
    let rows: Vec<SymbolId> = rows.collect();
    let shown = if builder.is_going_on() { rows.len() } else { rows.len().min(MAX_OTHERS) };
    let listed = |&symbol: &SymbolId| ListedEnd { symbol, place: answer.place(&graph, symbol), lines: &[] };
    let others = by_file(&graph, RelationKind::Users, rows[..shown].iter().map(listed));
    let section = ListSection { heading: OTHERS.to_owned(), rows: others };
    write_list(builder, [section], &ListPart::of("other matches", "", kept));
    builder.omit("other matches", rows.len() - shown, "");
    Ok(pack)
}

/// The calls that would help most next, on one line.
fn next(graph: &Graph<'_>, query: &QueryRequest, answer: &Answer, pack: &Pack) -> String {
    let is_whole = |symbol: SymbolId| {
        pack.shown.iter().any(|shown| shown.symbol == symbol && shown.view == DetailLevel::Full)
    };
    let first = answer.rows.iter().take(FIRST_ROWS).map(|row| row.symbol);
    let first = first.filter(|&symbol| graph.symbol(symbol).kind().is_callable());
    let parted: Vec<String> = first
        .clone()
        .filter(|&symbol| !is_whole(symbol))
        .take(MAX_NEXT)
        .map(|symbol| graph.symbol(symbol).label())
        .collect();
    let mut calls: Vec<String> = Vec::new();
    if !parted.is_empty() {
        calls.push(format!("symbol \"{}\"", parted.join(", ")));
    }
    let words = answer.tree_words();
    if query.also.is_empty() && !words.is_empty() {
        let words: Vec<&str> = words.iter().take(MAX_WORDS).map(String::as_str).collect();
        calls.push(format!("search_code again with also: {}", words.join(", ")));
    } else if let Some(first) = first.clone().next() {
        calls.push(format!("callers \"{}\"", graph.symbol(first).label()));
    }
    if calls.is_empty() { String::new() } else { format!("next: {}", calls.join(" or ")) }
}
