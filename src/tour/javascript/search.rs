//! Carries out the instructions of a pattern.

use super::program::{Inst, Program};
use super::syntax::{is_line_end, is_word};

/// The most instructions that one search carries out.
const MAX_STEPS: u32 = 5_000_000;

/// The most alternatives that are open at once.
const MAX_OPEN: usize = 1 << 20;

/// Why a search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tour) enum NoAnswer {
    /// The pattern is none of JavaScript's.
    NoPattern,
    /// Backtracking may take exponential time, and a short pattern may be a large program.
    TakesTooLong,
}

pub(super) struct Search<'t> {
    text: &'t [u16],
    program: &'t Program,
    /// Where groups start and end, and where repetitions began.
    slots: Vec<Option<usize>>,
    steps: u32,
}

/// The alternative to try if an instruction fails.
enum Retry {
    /// An instruction with its place.
    Here(usize, usize),
    /// A slot gets its earlier value back, then the next is tried.
    Restore(usize, Option<usize>),
}

impl<'t> Search<'t> {
    pub(super) fn new(text: &'t [u16], program: &'t Program) -> Self {
        Self { text, program, slots: vec![None; program.n_slots], steps: MAX_STEPS }
    }

    /// Returns whether the pattern matches from a place. After it did, the search is over.
    pub(super) fn matches_at(&mut self, start: usize) -> Result<bool, NoAnswer> {
        self.run(0, start)
    }

    /// Counts the steps of an instruction, one for each 16 units, ranges or slots that it goes through.
    fn count(&mut self, length: usize) -> Result<(), NoAnswer> {
        let steps = u32::try_from(length / 16 + 1).unwrap_or(u32::MAX);
        self.steps = self.steps.checked_sub(steps).ok_or(NoAnswer::TakesTooLong)?;
        Ok(())
    }

    /// Runs the program from an instruction and a place to its end. If it fails, slots are as they were before.
    fn run(&mut self, from: usize, at: usize) -> Result<bool, NoAnswer> {
        let mut open = vec![Retry::Here(from, at)];
        while let Some(retry) = open.pop() {
            let (mut pc, mut at) = match retry {
                Retry::Here(pc, at) => (pc, at),
                Retry::Restore(slot, value) => {
                    self.slots[slot] = value;
                    continue;
                }
            };
            loop {
                let program = self.program;
                self.count(match &program.insts[pc] {
                    Inst::Unit { set, .. } => set.len(),
                    &Inst::Again { group, .. } => self.text_of(group).map_or(0, <[u16]>::len),
                    Inst::Clear(first, end) => end - first,
                    Inst::Look { .. } => self.slots.len(),
                    _ => 0,
                })?;
                if open.len() > MAX_OPEN {
                    return Err(NoAnswer::TakesTooLong);
                }
                let (next, before) = (self.text.get(at), at.checked_sub(1).and_then(|ix| self.text.get(ix)));
                let holds = |holds: bool| holds.then_some(at);
                let went = match &program.insts[pc] {
                    Inst::Unit { set, back: false } => next.filter(|unit| set.has(**unit)).map(|_| at + 1),
                    Inst::Unit { set, back: true } => before.filter(|unit| set.has(**unit)).map(|_| at - 1),
                    Inst::LineStart => holds(before.is_none_or(|unit| is_line_end(*unit))),
                    Inst::LineEnd => holds(next.is_none_or(|unit| is_line_end(*unit))),
                    Inst::Boundary(wanted) => {
                        let [next, before] =
                            [next, before].map(|unit| unit.is_some_and(|unit| is_word(*unit)));
                        holds((next != before) == *wanted)
                    }
                    &Inst::Again { group, back } => self.again(group, back, at),
                    &Inst::Split(first, second) => {
                        open.push(Retry::Here(second, at));
                        pc = first;
                        continue;
                    }
                    &Inst::Jump(to) => {
                        pc = to;
                        continue;
                    }
                    &Inst::Save(slot) => {
                        open.push(Retry::Restore(slot, self.slots[slot].replace(at)));
                        Some(at)
                    }
                    &Inst::Clear(first, end) => {
                        for slot in first..end {
                            if let Some(was) = self.slots[slot].take() {
                                open.push(Retry::Restore(slot, Some(was)));
                            }
                        }
                        Some(at)
                    }
                    &Inst::Progress(slot) => holds(self.slots[slot] != Some(at)),
                    &Inst::Look { negated, end } => {
                        let was = self.slots.clone();
                        if self.run(pc + 1, at)? == negated {
                            self.slots = was;
                            break;
                        }
                        let changed = was
                            .iter()
                            .zip(&mut self.slots)
                            .enumerate()
                            .filter(|(_, (was, now))| *was != *now);
                        for (slot, (&was, now)) in changed {
                            if negated { *now = was } else { open.push(Retry::Restore(slot, was)) }
                        }
                        pc = end;
                        continue;
                    }
                    Inst::Match => return Ok(true),
                };
                let Some(went) = went else { break };
                (pc, at) = (pc + 1, went);
            }
        }
        Ok(false)
    }

    /// Returns the text that a group matched. None if it has not matched yet.
    fn text_of(&self, group: usize) -> Option<&'t [u16]> {
        self.text.get(self.slots[2 * group]?..self.slots[2 * group + 1]?)
    }

    /// The place after the text of a group, or, going back, before it. A group that has not matched yet is empty.
    fn again(&self, group: usize, back: bool, at: usize) -> Option<usize> {
        let Some(wanted) = self.text_of(group) else { return Some(at) };
        let [from, to] = if back { [at.checked_sub(wanted.len())?, at] } else { [at, at + wanted.len()] };
        (self.text.get(from..to)? == wanted).then_some(if back { from } else { to })
    }
}
