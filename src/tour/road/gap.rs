//! Hand-overs that no edge shows: what a library calls of the values that it is given, what is sent on a channel to who receives it,
//! and remote procedures by their names.

use std::cell::LazyCell;

use super::code::is_code;
use super::run::has_word;
use super::signature::{parameter, signature};
use super::source::Sources;
use super::verbs::is_of_work;
use crate::golang::Outline;
use crate::model::{EdgeKind, Graph, Origin, Symbol, SymbolId, SymbolKind, access, symbol_flag};

/// Elements of channels that are signals, not work that is handed over.
const SIGNALS: [&str; 5] = ["bool", "error", "int", "Signal", "Time"];
/// The fewest parts of a struct that are commands.
const MIN_COMMANDS: usize = 3;
/// The most functions that are looked at as receivers of one kind of message.
const MAX_RECEIVERS: usize = 64;

/// Packages of the standard library that call methods of values back to print, parse, compare or encode them: no step on
/// the way of a program.
const OF_VALUES: [&str; 12] =
    ["encoding", "errors", "flag", "fmt", "gob", "json", "log", "slices", "slog", "sort", "strconv", "xml"];

/// Packages of the standard library whose interfaces and functions read and write bytes.
const OF_BYTES: [&str; 4] = ["bufio", "compress", "io", "net"];

/// A hop that no edge shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tour) enum Gap {
    /// The source makes a value of the first type, and a method of the last one, which is the first or a part of it, is called by
    /// nothing in the tree. A library that gets such a value may call it, as libraries for command lines and servers do.
    Library([SymbolId; 2]),
    /// The source sends on a channel that the target receives from, at these lines. Both refer to the channel, a field or variable, or
    /// to the type of its messages, which nothing else in their package receives.
    Channel { by: SymbolId, lines: [u32; 2] },
    /// The source calls a remote procedure by its name, as clients made by a generator do, and the target serves it.
    Remote { name: String, line: u32 },
}

impl Gap {
    /// The line of the source; 0 if there is no one line.
    pub(super) fn line(&self) -> u32 {
        match self {
            Self::Library(_) => 0,
            Self::Channel { lines: [line, _], .. } | Self::Remote { line, .. } => *line,
        }
    }
}

/// The gap between two symbols, if there is one.
pub(in crate::tour) fn gap(
    graph: &Graph<'_>,
    sources: &Sources<'_>,
    from: SymbolId,
    to: SymbolId,
) -> Option<Gap> {
    if let Some((_, gap)) = handed_over(graph, sources, from).into_iter().find(|(target, _)| *target == to) {
        return Some(gap);
    }
    let of = graph.symbol(to).owner()?;
    if !given_away(graph, from).contains(&to) {
        return None;
    }
    let whole = made(graph, from).find(|&ty| ty != of && parts(graph, ty).any(|part| part == of));
    let is_made = made(graph, from).any(|ty| ty == of);
    Some(Gap::Library([whole.filter(|_| !is_made).unwrap_or(of), of]))
}

/// The functions that a function hands values over to, by channels and by names of remote procedures.
pub(super) fn handed_over(graph: &Graph<'_>, sources: &Sources<'_>, from: SymbolId) -> Vec<(SymbolId, Gap)> {
    let symbol = graph.symbol(from);
    let sent = uses(graph, sources, from, |outline| &outline.sends);
    let mut found: Vec<(SymbolId, Gap)> =
        sent.iter().flat_map(|sent| receivers(graph, sources, from, sent)).collect();
    if symbol.has(symbol_flag::GENERATED) {
        found.extend(served(graph, sources, symbol));
    }
    found.sort_by_key(|(to, _)| *to);
    found.dedup_by_key(|(to, _)| *to);
    found
}

/// A channel that a function uses.
struct ChannelUse {
    /// The field or variable.
    named: Option<SymbolId>,
    /// The type of its messages.
    message: Option<SymbolId>,
    line: u32,
}

