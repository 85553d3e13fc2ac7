//! From an answer to a pack: what its symbols look like, and what comes with them.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{Graph, SymbolId, symbol_flag};
use crate::search::answer::{Answer, AnswerRow};
use crate::search::pack::companions::{companions, imports};
use crate::search::pack::excerpts::{Excerpt, LineWorth};
use crate::search::pack::level_worth::{Worth, worth_of_rank, worth_of_score};
use crate::search::pack::look_alikes::LookAlikes;
use crate::search::pack::packer::{Pack, PackCandidate, PackError, PackHead, PackStyle, Packer, RowOverride};
use crate::search::pack::render::{DetailLevel, SymbolText};
use crate::search::pack::texts::{FileReader, Texts};
use crate::search::pack::tokens::Counter;

/// The candidates of an answer with their texts, ready to be packed again and again.
pub struct PackContext {
    packer: Packer,
    /// The candidates: the rows of the answer, then what comes with them, each symbol once.
    pub symbols: Vec<SymbolId>,
    /// Number of them that are rows.
    pub rows: usize,
    /// The rows are the other ends of edges: a list, in which each counts.
    list: Option<List>,
}

/// Rows that are a list.
struct List {
    /// The subject of the question, and the counts of the answer.
    asked: String,
    counted: String,
    /// The other ends among the candidates.
    ends: FxHashSet<SymbolId>,
    /// The symbols that the question names.
    named: FxHashSet<SymbolId>,
}

impl List {
    /// Titles that say how many of the ends stand below, where not all do; the longest first.
    fn titles(&self, below: usize) -> [String; 2] {
        let short = if below < self.ends.len() { format!("; {below} of them below") } else { String::new() };
        let counted = format!("{}{short}", self.counted);
        let asked =
            if self.asked.is_empty() { counted.clone() } else { format!("{}: {counted}", self.asked) };
        [asked, counted]
    }

    fn head(&self, packer: &Packer, below: usize) -> PackHead {
        let [asked, counted] = self.titles(below);
        packer.head(&[&asked, &counted])
    }
}

/// The highest level of a symbol that no other stands for: deprecated code is never shown whole.
fn highest(graph: &Graph<'_>, symbol: SymbolId) -> DetailLevel {
    if graph.symbol(symbol).has(symbol_flag::DEPRECATED) { DetailLevel::Excerpt } else { DetailLevel::Full }
}

