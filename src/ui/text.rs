//! Putting text into cells: cut to a width with an ellipsis, never wider.

use std::path::Path;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::app::layout::GAP;
pub(super) use crate::app::wrap::wrapped;

/// `text` in at most `width` columns, the end replaced by `…` when it does not fit.
pub(super) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let (mut out, mut used) = (String::new(), 0);
    for grapheme in text.graphemes(true) {
        let wide = grapheme.width();
        if used + wide + 1 > width {
            break;
        }
        out.push_str(grapheme);
        used += wide;
    }
    if width > 0 {
        out.push('…');
    }
    out
}

/// `text` in at most `width` columns, the beginning replaced by `…` when it does not fit: for paths.
pub(super) fn cut_left(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let (mut kept, mut used) = (Vec::new(), 0);
    for grapheme in text.graphemes(true).rev() {
        let wide = grapheme.width();
        if used + wide + 1 > width {
            break;
        }
        kept.push(grapheme);
        used += wide;
    }
    let mut out = if width > 0 { "…".to_owned() } else { String::new() };
    out.extend(kept.into_iter().rev());
    out
}

/// Marks that a line goes on behind its last cell. A wide letter that ends there gives way as a whole: a screen that is
/// drawn by its changes must not write into half of a letter.
pub(super) fn mark_more(buffer: &mut Buffer, area: Rect, y: u16, style: Style) {
    let last = area.right().saturating_sub(1);
    if last > area.x && buffer[(last - 1, y)].symbol().width() > 1 {
        buffer[(last - 1, y)].set_symbol(" ");
    }
    buffer.set_string(last, y, "…", style);
}

/// `text` in at most `width` columns, its middle replaced by `…` when it does not fit, and how many characters are left
/// before and after that.
fn cut_middle(text: &str, width: usize) -> (String, usize, usize) {
    if text.width() <= width {
        return (text.to_owned(), text.chars().count(), 0);
    }
    if width < 3 {
        let text = cut(text, width);
        let kept = text.trim_end_matches('…').chars().count();
        return (text, kept, 0);
    }
    let end = (width - 1) / 2;
    let tail = cut_left(text, end + 1);
    let tail = tail.trim_start_matches('…');
    let head = cut(text, width.saturating_sub(tail.width()));
    let kept = head.trim_end_matches('…').chars().count();
    (head + tail, kept, tail.chars().count())
}

/// A place with the version of its text, if that is not the working tree's.
pub(super) fn at_version(place: String, version: Option<&str>) -> String {
    match version {
        Some(folder) if Path::new(folder).is_absolute() => format!("{place} in {folder}"),
        // Seven digits of a commit are what git shows.
        Some(version) if version.len() >= 40 => format!("{place} at {}", version.get(..7).unwrap_or(version)),
        Some(version) => format!("{place}, {version}"),
        None => place,
    }
}

/// Least columns of a qualifier before a cut name: some letters and the ellipsis. With fewer the name is shown alone.
const MIN_BEFORE: usize = 5;
/// Least columns of a receiver when [`WIDE`] columns are there: only the receiver distinguishes methods of one name.
const MIN_RECEIVER: usize = 10;
const WIDE: usize = 24;

/// A qualified name or a path in at most `width` columns. The package or folder is shortened first, then the
/// receiver, each at its end, then the middle of the last part, which says most. Also returns, for each character, the
/// index in `name` that it comes from (`None` for an ellipsis).
pub(super) fn cut_name(name: &str, width: usize) -> (String, Vec<Option<u32>>) {
    let whole = name.chars().count();
    if name.width() <= width {
        return (name.to_owned(), (0..whole as u32).map(Some).collect());
    }
    let member = name.split_once('.').map_or(name, |(_, member)| member);
    let own = name.rsplit_once('.').map_or(name, |(_, own)| own);
    // The part that stays whole if there is room, and the beginning of the part that is shortened before it.
    let (kept, from) = match name.len() - member.len() {
        _ if let Some((folder, file)) = name.rsplit_once('/') => (file, 0..folder.len()),
        package if own.len() < member.len() && member.width() < width => (member, 0..package),
        package if own.len() < member.len() => (own, package..name.len() - own.len()),
        package => (own, 0..package),
    };
    let before = name[from.clone()].trim_end_matches('.');
    let is_receiver = from.start > 0;
    let least = if is_receiver && width >= WIDE { MIN_RECEIVER } else { 0 };
    let (head, tail) = match width.checked_sub(kept.width() + 1).max(Some(least).filter(|&least| least > 0)) {
        Some(room) if room >= MIN_BEFORE && !before.is_empty() => {
            (cut(before, room), &name[name.len() - kept.len() - 1..])
        }
        _ if kept.len() < name.len() && kept.width() < width => {
            (if width > 0 { "…" } else { "" }.to_owned(), kept)
        }
        _ => (String::new(), kept),
    };
    let head_from = name[..from.start].chars().count() as u32;
    let tail_from = whole - tail.chars().count();
    let (tail_shown, before, after) = cut_middle(tail, width.saturating_sub(head.width()));
    let is_cut = head.ends_with('…');
    let mut from: Vec<Option<u32>> =
        (head_from..).map(Some).take(head.chars().count() - usize::from(is_cut)).collect();
    if is_cut {
        from.push(None);
    }
    from.extend((tail_from..tail_from + before).map(|ix| Some(ix as u32)));
    if tail_shown != tail {
        from.extend((!tail_shown.is_empty()).then_some(None));
        from.extend((whole - after..whole).map(|ix| Some(ix as u32)));
    }
    (head + &tail_shown, from)
}