/// The channels that a function sends on or receives from, without those of signals and those that are known only within it.
fn uses(
    graph: &Graph<'_>,
    sources: &Sources<'_>,
    function: SymbolId,
    lines: impl Fn(&Outline) -> &[(String, u32)],
) -> Vec<ChannelUse> {
    let symbol = graph.symbol(function);
    if !is_code(symbol) || !symbol.has_body() {
        return Vec::new();
    }
    let has_channel = |of: Symbol<'_>| of.signature().contains("chan ") || of.signature().contains("chan<-");
    let is_channel =
        |of: Symbol<'_>| matches!(of.kind(), SymbolKind::Field | SymbolKind::Var) && has_channel(of);
    let channels: Vec<_> =
        graph.outgoing(function).filter(|edge| is_channel(graph.symbol(edge.to))).collect();
    if channels.is_empty() && !has_channel(symbol) {
        return Vec::new();
    }
    let outline = sources.outline(graph, function);
    let of = |(name, line): &(String, u32)| {
        let line = symbol.line() + line;
        let named =
            channels.iter().find(|edge| graph.symbol(edge.to).name() == name && edge.lines.contains(&line));
        let named = named.map(|edge| edge.to);
        let ty = named.map(|named| graph.symbol(named).signature()).or_else(|| parameter(symbol, name))?;
        let element = element(ty).filter(|element| !SIGNALS.contains(element))?;
        let mut types = graph.outgoing(function).map(|edge| graph.symbol(edge.to));
        let message = types.find(|to| to.kind().is_type() && to.name() == element).map(|to| to.id);
        Some(ChannelUse { named, message, line })
    };
    // Lines that leave the function early are mostly special cases.
    let is_at_exit = |line: u32| outline.exits.iter().any(|&[first, last]| (first..=last).contains(&line));
    let (early, late): (Vec<_>, Vec<_>) = lines(&outline).iter().partition(|(_, line)| is_at_exit(*line));
    late.into_iter().chain(early).filter_map(of).collect()
}

/// The name of the type of a channel's elements, in a declaration: `Job` of `ch <-chan *work.Job`.
fn element(declaration: &str) -> Option<&str> {
    let (_, rest) = declaration.split_once("chan")?;
    let rest = rest.trim_start_matches("<-").trim_start_matches([' ', '*', '[', ']']);
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let path = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
    let name = path.rsplit('.').next()?;
    (!matches!(name, "" | "struct" | "func" | "map" | "chan" | "interface")).then_some(name)
}

/// The functions that receive what is sent: on the same field or variable, or else the only one that gets such messages.
fn receivers(
    graph: &Graph<'_>,
    sources: &Sources<'_>,
    sender: SymbolId,
    sent: &ChannelUse,
) -> Vec<(SymbolId, Gap)> {
    let users = |of: SymbolId| {
        let mut users: Vec<SymbolId> = graph.incoming(of).map(|edge| edge.from).collect();
        users.dedup();
        users.retain(|&user| user != sender && !graph.symbol(user).is_of_tests());
        users
    };
    let receivers = |by: SymbolId, is_it: &dyn Fn(&ChannelUse) -> bool| -> Vec<(SymbolId, Gap)> {
        let receives = |user: SymbolId| {
            let received = uses(graph, sources, user, |outline| &outline.receives).into_iter().find(is_it)?;
            Some((user, Gap::Channel { by, lines: [sent.line, received.line] }))
        };
        users(by).into_iter().take(MAX_RECEIVERS).filter_map(receives).collect()
    };
    let mut found = Vec::new();
    if let Some(named) = sent.named {
        found = receivers(named, &|of| of.named == Some(named));
    }
    if let Some(message) = sent.message.filter(|_| found.is_empty()) {
        found = receivers(message, &|of| of.message == Some(message));
        let home = graph.symbol(sender).package();
        let is_here = |to: SymbolId| graph.symbol(to).package() == home;
        if found.len() != 1 || !is_here(message) || !is_here(found[0].0) {
            found.clear();
        }
    }
    found
}

