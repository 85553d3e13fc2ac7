//! The rows above the list: the target and the result's numbers, then the display options or the line being typed.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use super::{Theme, awaited, cut, line, title};
use crate::app::App;
use crate::app::action::Action;
use crate::app::impact::{ImpactOrder, ImpactTarget, ImpactView, ListForm, namesakes};
use crate::app::job::JobKind;
use crate::impact::{Limits, Outside, WorkGroup};
use crate::index::git::{Diff, Range};
use crate::model::{Graph, SymbolId, SymbolKind, clean, counted, grouped, resolve};
use crate::ui::list_parts::draw_prompt;

const WORKING_TREE: &str = "the working tree";
/// Least columns of the heading beside the result's numbers.
const HEADING: usize = 24;

pub(super) fn draw(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect, focused: bool) {
    let (headings, found) = (headings(app), found(&app.impact));
    let heading = headings.first().map_or("", String::as_str);
    // The result's numbers are beside the heading, in the longest form that fits; without room, in the row below.
    let room = usize::from(area.width).saturating_sub(5);
    // Half a range would be another range, so the numbers give way to it.
    let shortest = headings.last().filter(|_| matches!(app.impact.target, Some(ImpactTarget::Diff(_))));
    let least = shortest.map_or(HEADING, |heading| heading.width());
    let short = found.last().filter(|form| least + form.width() <= room);
    let beside = found.iter().find(|form| heading.width() + form.width() <= room).or(short);
    let beside = beside.map_or("", String::as_str);
    let room = room.saturating_sub(beside.width()).max(HEADING);
    let fits = headings.iter().find(|heading| heading.width() <= room).or(headings.last());
    let heading = cut(fits.map_or("", String::as_str), room);
    title(frame.buffer_mut(), area, theme, focused, &heading, beside);
    let below = found.last().filter(|_| beside.is_empty());
    // Where the walk ended is shown beside the threshold that ended it, if the heading has no room for it.
    let ended = ended(&app.impact).filter(|ended| !beside.ends_with(ended.as_str()));
    second(frame, app, theme, area, below.map(String::as_str), ended);
}

/// The target in words, the full form first, then shorter ones.
fn headings(app: &App) -> Vec<String> {
    let id = match &app.impact.target {
        None => return vec!["Impact".to_owned()],
        Some(ImpactTarget::Diff(range)) => {
            let of = clean(&range_words(range)).into_owned();
            // The start of a range distinguishes it; its end is mostly the working tree.
            let short = of.strip_prefix(WORKING_TREE).map(|since| format!("Impact {}", since.trim_start()));
            return [Some(format!("Impact of {of}")), short].into_iter().flatten().collect();
        }
        Some(ImpactTarget::Symbol(id)) => id,
    };
    let graph = app.ctx.index.snapshot.as_ref().map(|snapshot| snapshot.graph());
    let symbol = graph.as_ref().and_then(|graph| resolve(graph, id).ok());
    let Some((graph, symbol)) = graph.zip(symbol) else { return vec![format!("Impact of {}", clean(id))] };
    let all = namesakes(&graph, symbol);
    let which = match all.iter().position(|&other| other == symbol) {
        Some(at) if all.len() > 1 => {
            [" of that name)", ")"].map(|end| format!("  ({} of {}{end}", at + 1, all.len()))
        }
        _ => [String::new(), String::new()],
    };
    let members = members(&graph, symbol);
    let symbol = graph.symbol(symbol);
    let what = if symbol.kind() == SymbolKind::Package { "package " } else { "" };
    let of = format!("Impact of {what}{}", symbol.label());
    let [long, short] = which;
    [[&*members, &*long], [&members, &short], ["", &short], ["", ""]]
        .map(|[members, which]| clean(&format!("{of}{members}{which}")).into_owned())
        .to_vec()
}

/// The members of the target, which change with it and have no rows for that reason.
fn members(graph: &Graph<'_>, symbol: SymbolId) -> String {
    match graph.members(symbol).len() {
        0 => String::new(),
        n if graph.symbol(symbol).kind() == SymbolKind::Package => {
            format!(" with its {}", counted(n, "file"))
        }
        n => format!(" with its {}", counted(n, "member")),
    }
}

fn range_words(range: &Range) -> String {
    match range {
        Range::WorkTree { since } => format!("{WORKING_TREE} since {since}"),
        Range::Staged => "staged changes".to_owned(),
        Range::Commits { from, to } => format!("{from}..{to}"),
        Range::Branch { base, tip } => format!("{base}...{tip}"),
    }
}

