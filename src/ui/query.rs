//! The Query view: the question, the token-budget meter, the rows, their code, and the pack byte for byte or why a row is
//! there.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use rustc_hash::FxHashSet;
use unicode_width::UnicodeWidthStr;

use super::list_parts::draw_prompt;
use super::pane::list::List;
use super::pane::row::{Cut, Row};
use super::text::{awaited, cut, has_keys, line, right, title};
use super::theme::Theme;
use crate::app::action::Action;
use crate::app::job::JobKind;
use crate::app::pane::slot::{Slot, SlotRows};
use crate::app::query::verdict::{self, cells};
use crate::app::query::{AnswerLine, Notice, QueryView, ShownPack, TITLE, WayStep};
use crate::app::{App, ViewState};
use crate::model::{Graph, SymbolId, clean, counted, grouped};
use crate::rank::Intent;
use crate::search::Strategy;
use crate::search::analysis::stemmer::stem;
use crate::search::analysis::tokenizer::split;
use crate::search::pack::RowOverride;
use crate::search::pack::render::DetailLevel;

/// The example of filters, which narrow any question.
const NARROWING: &str = "  beside any of these: kind:func pkg:P file:x.go !test";

/// Draws the question, the verdict and the meter above the slots.
pub(super) fn draw_head(frame: &mut Frame<'_>, app: &App, theme: &Theme, body: Rect) {
    let [first, second, third] =
        std::array::from_fn(|row| Rect { y: body.y + row as u16, height: 1, ..body });
    question(frame, app, theme, first);
    draw_verdict(frame.buffer_mut(), app, theme, second);
    meter(frame.buffer_mut(), app, theme, third);
}

fn question(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect) {
    let query = &app.query;
    let typed = query.slots.prompt.line.text();
    let width = usize::from(area.width).saturating_sub(5);
    let wants = if query.slots.prompt.open {
        "ask in words or names; down goes to questions that you might ask"
    } else {
        "/ to ask in words or names; enter asks the row"
    };
    // The typed text gets all that it needs, at most half of the row; what may be typed comes before how it is answered.
    let needed = if typed.is_empty() { wants.width() } else { typed.width().min(width / 2) };
    let note = [how(app, true), how(app, false), String::new()];
    let note = note.into_iter().find(|note| note.width() + needed <= width).unwrap_or_default();
    let label = if query.slots.prompt.open { "▸? " } else { " ? " };
    let taken = draw_prompt(frame, app, theme, area, (label, &query.slots.prompt), (wants, &note));
    let mut chips = String::new();
    for word in &query.also {
        chips.push_str("  +");
        chips.push_str(&clean(word));
    }
    let chips = cut(&chips, usize::from(area.width).saturating_sub(taken + note.width() + 2));
    let x = area.x + (taken as u16).min(area.width);
    frame.buffer_mut().set_string(x, area.y, &chips, theme.key);
    if query.slots.prompt.open {
        has_keys(frame.buffer_mut(), area, taken.saturating_sub(3), theme);
    }
}

/// Describes choices that are not the usual ones, how the question was read if not as one to explore, and what is awaited; where
/// there is nothing of this, the key that asks again.
fn how(app: &App, in_full: bool) -> String {
    let query = &app.query;
    // The intent weighs rows by words; a lookup has none.
    let ranked = query.answered.as_ref().filter(|answered| answered.answer.ranked().is_some());
    let detected = ranked.and_then(|answered| answered.answer.intent.as_ref());
    let detected = detected
        .map(|detected| detected.intent)
        .filter(|intent| !matches!(intent, Intent::Balanced | Intent::Explore));
    let mut parts = Vec::new();
    if query.choices.strategy != Strategy::default() {
        parts.push(query.choices.strategy.name().to_owned());
    }
    match (query.choices.intent, detected) {
        (Some(intent), _) => parts.push(intent.name().to_owned()),
        (None, Some(intent)) if in_full => parts.push(format!("intent: {}", intent.name())),
        _ => {}
    }
    match () {
        () if app.ctx.is_late(JobKind::Ask) => parts.push("asking …".to_owned()),
        // Past commits may change the answer.
        () if app.ctx.is_late(JobKind::Past) => parts.push("reading past commits …".to_owned()),
        () => {}
    }
    if parts.is_empty() && in_full && !query.slots.prompt.open && query.answered.is_some() {
        parts.push(format!("{} asks again", app.ctx.keymap.shown(Action::Type)));
    }
    parts.join(", ")
}

