//! The source pane of the Symbols view: breadcrumb, text with its cursor, and scroll bar with marks.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget};
use unicode_width::UnicodeWidthStr;

use super::super::list_parts::filter_title;
use super::super::scroll_bar::{self, THUMB, thumb};
use super::super::source::{BEHIND, differs, draw_caret, draw_removed, mark_bar, put_cursor, sign, x_of};
use super::super::text::{cut, cut_left, line, mark_more, title, wrapped};
use super::super::theme::Theme;
use crate::app::App;
use crate::app::hover::Hover;
use crate::app::job::JobKind;
use crate::app::source::{Caret, Differs, Shown, SourceLine, SourceText};
use crate::app::symbol_rows::SymbolSource;
use crate::app::symbols::{HEADS, SymbolsPane};
use crate::app::text_rows::{TextRow, TextRows};
use crate::model::{Graph, SymbolId, SymbolKind, clean};

/// Most columns of the box with a note about a name.
const WIDEST_HOVER: u16 = 90;

pub(super) fn draw(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect) {
    let symbols = &app.symbols;
    let focused = symbols.focus == SymbolsPane::Source;
    let Some(shown) = &symbols.shown else {
        return title(frame.buffer_mut(), area, theme, focused, "Source", "");
    };
    let caret = symbols.caret();
    let at = match caret {
        Some(caret) if focused => caret.row as u32 + 1,
        _ => shown.line,
    };
    draw_head(frame, app, theme, area, (shown, at));
    let buffer = frame.buffer_mut();
    let text = Rect { y: area.y + HEADS[1], height: area.height.saturating_sub(HEADS[1]), ..area };
    let Some(source) = symbols.text() else {
        let reading = if app.ctx.is_late(JobKind::Source) { "  reading …" } else { "" };
        return line(buffer, text, 0, &Line::styled(reading, theme.faint));
    };
    let caret_cell = draw_text(buffer, app, theme, text, (source, shown, caret.filter(|_| focused)));
    put_cursor(frame, app, caret_cell);
    if let Some(hover) = &symbols.reading.hover {
        draw_hover(frame.buffer_mut(), theme, text, caret_cell.map_or(text.y, |cell| cell.1), hover);
    }
}

/// The breadcrumb, and the signature of the declaration, which stays visible when its line is scrolled away.
fn draw_head(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect, (shown, at): (&Shown, u32)) {
    let symbols = &app.symbols;
    let focused = symbols.focus == SymbolsPane::Source;
    // The graph of the list is used, since the list of a newer one may still be awaited.
    let graph = symbols.listing.as_ref().and_then(|listing| match &listing.corpus {
        SymbolSource::Graph(snapshot) => Some(snapshot.graph()),
        SymbolSource::Glimpses(_) => None,
    });
    let around = graph.as_ref().and_then(|graph| {
        let meant = symbols.meant().filter(|_| at == shown.line && !focused);
        // The declaration around the place: for a call, the caller.
        let is_call = symbols.focus == SymbolsPane::Relations && !shown.sites.is_empty();
        let row = symbols.relations.get(symbols.relation.at).filter(|_| is_call);
        let holder = row.and_then(|row| row.places(graph)).map(|(holder, _)| holder);
        let of_row = meant.map(|id| holder.unwrap_or(id)).filter(|&id| graph.symbol(id).path() == shown.path);
        of_row.or_else(|| declared_at(graph, &shown.path, at))
    });
    let find = &symbols.reading.find;
    let is_told = find.typing || !find.hits.is_empty();
    let found = if is_told { format!("{} found", find.hits.len()) } else { String::new() };
    if find.typing {
        filter_title(frame, app, theme, area, (&find.line, true, focused), &found);
    } else {
        let place = clean(&format!("{}:{at}", shown.path)).into_owned();
        let room = usize::from(area.width).saturating_sub(4);
        let notes = [symbols.behind.then_some(BEHIND.to_owned()), is_told.then_some(found)];
        let note = notes.into_iter().flatten().collect::<Vec<_>>().join("  ");
        let crumbs = graph.as_ref().zip(around).map(|(graph, id)| breadcrumb(graph, id)).unwrap_or_default();
        let left = room.saturating_sub(place.width() + note.width() + 1);
        let fit = (0..crumbs.len()).map(|from| crumbs[from..].join(" › ")).find(|text| text.width() < left);
        let note = [note, fit.unwrap_or_default()].into_iter().filter(|note| !note.is_empty());
        let note = note.collect::<Vec<_>>().join("  ");
        let place = cut_left(&place, room.saturating_sub(note.width()));
        title(frame.buffer_mut(), area, theme, focused, &place, &note);
    }
    let signature = graph.zip(around).map(|(graph, id)| clean(graph.symbol(id).signature()).into_owned());
    let text = format!("  {}", signature.unwrap_or_default());
    let row = Line::styled(cut(&text, usize::from(area.width)), theme.strong);
    line(frame.buffer_mut(), area, 1, &row);
}

