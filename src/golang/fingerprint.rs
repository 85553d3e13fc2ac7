//! What a file's facts are, and what of them other files can see, as hashes.

use super::ast::{Kind, NameIx, Node, children};
use super::facts::FileFacts;

/// Two hashes of a file's facts: equal hashes, equal facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    pub(super) content: Hash,
    /// Of what binding other files can depend on: everything but places, texts and the bodies of functions.
    pub(super) outline: Hash,
}

pub(super) type Hash = [u8; 32];

impl Fingerprint {
    /// The fingerprint of `facts`. `content` is any hash that is equal for equal facts only, as that of the file's
    /// bytes is. O(facts outside of function bodies).
    #[must_use]
    pub fn new(facts: &FileFacts, content: [u8; 32]) -> Self {
        Self { content, outline: Outline { facts, bytes: Vec::new() }.hash() }
    }
}

/// A file's outline as bytes from which it could be read back: no two outlines have the same.
struct Outline<'f> {
    facts: &'f FileFacts,
    bytes: Vec<u8>,
}

impl Outline<'_> {
    fn hash(mut self) -> Hash {
        let facts = self.facts;
        self.name(facts.package);
        self.number(facts.flags);
        self.name(facts.build);
        self.number(facts.imports.len() as u32);
        for import in &facts.imports {
            self.name(import.alias);
            self.name(import.path);
        }
        self.number(facts.decls.len() as u32);
        for decl in &facts.decls {
            self.bytes.extend([decl.kind, decl.flags]);
            self.name(decl.name);
            self.name(decl.receiver);
            self.number(decl.owner);
            self.number(decl.nth);
        }
        let mut root = 0;
        while let Some(node) = facts.nodes.get(root as usize) {
            self.declaration(root, *node);
            root = node.end.max(root + 1);
        }
        *blake3::hash(&self.bytes).as_bytes()
    }

    fn declaration(&mut self, root: u32, node: Node) {
        if node.kind() != Kind::FuncDecl {
            self.nodes(root, node.end);
            return;
        }
        self.bytes.extend([node.kind() as u8, node.flags]);
        self.name(node.name);
        // Receiver, type parameters, signature.
        for part in children(&self.facts.nodes, root).take(3) {
            self.nodes(part, self.facts.nodes[part as usize].end);
        }
    }

    fn nodes(&mut self, from: u32, end: u32) {
        let nodes = self.facts.nodes.get(from as usize..end as usize).unwrap_or_default();
        for (ix, node) in (from..).zip(nodes) {
            self.bytes.extend([node.kind() as u8, node.flags]);
            self.name(node.name);
            self.number(node.end.wrapping_sub(ix));
        }
    }

    /// Names as texts: their numbers depend on what bodies mention.
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
";

    fn outline(source: &str) -> Hash {
        Fingerprint::new(&Lowering::new().facts(source.as_bytes()), [0; 32]).outline
    }

    #[test]
    fn bodies_places_and_comments_are_not_of_the_outline() {
        for (from, to) in [
            ("fmt.Println(x); return nil", "if x > len(other) { panic(t.N) }; return fmt.Errorf(\"\")"),
            ("import", "// Said before.\n\n\nimport"),
            ("type T", "// T is.\ntype T"),
            ("return nil }", "return nil }\n"),
        ] {
            let edited = SOURCE.replacen(from, to, 1);
            assert_ne!(edited, SOURCE);
            assert_eq!(outline(&edited), outline(SOURCE), "{from} -> {to}");
        }
    }

    #[test]
    fn what_others_can_see_is_of_the_outline() {
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
            ("(t *T)", "(t T)"),
            ("x int", "x ...int"),
            (") error", ") bool"),
            ("F(", "G("),
            ("func (t *T) F(", "func F("),
            ("return nil }", "return nil }\nfunc g() {}"),
        ] {
            let edited = SOURCE.replacen(from, to, 1);
            assert_ne!(edited, SOURCE);
            assert_ne!(outline(&edited), outline(SOURCE), "{from} -> {to}");
        }
    }
}
