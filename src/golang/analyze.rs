//! Makes the graph of a tree from the facts of its files.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::ast::flag;
use super::body_check_cache::{BodyCheckCache, Reuse, Valid};
use super::build_constraint::Host;
use super::check::{Checker, ConversionSite, Sink, declare};
use super::confidence;
use super::facts::{Decl, FileFacts, NONE, decl_flag, file_flag};
use super::flow::Value;
use super::foreign::ForeignLabels;
use super::ids::{DeclIx, FileIx};
use super::implements::{DispatchTables, Flows, HandedOut, ImplementsIndex, SiteContext};
use super::link::{File, Package, STD, SourceFile, World, link};
use super::linkname::linkname_edges;
use super::module::{Resolution, Workspace};
use super::stdlib::StdLibrary;
use super::types::Types;
use super::variable_literals::variable_literals;
use crate::model::{
    Cause, EdgeDraft, EdgeKind, FileDraft, GraphBuilder, GraphData, Origin, SymbolDraft, SymbolId,
    SymbolKind, folder, is_testdata, symbol_flag,
};

/// Builds the graph of a tree, without ranks. The result depends neither on the order of the files nor on the number
/// of threads. It is computed on the current rayon pool, whose threads need large stacks, because binding recurses as
/// deep as lowering lets sources nest.
pub fn analyze(files: &[SourceFile<'_>], workspace: &Workspace, host: &Host) -> GraphData {
    analyze_incremental(files, workspace, host, None, |_| ())
}

/// [`analyze`] that can be cancelled: `None` if `cancelled` returned true. It is called between files and between
/// steps.
pub fn analyze_cancellable(
    files: &[SourceFile<'_>],
    workspace: &Workspace,
    host: &Host,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<GraphData> {
    analyze_with(files, workspace, host, None, |_| (), cancelled, true)
}

/// [`analyze`] without the flow of values: a call through an interface reaches all types that satisfy it, and one of a
/// function value reaches nothing. It shows what the flow costs.
pub fn analyze_by_types(files: &[SourceFile<'_>], workspace: &Workspace, host: &Host) -> GraphData {
    analyze_with(files, workspace, host, None, |_| (), &|| false, false).unwrap_or_default()
}

/// [`analyze`] with two additions that do not change the result. `reuse` supplies the results of an earlier analysis
/// of the tree. `hand_over` receives a graph of the files and symbols, still without edges: much of binding runs on
/// one thread, so work that needs no edges can be done meanwhile.
pub fn analyze_incremental(
    files: &[SourceFile<'_>],
    workspace: &Workspace,
    host: &Host,
    reuse: Option<Reuse<'_>>,
    hand_over: impl FnOnce(GraphData),
) -> GraphData {
    // This analysis cannot be cancelled, so there always is a graph.
    analyze_with(files, workspace, host, reuse, hand_over, &|| false, true).unwrap_or_default()
}

fn analyze_with(
    files: &[SourceFile<'_>],
    workspace: &Workspace,
    host: &Host,
    reuse: Option<Reuse<'_>>,
    hand_over: impl FnOnce(GraphData),
    cancelled: &(dyn Fn() -> bool + Sync),
    follows_values: bool,
) -> Option<GraphData> {
    let (mut anew, nothing) = (BodyCheckCache::default(), FxHashMap::default());
    let (cache, prints, again) = match reuse {
        Some(Reuse { prints, cache }) => (cache, prints, true),
        None => (&mut anew, nothing, false),
    };
    let BodyCheckCache { library, names, bodies: cached } = cache;
    let library = standard_library(files, workspace, library);
    let mut files = files.to_vec();
    files.extend(library.iter().map(|(path, facts)| SourceFile { path, facts, declarations_only: true }));
    files.sort_by_key(|f| (f.declarations_only, f.path));
    let spelled = names.of_files(&files, &prints);
    let world = link(&files, &spelled, &mut names.names, workspace, host);
    if cancelled() {
        return None;
    }
    // Typing declarations runs on one thread, so the symbols are drafted next to it.
    let (shared, (drafts, mut builder, numbers)) = rayon::join(
        || declare(&world, cancelled),
        || {
            let mut drafts = Drafts::new(&world);
            let (files, symbols) = (std::mem::take(&mut drafts.files), std::mem::take(&mut drafts.symbols));
            let builder = GraphBuilder::new(files, symbols);
            (drafts, builder, again.then(|| cached.drop_stale(&world, &prints)))
        },
    );
    if cancelled() {
        return None;
    }
    // In a build from scratch the receiver has much to do. It starts early, to use the cores that steps with one thread
    // leave idle. Starting it earlier would let rayon run it on this thread inside join() and delay us.
    let mut pending = Some(hand_over);
    if !again && let Some(hand_over) = pending.take() {
        hand_over(builder.symbols());
    }
    let symbols: Vec<Option<SymbolId>> =
        drafts.of_decl.iter().map(|d| d.map(|d| builder.ids()[d as usize])).collect();

    let mut implements_index = ImplementsIndex::new(&world, &shared);
    builder.edges(implements_index.implements(&symbols));
    let contexts = contexts(&world, &symbols, builder.ids().len());
    let mut bound = if let Some(numbers) = numbers {
        let valid = cached.valid(&world, &symbols, numbers);
        let bound = bind_bodies(&world, &shared, &symbols, Some(&valid), cancelled, follows_values);
        let fresh = valid.fresh(&bound, &prints);
        cached.store(fresh);
        bound
    } else {
        bind_bodies(&world, &shared, &symbols, None, cancelled, follows_values)
    };
    if cancelled() {
        return None;
    }
    // In a refresh the receiver has little to do. It starts only after the bodies, because a rayon thread that took
    // up this work while it waits for another would be late itself.
    if let Some(hand_over) = pending {
        hand_over(builder.symbols());
    }
    let (flows, conversions) = drained(&world, &mut bound);
    builder.edges(implements_index.satisfied_by_assignment(&flows, &symbols));
    let known = DispatchTables { symbols: &symbols, contexts: &contexts };
    bind_calls(bound, &mut implements_index, &flows, &conversions, &known, &mut builder);
    implements_index.conversions(&conversions, &symbols, &mut builder);
    implements_index.outside(&conversions, &symbols, &mut builder);
    add_structure(&world, &symbols, &drafts, &mut builder);
    Some(builder.finish())
}

/// Returns the context of a site in each symbol: that of the file that declares it.
fn contexts(world: &World<'_>, symbols: &[Option<SymbolId>], n_symbols: usize) -> Vec<SiteContext> {
    let mut contexts = vec![SiteContext::default(); n_symbols];
    for (decl, symbol) in symbols.iter().enumerate() {
        if let Some(symbol) = symbol {
            contexts[symbol.ix()] = SiteContext::of(world, world.decl_file[decl]);
        }
    }
    contexts
}

/// Takes the assignments to interfaces and the conversions out of all files.
fn drained(world: &World<'_>, bound: &mut [CheckedFiles<'_>]) -> (Flows, Vec<ConversionSite>) {
    let (mut flows, mut conversions) = (Flows::default(), Vec::new());
    for (file, sink) in bound.iter_mut().flat_map(|(files, _)| files) {
        conversions.extend(sink.conversions.drain());
        let in_test = world.file(*file).test;
        sink.flows.drain().for_each(|flow| flows.into.entry(flow).or_default().note(in_test));
        flows.constructed.extend(sink.constructed.drain());
    }
    (flows, conversions)
}

/// Adds the edges that declarations, files and packages have by their places.
fn add_structure(
    world: &World<'_>,
    symbols: &[Option<SymbolId>],
    drafts: &Drafts<'_>,
    builder: &mut GraphBuilder,
) {
    let structure = structure_edges(world, builder.ids(), symbols, &drafts.of_file, &drafts.of_package);
    builder.edges(structure);
    builder.edges(linkname_edges(world, symbols));
    builder.literals(variable_literals(world, symbols));
    for (file, path, line) in imports_outside(world, builder.ids(), &drafts.of_file, &drafts.of_package) {
        builder.imports(file, path, line);
    }
}

/// Adds the references of all files, and spreads the calls whose callees only the flow of values shows.
fn bind_calls<'w>(
    mut bound: Vec<CheckedFiles<'w>>,
    implements_index: &mut ImplementsIndex<'w>,
    flows: &Flows,
    conversions: &[ConversionSite],
    known: &DispatchTables<'_>,
    builder: &mut GraphBuilder,
) {
    let world = implements_index.world();
    let mut foreign = ForeignLabels::default();
    let (mut arrivals, literals) = implements_index.arrivals(&mut bound);
    for function in arrivals.handed_out() {
        let (symbol, is_literal) = match function {
            Value::Func(function, _) => (known.symbols[function.0 as usize], false),
            Value::Literal(file, nth) => (Some(literals[file as usize][nth as usize].maker), true),
            _ => continue,
        };
        if let Some(symbol) =
            symbol.filter(|&symbol| !is_literal || builder.kind(symbol) == Some(SymbolKind::Var))
        {
            builder.flag(symbol, symbol_flag::HANDED_OUT);
        }
    }
    let handed_out = HandedOut::of(conversions, known);
    let mut first = 0;
    for (files, types) in bound {
        let sinks = || files.iter().map(|(_, sink)| sink);
        let numbered = || (first..).zip(sinks());
        let sites = || numbered().flat_map(|(nth, sink)| sink.dispatch.iter().map(move |site| (nth, site)));
        implements_index.dispatch(sites(), &types, &mut arrivals, flows, known, builder);
        let calls = numbered().flat_map(|(nth, sink)| sink.value_calls.iter().map(move |call| (nth, call)));
        implements_index.value_calls(calls, &mut arrivals, &literals, known, builder);
        implements_index.adapted_calls(sites(), &types, &mut arrivals, &literals, known, builder);
        let callbacks = sinks().flat_map(|sink| &sink.callbacks);
        implements_index.callbacks(callbacks, flows, &handed_out, known, &mut foreign, builder);
        first += files.len();
        for (_, sink) in files {
            builder.edges(sink.edges);
            foreign.add(world, &sink.foreign, builder);
            builder.unbound(sink.unbound.into_iter().map(|((symbol, cause), n)| (symbol, cause, n)));
        }
    }
}

/// The facts of the standard library's packages that the tree imports, directly or not.
pub(super) fn standard_library(
    files: &[SourceFile<'_>],
    workspace: &Workspace,
    unpacked: &mut FxHashMap<String, Arc<FileFacts>>,
) -> Vec<(String, Arc<FileFacts>)> {
    let dirs: FxHashSet<&str> = files.iter().map(|f| folder(f.path)).collect();
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut paths = Vec::new();
    for file in files {
        for import in &file.facts.imports {
            let path = file.facts.name(import.path);
            let resolve = || workspace.resolve(folder(file.path), path, |dir| dirs.contains(dir));
            if seen.insert(path) && resolve() == Resolution::Std {
                paths.push(path);
            }
        }
    }
    let closure = StdLibrary::bundled().closure(paths, unpacked);
    closure.into_iter().map(|(path, facts)| (format!("{STD}{path}/api.go"), facts)).collect()
}

/// Files with the results of checking their bodies, and the table of the types that these results mention.
type CheckedFiles<'w> = (Vec<(FileIx, Sink<'w>)>, Types<'w>);

/// Checks the bodies of every file that has no valid cached result, on all threads of the pool. Once `cancelled`
/// returns true, the remaining files are skipped, and the caller must discard the result.
fn bind_bodies<'w>(
    world: &'w World<'w>,
    shared: &'w super::check::Shared,
    symbols: &'w [Option<SymbolId>],
    before: Option<&Valid<'_, 'w>>,
    cancelled: &(dyn Fn() -> bool + Sync),
    follows_values: bool,
) -> Vec<CheckedFiles<'w>> {
    // Largest first: one file may take as long as a thousand others.
    let mut order: Vec<u32> = (0..world.files.len() as u32).collect();
    order.retain(|&f| !world.files[f as usize].declarations_only);
    order.sort_by_key(|&f| std::cmp::Reverse(world.files[f as usize].facts.nodes.len()));
    let check_file = |checker: &mut Checker<'w>, ix: u32| {
        let file = &world.files[ix as usize];
        for local in 0..file.facts.decls.len() as u32 {
            let decl = DeclIx(file.first_decl + local);
            if let Some(symbol) = symbols[decl.0 as usize] {
                checker.walk(decl, symbol);
            }
        }
        checker.take_recorded()
    };
    let bind_file = |(mut files, mut checker): (Vec<_>, Checker<'w>), &ix: &u32| {
        if cancelled() {
            return (files, checker);
        }
        let known = before.and_then(|valid| valid.replay(FileIx(ix), &mut checker.types));
        let sink = known.unwrap_or_else(|| check_file(&mut checker, ix));
        files.push((FileIx(ix), sink));
        (files, checker)
    };
    let begin = || {
        let mut checker = Checker::for_bodies(world, shared, Sink::new(symbols));
        checker.follows_values = follows_values;
        (Vec::new(), checker)
    };
    order
        .par_iter()
        .with_max_len(16)
        .fold(begin, bind_file)
        .map(|(files, checker)| (files, checker.types))
        .collect()
}

/// Drafts of all files and symbols, and for each declaration, file and package the index of its draft in `symbols`;
/// `None` for those that become no symbol.
struct Drafts<'w> {
    files: Vec<FileDraft<'w>>,
    symbols: Vec<SymbolDraft<'w>>,
    of_decl: Vec<Option<u32>>,
    of_file: Vec<Option<u32>>,
    of_package: Vec<Option<u32>>,
}

