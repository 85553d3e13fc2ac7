//! Declarations that another one equals but for its name, so that their content says nothing of where they are.

use super::anchor::{MIN_BYTES, Twins, print};
use super::{FileOpener, Opened};
use crate::model::{Graph, SymbolId};

/// The number of names that are compared at once.
const CHUNK: usize = 256;

/// The twins of a symbol with the content `wanted` ([`print()`]). O(symbols), and only declarations of the same length are
/// read.
pub(super) fn twins_of(graph: &Graph<'_>, id: SymbolId, wanted: &str, open: &FileOpener<'_>) -> Twins {
    let symbol = graph.symbol(id);
    if wanted.is_empty() || symbol.kind().is_container() {
        return Twins::default();
    }
    let span = |id: SymbolId| graph.symbol_start[id.ix()]..graph.symbol_end[id.ix()];
    // The name is there once, or the declaration speaks of itself; then the lengths of twins differ, and that is rare.
    let without_name = |id: SymbolId| span(id).len() - graph.symbol(id).name().len().min(span(id).len());
    let length = without_name(id);
    let is_twin = |other: SymbolId| {
        let is_alike = other != id
            && graph.symbol_kind[other.ix()] == graph.symbol_kind[id.ix()]
            && without_name(other) == length;
        is_alike && {
            let Opened::Text(text) = open(graph.symbol(other).path()) else { return false };
            let span = span(other);
            let declaration = text.get(span.start as usize..span.end as usize);
            declaration.is_some_and(|text| print(text, graph.symbol(other).name()) == wanted)
        }
    };
    let mut beside = graph.files_of(symbol.package()).flat_map(|file| graph.symbols_of(file));
    let name = graph.symbol_name[id.ix()];
    // Whole chunks are compared at once, as few of them have the name.
    let chunks = graph.symbol_name.chunks(CHUNK).enumerate().filter(|(_, names)| names.contains(&name));
    let in_chunk = |(nth, names): (usize, &[u32])| (0..names.len()).map(move |at| (nth * CHUNK + at) as u32);
    let is_namesake = |&ix: &u32| {
        graph.symbol_name[ix as usize] == name && graph.symbol(SymbolId(ix)).qualified() == symbol.qualified()
    };
    let mut namesakes = chunks.flat_map(in_chunk).filter(is_namesake);
    Twins {
        // Shorter ones are not followed by their content anyway.
        beside: length >= MIN_BYTES as usize && beside.any(|ix| is_twin(SymbolId(ix))),
        elsewhere: namesakes.any(|ix| is_twin(SymbolId(ix))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Tree, step_at};
    use super::super::{Tour, Verdict};

    fn is_gone(tree: &Tree, tour: &Tour) -> bool {
        matches!(tree.finds(tour)[0].verdict, Verdict::Gone(_))
    }

    #[test]
    fn what_was_there_before_is_not_what_is_gone() {
        let mut tree = Tree::new();
        let html = "type HTML struct{ w io.Writer; title string }\n";
        let json = "type JSON struct{ w io.Writer; title string }\n";
        let (package, import) = ("package print\n\n", "import \"io\"\n\n");
        tree.write("print/print.go", &[package, import, html, json].concat());
        let of_twin = step_at(&tree, "print/print.go::JSON::struct");
        tree.write("print/print.go", &[package, import, html].concat());
        assert!(is_gone(&tree, &of_twin));
        // By its name it is found elsewhere all the same.
        tree.write("other/print.go", &["package other\n\n", import, json].concat());
        assert_eq!(tree.finds(&of_twin)[0].verdict, Verdict::Moved);
        // The only one of its content is the same under another name.
        let only = step_at(&tree, "print/print.go::HTML::struct");
        tree.write("print/print.go", &[package, import, json].concat());
        assert_eq!(tree.finds(&only)[0].verdict, Verdict::Renamed("print.JSON".to_owned()));
    }

    #[test]
    fn a_namesake_that_was_there_before_is_not_what_is_gone() {
        let mut tree = Tree::new();
        let code = "const layout = \"default\"\n";
        for package in ["disk", "cloud"] {
            tree.write(&format!("{package}/it.go"), &format!("package {package}\n\n{code}"));
        }
        let of_twin = step_at(&tree, "disk/it.go::layout::const");
        tree.write("disk/it.go", "package disk\n");
        assert!(is_gone(&tree, &of_twin));
        let only = step_at(&tree, "cloud/it.go::layout::const");
        tree.write("cloud/it.go", "package cloud\n");
        tree.write("base/it.go", &format!("package base\n\n{code}"));
        assert_eq!(tree.finds(&only)[0].verdict, Verdict::Moved);
    }
}
