//! The side of every view: the letters of the panels, and the rows of the open one.

use std::ops::Range;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::list::List;
use crate::app::App;
use crate::app::layout::PaneArea;
use crate::app::msg::Tone;
use crate::app::pane::slot::Slot;
use crate::app::side::{Panel, RowPlace, RowTone, RowWhat, SideRow};
use crate::app::sure::Sure;
use crate::model::{clean, counted, grouped};
use crate::secrets::{describe, masked_in};
use crate::ui::area::rect;
use crate::ui::distinguish::{beside, disambiguate};
use crate::ui::list_parts::filter_title;
use crate::ui::package_colour::with_package_colour;
use crate::ui::text::{cut, cut_name, line, right, title};
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
    let drawn =
        List { rows, area: rect(area), focused: focused && !panel.is_text(), late: false, pick: 0, theme };
    let shown = drawn.shown();
    let aparts = aparts(app, slot, shown.clone());
    drawn.draw(buffer, |buffer, place, at, selected| {
        let row = &list.rows[at];
        let site = (selected && drawn.focused).then_some(list.site);
        draw_row(buffer, app, theme, place, (row, site, &aparts[at - shown.start]));
        if selected && panel == Panel::Pack {
            // The text is shown byte for byte and has no room for a sign, so bold marks the row besides the background.
            buffer.set_style(place, Style::new().add_modifier(Modifier::BOLD));
        }
        let picked = row.symbol.zip(app.ctx.side.snapshot.as_ref());
        picked.is_some_and(|(symbol, snapshot)| app.ctx.picks.has(snapshot, symbol))
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
        let is_open = panel == tab.panel;
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

/// For each row in sight what sets it apart from others that read the same.
fn aparts(app: &App, slot: Slot, rows: Range<usize>) -> Vec<String> {
    let side = &app.ctx.side;
    let Some(snapshot) = &side.snapshot else { return vec![String::new(); rows.len()] };
    let graph = snapshot.graph();
    let place = |row: &SideRow| match (&row.what, row.symbol) {
        (RowWhat::Symbol { label, .. }, Some(id)) => {
            let (path, line) = graph.place(id);
            (label.clone(), path.to_owned(), line)
        }
        // Nothing else has the key of a row.
        _ => (row.key.clone(), String::new(), 0),
    };
    disambiguate(&side.list_in(slot).rows[rows].iter().map(place).collect::<Vec<_>>())
}

/// The lines of a row in short: the one at `at`, with its file unless uses are listed, and how many there are.
fn places(place: &RowPlace, at: usize) -> String {
    let line = place.lines.get(at).or(place.lines.first()).copied().unwrap_or(1);
    let file = match place.path.rsplit('/').next() {
        Some(file) if !place.are_uses => clean(file).into_owned(),
        _ => String::new(),
    };
    match place.lines.len() {
        n if n > 1 && at > 0 => format!("{file}:{line} {}/{n}", at + 1),
        n if n > 1 => format!("{file}:{line} +{}", n - 1),
        _ => format!("{file}:{line}"),
    }
}

/// Draws a row; the selected one has the place that the source shows.
fn draw_row(buffer: &mut Buffer, app: &App, theme: &Theme, area: Rect, row: (&SideRow, Option<usize>, &str)) {
    let (row, site, apart) = row;
    let width = usize::from(area.width);
    let indent = 2 * usize::from(row.depth.min(12));
    let fold = match row.open {
        Some(true) => "▾ ",
        Some(false) => "▸ ",
        None if matches!(row.what, RowWhat::Heading(..) | RowWhat::Words(..)) => "",
        None => "  ",
    };
    let mut spans = vec![Span::styled(if site.is_some() { "▌" } else { " " }, theme.focus)];
    let end = match &row.what {
        RowWhat::Heading(text, note) => {
            let room = width.saturating_sub(1 + indent + fold.width() + note.width() + 1);
            spans.push(Span::raw(" ".repeat(indent)));
            spans.push(Span::styled(fold, theme.key));
            spans.push(Span::styled(cut_name(text, room).0, theme.title));
            Span::styled(note.clone(), theme.faint)
        }
        RowWhat::Symbol { .. } => {
            spans.push(Span::raw(" ".repeat(indent)));
            spans.push(Span::styled(fold, theme.key));
            name_symbol(&mut spans, row, site.unwrap_or(0), apart, width, theme)
        }
        RowWhat::Command(_, text) => {
            spans.push(Span::raw(" ".repeat(indent)));
            spans.push(Span::styled(text.clone(), theme.plain));
            Span::default()
        }
        RowWhat::Commit(_, text) => {
            let room = width.saturating_sub(1 + indent + fold.width());
            spans.push(Span::styled(fold, theme.key));
            spans.push(Span::styled(cut(text, room), theme.plain));
            Span::default()
        }
        RowWhat::Words(text, tone) => {
            let style = match tone {
                RowTone::Plain => theme.plain,
                RowTone::Strong => theme.strong,
                RowTone::Faint => theme.faint,
                RowTone::Key => theme.key,
                RowTone::Told(Tone::Good) => theme.good,
                RowTone::Told(Tone::Bad) => theme.bad,
            };
            let left = if app.panel() == Panel::Pack { app.ctx.side.left } else { 0 };
            let text: String = text.chars().skip(left).collect();
            let room = width.saturating_sub(2 + indent + fold.width());
            spans.push(Span::raw(" ".repeat(indent + 1)));
            spans.push(Span::styled(fold, theme.key));
            spans.push(Span::styled(cut(&text, room), style));
            Span::default()
        }
    };
    let shown = Line::from(spans);
    let taken = shown.width();
    line(buffer, area, 0, &shown);
    right(buffer, area, 0, taken, &end.content, end.style);
}

/// Appends the kind and the name of a symbol's row to its head, and returns its end: how sure it is, and the line at `site`.
fn name_symbol(
    spans: &mut Vec<Span<'static>>,
    row: &SideRow,
    site: usize,
    apart: &str,
    width: usize,
    theme: &Theme,
) -> Span<'static> {
    let RowWhat::Symbol { kind, label, marks, sure, note } = &row.what else { return Span::default() };
    let places = row.place.as_ref().map_or_else(String::new, |place| places(place, site));
    let style = match sure {
        Sure::Sure => theme.faint,
        Sure::Likely => theme.key,
        Sure::Doubtful => theme.bad,
    };
    let parts = [note.as_str(), sure.sign(), places.as_str()];
    let end = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let head = spans.iter().map(Span::width).sum::<usize>() + 2;
    let end = if head + end.width() + 12 > width { places } else { end };
    let room = width.saturating_sub(head + marks.width() + end.width() + 1);
    let apart = if apart.is_empty() { String::new() } else { beside(apart, label.width(), room) };
    let taken = apart.width() + usize::from(!apart.is_empty());
    let name = vec![Span::styled(cut_name(label, room.saturating_sub(taken)).0, Style::new())];
    spans.push(Span::styled(format!("{} ", theme.kind(*kind)), theme.key));
    spans.extend(with_package_colour(name, (label, *kind), theme));
    spans.push(Span::styled(marks.clone(), theme.faint));
    if !apart.is_empty() {
        spans.push(Span::styled(format!(" {apart}"), theme.faint));
    }
    Span::styled(end, style)
}
