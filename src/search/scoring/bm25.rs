//! Lexical scoring: BM25 over weighted fields, for symbols, files and packages, and the cosine of question and
//! symbol, all in one pass over tantivy's postings.
//!
//! The fields of a symbol are added up *before* their frequency is damped (BM25F: Robertson, Zaragoza, Taylor 2004):
//!
//! ```text
//! tf(d)    = Σ over fields f of  boost_f · tf_f(d) / (1 − b_f + b_f · length_f(d) / mean length_f)
//! score(d) = Σ over words w of   weight_w · idf_w · tf(d) / (k1 + tf(d))
//! idf_w    = ln(1 + (N − n_w + ½) / (n_w + ½))
//! ```
//!
//! Adding up one BM25 for each field, as tantivy's own boolean query does, would count a word that stands in five
//! fields five times and damp none of them.

use tantivy::fieldnorm::FieldNormReader;

use crate::search::query::terms::Term;
use crate::search::text::{TextField, TextIndex, damped};

/// The weight of each field, and how much its length matters.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldWeights {
    /// Saturation of term frequency; positive.
    pub k1: f32,
    /// In the order of [`TextField::ALL`].
    pub boosts: [f32; TextField::ALL.len()],
    /// Length normalisation of each field (BM25's b), in [0, 1].
    pub lengths: [f32; TextField::ALL.len()],
}

impl Default for FieldWeights {
    fn default() -> Self {
        Self {
            k1: 1.4,
            //       name ctx  path sig  doc  body strings comments
            boosts: [3.0, 1.5, 6.0, 1.0, 1.5, 1.0, 0.5, 0.3],
            lengths: [0.3, 0.3, 0.3, 0.5, 0.6, 0.75, 0.6, 0.6],
        }
    }
}

/// Terms that have a bit in [`Matches::terms`].
pub(crate) const MAX_TERMS: usize = 64;

/// The match of a document; all 0 if it does not match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct DocumentMatch {
    /// BM25F, of all words and of those beside the question.
    pub(crate) text: f32,
    pub(crate) beside: f32,
    /// Cosine of the question and the symbol's own text, in [0, 1].
    pub(crate) cosine: f32,
    /// The share of the question, weighted by rarity, that the doc comment has, and that any field has.
    pub(crate) doc: f32,
    pub(crate) cover: f32,
    /// The terms, of the first [`MAX_TERMS`], that it has, and those that its comments have.
    pub(crate) terms: u64,
    pub(crate) prose_terms: u64,
}

/// The matches of all documents. Most do not match, so those that do are kept apart: clearing a record for each
/// document took longer than filling in a question's.
#[derive(Clone, Debug, Default)]
struct DocumentMatches {
    /// The place of each document among the records, from 1; 0 for one that does not match.
    places: Vec<u32>,
    records: Vec<DocumentMatch>,
}

impl DocumentMatches {
    /// Returns the match of a document, to be filled in. O(1).
    fn at(&mut self, doc: u32) -> &mut DocumentMatch {
        let place = &mut self.places[doc as usize];
        if *place == 0 {
            self.records.push(DocumentMatch::default());
            *place = self.records.len() as u32;
        }
        &mut self.records[*place as usize - 1]
    }
}

/// Scores of all documents; 0 where nothing matches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matches {
    documents: DocumentMatches,
    /// By file and by package: BM25 over all texts of their symbols.
    pub(crate) file: Vec<f32>,
    pub(crate) package: Vec<f32>,
    /// Rarity of each term.
    pub(crate) idf: Vec<f32>,
    /// The share of the question that each term is, weighted by rarity; 0 for what joins two others.
    pub(crate) shares: Vec<f32>,
    /// Documents that match and are asked for.
    pub(crate) found: Vec<u32>,
}

impl Matches {
    /// Scores of 0 for all documents of a text index, with or without tests.
    pub(crate) fn none(text: &TextIndex, tests: bool) -> Self {
        Self {
            documents: DocumentMatches { places: vec![0; text.len(tests)], records: Vec::new() },
            file: vec![0.0; text.file_lengths().len()],
            package: vec![0.0; text.package_lengths().len()],
            ..Self::default()
        }
    }

