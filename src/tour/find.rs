//! Finds the place of a step in the present tree.

use rustc_hash::FxHashSet;

use super::anchor::{Anchor, MIN_BYTES, Twins, print, print_before};
use super::names::named;
use super::pattern::{self, PatternMatch};
use super::selection;
use super::step::{PlaceInFile, StepPlace, TourStep};
use super::tree_path::tree_path;
use super::{FileOpener, Opened};
use crate::model::{
    FileId, Followed, Follower, Graph, IdParts, Symbol, SymbolId, SymbolKind, package_folder,
};

/// The fate of a step's place since it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The code is where the step says.
    Kept,
    /// The symbol is at another place now, and the step is shown there.
    Moved,
    /// The symbol has this new name, and the step is shown at its place.
    Renamed(String),
    /// The symbol kept its name, but its kind is this one now: for example, a type became a struct, or a function
    /// became a variable.
    Turned(&'static str),
    /// The place was not found, for this reason.
    Gone(String),
    /// The step leads out of the repository, or to a path that cannot be read. It is not followed.
    Refused(&'static str),
    /// The pattern of the step was not searched, for this reason.
    Unread(&'static str),
    /// The step has no place in the tree, or one that only an editor can find.
    Unchecked,
}

/// A place to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The path relative to the root.
    pub path: String,
    /// The line, from 1.
    pub line: u32,
    /// The first and the last line that the step is about, if it is about several.
    pub lines: Option<[u32; 2]>,
    pub symbol: Option<SymbolId>,
}

/// The place of a step, and what happened to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedStep {
    pub verdict: Verdict,
    pub spot: Option<Location>,
    /// The change of its declaration's head, if by more than a name.
    pub head: Option<HeadChange>,
}

/// The head of a declaration when a step was written, and now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadChange {
    pub was: String,
    pub is: String,
}

impl LocatedStep {
    /// A step at a place, or without one.
    pub fn new(verdict: Verdict, spot: Option<Location>) -> Self {
        Self { verdict, spot, head: None }
    }

    /// Describes the fate of the place in a sentence, unless all is well.
    pub fn remark(&self) -> Option<String> {
        let place =
            self.spot.as_ref().map_or_else(String::new, |spot| format!("{}:{}", spot.path, spot.line));
        Some(match &self.verdict {
            Verdict::Kept | Verdict::Unchecked => return None,
            Verdict::Moved => format!("Moved: it is at {place} now."),
            Verdict::Renamed(name) => format!("Renamed: now {name}, at {place}."),
            Verdict::Turned(kind) => format!("Changed: its kind is {kind} now."),
            Verdict::Gone(why) => format!("Gone: {why}."),
            Verdict::Refused(why) => format!("Not opened: {why}."),
            Verdict::Unread(why) => format!("Not searched: {why}."),
        })
    }

    fn nowhere(verdict: Verdict) -> Self {
        Self::new(verdict, None)
    }

    fn gone(why: impl Into<String>) -> Self {
        Self::nowhere(Verdict::Gone(why.into()))
    }
}

/// The shortest declaration, in bytes, that is recognised by its content though its type may have been renamed as well.
/// The methods `Len` and `Swap` of all sortable types are alike.
const MIN_BYTES_OF_ANY_TYPE: u32 = 64;

/// Finds steps in one state of the tree.
pub struct Finder<'g> {
    graph: &'g Graph<'g>,
    follower: Follower<'g>,
    open: &'g FileOpener<'g>,
    /// The present path of a file or folder that is gone, if it was renamed.
    renamed: &'g PathFollower<'g>,
    /// True if the graph was built from the texts that `open` returns.
    current: bool,
}

/// The present path of a file or folder that is gone; both relative to the root.
pub type PathFollower<'p> = dyn Fn(&str) -> Option<String> + 'p;

impl<'g> Finder<'g> {
    pub fn new(graph: &'g Graph<'g>, open: &'g FileOpener<'g>) -> Self {
        Self { graph, follower: Follower::new(graph), open, renamed: &|_| None, current: true }
    }

