//! What a step says: facts of the graph and the author's own words, put into sentences.

use std::fmt::Write as _;

use super::doc::{first_words, markdown, opening};
use super::phrase::counted;
use super::prose::escaped;
use super::purpose::likelihood;
use crate::model::{
    Doubt, EdgeKind, EdgeRef, Graph, Origin, Symbol, SymbolId, SymbolKind, clean, grouped, hundredths,
};
use crate::rank::is_dependency;

/// Most names that a sentence lists.
pub(super) const MOST_NAMES: usize = 3;
/// An edge that is surer than this is told as a fact, if it is no way that a call may take.
const SURE: f32 = 0.9;

/// How words about a package begin.
const PACKAGE: &str = "Package **";

/// A symbol as every list names it: `package.Recv.Name`.
#[must_use]
pub fn named(symbol: Symbol<'_>) -> String {
    clean(&symbol.label()).into_owned()
}

/// The same for a reader of `of`: without the package where it is that one, by its package's folder where that only has the same name.
fn named_beside(graph: &Graph<'_>, of: Symbol<'_>, symbol: Symbol<'_>) -> String {
    match () {
        () if of.package() == symbol.package() => clean(symbol.qualified()).into_owned(),
        () if of.package_name() == symbol.package_name() => {
            format!("{}.{}", named(graph.symbol(symbol.package())), clean(symbol.qualified()))
        }
        () => named(symbol),
    }
}

/// Whether words that [`describe()`] made begin with what the package says of itself.
pub(super) fn introduces(words: &str) -> bool {
    words.starts_with(PACKAGE)
}

/// The words of one stop, as markdown. `doc` is its doc comment.
pub(super) fn describe(graph: &Graph<'_>, id: SymbolId, doc: &[u8], package_doc: Option<&[u8]>) -> String {
    let symbol = graph.symbol(id);
    let mut text = String::new();
    if let Some(doc) = package_doc {
        let package = graph.symbol(symbol.package());
        let said = opening(doc);
        let (words, further) = match first_words(&said) {
            "" => ("", &said[..]),
            words => (words, &said[1..]),
        };
        let _ = writeln!(text, "{}\n", introduced(package, words));
        if !further.is_empty() {
            let _ = writeln!(text, "{}\n", markdown(further));
        }
    }
    let _ = writeln!(text, "`{}`\n", clean(&symbol.signature().replace('`', "'")));
    let words = markdown(&opening(doc));
    let lines = if symbol.kind().is_container() {
        super::holds::lines(graph, id)
    } else {
        vec![role(symbol), used_by(graph, id), controls(graph, id), surety(graph, id)]
    };
    if !words.is_empty() {
        let _ = writeln!(text, "{words}\n");
    }
    for line in lines.into_iter().filter(|line| !line.is_empty()) {
        let _ = writeln!(text, "- {line}");
    }
    text.truncate(text.trim_end().len());
    text
}

/// A package with what it says of itself: `words` mostly begin with its name.
fn introduced(package: Symbol<'_>, words: &str) -> String {
    let (name, path) = (package.name(), package.path());
    // The root's folder says nothing.
    let place = if name == path || path == "." { String::new() } else { format!(" ({})", escaped(path)) };
    let head = format!("{PACKAGE}{}**{place}", escaped(name));
    let rest = words.strip_prefix("Package ").and_then(|rest| rest.strip_prefix(name));
    match rest.filter(|rest| rest.starts_with(' ')) {
        Some(rest) => format!("{head} {}", escaped(rest.trim_start())),
        None if words.is_empty() => format!("{head} has no doc comment."),
        None => format!("{head}: {}", escaped(words)),
    }
}

fn role(symbol: Symbol<'_>) -> String {
    let what = symbol.kind().noun();
    let visible = if symbol.has(crate::model::symbol_flag::EXPORTED) { "exported" } else { "unexported" };
    format!(
        "Role: {visible} {what} of package {}, {}.",
        escaped(symbol.package_name()),
        match symbol.end_line().saturating_sub(symbol.line()) + 1 {
            1 => "1 line".to_owned(),
            lines => format!("{lines} lines"),
        }
    )
}

