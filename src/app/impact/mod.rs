//! The Impact view: what a change of a symbol, or a diff, would break, and the tests to run.

mod acts;
pub mod data;
mod mouse;
mod notes;
mod past;
mod rows;
pub mod sieve;
mod sift;

use super::job::Job;
use super::layout::{Area, area_of, three};
use super::line::Line;
use super::list::Cursor;
use super::source::{Shown, SourceText};
use super::{App, View};
use crate::impact::{Affected, ChangeKind, Limits, Run};
use crate::model::{Graph, SymbolId};
pub use data::{Below, Blast, Lore, Order, Pane, Past, PastRequest, Prompt, Request, Target};
pub use rows::{Figure, Figures, Forest, Laid, Row, Shape};
use rows::{rows, unfolded};
use sieve::Found;
pub use sieve::Sieved;
use std::sync::Arc;

/// Rows of a pane above its content.
pub const HEADS: [u16; 3] = [3, 1, 1];

/// The main pane's part of a wide screen, in percent.
const MAIN: u16 = 60;

/// Depths beyond this are the same as any.
const DEEPEST: u32 = 15;

/// The view's state.
#[derive(Default)]
pub struct Impact {
    pub target: Option<Target>,
    /// The id of the symbol that the view was last turned to with.
    from: Option<String>,
    /// Whether the target's first answer is not there yet: it is shown from its top, unfolded as far as fits.
    is_new: bool,
    /// What that answer selects.
    wanted: Option<SymbolId>,
    pub limits: Limits,
    pub shape: Shape,
    /// The newest answer; stays until a newer one comes.
    pub blast: Option<Arc<Blast>>,
    forest: Forest,
    /// What the filter of the shape lets through of it.
    found: Found,
    pub rows: Vec<Row>,
    /// Places of what runs the tests that it lets through, in the order to show them.
    runs: Vec<usize>,
    /// How many the filter and what is hidden leave, and of how many, as [`Laid`] counts.
    pub hits: (usize, usize),
    pub cursor: Cursor,
    pub test: Cursor,
    pub past: Past,
    pub focus: Pane,
    pub prompt: Option<Prompt>,
    pub filter: Line,
    pub range: Line,
    pub shown: Option<Shown>,
    /// The commit that what is shown is the text of; `None` for the tree as it is.
    pub version: Option<String>,
    pub source: Option<Arc<SourceText>>,
    /// Whether that is another text than the one that the index was made of.
    pub behind: bool,
    /// Why the newest question has no answer.
    pub problem: Option<String>,
}

impl Impact {
    /// The selected affected symbol, or a changed one below what it depends on.
    #[must_use]
    pub fn affected(&self) -> Option<Affected> {
        match self.rows.get(self.cursor.at)? {
            Row::Affected { row, .. } => self.blast.as_ref()?.radius.impact.affected.get(*row).copied(),
            Row::Too(too) => self.blast.as_ref()?.radius.among.get(*too).copied(),
            Row::Package(_) | Row::Outside(_) | Row::Changed { .. } => None,
        }
    }

    /// The text of what is shown, once it is there.
    #[must_use]
    pub fn text(&self) -> Option<&Arc<SourceText>> {
        let (source, shown) = (self.source.as_ref()?, self.shown.as_ref()?);
        (source.path == shown.path && source.version == self.version).then_some(source)
    }

    /// Rows of the pane below.
    #[must_use]
    pub fn below_len(&self) -> usize {
        match self.past.below {
            Below::Tests => self.runs().len(),
            Below::Partners => self.past.partners(self.blast.as_ref()).len(),
        }
    }

    /// What runs the tests that are reached, as far as the filter leaves them, in the order of the rows.
    #[must_use]
    pub fn runs(&self) -> Vec<&Run> {
        let all = self.found_runs();
        self.runs.iter().filter_map(|&place| all.get(place)).collect()
    }

    fn found_runs(&self) -> &[Run] {
        let all = self.blast.as_ref().map_or(&[][..], |blast| &blast.radius.runs);
        self.found.runs.as_deref().unwrap_or(all)
    }

    fn below_cursor(&mut self) -> &mut Cursor {
        match self.past.below {
            Below::Tests => &mut self.test,
            Below::Partners => &mut self.past.partner,
        }
    }

    /// The selected symbol.
    #[must_use]
    pub fn selected(&self) -> Option<SymbolId> {
        match *self.rows.get(self.cursor.at)? {
            Row::Package(id) => Some(id),
            Row::Outside(_) => None,
            Row::Changed { changed, .. } => self.blast.as_ref()?.diff.as_ref()?.changed.get(changed)?.symbol,
            Row::Affected { .. } | Row::Too(_) => self.affected().map(|affected| affected.symbol),
        }
    }
}

