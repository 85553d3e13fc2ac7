//! A symbol that differs between two states of a tree, and the files that it is found in.

use super::limits::Limits;
use super::spread::Start;
use super::travel_rules::ChangeKind;
use crate::golang::build_constraint::{Exclusion, Host};
use crate::golang::facts::{Decl, FileFacts, NONE, file_flag};
use crate::model::{Graph, Symbol, SymbolId, SymbolKind, folder, symbol_flag};

/// Probability that a symbol changed which may only mean something else now.
pub(super) const UNSURE: f64 = 0.5;

/// A Go file in one state of the tree.
#[derive(Clone, Debug)]
pub struct FileVersion {
    /// Relative to the repository's root.
    pub path: String,
    pub text: Vec<u8>,
    pub facts: FileFacts,
    /// Why the build leaves it out.
    pub exclusion: Option<Exclusion>,
}

impl FileVersion {
    /// Returns the version with whether the build for `host` has it.
    pub fn new(path: String, text: Vec<u8>, facts: FileFacts, host: &Host) -> Self {
        let name = path.rsplit('/').next().unwrap_or_default();
        let build = Some(facts.name(facts.build)).filter(|build| !build.is_empty());
        let exclusion = host.excludes(name, build, facts.flags & file_flag::CGO != 0);
        Self { path, text, facts, exclusion }
    }

    pub(super) fn is_built(&self) -> bool {
        self.exclusion.is_none()
    }
}

/// A file that differs between the two states.
#[derive(Clone, Debug)]
pub struct FileChange {
    /// `None` when the file is new.
    pub old: Option<FileVersion>,
    /// `None` when the file is gone.
    pub new: Option<FileVersion>,
}

/// A symbol that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    pub change: ChangeKind,
    pub kind: SymbolKind,
    /// `Recv.Name`, `Struct.field` or the plain name.
    pub qualified: String,
    /// Where it is, or where it was when it is gone: the file and the line of its name.
    pub path: String,
    pub line: u32,
    /// The symbol in the graph; `None` when it is gone, or the graph is of another state than the new one.
    pub symbol: Option<SymbolId>,
    /// The former target of an unbound symbol, by its qualified name.
    pub lost: Option<String>,
    /// The file that it was in, where that lay in another folder and others import it.
    pub from: Option<String>,
    /// Its former name and place, if it was renamed or moved to another package.
    pub former: Option<Former>,
    /// The part that differs, if it exists in both states.
    pub aspect: Option<Aspect>,
    /// Probability that it changed at all, in (0, 1]; a walk starts with it.
    pub score: f64,
    /// Number of changed lines of code, without comments and layout: the larger of the counts of lines that only one
    /// state has. 0 for parts other than code.
    pub lines: u32,
    /// True if the only reason is that it uses a module whose required version changed.
    pub is_doubtful: bool,
}

/// A symbol of the older state by its name and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Former {
    pub qualified: String,
    pub path: String,
    pub line: u32,
}

/// The part of a symbol that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// It is a variable, and was a constant.
    Kind,
    Signature,
    /// The names of parameters and results.
    Parameters,
    Type,
    Value,
    Body,
    Fields,
    Methods,
    Tag,
    Directives,
}

impl Aspect {
    pub fn name(self) -> &'static str {
        match self {
            Self::Kind => "kind",
            Self::Signature => "signature",
            Self::Parameters => "parameters",
            Self::Type => "type",
            Self::Value => "value",
            Self::Body => "body",
            Self::Fields => "fields",
            Self::Methods => "methods",
            Self::Tag => "tag",
            Self::Directives => "directives",
        }
    }
}

impl Changed {
    /// A change of a symbol of the graph without further details.
    pub fn of(change: ChangeKind, symbol: Symbol<'_>) -> Self {
        let (name, path) = (symbol.qualified().to_owned(), symbol.path().to_owned());
        Self { symbol: Some(symbol.id), ..Self::at(change, symbol.kind(), name, path, symbol.line()) }
    }

