//! How likely a symbol has to change when a target does: a second order for a blast radius.
//!
//! A score is the probability that a change is felt. Behind ten certain calls it is still near 1, though code ten
//! calls away seldom has to change. Symbols change together for one of three reasons, assumed independent:
//!
//! | reason | probability |
//! | --- | --- |
//! | the change travels there | score x [`DECAY`] for each step |
//! | it stands beside a target | [`OWN_FILE`] / (1 + lines between / [`FAR`]); elsewhere in the package [`OWN_PACKAGE`] |
//! | past commits changed both | confidence of the declarations, or [`OTHER_FILE`] x that of their files |
//!
//! `likelihood = 1 - product of (1 - probability)`. The figures are round ones near the best of `benches/replay`, where
//! any of them can be halved or doubled at the price of a point.

use rustc_hash::{FxHashMap, FxHashSet};

use super::spread::Impact;
use crate::model::{FileId, Graph, SymbolId};

/// Factor for each step of the way.
const DECAY: f64 = 0.4;
/// Probability right beside a target.
const OWN_FILE: f64 = 0.4;
/// Distance in lines at which it is halved.
const FAR: f64 = 100.0;
/// Probability in the target's package, in another file.
const OWN_PACKAGE: f64 = 0.05;
/// Factor from the confidence of two files to that of any two declarations in them.
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
    index: Option<&'l CoChangeIndex>,
}

impl<'l> Likely<'l> {
    /// Without `index` the past says nothing. O(targets).
    #[must_use]
    pub fn new(graph: &'l Graph<'l>, targets: &[SymbolId], index: Option<&'l CoChangeIndex>) -> Self {
        let mut likely = Self { graph, lines: FxHashMap::default(), packages: FxHashSet::default(), index };
        for target in targets.iter().map(|&id| graph.symbol(id)) {
            likely.packages.insert(target.package());
            if let Some(file) = target.file() {
                likely.lines.entry(file).or_default().push(target.line());
            }
        }
        likely
    }

    /// Probability that a symbol changes too, in [0, 1]. `reach` is the score and the number of steps of the change's
    /// way there; `None` without a way. O(targets of its file).
    #[must_use]
    pub fn of(&self, symbol: SymbolId, reach: Option<(f64, u32)>) -> f64 {
        let travels = reach.map_or(0.0, |(score, depth)| score * DECAY.powf(f64::from(depth)));
        1.0 - (1.0 - travels) * (1.0 - self.beside(symbol)) * (1.0 - self.together(symbol))
    }

    /// Rows of [`Impact::affected`] by falling likelihood, then by falling `near`, then in their order.
    #[must_use]
    pub fn order(&self, impact: &Impact, near: impl Fn(SymbolId) -> f64) -> Vec<usize> {
        let mut rows: Vec<(f64, f64, usize)> = impact
            .affected
            .iter()
            .enumerate()
            .map(|(row, a)| (self.of(a.symbol, Some((a.score, a.depth))), near(a.symbol), row))
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
            (alone.of(f(1), Some((1.0, 1))), both(DECAY, beside(1.0))),
            (alone.of(f(2), Some((0.5, 2))), both(0.5 * DECAY * DECAY, beside(2.0))),
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
