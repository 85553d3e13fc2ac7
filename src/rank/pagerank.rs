//! `PageRank` by power iteration.
//!
//! `score(v) = (1 - d)/n + d * (sum of score(u)/degree(u) over the unique u -> v) + d * (dangling mass)/n`, where the
//! dangling mass is the score of all nodes without links, shared by everybody. Every round keeps the sum at 1.
//!
//! Two stops. The seed's is absolute: no node changes by 1e-6. As the mean score is 1/n, on a graph of a million
//! symbols that ends after eight rounds, far from done; so the iteration goes on, within the same hundred rounds, until
//! no node changes by 1e-6 *of the mean*. What is left then is at most `residual * n * d/(1 - d)` in total.

use rayon::prelude::*;
use serde::Serialize;

use super::Csr;

/// Probability of following a link rather than starting anew.
pub const DAMPING: f64 = 0.85;
/// Most rounds.
pub const MAX_ITERATIONS: u32 = 100;
/// The first stop: largest change of a node in one round. The second is this times the mean score.
pub const TOLERANCE: f64 = 1e-6;

/// Nodes per block. Blocks are summed one by one in order, so the result is the same on any number of threads.
const BLOCK: usize = 4096;
/// Below this many nodes a second thread costs more than it brings (measured: it pays from about 50,000).
const PARALLEL_FROM: usize = 50_000;

/// How an iteration ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Convergence {
    /// Rounds done.
    pub iterations: u32,
    /// Whether the first stop was reached.
    pub converged: bool,
    pub tolerance: f64,
    /// The round that reached the first stop.
    pub converged_at: Option<u32>,
    /// Whether the second stop was reached too.
    pub settled: bool,
    /// The second stop: [`TOLERANCE`] of the mean score.
    pub settle_tolerance: f64,
    /// Largest change of a node in the last round.
    pub residual: f64,
}

/// Scores, which sum to 1 (none for a graph without nodes), and how they were reached.
#[derive(Clone, Debug, PartialEq)]
pub struct PageRank {
    pub scores: Vec<f64>,
    pub convergence: Convergence,
}

/// Ranks the nodes of a graph given as links and the same links reversed. O(iterations x (nodes + links)).
#[must_use]
pub fn pagerank(forward: &Csr, backward: &Csr) -> PageRank {
    iterate(forward, backward, MAX_ITERATIONS, TOLERANCE)
}

/// What one block of nodes contributes to a round.
#[derive(Clone, Copy, Default)]
struct Tally {
    change: f64,
    dangling: f64,
}

/// [`pagerank`] with its limits open, so that tests can run it to the end.
pub(super) fn iterate(forward: &Csr, backward: &Csr, rounds: u32, tolerance: f64) -> PageRank {
    let n = forward.n_nodes();
    let mean = 1.0 / n.max(1) as f64;
    let mut convergence = Convergence {
        iterations: 0,
        converged: n == 0,
        tolerance,
        converged_at: None,
        settled: n == 0,
        settle_tolerance: tolerance * mean,
        residual: 0.0,
    };
    // What a node hands to each neighbour, as a factor of its score; 0 marks a dangling node.
    let split: Vec<f64> = (0..n).map(|node| 1.0 / f64::from(forward.degree(node).max(1))).collect();
    let is_dangling = |node: usize| forward.degree(node) == 0;

    let mut scores = vec![mean; n];
    let mut shares: Vec<f64> = split.iter().map(|s| s * mean).collect();
    let mut dangling: f64 = (0..n).filter(|&node| is_dangling(node)).map(|_| mean).sum();
    while convergence.iterations < rounds && !convergence.settled {
        let base = (1.0 - DAMPING) * mean + DAMPING * dangling * mean;
        let block = |(ix, block): (usize, &mut [f64])| {
            let mut tally = Tally::default();
            for (node, score) in (ix * BLOCK..).zip(block) {
                let lent: f64 = backward.row(node).iter().map(|&from| shares[from as usize]).sum();
                let new = base + DAMPING * lent;
                tally.change = tally.change.max((new - *score).abs());
                if is_dangling(node) {
                    tally.dangling += new;
                }
                *score = new;
            }
            tally
        };
        let tallies: Vec<Tally> = if n < PARALLEL_FROM {
            scores.chunks_mut(BLOCK).enumerate().map(block).collect()
        } else {
            scores.par_chunks_mut(BLOCK).enumerate().map(block).collect()
        };
        dangling = tallies.iter().map(|t| t.dangling).sum();
        convergence.note(tallies.iter().fold(0.0, |most, t| most.max(t.change)));
        for ((share, score), split) in shares.iter_mut().zip(&scores).zip(&split) {
            *share = score * split;
        }
    }
    PageRank { scores, convergence }
}

impl Convergence {
    fn note(&mut self, change: f64) {
        self.iterations += 1;
        self.residual = change;
        if !self.converged && change < self.tolerance {
            self.converged = true;
            self.converged_at = Some(self.iterations);
        }
        self.settled = change < self.settle_tolerance;
    }
}
