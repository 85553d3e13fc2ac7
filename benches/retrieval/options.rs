//! The options of the command line.

use std::path::PathBuf;

use codegraph_tui::search::{Strategy, Weights};
use rustc_hash::FxHashMap;

use super::tasks;

#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub(crate) struct Options {
    /// Folders of repositories, each with that of the tasks about them.
    pub(crate) sets: Vec<[PathBuf; 2]>,
    /// Of each repository's tasks one of so many is asked.
    pub(crate) every: usize,
    pub(crate) weights: Weights,
    pub(crate) strategy: Strategy,
    pub(crate) answered: bool,
    pub(crate) history: bool,
    pub(crate) packed: bool,
    /// Plain questions are asked again with each word that is offered.
    pub(crate) words: bool,
    pub(crate) tune: bool,
    pub(crate) folds: bool,
    pub(crate) ablate: bool,
    pub(crate) only: Option<String>,
    /// So many questions about each other repository are asked as well.
    pub(crate) strange: usize,
    /// Words beside questions, by their ids.
    pub(crate) also: FxHashMap<String, Vec<String>>,
}

impl Options {
    /// Returns whether rows are reported in the order of answers.
    pub(crate) fn is_ordered(&self) -> bool {
        self.answered || self.strategy != Strategy::Fused
    }

    /// Those of the command line; `None` where it names no data or something unknown.
    pub(crate) fn read() -> Option<Self> {
        let mut weights = Weights::default();
        let (mut strategy, mut also) = (Strategy::default(), FxHashMap::default());
        let (mut folders, mut words) = (Vec::new(), false);
        let (mut history, mut packed, mut answered) = (true, false, false);
        let (mut tune, mut folds, mut ablate, mut only, mut every) = (false, false, false, None, 1);
        let mut strange = 0;
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--weights" => weights.set(&args.next()?).map_err(|error| eprintln!("{error}")).ok()?,
                "--strategy" => strategy = Strategy::from_name(&args.next()?)?,
                "--answered" => answered = true,
                "--every" => every = args.next()?.parse().ok().filter(|&every| every > 0)?,
                "--only" => only = args.next(),
                "--strange" => strange = args.next()?.parse().ok()?,
                "--also" => {
                    also = tasks::read_also(&PathBuf::from(args.next()?))
                        .map_err(|error| eprintln!("{error:#}"))
                        .ok()?;
                }
                "--no-history" => history = false,
                "--packed" => packed = true,
                "--words" => words = true,
                "--tune" => tune = true,
                "--folds" => folds = true,
                "--ablate" => ablate = true,
                "--bench" => {}
                _ => folders.push(PathBuf::from(arg)),
            }
        }
        let (sets, rest) = folders.as_chunks::<2>();
        if sets.is_empty() || !rest.is_empty() {
            return None;
        }
        Some(Self {
            sets: sets.to_vec(),
            every,
            weights,
            strategy,
            answered,
            history,
            packed,
            words,
            tune,
            folds,
            ablate,
            only,
            strange,
            also,
        })
    }
}
