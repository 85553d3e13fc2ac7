//! A declaration in one state of a tree, with the texts that are compared.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::change::FileVersion;
use super::shape::shape;
use super::significant::significant;
use crate::golang::facts::{Decl, NONE, decl_flag};
use crate::model::{SymbolKind, folder};

/// Identifies a declaration in both states: its package, its name, and which one of that name it is.
pub(super) type DeclIdentity = (String, String, u32);

/// A declaration with the texts that are compared.
pub(super) struct DeclSide<'v> {
    pub(super) version: &'v FileVersion,
    pub(super) decl: &'v Decl,
    pub(super) signature: Vec<u8>,
    pub(super) body: Vec<u8>,
    directives: Vec<u8>,
}

impl<'v> DeclSide<'v> {
    /// `repeated` says which constants have the value of which others ([`super::iota`]).
    pub(super) fn of(
        version: &'v FileVersion,
        decl: &'v Decl,
        repeated: &FxHashMap<u32, (Option<u32>, u32)>,
    ) -> Self {
        let range = |start: u32, end: u32| {
            version.text.get(start as usize..end as usize).map_or(&[][..], |text| text)
        };
        let valued = |decl: &Decl| {
            let text = range(decl.start, decl.end);
            text.split_at(text.iter().position(|&byte| byte == b'=').unwrap_or(text.len()))
        };
        if let Some(&(above, below)) = repeated.get(&decl.node) {
            let above = above.and_then(|above| version.facts.decls.get(above as usize));
            let mut body = above.map_or_else(Vec::new, |above| significant(valued(above).1));
            body.extend(below.to_le_bytes());
            let signature = significant(valued(decl).0);
            return Self { version, decl, signature, body, directives: Vec::new() };
        }
        let (signature, body) = match SymbolKind::from_number(decl.kind) {
            // Members are symbols of their own; the rest of a type's text is its signature.
            Some(SymbolKind::Struct | SymbolKind::Interface) => (range(decl.start, decl.body), &[][..]),
            Some(SymbolKind::Var | SymbolKind::Const) => valued(decl),
            _ => (range(decl.start, decl.body), range(decl.body, decl.end)),
        };
        let (mut signature, body) = (significant(signature), significant(body));
        match SymbolKind::from_number(decl.kind) {
            Some(SymbolKind::Interface) => signature.extend(elements(version, decl)),
            Some(SymbolKind::Field) if decl.flags & decl_flag::EMBEDDED == 0 => {
                signature = apart(&signature).to_vec();
            }
            Some(SymbolKind::Var | SymbolKind::Const) => signature = apart(&signature).to_vec(),
            _ => {}
        }
        let directives = if decl.owner == NONE {
            directives_above(&version.text, decl.start as usize)
        } else {
            Vec::new()
        };
        Self { version, decl, signature, body, directives }
    }

    /// All that is compared.
    pub(super) fn text(&self) -> Vec<u8> {
        [&self.signature[..], &self.body, &self.directives].concat()
    }

    /// Returns whether both are functions that differ in no more than the names of their parameters and results.
    pub(super) fn is_called_like(&self, other: &Self) -> bool {
        let of = |side: &Self| shape(&side.version.facts, side.decl);
        of(self).is_some_and(|own| Some(own) == of(other))
    }

    pub(super) fn is_exported(&self) -> bool {
        self.decl.flags & decl_flag::EXPORTED != 0
    }

    pub(super) fn folder(&self) -> &str {
        folder(&self.version.path)
    }

    /// Returns whether other packages name it with its package; members are named without.
    pub(super) fn is_imported(&self) -> bool {
        self.is_exported()
            && self.decl.owner == NONE
            && self.version.facts.name(self.decl.receiver).is_empty()
    }
}

/// The lines for the compiler above a declaration: what it embeds, how it is linked. `go generate`'s are no code.
fn directives_above(text: &[u8], start: usize) -> Vec<u8> {
    let above = text.get(..start).unwrap_or_default();
    let above = &above[..above.iter().rposition(|&byte| byte == b'\n').unwrap_or(0)];
    let lines = above.rsplit(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let comments = lines.take_while(|line| line.is_empty() || line.starts_with(b"//"));
    let is_one = |line: &&[u8]| {
        line.starts_with(b"//go:")
            && ![&b"//go:generate"[..], b"//go:build"].iter().any(|no| line.starts_with(no))
    };
    comments.filter(is_one).flat_map(|line| [b"\n", line].concat()).collect()
}

/// The embedded types and constraint elements of an interface, sorted and without repetitions; its own methods are
/// symbols.
fn elements(version: &FileVersion, interface: &Decl) -> Vec<u8> {
    let inside = interface.body..interface.end;
    let methods = version
        .facts
        .decls
        .iter()
        .filter(|decl| decl.kind == SymbolKind::InterfaceMethod as u8 && inside.contains(&decl.start));
    let (mut rest, mut from) = (Vec::new(), interface.body);
    for (start, end) in methods.map(|decl| (decl.start, decl.end)).chain([(interface.end, interface.end)]) {
        rest.extend(version.text.get(from as usize..start as usize).unwrap_or_default());
        from = end.max(from);
    }
    let rest = significant(&rest);
    let rest = rest.strip_prefix(b"{").unwrap_or(&rest);
    let rest = String::from_utf8_lossy(rest.strip_suffix(b"}").unwrap_or(rest)).into_owned();
    let of_union = |element: &str| {
        let terms: BTreeSet<&str> = element.split('|').map(str::trim).collect();
        terms.into_iter().collect::<Vec<_>>().join(" | ")
    };
    let elements: BTreeSet<String> =
        rest.split(['\n', ';']).map(of_union).filter(|element| !element.is_empty()).collect();
    elements.into_iter().flat_map(|element| format!("\n{element}").into_bytes()).collect()
}

/// The text of a field, variable or constant without the names of one declaration: `int` of `X, Y int`.
fn apart(significant: &[u8]) -> &[u8] {
    let word = |text: &[u8]| text.iter().position(|&byte| byte == b' ').unwrap_or(text.len());
    let mut rest = significant;
    for keyword in [&b"var "[..], b"const "] {
        rest = rest.strip_prefix(keyword).unwrap_or(rest);
    }
    while let Some(more) = rest[word(rest)..].strip_prefix(b" , ") {
        rest = more;
    }
    rest[word(rest)..].trim_ascii_start()
}

/// The type that a field or an interface's method belongs to.
pub(super) fn owner(side: &DeclSide<'_>) -> Option<String> {
    let owner = side.version.facts.decls.get(side.decl.owner as usize)?;
    Some(side.version.facts.name(owner.name).to_owned())
}
