//! Finds where a step is now.

use rustc_hash::FxHashSet;

use super::anchor::{Anchor, print, print_before};
use super::names::named;
use super::pattern::{self, Match};
use super::step::{At, Place, Step};
use super::{Open, Opened};
use crate::model::{FileId, Followed, Follower, Graph, IdParts, Symbol, SymbolId};

/// What happened to a step's place since it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is where the step has it.
    Kept,
    /// The symbol is elsewhere now; the step plays there.
    Moved,
    /// Its code has this new name; the step plays where it is.
    Renamed(String),
    /// Its kind changed to this one under its old name: a struct that was another type, a variable that was a function.
    Turned(&'static str),
    /// It is nowhere; why that is thought.
    Gone(String),
    /// The step leads out of the repository, or to nothing that can be read. It is not followed.
    Refused(&'static str),
    /// It has no place of its own in the tree, or one that only an editor can look up.
    Unchecked,
}

/// A place to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Relative to the root.
    pub path: String,
    /// From 1.
    pub line: u32,
    pub symbol: Option<SymbolId>,
}

/// A step's place, and how sure that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub verdict: Verdict,
    pub spot: Option<Spot>,
}

impl Found {
    fn nowhere(verdict: Verdict) -> Self {
        Self { verdict, spot: None }
    }

    fn gone(why: impl Into<String>) -> Self {
        Self::nowhere(Verdict::Gone(why.into()))
    }
}

/// Shortest declaration, in bytes, that content alone can recognise: `func F() {}` is like any other.
const TELLING: u32 = 32;
/// The same for a method whose type may have been renamed as well: `Len` and `Swap` of all sortable types are alike.
const TELLING_OF_ANY: u32 = 64;

/// Finds steps in one state of the tree.
pub struct Finder<'g> {
    graph: &'g Graph<'g>,
    follower: Follower<'g>,
    open: &'g Open<'g>,
    /// Whether the graph is of the texts that `open` gives.
    current: bool,
}

impl<'g> Finder<'g> {
    #[must_use]
    pub fn new(graph: &'g Graph<'g>, open: &'g Open<'g>) -> Self {
        Self { graph, follower: Follower::new(graph), open, current: true }
    }

    /// A finder in another state of the tree than the graph's: by lines, patterns and markers alone.
    #[must_use]
    pub fn elsewhere(graph: &'g Graph<'g>, open: &'g Open<'g>) -> Self {
        Self { current: false, ..Self::new(graph, open) }
    }

    /// Finds where a step is now. `marker` is the tour's prefix of markers, `number` the step's place in it, from 1.
    ///
    /// Its anchor comes first: the symbol of that id (of several with one name in a file, the one with that content), a
    /// symbol of that name that moved, or one with that content under another name in the same folder. A step without an
    /// anchor is where its line, pattern or marker is.
    pub fn find(&mut self, step: Step<'_>, marker: Option<&str>, number: usize) -> Found {
        match (step.anchor(), step.place()) {
            (Some(anchor), Place::File { .. } | Place::Folder(_)) if self.current => self.anchored(&anchor),
            (_, Place::File { path, at }) => self.plain(step, path, at, marker, number),
            (_, Place::Folder(path)) => match (self.open)(path) {
                Opened::Folder => Found::nowhere(Verdict::Kept),
                Opened::Refused(why) => Found::nowhere(Verdict::Refused(why)),
                _ => Found::gone("there is no such folder"),
            },
            _ => Found::nowhere(Verdict::Unchecked),
        }
    }

    /// The symbol of an anchor, and whether its id or line changed.
    fn anchored(&mut self, anchor: &Anchor) -> Found {
        let symbol = match self.follow(&anchor.symbol, &anchor.print) {
            Followed::Same(symbol) => Some(self.same_content(symbol, anchor)),
            // Without a known content, a namesake in another folder is as likely a stranger.
            Followed::Moved(symbol) if anchor.print.is_empty() && !self.stayed(&anchor.symbol, symbol) => {
                None
            }
            Followed::Moved(symbol) => Some(symbol),
            Followed::Gone => None,
        };
        let Some(id) = symbol else {
            return Found::gone(format!("no symbol {}, under this or another name", anchor.symbol));
        };
        let symbol = self.graph.symbol(id);
        let old = IdParts::of(&anchor.symbol);
        let verdict = match () {
            () if old.as_ref().is_some_and(|old| old.name != symbol.id_name()) => {
                Verdict::Renamed(named(symbol))
            }
            () if old.is_some_and(|old| old.kind != symbol.kind()) => Verdict::Turned(symbol.kind().name()),
            () if symbol.line() == anchor.line && symbol.id_text() == anchor.symbol => Verdict::Kept,
            () => Verdict::Moved,
        };
        let (path, line) = self.graph.place(id);
        Found { verdict, spot: Some(spot(path, line, Some(id))) }
    }

