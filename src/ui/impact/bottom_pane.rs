//! The pane below: the tests that a change reaches, or what past commits changed with the target.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{cut, cut_left, line, title, wrapped};
use crate::app::App;
use crate::app::impact::{Below, HEADS};
use crate::app::job::JobKind;
use crate::app::layout::PaneArea;
use crate::app::list::Cursor;
use crate::app::pane::slot::Slot;
use crate::history::date;
use crate::impact::cochange::{CoChanged, GraphDistance};
use crate::model::{clean, counted, grouped};
use crate::ui::area::rect;
use crate::ui::scroll_bar::scroll_bar;
use crate::ui::theme::Theme;

/// From this width on a partner's row also shows the last date and the distance in the graph.
const WIDE: u16 = 60;

pub(super) fn draw(buffer: &mut Buffer, app: &App, theme: &Theme, area: PaneArea) {
    match app.impact.past.below {
        Below::Tests => tests(buffer, app, theme, rect(area)),
        Below::Partners => partners(buffer, app, theme, rect(area)),
    }
}

fn tests(buffer: &mut Buffer, app: &App, theme: &Theme, area: Rect) {
    let impact = &app.impact;
    let focused = impact.slots.focus == Slot::Side;
    let Some(blast) = &impact.blast else {
        return title(buffer, area, theme, focused, "Tests reached", "");
    };
    let (graph, runs) = (blast.snapshot.graph(), impact.runs());
    let (all, commands) = (grouped(blast.radius.n_tests() as u64), counted(runs.len(), "command"));
    let left: usize = runs.iter().map(|run| run.n_tests()).sum();
    let note = match blast.radius.n_tests() {
        0 => String::new(),
        _ if impact.shape.filter.is_empty() => format!("{all} in {commands}"),
        _ => format!("{} of {all} in {commands}", grouped(left as u64)),
    };
    title(buffer, area, theme, focused, "Tests reached", &note);
    let unknown = impact.unknown_tests(&app.ctx);
    for (row, text) in (HEADS[2]..).zip(&unknown) {
        line(buffer, area, row, &Line::styled(format!("  {text}"), theme.faint));
    }
    // Unknown parts take rows of the content.
    let taken = unknown.len() as u16;
    let area = Rect { y: area.y + taken, height: area.height.saturating_sub(taken), ..area };
    if runs.is_empty() {
        let none = if blast.radius.runs.is_empty() { "  none" } else { "  none match the filter" };
        return line(buffer, area, HEADS[2], &Line::styled(none, theme.faint));
    }
    let text = |at: usize| runs.get(at).map(|run| clean(&run.noted(&graph)).into_owned()).unwrap_or_default();
    rows(buffer, area, theme, impact.test, runs.len(), focused, |at| (text(at), theme.plain));
}

fn partners(buffer: &mut Buffer, app: &App, theme: &Theme, area: Rect) {
    let impact = &app.impact;
    let focused = impact.slots.focus == Slot::Side;
    let found = impact.past.partners(impact.blast.as_ref());
    let commits = impact.blast.as_ref().and_then(|blast| impact.past.of(blast));
    let note = commits.map_or(String::new(), |details| counted(details.history.n_narrow_commits(), "commit"));
    title(buffer, area, theme, focused, "Changes with it", &note);
    let problem = impact.past.problem();
    let say = match (problem, found.is_empty()) {
        _ if app.ctx.is_late(JobKind::HistoryDetails) => Some("reading history …".to_owned()),
        (Some(why), _) => Some(clean(why).into_owned()),
        (None, true) if commits.is_some() => Some("nothing at least three times".to_owned()),
        _ => None,
    };
    if let Some(say) = say {
        for (row, say) in (HEADS[2]..).zip(wrapped(&say, usize::from(area.width).saturating_sub(3))) {
            line(buffer, area, row, &Line::styled(format!("  {say}"), theme.faint));
        }
        return;
    }
    if found.is_empty() {
        return;
    }
    let wide = area.width >= WIDE;
    let heads = if wide {
        "  with  back    n        last  graph   what"
    } else {
        "  with  back    n  what (z z for all)"
    };
    line(buffer, area, HEADS[2], &Line::styled(heads, theme.faint));
    // The column heads take the first row of the content.
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let style = |partner: &CoChanged| if partner.explained.is_some() { theme.plain } else { theme.strong };
    rows(buffer, below, theme, impact.past.partner, found.len(), focused, |at| {
        let width = usize::from(area.width.saturating_sub(2));
        found
            .get(at)
            .map_or((String::new(), theme.plain), |partner| (row(partner, wide, width), style(partner)))
    });
}

fn row(partner: &CoChanged, wide: bool, width: usize) -> String {
    let percent = |part: f64| format!("{:.0}%", part * 100.0);
    let graph = match partner.explained {
        Some(GraphDistance::Dependant(steps)) => format!("user {steps}"),
        Some(GraphDistance::Dependency(steps)) => format!("used {steps}"),
        None if partner.symbol.is_none() => "gone".to_owned(),
        None => "none".to_owned(),
    };
    let [with, back] = partner.shares.map(percent);
    let figures = format!("{with:>4}  {back:>4}  {:>3}  ", partner.support);
    let figures = if wide { format!("{figures}{}  {graph:<6}  ", date(partner.last)) } else { figures };
    let room = width.saturating_sub(figures.len());
    // A declaration is cut at its end, a path at its beginning.
    let what = match &partner.name {
        Some(name) => cut(&clean(&format!("{name}  {}", partner.path)), room),
        None if partner.of_file => {
            let head = if wide { "its file, with " } else { "file " };
            format!("{head}{}", cut_left(&clean(&partner.path), room.saturating_sub(head.len())))
        }
        None => cut_left(&clean(&partner.path), room),
    };
    format!("{figures}{what}")
}

/// Rows of text below the pane's head, the selected one marked while the pane has the focus.
fn rows(
    buffer: &mut Buffer,
    area: Rect,
    theme: &Theme,
    cursor: Cursor,
    len: usize,
    focused: bool,
    text: impl Fn(usize) -> (String, Style),
) {
    let height = usize::from(area.height.saturating_sub(HEADS[2]));
    let visible = cursor.visible(len, height);
    let list = Rect { y: area.y + HEADS[2], height: height as u16, ..area };
    let area = Rect { width: scroll_bar(buffer, list, (visible.clone(), len), theme).width, ..area };
    for (y, at) in visible.enumerate() {
        let selected = focused && at == cursor.at;
        let mark = if selected { "▸ " } else { "  " };
        let (text, style) = text(at);
        let text = cut(&text, usize::from(area.width).saturating_sub(2));
        let y = HEADS[2] + y as u16;
        let spans = vec![Span::styled(mark, theme.focus), Span::styled(text, style)];
        line(buffer, area, y, &Line::from(spans));
        if selected {
            buffer.set_style(Rect { y: area.y + y, height: 1, ..area }, theme.selected);
        }
    }
}
