//! The rows of the panel: whether uses are remembered, the remembered symbols, and below each why it counts and what changes
//! with it.

use super::{InteractionRow, Partners};
use crate::app::action::Action;
use crate::app::explorer::App;
use crate::app::job::{Job, JobKind};
use crate::app::side::{RowTone, SideRow};
use crate::app::sure::Sure;
use crate::interactions::{Act, HALF_LIFE_DAYS};
use crate::model::{Graph, SymbolId, age, clean};
use crate::rank::HISTORY_PART;

impl App {
    /// The rows whose id or label holds the typed text.
    pub(in crate::app) fn interaction_rows(&mut self) -> Vec<SideRow> {
        let wanted = self.ctx.side.list().filter.text().to_lowercase();
        let mut rows = self.tracking_rows();
        let snapshot = self.ctx.index.snapshot.clone();
        let graph = snapshot.as_ref().map(|snapshot| snapshot.graph());
        let mut missing = None;
        for row in &self.interactions.rows {
            let label = graph.as_ref().zip(row.symbol).map(|(graph, symbol)| graph.symbol(symbol).label());
            let text = format!("{} {}", row.id, label.unwrap_or_default()).to_lowercase();
            if !text.contains(&wanted) {
                continue;
            }
            let is_open = self.ctx.side.list().toggled.contains(&row.id);
            rows.push(self.remembered_row(graph.as_ref(), row).folding(is_open));
            if is_open {
                rows.extend(self.details(row));
                if let Some(partners) = self.interactions.partners.get(&row.id) {
                    rows.extend(self.partner_rows(graph.as_ref(), partners));
                    continue;
                }
                missing = missing.or_else(|| Some(row.id.clone()));
                if self.ctx.is_late(JobKind::Partners) {
                    rows.push(SideRow::words("reading history …", RowTone::Faint).below(1));
                }
            }
        }
        if let Some(of) = missing.filter(|of| self.interactions.asked.as_ref() != Some(of)) {
            self.interactions.asked = Some(of.clone());
            self.ctx.start(Job::Partners { of });
        }
        rows
    }

    /// The state of tracking and its file, and until there is something, a note on what is kept.
    fn tracking_rows(&self) -> Vec<SideRow> {
        let key = self.ctx.key(Action::MemoryTrack);
        let is_on = self.ctx.settings.track_interactions;
        let state = if is_on {
            format!("● tracking on, until you quit or switch it off: {key}")
        } else {
            format!("○ tracking off, until you switch it on: {key}")
        };
        let mut rows: Vec<SideRow> = self.wrapped_words(&state, RowTone::Key).collect();
        let file = self.ctx.remembered.as_ref().map_or("", |remembered| remembered.file.as_str());
        rows.extend(self.wrapped_words(file, RowTone::Faint));
        if self.interactions.rows.is_empty() {
            let kept = "With tracking on: ids, counts, times, and hashes of declarations, by which a renamed one is found again. \
                        Never source.";
            rows.extend(self.wrapped_words(kept, RowTone::Faint));
            let key = self.ctx.key(Action::MemoryClear);
            let always = format!(
                "Always, to come back to: your last questions, the selected symbol, the steps of tours seen. {key} \
                 forgets symbols and questions."
            );
            rows.extend(self.wrapped_words(&always, RowTone::Faint));
            if is_on {
                let text = "Nothing yet: symbols shown, opened, kept or copied appear here.";
                rows.extend(self.wrapped_words(text, RowTone::Plain));
            }
        }
        rows
    }

    fn remembered_row(&self, graph: Option<&Graph<'_>>, row: &InteractionRow) -> SideRow {
        let now = self.ctx.remembered.as_ref().map_or(0, |remembered| remembered.now);
        let note = format!("{:.1}  {}", row.score, age(now - row.tally.last()));
        match graph.zip(row.symbol) {
            Some((graph, symbol)) => {
                SideRow { key: row.id.clone(), ..SideRow::symbol(graph, "", 0, symbol, Sure::Sure, &note) }
            }
            None => SideRow::heading(&row.id, clean(&row.id), note),
        }
    }