impl App {
    /// The areas of the forest, the source and the tests.
    #[must_use]
    pub fn impact_areas(&self) -> [Area; 3] {
        self.impact_split(self.zoomed)
    }

    fn impact_split(&self, zoomed: bool) -> [Area; 3] {
        let body = self.body();
        three(body, zoomed, self.impact.focus as usize, MAIN)
    }

    /// The area that a pane is put in order for.
    fn impact_area(&self, pane: Pane) -> Area {
        area_of(pane as usize, self.zoomed, self.body(), |zoomed| self.impact_split(zoomed))
    }

    /// Rows of content of a pane; one at least, so that moving always moves.
    fn impact_height(&self, pane: Pane) -> usize {
        let area = self.impact_area(pane);
        usize::from(area.height.saturating_sub(self.impact_head(pane))).max(1)
    }

    /// The view was turned to, with this symbol selected where one was: it is the target, if it is another one than the
    /// last time. Who only looked elsewhere comes back to what the view showed, as it is now.
    pub(super) fn impact_entered(&mut self, from: Option<SymbolId>) {
        match from.and_then(|symbol| self.id_of(symbol)) {
            Some(id) if self.impact.from.as_ref() != Some(&id) => {
                self.impact.from = Some(id.clone());
                self.impact_of(Target::Symbol(id));
            }
            _ => self.impact_again(),
        }
    }

    /// Comes back to a target and, by its id, to the row that was selected.
    pub(super) fn impact_return(&mut self, target: Option<Target>, symbol: Option<String>) {
        let symbol = symbol.and_then(|id| self.symbol_of(&id));
        match target {
            Some(target) if self.impact.target.as_ref() != Some(&target) => {
                self.impact_of(target);
                self.impact.wanted = symbol;
            }
            _ if symbol.is_some() => self.impact_laid_out(symbol),
            _ => {}
        }
    }

    /// Asks what a change of `target` affects.
    fn impact_of(&mut self, target: Target) {
        if self.impact.target.as_ref() != Some(&target) {
            self.impact.shape.closed.clear();
            self.impact.is_new = true;
            self.impact.wanted = None;
            self.impact.problem = None;
            self.impact.cursor = Cursor::default();
            // Rows of another target would be acted on as if they were of this one.
            self.impact.blast = None;
            self.impact_laid_out(None);
        }
        self.impact.target = Some(target);
        self.impact_again();
    }

    /// Asks about another target from within the view; the one before is a place to come back to.
    fn impact_go(&mut self, target: Target) {
        if self.impact.target.as_ref() != Some(&target) {
            let here = self.here();
            self.places.leave(here);
        }
        self.impact_of(target);
    }

    /// Asks the same again: the graph, the tree or the limits are others.
    fn impact_again(&mut self) {
        let (Some(target), Some(snapshot)) = (self.impact.target.clone(), self.index.snapshot.clone()) else {
            return;
        };
        let (limits, filter) = (self.impact.limits, self.impact.filter.text().to_owned());
        self.start(Job::Impact(Box::new(Request { snapshot, target, limits, filter })));
    }

    /// What a diff is taken from may be another commit now.
    pub(super) fn impact_git_moved(&mut self) {
        if matches!(self.impact.target, Some(Target::Diff(_))) {
            self.impact_again();
        }
    }

    /// An answer came.
    pub(super) fn impact_came(&mut self, answer: Result<Box<Sieved>, String>) {
        let (mut kept, mut is_newer, mut is_sifted) = (self.impact.selected(), false, true);
        match answer {
            Ok(sieved) => {
                let Sieved { blast, text, filter, found } = *sieved;
                let old = self.impact.blast.clone();
                self.impact_keep_notes(&blast, old.as_deref());
                let impact = &mut self.impact;
                if let Some(old) = &impact.blast
                    && !Arc::ptr_eq(&old.snapshot, &blast.snapshot)
                {
                    let (from, to) = (old.snapshot.graph(), blast.snapshot.graph());
                    impact.shape.carry(&from, &to);
                    kept = kept.and_then(|symbol| to.counterpart(&from, symbol));
                    is_newer = true;
                }
                impact.problem = None;
                impact.blast = Some(blast);
                (impact.shape.filter, impact.found) = (filter, found);
                is_sifted = impact.filter.text() == text;
                self.impact_past();
            }
            Err(why) => {
                self.impact.problem = Some(why);
                self.impact.blast = None;
            }
        }
        let is_first = std::mem::take(&mut self.impact.is_new);
        let kept = if is_first { self.impact.wanted.take() } else { kept };
        self.impact_grown(kept, is_first);
        if !is_sifted {
            // More was typed meanwhile.
            self.impact_sift();
        }
        // What was read for the question before may be older than the graph of this answer.
        if (is_newer || is_first) && self.view == View::Impact {
            self.read_source();
        }
    }