/// A probability in percent, rounded down so that only a certain one is 100%.
pub(super) fn percent(p: f32) -> String {
    format!("{}%", crate::model::hundredths(f64::from(p)))
}

/// The style of a line's text: selected, being typed, or typed before.
pub(super) fn typed_style(
    line: &crate::app::typed_line::TypedLine,
    typing: bool,
    theme: &super::Theme,
) -> Style {
    match (typing, line.is_selected()) {
        (true, true) => theme.selected.add_modifier(Modifier::REVERSED),
        (true, false) => theme.strong,
        (false, _) => theme.plain,
    }
}

/// Writes a line at a row of an area, if that row is on the screen.
pub(super) fn line(buffer: &mut Buffer, area: Rect, row: u16, line: &Line<'_>) {
    if row < area.height {
        buffer.set_line(area.x, area.y + row, line, area.width);
    }
}

/// Writes a text from a row of an area on, indented and broken where it has to be.
pub(super) fn paragraph(buffer: &mut Buffer, area: Rect, first: u16, text: &str, style: Style) {
    for (row, text) in (first..).zip(wrapped(text, usize::from(area.width).saturating_sub(3))) {
        line(buffer, area, row, &Line::styled(format!("  {text}"), style));
    }
}

/// Writes text at the right end of a row; returns whether it fitted beside `taken` columns at the left.
pub(super) fn right(
    buffer: &mut Buffer,
    area: Rect,
    row: u16,
    taken: usize,
    text: &str,
    style: Style,
) -> bool {
    let width = text.width();
    if row >= area.height || taken + width + 1 > usize::from(area.width) {
        return false;
    }
    buffer.set_string(area.right() - width as u16, area.y + row, text, style);
    true
}

/// The sign after a note while a newer answer is awaited: the rows are still the old ones.
const AWAITED: &str = "…";

/// A note, with the sign that a newer answer is awaited.
pub(super) fn awaited(note: &str, late: bool) -> String {
    match (late, note.is_empty()) {
        (false, _) => note.to_owned(),
        (true, true) => AWAITED.to_owned(),
        (true, false) => format!("{note} {AWAITED}"),
    }
}

/// Draws a pane's title row: the title, reversed if the pane has the keys, a rule, and a note at its right end.
pub(super) fn title(
    buffer: &mut Buffer,
    area: Rect,
    theme: &super::Theme,
    focused: bool,
    title: &str,
    note: &str,
) {
    let text = cut(title, usize::from(area.width).saturating_sub(2));
    let row = match (text.is_empty(), focused) {
        (true, _) => Line::default(),
        (false, false) => Line::styled(format!(" {text} "), theme.title),
        (false, true) => Line::from(vec![
            Span::styled("▐", theme.focus),
            Span::styled(text, theme.bar_active),
            Span::styled("▌", theme.focus),
        ]),
    };
    let taken = row.width();
    line(buffer, area, 0, &row);
    let notes = [note, AWAITED].into_iter().take(1 + usize::from(note.ends_with(AWAITED)));
    let mut fitting = notes.filter(|note| !note.is_empty());
    let noted = fitting.find(|note| right(buffer, area, 0, taken, note, theme.faint));
    if area.height > 0 {
        // A rule sets the pane apart from the one above it.
        let end = usize::from(area.width).saturating_sub(noted.map_or(0, |note| note.width() + 1));
        let rule = "─".repeat(end.saturating_sub(taken));
        buffer.set_string(area.x + (taken as u16).min(area.width), area.y, rule, theme.rule);
    }
}

/// Gives a row with a line that is typed the background of the focus, except the `typed` columns from its third one:
/// those show by their own background what the next letter replaces.
pub(super) fn has_keys(buffer: &mut Buffer, area: Rect, typed: usize, theme: &super::Theme) {
    let (before, typed) = (3.min(area.width), u16::try_from(typed).unwrap_or(u16::MAX));
    let after = before.saturating_add(typed).min(area.width);
    let row = Rect { height: area.height.min(1), ..area };
    buffer.set_style(Rect { width: before, ..row }, theme.has_keys);
    buffer.set_style(Rect { x: area.x + after, width: area.width - after, ..row }, theme.has_keys);
}

