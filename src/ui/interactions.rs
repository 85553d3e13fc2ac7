//! The Interactions view: recorded symbols as a list, why a row counts, and what changes together with it.

use std::sync::Arc;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::area::{cursor, rect};
use super::list_parts::draw_pick;
use super::package_colour::with_package_colour;
use super::pane;
use super::scroll_bar::scroll_bar;
use super::text::{cut, cut_left, line, right, rules_between, title, typed_style, wrapped};
use super::theme::Theme;
use crate::app::App;
use crate::app::ViewState;
use crate::app::interactions::{HEADS, InteractionRow, has_counts};
use crate::app::job::JobKind;
use crate::app::pane::slot::Slot;
use crate::interactions::{Act, HALF_LIFE_DAYS};
use crate::model::{SymbolId, age, clean};
use crate::rank::HISTORY_PART;

pub(super) fn draw(frame: &mut Frame<'_>, app: &App, theme: &Theme) {
    let panes = app.interactions.areas(&app.ctx).map(rect);
    rules_between(frame.buffer_mut(), panes, theme);
    let [list, why, partners] = panes;
    if list.height > 0 {
        draw_list(frame, app, theme, list);
    }
    let buffer = frame.buffer_mut();
    if why.height > 0 {
        draw_why(buffer, app, theme, why);
    }
    let side = app.areas()[2];
    if !pane::side::draw(frame, app, theme, side) && partners.height > 0 {
        draw_partners(frame.buffer_mut(), app, theme, partners);
    }
}

fn draw_list(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect) {
    let view = &app.interactions;
    let focused = view.slots.focus == Slot::List;
    let tracking = if app.ctx.settings.track_interactions { "tracking on" } else { "tracking off" };
    let head = format!("Remembered ({}) · {tracking}", view.sort.name());
    title(frame.buffer_mut(), area, theme, focused, &head, &view.rows.len().to_string());
    filter(frame, app, theme, area);
    let buffer = frame.buffer_mut();
    let wide = has_counts(area.width);
    let heads = if wide {
        "   score  shown  open  pin  copy  ban     last  symbol"
    } else {
        "   score     last  symbol"
    };
    line(buffer, area, 2, &Line::styled(heads, theme.faint));
    if view.rows.is_empty() {
        let text = match () {
            () if !view.filter.text().is_empty() => "nothing matches; esc clears the filter",
            () if app.ctx.settings.track_interactions => {
                "nothing yet: symbols shown, opened, kept or copied appear here"
            }
            () => "nothing is remembered; , t switches tracking on",
        };
        let text = cut(text, usize::from(area.width).saturating_sub(2));
        return line(buffer, area, HEADS[0], &Line::styled(format!("  {text}"), theme.faint));
    }
    let now = app.ctx.remembered.as_ref().map_or(0, |remembered| remembered.now);
    let graph = app.ctx.index.snapshot.as_ref().map(|snapshot| snapshot.graph());
    let height = usize::from(area.height.saturating_sub(HEADS[0]));
    let visible = view.cursor.visible(view.rows.len(), height);
    let list = Rect { y: area.y + HEADS[0], height: height as u16, ..area };
    let area =
        Rect { width: scroll_bar(buffer, list, (visible.clone(), view.rows.len()), theme).width, ..area };
    for (y, at) in visible.enumerate() {
        let row = &view.rows[at];
        let selected = at == view.cursor.at;
        let place = Rect { y: area.y + HEADS[0] + y as u16, height: 1, ..area };
        let figures = figures(row, wide, now);
        let room = usize::from(area.width).saturating_sub(figures.chars().count() + 2);
        // The name is that of other views, or the id if the index lacks the symbol.
        let symbol = graph.as_ref().zip(row.symbol).map(|(graph, id)| graph.symbol(id));
        let (kind, name, style) = match symbol {
            Some(symbol) => {
                let name = symbol.label();
                (
                    format!("{} ", theme.kind(symbol.kind())),
                    cut(&clean(&name), room.saturating_sub(2)),
                    theme.plain,
                )
            }
            None => (String::new(), cut_left(&clean(&row.id), room), theme.faint),
        };
        let mut spans = vec![
            if selected { Span::styled("▸ ", theme.focus) } else { Span::raw("  ") },
            Span::styled(figures, theme.faint),
            Span::styled(kind, theme.key),
        ];
        let name = vec![Span::styled(name, style)];
        spans.extend(match symbol {
            Some(symbol) => with_package_colour(name, (&clean(&symbol.label()), symbol.kind()), theme),
            None => name,
        });
        line(buffer, place, 0, &Line::from(spans));
        let newest = app.ctx.index.snapshot.as_ref().zip(row.symbol);
        if newest.is_some_and(|(snapshot, id)| app.ctx.picks.has(snapshot, id)) {
            draw_pick(buffer, place, 1, theme);
        }
        if selected {
            buffer.set_style(place, if focused { theme.selected } else { theme.marked });
        }
    }
}

