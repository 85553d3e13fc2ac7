//! The tour of the declarations that a change touched.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::MAX_STEPS;
use super::names::named;
use super::phrase::{capital, counted};
use super::plan::{DependencyOrder, Plan, assembled, circles, is_stop_of_change, is_value_of_program};
use crate::model::{Graph, Symbol, SymbolId, SymbolKind, clean, grouped, symbol_flag};

/// The largest number of names that a sentence lists.
const MAX_NAMES: usize = 5;
/// The largest number of names of differences that have no step but are listed.
const MAX_LEFT_OUT: usize = 30;

/// A declaration that differs.
#[derive(Clone, Copy, Debug)]
pub struct Difference<'d> {
    pub how: DifferenceKind,
    pub kind: SymbolKind,
    /// `Recv.Name`, `Struct.field` or the plain name.
    pub qualified: &'d str,
    /// The old name, if it differs.
    pub was: Option<&'d str>,
    /// The file in which it is or was.
    pub path: &'d str,
    /// The symbol now. None if the declaration was removed.
    pub symbol: Option<SymbolId>,
    /// Number of its lines that differ, as [`Changed::lines`](crate::impact::Changed::lines) counts them.
    pub lines: u32,
}

/// The kind of difference between two states of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceKind {
    Added,
    Removed,
    Moved,
    Renamed,
    Signature,
    Body,
}

/// Plans a tour of what a change touched, in reading order. `range` is the name of the change. `commits` are the
/// commits that this name means today, since the meaning of a name such as `HEAD~1` changes. Files, fields and tests
/// are no stops: they count for their owner or not at all. If there are more than [`MAX_STEPS`] stops, those that
/// differ most ([`weight`]) get steps and the others are named. Constants and variables are stops if nothing else is. Changes without a step are counted in the text.
/// `outside` describes changes outside of declarations.
pub fn changes(
    graph: &Graph<'_>,
    range: &str,
    commits: &str,
    differences: &[Difference<'_>],
    outside: &[String],
) -> Option<Plan> {
    let (mut stops, mut rest) = parted(graph, differences, is_stop_of_change);
    let mut nouns = ["function or type", "functions and types"];
    if stops.is_empty() {
        (stops, rest) = parted(graph, differences, is_value_of_program);
        nouns = ["constant or variable", "constants and variables"];
    }
    let total = stops.len();
    let mut chosen: Vec<SymbolId> = stops.keys().copied().collect();
    chosen.sort_by(|a, b| {
        let authority = |id: &SymbolId| graph.symbol_authority[id.ix()];
        weight(&stops[b]).cmp(&weight(&stops[a])).then(authority(b).total_cmp(&authority(a)))
    });
    let left_out = chosen.split_off(MAX_STEPS.min(chosen.len()));
    let why = chosen.iter().map(|id| why(graph.symbol(*id), &stops[id])).collect();
    let shown = chosen.len();
    let without = left_out_names(graph, &left_out)
        + &without_step(graph, differences, &rest)
        + &outside_of_declarations(outside);
    assembled(graph, &chosen, why, DependencyOrder::BottomUp, |stops, order, pairs| {
        let what = match total - shown {
            0 => capital(&counted(shown, nouns[0], nouns[1])),
            _ => format!("{shown} of {} {}", grouped(total as u64), nouns[1]),
        };
        let differ = if total == 1 { "that changed and is" } else { "that changed and are" };
        let which = match total - shown {
            0 => "",
            _ => ", chosen by changed signature and by number of changed lines",
        };
        let circles = circles(graph, &chosen, order);
        let description =
            format!("{what} {differ} still there{which}, each after what it leans on{circles}.{without}");
        Plan {
            title: match total - shown {
                0 => format!("What {range} changes"),
                _ => format!("What {range} changes: {shown} of {total}"),
            },
            preface: format!("What {range} changes ({commits}): {description}"),
            description,
            name: format!("changes-{}", super::slug(range)),
            kind: "changes",
            stops,
            pairs,
            back: order.back,
        }
    })
}

/// The order of stops by their differences. Differences that other code may have to follow come first: another
/// signature, or a member that was removed or that implementers need. Then the number of lines decides.
fn weight(differences: &[&Difference<'_>]) -> (bool, u32) {
    let is_seen = |one: &&Difference<'_>| {
        matches!(one.how, DifferenceKind::Signature | DifferenceKind::Renamed | DifferenceKind::Removed)
            || (one.how == DifferenceKind::Added && one.kind == SymbolKind::InterfaceMethod)
    };
    (differences.iter().any(is_seen), differences.iter().map(|one| one.lines).sum())
}

/// A sentence with the names of the stops that have no step, with a blank before it. Empty if there are none.
fn left_out_names(graph: &Graph<'_>, left_out: &[SymbolId]) -> String {
    if left_out.is_empty() {
        return String::new();
    }
    let names: Vec<String> = left_out.iter().take(MAX_LEFT_OUT).map(|id| named(graph.symbol(*id))).collect();
    let more = match left_out.len() - names.len() {
        0 => String::new(),
        more => format!(" and {} more", grouped(more as u64)),
    };
    format!(" The others, the most changed first: {}{more}.", names.join(", "))
}

/// The differences by their stops, and those without one.
fn parted<'d>(
    graph: &Graph<'_>,
    differences: &'d [Difference<'d>],
    is_stop: fn(Symbol<'_>) -> bool,
) -> (BTreeMap<SymbolId, Vec<&'d Difference<'d>>>, Vec<&'d Difference<'d>>) {
    let (mut stops, mut rest) = (BTreeMap::<SymbolId, Vec<_>>::new(), Vec::new());
    for difference in differences {
        match stop_of(graph, difference, is_stop) {
            Some(stop) => stops.entry(stop).or_default().push(difference),
            None => rest.push(difference),
        }
    }
    (stops, rest)
}

