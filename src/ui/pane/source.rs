//! The source of every view: breadcrumb, text with its cursor, and scroll bar with marks.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget};
use unicode_width::UnicodeWidthStr;

use crate::app::App;
use crate::app::hover::Hover;
use crate::app::job::JobKind;
use crate::app::pane::slot::SOURCE_HEAD;
use crate::app::pane::source::SourcePane;
use crate::app::source::{Caret, Differs, Shown, SourceLine, SourceText};
use crate::app::text_rows::{TextRow, TextRows};
use crate::model::{Graph, SymbolId, SymbolKind, clean};
use crate::ui::list_parts::filter_title;
use crate::ui::scroll_bar;
use crate::ui::source::{BEHIND, differs, draw_caret, draw_removed, mark_bar, put_cursor, sign, x_of};
use crate::ui::text::{at_version, cut, cut_left, line, mark_more, title, wrapped};
use crate::ui::theme::Theme;

/// Most columns of the box with a note about a name.
const WIDEST_HOVER: u16 = 90;

/// Draws the source of the view in sight.
pub(in crate::ui) fn draw(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect) {
    let (pane, has_keys, text_area) = app.source();
    let Some(shown) = &pane.shown else {
        return title(frame.buffer_mut(), area, theme, has_keys, "Source", "");
    };
    let caret = pane.caret().filter(|_| has_keys);
    let at = caret.map_or(shown.line, |caret| caret.row as u32 + 1);
    draw_head(frame, app, theme, area, (pane, has_keys, at));
    let buffer = frame.buffer_mut();
    let text = Rect { y: area.y + SOURCE_HEAD, height: area.height.saturating_sub(SOURCE_HEAD), ..area };
    let Some(source) = pane.text() else {
        let reading = if app.ctx.is_late(JobKind::Source) { "  reading …" } else { "" };
        return line(buffer, text, 0, &Line::styled(reading, theme.faint));
    };
    let wraps = pane.wraps_at(text_area);
    let caret_cell = draw_text(buffer, app, theme, text, (pane, source, shown, caret, wraps));
    put_cursor(frame, app, caret_cell);
    if let Some(hover) = &pane.hover {
        draw_hover(frame.buffer_mut(), theme, text, caret_cell.map_or(text.y, |cell| cell.1), hover);
    }
}

/// The breadcrumb, and the signature of the declaration, which stays visible when its line is scrolled away.
fn draw_head(
    frame: &mut Frame<'_>,
    app: &App,
    theme: &Theme,
    area: Rect,
    (pane, has_keys, at): (&SourcePane, bool, u32),
) {
    let Some(shown) = &pane.shown else { return };
    let graph = app.ctx.index.snapshot.as_ref().map(|snapshot| snapshot.graph());
    let is_of_tree = pane.version().is_none();
    let around = graph.as_ref().filter(|_| is_of_tree).and_then(|graph| {
        let selected = || app.current().filter(|&id| graph.symbol(id).path() == shown.path);
        declared_at(graph, &shown.path, at).or_else(selected)
    });
    let find = &pane.find;
    let is_told = find.prompt.open || !find.hits.is_empty();
    let found = if is_told { format!("{} found", find.hits.len()) } else { String::new() };
    if find.prompt.open {
        filter_title(frame, app, theme, area, (&find.prompt, has_keys), &found);
    } else {
        let place = if at == 0 { shown.path.clone() } else { format!("{}:{at}", shown.path) };
        let place = clean(&at_version(place, pane.version())).into_owned();
        let room = usize::from(area.width).saturating_sub(4);
        let notes = [pane.behind.then_some(BEHIND.to_owned()), is_told.then_some(found)];
        let note = notes.into_iter().flatten().collect::<Vec<_>>().join("  ");
        let crumbs = graph.as_ref().zip(around).map(|(graph, id)| breadcrumb(graph, id)).unwrap_or_default();
        let left = room.saturating_sub(place.width() + note.width() + 1);
        let fit = (0..crumbs.len()).map(|from| crumbs[from..].join(" › ")).find(|text| text.width() < left);
        let note = [note, fit.unwrap_or_default()].into_iter().filter(|note| !note.is_empty());
        let note = note.collect::<Vec<_>>().join("  ");
        let place = cut_left(&place, room.saturating_sub(note.width()));
        title(frame.buffer_mut(), area, theme, has_keys, &place, &note);
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
    (pane, source, shown, caret, wraps): (&SourcePane, &SourceText, &Shown, Option<Caret>, Option<usize>),
) -> Option<(u16, u16)> {
    let top = shown.top.filter(|_| area.width > 0)?;
    let has_bar = source.lines.len() > usize::from(area.height);
    let beside = pane.authors.width(area.width);
    let bar = area.right() - u16::from(has_bar);
    let area = Rect { width: area.width.saturating_sub(2 * u16::from(has_bar) + beside), ..area };
    let changes = app.ctx.changes_of(source);
    let height = usize::from(area.height);
    let rows = TextRows { text: source, changes: &changes, folds: &pane.folds, wraps, height };
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
            draw_authors(buffer, app, theme, authors, (pane, source, row, y == 0));
        }
        let is_first = from == 0;
        let from = if pane.wraps { from } else { shown.left };
        let differs = differs(&changes, &rows, y);
        draw_row(buffer, pane, theme, whole, (source, shown, differs, is_first), (row, from, room));
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
            pane,
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
    (pane, source, row, is_first): (&SourcePane, &SourceText, usize, bool),
) {
    let width = usize::from(area.width).saturating_sub(2);
    let text = match pane.authors.of(&source.path, source.print) {
        Some(authors) => authors.beside(row, is_first, width),
        None if is_first && app.ctx.is_late(JobKind::Authors) => "reading …".to_owned(),
        None => String::new(),
    };
    line(buffer, area, 0, &Line::styled(format!("│ {}", cut(&text, width)), theme.faint));
}