/// The innermost declaration that a line of a file lies in.
fn declared_at(graph: &Graph<'_>, path: &str, line: u32) -> Option<SymbolId> {
    let all = graph.symbols_of(graph.find_file(path)?).skip(1).map(|ix| graph.symbol(SymbolId(ix)));
    let around = all.filter(|symbol| (symbol.line()..=symbol.end_line()).contains(&line));
    around.max_by_key(|symbol| symbol.line()).map(|symbol| symbol.id)
}

/// The breadcrumb of a declaration: module, package, type, member.
fn breadcrumb(graph: &Graph<'_>, id: SymbolId) -> Vec<String> {
    let mut owners = vec![id];
    while let Some(owner) = graph.symbol(owners[owners.len() - 1]).owner() {
        owners.push(owner);
    }
    let package = graph.symbol(graph.symbol(id).package());
    let folder = graph.symbol(id).path().rsplit_once('/').map_or("", |(folder, _)| folder);
    let import = package.import_path().unwrap_or_default();
    let module = import.strip_suffix(folder).map_or(import, |module| module.trim_end_matches('/'));
    let named = |id: &SymbolId| {
        let symbol = graph.symbol(*id);
        (!symbol.kind().is_container()).then(|| symbol.name().to_owned())
    };
    let names = owners.iter().rev().filter_map(named);
    let package = (package.kind() == SymbolKind::Package).then(|| package.name().to_owned());
    let all = std::iter::once(module.to_owned()).chain(package).chain(names);
    all.filter(|name| !name.is_empty()).map(|name| clean(&name).into_owned()).collect()
}

/// Draws the text; returns the cell of the cursor, if it is visible.
fn draw_text(
    buffer: &mut Buffer,
    app: &App,
    theme: &Theme,
    area: Rect,
    (source, shown, caret): (&SourceText, &Shown, Option<Caret>),
) -> Option<(u16, u16)> {
    let reading = &app.symbols.reading;
    let top = shown.top.filter(|_| area.width > 0)?;
    let has_bar = source.lines.len() > usize::from(area.height);
    let beside = reading.authors.width(area.width);
    let bar = area.right() - u16::from(has_bar);
    let area = Rect { width: area.width - u16::from(has_bar) - beside, ..area };
    let changes = app.ctx.changes_of(source);
    let (wraps, height) = (app.symbols.wraps(&app.ctx), usize::from(area.height));
    let rows = TextRows { text: source, changes: &changes, folds: &reading.folds, wraps, height };
    let room = wraps.unwrap_or(usize::from(area.width.saturating_sub(source.gutter() as u16))).max(1);
    let rows = rows.from(top);
    let (mut cell, mut last) = (None, top);
    for (y, shown_row) in rows.iter().enumerate() {
        let whole = Rect { y: area.y + y as u16, height: 1, ..area };
        let TextRow::Line { row, from } = *shown_row else {
            draw_removed(buffer, whole, (source, shown.left), shown_row, theme);
            continue;
        };
        last = row;
        if beside > 0 && from == 0 {
            let authors = Rect { x: area.right(), width: beside, ..whole };
            draw_authors(buffer, app, theme, authors, (source, row, y == 0));
        }
        let is_first = from == 0;
        let from = if reading.wraps { from } else { shown.left };
        let differs = differs(&changes, &rows, y);
        draw_row(buffer, app, theme, whole, (source, shown, differs, is_first), (row, from, room));
        let is_selected =
            caret.and_then(|caret| shown.selected(caret.row)).is_some_and(|rows| rows.contains(&row));
        match caret {
            _ if is_selected => buffer.set_style(whole, theme.selected),
            Some(caret) if caret.row == row => {
                let drawn = draw_caret(buffer, whole, source, from, caret, theme);
                cell = drawn.or(cell);
            }
            _ => {}
        }
    }
    if has_bar {
        draw_bar(
            buffer,
            app,
            theme,
            Rect { x: bar, width: 1, ..area },
            (source, shown, &changes.lines, top..last + 1),
        );
    }
    cell
}

/// Draws who changed a line last, and when.
fn draw_authors(
    buffer: &mut Buffer,
    app: &App,
    theme: &Theme,
    area: Rect,
    (source, row, is_first): (&SourceText, usize, bool),
) {
    let width = usize::from(area.width).saturating_sub(2);
    let text = match app.symbols.reading.authors.of(&source.path, source.print) {
        Some(authors) => authors.beside(row, is_first, width),
        None if is_first && app.ctx.is_late(JobKind::Authors) => "reading …".to_owned(),
        None => String::new(),
    };
    line(buffer, area, 0, &Line::styled(format!("│ {}", cut(&text, width)), theme.faint));
}

