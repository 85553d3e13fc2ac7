//! Why one symbol does not depend on another: how far one gets from either side, and what stops the way.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::reachable::{Along, Reachable, is_dependency, leads};
use crate::model::{
    Cause, Doubt, EdgeId, EdgeKind, Graph, Origin, Symbol, SymbolId, SymbolKind, access, counted, symbol_flag,
};

/// The most symbols that are named of either side, and at each obstacle.
const MAX_NEAR: usize = 3;
const MAX_AT: usize = 2;
/// The most beginnings of ways that are looked at.
const MAX_ROOTS: usize = 8;

/// Functions from outside that call what only the running program names.
const BY_NAME: [&str; 11] = [
    "html/template.Template.Execute",
    "html/template.Template.ExecuteTemplate",
    "net/rpc.Register",
    "net/rpc.Server.Register",
    "plugin.Plugin.Lookup",
    "reflect.Value.Call",
    "reflect.Value.CallSlice",
    "reflect.Value.Method",
    "reflect.Value.MethodByName",
    "text/template.Template.Execute",
    "text/template.Template.ExecuteTemplate",
];

/// Why there is no chain: how far the search came from either side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoChain {
    /// Symbols that the first one depends on, directly or not, and their packages.
    pub from_reaches: u32,
    pub from_packages: u32,
    /// Symbols that depend on the second one, directly or not, and their packages.
    pub to_reached_by: u32,
    pub to_packages: u32,
    /// Code of the first side that is nearest to the second symbol by its folder, of equally near the most load-bearing
    /// first.
    pub nearest_to: Vec<Nearest>,
    /// Code of the second side that is nearest to the first symbol, likewise.
    pub nearest_from: Vec<Nearest>,
    /// The obstacles on the way, on the second side, then on the first.
    pub obstacles: Vec<Obstacle>,
    /// Sites on the first side that are bound to nothing: there a chain may go on unseen.
    pub unbound: Vec<(Cause, u32)>,
    /// Functions on the first side without a Go body, in order of id: they are assembly, or linked.
    pub bodiless: Vec<SymbolId>,
    /// The ends that build constraints leave out on this host: code there may depend on other variants.
    pub elsewhere: Vec<SymbolId>,
    /// The type with the second symbol as a method, if the first depends on it: external code with a value of it may
    /// call the method.
    pub holder: Option<SymbolId>,
    /// True if the second one depends on the first instead.
    pub other_way: bool,
}

/// Code that one side reaches, and an edge by which it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearest {
    pub symbol: SymbolId,
    pub edge: EdgeId,
}

/// A place where a way ends, or may go on unseen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    pub kind: ObstacleKind,
    /// Where: the most load-bearing symbols, and how many more there are.
    pub at: Vec<SymbolId>,
    pub more: usize,
    /// The name of an interface or of a function from outside. Empty if there is no need.
    pub what: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObstacleKind {
    /// Nothing uses the second symbol; `what` is who may do so unseen.
    Unused,
    /// Only tests use it.
    OnlyTests,
    /// The callers end here, and Go itself starts this one.
    Started,
    /// The callers end here, and nothing in the tree uses this one; `what` names the users that it may have unseen.
    Begins,
    /// The callers end here, and code outside that the other symbol calls may call this one: `what`.
    BegunOutside,
    /// The method of an interface is called that nothing implements.
    NotImplemented,
    /// A function value is called, and no function is known to be it.
    FunctionValue,
    /// The running program decides by a name what `what` calls.
    Reflection,
    /// Code outside of the tree is called: `what`.
    Outside,
    /// Something is bound to nothing for another cause.
    Unbound(Cause),
}

impl ObstacleKind {
    /// The word for it in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unused => "unused",
            Self::OnlyTests => "only-tests",
            Self::Started => "started-by-go",
            Self::Begins => "begins-here",
            Self::BegunOutside => "begun-outside",
            Self::NotImplemented => "not-implemented",
            Self::FunctionValue => Cause::FunctionValue.name(),
            Self::Reflection => "reflection",
            Self::Outside => Cause::External.name(),
            Self::Unbound(cause) => cause.name(),
        }
    }
}

