//! Overlays: help with keys and signs, the palette, messages, text search, themes, budgets, builds and commits. All are lists
//! that typing narrows; Enter carries out the chosen row.

use nucleo::Utf32Str;
use nucleo::pattern::{CaseMatching, Normalization, Pattern};
use unicode_width::UnicodeWidthStr;

use super::action::{Action, KeyContext};
use super::build_choice::builds;
use super::filter::matcher;
use super::keymap::Keymap;
use super::layout::{PaneArea, Size};
use super::list::Cursor;
use super::msg::Tone;
use super::palettes::Palettes;
use super::query::budget_steps::typed_budgets;
use super::tree_text_hits::{TextHit, TextHits};
use super::typed_line::TypedLine;
use super::view::View;
use super::wrap::wrapped;
use crate::golang::build_constraint::Host;
use crate::index::Meta;
use crate::model::grouped;

/// An overlay and what it shows.
#[derive(Clone, Debug)]
pub struct Overlay {
    pub kind: OverlayKind,
    pub line: TypedLine,
    pub cursor: Cursor,
    pub rows: Vec<OverlayRow>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverlayKind {
    Help,
    Palette,
    Messages,
    /// Lines of the tree that contain the typed text.
    Text,
    /// Themes; the one under the cursor is in effect.
    Themes,
    /// Token budgets: the typed one, or common ones.
    Budgets,
    /// Words of the tree near the question's.
    TreeWords,
    /// Builds that the tree can be read for.
    Builds,
}

/// A row of an overlay: words, and what may stand before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayRow {
    pub of: RowOf,
    /// Keys or a sign, in a column of their own.
    pub lead: String,
    pub words: String,
}

/// The thing that a row of an overlay stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowOf {
    /// A context's heading in help.
    Heading,
    Action(Action),
    /// Keys, or a sign, and their meaning.
    Meaning,
    /// A notice.
    Said(Tone),
    /// A line of the tree that contains the typed text.
    Hit(TextHit),
    Theme,
    Budget(u32),
    /// A word of the tree; true if it stands beside the question.
    Word(bool),
    Build(Host),
    /// More words of the row above.
    More,
}

/// Columns of the keys and the gap after them, in a wide box and in a narrow one, where the text needs the room.
const KEYS: [usize; 2] = [24, 20];
/// The gap.
pub const KEYS_GAP: usize = 2;

/// Rows of the box above its list: the border with the title, and the line that is typed.
const HEAD: u16 = 2;

/// The box, the list in it, and what is shown below the list; mostly nothing.
pub fn areas(size: Size, kind: OverlayKind) -> Option<(PaneArea, PaneArea, PaneArea)> {
    let body = size.screen()?.body;
    let width = body.width.min(most(kind).map_or(width(size) as u16, |most| most.0));
    // Below the list there is the border.
    let height = (room(size, kind) + HEAD + 1).min(body.height);
    let whole = PaneArea { x: body.x + (body.width - width) / 2, width, height, ..body };
    let rows = height - HEAD - 1;
    let of_list = (self::height(size, kind) as u16).min(rows);
    let list = PaneArea { x: whole.x + 1, y: whole.y + HEAD, width: width - 2, height: of_list };
    let below = PaneArea { y: list.y + of_list, height: rows - of_list, ..list };
    Some((whole, list, below))
}

/// Most columns and rows of a box with a short list, beside which the view stays in sight.
fn most(kind: OverlayKind) -> Option<(u16, u16)> {
    match kind {
        OverlayKind::Themes => Some((44, 17)),
        OverlayKind::Budgets | OverlayKind::TreeWords | OverlayKind::Builds => Some((72, 12)),
        _ => None,
    }
}

/// Rows below the typed line.
fn room(size: Size, kind: OverlayKind) -> u16 {
    let room = size.height.saturating_sub(6).max(1);
    most(kind).map_or(room, |most| room.min(most.1))
}

/// Rows of what is around the line that a text search selects, the rule above them included.
const AROUND: usize = 10;

