//! Compares the declarations of two versions of a package by their types, whatever their order and the names of parameters.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use crate::golang::ast::{Kind, Node, children, flag};
use crate::golang::facts::{Decl, FileFacts, NONE, decl_flag};
use crate::model::SymbolKind;

/// The difference of a declaration in the second of two versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Gone,
    /// Its type is another one.
    Differs,
}

/// The most aliases that are followed from one to the next.
const MAX_ALIASES: usize = 16;

/// The most times that a change of a type's members is passed on to types that embed it.
const MAX_EMBEDDING: usize = 4;

/// The exported names of a package, `Name` or `Type.Member`, whose declarations are gone or differ in a second version. Members that a
/// struct has from one that it embeds count as its own. O(size of the facts).
pub fn changed_declarations(old: &FileFacts, new: &FileFacts) -> BTreeMap<String, Fate> {
    let [before, after] = [old, new].map(|facts| Declared::of(facts).types());
    let mut changed = BTreeMap::new();
    for (name, ty) in &before {
        match after.get(name) {
            None => drop(changed.insert(name.clone(), Fate::Gone)),
            Some(now) if now != ty => drop(changed.insert(name.clone(), Fate::Differs)),
            Some(_) => {}
        }
    }
    let embedding = Declared::of(old).embedding();
    for _ in 0..MAX_EMBEDDING {
        let mut more = BTreeMap::new();
        for (outer, inner) in &embedding {
            for (name, fate) in changed.range(format!("{inner}.")..) {
                let Some(member) = name.strip_prefix(inner).and_then(|rest| rest.strip_prefix('.')) else {
                    break;
                };
                let promoted = format!("{outer}.{member}");
                if !before.contains_key(&promoted) && !changed.contains_key(&promoted) {
                    more.insert(promoted, *fate);
                }
            }
        }
        if more.is_empty() {
            break;
        }
        changed.extend(more);
    }
    changed
}

/// The declarations of a package.
struct Declared<'f> {
    facts: &'f FileFacts,
    /// The types that its aliases without type parameters stand for.
    aliases: FxHashMap<&'f str, u32>,
}

impl<'f> Declared<'f> {
    fn of(facts: &'f FileFacts) -> Self {
        let types = facts
            .decls
            .iter()
            .filter(|decl| SymbolKind::from_number(decl.kind).is_some_and(SymbolKind::is_type));
        let alias = |decl: &Decl| {
            let is_alias = facts.nodes.get(decl.node as usize)?.flags & flag::ALIAS != 0;
            let mut parts = children(&facts.nodes, decl.node);
            let (params, ty) = (parts.next()?, parts.next()?);
            let is_plain = facts.nodes.get(params as usize)?.kind() == Kind::Absent;
            (is_alias && is_plain).then(|| (facts.name(decl.name), ty))
        };
        Self { facts, aliases: types.filter_map(alias).collect() }
    }

    /// The type of each exported name as text.
    fn types(&self) -> BTreeMap<String, String> {
        let named = self.facts.decls.iter().filter_map(|decl| Some((self.name(decl)?, self.ty(decl)?)));
        // Variants of several builds are never in one package.
        named.collect()
    }

    /// The name of an exported declaration, with the type that it is a member of.
    fn name(&self, decl: &Decl) -> Option<String> {
        let name = self.facts.name(decl.name);
        let holder = if decl.owner == NONE {
            self.facts.name(decl.receiver)
        } else {
            self.facts.name(self.facts.decls.get(decl.owner as usize)?.name)
        };
        let is_exported = |name: &str| name.starts_with(char::is_uppercase);
        let is_told = is_exported(name) && decl.flags & decl_flag::NESTED == 0;
        // Members of unexported types can be promoted to exported ones.
        is_told.then(|| if holder.is_empty() { name.to_owned() } else { format!("{holder}.{name}") })
    }