    /// Grows the forest of the newest answer anew, in the order wanted.
    fn impact_grown(&mut self, kept: Option<SymbolId>, is_first: bool) {
        let height = self.impact_height(Pane::Main);
        let impact = &mut self.impact;
        impact.forest = Forest::default();
        if let Some(blast) = &impact.blast {
            impact.forest = Forest::of(blast, impact.past.arranged(blast));
            if is_first {
                let (graph, hide_tests) = (blast.snapshot.graph(), impact.shape.hide_tests);
                impact.shape.opened = unfolded(&graph, blast, &impact.forest, hide_tests, height);
            }
        }
        self.impact_laid_out(kept);
    }

    /// Lays the rows out anew, with `kept` selected if it is among them.
    fn impact_laid_out(&mut self, kept: Option<SymbolId>) {
        let impact = &mut self.impact;
        let laid = impact.blast.as_ref().map_or_else(Laid::default, |blast| {
            rows(&blast.snapshot.graph(), blast, &impact.forest, &impact.found, &impact.shape)
        });
        (impact.rows, impact.hits) = (laid.rows, (laid.hits, laid.of));
        let places = |blast: &Arc<Blast>| blast.radius.places_of(impact.found_runs(), impact.forest.rows());
        impact.runs = impact.blast.as_ref().map_or_else(Vec::new, places);
        let tests = impact.runs().len();
        if let Some(kept) = kept {
            let place = (0..impact.rows.len()).find(|&at| {
                let at = Cursor { at, ..Cursor::default() };
                row_symbol(impact, at) == Some(kept)
            });
            impact.cursor.at = place.unwrap_or(impact.cursor.at);
        } else if impact.cursor.at == 0 && matches!(impact.rows.first(), Some(Row::Package(_))) {
            // The first that changed says more than the package's name.
            impact.cursor.at = 1;
        }
        let (main, test) = (self.impact_height(Pane::Main), self.impact_height(Pane::Below));
        let impact = &mut self.impact;
        impact.cursor = impact.cursor.clamped(impact.rows.len(), main);
        impact.test = impact.test.clamped(tests, test);
        self.impact_look();
    }

    /// Turns the source pane to the call line of the selection, or to the changed symbol.
    fn impact_look(&mut self) {
        let (shown, version) = self.impact_wanted_source().unzip();
        let version = version.flatten();
        let same = matches!((&self.impact.shown, &shown), (Some(a), Some(b))
            if (&a.path, a.line, &a.sites) == (&b.path, b.line, &b.sites))
            && self.impact.version == version;
        if same {
            return;
        }
        (self.impact.shown, self.impact.version) = (shown, version);
        let is_other = self.impact.shown.is_some() && self.impact.text().is_none();
        if is_other {
            self.read_source();
        }
        self.impact_aim();
    }

    /// The place that the selection leads to, and the commit whose text it is a place of.
    fn impact_wanted_source(&self) -> Option<(Shown, Option<String>)> {
        let blast = self.impact.blast.as_ref()?;
        let graph = blast.snapshot.graph();
        if let Some(affected) = self.impact.affected() {
            let (symbol, lines) = (graph.symbol(affected.symbol), affected.lines(&graph));
            let line = lines.first().copied().unwrap_or_else(|| symbol.line());
            let (path, sites) = (symbol.path().to_owned(), lines.to_vec());
            return Some((Shown { path, line, sites, ..Shown::default() }, None));
        }
        let row = self.impact.rows.get(self.impact.cursor.at)?;
        if let Row::Package(package) = row {
            let (path, line) = graph.place(*package);
            return Some((Shown { path: path.to_owned(), line, ..Shown::default() }, None));
        }
        let diff = blast.diff.as_ref()?;
        // What is gone is in the older of the two states only.
        let end = |is_gone: bool| diff.ends[usize::from(!is_gone)].clone();
        let (path, line, version) = match row {
            Row::Changed { changed, .. } => {
                let changed = diff.changed.get(*changed)?;
                match changed.symbol.map(|symbol| graph.symbol(symbol)) {
                    // The text is the tree's: of a range that ended before it, lines are elsewhere by now.
                    Some(symbol) => (symbol.path().to_owned(), symbol.line(), None),
                    None => (changed.path.clone(), changed.line, end(changed.change == ChangeKind::Removed)),
                }
            }
            Row::Outside(outside) => {
                let outside = diff.outside.get(*outside)?;
                (outside.path.clone(), 1, end(outside.is_gone))
            }
            Row::Package(_) | Row::Affected { .. } | Row::Too(_) => return None,
        };
        Some((Shown { path, line, ..Shown::default() }, version))
    }

