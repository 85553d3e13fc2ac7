//! Finds who calls a symbol, who may call it, and why there may be more callers.

use std::fmt;

use rustc_hash::FxHashSet;

use super::foreign::spoken;
use super::{
    Cause, EdgeId, EdgeKind, EdgeRef, Graph, Origin, StrId, Symbol, SymbolId, SymbolKind, grouped,
    symbol_flag,
};

/// The most interfaces from outside that are named as doubts about one method.
const MAX_OUTSIDE: usize = 5;

/// The callers of one function, method or interface method.
#[derive(Clone, Debug, PartialEq)]
pub struct Callers<'a> {
    /// Direct calls, one edge per caller, in order of the caller.
    pub known: Vec<EdgeRef<'a>>,
    /// Calls of its variants in other builds. In a build with this symbol, they call it ([`Graph::elsewhere`]).
    pub elsewhere: Vec<EdgeRef<'a>>,
    /// Callers that may reach it through an interface or a function value, or by way of code outside the tree, grouped by
    /// what they go through, the one with most callers first.
    pub possible: Vec<Possible<'a>>,
    /// Why there may be callers that the graph does not know.
    pub doubts: Vec<Doubt<'a>>,
}

/// Calls that go through one interface or function value, or by way of one function from outside the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Possible<'a> {
    /// Its name as code writes it: `io.Writer`, `the function value hook`, `sort.Sort`.
    pub interface: &'a str,
    pub callers: Vec<EdgeRef<'a>>,
}

/// A call through an interface or a function value, or by way of code outside the tree, as one of its possible targets
/// sees it. Its text explains why the call is not more likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Through<'a> {
    /// The intermediary of the call, as [`Possible`] names it.
    pub interface: &'a str,
    /// The origin of the edge.
    pub origin: Origin,
    /// The number of known targets of the caller's calls of the method; 0 if the caller does not call the method but
    /// converts a value of its type to the interface.
    pub targets: u32,
    /// True if the call may also go to code outside the tree.
    pub outside: bool,
}