    fn ty(&self, decl: &Decl) -> Option<String> {
        let mut text = TypeText {
            declared: self,
            facts: self.facts,
            params: Vec::new(),
            aliases: 0,
            text: String::new(),
        };
        let parts: Vec<u32> = children(&self.facts.nodes, decl.node).collect();
        match (SymbolKind::from_number(decl.kind)?, parts.as_slice()) {
            (SymbolKind::Func | SymbolKind::Method, &[receiver, params, signature, ..]) => {
                text.bind_receiver(receiver);
                text.bind(params);
                text.node(signature);
                if decl.flags & decl_flag::POINTER != 0 {
                    text.text.push_str(" by pointer");
                }
            }
            (SymbolKind::Field, &[ty, ..]) => {
                text.bind_owner(decl);
                text.node(ty);
            }
            (SymbolKind::InterfaceMethod, &[signature, ..]) => {
                text.bind_owner(decl);
                text.node(signature);
            }
            (SymbolKind::Const, &[ty, ..]) => text.node(ty),
            (SymbolKind::Var, &[ty, names, values, ..]) => {
                text.node(ty);
                if self.facts.nodes.get(ty as usize)?.kind() == Kind::Absent {
                    // The type is that of the value: several values belong to as many names.
                    let parts = |list| children(&self.facts.nodes, list).collect::<Vec<u32>>();
                    let (names, values) = (parts(names), parts(values));
                    let nth = if names.len() == values.len() { decl.nth as usize } else { 0 };
                    values.get(nth).into_iter().for_each(|&value| text.value(value));
                }
            }
            (_, &[params, ty]) => {
                text.bind(params);
                let node = self.facts.nodes.get(decl.node as usize)?;
                text.text.push_str(if node.flags & flag::ALIAS == 0 { "" } else { "= " });
                // Fields are declarations of their own.
                if self.facts.nodes.get(ty as usize)?.kind() == Kind::StructType {
                    text.text.push_str("struct");
                } else {
                    text.node(ty);
                }
            }
            _ => return None,
        }
        Some(text.text)
    }

    /// Pairs of a struct and a type of the package that it embeds.
    fn embedding(&self) -> Vec<(&'f str, &'f str)> {
        let facts = self.facts;
        let fields =
            facts.decls.iter().filter(|decl| decl.flags & decl_flag::EMBEDDED != 0 && decl.owner != NONE);
        let pair = |field: &Decl| {
            let owner = facts.name(facts.decls.get(field.owner as usize)?.name);
            let ty = children(&facts.nodes, field.node).next()?;
            let nodes = facts.nodes.get(ty as usize..)?;
            let ty = if nodes.first()?.kind() == Kind::Star { nodes.get(1)? } else { nodes.first()? };
            (ty.kind() == Kind::Ident).then(|| (owner, facts.name(ty.name)))
        };
        fields.filter_map(pair).collect()
    }
}

/// Writes a type as text that is the same for identical types.
struct TypeText<'d, 'f> {
    declared: &'d Declared<'f>,
    facts: &'f FileFacts,
    /// The type parameters in scope; their names do not matter.
    params: Vec<&'f str>,
    /// The number of aliases that are being written.
    aliases: usize,
    text: String,
}

