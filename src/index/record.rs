//! Encodes the facts of a file for the facts file: column after column, numbers as LEB128, columns that mostly rise as
//! differences.
//!
//! A record has a quarter of the size of the facts in memory, and is read at several hundred megabytes a second. The
//! facts file keeps a checksum of every record, but [`decode`] does not rely on it: whatever bytes it is given, the facts
//! that it returns are well-formed.

use bytemuck::Zeroable;

use crate::golang::ast::{Kind, Node};
use crate::golang::facts::{Decl, FileFacts, Import};
use crate::model::leb128::{ByteReader, ByteWriter};

/// Appends the record of `facts`. O(facts).
pub fn encode(facts: &FileFacts, out: &mut Vec<u8>) {
    let mut out = ByteWriter { bytes: out };
    for field in head_of(facts) {
        out.number(field);
    }
    write_rising(&mut out, &facts.name_ends);
    out.bytes.extend_from_slice(facts.name_text.as_bytes());
    for import in &facts.imports {
        write_all(&mut out, [import.alias.wrapping_add(1), import.path, import.line]);
    }
    let mut before = Decl::zeroed();
    for decl in &facts.decls {
        out.bytes.extend([decl.kind, decl.flags]);
        write_all(&mut out, differences(decl, &before));
        before = *decl;
    }
    out.bytes.extend(facts.nodes.iter().map(|node| node.kind() as u8));
    out.bytes.extend(facts.nodes.iter().map(|node| node.flags));
    let mut line = 0;
    for (ix, node) in (0..).zip(&facts.nodes) {
        out.number(node.name.wrapping_add(1));
        out.number(zigzag(node.line.wrapping_sub(line)));
        out.number(node.end.wrapping_sub(ix));
        line = node.line;
    }
    for &line in &facts.errors {
        out.number(line);
    }
}

/// The facts of a record; `None` if the bytes are no record or the facts are not well-formed.
pub fn decode(record: &[u8]) -> Option<FileFacts> {
    let mut from = ByteReader::new(record);
    let head: [u32; HEAD] = read_all(&mut from)?;
    let [package, package_line, package_col, doc_start, doc_end, flags, lines, build, counts @ ..] = head;
    let [n_names, n_imports, n_decls, n_nodes, n_errors] = counts;
    let name_ends = read_rising(&mut from, n_names)?;
    let name_text = from.slice(name_ends.last().copied().unwrap_or(0) as usize)?;
    let name_text = std::str::from_utf8(name_text).ok()?.to_owned();
    let import = |[alias, path, line]: [u32; 3]| Import { alias: alias.wrapping_sub(1), path, line };
    let imports = (0..n_imports).map(|_| read_all(&mut from).map(import)).collect::<Option<_>>()?;
    let mut decls: Vec<Decl> = from.list(n_decls)?;
    let mut before = Decl::zeroed();
    for _ in 0..n_decls {
        let &[kind, flags] = from.slice(2)? else { return None };
        before = Decl { kind, flags, ..restored(read_all(&mut from)?, &before) };
        decls.push(before);
    }
    let nodes = read_nodes(&mut from, n_nodes)?;
    let errors = (0..n_errors).map(|_| from.number()).collect::<Option<_>>()?;
    let facts = FileFacts {
        package: package.wrapping_sub(1),
        package_line,
        package_col,
        package_doc: [doc_start, doc_end],
        flags,
        lines,
        build: build.wrapping_sub(1),
        name_ends,
        name_text,
        imports,
        decls,
        nodes,
        errors,
    };
    (from.bytes.is_empty() && facts.is_well_formed()).then_some(facts)
}

/// The number of numbers at the beginning of a record.
const HEAD: usize = 13;

fn head_of(facts: &FileFacts) -> [u32; HEAD] {
    [
        facts.package.wrapping_add(1),
        facts.package_line,
        facts.package_col,
        facts.package_doc[0],
        facts.package_doc[1],
        facts.flags,
        facts.lines,
        facts.build.wrapping_add(1),
        facts.name_ends.len() as u32,
        facts.imports.len() as u32,
        facts.decls.len() as u32,
        facts.nodes.len() as u32,
        facts.errors.len() as u32,
    ]
}

/// The number of numbers of a declaration.
const DECL: usize = 14;

/// A declaration as small numbers: positions are relative to each other and to the declaration before it.
fn differences(decl: &Decl, before: &Decl) -> [u32; DECL] {
    [
        decl.name,
        decl.receiver.wrapping_add(1),
        decl.owner.wrapping_add(1),
        decl.node.wrapping_sub(before.node),
        decl.nth,
        decl.line.wrapping_sub(before.line),
        decl.col,
        decl.end_line.wrapping_sub(decl.line),
        decl.start.wrapping_sub(before.start),
        decl.end.wrapping_sub(decl.start),
        decl.body.wrapping_sub(decl.start),
        zigzag(decl.signature.wrapping_sub(decl.name)),
        zigzag(decl.doc[0].wrapping_sub(decl.start)),
        decl.doc[1].wrapping_sub(decl.doc[0]),
    ]
}

/// The inverse of [`differences`], except for kind and flags.
fn restored(numbers: [u32; DECL], before: &Decl) -> Decl {
    let [name, receiver, owner, node, nth, line, col, lines, start, len, head, signature, doc, doc_len] =
        numbers;
    let line = line.wrapping_add(before.line);
    let start = start.wrapping_add(before.start);
    let doc = unzigzag(doc).wrapping_add(start);
    Decl {
        kind: 0,
        flags: 0,
        reserved: 0,
        name,
        receiver: receiver.wrapping_sub(1),
        owner: owner.wrapping_sub(1),
        node: node.wrapping_add(before.node),
        nth,
        line,
        col,
        end_line: lines.wrapping_add(line),
        start,
        end: len.wrapping_add(start),
        body: head.wrapping_add(start),
        signature: unzigzag(signature).wrapping_add(name),
        doc: [doc, doc_len.wrapping_add(doc)],
    }
}