impl PackContext {
    /// Counts an answer's rows in every view. `ceiling` is the largest budget to be asked for. Of a question for the other
    /// ends of edges the head says how many there are, and each row what it is.
    pub fn new(
        graph: &Graph<'_>,
        answer: &Answer,
        style: &PackStyle,
        ceiling: u32,
        counter: &Counter,
        read: &mut FileReader<'_>,
    ) -> Self {
        let relation = answer.relation();
        // Each row of a list counts.
        let most = style.most_rows.filter(|_| relation.is_none()).unwrap_or(usize::MAX);
        let rows = &answer.rows[..answer.rows.len().min(most)];
        let mut texts = Texts::of_each(graph, rows.iter().map(|row| row.symbol), read);
        let mut scored = worths(answer);
        scored.truncate(rows.len());
        let companions = companions(graph, &scored);
        let imports: Vec<Vec<String>> =
            scored
                .iter()
                .zip(&texts)
                .enumerate()
                .map(|(rank, (row, texts))| {
                    if style.omits_imports { Vec::new() } else { imports(graph, (rank, row.0), texts, read) }
                })
                .collect();
        scored.extend(companions.iter().map(|companion| (companion.symbol, companion.worth)));
        texts.extend(Texts::of_each(graph, companions.iter().map(|companion| companion.symbol), read));
        if !style.show_secrets {
            texts.par_iter_mut().for_each(Texts::mask_secrets);
        }
        let lines = LineWorth::new(answer);
        let role = |symbol| relation.map(|of| of.role(symbol).unwrap_or_else(|| "used by these".to_owned()));
        let alike = LookAlikes::among(graph, answer);
        let roles: Vec<String> = scored.iter().map(|&(symbol, _)| role(symbol).unwrap_or_default()).collect();
        let excerpts: Vec<Vec<Excerpt>> = scored
            .par_iter()
            .zip(&texts)
            .enumerate()
            .map(|(ix, (&(symbol, _), texts))| {
                lines.excerpts(graph, (ix < rows.len()).then_some(ix), symbol, texts)
            })
            .collect();
        let candidates: Vec<PackCandidate<'_>> = scored
            .iter()
            .enumerate()
            .map(|(ix, &(symbol, score))| {
                let companion = ix.checked_sub(rows.len()).and_then(|at| companions.get(at));
                PackCandidate {
                    text: SymbolText {
                        role: &roles[ix],
                        alike: alike.behind(symbol),
                        ..symbol_text(graph, symbol, &texts[ix])
                    },
                    lines: texts[ix].lines(),
                    excerpts: &excerpts[ix],
                    score,
                    most: (!alike.has_another(symbol)).then(|| highest(graph, symbol)),
                    comes_with: companion.map_or_else(Vec::new, |companion| companion.of.clone()),
                    imports: imports.get(ix).cloned().unwrap_or_default(),
                }
            })
            .collect();
        let in_list = PackStyle { worth: Worth::IN_LISTS, ..style.clone() };
        let style = if relation.is_some() { &in_list } else { style };
        let list = relation.map(|of| List {
            asked: style.title.clone(),
            counted: of.state_among(rows).counts(),
            ends: rows.iter().map(|row| row.symbol).filter(|&row| of.is_end(row)).collect(),
            named: of.named.iter().copied().filter(|&symbol| !of.is_end(symbol)).collect(),
        });
        Self {
            packer: Packer::new(&candidates, style, ceiling, counter),
            symbols: scored.iter().map(|scored| scored.0).collect(),
            rows: rows.len(),
            list,
        }
    }

    /// The views that the pack can show of a candidate, least first.
    pub fn views(&self, symbol: SymbolId) -> Vec<DetailLevel> {
        let at = self.symbols.iter().position(|&candidate| candidate == symbol);
        at.map(|at| self.packer.views(at)).unwrap_or_default()
    }

    /// Returns the companions of the rows: types and constants.
    pub fn types(&self) -> &[SymbolId] {
        self.symbols.get(self.rows..).unwrap_or_default()
    }

    /// The best pack within `budget`; `overrides` are those about rows. Who asks for the other ends of edges gets all rows, by
    /// name at least, and the signature of what they are the ends of, where there is room for that; where not, the head says how
    /// many there are.
    ///
    /// # Errors
    /// As [`Packer::pack`].
    pub fn pack(&self, budget: u32, overrides: &FxHashMap<SymbolId, RowOverride>) -> Result<Pack, PackError> {
        let wishes_with = |of_row: RowOverride| -> Vec<RowOverride> {
            let of_named = RowOverride { least: of_row.least.map(|_| DetailLevel::Signature), ..of_row };
            let is_named =
                |symbol: &SymbolId| self.list.as_ref().is_some_and(|list| list.named.contains(symbol));
            let row_override = |(ix, symbol): (usize, &SymbolId)| {
                let own = overrides.get(symbol).copied();
                own.unwrap_or(match ix < self.rows {
                    true if is_named(symbol) => of_named,
                    true => of_row,
                    false => RowOverride::FREE,
                })
            };
            self.symbols.iter().enumerate().map(row_override).collect()
        };
        let (all, free) = (wishes_with(RowOverride::PINNED), wishes_with(RowOverride::FREE));
        let Some(list) = &self.list else { return self.packer.pack(budget, &free) };
        let below = |pack: &Pack| pack.shown.iter().filter(|shown| list.ends.contains(&shown.symbol)).count();
        let whole = list.head(&self.packer, list.ends.len());
        let of_all = self.packer.pack_under(&whole, budget, &all);
        if let Some(pack) = of_all.ok().filter(|pack| below(pack) == list.ends.len()) {
            return Ok(pack);
        }
        // No number takes more room than the largest.
        let widest = list.head(&self.packer, list.ends.len().saturating_sub(1));
        let pack = |overrides: &[RowOverride]| self.packer.pack_under(&widest, budget, overrides);
        let pack = pack(&all).or_else(|_| pack(&free))?;
        let told = list.head(&self.packer, below(&pack));
        Ok(if told.tokens <= widest.tokens { Packer::with_head(pack, &widest, &told) } else { pack })
    }
}

