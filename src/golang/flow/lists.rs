//! Lists of numbers by node.

/// Lists of numbers by node, laid out one after the other.
#[derive(Default)]
pub(super) struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// `pairs` of a node and an item, in any order.
    pub(super) fn of(n: usize, pairs: &[(u32, u32)]) -> Self {
        let mut starts = vec![0_u32; n + 1];
        for &(node, _) in pairs {
            starts[node as usize + 1] += 1;
        }
        for node in 0..n {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut items = vec![0; pairs.len()];
        for &(node, item) in pairs {
            items[next[node as usize] as usize] = item;
            next[node as usize] += 1;
        }
        Self { starts, items }
    }

    pub(super) fn get(&self, node: u32) -> &[u32] {
        match self.starts.get(node as usize..node as usize + 2) {
            Some(ends) => &self.items[ends[0] as usize..ends[1] as usize],
            None => &[],
        }
    }
}
