//! Questions about a package: what it is for, what it does.

use super::exact::code;
use super::text::TextIndex;
use super::words::is_stop_word;
use crate::model::{Graph, Symbol, SymbolId, SymbolKind, resolve, symbol_flag};

/// Words of a question that is read.
const MOST_WORDS: usize = 16;
/// What a package exports that stands behind it: the most important.
const MOST_EXPORTS: usize = 8;
/// Words that ask about what is named and say nothing else. In order.
const ABOUT: [&str; 28] = [
    "about", "api", "contain", "contains", "describe", "do", "doc", "docs", "does", "doing", "exist",
    "explain", "export", "exports", "good", "it", "need", "needed", "offer", "offers", "overview", "provide",
    "provides", "purpose", "role", "summary", "use", "used",
];
const PACKAGE: [&str; 2] = ["package", "pkg"];

/// The package that a question is about, and the most important of what it exports: `what does package context do`,
/// `net/http/httptrace`. Empty where it speaks of anything else, too.
pub(super) fn about(graph: &Graph<'_>, _: &TextIndex, question: &str) -> Vec<SymbolId> {
    let (mut name, mut says_package) = (None, false);
    for (ix, token) in question.split_whitespace().enumerate() {
        let word = code(token);
        let small = word.to_lowercase();
        if PACKAGE.contains(&small.as_str()) {
            says_package = true;
            continue;
        }
        let asks = is_stop_word(&small) || ABOUT.binary_search(&small.as_str()).is_ok();
        if ix == MOST_WORDS || token.contains('(') || !asks && name.replace(word).is_some() {
            return Vec::new();
        }
    }
    let package = name.filter(|name| says_package || name.contains('/')).and_then(|name| named(graph, name));
    let Some(package) = package else { return Vec::new() };
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
    std::iter::once(package).chain(exports.iter().take(MOST_EXPORTS).map(|symbol| symbol.id)).collect()
}

/// The package of a path, or the only one of a name.
fn named(graph: &Graph<'_>, name: &str) -> Option<SymbolId> {
    let is_package = |id: &SymbolId| graph.symbol(*id).kind() == SymbolKind::Package;
    let of_path = resolve(graph, name).ok().filter(is_package);
    of_path.or_else(|| resolve(graph, &format!("package {name}")).ok().filter(is_package))
}
