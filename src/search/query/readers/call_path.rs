//! Questions for the path from one symbol to another: its steps are the rows.

use crate::impact::{ChainSearch, DETOUR, NoChain, chains_between};
use crate::model::{Graph, SymbolId, counted};
use crate::search::names::qualified_name::{self, code};
use crate::search::query::path_answer::PathAnswer;
use crate::search::query::reading::{Input, Reader, ReaderOutcome, Reading, ReadingKind};
use crate::search::query::refusals::BY_WORDS;
use crate::search::query::templates::{is_same_word, match_template, words_of};

/// Most paths looked for.
const MAX_PATHS: usize = 3;

pub(crate) const CALL_PATH: Reader = Reader {
    name: "paths",
    about: "The rows are the steps of the surest path, in its order, each with the line that leads on; what only \
            other paths pass follows.",
    examples: &["how does Engine.Run reach queue.Open", "what lies between Engine.Run and queue.Open"],
    read,
};

/// Templates, which may stand anywhere in the question.
const TEMPLATES: [&str; 6] = [
    "path|paths|way|ways|route|chain|get from @ to @",
    "lies|is|path between @ and @",
    "does @ come|get|lead to @",
    "does @ reach @",
    "does @ end up in @",
    "does @ depend on @",
];

/// Templates with the end before the start.
const REVERSED: [&str; 2] = ["is @ reached|called from @", "get to @ from @"];

fn read(input: &Input<'_>) -> ReaderOutcome {
    if input.asks_for_tests().is_some() {
        return ReaderOutcome::Pass;
    }
    let words = words_of(input.question);
    let named = |name: &str| -> Vec<SymbolId> { qualified_name::named(input.graph(), input.text(), name) };
    let is_named = |name: &&str| !named(name).is_empty();
    // Beside a name, a common word may be one, and so may what has a dot and is not in the tree.
    let namesakes = |name: &str| qualified_name::namesakes(input.graph(), input.text(), code(name));
    let may_be = |name: &&str| is_named(name) || code(name).contains('.') || !namesakes(name).is_empty();
    let ends = |at: usize, template: &'static str| {
        let length = template.split_whitespace().count();
        let found = match_template(template, words.get(at..at + length)?, &is_same_word)?;
        Some(found.singles).filter(|ends| ends.iter().any(is_named) && ends.iter().all(may_be))
    };
    let asked = |templates: &[&'static str]| {
        (0..words.len()).find_map(|at| templates.iter().find_map(|template| ends(at, template)))
    };
    let reversed = || asked(&REVERSED).map(|ends| ends.into_iter().rev().collect());
    let found: Option<Vec<&str>> = asked(&TEMPLATES).or_else(reversed);
    let Some(&[from, to]) = found.as_deref() else { return ReaderOutcome::Pass };
    let meant =
        |name: &str| Some(named(name)).filter(|named| !named.is_empty()).unwrap_or_else(|| namesakes(name));
    let (starts, goals) = (meant(from), meant(to));
    if let Some((absent, _)) = [(from, &starts), (to, &goals)].into_iter().find(|(_, named)| named.is_empty())
    {
        let why = format!("there is no {} in this tree; {BY_WORDS}", code(absent));
        return ReaderOutcome::Declined { why, rest: None };
    }
    if starts == goals {
        return ReaderOutcome::Declined {
            why: format!("{from} and {to} are the same; {BY_WORDS}"),
            rest: None,
        };
    }
    let path = |ends: [&[SymbolId]; 2], is_reversed| match chains_between(
        input.graph(),
        ends[0],
        ends[1],
        MAX_PATHS,
        DETOUR,
    ) {
        ChainSearch::Chains(chains) => Ok(PathAnswer::of(input.graph(), [from, to], &chains, is_reversed)),
        ChainSearch::None(gap) => Err(Box::new(gap)),
    };
    let found = match path([&starts, &goals], false) {
        Ok(found) => found,
        Err(gap) if gap.other_way => path([&goals, &starts], true).ok().flatten(),
        Err(gap) => {
            return ReaderOutcome::Declined { why: explain(input.graph(), [from, to], &gap), rest: None };
        }
    };
    let Some(found) = found else { return ReaderOutcome::Pass };
    ReaderOutcome::Read(Reading { kind: ReadingKind::Path(Box::new(found)), ..Reading::default() })
}

/// Why there is no path, as a sentence: what stops it, or else how far one gets from either side.
fn explain(graph: &Graph<'_>, [from, to]: [&str; 2], gap: &NoChain) -> String {
    let why = if let Some(obstacle) = gap.obstacles.first() {
        obstacle.sentence(&|symbol| graph.symbol(symbol).label(), to)
    } else {
        let [reaches, by] = [gap.from_reaches, gap.to_reached_by].map(|n| counted(n as usize, "symbol"));
        format!("{from} reaches {reaches}, and {by} reach {to}")
    };
    format!(
        "no path from {from} to {to} is known: {why}; `codegraph-tui path {from} {to}` says more; {BY_WORDS}"
    )
}