/// Rows of the list.
fn height(size: Size, kind: OverlayKind) -> usize {
    let room = usize::from(room(size, kind));
    match kind {
        OverlayKind::Text if room >= AROUND + 6 => room - AROUND,
        _ => room,
    }
}

/// Columns of the box.
pub fn width(size: Size) -> usize {
    usize::from(size.width).min(110)
}

/// Columns of the keys in the box, the gap after them included.
pub fn keys_width(size: Size) -> usize {
    let most = KEYS[usize::from(width(size) < 100)];
    most.min(width(size).saturating_sub(2) / 3).max(1)
}

/// The data that rows are made of.
pub struct RowSources<'s> {
    pub keymap: &'s Keymap,
    pub view: View,
    pub size: Size,
    /// Notices, the newest first.
    pub said: &'s [(Tone, String)],
    /// The last text search over the tree.
    pub found: Option<&'s TextHits>,
    /// The known builds of the tree.
    pub meta: Option<&'s Meta>,
    pub palettes: &'s Palettes,
    /// Words that may stand beside the question, and whether they do.
    pub tree_words: Vec<(String, bool)>,
}

impl Overlay {
    pub fn new(kind: OverlayKind, source: &RowSources<'_>) -> Self {
        let mut overlay =
            Self { kind, line: TypedLine::default(), cursor: Cursor::default(), rows: Vec::new() };
        overlay.typed(source);
        overlay
    }

    /// Rows anew after the line or the size changed.
    pub fn typed(&mut self, source: &RowSources<'_>) {
        let typed = self.line.text().trim().to_lowercase();
        let rows = match self.kind {
            OverlayKind::Text => {
                let found = source.found.filter(|_| !typed.is_empty()).into_iter();
                let row = |hit: &TextHit| OverlayRow::new(RowOf::Hit(hit.clone()), "", "");
                found.flat_map(|found| &found.hits).map(row).collect()
            }
            OverlayKind::Themes => {
                let names = source.palettes.names().into_iter().filter(|name| name.contains(&typed));
                names.map(|name| OverlayRow::new(RowOf::Theme, "", name)).collect()
            }
            OverlayKind::Budgets => {
                let words = |budget: u32| format!("{:>9} tokens", grouped(budget.into()));
                let row = |budget| OverlayRow::new(RowOf::Budget(budget), "", words(budget));
                typed_budgets(&typed).into_iter().map(row).collect()
            }
            OverlayKind::TreeWords => {
                let words = source.tree_words.iter().filter(|(word, _)| word.contains(&typed));
                let is_own = !typed.is_empty() && source.tree_words.iter().all(|(word, _)| *word != typed);
                let own = is_own.then(|| (typed.clone(), false));
                let new = source.tree_words.iter().filter(|(_, is_there)| !is_there);
                let new: Vec<&str> = new.map(|(word, _)| word.as_str()).collect();
                let all = (typed.is_empty() && new.len() > 1).then(|| (new.join(", "), false));
                let row = |(word, is_there): (String, bool)| OverlayRow::new(RowOf::Word(is_there), "", word);
                words.cloned().chain(own).chain(all).map(row).collect()
            }
            OverlayKind::Builds => {
                let builds = source.meta.map_or_else(Vec::new, builds).into_iter();
                let fitting = builds.filter(|(text, _)| text.to_lowercase().contains(&typed));
                fitting.map(|(text, host)| OverlayRow::new(RowOf::Build(host), "", text)).collect()
            }
            OverlayKind::Messages => said(source.said, &typed),
            OverlayKind::Help if typed.is_empty() => headed(source),
            OverlayKind::Palette if typed.is_empty() => {
                self.actions(source.view).into_iter().map(|action| row(source, action)).collect()
            }
            OverlayKind::Palette | OverlayKind::Help => {
                best(source, &typed, self.actions(source.view), self.kind == OverlayKind::Help)
            }
        };
        self.rows = rows.into_iter().flat_map(|row| row.broken(source.size)).collect();
        let first = (0..self.rows.len()).find(|&at| self.is_row(at));
        self.cursor = Cursor { at: first.unwrap_or(0), offset: 0 };
    }