/// `` `A.B` (x.go:3), `C` (y.go:9) and 4 more``: the most important first.
fn listed<'g>(
    graph: &Graph<'g>,
    of: SymbolId,
    edges: &[EdgeRef<'g>],
    end: fn(&EdgeRef<'g>) -> SymbolId,
) -> String {
    let mut edges: Vec<&EdgeRef<'_>> = edges.iter().collect();
    let says = |edge: &EdgeRef<'g>| graph.says(edge, end(edge));
    edges.sort_by(|a, b| {
        let test = |edge: &EdgeRef<'g>| graph.symbol(end(edge)).is_test();
        test(a).cmp(&test(b)).then(says(b).total_cmp(&says(a))).then(end(a).cmp(&end(b)))
    });
    edges.dedup_by_key(|edge| end(edge));
    let names: Vec<String> = edges
        .iter()
        .take(MOST_NAMES)
        .map(|edge| {
            let symbol = graph.symbol(end(edge));
            format!("`{}` ({})", named_beside(graph, graph.symbol(of), symbol), site(graph, edge, symbol))
        })
        .collect();
    match edges.len().saturating_sub(MOST_NAMES) {
        0 => names.join(", "),
        more => format!("{} and {} more", names.join(", "), grouped(more as u64)),
    }
}

/// The first line of an edge, in the file where it begins.
fn site(graph: &Graph<'_>, edge: &EdgeRef<'_>, symbol: Symbol<'_>) -> String {
    let line = edge.lines.first().copied().unwrap_or(symbol.line());
    format!("{}:{line}", escaped(&clean(graph.symbol(edge.from).path())))
}

fn used_by(graph: &Graph<'_>, id: SymbolId) -> String {
    let symbol = graph.symbol(id);
    if !symbol.kind().is_callable() {
        let implementers = graph.incoming(id).filter(|edge| edge.kind == EdgeKind::Implements).count();
        let users: Vec<EdgeRef<'_>> = graph.incoming(id).filter(is_dependency).collect();
        let used = match symbol.kind() {
            SymbolKind::Field => "Read or written",
            _ => "Used",
        };
        let mut text = match users.len() {
            0 => format!("{used} by nothing that the index knows"),
            _ => format!("{used} by {}", listed(graph, id, &users, |edge| edge.from)),
        };
        if implementers > 0 {
            let _ = write!(text, "; {} it", counted(implementers, "type satisfies", "types satisfy"));
        }
        return text + ".";
    }
    let callers = graph.callers(id);
    let known = [&callers.known[..], &callers.elsewhere].concat();
    let is_value = |doubt: &&Doubt<'_>| matches!(doubt, Doubt::Value(_) | Doubt::ValueThrough(..));
    let value = callers.doubts.iter().find(is_value);
    let (mut text, more) = match known.len() {
        // Who has the value may be told right beside this.
        0 if value.is_some() => ("No direct caller is known".to_owned(), ""),
        0 => ("No known caller".to_owned(), ""),
        _ => (format!("Called by {}", listed(graph, id, &known, |edge| edge.from)), " more"),
    };
    if let Some(first) = callers.possible.first() {
        let _ = write!(
            text,
            "; {}{more} may call it through `{}.{}`",
            grouped(callers.n_possible() as u64),
            clean(first.interface),
            symbol.name()
        );
        if callers.possible.len() > 1 {
            let _ = write!(
                text,
                " and {}",
                counted(callers.possible.len() - 1, "other interface", "other interfaces")
            );
        }
    }
    let is_unknown = callers.known.is_empty() && callers.possible.is_empty();
    if let Some(doubt) = callers.doubts.first().filter(|_| is_unknown) {
        let _ = write!(text, ": {}", escaped(&clean(&doubt.to_string())));
    } else if let Some(value) = value {
        let _ = write!(text, "; {}", escaped(&clean(&value.to_string())));
    }
    let implementing = graph.implementing(id);
    if !implementing.is_empty() {
        let names = implementing
            .iter()
            .take(MOST_NAMES)
            .map(|&(method, _)| format!("`{}`", named_beside(graph, symbol, graph.symbol(method))));
        let _ = write!(text, ". Implemented by {}", names.collect::<Vec<_>>().join(", "));
        if implementing.len() > MOST_NAMES {
            let _ = write!(text, " and {} more", grouped((implementing.len() - MOST_NAMES) as u64));
        }
    }
    text + "."
}

fn controls(graph: &Graph<'_>, id: SymbolId) -> String {
    let symbol = graph.symbol(id);
    if symbol.kind().is_type() {
        let of_kind = |kind: SymbolKind| {
            graph
                .incoming(id)
                .filter(|edge| edge.kind == EdgeKind::MemberOf && graph.symbol(edge.from).kind() == kind)
                .count()
        };
        let parts = [
            (of_kind(SymbolKind::Field), "field", "fields"),
            (of_kind(SymbolKind::Method), "method", "methods"),
            (of_kind(SymbolKind::InterfaceMethod), "required method", "required methods"),
        ];
        let parts: Vec<String> =
            parts.iter().filter(|part| part.0 > 0).map(|&(n, one, many)| counted(n, one, many)).collect();
        return if parts.is_empty() { String::new() } else { format!("Holds {}.", parts.join(", ")) };
    }
    let of_kinds = |kinds: &[EdgeKind]| -> Vec<EdgeRef<'_>> {
        graph.outgoing(id).filter(|edge| kinds.contains(&edge.kind) && edge.to != id).collect()
    };
    let (dispatched, calls): (Vec<_>, Vec<_>) =
        of_kinds(&[EdgeKind::Calls]).into_iter().partition(|edge| edge.origin == Origin::Dispatch);
    let uses = of_kinds(&[EdgeKind::Uses, EdgeKind::Accesses]);
    let mut parts = Vec::new();
    if !calls.is_empty() {
        parts.push(format!("calls {}", listed(graph, id, &calls, |edge| edge.to)));
    }
    parts.extend(reached(graph, id, &dispatched));
    // Only what has a body is expected to call something.
    let has_code = matches!(symbol.kind(), SymbolKind::Func | SymbolKind::Method);
    if parts.is_empty() && has_code {
        parts.push("calls nothing in this repository".to_owned());
    }
    if calls.is_empty() && !uses.is_empty() {
        parts.push(format!("uses {}", listed(graph, id, &uses, |edge| edge.to)));
    }
    if parts.is_empty() { String::new() } else { format!("Controls: {}.", parts.join("; ")) }
}

