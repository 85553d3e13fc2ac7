//! Declarations that live on under another name, or in another package.
//!
//! Renames are not recorded anywhere, so only certain ones are reported: a removed and a new declaration have the
//! same kind and nearly the same text apart from the name, and no other pair is possible.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::side::{DeclIdentity, DeclSide, owner};
use super::significant::lines_apart;
use crate::golang::facts::Decl;
use crate::model::SymbolKind;

/// The declarations of two states by what they are known by.
pub(super) type DeclSides<'v> = BTreeMap<DeclIdentity, [Option<DeclSide<'v>>; 2]>;

/// Most pairs of one kind that are compared line by line; beyond, only what is equal is found.
const MAX_COMPARED: usize = 10_000;

/// Fewest lines of declarations that may differ a little: shorter ones are too unspecific.
const MIN_LINES: usize = 3;

/// Stands for a declaration's own name.
const OWN: &[u8] = b"\0";

/// A removed or new declaration, without its counterpart.
struct RenameCandidate {
    key: DeclIdentity,
    /// The parts that must be equal: the kind, and the owner.
    class: (u8, String),
    /// True if the host's build includes it: a declaration that the build drops has not moved.
    is_built: bool,
    /// True if only tests can use it: moving there makes it unavailable to others.
    is_test: bool,
    /// Its text without its own name, as lines of code.
    text: Vec<u8>,
    /// For a type, the length of the text before the names of its methods.
    made_of: usize,
}

/// Moves the old side of each renamed or moved declaration to the key of its new side, members included; returns the
/// old keys by the new ones (without members).
///
/// Returns what it has found so far once `cancelled` holds, which is asked between comparisons.
///
/// O(declarations that are gone or new x their size + lines of the pairs compared).
pub(super) fn join_renamed(
    sides: &mut DeclSides<'_>,
    cancelled: &dyn Fn() -> bool,
) -> BTreeMap<DeclIdentity, DeclIdentity> {
    let mut former = BTreeMap::new();
    // Types that contain one another are recognized by the new name of the first.
    while join(sides, &mut former, is_type, cancelled) > 0 {}
    join(sides, &mut former, |kind| !is_type(kind), cancelled);
    former
}

fn is_type(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Struct | SymbolKind::Interface | SymbolKind::Type | SymbolKind::Alias)
}

/// Joins what is of some kinds; how many.
fn join(
    sides: &mut DeclSides<'_>,
    former: &mut BTreeMap<DeclIdentity, DeclIdentity>,
    is_of: impl Fn(SymbolKind) -> bool,
    cancelled: &dyn Fn() -> bool,
) -> usize {
    let types = renamed_types(former);
    let [gone, new] = [0, 1].map(|side| candidates(sides, side, &types, &is_of));
    let within = |candidate: &RenameCandidate| (candidate.key.0.clone(), candidate.class.clone());
    let mut pairs = pairs(&gone, &new, within, Some(cancelled));
    // From one package to another the name stays.
    let known: BTreeSet<&DeclIdentity> = pairs.iter().flat_map(|(old, new)| [old, new]).collect();
    let [gone, new] = [gone, new].map(|side| {
        side.into_iter().filter(|c| !known.contains(&c.key) && c.class.1.is_empty()).collect::<Vec<_>>()
    });
    let named = |candidate: &RenameCandidate| {
        (candidate.key.1.clone(), [candidate.is_built, candidate.is_test], candidate.class.clone())
    };
    pairs.extend(self::pairs(&gone, &new, named, None));
    for (old, new) in &pairs {
        bring(sides, old, new);
        former.insert(new.clone(), old.clone());
    }
    pairs.len()
}

/// New names of types by their package and the old one.
fn renamed_types(former: &BTreeMap<DeclIdentity, DeclIdentity>) -> FxHashMap<(String, String), String> {
    former.iter().map(|(new, old)| ((old.0.clone(), old.1.clone()), new.1.clone())).collect()
}

