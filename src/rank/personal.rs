//! The start of a personalized walk: the seeds of a query, and a small part for symbols that were useful before.

use crate::model::SymbolId;

/// The part of the vector that history may take. The seeds get the rest, so each seed keeps at least 95 % of its
/// mass, even if nobody ever opened it and other symbols are popular.
pub const HISTORY_PART: f64 = 0.05;

/// A probability vector over symbols. Entries are in order of id, distinct and positive, and their sum is 1, or the
/// vector is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Personalization(Vec<(SymbolId, f64)>);

impl Personalization {
    /// Makes `0.95 x seeds + 0.05 x history`, where each is first scaled to the sum 1. If no history is usable, the
    /// seeds count fully. Weights that are not positive and finite are left out. Without seeds the vector is empty.
    pub fn new(seeds: &[(SymbolId, f64)], history: &[(SymbolId, f64)]) -> Self {
        let (seeds, history) = (unit(seeds), unit(history));
        if seeds.is_empty() || history.is_empty() {
            return Self(seeds);
        }
        let blended: Vec<(SymbolId, f64)> = seeds
            .iter()
            .map(|&(id, weight)| (id, weight * (1.0 - HISTORY_PART)))
            .chain(history.iter().map(|&(id, weight)| (id, weight * HISTORY_PART)))
            .collect();
        Self(merged(blended))
    }

    /// Gives each of `seeds` an equal part. A seed that occurs twice counts twice.
    pub fn uniform(seeds: &[SymbolId]) -> Self {
        let seeds: Vec<_> = seeds.iter().map(|&id| (id, 1.0)).collect();
        Self::new(&seeds, &[])
    }

    pub fn entries(&self) -> &[(SymbolId, f64)] {
        &self.0
    }

    /// The vector without the symbols from `n` on, for a graph of `n` symbols, scaled to the sum 1 again.
    pub fn within(&self, n: usize) -> Self {
        if self.0.last().is_none_or(|last| last.0.ix() < n) {
            return self.clone();
        }
        Self(unit(&self.0[..self.0.partition_point(|e| e.0.ix() < n)]))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The positive and finite weights in order of id, scaled to the sum 1.
fn unit(weights: &[(SymbolId, f64)]) -> Vec<(SymbolId, f64)> {
    let usable = |weight: f64| weight.is_finite() && weight > 0.0;
    // The weights are divided by the largest first, because a sum of very large weights would be infinite.
    let most = weights.iter().map(|w| w.1).filter(|&w| usable(w)).fold(0.0, f64::max);
    let scaled = weights.iter().filter(|w| usable(w.1)).map(|&(id, w)| (id, w / most));
    let mut unit = merged(scaled.filter(|w| usable(w.1)).collect());
    let sum: f64 = unit.iter().map(|w| w.1).sum();
    for (_, weight) in &mut unit {
        *weight /= sum;
    }
    unit
}

/// Sorts by id, and adds up the weights of equal ids.
fn merged(mut weights: Vec<(SymbolId, f64)>) -> Vec<(SymbolId, f64)> {
    weights.sort_by_key(|w| w.0);
    weights.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    weights
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn weights() -> impl Strategy<Value = Vec<(SymbolId, f64)>> {
        prop::collection::vec(
            (0u32..20, prop_oneof![0.0..1e6, Just(f64::NAN), Just(-1.0), Just(f64::MAX)]),
            0..12,
        )
        .prop_map(|pairs| pairs.into_iter().map(|(id, weight)| (SymbolId(id), weight)).collect())
    }

    proptest! {
        #[test]
        fn every_seed_keeps_at_least_95_percent_of_its_mass(seeds in weights(), history in weights()) {
            let plain = Personalization::new(&seeds, &[]);
            let blended = Personalization::new(&seeds, &history);
            for &(id, weight) in plain.entries() {
                let kept = blended.entries().iter().find(|e| e.0 == id).map_or(0.0, |e| e.1);
                prop_assert!(kept >= 0.95 * weight * (1.0 - 1e-12), "{id:?}: {kept} of {weight}");
            }
        }

        #[test]
        fn it_is_a_probability_vector_in_order(seeds in weights(), history in weights()) {
            let vector = Personalization::new(&seeds, &history);
            prop_assert!(vector.entries().windows(2).all(|w| w[0].0 < w[1].0));
            prop_assert!(vector.entries().iter().all(|e| e.1 > 0.0));
            let sum: f64 = vector.entries().iter().map(|e| e.1).sum();
            prop_assert!(vector.is_empty() || (sum - 1.0).abs() < 1e-12, "{sum}");
        }
    }

    #[test]
    fn history_takes_its_part_and_no_more() {
        let vector = Personalization::new(&[(SymbolId(1), 3.0)], &[(SymbolId(2), 9.0), (SymbolId(1), 1.0)]);
        let [(_, one), (_, two)] = vector.entries() else { panic!("{vector:?}") };
        assert!((one - 0.955).abs() < 1e-12 && (two - 0.045).abs() < 1e-12, "{vector:?}");
    }

    #[test]
    fn symbols_that_a_graph_does_not_have_start_nothing() {
        let vector = Personalization::uniform(&[SymbolId(1), SymbolId(7)]);
        assert_eq!(vector.within(8), vector);
        assert_eq!(vector.within(7).entries(), [(SymbolId(1), 1.0)]);
        assert!(vector.within(1).is_empty());
    }

    #[test]
    fn history_alone_starts_no_walk() {
        assert!(Personalization::new(&[], &[(SymbolId(2), 9.0)]).is_empty());
    }
}
