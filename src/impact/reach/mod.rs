//! The tests that may execute a symbol: rapid type analysis from every test.
//!
//! A call through an interface leads to the methods of those types alone of which what the test reaches makes a value (Bacon
//! and Sweeney, "Fast static analysis of C++ virtual function calls"). No score, depth or share takes part: a test is
//! reached or it is not.
//!
//! * [`draft`] reads from the graph what is executed with what, [`handed_out`] what code outside calls, and [`flow`] lays
//!   it out.
//! * [`effects`] finds the variables whose initialisers do more than give them a value.
//! * [`binaries`] says which packages are linked with the tests of a folder.
//! * [`block`] propagates some hundred tests at once, a bit for each.

mod binaries;
mod block;
mod draft;
mod effects;
mod entry;
mod flow;
mod handed_out;

use rayon::prelude::*;

use binaries::Binaries;
use block::{Bit, LENGTH, TestBlock};
use draft::FlowDraft;
pub(super) use entry::Test;
use flow::Flow;

use super::steps::Steps;
use crate::model::{Graph, SymbolId};

/// Cells of all blocks that are kept for the next question: 128 MB.
const MAX_KEPT: usize = 32 << 20;

/// The tests that execute a change.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ReachedTests {
    /// Tests, in order of their ids.
    pub(super) tests: Vec<SymbolId>,
    /// Folders before whose tests a `TestMain`, an `init` or an initialiser of their own executes it, in order.
    pub(super) set_ups: Vec<String>,
}

/// Bits that a folder takes in a block beside one for each test.
const BESIDE: usize = 2;

/// Answers which tests reach a symbol. Blocks of tests are propagated when a question first concerns them.
#[derive(Debug)]
pub(super) struct TestReach {
    flow: Flow,
    binaries: Binaries,
    /// By folder, so that those of one block reach much the same.
    tests: Vec<Test>,
    /// The tests of each block, as ranges of `tests`, and what is known of them.
    blocks: Vec<(Vec<std::ops::Range<usize>>, Option<TestBlock>)>,
}

impl TestReach {
    /// O(symbols + edges x log edges).
    pub(super) fn of(graph: &Graph<'_>, steps: &Steps, mut tests: Vec<Test>) -> Self {
        tests.sort_by(|a, b| (&a.dir, a.symbol).cmp(&(&b.dir, b.symbol)));
        let (flow, effects) = FlowDraft::flow(graph, steps);
        let binaries = Binaries::of(graph, &effects, tests.iter().map(|test| &*test.dir));
        let blocks = blocks(&tests).into_iter().map(|ranges| (ranges, None)).collect();
        Self { flow, binaries, tests, blocks }
    }

    /// Finds the tests that may execute one of some symbols; `None` once `cancelled` holds. For an interface's method,
    /// include the methods that implement it.
    ///
    /// The first question about a part of the tree costs O(tests / 512 x edges of what they reach), later ones
    /// O(tests / 64 x roots).
    pub(super) fn reaching(
        &mut self,
        roots: &[SymbolId],
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Option<ReachedTests> {
        let Self { flow, binaries, tests, blocks } = self;
        let mut units: Vec<usize> = roots.iter().map(|&root| binaries.unit(root)).collect();
        units.sort_unstable();
        units.dedup();
        let concerns = |ranges: &[std::ops::Range<usize>]| {
            ranges.iter().any(|range| {
                let folder = binaries.folder(&tests[range.start].dir);
                units.iter().any(|&unit| binaries.links(folder, unit))
            })
        };
        let missing: Vec<usize> = (0..blocks.len())
            .filter(|&block| blocks[block].1.is_none() && concerns(&blocks[block].0))
            .collect();
        let at_once = missing.len().div_ceil(rayon::current_num_threads()).max(1);
        let made = missing.par_chunks(at_once).flat_map_iter(|missing| {
            let mut rows = Vec::new();
            missing
                .iter()
                .map(|&block| {
                    let ranges = &blocks[block].0;
                    (block, TestBlock::of(flow, binaries, tests, ranges, &mut rows, cancelled))
                })
                .collect::<Vec<_>>()
        });
        for (block, made) in made.collect::<Vec<_>>() {
            blocks[block].1 = Some(made?);
        }
        let nodes: Vec<u32> = roots.iter().map(|&root| flow.position(root)).collect();
        let mut found = ReachedTests::default();
        for block in blocks.iter().filter(|block| concerns(&block.0)).filter_map(|block| block.1.as_ref()) {
            for bit in block.reaching(&nodes) {
                match bit {
                    Bit::Test(test) => found.tests.push(tests[test].symbol),
                    Bit::OwnSetUp(test) => found.set_ups.push(tests[test].dir.clone()),
                    Bit::SetUp => {}
                }
            }
        }
        let mut kept = 0;
        for (_, block) in blocks.iter_mut() {
            kept += block.as_ref().map_or(0, TestBlock::n_cells);
            if kept > MAX_KEPT {
                *block = None;
            }
        }
        found.tests.sort_unstable();
        found.set_ups.sort_unstable();
        found.set_ups.dedup();
        Some(found)
    }
}

/// Cuts tests, which come by folder, into blocks: each range is of one folder, and has [`BESIDE`] bits besides for what
/// runs before its tests.
fn blocks(tests: &[Test]) -> Vec<Vec<std::ops::Range<usize>>> {
    let mut blocks: Vec<Vec<std::ops::Range<usize>>> = Vec::new();
    let (mut start, mut room) = (0, 0);
    for folder in tests.chunk_by(|a, b| a.dir == b.dir) {
        let mut left = folder.len();
        while left > 0 {
            // One test at least.
            if room <= BESIDE || (left + BESIDE > room && room < LENGTH / 2) {
                blocks.push(Vec::new());
                room = LENGTH;
            }
            let taken = left.min(room - BESIDE);
            if let Some(block) = blocks.last_mut() {
                block.push(start..start + taken);
            }
            start += taken;
            left -= taken;
            room -= taken + BESIDE;
        }
    }
    blocks
}

#[cfg(test)]
mod tests;
