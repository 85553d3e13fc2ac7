//! `batch [PATH] [--packed]`: questions as JSON lines on standard input, answers as JSON lines.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufWriter, Write};

use serde_json::{Map, Value, json};

use super::ask::{AskArgs, AskSession, check_budget};
use super::common::PathArg;
use super::query::{PackedAnswer, corrections};
use super::text::write_json_line;
use super::{Common, Failure};
use crate::model::{Graph, SymbolId, clean};
use crate::search::pack::PackStyle;

/// A line of standard input.
const LINES: &str = r#"A line is an object with these fields, such as {"id": "1", "query": "retry backoff", "also": ["sleep"], "budget": 4000}:
  query   the question; required
  id      any value; comes back with the answer
  also    words or names that the code may use for what is asked; the default is --also
  budget  token budget of the pack with --packed; the default is --budget
Other fields are ignored, and named at the end. A line that is not such an object, or cannot be answered, gets its "id", if it has one, and "error"; the others are
still answered, and the exit code is 2.
An answer's "results" are in order of "score" (`query --json` calls it combinedScore), each with its "symbolId", which other commands take, and "tokens": the cost of the whole symbol,
its doc included but not the heading that a pack adds; with --packed, the cost of its "view": "full", "excerpt", "sig" or "name", and "lines": the first and last of each run of lines of the file that it shows."#;

#[derive(Debug, clap::Args)]
#[command(after_help = LINES, after_long_help = format!("{LINES}\n\n{}", super::ask::what_can_be_asked()))]
pub struct BatchArgs {
    #[command(flatten)]
    pub target: PathArg,

    #[command(flatten)]
    pub ask: AskArgs,

    /// Answer each question with its pack instead of the ranked list
    #[arg(long)]
    pub packed: bool,
}

/// A line of standard input.
struct BatchRequest {
    id: Value,
    query: String,
    budget: Option<u32>,
    also: Vec<String>,
    /// Keys that are not known; reported at the end.
    others: Map<String, Value>,
}

/// An example of a valid line.
const RIGHT: &str = r#"{"id": "1", "query": "words", "also": ["names"], "budget": 4000}"#;

/// Most invalid lines and unknown fields that are named at the end.
const MAX_NAMED: usize = 5;

pub(super) fn run(args: &BatchArgs, common: &Common) -> Result<(), Failure> {
    let mut session = AskSession::open(&args.ask, &args.target.path, common)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut flaws, mut unread) = (Vec::<String>::new(), BTreeSet::new());
    for (number, line) in io::stdin().lock().split(b'\n').enumerate() {
        let line = line.map_err(|error| Failure::failed(format!("cannot read standard input: {error}")))?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answered = request(&line).and_then(|request| {
            unread.extend(request.others.keys().take(MAX_NAMED).cloned());
            let answer = answer(&mut session, args, &request);
            answer.map_err(|flaw| (request.id, format!("cannot be answered: {flaw}")))
        });
        let answer = answered.unwrap_or_else(|(id, flaw)| {
            flaws.push(format!("line {} of standard input {flaw}", number + 1));
            json!({
                "id": id,
                "results": [],
                "fuzzyCorrection": null,
                "fuzzyCorrections": [],
                "error": flaws.last(),
            })
        });
        write_json_line(&mut out, &answer)?;
        // A client may wait for each answer before it sends the next question.
        out.flush()?;
    }
    if !unread.is_empty() {
        let names: Vec<String> = unread.into_iter().take(MAX_NAMED).collect();
        let names = clean(&names.join(", ")).into_owned();
        let _ = writeln!(io::stderr(), "codegraph-tui: ignored unknown fields: {names}");
    }
    if flaws.is_empty() {
        return Ok(());
    }
    let more = flaws.len().saturating_sub(MAX_NAMED);
    flaws.truncate(MAX_NAMED);
    if more > 0 {
        flaws.push(format!("… and {more} more"));
    }
    Err(Failure::usage(flaws.join("; ")))
}