impl<'f> TypeText<'_, 'f> {
    fn kind(&self, ix: u32) -> Kind {
        self.facts.nodes.get(ix as usize).map_or(Kind::Absent, Node::kind)
    }

    fn name(&self, ix: u32) -> &'f str {
        self.facts.nodes.get(ix as usize).map_or("", |node| self.facts.name(node.name))
    }

    fn parts(&self, ix: u32) -> Vec<u32> {
        children(&self.facts.nodes, ix).collect()
    }

    /// Binds the type parameters that a receiver names.
    fn bind_receiver(&mut self, receiver: u32) {
        let mut at = receiver;
        while matches!(self.kind(at), Kind::Params | Kind::Group | Kind::Star) {
            let Some(&inner) = self.parts(at).first() else { return };
            at = inner;
        }
        if self.kind(at) == Kind::Index {
            let names: Vec<&str> = self.parts(at).into_iter().skip(1).map(|ix| self.name(ix)).collect();
            self.params.extend(names);
        }
    }

    /// Binds the type parameters of the type that a member belongs to.
    fn bind_owner(&mut self, member: &Decl) {
        let Some(owner) = self.facts.decls.get(member.owner as usize) else { return };
        if let Some(&params) = self.parts(owner.node).first() {
            self.bind(params);
            self.text.clear();
        }
    }

    /// Binds type parameters, and writes their constraints.
    fn bind(&mut self, params: u32) {
        if self.kind(params) != Kind::TypeParams {
            return;
        }
        let groups = self.parts(params);
        for &group in &groups {
            let names: Vec<&str> = self.parts(group).into_iter().skip(1).map(|ix| self.name(ix)).collect();
            self.params.extend(names);
        }
        self.text.push('[');
        for group in groups {
            self.group(group);
        }
        self.text.push(']');
    }

    /// Writes the type of a group once for each of its names. A long one is written as a hash, since groups in groups would make the
    /// text grow beyond all bounds.
    fn group(&mut self, group: u32) {
        const MAX_PLAIN: usize = 64;
        let parts = self.parts(group);
        let Some((&ty, names)) = parts.split_first() else { return };
        let before = std::mem::take(&mut self.text);
        self.node(ty);
        let mut ty = std::mem::replace(&mut self.text, before);
        if ty.len() > MAX_PLAIN {
            ty = blake3::hash(ty.as_bytes()).to_hex().to_string();
        }
        for _ in 0..names.len().max(1) {
            self.text.push_str(&ty);
            self.text.push(',');
        }
    }

    /// Writes what decides about the type of a value.
    fn value(&mut self, ix: u32) {
        match (self.kind(ix), self.parts(ix).as_slice()) {
            (Kind::Call | Kind::CompositeLit, &[ty, ..]) => self.node(ty),
            _ => self.node(ix),
        }
    }

    fn node(&mut self, ix: u32) {
        let Some(node) = self.facts.nodes.get(ix as usize).copied() else { return };
        let parts = self.parts(ix);
        match node.kind() {
            Kind::Absent => {}
            Kind::Ident => {
                let name = self.facts.name(node.name);
                let param = self.params.iter().rposition(|known| *known == name);
                match (param, name) {
                    (Some(nth), _) => {
                        let _ = write!(self.text, "${nth}");
                    }
                    (None, "any") => self.text.push_str("interface{}"),
                    (None, "byte") => self.text.push_str("uint8"),
                    (None, "rune") => self.text.push_str("int32"),
                    (None, name) => self.named(name),
                }
            }
            Kind::Selector => {
                for part in parts {
                    self.node(part);
                }
                self.text.push('.');
                self.text.push_str(self.facts.name(node.name));
            }
            Kind::Params => {
                let flags = if node.flags & flag::VARIADIC == 0 { "(" } else { "(..." };
                self.text.push_str(flags);
                for group in parts {
                    self.group(group);
                }
                self.text.push(')');
            }
            Kind::Group => self.group(ix),
            Kind::InterfaceType | Kind::StructType => {
                let is_struct = node.kind() == Kind::StructType;
                self.text.push_str(if is_struct { "struct{" } else { "interface{" });
                let mut members: Vec<String> = parts.into_iter().map(|part| self.member(part)).collect();
                if !is_struct {
                    members.sort_unstable();
                }
                self.text.push_str(&members.join(";"));
                self.text.push('}');
            }
            kind => {
                let _ = write!(self.text, "{kind:?}{}{}(", node.flags, self.facts.name(node.name));
                for part in parts {
                    self.node(part);
                    self.text.push(' ');
                }
                self.text.push(')');
            }
        }
    }

    /// A declared type; an alias is what it stands for, so that giving a type a shorter name changes nothing.
    fn named(&mut self, name: &'f str) {
        match self.declared.aliases.get(name) {
            Some(&ty) if self.aliases < MAX_ALIASES => {
                let params = std::mem::take(&mut self.params);
                self.aliases += 1;
                self.node(ty);
                self.aliases -= 1;
                self.params = params;
            }
            _ => self.text.push_str(name),
        }
    }

    /// A member of a type literal: its names and its type.
    fn member(&mut self, ix: u32) -> String {
        let before = std::mem::take(&mut self.text);
        if self.kind(ix) == Kind::Group {
            let names: Vec<&str> = self.parts(ix).into_iter().skip(1).map(|name| self.name(name)).collect();
            self.text.push_str(&names.join(" "));
            self.text.push(' ');
        }
        self.node(ix);
        std::mem::replace(&mut self.text, before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golang::lower::{Lowering, without_bodies};
    use crate::golang::stdlib::reduced_package;

    /// A part of the code, what it becomes, and the declarations that differ then.
    type Case = (&'static str, &'static str, &'static [(&'static str, Fate)]);

    fn package(source: &str) -> FileFacts {
        let facts = Lowering::new().facts(&without_bodies(source.as_bytes()));
        reduced_package("x.org/p", vec![facts], &|_| None).unwrap()
    }

    #[test]
    fn declarations_of_two_versions_are_compared_by_their_types() {
        let old = "package p\n\nimport \"x.org/q\"\n\ntype Client struct {\n\tbase\n\tName string\n\tOld int\n}\n\
            type base struct{}\n\nfunc (b *base) Close(now bool) error { return nil }\n\
            func (c *Client) Do(r, s *q.R, data interface{}) (n int, err error) { return }\n\
            type List[T any] struct{ Items []T }\n\nfunc (l List[E]) At(ix int) E { panic(0) }\n\
            type Doer interface {\n\tDo()\n\tUndo(int)\n}\n\nfunc Map[K comparable, V any](of map[K]V) {}\n\
            var Default = New()\n\nfunc New() *Client { return nil }\n\nfunc Gone() {}\n\nconst Limit = 1\n\
            type Mode int\n\nconst Fast Mode = 1\n";
        let same = [
            ("order", old.replace("\tDo()\n\tUndo(int)", "\tUndo(int)\n\tDo()")),
            (
                "names",
                old.replace(
                    "(r, s *q.R, data interface{}) (n int, err error)",
                    "(a *q.R, b *q.R, _ any) (int, error)",
                ),
            ),
            ("parameters", old.replace("List[E]) At(ix int) E", "List[T]) At(i int) T")),
            ("more", format!("{old}\nfunc More() {{}}\n")),
            (
                "an alias",
                old.replace("s *q.R, data interface{})", "s Short, data interface{})")
                    + "\ntype Short = *Long\n\ntype Long = q.R\n",
            ),
            ("a value", old.replace("Limit = 1", "Limit = 2")),
        ];
        for (what, new) in same {
            assert!(changed_declarations(&package(old), &package(&new)).is_empty(), "{what}");
        }
        let cases: [Case; 9] = [
            ("func Gone() {}", "", &[("Gone", Fate::Gone)]),
            ("\tOld int\n", "", &[("Client.Old", Fate::Gone)]),
            ("Name string", "Name []byte", &[("Client.Name", Fate::Differs)]),
            ("Close(now bool)", "Close()", &[("Client.Close", Fate::Differs), ("base.Close", Fate::Differs)]),
            ("(r, s *q.R,", "(r *q.R, s q.R,", &[("Client.Do", Fate::Differs)]),
            ("\tUndo(int)\n", "", &[("Doer", Fate::Differs), ("Doer.Undo", Fate::Gone)]),
            ("Items []T", "Items []int", &[("List.Items", Fate::Differs)]),
            ("[K comparable, V any]", "[K comparable, V comparable]", &[("Map", Fate::Differs)]),
            ("Mode int", "Mode uint", &[("Mode", Fate::Differs)]),
        ];
        for (was, is, expected) in cases {
            let found = changed_declarations(&package(old), &package(&old.replace(was, is)));
            let expected: Vec<_> = expected.iter().map(|(name, fate)| ((*name).to_owned(), *fate)).collect();
            assert_eq!(found.into_iter().collect::<Vec<_>>(), expected, "{was}");
        }
    }
}
