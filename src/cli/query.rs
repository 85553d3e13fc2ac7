//! `query TEXT [PATH] [--budget N] [--strategy S] [--intent I] … [--json]`

use std::io::{self, BufWriter, Write};
use std::time::Instant;

use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use super::ask::{AskArgs, AskSession};
use super::common::{PathArg, question};
use super::path::hop_json;
use super::text::write_json;
use super::{Common, Failure};
use crate::interactions::Act;
use crate::model::{Graph, clean, symbol_flag};
use crate::search::pack::context::PackContext;
use crate::search::pack::{Cause, LeftOut, Pack, PackStyle, PackedItem};
use crate::search::{Answer, AnswerRow, GUESS};
use crate::secrets;

#[derive(Debug, clap::Args)]
#[command(after_long_help = super::ask::what_can_be_asked())]
pub struct QueryArgs {
    /// The question: words, names, or both; kind:, pkg:, file:, is: and !test narrow it, as in the list of symbols
    #[arg(value_parser = question, required = false, required_unless_present = "weights", default_value_if("weights", "help", ""))]
    pub text: String,

    #[command(flatten)]
    pub target: PathArg,

    #[command(flatten)]
    pub ask: AskArgs,

    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// An answer with the pack made of it.
pub(super) struct PackedAnswer {
    pub(super) answer: Answer,
    pub(super) context: PackContext,
    pub(super) pack: Pack,
    took_ms: f64,
}

impl PackedAnswer {
    /// Answers and packs.
    pub(super) fn of(
        session: &mut AskSession,
        args: &AskArgs,
        text: &str,
        budget: u32,
        style: &PackStyle,
    ) -> Result<Self, Failure> {
        let start = Instant::now();
        let args = AskArgs { budget, ..args.clone() };
        let answer = session.answer(&args, text)?;
        let context = session.pack_context(&answer, style, budget);
        let pack = context
            .pack(budget, &FxHashMap::default())
            .map_err(|error| Failure::failed(error.to_string()))?;
        session.did(&args, Act::Shown, pack.shown.iter().map(|shown| shown.symbol));
        Ok(Self { answer, context, pack, took_ms: start.elapsed().as_secs_f64() * 1e3 })
    }
}

pub(super) fn run(args: &QueryArgs, common: &Common) -> Result<(), Failure> {
    let mut session = AskSession::open(&args.ask, &args.target.path, common)?;
    let packed = PackedAnswer::of(
        &mut session,
        &args.ask,
        &args.text,
        args.ask.budget,
        // The layout is that of `pack`, so that both show the same within a budget.
        &PackStyle { title: args.text.clone(), show_secrets: args.ask.show_secrets, ..PackStyle::default() },
    )?;
    let mut out = BufWriter::new(io::stdout().lock());
    if args.json {
        let value = as_json(&mut session, args, &packed);
        write_json(&mut out, &value)?;
    } else {
        table(&mut out, &session.snapshot().graph(), &packed)?;
    }
    out.flush()?;
    Ok(())
}

fn as_json(session: &mut AskSession, args: &QueryArgs, packed: &PackedAnswer) -> Value {
    let no_past = session.no_past.clone();
    let PackedAnswer { answer, pack, .. } = packed;
    let views: FxHashMap<_, _> = pack.shown.iter().map(|shown| (shown.symbol, shown)).collect();
    let shown_rows: Vec<(&AnswerRow, Option<&PackedItem>)> = answer
        .rows
        .iter()
        .map(|row| (row, views.get(&row.symbol).copied()))
        .filter(|(_, shown)| is_listed(answer, *shown))
        .collect();
    let symbols = shown_rows.iter().map(|(row, _)| row.symbol);
    let tokens = session.tokens_of_each(symbols);
    let graph = session.snapshot().graph();
    let results: Vec<Value> = shown_rows
        .into_iter()
        .zip(tokens)
        .map(|((row, shown), tokens)| result_json(&graph, answer, row, (shown, tokens)))
        .collect();
    let types = packed.context.types().iter().filter_map(|id| Some((id, views.get(id)?)));
    let types: Vec<Value> = types
        .map(|(&id, shown)| {
            json!({ "symbolId": graph.symbol(id).id_text(), "view": shown.view.name(), "viewTokens": shown.tokens, "lines": shown.lines })
        })
        .collect();
    let left_out: Vec<Value> =
        pack.left_out.iter().map(|left| left_out_json(&graph, &packed.context, left)).collect();
    let returned = results.len();
    let [first, corrected] = corrections(answer);
    let ranked = answer.ranked();
    json!({
        "query": args.text,
        "also": args.ask.also,
        "strategy": args.ask.strategy,
        "certainty": answer.certainty,
        "results": results,
        "types": types,
        "totalTokens": pack.tokens,
        "tokenBudget": pack.budget,
        "secretsMasked": secrets::masked_in(&pack.text),
        "leftOut": left_out,
        "searchMetrics": {
            "tier": answer.tier(),
            "tookMs": (packed.took_ms * 100.0).round() / 100.0,
            "candidates": ranked.map_or(answer.rows.len(), |ranked| ranked.candidates),
            "walk": ranked.map(|ranked| ranked.walk).unwrap_or_default(),
        },
        "fuzzyCorrection": first,
        "fuzzyCorrections": corrected,
        "unknownWords": ranked.map_or(&[][..], |ranked| &ranked.words.unknown),
        "relation": answer.relation().map(|relation| json!({
            "asked": relation.state.nouns[1],
            "of": relation.named.iter().map(|&id| graph.symbol(id).id_text()).collect::<Vec<_>>(),
            "through": relation.state.through,
        })),
        "path": answer.path().map(|path| json!({
            "reversed": path.is_reversed,
            "confidence": path.confidence,
            "hops": path.steps.iter().map(|&step| hop_json(&graph, step)).collect::<Vec<_>>(),
        })),
        "way": answer.way().map(|way| way.steps.iter().map(|&step| hop_json(&graph, step)).collect::<Vec<_>>()),
        "remarks": answer.remarks().into_iter().map(|remark| remark.text).collect::<Vec<_>>(),
        "suggestions": ranked.map_or(&[][..], |ranked| &ranked.words.suggestions),
        "treeWords": answer.tree_words(),
        "intent": answer.intent,
        "history": no_past,
        "_meta": {
            "totalItems": answer.rows.len(),
            "returnedItems": returned,
            "truncated": returned < answer.rows.len(),
        },
    })
}

/// The first correction, in the shape of the seed, null without one; and all of them.
pub(super) fn corrections(answer: &Answer) -> [Value; 2] {
    [json!(answer.corrections.first()), json!(answer.corrections)]
}

/// A row with the part of it that the pack shows.
fn result_json(
    graph: &Graph<'_>,
    answer: &Answer,
    row: &AnswerRow,
    (shown, tokens): (Option<&PackedItem>, u32),
) -> Value {
    let mut value = row_json(graph, answer, row, tokens);
    if let Some(relation) = answer.relation()
        && let Some(role) = relation.role(row.symbol)
    {
        let lines = relation.lines_of(row.symbol);
        value["relation"] = json!(role);
        value["relationLines"] = json!(Some(lines).filter(|lines| !lines.is_empty()));
        value["relationOf"] = json!(relation.target_of(row.symbol).map(|of| graph.symbol(of).id_text()));
    }
    value["view"] = json!(shown.map(|shown| shown.view.name()));
    value["viewTokens"] = json!(shown.map_or(0, |shown| shown.tokens));
    value["lines"] = json!(shown.map(|shown| &shown.lines));
    value
}

fn row_json(graph: &Graph<'_>, answer: &Answer, row: &AnswerRow, tokens: u32) -> Value {
    let symbol = graph.symbol(row.symbol);
    let (path, line) = answer.place(graph, row.symbol);
    json!({
        "symbolId": symbol.id_text(),
        "name": symbol.name(),
        "qualifiedName": symbol.qualified(),
        "kind": symbol.kind().name(),
        "file": path,
        "line": line,
        "relevanceScore": row.relevance,
        "importanceScore": row.importance,
        "combinedScore": row.score,
        "strength": answer.strength(row),
        "tokens": tokens,
        "built": !symbol.has(symbol_flag::CONSTRAINED),
        "why": {
            "words": row.why.words,
            "seed": row.why.seed.map(|seed| graph.symbol(seed).id_text()),
            "parts": row.why.parts,
            "lines": answer.lines_of(graph, row.symbol),
        },
    })
}

fn left_out_json(graph: &Graph<'_>, context: &PackContext, left: &LeftOut) -> Value {
    let id = |candidate: usize| graph.symbol(context.symbols[candidate]).id_text();
    let (cause, displaced_by) = match &left.cause {
        Cause::Banned => ("banned", Vec::new()),
        Cause::LikeAnother => ("like-another", Vec::new()),
        Cause::Worthless => ("worthless", Vec::new()),
        Cause::TooLarge => ("too-large", Vec::new()),
        Cause::Displaced(by) => ("displaced", by.iter().map(|&candidate| id(candidate)).collect()),
    };
    json!({
        "symbolId": id(left.candidate),
        "leastTokens": left.least_tokens,
        "fullTokens": left.full_tokens,
        "cause": cause,
        "displacedBy": displaced_by,
    })
}

/// Returns whether a row is listed: rows of the pack, and all ends of edges if the question asks for them, which it
/// counts.
fn is_listed(answer: &Answer, shown: Option<&PackedItem>) -> bool {
    shown.is_some() || answer.relation().is_some()
}

fn table(out: &mut impl Write, graph: &Graph<'_>, packed: &PackedAnswer) -> io::Result<()> {
    let PackedAnswer { answer, pack, .. } = packed;
    preamble(out, answer)?;
    if answer.rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "{:>4}  {:>7}  {:>6}  {:<9}  {:<9}  symbol", "rank", "score", "tokens", "view", "kind")?;
    let views: FxHashMap<_, _> = pack.shown.iter().map(|shown| (shown.symbol, shown)).collect();
    for (place, row) in answer.rows.iter().enumerate() {
        let shown = views.get(&row.symbol).copied();
        if !is_listed(answer, shown) {
            continue;
        }
        let symbol = graph.symbol(row.symbol);
        let name = if symbol.kind().is_container() { symbol.label() } else { symbol.qualified().to_owned() };
        let (path, line) = answer.place(graph, row.symbol);
        writeln!(
            out,
            "{:>4}  {:>7.4}  {:>6}  {:<9}  {:<9}  {}  {}:{}  [{}]",
            place + 1,
            row.score,
            shown.map_or(0, |shown| shown.tokens),
            shown.map_or("out", |shown| shown.view.word()),
            symbol.kind(),
            clean(&name),
            clean(path),
            line,
            clean(&why(graph, answer, row)),
        )?;
    }
    let rows = pack.shown.iter().filter(|shown| shown.candidate < packed.context.rows).count();
    let types = pack.shown.len() - rows;
    writeln!(
        out,
        "{} of {} tokens; {rows} of {} symbols are in the pack{}; types and constants with them: {types}",
        pack.tokens,
        pack.budget,
        answer.rows.len(),
        if answer.relation().is_none() && rows < answer.rows.len() {
            ", the others are not listed"
        } else {
            ""
        },
    )?;
    if answer.is_guess() {
        writeln!(out, "{GUESS}")?;
    }
    if let Some(way) = answer.way() {
        writeln!(out, "the way through the best rows: {}", clean(&way.names))?;
    }
    if !answer.tree_words().is_empty() {
        writeln!(out, "words of this tree near the question's: {}", clean(&answer.tree_words().join(", ")))?;
    }
    Ok(())
}