impl Obstacle {
    /// The obstacle as a sentence without a full stop; `name` names symbols, `to` is the second one.
    pub fn sentence(&self, name: &dyn Fn(SymbolId) -> String, to: &str) -> String {
        let mut names: Vec<String> = self.at.iter().map(|&id| name(id)).collect();
        // A package may have several `init`.
        names.dedup();
        let mut at = match (names.split_last(), self.more) {
            (None, _) => String::new(),
            (Some((last, [])), 0) => last.clone(),
            (Some((last, others)), 0) => format!("{} and {last}", others.join(", ")),
            (Some(_), more) => format!("{} and {more} more", names.join(", ")),
        };
        let is_one = names.len() + self.more == 1;
        let [calls, leads, it] = if is_one { ["calls", "leads", "it"] } else { ["call", "lead", "them"] };
        let what = &self.what;
        let because = |text: &str| if text.is_empty() { String::new() } else { format!(": {text}") };
        let rest = match self.kind {
            ObstacleKind::Unused => {
                at.clear();
                format!("nothing in this tree uses {to}{}", because(what))
            }
            ObstacleKind::OnlyTests => format!("only tests use {to}: {}", std::mem::take(&mut at)),
            ObstacleKind::Started => format!(" {leads} to {to}, and Go itself starts {it}"),
            ObstacleKind::Begins => {
                format!(" {leads} to {to}, and nothing in this tree calls {it}{}", because(what))
            }
            ObstacleKind::BegunOutside => format!(" {leads} to {to}, and {what}"),
            ObstacleKind::NotImplemented if is_one => {
                " is called, and nothing in this tree implements it".to_owned()
            }
            ObstacleKind::NotImplemented => {
                " are called, and nothing in this tree implements them".to_owned()
            }
            ObstacleKind::FunctionValue if is_one => {
                " calls a function value, and which function that is, is not known".to_owned()
            }
            ObstacleKind::FunctionValue => {
                " call function values, and which functions these are, is not known".to_owned()
            }
            ObstacleKind::Reflection => format!(" {calls} {what}, which finds by reflection what it calls"),
            ObstacleKind::Outside => format!(" {calls} {what}, whose code is not indexed and may lead on"),
            ObstacleKind::Unbound(Cause::Crowded) => {
                format!(" {calls} an interface that too many types implement to follow each")
            }
            ObstacleKind::Unbound(Cause::Syntax) => {
                " has a syntax error, behind which a way may go on".to_owned()
            }
            ObstacleKind::Unbound(_) if is_one => " uses something whose declaration is not known".to_owned(),
            ObstacleKind::Unbound(_) => " use something whose declaration is not known".to_owned(),
        };
        format!("{at}{rest}")
    }
}

impl NoChain {
    /// The functions without a body, those with names most like `to` first, because linked functions mostly have
    /// similar names.
    pub fn bodiless_like(&self, graph: &Graph<'_>, to: SymbolId) -> Vec<SymbolId> {
        let goal = graph.symbol(to).label().to_ascii_lowercase();
        let mut all = self.bodiless.clone();
        all.sort_by_cached_key(|&id| {
            (Reverse(in_common(&graph.symbol(id).label().to_ascii_lowercase(), &goal)), id)
        });
        all
    }