    /// The numbers of several declarations of one name in a file (`init`, `_`) shift when one is added: then the content
    /// decides.
    fn same_content(&self, symbol: SymbolId, anchor: &Anchor) -> SymbolId {
        let twins: Vec<SymbolId> = self
            .siblings(symbol)
            .filter(|&id| {
                let (a, b) = (self.graph.symbol(id), self.graph.symbol(symbol));
                a.qualified() == b.qualified() && a.kind() == b.kind()
            })
            .collect();
        if twins.len() < 2 || anchor.print.is_empty() || self.print_of(symbol) == anchor.print {
            return symbol;
        }
        twins.into_iter().find(|&twin| self.print_of(twin) == anchor.print).unwrap_or(symbol)
    }

    /// The symbol of an id now, by its name and its content ([`print()`], empty if unknown). A namesake in another folder
    /// is accepted only with that content, if it is known.
    pub fn follow(&mut self, id: &str, print: &str) -> Followed {
        let by_name = self.follower.follow(id);
        let symbol = match by_name {
            Followed::Same(_) => return by_name,
            Followed::Moved(to) => {
                if self.stayed(id, to) || print.is_empty() || self.print_of(to) == print {
                    return by_name;
                }
                self.by_content(id, print)
            }
            Followed::Gone => self.by_content(id, print),
        };
        symbol.map_or(Followed::Gone, Followed::Moved)
    }

    /// Whether a symbol is in the folder of an id.
    fn stayed(&self, id: &str, symbol: SymbolId) -> bool {
        IdParts::of(id).is_some_and(|old| old.folder() == folder(self.graph, symbol))
    }

    /// The one symbol of the id's kind, in its old file or else its old folder, that has this content: it was
    /// renamed, or the type that it is a member of or that its own name holds was, as that of `NewServer` does.
    fn by_content(&self, id: &str, wanted: &str) -> Option<SymbolId> {
        let parts = IdParts::of(id).filter(|parts| !parts.kind.is_container())?;
        if wanted.is_empty() {
            return None;
        }
        let mut files: Vec<FileId> = (0..self.graph.n_files() as u32)
            .map(FileId)
            .filter(|&file| folder_of(self.graph.path(file)) == parts.folder())
            .collect();
        files.sort_by_key(|&file| self.graph.path(file) != parts.path);
        let (owner, name) = owned(parts.name);
        let is_owner =
            |id| self.graph.symbol(id).kind().is_type() && Some(self.graph.symbol(id).qualified()) == owner;
        let is_there = files.iter().any(|&file| self.graph.symbols_of(file).map(SymbolId).any(is_owner));
        let types = self.types_in(&files);
        for file in files {
            let Opened::Text(text) = (self.open)(self.graph.path(file)) else { continue };
            let is_same = |id: &SymbolId| {
                let symbol = self.graph.symbol(*id);
                let (start, end) = (self.graph.symbol_start[id.ix()], self.graph.symbol_end[id.ix()]);
                if symbol.kind() != parts.kind || end - start < TELLING {
                    return false;
                }
                let (owner_now, name_now) = owned(symbol.qualified());
                let of_other = owner_now.zip(owner).filter(|_| !is_there && end - start >= TELLING_OF_ANY);
                let of_other = of_other.or_else(|| {
                    let is_told = owner.is_none() && end - start >= TELLING_OF_ANY;
                    held(&types, name_now, name).filter(|_| is_told)
                });
                let words: Vec<(&str, &str)> = of_other.into_iter().chain([(name_now, name)]).collect();
                let declaration = text.get(start as usize..end as usize);
                declaration.is_some_and(|text| print_before(text, name, &words) == wanted)
            };
            let mut same = self.graph.symbols_of(file).map(SymbolId).filter(is_same);
            match (same.next(), same.next()) {
                (Some(one), None) => return Some(one),
                (None, _) => {}
                // Two of the same content: either could be meant.
                (Some(_), Some(_)) => return None,
            }
        }
        None
    }

