//! Facts of declarations as few bytes: column after column, numbers as LEB128, no positions.

use crate::golang::ast::{Kind, NO_NAME, NameIx, Node};
use crate::golang::facts::{Decl, FileFacts, Import, NONE};

#[derive(Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn number(&mut self, mut n: u32) {
        while n >= 0x80 {
            self.bytes.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.bytes.push(n as u8);
    }

    /// A number whose largest value means "none" and is common: it is written as 0.
    fn optional(&mut self, n: u32) {
        self.number(n.wrapping_add(1));
    }

    pub(super) fn text(&mut self, text: &str) {
        self.number(text.len() as u32);
        self.bytes.extend(text.as_bytes());
    }
}

pub(super) struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub(super) fn rest(self) -> &'a [u8] {
        self.bytes
    }

    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }

    fn number(&mut self) -> Option<u32> {
        let mut n = 0;
        for shift in (0..32).step_by(7) {
            let byte = self.byte()?;
            n |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(n);
            }
        }
        None
    }

    fn optional(&mut self) -> Option<u32> {
        Some(self.number()?.wrapping_sub(1))
    }

    /// How many of something follow.
    pub(super) fn count(&mut self) -> Option<usize> {
        Some(self.number()? as usize)
    }

    fn slice(&mut self, length: usize) -> Option<&'a [u8]> {
        let (slice, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        Some(slice)
    }

    pub(super) fn text(&mut self) -> Option<&'a str> {
        let length = self.count()?;
        std::str::from_utf8(self.slice(length)?).ok()
    }
}

/// Writes what [`decode`] reads. Places are left out.
pub(super) fn encode(facts: &FileFacts) -> Vec<u8> {
    let mut out = Writer::default();
    out.number(facts.package);
    out.number(facts.name_ends.len() as u32);
    for ix in 0..facts.name_ends.len() {
        out.number(facts.name(ix as NameIx).len() as u32);
    }
    out.bytes.extend(&facts.name_bytes);

    out.number(facts.imports.len() as u32);
    for import in &facts.imports {
        out.number(import.alias);
        out.number(import.path);
    }

    out.number(facts.nodes.len() as u32);
    out.bytes.extend(facts.nodes.iter().map(|node| node.kind() as u8));
    out.bytes.extend(facts.nodes.iter().map(|node| node.flags));
    facts.nodes.iter().for_each(|node| out.optional(node.name));
    (0..).zip(&facts.nodes).for_each(|(ix, node)| out.number(node.end - ix));

    out.number(facts.decls.len() as u32);
    out.bytes.extend(facts.decls.iter().map(|decl| decl.kind));
    out.bytes.extend(facts.decls.iter().map(|decl| decl.flags));
    facts.decls.iter().for_each(|decl| out.number(decl.name));
    facts.decls.iter().for_each(|decl| out.optional(decl.receiver));
    (0..)
        .zip(&facts.decls)
        .for_each(|(ix, decl)| out.number(if decl.owner == NONE { 0 } else { ix - decl.owner }));
    let mut before = 0;
    for decl in &facts.decls {
        out.number(decl.node - before);
        before = decl.node;
    }
    facts.decls.iter().for_each(|decl| out.number(decl.nth));
    out.bytes
}

/// The facts of [`encode`]; `None` when the bytes are not its.
pub(super) fn decode(bytes: &[u8]) -> Option<FileFacts> {
    let mut from = Reader::new(bytes);
    let mut facts = FileFacts { package: from.number()?, build: NO_NAME, ..FileFacts::default() };
    let mut end = 0_u32;
    for _ in 0..from.count()? {
        end = from.number()?.checked_add(end)?;
        facts.name_ends.push(end);
    }
    facts.name_bytes = from.slice(end as usize)?.to_vec();

    for _ in 0..from.count()? {
        facts.imports.push(Import { alias: from.number()?, path: from.number()?, line: 0 });
    }

    let count = from.count()?;
    let (kinds, flags) = (from.slice(count)?, from.slice(count)?);
    for (&kind, &flags) in kinds.iter().zip(flags) {
        facts.nodes.push(Node::new(Kind::from_u8(kind), flags, from.optional()?, 0));
    }
    for (ix, node) in (0_u32..).zip(&mut facts.nodes) {
        node.end = from.number()?.checked_add(ix)?;
    }

    let count = from.count()?;
    let (kinds, flags) = (from.slice(count)?, from.slice(count)?);
    for (&kind, &flags) in kinds.iter().zip(flags) {
        facts.decls.push(Decl { name: from.number()?, ..placeless(kind, flags) });
    }
    for decl in &mut facts.decls {
        decl.receiver = from.optional()?;
    }
    for (ix, decl) in (0_u32..).zip(&mut facts.decls) {
        let back = from.number()?;
        decl.owner = if back == 0 { NONE } else { ix.checked_sub(back)? };
    }
    let mut node = 0_u32;
    for decl in &mut facts.decls {
        node = from.number()?.checked_add(node)?;
        decl.node = node;
    }
    for decl in &mut facts.decls {
        decl.nth = from.number()?;
    }
    from.rest().is_empty().then_some(facts)
}

/// A declaration that stands nowhere.
pub(super) fn placeless(kind: u8, flags: u8) -> Decl {
    Decl { kind, flags, receiver: NO_NAME, owner: NONE, signature: NO_NAME, ..bytemuck::Zeroable::zeroed() }
}
