//! Cache of the results of checking each file's bodies, reused while the file and the APIs that it sees are unchanged.
//!
//! The result for a file depends on the file itself and on the outlines (see [`Fingerprint`]) of the packages that its
//! package reaches by imports. If only functions changed in these, the result stays valid for files that name none of
//! them (see [`super::changes`]). A result refers to declarations by path and place in the file's list, so it outlives
//! the numbering of one analysis.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::changes::Outlines;
use super::check::{
    CallbackSite, CalledBack, ConversionSite, DispatchSite, Foreign, ForeignRef, Sink, ValueCall,
};
use super::facts::FileFacts;
use super::fingerprint::{Fingerprint, Hash};
use super::flow::{FlowFacts, FlowLinks, FlowLiteral, FlowNode};
use super::ids::{DeclIx, FileIx, TypeDeclIx};
use super::link::{SourceFile, World};
use super::names::{Name, Names};
use super::types::{Type, Types};
use crate::model::{Cause, EdgeDraft, EdgeKind, Origin, SymbolId};

/// Everything that an analysis of a tree keeps for the next one.
#[derive(Default)]
pub struct BodyCheckCache {
    /// The declarations of the standard library that were needed, by import path.
    pub(super) library: FxHashMap<String, Arc<FileFacts>>,
    pub(super) names: NameCache,
    pub(super) bodies: CachedBodies,
}

/// The tree's names, and those of each file by its path.
#[derive(Default)]
pub(super) struct NameCache {
    pub(super) names: Names,
    files: FxHashMap<Box<str>, FileNames>,
}

/// A file's interned names, and the content hash of the file; `None` for a file without a fingerprint.
struct FileNames {
    content: Option<Hash>,
    names: Arc<[Name]>,
}

/// The cached results of all files.
#[derive(Default)]
pub(super) struct CachedBodies {
    /// The number of each path, which never changes.
    numbers: FxHashMap<Box<str>, u32>,
    /// By number of the file's path.
    bodies: Vec<Option<Body>>,
    outlines: Outlines,
}

/// The input for reusing an earlier analysis: the fingerprints of the tree's files by path, and the cache.
pub struct Reuse<'r> {
    pub prints: FxHashMap<&'r str, &'r Fingerprint>,
    pub cache: &'r mut BodyCheckCache,
}

/// A declaration of the tree: the number of its file's path, and its place in the file's list.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CachedDecl {
    file: u32,
    local: u32,
}

impl CachedDecl {
    /// Updates the index after an edit of the file; `None` if the declaration was removed.
    fn renumber(&mut self, moved: &FxHashMap<u32, Box<[Option<u32>]>>) -> Option<()> {
        if let Some(moves) = moved.get(&self.file) {
            self.local = (*moves.get(self.local as usize)?)?;
        }
        Some(())
    }
}

/// The file number of predeclared types, which no file declares.
const UNIVERSE: u32 = u32::MAX;

/// The result of checking one file's bodies: all that its [`Sink`] holds.
struct Body {
    content: Hash,
    edges: Box<[CachedEdge]>,
    unbound: Box<[(u32, Cause, u32)]>,
    foreign: Box<[CachedForeignSite]>,
    calls: Box<[CachedCall]>,
    value_calls: Box<[CachedValueCall]>,
    callbacks: Box<[CachedCallback]>,
    flows: Box<[(CachedDecl, CachedDecl)]>,
    conversions: Box<[CachedConversion]>,
    constructed: Box<[CachedDecl]>,
    flow: CachedFlow,
}

/// See [`FlowFacts`].
struct CachedFlow {
    nodes: Box<[CachedFlowNode]>,
    literals: Box<[(u32, FlowLiteral)]>,
    links: Arc<FlowLinks>,
}

/// See [`FlowNode`].
enum CachedFlowNode {
    /// Of a declaration; with this function it is a node of another one.
    Declared(CachedDecl, FlowNode),
    Plain(FlowNode),
}

