//! The tour of a change for its reviewer: what changed, what that most likely affects, and tests that execute it.

use rustc_hash::FxHashSet;

use super::names::named;
use super::phrase::counted;
use super::plan::{Plan, is_stop_of_change};
use super::stop::Stop;
use crate::model::{EdgeKind, Graph, SymbolId, grouped};

/// Most steps at what is affected, and at tests.
const MAX_AFFECTED: usize = 6;
const MAX_TESTS: usize = 4;

/// Something that a change affects.
#[derive(Clone, Copy, Debug)]
pub struct Consequence {
    pub symbol: SymbolId,
    /// A symbol that it depends on by its own code, and the kind of edge.
    pub on: SymbolId,
    pub by: EdgeKind,
    /// True if that is changed itself, and not affected only.
    pub is_next: bool,
}

/// The title of the review of a range.
pub fn review_title(range: &str) -> String {
    match range {
        "HEAD" => "Review of the uncommitted changes".to_owned(),
        range => format!("Review of {range}"),
    }
}

/// Adds what a change affects, the likeliest first, and the tests that may execute it to the tour of its `changes`.
///
/// The changes come first, each after what it leans on, so contracts and types before the code that relies on them: whoever
/// knows what each part means now can judge those who use it. Then come the affected, and last the tests, which say what
/// was promised. Of each part only the first few are steps; the text counts the others.
pub fn review(
    graph: &Graph<'_>,
    changes: Plan,
    range: &str,
    affected: &[Consequence],
    tests: &[SymbolId],
) -> Plan {
    let mut known: FxHashSet<SymbolId> = changes.stops.iter().map(|stop| stop.symbol).collect();
    let mut stops = changes.stops;
    let is_worth_it = |effect: &&Consequence| is_stop_of_change(graph.symbol(effect.symbol));
    let (before, readable) = (stops.len(), affected.iter().filter(is_worth_it));
    for effect in readable.filter(|effect| known.insert(effect.symbol)).take(MAX_AFFECTED) {
        stops.push(Stop { why: why(graph, effect), ..Stop::at(effect.symbol) });
    }
    let n_affected = stops.len() - before;
    let before = stops.len();
    for &symbol in tests.iter().filter(|&&test| !known.contains(&test)).take(MAX_TESTS) {
        stops.push(Stop { why: "This test may execute the change.".to_owned(), ..Stop::at(symbol) });
    }
    let n_tests = stops.len() - before;
    let of = |shown: usize, all: usize| match all {
        all if all > shown => format!("{} of {}", grouped(shown as u64), grouped(all as u64)),
        _ => grouped(shown as u64),
    };
    let mut more = String::new();
    if n_affected > 0 {
        more.push_str(
            &[" Then what it most likely affects: ", &of(n_affected, affected.len()), "."].concat(),
        );
    }
    if n_tests > 0 {
        let all = counted(tests.len(), "test", "tests");
        let shown = grouped(n_tests as u64);
        more.push_str(&[" Last, the tests likeliest to notice: ", &shown, " of ", &all, "."].concat());
    }
    Plan {
        title: review_title(range),
        description: changes.description + &more,
        preface: changes.preface + &more,
        name: format!("review-{}", super::slug(range)),
        kind: "review",
        stops,
        ..changes
    }
}

fn why(graph: &Graph<'_>, effect: &Consequence) -> String {
    let verb = match effect.by {
        EdgeKind::Calls => "calls",
        EdgeKind::Uses => "uses",
        EdgeKind::Accesses => "reads or writes",
        EdgeKind::Implements => "has to fit",
        EdgeKind::Extends => "embeds",
        EdgeKind::Runs => "may run",
        EdgeKind::Imports | EdgeKind::MemberOf | EdgeKind::Delegates => "depends on",
    };
    let on = named(graph.symbol(effect.on)).replace('`', "'");
    let what = if effect.is_next { "which this change touches" } else { "which is affected itself" };
    format!("It {verb} `{on}`, {what}.")
}