/// The rows of an answer with what they are worth: by their scores where these have a scale, else by their ranks.
fn worths(answer: &Answer) -> Vec<(SymbolId, f64)> {
    /// A row that a person adds has no score, and is worth this part of what its rank says.
    const WITHOUT_SCORE: f64 = 0.01;
    let first = answer.rows.first().map_or(0.0, |row| row.score);
    let sure = f64::from(first / answer.strong_from);
    let worth = |(rank, row): (usize, &AnswerRow)| {
        let by_rank = worth_of_rank(rank);
        if !answer.has_scale() || first <= 0.0 {
            return (row.symbol, by_rank);
        }
        let by_score = worth_of_score(f64::from(row.score / first), sure);
        (row.symbol, by_score.max(WITHOUT_SCORE * by_rank))
    };
    answer.rows.iter().enumerate().map(worth).collect()
}

/// The parts of a symbol's text.
pub fn symbol_text<'t>(graph: &Graph<'t>, symbol: SymbolId, texts: &'t Texts) -> SymbolText<'t> {
    let (path, line) = graph.place(symbol);
    let ix = symbol.ix();
    let str = |column: &[u32]| graph.str(crate::model::StrId(column[ix]));
    SymbolText {
        symbol,
        kind: graph.symbol(symbol).kind(),
        // The root's folder, `.`, is shown by the package's name.
        name: Some(str(graph.symbol_qualified)).filter(|&name| name != ".").unwrap_or(str(graph.symbol_name)),
        path,
        line,
        signature: &texts.signature,
        doc: &texts.doc,
        source: &texts.source,
        excerpt: "",
        role: "",
        alike: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::answer::MatchReason;

    fn answer(scores: &[f32], strong_from: f32) -> Answer {
        let row = |(ix, &score): (usize, &f32)| AnswerRow {
            symbol: SymbolId(ix as u32),
            score,
            relevance: 0.0,
            importance: 0.0,
            why: MatchReason::default(),
        };
        Answer { rows: scores.iter().enumerate().map(row).collect(), strong_from, ..Answer::default() }
    }

    #[test]
    fn a_row_is_worth_what_its_score_says_where_scores_have_a_scale() {
        let worth = |answer: &Answer| -> Vec<f64> { worths(answer).into_iter().map(|row| row.1).collect() };
        let [near, far] = [[1.0, 0.95], [1.0, 0.5]].map(|scores| worth(&answer(&scores, 0.6))[1]);
        assert!(near > 0.7 && far < 0.05, "{near} {far}");
        let unsure = worth(&answer(&[0.6, 0.57], 0.6))[1];
        assert!(unsure < near, "the same share of an unsure first row: {unsure}");
        let [near, far] = [[1.0, 0.95], [1.0, 0.5]].map(|scores| worth(&answer(&scores, f32::INFINITY))[1]);
        assert!(near.total_cmp(&far).is_eq(), "without a scale the rank alone says it");
        let added = worth(&answer(&[1.0, 0.0, 0.0], 0.6));
        assert!(added[1] > added[2] && added[2] > 0.0, "{added:?}");
    }
}