fn candidates(
    sides: &DeclSides<'_>,
    of: usize,
    types: &FxHashMap<(String, String), String>,
    is_of: impl Fn(SymbolKind) -> bool,
) -> Vec<RenameCandidate> {
    use SymbolKind::{Const, Field, Func, Interface, InterfaceMethod, Method, Struct, Var};
    let alone = sides.iter().filter_map(|(key, both)| {
        let side = both[of].as_ref().filter(|_| both[1 - of].is_none())?;
        let kind = SymbolKind::from_number(side.decl.kind).filter(|&kind| is_of(kind))?;
        let name = side.version.facts.name(side.decl.name);
        // A package may have several of these, and no name refers to one.
        let is_nameless = matches!(name, "_" | "init") && kind != Method;
        let is_told = match kind {
            Func | Method => !matches!(&side.body[..], b"" | b"{ }"),
            Struct | Interface => members(sides, of, key).next().is_some(),
            _ => true,
        };
        (is_told && !is_nameless).then_some((key, side, kind, name))
    });
    let alone = alone.map(|(key, side, kind, name)| {
        let said = |side: &DeclSide<'_>, own: &str| {
            let text = [&side.signature[..], b"\n", &side.body].concat();
            renamed(&text, |word| {
                let of_type = || types.get(&(key.0.clone(), text_of(word))).map(String::as_bytes);
                if word == own.as_bytes() { Some(OWN) } else { of_type() }
            })
        };
        let mut text = said(side, name);
        let own = |member: &DeclSide<'_>| member.version.facts.name(member.decl.name).to_owned();
        let (methods, parts): (Vec<_>, Vec<_>) =
            members(sides, of, key).partition(|member| member.decl.kind == SymbolKind::Method as u8);
        for part in parts.into_iter().filter(|_| is_type(kind)) {
            text.extend([b"\n", own(part).as_bytes(), b" ", &said(part, name)].concat());
        }
        let made_of = text.len();
        for method in methods.into_iter().filter(|_| is_type(kind)) {
            // Types are distinguished by the names of their methods, not by the bodies.
            text.extend([b"\nmethod ", own(method).as_bytes()].concat());
        }
        let holder = owner(side).or_else(|| {
            let receiver = side.version.facts.name(side.decl.receiver);
            (!receiver.is_empty()).then(|| receiver.to_owned())
        });
        let holder = holder.unwrap_or_default();
        let holder = types.get(&(key.0.clone(), holder.clone())).cloned().unwrap_or(holder);
        if matches!(kind, Field | InterfaceMethod | Const | Var) {
            // They have so little text that their position must be equal, too.
            text.extend(format!("\n{}", nth(side)).into_bytes());
        }
        let is_built = side.version.is_built();
        let is_test = side.version.path.ends_with("_test.go");
        RenameCandidate {
            key: key.clone(),
            class: (side.decl.kind, holder),
            is_built,
            is_test,
            text,
            made_of,
        }
    });
    alone.collect()
}

/// Number of declarations of the same kind before this one in its file, or in its owner.
fn nth(side: &DeclSide<'_>) -> usize {
    let is_like = |decl: &&Decl| decl.kind == side.decl.kind && decl.owner == side.decl.owner;
    side.version.facts.decls.iter().filter(is_like).take_while(|decl| decl.start != side.decl.start).count()
}

fn text_of(word: &[u8]) -> String {
    String::from_utf8_lossy(word).into_owned()
}

/// Returns the fields and methods of a type, on one side.
fn members<'s, 'v>(
    sides: &'s DeclSides<'v>,
    of: usize,
    ty: &DeclIdentity,
) -> impl Iterator<Item = &'s DeclSide<'v>> {
    let begin = format!("{}.", ty.1);
    let from = (ty.0.clone(), begin.clone(), 0);
    let package = ty.0.clone();
    let all = sides.range(from..).take_while(move |(key, _)| key.0 == package && key.1.starts_with(&begin));
    all.filter_map(move |(_, both)| both[of].as_ref())
}

