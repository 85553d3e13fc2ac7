//! `symbol`: one symbol, its source with line numbers, and the symbols that its edges lead to.

use std::sync::atomic::AtomicBool;

use super::{lines, place};
use crate::index::uses_in_assembly;
use crate::mcp::answer_builder::AnswerBuilder;
use crate::mcp::arguments::{Arguments, ToolAnswer};
use crate::mcp::workspace::{Parts, ServerWorkspace};
use crate::model::{EdgeKind, EdgeRef, Graph, SymbolId, SymbolKind, clean, symbol_flag};
use crate::secrets::mask;

/// Tenths of the room that the source may take, and that each list may take.
const FOR_SOURCE: u32 = 6;
const FOR_LIST: u32 = 3;
/// The largest number of variants in other builds that are named.
const MAX_VARIANTS: usize = 8;

pub(in crate::mcp) fn answer(
    workspace: &mut ServerWorkspace,
    arguments: &Arguments<'_>,
    cancelled: &AtomicBool,
) -> ToolAnswer {
    let (name, budget) = (arguments.needed("name")?, arguments.budget()?);
    workspace.fresh(cancelled)?;
    let (id, footer) = (workspace.symbol(name)?, workspace.footer(false));
    let mut parts = workspace.parts()?;
    let snapshot = parts.snapshot.clone();
    let graph = snapshot.graph();
    let mut builder = AnswerBuilder::new(budget, footer);
    head(&mut builder, &graph, id);
    other_builds(&mut builder, &graph, id);
    let room = builder.left();
    source(&mut builder, &mut parts, &graph, id, room * FOR_SOURCE / 10);
    if let Some(places) = uses_in_assembly(&snapshot, id) {
        builder.line(&places);
    }
    relations(&mut builder, &graph, id, room * FOR_LIST / 10);
    Ok(builder.finish())
}

fn head(builder: &mut AnswerBuilder, graph: &Graph<'_>, id: SymbolId) {
    let symbol = graph.symbol(id);
    builder.line(&symbol.id_text());
    let ranked = graph.n_symbols() - graph.n_files();
    let mut facts = vec![format!("rank {} of {ranked}", graph.rank_of(id))];
    let flags = [
        (symbol.is_of_tests(), "of tests"),
        (symbol.has(symbol_flag::GENERATED), "generated"),
        (symbol.has(symbol_flag::CONSTRAINED), "not built for linux/amd64"),
    ];
    facts.extend(flags.iter().filter(|(has, _)| *has).map(|(_, what)| (*what).to_owned()));
    facts.extend(symbol.import_path().map(|path| format!("import \"{path}\"")));
    builder.line(&facts.join(", "));
}

/// Names the variants of a symbol in other builds.
fn other_builds(builder: &mut AnswerBuilder, graph: &Graph<'_>, id: SymbolId) {
    let variants = graph.variants(id);
    let shown = variants.iter().take(MAX_VARIANTS).map(|&variant| graph.symbol(variant).id_text());
    let mut shown: Vec<String> = shown.collect();
    if variants.len() > shown.len() {
        shown.push(format!("and {} more", variants.len() - shown.len()));
    }
    if !shown.is_empty() {
        builder.line(&format!("other builds have {}", shown.join(", ")));
    }
}

/// The doc comment and the declaration as they are in the file, each line with its number.
fn source(builder: &mut AnswerBuilder, parts: &mut Parts<'_>, graph: &Graph<'_>, id: SymbolId, most: u32) {
    let symbol = graph.symbol(id);
    if symbol.kind().is_container() {
        builder.line(symbol.signature());
        return;
    }
    let Some(bytes) = symbol.file().and_then(|file| parts.bytes(graph, file)) else {
        builder.line(symbol.signature());
        builder.line("(its file has changed or cannot be read)");
        return;
    };
    let text = String::from_utf8_lossy(&bytes);
    // Marks contain no line breaks, so the lines keep their numbers.
    let text = if builder.shows_secrets() { text } else { mask(&text).into_owned().into() };
    let (doc, start) = (graph.symbol_doc_start[id.ix()], graph.symbol_start[id.ix()]);
    let has_doc = doc < graph.symbol_doc_end[id.ix()] && doc < start;
    let before = bytes.get(..(if has_doc { doc } else { start }) as usize).unwrap_or_default();
    let first = before.split(|&byte| byte == b'\n').count() - 1;
    let last = symbol.end_line() as usize;
    let floor = builder.left().saturating_sub(most);
    let rows = text.lines().enumerate().skip(first).take(last.saturating_sub(first));
    for (row, line) in rows {
        let code: Vec<_> = line.split('\t').map(clean).collect();
        if builder.left() <= floor || !builder.block(&format!("{}\t{}\n", row + 1, code.join("\t"))) {
            builder.line(&format!("… to line {last}"));
            builder.omit("lines of source", last - row);
            return;
        }
    }
}

