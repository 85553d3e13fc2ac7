//! The symbol list: which rows, in which order. Worked out away from the screen, and called off when the filter
//! changes again.

use std::cell::OnceCell;
use std::sync::Arc;

use nucleo::Utf32Str;

use super::corpus::Corpus;
use super::filter::{self, Filter};
use crate::model::{Graph, SymbolId, SymbolKind, symbol_flag};

/// What orders the list when no words do; and those that the words fit equally well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sort {
    #[default]
    Authority,
    Hub,
    FanIn,
    FanOut,
    Name,
}

impl Sort {
    pub const ALL: [Self; 5] = [Self::Authority, Self::Hub, Self::FanIn, Self::FanOut, Self::Name];

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Authority => "authority",
            Self::Hub => "hub",
            Self::FanIn => "fan-in",
            Self::FanOut => "fan-out",
            Self::Name => "name",
        }
    }

    #[must_use]
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|&sort| sort == self).unwrap_or(0);
        Self::ALL[(at + 1) % Self::ALL.len()]
    }
}

/// What a list is asked for.
#[derive(Clone)]
pub struct Request {
    pub corpus: Corpus,
    pub text: String,
    pub sort: Sort,
    /// [`symbol_flag`] bits of symbols to leave out.
    pub hidden: u16,
}

/// A list, answered.
#[derive(Clone)]
pub struct Listing {
    pub corpus: Corpus,
    /// The filter as it was typed, and as it was understood.
    pub text: String,
    pub filter: Filter,
    pub sort: Sort,
    pub hidden: u16,
    /// Rows of the corpus, first to last.
    pub rows: Arc<Vec<u32>>,
    /// How many there would be without any filter.
    pub total: usize,
}

/// A corpus prepared for listing.
pub struct Haystacks {
    corpus: Corpus,
    /// Rows by falling authority, or as they came.
    rows: Vec<u32>,
    /// Made when something has to be matched: the first list has no words yet, and must not wait for them.
    texts: OnceCell<Texts>,
}

/// What the words of a filter are matched with. Making it costs about as much as matching once.
struct Texts {
    text: String,
    ends: Vec<u32>,
    letters: Vec<u64>,
}

impl Haystacks {
    #[must_use]
    pub fn new(corpus: &Corpus) -> Self {
        let rows: Vec<u32> = match corpus {
            Corpus::Graph(snapshot) => snapshot.graph().by_authority.to_vec(),
            Corpus::Glimpses(glimpses) => (0..glimpses.len() as u32).collect(),
        };
        Self { corpus: corpus.clone(), rows, texts: OnceCell::new() }
    }

    /// Whether these are made of `corpus`.
    #[must_use]
    pub fn serve(&self, corpus: &Corpus) -> bool {
        self.corpus.is_same(corpus)
    }

    fn texts(&self) -> &Texts {
        self.texts.get_or_init(|| Texts::new(&self.corpus))
    }
}

impl Texts {
    fn new(corpus: &Corpus) -> Self {
        let n = corpus.len();
        let (mut text, mut ends, mut letters) = (String::new(), Vec::with_capacity(n), Vec::with_capacity(n));
        for ix in 0..n as u32 {
            let start = text.len();
            corpus.entry(ix, |entry| {
                if !entry.package.is_empty() {
                    text.push_str(entry.package);
                    text.push('.');
                }
                text.push_str(entry.qualified);
            });
            ends.push(text.len() as u32);
            letters.push(filter::letters(&text[start..]));
        }
        Self { text, ends, letters }
    }

    fn text(&self, ix: u32) -> &str {
        let start = if ix == 0 { 0 } else { self.ends[ix as usize - 1] };
        &self.text[start as usize..self.ends[ix as usize] as usize]
    }
}

/// Answers a request over `haystacks`, which must be those of its corpus; `None` when `cancelled` said so.
///
/// Words first: by falling score, equals in the order of `sort`. O(symbols), and a sort of those that fit.
#[must_use]
pub fn list(haystacks: &Haystacks, request: &Request, cancelled: &dyn Fn() -> bool) -> Option<Listing> {
    /// Rows between two looks at whether the answer is still wanted.
    const STRIDE: usize = 2048;
    let filter = Filter::parse(&request.text);
    let corpus = &request.corpus;
    let (mut matcher, mut buffer) = (filter::matcher(), Vec::new());
    let (mut found, mut total) = (Vec::new(), 0);
    let needed = filter.letters();
    let texts = filter.has_words().then(|| haystacks.texts());
    for rows in haystacks.rows.chunks(STRIDE) {
        if cancelled() {
            return None;
        }
        for &ix in rows {
            let fits = corpus.entry(ix, |entry| {
                if entry.kind == SymbolKind::File && !filter.asks_for(SymbolKind::File) {
                    return None;
                }
                Some(entry.flags & request.hidden == 0 && filter.admits(&entry))
            });
            let Some(Some(fits)) = fits else { continue };
            total += 1;
            if !fits {
                continue;
            }
            let Some(texts) = texts else {
                found.push((0, ix));
                continue;
            };
            if needed & !texts.letters[ix as usize] != 0 {
                continue;
            }
            let text = Utf32Str::new(texts.text(ix), &mut buffer);
            if let Some(score) = filter.score(text, &mut matcher) {
                found.push((score, ix));
            }
        }
    }
    order(haystacks, request.sort, &mut found);
    if filter.has_words() {
        found.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    }
    let rows = Arc::new(found.into_iter().map(|(_, ix)| ix).collect());
    Some(Listing {
        corpus: corpus.clone(),
        text: request.text.clone(),
        filter,
        sort: request.sort,
        hidden: request.hidden,
        rows,
        total,
    })
}

/// Rows come by falling authority; other orders keep that among equals.
fn order(haystacks: &Haystacks, sort: Sort, rows: &mut [(u32, u32)]) {
    match (&haystacks.corpus, sort) {
        (_, Sort::Name) => {
            let texts = haystacks.texts();
            rows.sort_by(|a, b| texts.text(a.1).cmp(texts.text(b.1)));
        }
        (Corpus::Graph(snapshot), sort @ (Sort::Hub | Sort::FanIn | Sort::FanOut)) => {
            let graph = snapshot.graph();
            rows.sort_by(|a, b| measure(&graph, sort, b.1).total_cmp(&measure(&graph, sort, a.1)));
        }
        _ => {}
    }
}

fn measure(graph: &Graph<'_>, sort: Sort, ix: u32) -> f64 {
    let ix = SymbolId(ix).ix();
    match sort {
        Sort::Hub => graph.symbol_hub[ix],
        Sort::FanIn => f64::from(graph.symbol_in_degree[ix]),
        Sort::FanOut => f64::from(graph.symbol_out_degree[ix]),
        Sort::Authority | Sort::Name => graph.symbol_authority[ix],
    }
}

/// What the two switches of the list hide.
#[must_use]
pub fn hidden(tests: bool, generated: bool) -> u16 {
    let bit = |on: bool, bit: u16| if on { bit } else { 0 };
    bit(tests, symbol_flag::TEST) | bit(generated, symbol_flag::GENERATED)
}
