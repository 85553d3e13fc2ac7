//! Asking every question once, and keeping what was found for weighing it again and again.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use codegraph_tui::index::{self, BuildSettings, Repository, Sources, Task as Build, git};
use codegraph_tui::model::{Graph, SymbolId, symbol_flag};
use codegraph_tui::search::pack::PackStyle;
use codegraph_tui::search::pack::context::PackContext;
use codegraph_tui::search::pack::render::DetailLevel;
use codegraph_tui::search::pack::texts::Texts;
use codegraph_tui::search::pack::tokens::{Counter, Encoding};
use codegraph_tui::search::{
    Answer, Certainty, Corpus, Engine, Evidence, Fusion, Past, QueryRequest, SIGNALS, Weights,
};

use super::options::Options;
use super::questions::{self, Beginnings};
use super::tasks::{Kind, Task, Tasks};

/// The budgets to pack to, in tokens.
pub(crate) const BUDGETS: [u32; 3] = [2000, 4000, 8000];

/// A candidate of a question, its signals on the common scale.
pub(crate) struct Found {
    pub(crate) values: [f32; SIGNALS],
    pub(crate) is_test: bool,
    pub(crate) is_generated: bool,
    /// Degree to which it is a mere part.
    pub(crate) part: f32,
    pub(crate) tokens: u32,
    /// The truth that it is; of a plain question the judged symbol.
    pub(crate) truth: Option<u8>,
    pub(crate) order: u32,
}

/// A question with its candidates.
pub(crate) struct Asked {
    pub(crate) kind: Kind,
    pub(crate) truths: usize,
    /// True if it is weighed as plain questions are.
    pub(crate) is_plain: bool,
    /// Of a plain question: the grades of the judged symbols.
    pub(crate) grades: Vec<u32>,
    pub(crate) found: Vec<Found>,
    /// Of each pack asked for: the parts of the truth that are whole, shown and named.
    pub(crate) packed: Vec<Held>,
    /// Of a plain question.
    pub(crate) beginnings: Option<Beginnings>,
}

/// The parts of the truth that a pack has whole, shows by a signature at least, and names.
pub(crate) type Held = [f64; 3];

/// A repository's questions.
pub(crate) struct Measured {
    pub(crate) repo: String,
    pub(crate) asked: Vec<Asked>,
    /// Of questions about other repositories.
    pub(crate) strange: Vec<Certainty>,
}

/// Asks the questions about a repository, and others that are about something else.
pub(crate) fn repository(
    repos: &Path,
    tasks: &Tasks,
    others: &[String],
    options: &Options,
) -> anyhow::Result<Measured> {
    let tree = repos.join(tasks.repo.replace('/', "+"));
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("retrieval");
    let repository = Repository::at(&tree, Some(&data))?;
    let settings = BuildSettings { threads: 2, ..BuildSettings::default() };
    let (cancel, report) = (AtomicBool::new(false), |_| {});
    let outcome =
        index::refresh(&repository, &settings, &Build { cancel: &cancel, report: &report, glimpses: false })?;
    let graph = outcome.snapshot.graph();
    let text = outcome.snapshot.text()?;
    let past = if options.history {
        let (history, _) = git::history(&repository)?;
        Some(Past::new(&graph, &text, &history))
    } else {
        None
    };
    let corpus =
        Corpus { graph: &graph, generation: outcome.snapshot.generation(), text: &text, past: past.as_ref() };
    let (mut engine, counter, mut sources) = (Engine::default(), Counter::default(), Sources::default());
    let mut read = |file| sources.bytes(&outcome.snapshot, &graph, file);
    let mut tokens: Vec<Option<u32>> = vec![None; graph.n_symbols()];
    let mut asked = Vec::new();
    let (mut times, mut corrections) = (Vec::new(), (0, 0));
    for task in &tasks.tasks {
        let query = QueryRequest {
            text: task.query.clone(),
            also: options.also.get(&task.id).cloned().unwrap_or_default(),
            weights: options.weights.clone(),
            ..QueryRequest::default()
        };
        let start = Instant::now();
        let evidence = engine.evidence(&corpus, &query, &|| false)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
        let mut count = |symbol: SymbolId| {
            *tokens[symbol.ix()]
                .get_or_insert_with(|| Texts::of(&graph, symbol, &mut read).tokens(&counter, Encoding::O200k))
        };
        let found = if options.is_ordered() {
            let (strategy, mode) = (options.strategy, options.strategy.mode());
            let query = QueryRequest { strategy, mode, ..query.clone() };
            ordered(&graph, &engine.answer(&corpus, &query, &|| false)?, task, &mut count)
        } else {
            found(&corpus, &evidence, &query, task, &mut count)
        };
        let truths = if task.any { 1 } else { task.truth.len() };
        let grades = task.judged.iter().map(|truth| truth.grade).collect();
        let is_plain = evidence.is_plain();
        let mut one =
            Asked { kind: task.kind, truths, is_plain, grades, found, packed: Vec::new(), beginnings: None };
        if task.kind == Kind::Question {
            one.beginnings = Some(questions::ask(&mut engine, &corpus, &query, task, options.words)?);
        }
        if options.packed && matches!(task.kind, Kind::Commit | Kind::Short | Kind::Question) {
            let answer = engine.answer(&corpus, &query, &|| false)?;
            let ceiling = BUDGETS.into_iter().max().unwrap_or_default();
            let context =
                PackContext::new(&graph, &answer, &PackStyle::default(), ceiling, &counter, &mut read);
            for budget in BUDGETS {
                one.packed.push(packed(&graph, &context, budget, task)?);
            }
        }
        if task.kind == Kind::Typo {
            let answer = engine.answer(&corpus, &query, &|| false)?;
            let names: Vec<String> = task.truth.iter().map(|truth| truth.name.to_lowercase()).collect();
            corrections.1 += 1;
            corrections.0 +=
                usize::from(answer.corrections.iter().any(|c| names.iter().any(|name| name.contains(&c.to))));
        }
        asked.push(one);
    }
    let mut strange = Vec::new();
    for text in others {
        let query =
            QueryRequest { text: text.clone(), weights: options.weights.clone(), ..QueryRequest::default() };
        strange.push(engine.answer(&corpus, &query, &|| false)?.certainty);
    }
    times.sort_by(f64::total_cmp);
    eprintln!(
        "{}: {} questions, {:.1} ms at the median, {:.1} ms for one in a hundred; typos corrected to a word of the name: {} of {}",
        tasks.repo,
        asked.len(),
        times[times.len() / 2],
        times[times.len() * 99 / 100],
        corrections.0,
        corrections.1,
    );
    Ok(Measured { repo: tasks.repo.clone(), asked, strange })
}

