//! The rows of the work list: the heads of its groups, and the places to see to.

use ratatui::text::Span;

use super::{ImpactColumns, Row, change_sign, marks};
use crate::app::impact::{ForestPart, ImpactResult};
use crate::impact::{Changed, WorkGroup, WorkItem};
use crate::model::{Graph, Symbol, clean, counted, grouped};
use crate::ui::theme::Theme;

impl ImpactColumns<'_> {
    /// The head of a group: how many places it has, and how many of them are done.
    pub(super) fn group(&self, blast: &ImpactResult, group: WorkGroup, theme: &Theme) -> Row {
        let items = blast.work.of_group(group);
        let n = items.len();
        let done = items.filter(|item| self.ticks.is_done(item)).count();
        let places = blast.work.n_places(group);
        let mut note = match group {
            WorkGroup::WontCompile if places > n => format!("{} in {n}", counted(places, "place")),
            _ => grouped(n as u64),
        };
        if done > 0 {
            note = format!("{note}, {done} done");
        }
        let below = blast.radius.impact.below_threshold.symbols;
        if group == WorkGroup::MayNotice && below > 0 {
            note = format!("{note}, and {} out of reach", grouped(u64::from(below)));
        }
        let style = match group {
            WorkGroup::Changed => theme.title,
            WorkGroup::WontCompile => theme.bad,
            WorkGroup::MustLook => theme.strong,
            WorkGroup::MayNotice => theme.faint,
        };
        let is_open = self.shape.is_open(ForestPart::Group(group));
        let row = Row::of_group(group.name(), style, is_open, note, theme);
        Row { head: [Span::raw(" ")].into_iter().chain(row.head).collect(), ..row }
    }

    /// A place to see to: whether it is done, its lines, what it comes through, and its score.
    pub(super) fn work(
        &self,
        graph: &Graph<'_>,
        blast: &ImpactResult,
        item: &WorkItem,
        fold: &str,
        theme: &Theme,
    ) -> Row {
        /// Lines of a place that are named.
        const MAX_LINES: usize = 3;
        let is_done = self.ticks.is_done(item);
        let sign = match () {
            () if item.group == WorkGroup::Changed => {
                let changed = blast.diff.iter().flat_map(|diff| &diff.changed);
                let own =
                    |changed: &&Changed| changed.path == item.path && changed.qualified == item.qualified;
                changed.clone().find(own).map_or("~", |changed| change_sign(changed.change))
            }
            () if is_done => "✓",
            () => "□",
        };
        let affected = item.row.and_then(|row| blast.radius.impact.affected.get(row));
        let score = affected.filter(|_| item.group.is_scored()).map(|affected| {
            let likely = self.likely.as_ref().map(|likely| likely.of(affected.symbol, Some(affected.score)));
            let score = if self.likely.is_some() { likely.unwrap_or_default() } else { affected.score };
            format!(" {}", format!("{score:.2}").trim_start_matches('0'))
        });
        let more = item.lines.len().saturating_sub(MAX_LINES);
        let more = if more > 0 { format!(" +{more}") } else { String::new() };
        // A package may declare these more than once.
        let is_one_of_many = matches!(item.qualified.as_str(), "init" | "_");
        let file = item.path.rsplit('/').next().filter(|_| is_one_of_many).map(clean).unwrap_or_default();
        let lines: Vec<String> = item.lines.iter().take(MAX_LINES).map(|line| format!(":{line}")).collect();
        let lines = lines.join(" ");
        let score = score.unwrap_or_default();
        let places = format!("{file}{lines}{more}{score}");
        let others = match item.lines.len() {
            0 | 1 => String::new(),
            n => format!(" +{}", n - 1),
        };
        let shortest = format!("{file}{}{others}{score}", lines.split(' ').next().unwrap_or_default());
        let via = item.via.map(|via| format!("via {}  ", clean(graph.symbol(via).name())));
        let note = item.notes.first().map(|note| format!("{}  ", clean(note)));
        let before = via.or(note).unwrap_or_default();
        let symbol = item.symbol.map(|symbol| graph.symbol(symbol));
        let label = symbol.map_or_else(
            || clean(&item.qualified).into_owned(),
            |symbol| clean(&symbol.label()).into_owned(),
        );
        let label = if label.is_empty() { clean(&item.path).into_owned() } else { label };
        let style = match item.group {
            _ if is_done => theme.faint,
            WorkGroup::MayNotice => theme.plain,
            _ => theme.strong,
        };
        let fold = if fold == "·" { " " } else { fold };
        let head = vec![
            Span::styled(format!(" {sign}{fold}"), theme.key),
            Span::styled(format!("{} ", theme.kind(item.kind)), theme.key),
        ];
        Row {
            head,
            marks: symbol.map_or(String::new(), |symbol| marks(symbol.flags())),
            notes: vec![format!("{before}{places}"), places, shortest],
            kind: symbol.map(Symbol::kind),
            ..Row::of(label, style, theme)
        }
    }
}