impl Body {
    /// All declarations that the result refers to.
    fn places(&mut self) -> impl Iterator<Item = &mut CachedDecl> {
        let flows = self.flows.iter_mut().flat_map(|(from, to)| [from, to]);
        let edges = self.edges.iter_mut().map(|edge| &mut edge.to);
        let calls = self.calls.iter_mut().map(|call| &mut call.interface);
        let conversions = self.conversions.iter_mut().flat_map(|c| [&mut c.concrete, &mut c.interface]);
        let flow = self.flow.nodes.iter_mut().filter_map(|node| match node {
            CachedFlowNode::Declared(place, _) => Some(place),
            CachedFlowNode::Plain(_) => None,
        });
        let outward = self.foreign.iter_mut().filter_map(|site| site.to.place());
        let callbacks = self.callbacks.iter_mut().flat_map(|callback| {
            let (to, interface) = match &mut callback.to {
                CachedCalledBack::Declared(place) | CachedCalledBack::Value(place, _) => (place, None),
                CachedCalledBack::Methods { of, interface } => (of, Some(interface)),
            };
            callback.by.place().into_iter().chain([to]).chain(interface)
        });
        edges
            .chain(outward)
            .chain(callbacks)
            .chain(calls)
            .chain(flows)
            .chain(conversions)
            .chain(&mut self.constructed)
            .chain(flow)
    }
}

/// An edge from a declaration of the file.
struct CachedEdge {
    from: u32,
    to: CachedDecl,
    kind: EdgeKind,
    origin: Origin,
    confidence: f32,
    access: u8,
    line: u32,
}

/// A reference to a declaration outside the tree; see [`ForeignRef`].
struct CachedForeignSite {
    from: u32,
    to: CachedForeign,
    is_call: bool,
    line: u32,
}

/// See [`Foreign`]. A [`Name`] keeps its number from one analysis to the next.
#[derive(Clone, Copy)]
enum CachedForeign {
    Declared(CachedDecl),
    Promoted { of: CachedDecl, name: Name },
    Named { path: Name, of: Name, name: Name },
}

impl CachedForeign {
    fn place(&mut self) -> Option<&mut CachedDecl> {
        match self {
            Self::Declared(place) | Self::Promoted { of: place, .. } => Some(place),
            Self::Named { .. } => None,
        }
    }
}

/// A place where a declared interface's method is called or taken as a value.
struct CachedCall {
    from: u32,
    kind: EdgeKind,
    interface: CachedDecl,
    method: Box<str>,
    line: u32,
    receiver: u32,
}

/// See [`ValueCall`].
struct CachedValueCall {
    from: u32,
    key: u64,
    value: u32,
    name: Name,
    line: u32,
}

/// See [`CallbackSite`].
struct CachedCallback {
    from: u32,
    by: CachedForeign,
    to: CachedCalledBack,
    line: u32,
}

/// See [`CalledBack`].
enum CachedCalledBack {
    Declared(CachedDecl),
    Methods { of: CachedDecl, interface: CachedDecl },
    Value(CachedDecl, bool),
}

/// A place where a value of a type of the tree is converted to an interface from outside the tree.
struct CachedConversion {
    from: u32,
    concrete: CachedDecl,
    pointer: bool,
    interface: CachedDecl,
    line: u32,
}

/// The cached results that are valid in a world, with the mapping between its numbers and theirs.
pub(super) struct Valid<'v, 'w> {
    world: &'w World<'w>,
    symbols: &'w [Option<SymbolId>],
    /// By number of the file's path.
    bodies: &'v [Option<Body>],
    /// The number of each file's path.
    numbers: Vec<u32>,
    /// The file of each number.
    files: Vec<Option<FileIx>>,
}

impl NameCache {
    /// The names of each of `files`, in order. Files without a fingerprint are the bundled standard library's, which
    /// never change.
    pub(super) fn of_files(
        &mut self,
        files: &[SourceFile<'_>],
        prints: &FxHashMap<&str, &Fingerprint>,
    ) -> Vec<Arc<[Name]>> {
        let Self { names, files: known } = self;
        let mut names_of = |file: &SourceFile<'_>| {
            let content = prints.get(file.path).map(|print| print.content);
            match known.get(file.path) {
                Some(cached) if cached.content == content => Arc::clone(&cached.names),
                _ => {
                    let names: Arc<[Name]> = file.facts.names().map(|name| names.intern(name)).collect();
                    known.insert(file.path.into(), FileNames { content, names: Arc::clone(&names) });
                    names
                }
            }
        };
        files.iter().map(&mut names_of).collect()
    }
}

impl CachedBodies {
    /// Drops the results that are not valid in a world, so that they cannot seem valid later even if this analysis is
    /// cancelled. Returns the number of each file's path.
    pub(super) fn drop_stale(
        &mut self,
        world: &World<'_>,
        prints: &FxHashMap<&str, &Fingerprint>,
    ) -> Vec<u32> {
        let numbers: Vec<u32> = world.files.iter().map(|file| self.number(file.path)).collect();
        let changes = self.outlines.update(world, prints, &numbers);
        let mut is_valid = vec![false; self.bodies.len()];
        for (file, &number) in
            world.files.iter().zip(&numbers).filter(|(file, _)| changes.is_still_valid(file))
        {
            let body = self.bodies[number as usize].as_ref();
            let same = |body: &Body| prints.get(file.path).is_some_and(|print| print.content == body.content);
            is_valid[number as usize] = body.is_some_and(same);
        }
        for (body, is_valid) in self.bodies.iter_mut().zip(is_valid) {
            body.take_if(|_| !is_valid);
        }
        self.renumber(&changes.moved);
        numbers
    }

