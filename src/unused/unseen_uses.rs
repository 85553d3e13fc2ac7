//! Finds possible uses of a declaration, or tests of it, that no edge shows.
//!
//! The same functions decide that a declaration is not reported as unused, and that an empty answer is not certain.

use std::cell::OnceCell;

use rustc_hash::FxHashSet;

use super::input::SourceTexts;
use super::mentions;
use super::other_modules::{is_of_another_module, visible_to_other_modules};
use super::roots::{by_assembly, by_directives, is_tagged};
use crate::golang::called_back::{calls_any_method, is_looked_for};
use crate::model::{
    ANY, Cause, Doubt, FileId, Graph, StrId, Symbol, SymbolId, SymbolKind, counted, first_of, package_folder,
    symbol_flag,
};

/// A possible use of a declaration that no edge shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnseenUse {
    pub kind: UnseenUseKind,
    /// The known fact about it, as a part of a sentence.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnseenUseKind {
    /// Go calls the declaration, or it is built into the compiler.
    Builtin,
    /// Its file is not built on this host.
    OtherBuild,
    /// Code from outside may call it through an interface.
    Interface,
    /// Code takes it as a value, which may be called anywhere.
    Value,
    /// Other modules may import it.
    Exported,
    /// Code that may name it has no target.
    Unbound,
    /// The tree lacks a package of its own module.
    MissingPackage,
    /// Git has files that are not checked out.
    NotCheckedOut,
    /// Another path is a link to its file.
    LinkedFile,
    /// A directive gives it to the linker or to C, or assembly names it.
    Linker,
    /// Reflection may find it.
    Reflection,
    /// An unknown program may load it as a plugin.
    Plugin,
    /// A test may build or run the program that contains it.
    Program,
    /// A test may read a changed file that no code names.
    File,
}

impl UnseenUseKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Builtin => "builtin",
            Self::OtherBuild => "other-build",
            Self::Interface => "interface",
            Self::Value => "value",
            Self::Exported => "exported",
            Self::Unbound => "unbound",
            Self::MissingPackage => "missing-package",
            Self::NotCheckedOut => "not-checked-out",
            Self::LinkedFile => "linked-file",
            Self::Linker => "linker",
            Self::Reflection => "reflection",
            Self::Plugin => "plugin",
            Self::Program => "program",
            Self::File => "file",
        }
    }
}

impl UnseenUse {
    fn new(kind: UnseenUseKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }

    /// Describes several in one line.
    pub fn describe_all(uses: &[Self]) -> String {
        uses.iter().map(|unseen| unseen.text.as_str()).collect::<Vec<_>>().join("; ")
    }
}

/// The unseen uses of a declaration, the likeliest first. None if the search was cancelled. `tree` must have the assembly
/// of the folder of the declaration. O(edges + names from outside + bytes of files with unbound code).
pub fn unseen_uses(graph: &Graph<'_>, tree: SourceTexts<'_>, symbol: SymbolId) -> Option<Vec<UnseenUse>> {
    let visible_outside = OnceCell::new();
    let of_one = |symbol: Symbol<'_>| {
        let mut uses: Vec<UnseenUse> =
            graph.doubts(symbol.id).iter().filter_map(|doubt| of_doubt(symbol, doubt)).collect();
        uses.extend(of_linker(graph, tree, symbol));
        uses.extend(of_reflection(graph, symbol, tree, &visible_outside));
        uses.extend(of_plugin(graph, symbol));
        uses
    };
    let symbol = graph.symbol(symbol);
    let mut uses = of_one(symbol);
    // A change of a type can be one of its members, so those of members are added: one of each kind that the type
    // itself does not have.
    let members = if symbol.kind().is_type() { graph.members(symbol.id) } else { Vec::new() };
    for member in members.into_iter().map(|member| graph.symbol(member)) {
        if (tree.cancelled)() {
            return None;
        }
        for unseen in of_one(member) {
            if uses.iter().all(|known| known.kind != unseen.kind) {
                uses.push(UnseenUse { text: format!("of its {}: {}", member.name(), unseen.text), ..unseen });
            }
        }
    }
    if matches!(symbol.kind(), SymbolKind::Method | SymbolKind::Field) {
        let files = unbound_files(graph);
        let places = mentions::selections(graph, tree, symbol.id, &files)?;
        if let Some(&(file, line)) = places.first() {
            let values = counted(places.len(), "value");
            let first = format!("{}:{line}", graph.path(file));
            let text =
                format!(".{} is selected from {values} of unknown type, first at {first}", symbol.name());
            uses.push(UnseenUse::new(UnseenUseKind::Unbound, text));
        }
    }
    Some(uses)
}

