//! Text analysis: how names, prose and source are split, stemmed and classified.

pub(crate) mod go_scanner;
pub(crate) mod lexicon;
pub(crate) mod sentence_type;
pub(crate) mod stemmer;
pub(crate) mod stop_words;
pub mod tokenizer;
pub(crate) mod urls;
