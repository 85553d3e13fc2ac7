//! Makes instructions of a pattern.

use super::syntax::{Node, Set};

/// The most instructions of a pattern; `{n}` repeats what it applies to.
const MAX_INSTRUCTIONS: usize = 10_000;

/// An instruction. Those that look at text go forward or, within what stands behind, `back`.
#[derive(Clone, Debug)]
pub(super) enum Inst {
    Unit {
        set: Set,
        back: bool,
    },
    LineStart,
    LineEnd,
    Boundary(bool),
    Again {
        group: usize,
        back: bool,
    },
    /// Goes on at the first, and at the second if that fails.
    Split(usize, usize),
    Jump(usize),
    /// Notes the place in a slot: where a group starts or ends, or a repetition begins.
    Save(usize),
    /// Empties slots, from the first to before the second.
    Clear(usize, usize),
    /// Fails at the place that the slot notes, since a repetition that matches nothing does not count.
    Progress(usize),
    /// The instructions up to `end` match the text ahead or behind, or do not.
    Look {
        negated: bool,
        end: usize,
    },
    Match,
}

/// A pattern as instructions.
pub(super) struct Program {
    pub insts: Vec<Inst>,
    pub n_slots: usize,
}

/// The instructions of a pattern. None if they are too many.
pub(super) fn of(tree: &Node, n_groups: usize) -> Option<Program> {
    let mut emitter = Emitter { insts: Vec::new(), n_slots: 2 * (n_groups + 1) };
    emitter.emit(tree, false)?;
    emitter.push(Inst::Match)?;
    Some(Program { insts: emitter.insts, n_slots: emitter.n_slots })
}

struct Emitter {
    insts: Vec<Inst>,
    /// Two slots for each group, then one for each repetition.
    n_slots: usize,
}

impl Emitter {
    fn push(&mut self, inst: Inst) -> Option<usize> {
        if self.insts.len() == MAX_INSTRUCTIONS {
            return None;
        }
        self.insts.push(inst);
        Some(self.insts.len() - 1)
    }

    fn emit(&mut self, node: &Node, back: bool) -> Option<()> {
        match node {
            Node::Unit(set) => {
                self.push(Inst::Unit { set: set.clone(), back })?;
            }
            Node::LineStart => {
                self.push(Inst::LineStart)?;
            }
            Node::LineEnd => {
                self.push(Inst::LineEnd)?;
            }
            Node::Boundary(wanted) => {
                self.push(Inst::Boundary(*wanted))?;
            }
            Node::Again(group) => {
                self.push(Inst::Again { group: *group, back })?;
            }
            Node::Group(group, body) => {
                let [first, last] =
                    if back { [2 * group + 1, 2 * group] } else { [2 * group, 2 * group + 1] };
                self.push(Inst::Save(first))?;
                self.emit(body, back)?;
                self.push(Inst::Save(last))?;
            }
            Node::Look { ahead, negated, body } => {
                let at = self.push(Inst::Match)?;
                self.emit(body, !ahead)?;
                self.push(Inst::Match)?;
                self.insts[at] = Inst::Look { negated: *negated, end: self.insts.len() };
            }
            Node::Sequence(nodes) if back => nodes.iter().rev().try_for_each(|node| self.emit(node, back))?,
            Node::Sequence(nodes) => nodes.iter().try_for_each(|node| self.emit(node, back))?,
            Node::Either(all) => self.either(all, back)?,
            &Node::Repeat { ref body, least, most, lazy, groups } => {
                self.repeat(body, [least, most.unwrap_or(least)], most.is_none(), lazy, groups, back)?;
            }
        }
        Some(())
    }

    fn either(&mut self, all: &[Node], back: bool) -> Option<()> {
        let mut ends = Vec::new();
        for (ix, node) in all.iter().enumerate() {
            if ix + 1 == all.len() {
                self.emit(node, back)?;
                break;
            }
            let head = self.push(Inst::Match)?;
            self.emit(node, back)?;
            ends.push(self.push(Inst::Jump(0))?);
            self.insts[head] = Inst::Split(head + 1, self.insts.len());
        }
        for end in ends {
            self.insts[end] = Inst::Jump(self.insts.len());
        }
        Some(())
    }

    fn repeat(
        &mut self,
        body: &Node,
        [least, most]: [u32; 2],
        endless: bool,
        lazy: bool,
        groups: [usize; 2],
        back: bool,
    ) -> Option<()> {
        let clear = Inst::Clear(2 * groups[0], 2 * groups[1]);
        for _ in 0..least {
            self.push(clear.clone())?;
            self.emit(body, back)?;
        }
        let slot = self.n_slots;
        self.n_slots += 1;
        let mut heads = Vec::new();
        for _ in 0..if endless { 1 } else { most - least } {
            heads.push(self.push(Inst::Match)?);
            self.push(clear.clone())?;
            self.push(Inst::Save(slot))?;
            self.emit(body, back)?;
            self.push(Inst::Progress(slot))?;
        }
        if let Some(&head) = heads.first().filter(|_| endless) {
            self.push(Inst::Jump(head))?;
        }
        let end = self.insts.len();
        for head in heads {
            self.insts[head] = if lazy { Inst::Split(end, head + 1) } else { Inst::Split(head + 1, end) };
        }
        Some(())
    }
}
