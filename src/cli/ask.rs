//! Flags that `query`, `batch` and `pack` share, and the session that answers.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::common::whole;
use super::interactions::HistoryFlags;
use super::open_index;
use super::symbol::resolve;
use super::{Common, Failure};
use crate::app::settings::Settings;
use crate::index::{Outcome, Repository, Session, SessionError, Snapshot};
use crate::interactions::Act;
use crate::model::SymbolId;
use crate::rank::Intent;
use crate::relations::{MAX_DEPTH, Reach};
use crate::search::pack::context::PackContext;
use crate::search::pack::{DEFAULT_BUDGET, MIN_BUDGET, PackStyle};
use crate::search::scoring::relevance;
use crate::search::{Answer, Mode, Past, QueryError, QueryRequest, READERS, Strategy, Weights, rows_for};

/// Most rows: a question for the other ends of edges may want them all.
const MAX_ROWS: u32 = 10_000;

/// Flags that say how to ask.
#[derive(Clone, Debug, clap::Args)]
pub struct AskArgs {
    /// Token budget of the pack, 100 or more
    #[arg(long, value_name = "N", default_value_t = DEFAULT_BUDGET, allow_negative_numbers = true, value_parser = whole::<u32>(0, u32::MAX))]
    pub budget: u32,

    /// List, or pack from, at most this many of the best rows [default: 100, or as many as the budget has room for]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u16>(1, MAX_ROWS))]
    pub limit: Option<u16>,

    /// Words or names that the code may use for what is asked, from your own knowledge; can be given several times
    #[arg(long, value_name = "WORD", value_delimiter = ',')]
    pub also: Vec<String>,

    /// Follow a relation that is asked for over this many steps, as in `who calls Run`
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u32>(1, MAX_DEPTH))]
    pub depth: u32,

    /// Leave out ends of a relation that are only possible, through an interface or a value
    #[arg(long)]
    pub direct: bool,

    /// Order of the rows
    #[arg(long, value_name = "S", default_value = "fused", value_parser = names(Strategy::ALL.map(Strategy::name)))]
    pub strategy: String,

    /// Purpose of the question: balanced, debug, explore, refactor, impact or an alias; `auto` infers it from the question
    #[arg(long, value_name = "I", default_value = "auto", value_parser = names(intents()))]
    pub intent: String,

    /// Search in full text, or words as substrings of names [default: the strategy's own]
    #[arg(long, value_name = "M", value_parser = names(Mode::ALL.map(Mode::name)))]
    pub search_mode: Option<String>,

    /// Do not correct spelling
    #[arg(long)]
    pub no_fuzzy: bool,

    /// Start from this symbol too; can be given several times
    #[arg(long = "seed", value_name = "SYMBOL")]
    pub seeds: Vec<String>,

    /// Add this symbol to what is found, without a say in it; can be given several times
    #[arg(long = "add", value_name = "SYMBOL")]
    pub added: Vec<String>,

    /// Weights by name, as in `text=1,near=0.5`; `--weights help` lists them
    #[arg(long, value_name = "K=V,..")]
    pub weights: Option<String>,

    /// Show keys, tokens and passwords that stand in the code instead of masking them
    #[arg(long)]
    pub show_secrets: bool,

    /// With `--no-history` past commits are left out, too.
    #[command(flatten)]
    pub history: HistoryFlags,
}

fn names(names: impl IntoIterator<Item = &'static str>) -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(names)
}

/// `auto`, and the names and aliases of all intents.
fn intents() -> Vec<&'static str> {
    let rows = Intent::table().iter();
    let known = rows.flat_map(|row| std::iter::once(row.name).chain(row.aliases.iter().copied()));
    std::iter::once("auto").chain(known).collect()
}

impl AskArgs {
    /// The settings' weights, overridden by the flag's. Refuses weights that allow no answer before any index is
    /// opened.
    fn check(&self, settings: &Settings) -> Result<(Weights, relevance::RelevanceWeights), Failure> {
        if self.weights.as_deref() == Some("help") {
            return Err(self.weights_help(settings));
        }
        check_budget(self.budget)?;
        Ok((self.weights(settings.weights.clone())?, self.relevance(settings.relevance)?))
    }

    /// The text of `--weights help`: the weights of the strategy, as the settings have them.
    fn weights_help(&self, settings: &Settings) -> Failure {
        if self.strategy == Strategy::Relevance.name() {
            return Failure::weights(settings.relevance.rows());
        }
        let rows = settings.weights.rows();
        Failure::weights(rows.iter().map(|(name, value, about)| (name.as_str(), *value, about.as_str())))
    }

    fn weights(&self, mut weights: Weights) -> Result<Weights, Failure> {
        if let Some(text) = &self.weights
            && self.strategy != Strategy::Relevance.name()
        {
            weights.set(text).map_err(|error| Failure::usage(error.to_string()))?;
        }
        Ok(weights)
    }

    /// The strategy `relevance` has weights of its own.
    fn relevance(
        &self,
        weights: relevance::RelevanceWeights,
    ) -> Result<relevance::RelevanceWeights, Failure> {
        match &self.weights {
            Some(text) if self.strategy == Strategy::Relevance.name() => {
                weights.overridden(text).map_err(|error| Failure::usage(error.to_string()))
            }
            _ => Ok(weights),
        }
    }

