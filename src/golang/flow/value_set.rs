//! A set of values that grows.

use rustc_hash::FxHashSet;

/// The most values that are kept as a sorted list.
const MAX_LISTED: usize = 24;

#[derive(Clone, Debug)]
pub(super) enum ValueSet {
    /// Sorted.
    Few(Vec<u32>),
    Many(FxHashSet<u32>),
}

impl Default for ValueSet {
    fn default() -> Self {
        Self::Few(Vec::new())
    }
}

impl ValueSet {
    /// Adds a value. Returns whether it is new.
    pub(super) fn insert(&mut self, value: u32) -> bool {
        match self {
            Self::Few(values) => {
                let Err(at) = values.binary_search(&value) else { return false };
                if values.len() < MAX_LISTED {
                    values.insert(at, value);
                } else {
                    *self = Self::Many(values.drain(..).chain([value]).collect());
                }
                true
            }
            Self::Many(values) => values.insert(value),
        }
    }

    pub(super) fn contains(&self, value: u32) -> bool {
        match self {
            Self::Few(values) => values.binary_search(&value).is_ok(),
            Self::Many(values) => values.contains(&value),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// The values, in no order that results may depend on.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        let (few, many) = match self {
            Self::Few(values) => (Some(values), None),
            Self::Many(values) => (None, Some(values)),
        };
        few.into_iter().flatten().chain(many.into_iter().flatten()).copied()
    }
}
