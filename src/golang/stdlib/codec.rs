//! Encodes facts of declarations in few bytes: column after column, numbers as LEB128, no positions.

use crate::golang::ast::{Kind, NO_NAME, NameIx, Node};
use crate::golang::facts::{Decl, FileFacts, Import, NONE};
use crate::model::leb128::{ByteReader, ByteWriter};

/// Encodes facts for [`decode`], without positions.
pub(super) fn encode(facts: &FileFacts) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut out = ByteWriter { bytes: &mut bytes };
    out.number(facts.package);
    out.number(facts.name_ends.len() as u64);
    for ix in 0..facts.name_ends.len() {
        out.number(facts.name(ix as NameIx).len() as u64);
    }
    out.bytes.extend(facts.name_text.as_bytes());

    out.number(facts.imports.len() as u64);
    for import in &facts.imports {
        out.number(import.alias);
        out.number(import.path);
    }

    out.number(facts.nodes.len() as u64);
    out.bytes.extend(facts.nodes.iter().map(|node| node.kind() as u8));
    out.bytes.extend(facts.nodes.iter().map(|node| node.flags));
    facts.nodes.iter().for_each(|node| out.optional(node.name));
    (0..).zip(&facts.nodes).for_each(|(ix, node)| out.number(node.end - ix));

    out.number(facts.decls.len() as u64);
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
    bytes
}

/// Decodes the bytes of [`encode`]; `None` if they do not have this form.
pub(super) fn decode(bytes: &[u8]) -> Option<FileFacts> {
    let mut from = ByteReader::new(bytes);
    let mut facts = FileFacts { package: from.number()?, build: NO_NAME, ..FileFacts::default() };
    let mut end = 0_u32;
    for _ in 0..from.number()? {
        end = from.number()?.checked_add(end)?;
        facts.name_ends.push(end);
    }
    facts.name_text.push_str(std::str::from_utf8(from.slice(end as usize)?).ok()?);

    for _ in 0..from.number()? {
        facts.imports.push(Import { alias: from.number()?, path: from.number()?, line: 0 });
    }

    let count = from.number()? as usize;
    let (kinds, flags) = (from.slice(count)?, from.slice(count)?);
    for (&kind, &flags) in kinds.iter().zip(flags) {
        facts.nodes.push(Node::new(Kind::from_u8(kind), flags, from.optional()?, 0));
    }
    for (ix, node) in (0_u32..).zip(&mut facts.nodes) {
        node.end = from.number()?.checked_add(ix)?;
    }

    let count = from.number()? as usize;
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
    from.bytes.is_empty().then_some(facts)
}

/// A declaration without a position.
pub(super) fn placeless(kind: u8, flags: u8) -> Decl {
    Decl { kind, flags, receiver: NO_NAME, owner: NONE, signature: NO_NAME, ..bytemuck::Zeroable::zeroed() }
}