    /// The valid results, once stale ones are dropped. `numbers` are those of the files' paths.
    pub(super) fn valid<'w>(
        &self,
        world: &'w World<'w>,
        symbols: &'w [Option<SymbolId>],
        numbers: Vec<u32>,
    ) -> Valid<'_, 'w> {
        let mut files = vec![None; self.bodies.len()];
        for (ix, &number) in numbers.iter().enumerate() {
            files[number as usize] = Some(FileIx(ix as u32));
        }
        Valid { world, symbols, bodies: &self.bodies, numbers, files }
    }

    fn number(&mut self, path: &str) -> u32 {
        if let Some(&number) = self.numbers.get(path) {
            return number;
        }
        let number = self.bodies.len() as u32;
        self.numbers.insert(path.into(), number);
        self.bodies.push(None);
        number
    }

    /// Gives declarations of edited files their new places. Results that refer to a removed declaration are dropped.
    fn renumber(&mut self, moved: &FxHashMap<u32, Box<[Option<u32>]>>) {
        if moved.is_empty() {
            return;
        }
        for body in &mut self.bodies {
            body.take_if(|body| body.places().any(|place| place.renumber(moved).is_none()));
        }
    }

    /// Stores the results of files that were checked anew.
    pub(super) fn store(&mut self, fresh: FreshBodies) {
        for (number, body) in fresh.0 {
            self.bodies[number as usize] = body;
        }
    }
}

/// Results by the numbers of their files' paths; `None` for those that cannot be cached.
pub(super) struct FreshBodies(Vec<(u32, Option<Body>)>);

