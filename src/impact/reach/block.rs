//! Propagates several hundred tests at once: each node has a row of bits, one for each test that reaches it.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::binaries::Binaries;
use super::entry::Test;
use super::flow::Flow;
use crate::model::SymbolId;

const WORDS: usize = 8;

/// Bits of a row.
pub(super) const LENGTH: usize = WORDS * 64;

pub(super) type TestBits = [u64; WORDS];

/// The result of propagating one block of tests.
#[derive(Debug)]
pub(super) struct TestBlock {
    bits: Vec<Bit>,
    /// The different rows, and which of them each node has.
    rows: Vec<TestBits>,
    row_of: Vec<u32>,
}

/// The meaning of a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bit {
    /// A test, by its place.
    Test(usize),
    /// All that runs before the tests of a folder.
    SetUp,
    /// A set-up of the folder itself that it runs: a test of the folder, by its place.
    OwnSetUp(usize),
}

/// The bits of one folder.
struct Folder {
    /// The bit of its set-up.
    set_up: usize,
    /// All of them.
    all: TestBits,
}

impl TestBlock {
    /// Propagates the tests of some ranges, each of one folder; `None` once `cancelled` holds. `rows` is memory that one block
    /// leaves to the next.
    pub(super) fn of(
        flow: &Flow,
        binaries: &Binaries,
        tests: &[Test],
        ranges: &[Range<usize>],
        rows: &mut Vec<TestBits>,
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let mut bits = Vec::new();
        let mut own = TestBits::default();
        let mut folders = Vec::new();
        let mut linked = vec![[0; WORDS]; binaries.n_units()];
        let mut starts: Vec<(SymbolId, usize)> = Vec::new();
        for range in ranges {
            let folder = binaries.folder(&tests[range.start].dir);
            let set_up = bits.len();
            let mut all = TestBits::default();
            bits.extend([Bit::SetUp, Bit::OwnSetUp(range.start)]);
            set(&mut all, set_up);
            set(&mut all, set_up + 1);
            set(&mut own, set_up + 1);
            starts.extend(binaries.set_ups(folder).map(|symbol| (symbol, set_up)));
            starts.extend(binaries.own_set_ups(folder).map(|symbol| (symbol, set_up + 1)));
            for test in range.clone() {
                starts.extend(tests[test].starts.iter().map(|&symbol| (symbol, bits.len())));
                set(&mut all, bits.len());
                bits.push(Bit::Test(test));
            }
            let units = linked.iter_mut().enumerate();
            units.filter(|&(unit, _)| binaries.links(folder, unit)).for_each(|(_, row)| or(row, &all));
            folders.push(Folder { set_up, all });
        }
        rows.clear();
        rows.resize(flow.n_nodes(), TestBits::default());
        let open = vec![0; flow.n_nodes().div_ceil(64)];
        let mut walk = Propagation { flow, binaries, folders, own, linked, rows, open };
        for (symbol, bit) in starts {
            let mut row = TestBits::default();
            set(&mut row, bit);
            walk.put(flow.position(symbol), row);
        }
        walk.run(cancelled)?;
        let mut numbers: FxHashMap<TestBits, u32> = FxHashMap::default();
        let mut block = Self { bits, rows: Vec::new(), row_of: Vec::with_capacity(flow.n_nodes()) };
        for of_node in walk.rows.chunk_by(|a, b| a == b) {
            let number = *numbers.entry(of_node[0]).or_insert_with(|| {
                block.rows.push(of_node[0]);
                block.rows.len() as u32 - 1
            });
            block.row_of.extend(std::iter::repeat_n(number, of_node.len()));
        }
        Some(block)
    }

    pub(super) fn n_cells(&self) -> usize {
        self.row_of.len() + self.rows.len() * WORDS * 2
    }

    /// Returns the bits of everything that reaches one of some nodes.
    pub(super) fn reaching(&self, nodes: &[u32]) -> impl Iterator<Item = Bit> {
        let mut all = TestBits::default();
        for &node in nodes {
            or(&mut all, &self.rows[self.row_of[node as usize] as usize]);
        }
        self.bits.iter().enumerate().filter(move |&(bit, _)| has(&all, bit)).map(|(_, &of)| of)
    }
}

/// Propagates rows to a fixed point.
struct Propagation<'f> {
    flow: &'f Flow,
    binaries: &'f Binaries,
    folders: Vec<Folder>,
    /// The bits of folders' own set-ups: what these only register they do not run.
    own: TestBits,
    /// By unit the tests whose binaries have it.
    linked: Vec<TestBits>,
    rows: &'f mut [TestBits],
    /// A bit for each node whose row has changed since it was last gone on from.
    open: Vec<u64>,
}

impl Propagation<'_> {
    /// Goes through the open nodes in order, again and again.
    fn run(&mut self, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<()> {
        let mut is_open = true;
        while is_open {
            if cancelled() {
                return None;
            }
            is_open = false;
            for word in 0..self.open.len() {
                while self.open[word] != 0 {
                    let bit = self.open[word].trailing_zeros();
                    self.open[word] &= self.open[word] - 1;
                    self.go_on(word as u32 * 64 + bit);
                    is_open = true;
                }
            }
        }
        Some(())
    }

    fn go_on(&mut self, node: u32) {
        let flow = self.flow;
        let row = self.rows[node as usize];
        let handed = self.handed(&row);
        for link in flow.links(node) {
            let row = if link.hands_on { handed } else { row };
            self.put(link.to, if link.later { without(&row, &self.own) } else { row });
        }
        for gated in flow.gated_from(node) {
            self.put(gated.to, both(&row, &self.rows[gated.gate as usize]));
        }
        for gated in flow.gated_by(node) {
            self.put(gated.to, both(&row, &self.rows[gated.from as usize]));
        }
    }

    /// The tests that a value handed on reaches: a folder's set-up hands it to all its tests.
    fn handed(&self, row: &TestBits) -> TestBits {
        let mut handed = *row;
        for folder in self.folders.iter().filter(|folder| has(row, folder.set_up)) {
            or(&mut handed, &folder.all);
        }
        handed
    }

    /// Adds tests to those that reach a node, as far as their programs have it.
    fn put(&mut self, node: u32, row: TestBits) {
        let unit = self.flow.symbol(node).map(|symbol| self.binaries.unit(symbol));
        let row = unit.map_or(row, |unit| both(&row, &self.linked[unit]));
        let known = &mut self.rows[node as usize];
        let new = without(&row, known);
        if new != TestBits::default() {
            or(known, &new);
            self.open[node as usize >> 6] |= 1 << (node & 63);
        }
    }
}

fn set(row: &mut TestBits, bit: usize) {
    row[bit >> 6] |= 1 << (bit & 63);
}

fn has(row: &TestBits, bit: usize) -> bool {
    row[bit >> 6] >> (bit & 63) & 1 == 1
}

fn or(row: &mut TestBits, other: &TestBits) {
    *row = joined(row, other, |row, other| row | other);
}

fn without(row: &TestBits, other: &TestBits) -> TestBits {
    joined(row, other, |row, other| row & !other)
}

fn both(a: &TestBits, b: &TestBits) -> TestBits {
    joined(a, b, |a, b| a & b)
}

/// Joins two rows word by word. Iterators over both are not inlined here: they take a fifth of the first question about a large tree.
fn joined(a: &TestBits, b: &TestBits, join: impl Fn(u64, u64) -> u64) -> TestBits {
    let mut row = TestBits::default();
    for word in 0..WORDS {
        row[word] = join(a[word], b[word]);
    }
    row
}