/// A reason why there may be callers that the graph does not know. Its text completes "some may be missing: ...".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt<'a> {
    /// `main`, `init`, and functions that `go test` runs.
    EntryPoint,
    /// It documents a function that the compiler provides to every Go program.
    Predeclared,
    /// Code outside the tree may call it through this interface, which its type satisfies.
    Outside(&'a str),
    /// The host's build leaves out its file, so callers are bound to its variant for the host.
    Constrained(&'a str),
    /// This many declarations take it as a value; a call through the value calls it.
    Value(u32),
    /// This many declarations take the method of this interface as a value, which it implements.
    ValueThrough(&'a str, u32),
    /// Code outside the tree can import and name it.
    Exported,
    /// Code of the tree calls it where callers outside of the tree give a value of its type ([`Graph::is_given_outside`]).
    Given,
    /// This many sites of its package are unbound for this cause; one of them may refer to it.
    Unbound(Cause, u32),
}

impl<'a> Graph<'a> {
    /// The callers of a symbol. O(edges to it + unbound sites of the tree); for a symbol with variants, plus
    /// O(symbols of its package).
    pub fn callers(&self, symbol: SymbolId) -> Callers<'a> {
        // Functions that the linker joins call each other without a call.
        let is_call = |kind| matches!(kind, EdgeKind::Calls | EdgeKind::Runs | EdgeKind::Delegates);
        let calls = self.incoming(symbol).filter(|edge| is_call(edge.kind));
        let (dispatched, mut known): (Vec<_>, Vec<_>) = calls.partition(|edge| edge.origin.is_through());
        known.dedup_by_key(|edge| edge.from);
        let mut possible: Vec<Possible<'a>> = Vec::new();
        for edge in dispatched {
            let interface = self.via(edge.id).unwrap_or("an interface");
            match possible.iter_mut().find(|p| p.interface == interface) {
                Some(group) => group.callers.push(edge),
                None => possible.push(Possible { interface, callers: vec![edge] }),
            }
        }
        possible.sort_by_key(|p| (std::cmp::Reverse(p.callers.len()), p.interface));
        let is_direct = |edge: &EdgeRef<'_>| edge.kind == EdgeKind::Calls && edge.origin != Origin::Dispatch;
        let elsewhere = self.elsewhere(symbol).into_iter().filter(is_direct).collect();
        Callers { known, elsewhere, possible, doubts: self.doubts(symbol) }
    }

    /// Why something may depend on a symbol without known dependants; `None` if there is no reason. For a symbol that
    /// is not callable, the only reasons are that the compiler provides it, or that the host's build leaves out its
    /// file. O(edges to it + unbound sites of the tree).
    pub fn unseen(&self, symbol: SymbolId) -> Option<String> {
        let is_left_out = self.symbol(symbol).has(symbol_flag::CONSTRAINED);
        let is_called = self.symbol(symbol).kind().is_callable();
        let is_listed = |doubt: &&Doubt<'_>| match doubt {
            Doubt::Predeclared => true,
            Doubt::Constrained(_) | Doubt::Unbound(..) => is_left_out || is_called,
            _ => is_called,
        };
        let doubts = self.doubts(symbol);
        let reasons: Vec<String> = doubts.iter().filter(is_listed).map(ToString::to_string).collect();
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }

    /// The other possible targets of a call through an interface, or of a conversion; `None` for direct edges.
    /// O(edges of the caller).
    pub fn through(&self, edge: EdgeId) -> Option<Through<'a>> {
        let interface = self.via(edge)?;
        if edge.ix() >= self.n_edges() {
            return Some(Through { interface, origin: Origin::Dispatch, targets: 0, outside: true });
        }
        let call = self.edge(edge);
        let method = self.symbol(call.to).name();
        let is_value = matches!(call.origin, Origin::Value | Origin::Closure);
        let is_such = |other: &EdgeRef<'_>| {
            (other.origin, other.kind) == (call.origin, call.kind)
                && self.via(other.id) == Some(interface)
                && (is_value || self.symbol(other.to).name() == method)
        };
        let targets = self.outgoing(call.from).filter(is_such).count() as u32;
        let outside = self.outside(call.to).any(|other| other == interface);
        Some(Through { interface, origin: call.origin, targets, outside })
    }

    /// The implementations of an interface's method, each with the `implements` edge of its type, in order of the
    /// types: the type's method of this name, or the type itself if it has the method by embedding. Empty for any
    /// other symbol. O(edges to the interface and to its implementers).
    pub fn implementing(&self, method: SymbolId) -> Vec<(SymbolId, EdgeRef<'a>)> {
        let method = self.symbol(method);
        let (SymbolKind::InterfaceMethod, Some(interface)) = (method.kind(), method.owner()) else {
            return Vec::new();
        };
        let own = |of: SymbolId| {
            let members = self.incoming(of).filter(|edge| edge.kind == EdgeKind::MemberOf);
            members
                .map(|edge| self.symbol(edge.from))
                .find(|member| member.kind() == SymbolKind::Method && member.name() == method.name())
        };
        let satisfying = self.incoming(interface).filter(|edge| edge.kind == EdgeKind::Implements);
        satisfying.map(|edge| (own(edge.from).map_or(edge.from, |own| own.id), edge)).collect()
    }

    /// Why there may be callers of a symbol that the graph does not know. O(edges to it + unbound sites of the tree).
    pub fn doubts(&self, id: SymbolId) -> Vec<Doubt<'a>> {
        let symbol = self.symbol(id);
        let mut doubts = Vec::new();
        if self.is_entry_point(id) {
            doubts.push(Doubt::EntryPoint);
        }
        if self.is_predeclared(id) {
            doubts.push(Doubt::Predeclared);
        }
        if symbol.has(symbol_flag::CONSTRAINED) {
            doubts.push(Doubt::Constrained(self.build_name()));
        }
        doubts.extend(self.outside(id).take(MAX_OUTSIDE).map(Doubt::Outside));
        let is_value = |edge: &EdgeRef<'_>| edge.kind == EdgeKind::Uses && edge.origin != Origin::Dispatch;
        let values = self.incoming(id).filter(is_value).count();
        if values > 0 {
            doubts.push(Doubt::Value(values as u32));
        }
        doubts.extend(self.values_through(symbol));
        if self.is_public(id) {
            doubts.push(Doubt::Exported);
        }
        if self.is_given_outside(id) {
            doubts.push(Doubt::Given);
        }
        let mut unbound = [0; Cause::ALL.len()];
        for (row, &at) in self.unbound_symbol.iter().enumerate() {
            if self.symbol_package[at as usize] == symbol.package().0 {
                let sites = &mut unbound[usize::from(self.unbound_cause[row])];
                *sites = u32::saturating_add(*sites, self.unbound_count[row]);
            }
        }
        for &cause in Cause::ALL {
            let sites = unbound[cause as usize];
            if cause.may_mean_the_tree() && sites > 0 {
                doubts.push(Doubt::Unbound(cause, sites));
            }
        }
        doubts
    }

    /// The interfaces of the tree through which a method is taken as a value: `r.Run` may be the method of any
    /// implementer.
    fn values_through(&self, method: Symbol<'_>) -> Vec<Doubt<'a>> {
        let owner = if method.kind() == SymbolKind::Method { method.owner() } else { None };
        let interfaces = owner.into_iter().flat_map(|owner| self.outgoing(owner));
        let interfaces = interfaces.filter(|edge| edge.kind == EdgeKind::Implements).map(|edge| edge.to);
        let places = |interface: SymbolId| {
            let members = self.incoming(interface).filter(|edge| edge.kind == EdgeKind::MemberOf);
            let members = members.map(|edge| self.symbol(edge.from));
            let wanted = members.filter(|member| member.name() == method.name());
            let values = wanted.flat_map(|member| self.incoming(member.id));
            values.filter(|edge| edge.kind == EdgeKind::Uses).count() as u32
        };
        let counted = interfaces.map(|interface| (interface, places(interface)));
        let taken = counted.filter(|&(_, places)| places > 0);
        let name = |interface: SymbolId| self.str(StrId(self.symbol_name[interface.ix()]));
        taken.map(|(interface, places)| Doubt::ValueThrough(name(interface), places)).collect()
    }

    /// Returns whether a symbol is in a package that only documents the compiler: `builtin` or `unsafe`.
    pub fn is_predeclared(&self, id: SymbolId) -> bool {
        let import = self.symbol(self.symbol(id).package()).signature();
        ["// import \"builtin\"", "// import \"unsafe\""].iter().any(|path| import.ends_with(path))
    }

    /// Returns whether Go itself calls a function: at the start of the program or of the package, or in a test.
    fn is_entry_point(&self, id: SymbolId) -> bool {
        let symbol = self.symbol(id);
        let starts = |prefix: &str| {
            let rest = symbol.name().strip_prefix(prefix);
            rest.is_some_and(|rest| !rest.starts_with(char::is_lowercase))
        };
        symbol.kind() == SymbolKind::Func
            && match symbol.name() {
                "init" => true,
                "main" => symbol.package_name() == "main",
                _ => symbol.is_test() && ["Test", "Benchmark", "Fuzz", "Example"].into_iter().any(starts),
            }
    }

    /// Returns whether code outside the tree can import its package and name it.
    pub fn is_public(&self, id: SymbolId) -> bool {
        let symbol = self.symbol(id);
        let owner_exported = symbol.owner().is_none_or(|owner| self.symbol(owner).has(symbol_flag::EXPORTED));
        symbol.has(symbol_flag::EXPORTED) && owner_exported && self.is_importable(symbol)
    }

    /// Returns whether code outside the tree can import the package of a symbol, which is no test.
    fn is_importable(&self, symbol: Symbol<'_>) -> bool {
        let package = self.symbol(symbol.package());
        let reachable = package.name() != "main" && !package.path().split('/').any(|part| part == "internal");
        !symbol.is_test() && reachable
    }

    /// Returns whether code of the tree, which is not known to call a method, does if callers outside of the tree give it a
    /// value of the method's type: it calls the method of an interface that the type satisfies, on what such callers give.
    /// O(edges to the interfaces of the type).
    pub fn is_given_outside(&self, method: SymbolId) -> bool {
        let symbol = self.symbol(method);
        let (SymbolKind::Method, Some(owner)) = (symbol.kind(), symbol.owner()) else { return false };
        if !self.is_importable(symbol) {
            return false;
        }
        let known: FxHashSet<SymbolId> = self.incoming(method).map(|edge| edge.from).collect();
        let is_open = |from: SymbolId| {
            !known.contains(&from) && self.unbound(from).any(|(cause, _)| cause == Cause::Given)
        };
        let interfaces = self.outgoing(owner).filter(|edge| edge.kind == EdgeKind::Implements);
        let members = interfaces.flat_map(|edge| self.incoming(edge.to));
        let members =
            members.filter(|edge| edge.kind == EdgeKind::MemberOf).map(|edge| self.symbol(edge.from));
        let mut called = members.filter(|member| member.name() == symbol.name());
        called.any(|member| {
            self.incoming(member.id).any(|call| call.kind == EdgeKind::Calls && is_open(call.from))
        }) || self.outside(method).any(|interface| {
            let name = format!("{interface}.{}", symbol.name());
            self.foreign(&name).any(|site| site.is_call && is_open(site.from))
        })
    }
}