    /// The same, which follows the places of steps without an anchor through renames of their files and folders.
    pub fn following(self, renamed: &'g PathFollower<'g>) -> Self {
        Self { renamed, ..self }
    }

    /// A finder for another state of the tree than that of the graph. It uses only lines, patterns and markers.
    pub fn elsewhere(graph: &'g Graph<'g>, open: &'g FileOpener<'g>) -> Self {
        Self { current: false, ..Self::new(graph, open) }
    }

    /// Finds where a step is now. `marker` is the prefix of the tour's markers, and `number` is the number of the
    /// step in the tour, from 1.
    ///
    /// If the step has an anchor, it is at the symbol of that id (of several with one name in a file, the one with
    /// that content), at a symbol of that name that moved, or at one with that content and another name in the same
    /// folder. A step without an anchor is at its line, pattern or marker.
    pub fn find(&mut self, step: TourStep<'_>, marker: Option<&str>, number: usize) -> LocatedStep {
        match (step.anchor(), step.place()) {
            // Contents that the tour itself holds are shown as they were.
            (Some(anchor), StepPlace::File { .. } | StepPlace::Folder(_))
                if self.current && step.contents().is_none() =>
            {
                let found = self.anchored(&anchor);
                self.selected(found, step, &anchor)
            }
            (_, StepPlace::File { path, at }) => {
                let path = &*tree_path(path);
                let found = self.plain(step, path, at, marker, number);
                let moved = || self.moved_to(path).map(|now| self.plain(step, &now, at, marker, number));
                moved_or(found, moved)
            }
            (_, StepPlace::Folder(path)) => match (self.open)(&tree_path(path)) {
                Opened::Folder => LocatedStep::nowhere(Verdict::Kept),
                Opened::Refused(why) => LocatedStep::nowhere(Verdict::Refused(why)),
                _ => match self.moved_to(path) {
                    Some(now) => self.at_folder(now),
                    None => LocatedStep::gone("there is no such folder"),
                },
            },
            _ => LocatedStep::nowhere(Verdict::Unchecked),
        }
    }

    /// The present path of a file or folder that is not there any more, if it was renamed and can be opened.
    fn moved_to(&self, path: &str) -> Option<String> {
        let path = &*tree_path(path);
        if !self.current || (self.open)(path) != Opened::Missing {
            return None;
        }
        let now = (self.renamed)(path)?;
        matches!((self.open)(&now), Opened::Text(_) | Opened::Folder).then_some(now)
    }

    /// A step at a folder that has another name: at its package, or without a place if it has none.
    fn at_folder(&self, now: String) -> LocatedStep {
        let is_its = |symbol: &Symbol<'_>| symbol.kind() == SymbolKind::Package && symbol.path() == now;
        match self.graph.symbols().find(is_its) {
            Some(package) => {
                let (path, line) = self.graph.place(package.id);
                LocatedStep::new(Verdict::Moved, Some(spot(path, line, Some(package.id))))
            }
            None => LocatedStep::nowhere(Verdict::Renamed(now)),
        }
    }

