//! All sentences about a list of ends: how many there are, of what certainty, and whether others may be missing.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::ends::{Certainty, End};
use super::kind::{Direction, RelationKind};
use crate::model::{Cause, Doubt, Graph, Origin, SymbolId, counted, grouped};

/// At most this many intermediaries of possible ends are named.
const MAX_THROUGH: usize = 4;
/// At most this many external names are listed.
const MAX_OUTWARD: usize = 5;
/// At most this many lines of one end are listed.
const MAX_LINES: usize = 3;

/// The state of a list of ends: every face says the same of it.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
pub struct ListState {
    /// Names of one end and of several.
    pub nouns: [&'static str; 2],
    /// The names of what was asked for where there is none of it, and others are listed: `benchmarks`.
    pub lacking: Option<&'static str>,
    /// The target in a sentence; empty where it stands beside the list.
    pub of: String,
    pub sure: Counts,
    pub possible: Counts,
    /// The number of sure ends that refer to a variant for other builds.
    pub n_other_builds: usize,
    /// The number of ends in tests.
    pub n_tests: usize,
    /// The numbers of sure ends by the number of steps to them.
    pub levels: Vec<usize>,
    /// True if possible ends are counted, but not listed.
    pub is_direct: bool,
    /// The build that the graph is of; empty if that is not known.
    pub build: String,
    /// True if the target is itself among its ends.
    pub has_itself: bool,
    /// True if some ends reach the target by a type that embeds its owner.
    pub has_promoted: bool,
    /// The detours of possible ends, those with most ends first.
    pub through: Vec<String>,
    /// The restriction that the list is narrowed to.
    pub narrowed_to: Description,
    /// External ends, as code writes them.
    pub outward: Vec<String>,
    /// The number of branches of dependants that are cut, being too unlikely.
    pub n_cut: usize,
    /// True if there may be other ends by what callers outside of the tree give.
    pub is_open: bool,
    pub gaps: Gaps,
}

/// Numbers of ends, before and after a list is cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The ends that are listed.
    pub listed: usize,
    /// The ends that the restrictions admit.
    pub fitting: usize,
    pub all: usize,
}

impl Counts {
    pub fn of(n: usize) -> Self {
        Self { listed: n, fitting: n, all: n }
    }

    /// Describes the number that is listed, with the total if that is larger: `10 of 25`.
    fn listed(self) -> String {
        let [listed, fitting] = [self.listed, self.fitting].map(|n| grouped(n as u64));
        if self.fitting > self.listed { format!("{listed} of {fitting}") } else { listed }
    }

    /// Describes the number before narrowing: `, narrowed from 40`; empty if nothing was excluded.
    fn narrowed(self) -> String {
        if self.all > self.fitting {
            format!(", narrowed from {}", grouped(self.all as u64))
        } else {
            String::new()
        }
    }
}

/// A restriction, as parts of a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// Follows “is”: `a function or method, in package a and not generated`.
    pub is: String,
    /// The part that a single negated qualifier excludes; `None` for any others.
    pub but: Option<String>,
    /// True if there are several qualifiers.
    pub are_several: bool,
}

/// Reasons why a list may lack ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    /// True if the tree says that the list is complete where there is no reason.
    pub is_known: bool,
    /// Reasons why ends in the tree may be missing.
    pub inside: Vec<String>,
    /// Reasons why code outside of the tree may be an end; worth a word where no end is known.
    pub outside: Vec<String>,
}

