//! Packages that names refer to, of the tree and from outside.

use rustc_hash::FxHashSet;

use crate::model::{Graph, Symbol, SymbolId, SymbolKind};

/// The packages of a folder or an import path and, unless only the package itself is meant, those below; else those whose
/// path has it for some of its folders, or that are called so.
pub(crate) fn packages(graph: &Graph<'_>, path: &str, is_itself: bool) -> Option<FxHashSet<SymbolId>> {
    let all = || graph.symbols().filter(|symbol| symbol.kind() == SymbolKind::Package);
    let paths =
        |package: &Symbol<'_>| [Some(package.path().to_owned()), package.import_path().map(str::to_owned)];
    let is_whole = |package: &Symbol<'_>| paths(package).iter().flatten().any(|known| known == path);
    let is_at = |known: &str, is_first: bool| {
        let (known, part) = (format!("/{known}/"), format!("/{path}/"));
        if is_first {
            known.starts_with(&part)
        } else if is_itself {
            known.ends_with(&part)
        } else {
            known.contains(&part)
        }
    };
    let has_whole = !path.is_empty() && all().any(|package| is_whole(&package));
    let fits = |package: &Symbol<'_>| {
        if has_whole {
            let is_below = || paths(package).iter().flatten().any(|known| is_at(known, true));
            return is_whole(package) || !is_itself && is_below();
        }
        // All packages of a module are imported by its name.
        let is_imported =
            || path.contains('/') && package.import_path().is_some_and(|import| is_at(import, false));
        package.name() == path || is_at(package.path(), false) || is_imported()
    };
    Some(all().filter(fits).map(|package| package.id).collect::<FxHashSet<_>>())
        .filter(|found| !found.is_empty())
}

/// Returns whether a package of the tree has this name.
pub(crate) fn is_of_tree(graph: &Graph<'_>, name: &str) -> bool {
    !named(graph, name).is_empty()
}

/// Returns whether a name is that of a package here, or of one that is imported here.
pub(crate) fn is_package(graph: &Graph<'_>, name: &str) -> bool {
    !named(graph, name).is_empty() || !outside(graph, name).is_empty()
}

/// The packages that a name means; where some can be imported, these alone.
pub(crate) fn named(graph: &Graph<'_>, name: &str) -> Vec<SymbolId> {
    let name = bare(name);
    if name.contains(char::is_whitespace) {
        return Vec::new();
    }
    let mut found: Vec<SymbolId> = packages(graph, name, true).into_iter().flatten().collect();
    found.sort_unstable();
    let can_be_imported = |id: &SymbolId| {
        let package = graph.symbol(*id);
        package.import_path().is_some() && !package.is_test() && package.name() != "main"
    };
    if found.iter().any(can_be_imported) {
        found.retain(can_be_imported);
    }
    found
}

/// The files that import a package from outside the tree, with its path and the line: the one of that path, else those below it, as of a
/// module, else those whose path ends so.
pub(crate) fn outside<'g>(graph: &Graph<'g>, name: &str) -> Vec<(SymbolId, &'g str, u32)> {
    let name = bare(name);
    if name.is_empty() || name.contains(char::is_whitespace) {
        return Vec::new();
    }
    let is_below = |path: &str| path.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'));
    let ends_so = |path: &str| path.strip_suffix(name).is_some_and(|before| before.ends_with('/'));
    let rules: [&dyn Fn(&str) -> bool; 3] = [&|path| path == name, &is_below, &ends_so];
    let found = rules
        .iter()
        .map(|rule| graph.imports_outside().filter(|(_, path, _)| rule(path)).collect::<Vec<_>>());
    found.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

/// A path of a package from outside that a word is part of, the first by name. O(imports).
pub(crate) fn path_with<'g>(graph: &Graph<'g>, word: &str) -> Option<&'g str> {
    let is_part = |part: &str| part.eq_ignore_ascii_case(word);
    let has = |path: &str| path.split(|c: char| !c.is_alphanumeric()).any(is_part);
    graph.imports_outside().map(|(_, path, _)| path).filter(|path| has(path)).min()
}

/// A name without the signs that prose puts around it.
pub(crate) fn bare(name: &str) -> &str {
    name.trim_matches(['`', '"', '\'', '“', '”', ','])
}
