//! Questions about a package: what it is for, what it does.

use std::cmp::Reverse;

use crate::golang::module::passed_over;
use crate::model::{Graph, Symbol, SymbolId, SymbolKind, resolve, symbol_flag};
use crate::search::analysis::stop_words::is_stop_word;
use crate::search::names::qualified_name::code;
use crate::search::query::reading::{Input, Reader, ReaderOutcome, Reading};

/// Most words of such a question.
const MAX_WORDS: usize = 16;
/// Exports listed after the package, the most important.
const MAX_EXPORTS: usize = 8;
/// Most packages of one name that are listed.
const MAX_PACKAGES: usize = 8;
/// Words that ask about what is named and say nothing else. In order.
const ABOUT: [&str; 28] = [
    "about", "api", "contain", "contains", "describe", "do", "doc", "docs", "does", "doing", "exist",
    "explain", "export", "exports", "good", "it", "need", "needed", "offer", "offers", "overview", "provide",
    "provides", "purpose", "role", "summary", "use", "used",
];
const PACKAGES: [&str; 2] = ["package", "pkg"];

pub(crate) const PACKAGE: Reader = Reader {
    name: "packages",
    about: "The package, then the most important symbols that it exports.",
    examples: &["what does package queue do", "internal/queue"],
    read,
};

fn read(input: &Input<'_>) -> ReaderOutcome {
    let Some(name) = asked(input.question) else { return ReaderOutcome::Pass };
    let outcome = Reading::of_names(input, about(input.graph(), name));
    match outcome {
        ReaderOutcome::Read(reading) => {
            ReaderOutcome::Read(Reading { rest: Some(name.to_owned()), ..reading })
        }
        other => other,
    }
}

/// The name or path of the package that a question is about: `what does package context do`, `net/http/httptrace`. `None` if
/// it has other words.
fn asked(question: &str) -> Option<&str> {
    let (mut name, mut says_package) = (None, false);
    for (ix, token) in question.split_whitespace().enumerate() {
        let word = code(token);
        let small = word.to_lowercase();
        if PACKAGES.contains(&small.as_str()) {
            says_package = true;
            continue;
        }
        let asks = is_stop_word(&small) || ABOUT.binary_search(&small.as_str()).is_ok();
        if ix == MAX_WORDS || token.contains('(') || !asks && name.replace(word).is_some() {
            return None;
        }
    }
    name.filter(|name| says_package || name.contains('/'))
}

/// The package of a name, or all of it, then the most important exports of the first.
fn about(graph: &Graph<'_>, name: &str) -> Vec<SymbolId> {
    let packages = named(graph, name);
    let Some(&package) = packages.first() else { return Vec::new() };
    let symbols = graph.files_of(package).flat_map(|file| graph.symbols_of(file));
    let symbols = symbols.map(|ix| graph.symbol(SymbolId(ix)));
    let is_offered = |symbol: &Symbol<'_>| {
        let is_apart = matches!(symbol.kind(), SymbolKind::Func) || symbol.kind().is_type();
        is_apart
            && symbol.has(symbol_flag::EXPORTED)
            && !symbol.is_test()
            && !symbol.has(symbol_flag::CONSTRAINED)
    };
    let mut exports: Vec<Symbol<'_>> = symbols.filter(is_offered).collect();
    exports.sort_by(|a, b| graph.authority(b.id).total_cmp(&graph.authority(a.id)).then(a.id.cmp(&b.id)));
    packages.into_iter().chain(exports.iter().take(MAX_EXPORTS).map(|symbol| symbol.id)).collect()
}

/// The package of a path, or those of a name: what the tree's code can import first, the more important before others.
fn named(graph: &Graph<'_>, name: &str) -> Vec<SymbolId> {
    let is_package = |id: &SymbolId| graph.symbol(*id).kind() == SymbolKind::Package;
    let of_path = resolve(graph, name).ok().filter(is_package);
    if let Some(one) = of_path.or_else(|| resolve(graph, &format!("package {name}")).ok().filter(is_package))
    {
        return vec![one];
    }
    let packages = graph.symbols().filter(|symbol| symbol.kind() == SymbolKind::Package);
    let mut named: Vec<SymbolId> = packages
        .filter(|package| package.name() == name && !package.is_test())
        .map(|package| package.id)
        .collect();
    named.sort_by_cached_key(|&id| {
        // Authorities are not negative, so their bits sort like their values.
        (passed_over(graph.symbol(id).path()).is_some(), Reverse(graph.authority(id).to_bits()), id)
    });
    named.truncate(MAX_PACKAGES);
    named
}
