//! What the command line asks for.

use std::path::PathBuf;

use codegraph_tui::search::pack::{Curve, PackStyle, Worth};
use codegraph_tui::search::{Strategy, Weights};

#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub(crate) struct Options {
    pub(crate) repos: PathBuf,
    pub(crate) tasks: PathBuf,
    pub(crate) weights: Weights,
    pub(crate) strategy: Strategy,
    pub(crate) answered: bool,
    pub(crate) history: bool,
    pub(crate) packed: bool,
    pub(crate) grid: bool,
    pub(crate) tune: bool,
    pub(crate) folds: bool,
    pub(crate) ablate: bool,
    pub(crate) only: Option<String>,
}

impl Options {
    /// Whether rows are reported in the order of answers.
    pub(crate) fn is_ordered(&self) -> bool {
        self.answered || self.strategy != Strategy::Fused
    }

    /// Those of the command line; `None` where it names no data or something unknown.
    pub(crate) fn read() -> Option<Self> {
        let mut weights = Weights::default();
        let mut strategy = Strategy::default();
        let mut words = Vec::new();
        let (mut history, mut packed, mut grid, mut answered) = (true, false, false, false);
        let (mut tune, mut folds, mut ablate, mut only) = (false, false, false, None);
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--weights" => weights.set(&args.next()?).map_err(|error| eprintln!("{error}")).ok()?,
                "--strategy" => strategy = Strategy::from_name(&args.next()?)?,
                "--answered" => answered = true,
                "--only" => only = args.next(),
                "--no-history" => history = false,
                "--packed" => packed = true,
                "--grid" => (packed, grid) = (true, true),
                "--tune" => tune = true,
                "--folds" => folds = true,
                "--ablate" => ablate = true,
                "--bench" => {}
                _ => words.push(PathBuf::from(arg)),
            }
        }
        let [repos, tasks] = <[PathBuf; 2]>::try_from(words).ok()?;
        Some(Self {
            repos,
            tasks,
            weights,
            strategy,
            answered,
            history,
            packed,
            grid,
            tune,
            folds,
            ablate,
            only,
        })
    }

    /// The styles to pack in: the program's own, or a grid of what levels and places may be worth.
    pub(crate) fn styles(&self) -> Vec<PackStyle> {
        if !self.grid {
            return vec![PackStyle::default()];
        }
        let mut styles = Vec::new();
        for (name, signature) in [(0.16, 0.18), (0.2, 0.23), (0.25, 0.28), (0.3, 0.33)] {
            for (power, half) in [(1.0, 1.0), (1.0, 1.5), (1.0, 2.5), (2.0, 2.5), (0.5, 1.0), (0.5, 1.5)] {
                let worth = Worth { name, signature, full: 1.0 };
                styles.push(PackStyle { worth, curve: Curve { power, half }, ..PackStyle::default() });
            }
        }
        styles
    }

    /// The budgets to pack to.
    pub(crate) fn budgets(&self) -> &'static [u32] {
        if self.grid { &[4000] } else { &[2000, 4000, 8000] }
    }
}