impl Cause {
    /// Returns whether a site that is unbound for this cause may refer to a declaration of the tree. Calls through
    /// function values are covered by a doubt of their own ([`Doubt::Value`]).
    pub fn may_mean_the_tree(self) -> bool {
        match self {
            Self::UnknownType | Self::Ambiguous | Self::Undeclared | Self::Syntax => true,
            Self::External | Self::ExternalValue | Self::FunctionValue | Self::Crowded | Self::Given => false,
        }
    }

    /// Describes a number of unbound sites of this cause: `3 uses of code outside this tree`.
    pub fn describe(self, sites: u32) -> String {
        let [one, several] = match self {
            Self::External => ["use of code outside this tree", "uses of code outside this tree"],
            Self::ExternalValue => [
                "use of a value of code outside this tree whose type is not known",
                "uses of values of code outside this tree whose types are not known",
            ],
            Self::FunctionValue => ["call of a function value", "calls of function values"],
            Self::UnknownType => ["use of a value of unknown type", "uses of values of unknown type"],
            Self::Ambiguous => {
                ["name that several declarations may have", "names that several declarations may have"]
            }
            Self::Undeclared => ["name that is declared nowhere", "names that are declared nowhere"],
            Self::Syntax => ["place with a syntax error", "places with syntax errors"],
            Self::Crowded => [
                "call at run time that too many functions may answer",
                "calls at run time that too many functions may answer",
            ],
            Self::Given => {
                ["call of what callers outside may give", "calls of what callers outside may give"]
            }
        };
        format!("{} {}", grouped(sites.into()), if sites == 1 { one } else { several })
    }