    /// Describes two sides that no chain connects. Each side is its symbols with all that they hold. O(symbols + edges of the
    /// sides + references to outside).
    pub(super) fn between(
        graph: &Graph<'_>,
        (from, starts): (&[SymbolId], &FxHashSet<SymbolId>),
        (to, goals): (&[SymbolId], &FxHashSet<SymbolId>),
    ) -> Self {
        let method = to.first().map(|&to| graph.symbol(to)).filter(|to| to.kind() == SymbolKind::Method);
        let holder = method.and_then(Symbol::owner);
        let [forward, backward] = [(starts, Along::Outgoing), (goals, Along::Incoming)]
            .map(|(ends, along)| Reachable::from(graph, ends, along));
        let reached: Vec<SymbolId> = starts.iter().chain(&forward.beyond).copied().collect();
        let mut unbound: BTreeMap<Cause, u32> = BTreeMap::new();
        for (cause, count) in reached.iter().flat_map(|&symbol| graph.unbound(symbol)) {
            *unbound.entry(cause).or_default() += count;
        }
        let mut bodiless: Vec<SymbolId> =
            reached.iter().copied().filter(|&id| is_bodiless(graph, id)).collect();
        bodiless.sort_unstable();
        let packages = |side: &Reachable| {
            let packages = side.beyond.iter().map(|&symbol| graph.symbol(symbol).package());
            packages.collect::<FxHashSet<_>>().len() as u32
        };
        let is_elsewhere = |end: &SymbolId| graph.symbol(*end).has(symbol_flag::CONSTRAINED);
        let into = |symbol: SymbolId| {
            let mut edges = graph.incoming(symbol).filter(is_dependency);
            let edge = edges.find(|edge| forward.contains(edge.from))?.id;
            Some(Nearest { symbol, edge })
        };
        let out_of = |symbol: SymbolId| {
            let mut edges = graph.outgoing(symbol).filter(is_dependency);
            let edge = edges.find(|edge| backward.contains(edge.to))?.id;
            Some(Nearest { symbol, edge })
        };
        let calls = outside_calls(graph, &forward);
        let of_goal = on_second_side(graph, to, goals, &backward, &calls);
        Self {
            from_reaches: forward.beyond.len() as u32,
            from_packages: packages(&forward),
            to_reached_by: backward.beyond.len() as u32,
            to_packages: packages(&backward),
            nearest_to: nearest(graph, &forward.beyond, to).into_iter().filter_map(into).collect(),
            nearest_from: nearest(graph, &backward.beyond, from).into_iter().filter_map(out_of).collect(),
            obstacles: of_goal.into_iter().chain(on_first_side(graph, &reached, &calls)).collect(),
            unbound: unbound.into_iter().collect(),
            bodiless,
            elsewhere: from.iter().chain(to).copied().filter(is_elsewhere).collect(),
            holder: holder.filter(|holder| forward.contains(*holder) && !starts.contains(holder)),
            other_way: leads(graph, goals, starts),
        }
    }
}

fn is_bodiless(graph: &Graph<'_>, id: SymbolId) -> bool {
    matches!(graph.symbol(id).kind(), SymbolKind::Func | SymbolKind::Method)
        && graph.symbol_body[id.ix()] == graph.symbol_end[id.ix()]
}

/// Functions and types of one side that are nearest to the other end by their folders, code of the program first; of
/// equally near ones those with most load. O(side).
fn nearest(graph: &Graph<'_>, side: &[SymbolId], end: &[SymbolId]) -> Vec<SymbolId> {
    let Some(&end) = end.first() else { return Vec::new() };
    let home = folder(graph, end);
    let in_common = |own: &str| {
        let shared = own.split('/').zip(home.split('/')).take_while(|(a, b)| a == b).count();
        // The same folder is nearer than one below it.
        2 * shared + usize::from(own == home)
    };
    let mut of_package: FxHashMap<SymbolId, usize> = FxHashMap::default();
    let is_code = |id: &SymbolId| {
        let kind = graph.symbol(*id).kind();
        kind.is_callable() || kind.is_type()
    };
    let mut near: Vec<(bool, Reverse<usize>, SymbolId)> = Vec::with_capacity(MAX_NEAR + 1);
    for id in side.iter().copied().filter(is_code) {
        let symbol = graph.symbol(id);
        let shared = of_package.entry(symbol.package()).or_insert_with(|| in_common(folder(graph, id)));
        let own = (symbol.is_of_tests(), Reverse(*shared), id);
        let is_before = |a: &(bool, Reverse<usize>, SymbolId)| {
            let by_load = || graph.load(own.2).total_cmp(&graph.load(a.2)).then(a.2.cmp(&own.2));
            (a.0, a.1).cmp(&(own.0, own.1)).then_with(by_load).is_lt()
        };
        let place = near.partition_point(is_before);
        if place < MAX_NEAR {
            near.insert(place, own);
            near.truncate(MAX_NEAR);
        }
    }
    near.into_iter().map(|(.., id)| id).collect()
}

fn folder<'g>(graph: &'g Graph<'_>, id: SymbolId) -> &'g str {
    graph.symbol(graph.symbol(id).package()).path()
}

/// An obstacle at the most load-bearing of some symbols. None if there are none.
fn at(graph: &Graph<'_>, kind: ObstacleKind, mut all: Vec<SymbolId>, what: String) -> Option<Obstacle> {
    all.sort_by(|&a, &b| graph.load(b).total_cmp(&graph.load(a)).then(a.cmp(&b)));
    all.dedup();
    let more = all.len().saturating_sub(MAX_AT);
    all.truncate(MAX_AT);
    (!all.is_empty()).then_some(Obstacle { kind, at: all, more, what })
}