/// The methods that serve a remote procedure which a client made by a generator calls: for `/pkg.Service/Method` those that the
/// handler beside it, `_Service_Method_Handler`, calls.
fn served(graph: &Graph<'_>, sources: &Sources<'_>, client: Symbol<'_>) -> Vec<(SymbolId, Gap)> {
    if client.kind() != SymbolKind::Method
        || !client.owner().is_some_and(|owner| graph.symbol(owner).name().ends_with("Client"))
    {
        return Vec::new();
    }
    let method = format!("_{}_Handler", client.name());
    let owner = client.owner().map_or("", |owner| graph.symbol(owner).name()).trim_end_matches("Client");
    let is_handler = |symbol: &Symbol<'_>| {
        symbol.kind() == SymbolKind::Func
            && symbol.has(symbol_flag::GENERATED)
            && symbol
                .name()
                .strip_suffix(&method)
                .and_then(|rest| rest.strip_prefix('_'))
                .is_some_and(|service| service.eq_ignore_ascii_case(owner))
    };
    let beside = graph.files_of(client.package()).flat_map(|file| graph.symbols_of(file));
    let Some(handler) = beside.map(|ix| graph.symbol(SymbolId(ix))).find(is_handler) else {
        return Vec::new();
    };
    let service = handler.name().trim_start_matches('_').trim_end_matches(&method).to_owned();
    let Some(line) = sources.line_with(graph, client.id, "Invoke(") else { return Vec::new() };
    let serves = graph.outgoing(handler.id).filter(|edge| {
        let to = graph.symbol(edge.to);
        edge.kind == EdgeKind::Calls
            && edge.origin == Origin::Dispatch
            && to.name() == client.name()
            && !to.is_of_tests()
            && !to.has(symbol_flag::GENERATED)
    });
    let name = format!("{service}.{}", client.name());
    serves.map(|edge| (edge.to, Gap::Remote { name: name.clone(), line })).collect()
}

/// Returns whether something of code outside, `io.Writer` or `bufio.NewReader`, reads and writes bytes.
pub(super) fn is_of_bytes(outside: &str) -> bool {
    let path = outside.split('.').next().unwrap_or_default();
    OF_BYTES.contains(&path) || path.starts_with("compress/")
}

/// Returns whether something of code outside, `fmt.Stringer` or `fmt.Sscan.Scan`, calls methods for their values alone.
pub(super) fn is_of_values(outside: &str) -> bool {
    let package = outside.split('.').next().and_then(|path| path.rsplit('/').next()).unwrap_or_default();
    outside == "error" || OF_VALUES.contains(&package)
}

/// Returns whether something of code outside belongs to a library of another module: such an interface is made for what runs by it,
/// as `tea.Model` is.
fn is_of_library(outside: &str) -> bool {
    outside.split('/').next().is_some_and(|host| host.contains('.')) && outside.contains('/')
}

/// Returns whether a function is handed over and called by nothing in the tree: a library calls it, and has what it makes.
fn is_factory(graph: &Graph<'_>, function: SymbolId) -> bool {
    let of_program = || graph.incoming(function).filter(|edge| !graph.symbol(edge.from).is_test());
    graph.symbol(function).kind() == SymbolKind::Func
        && of_program().any(|edge| edge.kind == EdgeKind::Uses)
        && !of_program().any(|edge| edge.kind == EdgeKind::Calls)
}

