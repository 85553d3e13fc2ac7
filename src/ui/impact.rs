//! The Impact view: what a change affects as a tree or a flat list, the line that carries it, and the tests to run.

mod head;
mod work;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use rustc_hash::FxHashSet;
use unicode_width::UnicodeWidthStr;

use super::distinguish::{beside, disambiguate};
use super::list_parts::{draw_problem, marks};
use super::package_colour::with_package_colour;
use super::pane::list::List;
use super::text::{awaited, cut, cut_left, cut_name, line, percent, right, title, wrapped};
use super::theme::Theme;
use crate::app::App;
use crate::app::ViewState;
use crate::app::action::Action;
use crate::app::impact::{Figure, Figures, ImpactOrder, ImpactResult, ImpactRow, ImpactView, ListForm};
use crate::app::pane::slot::Slot;
use crate::history::{Churn, History, date};
use crate::impact::{Affected, ChangeKind, Changed, Likely, Outside, Ticks, WorkGroup};
use crate::index::git::Diff;
use crate::model::{EdgeKind, Graph, SymbolId, SymbolKind, clean, counted, grouped};
use crate::relations::n_dependants;
use crate::unused::UnseenUse;

/// Least columns of a name beside the words on how it was reached.
const NAME: usize = 28;
/// Least columns of a name beside its place.
const MIN_NAME: usize = 12;

pub(super) fn draw_list(frame: &mut Frame<'_>, app: &App, theme: &Theme, area: Rect) {
    let impact = &app.impact;
    let focused = impact.slots.focus == Slot::List;
    let width = usize::from(area.width);
    head::draw(frame, app, theme, area, focused);
    let buffer = frame.buffer_mut();
    let late = head::is_late(app);
    let Some(blast) = &impact.blast else {
        let working = format!("working it out … {} cancels it", app.ctx.keymap.shown(Action::Climb));
        let text = match &impact.problem {
            Some(problem) => problem.as_str(),
            None if app.ctx.index.snapshot.is_none() => match impact.target {
                Some(_) => "the index is still being built; the answer follows it",
                None => "the index is still being built; then i on a symbol shows what a change would break",
            },
            None if late => &working,
            // The answer mostly comes before a message could be read.
            None if impact.target.is_some() => "",
            None => "i on a symbol shows what changing it would break, , w takes the working tree",
        };
        for (row, text) in (2..).zip(wrapped(&clean(text), width.saturating_sub(3))) {
            line(buffer, area, row, &Line::styled(format!("  {text}"), theme.faint));
        }
        return;
    };
    let graph = blast.snapshot.graph();
    let likely = (impact.past.order != ImpactOrder::Score)
        .then(|| Likely::new(&graph, &blast.targets, impact.past.co_changes(blast)));
    // The changes of files do not depend on the target, and hardly on the graph.
    let history = impact
        .past
        .details
        .as_ref()
        .and_then(|details| details.as_ref().ok())
        .map(|details| &*details.history);
    let figures = Figures::fitting(area.width, &impact.past);
    let columns = ImpactColumns {
        figures,
        width,
        likely,
        history,
        form: impact.form(),
        ticks: &impact.ticks,
        folded: &impact.shape.folded,
    };
    let top = app.impact.head(&app.ctx);
    head::notes(buffer, app, theme, area);
    line(buffer, area, top - 1, &Line::styled(columns.heads(), theme.faint));
    let rows = impact.list_rows(&app.ctx);
    let list = List { rows, area, focused, late, pick: 1, theme };
    let shown = list.shown();
    let apart = apart(&graph, blast, &impact.rows[shown.clone()]);
    list.draw(buffer, |buffer, place, at, selected| {
        let row = (impact.rows[at], apart[at - shown.start].as_str());
        columns.row(buffer, place, &graph, blast, row, selected, theme);
        impact.symbol_at(at).is_some_and(|symbol| app.ctx.picks.has(&blast.snapshot, symbol))
    });
    if impact.rows.is_empty() {
        for (row, text) in (top..).zip(wrapped(&empty(impact, blast), width.saturating_sub(3))) {
            line(buffer, area, row, &Line::styled(format!("  {text}"), theme.faint));
        }
    }
    if let Some(problem) = &impact.shape.filter.problem {
        let at = impact.slots.cursor.at.saturating_sub(impact.slots.cursor.offset) as u16;
        let rows = wrapped(problem, width.saturating_sub(3));
        draw_problem(buffer, area, &rows, (top, top + at), theme);
    }
}

