//! Cache of the results of checking each file's bodies, reused while the file and the APIs that it sees are unchanged.
//!
//! The result for a file depends on the file itself and on the outlines (see [`Fingerprint`]) of the packages that its
//! package reaches by imports. If only functions changed in these, the result stays valid for files that name none of
//! them (see [`super::changes`]). A result numbers the declarations that it refers to by a table of its own, which has
//! their files' paths and places in the files' lists, so it outlives the numbering of one analysis.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::changes::Outlines;
use super::check::{Renumber, Sink};
use super::facts::FileFacts;
use super::fingerprint::{Fingerprint, Hash};
use super::ids::{DeclIx, FileIx, Ty, TypeDeclIx};
use super::link::{SourceFile, World};
use super::names::{Name, Names};
use super::types::{Type, Types};
use crate::model::SymbolId;

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
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
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

/// The result of checking one file's bodies. Its sink numbers what it refers *from* as the file's list does, and what it refers
/// *to* as `places` does.
struct Body {
    content: Hash,
    places: Box<[CachedDecl]>,
    sink: Sink<'static>,
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
            body.take_if(|body| body.places.iter_mut().any(|place| place.renumber(moved).is_none()));
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
        body.sink.renumbered(self.symbols, &mut Replay { valid: self, places: &body.places, first, types })
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
        let mut keep = Keep { valid: self, types, decls, places: IndexSet::default() };
        let sink = sink.renumbered(&[], &mut keep)?;
        Some(Body { content, places: keep.places.into_iter().collect(), sink })
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

/// Numbers of an analysis as those of a [`Body`], whose table it makes.
struct Keep<'k> {
    valid: &'k Valid<'k, 'k>,
    types: &'k Types<'k>,
    /// The declaration of each symbol.
    decls: &'k [DeclIx],
    places: IndexSet<CachedDecl, FxBuildHasher>,
}

impl Keep<'_> {
    fn number(&mut self, place: CachedDecl) -> u32 {
        self.places.insert_full(place).0 as u32
    }
}

impl Renumber for Keep<'_> {
    /// Types that are local to a body have no meaning outside of it.
    const DROPS_UNKNOWN: bool = true;

    fn from(&mut self, symbol: SymbolId) -> Option<SymbolId> {
        Some(SymbolId(self.valid.place(self.decls[symbol.ix()]).local))
    }

    fn to(&mut self, symbol: SymbolId) -> Option<SymbolId> {
        self.decl(self.decls[symbol.ix()]).map(|decl| SymbolId(decl.0))
    }

    fn decl(&mut self, decl: DeclIx) -> Option<DeclIx> {
        Some(DeclIx(self.number(self.valid.place(decl))))
    }

    fn type_decl(&mut self, ty: TypeDeclIx) -> Option<TypeDeclIx> {
        let place = self.valid.place_of_type(ty)?;
        Some(TypeDeclIx(self.number(place)))
    }

    /// Calls through an instance of a generic interface or through an interface without a name are rare. Files with such a
    /// call are never cached.
    fn interface(&mut self, ty: Ty) -> Option<Ty> {
        let Type::Named(interface, args) = self.types.get(ty) else { return None };
        let interface = args.is_empty().then_some(*interface)?;
        self.type_decl(interface).map(|ty| Ty(ty.0))
    }
}

/// Numbers of a [`Body`] as those of an analysis.
struct Replay<'r, 't> {
    valid: &'r Valid<'r, 'r>,
    places: &'r [CachedDecl],
    /// The first declaration of the file.
    first: u32,
    types: &'r mut Types<'t>,
}

impl Renumber for Replay<'_, '_> {
    const DROPS_UNKNOWN: bool = false;

    fn from(&mut self, symbol: SymbolId) -> Option<SymbolId> {
        self.valid.symbols[(self.first + symbol.0) as usize]
    }

    fn to(&mut self, symbol: SymbolId) -> Option<SymbolId> {
        self.valid.symbols[self.decl(DeclIx(symbol.0))?.0 as usize]
    }

    fn decl(&mut self, decl: DeclIx) -> Option<DeclIx> {
        self.valid.decl(*self.places.get(decl.0 as usize)?)
    }

    fn type_decl(&mut self, ty: TypeDeclIx) -> Option<TypeDeclIx> {
        self.valid.type_decl(*self.places.get(ty.0 as usize)?)
    }

    fn interface(&mut self, ty: Ty) -> Option<Ty> {
        self.type_decl(TypeDeclIx(ty.0)).map(|ty| self.types.named(ty))
    }
}
