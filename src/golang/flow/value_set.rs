//! A set of values that grows.

/// Values by blocks of 64: the number of a block and a bit for each value of it, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ValueSet(Vec<(u32, u64)>);

impl ValueSet {
    /// The number of blocks, each of which has at least one value.
    pub(crate) fn n_blocks(&self) -> usize {
        self.0.len()
    }

    /// Adds a value. Returns whether it is new.
    pub(crate) fn insert(&mut self, value: u32) -> bool {
        let (block, bit) = (value / 64, 1 << (value % 64));
        match self.0.binary_search_by_key(&block, |of| of.0) {
            Ok(at) => {
                let is_new = self.0[at].1 & bit == 0;
                self.0[at].1 |= bit;
                is_new
            }
            Err(at) => {
                self.0.insert(at, (block, bit));
                true
            }
        }
    }

    /// The values of this set that another one lacks.
    pub(crate) fn without(&self, other: &Self) -> Self {
        let (mut left, mut at) = (Vec::new(), 0);
        for &(block, bits) in &self.0 {
            while other.0.get(at).is_some_and(|of| of.0 < block) {
                at += 1;
            }
            let known = other.0.get(at).filter(|of| of.0 == block).map_or(0, |of| of.1);
            if bits & !known != 0 {
                left.push((block, bits & !known));
            }
        }
        Self(left)
    }

    /// The values of this set and of another one.
    pub(crate) fn union(&self, other: &Self) -> Self {
        let mut both = Vec::with_capacity(self.0.len().max(other.0.len()));
        let (mut a, mut b) = (self.0.iter().copied().peekable(), other.0.iter().copied().peekable());
        loop {
            match (a.peek().copied(), b.peek().copied()) {
                (Some(x), Some(y)) if x.0 == y.0 => {
                    both.push((x.0, x.1 | y.1));
                    a.next();
                    b.next();
                }
                (Some(x), y) if y.is_none_or(|y| x.0 < y.0) => {
                    both.push(x);
                    a.next();
                }
                (_, Some(y)) => {
                    both.push(y);
                    b.next();
                }
                (_, None) => break,
            }
        }
        both.shrink_to_fit();
        Self(both)
    }

    pub(crate) fn contains(&self, value: u32) -> bool {
        let at = self.0.binary_search_by_key(&(value / 64), |of| of.0);
        at.is_ok_and(|at| self.0[at].1 >> (value % 64) & 1 == 1)
    }

    /// The values, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        self.iter_from(0)
    }

    /// The values that are not below `first`, in order.
    pub(crate) fn iter_from(&self, first: u32) -> impl Iterator<Item = u32> {
        let start = self.0.partition_point(|of| of.0 < first / 64);
        self.0[start..].iter().flat_map(move |&(block, bits)| {
            let mut left = if block == first / 64 { bits & (u64::MAX << (first % 64)) } else { bits };
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let value = block * 64 + left.trailing_zeros();
                    left &= left - 1;
                    value
                })
            })
        })
    }
}
