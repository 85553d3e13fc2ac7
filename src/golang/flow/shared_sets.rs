//! Sets of values, each held once however many nodes have it: where calls pass values on in circles, thousands of nodes have
//! the same ones (hash consing; Ershov, "On programming of arithmetic operations"). A union is computed once, too.

use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::value_set::ValueSet;

/// The number of a set. Two sets of one number are equal, and two of different numbers differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SetIx(u32);

impl SetIx {
    /// The set without values.
    pub(crate) const EMPTY: Self = Self(0);

    pub(super) fn ix(self) -> usize {
        self.0 as usize
    }
}

/// All sets, by number.
pub(super) struct SharedSets {
    sets: IndexSet<Rc<ValueSet>, FxBuildHasher>,
    /// The smaller number first.
    unions: FxHashMap<(SetIx, SetIx), SetIx>,
    n_blocks: usize,
    /// The number of blocks from which those of sets that no node has any more are dropped.
    limit: usize,
}

impl Default for SharedSets {
    fn default() -> Self {
        let mut all = Self {
            sets: IndexSet::default(),
            unions: FxHashMap::default(),
            n_blocks: 0,
            limit: Self::MOST_BLOCKS,
        };
        all.number(ValueSet::default());
        all
    }
}

impl SharedSets {
    /// Blocks that sets of no node may take: 8 MB.
    const MOST_BLOCKS: usize = 1 << 19;

    pub(super) fn get(&self, set: SetIx) -> &Rc<ValueSet> {
        &self.sets[set.ix()]
    }

    /// The set of one value.
    pub(super) fn only(&mut self, value: u32) -> SetIx {
        let mut set = ValueSet::default();
        set.insert(value);
        self.number(set)
    }

    /// The values that are in any of two sets.
    pub(super) fn union(&mut self, a: SetIx, b: SetIx) -> SetIx {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == b || a == SetIx::EMPTY {
            return b;
        }
        if let Some(&known) = self.unions.get(&(a, b)) {
            return known;
        }
        let union = self.get(a).union(self.get(b));
        let union = self.number(union);
        self.unions.insert((a, b), union);
        union
    }

    fn number(&mut self, set: ValueSet) -> SetIx {
        if let Some(known) = self.sets.get_index_of(&set) {
            return SetIx(known as u32);
        }
        self.n_blocks += set.n_blocks();
        SetIx(self.sets.insert_full(Rc::new(set)).0 as u32)
    }

    /// Drops sets that are in use nowhere once there are many, and gives the others new numbers.
    pub(super) fn sweep<'u>(&mut self, in_use: impl Iterator<Item = &'u mut SetIx>) {
        if self.n_blocks < self.limit {
            return;
        }
        let old = std::mem::take(self);
        for set in in_use {
            *set = self.number(ValueSet::clone(old.get(*set)));
        }
        self.limit = 2 * self.n_blocks + Self::MOST_BLOCKS;
    }

    /// The sets by number, once no others are made.
    pub(super) fn into_sets(self) -> Vec<Rc<ValueSet>> {
        self.sets.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sets_of_one_number_have_the_same_values(
            steps in prop::collection::vec((0_usize..6, 0_u32..300, 0_usize..6), 1..60),
            limit in 0_usize..40,
        ) {
            let mut shared = SharedSets { limit, ..SharedSets::default() };
            let mut numbers = [SetIx::EMPTY; 6];
            let mut sets = [const { BTreeSet::new() }; 6];
            for (to, value, from) in steps {
                let only = shared.only(value);
                numbers[to] = shared.union(numbers[to], only);
                numbers[to] = shared.union(numbers[from], numbers[to]);
                let both: BTreeSet<u32> = sets[to].iter().chain(&sets[from]).copied().chain([value]).collect();
                sets[to] = both;
                shared.sweep(numbers.iter_mut());
                for a in 0..6 {
                    prop_assert!(shared.get(numbers[a]).iter().eq(sets[a].iter().copied()));
                    for b in 0..6 {
                        prop_assert_eq!(numbers[a] == numbers[b], sets[a] == sets[b]);
                    }
                }
            }
        }
    }
}