/// Why unknown tests may execute a change of `roots` that travels to `reached`: causes in that code, and in the
/// `folders` of its packages and tests. `reached` must be in order. O(reached + imports + conversions + names from
/// outside).
pub fn unseen_tests(
    graph: &Graph<'_>,
    tree: SourceTexts<'_>,
    roots: &[SymbolId],
    reached: &[SymbolId],
    folders: &[&str],
) -> Vec<UnseenUse> {
    let mut uses = Vec::new();
    let public: Vec<SymbolId> = reached
        .iter()
        .copied()
        .filter(|&symbol| graph.symbol(symbol).kind().is_callable() && graph.is_public(symbol))
        .collect();
    if let Some(&first) = roots.iter().find(|root| public.binary_search(root).is_ok()).or(public.first()) {
        let text = format!("tests of other modules, which may call {}", named(graph, first, public.len()));
        uses.push(UnseenUse::new(UnseenUseKind::Exported, text));
    }
    let strange = in_any_of_others(graph);
    let is_found = |&id: &SymbolId| {
        let symbol = graph.symbol(id);
        symbol.kind() == SymbolKind::Method
            && symbol.has(symbol_flag::EXPORTED)
            && symbol.owner().is_some_and(|owner| strange.contains(&owner))
    };
    let found: Vec<SymbolId> = reached.iter().copied().filter(is_found).collect();
    if let Some(&first) = found.first() {
        let methods = named(graph, first, found.len());
        let text = format!("calls by reflection, as code of other modules gets values that have {methods}");
        uses.push(UnseenUse::new(UnseenUseKind::Reflection, text));
    }
    if let Some(unseen) = reached.iter().find_map(|&symbol| of_plugin(graph, graph.symbol(symbol))) {
        uses.push(unseen);
    }
    if let &[root] = roots {
        let outside_go = |unseen: UnseenUse| UnseenUse {
            text: format!("calls from outside of Go: {}", unseen.text),
            ..unseen
        };
        uses.extend(of_linker(graph, tree, graph.symbol(root)).into_iter().map(outside_go));
    }
    uses.extend(run_as_program(graph, reached));
    uses.extend(unbound_in_tests(graph, folders));
    uses.extend(missing_packages(graph, folders));
    uses
}

/// The name of a symbol, and the number of the others.
fn named(graph: &Graph<'_>, first: SymbolId, all: usize) -> String {
    first_of(&graph.symbol(first).label(), all)
}

fn of_doubt(symbol: Symbol<'_>, doubt: &Doubt<'_>) -> Option<UnseenUse> {
    let is_called = symbol.kind().is_callable();
    let is_member = symbol.owner().is_some();
    let kind = match doubt {
        Doubt::EntryPoint | Doubt::Predeclared => UnseenUseKind::Builtin,
        Doubt::Constrained(_) => UnseenUseKind::OtherBuild,
        Doubt::Outside(_) | Doubt::Given => UnseenUseKind::Interface,
        Doubt::Value(_) | Doubt::ValueThrough(..) if !is_called => return None,
        Doubt::Value(_) | Doubt::ValueThrough(..) => UnseenUseKind::Value,
        Doubt::Exported => UnseenUseKind::Exported,
        // A member is selected from a value. Any other declaration is named alone or after its package.
        Doubt::Unbound(Cause::Undeclared, _) if is_member => return None,
        Doubt::Unbound(Cause::UnknownType, _) if !is_member && !is_called => return None,
        Doubt::Unbound(..) => UnseenUseKind::Unbound,
    };
    let text = match doubt {
        Doubt::Exported if !is_called => "exported, so code outside may use it".to_owned(),
        Doubt::Unbound(cause, sites) if !is_called => {
            format!("its package has {}, where it may be meant", cause.describe(*sites))
        }
        doubt => doubt.to_string(),
    };
    Some(UnseenUse::new(kind, text))
}

