//! Places that compiled before a change and no longer do.

use rustc_hash::FxHashMap;

use super::change::{Changed, FileChange, find};
use super::travel_rules::ChangeKind;
use crate::golang::Misfit;
use crate::model::{Graph, SymbolId, SymbolKind};

/// A declaration with code that no longer compiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// It in the graph; `None` if the graph does not have it.
    pub symbol: Option<SymbolId>,
    pub path: String,
    /// Its name with that of the type that holds it; empty for the head of a file.
    pub qualified: String,
    pub kind: SymbolKind,
    pub line: u32,
    /// The places, in order of their lines.
    pub places: Vec<BrokenPlace>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenPlace {
    pub line: u32,
    /// The misfit, as a clause.
    pub what: String,
}

impl Broken {
    /// The lines of its places, each once.
    pub fn lines(&self) -> Vec<u32> {
        let mut lines: Vec<u32> = self.places.iter().map(|place| place.line).collect();
        lines.dedup();
        lines
    }
}

/// Returns whether a change can make other code fail to compile: it is not only a change of bodies.
pub fn may_break(changed: &[Changed]) -> bool {
    use SymbolKind::{Field, InterfaceMethod, Method};
    changed.iter().any(|changed| match changed.change {
        ChangeKind::Unbound => false,
        ChangeKind::Body => !changed.kind.is_callable(),
        ChangeKind::Added => matches!(changed.kind, Field | InterfaceMethod | Method),
        _ => true,
    })
}

/// Finds the code that does not fit after a change and did before. What is said of one declaration more often than before counts, so
/// code that is not understood in either state is not reported. Both lists are in order. O(misfits).
pub fn broken(graph: &Graph<'_>, before: &[Misfit], after: &[Misfit], files: &[FileChange]) -> Vec<Broken> {
    let renamed: FxHashMap<&str, &str> = files
        .iter()
        .filter_map(|file| Some((file.old.as_ref()?.path.as_str(), file.new.as_ref()?.path.as_str())))
        .collect();
    let mut balance: FxHashMap<(&str, &str, &str), i32> = FxHashMap::default();
    for misfit in before {
        let path = renamed.get(misfit.path.as_str()).copied().unwrap_or(&misfit.path);
        *balance.entry((path, &misfit.qualified, &misfit.what)).or_default() -= 1;
    }
    for misfit in after {
        *balance.entry((&misfit.path, &misfit.qualified, &misfit.what)).or_default() += 1;
    }
    let mut all: Vec<Broken> = Vec::new();
    for misfit in after {
        if balance[&(misfit.path.as_str(), misfit.qualified.as_str(), misfit.what.as_str())] <= 0 {
            continue;
        }
        let place = BrokenPlace { line: misfit.line, what: misfit.what.clone() };
        let is_same = |broken: &&mut Broken| {
            (broken.path.as_str(), broken.qualified.as_str(), broken.line)
                == (misfit.path.as_str(), misfit.qualified.as_str(), misfit.declared)
        };
        if let Some(known) = all.last_mut().filter(is_same) {
            known.places.push(place);
            continue;
        }
        let symbol = if misfit.qualified.is_empty() {
            graph.find_file(&misfit.path).and_then(|file| graph.symbols_of(file).next()).map(SymbolId)
        } else {
            find(graph, &misfit.path, misfit.kind, &misfit.qualified, misfit.declared)
        };
        all.push(Broken {
            symbol,
            path: misfit.path.clone(),
            qualified: misfit.qualified.clone(),
            kind: misfit.kind,
            line: misfit.declared,
            places: vec![place],
        });
    }
    all
}
