//! Hashes of a file's facts, and of the part of them that other files can see.

use super::ast::{Kind, NameIx, Node, children};
use super::facts::{FileFacts, NONE};

/// A file's facts as hashes: equal hashes mean equal facts. The *outline* of a file is all that other files can see
/// of it: everything but positions, texts and bodies of functions. It is split into the shape and the functions,
/// because one more function is the most frequent change and concerns few files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    pub(super) content: Hash,
    /// The outline without declarations of functions and methods.
    pub(super) shape: Hash,
    /// Functions and methods in order of their declaration.
    pub(super) functions: Box<[Function]>,
    /// Names in the outline, sorted, without the names of functions where these are declared.
    pub(super) mentions: Box<[NameIx]>,
}

/// A function or a method: its name, and a hash of all else that others can see of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Function {
    pub(super) name: NameIx,
    pub(super) head: Hash,
}

pub(super) type Hash = [u8; 32];

impl Fingerprint {
    /// The fingerprint of `facts`. `content` is any hash that differs if the facts differ, such as the hash of the
    /// file's bytes. O(facts outside of function bodies).
    pub fn new(facts: &FileFacts, content: [u8; 32]) -> Self {
        let mut outline = OutlineEncoder { facts, bytes: Vec::new(), mentions: Vec::new() };
        outline.file();
        let mut functions = Vec::new();
        let mut shape = std::mem::take(&mut outline.bytes);
        let mut root = 0;
        while let Some(node) = facts.nodes.get(root as usize) {
            if let Some(name) = function_at(facts, root) {
                outline.head(root, *node);
                functions.push(Function { name, head: *blake3::hash(&outline.bytes).as_bytes() });
                outline.bytes.clear();
            } else {
                outline.nodes(root, node.end);
                shape.append(&mut outline.bytes);
            }
            root = node.end.max(root + 1);
        }
        let mut mentions = outline.mentions;
        mentions.sort_unstable();
        mentions.dedup();
        let shape = *blake3::hash(&shape).as_bytes();
        Self { content, shape, functions: functions.into(), mentions: mentions.into() }
    }
}

/// The name of the function or method that a top-level node declares; `None` for other nodes.
fn function_at(facts: &FileFacts, root: u32) -> Option<NameIx> {
    let is_function = facts.nodes.get(root as usize)?.kind() == Kind::FuncDecl;
    let decl = facts.decls.get(facts.decls.partition_point(|decl| decl.node < root))?;
    (is_function && decl.node == root).then_some(decl.name)
}

/// Encodes a file's outline as bytes. The encoding could be decoded, so different outlines have different bytes.
struct OutlineEncoder<'f> {
    facts: &'f FileFacts,
    bytes: Vec<u8>,
    mentions: Vec<NameIx>,
}