    /// A change of a symbol that the graph may not have.
    pub(super) fn at(
        change: ChangeKind,
        kind: SymbolKind,
        qualified: String,
        path: String,
        line: u32,
    ) -> Self {
        Self {
            change,
            kind,
            qualified,
            path,
            line,
            symbol: None,
            lost: None,
            from: None,
            former: None,
            aspect: None,
            score: 1.0,
            lines: 0,
            is_doubtful: false,
        }
    }

    /// The change as one word; for a change of one aspect, that aspect.
    pub fn name(&self) -> &'static str {
        match self.change {
            ChangeKind::Signature | ChangeKind::Body => self.aspect.map_or(self.change.name(), Aspect::name),
            change => change.name(),
        }
    }

    /// The loss as a clause: its target, or its place as an implementer of an interface.
    pub fn loss(&self) -> Option<String> {
        let verb = if self.aspect == Some(Aspect::Methods) { "no longer satisfies" } else { "was bound to" };
        self.lost.as_ref().map(|lost| format!("{verb} {lost}"))
    }

    /// Its former name or file.
    pub fn origin(&self) -> Option<&str> {
        let name = self.former.as_ref().map(|former| former.qualified.as_str());
        name.filter(|_| self.change == ChangeKind::Renamed).or(self.from.as_deref())
    }

    /// The symbol of the older state that is gone: itself, or its former self.
    pub fn gone(&self, before: &Graph<'_>) -> Option<SymbolId> {
        match &self.former {
            Some(former) => find(before, &former.path, self.kind, &former.qualified, former.line),
            None if self.change == ChangeKind::Removed => {
                find(before, &self.path, self.kind, &self.qualified, self.line)
            }
            None => None,
        }
    }

    /// Returns whether it is generated; for something removed, as far as its file still exists.
    pub fn is_generated(&self, graph: &Graph<'_>) -> bool {
        let of_file = || graph.find_file(&self.path).map(|file| graph.file_flags[file.ix()]);
        let flags = self.symbol.map(|symbol| graph.symbol_flags[symbol.ix()]).or_else(of_file);
        flags.is_some_and(|flags| flags & symbol_flag::GENERATED != 0)
    }

    /// Where a walk starts; `None` when the graph does not have it, or it is doubtful and the limits leave out what is.
    pub fn start(&self, limits: Limits) -> Option<Start> {
        if self.is_doubtful && !limits.doubtful {
            return None;
        }
        Some(Start { score: self.score, ..Start::of(self.symbol?, self.change) })
    }

    /// Its symbol in a graph, or the symbol of its file.
    pub fn known(&self, graph: &Graph<'_>) -> Option<SymbolId> {
        let file = || graph.symbols_of(graph.find_file(&self.path)?).next().map(SymbolId);
        self.symbol.or_else(file)
    }

    /// Its package, or that of its folder if the file is gone; `None` if the package is gone, too. O(files) for a
    /// file that is gone.
    pub fn package(&self, graph: &Graph<'_>) -> Option<SymbolId> {
        let beside = |&&file: &&u32| folder(graph.symbol(SymbolId(file)).path()) == folder(&self.path);
        let of_folder = || graph.file_symbol.iter().find(beside).map(|&file| SymbolId(file));
        let known = self.known(graph).or_else(of_folder);
        known.map(|id| graph.symbol(id).package())
    }
}

/// A declaration's name with that of the type that holds it.
pub(super) fn qualified(version: &FileVersion, decl: &Decl) -> String {
    let facts = &version.facts;
    let name = facts.name(decl.name);
    let holder = if decl.owner == NONE {
        facts.name(decl.receiver)
    } else {
        facts.decls.get(decl.owner as usize).map_or("", |owner| facts.name(owner.name))
    };
    if holder.is_empty() { name.to_owned() } else { format!("{holder}.{name}") }
}

/// The symbol of a file with a kind and a name; of several the one nearest to a line.
pub(super) fn find(
    graph: &Graph<'_>,
    path: &str,
    kind: SymbolKind,
    name: &str,
    line: u32,
) -> Option<SymbolId> {
    graph
        .symbols_of(graph.find_file(path)?)
        .map(|ix| graph.symbol(SymbolId(ix)))
        .filter(|symbol| symbol.kind() == kind && symbol.qualified() == name)
        .min_by_key(|symbol| symbol.line().abs_diff(line))
        .map(|symbol| symbol.id)
}
