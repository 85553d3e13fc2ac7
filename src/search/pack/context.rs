//! From an answer to a pack: what its symbols look like, and the types that their bodies lean on.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::golang::excerpt::{Alone, Declaration};
use crate::model::{EdgeKind, FileId, Graph, SymbolId};
use crate::search::answer::{Answer, Row};
use crate::search::pack::packer::{Candidate, Head, Pack, PackError, PackStyle, Packer, Wish};
use crate::search::pack::render::{Excerpt, View};
use crate::search::pack::tokens::{Counter, Encoding};

/// Gives a file's content as it was indexed.
pub type Reader<'r> = dyn FnMut(FileId) -> Option<Arc<[u8]>> + 'r;

/// A symbol's own text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// The doc comment as written; empty without one.
    pub doc: String,
    /// The declaration; empty when its file cannot be read.
    pub source: String,
}

impl Texts {
    /// Reads a symbol's text.
    pub fn of(graph: &Graph<'_>, symbol: SymbolId, read: &mut Reader<'_>) -> Self {
        let Some(bytes) = graph.symbol(symbol).file().and_then(read) else { return Self::default() };
        let Alone { doc, source } = Declaration::of(graph, symbol).alone(&bytes);
        Self { doc, source }
    }

    /// Tokens of the whole symbol with its doc comment.
    pub fn tokens(&self, counter: &mut Counter, encoding: Encoding) -> u32 {
        let text = if self.doc.is_empty() {
            self.source.clone()
        } else {
            [self.doc.as_str(), "\n", &self.source].concat()
        };
        counter.count_within(encoding, &text, u32::MAX / 4).unwrap_or(u32::MAX)
    }
}

/// Types that one pack takes in for its bodies' sake, at most.
const MOST_TYPES: usize = 24;
/// What the signature of a type is worth to a body that leans on it, of the body's own worth.
const LEANING: f64 = 0.1;

/// The candidates of an answer with their texts, ready to be packed again and again.
pub struct Context {
    packer: Packer,
    /// The candidates: the rows of the answer, then types that their bodies lean on.
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
        let best = rows.iter().map(|row| f64::from(row.score)).fold(f64::MIN_POSITIVE, f64::max);
        let worth =
            |(rank, row): (usize, &Row)| (row.symbol, style.curve.of(rank, f64::from(row.score) / best));
        let mut scored: Vec<(SymbolId, f64)> = rows.iter().enumerate().map(worth).collect();
        scored.extend(leaning(graph, &scored));
        let texts: Vec<Texts> = scored.iter().map(|&(symbol, _)| Texts::of(graph, symbol, read)).collect();
        let role = |symbol| {
            relation.as_ref().map(|of| of.role(symbol).unwrap_or_else(|| "used by these".to_owned()))
        };
        let roles: Vec<String> = scored.iter().map(|&(symbol, _)| role(symbol).unwrap_or_default()).collect();
        let candidates: Vec<Candidate<'_>> = scored
            .iter()
            .zip(texts.iter().zip(&roles))
            .map(|(&(symbol, score), (texts, role))| Candidate {
                excerpt: Excerpt { role, ..excerpt(graph, symbol, texts) },
                score,
            })
            .collect();
        let list = relation.as_ref().map(|of| List {
            asked: style.title.clone(),
            counted: of.counted(rows),
            ends: rows.iter().map(|row| row.symbol).filter(|&row| of.is_end(row)).collect(),
        });
        Self {
            packer: Packer::new(&candidates, style, ceiling, counter),
            symbols: scored.iter().map(|scored| scored.0).collect(),
            rows: rows.len(),
            list,
        }
    }

    /// The types among the candidates, which are no rows.
    #[must_use]
    pub fn types(&self) -> &[SymbolId] {
        self.symbols.get(self.rows..).unwrap_or_default()
    }

    /// The best pack within `budget`; `wishes` are those about rows. Who asks for the other ends of edges gets all rows, by
    /// name at least, where there is room for that; where not, the head says how many there are.
    ///
    /// # Errors
    /// As [`Packer::pack`].
    pub fn pack(&self, budget: u32, wishes: &FxHashMap<SymbolId, Wish>) -> Result<Pack, PackError> {
        let wishes_with = |of_row: Wish| -> Vec<Wish> {
            let of_type = Wish { least: None, most: Some(View::Signature) };
            let wish = |(ix, symbol): (usize, &SymbolId)| {
                let own = wishes.get(symbol).copied();
                own.unwrap_or(if ix < self.rows { of_row } else { of_type })
            };
            self.symbols.iter().enumerate().map(wish).collect()
        };
        let (all, free) = (wishes_with(Wish::PINNED), wishes_with(Wish::FREE));
        let Some(list) = &self.list else { return self.packer.pack(budget, &free) };
        let below = |pack: &Pack| pack.shown.iter().filter(|shown| list.ends.contains(&shown.symbol)).count();
        let whole = list.head(&self.packer, list.ends.len());
        let of_all = self.packer.pack_under(&whole, budget, &all);
        if let Some(pack) = of_all.ok().filter(|pack| below(pack) == list.ends.len()) {
            return Ok(pack);
        }
        // No number takes more room than the largest.
        let widest = list.head(&self.packer, list.ends.len().saturating_sub(1));
        let pack = |wishes: &[Wish]| self.packer.pack_under(&widest, budget, wishes);
        let pack = pack(&all).or_else(|_| pack(&free))?;
        let told = list.head(&self.packer, below(&pack));
        Ok(if told.tokens <= widest.tokens { Packer::with_head(pack, &widest, &told) } else { pack })
    }
}

/// What there is to show of a symbol.
#[must_use]
pub fn excerpt<'t>(graph: &Graph<'t>, symbol: SymbolId, texts: &'t Texts) -> Excerpt<'t> {
    let (path, line) = graph.place(symbol);
    let ix = symbol.ix();
    let str = |column: &[u32]| graph.str(crate::model::StrId(column[ix]));
    Excerpt {
        symbol,
        kind: graph.symbol(symbol).kind(),
        // The folder `.` says nothing.
        name: Some(str(graph.symbol_qualified)).filter(|&name| name != ".").unwrap_or(str(graph.symbol_name)),
        path,
        line,
        signature: str(graph.symbol_signature),
        doc: &texts.doc,
        source: &texts.source,
        role: "",
    }
}

/// Types that the best rows refer to and that are no rows themselves, with what they are worth.
fn leaning(graph: &Graph<'_>, rows: &[(SymbolId, f64)]) -> Vec<(SymbolId, f64)> {
    let mut types: FxHashMap<SymbolId, f64> = FxHashMap::default();
    for &(symbol, score) in rows.iter().take(MOST_TYPES) {
        for edge in graph.outgoing(symbol).filter(|edge| edge.kind == EdgeKind::Uses) {
            if graph.symbol(edge.to).kind().is_type() {
                *types.entry(edge.to).or_default() += LEANING * score * f64::from(edge.strength());
            }
        }
    }
    for (row, _) in rows {
        types.remove(row);
    }
    let mut types: Vec<(SymbolId, f64)> = types.into_iter().collect();
    types.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    types.truncate(MOST_TYPES);
    types
}