impl<'w> Drafts<'w> {
    fn new(world: &'w World<'w>) -> Self {
        let n_files = world.files.len();
        let n_symbols = world.decl_file.len() + n_files + world.packages.len();
        let mut drafts = Self {
            files: Vec::with_capacity(n_files),
            symbols: Vec::with_capacity(n_symbols),
            of_decl: vec![None; world.decl_file.len()],
            of_file: vec![None; world.files.len()],
            of_package: vec![None; world.packages.len()],
        };
        let name = |package: &Package<'_>| world.names.text(package.name);
        let is_built = |package: &Package<'_>| package.files.iter().any(|&file| !world.file(file).test);
        let others = world.packages.iter().filter(|package| name(package) != "main" && is_built(package));
        let libraries: FxHashSet<&str> = others.map(|package| package.dir).collect();
        for (ix, package) in world.packages.iter().enumerate() {
            if !package.declarations_only {
                drafts.of_package[ix] = Some(drafts.symbols.len() as u32);
                // A `main` package in the folder of a library can only be run file by file, so the import path of the
                // folder is the library's.
                let is_beside = name(package) == "main" && libraries.contains(package.dir);
                drafts.symbols.push(package_draft(world, package, !is_beside));
            }
        }
        for (ix, file) in world.files.iter().enumerate().filter(|(_, f)| !f.declarations_only) {
            let Some(package) = drafts.of_package[file.package.0 as usize] else { continue };
            let at = drafts.files.len() as u32;
            let flags = flags_of_file(world, file);
            drafts.files.push(FileDraft { path: file.path.into(), flags, lines: file.facts.lines, package });
            drafts.of_file[ix] = Some(drafts.symbols.len() as u32);
            drafts.symbols.push(file_draft(file, at, flags));
            drafts.add_declarations(world, FileIx(ix as u32), at, flags);
        }
        drafts.set_method_owners(world);
        drafts
    }