fn figures(row: &InteractionRow, wide: bool, now: i64) -> String {
    let last = age(now - row.tally.last());
    if !wide {
        return format!("{:>6.2}  {last:>7}  ", row.score);
    }
    let [shown, opened, pinned, copied, banned] = Act::ALL.map(|act| row.tally.count(act));
    format!("{:>6.2}  {shown:>5}  {opened:>4}  {pinned:>3}  {copied:>4}  {banned:>3}  {last:>7}  ", row.score)
}

/// Draws the filter, or the path of the file.
fn filter(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect) {
    let view = &app.interactions;
    let label = " / ";
    let room = usize::from(area.width).saturating_sub(label.len() + 1);
    if !view.typing && view.filter.text().is_empty() {
        let file = app.ctx.remembered.as_ref().map_or("", |remembered| remembered.file.as_str());
        let text = format!("  {}", cut_left(&clean(file), usize::from(area.width).saturating_sub(3)));
        return line(frame.buffer_mut(), area, 1, &Line::styled(text, theme.faint));
    }
    let style = typed_style(&view.filter, view.typing, theme);
    let shown = cut_left(view.filter.text(), room);
    let row = Line::from(vec![Span::styled(label, theme.key), Span::styled(shown, style)]);
    line(frame.buffer_mut(), area, 1, &row);
    if view.typing && app.overlay.is_none() {
        cursor(frame, area.x + label.len() as u16, area.y + 1, view.filter.column(), room);
    }
}

fn draw_why(buffer: &mut Buffer, app: &App, theme: &Theme, area: Rect) {
    let view = &app.interactions;
    title(buffer, area, theme, view.slots.focus == Slot::Source, "Why it counts", "");
    let Some(row) = view.selected() else {
        let is_on = app.ctx.settings.track_interactions;
        let state =
            if is_on { "On, until you quit or switch it off." } else { "Off until you switch it on." };
        let lines = [
            "Kept: ids, counts, times, and hashes of declarations, by which a renamed one is found again.",
            "Never: source, questions.",
            state,
        ];
        let width = usize::from(area.width).saturating_sub(3);
        let rows = lines.into_iter().flat_map(|text| wrapped(text, width));
        for (row, text) in (HEADS[1]..).zip(rows) {
            line(buffer, area, row, &Line::styled(format!("  {text}"), theme.faint));
        }
        return;
    };
    let now = app.ctx.remembered.as_ref().map_or(0, |remembered| remembered.now);
    let counts: Vec<String> = Act::ALL
        .into_iter()
        .filter(|&act| row.tally.count(act) > 0)
        .map(|act| {
            let word = match act {
                Act::Pinned => "kept",
                Act::Banned => "left out",
                act => act.name(),
            };
            format!("{word} {}", row.tally.count(act))
        })
        .collect();
    let start = match (row.symbol, row.score > 0.0) {
        (None, _) => "not in the index: it counts for nothing".to_owned(),
        (_, false) => "left out: not part of a question's start".to_owned(),
        _ => format!(
            "{:.2}% of a question's start: with this share a walk through the graph begins here, and the rest at what the \
             words find",
            view.part(row) * 100.0
        ),
    };
    let lines = [
        (clean(&row.id).into_owned(), theme.strong),
        (counts.join(", "), theme.plain),
        (format!("score {:.2}: the sum of these, opened and copied counting most", row.score), theme.plain),
        (
            format!(
                "task trace {:+.2}: from -1 (left out) to 1 (used much); `--strategy relevance` adds it to what the words say",
                row.tally.trace(now)
            ),
            theme.plain,
        ),
        (start, theme.plain),
        (query_place(app, row), theme.plain),
        (effect(app), theme.faint),
        (format!("All rows together have {:.0}% of a start.", HISTORY_PART * 100.0), theme.faint),
        (format!("Each use counts half as much after {HALF_LIFE_DAYS} days."), theme.faint),
    ];
    let width = usize::from(area.width).saturating_sub(3);
    let lines = lines.iter().filter(|line| !line.0.is_empty());
    let rows = lines.flat_map(|(text, style)| wrapped(text, width).into_iter().map(move |row| (row, *style)));
    for (row, (text, style)) in (HEADS[1]..).zip(rows) {
        line(buffer, area, row, &Line::styled(format!("  {text}"), style));
    }
}

