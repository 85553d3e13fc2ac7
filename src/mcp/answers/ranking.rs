//! `get_symbol_importance` and `get_ranked_context`: JSON in the shapes of the public definition of these tools.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use crate::mcp::answer_builder::count;
use crate::mcp::arguments::{Arguments, MAX_BUDGET, ToolAnswer};
use crate::mcp::workspace::{Parts, ServerWorkspace};
use crate::model::{Graph, SymbolId, SymbolKind};
use crate::search::pack::{MIN_BUDGET, PackStyle};
use crate::search::{AnswerRow, Mode, QueryRequest, Strategy};

/// The words of the definition, with the default first.
pub(in crate::mcp) const STRATEGIES: [&str; 3] = ["combined", "dependency", "importance"];
pub(in crate::mcp) const MODES: [&str; 2] = ["fts", "legacy"];

const USUAL_LIMIT: u32 = 25;
/// The default budget of the definition.
const CONTEXT_BUDGET: u32 = 4_000;
const MAX_LIMIT: u32 = 1_000;
/// The number of rows from which a pack is chosen.
const CANDIDATES: usize = 100;

pub(in crate::mcp) fn importance(
    workspace: &mut ServerWorkspace,
    arguments: &Arguments<'_>,
    cancelled: &AtomicBool,
) -> ToolAnswer {
    let limit = arguments.within("limit", USUAL_LIMIT, [1, MAX_LIMIT])? as usize;
    let budget = arguments.budget()?;
    let kind = arguments.text("kind")?.map(|word| {
        let words = SymbolKind::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
        SymbolKind::from_name(word).ok_or_else(|| format!("`kind` is one of {words}, not `{word}`"))
    });
    let kind = kind.transpose()?;
    workspace.fresh(cancelled)?;
    let footer = workspace.footer(false);
    let Parts { snapshot, .. } = workspace.parts()?;
    let graph = snapshot.graph();
    let is_meant = |&id: &SymbolId| match kind {
        Some(kind) => graph.symbol(id).kind() == kind,
        // A file represents its contents, so it would only repeat them.
        None => graph.symbol(id).kind() != SymbolKind::File,
    };
    let mut ranked = graph.by_authority.iter().map(|&ix| SymbolId(ix)).filter(is_meant);
    let rows: Vec<Value> = ranked.by_ref().take(limit).map(|id| ranking(&graph, id)).collect();
    let total = rows.len() + ranked.count();
    let report = &snapshot.meta().rank["authority"];
    let whole = |rows: &[Value]| {
        json!({
            "rankings": rows,
            "totalSymbols": graph.n_symbols(),
            "iterations": report["iterations"],
            "converged": report["converged"],
            "_meta": meta(total, rows.len(), &footer.text),
        })
    };
    Ok(within(budget, rows, &whole))
}

fn ranking(graph: &Graph<'_>, id: SymbolId) -> Value {
    let symbol = graph.symbol(id);
    json!({
        "symbolId": symbol.id_text(),
        "name": symbol.name(),
        "kind": symbol.kind().name(),
        "file": symbol.path(),
        "score": rounded(graph.authority(id), 6),
        "inDegree": graph.symbol_in_degree[id.ix()],
        "outDegree": graph.symbol_out_degree[id.ix()],
    })
}