    /// Finds the symbol of an anchor, and whether its id or line changed.
    fn anchored(&mut self, anchor: &Anchor) -> LocatedStep {
        let symbol = match self.follow(&anchor.symbol, &anchor.print, anchor.twins) {
            Followed::Same(symbol) => Some(self.same_content(symbol, anchor)),
            // If the content is not known, a symbol of the same name in another folder is probably a different one.
            Followed::Moved(symbol)
                if anchor.print.is_empty() && !self.is_in_same_folder(&anchor.symbol, symbol) =>
            {
                None
            }
            Followed::Moved(symbol) => Some(symbol),
            Followed::Gone => None,
        };
        let Some(id) = symbol else {
            return LocatedStep::gone(format!("no symbol {}, under this or another name", anchor.symbol));
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
        let head = head_change(anchor, symbol);
        LocatedStep { head, ..LocatedStep::new(verdict, Some(spot(path, line, Some(id)))) }
    }

    /// Finds the lines of a declaration that a step is about, by their content. Where they are gone, so is the step, but
    /// its declaration is shown.
    fn selected(&self, found: LocatedStep, step: TourStep<'_>, anchor: &Anchor) -> LocatedStep {
        let Some((was, id)) = step.lines().zip(found.spot.as_ref().and_then(|spot| spot.symbol)) else {
            return found;
        };
        if anchor.selected.is_empty() {
            return found;
        }
        let symbol = self.graph.symbol(id);
        let Opened::Text(text) = (self.open)(symbol.path()) else { return found };
        let [doc, doc_end] =
            [self.graph.symbol_doc_start, self.graph.symbol_doc_end].map(|at| at[id.ix()] as usize);
        let first = if doc == doc_end { symbol.line() } else { pattern::line_of(&text, doc) };
        let near = was[0].saturating_add(symbol.line()).saturating_sub(anchor.line);
        let within = first.min(symbol.line())..=symbol.end_line();
        let Some(now) = selection::find(&text, within, was, near, &anchor.selected) else {
            let why = format!("the lines that it is about are no longer in {}", named(symbol));
            return LocatedStep { verdict: Verdict::Gone(why), ..found };
        };
        let verdict = match found.verdict {
            Verdict::Kept | Verdict::Moved if symbol.id_text() == anchor.symbol && now == was => {
                Verdict::Kept
            }
            Verdict::Kept => Verdict::Moved,
            verdict => verdict,
        };
        let spot = found.spot.map(|spot| Location { line: now[0], lines: Some(now), ..spot });
        LocatedStep { verdict, spot, ..found }
    }

    /// The ordinals of several declarations of one name in a file (`init`, `_`) shift when one is added, so the
    /// content decides.
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

    /// The present symbol of an id, by its name and its content ([`print()`], empty if unknown). A symbol of the same
    /// name in another folder is accepted only if it has the content and none with it was there before, or if the content
    /// is not known.
    pub fn follow(&mut self, id: &str, print: &str, twins: Twins) -> Followed {
        let by_name = self.follower.follow(id);
        if let Followed::Same(_) = by_name {
            return by_name;
        }
        if let Followed::Moved(to) = by_name {
            let has_content = || !twins.elsewhere && self.print_of(to) == print;
            if self.is_in_same_folder(id, to) || print.is_empty() || has_content() {
                return by_name;
            }
        }
        let by_content = if twins.beside { None } else { self.by_content(id, print) };
        by_content.map_or(Followed::Gone, Followed::Moved)
    }

    /// Returns whether a symbol is in the folder of an id.
    fn is_in_same_folder(&self, id: &str, symbol: SymbolId) -> bool {
        IdParts::of(id).is_some_and(|old| old.folder() == folder(self.graph, symbol))
    }

    /// The only symbol of the kind of the id, in its old file or else its old folder, that has this content. Then the
    /// symbol was renamed; in its old file, a type that its name contains may have been: the type of a method, or `Server`
    /// in `NewServer`. In another file that is another type, whose constructor looks alike.
    fn by_content(&self, id: &str, wanted: &str) -> Option<SymbolId> {
        let parts = IdParts::of(id).filter(|parts| !parts.kind.is_container())?;
        if wanted.is_empty() {
            return None;
        }
        let mut files: Vec<FileId> = (0..self.graph.n_files() as u32)
            .map(FileId)
            .filter(|&file| package_folder(self.graph.path(file)) == parts.folder())
            .collect();
        files.sort_by_key(|&file| self.graph.path(file) != parts.path);
        let (owner, name) = split_owner(parts.name);
        let is_owner =
            |id| self.graph.symbol(id).kind().is_type() && Some(self.graph.symbol(id).qualified()) == owner;
        let owner_exists = files.iter().any(|&file| self.graph.symbols_of(file).map(SymbolId).any(is_owner));
        let types = self.types_in(&files);
        for file in files {
            let is_old_file = self.graph.path(file) == parts.path;
            let Opened::Text(text) = (self.open)(self.graph.path(file)) else { continue };
            let is_same = |id: &SymbolId| {
                let symbol = self.graph.symbol(*id);
                let (start, end) = (self.graph.symbol_start[id.ix()], self.graph.symbol_end[id.ix()]);
                let without_name = (end - start).saturating_sub(symbol.name().len() as u32);
                if symbol.kind() != parts.kind || without_name < MIN_BYTES {
                    return false;
                }
                let (owner_now, name_now) = split_owner(symbol.qualified());
                let renamed_type =
                    owner_now.zip(owner).filter(|_| !owner_exists && end - start >= MIN_BYTES_OF_ANY_TYPE);
                let renamed_type = renamed_type.or_else(|| {
                    let is_long_enough = owner.is_none() && end - start >= MIN_BYTES_OF_ANY_TYPE;
                    renamed_type_in(&types, name_now, name).filter(|_| is_long_enough)
                });
                let renamed_type = renamed_type.filter(|_| is_old_file);
                let words: Vec<(&str, &str)> = renamed_type.into_iter().chain([(name_now, name)]).collect();
                let declaration = text.get(start as usize..end as usize);
                declaration.is_some_and(|text| print_before(text, name, &words) == wanted)
            };
            let mut same = self.graph.symbols_of(file).map(SymbolId).filter(is_same);
            match (same.next(), same.next()) {
                (Some(one), None) => return Some(one),
                (None, _) => {}
                // Two symbols have this content, so it does not decide.
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

    /// [`print()`] of the declaration of a symbol in the tree. Empty if the file cannot be read.
    pub fn print_of(&self, symbol: SymbolId) -> String {
        match (self.open)(self.graph.symbol(symbol).path()) {
            Opened::Text(text) => self.print_in(&text, symbol),
            _ => String::new(),
        }
    }

    fn print_in(&self, text: &[u8], symbol: SymbolId) -> String {
        let ix = symbol.ix();
        let (start, end) = (self.graph.symbol_start[ix] as usize, self.graph.symbol_end[ix] as usize);
        // The file may have changed since the graph was built.
        text.get(start..end).map_or_else(String::new, |text| print(text, self.graph.symbol(symbol).name()))
    }

    fn plain(
        &self,
        step: TourStep<'_>,
        path: &str,
        at: PlaceInFile<'_>,
        marker: Option<&str>,
        number: usize,
    ) -> LocatedStep {
        let path = path.trim_start_matches("./");
        // Exported tours of CodeTour contain their files. A file of that name in the tree is another text.
        if let Some(text) = step.contents() {
            return match line_in(text.as_bytes(), at, marker, number) {
                LineInFile::At(line) => LocatedStep::new(Verdict::Unchecked, Some(spot(path, line, None))),
                LineInFile::Unread(why, line) => {
                    LocatedStep::new(Verdict::Unread(why), Some(spot(path, line, None)))
                }
                LineInFile::Gone(why) => LocatedStep::gone(why),
            };
        }
        let text = match (self.open)(path) {
            Opened::Text(text) => text,
            Opened::Refused(why) => return LocatedStep::nowhere(Verdict::Refused(why)),
            Opened::Folder => return LocatedStep::gone("it is a folder now"),
            Opened::Missing => return LocatedStep::gone("there is no such file"),
        };
        match line_in(&text, at, marker, number) {
            LineInFile::At(line) => {
                let file = self.graph.find_file(path).filter(|_| self.current);
                // A line of its own has priority over the selection, as in CodeTour.
                let is_whole = matches!(at, PlaceInFile::Line(at) if at == line);
                let lines = step.selection().filter(|&[_, end]| is_whole && end <= pattern::lines(&text));
                let line = lines.filter(|&[_, end]| end == line).map_or(line, |[start, _]| start);
                let symbol = file.and_then(|file| self.graph.around(file, line));
                let spot = Location { lines, ..spot(path, line, symbol) };
                LocatedStep::new(Verdict::Kept, Some(spot))
            }
            LineInFile::Unread(why, line) => {
                LocatedStep::new(Verdict::Unread(why), Some(spot(path, line, None)))
            }
            LineInFile::Gone(why) => LocatedStep::gone(why),
        }
    }
}

/// Returns the place in the renamed file, if there is one, as moved. Otherwise returns the earlier finding.
fn moved_or(found: LocatedStep, moved: impl Fn() -> Option<LocatedStep>) -> LocatedStep {
    if !matches!(found.verdict, Verdict::Gone(_)) {
        return found;
    }
    match moved() {
        Some(now) if now.verdict == Verdict::Kept => LocatedStep { verdict: Verdict::Moved, ..now },
        Some(now) => now,
        None => found,
    }
}

/// Finds the difference between the head of a symbol and that of its anchor, apart from blanks and from the symbol's
/// own name. `None` if they are equal, if the anchor has none, or for files and packages.
fn head_change(anchor: &Anchor, symbol: Symbol<'_>) -> Option<HeadChange> {
    if symbol.kind().is_container() {
        return None;
    }
    let was_called = IdParts::of(&anchor.symbol).map_or("", |old| split_owner(old.name).1);
    let alike = |head: &str, name: &str| print(head.as_bytes(), name);
    let differs = !anchor.head.is_empty()
        && alike(&anchor.head, was_called) != alike(symbol.signature(), symbol.name());
    differs.then(|| HeadChange { was: anchor.head.clone(), is: symbol.signature().to_owned() })
}

/// Splits a qualified name into the type, if it has one, and the name in it.
fn split_owner(qualified: &str) -> (Option<&str>, &str) {
    qualified.rsplit_once('.').map_or((None, qualified), |(owner, name)| (Some(owner), name))
}

/// Finds a type whose name is part of the name `now`, and the part of `then` in its place, which is no name of a type
/// any more.
fn renamed_type_in<'t>(types: &FxHashSet<&'t str>, now: &str, then: &'t str) -> Option<(&'t str, &'t str)> {
    let renamed_type_in = types.iter().filter_map(|&of_now| {
        let (before, after) = now.split_once(of_now)?;
        let of_then = then.strip_prefix(before)?.strip_suffix(after)?;
        (!of_then.is_empty() && !types.contains(of_then)).then_some((of_now, of_then))
    });
    // The longest name is taken, because `Screen` is a part of `SubScreen`, too.
    renamed_type_in.max_by_key(|(of_now, _)| (of_now.len(), *of_now))
}

fn folder<'g>(graph: &'g Graph<'g>, symbol: SymbolId) -> &'g str {
    package_folder(graph.symbol(symbol).path())
}

fn spot(path: &str, line: u32, symbol: Option<SymbolId>) -> Location {
    Location { path: path.to_owned(), line, lines: None, symbol }
}

/// A line of a text, from 1.
enum LineInFile {
    At(u32),
    /// The pattern was not searched for this reason; the line of its plain text, or else the first.
    Unread(&'static str, u32),
    /// Why there is no such line.
    Gone(String),
}

/// The line of a place in a text.
fn line_in(text: &[u8], at: PlaceInFile<'_>, marker: Option<&str>, number: usize) -> LineInFile {
    let lines = pattern::lines(text).max(1);
    match at {
        PlaceInFile::Line(line) if line > lines => {
            LineInFile::Gone(format!("line {line} is past the end of the file"))
        }
        PlaceInFile::Line(line) => LineInFile::At(line),
        PlaceInFile::Pattern(wanted) => match pattern::first_match(text, wanted) {
            PatternMatch::Line(line) => LineInFile::At(line),
            PatternMatch::None => LineInFile::Gone("nothing matches its pattern".to_owned()),
            PatternMatch::Unread(why, line) => LineInFile::Unread(why, line.unwrap_or(1)),
        },
        PlaceInFile::Unsaid => LineInFile::At(marker_line(text, marker, number).unwrap_or(lines)),
    }
}

/// The line of the marker `<prefix>.<number>`.
fn marker_line(text: &[u8], marker: Option<&str>, number: usize) -> Option<u32> {
    let wanted = format!("{}.{number}", marker?);
    let mut from = 0;
    while let Some(at) = pattern::find(&text[from..], wanted.as_bytes()) {
        let end = from + at + wanted.len();
        // `CT1.12` does not contain the marker `CT1.1`.
        if !text.get(end).is_some_and(u8::is_ascii_digit) {
            return Some(pattern::line_of(text, from + at));
        }
        from = end;
    }
    None
}