    fn types_in(&self, files: &[FileId]) -> FxHashSet<&'g str> {
        let symbols = files.iter().flat_map(|&file| self.graph.symbols_of(file));
        let symbols = symbols.map(|ix| self.graph.symbol(SymbolId(ix)));
        symbols.filter(|symbol| symbol.kind().is_type()).map(Symbol::name).collect()
    }

    fn siblings(&self, symbol: SymbolId) -> impl Iterator<Item = SymbolId> {
        let file = self.graph.symbol(symbol).file();
        file.map_or(0..0, |file| self.graph.symbols_of(file)).map(SymbolId)
    }

    /// [`print()`] of a symbol's declaration as it stands in the tree; empty when it cannot be read.
    #[must_use]
    pub fn print_of(&self, symbol: SymbolId) -> String {
        match (self.open)(self.graph.symbol(symbol).path()) {
            Opened::Text(text) => self.print_in(&text, symbol),
            _ => String::new(),
        }
    }

    fn print_in(&self, text: &[u8], symbol: SymbolId) -> String {
        let ix = symbol.ix();
        let (start, end) = (self.graph.symbol_start[ix] as usize, self.graph.symbol_end[ix] as usize);
        // The file may have changed since the graph was made.
        text.get(start..end).map_or_else(String::new, |text| print(text, self.graph.symbol(symbol).name()))
    }

    fn plain(&self, step: Step<'_>, path: &str, at: At<'_>, marker: Option<&str>, number: usize) -> Found {
        let path = path.trim_start_matches("./");
        // CodeTour's exported tours bring their files along; what the tree has of that name is another text.
        if let Some(text) = step.contents() {
            return match line_in(text.as_bytes(), at, marker, number) {
                Ok(line) => {
                    Found { verdict: Verdict::Unchecked, spot: Some(spot(path, line.unwrap_or(1), None)) }
                }
                Err(why) => Found::gone(why),
            };
        }
        let text = match (self.open)(path) {
            Opened::Text(text) => text,
            Opened::Refused(why) => return Found::nowhere(Verdict::Refused(why)),
            Opened::Folder => return Found::gone("it is a folder now"),
            Opened::Missing => return Found::gone("there is no such file"),
        };
        match line_in(&text, at, marker, number) {
            Ok(Some(line)) => {
                let file = self.graph.find_file(path).filter(|_| self.current);
                let symbol = file.and_then(|file| self.graph.around(file, line));
                Found { verdict: Verdict::Kept, spot: Some(spot(path, line, symbol)) }
            }
            Ok(None) => Found { verdict: Verdict::Unchecked, spot: Some(spot(path, 1, None)) },
            Err(why) => Found::gone(why),
        }
    }
}

/// The type that a qualified name is of, if any, and the name in it.
fn owned(qualified: &str) -> (Option<&str>, &str) {
    qualified.rsplit_once('.').map_or((None, qualified), |(owner, name)| (Some(owner), name))
}

/// The type that a name holds, and what a former name holds instead of it that is no type any more.
fn held<'t>(types: &FxHashSet<&'t str>, now: &str, then: &'t str) -> Option<(&'t str, &'t str)> {
    let held = types.iter().filter_map(|&of_now| {
        let (before, after) = now.split_once(of_now)?;
        let of_then = then.strip_prefix(before)?.strip_suffix(after)?;
        (!of_then.is_empty() && !types.contains(of_then)).then_some((of_now, of_then))
    });
    // `Screen` is a part of `SubScreen`, too.
    held.max_by_key(|(of_now, _)| (of_now.len(), *of_now))
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(".", |(folder, _)| folder)
}

fn folder<'g>(graph: &'g Graph<'g>, symbol: SymbolId) -> &'g str {
    folder_of(graph.symbol(symbol).path())
}

fn spot(path: &str, line: u32, symbol: Option<SymbolId>) -> Spot {
    Spot { path: path.to_owned(), line, symbol }
}

/// The line of a place in a text, from 1; `None` when its pattern cannot be read, an error when it is not there.
fn line_in(text: &[u8], at: At<'_>, marker: Option<&str>, number: usize) -> Result<Option<u32>, String> {
    let lines = pattern::lines(text).max(1);
    match at {
        At::Line(line) if line > lines => Err(format!("line {line} is past the end of the file")),
        At::Line(line) => Ok(Some(line)),
        At::Pattern(wanted) => match pattern::first_match(text, wanted) {
            Match::Line(line) => Ok(Some(line)),
            Match::None => Err("nothing matches its pattern".to_owned()),
            Match::Unknown => Ok(None),
        },
        At::Unsaid => Ok(Some(marked(text, marker, number).unwrap_or(lines))),
    }
}

/// The line of the marker `<prefix>.<number>`.
fn marked(text: &[u8], marker: Option<&str>, number: usize) -> Option<u32> {
    let wanted = format!("{}.{number}", marker?);
    let mut from = 0;
    while let Some(at) = pattern::find(&text[from..], wanted.as_bytes()) {
        let end = from + at + wanted.len();
        // `CT1.1` is not in `CT1.12`.
        if !text.get(end).is_some_and(u8::is_ascii_digit) {
            return Some(pattern::line_of(text, from + at));
        }
        from = end;
    }
    None
}
