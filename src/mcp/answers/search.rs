//! `search_code`: answers a question or a report with packed source.

use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;

use crate::mcp::answer_builder::AnswerBuilder;
use crate::mcp::arguments::{Arguments, ToolAnswer};
use crate::mcp::lists::{ListSection, ListedEnd, by_file, write_list};
use crate::mcp::workspace::{Parts, ServerWorkspace};
use crate::model::{EdgeId, Graph, SymbolId};
use crate::relations::RelationKind;
use crate::search::pack::render::DetailLevel;
use crate::search::pack::{LeftOut, MIN_BUDGET, Pack, PackStyle};
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
/// Tokens for the next calls.
const FOR_NEXT: u32 = 60;
/// Of so many of the first rows the next call reads those that are not whole, at most so many.
const FIRST_ROWS: usize = 12;
const MAX_NEXT: usize = 4;
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
        let pack = pack(&mut builder, workspace, &answer, FOR_NEXT)?;
        let Parts { snapshot, .. } = workspace.parts()?;
        builder.lines_above(&[&next(&snapshot.graph(), &query, &answer, &pack)], 0);
    }
    Ok(builder.finish())
}

/// Adds what the question was read as, the way through the rows, and words of the tree.
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
    if !answer.tree_words().is_empty() {
        lines.push(format!("words of this tree near the question's: {}", answer.tree_words().join(", ")));
    }
    if let Some(way) = answer.way() {
        lines.push("the way through the best rows, in the order of the running program:".to_owned());
        lines.extend(way_rows(&snapshot.graph(), way));
    }
    for line in &lines {
        builder.lines_above(&[line], floor);
    }
    Ok(())
}

/// A row for each symbol of a way, below its caller, with the line of the call. A `?` stands behind what may not be called.
fn way_rows(graph: &Graph<'_>, way: &Way) -> Vec<String> {
    let step_to = |symbol: SymbolId| way.steps.iter().copied().find(|&step| graph.edge(step).to == symbol);
    let depth = |symbol: SymbolId| {
        std::iter::successors(step_to(symbol), |&step: &EdgeId| step_to(graph.edge(step).from))
            .take(way.symbols.len())
            .count()
    };
    let row = |&symbol: &SymbolId| {
        let (path, line) = graph.place(symbol);
        let name = graph.symbol(symbol).label();
        let called = step_to(symbol).map(|step| graph.edge(step)).map(|edge| {
            let at = edge.lines.first().map_or(String::new(), |line| format!(" from {line}"));
            format!("{at}{}", if way.is_doubtful(graph, edge.id) { " ?" } else { "" })
        });
        format!("  {}{name}  {path}:{line}{}", "> ".repeat(depth(symbol)), called.unwrap_or_default())
    };
    way.symbols.iter().map(row).collect()
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
    let style =
        PackStyle { show_secrets: builder.shows_secrets(), omits_imports: true, ..PackStyle::default() };
    // The pack counts its tokens alone. Next to other text, the end of a line can join with another token.
    let for_others = builder.left() / FOR_OTHERS;
    let room = builder.left().saturating_sub(for_others + kept + 2).max(MIN_BUDGET);
    let context = session.pack_context(snapshot, answer, &style, room);
    let pack = context.pack(room, &FxHashMap::default()).map_err(|error| error.to_string())?;
    let mut rows: Vec<&LeftOut> = pack.left_out.iter().filter(|left| left.candidate < context.rows).collect();
    rows.sort_by_key(|left| left.candidate);
    builder.block(&pack.text);
    let listed = |left: &&LeftOut| ListedEnd {
        symbol: left.symbol,
        place: answer.place(&graph, left.symbol),
        lines: &[],
    };
    let shown = if builder.is_going_on() { rows.len() } else { rows.len().min(MAX_OTHERS) };
    let others = by_file(&graph, RelationKind::Users, rows[..shown].iter().map(listed));
    let section = ListSection { heading: OTHERS.to_owned(), rows: others };
    write_list(builder, [section], (kept, "other matches"));
    builder.omit("other matches", rows.len() - shown);
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
