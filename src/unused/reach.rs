//! The walk from the roots over the references of code.
//!
//! A reached declaration needs what it refers to. A reached type also needs the methods that code may call without
//! naming the type: those that a reached interface of the tree requires, those by which it satisfies an interface
//! from outside, and those that the standard library looks for by name. A package whose code is reached is linked, so
//! its `init` functions and its initialisers with effects run.

use rustc_hash::{FxHashMap, FxHashSet};

use super::other_modules::{in_signature, visible_to_other_modules};
use crate::golang::called_back::{calls_any_method, is_looked_for};
use crate::model::{EdgeKind, Graph, Origin, Symbol, SymbolId, SymbolKind, Variants, access, symbol_flag};

/// Tables of a graph that both walks use.
pub(super) struct GraphTables<'g> {
    /// The methods and fields of each type, and the methods of each interface.
    members: FxHashMap<SymbolId, Vec<SymbolId>>,
    variants: Variants<'g>,
    /// The functions `main` of each program; build constraints can give it several.
    pub(super) mains: FxHashMap<SymbolId, Vec<SymbolId>>,
    files: FxHashMap<SymbolId, Vec<SymbolId>>,
    /// For each declaration, the types whose values it converts to an interface from outside.
    conversions: FxHashMap<SymbolId, Vec<SymbolId>>,
    visible_outside: FxHashSet<SymbolId>,
    /// Fields with a tag, which code that reads fields by reflection looks at.
    tagged: FxHashSet<SymbolId>,
    /// Declarations that call something from outside that may have an effect.
    with_effects: FxHashSet<SymbolId>,
    /// True if any code calls methods by reflection, and whether any reads all fields by reflection.
    calls_any_method: bool,
    reads_any_field: bool,
    /// Packages whose structs C, or code that reads raw memory, may read. They import `unsafe` or `C`.
    raw_packages: FxHashSet<SymbolId>,
}

impl<'g> GraphTables<'g> {
    /// Builds the tables. O(symbols + edges).
    pub(super) fn of(graph: &'g Graph<'g>, tagged: FxHashSet<SymbolId>) -> Self {
        let mut members: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
        let mut files: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
        for symbol in graph.symbols() {
            if let Some(owner) = symbol.owner() {
                members.entry(owner).or_default().push(symbol.id);
            } else if symbol.kind() == SymbolKind::File {
                files.entry(symbol.package()).or_default().push(symbol.id);
            }
        }
        let mut conversions: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
        for conversion in graph.conversions().filter(|conversion| conversion.is_satisfied) {
            conversions.entry(conversion.from).or_default().push(conversion.ty);
        }
        let calls = graph.all_foreign().filter(|site| site.is_call && !site.is_other);
        let with_effects =
            calls.filter(|site| !is_free_of_effects(site.name)).map(|site| site.from).collect();
        let is_raw = |path: &str| matches!(path, "unsafe" | "C");
        let outside = graph.imports_outside().filter(|&(_, path, _)| is_raw(path)).map(|(file, _, _)| file);
        let inside = graph.file_symbol.iter().map(|&file| SymbolId(file)).filter(|&file| {
            let mut imports = graph.outgoing(file).filter(|edge| edge.kind == EdgeKind::Imports);
            imports.any(|edge| is_raw(graph.symbol(edge.to).name()))
        });
        Self {
            members,
            files,
            conversions,
            tagged,
            with_effects,
            variants: Variants::of(graph),
            mains: mains_by_package(graph),
            visible_outside: visible_to_other_modules(graph),
            calls_any_method: graph.foreign_names().any(calls_any_method),
            reads_any_field: graph.foreign_names().any(reads_any_field),
            raw_packages: outside.chain(inside).map(|file| graph.symbol(file).package()).collect(),
        }
    }

    pub(super) fn members(&self, ty: SymbolId) -> &[SymbolId] {
        self.members.get(&ty).map_or(&[], Vec::as_slice)
    }
}

/// The functions `main` of the packages `main`, by package.
fn mains_by_package(graph: &Graph<'_>) -> FxHashMap<SymbolId, Vec<SymbolId>> {
    let mut mains: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
    let is_main = |symbol: &Symbol<'_>| {
        symbol.kind() == SymbolKind::Func && symbol.name() == "main" && symbol.package_name() == "main"
    };
    for symbol in graph.symbols().filter(is_main) {
        mains.entry(symbol.package()).or_default().push(symbol.id);
    }
    mains
}

/// Returns whether a function from outside returns fields by their number, including unexported ones.
fn reads_any_field(name: &str) -> bool {
    let of_reflection = [
        "reflect.Type.Field",
        "reflect.Type.NumField",
        "reflect.Value.Field",
        "reflect.Value.NumField",
        "reflect.VisibleFields",
    ];
    of_reflection.contains(&name)
}