    fn add_declarations(&mut self, world: &'w World<'w>, ix: FileIx, at: u32, flags: u16) {
        let file = &world.files[ix.0 as usize];
        for (local, decl) in file.facts.decls.iter().enumerate() {
            let decl_ix = DeclIx(file.first_decl + local as u32);
            let owner =
                (decl.owner != NONE).then(|| self.of_decl[(file.first_decl + decl.owner) as usize]).flatten();
            self.of_decl[decl_ix.0 as usize] = Some(self.symbols.len() as u32);
            self.symbols.push(declaration_draft(world, file, decl, decl_ix, at, flags, owner));
        }
    }

    /// Sets the owner of each method: its receiver's type, which may be declared in another file of the package.
    fn set_method_owners(&mut self, world: &World<'_>) {
        for type_decl in &world.type_decls {
            let Some(owner) = type_decl.decl.and_then(|d| self.of_decl[d.0 as usize]) else { continue };
            for method in &type_decl.methods {
                let Some(draft) = self.of_decl[method.decl.0 as usize] else { continue };
                let file = world.file_of(method.decl);
                let package = world.package(type_decl.package);
                let variants = package.scope.get(&type_decl.name).map_or(&[][..], |v| v.all());
                let preferred = world.prefer(file, variants);
                let slot = &mut self.symbols[draft as usize].owner;
                if slot.is_none() || preferred == type_decl.decl {
                    *slot = Some(owner);
                }
            }
        }
    }
}