/// The row's place in the answer to the current question, and the place that it would have if nothing were remembered.
fn query_place(app: &App, row: &InteractionRow) -> String {
    let Some(answered) = &app.query.answered else { return String::new() };
    let results = &answered.answer.rows;
    let place = results.iter().position(|result| Some(result.symbol) == row.symbol);
    let without = compared(app).map(|rows| rows.iter().position(|&symbol| Some(symbol) == row.symbol));
    let now = match place {
        Some(place) => format!("place {} of {} in the current results", place + 1, results.len()),
        None => "not among the current results".to_owned(),
    };
    match without {
        Some(without) if without == place => format!("{now}, as it would be without what is remembered"),
        Some(Some(without)) => format!("{now}; without what is remembered it would be {}", without + 1),
        Some(None) => format!("{now}; without what is remembered it would not be among them"),
        None => now,
    }
}

/// The rows of the current answer as they would be if nothing were remembered, once they are known.
fn compared(app: &App) -> Option<&[SymbolId]> {
    let (answered, without) = (app.query.answered.as_ref()?, app.interactions.without.as_ref()?);
    Arc::ptr_eq(answered, &without.of).then_some(&without.rows[..])
}

/// Describes the effect of the memory on the current answer, in a sentence.
fn effect(app: &App) -> String {
    let (Some(answered), Some(rows)) = (&app.query.answered, compared(app)) else { return String::new() };
    let now = answered.answer.rows.iter().map(|row| row.symbol);
    let moved = now.clone().enumerate().filter(|(at, symbol)| rows.get(*at) != Some(symbol)).count();
    match moved {
        0 => "What is remembered changes nothing in the current results.".to_owned(),
        moved => {
            format!("What is remembered changes {moved} of {} places in the current results.", now.len())
        }
    }
}

fn draw_partners(buffer: &mut Buffer, app: &App, theme: &Theme, area: Rect) {
    let view = &app.interactions;
    let focused = view.slots.focus == Slot::Side;
    title(buffer, area, theme, focused, "Changes with it", "");
    let Some(selected) = view.selected() else { return };
    let say = |buffer: &mut Buffer, text: &str| {
        let text = cut(&clean(text), usize::from(area.width).saturating_sub(3));
        line(buffer, area, HEADS[2], &Line::styled(format!("  {text}"), theme.faint));
    };
    let rows = match view.partners.as_ref().filter(|partners| partners.of == selected.id) {
        None if app.ctx.is_late(JobKind::Partners) => return say(buffer, "reading history …"),
        None => return,
        Some(partners) => match &partners.rows {
            Ok(rows) if rows.is_empty() => return say(buffer, "nothing at least three times"),
            Ok(rows) => rows,
            Err(why) => return say(buffer, why),
        },
    };
    let height = usize::from(area.height.saturating_sub(HEADS[2]));
    let visible = view.partner.visible(rows.len(), height);
    let list = Rect { y: area.y + HEADS[2], height: height as u16, ..area };
    let area = Rect { width: scroll_bar(buffer, list, (visible.clone(), rows.len()), theme).width, ..area };
    for (y, at) in visible.enumerate() {
        let (name, share, support) = &rows[at];
        let place = Rect { y: area.y + HEADS[2] + y as u16, height: 1, ..area };
        let note = format!("{support}×");
        let head = format!(
            "{}{:>4.0}%  ",
            if focused && at == view.partner.at { "▸ " } else { "  " },
            share * 100.0
        );
        let room = usize::from(area.width).saturating_sub(head.chars().count() + note.chars().count() + 1);
        let text = Line::from(vec![
            Span::styled(head, theme.key),
            Span::styled(cut_left(&clean(name), room), theme.plain),
        ]);
        let taken = text.width();
        line(buffer, place, 0, &text);
        right(buffer, place, 0, taken, &note, theme.faint);
    }
}

#[cfg(test)]
mod tests;
