//! The best order to read stops: each stop after what it depends on, and near the stop before it.

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// An order of stops.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StopOrder {
    /// Indices in the list of stops, from the first to the last stop.
    pub order: Vec<usize>,
    /// The number of pairs in the wrong order, because stops depend on each other in cycles.
    pub back: usize,
    /// The cycles of stops that depend on each other. Each has two stops or more, in their order.
    pub circles: Vec<Vec<usize>>,
}

/// Orders `n` stops. Of a pair `(before, after)` in `pairs`, `before` comes first, unless a cycle prevents it. The
/// stops of a cycle (strongly connected component) stay together. Of the stops that can be next, the one with the
/// largest `near` to the last stop is taken, and of equals the first in the list. O(n^2 x pairs).
pub fn in_order(n: usize, pairs: &[(usize, usize)], near: impl Fn(usize, usize) -> u32) -> StopOrder {
    let mut graph = DiGraph::<(), ()>::with_capacity(n, pairs.len());
    let nodes: Vec<NodeIndex> = (0..n).map(|_| graph.add_node(())).collect();
    let mut pairs: Vec<(usize, usize)> = pairs.iter().copied().filter(|(a, b)| a != b).collect();
    pairs.sort_unstable();
    pairs.dedup();
    for &(before, after) in &pairs {
        graph.add_edge(nodes[before], nodes[after], ());
    }
    let mut circle_of = vec![0; n];
    let mut circles: Vec<Vec<usize>> = Vec::new();
    for component in tarjan_scc(&graph) {
        let mut members: Vec<usize> = component.into_iter().map(NodeIndex::index).collect();
        members.sort_unstable();
        for &member in &members {
            circle_of[member] = circles.len();
        }
        circles.push(members);
    }

    let mut order: Vec<usize> = Vec::with_capacity(n);
    let mut placed = vec![false; n];
    while order.len() < n {
        let ready = |stop: usize| {
            let blocked = |&(before, after): &(usize, usize)| {
                circle_of[after] == circle_of[stop] && circle_of[before] != circle_of[stop] && !placed[before]
            };
            !placed[stop] && !pairs.iter().any(blocked)
        };
        // A cycle that was begun is finished first.
        let begun =
            order.last().map(|&last| circle_of[last]).filter(|&c| circles[c].iter().any(|&m| !placed[m]));
        let next = (0..n)
            .filter(|&stop| {
                begun.map_or_else(|| ready(stop), |circle| circle_of[stop] == circle && !placed[stop])
            })
            .min_by_key(|&stop| {
                // Within a cycle, the stop is taken that the fewest unplaced members should precede.
                let behind = pairs.iter().filter(|&&(b, a)| a == stop && !placed[b]).count();
                (behind, std::cmp::Reverse(order.last().map_or(0, |&last| near(last, stop))), stop)
            });
        // The graph of the components has no cycles, so some stop is always ready.
        let Some(next) = next else { break };
        placed[next] = true;
        order.push(next);
    }
    let mut place = vec![0; n];
    order.iter().enumerate().for_each(|(at, &stop)| place[stop] = at);
    let back = pairs.iter().filter(|&&(before, after)| place[before] > place[after]).count();
    circles.retain(|circle| circle.len() > 1);
    for circle in &mut circles {
        circle.sort_unstable_by_key(|&stop| place[stop]);
    }
    circles.sort_unstable_by_key(|circle| place[circle[0]]);
    StopOrder { order, back, circles }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_stop_comes_once_and_only_circles_go_back(
            n in 1usize..13,
            raw in prop::collection::vec((0usize..13, 0usize..13), 0..40),
            acyclic in any::<bool>(),
        ) {
            let pairs: Vec<(usize, usize)> = raw
                .into_iter()
                .map(|(a, b)| (a % n, b % n))
                .map(|(a, b)| if acyclic { (a.min(b), a.max(b)) } else { (a, b) })
                .collect();
            let result = in_order(n, &pairs, |a, b| (a * 7 + b) as u32 % 5);
            let mut all = result.order.clone();
            all.sort_unstable();
            prop_assert_eq!(all, (0..n).collect::<Vec<_>>());
            prop_assert!(!acyclic || result.back == 0, "{result:?}");
        }
    }

    #[test]
    fn the_near_comes_next_and_a_circle_stays_together() {
        let near = |a: usize, b: usize| u32::from(a % 2 == b % 2);
        assert_eq!(in_order(4, &[], near).order, [0, 2, 1, 3]);
        let circle = in_order(4, &[(1, 3), (3, 1), (1, 0)], near);
        assert_eq!((circle.order, circle.back), (vec![2, 1, 3, 0], 1));
        assert_eq!(circle.circles, [[1, 3]]);
    }
}