fn flags_of_file<'w>(world: &World<'w>, file: &File<'w>) -> u16 {
    let generated = file.facts.flags & file_flag::GENERATED != 0;
    let builds = world.builds_of(file);
    let vendored = folder(file.path).split('/').any(|part| part == "vendor");
    [
        (file.test, symbol_flag::TEST),
        (generated, symbol_flag::GENERATED),
        (file.constrained, symbol_flag::CONSTRAINED),
        (!builds.is_every(), symbol_flag::SOME_BUILDS),
        (builds.is_none(), symbol_flag::NO_BUILDS),
        (vendored, symbol_flag::VENDORED),
        (is_testdata(file.path), symbol_flag::TESTDATA),
    ]
    .into_iter()
    .filter(|(holds, _)| *holds)
    .fold(0, |flags, (_, flag)| flags | flag)
}

fn package_draft<'w>(world: &World<'w>, package: &Package<'w>, has_path: bool) -> SymbolDraft<'w> {
    let name = world.names.text(package.name);
    let of_all = symbol_flag::TEST | symbol_flag::TESTDATA | symbol_flag::CONSTRAINED;
    let files = package.files.iter().map(|&file| flags_of_file(world, world.file(file)));
    let path = if has_path { format!(" // import \"{}\"", package.import_path) } else { String::new() };
    SymbolDraft {
        kind: SymbolKind::Package,
        flags: files.fold(of_all, |all, own| all & own) | symbol_flag::EXPORTED,
        name: name.into(),
        qualified: if package.dir.is_empty() { ".".into() } else { package.dir.into() },
        signature: format!("package {name}{path}").into(),
        file: None,
        owner: None,
        line: 1,
        col: 1,
        end_line: 1,
        start: 0,
        body: 0,
        end: 0,
        doc: [0, 0],
    }
}