fn found(
    corpus: &Corpus<'_>,
    evidence: &Evidence,
    query: &QueryRequest,
    task: &Task,
    tokens: &mut impl FnMut(SymbolId) -> u32,
) -> Vec<Found> {
    let fusion = Fusion::of(&evidence.candidates, evidence.weights(&query.weights));
    let graph = corpus.graph;
    let each = evidence.candidates.iter().map(|candidate| {
        let id = corpus.text.symbol(candidate.doc);
        let symbol = graph.symbol(id);
        Found {
            values: std::array::from_fn(|ix| fusion.scaled(candidate, ix)),
            is_test: symbol.is_test(),
            is_generated: symbol.has(symbol_flag::GENERATED),
            part: candidate.part,
            tokens: tokens(id),
            truth: task.is_about(graph, id),
            order: id.0,
        }
    });
    each.collect()
}

/// Rows as a strategy orders them: their score in the place of a signal.
fn ordered(
    graph: &Graph<'_>,
    answer: &Answer,
    task: &Task,
    tokens: &mut impl FnMut(SymbolId) -> u32,
) -> Vec<Found> {
    let rows = answer.rows.iter().map(|row| {
        let mut values = [0.0; SIGNALS];
        values[0] = row.score;
        let truth = task.is_about(graph, row.symbol);
        let tokens = tokens(row.symbol);
        let order = row.symbol.0;
        Found { values, is_test: false, is_generated: false, part: 0.0, tokens, truth, order }
    });
    rows.collect()
}

/// The weights by which [`ordered`] rows keep their order.
pub(crate) fn score_alone() -> Weights {
    let mut alone = [0.0; SIGNALS];
    alone[0] = 1.0;
    Weights { signals: alone, plain: alone, ..Weights::default() }
}

fn packed(graph: &Graph<'_>, context: &PackContext, budget: u32, task: &Task) -> anyhow::Result<Held> {
    let pack = context.pack(budget, &rustc_hash::FxHashMap::default())?;
    let mut held = [0; 3];
    for truth in task.truth.iter() {
        if let Some(shown) = pack.shown.iter().find(|shown| truth.is(graph, shown.symbol)) {
            held[0] += usize::from(shown.view == DetailLevel::Full);
            held[1] += usize::from(shown.view > DetailLevel::Name);
            held[2] += 1;
        }
    }
    let n = if task.any { 1 } else { task.truth.len() };
    Ok(held.map(|held| held.min(n) as f64 / n.max(1) as f64))
}