/// The distinguishing parts of affected rows with the same label, as in the list of symbols.
fn apart(graph: &Graph<'_>, blast: &ImpactResult, rows: &[ImpactRow]) -> Vec<String> {
    let place = |row: &ImpactRow| {
        let ImpactRow::Affected { row, .. } = row else { return <(String, String, u32)>::default() };
        let affected = blast.radius.impact.affected.get(*row);
        affected.map_or_else(Default::default, |affected| {
            let symbol = graph.symbol(affected.symbol);
            let label = symbol.label();
            (label, symbol.path().to_owned(), symbol.line())
        })
    };
    let all: Vec<(String, String, u32)> = rows.iter().map(place).collect();
    disambiguate(&all)
}

/// Why there are no rows.
fn empty(impact: &ImpactView, blast: &ImpactResult) -> String {
    let graph = blast.snapshot.graph();
    let is_known = || blast.targets.iter().any(|&target| n_dependants(&graph, target) > 0);
    let why = match () {
        () if impact.slots.prompt.line.text().contains("..") => {
            "nothing matches; for a git range esc, then , r"
        }
        () if !impact.slots.prompt.line.text().is_empty() => "nothing matches; esc clears the filter",
        () if !blast.radius.impact.affected.is_empty() => "only tests are affected; , t shows them",
        () if blast.radius.impact.below_threshold.symbols > 0 => "all of it is out of reach; > looks further",
        () if blast.diff.is_some() => {
            let moved = moved(blast.diff.as_ref());
            return format!("no declaration changed{moved}");
        }
        () if !impact.limits.doubtful && is_known() => "nothing certain depends on it; , d shows what may",
        () if blast.unseen_uses.is_empty() => {
            "no known symbol depends on it, and nothing hints at another way to it"
        }
        () => {
            return format!("no known symbol depends on it: {}", UnseenUse::describe_all(&blast.unseen_uses));
        }
    };
    why.to_owned()
}

/// A sentence on the files that a diff moved; empty without any.
fn moved(diff: Option<&Diff>) -> String {
    let moved: Vec<(&str, &str)> = diff.into_iter().flat_map(Diff::moved).collect();
    let Some((old, new)) = moved.first() else { return String::new() };
    let more = match moved.len() - 1 {
        0 => String::new(),
        more => format!(", and {} more", grouped(more as u64)),
    };
    clean(&format!("; {} moved: {old} to {new}{more}", counted(moved.len(), "file"))).into_owned()
}

/// The columns before the name that fit.
struct ImpactColumns<'c> {
    figures: Figures,
    width: usize,
    /// Shown in place of the walk's figure when rows are ordered by likelihood.
    likely: Option<Likely<'c>>,
    /// The history, if it is known.
    history: Option<&'c History>,
    form: ListForm,
    ticks: &'c Ticks,
    folded: &'c FxHashSet<WorkGroup>,
}

