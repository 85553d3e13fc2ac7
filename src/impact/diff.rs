//! From two states of a tree to the symbols that differ between them.
//!
//! Declarations are compared, not lines: a declaration that only moved, within its package or with its renamed file,
//! or whose layout or comments changed, has not changed. So a diff of a thousand lines of gofmt affects nothing. One
//! that others import is told of when it moved to another folder. What the build for the host has no longer, because
//! its file's constraint says so, is gone.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::gained::gained;
use super::iota::repeated;
use super::kin::folder;
use super::limits::Limits;
use super::outside::is_built;
use super::renamed::{Sides, join_renamed};
use super::shape::shape;
use super::significant::{lines_apart, significant};
use super::spread::Start;
use super::table::ChangeKind;
use crate::golang::facts::{Decl, FileFacts, NONE, decl_flag};
use crate::model::{Graph, Symbol, SymbolId, SymbolKind, symbol_flag};

/// A Go file in one state of the tree.
#[derive(Clone, Debug)]
pub struct Version {
    /// Relative to the repository's root.
    pub path: String,
    pub text: Vec<u8>,
    pub facts: FileFacts,
}

/// A file that differs between the two states.
#[derive(Clone, Debug)]
pub struct FileChange {
    /// `None` when the file is new.
    pub old: Option<Version>,
    /// `None` when the file is gone.
    pub new: Option<Version>,
}

/// A symbol that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    pub change: ChangeKind,
    pub kind: SymbolKind,
    /// `Recv.Name`, `Struct.field` or the plain name.
    pub qualified: String,
    /// Where it is, or where it was when it is gone: the file and the line of its name.
    pub path: String,
    pub line: u32,
    /// The symbol in the graph; `None` when it is gone, or the graph is of another state than the new one.
    pub symbol: Option<SymbolId>,
    /// What an unbound symbol was bound to, by its qualified name.
    pub lost: Option<String>,
    /// The file that it was in, where that lay in another folder and others import it.
    pub from: Option<String>,
    /// What it was, where that went by another name or stood in another package.
    pub former: Option<Former>,
    /// What of it differs, where it is in both states.
    pub aspect: Option<Aspect>,
    /// The score that a walk from it goes on from, in (0, 1].
    pub score: f64,
    /// Lines of code, without remarks and layout, that one of both states has and the other has not: of the two counts
    /// the greater. 0 for what differs in what belongs to it alone.
    pub lines: u32,
    /// Whether all that is known is that it uses a module of which another version is required.
    pub is_doubtful: bool,
}

/// A symbol of the older state by its name and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Former {
    pub qualified: String,
    pub path: String,
    pub line: u32,
}

/// What of a symbol differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// It is a variable, and was a constant.
    Kind,
    Signature,
    /// The names of parameters and results.
    Parameters,
    Type,
    Value,
    Body,
    Fields,
    Methods,
    Tag,
    Directives,
}

impl Aspect {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Kind => "kind",
            Self::Signature => "signature",
            Self::Parameters => "parameters",
            Self::Type => "type",
            Self::Value => "value",
            Self::Body => "body",
            Self::Fields => "fields",
            Self::Methods => "methods",
            Self::Tag => "tag",
            Self::Directives => "directives",
        }
    }
}

impl Changed {
    /// A symbol of the graph, of which no more is known than what happened to it.
    #[must_use]
    pub fn of(change: ChangeKind, symbol: Symbol<'_>) -> Self {
        let (name, path) = (symbol.qualified().to_owned(), symbol.path().to_owned());
        Self { symbol: Some(symbol.id), ..Self::at(change, symbol.kind(), name, path, symbol.line()) }
    }

    /// The same of what a graph need not have.
    fn at(change: ChangeKind, kind: SymbolKind, qualified: String, path: String, line: u32) -> Self {
        Self {
            change,
            kind,
            qualified,
            path,
            line,
            symbol: None,
            lost: None,
            from: None,
            former: None,
            aspect: None,
            score: change.start(),
            lines: 0,
            is_doubtful: false,
        }
    }