/// Returns whether a call of a function from outside only makes a value, so that a program does the same without it.
fn is_free_of_effects(name: &str) -> bool {
    const PACKAGES: [&str; 14] = [
        "bytes.", "errors.", "math.", "math/big.", "net/netip.", "path.", "path/filepath.", "reflect.",
        "regexp.", "strconv.", "strings.", "time.", "unicode.", "unicode/utf8.",
    ];
    const BUILT_IN: [&str; 10] =
        ["append", "cap", "complex", "imag", "len", "make", "max", "min", "new", "real"];
    let of_fmt = ["fmt.Errorf", "fmt.Sprint", "fmt.Sprintf", "fmt.Sprintln"];
    BUILT_IN.contains(&name)
        || of_fmt.contains(&name)
        || name != "time.Sleep" && PACKAGES.iter().any(|package| name.starts_with(package))
}

/// The symbols reached so far, and those still to be followed.
#[derive(Clone)]
pub(super) struct Reach<'g> {
    graph: &'g Graph<'g>,
    structure: &'g GraphTables<'g>,
    reached: Vec<bool>,
    /// Methods that a reached interface call can reach, if a value of their type exists.
    wanted: FxHashSet<SymbolId>,
    linked: FxHashSet<SymbolId>,
    /// Types that code of other modules may get by an exported name.
    published: FxHashSet<SymbolId>,
    /// Packages whose exported names other modules can use.
    open_packages: FxHashSet<SymbolId>,
    /// Types whose values are in an interface from outside, or are a part of such a value.
    outside_values: FxHashSet<SymbolId>,
    open: Vec<SymbolId>,
    has_tests: bool,
}

impl<'g> Reach<'g> {
    pub(super) fn new(graph: &'g Graph<'g>, structure: &'g GraphTables<'g>) -> Self {
        Self {
            graph,
            structure,
            reached: vec![false; graph.n_symbols()],
            wanted: FxHashSet::default(),
            linked: FxHashSet::default(),
            published: FxHashSet::default(),
            open_packages: FxHashSet::default(),
            outside_values: FxHashSet::default(),
            open: Vec::new(),
            has_tests: false,
        }
    }

    pub(super) fn structure(&self) -> &'g GraphTables<'g> {
        self.structure
    }

    pub(super) fn has(&self, symbol: SymbolId) -> bool {
        self.reached[symbol.ix()]
    }

    pub(super) fn is_linked(&self, package: SymbolId) -> bool {
        self.linked.contains(&package)
    }

    pub(super) fn add(&mut self, symbol: SymbolId) {
        if !std::mem::replace(&mut self.reached[symbol.ix()], true) {
            self.open.push(symbol);
        }
    }

    /// Includes test files in their packages from now on.
    pub(super) fn with_tests(&mut self) {
        self.has_tests = true;
        // The packages so far are linked again, with their test files.
        for package in std::mem::take(&mut self.linked) {
            self.link(package);
        }
    }

    /// Links a package into the program, with all packages that it imports.
    pub(super) fn link(&mut self, package: SymbolId) {
        let structure = self.structure;
        let mut open = vec![package];
        while let Some(package) = open.pop() {
            if !self.linked.insert(package) {
                continue;
            }
            for &main in structure.mains.get(&package).into_iter().flatten() {
                self.add(main);
            }
            for &file in structure.files.get(&package).into_iter().flatten() {
                let symbol = self.graph.symbol(file);
                if symbol.is_test() && !self.has_tests {
                    continue;
                }
                let imports = self.graph.outgoing(file).filter(|edge| edge.kind == EdgeKind::Imports);
                open.extend(imports.map(|edge| self.graph.symbol(edge.to).package()));
                for id in symbol.file().map_or(0..0, |file| self.graph.symbols_of(file)).map(SymbolId) {
                    if self.runs_with_effect(self.graph.symbol(id)) {
                        self.add(id);
                    }
                }
            }
        }
    }

    /// Returns whether the initialisation of a package runs a declaration that may have an effect.
    fn runs_with_effect(&self, symbol: Symbol<'_>) -> bool {
        match symbol.kind() {
            SymbolKind::Func => symbol.name() == "init",
            SymbolKind::Var => {
                self.structure.with_effects.contains(&symbol.id)
                    || self.graph.outgoing(symbol.id).any(|edge| edge.kind == EdgeKind::Calls)
            }
            _ => false,
        }
    }