    /// Returns the match of a document; all 0 for one that is not known.
    pub(crate) fn of(&self, doc: u32) -> DocumentMatch {
        let DocumentMatches { places, records } = &self.documents;
        let place = places.get(doc as usize).and_then(|place| place.checked_sub(1));
        place.map_or_else(DocumentMatch::default, |place| records[place as usize])
    }

    /// Returns whether a document can be found at all: those of tests cannot unless they are asked for.
    pub(crate) fn covers(&self, doc: u32) -> bool {
        (doc as usize) < self.documents.places.len()
    }

    /// The share of the question that a set of terms ([`DocumentMatch::terms`]) makes up, in [0, 1].
    pub(crate) fn covered_by(&self, terms: u64) -> f32 {
        self.shares.iter().enumerate().filter(|&(ix, _)| terms & bit(ix) != 0).map(|(_, share)| share).sum()
    }

    /// Divides what is relative to the question by its rarity or its length.
    fn normalize(&mut self, text: &TextIndex, rarity: f32, length: f32) {
        if rarity > 0.0 {
            self.shares.iter_mut().for_each(|share| *share /= rarity);
        }
        for &doc in &self.found {
            let norm = text.norm(doc) * length;
            let matched = self.documents.at(doc);
            if rarity > 0.0 {
                matched.doc /= rarity;
                matched.cover /= rarity;
            }
            matched.cosine = if norm > 0.0 { (matched.cosine / norm).clamp(0.0, 1.0) } else { 0.0 };
        }
    }

    /// Adds a document that matches.
    pub(crate) fn add(&mut self, doc: u32, matched: DocumentMatch) {
        *self.documents.at(doc) = matched;
        self.found.push(doc);
    }
}

/// Sums by number, and which numbers have one: of the term at hand, how often each document has it.
pub(crate) struct SparseSums {
    weighted: Vec<f32>,
    touched: Vec<u32>,
}

/// k1 and b for files and packages: the usual values (Robertson, Zaragoza 2009).
const UNIT_K1: f32 = 1.2;
const UNIT_B: f32 = 0.75;
/// A word of its path says more about a file than one use of it inside.
const PATH_IN_FILE: f32 = 3.0;

/// Matches `terms` against all documents, with or without those of tests. O(postings of the terms).
pub(crate) fn matches(
    text: &TextIndex,
    terms: &[Term],
    weights: &FieldWeights,
    tests: bool,
    cancelled: &dyn Fn() -> bool,
) -> Option<Matches> {
    let n = text.len(tests);
    let mut matches = Matches::none(text, tests);
    let damping = damping(text, weights);
    let mut docs = SparseSums::of(n);
    let (mut files, mut packages) =
        (SparseSums::of(matches.file.len()), SparseSums::of(matches.package.len()));
    let (mut length_of_question, mut rarity_of_question) = (0.0, 0.0);
    for (ix, term) in terms.iter().enumerate() {
        if cancelled() {
            return None;
        }
        let mut dots: Vec<(u32, f32)> = Vec::new();
        let mut said: Vec<(u32, TextField)> = Vec::new();
        text.postings(&term.text, tests, |posting| {
            let (field, frequency) = (posting.field, posting.frequency as f32);
            let damping = damping[field as usize][usize::from(posting.length)];
            docs.add(posting.doc, weights.boosts[field as usize] * frequency * damping);
            if matches!(field, TextField::Doc | TextField::Comments) {
                said.push((posting.doc, field));
            }
            if field.is_semantic() {
                files.add(text.file(posting.doc), frequency);
                packages.add(text.package(posting.doc), frequency);
                dots.push((posting.doc, damped(posting.frequency)));
            } else if field == TextField::Path {
                files.raise(text.file(posting.doc), PATH_IN_FILE);
            }
        });
        let idf = idf(n, docs.n_touched());
        matches.idf.push(idf);
        matches.shares.push(if term.of.is_none() { term.weight * idf } else { 0.0 });
        if term.of.is_none() {
            for (doc, component) in dots {
                matches.documents.at(doc).cosine += component * term.weight * idf;
            }
            for (doc, field) in said {
                let matched = matches.documents.at(doc);
                if field == TextField::Doc {
                    matched.doc += term.weight * idf;
                }
                matched.prose_terms |= bit(ix);
            }
            rarity_of_question += term.weight * idf;
            length_of_question += (term.weight * idf).powi(2);
        }
        let Matches { documents, found, idf: rarity, .. } = &mut matches;
        let own = [ix];
        let covered = term.of.as_ref().map_or(&own[..], |of| of);
        docs.settle(|doc, tf| {
            let matched = documents.at(doc as u32);
            if matched.text == 0.0 {
                found.push(doc as u32);
            }
            // A match in fields without weight still gets the smallest positive score.
            let score = term.weight * idf * tf / (weights.k1 + tf) + f32::MIN_POSITIVE;
            matched.text += score;
            matched.beside += if term.is_beside { score } else { 0.0 };
            for &ix in covered.iter().filter(|&&ix| matched.terms & bit(ix) == 0) {
                matched.cover += terms[ix].weight * rarity[ix];
            }
            matched.terms |= covered.iter().fold(bit(ix), |all, &ix| all | bit(ix));
        });
        settle_units(&mut files, text.file_lengths(), term.weight, &mut matches.file);
        settle_units(&mut packages, text.package_lengths(), term.weight, &mut matches.package);
    }
    matches.normalize(text, rarity_of_question, length_of_question.sqrt());
    Some(matches)
}