    /// The actions to choose from, those of the view alone until a name is typed. Typing and moving cannot be chosen
    /// by name; help lists them too.
    fn actions(&self, view: View) -> Vec<Action> {
        let is_asked = !self.line.text().trim().is_empty();
        let fits = |action: &Action| match action.entry().context {
            KeyContext::Line | KeyContext::Move => self.kind == OverlayKind::Help,
            KeyContext::Global | KeyContext::Source => true,
            context => View::of(context) == Some(view) || self.kind == OverlayKind::Help || is_asked,
        };
        Action::ALL.iter().copied().filter(fits).collect()
    }

    /// The action under the cursor, to be carried out.
    pub fn chosen(&self) -> Option<Action> {
        match self.rows.get(self.cursor.at)?.of {
            RowOf::Action(action) if action.entry().context != KeyContext::Line => Some(action),
            _ => None,
        }
    }

    /// Puts the cursor on a row, counted from the first visible one; returns whether it can be there.
    pub fn point(&mut self, row: usize) -> bool {
        let at = self.cursor.offset + row;
        let is_row = self.is_row(at);
        if is_row {
            self.cursor.at = at;
        }
        is_row
    }

    /// Moves the cursor, skipping headings and continuation rows, which stay visible with their first row.
    pub fn moved(&mut self, action: Action, size: Size) {
        let height = height(size, self.kind);
        let is_row = |at: &usize| self.is_row(*at);
        let moved = self.cursor.moved_to_stop(action, (self.rows.len(), height), is_row);
        let Some(moved) = moved else { return };
        self.cursor = moved;
        let below = &self.rows[(self.cursor.at + 1).min(self.rows.len())..];
        let end = self.cursor.at + 1 + below.iter().take_while(|row| row.of == RowOf::More).count();
        self.cursor.offset = self.cursor.offset.max(end.saturating_sub(height)).min(self.cursor.at);
    }

    /// Scrolls the rows; the cursor stays visible.
    pub fn scrolled(&mut self, by: isize, size: Size) {
        let height = height(size, self.kind);
        let Cursor { at, offset } = self.cursor.scrolled(by, self.rows.len(), height);
        let visible = Cursor { at, offset }.visible(self.rows.len(), height);
        let nearest = visible.filter(|&row| self.is_row(row)).min_by_key(|row| row.abs_diff(at));
        self.cursor = nearest.map_or(self.cursor, |at| Cursor { at, offset });
    }

    fn is_row(&self, at: usize) -> bool {
        self.rows.get(at).is_some_and(|row| !matches!(row.of, RowOf::Heading | RowOf::More))
    }
}

impl OverlayRow {
    fn new(of: RowOf, lead: impl Into<String>, words: impl Into<String>) -> Self {
        Self { of, lead: lead.into(), words: words.into() }
    }

    /// The row broken into as many rows as its text needs beside the keys.
    fn broken(self, size: Size) -> Vec<Self> {
        // Within the borders, after the cursor's mark or, where words go on, an indent.
        let room = match self.of {
            RowOf::Action(_) | RowOf::Meaning => width(size).saturating_sub(4 + keys_width(size)),
            RowOf::Said(_) => width(size).saturating_sub(6),
            _ => return vec![self],
        };
        let mut lines = wrapped(&self.words, room.max(1)).into_iter();
        let first = Self { words: lines.next().unwrap_or_default(), ..self };
        std::iter::once(first).chain(lines.map(|line| Self::new(RowOf::More, "", line))).collect()
    }
}

