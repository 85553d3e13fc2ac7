//! The relations pane of the Symbols view.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::super::area::rect;
use super::super::distinguish::{beside, disambiguate};
use super::super::list_parts::{draw_pick, draw_problem, filter_title, marks};
use super::super::package_colour::with_package_colour;
use super::super::scroll_bar::scroll_bar;
use super::super::text::{cut, cut_name, line, percent, right, title, wrapped};
use super::super::theme::Theme;

use crate::app::App;
use crate::app::filter::Filter;
use crate::app::listing::Listing;
use crate::app::pane::slot::Slot;
use crate::app::relations::{HEADING, NOTE, RelationOrder, RelationRow, count};
use crate::app::symbol_rows::{SymbolRows, SymbolSource};
use crate::app::symbols::{AroundColumn, HEADS};
use crate::model::{EdgeKind, Graph, Origin, clean, grouped};

pub(super) fn draw(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect) {
    let symbols = &app.symbols;
    let focused = symbols.slots.focus == Slot::Side;
    relations_title(frame, app, theme, area, focused);
    let buffer = frame.buffer_mut();
    let Some(Listing { corpus: SymbolSource::Graph(snapshot), .. }) = &symbols.listing else {
        let text = " known once there is an index";
        return line(buffer, area, 1, &Line::styled(text, theme.faint));
    };
    let graph = snapshot.graph();
    let height = usize::from(area.height.saturating_sub(HEADS[2]));
    let visible = symbols.relation.visible(symbols.relations.len(), height);
    let rows = Rect { y: area.y + HEADS[2], height: height as u16, ..area };
    let rows = scroll_bar(buffer, rows, (visible.clone(), symbols.relations.len()), theme);
    let visible: Vec<(usize, usize)> = visible.enumerate().collect();
    draw_rows(buffer, app, theme, &graph, Rect { width: rows.width, ..area }, &visible);
    draw_filter_problem(buffer, app, theme, area);
}

/// Draws rows below the head of an area: each with its distance from the first, and its place among all.
fn draw_rows(
    buffer: &mut Buffer,
    app: &App,
    theme: &Theme,
    graph: &Graph<'_>,
    area: Rect,
    visible: &[(usize, usize)],
) {
    let symbols = &app.symbols;
    let focused = symbols.slots.focus == Slot::Side;
    let rows: Vec<&RelationRow> = visible.iter().map(|(_, at)| &symbols.relations[*at]).collect();
    for ((y, at), apart) in visible.iter().zip(apart(graph, &rows)) {
        let whole = Rect { y: area.y + HEADS[2] + *y as u16, height: 1, ..area };
        let selected = focused && *at == symbols.relation.at;
        let row = &symbols.relations[*at];
        relation(buffer, graph, (row, &apart), theme, whole, selected.then_some(symbols.around.site));
        let is_picked = row.other().zip(symbols.graph()).is_some_and(|(id, of)| app.ctx.picks.has(of, id));
        if is_picked {
            draw_pick(buffer, whole, 2, theme);
        }
    }
}

/// Draws what depends on the symbol left of the source, and what the symbol depends on right of it.
pub(super) fn draw_columns(
    frame: &mut Frame<'_>,
    app: &App,
    theme: &Theme,
    [left, right]: &[AroundColumn; 2],
) {
    let symbols = &app.symbols;
    let focused = symbols.slots.focus == Slot::Side;
    let Some(Listing { corpus: SymbolSource::Graph(snapshot), .. }) = &symbols.listing else { return };
    relations_title(frame, app, theme, rect(left.area), focused && left.has_cursor);
    let buffer = frame.buffer_mut();
    let [above, below] = right.rows.hidden;
    let counts = [("↑", above), ("↓", below)].into_iter().filter(|(_, hidden)| *hidden > 0);
    let note: Vec<String> =
        counts.map(|(sign, hidden)| format!("{sign} {}", grouped(hidden as u64))).collect();
    let has_keys = focused && right.has_cursor;
    title(buffer, rect(right.area), theme, has_keys, "What it depends on", &note.join("  "));
    let graph = snapshot.graph();
    for column in [left, right] {
        draw_rows(buffer, app, theme, &graph, rect(column.area), &column.rows.shown);
    }
    draw_filter_problem(buffer, app, theme, rect(left.area));
}

/// Draws what is wrong with the filter, or that nothing matches it.
fn draw_filter_problem(buffer: &mut Buffer, app: &App, theme: &Theme, area: Rect) {
    let symbols = &app.symbols;
    if let Some(problem) = Filter::parse(symbols.around.line.text()).problem {
        let at = symbols.relation.at.saturating_sub(symbols.relation.offset) as u16;
        let rows = wrapped(&problem, usize::from(area.width).saturating_sub(3));
        draw_problem(buffer, area, &rows, (HEADS[2], HEADS[2] + at), theme);
    } else if symbols.relations.is_empty() && symbols.around.is_filtered() {
        line(buffer, area, HEADS[2], &Line::styled("  nothing matches; esc clears the filter", theme.faint));
    }
}

/// The distinguishing parts of neighbours with the same label, as in the list.
fn apart(graph: &Graph<'_>, rows: &[&RelationRow]) -> Vec<String> {
    let place = |row: &&RelationRow| {
        let RelationRow::Edge { other, .. } = *row else { return <(String, String, u32)>::default() };
        let other = graph.symbol(*other);
        (other.label(), other.path().to_owned(), other.line())
    };
    disambiguate(&rows.iter().map(place).collect::<Vec<_>>())
}