/// The verdict, and words that the code uses for what is asked.
fn draw_verdict(buffer: &mut Buffer, app: &App, theme: &Theme, area: Rect) {
    let verdict = app.query.verdict(&app.ctx);
    let mut spans = vec![Span::raw(" ")];
    if let Some(filled) = verdict.cells {
        spans.push(Span::styled(format!("{} ", cells(filled)), theme.used));
    }
    let style = match verdict.word {
        "certain" => theme.good,
        "nothing" => theme.bad,
        _ => theme.strong,
    };
    let gap = if verdict.word.is_empty() { "" } else { " · " };
    spans.push(Span::styled(verdict.word, style));
    let room = usize::from(area.width)
        .saturating_sub(spans.iter().map(Span::width).sum::<usize>() + gap.width() + 1);
    let said = if verdict.is_bad { theme.bad } else { theme.plain };
    spans.push(Span::styled(format!("{gap}{}", cut(&verdict.text, room)), said));
    let row = Line::from(spans);
    let taken = row.width();
    line(buffer, area, 0, &row);
    let key = app.ctx.keymap.shown(Action::TreeWord);
    let words = app.query.words_beside().into_iter().filter(|(_, is_there)| !is_there);
    let words: Vec<String> = words.map(|(word, _)| clean(&word).into_owned()).collect();
    let asked = app.ctx.is_awaited(JobKind::Words).then(|| "asking for words …".to_owned());
    let forms = (1..=words.len()).rev().map(|n| format!("{key} also searches for {}", words[..n].join(", ")));
    let mut forms = asked.into_iter().chain(forms);
    if let Some(form) = forms.find(|form| taken + form.width() + 3 <= usize::from(area.width)) {
        right(buffer, area, 0, taken, &form, theme.faint);
    }
}

/// Counts of what a pack holds.
struct Held {
    /// Number of rows shown whole, as excerpts, by their signatures, by name.
    levels: [usize; 4],
    left_out: usize,
    /// Ends of a relation beyond the limit of rows.
    unlisted: usize,
    /// Types and constants that are not rows but are used by shown code.
    types: usize,
}

impl Held {
    fn of(query: &QueryView, packed: &ShownPack) -> Self {
        let rows = query.answered.iter().flat_map(|answered| &answered.answer.rows);
        let rows: FxHashSet<SymbolId> = rows.map(|row| row.symbol).collect();
        let shown = &packed.pack.shown;
        let count = |level: DetailLevel| {
            shown.iter().filter(|one| one.view == level && rows.contains(&one.symbol)).count()
        };
        Self {
            levels: [DetailLevel::Full, DetailLevel::Excerpt, DetailLevel::Signature, DetailLevel::Name]
                .map(count),
            left_out: packed.pack.left_out.iter().filter(|one| rows.contains(&one.symbol)).count(),
            unlisted: query.answered.as_ref().map_or(0, |answered| answered.answer.unlisted()),
            types: shown.iter().filter(|one| !rows.contains(&one.symbol)).count(),
        }
    }

    /// The counts that are not zero, in words; with `is_short` without words.
    fn in_words(&self, is_short: bool) -> Vec<String> {
        let Self { levels: [full, excerpt, signature, name], left_out, unlisted, types } = *self;
        let all = [
            (full, "█", "whole", "whole"),
            (excerpt, "▓", "excerpt", "excerpts"),
            (signature, "▒", "signature", "signatures"),
            (name, "·", "name", "names"),
        ];
        let mut words: Vec<String> = all
            .into_iter()
            .filter(|(n, ..)| *n > 0)
            .map(|(n, sign, one, many)| {
                if is_short {
                    format!("  {sign} {n}")
                } else {
                    format!("  {sign} {n} {}", if n == 1 { one } else { many })
                }
            })
            .collect();
        let more = [(types, "types besides"), (left_out, "out"), (unlisted, "not listed")];
        words.extend(more.into_iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("   {n} {word}")));
        words
    }
}

