//! `PageRank`, one strongly connected component after the other.
//!
//! `score(v) = (1 - d)/n + d * (sum of score(u)/degree(u) over the unique u -> v) + d * (dangling mass)/n`, where the
//! dangling mass is the score of all nodes without links, shared by everybody. Scores add up to 1.
//!
//! What everybody gets alike only scales the solution: without the last term, and divided by its sum, it is the same
//! (Del Corso, Gullì, Romani: "Fast PageRank Computation via a Sparse Linear System", 2005). Then a node waits for those
//! that link to it and for nobody else. Code leans mostly one way: nearly all nodes lie on no cycle, and have their score
//! in one step once their voters have theirs. Within a cycle, Gauss–Seidel sweeps go on until nothing changes. Power
//! iteration comes to the same scores, but after a hundred rounds over all nodes it often is not done.
//!
//! Two stops. The seed's is absolute: no node changes by 1e-6. As the mean score is 1/n, on a graph of a million
//! symbols that ends far from done; so the sweeps go on, within the same hundred, until no node changes by 1e-6
//! *of the mean*. What is left then is at most `2 * residual * n * d/(1 - d)` in total.

use serde::Serialize;

use super::Csr;

/// Probability of following a link rather than starting anew.
pub const DAMPING: f64 = 0.85;
/// Most sweeps over a component.
pub const MAX_ITERATIONS: u32 = 100;
/// The first stop: largest change of a node in one sweep. The second is this times the mean score.
pub const TOLERANCE: f64 = 1e-6;

/// How an iteration ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Convergence {
    /// Sweeps over the component that took most.
    pub iterations: u32,
    /// Whether the first stop was reached.
    pub converged: bool,
    pub tolerance: f64,
    /// The sweep that reached the first stop everywhere.
    pub converged_at: Option<u32>,
    /// Whether the second stop was reached too.
    pub settled: bool,
    /// The second stop: [`TOLERANCE`] of the mean score.
    pub settle_tolerance: f64,
    /// Largest change of a node in the last sweep over its component.
    pub residual: f64,
}

/// Scores, which sum to 1 (none for a graph without nodes), and how they were reached.
#[derive(Clone, Debug, PartialEq)]
pub struct PageRank {
    pub scores: Vec<f64>,
    pub convergence: Convergence,
}

/// Ranks the nodes of a graph given as links and the same links reversed. O(nodes + links), and as much again of what
/// lies on cycles for each sweep over it.
#[must_use]
pub fn pagerank(forward: &Csr, backward: &Csr) -> PageRank {
    iterate(forward, backward, MAX_ITERATIONS, TOLERANCE)
}

/// [`pagerank`] with its limits open, so that tests can run it to the end.
pub(super) fn iterate(forward: &Csr, backward: &Csr, sweeps: u32, tolerance: f64) -> PageRank {
    let n = forward.n_nodes();
    let mean = 1.0 / n.max(1) as f64;
    // What a node hands to each neighbour, as a factor of its score.
    let split: Vec<f64> = (0..n).map(|node| 1.0 / f64::from(forward.degree(node).max(1))).collect();
    // What it hands to itself; a Gauss–Seidel step divides by that.
    let links_itself = |node: usize| forward.row(node).binary_search(&(node as u32)).is_ok();
    let own: Vec<f64> = (0..n).map(|node| if links_itself(node) { split[node] } else { 0.0 }).collect();
    let mut scores = vec![mean; n];
    let mut shares: Vec<f64> = split.iter().map(|split| split * mean).collect();
    // Before they are divided by their sum, which is not known yet, scores add up to 1 - d or more.
    let scale = 1.0 - DAMPING;
    let mut all = Course { converged_at: Some(0), ..Course::default() };
    for component in Components::of(forward, backward).iter() {
        // All that it is made of is final.
        let is_exact = component.len() == 1;
        let mut course = Course::default();
        while course.sweeps < sweeps {
            let mut change: f64 = 0.0;
            for &node in component {
                let node = node as usize;
                let lent: f64 = backward.row(node).iter().map(|&from| shares[from as usize]).sum();
                let by_others = lent - own[node] * scores[node];
                let new = (mean + DAMPING * by_others) / (1.0 - DAMPING * own[node]);
                change = change.max((new - scores[node]).abs());
                scores[node] = new;
                shares[node] = new * split[node];
            }
            course.sweeps += 1;
            course.change = if is_exact { 0.0 } else { change };
            if course.converged_at.is_none() && course.change < tolerance * scale {
                course.converged_at = Some(course.sweeps);
            }
            if course.change < tolerance * mean * scale {
                break;
            }
        }
        all.join(course);
    }
    let sum: f64 = scores.iter().sum();
    for score in &mut scores {
        *score /= sum;
    }
    let convergence = Convergence {
        iterations: all.sweeps,
        converged: all.converged_at.is_some(),
        tolerance,
        converged_at: all.converged_at.filter(|_| n > 0),
        settled: all.change < tolerance * mean * scale,
        settle_tolerance: tolerance * mean,
        residual: if n > 0 { all.change / sum } else { 0.0 },
    };
    PageRank { scores, convergence }
}

/// How the sweeps over a component went, or the worst of several.
#[derive(Clone, Copy, Debug, Default)]
struct Course {
    sweeps: u32,
    converged_at: Option<u32>,
    change: f64,
}

impl Course {
    fn join(&mut self, other: Self) {
        self.sweeps = self.sweeps.max(other.sweeps);
        self.converged_at = self.converged_at.zip(other.converged_at).map(|(a, b)| a.max(b));
        self.change = self.change.max(other.change);
    }
}

/// The strongly connected components of a graph, each after all that link to it; within one, nodes stand after those
/// that link to them where the cycle lets them.
struct Components {
    nodes: Vec<u32>,
    ends: Vec<u32>,
}

impl Components {
    /// By Kosaraju's way: what a node is reached from, of all that comes no earlier in reverse postorder, is its component.
    /// O(nodes + links).
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
        // A counting sort keeps the order of each component's nodes.
        let mut next: Vec<u32> = std::iter::once(0).chain(ends.iter().copied()).collect();
        let mut nodes = vec![0; order.len()];
        for node in order {
            let place = &mut next[component[node as usize] as usize];
            nodes[*place as usize] = node;
            *place += 1;
        }
        Self { nodes, ends }
    }

    fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.nodes[start as usize..end as usize])
    }
}

/// All nodes, each after those that link to it, but for links that close a cycle: a depth-first walk, by when it is done
/// with each, backwards. O(nodes + links).
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
