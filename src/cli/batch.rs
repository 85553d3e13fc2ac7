//! `batch [PATH] [--packed]`: questions as JSON lines on standard input, answers as JSON lines.

use std::io::{self, BufRead, BufWriter, Write};

use serde::Deserialize;
use serde_json::{Value, json};

use super::args::Target;
use super::ask::{AskArgs, Desk, check_budget};
use super::query::{CANDIDATES, Packed, corrections};
use super::text::write_json_line;
use super::{Common, Failure};
use crate::model::{Graph, SymbolId};
use crate::search::context::Texts;
use crate::search::pack::PackStyle;
use crate::search::tokens::Encoding;

#[derive(Debug, clap::Args)]
pub struct BatchArgs {
    #[command(flatten)]
    pub target: Target,

    #[command(flatten)]
    pub ask: AskArgs,

    /// Answer with the pack for each budget instead of the ranked list
    #[arg(long)]
    pub packed: bool,
}

/// A line of standard input.
#[derive(Debug, Deserialize)]
struct Request {
    #[serde(default)]
    id: Value,
    query: String,
    budget: Option<u32>,
}

pub(super) fn run(args: &BatchArgs, common: &Common) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.ask, &args.target.path, common)?;
    let mut out = BufWriter::new(io::stdout().lock());
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let request: Request = serde_json::from_str(&line).map_err(|error| {
            Failure::usage(format!("line {} of standard input {}", number + 1, flaw(&error)))
        })?;
        let answer = answer(&mut desk, args, &request);
        write_json_line(&mut out, &answer)?;
        // A reader may wait for each answer before it asks on.
        out.flush()?;
    }
    Ok(())
}

/// What is wrong with a line, and how a right one looks.
fn flaw(error: &serde_json::Error) -> String {
    const RIGHT: &str = r#"{"id": "1", "query": "words", "budget": 4000}"#;
    if !error.is_data() {
        return format!(
            "is no JSON (column {}); a question is one object a line, such as {RIGHT}",
            error.column()
        );
    }
    let what = error.to_string();
    let what = what.split(" at line ").next().unwrap_or_default();
    format!("is no question ({what}); one looks like {RIGHT}")
}

/// The answer to one request; what is wrong with it is said in its place, and the others go on.
fn answer(desk: &mut Desk, args: &BatchArgs, request: &Request) -> Value {
    let budget = request.budget.unwrap_or(args.ask.budget);
    let answered = check_budget(budget).and_then(|()| {
        if args.packed {
            packed(desk, args, &request.query, budget)
        } else {
            ranked(desk, args, &request.query)
        }
    });
    match answered {
        Ok((results, [first, all])) => {
            json!({ "id": request.id, "results": results, "fuzzyCorrection": first, "fuzzyCorrections": all })
        }
        Err(failure) => {
            let (first, all) = (Value::Null, json!([]));
            let error = failure.message();
            json!({ "id": request.id, "results": [], "fuzzyCorrection": first, "fuzzyCorrections": all, "error": error })
        }
    }
}

fn ranked(desk: &mut Desk, args: &BatchArgs, text: &str) -> Result<(Vec<Value>, [Value; 2]), Failure> {
    let answer = desk.answer(&args.ask, text, CANDIDATES)?;
    let (graph, mut read, counter) = desk.shelf();
    let row = |row: &crate::search::Row| {
        let tokens = Texts::of(&graph, row.symbol, &mut read).tokens(counter, Encoding::O200k);
        let mut value = place(&graph, row.symbol);
        value["score"] = json!(row.score);
        value["tokens"] = json!(tokens);
        value
    };
    Ok((answer.rows.iter().map(row).collect(), corrections(&answer)))
}

fn packed(
    desk: &mut Desk,
    args: &BatchArgs,
    text: &str,
    budget: u32,
) -> Result<(Vec<Value>, [Value; 2]), Failure> {
    let packed = Packed::of(desk, &args.ask, text, (CANDIDATES, budget), &PackStyle::default())?;
    let graph = desk.snapshot().graph();
    let rows = &packed.answer.rows;
    let shown = packed.pack.shown.iter().map(|shown| {
        let mut value = place(&graph, shown.symbol);
        value["score"] = json!(rows.get(shown.candidate).map_or(0.0, |row| row.score));
        value["tokens"] = json!(shown.tokens);
        value["view"] = json!(shown.view.word());
        value
    });
    Ok((shown.collect(), corrections(&packed.answer)))
}

fn place(graph: &Graph<'_>, id: SymbolId) -> Value {
    let symbol = graph.symbol(id);
    json!({ "file": symbol.path(), "line": symbol.line(), "name": symbol.qualified(), "kind": symbol.kind().word() })
}
