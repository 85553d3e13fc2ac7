//! What walking the code of each file told, kept from one analysis of a tree for the next.
//!
//! The walk over a file sees the file itself and the outlines (see [`Fingerprint`]) of the packages that its own one
//! reaches by imports. While none of these changed, neither does what it tells; and where all that changed is functions,
//! it tells the same if it names none of them (see [`super::changes`]). Everything is kept under paths and places in a
//! file's list of declarations.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::changes::Outlines;
use super::check::{Conversion, DispatchSite, Foreign, ForeignSite, Sink};
use super::facts::FileFacts;
use super::fingerprint::{Fingerprint, Hash};
use super::link::{DeclIx, FileIx, SourceFile, World};
use super::names::{Name, Names};
use super::types::{Type, TypeDeclIx, Types};
use crate::model::{Cause, EdgeDraft, EdgeKind, Origin, SymbolId};

/// What one analysis leaves for the next of the same tree.
#[derive(Default)]
pub struct Walks {
    /// What is needed of the standard library, by import path.
    pub(super) library: FxHashMap<String, Arc<FileFacts>>,
    pub(super) spelling: Spelling,
    pub(super) kept: Kept,
}

/// The tree's names, and those of each file by its path.
#[derive(Default)]
pub(super) struct Spelling {
    pub(super) names: Names,
    files: FxHashMap<Box<str>, Spelled>,
}

/// A file's names, and the hash of what they were read from.
struct Spelled {
    content: Option<Hash>,
    names: Arc<[Name]>,
}

/// What walks told.
#[derive(Default)]
pub(super) struct Kept {
    /// Numbers of paths, which stay.
    numbers: FxHashMap<Box<str>, u32>,
    /// By number of the file's path.
    walks: Vec<Option<Walk>>,
    outlines: Outlines,
}

/// A tree's files as hashes, by path, and what is known of an earlier state of it.
pub struct Reuse<'r> {
    pub prints: FxHashMap<&'r str, &'r Fingerprint>,
    pub walks: &'r mut Walks,
}

/// A declaration of the tree: the number of its file's path, and its place in the file's list.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    file: u32,
    local: u32,
}

impl Place {
    /// Goes where the declaration stands now; `None` when it is gone.
    fn follow(&mut self, moved: &FxHashMap<u32, Box<[Option<u32>]>>) -> Option<()> {
        if let Some(moves) = moved.get(&self.file) {
            self.local = (*moves.get(self.local as usize)?)?;
        }
        Some(())
    }
}

/// In place of a file: the universe.
const UNIVERSE: u32 = u32::MAX;

/// What the walk over one file told.
struct Walk {
    content: Hash,
    edges: Box<[Edge]>,
    unbound: Box<[(u32, Cause, u32)]>,
    foreign: Box<[Outward]>,
    calls: Box<[Call]>,
    flows: Box<[(Place, Place)]>,
    conversions: Box<[Converted]>,
    constructed: Box<[Place]>,
}

impl Walk {
    /// All declarations of the tree that it leads to.
    fn places(&mut self) -> impl Iterator<Item = &mut Place> {
        let flows = self.flows.iter_mut().flat_map(|(from, to)| [from, to]);
        let edges = self.edges.iter_mut().map(|edge| &mut edge.to);
        let calls = self.calls.iter_mut().map(|call| &mut call.interface);
        let converted = self.conversions.iter_mut().flat_map(|c| [&mut c.concrete, &mut c.interface]);
        let outward = self.foreign.iter_mut().filter_map(|site| match &mut site.to {
            Outer::Declared(place) | Outer::Promoted { of: place, .. } => Some(place),
            Outer::Named { .. } => None,
        });
        edges.chain(outward).chain(calls).chain(flows).chain(converted).chain(&mut self.constructed)
    }
}

/// An edge from a declaration of the file.
struct Edge {
    from: u32,
    to: Place,
    kind: EdgeKind,
    origin: Origin,
    confidence: f32,
    access: u8,
    line: u32,
}

