//! Probability that a symbol has to change when a target does: a second order for the result of Impact.
//!
//! A score says how surely a change is felt. What does change together has one of three reasons, taken as if each worked for
//! itself:
//!
//! | reason | probability |
//! | --- | --- |
//! | the change travels there | score x [`ANY`] |
//! | it stands beside a target | [`OWN_FILE`] / (1 + lines between / [`FAR`]); elsewhere in the package [`OWN_PACKAGE`] |
//! | past commits changed both | confidence of the declarations, or [`OTHER_FILE`] x that of their files |
//!
//! `likelihood = 1 - product of (1 - probability)`. The figures are round ones near the best of `benches/replay`, where
//! any of them can be halved or doubled at the price of a point.

use rustc_hash::{FxHashMap, FxHashSet};

use super::spread::Impact;
use crate::model::{FileId, Graph, SymbolId, package_folder};

/// A score supposes the change of a signature, if nothing is known; most changes are of bodies.
const ANY: f64 = 0.45;
/// Right beside a target.
const OWN_FILE: f64 = 0.4;
/// Distance in lines at which it is halved.
const FAR: f64 = 100.0;
/// Probability in the target's package, in another file.
const OWN_PACKAGE: f64 = 0.05;
/// That a test notices which lies in the folder of a target, and one that is called after it.
const OWN_TESTS: f64 = 0.1;
const NAMESAKE: f64 = 0.4;
/// Targets whose names are compared with those of tests; of a larger change they say little.
const MAX_NAMES: usize = 64;
/// Share of the confidence between two files that holds for any two declarations in them.
const OTHER_FILE: f64 = 0.2;

/// Confidences, in [0, 1], that symbols and files change with some targets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoChangeIndex {
    pub symbols: FxHashMap<SymbolId, f64>,
    pub files: FxHashMap<FileId, f64>,
}

/// Computes how likely symbols change with some targets.
pub struct Likely<'l> {
    graph: &'l Graph<'l>,
    /// Lines of the targets of each file.
    lines: FxHashMap<FileId, Vec<u32>>,
    packages: FxHashSet<SymbolId>,
    /// The folders of the targets, and their names as a test's name has them: `TypeMethod`, `Name`.
    folders: FxHashSet<&'l str>,
    names: Vec<String>,
    index: Option<&'l CoChangeIndex>,
}

impl<'l> Likely<'l> {
    /// Without `index` the past says nothing. O(targets).
    pub fn new(graph: &'l Graph<'l>, targets: &[SymbolId], index: Option<&'l CoChangeIndex>) -> Self {
        let (lines, packages, folders) = Default::default();
        let mut likely = Self { graph, lines, packages, folders, names: Vec::new(), index };
        for target in targets.iter().map(|&id| graph.symbol(id)) {
            likely.folders.insert(package_folder(target.path()));
            if !target.kind().is_container() && likely.names.len() < MAX_NAMES {
                likely.names.extend([
                    target.name().to_lowercase(),
                    target.qualified().replace('.', "").to_lowercase(),
                ]);
            }
            likely.packages.insert(target.package());
            if let Some(file) = target.file() {
                likely.lines.entry(file).or_default().push(target.line());
            }
        }
        likely
    }

    /// Probability that a symbol changes too, in [0, 1]. `reach` is the score with which the change travels there;
    /// `None` if it does not. O(targets of its file).
    pub fn of(&self, symbol: SymbolId, reach: Option<f64>) -> f64 {
        let travels = ANY * reach.unwrap_or(0.0);
        1.0 - (1.0 - travels) * (1.0 - self.beside(symbol)) * (1.0 - self.together(symbol))
    }

    /// Probability that a test notices the change, in [0, 1]. A test beside a target that has the target's name mostly
    /// tests it. O(names of the targets).
    pub fn of_test(&self, test: SymbolId, reach: Option<f64>) -> f64 {
        let symbol = self.graph.symbol(test);
        let kinds = ["Test", "Fuzz", "Example"];
        let subject = kinds.iter().find_map(|kind| symbol.name().strip_prefix(kind));
        let subject = subject.unwrap_or_default().replace('_', "").to_lowercase();
        let is_beside = self.folders.contains(package_folder(symbol.path()));
        let is_namesake = |name: &String| !name.is_empty() && subject.starts_with(name.as_str());
        let beside = if is_beside { OWN_TESTS } else { 0.0 };
        let named = if is_beside && self.names.iter().any(is_namesake) { NAMESAKE } else { 0.0 };
        let travels = reach.unwrap_or(0.0);
        1.0 - (1.0 - travels) * (1.0 - beside) * (1.0 - named) * (1.0 - self.together(test))
    }

