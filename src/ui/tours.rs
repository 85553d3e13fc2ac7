//! The Tours view: the list of tours, or the words, the source and the steps of an open one.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::area::{cursor, rect};
use super::pane;
use super::scroll_bar::scroll_bar;
use super::text::{cut, cut_left, line, right, rules_between, title, typed_style, wrapped};
use super::theme::Theme;
use crate::app::App;
use crate::app::action::Action;
use crate::app::job::JobKind;
use crate::app::list::Cursor;
use crate::app::pane::slot::Slot;
use crate::app::tours::{HEADS, Meanwhile, Playing, PromptKind, TourEntry};
use crate::index::drafts::numbered;
use crate::index::tour_steps::{Located, TourVersion};
use crate::model::{clean, counted};
use crate::tour::{LocatedStep, Tour, TourStep, Verdict};

pub(super) fn draw(frame: &mut Frame<'_>, app: &App, theme: &Theme) {
    let areas = app.areas();
    let [main, source, steps] = areas.map(rect);
    let panes = [main, source, steps];
    rules_between(frame.buffer_mut(), panes, theme);
    if main.height > 0 {
        match &app.tours.playing {
            Some(playing) => draw_words(frame.buffer_mut(), app, playing, theme, main),
            None => draw_list(frame.buffer_mut(), app, theme, main),
        }
        prompt(frame, app, theme, main);
    }
    let selected = app.tours.entries.get(app.tours.cursor.at);
    if source.height > 0 {
        match &app.tours.playing {
            Some(_) => pane::source::draw(frame, app, theme, source),
            None => draw_about(frame.buffer_mut(), app, selected, theme, source),
        }
    }
    if !pane::side::draw(frame, app, theme, areas[2]) && steps.height > 0 {
        draw_steps(frame.buffer_mut(), app, selected, theme, steps);
    }
}

fn draw_list(buffer: &mut Buffer, app: &App, theme: &Theme, area: Rect) {
    let tours = &app.tours;
    let focused = tours.slots.focus == Slot::List;
    title(buffer, area, theme, focused, "Tours", &tours.entries.len().to_string());
    if let Some(wanted) = &tours.making
        && let Some(doing) = making(app)
    {
        let text = format!("  {doing} the tour of {} …", clean(wanted.subject()));
        let with_way_out = format!("{text} {} cancels it", app.ctx.keymap.shown(Action::Climb));
        let width = usize::from(area.width);
        let text = if with_way_out.width() <= width { with_way_out } else { cut(&text, width) };
        line(buffer, area, 1, &Line::styled(text, theme.key));
    }
    if tours.entries.is_empty() {
        let text = match () {
            () if app.ctx.index.snapshot.is_none() => "tours follow when the index is built …",
            () if tours.looked && !app.ctx.is_late(JobKind::Tours) => "no tours",
            () => "looking for tours …",
        };
        return line(buffer, area, HEADS[0], &Line::styled(format!("  {text}"), theme.faint));
    }
    let height = usize::from(area.height.saturating_sub(HEADS[0]));
    let visible = tours.cursor.visible(tours.entries.len(), height);
    let list = Rect { y: area.y + HEADS[0], height: height as u16, ..area };
    let area =
        Rect { width: scroll_bar(buffer, list, (visible.clone(), tours.entries.len()), theme).width, ..area };
    for (y, at) in visible.enumerate() {
        let entry = &tours.entries[at];
        let row = Rect { y: area.y + HEADS[0] + y as u16, height: 1, ..area };
        let selected = at == tours.cursor.at;
        let mark = if selected { "▸ " } else { "  " };
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
        // The note has half of the row, and what the name leaves of the other half.
        let free = usize::from(area.width).saturating_sub(name.width() + 4);
        let note = cut(&note, free.max(usize::from(area.width) / 2));
        let room = usize::from(area.width).saturating_sub(note.width() + 4);
        let spans = vec![Span::styled(mark, theme.focus), Span::styled(cut(&name, room), style)];
        let text = Line::from(spans);
        let taken = text.width();
        line(buffer, row, 0, &text);
        right(buffer, row, 0, taken, &note, theme.faint);
        if selected {
            buffer.set_style(row, if focused { theme.selected } else { theme.marked });
        }
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
            format!("at {} of {}", (entry.progress.step + 1).min(all), counted(all, "step"))
        }
        (_, all) => counted(all, "step"),
    }
}