    fn query(&self, session: &AskSession, text: &str) -> Result<QueryRequest, Failure> {
        let strategy = Strategy::from_name(&self.strategy).unwrap_or_default();
        let mode = self.search_mode.as_deref().and_then(Mode::from_name);
        let resolved = |names: &[String]| -> Result<Vec<SymbolId>, Failure> {
            names.iter().map(|name| resolve(session.snapshot(), name)).collect()
        };
        let (seeds, added) = (resolved(&self.seeds)?, resolved(&self.added)?);
        Ok(QueryRequest {
            text: text.to_owned(),
            also: self.also.clone(),
            strategy,
            mode: mode.unwrap_or(strategy.mode()),
            intent: Intent::from_name(&self.intent),
            fuzzy: !self.no_fuzzy,
            seeds,
            added,
            weights: session.weights.clone(),
            relevance: session.relevance,
            interactions: session.interactions.clone(),
            traces: session.traces.clone(),
            limit: self.limit.map_or_else(|| rows_for(self.budget), usize::from),
            reach: Reach { depth: self.depth, direct: self.direct },
        })
    }
}

/// A budget that packs can be made for.
pub(super) fn check_budget(budget: u32) -> Result<(), Failure> {
    if budget < MIN_BUDGET {
        return Err(Failure::usage(format!(
            "a budget of {budget} tokens is too small: use {MIN_BUDGET} or more"
        )));
    }
    Ok(())
}

/// An index opened for questions.
pub(super) struct AskSession {
    repository: Repository,
    outcome: Outcome,
    /// Past interactions with symbols, and their present worth.
    interactions: Vec<(SymbolId, f64)>,
    traces: Vec<(SymbolId, f64)>,
    weights: Weights,
    relevance: relevance::RelevanceWeights,
    /// The file for text that no clipboard takes.
    pub(super) clipboard_file: PathBuf,
    past: Option<Past>,
    /// Why there is no history.
    pub(super) no_past: Option<String>,
    session: Session,
}

impl AskSession {
    /// Brings the index up to date and opens what answers need.
    pub(super) fn open(args: &AskArgs, path: &Path, common: &Common) -> Result<Self, Failure> {
        let (weights, relevance) = args.check(&super::settings::heeded(common))?;
        let (repository, outcome) = open_index::refreshed(path, common, false)?;
        let snapshot = &outcome.snapshot;
        let mut session = Session::default();
        let history = if args.history.no_history {
            Err("switched off".to_owned())
        } else {
            open_index::history(&repository)
        };
        let (past, no_past) = match history {
            Ok(history) => {
                let past = session.past(snapshot, &history);
                (Some(past.map_err(|error| Failure::failed(error.to_string()))?), None)
            }
            Err(error) => (None, Some(error)),
        };
        Ok(Self {
            clipboard_file: repository.store.dir().join("copied.txt"),
            interactions: args.history.history(&repository, &snapshot.graph()),
            traces: args.history.traces(&repository, &snapshot.graph()),
            weights,
            relevance,
            repository,
            outcome,
            past,
            no_past,
            session,
        })
    }

    pub(super) fn snapshot(&self) -> &Snapshot {
        &self.outcome.snapshot
    }

    /// The best rows for a question.
    pub(super) fn answer(&mut self, args: &AskArgs, text: &str) -> Result<Answer, Failure> {
        let query = args.query(self, text)?;
        let answer = self.session.ask(&self.outcome.snapshot, self.past.as_ref(), &query, &|| false);
        let answer = answer.map_err(|error| match error {
            SessionError::Query(QueryError::Empty | QueryError::Narrowing) => {
                Failure::usage(error.to_string())
            }
            error => Failure::failed(error.to_string()),
        })?;
        if query.reach != Reach::default() && answer.relation().is_none() {
            return Err(Failure::usage(
                "--depth and --direct need a question for a relation, such as `who calls Run`",
            ));
        }
        Ok(answer)
    }

    /// Reads the texts of an answer's rows, for packs of at most `budget` tokens.
    pub(super) fn pack_context(&mut self, answer: &Answer, style: &PackStyle, budget: u32) -> PackContext {
        self.session.pack_context(&self.outcome.snapshot, answer, style, budget)
    }

    /// Counts the tokens of each of an answer's symbols.
    pub(super) fn tokens_of_each(&mut self, symbols: impl Iterator<Item = SymbolId>) -> Vec<u32> {
        self.session.tokens_of_each(&self.outcome.snapshot, symbols)
    }

    /// Records that `act` was done with an answer's symbols, if tracking is on.
    pub(super) fn did(&self, args: &AskArgs, act: Act, symbols: impl IntoIterator<Item = SymbolId>) {
        args.history.did(act, &self.repository, &self.snapshot().graph(), symbols);
    }
}

/// The kinds of question that a reader answers, each with its answer and an example.
pub(super) fn what_can_be_asked() -> String {
    let mut text = "Questions answered by themselves (words find the answer to any other):\n".to_owned();
    for reader in READERS {
        let _ = write!(text, "\n  {}: {}\n", reader.name, reader.about);
        if let Some(example) = reader.example() {
            let _ = writeln!(text, "      {example}");
        }
    }
    text
}
