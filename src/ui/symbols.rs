//! The Symbols view: the list, the source of the selected symbol, and its relations.

use std::fmt::Write as _;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::list_parts::{draw_problem, filter_title};
use super::pane::list::List;
use super::pane::row::{Cut, Row};
use super::text::{awaited, line, paragraph, title};
use super::theme::Theme;
use crate::app::action::Action;
use crate::app::job::JobKind;
use crate::app::listing::{Listing, SymbolColumns, SymbolSort};
use crate::app::pane::slot::Slot;
use crate::app::symbol_marks::marks;
use crate::app::symbol_rows::SymbolSource;
use crate::app::symbols::{HEAD, SymbolsView};
use crate::app::{App, ViewState};
use crate::index::Phase;
use crate::model::{Graph, SymbolId, clean, grouped, symbol_flag};

pub(super) fn draw_list(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect) {
    let symbols = &app.symbols;
    let focused = symbols.slots.focus == Slot::List;
    list_title(frame, app, theme, area, focused);
    let buffer = frame.buffer_mut();
    let Some(listing) = &symbols.listing else {
        let text = app.ctx.index.problem.as_deref().unwrap_or(coming(app));
        paragraph(buffer, area, HEAD, text, theme.faint);
        return;
    };
    let greeting = symbols.greeting(&app.ctx);
    draw_greeting(buffer, app, theme, Rect { y: area.bottom() - greeting, height: greeting, ..area });
    let rows = symbols.list_rows(&app.ctx);
    let late = app.ctx.is_late(JobKind::Filter);
    let list = List { rows, area, focused, late, pick: 1, sign: "▸ ", theme };
    let columns = ListColumns { shown: SymbolColumns::fitting(area.width, listing), width: area.width };
    line(buffer, area, 1, &Line::styled(columns.heads(listing), theme.faint));
    list.draw(buffer, |at, _| Row {
        is_picked: is_picked(app, listing, at),
        ..columns.row(listing, at, theme)
    });
    if listing.rows.is_empty() {
        let style = if listing.filter.problem.is_some() { theme.bad } else { theme.faint };
        paragraph(buffer, area, HEAD, &why_empty(app, listing), style);
    } else if let Some(problem) = &listing.filter.problem {
        let at = symbols.slots.cursor.at.saturating_sub(symbols.slots.cursor.offset);
        draw_problem(buffer, area, problem, (HEAD, HEAD + at as u16), theme);
    }
}

/// The first lines that a newcomer reads, below the first list.
fn draw_greeting(buffer: &mut Buffer, app: &App, theme: &Theme, area: Rect) {
    let keys = [Action::ViewTours, Action::ViewQuery, Action::Help, Action::Climb];
    let [tours, query, help, out] = keys.map(|action| app.ctx.keymap.shown(action));
    let lines = [
        format!("New here? {tours} tells how this code works,"),
        "step by step.".to_owned(),
        format!("{query} asks in words · {help} keys · {out} hides"),
    ];
    line(buffer, area, 0, &Line::styled("─".repeat(usize::from(area.width)), theme.rule));
    for (row, text) in (1..).zip(lines) {
        line(buffer, area, row, &Line::styled(format!("  {text}"), theme.key));
    }
}

fn is_picked(app: &App, listing: &Listing, at: usize) -> bool {
    let SymbolSource::Graph(snapshot) = &listing.corpus else { return false };
    app.ctx.picks.has(snapshot, SymbolId(listing.rows[at]))
}

/// Describes the work of the program before there is a list.
fn coming(app: &App) -> &'static str {
    match app.ctx.index.work.as_ref().and_then(|work| work.phase) {
        None => "looking for an index …",
        Some(Phase::Walk) => "there is no index yet: looking for Go files …",
        Some(Phase::Parse) => "there is no index yet: reading the code …",
        Some(Phase::Dependencies) => "there is no index yet: reading declarations of other modules …",
        Some(_) => "there is no index yet: building it …",
    }
}

/// Why the list has no rows, and the keys that bring some back.
fn why_empty(app: &App, listing: &Listing) -> String {
    if listing.total == 0 {
        return "no symbols yet".to_owned();
    }
    if let Some(problem) = &listing.filter.problem {
        return format!("nothing matches: {problem}; esc clears the filter");
    }
    let mut text = String::from("nothing matches");
    let switches = [
        (listing.hidden & symbol_flag::TEST, Action::HideTests, "tests"),
        (listing.hidden & symbol_flag::GENERATED, Action::HideGenerated, "generated code"),
    ];
    for (hidden, action, what) in switches {
        if hidden != 0 {
            let _ = write!(text, "; {} shows {what} again", app.ctx.keymap.shown(action));
        }
    }
    let filter = &listing.filter;
    if filter.has_words() && !filter.asks_place() && !filter.asks_spot() {
        text += "; pkg: and file: search paths";
    }
    text + "; esc clears the filter"
}

