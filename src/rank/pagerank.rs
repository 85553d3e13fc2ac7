//! `PageRank`, solved one strongly connected component after the other.
//!
//! `score(v) = (1 - d)/n + d * (sum of score(u)/degree(u) over the distinct u -> v) + d * (dangling mass)/n`, where
//! the dangling mass is the score of all nodes without links, which is shared by all nodes. Scores add up to 1.
//!
//! The last term is the same for all nodes, so it only scales the solution: solving without it and dividing by the
//! sum gives the same scores (Del Corso, Gullì, Romani: "Fast PageRank Computation via a Sparse Linear System",
//! 2005). Without it a node depends only on the nodes that link to it. Code has few cycles, so nearly all nodes are
//! components of their own, and get their score in one step after their predecessors. Within a larger component,
//! Gauss–Seidel sweeps go on until the scores settle. Power iteration gives the same scores, but often needs more
//! than a hundred rounds over all nodes.
//!
//! There are two stopping rules. The first is absolute: no node changes by 1e-6 or more. The mean score is 1/n, so in
//! a graph of a million symbols this ends far from the solution. The sweeps therefore go on, within the same hundred,
//! until no node changes by 1e-6 *of the mean*. The remaining error is at most `2 * residual * n * d/(1 - d)` in
//! total.

use serde::Serialize;

use super::Csr;

/// Probability of following a link rather than starting again at a random node.
pub const DAMPING: f64 = 0.85;
/// The largest number of sweeps over a component.
pub const MAX_ITERATIONS: u32 = 100;
/// The first stopping rule: the largest change of a node in one sweep is below this. The second multiplies it by the
/// mean score.
pub const TOLERANCE: f64 = 1e-6;

/// The end of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Convergence {
    /// Number of sweeps over the component that took the most.
    pub iterations: u32,
    /// True if the first stopping rule was met.
    pub converged: bool,
    pub tolerance: f64,
    /// The sweep after which the first stopping rule held in each component. None if it was not met.
    pub converged_at: Option<u32>,
    /// True if the second stopping rule was met, too.
    pub settled: bool,
    /// The limit of the second stopping rule: [`TOLERANCE`] times the mean score.
    pub settle_tolerance: f64,
    /// The largest change of a node in the last sweep over its component.
    pub residual: f64,
}

/// The scores and how the computation ended. The scores sum to 1; there are none for a graph without nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct PageRank {
    pub scores: Vec<f64>,
    pub convergence: Convergence,
}

/// Ranks the nodes of a graph, which is given as its links and the same links reversed. O(nodes + links) for nodes on
/// no cycle, and as much again of the others for each sweep over them.
pub fn pagerank(forward: &Csr, backward: &Csr) -> PageRank {
    iterate(forward, backward, MAX_ITERATIONS, TOLERANCE)
}

/// [`pagerank`] with its limits as parameters, so that tests can let it converge.
pub(super) fn iterate(forward: &Csr, backward: &Csr, sweeps: u32, tolerance: f64) -> PageRank {
    let n = forward.n_nodes();
    let mean = 1.0 / n.max(1) as f64;
    // The factor of its score that a node passes to each neighbour.
    let split: Vec<f64> = (0..n).map(|node| 1.0 / f64::from(forward.degree(node).max(1))).collect();
    // The factor that it passes to itself, because a Gauss–Seidel step divides by one minus that.
    let links_itself = |node: usize| forward.row(node).binary_search(&(node as u32)).is_ok();
    let own: Vec<f64> = (0..n).map(|node| if links_itself(node) { split[node] } else { 0.0 }).collect();
    let mut scores = vec![mean; n];
    let mut shares: Vec<f64> = split.iter().map(|split| split * mean).collect();
    // The changes are measured before the scores are divided by their sum. The sum is at least 1, so the division
    // makes no change larger. This factor makes both stopping rules stricter.
    let scale = 1.0 - DAMPING;
    let mut all = SweepProgress { converged_at: Some(0), ..SweepProgress::default() };
    for component in Components::of(forward, backward).iter() {
        // A single node depends only on final scores, so one step is exact.
        let is_exact = component.len() == 1;
        let mut progress = SweepProgress::default();
        while progress.sweeps < sweeps {
            let mut change: f64 = 0.0;
            for &node in component {
                let node = node as usize;
                let incoming: f64 = backward.row(node).iter().map(|&from| shares[from as usize]).sum();
                let from_others = incoming - own[node] * scores[node];
                let new = (mean + DAMPING * from_others) / (1.0 - DAMPING * own[node]);
                change = change.max((new - scores[node]).abs());
                scores[node] = new;
                shares[node] = new * split[node];
            }
            progress.sweeps += 1;
            progress.change = if is_exact { 0.0 } else { change };
            if progress.converged_at.is_none() && progress.change < tolerance * scale {
                progress.converged_at = Some(progress.sweeps);
            }
            if progress.change < tolerance * mean * scale {
                break;
            }
        }
        all.join(progress);
    }
    let sum: f64 = scores.iter().sum();
    for score in &mut scores {
        *score /= sum;
    }
    let convergence = Convergence {
        iterations: all.sweeps,
        converged: all.converged_at.is_some(),
        tolerance,
        converged_at: if n > 0 { all.converged_at } else { None },
        settled: all.change < tolerance * mean * scale,
        settle_tolerance: tolerance * mean,
        residual: if n > 0 { all.change / sum } else { 0.0 },
    };
    PageRank { scores, convergence }
}