/// Zigzag encoding: small negative differences become small numbers too.
fn zigzag(difference: u32) -> u32 {
    (difference << 1) ^ ((difference as i32 >> 31) as u32)
}

fn unzigzag(n: u32) -> u32 {
    (n >> 1) ^ (n & 1).wrapping_neg()
}

/// Appends numbers that mostly rise, as differences.
fn write_rising(out: &mut ByteWriter<'_>, numbers: &[u32]) {
    let mut before = 0;
    for &n in numbers {
        out.number(n.wrapping_sub(before));
        before = n;
    }
}

fn write_all<const N: usize>(out: &mut ByteWriter<'_>, numbers: [u32; N]) {
    for n in numbers {
        out.number(n);
    }
}

fn read_all<const N: usize>(from: &mut ByteReader<'_>) -> Option<[u32; N]> {
    let mut numbers = [0; N];
    for n in &mut numbers {
        *n = from.number()?;
    }
    Some(numbers)
}

fn read_rising(from: &mut ByteReader<'_>, count: u32) -> Option<Vec<u32>> {
    let mut numbers = from.list(count)?;
    let mut n = 0_u32;
    for _ in 0..count {
        n = from.number()?.checked_add(n)?;
        numbers.push(n);
    }
    Some(numbers)
}

fn read_nodes(from: &mut ByteReader<'_>, count: u32) -> Option<Vec<Node>> {
    let (kinds, flags) = (from.slice(count as usize)?, from.slice(count as usize)?);
    let mut nodes = from.list(count)?;
    let mut line = 0_u32;
    for (ix, (&kind, &flags)) in (0_u32..).zip(kinds.iter().zip(flags)) {
        let [name, down, size] = read_all(from)?;
        line = unzigzag(down).wrapping_add(line);
        let mut node = Node::new(Kind::from_u8(kind), flags, name.wrapping_sub(1), line);
        node.end = size.wrapping_add(ix);
        nodes.push(node);
    }
    Some(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golang::build_constraint::Host;
    use crate::golang::lower::Lowering;
    use crate::golang::module::Workspace;
    use crate::golang::{self, SourceFile};

    const SOURCES: &[&str] = &[
        "",
        "package p",
        "// Package p says.\npackage p\n\nimport (\n\t. \"a\"\n\tb \"c/d\"\n)\n\n// T is.\ntype T struct {\n\tA, B int // ab\n\t*c\n}\n\n\
         func (t *T) M(x ...int) (err error) { for i := range x { t.A += i }; return }\nconst ( X = iota; Y )\n",
        "//go:build linux && !cgo\n\npackage é\n\nvar s = `\n\n\n`\nfunc broken( {\n}\nfunc ok() { go func() { ok() }() }\n",
        "// Code generated by x. DO NOT EDIT.\npackage p\ntype G[K comparable, V any] map[K]V\ntype I interface { M(); ~int | string }\n",
    ];

    fn record_of(source: &str) -> (FileFacts, Vec<u8>) {
        let facts = Lowering::new().facts(source.as_bytes());
        let mut record = vec![7];
        encode(&facts, &mut record);
        (facts, record.split_off(1))
    }

    #[test]
    fn facts_come_back_as_they_were() {
        for source in SOURCES {
            let (facts, record) = record_of(source);
            assert_eq!(decode(&record), Some(facts), "{source}");
        }
    }

    /// Numbers that no real file has, in all numeric fields.
    #[test]
    fn extreme_numbers_come_back_too() {
        let n = u32::MAX;
        let (mut facts, _) = record_of(SOURCES[2]);
        for node in &mut facts.nodes {
            (node.flags, node.line) = (255, n - node.line);
        }
        for decl in &mut facts.decls {
            (decl.flags, decl.line, decl.end_line, decl.col) = (255, n - 1, n, n);
            (decl.start, decl.body, decl.end, decl.doc) = (n / 3, n / 2, n, [0, n]);
        }
        facts.errors = vec![n, 0];
        let mut record = Vec::new();
        encode(&facts, &mut record);
        assert_eq!(decode(&record), Some(facts));
    }

    /// Any byte of a record changed: it is refused, or gives other facts, which can be bound like any.
    #[test]
    fn damaged_records_give_nothing_that_falls_apart() {
        for source in SOURCES {
            let (_, record) = record_of(source);
            for (at, change) in (0..record.len()).flat_map(|at| [1, 2, 0x7f, 0x80].map(|change| (at, change)))
            {
                let mut damaged = record.clone();
                damaged[at] ^= change;
                let Some(facts) = decode(&damaged) else { continue };
                let file = SourceFile { path: "a.go", facts: &facts, declarations_only: false };
                let graph = golang::analyze(&[file], &Workspace::new([]), &Host::default());
                assert!(graph.graph().n_symbols() >= 2);
            }
        }
    }

    #[test]
    fn nothing_that_is_cut_or_longer_is_taken_for_a_record() {
        let (_, record) = record_of(SOURCES[2]);
        for len in 0..record.len() {
            assert_eq!(decode(&record[..len]), None, "cut at {len}");
        }
        assert_eq!(decode(&[&record[..], &[0]].concat()), None);
        // Counts that promise more than memory holds.
        assert_eq!(decode(&[0xff; 200]), None);
    }
}