fn of_linker(graph: &Graph<'_>, tree: SourceTexts<'_>, symbol: Symbol<'_>) -> Vec<UnseenUse> {
    let mut uses = Vec::new();
    let text = symbol.file().and_then(|file| Some((file, (tree.text)(graph.path(file))?)));
    if text.is_some_and(|(file, text)| by_directives(graph, file, &text).contains(&symbol.id)) {
        uses.push(UnseenUse::new(
            UnseenUseKind::Linker,
            "a directive above it gives it to the linker or to C",
        ));
    }
    let is_own = |id: &SymbolId| *id == symbol.id;
    if by_assembly(graph, tree.assembly).iter().any(is_own) {
        uses.push(UnseenUse::new(UnseenUseKind::Linker, "assembly of its package names it"));
    }
    uses
}

fn of_reflection(
    graph: &Graph<'_>,
    symbol: Symbol<'_>,
    tree: SourceTexts<'_>,
    visible_outside: &OnceCell<FxHashSet<SymbolId>>,
) -> Vec<UnseenUse> {
    let mut say = Vec::new();
    let is_exported = symbol.has(symbol_flag::EXPORTED);
    if symbol.kind() == SymbolKind::Method && is_looked_for(symbol.name()) {
        say.push(format!("the standard library looks for methods named {}", symbol.name()));
    }
    let text = || symbol.file().and_then(|file| (tree.text)(graph.path(file))).unwrap_or_default();
    if symbol.kind() == SymbolKind::Field && is_tagged(graph, symbol.id, &text()) {
        say.push("its tag names it to code that reads fields by reflection".to_owned());
    }
    let owner = if is_exported { symbol.owner() } else { None };
    if symbol.kind() == SymbolKind::Method
        && graph.conversions().any(|of| Some(of.ty) == owner && of.interface == ANY)
    {
        let sites = graph.foreign_names().filter(|name| calls_any_method(name));
        if let Some(site) = sites.flat_map(|name| graph.foreign(name)).next() {
            let place = graph.symbol(site.from);
            let at = format!("{}:{}", place.path(), site.line);
            say.push(format!("{} calls methods by reflection at {at}", place.label()));
        }
    }
    if let Some(owner) =
        owner.filter(|owner| visible_outside.get_or_init(|| visible_to_other_modules(graph)).contains(owner))
    {
        say.push(format!("code of other modules gets values of {}", graph.symbol(owner).label()));
    }
    say.into_iter().map(|text| UnseenUse::new(UnseenUseKind::Reflection, text)).collect()
}

/// That of exported names of a plugin, which the program that loads it looks up.
fn of_plugin(graph: &Graph<'_>, symbol: Symbol<'_>) -> Option<UnseenUse> {
    let is_of_plugin = symbol.package_name() == "main"
        && symbol.has(symbol_flag::EXPORTED)
        && symbol.owner().is_none()
        && matches!(symbol.kind(), SymbolKind::Func | SymbolKind::Var)
        && !symbol.is_test();
    let has_main = || {
        let mut files = graph.files_of(symbol.package()).flat_map(|file| graph.symbols_of(file));
        files.any(|ix| {
            let other = graph.symbol(SymbolId(ix));
            other.kind() == SymbolKind::Func && other.name() == "main"
        })
    };
    let text = || format!("{} may be looked up by a program that loads it as a plugin", symbol.label());
    (is_of_plugin && !has_main()).then(|| UnseenUse::new(UnseenUseKind::Plugin, text()))
}

/// That by tests that start programs with `os/exec`, where a change reaches a `main` of the tree: which programs these are, and
/// whether they are built from the tree, stands in strings.
fn run_as_program(graph: &Graph<'_>, reached: &[SymbolId]) -> Option<UnseenUse> {
    let is_main = |symbol: &Symbol<'_>| {
        symbol.kind() == SymbolKind::Func && symbol.name() == "main" && symbol.package_name() == "main"
    };
    let main = reached.iter().map(|&symbol| graph.symbol(symbol)).find(|symbol| is_main(symbol))?;
    let starts = ["os/exec.Command", "os/exec.CommandContext", "os.StartProcess"];
    let starting = starts.into_iter().flat_map(|name| graph.foreign(name)).map(|site| site.from);
    let mut starting: Vec<SymbolId> = starting.filter(|&from| graph.symbol(from).is_test()).collect();
    starting.sort_unstable();
    starting.dedup();
    let first = graph.symbol(*starting.first()?);
    let tests = named(graph, first.id, starting.len());
    let text = format!("tests that start programs, as {tests} may run {}", main.path());
    Some(UnseenUse::new(UnseenUseKind::Program, text))
}