/// Reads a line: the question, or the error with the id that it belongs to.
fn request(line: &[u8]) -> Result<BatchRequest, (Value, String)> {
    let value: Value = serde_json::from_slice(line).map_err(|error| {
        let at = error.column();
        (Value::Null, format!("is not JSON (column {at}); write one object per line, such as {RIGHT}"))
    })?;
    let wrong = |what: String| format!("is not a question: {what}; write it like {RIGHT}");
    let Value::Object(mut fields) = value else {
        return Err((Value::Null, wrong(format!("it is {}, not an object", kind(&value)))));
    };
    let id = fields.remove("id").unwrap_or_default();
    let query = match fields.remove("query") {
        Some(Value::String(query)) => query,
        Some(other) => return Err((id, wrong(format!("\"query\" is {}, not a string", kind(&other))))),
        None => return Err((id, wrong("it has no \"query\"".to_owned()))),
    };
    let budget = match fields.remove("budget") {
        None | Some(Value::Null) => None,
        Some(value) => match value.as_u64().map(u32::try_from) {
            Some(Ok(budget)) => Some(budget),
            _ => return Err((id, wrong("\"budget\" is not a whole number of tokens".to_owned()))),
        },
    };
    let also = match fields.remove("also") {
        None | Some(Value::Null) => Some(Vec::new()),
        Some(Value::String(words)) => Some(vec![words]),
        Some(Value::Array(words)) => words.into_iter().map(|word| word.as_str().map(str::to_owned)).collect(),
        Some(_) => None,
    };
    let also = match also {
        Some(also) => also.iter().flat_map(|words| words.split(',')).map(str::to_owned).collect(),
        None => return Err((id, wrong("\"also\" is not a list of words".to_owned()))),
    };
    Ok(BatchRequest { id, query, budget, also, others: fields })
}

/// The kind of a JSON value, in words.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// The answer to one request, or why there is none.
fn answer(session: &mut AskSession, args: &BatchArgs, request: &BatchRequest) -> Result<Value, String> {
    let budget = request.budget.unwrap_or(args.ask.budget);
    let also = if request.also.is_empty() { &args.ask.also } else { &request.also };
    let ask = AskArgs { budget, also: also.clone(), ..args.ask.clone() };
    let answered = if args.packed {
        check_budget(budget).and_then(|()| packed(session, &ask, &request.query))
    } else {
        ranked(session, &ask, &request.query)
    };
    let (results, [first, all]) = answered.map_err(|failure| failure.message().unwrap_or_default())?;
    Ok(json!({ "id": request.id, "results": results, "fuzzyCorrection": first, "fuzzyCorrections": all }))
}

fn ranked(session: &mut AskSession, args: &AskArgs, text: &str) -> Result<(Vec<Value>, [Value; 2]), Failure> {
    let answer = session.answer(args, text)?;
    let tokens = session.tokens_of_each(answer.rows.iter().map(|row| row.symbol));
    let graph = session.snapshot().graph();
    let row = |(row, tokens): (&crate::search::AnswerRow, u32)| {
        let mut value = place(&graph, row.symbol);
        value["score"] = json!(row.score);
        value["tokens"] = json!(tokens);
        if let Some(role) = answer.relation().and_then(|relation| relation.role(row.symbol)) {
            value["relation"] = json!(role);
        }
        value
    };
    Ok((answer.rows.iter().zip(tokens).map(row).collect(), corrections(&answer)))
}

fn packed(session: &mut AskSession, args: &AskArgs, text: &str) -> Result<(Vec<Value>, [Value; 2]), Failure> {
    let style = PackStyle { show_secrets: args.show_secrets, ..PackStyle::default() };
    let packed = PackedAnswer::of(session, args, text, args.budget, &style)?;
    let graph = session.snapshot().graph();
    let rows = &packed.answer.rows;
    let shown = packed.pack.shown.iter().map(|shown| {
        let mut value = place(&graph, shown.symbol);
        value["score"] = json!(rows.get(shown.candidate).map_or(0.0, |row| row.score));
        value["tokens"] = json!(shown.tokens);
        value["view"] = json!(shown.view.name());
        value["lines"] = json!(shown.lines);
        value
    });
    Ok((shown.collect(), corrections(&packed.answer)))
}

fn place(graph: &Graph<'_>, id: SymbolId) -> Value {
    let symbol = graph.symbol(id);
    json!({
        "symbolId": symbol.id_text(),
        "file": symbol.path(),
        "line": symbol.line(),
        "name": symbol.qualified(),
        "kind": symbol.kind().name(),
    })
}
