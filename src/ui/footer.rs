//! The last line: a notice and the most useful keys.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

use super::text::{cut, line};
use super::theme::Theme;
use crate::app::App;
use crate::app::action::Action;
use crate::app::key::Chord;
use crate::app::msg::Tone;
use crate::app::overlay::OverlayKind;

/// Columns between a notice and the keys beside it.
const GAP: usize = 2;

pub(super) fn draw(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect) {
    frame.buffer_mut().set_style(area, theme.bar);
    let width = usize::from(area.width);
    if !app.pressed.is_empty() {
        let text = format!(" {} …", Chord(app.pressed.clone()));
        return line(frame.buffer_mut(), area, 0, &Line::from(Span::styled(text, theme.key)));
    }
    let Some(toast) = &app.ctx.toast else {
        return line(frame.buffer_mut(), area, 0, &hints(app, theme, width));
    };
    let (glyph, style) = match toast.tone {
        Tone::Good => ("✓", theme.good),
        Tone::Bad => ("!", theme.bad),
    };
    let room = width.saturating_sub(4);
    let text = if toast.text.width() <= room {
        toast.text.clone()
    } else {
        // A notice that is cut can be read in full among the messages.
        let rest = format!(" {} for more", app.ctx.keymap.shown(Action::Messages));
        cut(&toast.text, room.saturating_sub(rest.width())) + &rest
    };
    let notice = Span::styled(format!(" {glyph} {text}"), style);
    // A notice takes no keys away: those that help and leave stay beside it, or it gets a row of its own.
    let left = width.saturating_sub(notice.width() + GAP);
    if hints(app, theme, 0).width() <= left {
        let gap = Span::raw(" ".repeat(GAP));
        let row: Vec<Span<'_>> = [notice, gap].into_iter().chain(hints(app, theme, left).spans).collect();
        return line(frame.buffer_mut(), area, 0, &Line::from(row));
    }
    let above = Rect { y: area.y.saturating_sub(1), ..area };
    let buffer = frame.buffer_mut();
    Clear.render(above, buffer);
    buffer.set_style(above, theme.plain.patch(theme.bar));
    line(buffer, above, 0, &Line::from(notice));
    line(buffer, area, 0, &hints(app, theme, width));
}

/// What a key does here, in a word or two.
fn title(app: &App, action: Action) -> &'static str {
    match (&app.overlay, action) {
        (Some(overlay), Action::Accept) => match overlay.kind {
            OverlayKind::Text => "open",
            OverlayKind::Commits => "impact",
            OverlayKind::Themes => "keep",
            OverlayKind::Budgets => "set",
            OverlayKind::TreeWords => "add",
            OverlayKind::Help | OverlayKind::Palette | OverlayKind::Messages => "run",
        },
        (Some(_), Action::Leave) => "close",
        (None, Action::LineDown) => "rows",
        (None, Action::Climb) if !app.ctx.picks.is_empty() => "drop picks",
        (None, Action::TourOfRows) if !app.ctx.picks.is_empty() => "tour",
        _ => action.entry().title,
    }
}

/// As many hints as fit; help and quit always stay.
fn hints(app: &App, theme: &Theme, width: usize) -> Line<'static> {
    let all: Vec<(String, &str)> = app
        .hints()
        .into_iter()
        .map(|action| (app.ctx.keymap.shown(action), title(app, action)))
        .filter(|(key, _)| !key.is_empty())
        .collect();
    let cost = |(key, title): &(String, &str)| key.chars().count() + title.chars().count() + 3;
    let is_kept = |title: &str| [Action::Help, Action::Quit].iter().any(|a| a.entry().title == title);
    let kept: usize = all.iter().filter(|(_, title)| is_kept(title)).map(cost).sum();
    let (mut room, mut spans) = (width.saturating_sub(kept + 1), vec![Span::raw(" ")]);
    for hint in &all {
        if !is_kept(hint.1) {
            if cost(hint) > room {
                continue;
            }
            room -= cost(hint);
        }
        spans.push(Span::styled(hint.0.clone(), theme.key));
        spans.push(Span::styled(format!(" {}  ", hint.1), theme.faint));
    }
    Line::from(spans)
}