/// Draws the description of the selected tour.
fn draw_about(buffer: &mut Buffer, app: &App, entry: Option<&TourEntry>, theme: &Theme, area: Rect) {
    title(buffer, area, theme, app.tours.slots.focus == Slot::Source, "About", "");
    let Some(entry) = entry else { return };
    let mut lines = match &entry.tour {
        Ok((tour, _)) => vec![clean(tour.description()).into_owned(), String::new()],
        Err(why) => vec![clean(why).into_owned(), String::new()],
    };
    let save = app.ctx.keymap.shown(Action::TourSave);
    lines.push(match &entry.path {
        Some(path) if entry.meanwhile == Some(Meanwhile::Gone) => {
            format!("its file {} is gone; open the tour, `{save}` rewrites it", clean(path))
        }
        Some(path) if entry.meanwhile.is_some() => {
            format!("in {}, with your changes, while others changed the file", clean(path))
        }
        Some(path) if entry.draft => {
            format!("in {}, with changes; once it is open, `{save}` saves them", clean(path))
        }
        Some(path) => format!("in {}", clean(path)),
        None if entry.draft => format!("your draft; once it is open, `{save}` saves it for CodeTour"),
        None => format!("generated; once it is open, `{save}` saves it, also for CodeTour"),
    });
    if let Ok((tour, located)) = &entry.tour {
        lines.extend(for_what(tour, located, entry.is_for_here()));
    }
    let lines = lines.iter().flat_map(|text| wrapped(text, usize::from(area.width).saturating_sub(4)));
    for (y, text) in lines.enumerate() {
        line(buffer, area, HEADS[1] + y as u16, &Line::styled(format!("  {text}"), theme.plain));
    }
}

/// For which state of the tree a tour was written, and for whom.
fn for_what(tour: &Tour, located: &Located, is_for_here: Option<bool>) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(name) = tour.git_ref() {
        let name = clean(name);
        lines.push(match &located.version {
            TourVersion::Tree => format!("written for {name}, which is checked out"),
            TourVersion::Commit(_) => format!("written for {name}: files are shown as they were there"),
            TourVersion::Lost(why) => {
                format!("written for {name}, which cannot be shown ({}); tree shown", clean(why))
            }
        });
    }
    if let Some(condition) = tour.when() {
        let condition = clean(condition);
        lines.push(match is_for_here {
            Some(true) => format!("listed when {condition}, which holds here"),
            Some(false) => format!("only when {condition}, which does not hold here: CodeTour hides it"),
            None => format!("listed when {condition}: this condition was not understood or checked"),
        });
    }
    lines
}

fn draw_words(buffer: &mut Buffer, app: &App, playing: &Playing, theme: &Theme, area: Rect) {
    let focused = app.tours.slots.focus == Slot::List;
    let total = playing.tour.steps().len();
    let changed = if playing.changed { " *" } else { "" };
    let at = format!("{} of {total}", (playing.step.at + 1).min(total));
    // The place in the tour stays in sight beside a long title.
    let room = usize::from(area.width).saturating_sub(at.len() + changed.len() + 5);
    let head = format!("{}{changed}", cut(&clean(playing.tour.title()), room));
    title(buffer, area, theme, focused, &head, &at);
    if app.tours.prompt.is_none()
        && let Some(step) = playing.tour.step(playing.step.at)
    {
        let found = playing.found.get(playing.step.at);
        let name = called(step, found);
        let name = cut(&name, usize::from(area.width).saturating_sub(2));
        line(buffer, area, 1, &Line::styled(format!("  {name}"), theme.strong));
    }
    let page = app.tours.page(&app.ctx);
    for (y, (text, is_warning)) in page.rows.iter().skip(page.top).take(page.height).enumerate() {
        let style = if *is_warning { theme.bad } else { theme.plain };
        line(buffer, area, HEADS[0] + y as u16, &Line::styled(format!("  {text}"), style));
    }
    let above = |n: usize| format!("↑ {n} above");
    let below = |n: usize| format!("↓ {n} below");
    let hidden = match page.hidden() {
        (0, 0) => return,
        (0, n) => below(n),
        (n, 0) => above(n),
        (n, m) => format!("{} · {}", above(n), below(m)),
    };
    right(buffer, area, area.height - 1, 0, &hidden, theme.key);
}