pub(in crate::mcp) fn context(
    workspace: &mut ServerWorkspace,
    arguments: &Arguments<'_>,
    cancelled: &AtomicBool,
) -> ToolAnswer {
    let began = Instant::now();
    let text = arguments.needed("query")?;
    let budget = arguments.within("tokenBudget", CONTEXT_BUDGET, [MIN_BUDGET, MAX_BUDGET])?;
    let named = arguments.choice("strategy", &STRATEGIES)?;
    let mode = arguments.choice("searchMode", &MODES)?;
    let strategy = Strategy::from_name(named).unwrap_or_default();
    // By the definition, `importance` always uses the older search mode.
    let mode =
        if named == "importance" { strategy.mode() } else { Mode::from_name(mode).unwrap_or_default() };
    let fuzzy = arguments.flag("fuzzy")?.unwrap_or(true);
    let query = QueryRequest {
        text: text.to_owned(),
        also: arguments.words("also")?,
        strategy,
        mode,
        fuzzy,
        limit: CANDIDATES,
        ..QueryRequest::default()
    };
    let answer = workspace.answer(&query, true, cancelled)?;
    let footer = workspace.footer(true);
    let Parts { snapshot, session, .. } = workspace.parts()?;
    let style = PackStyle { show_secrets: footer.show_secrets, ..PackStyle::default() };
    let graph = snapshot.graph();
    let context = session.pack_context(snapshot, &answer, &style, budget);
    let pack = context.pack(budget, &FxHashMap::default()).map_err(|error| error.to_string())?;
    let shown: FxHashMap<SymbolId, u32> =
        pack.shown.iter().map(|shown| (shown.symbol, shown.tokens)).collect();
    let mut rows: Vec<&AnswerRow> = answer.rows.iter().collect();
    rows.retain(|row| shown.contains_key(&row.symbol));
    let symbols = rows.iter().map(|row| row.symbol);
    let tokens = session.tokens_of_each(snapshot, symbols);
    let rows: Vec<Value> =
        rows.into_iter().zip(tokens).map(|(row, tokens)| result(&graph, row, tokens)).collect();
    let total = answer.rows.len();
    let took = began.elapsed().as_secs_f64() * 1e3;
    let whole = |rows: &[Value]| {
        let mut whole = json!({
            "query": text,
            "strategy": named,
            "results": rows,
            "totalTokens": pack.tokens,
            "tokenBudget": budget,
            "searchMetrics": {
                "tier": answer.tier(),
                "tookMs": rounded(took, 1),
                "candidates": answer.ranked().map_or(answer.rows.len(), |ranked| ranked.candidates),
            },
        });
        if let Some(correction) = answer.corrections.first() {
            whole["fuzzyCorrection"] = json!({ "from": correction.from, "to": correction.to });
        }
        whole["_meta"] = meta(total, rows.len(), &footer.text);
        if total == 0 {
            let remarks: Vec<String> = answer.remarks().into_iter().map(|remark| remark.text).collect();
            whole["_meta"]["remarks"] = json!(remarks);
        }
        whole
    };
    Ok(within(budget, rows, &whole))
}

fn result(graph: &Graph<'_>, row: &AnswerRow, tokens: u32) -> Value {
    let symbol = graph.symbol(row.symbol);
    json!({
        "symbolId": symbol.id_text(),
        "name": symbol.name(),
        "kind": symbol.kind().name(),
        "file": symbol.path(),
        "relevanceScore": rounded(f64::from(row.relevance), 3),
        "importanceScore": rounded(f64::from(row.importance), 3),
        "combinedScore": rounded(f64::from(row.score), 3),
        "tokens": tokens,
    })
}

fn meta(total: usize, returned: usize, footer: &str) -> Value {
    json!({
        "totalItems": total,
        "returnedItems": returned,
        "truncated": returned < total,
        "index": footer.trim_end().trim_start_matches("index: "),
    })
}

/// The whole as one line, with as many of the first rows as fit into the budget.
fn within(budget: u32, mut rows: Vec<Value>, whole: &dyn Fn(&[Value]) -> Value) -> String {
    loop {
        let text = whole(&rows).to_string();
        let used = count(&text);
        if used <= budget || rows.is_empty() {
            return text;
        }
        // Rows have about the same length, so the budget gives their number. At most an eighth of them is dropped at
        // a time, so that not too many are lost.
        let keep = rows.len() * budget as usize / used.max(1) as usize;
        rows.truncate(keep.clamp(rows.len().saturating_sub(rows.len() / 8 + 1), rows.len() - 1));
    }
}

/// Rounds to a number of decimals.
fn rounded(value: f64, decimals: i32) -> f64 {
    let scale = 10f64.powi(decimals);
    (value * scale).round() / scale
}