    /// [`Cause::describe`] for several causes, separated by commas.
    pub fn describe_all(causes: impl IntoIterator<Item = (Self, u32)>) -> String {
        causes.into_iter().map(|(cause, sites)| cause.describe(sites)).collect::<Vec<_>>().join(", ")
    }
}

/// Writes `via io.Writer: one of 3, or code outside`, or `called back by sort.Sort`.
impl fmt::Display for Through<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.origin == Origin::Callback {
            write!(f, "called back by {}", spoken(self.interface))?;
            return if self.targets > 1 {
                write!(f, ": one of {}", grouped(self.targets.into()))
            } else {
                Ok(())
            };
        }
        if self.targets == 0 {
            return write!(f, "a value is put into {}", spoken(self.interface));
        }
        let closure = if self.origin == Origin::Closure { "a closure of it, " } else { "" };
        write!(f, "{closure}via {}", self.interface)?;
        match (self.targets, self.outside) {
            (0 | 1, false) => Ok(()),
            (0 | 1, true) => f.write_str(": this, or code outside"),
            (targets, false) => write!(f, ": one of {}", grouped(targets.into())),
            (targets, true) => write!(f, ": one of {}, or code outside", grouped(targets.into())),
        }
    }
}

impl fmt::Display for Doubt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EntryPoint => f.write_str("an entry point, called by Go itself"),
            Self::Predeclared => f.write_str("built into the compiler: uses of it are not recorded"),
            Self::Outside(interface) => write!(f, "code outside may call it through {}", spoken(interface)),
            Self::Constrained(build) => write!(f, "left out by its build constraints for {build}"),
            Self::Value(1) => f.write_str("taken as a value in 1 place"),
            Self::Value(places) => write!(f, "taken as a value in {places} places"),
            Self::ValueThrough(interface, 1) => write!(f, "{interface}'s own is taken as a value in 1 place"),
            Self::ValueThrough(interface, places) => {
                write!(f, "{interface}'s own is taken as a value in {places} places")
            }
            Self::Exported => f.write_str("exported, so code outside may call it"),
            Self::Given => {
                f.write_str("code of this tree may call it where callers outside of the tree give it")
            }
            Self::Unbound(cause, sites) => {
                write!(f, "its package has {}, where a caller may be", cause.describe(*sites))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_through_an_interface_says_where_else_it_may_go() {
        let of =
            |interface, origin, targets, outside| Through { interface, origin, targets, outside }.to_string();
        let through = |targets, outside| of("io.Writer", Origin::Dispatch, targets, outside);
        assert_eq!(through(0, true), "a value is put into io.Writer");
        assert_eq!(through(1, false), "via io.Writer");
        assert_eq!(through(1, true), "via io.Writer: this, or code outside");
        assert_eq!(through(1_400, false), "via io.Writer: one of 1,400");
        assert_eq!(through(3, true), "via io.Writer: one of 3, or code outside");
        let value = of("the function value hook", Origin::Value, 2, false);
        assert_eq!(value, "via the function value hook: one of 2");
        let closure = of("the function value hook", Origin::Closure, 2, false);
        assert_eq!(closure, "a closure of it, via the function value hook: one of 2");
        assert_eq!(of("sort.Sort", Origin::Callback, 1, false), "called back by sort.Sort");
        assert_eq!(of("fmt.Fprint", Origin::Callback, 4, false), "called back by fmt.Fprint: one of 4");
    }
}