/// What calls of interfaces' methods may reach: never more than one of the targets at a time. The interface with the
/// likeliest target is told, with how many there are; the others are counted.
fn reached(graph: &Graph<'_>, id: SymbolId, dispatched: &[EdgeRef<'_>]) -> Option<String> {
    let through = |edge: &EdgeRef<'_>| {
        let method = graph.symbol(edge.to).name();
        clean(&format!("{}.{method}", graph.via(edge.id).unwrap_or("an interface"))).into_owned()
    };
    let likely = |edge: &EdgeRef<'_>| likelihood(graph.symbol(id), graph.symbol(edge.to), edge.strength());
    let told =
        dispatched.iter().max_by(|a, b| likely(a).total_cmp(&likely(b)).then_with(|| (b.to).cmp(&a.to)))?;
    let method = through(told);
    let mut methods: Vec<String> = dispatched.iter().map(through).collect();
    let others: Vec<f32> = dispatched
        .iter()
        .filter(|edge| edge.to != told.to && through(edge) == method)
        .map(EdgeRef::strength)
        .collect();
    methods.sort_unstable();
    methods.dedup();
    let target = graph.symbol(told.to);
    let which = match others.len() {
        0 => String::new(),
        n => {
            let is_likeliest = others.iter().all(|&other| other < told.strength());
            let how = if is_likeliest { "most likely" } else { "such as" };
            format!("one of {} methods, {how} ", grouped(n as u64 + 1))
        }
    };
    let mut text = format!(
        "through `{method}` ({}) it may reach {which}`{}` ({}%)",
        site(graph, told, target),
        named_beside(graph, graph.symbol(id), target),
        hundredths(f64::from(told.strength()))
    );
    if methods.len() > 1 {
        let _ = write!(
            text,
            ", and more through {}",
            counted(methods.len() - 1, "other interface method", "other interface methods")
        );
    }
    Some(text)
}

/// How sure the two sentences before are.
fn surety(graph: &Graph<'_>, id: SymbolId) -> String {
    let (mut all, mut ways, mut doubtful) = (0usize, 0usize, 0usize);
    for edge in graph.incoming(id).chain(graph.outgoing(id)) {
        if matches!(edge.kind, EdgeKind::MemberOf | EdgeKind::Imports) || edge.from == edge.to {
            continue;
        }
        all += 1;
        ways += usize::from(edge.origin == Origin::Dispatch);
        doubtful += usize::from(edge.origin != Origin::Dispatch && edge.confidence < SURE);
    }
    let mut text = match (all, all - ways - doubtful) {
        (0, _) => return String::new(),
        (1, 1) => "Certainty: its only link is bound by the language's own rules".to_owned(),
        (2, 2) => "Certainty: both links are bound by the language's own rules".to_owned(),
        (all, sure) if sure == all => {
            format!("Certainty: all {} links are bound by the language's own rules", grouped(all as u64))
        }
        (all, sure) => format!(
            "Certainty: {} of {} bound by the language's own rules",
            grouped(sure as u64),
            counted(all, "link is", "links are")
        ),
    };
    if ways > 0 {
        let _ = write!(
            text,
            ", {} of a call through an interface",
            counted(ways, "is a possible target", "are possible targets")
        );
    }
    if doubtful > 0 {
        let _ = write!(text, ", {}", counted(doubtful, "is likely", "are likely"));
    }
    if let Some(unbound) = graph.unbound_words(id) {
        let _ = write!(text, "; not followed: {unbound}");
    }
    text + "."
}
