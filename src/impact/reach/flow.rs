//! The flow graph: which nodes are reached with a node, laid out for propagation.
//!
//! A node is a symbol, or one of the states of a type that [`super::draft`] names. Nodes are numbered so that most links
//! lead to higher numbers.

use crate::model::SymbolId;

/// Marks a link that hands on a value or function, which code that runs later may use.
const HANDS_ON: u32 = 1 << 31;
/// The bit of a link to a function that runs later, where no edge shows it: a set-up that only registers it does not run it.
const LATER: u32 = 1 << 30;
/// The bits of a link that name its node.
const NODE: u32 = LATER - 1;

/// A node that is reached from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FlowLink {
    pub(super) to: u32,
    /// True if a value or a function is handed on, which other code may use later.
    pub(super) hands_on: bool,
    /// True if a function runs later.
    pub(super) later: bool,
}

/// A node that is reached from two others: a call of an interface's method, and a value that can be its receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Gated {
    pub(super) from: u32,
    pub(super) gate: u32,
    pub(super) to: u32,
}

/// Links in the order in which they are found.
#[derive(Debug, Default)]
pub(super) struct FlowLinks {
    /// `from << 32 | to`, with [`HANDS_ON`] and [`LATER`].
    plain: Vec<u64>,
    gated: Vec<Gated>,
}

impl FlowLinks {
    pub(super) fn add(&mut self, from: u32, to: u32, hands_on: bool) {
        self.add_with(from, to, if hands_on { HANDS_ON } else { 0 });
    }

    /// That a function which was taken as a value may run, somewhere.
    pub(super) fn add_later(&mut self, from: u32, to: u32) {
        self.add_with(from, to, LATER);
    }

    fn add_with(&mut self, from: u32, to: u32, bits: u32) {
        if from != to {
            self.plain.push(u64::from(from) << 32 | u64::from(to | bits));
        }
    }

    /// All links as pairs of nodes, those without their gates that have one.
    pub(super) fn all(&self) -> impl Iterator<Item = (u32, u32)> {
        let plain = self.plain.iter().map(|&link| ((link >> 32) as u32, link as u32 & NODE));
        plain.chain(self.gated.iter().map(|gated| (gated.from, gated.to)))
    }

    pub(super) fn add_gated(&mut self, from: u32, gate: u32, to: u32) {
        self.gated.push(Gated { from, gate, to });
    }
}

#[derive(Debug, Default)]
pub(super) struct Flow {
    /// The node of each symbol.
    positions: Vec<u32>,
    /// The symbol of each node: of a type's state the type.
    symbols: Vec<Option<SymbolId>>,
    /// Where node `i`'s links end in `links`.
    ends: Vec<u32>,
    links: Vec<u32>,
    /// By `from`, and where node `i`'s end.
    gated: Vec<Gated>,
    gated_ends: Vec<u32>,
    /// The same by `gate`, as indices of `gated`.
    by_gate: Vec<u32>,
    by_gate_ends: Vec<u32>,
}

impl Flow {
    /// `symbols` says of what each node is, of which the first `n_symbols` are the symbols themselves. O(links x log links).
    pub(super) fn of(n_symbols: usize, symbols: &[Option<SymbolId>], links: FlowLinks) -> Self {
        let FlowLinks { plain: mut links, mut gated } = links;
        let n = symbols.len();
        links.sort_unstable();
        links.dedup();
        let order = order(n, &links);
        let mut place = vec![0_u32; n];
        for (&node, at) in order.iter().zip(0..) {
            place[node as usize] = at;
        }
        for link in &mut links {
            let (from, to) = ((*link >> 32) as usize, *link as u32);
            *link = u64::from(place[from]) << 32 | u64::from(place[(to & NODE) as usize] | to & !NODE);
        }
        links.sort_unstable();
        let at = |node: u32| place[node as usize];
        for g in &mut gated {
            *g = Gated { from: at(g.from), gate: at(g.gate), to: at(g.to) };
        }
        gated.sort_unstable();
        gated.dedup();
        let mut by_gate: Vec<u32> = (0..gated.len() as u32).collect();
        by_gate.sort_by_key(|&ix| gated[ix as usize].gate);
        let by_gate_ends = ends(n, by_gate.iter().map(|&ix| gated[ix as usize].gate));
        place.truncate(n_symbols);
        Self {
            symbols: order.iter().map(|&node| symbols[node as usize]).collect(),
            ends: ends(n, links.iter().map(|&link| (link >> 32) as u32)),
            links: links.into_iter().map(|link| link as u32).collect(),
            gated_ends: ends(n, gated.iter().map(|g| g.from)),
            by_gate_ends,
            by_gate,
            gated,
            positions: place,
        }
    }

    pub(super) fn n_nodes(&self) -> usize {
        self.symbols.len()
    }

    pub(super) fn position(&self, symbol: SymbolId) -> u32 {
        self.positions[symbol.ix()]
    }

    pub(super) fn symbol(&self, node: u32) -> Option<SymbolId> {
        self.symbols[node as usize]
    }

    pub(super) fn links(&self, node: u32) -> impl Iterator<Item = FlowLink> {
        let links = &self.links[span(&self.ends, node)];
        links.iter().map(|&link| FlowLink {
            to: link & NODE,
            hands_on: link & HANDS_ON != 0,
            later: link & LATER != 0,
        })
    }

    /// The calls of interfaces' methods from a node.
    pub(super) fn gated_from(&self, node: u32) -> &[Gated] {
        &self.gated[span(&self.gated_ends, node)]
    }

    /// The calls that a value of a type is the receiver of.
    pub(super) fn gated_by(&self, node: u32) -> impl Iterator<Item = Gated> {
        self.by_gate[span(&self.by_gate_ends, node)].iter().map(|&ix| self.gated[ix as usize])
    }
}

/// Nodes in reverse postorder of a walk along the links, which are sorted: what a node leads to mostly follows it.
fn order(n: usize, links: &[u64]) -> Vec<u32> {
    let ends = ends(n, links.iter().map(|&link| (link >> 32) as u32));
    let mut order = Vec::with_capacity(n);
    let mut seen = vec![false; n];
    let mut open: Vec<(u32, usize)> = Vec::new();
    for root in 0..n as u32 {
        if std::mem::replace(&mut seen[root as usize], true) {
            continue;
        }
        open.push((root, span(&ends, root).start));
        while let Some((node, next)) = open.last_mut() {
            if *next == ends[*node as usize] as usize {
                order.push(*node);
                open.pop();
                continue;
            }
            let to = links[*next] as u32 & NODE;
            *next += 1;
            if !std::mem::replace(&mut seen[to as usize], true) {
                open.push((to, span(&ends, to).start));
            }
        }
    }
    order.reverse();
    order
}

/// Where the rows of each of `n` nodes end, of rows sorted by node.
pub(super) fn ends(n: usize, nodes: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut ends = vec![0_u32; n];
    for node in nodes {
        ends[node as usize] += 1;
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += *end;
        *end = sum;
    }
    ends
}

fn span(ends: &[u32], node: u32) -> std::ops::Range<usize> {
    let start = if node == 0 { 0 } else { ends[node as usize - 1] as usize };
    start..ends[node as usize] as usize
}
