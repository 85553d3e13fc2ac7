//! A question as a value: what it asks for, and within which scope.

use crate::model::{Graph, SymbolId, SymbolKind};
use crate::rank::{Detected, Intent};
use crate::search::answer::{Answer, AnswerRow, EXACT, Found, LookupAnswer, LookupFound, MatchReason};
use crate::search::certainty::Certainty;
use crate::search::query::asking::Asking;
use crate::search::query::corrected_word::Correction;
use crate::search::query::lookups::Lookups;
use crate::search::query::narrowing::ScopedQuestion;
use crate::search::query::parse::Parse;
use crate::search::query::parsed::{ParsedQuestion, QuestionCut, QuestionText};
use crate::search::query::qualifiers::Qualifiers;
use crate::search::query::readers;
use crate::search::query::reading::{Input, ReadOptions, Reading, ReadingKind};
use crate::search::request::QueryRequest;
use crate::search::scoring::fusion::ScorePart;

/// Score of a seed of the request beside the ends of a relation, which have more than 1.
const SEED: f32 = 0.5;

/// A question: its scope, and what it asks for.
pub(crate) struct Question {
    pub(crate) scope: Qualifiers,
    /// Its text without qualifiers and scopes.
    pub(crate) said: String,
    /// Describes a phrase that reads like a scope but is no place of the tree.
    pub(crate) problem: Option<String>,
    pub(crate) ask: Ask,
}

/// Symbols that a question asks for.
pub(crate) enum Ask {
    /// Symbols that the graph knows: they are the answer, and nothing is searched.
    Lookup(Box<Lookup>),
    /// Symbols that its words find.
    Words(Box<ParsedQuestion>),
}

/// A question that the graph answers.
pub(crate) struct Lookup {
    found: LookupFound,
    corrections: Vec<Correction>,
    problem: Option<String>,
    cut: QuestionCut,
}

impl Question {
    /// Reads a question against a tree's names.
    pub(crate) fn read(lookups: &Lookups<'_>, request: &QueryRequest) -> Self {
        Self::read_text(lookups, &request.text, request)
    }

    /// Reads another text with the settings of a request.
    pub(crate) fn read_text(lookups: &Lookups<'_>, text: &str, request: &QueryRequest) -> Self {
        let ScopedQuestion { qualifiers, asking, problem } = ScopedQuestion::read(lookups, text);
        let ask = Ask::read(lookups, &asking, request.reading(&qualifiers));
        Self { ask, scope: qualifiers, said: asking.parse.asked, problem }
    }

    /// Its words, even of a question that the graph answers.
    pub(crate) fn words(self, lookups: &Lookups<'_>, request: &QueryRequest) -> ParsedQuestion {
        match self.ask {
            Ask::Words(words) => *words,
            Ask::Lookup(_) => {
                let text = QuestionText::of(&self.said);
                let asking = Asking::new(lookups.graph, lookups.text, Parse::whole(&text.text));
                let options = request.reading(&self.scope);
                let input = Input { lookups, question: &text.text, asking: &asking, options };
                ParsedQuestion::of(&input, Reading::default(), text.is_cut)
            }
        }
    }
}

impl Ask {
    fn read(lookups: &Lookups<'_>, asking: &Asking<'_>, options: ReadOptions<'_>) -> Self {
        let text = QuestionText::of(&asking.parse.asked);
        let cut = (*text.text != asking.parse.asked)
            .then(|| Asking::new(lookups.graph, lookups.text, Parse::whole(&text.text)));
        let input = Input { lookups, question: &text.text, asking: cut.as_ref().unwrap_or(asking), options };
        let (_, mut reading) = readers::read(&input);
        let found = match std::mem::take(&mut reading.kind) {
            ReadingKind::Relation(relation) => LookupFound::Relation(*relation),
            ReadingKind::Path(path) => LookupFound::Path(*path),
            kind => {
                reading.kind = kind;
                return Self::Words(Box::new(ParsedQuestion::of(&input, reading, text.is_cut)));
            }
        };
        let cut = QuestionCut { is_long: text.is_cut, is_wordy: false };
        let Reading { corrections, why, .. } = reading;
        Self::Lookup(Box::new(Lookup { found, corrections, problem: why, cut }))
    }
}

impl Lookup {
    /// Makes the answer: a row for each symbol, in order, and for the seeds of the request.
    pub(crate) fn answer(
        self,
        graph: &Graph<'_>,
        request: &QueryRequest,
        question: (&Qualifiers, &str),
    ) -> Answer {
        let (scope, said) = question;
        let Self { mut found, corrections, problem, cut } = self;
        let symbols: Vec<SymbolId> = match &mut found {
            LookupFound::Relation(relation) => {
                relation.start_from(&request.seeds);
                relation.symbols().collect()
            }
            LookupFound::Path(path) => path.symbols.clone(),
        };
        let n = symbols.len() as f32;
        let scored = symbols.iter().enumerate().map(|(place, &symbol)| (symbol, 2.0 - place as f32 / n));
        let is_other = |seed: &&SymbolId| {
            !symbols.contains(seed) && matches!(found, LookupFound::Relation(_)) && is_row(graph, **seed)
        };
        let seeds = request.seeds.iter().filter(is_other).map(|&seed| (seed, SEED));
        // The packages of a relation are rows wherever its imports are looked for.
        let is_admitted = |&(symbol, _): &(SymbolId, f32)| {
            let symbol = graph.symbol(symbol);
            symbol.kind() == SymbolKind::Package || scope.admit(symbol)
        };
        let scored: Vec<(SymbolId, f32)> =
            scored.chain(seeds).filter(is_admitted).take(request.limit).collect();
        let most =
            scored.iter().map(|&(symbol, _)| graph.authority(symbol)).fold(f64::MIN_POSITIVE, f64::max);
        let row = |&(symbol, score): &(SymbolId, f32)| {
            let (signal, about) = EXACT;
            let parts = vec![ScorePart { signal, about, score, weight: 1.0 }];
            AnswerRow {
                symbol,
                score,
                relevance: f32::from(u8::from(score > 1.0)),
                importance: (graph.authority(symbol) / most) as f32,
                why: MatchReason { parts, ..MatchReason::default() },
            }
        };
        let intent = match request.intent {
            Some(intent) => Detected { intent, words: Vec::new() },
            None => Intent::detect(said),
        };
        let certainty = match &found {
            _ if scored.is_empty() => Certainty::Nothing,
            LookupFound::Path(path) => path.certainty(),
            LookupFound::Relation(_) => Certainty::Certain,
        };
        Answer {
            certainty,
            rows: scored.iter().map(row).collect(),
            found: Found::Lookup(Box::new(LookupAnswer { found, in_assembly: Vec::new() })),
            corrections,
            problems: problem.into_iter().collect(),
            cut,
            intent: Some(intent),
            ..Answer::default()
        }
    }
}

/// Returns whether a symbol can be a row: files have no text of their own.
fn is_row(graph: &Graph<'_>, symbol: SymbolId) -> bool {
    !graph.symbol(symbol).kind().is_container()
}