impl ImpactColumns<'_> {
    fn heads(&self) -> String {
        if self.form == ListForm::Work {
            let (order, figure) =
                ("  in the order of work", if self.likely.is_some() { "likely" } else { "score" });
            return format!("{order}{figure:>width$}", width = self.width.saturating_sub(order.len()));
        }
        let head = |figure: Figure| {
            let head = match figure {
                Figure::Score => "score",
                Figure::Near => "ppr",
                Figure::Likely => "likely",
                Figure::Hops => "hops",
                Figure::Recent => "90d",
                Figure::Last => "last",
                Figure::Authors => "by",
            };
            format!("{head:>width$}  ", width = figure.width())
        };
        format!("  {}symbol", self.figures.iter().map(head).collect::<String>())
    }

    #[expect(clippy::too_many_arguments, reason = "a row is drawn from all that the view knows")]
    fn row(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        graph: &Graph<'_>,
        blast: &ImpactResult,
        (row, apart): (ImpactRow, &str),
        selected: bool,
        theme: &Theme,
    ) {
        let mark = if selected { "▸ " } else { "  " };
        let indent = " ".repeat(row.indent());
        match row {
            ImpactRow::Package(id) => {
                let symbol = graph.symbol(id);
                let name = clean(&format!("package {}  {}", symbol.name(), symbol.qualified())).into_owned();
                let name = cut(&name, usize::from(area.width).saturating_sub(2));
                let spans = vec![Span::styled(mark, theme.focus), Span::styled(name, theme.title)];
                line(buffer, area, 0, &Line::from(spans));
            }
            ImpactRow::Outside(outside) => {
                let file = blast.diff.as_ref().and_then(|diff| diff.outside.get(outside));
                if let Some(file) = file {
                    self.outside(buffer, area, file, mark, theme);
                }
            }
            ImpactRow::Changed { changed, children, open } => {
                let changed = blast.diff.as_ref().and_then(|diff| diff.changed.get(changed));
                if let Some(changed) = changed {
                    self.changed(buffer, area, graph, changed, (mark, children, open), theme);
                }
            }
            ImpactRow::Affected { row, children, open, .. } => {
                let Some(affected) = blast.radius.impact.affected.get(row) else { return };
                let last = || graph.edge(affected.edge).kind.name();
                let chain = match blast.radius.implements(row) {
                    _ if self.form == ListForm::Flat => Some(blast.radius.chain(graph, row)),
                    true => Some(format!("{}, {}", EdgeKind::Implements.name(), last())),
                    false => None,
                };
                let notes = steps(graph, affected, chain, children, open);
                let fold = format!("{indent}{}", fold(children, open));
                self.affected(buffer, area, graph, blast, affected, (mark, &fold), (apart, notes), theme);
            }
            ImpactRow::Group(group) => self.group(buffer, area, blast, (group, mark), theme),
            ImpactRow::Work { item, children, open, .. } => {
                let Some(item) = blast.work.items.get(item) else { return };
                self.work(buffer, area, graph, blast, (item, mark, fold(children, open)), theme);
            }
            ImpactRow::Too(too) => {
                let Some(too) = blast.radius.among.get(too) else { return };
                let notes = steps(graph, too, None, 0, false);
                // The sign already says how it changed.
                let ends = [notes.first(), notes.last()].into_iter().flatten();
                let mut notes: Vec<String> = ends
                    .map(|place| match place.as_str() {
                        alone if alone.starts_with(':') => format!("changed too {alone}"),
                        place => format!("changed too, {place}"),
                    })
                    .collect();
                notes.push("changed too".to_owned());
                let fold = format!("{indent}{}", fold(0, false));
                self.affected(buffer, area, graph, blast, too, (mark, &fold), (apart, notes), theme);
            }
        }
    }

    /// The row of a changed file that is no Go code.
    fn outside(&self, buffer: &mut Buffer, area: Rect, file: &Outside, mark: &'static str, theme: &Theme) {
        let head = vec![
            Span::styled(mark, theme.focus),
            Span::styled(format!("{:<width$}", "≠ outside", width = self.figures.width()), theme.strong),
        ];
        let mut notes = vec![file.words()];
        match &file.notes[..] {
            [] => {}
            [note] => notes.insert(0, clean(note).into_owned()),
            [first, rest @ ..] => {
                notes.insert(0, format!("{}, and {} more", clean(first), rest.len()));
            }
        }
        if let [first, _, ..] = &file.parts[..] {
            notes.push(format!("{}, …", first.words()));
        }
        let name = RowName::of(clean(&file.path).into_owned(), theme.strong);
        Self::finish(buffer, area, head, RowName { cut: cut_left, notes, ..name }, theme);
    }

    /// The row of a changed declaration.
    fn changed(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        graph: &Graph<'_>,
        changed: &Changed,
        (mark, children, open): (&'static str, usize, bool),
        theme: &Theme,
    ) {
        let sign = change_sign(changed.change);
        let what = format!("{sign} {}", changed.name());
        let head = vec![
            Span::styled(mark, theme.focus),
            Span::styled(format!("{what:<width$}", width = self.figures.width()), theme.strong),
            Span::styled(format!("{} {} ", fold(children, open), theme.kind(changed.kind)), theme.key),
        ];
        let more = if children > 0 && !open { format!("+{children}  ") } else { String::new() };
        let lost = match (&changed.lost, changed.origin()) {
            (Some(lost), _) => format!("lost {}  ", clean(lost)),
            (None, Some(from)) => format!("from {}  ", clean(from)),
            (None, None) => String::new(),
        };
        let line = changed.symbol.map_or(changed.line, |id| graph.symbol(id).line());
        // A deleted file is named: no row near it shows its path.
        let is_there = changed.symbol.is_some() || graph.find_file(&changed.path).is_some();
        let file = if is_there { String::new() } else { clean(&changed.path).into_owned() };
        let notes = vec![format!("{more}{lost}{file}:{line}"), format!("{more}:{line}"), format!(":{line}")];
        let marks = changed.symbol.map_or(String::new(), |id| marks(graph.symbol_flags[id.ix()]));
        let name = RowName::of(clean(&changed.qualified).into_owned(), theme.strong);
        Self::finish(buffer, area, head, RowName { marks, notes, ..name }, theme);
    }

    /// The row of an affected symbol with the last step of its path.
    #[expect(clippy::too_many_arguments, reason = "a row is drawn from all that the view knows")]
    fn affected(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        graph: &Graph<'_>,
        blast: &ImpactResult,
        affected: &Affected,
        (mark, fold): (&'static str, &str),
        (apart, notes): (&str, Vec<String>),
        theme: &Theme,
    ) {
        let symbol = graph.symbol(affected.symbol);
        let head = vec![
            Span::styled(mark, theme.focus),
            Span::styled(self.figures(graph, blast, affected), theme.faint),
            Span::styled(format!("{fold} "), theme.key),
            Span::styled(format!("{} ", theme.kind(symbol.kind())), theme.key),
        ];
        let style = if symbol.is_of_tests() { theme.faint } else { theme.plain };
        let name = RowName {
            marks: marks(graph.symbol_flags[affected.symbol.ix()]),
            apart: apart.to_owned(),
            notes,
            kind: Some(symbol.kind()),
            ..RowName::of(clean(&symbol.label()).into_owned(), style)
        };
        Self::finish(buffer, area, head, name, theme);
    }

    fn figures(&self, graph: &Graph<'_>, blast: &ImpactResult, affected: &Affected) -> String {
        let tells_churn = self.figures.iter().any(|figure| figure == Figure::Recent);
        let history = self.history.filter(|_| tells_churn);
        let churn = history.and_then(|history| lively(graph, history, affected.symbol));
        let churn = churn.as_ref();
        let unknown = || "-".to_owned();
        let figure = |figure: Figure| {
            let text = match figure {
                Figure::Score => score(affected.score),
                Figure::Near => format!("{:.5}", blast.radius.nearness(affected.symbol)),
                Figure::Likely => self.likely.as_ref().map_or_else(unknown, |likely| {
                    format!("{:.3}", likely.of(affected.symbol, Some(affected.score)))
                }),
                Figure::Hops => affected.depth.to_string(),
                Figure::Recent => churn.map_or_else(unknown, |(churn, _)| churn.recent.to_string()),
                Figure::Last => churn.map_or_else(unknown, |(_, last)| date(*last)),
                Figure::Authors => churn.map_or_else(unknown, |(churn, _)| churn.authors.to_string()),
            };
            format!("{text:>width$}  ", width = figure.width())
        };
        self.figures.iter().map(figure).collect()
    }

    /// Completes a row: the name in the remaining room, its notes at the right end.
    fn finish(buffer: &mut Buffer, area: Rect, mut spans: Vec<Span<'static>>, name: RowName, theme: &Theme) {
        let head: usize = spans.iter().map(Span::width).sum();
        let left = usize::from(area.width).saturating_sub(head + name.marks.width());
        let gap = if name.apart.is_empty() { 1 } else { 3 };
        let fits = |note: &&String, most: usize| {
            let shown = name.label.width().min(most) + name.apart.width().min(most / 2);
            shown + gap + note.width() <= left
        };
        let whole = name.notes.iter().find(|note| fits(note, NAME));
        let note = whole.or(name.notes.last().filter(|note| fits(note, MIN_NAME)));
        let note = note.map_or("", String::as_str);
        let mut room = left.saturating_sub(note.width() + 1);
        let mut end = note.to_owned();
        if !name.apart.is_empty() {
            let apart = beside(&name.apart, name.label.width(), room.saturating_sub(2));
            room = room.saturating_sub(apart.width() + 2);
            end = if note.is_empty() { apart } else { format!("{apart}  {note}") };
        }
        let label = vec![Span::styled((name.cut)(&name.label, room), name.style)];
        spans.extend(match name.kind {
            Some(kind) => with_package_colour(label, (&name.label, kind), theme),
            None => label,
        });
        spans.push(Span::styled(name.marks, theme.faint));
        let row = Line::from(spans);
        let taken = row.width();
        line(buffer, area, 0, &row);
        right(buffer, area, 0, taken, &end, theme.faint);
    }
}

/// The name of a row, and the notes after it.
struct RowName {
    label: String,
    /// The kind of the symbol that it names, if it names one.
    kind: Option<SymbolKind>,
    /// The way to cut a name that is too long.
    cut: fn(&str, usize) -> String,
    style: Style,
    marks: String,
    /// The part of its place that distinguishes it from a row with the same label.
    apart: String,
    /// Notes on it, the longest form first. The last form stays beside a long name.
    notes: Vec<String>,
}

impl RowName {
    fn of(label: String, style: Style) -> Self {
        let cut = |name: &str, width: usize| cut_name(name, width).0;
        Self { label, kind: None, cut, style, marks: String::new(), apart: String::new(), notes: Vec::new() }
    }
}

/// The sign of a change.
fn change_sign(change: ChangeKind) -> &'static str {
    match change {
        ChangeKind::Added => "+",
        ChangeKind::Removed => "-",
        ChangeKind::Moved | ChangeKind::Renamed => "→",
        ChangeKind::Signature => "!",
        ChangeKind::Body => "~",
        ChangeKind::Unbound => "×",
    }
}

