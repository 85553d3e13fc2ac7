//! Names of other modules and the standard library, `json.Unmarshal`: who refers to them, and what a question can ask
//! of them.

use rustc_hash::FxHashSet;

use crate::golang::guess_package_name;
use crate::model::{EdgeKind, Graph, OF_UNKNOWN_TYPE, SymbolId, SymbolKind, symbol_flag};
use crate::search::names::packages;

/// At most this many packages that a name may belong to are shown.
pub(crate) const MAX_TOLD: usize = 3;

/// Splits a name into package and member: `net/http` and `Server.Serve`.
pub(crate) fn parts(name: &str) -> Option<(&str, &str)> {
    let start = name.rfind('/').map_or(0, |slash| slash + 1);
    let dot = start + name[start..].find('.')?;
    Some((&name[..dot], &name[dot + 1..]))
}

/// The paths of the packages from outside that a name may be of, in order. O(imports).
pub(crate) fn packages<'g>(graph: &Graph<'g>, name: &str) -> Vec<&'g str> {
    let Some((package, _)) = parts(name) else { return Vec::new() };
    let is_it = |path: &str| match path.strip_suffix(package) {
        Some(before) if package.contains('/') => before.is_empty() || before.ends_with('/'),
        _ => guess_package_name(path) == package,
    };
    let mut paths: Vec<&str> =
        graph.imports_outside().map(|(_, path, _)| path).filter(|path| is_it(path)).collect();
    paths.sort_unstable();
    paths.dedup();
    paths
}

/// The external names that a name may mean, in full and in order: `net/http.Get` for `http.Get`, and for `Get` if it
/// is the only external one of that name; `panic` for itself. O(external references).
pub(crate) fn named<'g>(graph: &Graph<'g>, name: &str) -> Vec<&'g str> {
    let name = packages::bare(name);
    let name = name.strip_prefix("builtin.").unwrap_or(name);
    let Some((_, rest)) = parts(name) else {
        if let Some(builtin) = graph.foreign_names().find(|&full| full == name) {
            return vec![builtin];
        }
        let all = namesakes(graph, name);
        return if all.len() == 1 { all } else { Vec::new() };
    };
    let by_import: Vec<String> = packages(graph, name).iter().map(|path| format!("{path}.{rest}")).collect();
    let is_it = |full: &&str| {
        let behind = |before: &str| before.is_empty() || before.ends_with('/');
        full.strip_suffix(name).is_some_and(behind) || by_import.iter().any(|known| known == full)
    };
    graph.foreign_names().filter(is_it).collect()
}

/// The external names with this last part, in full and in order.
pub(crate) fn namesakes<'g>(graph: &Graph<'g>, name: &str) -> Vec<&'g str> {
    let is_name = name.starts_with(char::is_uppercase);
    let is_it = |full: &&str| is_name && full.strip_suffix(name).is_some_and(|before| before.ends_with('.'));
    graph.foreign_names().filter(|full| !full.starts_with(OF_UNKNOWN_TYPE)).filter(is_it).collect()
}

/// The fields and methods of types of imported packages that a name may mean, in full, although nothing is known to refer to
/// them: `go.uber.org/zap.Logger.Info` for `zap.Logger.Info`. O(imports).
pub(crate) fn members(graph: &Graph<'_>, name: &str) -> Vec<String> {
    let name = packages::bare(name);
    let rest = parts(name).map(|(_, rest)| rest).filter(|rest| rest.contains('.'));
    rest.map_or_else(Vec::new, |rest| {
        packages(graph, name).iter().map(|path| format!("{path}.{rest}")).collect()
    })
}

/// Returns the last part of a name in full if it is a field or method of a type. O(imports).
pub(crate) fn member<'n>(graph: &Graph<'_>, full: &'n str) -> Option<&'n str> {
    let of_package = |(_, path, _): (SymbolId, &str, u32)| full.strip_prefix(path)?.strip_prefix('.');
    let rest = graph.imports_outside().find_map(of_package)?;
    Some(rest.rsplit_once('.')?.1)
}

/// Returns whether code calls something of this name that may be the method of an interface. O(symbols + external names).
pub(crate) fn is_called_through_interfaces(graph: &Graph<'_>, method: &str, besides: &[String]) -> bool {
    let of_tree = graph.symbols().any(|symbol| {
        symbol.kind() == SymbolKind::InterfaceMethod
            && symbol.name() == method
            && graph.incoming(symbol.id).any(|edge| edge.kind == EdgeKind::Calls)
    });
    let is_other = |name: &&str| besides.iter().all(|known| known != name);
    of_tree
        || namesakes(graph, method)
            .iter()
            .filter(|name| is_other(name))
            .any(|name| graph.foreign(name).any(|site| site.is_call) && member(graph, name).is_some())
}

/// A name from outside as code writes it: `http.Get` for `net/http.Get`.
pub(crate) fn written(full: &str) -> &str {
    full.rsplit('/').next().unwrap_or(full)
}

/// The structs that embed an external type, each with the line. The package is recognized by its usual name, so a
/// file that renames the import is missed. O(fields + imports).
pub(crate) fn embedders(graph: &Graph<'_>, name: &str) -> Vec<(SymbolId, u32)> {
    let name = packages::bare(name);
    let (paths, Some((_, ty))) = (packages(graph, name), parts(name)) else { return Vec::new() };
    let importing = graph.imports_outside().filter(|(_, path, _)| paths.contains(path));
    let written: FxHashSet<(SymbolId, &str)> =
        importing.map(|(file, path, _)| (file, guess_package_name(path))).collect();
    if written.is_empty() {
        return Vec::new();
    }
    let is_embedded = |signature: &str, file: SymbolId| {
        let of_type = signature.trim_start_matches('*').split('[').next().and_then(parts);
        of_type.is_some_and(|(package, named)| named == ty && written.contains(&(file, package)))
    };
    let fields = graph.symbols().filter(|s| s.kind() == SymbolKind::Field && s.has(symbol_flag::EMBEDDED));
    let embedding = fields.filter(|field| {
        field
            .file()
            .is_some_and(|file| is_embedded(field.signature(), SymbolId(graph.file_symbol[file.ix()])))
    });
    embedding.filter_map(|field| Some((field.owner()?, field.line()))).collect()
}