impl Gaps {
    /// Returns the reasons why a list of a kind may lack ends of some symbols. O(edges to them + unbound sites of the tree).
    pub fn of(graph: &Graph<'_>, kind: RelationKind, of: &[SymbolId]) -> Self {
        use RelationKind::{
            Benchmarks, Dependants, Examples, Fields, FuzzTests, Members, Methods, Tests, Values,
        };
        let mut gaps = Self { is_known: true, ..Self::default() };
        match kind {
            Dependants | Tests | Benchmarks | Examples | FuzzTests => gaps.is_known = false,
            Methods | Fields | Members | Values => {}
            _ if kind.is_of_packages() => {}
            _ if kind.direction() == Direction::Outgoing => {
                // Names from outside are listed, and values are followed: what else may arrive has a word of its own.
                let is_said = |cause| matches!(cause, Cause::External | Cause::FunctionValue | Cause::Given);
                let causes = of.iter().flat_map(|&id| graph.unbound(id));
                let causes: Vec<_> = causes.filter(|&(cause, _)| !is_said(cause)).collect();
                if !causes.is_empty() {
                    gaps.inside.push(format!("not followed: {}", Cause::describe_all(causes)));
                }
            }
            _ => of.iter().for_each(|&id| gaps.of_references(graph, kind, id)),
        }
        gaps
    }

    fn of_references(&mut self, graph: &Graph<'_>, kind: RelationKind, id: SymbolId) {
        let calls = matches!(kind, RelationKind::Callers | RelationKind::Users)
            && graph.symbol(id).kind().is_callable();
        for doubt in graph.doubts(id) {
            let list = match doubt {
                Doubt::Predeclared | Doubt::Constrained(_) => &mut self.inside,
                // A place of unknown type may mean a field as well, but names of types are always bound.
                Doubt::Unbound(..) | Doubt::ValueThrough(..) if calls => &mut self.inside,
                Doubt::EntryPoint | Doubt::Outside(_) | Doubt::Exported if calls => &mut self.outside,
                // The value of a function is a detour of its own among the possible callers.
                _ => continue,
            };
            let reason = doubt.to_string();
            if !list.contains(&reason) {
                list.push(reason);
            }
        }
    }
}

impl ListState {
    /// Returns the state of a list of ends of some symbols, before any is left out. The ends of one symbol count once.
    pub fn of<'g>(graph: &Graph<'g>, kind: RelationKind, of: &[SymbolId], ends: &[End<'g>]) -> Self {
        let others = || ends.iter().filter(|end| !of.contains(&end.symbol));
        let number = |certainty| others().filter(|end| end.certainty == certainty).count();
        let mut detours: BTreeMap<String, usize> = BTreeMap::new();
        for via in others().filter(|end| end.certainty == Certainty::Possible).filter_map(|end| end.via) {
            *detours.entry(via.name(graph).into_owned()).or_default() += 1;
        }
        let mut through: Vec<String> = detours.keys().cloned().collect();
        through.sort_by_key(|name| Reverse(detours[name]));
        let n_other_builds = number(Certainty::OtherBuild);
        let has_kind = |prefix: &str| others().any(|end| graph.symbol(end.symbol).name().starts_with(prefix));
        let lacks = others().next().is_some() && kind.test_prefix().is_some_and(|prefix| !has_kind(prefix));
        Self {
            nouns: if lacks { RelationKind::Tests.nouns() } else { kind.nouns() },
            lacking: lacks.then(|| kind.plural()),
            sure: Counts::of(number(Certainty::Sure) + n_other_builds),
            possible: Counts::of(number(Certainty::Possible)),
            n_other_builds,
            // Of tests this goes without saying.
            n_tests: if kind.test_prefix().is_some() {
                0
            } else {
                others().filter(|end| graph.symbol(end.symbol).is_of_tests()).count()
            },
            has_itself: others().count() < ends.len(),
            has_promoted: kind == RelationKind::Callers
                && ends.iter().filter_map(|end| end.edge).any(|edge| is_promoted(graph, edge)),
            levels: if kind == RelationKind::Dependants || kind.test_prefix().is_some() {
                Vec::new()
            } else {
                levels(others().filter(|end| end.certainty != Certainty::Possible))
            },
            through,
            is_open: of.iter().any(|&id| match kind {
                RelationKind::Callees => graph.unbound(id).any(|(cause, _)| cause == Cause::Given),
                RelationKind::Callers | RelationKind::Users => graph.is_given_outside(id),
                _ => false,
            }),
            build: graph.build.to_owned(),
            gaps: Gaps::of(graph, kind, of),
            ..Self::default()
        }
    }