fn fold(children: usize, open: bool) -> &'static str {
    match (children, open) {
        (0, _) => "·",
        (_, true) => "▾",
        (_, false) => "▸",
    }
}

/// The last step of a path (or the kinds of all its steps), and the number of rows below the symbol if they are not
/// shown; shorter forms have only the place.
fn steps(
    graph: &Graph<'_>,
    affected: &Affected,
    chain: Option<String>,
    children: usize,
    open: bool,
) -> Vec<String> {
    let edge = graph.edge(affected.edge);
    let more = if children > 0 && !open { format!("+{children}  ") } else { String::new() };
    let sure = if edge.strength() < crate::impact::SURE {
        format!(" {}", percent(edge.strength()))
    } else {
        String::new()
    };
    let kinds = chain.unwrap_or_else(|| edge.kind.name().to_owned());
    let (whole, place) = match affected.lines(graph).first() {
        Some(line) => (format!("{kinds} :{line}"), format!(":{line}")),
        None => (kinds, edge.kind.name().to_owned()),
    };
    vec![format!("{more}{whole}{sure}"), format!("{more}{place}{sure}"), format!("{place}{sure}"), place]
}

/// Returns the frequency of changes of a symbol, and the time of the last one.
fn lively(graph: &Graph<'_>, history: &History, symbol: SymbolId) -> Option<(Churn, i64)> {
    let symbol = graph.symbol(symbol);
    let churn = if symbol.kind().is_container() {
        history.churn(symbol.path())
    } else {
        history.churn_of_symbol(symbol.path(), symbol.qualified())
    };
    let last = churn.last.as_ref()?.time;
    Some((churn, last))
}

/// A score in three digits; rounding never makes a certain one of an uncertain one.
fn score(score: f64) -> String {
    if score >= 0.9995 { "1.00".to_owned() } else { format!("{score:.3}") }
}

#[cfg(test)]
mod tests;