/// A place that names something which is not of the tree.
struct Outward {
    from: u32,
    to: Outer,
    is_call: bool,
    line: u32,
}

/// See [`Foreign`]; names keep their numbers.
#[derive(Clone, Copy)]
enum Outer {
    Declared(Place),
    Promoted { of: Place, name: Name },
    Named { path: Name, of: Name, name: Name },
}

/// A call of a declared interface's method, or that it is taken as a value.
struct Call {
    from: u32,
    kind: EdgeKind,
    interface: Place,
    method: Box<str>,
    line: u32,
}

/// A value of a type of the tree that is put where an interface from outside is wanted.
struct Converted {
    from: u32,
    concrete: Place,
    pointer: bool,
    interface: Place,
    line: u32,
}

/// The walks that still hold in a world, and the way between its numbers and theirs.
pub(super) struct Valid<'v, 'w> {
    world: &'w World<'w>,
    symbols: &'w [Option<SymbolId>],
    /// By number of the file's path.
    walks: &'v [Option<Walk>],
    /// The number of each file's path.
    numbers: Vec<u32>,
    /// The file of each number.
    files: Vec<Option<FileIx>>,
}

impl Spelling {
    /// The names of each file. Those of files that have no print never change: the bundled standard library's.
    pub(super) fn spell(
        &mut self,
        files: &[SourceFile<'_>],
        prints: &FxHashMap<&str, &Fingerprint>,
    ) -> Vec<Arc<[Name]>> {
        let Self { names, files: known } = self;
        let mut spell = |file: &SourceFile<'_>| {
            let content = prints.get(file.path).map(|print| print.content);
            match known.get(file.path) {
                Some(spelled) if spelled.content == content => Arc::clone(&spelled.names),
                _ => {
                    let names: Arc<[Name]> = file.facts.names().map(|name| names.intern(name)).collect();
                    known.insert(file.path.into(), Spelled { content, names: Arc::clone(&names) });
                    names
                }
            }
        };
        files.iter().map(&mut spell).collect()
    }
}

impl Kept {
    /// Forgets the walks that do not hold in a world: they must not seem to hold later, even if this analysis is never
    /// finished. Answers the number of each file's path.
    pub(super) fn renew(&mut self, world: &World<'_>, prints: &FxHashMap<&str, &Fingerprint>) -> Vec<u32> {
        let numbers: Vec<u32> = world.files.iter().map(|file| self.number(file.path)).collect();
        let changes = self.outlines.update(world, prints, &numbers);
        let mut holds = vec![false; self.walks.len()];
        for (file, &number) in world.files.iter().zip(&numbers).filter(|(file, _)| changes.spare(file)) {
            let walk = self.walks[number as usize].as_ref();
            let same = |walk: &Walk| prints.get(file.path).is_some_and(|print| print.content == walk.content);
            holds[number as usize] = walk.is_some_and(same);
        }
        for (walk, holds) in self.walks.iter_mut().zip(holds) {
            walk.take_if(|_| !holds);
        }
        self.follow(&changes.moved);
        numbers
    }

    /// The walks that hold, once those of others were forgotten. `numbers` are those of the files' paths.
    pub(super) fn valid<'w>(
        &self,
        world: &'w World<'w>,
        symbols: &'w [Option<SymbolId>],
        numbers: Vec<u32>,
    ) -> Valid<'_, 'w> {
        let mut files = vec![None; self.walks.len()];
        for (ix, &number) in numbers.iter().enumerate() {
            files[number as usize] = Some(FileIx(ix as u32));
        }
        Valid { world, symbols, walks: &self.walks, numbers, files }
    }

    fn number(&mut self, path: &str) -> u32 {
        if let Some(&number) = self.numbers.get(path) {
            return number;
        }
        let number = self.walks.len() as u32;
        self.numbers.insert(path.into(), number);
        self.walks.push(None);
        number
    }

    /// Gives the places in files that were edited their new numbers. Walks that lead to what is no longer there go.
    fn follow(&mut self, moved: &FxHashMap<u32, Box<[Option<u32>]>>) {
        if moved.is_empty() {
            return;
        }
        for walk in &mut self.walks {
            walk.take_if(|walk| walk.places().any(|place| place.follow(moved).is_none()));
        }
    }

    /// Keeps what was told anew.
    pub(super) fn keep(&mut self, told: Told) {
        for (number, walk) in told.0 {
            self.walks[number as usize] = walk;
        }
    }
}