    pub fn is_empty(&self) -> bool {
        self.sure.all + self.possible.all == 0 && !self.has_itself
    }

    /// Describes the list in one line: `5 callers of a.F, then 9 more possible through a.T; complete for linux/amd64`.
    pub fn line(&self) -> String {
        let mut text = self.counts();
        for note in self.notes() {
            let _ = write!(text, "; {note}");
        }
        text
    }

    /// Describes how many ends there are: `5 callers of a.F, then 9 more possible through a.T`.
    pub fn counts(&self) -> String {
        let of = if self.of.is_empty() { String::new() } else { format!(" of {}", self.of) };
        if self.is_empty() && self.outward.is_empty() {
            return format!("no {}{of} are known{}", self.nouns[1], self.given(" but"));
        }
        let noun = self.nouns[usize::from(self.sure.fitting != 1)];
        let lacking = self.lacking.map_or(String::new(), |asked| format!("no {asked}, but "));
        // “0 callers” would read as if nothing called it.
        let is_possible_only = self.sure.all == 0 && self.possible.fitting > 0 && !self.has_itself;
        let mut text = if is_possible_only {
            format!("{lacking}no sure {noun}{of}")
        } else {
            format!("{lacking}{} {noun}{of}{}", self.sure.listed(), self.sure.narrowed())
        };
        if self.sure.all > self.sure.fitting {
            let _ = write!(text, " to what is {}", self.narrowed_to.is);
        }
        if let [_, _, ..] = self.levels[..] {
            let each: Vec<String> = self.levels.iter().map(|&n| grouped(n as u64)).collect();
            let _ = write!(text, " within {} steps ({})", each.len(), each.join(", then "));
        }
        if self.has_itself {
            let _ = match self.of.as_str() {
                "" => write!(text, ", and itself"),
                of if of.starts_with(|c: char| c.is_ascii_digit()) => {
                    write!(text, ", and some of these themselves")
                }
                of => write!(text, ", and {of} itself"),
            };
        }
        match self.n_other_builds {
            0 => {}
            all if all == self.sure.all => text.push_str(", in other builds"),
            n => {
                let _ = write!(text, ", {} of them in other builds", grouped(n as u64));
            }
        }
        if self.possible.fitting > 0 {
            let possible = if self.is_direct { Counts::of(self.possible.fitting) } else { self.possible };
            let _ = if is_possible_only {
                write!(text, ", but {} possible", possible.listed())
            } else {
                write!(text, ", then {} more possible", possible.listed())
            };
            if !self.through.is_empty() {
                let _ = write!(text, " through {}", some_of(&self.through, MAX_THROUGH));
            }
            text.push_str(&self.possible.narrowed());
            if self.is_direct {
                text.push_str(", which are left out");
            }
        }
        text.push_str(&self.given(", and"));
        text
    }

    /// Describes what callers outside of the tree may add: `, and what callers outside of the tree give it`.
    fn given(&self, conjunction: &str) -> String {
        let what = if self.nouns == RelationKind::Callees.nouns() { "what" } else { "where" };
        let given = || format!("{conjunction} {what} callers outside of the tree give it");
        self.is_open.then(given).unwrap_or_default()
    }