/// The files with code that may name something in the tree but has no target.
fn unbound_files(graph: &Graph<'_>) -> Vec<FileId> {
    let rows = graph.unbound_symbol.iter().zip(graph.unbound_cause);
    let open = rows.filter(|&(_, &cause)| Cause::ALL[usize::from(cause)].may_mean_the_tree());
    let mut files: Vec<FileId> =
        open.filter_map(|(&symbol, _)| graph.symbol(SymbolId(symbol)).file()).collect();
    files.sort_unstable();
    files.dedup();
    files
}

/// The types whose values become an `any` in code that names something of another module. That module may look for
/// their methods.
fn in_any_of_others(graph: &Graph<'_>) -> FxHashSet<SymbolId> {
    let mut from: FxHashSet<SymbolId> = FxHashSet::default();
    for rows in
        graph.foreign_name.iter().zip(graph.foreign_from).collect::<Vec<_>>().chunk_by(|a, b| a.0 == b.0)
    {
        if rows.first().is_some_and(|(name, _)| is_of_another_module(graph.str(StrId(**name)))) {
            from.extend(rows.iter().map(|&(_, &from)| SymbolId(from)));
        }
    }
    let in_any = graph.conversions().filter(|of| of.interface == ANY && from.contains(&of.from));
    in_any.map(|of| of.ty).collect()
}

/// That by code without a target in the tests of some folders.
fn unbound_in_tests(graph: &Graph<'_>, folders: &[&str]) -> Option<UnseenUse> {
    let mut sites = [0_u32; Cause::ALL.len()];
    let mut first: Option<SymbolId> = None;
    for (row, &symbol) in graph.unbound_symbol.iter().enumerate() {
        let symbol = graph.symbol(SymbolId(symbol));
        let cause = usize::from(graph.unbound_cause[row]);
        let is_open = Cause::ALL[cause].may_mean_the_tree();
        if is_open && symbol.is_test() && folders.contains(&package_folder(symbol.path())) {
            sites[cause] = sites[cause].saturating_add(graph.unbound_count[row]);
            first = first.or(Some(symbol.id));
        }
    }
    let first = graph.symbol(first?);
    let causes =
        Cause::ALL.iter().map(|&cause| (cause, sites[cause as usize])).filter(|(_, sites)| *sites > 0);
    let (causes, at) = (Cause::describe_all(causes), format!("{} at {}", first.label(), first.path()));
    Some(UnseenUse::new(UnseenUseKind::Unbound, format!("what tests here do by {causes}, first in {at}")))
}

/// That by a package of the tree's own module that tests of some folders import and that the tree lacks, such as
/// generated mocks.
fn missing_packages(graph: &Graph<'_>, folders: &[&str]) -> Option<UnseenUse> {
    let is_here = |file: Symbol<'_>| file.is_test() && folders.contains(&package_folder(file.path()));
    let missing = graph.imports_outside().find(|&(file, path, _)| {
        let file = graph.symbol(file);
        is_here(file)
            && module_of(file)
                .is_some_and(|module| path.strip_prefix(module).is_some_and(|rest| rest.starts_with('/')))
    });
    missing.map(|(file, path, line)| {
        let at = format!("{}:{line}", graph.symbol(file).path());
        let text = format!("what {path} would do, which {at} imports and this tree does not have");
        UnseenUse::new(UnseenUseKind::MissingPackage, text)
    })
}

/// The module path of a file, if the import path of its package ends in its folder.
fn module_of(file: Symbol<'_>) -> Option<&str> {
    let (import, folder) = (file.import_path()?, package_folder(file.path()));
    let import = import.strip_suffix("_test").unwrap_or(import);
    if folder == "." { Some(import) } else { import.strip_suffix(folder)?.strip_suffix('/') }
}