fn row(source: &RowSources<'_>, action: Action) -> OverlayRow {
    let room = keys_width(source.size).saturating_sub(KEYS_GAP);
    let mut keys = String::new();
    // Half a key would be another one, so those that do not fit are left out. The first is the usual one.
    for chord in source.keymap.chords(action).iter().map(ToString::to_string) {
        let gap = if keys.is_empty() { "" } else { ", " };
        if keys.is_empty() || keys.width() + gap.len() + chord.width() <= room {
            keys += &(gap.to_owned() + &chord);
        }
    }
    OverlayRow::new(RowOf::Action(action), keys, action.entry().doc)
}

/// The notices that contain the typed text.
fn said(said: &[(Tone, String)], typed: &str) -> Vec<OverlayRow> {
    let fits = |(_, text): &&(Tone, String)| text.to_lowercase().contains(typed);
    said.iter().filter(fits).map(|(tone, text)| OverlayRow::new(RowOf::Said(*tone), "", text)).collect()
}

/// The lines that one needs first: actions whose keys stand together, and what they do.
const FIRST: [(&[Action], &str); 17] = [
    (
        &[Action::Descend, Action::Climb],
        "in: a row's code, a name's declaration; out, one step at a time, never out of the program",
    ),
    (&[Action::NextPane], "next slot: list, code, side"),
    (&[Action::Type], "type: filter, find, ask"),
    (
        &[Action::ViewSymbols, Action::ViewQuery, Action::ViewImpact, Action::ViewTours],
        "Symbols, Query, Impact, Tours",
    ),
    (&[Action::ViewInteractions], "Interactions: what is remembered of your use, and whether it is"),
    (
        &[Action::Related, Action::Tests, Action::Commits, Action::About, Action::PackPanel],
        "about the selection: what is related, tests, commits, what it is, the pack",
    ),
    (&[Action::ImpactHere], "what breaks if this changes"),
    (&[Action::Back, Action::Forward], "back and forward"),
    (&[Action::Next, Action::Previous], "next and previous stop: match, place, step, work that is not done"),
    (&[Action::Mark, Action::Ways], "mark; the ways from there to here"),
    (&[Action::Pick], "pick rows for the next key"),
    (&[Action::More, Action::Less, Action::TakeOut], "in the pack: more, less, out; in Impact, done"),
    (&[Action::CopySymbol, Action::CopyContext], "copy this; copy the pack"),
    (&[Action::Edit], "your editor, and back"),
    (&[Action::Order, Action::Narrower, Action::Wider], "another order; less, more"),
    (&[Action::Undo, Action::Redo], "undo, redo"),
    (&[Action::Palette, Action::Help, Action::Quit], "any command by name; this page; leave"),
];

/// The first page of help.
fn first_page(source: &RowSources<'_>) -> Vec<OverlayRow> {
    let row = |(actions, words): &(&'static [Action], &'static str)| {
        let keys = actions.iter().map(|&action| source.keymap.shown(action)).filter(|key| !key.is_empty());
        OverlayRow::new(RowOf::Meaning, keys.collect::<Vec<_>>().join(" "), *words)
    };
    let leaders = [("g …", "go"), ("z …", "look"), (", …", "this view's own")];
    let leaders = leaders.map(|(keys, words)| OverlayRow::new(RowOf::Meaning, keys, words));
    std::iter::once(OverlayRow::new(RowOf::Heading, "", "What one needs first"))
        .chain(FIRST.iter().map(row))
        .chain(leaders)
        .collect()
}

/// All actions under their contexts' headings, those of the view first, followed by the view's legend.
fn headed(source: &RowSources<'_>) -> Vec<OverlayRow> {
    let mut contexts = KeyContext::ALL.to_vec();
    contexts.sort_by_key(|&context| match context {
        context if View::of(context) == Some(source.view) => 0,
        KeyContext::Source => 1,
        KeyContext::Move => 2,
        KeyContext::Global => 3,
        KeyContext::Line => 4,
        _ => 5,
    });
    let mut rows = first_page(source);
    let own = contexts.iter().rfind(|&&context| View::of(context) == Some(source.view)).copied();
    let own = own.unwrap_or(source.view.context());
    for context in contexts {
        let actions = Action::ALL.iter().copied().filter(|action| action.entry().context == context);
        rows.push(OverlayRow::new(RowOf::Heading, "", context.title()));
        rows.extend(actions.map(|action| row(source, action)));
        // The legend follows the view's last action.
        if context == own {
            for (title, signs) in super::legend::sections(source.view) {
                rows.push(OverlayRow::new(RowOf::Heading, "", *title));
                rows.extend(signs.iter().map(|(sign, words)| OverlayRow::new(RowOf::Meaning, *sign, *words)));
            }
        }
    }
    rows
}

