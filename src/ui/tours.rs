//! The Tours view: the list of tours with the steps of the open one, beside the source.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::list_parts::draw_prompt;
use super::pane::list::List;
use super::pane::row::{Cut, Row};
use super::text::{cut, line, title};
use super::theme::Theme;
use crate::app::action::Action;
use crate::app::job::JobKind;
use crate::app::pane::slot::Slot;
use crate::app::tours::{Meanwhile, PromptKind, TourEntry, TourRow, step_name};
use crate::app::{App, ViewState};
use crate::index::drafts::numbered;
use crate::model::{clean, counted};
use crate::tour::{LocatedStep, Verdict};

pub(super) fn draw_list(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect) {
    draw_rows(frame.buffer_mut(), app, theme, area);
    prompt(frame, app, theme, area);
}

fn draw_rows(buffer: &mut Buffer, app: &App, theme: &Theme, area: Rect) {
    let tours = &app.tours;
    let focused = tours.slots.focus == Slot::List;
    title(buffer, area, theme, focused, "Tours", &tours.entries.len().to_string());
    if let Some(wanted) = tours.making.as_ref().filter(|_| !tours.slots.prompt.open)
        && let Some(doing) = making(app)
    {
        let text = format!("  {doing} the tour of {} …", clean(wanted.subject()));
        let with_way_out = format!("{text} {} cancels it", app.ctx.keymap.shown(Action::Climb));
        let width = usize::from(area.width);
        let text = if with_way_out.width() <= width { with_way_out } else { cut(&text, width) };
        line(buffer, area, 1, &Line::styled(text, theme.key));
    }
    let head = tours.head();
    if tours.entries.is_empty() {
        let text = match () {
            () if app.ctx.index.snapshot.is_none() => "tours follow when the index is built …",
            () if tours.looked && !app.ctx.is_late(JobKind::Tours) => "no tours",
            () => "looking for tours …",
        };
        return line(buffer, area, head, &Line::styled(format!("  {text}"), theme.faint));
    }
    let rows = tours.list_rows(&app.ctx);
    let list = List { rows, area, focused, late: false, pick: 0, sign: "▌", theme };
    list.draw(buffer, |at, width| {
        let row = match tours.row_at(at) {
            Some(TourRow::Step(step)) => step_row(app, theme, step),
            Some(TourRow::Tour(at)) => tour_row(app, theme, at),
            None => Row::of(String::new(), theme.plain, theme),
        };
        // The note has half of the row, and what the name leaves of the other half.
        let taken = row.name.width() + row.head.iter().map(Span::width).sum::<usize>();
        let most = (width + 1).saturating_sub(taken + 3).max(width.div_ceil(2));
        let notes = row.notes.iter().map(|note| format!(" {}", cut(note, most))).collect();
        Row { notes, cut: Cut::Words, ..row }
    });
}

/// The row of a tour: open or closed, its title, its progress.
fn tour_row(app: &App, theme: &Theme, at: usize) -> Row {
    let entry = &app.tours.entries[at];
    let is_open = app.tours.open_at() == Some(at);
    let (name, note, style) = match &entry.tour {
        Ok((tour, _)) if entry.is_for_here() == Some(false) => {
            let note = format!("only when {}", clean(tour.when().unwrap_or_default()));
            (clean(tour.title()).into_owned(), note, theme.faint)
        }
        Ok((tour, _)) => (clean(tour.title()).into_owned(), state(entry), theme.plain),
        Err(_) if entry.wanted().is_some() => {
            let title = entry.wanted().map(|wanted| wanted.title()).unwrap_or_default();
            (clean(&title).into_owned(), format!("at step {}", entry.progress.step + 1), theme.plain)
        }
        Err(_) => (clean(&entry.key).into_owned(), "not usable".to_owned(), theme.bad),
    };
    let changed = app.tours.playing.as_ref().is_some_and(|playing| is_open && playing.now.changed);
    let name = if changed { format!("{name} *") } else { name };
    Row::of_group(&name, style, is_open, note, theme)
}

/// The row of a step of the open tour: if it was read, its number, its name, and if its place is not as written.
fn step_row(app: &App, theme: &Theme, at: usize) -> Row {
    let playing = app.tours.playing.as_ref();
    let found = playing.and_then(|playing| playing.now.found.get(at));
    let step = playing.and_then(|playing| playing.now.tour.step(at));
    let seen = if playing.is_some_and(|playing| playing.now.visited.contains(&at)) { "✓" } else { " " };
    let name = step.map(|step| step_name(step, found)).unwrap_or_default();
    let note = lost(found).to_owned();
    let head = vec![Span::styled(format!("  {seen}{:>3} ", at + 1), theme.key)];
    Row { head, notes: vec![note], note_style: theme.bad, ..Row::of(name, theme.plain, theme) }
}

/// The difference of a step's place from the written one, in a word.
fn lost(found: Option<&LocatedStep>) -> &'static str {
    match found.map(|found| &found.verdict) {
        Some(Verdict::Gone(_)) => "gone",
        Some(Verdict::Moved) => "moved",
        Some(Verdict::Renamed(_)) => "renamed",
        Some(Verdict::Turned(_)) => "changed",
        Some(Verdict::Refused(_)) => "refused",
        Some(Verdict::Unread(_)) => "unread",
        _ if found.is_some_and(|found| found.head.is_some()) => "signature",
        _ => "",
    }
}

/// The hint that a requested tour is being generated, once it takes noticeably long.
fn making(app: &App) -> Option<&'static str> {
    match () {
        () if app.ctx.index.snapshot.is_none() => Some("the index first, then"),
        () if app.ctx.is_late(JobKind::Make) => Some("making"),
        () => None,
    }
}

/// The progress of a tour, in words.
fn state(entry: &TourEntry) -> String {
    let draft = match numbered(&entry.key) {
        (1, _) => "* draft".to_owned(),
        (n, _) => format!("* draft {n}"),
    };
    match entry.done() {
        _ if entry.meanwhile == Some(Meanwhile::Gone) => format!("{draft}, its file is gone"),
        _ if entry.meanwhile.is_some() => format!("{draft}, its file changed"),
        (_, all) if entry.draft => format!("{draft}, {}, not saved", counted(all, "step")),
        (done, all) if done == all && all > 0 => format!("✓ done, {}", counted(all, "step")),
        (_, all) if entry.is_begun() => {
            format!("{} of {all}", (entry.progress.step + 1).min(all))
        }
        (_, all) => counted(all, "step"),
    }
}

/// Draws the line being typed, below the pane's title.
fn prompt(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect) {
    let (tours, prompt) = (&app.tours, &app.tours.slots.prompt);
    let label = match tours.asks {
        _ if !prompt.open => return,
        PromptKind::Title => " save as ",
        PromptKind::Range => " range ",
        PromptKind::Package => " package ",
        PromptKind::Words => " words ",
        PromptKind::Place => " place ",
        PromptKind::Link => " link ",
    };
    let row = Rect { y: area.y + 1, height: 1, ..area };
    draw_prompt(frame, app, theme, row, (label, prompt), (&format!(" {}", tours.asks.wants()), ""));
}

#[cfg(test)]
mod tests;
