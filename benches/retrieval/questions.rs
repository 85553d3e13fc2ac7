//! Plain questions: how good the beginning of an answer is, and what one more word does, of those offered beside it.

use codegraph_tui::model::{Graph, SymbolId};
use codegraph_tui::search::{Answer, Certainty, Corpus, Engine, QueryRequest};

use super::tasks::{ESSENTIAL, Task, Truth};

/// The most symbols of a way.
const MAX_OF_WAY: usize = 12;

/// Quality of the beginning of an answer: nDCG of the first ten rows with gains `2^grade - 1` (Järvelin, Kekäläinen
/// 2002), whether the first row and one of the first five is essential, and the part of the essential symbols among the
/// first twenty.
pub(crate) type Beginning = [f64; 4];

/// The beginnings of a question's answers.
pub(crate) struct Beginnings {
    certainty: Certainty,
    as_asked: Beginning,
    /// With one of the words offered: the one that helps most by nDCG, and the mean of them.
    best_word: Beginning,
    mean_word: Beginning,
    /// Of the way below the answer, if there is one: the part of its symbols that answer or help, and the part of the
    /// essential ones that it passes.
    way: Option<[f64; 2]>,
    /// The part of the path of a flow that the way below its answer passes, and the part among as many first rows as a
    /// way has at most.
    path: Option<[f64; 2]>,
}

/// Asks a question, and with `adds_words` once more with each word that is offered beside its answer.
pub(crate) fn ask(
    engine: &mut Engine,
    corpus: &Corpus<'_>,
    query: &QueryRequest,
    task: &Task,
    adds_words: bool,
) -> anyhow::Result<Beginnings> {
    let answer = engine.answer(corpus, query, &|| false)?;
    let as_asked = beginning(corpus.graph, &answer, task);
    let mut with_words = Vec::new();
    for word in answer.tree_words().iter().filter(|_| adds_words) {
        let query = QueryRequest { text: format!("{} {word}", query.text), ..query.clone() };
        with_words.push(beginning(corpus.graph, &engine.answer(corpus, &query, &|| false)?, task));
    }
    let best = with_words.iter().copied().max_by(|a, b| a[0].total_cmp(&b[0]));
    let mean_word = if with_words.is_empty() { as_asked } else { mean(&with_words) };
    let way = answer.way().map(|way| {
        let passes = |grade: u32| {
            let is_judged =
                |id| task.judged.iter().any(|truth| truth.grade >= grade && truth.is(corpus.graph, id));
            way.symbols.iter().filter(|&&id| is_judged(id)).count() as f64
        };
        [passes(0) / way.symbols.len() as f64, passes(ESSENTIAL) / task.truth.len().max(1) as f64]
    });
    let holds = |symbols: &mut dyn Iterator<Item = SymbolId>| {
        let symbols: Vec<SymbolId> = symbols.collect();
        let is_held = |truth: &&Truth| symbols.iter().any(|&id| truth.is(corpus.graph, id));
        task.path.iter().filter(is_held).count() as f64 / task.path.len() as f64
    };
    let path = (!task.path.is_empty()).then(|| {
        let on_way = answer.way().into_iter().flat_map(|way| way.symbols.iter().copied());
        let first = answer.rows.iter().map(|row| row.symbol).take(MAX_OF_WAY);
        [holds(&mut { on_way }), holds(&mut { first })]
    });
    Ok(Beginnings {
        certainty: answer.certainty,
        as_asked,
        best_word: best.unwrap_or(as_asked),
        mean_word,
        way,
        path,
    })
}

fn beginning(graph: &Graph<'_>, answer: &Answer, task: &Task) -> Beginning {
    let grades: Vec<u32> = task.judged.iter().map(|truth| truth.grade).collect();
    let rows = answer.rows.iter().map(|row| task.judged.iter().position(|truth| truth.is(graph, row.symbol)));
    beginning_of(rows, &grades)
}

/// The beginning of an answer, of whose rows it is known which of the judged symbols they are.
pub(crate) fn beginning_of(rows: impl Iterator<Item = Option<usize>>, grades: &[u32]) -> Beginning {
    let mut met = vec![false; grades.len()];
    let (mut gained, mut essential) = (0.0, Vec::new());
    for (rank, ix) in rows.enumerate() {
        let Some(ix) = ix.filter(|&ix| !std::mem::replace(&mut met[ix], true)) else { continue };
        if rank < 10 {
            gained += gain(grades[ix], rank);
        }
        if grades[ix] == ESSENTIAL {
            essential.push(rank);
        }
    }
    let mut best = grades.to_vec();
    best.sort_unstable_by(|a, b| b.cmp(a));
    let ideal: f64 = best.iter().take(10).enumerate().map(|(rank, &grade)| gain(grade, rank)).sum();
    let within = |rows: usize| essential.iter().filter(|&&rank| rank < rows).count() as f64;
    let all = grades.iter().filter(|&&grade| grade == ESSENTIAL).count();
    [gained / ideal.max(1.0), within(1).min(1.0), within(5).min(1.0), within(20) / all.max(1) as f64]
}

fn gain(grade: u32, rank: usize) -> f64 {
    (f64::from(grade).exp2() - 1.0) / (rank as f64 + 2.0).log2()
}

/// Prints means over plain questions, and how sure those are that are about other repositories.
pub(crate) fn report(all: &[&Beginnings], strange: &[Certainty], adds_words: bool) {
    if all.is_empty() {
        return;
    }
    let line = |name: &str, of: fn(&Beginnings) -> Beginning| {
        let of_each: Vec<Beginning> = all.iter().map(|one| of(one)).collect();
        let [ndcg, first, five, recall] = mean(&of_each).map(|part| 100.0 * part);
        println!("{name:32} nDCG@10 {ndcg:.1}, hit@1 {first:.1}, hit@5 {five:.1}, recall@20 {recall:.1}");
    };
    line("plain questions", |one| one.as_asked);
    for certainty in [Certainty::Certain, Certainty::Likely, Certainty::Guess] {
        let such: Vec<_> = all.iter().filter(|one| one.certainty == certainty).collect();
        let right = such.iter().filter(|one| one.as_asked[2] > 0.0).count();
        let others = strange.iter().filter(|&&other| other == certainty).count();
        println!(
            "{:8} {} answers, {right} with an essential symbol among the first five; of {} about other trees {others}",
            certainty.name(),
            such.len(),
            strange.len(),
        );
    }
    let ways: Vec<[f64; 2]> = all.iter().filter_map(|one| one.way).collect();
    let [judged, essential] =
        [0, 1].map(|at| ways.iter().map(|way| way[at]).sum::<f64>() / ways.len().max(1) as f64);
    println!(
        "{} ways below answers: {:.1} of their symbols answer or help, {:.1} of the essential ones are passed",
        ways.len(),
        100.0 * judged,
        100.0 * essential,
    );
    let paths: Vec<[f64; 2]> = all.iter().filter_map(|one| one.path).collect();
    if !paths.is_empty() {
        let half = |at: usize| paths.iter().filter(|path| path[at] >= 0.5).count();
        println!(
            "{} questions with a path: half of it is on the way of {}, and in the first {MAX_OF_WAY} rows of {}",
            paths.len(),
            half(0),
            half(1),
        );
    }
    if adds_words {
        line("with the best word offered", |one| one.best_word);
        line("with any word offered", |one| one.mean_word);
    }
}

fn mean(all: &[Beginning]) -> Beginning {
    let mut mean = Beginning::default();
    for one in all {
        mean.iter_mut().zip(one).for_each(|(sum, part)| *sum += part / all.len() as f64);
    }
    mean
}