/// Pairs of removed and new declarations: those whose class has exactly one on either side with the same text, or a
/// similar one as `nearly` decides. Comparing stops when `cancelled` holds.
fn pairs<C: Ord>(
    gone: &[RenameCandidate],
    new: &[RenameCandidate],
    class: impl Fn(&RenameCandidate) -> C,
    nearly: Option<&dyn Fn() -> bool>,
) -> Vec<(DeclIdentity, DeclIdentity)> {
    let mut classes: BTreeMap<C, [Vec<&RenameCandidate>; 2]> = BTreeMap::new();
    for (side, all) in [gone, new].into_iter().enumerate() {
        for candidate in all {
            classes.entry(class(candidate)).or_default()[side].push(candidate);
        }
    }
    let mut pairs = Vec::new();
    for [mut gone, mut new] in classes.into_values() {
        let mut same: BTreeMap<&[u8], [Vec<&RenameCandidate>; 2]> = BTreeMap::new();
        for (side, all) in [&gone, &new].into_iter().enumerate() {
            for candidate in all {
                same.entry(&candidate.text).or_default()[side].push(candidate);
            }
        }
        let mut found: Vec<(DeclIdentity, DeclIdentity)> = Vec::new();
        for [old, new] in same.into_values() {
            if let ([old], [new]) = (&old[..], &new[..]) {
                found.push((old.key.clone(), new.key.clone()));
            }
        }
        let known: BTreeSet<&DeclIdentity> = found.iter().flat_map(|(old, new)| [old, new]).collect();
        gone.retain(|candidate| !known.contains(&candidate.key));
        new.retain(|candidate| !known.contains(&candidate.key));
        if let Some(cancelled) = nearly
            && gone.len() * new.len() <= MAX_COMPARED
        {
            let like = |old: &RenameCandidate| new.iter().filter(|new| is_like(old, new)).collect::<Vec<_>>();
            for old in gone.iter().take_while(|_| !cancelled()) {
                if let [only] = like(old)[..]
                    && gone.iter().filter(|other| is_like(other, only)).count() == 1
                {
                    found.push((old.key.clone(), only.key.clone()));
                }
            }
        }
        pairs.extend(found);
    }
    pairs
}

/// Returns whether two declarations that begin alike differ in at most a third of their lines, or are types with equal
/// content.
fn is_like(old: &RenameCandidate, new: &RenameCandidate) -> bool {
    let first =
        |candidate: &RenameCandidate| candidate.text.split(|&b| b == b'\n').next().map(<[u8]>::to_vec);
    let lines = |candidate: &RenameCandidate| {
        candidate.text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).count()
    };
    let most = lines(old).max(lines(new));
    let [made, of] = [old, new].map(|candidate| &candidate.text[..candidate.made_of]);
    made == of && made.contains(&b'\n') && SymbolKind::from_number(old.class.0).is_some_and(is_type)
        || most > MIN_LINES
            && first(old) == first(new)
            && lines_apart(&old.text, &new.text) as usize * 3 <= most
}

/// Brings an old side, with what it holds, to a new one.
fn bring(sides: &mut DeclSides<'_>, old: &DeclIdentity, new: &DeclIdentity) {
    let begin = format!("{}.", old.1);
    let is_its = |key: &&DeclIdentity| key.0 == old.0 && (*key == old || key.1.starts_with(&begin));
    let all: Vec<DeclIdentity> = sides
        .range(old.clone()..)
        .map(|(key, _)| key)
        .take_while(|key| key.0 == old.0)
        .filter(is_its)
        .cloned()
        .collect();
    let [own, now] = [old, new].map(|key| key.1.clone());
    for key in all {
        let nth = if key == *old { new.2 } else { key.2 };
        let there = (new.0.clone(), format!("{now}{}", &key.1[own.len()..]), nth);
        if sides.get(&there).is_some_and(|both| both[0].is_some()) {
            continue;
        }
        let Some(mut side) = sides.get_mut(&key).and_then(|both| both[0].take()) else { continue };
        if key != *old {
            // Its members mention the name as well, which does not make them different.
            let follow =
                |text: &[u8]| renamed(text, |word| (word == own.as_bytes()).then_some(now.as_bytes()));
            (side.signature, side.body) = (follow(&side.signature), follow(&side.body));
        }
        sides.entry(there).or_default()[0] = Some(side);
    }
}

/// A significant text with words replaced.
fn renamed<'w>(text: &[u8], to: impl Fn(&[u8]) -> Option<&'w [u8]>) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for word in text.split_inclusive(|byte| matches!(byte, b' ' | b'\n')) {
        let (own, end) = match word.split_last() {
            Some((last @ (b' ' | b'\n'), own)) => (own, std::slice::from_ref(last)),
            _ => (word, &[][..]),
        };
        out.extend(to(own).unwrap_or(own));
        out.extend(end);
    }
    out
}