    /// What happened, in a word: of what differs, what of it does.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.change {
            ChangeKind::Signature | ChangeKind::Body => self.aspect.map_or(self.change.name(), Aspect::name),
            change => change.name(),
        }
    }

    /// Where it comes from: its name before, or the file that it was in.
    #[must_use]
    pub fn origin(&self) -> Option<&str> {
        let name = self.former.as_ref().map(|former| former.qualified.as_str());
        name.filter(|_| self.change == ChangeKind::Renamed).or(self.from.as_deref())
    }

    /// What of the older state is gone with it: it itself, or what it was under another name.
    #[must_use]
    pub(super) fn gone(&self, before: &Graph<'_>) -> Option<SymbolId> {
        match &self.former {
            Some(former) => find(before, &former.path, self.kind, &former.qualified, former.line),
            None if self.change == ChangeKind::Removed => {
                find(before, &self.path, self.kind, &self.qualified, self.line)
            }
            None => None,
        }
    }

    /// Whether a program wrote it; of what is gone, as far as its file is still there.
    #[must_use]
    pub fn is_generated(&self, graph: &Graph<'_>) -> bool {
        let of_file = || graph.find_file(&self.path).map(|file| graph.file_flags[file.ix()]);
        let flags = self.symbol.map(|symbol| graph.symbol_flags[symbol.ix()]).or_else(of_file);
        flags.is_some_and(|flags| flags & symbol_flag::GENERATED != 0)
    }

    /// Where a walk starts; `None` when the graph does not have it, or it is doubtful and the limits leave out what is.
    #[must_use]
    pub fn start(&self, limits: Limits) -> Option<Start> {
        if self.is_doubtful && !limits.doubtful {
            return None;
        }
        Some(Start { symbol: self.symbol?, score: self.score, members: false })
    }

    /// What a graph has of it: it itself, or its file.
    #[must_use]
    pub fn known(&self, graph: &Graph<'_>) -> Option<SymbolId> {
        let file = || graph.symbols_of(graph.find_file(&self.path)?).next().map(SymbolId);
        self.symbol.or_else(file)
    }

    /// The package that it is in, or was: that of its folder where its file is gone. `None` where the package is gone, too.
    /// O(files) for a file that is gone.
    #[must_use]
    pub fn package(&self, graph: &Graph<'_>) -> Option<SymbolId> {
        let beside = |&&file: &&u32| folder(graph.symbol(SymbolId(file)).path()) == folder(&self.path);
        let of_folder = || graph.file_symbol.iter().find(beside).map(|&file| SymbolId(file));
        let known = self.known(graph).or_else(of_folder);
        known.map(|id| graph.symbol(id).package())
    }
}

/// What a declaration is known by in both states: its package, its name, and which one of that name it is.
pub(super) type Key = (String, String, u32);

/// A declaration with what is compared of it.
pub(super) struct Side<'v> {
    pub(super) version: &'v Version,
    pub(super) decl: &'v Decl,
    pub(super) signature: Vec<u8>,
    pub(super) body: Vec<u8>,
    directives: Vec<u8>,
}

/// The symbols that differ, in order of (path, line), those that are gone last in their file.
///
/// O(size of the files).
#[must_use]
pub fn changed_symbols(graph: &Graph<'_>, files: &[FileChange]) -> Vec<Changed> {
    // What nobody calls off is done.
    changed_symbols_unless(graph, files, &|| false).unwrap_or_default()
}