/// The methods of the types that a function makes which only code outside may call, and which work: by their names, because a
/// library asks for them, or because only a library calls the function.
pub(super) fn given_away(graph: &Graph<'_>, from: SymbolId) -> Vec<SymbolId> {
    let types: Vec<SymbolId> = made(graph, from).collect();
    if types.is_empty() {
        return types;
    }
    let mut found: Vec<SymbolId> = types.iter().flat_map(|&ty| graph.members(ty)).collect();
    let runs = |kind| matches!(kind, EdgeKind::Calls | EdgeKind::Runs | EdgeKind::Uses);
    // A call back by code outside is no call in the tree.
    let is_reached = |id| {
        graph.incoming(id).any(|edge| {
            runs(edge.kind) && edge.origin != Origin::Callback && !graph.symbol(edge.from).is_test()
        })
    };
    let is_of_factory = LazyCell::new(|| is_factory(graph, from));
    // A value that is returned as an interface of the tree has no more than its methods.
    let returned = signature(graph.symbol(from)).map_or("", |(_, results)| results);
    let is_result = |id: &SymbolId| {
        let symbol = graph.symbol(*id);
        symbol.kind() == SymbolKind::Interface && has_word(returned, symbol.name())
    };
    let methods = LazyCell::new(|| {
        let interface = graph.outgoing(from).map(|edge| edge.to).find(is_result);
        interface.map(|interface| graph.members(interface))
    });
    let is_hidden = |name: &str| {
        let has = |methods: &Vec<SymbolId>| methods.iter().all(|&id| graph.symbol(id).name() != name);
        methods.as_ref().is_some_and(has)
    };
    found.retain(|&id| {
        let symbol = graph.symbol(id);
        let is_open = symbol.kind() == SymbolKind::Method
            && symbol.has(symbol_flag::EXPORTED)
            && !symbol.has(symbol_flag::TEST | symbol_flag::GENERATED);
        // A type whose methods the tree calls itself is no command that a library runs.
        let is_command =
            || is_of_work(symbol.name()) && !symbol.owner().is_some_and(|ty| is_driven(graph, ty));
        let works = || *is_of_factory || graph.outside(id).any(is_of_library) || is_command();
        is_open
            && !is_reached(id)
            && works()
            && !graph.outside(id).any(is_of_values)
            && !is_hidden(symbol.name())
    });
    found.extend(types.iter().flat_map(|&ty| commands(graph, ty)).filter(|&id| !is_reached(id)));
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns whether code beside a type calls a method of it.
fn is_driven(graph: &Graph<'_>, ty: SymbolId) -> bool {
    let is_beside = |from: Symbol<'_>| from.owner() != Some(ty) && !from.is_of_tests();
    graph.members(ty).into_iter().any(|member| {
        let mut calls = graph.incoming(member).filter(|edge| edge.kind == EdgeKind::Calls);
        calls.any(|edge| is_beside(graph.symbol(edge.from)))
    })
}

/// The types of which a function makes values.
fn made(graph: &Graph<'_>, function: SymbolId) -> impl Iterator<Item = SymbolId> {
    let made = graph.outgoing(function).filter(|edge| edge.access & access::MAKES != 0);
    made.map(|edge| edge.to).filter(|&to| graph.symbol(to).kind().is_type())
}

/// The structs that a struct has as fields.
fn parts(graph: &Graph<'_>, ty: SymbolId) -> impl Iterator<Item = SymbolId> {
    let is_struct = |id: SymbolId| graph.symbol(id).kind() == SymbolKind::Struct;
    let used = is_struct(ty).then(|| graph.outgoing(ty)).into_iter().flatten();
    used.filter(move |edge| edge.kind == EdgeKind::Uses && is_struct(edge.to)).map(|edge| edge.to)
}

/// The methods of one name by which the parts of a struct work, if several have it: such a struct is a table of commands.
fn commands(graph: &Graph<'_>, ty: SymbolId) -> Vec<SymbolId> {
    let method = |id: &SymbolId| {
        let symbol = graph.symbol(*id);
        symbol.kind() == SymbolKind::Method && symbol.has(symbol_flag::EXPORTED) && is_of_work(symbol.name())
    };
    let parts: Vec<SymbolId> = parts(graph, ty).collect();
    if parts.len() < MIN_COMMANDS {
        return Vec::new();
    }
    let mut found: Vec<SymbolId> =
        parts.into_iter().flat_map(|part| graph.members(part)).filter(method).collect();
    let name = |id: SymbolId| graph.symbol(id).name();
    let names: Vec<&str> = found.iter().map(|&id| name(id)).collect();
    found.retain(|&id| names.iter().filter(|other| **other == name(id)).count() >= MIN_COMMANDS);
    found
}