/// The bit of a term in [`Matches::terms`]; 0 beyond them.
fn bit(term: usize) -> u64 {
    if term < MAX_TERMS { 1 << term } else { 0 }
}

/// The weight of one occurrence for each field and each length that tantivy can represent.
fn damping(text: &TextIndex, weights: &FieldWeights) -> Vec<[f32; 256]> {
    let table = |field: TextField| {
        let mean = text.mean_length(field).max(1.0);
        let b = weights.lengths[field as usize];
        std::array::from_fn(|id| {
            let length = FieldNormReader::id_to_fieldnorm(id as u8) as f32;
            1.0 / (1.0 - b + b * length / mean)
        })
    };
    TextField::ALL.into_iter().map(table).collect()
}

pub(crate) fn idf(n: usize, having: usize) -> f32 {
    (1.0 + (n.saturating_sub(having) as f32 + 0.5) / (having as f32 + 0.5)).ln()
}

fn settle_units(tally: &mut SparseSums, lengths: &[u32], weight: f32, scores: &mut [f32]) {
    let total: u64 = lengths.iter().map(|&length| u64::from(length)).sum();
    let mean = (total as f32 / lengths.len().max(1) as f32).max(1.0);
    let idf = idf(lengths.len(), tally.n_touched());
    tally.settle(|unit, tf| {
        let k = UNIT_K1 * (1.0 - UNIT_B + UNIT_B * lengths[unit] as f32 / mean);
        scores[unit] += weight * idf * tf / (k + tf);
    });
}

impl SparseSums {
    /// Sums of 0 for `n` numbers.
    pub(crate) fn of(n: usize) -> Self {
        Self { weighted: vec![0.0; n], touched: Vec::new() }
    }

    pub(crate) fn add(&mut self, at: u32, amount: f32) {
        let cell = &mut self.weighted[at as usize];
        if *cell == 0.0 {
            self.touched.push(at);
        }
        // Never 0 again, so that nothing is listed twice.
        *cell += amount.max(f32::MIN_POSITIVE);
    }

    fn raise(&mut self, at: u32, least: f32) {
        let now = self.weighted[at as usize];
        if now < least {
            self.add(at, least - now);
        }
    }

    /// Number of documents with a sum.
    pub(crate) fn n_touched(&self) -> usize {
        self.touched.len()
    }

    /// Passes each sum to `take` and clears them.
    pub(crate) fn settle(&mut self, mut take: impl FnMut(usize, f32)) {
        for at in self.touched.drain(..) {
            take(at as usize, std::mem::take(&mut self.weighted[at as usize]));
        }
    }
}
