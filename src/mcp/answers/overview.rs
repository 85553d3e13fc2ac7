//! `overview`: the packages of a tree, its entry points, and the symbols that carry the load.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;

use super::{place, task};
use crate::mcp::answer_builder::{AnswerBuilder, ListPart, Row};
use crate::mcp::arguments::{Arguments, ToolAnswer};
use crate::mcp::workspace::{Parts, ServerWorkspace};
use crate::model::{Graph, Symbol, SymbolId, SymbolKind, counted, symbol_flag};
use crate::search::QueryRequest;

/// Tenths of the room for packages and for entry points. Symbols get the rest.
const FOR_PACKAGES: u32 = 4;
const FOR_ENTRIES: u32 = 1;
/// The number of rows that answer a task.
const CANDIDATES: usize = 100;

pub(in crate::mcp) fn answer(
    workspace: &mut ServerWorkspace,
    arguments: &Arguments<'_>,
    cancelled: &AtomicBool,
) -> ToolAnswer {
    let (folder, after, budget) = (arguments.text("folder")?, arguments.text("after")?, arguments.budget()?);
    if let Some(text) = arguments.text("task")? {
        let also = arguments.words("also")?;
        let mut query =
            QueryRequest { text: text.to_owned(), also, limit: CANDIDATES, ..QueryRequest::default() };
        if let Some(folder) = folder {
            let _ = write!(query.text, " file:{}/", folder.trim_matches('/'));
        }
        return task::answer(workspace, &query, (budget, after), cancelled);
    }
    workspace.fresh(cancelled)?;
    let footer = workspace.footer(false);
    let Parts { snapshot, .. } = workspace.parts()?;
    let graph = snapshot.graph();
    let folder = folder.map_or("", |folder| folder.trim_start_matches("./").trim_matches('/'));
    let folder = if folder == "." { "" } else { folder };
    let is_below = |symbol: &Symbol<'_>| {
        let rest = || symbol.path().strip_prefix(folder);
        folder.is_empty() || rest().is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let is_shown = |symbol: &Symbol<'_>| {
        !symbol.is_of_tests() && !symbol.has(symbol_flag::GENERATED) && is_below(symbol)
    };
    let is_main = |s: &Symbol<'_>| {
        s.kind() == SymbolKind::Func && s.qualified() == "main" && s.package_name() == "main"
    };
    let (mut packages, mut mains, mut keys) = (Vec::new(), Vec::new(), Vec::new());
    for symbol in graph.by_authority.iter().map(|&ix| graph.symbol(SymbolId(ix))).filter(is_shown) {
        let kind = symbol.kind();
        if kind == SymbolKind::Package {
            packages.push(symbol);
        } else if !kind.is_container() && kind != SymbolKind::Field {
            mains.extend(is_main(&symbol).then_some(symbol));
            keys.push((keys.len(), symbol.id));
        }
    }
    if packages.is_empty() {
        return Err(format!(
            "no package lies below `{folder}`: call overview without `folder` for all of them"
        ));
    }
    let counts = declared(&graph);
    let mut packages: Vec<(f64, usize, Symbol<'_>)> = packages
        .into_iter()
        .map(|package| {
            let (symbols, load) = counts.get(&package.id).copied().unwrap_or_default();
            (load, symbols, package)
        })
        .collect();
    packages.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.id.cmp(&b.2.id)));
    let mut builder = AnswerBuilder::new(budget, footer).going_on(after);
    let room = builder.left();
    let totals = (counted(graph.n_files(), "file"), counted(graph.n_symbols(), "symbol"), graph.n_edges());
    builder.line(&format!("{}, {}, {} dependencies", totals.0, totals.1, totals.2));
    let list = |builder: &mut AnswerBuilder, [what, heading]: [&str; 2], tenths: u32, rows: Vec<Row<'_>>| {
        builder.list(&ListPart::of(what, heading, builder.floor(room * tenths / 10)), rows);
    };
    let rows = packages.iter().map(|(_, symbols, package)| {
        let size = counted(*symbols, "declaration");
        let text = move || format!("  {}  {size}{}", package.label(), import(package));
        Row::one(move || (package.id_text(), text()))
    });
    let heading = "packages, the most depended on first:";
    list(&mut builder, ["packages", heading], FOR_PACKAGES, rows.collect());
    // Such a function may stand among the symbols, too, so it goes by its package here.
    let rows = mains
        .iter()
        .map(|main| Row::one(|| (main.path().to_owned(), format!("  {}", place(&graph, main.id)))));
    list(&mut builder, ["programs", "programs begin in:"], FOR_ENTRIES, rows.collect());
    write_symbols(&mut builder, &graph, &mut keys, room);
    Ok(builder.finish())
}

/// Adds the symbols with the highest loads. `keys` have their places in the order of authority, which decides among equal loads.
fn write_symbols(builder: &mut AnswerBuilder, graph: &Graph<'_>, keys: &mut [(usize, SymbolId)], room: u32) {
    let by_load = |a: &(usize, SymbolId), b: &(usize, SymbolId)| {
        graph.load(b.1).total_cmp(&graph.load(a.1)).then(a.0.cmp(&b.0))
    };
    // A row takes a token at least, so others need no order, unless the answer goes on.
    let most = if builder.is_going_on() { keys.len() } else { keys.len().min(room as usize) };
    if most < keys.len() {
        keys.select_nth_unstable_by(most, by_load);
    }
    keys[..most].sort_unstable_by(by_load);
    let rows =
        keys[..most].iter().map(|&(_, id)| Row::one(move || (graph.symbol(id).id_text(), key(graph, id))));
    let heading = "symbols that carry the load, with how many depend on them:";
    builder.list(&ListPart::of("symbols", heading, builder.floor(room)), rows);
    builder.omit("symbols", keys.len() - most, "");
}

/// For each package, without tests, the number of its declarations that are no members, and the sum of the
/// authorities of all. O(symbols).
fn declared(graph: &Graph<'_>) -> FxHashMap<SymbolId, (usize, f64)> {
    let mut counts: FxHashMap<SymbolId, (usize, f64)> = FxHashMap::default();
    let members = graph.symbols().filter(|s| !s.kind().is_container() && !s.is_of_tests());
    for symbol in members {
        let count = counts.entry(symbol.package()).or_default();
        count.0 += usize::from(symbol.owner().is_none());
        count.1 += graph.authority(symbol.id);
    }
    counts
}

/// The import path of a package if its folder does not show it; empty otherwise.
fn import(package: &Symbol<'_>) -> String {
    let path = package.import_path().filter(|path| !path.ends_with(package.qualified()));
    path.map_or(String::new(), |path| format!("  \"{path}\""))
}

fn key(graph: &Graph<'_>, id: SymbolId) -> String {
    let symbol = graph.symbol(id);
    format!("  {} {}  used by {}", symbol.kind(), place(graph, id), graph.symbol_in_degree[id.ix()])
}