fn relations(builder: &mut AnswerBuilder, graph: &Graph<'_>, id: SymbolId, most: u32) {
    let symbol = graph.symbol(id);
    let is_member = |edge: &EdgeRef<'_>| edge.kind == EdgeKind::MemberOf;
    if symbol.kind().is_callable() {
        let callers = graph.callers(id);
        let known = callers.known.iter().chain(&callers.elsewhere).copied();
        ends(builder, graph, [&callers.to_string(), "callers"], known, most, true);
        for group in &callers.possible {
            let heading = format!("possible callers through {}", group.interface);
            ends(builder, graph, [&heading, "possible callers"], group.callers.iter().copied(), most, true);
        }
        let out = |kind| graph.outgoing(id).filter(move |edge| edge.kind == kind && edge.to != id);
        ends(builder, graph, ["calls", "callees"], out(EdgeKind::Calls), most, false);
        ends(builder, graph, ["may run", "functions that it may run"], out(EdgeKind::Runs), most, false);
        let uses = graph.incoming(id).filter(|edge| edge.kind == EdgeKind::Uses);
        ends(builder, graph, ["taken as a value by", "places that take it"], uses, most, true);
    } else {
        let is_user = |edge: &EdgeRef<'_>| !is_member(edge) && edge.kind != EdgeKind::Implements;
        let users = graph.incoming(id).filter(is_user);
        ends(builder, graph, ["used by", "users"], users, most, true);
    }
    if symbol.kind() == SymbolKind::InterfaceMethod {
        let implementing = graph.implementing(id).into_iter();
        let rows: Vec<String> =
            implementing.map(|(method, _)| format!("  {}", place(graph, method))).collect();
        builder.rows("implemented by", rows.into_iter(), most, "implementations");
    }
    let implements = |edge: &EdgeRef<'_>| edge.kind == EdgeKind::Implements;
    ends(
        builder,
        graph,
        ["implemented by", "implementers"],
        graph.incoming(id).filter(implements),
        most,
        true,
    );
    ends(builder, graph, ["implements", "interfaces"], graph.outgoing(id).filter(implements), most, false);
    let embeds = |edge: &EdgeRef<'_>| edge.kind == EdgeKind::Extends;
    ends(builder, graph, ["embeds", "embedded types"], graph.outgoing(id).filter(embeds), most, false);
    if symbol.kind().is_type() || symbol.kind().is_container() {
        let members: Vec<String> = graph
            .members(id)
            .into_iter()
            .map(|member| graph.symbol(member))
            .filter(|member| member.kind() != SymbolKind::File)
            .map(|member| {
                format!("  {} {}  {}:{}", member.kind(), member.qualified(), member.path(), member.line())
            })
            .collect();
        builder.rows("has", members.into_iter(), most, "members");
    }
}

/// Adds the other ends of some edges below a heading. `what` names their kind. Tests come after the program. Each has
/// its lines, and the interface of a dispatch edge or a confidence below 0.95.
fn ends<'g>(
    builder: &mut AnswerBuilder,
    graph: &Graph<'g>,
    [heading, what]: [&str; 2],
    edges: impl Iterator<Item = EdgeRef<'g>>,
    most: u32,
    is_incoming: bool,
) {
    let end = |edge: &EdgeRef<'_>| if is_incoming { edge.from } else { edge.to };
    let mut edges: Vec<EdgeRef<'g>> = edges.collect();
    edges.sort_by(|a, b| {
        let key = |edge: &EdgeRef<'_>| graph.symbol(end(edge)).is_of_tests();
        let by_rank = graph.authority(end(b)).total_cmp(&graph.authority(end(a)));
        key(a).cmp(&key(b)).then(by_rank).then(end(a).cmp(&end(b)))
    });
    let (tests, program): (Vec<_>, Vec<_>) =
        edges.into_iter().partition(|edge| graph.symbol(end(edge)).is_of_tests());
    let row = |edge: &EdgeRef<'g>| {
        let at = match edge.lines {
            [] => String::new(),
            some => format!(" at {}", lines(some)),
        };
        let sure = match edge.confidence {
            _ if edge.origin.is_through() => {
                graph.through(edge.id).map_or(String::new(), |through| format!("  ({through})"))
            }
            confidence if confidence < 0.95 => format!("  ({confidence:.2} sure)"),
            _ => String::new(),
        };
        format!("  {}{at}{sure}", place(graph, end(edge)))
    };
    if program.is_empty() && heading.starts_with("no known caller") {
        builder.line(heading);
    }
    builder.rows(heading, program.iter().map(row), most, &format!("more {what}"));
    builder.rows(&format!("{what} in tests"), tests.iter().map(row), most / 2, &format!("{what} in tests"));
}