/// Why nothing leads from the first side to the second: it is not used, only by tests, or what leads to it begins
/// somewhere else.
fn on_second_side(
    graph: &Graph<'_>,
    to: &[SymbolId],
    goals: &FxHashSet<SymbolId>,
    backward: &Reachable,
    calls: &[(&str, SymbolId)],
) -> Vec<Obstacle> {
    let is_code = |id: &SymbolId| !graph.symbol(*id).kind().is_container();
    let code: Vec<SymbolId> = backward.beyond.iter().copied().filter(is_code).collect();
    if code.is_empty() {
        let what = to.first().map(|&to| whoever_else(graph, to)).unwrap_or_default();
        return vec![Obstacle { kind: ObstacleKind::Unused, at: to.to_vec(), more: 0, what }];
    }
    let is_test = |id: &SymbolId| graph.symbol(*id).is_of_tests();
    if code.iter().all(is_test) && !to.iter().all(is_test) {
        let uses_it =
            |id: &SymbolId| graph.outgoing(*id).any(|edge| is_dependency(&edge) && goals.contains(&edge.to));
        let users = code.into_iter().filter(uses_it).collect();
        return at(graph, ObstacleKind::OnlyTests, users, String::new()).into_iter().collect();
    }
    // Roots: functions and methods that nothing in the program uses.
    let is_root = |id: &SymbolId| {
        let symbol = graph.symbol(*id);
        let mut users = graph.incoming(*id).filter(is_dependency);
        matches!(symbol.kind(), SymbolKind::Func | SymbolKind::Method)
            && !is_test(id)
            && users.all(|edge| is_test(&edge.from))
    };
    let mut roots: Vec<SymbolId> = code.iter().chain(to).copied().filter(is_root).collect();
    roots.sort_by(|&a, &b| graph.load(b).total_cmp(&graph.load(a)).then(a.cmp(&b)));
    roots.truncate(MAX_ROOTS);
    let mut found: Vec<(ObstacleKind, String, Vec<SymbolId>)> = Vec::new();
    for root in roots {
        let (kind, what) = beginning(graph, root, calls);
        match found.iter_mut().find(|known| (known.0, &known.1) == (kind, &what)) {
            Some(known) => known.2.push(root),
            None => found.push((kind, what, vec![root])),
        }
    }
    found.into_iter().filter_map(|(kind, what, roots)| at(graph, kind, roots, what)).take(MAX_AT).collect()
}

/// Names possible callers of a function that nothing in the tree calls. `calls` are those of code outside on the first
/// side.
fn beginning(graph: &Graph<'_>, root: SymbolId, calls: &[(&str, SymbolId)]) -> (ObstacleKind, String) {
    let interfaces: Vec<&str> = graph.outside(root).collect();
    let serving = |name: &&str| {
        let package = name.rsplit('/').next().and_then(|name| name.split('.').next());
        package.is_some_and(|package| {
            interfaces.iter().any(|interface| interface.split('.').next() == Some(package))
        })
    };
    if let Some((name, caller)) = calls.iter().find(|(name, _)| serving(name)) {
        let caller = graph.symbol(*caller).label();
        let interface = interfaces.first().copied().unwrap_or_default();
        let what = format!("{name}, which {caller} calls, may call it through {interface}");
        return (ObstacleKind::BegunOutside, what);
    }
    if graph.doubts(root).contains(&Doubt::EntryPoint) {
        return (ObstacleKind::Started, String::new());
    }
    (ObstacleKind::Begins, whoever_else(graph, root))
}

/// Names possible users of a symbol that the graph does not show, in a few words. Build constraints are reported for
/// the ends themselves.
fn whoever_else(graph: &Graph<'_>, id: SymbolId) -> String {
    let doubts = graph.doubts(id);
    let doubt = doubts.iter().find(|doubt| !matches!(doubt, Doubt::Unbound(..) | Doubt::Constrained(_)));
    doubt.filter(|_| graph.symbol(id).kind().is_callable()).map(ToString::to_string).unwrap_or_default()
}