/// Least and most columns of the meter's bar; the counts get their room first.
const BAR: [usize; 2] = [4, 40];

/// The words before the bar.
const PACK: &str = " pack ";

/// Draws used tokens and budget, as a bar and in numbers, and the counts of the pack.
fn meter(buffer: &mut Buffer, app: &App, theme: &Theme, area: Rect) {
    let query = &app.query;
    let used =
        query.packed.as_ref().map_or(0, |packed| if packed.is_empty() { 0 } else { packed.pack.tokens });
    let numbers = format!(" {} of {} tok", grouped(used.into()), grouped(query.choices.budget.into()));
    let width = usize::from(area.width);
    // Overrides outlive their question, so as long as there are any they are shown with the key that drops them.
    let ([words, letters], drops) = (query.wished(), app.ctx.keymap.shown(Action::Unwish));
    let room = width.saturating_sub(numbers.chars().count() + PACK.width());
    let wished = match format!("  {words} ({drops} drops)") {
        _ if words.is_empty() => String::new(),
        whole if whole.width() <= room => whole,
        _ => format!("  {letters} {drops}"),
    };
    let room = room.saturating_sub(wished.width());
    let held = query.packed.as_ref().map(|packed| Held::of(query, packed));
    let wide = |details: &[String]| details.iter().map(|detail| detail.width()).sum::<usize>();
    let fits = |details: &Vec<String>| wide(details) + BAR[0] <= room;
    let details =
        held.map(|held| Some(held.in_words(false)).filter(fits).unwrap_or_else(|| held.in_words(true)));
    let details = details.unwrap_or_default();
    // The bar repeats the numbers, so it gives way first.
    let most = room.min(BAR[1]).min(width / 4);
    let cells = room.saturating_sub(wide(&details)).clamp(BAR[0].min(most), most);
    let filled = (cells * used as usize).div_ceil(query.choices.budget.max(1) as usize).min(cells);
    let mut spans = vec![
        Span::styled(PACK, theme.key),
        Span::styled("█".repeat(filled), theme.used),
        Span::styled("░".repeat(cells - filled), theme.free),
        Span::styled(numbers, theme.strong),
        Span::styled(wished, theme.key),
    ];
    if query.packed.is_some() {
        let mut room = room - cells;
        // Half a number would be a wrong one, so counts that do not fit are left out.
        for detail in details {
            let Some(rest) = room.checked_sub(detail.width()) else { break };
            room = rest;
            spans.push(Span::styled(detail, theme.faint));
        }
    }
    let row = Line::from(spans);
    let taken = row.width();
    line(buffer, area, 0, &row);
    let style = format!("{} · {}", query.choices.format.name(), query.choices.encoding.name());
    right(buffer, area, 0, taken, &style, theme.faint);
}