fn draw_steps(buffer: &mut Buffer, app: &App, selected: Option<&TourEntry>, theme: &Theme, area: Rect) {
    let tours = &app.tours;
    let focused = tours.slots.focus == Slot::Side;
    let preview: Option<(&Tour, &[LocatedStep])> =
        selected.and_then(|entry| entry.tour.as_ref().ok()).map(|(tour, at)| (tour, at.found.as_slice()));
    let (tour, found, playing) = match (&tours.playing, preview) {
        (Some(playing), _) => (&playing.tour, playing.found.as_slice(), Some(playing)),
        (None, Some((tour, found))) => (tour, found, None),
        (None, None) => return title(buffer, area, theme, focused, "Steps", ""),
    };
    title(buffer, area, theme, focused, "Steps", "");
    let visited = |at: usize| match playing {
        Some(playing) => playing.visited.contains(&at),
        None => selected.is_some_and(|entry| entry.progress.visited.contains(&at)),
    };
    let at_step = playing.map(|playing| playing.step);
    let height = usize::from(area.height.saturating_sub(HEADS[2]));
    let steps: Vec<_> = tour.steps().collect();
    let first = tours.first_step();
    let range = at_step.unwrap_or(Cursor { at: first, offset: first }).visible(steps.len(), height);
    let list = Rect { y: area.y + HEADS[2], height: height as u16, ..area };
    let area = Rect { width: scroll_bar(buffer, list, (range.clone(), steps.len()), theme).width, ..area };
    for (y, at) in range.enumerate() {
        let current = at_step.is_some_and(|step| step.at == at);
        let mark = if current { "▸" } else { " " };
        let seen = if visited(at) { "✓" } else { " " };
        let lost = match found.get(at).map(|found| &found.verdict) {
            Some(Verdict::Gone(_)) => "gone",
            Some(Verdict::Moved) => "moved",
            Some(Verdict::Renamed(_)) => "renamed",
            Some(Verdict::Turned(_)) => "changed",
            Some(Verdict::Refused(_)) => "refused",
            Some(Verdict::Unread(_)) => "unread",
            _ if found.get(at).is_some_and(|found| found.head.is_some()) => "signature",
            _ => "",
        };
        let row = Rect { y: area.y + HEADS[2] + y as u16, height: 1, ..area };
        let head = format!("{mark}{seen}{:>3} ", at + 1);
        let room = usize::from(area.width).saturating_sub(head.width() + lost.width() + 1);
        let text = Line::from(vec![
            Span::styled(head, theme.key),
            Span::styled(cut(&called(steps[at], found.get(at)), room), theme.plain),
        ]);
        let taken = text.width();
        line(buffer, row, 0, &text);
        right(buffer, row, 0, taken, lost, theme.bad);
        if current {
            buffer.set_style(row, if focused { theme.selected } else { theme.marked });
        }
    }
}

/// The name of a step. Steps without a title are named by file and line, since many can be in one file.
fn called(step: TourStep<'_>, found: Option<&LocatedStep>) -> String {
    let name = clean(step.title()).into_owned();
    match found.and_then(|found| found.spot.as_ref()) {
        Some(spot) if !step.is_titled() => format!("{name}:{}", spot.line),
        _ => name,
    }
}

/// Draws the line being typed, below the pane's title.
fn prompt(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect) {
    let Some(typed) = &app.tours.prompt else { return };
    let wants = typed.asks.wants();
    let (label, typed) = match typed.asks {
        PromptKind::Title => (" save as ", &typed.line),
        PromptKind::Range => (" range ", &typed.line),
        PromptKind::Package => (" package ", &typed.line),
        PromptKind::Words => (" words ", &typed.line),
        PromptKind::Place => (" place ", &typed.line),
        PromptKind::Link => (" link ", &typed.line),
    };
    let room = usize::from(area.width).saturating_sub(label.len() + 1);
    let shown = cut_left(typed.text(), room);
    let empty = if typed.text().is_empty() { cut(&format!(" {wants}"), room) } else { String::new() };
    let row = Line::from(vec![
        Span::styled(label, theme.key),
        Span::styled(shown, typed_style(typed, true, theme)),
        Span::styled(empty, theme.faint),
    ]);
    line(frame.buffer_mut(), area, 1, &row);
    if app.overlay.is_none() {
        cursor(frame, area.x + label.len() as u16, area.y + 1, typed.column(), room);
    }
}

#[cfg(test)]
mod tests;
