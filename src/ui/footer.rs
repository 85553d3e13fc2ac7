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
use crate::app::footer::{NoticeRow, RULE};
use crate::app::key::Chord;
use crate::app::msg::Tone;

pub(super) fn draw(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect) {
    let buffer = frame.buffer_mut();
    buffer.set_style(area, theme.bar);
    if !app.pressed.is_empty() {
        let text = format!(" {} …", Chord(app.pressed.clone()));
        return line(buffer, area, 0, &Line::from(Span::styled(text, theme.key)));
    }
    let footer = app.footer();
    match footer.notice {
        Some(NoticeRow::Footer) => line(buffer, area, 0, &notice(app, theme, area.width)),
        Some(NoticeRow::Above) => {
            let above = Rect { y: area.y.saturating_sub(1), ..area };
            Clear.render(above, buffer);
            buffer.set_style(above, theme.plain.patch(theme.bar));
            line(buffer, above, 0, &notice(app, theme, area.width));
        }
        None => {}
    }
    if !footer.chip.is_empty() {
        let chip = Line::from(vec![
            Span::styled("▐", theme.focus),
            Span::styled(footer.chip, theme.bar_active),
            Span::styled("▌", theme.focus),
        ]);
        line(buffer, area, 0, &chip);
    }
    for hint in footer.hints {
        let mut spans = Vec::new();
        for (key, _) in hint.keys {
            spans.extend([Span::styled(key, theme.key), Span::raw(" ")]);
        }
        spans.push(Span::styled(hint.words, theme.faint));
        let mut x = area.x + hint.x;
        if hint.is_first {
            let rule = Line::from(Span::styled(RULE, theme.rule));
            let from = x.saturating_sub(RULE.width() as u16);
            line(buffer, Rect { x: from, width: area.right().saturating_sub(from), ..area }, 0, &rule);
        }
        x = x.min(area.right());
        line(buffer, Rect { x, width: area.right() - x, ..area }, 0, &Line::from(spans));
    }
}

/// The notice in at most `width` columns; one that is cut can be read in full among the messages.
fn notice(app: &App, theme: &Theme, width: u16) -> Line<'static> {
    let Some(toast) = &app.ctx.toast else { return Line::default() };
    let (glyph, style) = match toast.tone {
        Tone::Good => ("✓", theme.good),
        Tone::Bad => ("!", theme.bad),
    };
    let room = usize::from(width).saturating_sub(4);
    let text = if toast.text.width() <= room {
        toast.text.clone()
    } else {
        let rest = format!(" {} for more", app.ctx.keymap.shown(Action::Messages));
        cut(&toast.text, room.saturating_sub(rest.width())) + &rest
    };
    Line::from(Span::styled(format!(" {glyph} {text}"), style))
}
