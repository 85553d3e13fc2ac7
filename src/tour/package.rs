//! The tour of one package: its code that other code depends on most, and its code that controls most.

use super::FileOpener;
use super::entry_points;
use super::plan::{DependencyOrder, Plan, assembled, circles, highest};
use super::reasons::of_load;
use crate::model::{Graph, NotFound, Symbol, SymbolId, SymbolKind, clean, resolve};

/// The package of a program with fewer steps than this is extended along its calls.
const MIN_STEPS: usize = 4;

/// The package that a text names: by its folder, an import path that ends in its folder, its name, or a symbol in it.
/// Packages that have only tests cannot be named.
///
/// # Errors
/// No package matches, or several do.
pub fn package_named(graph: &Graph<'_>, text: &str) -> Result<SymbolId, NotFound> {
    let text = text.trim().trim_start_matches("./").trim_end_matches('/');
    let packages: Vec<Symbol<'_>> = graph
        .symbols()
        .filter(|symbol| symbol.kind() == SymbolKind::Package && !symbol.name().ends_with("_test"))
        .collect();
    let ends = |whole: &str, end: &str| whole.strip_suffix(end).is_some_and(|rest| rest.ends_with('/'));
    let rules: [&dyn Fn(&Symbol<'_>) -> bool; 5] = [
        &|package| package.path() == text,
        // A module below the root can have another name than its folder.
        &|package| {
            package.signature().split_once("import ").is_some_and(|(_, path)| path.trim_matches('"') == text)
        },
        &|package| package.name() == text,
        &|package| ends(package.path(), text),
        // Of several folders that an import path ends in, the longest is the most specific.
        &|package| {
            let longer = |other: &Symbol<'_>| other.path().len() > package.path().len();
            ends(text, package.path())
                && !packages.iter().any(|other| longer(other) && ends(text, other.path()))
        },
    ];
    for fits in rules.iter().filter(|_| !text.is_empty()) {
        let found: Vec<SymbolId> = packages.iter().filter(|package| fits(package)).map(|p| p.id).collect();
        match found[..] {
            [] => {}
            [one] => return Ok(one),
            // The folder of a package may also contain programs that generate some of its files.
            [first, ..] if found.iter().all(|&id| graph.symbol(id).path() == graph.symbol(first).path()) => {
                let size = |id: SymbolId| graph.symbols().filter(|symbol| symbol.package() == id).count();
                return Ok(found.into_iter().rev().max_by_key(|&id| size(id)).unwrap_or(first));
            }
            _ => return Err(NotFound::Ambiguous { candidates: found }),
        }
    }
    resolve(graph, text).map(|symbol| graph.symbol(symbol).package())
}

/// A tour of one package, with each stop before the code that it calls. None if the package declares nothing that is
/// worth a stop.
///
/// Authority and hub score count equally, each as a fraction of the highest in the package, because both are needed
/// to understand the package. The tour of a small program continues along its calls. O(symbols log symbols + edges).
pub fn of_package(graph: &Graph<'_>, package: SymbolId, open: &FileOpener<'_>) -> Option<Plan> {
    let plan = through(graph, package);
    if plan.as_ref().is_some_and(|plan| plan.stops.len() >= MIN_STEPS) {
        return plan;
    }
    entry_points::of_program(graph, package, open).or(plan)
}

fn through(graph: &Graph<'_>, package: SymbolId) -> Option<Plan> {
    let inside = |symbol: Symbol<'_>| symbol.package() == package;
    // Files are left out, as in lists.
    let members = graph.symbols().filter(|symbol| inside(*symbol) && symbol.kind() != SymbolKind::File);
    let members: Vec<SymbolId> = members.map(|symbol| symbol.id).collect();
    let most = |scores: &[f64]| members.iter().map(|id| scores[id.ix()]).fold(f64::MIN_POSITIVE, f64::max);
    let (authority, hub) = (most(graph.symbol_authority), most(graph.symbol_hub));
    let score = |id: SymbolId| graph.symbol_authority[id.ix()] / authority + graph.symbol_hub[id.ix()] / hub;
    let chosen = highest(graph, inside, score, |_| 1.0);
    let why = chosen.iter().map(|&id| of_load(graph, id)).collect();
    let folder = clean(graph.symbol(package).path()).into_owned();
    let name = match folder.as_str() {
        "." => clean(graph.symbol(package).name()).into_owned(),
        folder => folder.to_owned(),
    };
    assembled(graph, &chosen, why, DependencyOrder::TopDown, |tour, order, pairs| Plan {
        title: format!("Through package {name}"),
        description: format!(
            "What package {name} offers and what drives it; each before what it calls{}.",
            circles(graph, &chosen, order)
        ),
        preface: String::new(),
        name: format!("package-{}", super::slug(&name)),
        kind: "package",
        stops: tour,
        pairs,
        back: order.back,
    })
}

#[cfg(test)]
mod tests {
    use super::super::Opened;
    use super::super::tests::Tree;
    use super::*;

    const OTHER: &str = "package store\n\nfunc Dump() {}\n";

    #[test]
    fn a_package_is_meant_by_folder_import_path_name_or_symbol() {
        let mut tree = Tree::new();
        tree.write("deep/store/store.go", OTHER);
        tree.write("below/go.mod", "module example.com/elsewhere/v3\n");
        tree.write("below/deep/deep.go", "package deep\n\nfunc Deep() {}\n");
        tree.write("deep/lone/a_gen.go", "//go:build ignore\n\npackage gen\n");
        tree.write("deep/lone/lone.go", "package alone\n\nfunc Lone() {}\n");
        let graph = tree.snapshot.graph();
        let meant = |text: &str| match package_named(&graph, text) {
            Ok(package) => graph.symbol(package).path().to_owned(),
            Err(NotFound::Ambiguous { candidates }) => format!("{} of them", candidates.len()),
            Err(_) => "none".to_owned(),
        };
        for (text, package) in [
            ("store", "store"),
            ("./store/", "store"),
            ("example.com/m/deep/store", "deep/store"),
            ("example.com/elsewhere/v3/deep", "below/deep"),
            ("alone", "deep/lone"),
            ("lone", "deep/lone"),
            ("main", "."),
            (".", "."),
            ("Dump", "deep/store"),
            ("Store.Put", "store"),
            ("nowhere", "none"),
            ("", "none"),
        ] {
            assert_eq!(meant(text), package, "{text}");
        }
        let lone = package_named(&graph, "deep/lone").map(|package| graph.symbol(package).name());
        assert!(matches!(lone, Ok("alone")), "not the program beside it");
        tree.write("other/store/store.go", OTHER);
        tree.write("store/store.go", "package kept\n");
        assert!(matches!(package_named(&tree.snapshot.graph(), "Dump"), Err(NotFound::Ambiguous { .. })));
    }

    #[test]
    fn the_tour_stays_in_its_package_and_goes_from_callers_to_callees() {
        let mut tree = Tree::new();
        let marker =
            "package store\n\ntype marker struct{}\n\nfunc mark(marker) {}\n\nfunc unmark(marker) {}\n";
        tree.write("store/marker.go", marker);
        let graph = tree.snapshot.graph();
        let package = package_named(&graph, "store").expect("a package");
        let plan = of_package(&graph, package, &|_| Opened::Missing).expect("a tour");
        assert_eq!((plan.title.as_str(), plan.name.as_str()), ("Through package store", "package-store"));
        let names: Vec<&str> = plan.stops.iter().map(|stop| graph.symbol(stop.symbol).qualified()).collect();
        let at = |name| names.iter().position(|&known| known == name).unwrap_or_else(|| panic!("{names:?}"));
        assert!(at("Open") < at("Store") && at("init") < at("hook"), "{names:?}");
        assert!(!names.contains(&"marker"), "there is nothing to read in it: {names:?}");
        assert!(plan.stops.iter().all(|stop| graph.symbol(stop.symbol).package() == package));
        assert_eq!(plan.stops[at("Store")].why, "Code of `main` rests on it.", "{plan:?}");
        assert_eq!(plan.back, 0);
    }

    #[test]
    fn a_program_of_hardly_more_than_its_start_is_toured_from_there_in() {
        let mut tree = Tree::new();
        let main = "package main\n\nimport \"example.com/m/store\"\n\nfunc main() { store.Open() }\n";
        tree.write("cmd/thing/main.go", main);
        let graph = tree.snapshot.graph();
        let package = package_named(&graph, "cmd/thing").expect("a package");
        let plan = of_package(&graph, package, &|_| Opened::Missing).expect("a tour");
        assert_eq!(plan.title, "From cmd/thing to store.Open");
        let names: Vec<&str> = plan.stops.iter().map(|stop| graph.symbol(stop.symbol).qualified()).collect();
        assert!(names.starts_with(&["main"]) && names.contains(&"Open"), "{names:?}");
    }
}
