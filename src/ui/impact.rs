//! The Impact view: what a change affects as a tree or a flat list, the line that carries it, and the tests to run.

mod head;
mod work;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::list_parts::draw_problem;
use super::pane::list::List;
use super::pane::row::{Cut, Row};
use super::text::{awaited, cut, line, paragraph, percent, title};
use super::theme::Theme;
use crate::app::App;
use crate::app::ViewState;
use crate::app::action::Action;
use crate::app::impact::{
    Figure, Figures, ForestShape, ImpactOrder, ImpactResult, ImpactRow, ImpactView, ListForm,
};
use crate::app::pane::slot::Slot;
use crate::app::symbol_marks::marks;
use crate::history::{Churn, History, date};
use crate::impact::{Affected, ChangeKind, Changed, Likely, Outside, Ticks};
use crate::index::git::Diff;
use crate::model::{EdgeKind, Graph, SymbolId, clean, counted, grouped};
use crate::relations::n_dependants;
use crate::unused::UnseenUse;

/// Least columns of a name beside the words on how it was reached.
const NAME: usize = 28;
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
        paragraph(buffer, area, 2, &clean(text), theme.faint);
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
        shape: &impact.shape,
    };
    let top = app.impact.head(&app.ctx);
    head::notes(buffer, app, theme, area);
    line(buffer, area, top - 1, &Line::styled(columns.heads(), theme.faint));
    let rows = impact.list_rows(&app.ctx);
    let list = List { rows, area, focused, late, pick: 1, sign: "▸ ", theme };
    list.draw(buffer, |at, _| {
        let symbol = impact.symbol_at(at);
        let is_picked = symbol.is_some_and(|symbol| app.ctx.picks.has(&blast.snapshot, symbol));
        let row = columns.row(&graph, blast, impact.rows[at], theme);
        Row { is_picked, least: NAME, ..row.unwrap_or_else(|| Row::of(String::new(), theme.plain, theme)) }
    });
    if impact.rows.is_empty() {
        paragraph(buffer, area, top, &empty(impact, blast), theme.faint);
    }
    if let Some(problem) = &impact.shape.filter.problem {
        let at = impact.slots.cursor.at.saturating_sub(impact.slots.cursor.offset) as u16;
        draw_problem(buffer, area, problem, (top, top + at), theme);
    }
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
    shape: &'c ForestShape,
}

impl ImpactColumns<'_> {
    fn heads(&self) -> String {
        if self.form == ListForm::Work {
            let (order, figure) =
                ("  in the order of work", if self.likely.is_some() { "likely" } else { "score" });
            return format!("{order}{figure:>width$}", width = self.width.saturating_sub(order.len()));
        }
        let head = |figure: Figure| {
            let (head, width) = figure.column();
            format!("{head:>width$}  ")
        };
        format!("  {}symbol", self.figures.iter().map(head).collect::<String>())
    }

    /// The row of a part of the result; `None` if it has no such part.
    fn row(&self, graph: &Graph<'_>, blast: &ImpactResult, row: ImpactRow, theme: &Theme) -> Option<Row> {
        let indent = " ".repeat(row.indent());
        let diff = blast.diff.as_ref();
        Some(match row {
            ImpactRow::Package(id) => {
                let symbol = graph.symbol(id);
                let name = clean(&format!("package {}  {}", symbol.name(), symbol.qualified())).into_owned();
                Row { head: vec![Span::raw(" ")], cut: Cut::Words, ..Row::of(name, theme.title, theme) }
            }
            ImpactRow::Outside(outside) => self.outside(diff?.outside.get(outside)?, theme),
            ImpactRow::Changed { changed, children, open } => {
                self.changed(graph, diff?.changed.get(changed)?, (children, open), theme)
            }
            ImpactRow::Affected { row, children, open, .. } => {
                let affected = blast.radius.impact.affected.get(row)?;
                let last = || graph.edge(affected.edge).kind.name();
                let chain = match blast.radius.implements(row) {
                    _ if self.form == ListForm::Flat => Some(blast.radius.chain(graph, row)),
                    true => Some(format!("{}, {}", EdgeKind::Implements.name(), last())),
                    false => None,
                };
                let notes = steps(graph, affected, chain, children, open);
                let symbol = graph.symbol(affected.symbol);
                let place = Some((symbol.path().to_owned(), symbol.line()));
                let fold = format!("{indent}{} ", fold(children, open));
                Row { place, notes, ..self.affected(graph, blast, affected, fold, theme) }
            }
            ImpactRow::Group(group) => self.group(blast, group, theme),
            ImpactRow::Work { item, children, open, .. } => {
                self.work(graph, blast, blast.work.items.get(item)?, fold(children, open), theme)
            }
            ImpactRow::Too(too) => {
                let too = blast.radius.among.get(too)?;
                let notes = steps(graph, too, None, 0, false);
                // The sign already says how it changed.
                let ends = [notes.first(), notes.last()].into_iter().flatten();
                let ends = ends.map(|place| match place.as_str() {
                    alone if alone.starts_with(':') => format!("changed too {alone}"),
                    place => format!("changed too, {place}"),
                });
                let notes = ends.chain(["changed too".to_owned()]).collect();
                let fold = format!("{indent}{} ", fold(0, false));
                Row { notes, ..self.affected(graph, blast, too, fold, theme) }
            }
        })
    }

    /// Words in the columns of the figures.
    fn instead_of_figures(&self, text: &str, theme: &Theme) -> Span<'static> {
        Span::styled(format!(" {text:<width$}", width = self.figures.width()), theme.strong)
    }

    /// The row of a changed file that is no Go code.
    fn outside(&self, file: &Outside, theme: &Theme) -> Row {
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
        let head = vec![self.instead_of_figures("≠ outside", theme)];
        Row { head, cut: Cut::Path, notes, ..Row::of(clean(&file.path).into_owned(), theme.strong, theme) }
    }

    /// The row of a changed declaration.
    fn changed(
        &self,
        graph: &Graph<'_>,
        changed: &Changed,
        (children, open): (usize, bool),
        theme: &Theme,
    ) -> Row {
        let what = format!("{} {}", change_sign(changed.change), changed.name());
        let head = vec![
            self.instead_of_figures(&what, theme),
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
        let marks = changed.symbol.map_or(String::new(), |id| marks(graph.symbol(id).flags()));
        Row { head, marks, notes, ..Row::of(clean(&changed.qualified).into_owned(), theme.strong, theme) }
    }

    /// The row of an affected symbol, with the figures before it.
    fn affected(
        &self,
        graph: &Graph<'_>,
        blast: &ImpactResult,
        affected: &Affected,
        fold: String,
        theme: &Theme,
    ) -> Row {
        let symbol = graph.symbol(affected.symbol);
        let figures = format!(" {}", self.figures(graph, blast, affected));
        let head = vec![Span::styled(figures, theme.faint), Span::styled(fold, theme.key)];
        let style = if symbol.is_of_tests() { theme.faint } else { theme.plain };
        Row::of_symbol(&symbol, head, style, theme)
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
            format!("{text:>width$}  ", width = figure.column().1)
        };
        self.figures.iter().map(figure).collect()
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