/// Walks over files by the numbers of their paths; `None` for those that cannot be kept.
pub(super) struct Told(Vec<(u32, Option<Walk>)>);

impl<'w> Valid<'_, 'w> {
    /// What the walk over a file told before, if that still holds. `types` is where the types of its calls are put.
    pub(super) fn replay(&self, file: FileIx, types: &mut Types<'_>) -> Option<Sink<'w>> {
        let walk = self.of(file)?;
        let first = self.world.file(file).first_decl;
        let from = |local: u32| self.symbols[(first + local) as usize];
        let mut sink = Sink::new(self.symbols);
        let edge = |edge: &Edge| {
            let to = self.symbols[self.decl(edge.to)?.0 as usize]?;
            let Edge { kind, origin, confidence, access, line, .. } = *edge;
            Some(EdgeDraft { from: from(edge.from)?, to, kind, origin, confidence, share: 1.0, access, line })
        };
        sink.edges = walk.edges.iter().map(edge).collect::<Option<_>>()?;
        let unbound = |&(local, cause, count)| Some(((from(local)?, cause), count));
        sink.unbound = walk.unbound.iter().map(unbound).collect::<Option<_>>()?;
        let foreign = |&Outward { from: at, to, is_call, line }: &Outward| {
            let to = match to {
                Outer::Declared(place) => Foreign::Declared(self.decl(place)?),
                Outer::Promoted { of, name } => Foreign::Promoted { of: self.type_decl(of)?, name },
                Outer::Named { path, of, name } => Foreign::Named { path, of, name },
            };
            Some(ForeignSite { from: from(at)?, to, is_call, line })
        };
        sink.foreign = walk.foreign.iter().map(foreign).collect::<Option<_>>()?;
        let call = |call: &Call| {
            let interface = types.named(self.type_decl(call.interface)?);
            let method = self.world.names.get(&call.method)?;
            Some(DispatchSite { from: from(call.from)?, kind: call.kind, interface, method, line: call.line })
        };
        sink.dispatch = walk.calls.iter().map(call).collect::<Option<_>>()?;
        let flow = |&(from, to)| Some((self.type_decl(from)?, self.type_decl(to)?));
        sink.flows = walk.flows.iter().map(flow).collect::<Option<_>>()?;
        let conversion = |&Converted { from: at, concrete, pointer, interface, line }: &Converted| {
            let (concrete, interface) = (self.type_decl(concrete)?, self.type_decl(interface)?);
            Some(Conversion { from: from(at)?, concrete, pointer, interface, line })
        };
        sink.conversions = walk.conversions.iter().map(conversion).collect::<Option<_>>()?;
        let constructed = walk.constructed.iter().map(|&place| self.type_decl(place));
        sink.constructed = constructed.collect::<Option<_>>()?;
        Some(sink)
    }

    fn of(&self, file: FileIx) -> Option<&Walk> {
        self.walks[self.numbers[file.0 as usize] as usize].as_ref()
    }

    /// What walking files anew told, in a form that outlives the world. `walked` has the files with the table that
    /// their types are of.
    pub(super) fn tell(
        &self,
        walked: &[(Vec<(FileIx, Sink<'_>)>, Types<'_>)],
        prints: &FxHashMap<&str, &Fingerprint>,
    ) -> Told {
        let last = self.symbols.iter().flatten().max();
        let mut decls = vec![DeclIx(0); last.map_or(0, |last| last.ix() + 1)];
        for (decl, symbol) in (0..).zip(self.symbols) {
            if let Some(symbol) = symbol {
                decls[symbol.ix()] = DeclIx(decl);
            }
        }
        let told = walked.iter().flat_map(|(files, types)| files.iter().map(move |file| (file, types)));
        let anew = told.filter(|((file, _), _)| self.of(*file).is_none()).map(|((file, sink), types)| {
            let content = prints.get(self.world.file(*file).path).map(|print| print.content);
            let walk = content.and_then(|content| self.walk(content, sink, types, &decls));
            (self.numbers[file.0 as usize], walk)
        });
        Told(anew.collect())
    }

    fn walk(&self, content: Hash, sink: &Sink<'_>, types: &Types<'_>, decls: &[DeclIx]) -> Option<Walk> {
        let local = |symbol: SymbolId| self.place(decls[symbol.ix()]).local;
        let edge = |edge: &EdgeDraft| {
            let EdgeDraft { kind, origin, confidence, access, line, .. } = *edge;
            Edge {
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
            // Instances of generic interfaces and interfaces without a name are rare: such files are walked anew.
            let Type::Named(interface, args) = types.get(site.interface) else { return None };
            let interface = self.place_of_type(*interface).filter(|_| args.is_empty())?;
            let method = self.world.names.text(site.method).into();
            Some(Call { from: local(site.from), kind: site.kind, interface, method, line: site.line })
        };
        let foreign = |&ForeignSite { from, to, is_call, line }: &ForeignSite| {
            let to = match to {
                Foreign::Declared(decl) => Outer::Declared(self.place(decl)),
                Foreign::Promoted { of, name } => Outer::Promoted { of: self.place_of_type(of)?, name },
                Foreign::Named { path, of, name } => Outer::Named { path, of, name },
            };
            Some(Outward { from: local(from), to, is_call, line })
        };
        // A type that is local to a body takes part in nothing outside of it.
        let flow = |&(from, to)| Some((self.place_of_type(from)?, self.place_of_type(to)?));
        let conversion = |conversion: &Conversion| {
            let Conversion { from, concrete, pointer, interface, line } = *conversion;
            let (concrete, interface) = (self.place_of_type(concrete)?, self.place_of_type(interface)?);
            Some(Converted { from: local(from), concrete, pointer, interface, line })
        };
        Some(Walk {
            content,
            edges: sink.edges.iter().map(edge).collect(),
            unbound: sink.unbound.iter().map(|(&(symbol, cause), &n)| (local(symbol), cause, n)).collect(),
            foreign: sink.foreign.iter().map(foreign).collect::<Option<_>>()?,
            calls: sink.dispatch.iter().map(call).collect::<Option<_>>()?,
            flows: sink.flows.iter().filter_map(flow).collect(),
            conversions: sink.conversions.iter().filter_map(conversion).collect(),
            constructed: sink.constructed.iter().filter_map(|&ty| self.place_of_type(ty)).collect(),
        })
    }

    fn place(&self, decl: DeclIx) -> Place {
        let file = self.world.file_of(decl);
        Place { file: self.numbers[file.0 as usize], local: decl.0 - self.world.file(file).first_decl }
    }

    fn place_of_type(&self, ty: TypeDeclIx) -> Option<Place> {
        let decl = self.world.type_decls.get(ty.0 as usize)?.decl;
        Some(decl.map_or(Place { file: UNIVERSE, local: ty.0 }, |decl| self.place(decl)))
    }

    fn decl(&self, place: Place) -> Option<DeclIx> {
        let file = self.world.file((*self.files.get(place.file as usize)?)?);
        ((place.local as usize) < file.facts.decls.len()).then_some(DeclIx(file.first_decl + place.local))
    }

    fn type_decl(&self, place: Place) -> Option<TypeDeclIx> {
        if place.file == UNIVERSE {
            return Some(TypeDeclIx(place.local));
        }
        self.world.type_decl_of(self.decl(place)?)
    }
}