/// Spans of a qualified name in at most `width` columns, with the characters at `lit` highlighted.
pub(super) fn lit_spans(
    name: &str,
    lit: &[u32],
    width: usize,
    plain: Style,
    bright: Style,
) -> Vec<Span<'static>> {
    let (shown, from) = cut_name(name, width);
    let (mut spans, mut run, mut run_lit): (Vec<Span<'static>>, String, bool) =
        (Vec::new(), String::new(), false);
    for (c, from) in shown.chars().zip(from) {
        let is_lit = from.is_some_and(|ix| lit.binary_search(&ix).is_ok());
        if is_lit != run_lit && !run.is_empty() {
            spans.push(Span::styled(std::mem::take(&mut run), if run_lit { bright } else { plain }));
        }
        run_lit = is_lit;
        run.push(c);
    }
    if !run.is_empty() {
        spans.push(Span::styled(run, if run_lit { bright } else { plain }));
    }
    spans
}

/// Draws a vertical rule after each pane that has another one at its right, between two blanks.
pub(super) fn rules_between(buffer: &mut Buffer, panes: [Rect; 3], theme: &super::Theme) {
    let is_beside = |left: &Rect, right: &Rect| {
        right.x == left.right() + GAP && right.y < left.bottom() && left.y < right.bottom()
    };
    for pane in panes.iter().filter(|pane| panes.iter().any(|other| is_beside(pane, other))) {
        let x = pane.right() + 1;
        if x >= buffer.area.right() {
            continue;
        }
        for y in pane.y..pane.bottom() {
            buffer.set_string(x, y, "│", theme.rule);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting_keeps_the_width() {
        assert_eq!(cut("abcdef", 6), "abcdef");
        assert_eq!(cut("abcdef", 4), "abc…");
        assert_eq!(cut("日本語", 4), "日…");
        assert_eq!(cut("abc", 0), "");
        assert_eq!(cut_left("path/to/file.go", 8), "…file.go");
        for width in 0..12 {
            assert!(cut("日本語 e\u{301}x", width).width() <= width);
            assert!(cut_left("日本語 e\u{301}x", width).width() <= width);
        }
    }

    #[test]
    fn the_mark_of_more_replaces_a_wide_letter_as_a_whole() {
        for (written, shown) in [("abcd", "abc…"), ("ab漢", "ab …"), ("a漢d", "a漢…"), ("漢漢", "漢 …")]
        {
            let area = Rect::new(0, 0, 4, 1);
            let mut buffer = Buffer::empty(area);
            buffer.set_string(0, 0, written, Style::new());
            mark_more(&mut buffer, area, 0, Style::new());
            let mut column = 0;
            let mut row = String::new();
            while column < 4 {
                let symbol = buffer[(column, 0)].symbol();
                row.push_str(symbol);
                column += symbol.width() as u16;
            }
            assert_eq!(row, shown, "{written}");
        }
    }

    #[test]
    fn a_name_keeps_its_ends() {
        let cases = [
            ("http.Server.Serve", 17, "http.Server.Serve"),
            ("http_test.serverTester.wantData", 30, "http_te….serverTester.wantData"),
            ("http_test.serverTester.wantData", 24, "…serverTester.wantData"),
            ("http_test.serverTester.wantData", 20, "serverTest….wantData"),
            ("caddyhttp.App.CaddyModule", 17, "…App.CaddyModule"),
            ("caddyhttp.wantSomething", 20, "caddy….wantSomething"),
            ("http2.ClientConn.initialWindowSize", 20, "…initialWindowSize"),
            ("http2.ClientConn.initialWindowSize", 10, "initi…Size"),
            ("dag.NodePlannableInstance.managedResourceExecute", 27, "NodePlann….managed…eExecute"),
            ("dag.NodePlannableInstance.managedResourceExecute", 23, "…managedResourceExecute"),
            ("internal/syscall/windows", 12, "…windows"),
            ("cmd/compile/internal/ssa/rewriteAMD64.go", 28, "cmd/compile…/rewriteAMD64.go"),
            ("cmd/compile/internal/ssa/rewriteAMD64.go", 12, "rewrit…64.go"),
            ("a.日本語日本語", 9, "日本…本語"),
            ("a.b", 0, ""),
        ];
        for (name, width, shown) in cases {
            let (text, from) = cut_name(name, width);
            assert_eq!((text.as_str(), text.chars().count()), (shown, from.len()), "{name} {width}");
            assert!(text.width() <= width);
            let letters: Vec<char> = name.chars().collect();
            for (c, from) in text.chars().zip(from) {
                assert_eq!(from.map_or('…', |ix| letters[ix as usize]), c, "{name} {width}");
            }
        }
        for width in 0..40 {
            assert!(cut_name("日本語.e\u{301}té.längerer_name", width).0.width() <= width);
        }
    }

    #[test]
    fn matched_letters_are_lit() {
        let spans = lit_spans("abcd", &[1, 2], 10, Style::new(), Style::new().bold());
        let texts: Vec<&str> = spans.iter().map(|s| s.content.as_ref()).collect();
        assert_eq!(texts, ["a", "bc", "d"]);
    }
}