/// Progress of the sweeps over one component, or the worst of several components.
#[derive(Clone, Copy, Debug, Default)]
struct SweepProgress {
    sweeps: u32,
    converged_at: Option<u32>,
    change: f64,
}

impl SweepProgress {
    fn join(&mut self, other: Self) {
        self.sweeps = self.sweeps.max(other.sweeps);
        self.converged_at = self.converged_at.zip(other.converged_at).map(|(a, b)| a.max(b));
        self.change = self.change.max(other.change);
    }
}

/// The strongly connected components of a graph, each after all components that link to it. Within a component a node
/// comes after the nodes that link to it, except where the cycle prevents that.
struct Components {
    nodes: Vec<u32>,
    ends: Vec<u32>,
}

impl Components {
    /// Kosaraju's algorithm: in reverse postorder, the component of a node is all nodes without a component from
    /// which the node can be reached. O(nodes + links).
    fn of(forward: &Csr, backward: &Csr) -> Self {
        const NONE: u32 = u32::MAX;
        let order = reverse_postorder(forward);
        let (mut component, mut n_components, mut open) = (vec![NONE; order.len()], 0, Vec::new());
        let mut ends = Vec::new();
        for &root in &order {
            if component[root as usize] != NONE {
                continue;
            }
            component[root as usize] = n_components;
            open.push(root);
            let mut size = 0;
            while let Some(node) = open.pop() {
                size += 1;
                for &from in backward.row(node as usize) {
                    if component[from as usize] == NONE {
                        component[from as usize] = n_components;
                        open.push(from);
                    }
                }
            }
            ends.push(ends.last().copied().unwrap_or(0) + size);
            n_components += 1;
        }
        // A counting sort keeps the order of the nodes within each component.
        let mut next: Vec<u32> = std::iter::once(0).chain(ends.iter().copied()).collect();
        let mut nodes = vec![0; order.len()];
        for node in order {
            let slot = &mut next[component[node as usize] as usize];
            nodes[*slot as usize] = node;
            *slot += 1;
        }
        Self { nodes, ends }
    }

    fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.nodes[start as usize..end as usize])
    }
}

/// All nodes, each after the nodes that link to it, except for links that close a cycle: the reversed postorder of a
/// depth-first search. O(nodes + links).
fn reverse_postorder(forward: &Csr) -> Vec<u32> {
    let n = forward.n_nodes();
    let (mut order, mut seen, mut path) = (Vec::with_capacity(n), vec![false; n], Vec::new());
    for start in 0..n {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        path.push((start, 0));
        while let Some((node, next)) = path.last_mut() {
            if let Some(&to) = forward.row(*node).get(*next) {
                *next += 1;
                if !std::mem::replace(&mut seen[to as usize], true) {
                    path.push((to as usize, 0));
                }
            } else {
                order.push(*node as u32);
                path.pop();
            }
        }
    }
    order.reverse();
    order
}
