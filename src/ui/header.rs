//! The first line: tabs of the views, and the state of the index.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use unicode_width::UnicodeWidthStr;

use super::text::{cut, right};
use super::theme::Theme;
use crate::app::header::Tab;
use crate::app::side::Panel;
use crate::app::{App, BuildProgress, IndexState, Millis, header};
use crate::model::{counted, grouped};

pub(super) fn draw(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect) {
    let buffer = frame.buffer_mut();
    buffer.set_style(area, theme.bar);
    let tabs = app.tabs();
    let end = usize::from(header::end(&tabs));
    for Tab { x, text, opens: action } in tabs {
        let is_open =
            action == app.ctx.view.action() || Panel::of(action).is_some_and(|panel| app.panel() == panel);
        let style = if is_open { theme.bar_active } else { theme.bar };
        if x < area.width {
            buffer.set_stringn(area.x + x, area.y, &text, usize::from(area.width - x), style);
        }
    }
    // Picked rows may be out of sight, and the next action is about them.
    let picked = app.ctx.picks.symbols().len();
    let end = if picked == 0 { end } else { end + draw_picked(buffer, area, end, picked, theme) };
    let state = state(&app.ctx.index, app.ctx.work(), app.ctx.now);
    let style = if app.ctx.index.problem.is_some() { theme.bad } else { theme.faint };
    let name = app.name.as_str();
    let state = match app.ctx.index.snapshot.as_ref().map(|snapshot| &snapshot.meta().host) {
        Some(host) if !host.is_default() => format!("{host}  {state}"),
        _ => state,
    };
    let room = usize::from(area.width).saturating_sub(end + 2);
    // A shorter form is better than half a word: the progress matters more than the counts.
    let short = match state.rsplit_once("  ") {
        Some((doing, _)) if doing.contains('…') => doing.to_owned(),
        _ => state.replace(" symbols", "").replace(" symbol", ""),
    };
    let mut forms = vec![format!("{name}  {state}"), state.clone(), short];
    forms.extend(app.ctx.work().and_then(|work| narrow(work, app.ctx.now)));
    let fits = forms.into_iter().find(|form| form.width() <= room);
    let _ = right(buffer, area, 0, end, &format!("{} ", fits.unwrap_or_else(|| cut(&state, room))), style);
}

/// Draws how many rows are picked after the tabs, and returns the columns that this takes.
fn draw_picked(buffer: &mut Buffer, area: Rect, end: usize, picked: usize, theme: &Theme) -> usize {
    let text = format!(" ✓ {} picked ", grouped(picked as u64));
    let room = usize::from(area.width).saturating_sub(end);
    let style = theme.picked.add_modifier(Modifier::REVERSED);
    buffer.set_stringn(area.x + end.min(usize::from(area.width)) as u16, area.y, &text, room, style);
    text.width()
}

/// The phase of a build and the time left, where there is no room for more.
fn narrow(work: &BuildProgress, now: Millis) -> Option<String> {
    let left = work.time_left(now)?;
    Some(format!("… {}, ~{}", work.phase?.name(), left.strip_prefix("about ").unwrap_or(&left)))
}

/// The index in a few words; the glyph shows the state without colour.
fn state(index: &IndexState, work: Option<&BuildProgress>, now: Millis) -> String {
    // Files are symbols of the graph but not rows of the list; the number is that of the list.
    let held = index.snapshot.as_ref().map(|snapshot| &snapshot.meta().counts);
    let held = held.map(|counts| counts.symbols.saturating_sub(counts.files));
    match (&index.problem, work, held) {
        (Some(_), _, Some(_)) => "✗ out of date".to_owned(),
        (Some(_), _, None) => "✗ no index".to_owned(),
        (None, Some(work), held) => {
            let left = work.time_left(now).map(|left| format!(", {left}")).unwrap_or_default();
            let doing = match work.phase {
                _ if work.waiting => "… another is indexing".to_owned(),
                Some(crate::index::Phase::Parse) if work.total > 0 => {
                    format!("… parse {}/{}{left}", work.done, work.total)
                }
                Some(crate::index::Phase::Dependencies) if work.reading.is_some() => {
                    let (packages, modules) = work.reading.unwrap_or_default();
                    format!("… reading {} of {}", counted(packages, "package"), counted(modules, "module"))
                }
                Some(phase) => format!("… {}{left}", phase.name()),
                None => "… checking".to_owned(),
            };
            if held.is_some() || work.symbols == 0 {
                doing
            } else {
                format!("{doing}  {}", counted(work.symbols, "symbol"))
            }
        }
        (None, None, Some(symbols)) if index.polled => {
            format!("✓ {}, polled", counted(symbols as usize, "symbol"))
        }
        (None, None, Some(symbols)) => format!("✓ {}", counted(symbols as usize, "symbol")),
        (None, None, None) => "…".to_owned(),
    }
}