fn file_draft<'w>(file: &File<'w>, at: u32, flags: u16) -> SymbolDraft<'w> {
    let name = file.path.rsplit('/').next().unwrap_or(file.path);
    SymbolDraft {
        kind: SymbolKind::File,
        flags,
        name: name.into(),
        qualified: name.into(),
        signature: file.path.into(),
        file: Some(at),
        owner: None,
        line: file.facts.package_line.max(1),
        col: file.facts.package_col.max(1),
        end_line: file.facts.lines.max(1),
        start: 0,
        body: 0,
        end: 0,
        doc: file.facts.package_doc,
    }
}

fn declaration_draft<'w>(
    world: &World<'w>,
    file: &File<'w>,
    decl: &Decl,
    ix: DeclIx,
    at: u32,
    file_flags: u16,
    owner: Option<u32>,
) -> SymbolDraft<'w> {
    let facts = file.facts;
    let kind = world.kind(ix);
    let name = facts.name(decl.name);
    let qualified = match kind {
        SymbolKind::Method => Some(facts.name(decl.receiver)),
        SymbolKind::Field | SymbolKind::InterfaceMethod if decl.owner != NONE => {
            facts.decls.get(decl.owner as usize).map(|o| facts.name(o.name))
        }
        _ => None,
    };
    let variants = world.package(file.package).scope.get(&file.name(decl.name)).map_or(1, |v| v.all().len());
    let varies =
        variants > 1 && !matches!(kind, SymbolKind::Field | SymbolKind::InterfaceMethod | SymbolKind::Method);
    let marks = [
        (decl_flag::EXPORTED, symbol_flag::EXPORTED),
        (decl_flag::POINTER, symbol_flag::POINTER),
        (decl_flag::EMBEDDED, symbol_flag::EMBEDDED),
        (decl_flag::GENERIC, symbol_flag::GENERIC),
        (decl_flag::OUTPUT, symbol_flag::OUTPUT),
        (decl_flag::DEPRECATED, symbol_flag::DEPRECATED),
    ];
    let repeats = kind == SymbolKind::Const
        && facts.nodes.get(decl.node as usize).is_some_and(|node| node.flags & flag::INHERITS != 0);
    let marks = marks.into_iter().filter(|(from, _)| decl.flags & from != 0);
    let own = [(varies, symbol_flag::VARIANT), (repeats, symbol_flag::REPEATS)];
    let own = own.into_iter().filter(|(holds, _)| *holds).map(|(_, to)| to);
    let own = marks.map(|(_, to)| to).chain(own).fold(0, |flags, to| flags | to);
    SymbolDraft {
        kind,
        flags: file_flags | own,
        name: name.into(),
        qualified: qualified.map_or_else(|| name.into(), |q| format!("{q}.{name}").into()),
        signature: facts.name(decl.signature).into(),
        file: Some(at),
        owner,
        line: decl.line,
        col: decl.col,
        end_line: decl.end_line,
        start: decl.start,
        body: decl.body,
        end: decl.end,
        doc: decl.doc,
    }
}