/// The second row: the line being typed, or the display options, with the numbers `found` before and where the walk
/// `ended` after them if these have no other place.
fn second(
    frame: &mut Frame<'_>,
    app: &App,
    theme: &Theme,
    area: Rect,
    found: Option<&str>,
    ended: Option<String>,
) {
    let impact = &app.impact;
    let prompt = if impact.asks_range { &impact.range } else { &impact.slots.prompt };
    if prompt.is_shown() {
        let (label, note) =
            if impact.asks_range { (" range ", String::new()) } else { (" / ", hits(impact)) };
        let note = awaited(&note, is_late(app) && impact.blast.is_some());
        let row = Rect { y: area.y + 1, height: area.height.saturating_sub(1).min(1), ..area };
        draw_prompt(frame, app, theme, row, (label, prompt), ("", &note));
        return;
    }
    let reading = app.ctx.is_late(JobKind::HistoryDetails).then_some("reading history …");
    // The visible rows still belong to the previous answer.
    let working = (is_late(app) && impact.blast.is_some()).then_some("working it out …");
    let done = match impact.done() {
        (_, 0) => None,
        (done, all) => (impact.form() == ListForm::Work).then(|| format!("{done} of {all} done")),
    };
    let room = usize::from(area.width).saturating_sub(2);
    let taken = done.as_ref().map_or(0, |done| done.width() + " · ".width());
    // The heads of the groups say what changed, too.
    let brief = found.and_then(|found| Some(found.split_once(" changed, ")?.1));
    let found = brief.filter(|_| found.is_some_and(|found| taken + found.width() > room)).or(found);
    if let Some(problem) = problem(impact) {
        let text = cut(&done.into_iter().chain([problem]).collect::<Vec<_>>().join(" · "), room);
        return line(frame.buffer_mut(), area, 1, &Line::styled(format!("  {text}"), theme.bad));
    }
    let first = [found, working, reading].into_iter().flatten().map(str::to_owned);
    let first: Vec<String> = done.into_iter().chain(first).collect();
    // Usual choices give way to others.
    let forms = [false, true].map(|is_brief| {
        let shown = shown(impact, is_brief).into_iter();
        first.iter().cloned().chain(shown).collect::<Vec<_>>().join(" · ")
    });
    let [whole, brief] = forms;
    let text = if whole.width() <= room { whole } else { brief };
    let numbers = numbers(app, ended);
    // Where the walk ended is said before how far it was allowed to go is named in a word.
    let least = numbers.last().map_or(0, |form| form.width() + " · ".width());
    let text = if text.width() + least <= room { text } else { text.replace("reach ", "≥ ") };
    let text = with_what_fits(text, &numbers, through(impact), room);
    line(frame.buffer_mut(), area, 1, &Line::styled(format!("  {text}"), theme.faint));
}

/// The notes of a diff, as far as there is room.
pub(super) fn notes(buffer: &mut Buffer, app: &App, theme: &Theme, area: Rect) {
    let (rows, is_cut) = app.impact.notes(&app.ctx);
    let last = rows.len().saturating_sub(1);
    for (at, text) in rows.into_iter().enumerate() {
        let (more, end) = if at == last && is_cut {
            (" …", format!(" {} shows all", app.ctx.keymap.shown(Action::Messages)))
        } else {
            ("", String::new())
        };
        let room = usize::from(area.width).saturating_sub(end.width() + 1);
        let text = format!(" {}{end}", cut(&format!("{text}{more}"), room));
        line(buffer, area, 2 + at as u16, &Line::styled(text, theme.bad));
    }
}

/// Returns whether an answer has been awaited for so long that a hint is shown.
pub(super) fn is_late(app: &App) -> bool {
    app.ctx.is_late(JobKind::Impact) || app.ctx.is_late(JobKind::FilterImpact)
}

/// Describes the number of rows that match the filter.
fn hits(impact: &ImpactView) -> String {
    let (hits, of) = impact.hits;
    impact
        .blast
        .as_ref()
        .map_or(String::new(), |_| format!("{}/{}", grouped(hits as u64), grouped(of as u64)))
}

/// The result's numbers in words, the full form first, then shorter ones. Test support is counted apart from other
/// code, which hiding tests leaves.
fn found(impact: &ImpactView) -> Vec<String> {
    let Some(blast) = &impact.blast else { return Vec::new() };
    let (radius, graph) = (&blast.radius, blast.snapshot.graph());
    let many = |n: usize| grouped(n as u64);
    let left = blast.diff.iter().flat_map(Diff::unbound);
    let (affected, helpers, files) = radius.n_affected(&graph, left.clone().filter_map(|c| c.symbol));
    let mut found = format!("{} affected, {}", many(affected), counted(radius.n_tests(), "test"));
    let is_unreckoned = blast.diff.iter().flat_map(|diff| &diff.outside).any(Outside::is_unreckoned);
    if is_unreckoned || blast.targets.iter().any(|&target| graph.is_predeclared(target)) {
        // “Nothing affected” would be too much to say.
        found = match affected + files + radius.n_tests() {
            0 => "affected: unknown".to_owned(),
            _ => format!("at least {found}"),
        };
    }
    let moved = blast.diff.iter().flat_map(Diff::moved).count();
    if let Some(diff) = &blast.diff {
        found = match (diff.changed.len() - left.count(), moved) {
            // Files moved but no declaration changed.
            (0, 1..) => format!("{} moved, {found}", counted(moved, "file")),
            (changed, _) => format!("{} changed, {found}", many(changed)),
        };
    }
    let is_said = found.contains(" moved, ");
    let mut forms = vec![found];
    let mut say = |more: String| forms.insert(0, format!("{}, {more}", forms[0]));
    if moved > 0 && !is_said {
        say(format!("{} moved", counted(moved, "file")));
    }
    if helpers > 0 {
        say(counted(helpers, "test-only symbol"));
    }
    if files > 0 {
        say(counted(files, "file"));
    }
    if let Some(ended) = ended(impact) {
        say(ended);
    }
    forms
}