    /// The reasons why a row counts.
    fn details(&self, row: &InteractionRow) -> Vec<SideRow> {
        let counts = Act::ALL.into_iter().filter(|&act| row.tally.count(act) > 0);
        let counts = counts.map(|act| format!("{} {}", act.word(), row.tally.count(act)));
        let counts = counts.collect::<Vec<_>>().join(", ");
        let start = match (row.symbol, row.score > 0.0) {
            (None, _) => "Not in the index: it counts for nothing.".to_owned(),
            (_, false) => "Left out: no question's walk through the graph begins here.".to_owned(),
            _ => format!(
                "{:.2} % of a question's walk through the graph start here; all remembered symbols share {:.0} %.",
                self.interactions.part(row) * 100.0,
                HISTORY_PART * 100.0
            ),
        };
        let score = format!(
            "Score {:.2} from {counts}; kept and copied count most, and each use half as much after {HALF_LIFE_DAYS} days.",
            row.score
        );
        let texts = [score, start, self.query_place(row), self.effect()];
        let said = texts.iter().filter(|text| !text.is_empty());
        said.flat_map(|text| self.indented_words(text, RowTone::Plain, 1)).collect()
    }

    /// The symbols that past commits changed together with a row, the surest first.
    fn partner_rows(&self, graph: Option<&Graph<'_>>, partners: &Partners) -> Vec<SideRow> {
        let told = |(name, share, support): &(String, f64, u32)| {
            let symbol = graph.and_then(|graph| named(graph, name));
            (symbol, name.clone(), format!("{:.0}%  {support}×", share * 100.0))
        };
        let found = partners.rows.as_ref().map(|found| found.iter().map(told).collect());
        self.changed_with(graph, (&format!("{} partners", partners.of), 1), found.map_err(String::as_str))
    }

    /// The row's place in the answer to the last question, and the place that it would have if nothing were remembered.
    fn query_place(&self, row: &InteractionRow) -> String {
        let Some(answered) = &self.query.answered else { return String::new() };
        let results = &answered.answer.rows;
        let place = results.iter().position(|result| Some(result.symbol) == row.symbol);
        let without = self.compared().map(|rows| rows.iter().position(|&symbol| Some(symbol) == row.symbol));
        let now = match place {
            Some(place) => format!("Place {} of {} in the current answer", place + 1, results.len()),
            None => "Not in the current answer".to_owned(),
        };
        match without {
            Some(without) if without == place => format!("{now}, as it would be without what is remembered."),
            Some(Some(without)) => format!("{now}; without what is remembered it would be {}.", without + 1),
            Some(None) => format!("{now}; without what is remembered it would not be there."),
            None => format!("{now}."),
        }
    }

    /// The rows of the current answer as they would be if nothing were remembered, once they are known.
    fn compared(&self) -> Option<&[SymbolId]> {
        let (answered, without) = (self.query.answered.as_ref()?, self.interactions.without.as_ref()?);
        std::sync::Arc::ptr_eq(answered, &without.of).then_some(&without.rows[..])
    }

    /// Describes the effect of the memory on the current answer, in a sentence.
    fn effect(&self) -> String {
        let (Some(answered), Some(rows)) = (&self.query.answered, self.compared()) else {
            return String::new();
        };
        let now = answered.answer.rows.iter().map(|row| row.symbol);
        match now.clone().enumerate().filter(|(at, symbol)| rows.get(*at) != Some(symbol)).count() {
            0 => "What is remembered changes nothing in the current answer.".to_owned(),
            moved => {
                format!("What is remembered changes {moved} of {} places in the current answer.", now.len())
            }
        }
    }
}

/// The symbol of a name such as `queue/queue.go::Queue.Push`, or the file of a path.
fn named(graph: &Graph<'_>, name: &str) -> Option<SymbolId> {
    let (path, name) = name.split_once("::").unwrap_or((name, ""));
    let mut symbols = graph.symbols_of(graph.find_file(path)?).map(SymbolId);
    match name {
        "" => symbols.next(),
        name => symbols.skip(1).find(|&id| graph.symbol(id).qualified() == name),
    }
}