/// The list's title: the filter if there is one, and how many rows of how many.
fn list_title(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect, focused: bool) {
    let symbols = &app.symbols;
    let note = symbols.listing.as_ref().map(|listing| note(symbols, listing)).unwrap_or_default();
    let note = awaited(&note, symbols.listing.is_some() && app.ctx.is_late(JobKind::Filter));
    if !symbols.slots.prompt.is_shown() {
        return title(frame.buffer_mut(), area, theme, focused, "Symbols", &note);
    }
    filter_title(frame, app, theme, area, (&symbols.slots.prompt, focused), &note);
}

fn note(symbols: &SymbolsView, listing: &Listing) -> String {
    let mut note = String::new();
    for (on, word) in [(symbols.hide_tests, "no tests  "), (symbols.hide_generated, "no generated  ")] {
        if on {
            note.push_str(word);
        }
    }
    if listing.rows.len() == listing.total {
        note + &grouped(listing.total as u64)
    } else {
        note + &format!("{}/{}", grouped(listing.rows.len() as u64), grouped(listing.total as u64))
    }
}

/// The list's columns in a pane of some width.
#[derive(Clone, Copy)]
struct ListColumns {
    shown: SymbolColumns,
    width: u16,
}

impl ListColumns {
    fn heads(self, listing: &Listing) -> String {
        let mut heads = String::from("  ");
        if self.shown.numbers {
            // The column of the list's order is marked.
            heads.push_str(match listing.sort {
                SymbolSort::Starts => "   rank starts ",
                SymbolSort::Load => "   rank   load ",
                _ => "   rank  score ",
            });
        }
        if self.shown.degrees {
            heads.push_str("   in  out ");
        }
        heads.push_str("k symbol");
        if matches!(listing.corpus, SymbolSource::Glimpses(_)) {
            // While the index is built there are no figures to order by.
            heads.push_str("  (as files are read: code, then tests)");
        } else if listing.sort != SymbolSort::Rank {
            let word = listing.sort.name();
            let forms = if listing.filter.has_words() {
                [format!("  (by match, then {word})"), format!("  (match, {word})")]
            } else {
                [format!("  (by {word})"), format!("  ({word})")]
            };
            let room = usize::from(self.width).saturating_sub(heads.width());
            let form = forms.iter().find(|form| form.width() <= room).unwrap_or(&forms[1]);
            heads.push_str(form);
        }
        heads
    }

    fn row(self, listing: &Listing, at: usize, theme: &Theme) -> Row {
        let ix = listing.rows[at];
        let mut head = vec![Span::raw(" ")];
        if let SymbolSource::Graph(snapshot) = &listing.corpus {
            head.push(Span::styled(self.figures(&snapshot.graph(), ix, listing.sort), theme.faint));
        }
        let row = listing.corpus.entry(ix, |entry| {
            let name = clean(&entry.label()).into_owned();
            let style = if entry.flags & symbol_flag::EXPORTED == 0 { theme.plain } else { theme.strong };
            let kind = Span::styled(format!("{} ", theme.kind(entry.kind)), theme.key);
            Row {
                head: head.into_iter().chain([kind]).collect(),
                cut: Cut::Name(listing.filter.lit(&name)),
                kind: Some(entry.kind),
                marks: marks(entry.flags),
                place: Some((entry.path.to_owned(), entry.line)),
                ..Row::of(name, style, theme)
            }
        });
        row.unwrap_or_else(|| Row::of(String::new(), theme.plain, theme))
    }

    /// Rank by authority, share of all authority, and the numbers of dependants and dependencies.
    fn figures(self, graph: &Graph<'_>, ix: u32, sort: SymbolSort) -> String {
        let id = SymbolId(ix);
        let mut text = String::new();
        if self.shown.numbers {
            let share = match sort {
                SymbolSort::Starts => graph.symbol_hub,
                SymbolSort::Load => graph.symbol_load,
                _ => graph.symbol_authority,
            };
            text = format!("{:>7} {:>6} ", graph.rank_of(id), score(share[id.ix()]));
        }
        if self.shown.degrees {
            let (ins, outs) = (graph.symbol_in_degree[id.ix()], graph.symbol_out_degree[id.ix()]);
            let _ = write!(text, "{ins:>5} {outs:>4} ");
        }
        text
    }
}

/// A share of the whole rank or a load, times a thousand, in at most six columns.
fn score(value: f64) -> String {
    match value * 1e3 {
        low if low < 100.0 => format!("{low:.3}"),
        fair if fair < 9_999.95 => format!("{fair:.1}"),
        high if high < 999_999.5 => format!("{high:.0}"),
        huge => format!("{:.0}k", huge / 1e3),
    }
}
