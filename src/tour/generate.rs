//! From a plan to a tour.

use super::anchor::{Anchor, print};
use super::file::{StepDraft, Tour};
use super::plan::{Kind, Plan, Stop};
use super::words::describe;
use super::{Open, Opened, pattern};
use crate::model::{FileId, Graph, SymbolId};

/// Makes a tour of a plan. Reads the files that its stops lie in, and nothing else; where a file cannot be read or is
/// not the one that the graph was made of, the step goes without the author's words.
#[must_use]
pub fn generate(graph: &Graph<'_>, plan: &Plan, open: &Open<'_>) -> Tour {
    let mut tour = Tour::new(&plan.title, &plan.description);
    tour.set_generated(plan.kind);
    let by_package = plan.kind == Kind::Packages.word();
    for (ix, stop) in plan.stops.iter().enumerate() {
        tour.insert(ix, &step(graph, stop, by_package, open));
    }
    tour
}

impl StepDraft {
    /// A step at a symbol, with words from facts; the begin of one that a person writes, too.
    #[must_use]
    pub fn at(graph: &Graph<'_>, symbol: SymbolId, why: &str, open: &Open<'_>) -> Self {
        step(graph, &Stop { symbol, why: why.to_owned() }, false, open)
    }
}

fn step(graph: &Graph<'_>, stop: &Stop, by_package: bool, open: &Open<'_>) -> StepDraft {
    let id = stop.symbol;
    let symbol = graph.symbol(id);
    let text = match open(symbol.path()) {
        Opened::Text(text) => text,
        _ => [].into(),
    };
    let ix = id.ix();
    let part = |start: u32, end: u32| text.get(start as usize..end as usize).unwrap_or_default();
    let doc = part(graph.symbol_doc_start[ix], graph.symbol_doc_end[ix]);
    let package_doc = by_package.then(|| package_doc(graph, id, open));
    let declaration = part(graph.symbol_start[ix], graph.symbol_end[ix]);
    let print = if declaration.is_empty() { String::new() } else { print(declaration, symbol.name()) };
    let title = if by_package {
        format!("{}: {}", graph.symbol(symbol.package()).path(), symbol.qualified())
    } else {
        symbol.qualified().to_owned()
    };
    StepDraft {
        title: crate::model::clean(&title).into_owned(),
        description: describe(graph, id, doc, package_doc.as_deref()),
        file: symbol.path().to_owned(),
        line: symbol.line(),
        pattern: pattern::of_line(&text, symbol.line()),
        anchor: Some(Anchor { symbol: symbol.id_text(), line: symbol.line(), print, why: stop.why.clone() }),
    }
}

/// The longest package comment: where several files have one, the others are mostly licences and notes.
fn package_doc(graph: &Graph<'_>, id: SymbolId, open: &Open<'_>) -> Vec<u8> {
    let package = graph.symbol(id).package();
    let files = (0..graph.n_files() as u32).map(FileId).filter(|f| graph.file_package[f.ix()] == package.0);
    let range = |file: &FileId| {
        let of = graph.file_symbol[file.ix()] as usize;
        (graph.symbol_doc_start[of] as usize, graph.symbol_doc_end[of] as usize)
    };
    let documented = files.filter(|file| !graph.path(*file).ends_with("_test.go"));
    let longest = documented.max_by_key(|file| {
        let (start, end) = range(file);
        end.saturating_sub(start)
    });
    let Some(file) = longest else { return Vec::new() };
    let (start, end) = range(&file);
    match open(graph.path(file)) {
        Opened::Text(text) => text.get(start..end).unwrap_or_default().to_vec(),
        _ => Vec::new(),
    }
}