/// The pane's title: its symbol, or its filter if there is one; how many rows are left, and their order.
fn relations_title(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect, focused: bool) {
    let (symbols, around) = (&app.symbols, &app.symbols.around);
    let by_line = match (around.sure && symbols.call_path.is_none(), around.order) {
        (false, RelationOrder::Importance) => "",
        (false, RelationOrder::Line) => "by line",
        (true, RelationOrder::Importance) => "sure",
        (true, RelationOrder::Line) => "sure, by line",
    };
    if around.typing || around.is_filtered() {
        let of =
            format!("{} of {}", grouped(count(&symbols.relations) as u64), grouped(around.total() as u64));
        let note = format!("{by_line}{}{of}", if by_line.is_empty() { "" } else { "  " });
        return filter_title(frame, app, theme, area, (&around.line, around.typing, focused), &note);
    }
    if let Some(call_path) = &symbols.call_path {
        let heading = from_to(call_path.ends(), usize::from(area.width).saturating_sub(2));
        return title(frame.buffer_mut(), area, theme, focused, &heading, "");
    }
    let subject = symbols.read_subject().map(|symbol| symbol.0);
    let of = subject
        .or(symbols.row())
        .zip(symbols.listing.as_ref())
        .and_then(|(row, listing)| listing.corpus.entry(row, |entry| clean(&entry.label()).into_owned()));
    let heading = format!("Around {}", of.unwrap_or_default());
    title(frame.buffer_mut(), area, theme, focused, &heading, by_line);
}

/// The two ends of the call paths, in `room` columns: each name gets half, and what the other does not need.
fn from_to([from, to]: [String; 2], room: usize) -> String {
    let room = room.saturating_sub("Paths from  to ".len());
    let half = room / 2;
    let most = |own: &str, other: &str| cut_name(own, (room - other.width().min(half)).max(half)).0;
    format!("Paths from {} to {}", most(&from, &to), most(&to, &from))
}

/// The first of some places and how many more there are (if `short` only a sign that there are more), and the shown
/// one if it is another.
fn places(lines: &[u32], shown: Option<usize>, short: bool) -> String {
    match (lines, shown) {
        ([], _) => String::new(),
        ([only], _) => format!(":{only}"),
        (_, Some(at)) if at > 0 && at < lines.len() => format!(":{} {}/{}", lines[at], at + 1, lines.len()),
        ([first, ..], _) if short => format!(":{first}+"),
        ([first, more @ ..], _) => format!(":{first} +{}", more.len()),
    }
}

/// A row; for the one under the cursor also which of its places is shown.
fn relation(
    buffer: &mut Buffer,
    graph: &Graph<'_>,
    (row, apart): (&RelationRow, &str),
    theme: &Theme,
    area: Rect,
    site: Option<usize>,
) {
    let (width, selected) = (usize::from(area.width), site.is_some());
    match row {
        RelationRow::Heading(text) => {
            let text = cut(&clean(text), width.saturating_sub(HEADING));
            line(buffer, area, 0, &Line::styled(format!("{:HEADING$}{text}", ""), theme.title));
        }
        RelationRow::Note(text) => {
            let mark = Span::styled(if selected { "▸  " } else { "   " }, theme.focus);
            let text = Span::styled(cut(&clean(text), width.saturating_sub(NOTE)), theme.faint);
            line(buffer, area, 0, &Line::from(vec![mark, text]));
        }
        RelationRow::Edge { edge, other, incoming } => {
            let entry = graph.entry(other.ix());
            let label = entry.map_or(String::new(), |entry| clean(&entry.label()).into_owned());
            // Marks show tests without colour, as in the list.
            let marks = entry.map_or(String::new(), |entry| marks(entry.flags));
            let lines = row.places(graph).map_or_else(Default::default, |(_, lines)| lines);
            let (edge, other) = (graph.edge(*edge), graph.symbol(*other));
            let arrow = if *incoming { "←" } else { "→" };
            let sure = percent(edge.strength());
            // With little room the neighbour's name comes before how the edge was bound.
            let is_value = edge.kind == EdgeKind::Uses && graph.symbol(edge.to).kind().is_callable();
            let value = if is_value { "value, " } else { "" };
            // A certain edge that is bound as written needs no note.
            let is_plain = sure == "100%" && !(edge.origin.is_through() || edge.origin == Origin::Name);
            let how = match () {
                () if is_plain => value.trim_end_matches(", ").to_owned(),
                () if width < 50 => format!("{value}{sure}"),
                () => format!("{value}{} {sure}", edge.origin.name()),
            };
            let mark = if selected { "▸" } else { " " };
            let room = width.saturating_sub(how.chars().count() + 1 + 6 + marks.chars().count());
            let mut sites = places(&lines, site, false);
            let gap = if apart.is_empty() { 0 } else { 2 };
            if label.width() + sites.len() + gap + apart.width() > room {
                // It also comes before the number of further places.
                sites = places(&lines, site, true);
            }
            let mut name_room = room.saturating_sub(sites.len());
            let mut end = how;
            if !apart.is_empty() {
                let apart = beside(apart, label.width(), name_room.saturating_sub(1));
                name_room = name_room.saturating_sub(gap + apart.width());
                end = if end.is_empty() { apart } else { format!("{apart}  {end}") };
            }
            let mut spans = vec![
                Span::styled(format!("{mark}{arrow} "), theme.focus),
                Span::styled(format!("{} ", theme.kind(other.kind())), theme.key),
            ];
            let style = if other.is_test() { theme.faint } else { Style::new() };
            let name = vec![Span::styled(cut_name(&label, name_room).0, style)];
            spans.extend(with_package_colour(name, (&label, other.kind()), theme));
            spans.push(Span::styled(format!("{marks} {sites}"), theme.faint));
            let row = Line::from(spans);
            let taken = row.width();
            line(buffer, area, 0, &row);
            right(buffer, area, 0, taken, &end, theme.faint);
        }
    }
    if selected {
        buffer.set_style(area, theme.selected);
    }
}
