//! `search_code`: answers a question or a report with packed source.

use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;

use crate::mcp::answer_builder::{AnswerBuilder, count};
use crate::mcp::arguments::{Arguments, ToolAnswer};
use crate::mcp::workspace::{Parts, ServerWorkspace};
use crate::search::pack::{LeftOut, MIN_BUDGET, PackStyle};
use crate::search::{GUESS, QueryRequest};

/// The number of rows from which a pack is chosen.
const CANDIDATES: usize = 100;
/// The largest number of omitted rows that are named.
const MAX_NAMED: usize = 5;
/// Remarks may take the budget divided by this.
const FOR_REMARKS: u32 = 4;

pub(in crate::mcp) fn answer(
    workspace: &mut ServerWorkspace,
    arguments: &Arguments<'_>,
    cancelled: &AtomicBool,
) -> ToolAnswer {
    let (text, budget) = (arguments.needed("query")?, arguments.budget()?);
    let query = QueryRequest {
        text: text.to_owned(),
        also: arguments.words("also")?,
        limit: CANDIDATES,
        ..QueryRequest::default()
    };
    let answer = workspace.answer(&query, true, cancelled)?;
    let footer = workspace.footer(true);
    let Parts { snapshot, session, .. } = workspace.parts()?;
    let style = PackStyle { show_secrets: footer.show_secrets, ..PackStyle::default() };
    let graph = snapshot.graph();
    let mut builder = AnswerBuilder::new(budget, footer);
    let floor = builder.left().saturating_sub(budget / FOR_REMARKS);
    for remark in answer.remarks() {
        if builder.left() > floor {
            builder.line(&remark.text);
        }
    }
    if answer.is_guess() && builder.left() > floor {
        builder.line(GUESS);
    }
    if builder.left() > floor
        && let Some(way) = answer.way()
    {
        builder.line(&format!("the way through the best rows: {}", way.names));
    }
    if !answer.tree_words().is_empty() && builder.left() > floor {
        builder.line(&format!("words of this tree near the question's: {}", answer.tree_words().join(", ")));
    }
    if answer.rows.is_empty() {
        return Ok(builder.finish());
    }
    // The pack counts its tokens alone. Next to other text, the end of a line can join with another token.
    let room = builder.left().saturating_sub(2).max(MIN_BUDGET);
    let context = session.pack_context(snapshot, &answer, &style, room);
    let pack = context.pack(room, &FxHashMap::default()).map_err(|error| error.to_string())?;
    let rows: Vec<&LeftOut> = pack.left_out.iter().filter(|left| left.candidate < context.rows).collect();
    if !rows.is_empty() {
        let names = rows.iter().take(MAX_NAMED).map(|left| graph.symbol(left.symbol).label());
        let names = names.collect::<Vec<_>>().join(", ");
        let more = if rows.len() > MAX_NAMED { ", …" } else { "" };
        let named = format!("weaker matches ({names}{more})");
        builder.omit(if count(&named) < 50 { &named } else { "weaker matches" }, rows.len());
    }
    builder.block(&pack.text);
    Ok(builder.finish())
}
