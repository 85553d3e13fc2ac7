//! Tours of the subsystems of a large program: folders whose packages belong together.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::MAX_STEPS;
use super::plan::{DependencyOrder, Plan, assembled, circles, highest, stops};
use super::reasons::of_load;
use super::step::TourKind;
use crate::model::{Graph, Symbol, SymbolId, clean};

/// The largest number of subsystems. Folders are split until there are as many, and none has more than a third of all
/// load.
const MAX_SUBSYSTEMS: usize = 6;
const LARGEST_SHARE: f64 = 1.0 / 3.0;
/// The tour of all packages shows so many of them; a program without more has no subsystems.
const MAX_PACKAGES: usize = MAX_STEPS;
/// The smallest number of stops of a subsystem.
const MIN_STOPS: usize = 4;

/// A folder with its subfolders, or without them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Subsystem<'g> {
    folder: &'g str,
    is_alone: bool,
}

impl Subsystem<'_> {
    fn has(self, folder: &str) -> bool {
        let is_below = || self.folder.is_empty() || below(folder, self.folder).is_some();
        folder == self.folder || !self.is_alone && is_below()
    }
}

/// The path of a folder below another one; `None` if it is not below.
fn below<'f>(folder: &'f str, above: &str) -> Option<&'f str> {
    if matches!(above, "" | ".") {
        return Some(folder).filter(|folder| !matches!(*folder, "" | "."));
    }
    folder.strip_prefix(above)?.strip_prefix('/')
}

/// Plans a tour for each subsystem, the one that carries most first; empty for a small program.
pub(super) fn plans(graph: &Graph<'_>, test_packages: &FxHashSet<SymbolId>) -> Vec<Plan> {
    let folder = |symbol: Symbol<'_>| graph.symbol(symbol.package()).path();
    // The load of the code in each folder.
    let mut loads: BTreeMap<&str, f64> = BTreeMap::new();
    for symbol in stops(graph).filter(|symbol| !test_packages.contains(&symbol.package())) {
        *loads.entry(folder(symbol)).or_default() += graph.load(symbol.id);
    }
    if loads.len() <= MAX_PACKAGES {
        return Vec::new();
    }
    let plans = subsystems(&loads).into_iter().filter_map(|subsystem| {
        let inside =
            |symbol: Symbol<'_>| subsystem.has(folder(symbol)) && !test_packages.contains(&symbol.package());
        plan(graph, subsystem, &highest(graph, inside, |id| graph.load(id), |_| 1.0))
    });
    plans.collect()
}

/// Splits the heaviest folder into its subfolders and what it has itself, again and again. Heaviest first.
fn subsystems<'g>(loads: &BTreeMap<&'g str, f64>) -> Vec<Subsystem<'g>> {
    let load = |of: Subsystem<'_>| -> f64 {
        loads.iter().filter(|(folder, _)| of.has(folder)).map(|(_, load)| load).sum()
    };
    let parts = |of: Subsystem<'g>| -> Vec<Subsystem<'g>> {
        let mut parts = Vec::new();
        for &folder in loads.keys().filter(|folder| of.has(folder)) {
            let part = match below(folder, of.folder) {
                None => Subsystem { folder, is_alone: true },
                Some(rest) => {
                    let first = rest.find('/').map_or(folder.len(), |end| folder.len() - rest.len() + end);
                    Subsystem { folder: &folder[..first], is_alone: false }
                }
            };
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        parts
    };
    let all: f64 = loads.values().sum();
    let mut found = vec![Subsystem { folder: "", is_alone: false }];
    loop {
        found.sort_by(|a, b| load(*b).total_cmp(&load(*a)).then(a.folder.cmp(b.folder)));
        // A subsystem that cannot be split further has one part: itself.
        let next =
            found.iter().position(|&of| !of.is_alone && parts(of) != [Subsystem { is_alone: true, ..of }]);
        let is_large = |at: &usize| found.len() < MAX_SUBSYSTEMS || load(found[*at]) > LARGEST_SHARE * all;
        let Some(at) = next.filter(is_large) else { break };
        let whole = found.remove(at);
        found.extend(parts(whole));
    }
    found.truncate(MAX_SUBSYSTEMS);
    found
}

/// The tour of a subsystem: the code in it that carries most, spread over its packages and types.
fn plan(graph: &Graph<'_>, of: Subsystem<'_>, chosen: &[SymbolId]) -> Option<Plan> {
    if chosen.len() < MIN_STOPS {
        return None;
    }
    let why = chosen.iter().map(|&id| of_load(graph, id)).collect();
    let folder = match of.folder {
        "" | "." => "the root".to_owned(),
        folder => clean(folder).into_owned(),
    };
    let packages: FxHashSet<SymbolId> = chosen.iter().map(|&id| graph.symbol(id).package()).collect();
    let spread = if packages.len() > 1 { ", spread over its packages" } else { "" };
    assembled(graph, chosen, why, DependencyOrder::BottomUp, |stops, order, pairs| Plan {
        title: format!("Subsystem {folder}"),
        description: format!(
            "The code of {folder} that carries most{spread}; each after what it depends on itself{}.",
            circles(graph, chosen, order)
        ),
        preface: String::new(),
        name: format!("subsystem-{}", super::slug(&folder)),
        kind: TourKind::Subsystems.name(),
        stops,
        pairs,
        back: order.back,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_folder_is_split_until_there_are_enough_or_nothing_is_left() {
        let folders = |loads: &[(&'static str, f64)]| -> Vec<(&'static str, bool)> {
            let loads: BTreeMap<&str, f64> = loads.iter().copied().collect();
            subsystems(&loads).into_iter().map(|of| (of.folder, of.is_alone)).collect()
        };
        // `api` is the heaviest, so it is split as well; `cmd` stays whole.
        let loads = [
            (".", 1.0),
            ("api", 2.0),
            ("api/v1", 4.0),
            ("api/v2", 3.0),
            ("cmd/a", 0.2),
            ("cmd/b", 0.1),
            ("store", 2.5),
        ];
        let expected = [
            ("api/v1", false),
            ("api/v2", false),
            ("store", false),
            ("api", true),
            (".", true),
            ("cmd", false),
        ];
        assert_eq!(folders(&loads), expected);
        // A folder whose name begins like another's is not below it.
        assert_eq!(folders(&[("a", 2.0), ("ab", 1.0)]), [("a", false), ("ab", false)]);
        assert_eq!(folders(&[("a/b/c", 1.0)]), [("a/b/c", false)]);
    }
}