impl OutlineEncoder<'_> {
    /// Writes attributes of the file and its declarations other than functions.
    fn file(&mut self) {
        let facts = self.facts;
        self.name(facts.package);
        self.number(facts.flags);
        self.name(facts.build);
        self.number(facts.imports.len() as u32);
        for import in &facts.imports {
            self.name(import.alias);
            self.name(import.path);
        }
        // An owner is written as its index in the list without functions, which an added function does not change.
        let mut places = vec![NONE; facts.decls.len()];
        let mut count = 0;
        for (decl, place) in facts.decls.iter().zip(&mut places) {
            if function_at(facts, decl.node).is_none() {
                *place = count;
                count += 1;
            }
        }
        self.number(count);
        for (decl, _) in facts.decls.iter().zip(&places).filter(|(_, place)| **place != NONE) {
            self.bytes.extend([decl.kind, decl.flags]);
            self.name(decl.name);
            self.name(decl.receiver);
            self.number(places.get(decl.owner as usize).copied().unwrap_or(NONE));
            self.number(decl.nth);
        }
    }

    /// Writes all of a function but its name and its body.
    fn head(&mut self, root: u32, node: Node) {
        let facts = self.facts;
        let from = facts.decls.partition_point(|decl| decl.node < root);
        for decl in facts.decls[from..].iter().take_while(|decl| decl.node == root) {
            self.bytes.extend([decl.kind, decl.flags]);
            self.name(decl.receiver);
        }
        self.bytes.push(node.flags);
        // Receiver, type parameters, signature.
        for part in children(&facts.nodes, root).take(3) {
            self.nodes(part, facts.nodes[part as usize].end);
        }
    }

    fn nodes(&mut self, from: u32, end: u32) {
        let nodes = self.facts.nodes.get(from as usize..end as usize).unwrap_or_default();
        for (ix, node) in (from..).zip(nodes) {
            self.bytes.extend([node.kind() as u8, node.flags]);
            self.name(node.name);
            self.number(node.end.wrapping_sub(ix));
            self.mentions.push(node.name);
        }
    }

    /// Writes a name as text, since its number depends on the names that bodies mention.
    fn name(&mut self, ix: NameIx) {
        let text = self.facts.name(ix);
        self.number(text.len() as u32);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn number(&mut self, n: u32) {
        self.bytes.extend(n.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golang::lower::Lowering;

    const SOURCE: &str = "package p

import \"fmt\"

type T struct{ N int }

var V = func() int { return 1 }()

func (t *T) F(x int) error { fmt.Println(x); return nil }

func G() {}
";

    /// The shape, and each function's name and head.
    type Outlined = (Hash, Vec<(String, Hash)>);

    fn seen(source: &str) -> Outlined {
        let facts = Lowering::new().facts(source.as_bytes());
        let print = Fingerprint::new(&facts, [0; 32]);
        let functions = print.functions.iter().map(|f| (facts.name(f.name).to_owned(), f.head));
        (print.shape, functions.collect())
    }

    fn edited(from: &str, to: &str) -> (Outlined, Outlined) {
        let edited = SOURCE.replacen(from, to, 1);
        assert_ne!(edited, SOURCE);
        (seen(SOURCE), seen(&edited))
    }

    #[test]
    fn bodies_places_and_comments_are_not_of_the_outline() {
        for (from, to) in [
            ("fmt.Println(x); return nil", "if x > len(other) { panic(t.N) }; return fmt.Errorf(\"\")"),
            ("import", "// Said before.\n\n\nimport"),
            ("type T", "// T is.\ntype T"),
            ("return nil }", "return nil }\n"),
        ] {
            let (before, now) = edited(from, to);
            assert_eq!(before, now, "{from} -> {to}");
        }
    }

    #[test]
    fn what_others_can_see_is_of_the_shape() {
        for (from, to) in [
            ("package p", "package q"),
            ("package p", "//go:build linux\n\npackage p"),
            ("import \"fmt\"", "import f \"fmt\""),
            ("\"fmt\"", "\"log\""),
            ("N int", "N uint"),
            ("N int", "M int"),
            ("N int", "N, M int"),
            ("type T struct", "type T = struct"),
            ("return 1", "return one"),
        ] {
            let (before, now) = edited(from, to);
            assert_ne!(before.0, now.0, "{from} -> {to}");
            assert_eq!(before.1, now.1, "{from} -> {to}");
        }
    }

    #[test]
    fn functions_are_told_one_by_one() {
        for (from, to, differing) in [
            ("(t *T)", "(t T)", "F"),
            ("(t *T)", "(t *U)", "F"),
            ("x int", "x ...int", "F"),
            (") error", ") bool", "F"),
            ("G()", "G[T any]()", "G"),
        ] {
            let (before, now) = edited(from, to);
            assert_eq!(before.0, now.0, "{from} -> {to}");
            let differ: Vec<_> = before.1.iter().zip(&now.1).filter(|(a, b)| a != b).collect();
            assert!(matches!(*differ, [(a, b)] if a.0 == differing && b.0 == differing), "{from} -> {to}");
        }
        for (from, to, names) in [
            ("F(", "H(", vec!["H", "G"]),
            ("func (t *T) F(", "func F(", vec!["F", "G"]),
            ("func G() {}", "", vec!["F"]),
            ("type T", "func A() {}\n\ntype T", vec!["A", "F", "G"]),
        ] {
            let (before, now) = edited(from, to);
            assert_eq!(before.0, now.0, "{from} -> {to}");
            assert!(now.1.iter().map(|f| f.0.as_str()).eq(names), "{from} -> {to}");
            assert_ne!(before.1, now.1);
        }
    }

    #[test]
    fn names_outside_of_bodies_are_mentioned() {
        let source = "package p\n\nvar v = from(func() { inner() })\n\nfunc F(x Param) Result { body() }\n";
        let facts = Lowering::new().facts(source.as_bytes());
        let print = Fingerprint::new(&facts, [0; 32]);
        let is_mentioned = |name: &&str| print.mentions.iter().any(|&mention| facts.name(mention) == *name);
        let names = ["from", "inner", "Param", "Result", "F", "body"];
        let found: Vec<_> = names.iter().copied().filter(is_mentioned).collect();
        assert_eq!(found, ["from", "inner", "Param", "Result"]);
    }
}