/// The stop for a difference: the symbol itself, or the type that it belongs or belonged to.
fn stop_of(
    graph: &Graph<'_>,
    difference: &Difference<'_>,
    is_stop: fn(Symbol<'_>) -> bool,
) -> Option<SymbolId> {
    let stop = match difference.symbol.map(|symbol| graph.symbol(symbol)) {
        Some(symbol) if is_stop(symbol) => symbol,
        Some(symbol) => graph.symbol(symbol.owner()?),
        None => former_owner(graph, difference)?,
    };
    is_stop(stop).then_some(stop.id)
}

/// The type, in the same folder, that a field or method was removed from.
fn former_owner<'g>(graph: &'g Graph<'g>, difference: &Difference<'_>) -> Option<Symbol<'g>> {
    let (owner, _) =
        difference.qualified.split_once('.').filter(|_| difference.how == DifferenceKind::Removed)?;
    let folder = |path: &str| path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
    let lost_in = folder(difference.path);
    graph.symbols().find(|symbol| {
        symbol.kind().is_type() && symbol.qualified() == owner && folder(symbol.path()) == lost_in
    })
}

/// The former name without the type.
fn was(difference: &Difference<'_>) -> String {
    clean(difference.was.and_then(|was| was.rsplit('.').next()).unwrap_or_default()).into_owned()
}