impl<'w> Valid<'_, 'w> {
    /// The cached result of a file, if it is valid. The types of its calls are interned in `types`.
    pub(super) fn replay(&self, file: FileIx, types: &mut Types<'_>) -> Option<Sink<'w>> {
        let body = self.of(file)?;
        let first = self.world.file(file).first_decl;
        let from = |local: u32| self.symbols[(first + local) as usize];
        let mut sink = Sink::new(self.symbols);
        let edge = |edge: &CachedEdge| {
            let to = self.symbols[self.decl(edge.to)?.0 as usize]?;
            let CachedEdge { kind, origin, confidence, access, line, .. } = *edge;
            Some(EdgeDraft { from: from(edge.from)?, to, kind, origin, confidence, share: 1.0, access, line })
        };
        sink.edges = body.edges.iter().map(edge).collect::<Option<_>>()?;
        let unbound = |&(local, cause, count)| Some(((from(local)?, cause), count));
        sink.unbound = body.unbound.iter().map(unbound).collect::<Option<_>>()?;
        let foreign = |&CachedForeignSite { from: at, to, is_call, line }: &CachedForeignSite| {
            Some(ForeignRef { from: from(at)?, to: self.foreign(to)?, is_call, line })
        };
        sink.foreign = body.foreign.iter().map(foreign).collect::<Option<_>>()?;
        let call = |call: &CachedCall| {
            let interface = types.named(self.type_decl(call.interface)?);
            let method = self.world.names.get(&call.method)?;
            let CachedCall { kind, line, receiver, .. } = *call;
            Some(DispatchSite { from: from(call.from)?, kind, interface, method, line, receiver })
        };
        sink.dispatch = body.calls.iter().map(call).collect::<Option<_>>()?;
        let value_call = |call: &CachedValueCall| {
            let CachedValueCall { key, name, line, value, .. } = *call;
            Some(ValueCall { from: from(call.from)?, key, name, line, value })
        };
        sink.value_calls = body.value_calls.iter().map(value_call).collect::<Option<_>>()?;
        let callback = |callback: &CachedCallback| {
            let to = match callback.to {
                CachedCalledBack::Declared(place) => CalledBack::Declared(self.decl(place)?),
                CachedCalledBack::Methods { of, interface } => {
                    CalledBack::Methods { of: self.type_decl(of)?, interface: self.type_decl(interface)? }
                }
                CachedCalledBack::Value(of, by_call) => CalledBack::Value(self.type_decl(of)?, by_call),
            };
            let (from, by) = (from(callback.from)?, self.foreign(callback.by)?);
            Some(CallbackSite { from, by, to, line: callback.line })
        };
        sink.callbacks = body.callbacks.iter().map(callback).collect::<Option<_>>()?;
        let flow = |&(from, to)| Some((self.type_decl(from)?, self.type_decl(to)?));
        sink.flows = body.flows.iter().map(flow).collect::<Option<_>>()?;
        let conversion =
            |&CachedConversion { from: at, concrete, pointer, interface, line }: &CachedConversion| {
                let (concrete, interface) = (self.type_decl(concrete)?, self.type_decl(interface)?);
                Some(ConversionSite { from: from(at)?, concrete, pointer, interface, line })
            };
        sink.conversions = body.conversions.iter().map(conversion).collect::<Option<_>>()?;
        let constructed = body.constructed.iter().map(|&place| self.type_decl(place));
        sink.constructed = constructed.collect::<Option<_>>()?;
        sink.flow = self.flow(&body.flow, from)?;
        Some(sink)
    }

    fn of(&self, file: FileIx) -> Option<&Body> {
        self.bodies[self.numbers[file.0 as usize] as usize].as_ref()
    }

    /// The results of files that were checked anew, in a form that outlives the world. `checked` has the files with the
    /// table that their types are of.
    pub(super) fn fresh(
        &self,
        checked: &[(Vec<(FileIx, Sink<'_>)>, Types<'_>)],
        prints: &FxHashMap<&str, &Fingerprint>,
    ) -> FreshBodies {
        let last = self.symbols.iter().flatten().max();
        let mut decls = vec![DeclIx(0); last.map_or(0, |last| last.ix() + 1)];
        for (decl, symbol) in (0..).zip(self.symbols) {
            if let Some(symbol) = symbol {
                decls[symbol.ix()] = DeclIx(decl);
            }
        }
        let all = checked.iter().flat_map(|(files, types)| files.iter().map(move |file| (file, types)));
        let fresh = all.filter(|((file, _), _)| self.of(*file).is_none()).map(|((file, sink), types)| {
            let content = prints.get(self.world.file(*file).path).map(|print| print.content);
            let body = content.and_then(|content| self.body(content, sink, types, &decls));
            (self.numbers[file.0 as usize], body)
        });
        FreshBodies(fresh.collect())
    }

    fn body(&self, content: Hash, sink: &Sink<'_>, types: &Types<'_>, decls: &[DeclIx]) -> Option<Body> {
        let local = |symbol: SymbolId| self.place(decls[symbol.ix()]).local;
        let edge = |edge: &EdgeDraft| {
            let EdgeDraft { kind, origin, confidence, access, line, .. } = *edge;
            CachedEdge {
                from: local(edge.from),
                to: self.place(decls[edge.to.ix()]),
                kind,
                origin,
                confidence,
                access,
                line,
            }
        };
        let call = |site: &DispatchSite| {
            // Calls through an instance of a generic interface or through an interface without a name are rare. Files
            // with such a call are never cached.
            let Type::Named(interface, args) = types.get(site.interface) else { return None };
            if !args.is_empty() {
                return None;
            }
            let interface = self.place_of_type(*interface)?;
            let method = self.world.names.text(site.method).into();
            let DispatchSite { kind, line, receiver, .. } = *site;
            Some(CachedCall { from: local(site.from), kind, interface, method, line, receiver })
        };
        let foreign = |&ForeignRef { from, to, is_call, line }: &ForeignRef| {
            Some(CachedForeignSite { from: local(from), to: self.cached_foreign(to)?, is_call, line })
        };
        let value_call = |&ValueCall { from, key, name, line, value }: &ValueCall| CachedValueCall {
            from: local(from),
            key,
            name,
            line,
            value,
        };
        let callback = |&CallbackSite { from, by, to, line }: &CallbackSite| {
            let to = match to {
                CalledBack::Declared(decl) => CachedCalledBack::Declared(self.place(decl)),
                CalledBack::Methods { of, interface } => CachedCalledBack::Methods {
                    of: self.place_of_type(of)?,
                    interface: self.place_of_type(interface)?,
                },
                CalledBack::Value(of, by_call) => CachedCalledBack::Value(self.place_of_type(of)?, by_call),
            };
            Some(CachedCallback { from: local(from), by: self.cached_foreign(by)?, to, line })
        };
        // Types that are local to a body have no meaning outside of it, so their flows are dropped.
        let flow = |&(from, to)| Some((self.place_of_type(from)?, self.place_of_type(to)?));
        let conversion = |conversion: &ConversionSite| {
            let ConversionSite { from, concrete, pointer, interface, line } = *conversion;
            let (concrete, interface) = (self.place_of_type(concrete)?, self.place_of_type(interface)?);
            Some(CachedConversion { from: local(from), concrete, pointer, interface, line })
        };
        Some(Body {
            content,
            edges: sink.edges.iter().map(edge).collect(),
            unbound: sink.unbound.iter().map(|(&(symbol, cause), &n)| (local(symbol), cause, n)).collect(),
            foreign: sink.foreign.iter().map(foreign).collect::<Option<_>>()?,
            calls: sink.dispatch.iter().map(call).collect::<Option<_>>()?,
            value_calls: sink.value_calls.iter().map(value_call).collect(),
            callbacks: sink.callbacks.iter().map(callback).collect::<Option<_>>()?,
            flows: sink.flows.iter().filter_map(flow).collect(),
            conversions: sink.conversions.iter().filter_map(conversion).collect(),
            constructed: sink.constructed.iter().filter_map(|&ty| self.place_of_type(ty)).collect(),
            flow: self.cached_flow(&sink.flow, local)?,
        })
    }

    fn flow(&self, flow: &CachedFlow, symbol: impl Fn(u32) -> Option<SymbolId>) -> Option<FlowFacts> {
        let node = |node: &CachedFlowNode| {
            Some(match *node {
                CachedFlowNode::Plain(node) => node,
                CachedFlowNode::Declared(place, FlowNode::Type(_)) => FlowNode::Type(self.type_decl(place)?),
                CachedFlowNode::Declared(place, node) => node.with_decl(self.decl(place)?),
            })
        };
        let literal = |&(maker, ref literal): &(u32, FlowLiteral)| {
            Some(FlowLiteral { maker: symbol(maker)?, ..literal.clone() })
        };
        Some(FlowFacts {
            nodes: flow.nodes.iter().map(node).collect::<Option<_>>()?,
            literals: flow.literals.iter().map(literal).collect::<Option<_>>()?,
            links: Arc::clone(&flow.links),
        })
    }

    fn cached_flow(&self, flow: &FlowFacts, local: impl Fn(SymbolId) -> u32) -> Option<CachedFlow> {
        let node = |&node: &FlowNode| {
            Some(match (node, node.decl()) {
                (FlowNode::Type(ty), _) => CachedFlowNode::Declared(self.place_of_type(ty)?, node),
                (_, Some(decl)) => CachedFlowNode::Declared(self.place(decl), node),
                (_, None) => CachedFlowNode::Plain(node),
            })
        };
        Some(CachedFlow {
            nodes: flow.nodes.iter().map(node).collect::<Option<_>>()?,
            literals: flow.literals.iter().map(|of| (local(of.maker), of.clone())).collect(),
            links: Arc::clone(&flow.links),
        })
    }

    fn foreign(&self, to: CachedForeign) -> Option<Foreign> {
        Some(match to {
            CachedForeign::Declared(place) => Foreign::Declared(self.decl(place)?),
            CachedForeign::Promoted { of, name } => Foreign::Promoted { of: self.type_decl(of)?, name },
            CachedForeign::Named { path, of, name } => Foreign::Named { path, of, name },
        })
    }

    fn cached_foreign(&self, to: Foreign) -> Option<CachedForeign> {
        Some(match to {
            Foreign::Declared(decl) => CachedForeign::Declared(self.place(decl)),
            Foreign::Promoted { of, name } => CachedForeign::Promoted { of: self.place_of_type(of)?, name },
            Foreign::Named { path, of, name } => CachedForeign::Named { path, of, name },
        })
    }

    fn place(&self, decl: DeclIx) -> CachedDecl {
        let file = self.world.file_of(decl);
        CachedDecl { file: self.numbers[file.0 as usize], local: decl.0 - self.world.file(file).first_decl }
    }

    fn place_of_type(&self, ty: TypeDeclIx) -> Option<CachedDecl> {
        let decl = self.world.type_decls.get(ty.0 as usize)?.decl;
        Some(decl.map_or(CachedDecl { file: UNIVERSE, local: ty.0 }, |decl| self.place(decl)))
    }

    fn decl(&self, place: CachedDecl) -> Option<DeclIx> {
        let file = self.world.file((*self.files.get(place.file as usize)?)?);
        ((place.local as usize) < file.facts.decls.len()).then_some(DeclIx(file.first_decl + place.local))
    }

    fn type_decl(&self, place: CachedDecl) -> Option<TypeDeclIx> {
        if place.file == UNIVERSE {
            return Some(TypeDeclIx(place.local));
        }
        self.world.type_decl_of(self.decl(place)?)
    }
}