    /// Describes what else is worth knowing about the list, a clause each: parts of it, and whether ends may be missing.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.outward.is_empty() {
            notes.push(format!("outside of this tree {}", self.outward()));
        }
        if self.n_cut > 0 {
            let branches = counted(self.n_cut, "unlikely branch");
            notes.push(format!("{branches} cut (Impact has them, and all tests)"));
        }
        let is_narrowed = [self.sure, self.possible].iter().any(|counts| counts.all > counts.fitting);
        if self.n_tests > 0 && !is_narrowed {
            let all = self.sure.all + self.possible.all;
            notes.push(match self.n_tests {
                n if n == all => "all of them in tests".to_owned(),
                1 => "1 of them in tests".to_owned(),
                n => format!("{} of them in tests", grouped(n as u64)),
            });
        }
        if self.has_promoted {
            notes.push("calls of the promoted method included".to_owned());
        }
        notes.extend(self.completeness());
        notes
    }

    /// The first names from outside: `fmt.Errorf, os.Open and 3 more`.
    pub fn outward(&self) -> String {
        some_of(&self.outward, MAX_OUTWARD)
    }

    /// Describes whether ends may be missing: `complete for linux/amd64`, or the reasons.
    fn completeness(&self) -> Option<String> {
        let Gaps { is_known, inside, outside } = &self.gaps;
        // A call of a function by itself does not say who begins.
        let reasons: Vec<&str> = if self.sure.all + self.possible.all == 0 {
            inside.iter().chain(outside).map(String::as_str).collect()
        } else {
            inside.iter().map(String::as_str).collect()
        };
        if reasons.is_empty() {
            let build = if self.build.is_empty() { "this build" } else { &self.build };
            return is_known.then(|| format!("complete for {build}"));
        }
        Some(format!("some may be missing: {}", reasons.join("; ")))
    }

    /// Describes why nothing is listed although there are ends: all are excluded.
    pub fn why_nothing(&self, name: &str) -> String {
        let Self { nouns, narrowed_to, sure, possible, .. } = self;
        let Description { is, but, are_several } = narrowed_to;
        match (sure.all + possible.all, but) {
            (1, Some(but)) => format!("the only {} of {name} is {but}", nouns[0]),
            (1, None) if *are_several => format!("the only {} of {name} is none that is {is}", nouns[0]),
            (1, None) => format!("the only {} of {name} is not {is}", nouns[0]),
            (all, Some(but)) => format!("each of the {all} {} of {name} is {but}", nouns[1]),
            (all, None) => format!("none of the {all} {} of {name} is {is}", nouns[1]),
        }
    }
}

/// Counts ends by the number of steps to them.
pub(crate) fn levels<'e, 'g: 'e>(ends: impl Iterator<Item = &'e End<'g>>) -> Vec<usize> {
    let mut levels = Vec::new();
    for end in ends {
        let at = end.steps.saturating_sub(1) as usize;
        levels.resize(levels.len().max(at + 1), 0);
        levels[at] += 1;
    }
    levels
}

/// Returns whether a call reaches its target by a type that embeds the target's owner.
fn is_promoted(graph: &Graph<'_>, edge: crate::model::EdgeId) -> bool {
    graph.edge(edge).origin == Origin::Embedded
}

/// Joins the first of some names: `fmt.Errorf, os.Open and 3 more`.
fn some_of(names: &[String], most: usize) -> String {
    let first = names.iter().take(most).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(most) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

/// Describes lines of one file: `12, 40 and 3 more`.
pub fn lines(lines: &[u32]) -> String {
    some_of(&lines.iter().map(u32::to_string).collect::<Vec<_>>(), MAX_LINES)
}

/// Describes the role of an end: `caller`, `possible caller`, `dependant by 3 steps`.
pub fn role(noun: &str, certainty: Certainty, steps: u32) -> String {
    match (certainty, steps) {
        (Certainty::Possible, _) => format!("possible {noun}"),
        (_, steps) if steps > 1 => format!("{noun} by {steps} steps"),
        _ => noun.to_owned(),
    }
}

/// Describes how a test reaches a symbol: on lines of its own, by a helper that uses it, or by what it calls.
pub fn test_use(graph: &Graph<'_>, of: SymbolId, by: Option<SymbolId>, at: &[u32]) -> String {
    let of = graph.symbol(of).label();
    let place = lines(at);
    match (by, at.is_empty()) {
        (_, true) => format!("reaches {of} by what it calls"),
        (Some(by), false) => format!("uses {} at {place}, which uses {of}", graph.symbol(by).label()),
        (None, false) => format!("uses {of} at {place}"),
    }
}
