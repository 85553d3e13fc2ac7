//! The side of every view: the letters of the panels, and the rows of the open one.

use ratatui::Frame;
use ratatui::style::Style;
use ratatui::text::Span;
use unicode_width::UnicodeWidthStr;

use super::list::List;
use super::row::{Cut, Row};
use crate::app::App;
use crate::app::layout::PaneArea;
use crate::app::pane::slot::Slot;
use crate::app::side::{Panel, RowTone, RowWhat, SideRow};
use crate::app::source::Shown;
use crate::app::sure::Sure;
use crate::model::{clean, counted, grouped};
use crate::secrets::{describe, masked_in};
use crate::ui::area::rect;
use crate::ui::list_parts::filter_title;
use crate::ui::text::{right, title};
use crate::ui::theme::Theme;

/// Draws the panel in a slot of the view in sight.
pub(super) fn draw(frame: &mut Frame<'_>, app: &App, theme: &Theme, slot: Slot) {
    let area = app.areas()[slot as usize];
    if area.height == 0 {
        return;
    }
    let (panel, focused) = app.panel_in(slot);
    draw_title(frame, app, theme, area, (slot, panel, focused));
    let buffer = frame.buffer_mut();
    let list = app.ctx.side.list_in(slot);
    let mut rows = list.slot_rows();
    if !focused || panel.is_text() {
        // Without the keys, no row is selected; the text of a pack has its own mark.
        rows.cursor.at = app.query.section().filter(|_| panel == Panel::Pack).unwrap_or(usize::MAX);
    }
    let focused = focused && !panel.is_text();
    let sign = if focused { "▌" } else { "" };
    let drawn = List { rows, area: rect(area), focused, late: false, pick: 0, sign, theme };
    drawn.draw(buffer, |at, _| {
        let row = &list.rows[at];
        let site = if at == rows.cursor.at { list.site } else { 0 };
        let snapshot = app.ctx.side.snapshot.as_ref();
        let is_picked = row.symbol.zip(snapshot).is_some_and(|(id, of)| app.ctx.picks.has(of, id));
        let named = row.symbol.zip(snapshot).filter(|_| matches!(row.what, RowWhat::Symbol { .. }));
        let place = named.map(|(id, of)| of.graph().place(id)).map(|(path, line)| (path.to_owned(), line));
        Row { place, is_picked, ..draw_row(app, theme, row, site) }
    });
}

/// The letters of the panels; a filter stands in their place while there is one.
fn draw_title(
    frame: &mut Frame<'_>,
    app: &App,
    theme: &Theme,
    area: PaneArea,
    (slot, panel, focused): (Slot, Panel, bool),
) {
    let list = app.ctx.side.list_in(slot);
    let whole = rect(area);
    let width = usize::from(area.width);
    if list.filter.is_shown() {
        let stops = list.rows.iter().filter(|row| row.symbol.is_some()).count();
        let note = format!("{} fit", grouped(stops as u64));
        return filter_title(frame, app, theme, whole, (&list.filter, focused), &note);
    }
    let buffer = frame.buffer_mut();
    if slot != Slot::Side {
        return title(buffer, whole, theme, focused, panel.title(), "");
    }
    buffer.set_string(area.x, area.y, "─".repeat(width), theme.rule);
    let tabs = app.side_tabs(area);
    let mut end = area.x;
    for tab in &tabs {
        let text_width = tab.text.width() as u16;
        if tab.x + text_width + 1 > area.x + area.width {
            break;
        }
        let is_open = panel == tab.opens;
        let (before, style, after) = match (is_open, focused) {
            (true, true) => ("▐", theme.bar_active, "▌"),
            (true, false) => ("[", theme.title, "]"),
            (false, _) => (" ", theme.faint, " "),
        };
        let edge = if is_open && focused { theme.focus } else { theme.faint };
        buffer.set_string(tab.x - 1, area.y, before, edge);
        buffer.set_string(tab.x, area.y, &tab.text, style);
        buffer.set_string(tab.x + text_width, area.y, after, edge);
        end = tab.x + text_width + 1;
    }
    let room = usize::from(area.x + area.width - end).saturating_sub(2);
    let fits = notes(app, panel).into_iter().find(|note| note.width() <= room).unwrap_or_default();
    if !fits.is_empty() {
        let note = fits;
        right(buffer, whole, 0, usize::from(end - area.x) + 1, &format!(" {note}"), theme.faint);
    }
}

