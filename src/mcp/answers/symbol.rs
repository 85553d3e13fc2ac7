//! `symbol`: one symbol, its source with line numbers, and the symbols that its edges lead to.

use std::sync::atomic::AtomicBool;

use super::{lines, place};
use crate::index::uses_in_assembly;
use crate::mcp::answer_builder::AnswerBuilder;
use crate::mcp::arguments::{Arguments, ToolAnswer};
use crate::mcp::workspace::{Parts, ServerWorkspace};
use crate::model::{Graph, SymbolId, SymbolKind, clean, symbol_flag};
use crate::relations::{Certainty, End, RelationGroup, RelationKind, around, by_symbol, in_order};
use crate::secrets::mask;

/// Tenths of the room that the source may take, and that each list may take.
const FOR_SOURCE: u32 = 6;
const FOR_LIST: u32 = 3;
/// The largest number of variants in other builds that are named.
const MAX_VARIANTS: usize = 8;
/// The largest number of possible ends that are named for one interface or value.
const MAX_WAYS: usize = 3;

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

/// Adds the relations of a symbol. Of the ways by which an end is only possible, each is one line.
fn relations(builder: &mut AnswerBuilder, graph: &Graph<'_>, id: SymbolId, most: u32) {
    for group in around(graph, id) {
        if group.kind == RelationKind::Members {
            members(builder, graph, &group, most);
            continue;
        }
        let (noun, heading) = (group.kind.plural(), group.heading());
        let mut sure: Vec<End<'_>> = by_symbol(&group.ends);
        sure.retain(|end| end.certainty != Certainty::Possible && end.symbol != id);
        in_order(graph, group.kind, &mut sure);
        let is_of_tests = |end: &End<'_>| graph.symbol(end.symbol).is_of_tests();
        let (tests, program): (Vec<_>, Vec<_>) = sure.into_iter().partition(is_of_tests);
        if program.is_empty() {
            builder.line(&heading);
        }
        let row = |end: &End<'_>| {
            let at = if end.lines.is_empty() { String::new() } else { format!(" at {}", lines(&end.lines)) };
            format!("  {}{at}", place(graph, end.symbol))
        };
        builder.rows(&heading, program.iter().map(row), most, &format!("more {noun}"));
        for part in group.parts(graph).iter().filter(|part| part.ends[0].certainty == Certainty::Possible) {
            let name = |end: &&&End<'_>| graph.symbol(end.symbol).label();
            let first: Vec<String> = part.ends.iter().take(MAX_WAYS).map(|end| name(&end)).collect();
            let more = if part.ends.len() > MAX_WAYS { ", …" } else { "" };
            let way = part.heading.as_deref().unwrap_or_default();
            builder.line(&format!("  possible {way}: {}{more}", first.join(", ")));
        }
        let in_tests = format!("{noun} in tests");
        builder.rows(&in_tests, tests.iter().map(row), most / 2, &in_tests);
    }
}

fn members(builder: &mut AnswerBuilder, graph: &Graph<'_>, group: &RelationGroup<'_>, most: u32) {
    let members = group.ends.iter().map(|end| graph.symbol(end.symbol));
    let members: Vec<String> = members
        .filter(|member| member.kind() != SymbolKind::File)
        .map(|member| {
            format!("  {} {}  {}:{}", member.kind(), member.qualified(), member.path(), member.line())
        })
        .collect();
    builder.rows("has", members.into_iter(), most, "members");
}
