//! Why the selected row is in the answer, as lines that fit a pane.

use super::QueryView;
use super::requests::Answered;
use crate::app::ctx::Ctx;
use crate::app::pane::slot::Slot;
use crate::app::side::RowTone;
use crate::app::view_state::ViewState;
use crate::app::wrap::wrapped;
use crate::model::{SymbolId, clean, counted, symbol_flag};
use crate::search::pack::render::DetailLevel;
use crate::search::pack::{Cause, LeftOut, Pack};

/// Columns of a line before the explanation of a signal: its name and its value, and what they leave free.
const SIGNAL: usize = 28;

/// Least columns of a signal's explanation.
const MIN_WORDS: usize = 20;

impl QueryView {
    /// Matched words, the nearest seed, the parts of the score, and the row's level in the pack; for a type, its users.
    /// Nothing without a selected row.
    pub fn reasons(&self, cx: &Ctx) -> Vec<(String, RowTone)> {
        let Some((answered, symbol)) = self.answered.as_ref().zip(self.selected()) else { return Vec::new() };
        // The last column is for the bar, whether there is one or not, so that words break in the same places.
        let width = usize::from(self.area(cx, Slot::Side).width).saturating_sub(1);
        let graph = answered.snapshot.graph();
        let name = |id: SymbolId| clean(&graph.symbol(id).label()).into_owned();
        let row = answered.answer.rows.iter().find(|row| row.symbol == symbol);
        let mut said = why_listed(answered, symbol, &name).unwrap_or_else(|| {
            let users: Vec<String> = answered.users(symbol).into_iter().map(name).collect();
            vec![format!("not a row, but used by: {}", users.join(", "))]
        });
        if let Some(packed) = &self.packed {
            said.extend(packed.levels.get(&symbol).map(|&(level, tokens)| {
                let share = f64::from(tokens) * 100.0 / f64::from(packed.pack.budget.max(1));
                let tokens = counted(tokens as usize, "token");
                format!("shown {}: {tokens}, {share:.1}% of the budget", in_words(level))
            }));
            let out = packed.left_out(symbol);
            said.extend(out.map(|out| left_out(out, &packed.pack, answered, &name)));
        }
        let rows = said.iter().flat_map(|text| wrapped(text.trim_start(), width.saturating_sub(2)));
        let mut lines: Vec<(String, RowTone)> = rows.map(|text| (text, RowTone::Plain)).collect();
        for part in row.map_or(&[][..], |row| &row.why.parts) {
            let room = width.saturating_sub(SIGNAL);
            let about = if room >= MIN_WORDS { wrapped(part.about, room) } else { Vec::new() };
            let mut about = about.into_iter();
            let (name, value, first) = (part.signal, part.score, about.next().unwrap_or_default());
            lines.push((format!("{name:<12} {value:.3}  {first}"), RowTone::Plain));
            lines.extend(about.map(|text| (format!("{:20}{text}", ""), RowTone::Faint)));
        }
        lines
    }
}

/// Explains why a row is in the answer; `None` if the symbol is no row.
fn why_listed(
    answered: &Answered,
    symbol: SymbolId,
    name: &dyn Fn(SymbolId) -> String,
) -> Option<Vec<String>> {
    let (graph, answer) = (answered.snapshot.graph(), &answered.answer);
    let row = answer.rows.iter().find(|row| row.symbol == symbol)?;
    let mut said = Vec::new();
    if let Some(relation) = answer.relation().filter(|relation| !relation.named.contains(&symbol)) {
        said.extend(
            relation.describe_end(&graph, symbol, &relation.state.of).map(|end| clean(&end).into_owned()),
        );
    }
    if answer.is_added(symbol) {
        said.push("added by you: the question did not find it".to_owned());
    }
    said.extend(answer.leads_to(&graph, symbol).map(|leads| clean(&leads).into_owned()));
    if !row.why.words.is_empty() {
        let words = if row.why.words.len() == 1 { "word" } else { "words" };
        said.push(format!("has the {words} {}", clean(&row.why.words.join(", "))));
    }
    if graph.symbol(symbol).has(symbol_flag::CONSTRAINED) {
        said.push(format!("left out by its build constraints for {}", clean(graph.build_name())));
    }
    said.extend(row.why.seed.map(|seed| {
        if seed == symbol { "itself one of the best hits".to_owned() } else { format!("near {}", name(seed)) }
    }));
    Some(said)
}

fn in_words(level: DetailLevel) -> &'static str {
    match level {
        DetailLevel::Full => "whole",
        DetailLevel::Excerpt => "by its excerpt",
        DetailLevel::Signature => "by its signature",
        DetailLevel::Name => "by its name",
    }
}

fn left_out(out: &LeftOut, pack: &Pack, answered: &Answered, name: &dyn Fn(SymbolId) -> String) -> String {
    let cost = out.least_tokens.map_or_else(String::new, |tokens| format!(" (from {tokens} tokens)"));
    let why = match &out.cause {
        Cause::Banned => "left out by your ban".to_owned(),
        Cause::LikeAnother => "left out: a row like it stands for it".to_owned(),
        Cause::Worthless => "left out: it would add nothing".to_owned(),
        Cause::TooLarge => format!("left out: larger than the budget of {}", pack.budget),
        Cause::Displaced(by) => {
            let first = by.first().and_then(|&ix| answered.context.symbols.get(ix)).map(|&id| name(id));
            match first {
                Some(first) => format!("left out: {first} is worth more there"),
                None => "left out: no room".to_owned(),
            }
        }
    };
    why + &cost
}