fn draw_row(
    buffer: &mut Buffer,
    pane: &SourcePane,
    theme: &Theme,
    area: Rect,
    (source, shown, differs, is_first): (&SourceText, &Shown, Option<Differs>, bool),
    (row, from, room): (usize, usize, usize),
) {
    let (number, gutter) = (row as u32 + 1, source.gutter());
    let digits = gutter - 2;
    let mark = match () {
        () if pane.behind || !is_first => " ",
        () if number == shown.line => "▸",
        () if shown.sites.contains(&number) => "›",
        () => " ",
    };
    let label = if is_first { format!("{number:>digits$}") } else { " ".repeat(digits) };
    let (sign, of_sign) = differs.map_or((" ", theme.faint), |differs| sign(differs, theme));
    let mut spans =
        vec![Span::styled(mark, theme.focus), Span::styled(label, theme.faint), Span::styled(sign, of_sign)];
    let letters = if pane.wraps { room } else { usize::MAX };
    spans.extend(part(&source.lines[row], from, letters, theme));
    let text = Line::from(spans);
    line(buffer, area, 0, &text);
    let gutter = gutter as u16;
    if text.width() > usize::from(area.width) && area.width > gutter {
        mark_more(buffer, area, area.y, theme.key);
    }
    if !pane.wraps && from > 0 && area.width > gutter && !source.lines[row].is_empty() {
        buffer.set_string(area.x + gutter - 1, area.y, "…", theme.key);
    }
    if mark != " " {
        buffer.set_style(area, theme.marked);
    }
    let hidden = pane.folds.below(row);
    if hidden > 0 {
        let label = format!(" … {hidden} lines");
        let x = area.x + (text.width() as u16).min(area.width.saturating_sub(label.width() as u16));
        buffer.set_stringn(x, area.y, label, usize::from(area.right().saturating_sub(x)), theme.key);
    }
    let first = pane.find.hits.partition_point(|hit| hit.row < row);
    for hit in pane.find.hits[first..].iter().take_while(|hit| hit.row == row) {
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
    pane: &SourcePane,
    theme: &Theme,
    area: Rect,
    (source, shown, differing, seen): (&SourceText, &Shown, &[(u32, Differs)], std::ops::Range<usize>),
) {
    let lines = source.lines.len();
    scroll_bar::draw(buffer, area, (seen, lines), theme);
    let sites = if pane.behind { &[][..] } else { &shown.sites };
    mark_bar(buffer, area, lines, (differing, sites), theme);
    for hit in &pane.find.hits {
        buffer.set_string(
            area.x,
            area.y + scroll_bar::cell(hit.row, lines, area.height),
            scroll_bar::MARK,
            theme.lit,
        );
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