    /// Puts the line that matters in the middle of the source pane.
    fn impact_aim(&mut self) {
        let height = self.impact_height(Pane::Source);
        let lines = self.impact.text().map(|source| source.lines.len());
        if let (Some(shown), Some(lines)) = (&mut self.impact.shown, lines) {
            let line = (shown.line as usize).saturating_sub(1);
            shown.put_top(line.saturating_sub(height / 2), lines, height);
        }
    }

    pub(super) fn impact_source(&mut self, text: &Arc<SourceText>) {
        let is_wanted = self.impact.shown.as_ref().is_some_and(|shown| shown.path == text.path);
        if is_wanted && self.impact.version == text.version {
            self.impact.behind = self.is_behind(text);
            self.impact.source = Some(Arc::clone(text));
            self.impact_aim();
        }
    }

    pub(super) fn impact_sees_line(&self) -> bool {
        self.impact.shown.as_ref().is_some_and(|shown| shown.is_in_sight(self.impact_height(Pane::Source)))
    }

    pub(super) fn impact_aim_again(&mut self) {
        self.impact.shown.iter_mut().for_each(Shown::forget_top);
        self.impact_aim();
    }

    pub(super) fn impact_reshaped(&mut self) {
        let (main, below) = (self.impact_height(Pane::Main), self.impact_height(Pane::Below));
        self.impact.cursor = self.impact.cursor.clamped(self.impact.rows.len(), main);
        let len = self.impact.below_len();
        let cursor = self.impact.below_cursor();
        *cursor = cursor.clamped(len, below);
    }

    /// The line that keys are typed into, while they are.
    pub(super) fn impact_line(&mut self) -> Option<&mut Line> {
        match self.impact.prompt? {
            Prompt::Filter => Some(&mut self.impact.filter),
            Prompt::Range => Some(&mut self.impact.range),
        }
    }

    pub(super) fn impact_typing(&self) -> bool {
        self.impact.prompt.is_some()
    }

    /// The line changed.
    pub(super) fn impact_typed(&mut self) {
        if self.impact.prompt == Some(Prompt::Filter) {
            self.impact_sift();
        }
    }

    /// Another graph is there: the tree changed, so a diff may have changed too.
    pub(super) fn impact_graph(&mut self) {
        self.impact_again();
    }

    /// The symbol that actions are about.
    pub(super) fn impact_current(&self) -> Option<SymbolId> {
        // Ids of a graph that was replaced would name something else in the new one.
        let (blast, newest) = (self.impact.blast.as_ref()?, self.index.snapshot.as_ref()?);
        if !Arc::ptr_eq(&blast.snapshot, newest) {
            return None;
        }
        if (self.impact.focus, self.impact.past.below) == (Pane::Below, Below::Partners) {
            let partners = self.impact.past.partners(Some(blast));
            return partners.get(self.impact.past.partner.at)?.symbol;
        }
        self.impact.selected()
    }

    /// The path and line that the editor opens and that is copied.
    pub(super) fn impact_place(&self) -> Option<(String, u32)> {
        // What is shown of a commit is not what an editor would open.
        let shown = self.impact.shown.as_ref().filter(|_| self.impact.version.is_none())?;
        let reads = self.impact.focus == Pane::Source;
        let line = if reads { shown.line_in_view(self.impact_height(Pane::Source)) } else { shown.line };
        Some((shown.path.clone(), line))
    }
}

fn row_symbol(impact: &Impact, cursor: Cursor) -> Option<SymbolId> {
    let blast = impact.blast.as_ref()?;
    match *impact.rows.get(cursor.at)? {
        Row::Affected { row, .. } => Some(blast.radius.impact.affected[row].symbol),
        Row::Changed { changed, .. } => blast.diff.as_ref()?.changed[changed].symbol,
        Row::Package(id) => Some(id),
        // It has a row of its own.
        Row::Outside(_) | Row::Too(_) => None,
    }
}

/// Symbols that go by the same name as `symbol`, itself among them, in order of the graph.
#[must_use]
pub fn namesakes(graph: &Graph<'_>, symbol: SymbolId) -> Vec<SymbolId> {
    let (kind, name) = (graph.symbol(symbol).kind(), graph.symbol(symbol).qualified());
    let same = graph.symbols().filter(|other| other.kind() == kind && other.qualified() == name);
    same.map(|other| other.id).collect()
}
