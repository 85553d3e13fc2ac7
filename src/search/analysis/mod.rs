//! Text to words: how names, prose and source are cut, stemmed and known.

pub(crate) mod forms;
pub(crate) mod go_scanner;
pub mod tokenizer;
