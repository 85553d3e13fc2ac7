//! Finds where a thing is entered among others of its kind: in a list, by a registration, or by a blank import.

use rustc_hash::FxHashSet;

use super::imports::imports;
use super::kind::RelationKind;
use crate::model::{EdgeKind, EdgeRef, FileId, Graph, SymbolId, SymbolKind};

/// Where a thing is made known to the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries {
    /// Functions that make values of it.
    pub makers: Vec<SymbolId>,
    /// Code elsewhere that refers to it or its makers, and `init` functions and variables beside it, with the lines.
    pub places: Vec<(SymbolId, Vec<u32>)>,
    /// Files that import its package without a use of it, with the lines.
    pub blank_imports: Vec<(FileId, u32)>,
}

/// Returns where a type or a function is entered, without tests. O(edges to it, its members and its makers + edges of the
/// files that import its package).
pub fn entries(graph: &Graph<'_>, thing: SymbolId) -> Entries {
    let (own_package, own_file) = (graph.symbol(thing).package(), graph.symbol(thing).file());
    let is_code = |id: SymbolId| !graph.symbol(id).is_of_tests();
    let is_made_here = |edge: &EdgeRef<'_>| {
        RelationKind::Makers.is_along(edge)
            && graph.symbol(edge.from).package() == own_package
            && graph.symbol(edge.from).kind().is_callable()
    };
    let makers = graph.incoming(thing).filter(is_made_here).map(|edge| edge.from).filter(|&id| is_code(id));
    let mut makers: Vec<SymbolId> = makers.filter(|&id| graph.symbol(id).owner() != Some(thing)).collect();
    makers.sort_unstable();
    makers.dedup();
    // A maker may be wrapped by what stands beside it.
    let mut wrapped = 0;
    while let Some(&maker) = makers.get(wrapped) {
        wrapped += 1;
        let calls = graph.incoming(maker).filter(|edge| edge.kind == EdgeKind::Calls);
        for from in calls.map(|edge| edge.from) {
            let symbol = graph.symbol(from);
            let is_beside =
                symbol.file() == own_file && symbol.kind() == SymbolKind::Func && symbol.name() != "init";
            if is_beside && !makers.contains(&from) {
                makers.push(from);
            }
        }
    }
    let mut own: FxHashSet<SymbolId> =
        graph.members(thing).into_iter().chain(makers.iter().copied()).collect();
    own.insert(thing);
    let is_entry = |id: SymbolId| {
        let symbol = graph.symbol(id);
        let begins = symbol.kind() == SymbolKind::Var || symbol.name() == "init";
        !own.contains(&id)
            && is_code(id)
            && !symbol.kind().is_container()
            && (begins || symbol.package() != own_package || symbol.file() != own_file)
    };
    let is_reference = |edge: &EdgeRef<'_>| {
        matches!(edge.kind, EdgeKind::Calls | EdgeKind::Uses | EdgeKind::Accesses)
            && !edge.origin.is_through()
    };
    let mut places: Vec<(SymbolId, Vec<u32>)> = Vec::new();
    let mut targets: Vec<SymbolId> = own.iter().copied().collect();
    targets.sort_unstable();
    for edge in targets.iter().flat_map(|&id| graph.incoming(id)).filter(is_reference) {
        if !is_entry(edge.from) {
            continue;
        }
        match places.iter_mut().find(|(id, _)| *id == edge.from) {
            Some((_, lines)) => lines.extend_from_slice(edge.lines),
            None => places.push((edge.from, edge.lines.to_vec())),
        }
    }
    for (_, lines) in &mut places {
        lines.sort_unstable();
        lines.dedup();
    }
    places.sort_by_cached_key(|(id, _)| {
        let symbol = graph.symbol(*id);
        let begins = symbol.kind() == SymbolKind::Var || symbol.name() == "init";
        (!begins, symbol.package() == own_package, *id)
    });
    Entries { makers, places, blank_imports: blank_imports(graph, own_package) }
}

fn blank_imports(graph: &Graph<'_>, package: SymbolId) -> Vec<(FileId, u32)> {
    let found = imports(graph, RelationKind::Importers, &[package]);
    let sites = found.iter().flat_map(|end| &end.sites).filter_map(|&(file, line)| {
        let symbol = graph.symbol(file);
        Some((symbol.file().filter(|_| !symbol.is_test())?, line))
    });
    let is_used = |file: FileId| {
        let mut edges = graph.symbols_of(file).flat_map(|ix| graph.outgoing(SymbolId(ix)));
        edges.any(|edge| edge.kind != EdgeKind::Imports && graph.symbol(edge.to).package() == package)
    };
    sites.filter(|&(file, _)| !is_used(file)).collect()
}