    /// The affected in order of likelihood to three places, then of `near` (larger first), then as they stand, as rows of
    /// [`Impact::affected`].
    pub fn order(&self, impact: &Impact, near: impl Fn(SymbolId) -> f64) -> Vec<usize> {
        let mut rows: Vec<(f64, f64, usize)> = impact
            .affected
            .iter()
            .enumerate()
            .map(|(row, a)| ((self.of(a.symbol, Some(a.score)) * 1e3).round(), near(a.symbol), row))
            .collect();
        rows.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
        rows.into_iter().map(|row| row.2).collect()
    }

    fn beside(&self, symbol: SymbolId) -> f64 {
        let symbol = self.graph.symbol(symbol);
        let own = symbol.file().and_then(|file| self.lines.get(&file));
        let nearest = own.and_then(|lines| lines.iter().map(|line| line.abs_diff(symbol.line())).min());
        match nearest {
            Some(lines) => OWN_FILE / (1.0 + f64::from(lines) / FAR),
            None if self.packages.contains(&symbol.package()) => OWN_PACKAGE,
            None => 0.0,
        }
    }

    fn together(&self, symbol: SymbolId) -> f64 {
        let Some(index) = self.index else { return 0.0 };
        let declared = index.symbols.get(&symbol).copied().unwrap_or(0.0);
        // A file always changes with itself; that says nothing.
        let file = self.graph.symbol(symbol).file().filter(|file| !self.lines.contains_key(file));
        let file =
            file.and_then(|file| index.files.get(&file)).map_or(0.0, |confidence| OTHER_FILE * confidence);
        declared.max(file).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::tree;
    use super::super::{Limits, Spreader, Start, Steps};
    use super::*;
    use crate::model::fixture::{call, f, functions};

    #[test]
    fn each_reason_counts_and_together_they_count_more() {
        let data = functions(4, &[call(1, 0, 1.0), call(2, 1, 1.0)]);
        let graph = data.graph();
        let index =
            CoChangeIndex { symbols: FxHashMap::from_iter([(f(3), 0.5)]), ..CoChangeIndex::default() };
        let [alone, remembering] = [None, Some(&index)].map(|index| Likely::new(&graph, &[f(0)], index));
        let beside = |lines: f64| OWN_FILE / (1.0 + lines / FAR);
        let both = |a: f64, b: f64| 1.0 - (1.0 - a) * (1.0 - b);
        for (found, expected) in [
            (alone.of(f(1), Some(0.5)), both(0.5 * ANY, beside(1.0))),
            (alone.of(f(2), Some(0.2)), both(0.2 * ANY, beside(2.0))),
            (alone.of(f(3), None), beside(3.0)),
            (remembering.of(f(3), None), both(0.5, beside(3.0))),
        ] {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    #[test]
    fn places_count_less_the_farther_they_are() {
        let data = tree(&[
            ("a/a.go", "package a\n\nfunc F() {}\n\nfunc G() {}\n"),
            ("a/b.go", "package a\n\nfunc H() {}\n"),
            ("b/b.go", "package b\n\nfunc I() {}\n"),
        ]);
        let graph = data.graph();
        let find = |name: &str| super::super::tests::find(&graph, name);
        let other = graph.symbol(find("b.I")).file().unwrap();
        let own = graph.symbol(find("a.F")).file().unwrap();
        let index = CoChangeIndex {
            files: FxHashMap::from_iter([(other, 0.6), (own, 1.0)]),
            ..CoChangeIndex::default()
        };
        let targets = [find("a.F")];
        let alone = Likely::new(&graph, &targets, None);
        let likelihoods = ["a.G", "a.H", "b.I"].map(|name| alone.of(find(name), None));
        assert!(likelihoods.is_sorted_by(|a, b| a > b) && likelihoods[2] <= 0.0, "{likelihoods:?}");
        let remembering = Likely::new(&graph, &targets, Some(&index));
        assert!((remembering.of(find("b.I"), None) - OTHER_FILE * 0.6).abs() < 1e-12);
        let itself = remembering.of(find("a.G"), None);
        assert!((itself - likelihoods[0]).abs() < 1e-12, "a file's index with itself is none");
    }

    #[test]
    fn the_order_is_that_of_likelihood() {
        // All are equally affected; 3 changes with the target, 2 is a step farther away than the others.
        let data = functions(4, &[call(1, 0, 1.0), call(2, 1, 1.0), call(3, 0, 1.0)]);
        let graph = data.graph();
        let impact = Spreader::new(Steps::of(&graph)).impact(&[Start::whole(f(0))], Limits::default());
        let index =
            CoChangeIndex { symbols: FxHashMap::from_iter([(f(3), 0.9)]), ..CoChangeIndex::default() };
        let order = |index| -> Vec<SymbolId> {
            let rows = Likely::new(&graph, &impact.roots, index).order(&impact, |_| 0.0);
            rows.into_iter().map(|row| impact.affected[row].symbol).collect()
        };
        assert_eq!(order(None), [f(1), f(3), f(2)]);
        assert_eq!(order(Some(&index)), [f(3), f(1), f(2)]);
    }
}
