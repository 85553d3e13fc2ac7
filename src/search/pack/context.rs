//! From an answer to a pack: the texts of its rows, and the types and constants that their bodies use.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{EdgeKind, Graph, SymbolId, SymbolKind};
use crate::search::answer::{Answer, Row};
use crate::search::pack::answering::Excerpts;
use crate::search::pack::packer::{
    Candidate, Curve, Head, Pack, PackError, PackStyle, Packer, RowOverride, Worth,
};
use crate::search::pack::render::{DetailLevel, SymbolText};
use crate::search::pack::texts::{Reader, Texts};
use crate::search::pack::tokens::Counter;

/// Values of the levels in a list of a relation's ends: the lines that match are what is wanted of each.
const IN_LISTS: Worth = Worth { name: 0.25, signature: 0.28, excerpt: 0.9, full: 1.0 };
/// Types and constants that may come with shown code, at most, and of how many rows.
const MOST_COMPANIONS: usize = 24;
const ROWS_WITH_COMPANIONS: usize = 20;

/// The candidates of an answer with their texts, ready to be packed again and again.
pub struct Context {
    packer: Packer,
    /// The candidates: the rows of the answer, then types and constants that their bodies lean on.
    pub symbols: Vec<SymbolId>,
    /// How many of them are rows.
    pub rows: usize,
    /// The rows are the other ends of edges: a list, in which each counts.
    list: Option<List>,
}

/// Rows that are a list.
struct List {
    /// What is asked, and how many there are of what.
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

    fn head(&self, packer: &Packer, below: usize) -> Head {
        let [asked, counted] = self.titles(below);
        packer.head(&[&asked, &counted])
    }
}

impl Context {
    /// Counts an answer's rows in every view. `ceiling` is the largest budget to be asked for. Of a question for the other
    /// ends of edges the head says how many there are, and each row what it is.
    pub fn new(
        graph: &Graph<'_>,
        answer: &Answer,
        style: &PackStyle,
        ceiling: u32,
        counter: &mut Counter,
        read: &mut Reader<'_>,
    ) -> Self {
        let Answer { rows, relation, .. } = answer;
        let mut texts: Vec<Texts> = rows.iter().map(|row| Texts::of(graph, row.symbol, read)).collect();
        let curve = if relation.is_some() { Curve { size: 0.0, ..style.curve } } else { style.curve };
        let worth = |(rank, row): (usize, &Row)| (row.symbol, curve.of(rank, texts[rank].source.len()));
        let mut scored: Vec<(SymbolId, f64)> = rows.iter().enumerate().map(worth).collect();
        let companions = companions(graph, &scored);
        scored.extend(companions.iter().map(|companion| (companion.symbol, companion.worth)));
        texts.extend(scored[rows.len()..].iter().map(|&(symbol, _)| Texts::of(graph, symbol, read)));
        let mut excerpts = Excerpts::new(answer);
        let role = |symbol| {
            relation.as_ref().map(|of| of.role(symbol).unwrap_or_else(|| "used by these".to_owned()))
        };
        let roles: Vec<String> = scored.iter().map(|&(symbol, _)| role(symbol).unwrap_or_default()).collect();
        let excerpts: Vec<String> = scored
            .iter()
            .zip(&texts)
            .enumerate()
            .map(|(rank, (&(symbol, _), texts))| {
                let is_row = rank < rows.len();
                if is_row {
                    excerpts.of(graph, rank, symbol, texts)
                } else {
                    excerpts.of_used(graph, symbol, texts)
                }
            })
            .collect();
        let candidates: Vec<Candidate<'_>> = scored
            .iter()
            .enumerate()
            .map(|(ix, &(symbol, score))| Candidate {
                text: SymbolText {
                    role: &roles[ix],
                    excerpt: &excerpts[ix],
                    ..symbol_text(graph, symbol, &texts[ix])
                },
                score,
                comes_with: ix
                    .checked_sub(rows.len())
                    .and_then(|at| companions.get(at))
                    .map_or_else(Vec::new, |companion| companion.of.clone()),
            })
            .collect();
        let in_list = PackStyle { worth: IN_LISTS, ..style.clone() };
        let style = if relation.is_some() { &in_list } else { style };
        let list = relation.as_ref().map(|of| List {
            asked: style.title.clone(),
            counted: of.counted(rows),
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
    #[must_use]
    pub fn views(&self, symbol: SymbolId) -> Vec<DetailLevel> {
        let at = self.symbols.iter().position(|&candidate| candidate == symbol);
        at.map(|at| self.packer.views(at).collect()).unwrap_or_default()
    }

    /// The types and constants among the candidates, which are no rows.
    #[must_use]
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

/// The parts of a symbol's text.
#[must_use]
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
        signature: str(graph.symbol_signature),
        doc: &texts.doc,
        source: &texts.source,
        excerpt: "",
        role: "",
    }
}

/// A type or constant that rows refer to and that is no row itself.
struct Companion {
    symbol: SymbolId,
    worth: f64,
    /// The rows, by place.
    of: Vec<usize>,
}

/// Types and constants that the best rows refer to and that are no rows themselves, what is worth most first.
fn companions(graph: &Graph<'_>, rows: &[(SymbolId, f64)]) -> Vec<Companion> {
    let mut found: FxHashMap<SymbolId, (f64, Vec<usize>)> = FxHashMap::default();
    for (place, &(symbol, score)) in rows.iter().enumerate().take(ROWS_WITH_COMPANIONS) {
        for edge in graph.outgoing(symbol).filter(|edge| edge.kind == EdgeKind::Uses) {
            let kind = graph.symbol(edge.to).kind();
            if kind.is_type() || kind == SymbolKind::Const {
                let (worth, of) = found.entry(edge.to).or_default();
                *worth += score * f64::from(edge.strength());
                of.push(place);
            }
        }
    }
    for (row, _) in rows {
        found.remove(row);
    }
    let mut found: Vec<Companion> =
        found.into_iter().map(|(symbol, (worth, of))| Companion { symbol, worth, of }).collect();
    found.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.symbol.cmp(&b.symbol)));
    found.truncate(MOST_COMPANIONS);
    found
}