pub(super) fn draw_list(buffer: &mut Buffer, app: &App, theme: &Theme, area: Rect) {
    let query = &app.query;
    let focused = query.slots.focus == Slot::List && !query.slots.prompt.open;
    let types = query.types();
    let note = query.answered.as_ref().map(|answered| {
        let total = answered.answer.rows.len();
        let rows = counted(total, "row");
        let rows = match query.line_at_cursor() {
            Some(AnswerLine::Row(at)) if total > 1 => format!("{} of {rows}", at + 1),
            _ => rows,
        };
        if types.is_empty() { rows } else { format!("{rows}, {} types besides", types.len()) }
    });
    let late = app.ctx.is_late(JobKind::Ask);
    let notices = app.query.notice_lines(&app.ctx);
    let is_unasked =
        query.answered.is_none() && notices.is_empty() && !late && query.slots.prompt.line.text().is_empty();
    let note = note.unwrap_or_else(|| if is_unasked { "to ask" } else { "" }.to_owned());
    let note = awaited(&note, late && query.answered.is_some());
    let head = if query.answered.is_some() { "Answer" } else { "Questions" };
    title(buffer, area, theme, focused, head, &note);
    let list = Rect { y: area.y + TITLE, height: area.height.saturating_sub(TITLE), ..area };
    let filled = query.answered.as_ref().filter(|answered| !answered.answer.rows.is_empty());
    let said = |buffer: &mut Buffer, from: usize| {
        for (y, Notice { text, is_bad }) in (from..).zip(&notices) {
            let style = if *is_bad { theme.bad } else { theme.faint };
            line(buffer, list, y as u16, &Line::styled(format!(" {text}"), style));
        }
    };
    let Some(answered) = filled else {
        said(buffer, 0);
        if is_unasked {
            draw_suggestions(buffer, app, theme, list);
        }
        return;
    };
    let graph = answered.snapshot.graph();
    // Notices take the last lines, so that the rows stay where they are.
    let lines = query.lines();
    let rows = query.list_rows(&app.ctx);
    let drawn = List { rows, area, focused, late, pick: 3, sign: "▸", theme };
    drawn.draw(buffer, |at, width| {
        let row = match lines[at] {
            AnswerLine::WayHead | AnswerLine::RowsHead => {
                group_head(&graph, query, lines[at], types.len(), theme)
            }
            AnswerLine::Step(step) => way_step(&graph, &query.way[step], theme),
            AnswerLine::Row(row) => {
                let row = &answered.answer.rows[row];
                let strength = verdict::filled(answered.answer.strength(row));
                result(&graph, query, row.symbol, Some(strength), width, theme)
            }
            AnswerLine::Type(symbol) => result(&graph, query, symbol, None, width, theme),
        };
        let symbol = query.symbol_at(at);
        Row { is_picked: symbol.is_some_and(|symbol| app.ctx.picks.has(&answered.snapshot, symbol)), ..row }
    });
    said(buffer, usize::from(list.height).saturating_sub(notices.len()));
}

/// The head of a group of lines, with what it holds.
fn group_head(graph: &Graph<'_>, query: &QueryView, head: AnswerLine, types: usize, theme: &Theme) -> Row {
    let (title, note) = if head == AnswerLine::WayHead {
        let steps = counted(query.way.len(), "step");
        let note = match query.n_doubtful(graph) {
            0 => format!("{steps}, each certain"),
            n => format!("{steps}, {n} in doubt"),
        };
        ("The way", note)
    } else {
        let rows = query.answered.as_ref().map_or(0, |answered| answered.answer.rows.len());
        let packed = query.packed.as_ref().map_or(0, |packed| packed.levels.len().saturating_sub(types));
        ("Rows", format!("{packed} in the pack, {} left out", rows.saturating_sub(packed)))
    };
    let is_open = !head.group().is_some_and(|group| query.folded[group]);
    Row::of_group(title, theme.title, is_open, note, theme)
}

/// A step of the way: the links that lead to it with their certainty, and the line of the call.
fn way_step(graph: &Graph<'_>, step: &WayStep, theme: &Theme) -> Row {
    let symbol = graph.symbol(step.symbol);
    let place = match step.link.map(|link| graph.edge(link).lines.first().copied()) {
        Some(Some(line)) => format!(":{line}"),
        Some(None) => String::new(),
        None => clean(&format!("{}:{}", file_name(symbol.path()), symbol.line())).into_owned(),
    };
    let end = if step.doubt.is_empty() { place } else { format!("{} {place}", step.doubt) };
    let style = match step.stem.chars().last() {
        Some('?') => theme.bad,
        Some('~') => theme.key,
        _ => theme.faint,
    };
    let head = vec![Span::raw("  "), Span::styled(step.stem.clone(), style)];
    Row { notes: vec![end], marks: String::new(), ..Row::of_symbol(&symbol, head, theme.strong, theme) }
}

/// Draws questions that one may ask, until one is asked.
fn draw_suggestions(buffer: &mut Buffer, app: &App, theme: &Theme, area: Rect) {
    let query = &app.query;
    let rows = SlotRows { cursor: query.slots.cursor, len: query.suggestions.len(), ..SlotRows::default() };
    let focused = !query.slots.prompt.open;
    let list = List { rows, area, focused, late: false, pick: 0, sign: "▸ ", theme };
    list.draw(buffer, |at, _| {
        let head = vec![Span::raw(" ")];
        Row {
            head,
            cut: Cut::Words,
            ..Row::of(clean(&query.suggestions[at]).into_owned(), theme.plain, theme)
        }
    });
    let below = query.suggestions.len() as u16 + 1;
    line(buffer, area, below, &Line::styled(cut(NARROWING, usize::from(area.width)), theme.faint));
}