    /// Marks the exported names of a package as used from outside.
    pub(super) fn publish(&mut self, package: SymbolId) {
        let structure = self.structure;
        self.open_packages.insert(package);
        for &file in structure.files.get(&package).into_iter().flatten() {
            let file = self.graph.symbol(file);
            if file.is_test() {
                continue;
            }
            for id in file.file().map_or(0..0, |file| self.graph.symbols_of(file)).map(SymbolId) {
                let symbol = self.graph.symbol(id);
                if !symbol.has(symbol_flag::EXPORTED) || symbol.owner().is_some() {
                    continue;
                }
                match symbol.kind() {
                    SymbolKind::Func | SymbolKind::Var | SymbolKind::Const => {
                        self.add(id);
                        self.publish_signature(symbol);
                    }
                    kind if kind.is_type() => self.publish_type(id),
                    _ => {}
                }
            }
        }
    }

    /// Marks a type as used from outside. Code that has a value of the type may use its exported members, and the
    /// types in their signatures.
    fn publish_type(&mut self, ty: SymbolId) {
        self.add(ty);
        if !self.published.insert(ty) {
            return;
        }
        let structure = self.structure;
        for &member in structure.members(ty) {
            let symbol = self.graph.symbol(member);
            if symbol.has(symbol_flag::EXPORTED) || symbol.has(symbol_flag::EMBEDDED) {
                self.add(member);
                self.publish_signature(symbol);
            }
        }
        let symbol = self.graph.symbol(ty);
        if symbol.kind() != SymbolKind::Struct {
            let parts: Vec<SymbolId> = in_signature(self.graph, symbol).collect();
            for part in parts {
                self.publish_type(part);
            }
        }
    }

    fn publish_signature(&mut self, symbol: Symbol<'g>) {
        let types: Vec<SymbolId> = in_signature(self.graph, symbol).collect();
        for ty in types {
            self.publish_type(ty);
        }
    }

    /// Follows the references of reached declarations until nothing new is reached.
    pub(super) fn run(&mut self) {
        while let Some(id) = self.open.pop() {
            let symbol = self.graph.symbol(id);
            self.link(symbol.package());
            if let Some(owner) = symbol.owner() {
                self.add(owner);
            }
            self.follow_edges(id);
            for &ty in self.structure.conversions.get(&id).into_iter().flatten() {
                self.add_outside_value(ty);
            }
            for other in self.structure.variants.others(symbol).collect::<Vec<_>>() {
                self.add(other);
            }
            match symbol.kind() {
                SymbolKind::Const => self.add_group(symbol),
                kind if kind.is_type() => self.add_type(symbol),
                _ => {}
            }
        }
    }

    fn follow_edges(&mut self, id: SymbolId) {
        for edge in self.graph.outgoing(id) {
            match edge.kind {
                // The function that takes another one, or hands out a value, is followed instead of the code that then
                // runs.
                EdgeKind::Implements | EdgeKind::Imports | EdgeKind::MemberOf | EdgeKind::Runs => {}
                EdgeKind::Calls | EdgeKind::Uses if edge.origin == Origin::Dispatch => {
                    self.wanted.insert(edge.to);
                    let owner = self.graph.symbol(edge.to).owner();
                    if owner.is_none_or(|owner| self.has(owner)) {
                        self.add(edge.to);
                    }
                }
                EdgeKind::Calls
                | EdgeKind::Uses
                | EdgeKind::Extends
                | EdgeKind::Accesses
                | EdgeKind::Delegates => {
                    self.add(edge.to);
                    if edge.access & access::FILLS != 0 {
                        self.add_fields(edge.to, |_| true);
                    }
                }
            }
        }
    }