/// Edges of imports, and of membership of declarations in files or types and of files in packages.
fn structure_edges(
    world: &World<'_>,
    ids: &[SymbolId],
    symbols: &[Option<SymbolId>],
    of_file: &[Option<u32>],
    of_package: &[Option<u32>],
) -> Vec<EdgeDraft> {
    let edge = |from, to, kind, origin, line| {
        let confidence = confidence::of(kind, origin, false);
        EdgeDraft { from, to, kind, origin, confidence, share: 1.0, access: 0, line }
    };
    let id = |draft: Option<u32>| draft.map(|d| ids[d as usize]);
    let mut edges = Vec::new();
    for (ix, file) in world.files.iter().enumerate() {
        let (Some(from), Some(package)) = (id(of_file[ix]), id(of_package[file.package.0 as usize])) else {
            continue;
        };
        edges.push(edge(from, package, EdgeKind::MemberOf, Origin::Scope, file.facts.package_line));
        for import in &file.imports {
            if let Some(to) = import.package.and_then(|p| id(of_package[p.0 as usize])) {
                edges.push(edge(from, to, EdgeKind::Imports, Origin::Import, import.line));
            }
        }
        for (local, decl) in file.facts.decls.iter().enumerate() {
            let Some(member) = symbols[file.first_decl as usize + local] else { continue };
            let owned =
                (decl.owner != NONE).then(|| symbols[(file.first_decl + decl.owner) as usize]).flatten();
            let kind = SymbolKind::from_number(decl.kind);
            if let Some(owner) = owned {
                edges.push(edge(member, owner, EdgeKind::MemberOf, Origin::Scope, decl.line));
            } else if kind != Some(SymbolKind::Method) {
                edges.push(edge(member, from, EdgeKind::MemberOf, Origin::Scope, decl.line));
            }
        }
    }
    edges.extend(method_membership(world, symbols));
    edges
}

/// Imports of packages outside the tree: (importing file, import path, line).
fn imports_outside<'w>(
    world: &World<'w>,
    ids: &[SymbolId],
    of_file: &[Option<u32>],
    of_package: &[Option<u32>],
) -> Vec<(SymbolId, &'w str, u32)> {
    let files =
        world.files.iter().zip(of_file).filter_map(|(file, draft)| Some((file, ids[(*draft)? as usize])));
    let outside = files.flat_map(|(file, id)| {
        let written = file.imports.iter().zip(&file.facts.imports);
        let is_here = |ix: usize| of_package[ix].is_some();
        let outside = written
            .filter(move |(import, _)| !import.package.is_some_and(|package| is_here(package.0 as usize)));
        outside.map(move |(_, written)| (id, file.facts.name(written.path), written.line))
    });
    outside.collect()
}

/// Membership of methods in their receivers' types. If the type has variants, the edge leads to the one that the
/// method's file prefers. A method whose receiver's type is not declared gets no edge.
fn method_membership(world: &World<'_>, symbols: &[Option<SymbolId>]) -> Vec<EdgeDraft> {
    let mut owners: FxHashMap<SymbolId, EdgeDraft> = FxHashMap::default();
    for type_decl in &world.type_decls {
        let Some(decl) = type_decl.decl else { continue };
        let Some(to) = symbols[decl.0 as usize] else { continue };
        for method in &type_decl.methods {
            let Some(from) = symbols[method.decl.0 as usize] else { continue };
            let variants = world.package(type_decl.package).scope.get(&type_decl.name);
            let preferred = world.prefer(world.file_of(method.decl), variants.map_or(&[][..], |v| v.all()));
            let line = world.decl(method.decl).line;
            let (kind, origin) = (EdgeKind::MemberOf, Origin::Scope);
            let confidence = confidence::of(kind, origin, false);
            let edge = EdgeDraft { from, to, kind, origin, confidence, share: 1.0, access: 0, line };
            if preferred == Some(decl) {
                owners.insert(from, edge);
            } else {
                owners.entry(from).or_insert(edge);
            }
        }
    }
    owners.into_values().collect()
}

/// The unbound sites of a graph, counted by cause.
pub fn unbound_totals(graph: &crate::model::Graph<'_>) -> Vec<(Cause, u64)> {
    let mut totals = vec![0u64; Cause::ALL.len()];
    for (&cause, &count) in graph.unbound_cause.iter().zip(graph.unbound_count) {
        if let Some(total) = totals.get_mut(usize::from(cause)) {
            *total += u64::from(count);
        }
    }
    Cause::ALL.iter().copied().zip(totals).collect()
}
