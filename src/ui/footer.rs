//! The last line: the line being typed, a notice, or the most useful keys.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::text::{cut, line};
use super::theme::Theme;
use crate::app::App;
use crate::app::action::Action;
use crate::app::key::Chord;
use crate::app::msg::Tone;

pub(super) fn draw(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect) {
    frame.buffer_mut().set_style(area, theme.bar);
    let width = usize::from(area.width);
    if !app.pressed.is_empty() {
        let text = format!(" {} …", Chord(app.pressed.clone()));
        return line(frame.buffer_mut(), area, 0, &Line::from(Span::styled(text, theme.key)));
    }
    if let Some(toast) = &app.ctx.toast {
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
        let text = format!(" {glyph} {text}");
        return line(frame.buffer_mut(), area, 0, &Line::from(Span::styled(text, style)));
    }
    let hints = hints(app, theme, width);
    line(frame.buffer_mut(), area, 0, &hints);
}

/// What a key does here, in a word or two.
fn title(app: &App, action: Action) -> &'static str {
    match (&app.overlay, action) {
        (Some(_), Action::Accept) => "run",
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