/// The calls of functions from outside by some symbols: their names and who calls them, the most load-bearing first.
fn outside_calls<'g>(graph: &Graph<'g>, by: &Reachable) -> Vec<(&'g str, SymbolId)> {
    let names = graph.foreign_names();
    let sites =
        names.flat_map(|name| graph.foreign(name)).filter(|site| site.is_call && by.contains(site.from));
    let mut calls: Vec<(&str, SymbolId)> = sites.map(|site| (site.name, site.from)).collect();
    calls.dedup();
    calls.sort_by(|a, b| graph.load(b.1).total_cmp(&graph.load(a.1)).then(a.cmp(b)));
    calls
}

/// Where the code that the first side reaches may lead on unseen. `calls` are those of code outside. O(reached).
fn on_first_side(graph: &Graph<'_>, reached: &[SymbolId], calls: &[(&str, SymbolId)]) -> Vec<Obstacle> {
    let is_called = |id: SymbolId| graph.incoming(id).any(|edge| edge.kind == EdgeKind::Calls);
    let is_known = |id: SymbolId| {
        graph.outgoing(id).any(|edge| edge.kind == EdgeKind::Runs && edge.origin == Origin::Value)
    };
    let reads_one = |id: SymbolId| {
        graph.outgoing(id).any(|edge| edge.access & access::READS != 0 && holds_function(graph, edge.to))
    };
    let (mut unimplemented, mut values) = (Vec::new(), Vec::new());
    let mut unbound: BTreeMap<Cause, Vec<SymbolId>> = BTreeMap::new();
    for &id in reached.iter().filter(|id| !graph.symbol(**id).is_of_tests()) {
        let is_method = graph.symbol(id).kind() == SymbolKind::InterfaceMethod;
        if is_method && is_called(id) && graph.implementing(id).is_empty() {
            unimplemented.push(id);
        }
        let mut calls_one = false;
        for (cause, _) in graph.unbound(id) {
            calls_one |= cause == Cause::FunctionValue;
            unbound.entry(cause).or_default().push(id);
        }
        if (calls_one || reads_one(id)) && !is_known(id) {
            values.push(id);
        }
    }
    let is_by_name = |name: &str| BY_NAME.binary_search(&name).is_ok();
    // The standard library is no surprise, and what it calls back is known.
    let is_of_module =
        |name: &str| name.split('/').next().is_some_and(|first| first.contains('.')) && name.contains('/');
    let calling = |kind: ObstacleKind, wanted: &dyn Fn(&str) -> bool| {
        let (what, _) = *calls.iter().find(|(name, _)| wanted(name))?;
        let callers = calls.iter().filter(|(name, _)| *name == what).map(|(_, by)| *by).collect();
        at(graph, kind, callers, what.to_owned())
    };
    let others = [Cause::Crowded, Cause::UnknownType, Cause::Undeclared, Cause::Ambiguous, Cause::Syntax];
    let other = |cause: Cause| {
        let all = unbound.remove(&cause).unwrap_or_default();
        at(graph, ObstacleKind::Unbound(cause), all, String::new())
    };
    [
        at(graph, ObstacleKind::NotImplemented, unimplemented, String::new()),
        at(graph, ObstacleKind::FunctionValue, values, String::new()),
        calling(ObstacleKind::Reflection, &is_by_name),
        calling(ObstacleKind::Outside, &is_of_module),
    ]
    .into_iter()
    .chain(others.map(other))
    .flatten()
    .collect()
}

/// Returns whether a field or variable is of function type.
fn holds_function(graph: &Graph<'_>, id: SymbolId) -> bool {
    let symbol = graph.symbol(id);
    matches!(symbol.kind(), SymbolKind::Field | SymbolKind::Var) && symbol.signature().contains(" func(")
}

/// Describes the size of a side: its symbols and their packages.
pub fn extent(symbols: u32, packages: u32) -> String {
    format!("{} in {}", counted(symbols as usize, "symbol"), counted(packages as usize, "package"))
}

/// The length of the longest common substring.
fn in_common(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut longest = 0;
    // For each offset in `b`, the length of the common piece that ends there and at the current letter of `a`.
    let mut ending = vec![0; b.len() + 1];
    for &letter in a {
        for at in (0..b.len()).rev() {
            ending[at + 1] = if b[at] == letter { ending[at] + 1 } else { 0 };
            longest = longest.max(ending[at + 1]);
        }
    }
    longest
}