/// Prints how the question was understood, if not literally, and why nothing matches.
pub(super) fn preamble(out: &mut impl Write, answer: &Answer) -> io::Result<()> {
    answer.remarks().iter().try_for_each(|remark| writeln!(out, "{}", clean(&remark.text)))
}

/// A row's relation to the question, the words that matched, and the largest parts of the score.
fn why(graph: &Graph<'_>, answer: &Answer, row: &AnswerRow) -> String {
    let mut notes = Vec::new();
    let relation = answer.relation();
    notes.extend(relation.and_then(|relation| relation.describe_end(graph, row.symbol, "")));
    notes.extend(answer.leads_to(graph, row.symbol));
    if answer.is_added(row.symbol) {
        notes.push("added".to_owned());
    }
    if graph.symbol(row.symbol).has(symbol_flag::CONSTRAINED) {
        notes.push("not built here".to_owned());
    }
    if !row.why.words.is_empty() {
        notes.push(row.why.words.join(" "));
    }
    if let Some(seed) = row.why.seed.filter(|&seed| seed != row.symbol) {
        notes.push(format!("near {}", graph.symbol(seed).qualified()));
    }
    // The ends of a relation have an order, not a score.
    if relation.is_none() {
        let parts = row.why.parts.iter().take(3).map(|part| format!("{} {:.2}", part.signal, part.score));
        notes.push(parts.collect::<Vec<_>>().join(" "));
    }
    notes.join("; ")
}