/// Describes the number of branches that threshold and depth cut.
fn ended(impact: &ImpactView) -> Option<String> {
    let walk = &impact.blast.as_ref()?.radius.impact;
    match walk.below_threshold.symbols as usize + walk.beyond_depth.symbols as usize {
        0 => None,
        1 => Some("1 branch cut".to_owned()),
        n => Some(format!("{} branches cut", grouped(n as u64))),
    }
}

/// Describes what the next lower threshold adds, and its key, the full form first. Empty if it adds nothing.
fn hidden(app: &App) -> Vec<String> {
    let impact = &app.impact;
    let Some(blast) = &impact.blast else { return Vec::new() };
    let radius = &blast.radius;
    let (code, helpers, files) = radius.hidden;
    let whole = [(code, "symbol"), (helpers, "test-only symbol"), (files, "file")];
    let forms = [&whole[..], &whole[..1]].map(|parts| {
        let added = parts.iter().filter(|(n, _)| *n > 0).map(|&(n, what)| counted(n, what));
        added.collect::<Vec<_>>().join(", ")
    });
    let key = app.ctx.keymap.shown(Action::Wider);
    let adds = |added: String| format!("{key} adds {added}");
    forms.into_iter().filter(|added| !added.is_empty()).map(adds).collect()
}

/// The display options: limits, what is hidden, order; in brief without usual limits.
fn shown(impact: &ImpactView, is_brief: bool) -> Vec<String> {
    let past = &impact.past;
    let depth = impact.limits.depth.map_or("any".to_owned(), |depth| depth.to_string());
    let usual = Limits::default();
    let mut words = Vec::new();
    if !is_brief || impact.limits.threshold.total_cmp(&usual.threshold).is_ne() {
        words.push(format!("reach {:.2}", impact.limits.threshold));
    }
    if !is_brief || impact.limits.depth != usual.depth {
        words.push(format!("depth {depth}"));
    }
    let switches = [
        (!impact.limits.doubtful, "sure only"),
        (impact.shape.hide_tests, "tests hidden"),
        (past.order == ImpactOrder::WithPast, "with past commits"),
        (past.order == ImpactOrder::Score, "by score"),
    ];
    words.extend(switches.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word.to_owned()));
    if past.order == ImpactOrder::WithPast || past.churn {
        // The reason has no room here; the pane of partners shows it in full.
        words.extend(past.problem().map(|_| "no history".to_owned()));
    }
    words
}

/// Where the walk `ended`, if no other place shows it, and what a lower threshold would add; the full form first. The
/// last forms end in a sign that something was left out.
fn numbers(app: &App, ended: Option<String>) -> Vec<String> {
    let ended = ended.unwrap_or_default();
    let short = ended.replace(" branches", "").replace(" branch", "");
    let hidden = hidden(app);
    let more = if hidden.is_empty() { "" } else { " …" };
    let with = |ended: &str, hidden: &str| match (ended, hidden) {
        ("", hidden) => hidden.to_owned(),
        (ended, hidden) => format!("{ended} · {hidden}"),
    };
    let mut forms: Vec<String> = hidden.iter().map(|hidden| with(&ended, hidden)).collect();
    forms.extend(hidden.last().map(|hidden| with(&short, hidden)));
    forms.extend([ended, short].into_iter().filter(|form| !form.is_empty()).map(|form| form + more));
    forms
}

/// A text with `numbers` in the longest form that fits, never cut, since half a number is another number; then as
/// much of a sentence as fits.
fn with_what_fits(mut text: String, numbers: &[String], sentence: Option<String>, room: usize) -> String {
    let left = room.saturating_sub(text.width() + " · ".width());
    match numbers.iter().find(|form| form.width() <= left) {
        Some(form) => text = format!("{text} · {form}"),
        None if !numbers.is_empty() => text.push_str(" …"),
        None => {}
    }
    if let Some(sentence) = sentence {
        text = format!("{text} · {sentence}");
    }
    cut(&text, room)
}

/// The reason for which the selected place does not compile, which takes the place of the display options.
fn problem(impact: &ImpactView) -> Option<String> {
    let item = impact.blast.as_ref()?.work.items.get(impact.item()?)?;
    let is_broken = item.group == WorkGroup::WontCompile;
    // It begins with the sign of the selected row.
    is_broken.then(|| clean(&format!("▸ {}", item.notes.join("; "))).into_owned())
}

/// Why the selected row's step is doubtful, if it is a call through an interface.
fn through(impact: &ImpactView) -> Option<String> {
    let (affected, blast) = (impact.affected()?, impact.blast.as_ref()?);
    let through = blast.snapshot.graph().through(affected.edge)?;
    // It begins with the sign of the selected row.
    Some(clean(&format!("▸ {through}")).into_owned())
}
