//! The queue of a walk, in buckets: the symbols whose best known path begins with the same kind of change and has the same
//! score and depth (as in Dial's algorithm).
//!
//! Strengths and their products take few values: tens of thousands of symbols reached from a hub share a few hundred
//! scores. So the queue holds buckets instead of symbols, a symbol stores only the number of its bucket, and the
//! buckets come out in order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::limits::is_within;
use super::travel_rules::ChangeKind;

/// The state of the symbols of a bucket during the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BucketState {
    Root,
    Reached,
    BelowThreshold,
    BeyondDepth,
}

/// The symbols whose best known path has one score and one depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket {
    pub(super) score: f64,
    pub(super) depth: u32,
    /// The change of the root at which the path begins.
    pub(super) change: ChangeKind,
    pub(super) state: BucketState,
    /// True if the walk has visited it: its symbols have their best paths.
    pub(super) is_settled: bool,
}

/// The buckets of a walk. Empty between walks.
#[derive(Clone, Debug, Default)]
pub(super) struct Buckets {
    all: Vec<Bucket>,
    numbers: FxHashMap<(u64, u32, ChangeKind), u32>,
    /// Symbols that were put into each bucket, some of them more than once, some moved on since.
    members: Vec<Vec<u32>>,
    /// Buckets not visited yet, by [`Bucket::place`].
    queue: BinaryHeap<Reverse<u128>>,
    /// Memory of visited buckets, for reuse.
    spare: Vec<Vec<u32>>,
}

impl Bucket {
    /// Returns whether it is below the threshold, but not below `floor`.
    pub(super) fn is_hidden(&self, floor: f64) -> bool {
        self.state == BucketState::BelowThreshold && is_within(self.score, floor)
    }

    /// Returns whether a path that ends in this bucket is better than one that ends in `known`, another bucket.
    pub(super) fn beats(&self, known: &Self) -> bool {
        match known.state {
            BucketState::Root => false,
            BucketState::Reached => {
                !known.is_settled
                    && self.state == BucketState::Reached
                    && (self.score, Reverse(self.depth)) > (known.score, Reverse(known.depth))
            }
            BucketState::BelowThreshold | BucketState::BeyondDepth => {
                self.state == BucketState::Reached || self.score > known.score
            }
        }
    }

    /// A number that rises from the best score to the least, then with the depth.
    fn place(&self, number: u32) -> u128 {
        u128::from(falling(self.score)) << 64 | u128::from(self.depth) << 32 | u128::from(number)
    }
}

impl Buckets {
    pub(super) fn get(&self, number: u32) -> &Bucket {
        &self.all[number as usize]
    }

    /// The bucket of a score, a depth and a change, and its number; `state` says what becomes of it when there is none yet.
    pub(super) fn at(
        &mut self,
        score: f64,
        depth: u32,
        change: ChangeKind,
        state: impl FnOnce() -> BucketState,
    ) -> (u32, Bucket) {
        let number = *self.numbers.entry((score.to_bits(), depth, change)).or_insert_with(|| {
            self.all.push(Bucket { score, depth, change, state: state(), is_settled: false });
            self.members.push(Vec::new());
            self.all.len() as u32 - 1
        });
        (number, self.all[number as usize])
    }

    /// Puts a symbol into a bucket to which the walk will go.
    pub(super) fn put(&mut self, number: u32, symbol: u32) {
        let members = &mut self.members[number as usize];
        if members.is_empty() {
            *members = self.spare.pop().unwrap_or_default();
            self.queue.push(Reverse(self.all[number as usize].place(number)));
        }
        members.push(symbol);
    }

    /// Takes the best unvisited bucket and marks it settled; returns all symbols ever put into it. Return the memory
    /// with [`Buckets::give_back`].
    pub(super) fn next(&mut self) -> Option<(u32, Bucket, Vec<u32>)> {
        let number = self.queue.pop()?.0 as u32;
        self.all[number as usize].is_settled = true;
        Some((number, self.all[number as usize], std::mem::take(&mut self.members[number as usize])))
    }

    pub(super) fn give_back(&mut self, mut members: Vec<u32>) {
        members.clear();
        self.spare.push(members);
    }

    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.numbers.clear();
        self.members.clear();
        self.queue.clear();
    }
}

/// Bits of a number that sort in reverse total order.
pub(super) fn falling(number: f64) -> u64 {
    let bits = number.to_bits();
    // The bits of negative numbers already fall.
    if number.is_sign_negative() { bits } else { !bits & !(1 << 63) }
}