/// A line of the list: a row with its strength, or a type that shown code uses.
fn result(
    graph: &Graph<'_>,
    query: &QueryView,
    id: SymbolId,
    strength: Option<usize>,
    width: usize,
    theme: &Theme,
) -> Row {
    let symbol = graph.symbol(id);
    let level = query.packed.as_ref().and_then(|packed| packed.levels.get(&id).copied());
    let row_override = match query.choices.overrides.of(id) {
        Some(RowOverride::PINNED) => "p",
        Some(RowOverride::BANNED) => "x",
        Some(_) => "±",
        None => " ",
    };
    let tokens = match (level, query.packed.as_ref().and_then(|packed| packed.left_out(id)?.least_tokens)) {
        (Some((_, tokens)), _) => tokens.to_string(),
        (None, Some(least)) => format!("({least})"),
        (None, None) => String::new(),
    };
    let head = vec![
        Span::styled(row_override, theme.key),
        Span::styled(format!("{} ", glyph(level.map(|level| level.0))), theme.used),
        match strength {
            Some(strength) => Span::styled(cells(strength), theme.used),
            None => Span::styled("use", theme.faint),
        },
        Span::raw(" "),
    ];
    let row = Row::of_symbol(&symbol, head, theme.strong, theme);
    let answered = query.answered.as_ref();
    let (path, line) = answered.map_or_else(|| graph.place(id), |answered| answered.answer.place(graph, id));
    let place = clean(&format!("{path}:{line}")).into_owned();
    // Many files have the same name, so the whole path is shown if there is room.
    let notes = if width >= 64 {
        vec![format!("{tokens}  {place}"), format!("{tokens}  {}", file_name(&place))]
    } else {
        vec![tokens]
    };
    let found = answered.and_then(|answered| answered.answer.rows.iter().find(|row| row.symbol == id));
    let lit = lit_letters(&row.name, found.map_or(&[][..], |row| &row.why.words));
    Row { cut: Cut::Name(lit), notes, least: usize::MAX, ..row }
}

/// The letters of a name, in order, that belong to words of the question in any of their forms.
fn lit_letters(name: &str, words: &[String]) -> Vec<u32> {
    let root = |word: &str| stem(&word.to_lowercase());
    let wanted: Vec<String> = words.iter().map(|word| root(word)).collect();
    let (mut lit, mut end, mut letters) = (Vec::new(), 0, 0);
    split(name, |part| {
        let Some(begin) = name[end..].find(part).map(|at| end + at) else { return };
        letters += name[end..begin].chars().count() as u32;
        let after = letters + part.chars().count() as u32;
        if wanted.contains(&root(part)) {
            lit.extend(letters..after);
        }
        (end, letters) = (begin + part.len(), after);
    });
    lit
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The sign for how much of a symbol the pack shows.
fn glyph(level: Option<DetailLevel>) -> &'static str {
    match level {
        Some(DetailLevel::Full) => "█",
        Some(DetailLevel::Excerpt) => "▓",
        Some(DetailLevel::Signature) => "▒",
        Some(DetailLevel::Name) => "·",
        None => " ",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_question_are_lit_in_names() {
        let lit = |name: &str, words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            let lit = lit_letters(name, &words);
            name.chars().zip(0..).filter(|(_, at)| lit.contains(at)).map(|(c, _)| c).collect::<String>()
        };
        assert_eq!(lit("fzf.parseKeyChords", &["keys", "parse"]), "parseKey");
        assert_eq!(lit("worker.Pool.retry", &["retried", "jobs"]), "retry");
        assert_eq!(lit("größe.Größe.x", &["größe"]), "größeGröße");
        assert_eq!(lit("job.Monkey", &["key"]), "", "it is another word");
    }
}