/// The content of the open panel in a few words, the full form first, then shorter ones.
fn notes(app: &App, panel: Panel) -> Vec<String> {
    match panel {
        Panel::Pack => {
            let packed = app.query.packed.as_ref().filter(|packed| !packed.is_empty());
            let Some(text) = packed.map(|packed| &packed.pack.text) else { return Vec::new() };
            let bytes = format!("{} bytes", grouped(text.len() as u64));
            match describe(masked_in(text)) {
                Some(masked) => vec![format!("{masked}, {bytes}"), masked],
                None => vec![bytes],
            }
        }
        Panel::Ways => app.ctx.side.ways_ends().map_or_else(Vec::new, |[from, to]| {
            // A file keeps its ending, a symbol loses its package.
            let short = |name: &str| {
                // The go command compares the case, too: `x.GO` is no source file.
                #[expect(
                    clippy::case_sensitive_file_extension_comparisons,
                    reason = "the go tool compares bytes"
                )]
                let sign = if name.ends_with(".go") { '/' } else { '.' };
                name.rsplit(sign).next().unwrap_or(name).to_owned()
            };
            vec![clean(&format!("{} to {}", short(&from), short(&to))).into_owned()]
        }),
        Panel::Interactions => {
            let (n, order) = (app.interactions.rows.len(), app.interactions.sort.name());
            vec![format!("{}, by {order}", counted(n, "symbol")), grouped(n as u64)]
        }
        Panel::Words => app.tours.progress().into_iter().collect(),
        panel if panel.is_tree() && app.ctx.side.choices.sure => vec!["sure links alone".to_owned()],
        _ => Vec::new(),
    }
}

/// The lines of a row in short: the one at `at`, with its file unless uses are listed, and how many there are.
fn places(place: &Shown, at: usize) -> String {
    let line = place.sites.get(at).copied().unwrap_or(place.line);
    let file = match place.path.rsplit('/').next() {
        Some(file) if place.sites.is_empty() => clean(file).into_owned(),
        _ => String::new(),
    };
    match place.sites.len() {
        n if n > 1 && at > 0 => format!("{file}:{line} {}/{n}", at + 1),
        n if n > 1 => format!("{file}:{line} +{}", n - 1),
        _ => format!("{file}:{line}"),
    }
}

/// A row, with the place of it that the source shows.
fn draw_row(app: &App, theme: &Theme, row: &SideRow, site: usize) -> Row {
    let fold = match row.open {
        Some(true) => "▾ ",
        Some(false) => "▸ ",
        None if matches!(row.what, RowWhat::Heading(..) | RowWhat::Words(..) | RowWhat::Command(..)) => "",
        None => "  ",
    };
    let indent = " ".repeat(2 * usize::from(row.depth.min(12)));
    let head = vec![Span::raw(indent), Span::styled(fold, theme.key)];
    let name = row.text().to_owned();
    match &row.what {
        RowWhat::Heading(_, note) => {
            Row { head, notes: vec![note.clone()], least: 0, ..Row::of(name, theme.title, theme) }
        }
        RowWhat::Symbol { kind, marks, sure, note, .. } => {
            let places = row.place.as_ref().map_or_else(String::new, |place| places(place, site));
            let parts = [note.as_str(), sure.sign(), places.as_str()];
            let end = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
            let note_style = match sure {
                Sure::Sure => theme.faint,
                Sure::Likely => theme.key,
                Sure::Doubtful => theme.bad,
            };
            let kind_sign = Span::styled(format!("{} ", theme.kind(*kind)), theme.key);
            let head = head.into_iter().chain([kind_sign]).collect();
            let (kind, marks, notes) = (Some(*kind), marks.clone(), vec![end, places]);
            Row { head, kind, marks, notes, note_style, ..Row::of(name, Style::new(), theme) }
        }
        RowWhat::Command(_, shown) => {
            Row { head, cut: Cut::Words, ..Row::of(shown.clone(), theme.plain, theme) }
        }
        RowWhat::Commit(..) => Row { head, cut: Cut::Words, ..Row::of(name, theme.plain, theme) },
        RowWhat::Words(_, tone) => {
            let style = match tone {
                RowTone::Plain => theme.plain,
                RowTone::Strong => theme.strong,
                RowTone::Faint => theme.faint,
                RowTone::Key => theme.key,
                RowTone::Good => theme.good,
                RowTone::Bad => theme.bad,
            };
            let left = if app.panel() == Panel::Pack { app.ctx.side.left } else { 0 };
            let head = std::iter::once(Span::raw(" ")).chain(head).collect();
            Row { head, cut: Cut::Words, ..Row::of(name.chars().skip(left).collect(), style, theme) }
        }
    }
}