fn draw_row(
    buffer: &mut Buffer,
    app: &App,
    theme: &Theme,
    area: Rect,
    (source, shown, differs, is_first): (&SourceText, &Shown, Option<Differs>, bool),
    (row, from, room): (usize, usize, usize),
) {
    let (reading, behind) = (&app.symbols.reading, app.symbols.behind);
    let (number, gutter) = (row as u32 + 1, source.gutter());
    let digits = gutter - 2;
    let mark = match () {
        () if behind || !is_first => " ",
        () if number == shown.line => "▸",
        () if shown.sites.contains(&number) => "›",
        () => " ",
    };
    let label = if is_first { format!("{number:>digits$}") } else { " ".repeat(digits) };
    let (sign, of_sign) = differs.map_or((" ", theme.faint), |differs| sign(differs, theme));
    let mut spans =
        vec![Span::styled(mark, theme.focus), Span::styled(label, theme.faint), Span::styled(sign, of_sign)];
    let letters = if reading.wraps { room } else { usize::MAX };
    spans.extend(part(&source.lines[row], from, letters, theme));
    let text = Line::from(spans);
    line(buffer, area, 0, &text);
    let gutter = gutter as u16;
    if text.width() > usize::from(area.width) && area.width > gutter {
        mark_more(buffer, area, area.y, theme.key);
    }
    if !reading.wraps && from > 0 && area.width > gutter && !source.lines[row].is_empty() {
        buffer.set_string(area.x + gutter - 1, area.y, "…", theme.key);
    }
    if mark != " " {
        buffer.set_style(area, theme.marked);
    }
    let hidden = reading.folds.below(row);
    if hidden > 0 {
        let label = format!(" … {hidden} lines");
        let x = area.x + (text.width() as u16).min(area.width.saturating_sub(label.width() as u16));
        buffer.set_stringn(x, area.y, label, usize::from(area.right().saturating_sub(x)), theme.key);
    }
    let first = reading.find.hits.partition_point(|hit| hit.row < row);
    for hit in reading.find.hits[first..].iter().take_while(|hit| hit.row == row) {
        let columns = hit.columns.start.max(from)..hit.columns.end.min(from.saturating_add(room));
        if !columns.is_empty() {
            let [x, end] = [columns.start, columns.end].map(|column| x_of(&source.lines[row], from, column));
            let end = (area.x + gutter + end).min(area.right());
            let x = (area.x + gutter + x).min(end);
            buffer.set_style(Rect { x, width: end - x, ..area }, theme.lit);
        }
    }
}

/// The scroll bar: the visible part of the text, the marked lines and the search hits.
fn draw_bar(
    buffer: &mut Buffer,
    app: &App,
    theme: &Theme,
    area: Rect,
    (source, shown, differing, seen): (&SourceText, &Shown, &[(u32, Differs)], std::ops::Range<usize>),
) {
    let lines = source.lines.len();
    for y in thumb(seen, lines, area.height) {
        buffer.set_string(area.x, area.y + y, THUMB, theme.thumb);
    }
    let sites = if app.symbols.behind { &[][..] } else { &shown.sites };
    mark_bar(buffer, area, lines, (differing, sites), theme);
    for hit in &app.symbols.reading.find.hits {
        buffer.set_string(area.x, area.y + scroll_bar::cell(hit.row, lines, area.height), "•", theme.lit);
    }
}

/// `letters` characters of a line, beginning at `from`.
fn part(line: &SourceLine, from: usize, letters: usize, theme: &Theme) -> Vec<Span<'static>> {
    let (mut skip, mut left) = (from, letters);
    line.iter()
        .filter_map(|(tint, text)| {
            let rest: String = text.chars().skip(skip).take(left).collect();
            skip = skip.saturating_sub(text.chars().count());
            left -= rest.chars().count().min(left);
            (!rest.is_empty()).then(|| Span::styled(rest, theme.tint(*tint)))
        })
        .collect()
}

/// A box below the cursor, or above it where there is no room.
fn draw_hover(buffer: &mut Buffer, theme: &Theme, area: Rect, cursor: u16, hover: &Hover) {
    let width = area.width.min(WIDEST_HOVER);
    let room = usize::from(width.saturating_sub(4));
    if room < 8 {
        return;
    }
    let mut rows: Vec<Line<'_>> =
        wrapped(&hover.head, room).into_iter().map(|row| Line::styled(row, theme.strong)).collect();
    let doc = hover.doc.iter().flat_map(|text| wrapped(text, room));
    rows.extend(doc.map(|row| Line::styled(row, theme.plain)));
    if !hover.path.is_empty() {
        let place = clean(&format!("{}:{}", hover.path, hover.line)).into_owned();
        rows.push(Line::styled(cut_left(&place, room), theme.faint));
    }
    let height = (rows.len() as u16 + 2).min(area.height);
    let below = area.bottom().saturating_sub(cursor + 1);
    let y = if below >= height { cursor + 1 } else { cursor.saturating_sub(height).max(area.y) };
    let whole = Rect { y, width, height: height.min(area.bottom() - y), ..area };
    Clear.render(whole, buffer);
    buffer.set_style(whole, theme.plain);
    let block = Block::bordered().border_type(BorderType::Rounded).border_style(theme.focus);
    let inner = block.inner(whole);
    block.render(whole, buffer);
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(1), ..inner };
    for (y, row) in rows.iter().enumerate() {
        line(buffer, inner, y as u16, row);
    }
}