/// Describes how a stop and its members differ.
fn why(stop: Symbol<'_>, differences: &[&Difference<'_>]) -> String {
    let (own, of_members): (Vec<&Difference<'_>>, Vec<_>) =
        differences.iter().partition(|difference| difference.symbol == Some(stop.id));
    let is_new = own.iter().any(|difference| difference.how == DifferenceKind::Added);
    // Members of a new type are new as well.
    let of_members = if is_new { Vec::new() } else { of_members };
    // The body of a type is its members, which describe the difference if they are known.
    let is_described_by_members = stop.kind().is_type() && !of_members.is_empty();
    let own = own.iter().filter(|own| own.how != DifferenceKind::Body || !is_described_by_members);
    let is_value = matches!(stop.kind(), SymbolKind::Const | SymbolKind::Var);
    let own = own.map(|difference| match difference.how {
        DifferenceKind::Added => "it is new".to_owned(),
        // A removed symbol is no stop.
        DifferenceKind::Moved | DifferenceKind::Removed => "it moved from another folder".to_owned(),
        DifferenceKind::Renamed => format!("it was called `{}`", was(difference)),
        DifferenceKind::Signature if stop.kind().is_type() || is_value => {
            "its declaration changed".to_owned()
        }
        DifferenceKind::Signature => "its signature changed".to_owned(),
        DifferenceKind::Body if is_value => "its value changed".to_owned(),
        DifferenceKind::Body => "its body changed".to_owned(),
    });
    let named = of_members.iter().take(MAX_NAMES).map(|member| {
        let name = member.qualified.rsplit('.').next().unwrap_or_default();
        let what = match member.kind {
            SymbolKind::Field => "field",
            SymbolKind::Method | SymbolKind::InterfaceMethod => "method",
            kind => kind.name(),
        };
        let how = match member.how {
            DifferenceKind::Added => "is new".to_owned(),
            DifferenceKind::Removed => "was removed".to_owned(),
            DifferenceKind::Moved => "moved from another folder".to_owned(),
            DifferenceKind::Renamed => format!("was called `{}`", was(member)),
            DifferenceKind::Signature | DifferenceKind::Body => "changed".to_owned(),
        };
        format!("its {what} `{}` {how}", clean(name))
    });
    let mut parts: Vec<String> = own.chain(named).collect();
    if let more @ 1.. = of_members.len().saturating_sub(MAX_NAMES) {
        parts.push(format!("{} of its members changed", counted(more, "more", "more")));
    }
    format!("In this change {}.", parts.join("; "))
}

/// Sentences about differences without a step, with a blank before them. Empty if there are none.
fn without_step(graph: &Graph<'_>, all: &[Difference<'_>], rest: &[&Difference<'_>]) -> String {
    let mut text = String::new();
    let mut removed: Vec<&Difference<'_>> =
        all.iter().filter(|one| one.how == DifferenceKind::Removed).collect();
    // Types come first, tests last, and members after everything else, because members of a removed type are not
    // worth naming.
    removed.sort_by_key(|one| {
        let is_member = one.qualified.contains('.');
        (one.path.ends_with("_test.go"), is_member, !one.kind.is_type(), !one.kind.is_callable())
    });
    if !removed.is_empty() {
        let named = |one: &&Difference<'_>| format!("{} {}", one.kind.name(), clean(one.qualified));
        let names: Vec<String> = removed.iter().take(MAX_NAMES).map(named).collect();
        let more = match removed.len().saturating_sub(MAX_NAMES) {
            0 => String::new(),
            more => format!(" and {} more", grouped(more as u64)),
        };
        let n = counted(removed.len(), "declaration was", "declarations were");
        let _ = write!(text, " {} removed: {}{more}.", capital(&n), names.join(", "));
    }
    let (gone, there): (Vec<&Difference<'_>>, Vec<_>) =
        rest.iter().filter(|one| one.how != DifferenceKind::Removed).partition(|one| one.symbol.is_none());
    let is_test = |one: &&&Difference<'_>| one.symbol.is_some_and(|symbol| graph.symbol(symbol).is_test());
    let tests = there.iter().filter(is_test).count();
    let (generated, written): (Vec<&Difference<'_>>, Vec<_>) = there
        .iter()
        .filter(|one| !is_test(one))
        .partition(|one| one.symbol.is_some_and(|symbol| graph.symbol(symbol).has(symbol_flag::GENERATED)));
    let others = written.len();
    let parts = [
        (tests, "test declaration", "test declarations"),
        (generated.len(), "declaration in a generated file", "declarations in generated files"),
        (others, "constant, variable or the like", "constants, variables and the like"),
        (gone.len(), "declaration that no longer exists", "declarations that no longer exist"),
    ];
    let parts: Vec<String> =
        parts.iter().filter(|part| part.0 > 0).map(|&(n, one, many)| counted(n, one, many)).collect();
    if !parts.is_empty() {
        let _ = write!(text, " Changed too, but without a step: {}.", parts.join(", "));
    }
    text
}

/// A sentence about differences outside of declarations, with a blank before it. Empty if there are none.
fn outside_of_declarations(outside: &[String]) -> String {
    if outside.is_empty() {
        return String::new();
    }
    let named: Vec<&str> = outside.iter().take(MAX_NAMES).map(String::as_str).collect();
    let more = match outside.len() - named.len() {
        0 => String::new(),
        more => format!(" and {} more", grouped(more as u64)),
    };
    format!(" Outside declarations: {}{more}; Impact shows what that affects.", clean(&named.join(", ")))
}