/// Does what [`changed_symbols`] does; `None` once `cancelled` holds, which is asked between files and declarations.
#[must_use]
pub fn changed_symbols_unless(
    graph: &Graph<'_>,
    files: &[FileChange],
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Changed>> {
    let mut sides = Sides::new();
    for file in files {
        if cancelled() {
            return None;
        }
        // A renamed file's old declarations are looked for where it is now.
        let place = file.new.as_ref().or(file.old.as_ref()).map_or("", |version| version.path.as_str());
        let both = [&file.old, &file.new];
        // Files of other hosts are compared among themselves.
        let is_foreign = !both.into_iter().flatten().any(is_built);
        for (side, version) in both.into_iter().enumerate() {
            let Some(version) = version.as_ref().filter(|version| is_foreign || is_built(version)) else {
                continue;
            };
            let repeated = repeated(&version.facts, &version.text);
            for decl in &version.facts.decls {
                let name = qualified(version, decl);
                let mut key = (package(place, version, is_foreign), name, 0);
                while sides.get(&key).is_some_and(|both| both[side].is_some()) {
                    key.2 += 1;
                }
                sides.entry(key).or_default()[side] = Some(Side::of(version, decl, &repeated));
            }
        }
    }
    let former = join_renamed(&mut sides, cancelled);
    let mut changed: Vec<Changed> = Vec::new();
    for (key, [old, new]) in &sides {
        if cancelled() {
            return None;
        }
        let differs = compare(graph, &key.1, old.as_ref(), new.as_ref());
        changed.extend(match (former.get(key), old, new) {
            (Some(was), Some(old), Some(new)) => Some(elsewhere(graph, (was, old), (key, new), differs)),
            _ => differs,
        });
    }
    changed.extend(reshaped(graph, &changed, &sides, &former));
    changed.extend(gained(graph, &changed));
    put_in_order(&mut changed);
    Some(changed)
}

/// By path and line, what is gone last in its file; what is merely left behind after all that changed.
pub fn put_in_order(changed: &mut [Changed]) {
    changed.sort_by_cached_key(|c| {
        let last = c.change == ChangeKind::Unbound;
        (last, c.path.clone(), c.change == ChangeKind::Removed, c.line, c.qualified.clone())
    });
}

impl<'v> Side<'v> {
    /// `repeated` says which constants have the value of which others ([`repeated`]).
    fn of(version: &'v Version, decl: &'v Decl, repeated: &FxHashMap<u32, (Option<u32>, u32)>) -> Self {
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
            // What a type holds are symbols of their own; the rest of its text is its signature.
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
    fn text(&self) -> Vec<u8> {
        [&self.signature[..], &self.body, &self.directives].concat()
    }

    /// Whether both are functions that differ in no more than the names of their parameters and results.
    fn is_called_like(&self, other: &Self) -> bool {
        let of = |side: &Self| shape(&side.version.facts, side.decl);
        of(self).is_some_and(|own| Some(own) == of(other))
    }

    fn is_exported(&self) -> bool {
        self.decl.flags & decl_flag::EXPORTED != 0
    }

    fn folder(&self) -> &str {
        folder(&self.version.path)
    }

    /// Whether others name it by its package: what it holds they name by itself.
    fn is_imported(&self) -> bool {
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

/// What an interface is made of besides methods of its own, which are symbols: what it embeds and the types that a
/// constraint admits, each once and in an order that does not depend on the text's.
fn elements(version: &Version, interface: &Decl) -> Vec<u8> {
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

/// What a field, a variable or a constant says of itself, without the names of one declaration: `int` of `X, Y int`.
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

fn compare(graph: &Graph<'_>, name: &str, old: Option<&Side<'_>>, new: Option<&Side<'_>>) -> Option<Changed> {
    let (old, new) = match (old, new) {
        (Some(old), Some(new)) => (old, new),
        (None, new) => return new.map(|new| alone(graph, ChangeKind::Added, name, new)),
        (Some(old), None) => return Some(alone(graph, ChangeKind::Removed, name, old)),
    };
    let is_moved = old.is_imported() && old.folder() != new.folder();
    let differs = old.text() != new.text();
    let is_reshaped =
        old.decl.kind != new.decl.kind || old.signature != new.signature && !old.is_called_like(new);
    let lines = lines_apart(&old.text(), &new.text());
    let change = match () {
        () if is_reshaped => ChangeKind::Signature,
        () if is_moved => ChangeKind::Moved,
        () if differs => ChangeKind::Body,
        () => return None,
    };
    let from = is_moved.then(|| old.version.path.clone());
    let aspect = (change != ChangeKind::Moved).then(|| aspect(change, old, new));
    Some(Changed { from, aspect, lines, ..report(graph, change, name, new) })
}

/// What differs between both sides of a declaration.
fn aspect(change: ChangeKind, old: &Side<'_>, new: &Side<'_>) -> Aspect {
    let kind = SymbolKind::from_number(new.decl.kind);
    let is_callable = kind.is_some_and(SymbolKind::is_callable);
    let untagged = |side: &Side<'_>| {
        let tag = side.signature.iter().position(|byte| matches!(byte, b'`' | b'"'));
        side.signature[..tag.unwrap_or(side.signature.len())].trim_ascii_end().to_vec()
    };
    match change {
        _ if old.decl.kind != new.decl.kind => Aspect::Kind,
        ChangeKind::Signature if is_callable => Aspect::Signature,
        ChangeKind::Signature if kind == Some(SymbolKind::Field) && untagged(old) == untagged(new) => {
            Aspect::Tag
        }
        ChangeKind::Signature => Aspect::Type,
        _ if old.body != new.body && !is_callable => Aspect::Value,
        _ if old.body != new.body => Aspect::Body,
        _ if old.signature != new.signature => Aspect::Parameters,
        _ => Aspect::Directives,
    }
}

/// What stood under another name, or in another package; whatever else differs.
fn elsewhere(
    graph: &Graph<'_>,
    (was, old): (&Key, &Side<'_>),
    (key, new): (&Key, &Side<'_>),
    differs: Option<Changed>,
) -> Changed {
    let change = if was.1 == key.1 { ChangeKind::Moved } else { ChangeKind::Renamed };
    let (path, line) = (old.version.path.clone(), old.decl.line);
    let from = (change == ChangeKind::Moved).then(|| path.clone());
    // What a renamed type holds was found under the new name.
    let former = Some(Former { qualified: qualified(old.version, old.decl), path, line });
    let lines = differs.map_or(0, |differs| differs.lines);
    Changed { from, former, lines, ..report(graph, change, &key.1, new) }
}

/// What only one of both states has.
fn alone(graph: &Graph<'_>, change: ChangeKind, name: &str, side: &Side<'_>) -> Changed {
    Changed { lines: lines_apart(&[], &side.text()), ..report(graph, change, name, side) }
}

/// Types whose members changed. An interface is then another one, and so is a type that embeds something else; a
/// struct with another field has changed inside, and one whose fields are in another order.
fn reshaped(
    graph: &Graph<'_>,
    changed: &[Changed],
    sides: &Sides<'_>,
    former: &BTreeMap<Key, Key>,
) -> Vec<Changed> {
    let mut types: BTreeMap<Key, (ChangeKind, Aspect)> = BTreeMap::new();
    for (key, both) in sides {
        let Some(side) = both[1].as_ref().or(both[0].as_ref()) else { continue };
        let renamed = former.contains_key(key).then_some(ChangeKind::Renamed);
        let differs = || compare(graph, &key.1, both[0].as_ref(), both[1].as_ref());
        let Some(differs) = renamed.or_else(|| Some(differs()?.change)) else { continue };
        let Some(owner) = owner(side) else { continue };
        let of_interface = side.decl.kind == SymbolKind::InterfaceMethod as u8;
        let in_interface = of_interface && differs != ChangeKind::Body;
        let embeds = both.iter().flatten().any(|side| side.decl.flags & decl_flag::EMBEDDED != 0);
        let change = if in_interface || embeds { ChangeKind::Signature } else { ChangeKind::Body };
        let aspect = if of_interface { Aspect::Methods } else { Aspect::Fields };
        let entry = types.entry((key.0.clone(), owner, 0)).or_insert((change, aspect));
        entry.0 = entry.0.min(change);
    }
    for key in reordered(sides) {
        types.entry(key).or_insert((ChangeKind::Body, Aspect::Fields));
    }
    let known = |side: &Side<'_>, name: &str| {
        changed.iter().any(|c| c.qualified == name && c.path == side.version.path)
    };
    types
        .into_iter()
        .filter_map(|(key, (change, aspect))| {
            let side = sides.get(&key)?[1].as_ref()?;
            let row = || Changed { aspect: Some(aspect), ..report(graph, change, &key.1, side) };
            (!known(side, &key.1)).then(row)
        })
        .collect()
}

/// Where a field stands before and after: line and column.
type Moved = [(u32, u32); 2];

/// Structs of whose fields those that are in both states come in another order: literals that name none, conversions
/// and what is written out by the layout go by it.
fn reordered(sides: &Sides<'_>) -> Vec<Key> {
    let mut fields: BTreeMap<(&str, String), Vec<Moved>> = BTreeMap::new();
    let place = |side: &Side<'_>| (side.decl.line, side.decl.col);
    for (key, both) in sides {
        if let [Some(old), Some(new)] = both
            && [old, new].iter().all(|side| side.decl.kind == SymbolKind::Field as u8)
            && let Some(owner) = owner(new)
        {
            fields.entry((&key.0, owner)).or_default().push([old, new].map(place));
        }
    }
    let is_reordered = |places: &mut Vec<Moved>| {
        places.sort_unstable();
        !places.is_sorted_by_key(|[_, new]| *new)
    };
    fields.retain(|_, places| is_reordered(places));
    fields.into_keys().map(|(package, owner)| (package.to_owned(), owner, 0)).collect()
}

/// The type that a field or an interface's method belongs to.
pub(super) fn owner(side: &Side<'_>) -> Option<String> {
    let owner = side.version.facts.decls.get(side.decl.owner as usize)?;
    Some(side.version.facts.name(owner.name).to_owned())
}

pub(super) fn qualified(version: &Version, decl: &Decl) -> String {
    let facts = &version.facts;
    let name = facts.name(decl.name);
    let holder = if decl.owner == NONE {
        facts.name(decl.receiver)
    } else {
        facts.decls.get(decl.owner as usize).map_or("", |owner| facts.name(owner.name))
    };
    if holder.is_empty() { name.to_owned() } else { format!("{holder}.{name}") }
}

/// The package that a file at `path` belongs to: its folder, and whether it is the one of outside tests or of another
/// host. The files that only tests are built with are a package of their own: nothing else can use what they declare.
fn package(path: &str, version: &Version, is_foreign: bool) -> String {
    let outside = version.facts.name(version.facts.package).ends_with("_test");
    let for_tests = version.path.ends_with("_test.go");
    let marks = [(for_tests, " for tests"), (outside, " _test"), (is_foreign, " foreign")];
    let marks = marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark);
    [folder(path)].into_iter().chain(marks).collect()
}

fn report(graph: &Graph<'_>, change: ChangeKind, name: &str, side: &Side<'_>) -> Changed {
    let Side { version, decl, .. } = side;
    let kind = SymbolKind::from_number(decl.kind).unwrap_or(SymbolKind::File);
    let symbol = match change {
        ChangeKind::Removed => None,
        _ => find(graph, &version.path, kind, name, decl.line),
    };
    Changed { symbol, ..Changed::at(change, kind, name.to_owned(), version.path.clone(), decl.line) }
}

/// The symbol of a file with a kind and a name; of several the one nearest to a line.
pub(super) fn find(
    graph: &Graph<'_>,
    path: &str,
    kind: SymbolKind,
    name: &str,
    line: u32,
) -> Option<SymbolId> {
    graph
        .symbols_of(graph.find_file(path)?)
        .map(|ix| graph.symbol(SymbolId(ix)))
        .filter(|symbol| symbol.kind() == kind && symbol.qualified() == name)
        .min_by_key(|symbol| symbol.line().abs_diff(line))
        .map(|symbol| symbol.id)
}

#[cfg(test)]
mod tests;
