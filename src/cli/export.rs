//! `export [PATH] [--format jsonl|dot|graphml|mermaid]`

use std::io::{self, BufWriter, Write};

use super::common::PathArg;
use super::text::json_string;
use super::{Common, Failure, open_index};
use crate::model::{EdgeRef, Graph, Symbol, SymbolId, counted, symbol_flag};

#[derive(Debug, clap::Args)]
pub struct ExportArgs {
    #[command(flatten)]
    pub target: PathArg,

    /// Format of the graph
    #[arg(long, value_enum, default_value_t = ExportFormat::Jsonl)]
    pub format: ExportFormat,

    /// In jsonl: all lines of an edge as `lines`, beside `line`, which is the first
    #[arg(long)]
    pub lines: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum ExportFormat {
    /// One JSON object per line: nodes, then edges, sorted
    Jsonl,
    /// Graphviz; without membership edges, which would hide all else
    Dot,
    /// For yEd, Gephi, networkx
    Graphml,
    /// A Mermaid flowchart; without those too
    Mermaid,
}

pub(super) fn run(args: &ExportArgs, common: &Common) -> Result<(), Failure> {
    let (_, outcome) = open_index::refreshed(&args.target.path, common, false)?;
    let graph = outcome.snapshot.graph();
    // Standard output is line-buffered, which is slow for a quarter of a million rows.
    let mut out = BufWriter::with_capacity(1 << 18, io::stdout().lock());
    match args.format {
        ExportFormat::Jsonl => jsonl(&mut out, &graph, args.lines)?,
        ExportFormat::Dot => dot(&mut out, &graph)?,
        ExportFormat::Graphml => graphml(&mut out, &graph)?,
        ExportFormat::Mermaid => mermaid(&mut out, &graph)?,
    }
    out.flush()?;
    Ok(())
}

/// Nodes in order of the graph (packages, then by file and place), then edges in order of (from, to, kind).
fn jsonl(out: &mut impl Write, graph: &Graph<'_>, all_lines: bool) -> io::Result<()> {
    let ids: Vec<String> = graph.symbols().map(Symbol::id_text).collect();
    for (symbol, id) in graph.symbols().zip(&ids) {
        node(out, graph, symbol, id)?;
    }
    for e in graph.edges() {
        write!(out, "{{\"t\":\"edge\",\"kind\":\"{}\",\"from\":", e.kind)?;
        json_string(out, &ids[e.from.ix()])?;
        out.write_all(b",\"to\":")?;
        json_string(out, &ids[e.to.ix()])?;
        let line = e.lines.first().copied().unwrap_or(1);
        write!(out, ",\"confidence\":{},\"origin\":\"{}\",\"line\":{line}", e.confidence, e.origin)?;
        if all_lines {
            write!(out, ",\"lines\":{}", serde_json::to_string(e.lines)?)?;
        }
        out.write_all(b"}\n")?;
    }
    Ok(())
}

fn node(out: &mut impl Write, graph: &Graph<'_>, symbol: Symbol<'_>, id: &str) -> io::Result<()> {
    out.write_all(b"{\"t\":\"node\",\"id\":")?;
    json_string(out, id)?;
    write!(out, ",\"kind\":\"{}\",\"name\":", symbol.kind())?;
    json_string(out, symbol.name())?;
    out.write_all(b",\"file\":")?;
    json_string(out, symbol.path())?;
    writeln!(
        out,
        ",\"line\":{},\"col\":{},\"end_line\":{},\"exported\":{},\"test\":{},\"generated\":{},\"rank\":{}}}",
        symbol.line(),
        symbol.col(),
        symbol.end_line(),
        symbol.has(symbol_flag::EXPORTED),
        symbol.is_test(),
        symbol.has(symbol_flag::GENERATED),
        graph.symbol_authority[symbol.id.ix()],
    )
}

/// Edges that a drawing shows. Membership edges would hide all others, so they are left out.
fn drawn<'g>(graph: &'g Graph<'g>) -> impl Iterator<Item = EdgeRef<'g>> {
    graph.edges().filter(|e| e.kind != crate::model::EdgeKind::MemberOf)
}

/// A comment on what a drawing leaves out.
fn undrawn(graph: &Graph<'_>) -> String {
    let n = graph.n_edges() - drawn(graph).count();
    format!("without {} (jsonl and graphml have them)", counted(n, "member_of edge"))
}

fn dot(out: &mut impl Write, graph: &Graph<'_>) -> io::Result<()> {
    writeln!(out, "// {}", undrawn(graph))?;
    writeln!(out, "digraph code {{\n  rankdir=LR;\n  node [shape=box];")?;
    for symbol in graph.symbols() {
        write!(out, "  s{} [label=", symbol.id.0)?;
        quoted(out, &symbol.id_text())?;
        writeln!(out, ", kind={}];", symbol.kind())?;
    }
    for e in drawn(graph) {
        writeln!(out, "  s{} -> s{} [label={}, weight={}];", e.from.0, e.to.0, e.kind, e.confidence)?;
    }
    writeln!(out, "}}")
}

/// A Graphviz string: only the quote and the backslash are special, and nothing unsafe goes out raw.
fn quoted(out: &mut impl Write, text: &str) -> io::Result<()> {
    write!(out, "\"{}\"", crate::model::clean(text).replace('\\', "\\\\").replace('"', "\\\""))
}

fn graphml(out: &mut impl Write, graph: &Graph<'_>) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
    for (id, of, name, of_type) in [
        ("id", "node", "id", "string"),
        ("kind", "node", "kind", "string"),
        ("line", "node", "line", "int"),
        ("rank", "node", "rank", "double"),
        ("ekind", "edge", "kind", "string"),
        ("conf", "edge", "confidence", "double"),
    ] {
        writeln!(out, "  <key id=\"{id}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{of_type}\"/>")?;
    }
    writeln!(out, "  <graph edgedefault=\"directed\">")?;
    for symbol in graph.symbols() {
        let SymbolId(ix) = symbol.id;
        write!(out, "    <node id=\"s{ix}\"><data key=\"id\">")?;
        xml(out, &symbol.id_text())?;
        writeln!(
            out,
            "</data><data key=\"kind\">{}</data><data key=\"line\">{}</data><data key=\"rank\">{}</data></node>",
            symbol.kind(),
            symbol.line(),
            graph.symbol_authority[symbol.id.ix()]
        )?;
    }
    for e in graph.edges() {
        writeln!(
            out,
            "    <edge source=\"s{}\" target=\"s{}\"><data key=\"ekind\">{}</data><data key=\"conf\">{}</data></edge>",
            e.from.0, e.to.0, e.kind, e.confidence
        )?;
    }
    writeln!(out, "  </graph>\n</graphml>")
}

fn xml(out: &mut impl Write, text: &str) -> io::Result<()> {
    let text = crate::model::clean(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    out.write_all(text.as_bytes())
}

fn mermaid(out: &mut impl Write, graph: &Graph<'_>) -> io::Result<()> {
    writeln!(out, "%% {}", undrawn(graph))?;
    writeln!(out, "flowchart LR")?;
    for symbol in graph.symbols() {
        // Mermaid has no escape for a quote but its own entity.
        let label = crate::model::clean(&symbol.id_text()).replace('"', "#quot;");
        writeln!(out, "  s{}[\"{label}\"]", symbol.id.0)?;
    }
    for e in drawn(graph) {
        writeln!(out, "  s{} -->|{}| s{}", e.from.0, e.kind, e.to.0)?;
    }
    Ok(())
}