    fn add_fields(&mut self, ty: SymbolId, is_used: impl Fn(Symbol<'_>) -> bool) {
        let structure = self.structure;
        for &member in structure.members(ty) {
            let symbol = self.graph.symbol(member);
            if symbol.kind() == SymbolKind::Field && is_used(symbol) {
                self.add(member);
            }
        }
    }

    /// Constants that repeat one expression are one list, from which none can be removed alone.
    fn add_group(&mut self, constant: Symbol<'_>) {
        let first = self.graph.repeated(constant.id).unwrap_or(constant.id);
        self.add(first);
        self.graph.repeating(first).into_iter().for_each(|other| self.add(other));
    }

    /// Adds what a type needs besides what it refers to.
    fn add_type(&mut self, ty: Symbol<'g>) {
        let structure = self.structure;
        let is_visible_outside = structure.visible_outside.contains(&ty.id);
        let is_raw = structure.raw_packages.contains(&ty.package());
        let tagged = structure.members(ty.id).iter().any(|member| structure.tagged.contains(member));
        for &member in structure.members(ty.id) {
            let symbol = self.graph.symbol(member);
            let is_exported = symbol.has(symbol_flag::EXPORTED);
            let is_used = match symbol.kind() {
                SymbolKind::InterfaceMethod => true,
                SymbolKind::Method => {
                    self.wanted.contains(&member)
                        || is_looked_for(symbol.name())
                        || is_exported && is_visible_outside
                        || self.graph.outside(member).next().is_some()
                }
                _ => {
                    symbol.has(symbol_flag::EMBEDDED)
                        || symbol.name() == "_"
                        || is_raw
                        || structure.tagged.contains(&member)
                        || is_exported && (tagged || is_visible_outside)
                }
            };
            if is_used {
                self.add(member);
            }
        }
        let graph = self.graph;
        self.add_asserted(ty);
        for edge in graph.outgoing(ty.id).filter(|edge| edge.kind == EdgeKind::Implements) {
            if self.has(edge.to) {
                self.add_wanted(ty.id, edge.to);
            }
            if self.outside_values.contains(&edge.to) {
                self.add_outside_value(ty.id);
            }
        }
        if ty.kind() == SymbolKind::Interface {
            let implementers = graph.incoming(ty.id).filter(|edge| edge.kind == EdgeKind::Implements);
            for implementer in implementers.map(|edge| edge.from) {
                if self.has(implementer) {
                    self.add_wanted(implementer, ty.id);
                }
            }
        }
        if self.outside_values.contains(&ty.id) {
            self.add_members_of_outside_value(ty.id);
        }
    }

    /// Keeps the exported methods of a type whose values other modules get as an interface, because they may assert
    /// another interface.
    fn add_asserted(&mut self, ty: Symbol<'g>) {
        let (graph, structure) = (self.graph, self.structure);
        if !self.open_packages.contains(&ty.package()) {
            return;
        }
        let methods: Vec<Symbol<'g>> =
            structure.members(ty.id).iter().map(|&member| graph.symbol(member)).collect();
        let mut interfaces = graph.outgoing(ty.id).filter(|edge| edge.kind == EdgeKind::Implements);
        let is_got = interfaces.any(|edge| self.published.contains(&edge.to))
            || methods.iter().any(|method| graph.outside(method.id).next().is_some());
        for method in methods.iter().filter(|method| is_got && method.kind() == SymbolKind::Method) {
            if method.has(symbol_flag::EXPORTED) {
                self.add(method.id);
            }
        }
    }

    /// Adds the methods of a type that an interface requires, including those of embedded types.
    fn add_wanted(&mut self, ty: SymbolId, interface: SymbolId) {
        let structure = self.structure;
        for &wanted in structure.members(interface) {
            let name = self.graph.symbol(wanted).name();
            let (mut level, mut seen) = (vec![ty], FxHashSet::default());
            while !level.is_empty() {
                let mut next = Vec::new();
                let mut found = false;
                for ty in level.into_iter().filter(|&ty| seen.insert(ty)).collect::<Vec<_>>() {
                    for &member in structure.members(ty) {
                        let symbol = self.graph.symbol(member);
                        if symbol.kind() == SymbolKind::Method && symbol.name() == name {
                            self.add(member);
                            found = true;
                        }
                    }
                    let embedded = self.graph.outgoing(ty).filter(|edge| edge.kind == EdgeKind::Extends);
                    next.extend(embedded.map(|edge| edge.to));
                }
                level = if found { Vec::new() } else { next };
            }
        }
    }

    /// Marks a type as converted to an interface from outside, and so the types that its values contain.
    fn add_outside_value(&mut self, ty: SymbolId) {
        if self.outside_values.insert(ty) && self.has(ty) {
            self.add_members_of_outside_value(ty);
        }
    }

    fn add_members_of_outside_value(&mut self, ty: SymbolId) {
        let reads_any = self.structure.reads_any_field;
        self.add_fields(ty, |field| reads_any || field.has(symbol_flag::EXPORTED));
        if self.structure.calls_any_method {
            for &member in self.structure.members(ty) {
                let symbol = self.graph.symbol(member);
                if symbol.kind() == SymbolKind::Method && symbol.has(symbol_flag::EXPORTED) {
                    self.add(member);
                }
            }
        }
        let graph = self.graph;
        if graph.symbol(ty).kind() == SymbolKind::Interface {
            let implementers = graph.incoming(ty).filter(|edge| edge.kind == EdgeKind::Implements);
            implementers.for_each(|edge| self.add_outside_value(edge.from));
        }
        let parts = graph.outgoing(ty).filter(|edge| matches!(edge.kind, EdgeKind::Uses | EdgeKind::Extends));
        for part in parts.filter(|edge| graph.symbol(edge.to).kind().is_type()) {
            self.add_outside_value(part.to);
        }
    }
}