/// The quality of a row's match with the typed text, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// The name contains the typed letters in order, with gaps; the matcher's score.
    Strewn(u32),
    /// Name or description contain all words, one of them inside a longer word.
    Inside,
    /// All typed words begin words of the name or the description.
    Description,
    /// All typed words begin words of the name.
    Named,
    /// The typed text is its key.
    Key,
}

impl Fit {
    /// Matches the typed words with a row's name and description; `None` if one does not match.
    fn of_words(name: &str, sentence: &str, typed: &str) -> Option<Self> {
        let (name, sentence) = (name.to_lowercase(), sentence.to_lowercase());
        let begins = |text: &str, word: &str| {
            text.match_indices(word).any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
        };
        let fit = |word: &str| match () {
            () if begins(&name, word) => Some(Self::Named),
            () if begins(&sentence, word) => Some(Self::Description),
            () => (name.contains(word) || sentence.contains(word)).then_some(Self::Inside),
        };
        typed.split_whitespace().map(fit).min().flatten()
    }
}

/// Actions and signs that match the typed text, the best first. Scattered letters count only if nothing contains the
/// words. Actions of another view name that view.
fn best(source: &RowSources<'_>, typed: &str, actions: Vec<Action>, signs: bool) -> Vec<OverlayRow> {
    let pattern = Pattern::parse(typed, CaseMatching::Ignore, Normalization::Smart);
    let (mut matcher, mut buffer) = (matcher(), Vec::new());
    // Among ties, actions of this view come first, and actions before signs.
    let is_elsewhere = |action: Action| match action.entry().context {
        KeyContext::Line => true,
        context => View::of(context).is_some_and(|view| view != source.view),
    };
    let mut found: Vec<(Fit, u8, OverlayRow)> = Vec::new();
    for action in actions {
        let entry = action.entry();
        let name = format!("{} {}", entry.title, entry.id);
        let is_key =
            source.keymap.chords(action).iter().any(|chord| chord.to_string().eq_ignore_ascii_case(typed));
        let strewn = pattern.score(Utf32Str::new(&name, &mut buffer), &mut matcher).map(Fit::Strewn);
        let fit = is_key.then_some(Fit::Key).max(Fit::of_words(&name, entry.doc, typed)).max(strewn);
        if let Some(fit) = fit {
            let mut row = row(source, action);
            if is_elsewhere(action) {
                row.words = format!("{}: {}", entry.context.title(), row.words);
            }
            found.push((fit, u8::from(is_elsewhere(action)), row));
        }
    }
    let sections = View::ALL.into_iter().flat_map(super::legend::sections);
    for (title, rows) in sections.filter(|_| signs) {
        for (sign, meaning) in *rows {
            let row = OverlayRow::new(RowOf::Meaning, *sign, *meaning);
            // Several views have the same signs.
            let is_new = found.iter().all(|(.., known)| *known != row);
            if let Some(fit) = Fit::of_words(sign, &format!("{title} {meaning}"), typed).filter(|_| is_new) {
                found.push((fit, 2, row));
            }
        }
    }
    let held = found.iter().any(|(fit, ..)| *fit >= Fit::Inside);
    found.retain(|(fit, ..)| !held || *fit >= Fit::Inside);
    found.sort_by_key(|&(fit, whose, _)| (std::cmp::Reverse(fit), whose));
    found.into_iter().map(|(.., row)| row).collect()
}
