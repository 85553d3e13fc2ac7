//! The tools: a table of their names, arguments and answering functions.

use std::sync::atomic::AtomicBool;

use serde_json::{Map, Value, json};

use super::answers::{impact, overview, path, ranking, relations, search, symbol};
use super::arguments::{Argument, ArgumentType, Arguments, ToolAnswer, needed, optional, question};
use super::workspace::ServerWorkspace;

/// A tool that clients can call.
#[derive(Debug)]
pub(super) struct Tool {
    pub(super) name: &'static str,
    /// A description. Its first words state when to use the tool, because a model decides by them.
    about: &'static str,
    pub(super) arguments: &'static [Argument],
    pub(super) answer: fn(&mut ServerWorkspace, &Arguments<'_>, &AtomicBool) -> ToolAnswer,
}

const BUDGET: Argument = optional("budget", "tokens of the answer, 4000 if left out", ArgumentType::Whole);

const ALSO: Argument = optional(
    "also",
    "words or names that the code may use for it, from your own knowledge",
    ArgumentType::Words,
);

static TOOLS: [Tool; 8] = [
    Tool {
        name: "search_code",
        about: "Find Go code by a question, an error message, a stack trace or a whole issue: the source that answers, best first, packed into the budget. Use instead of grep when you do not know the name.",
        arguments: &[question("query", "words, names, or pasted text as it is"), ALSO, BUDGET],
        answer: search::answer,
    },
    Tool {
        name: "symbol",
        about: "Read one function, type, field or package by name: numbered source, doc, callers and callees with certainty, implementers, tests.",
        arguments: &[
            needed("name", "as in Go: pkg.Type.Method, a unique end of it, an id, or file.go:12"),
            BUDGET,
        ],
        answer: symbol::answer,
    },
    Tool {
        name: "callers",
        about: "Who calls, uses, implements, reads, writes or tests a symbol: every place with its line; interface calls apart.",
        arguments: &[
            needed("name", "a symbol, or a name from outside such as os.Open"),
            optional("relation", "callers if left out", ArgumentType::OneOf(&relations::NAMES)),
            BUDGET,
        ],
        answer: relations::answer,
    },
    Tool {
        name: "impact",
        about: "What a change breaks and which tests to run, before or after editing: give a symbol, or a git range.",
        arguments: &[
            optional("name", "the symbol that would change", ArgumentType::Text),
            optional(
                "diff",
                "a git range: HEAD for uncommitted edits, staged, main...HEAD, A..B",
                ArgumentType::Text,
            ),
            BUDGET,
        ],
        answer: impact::answer,
    },
    Tool {
        name: "path",
        about: "How one symbol comes to depend on another: the chain of calls and uses, with lines.",
        arguments: &[needed("from", "the dependant"), needed("to", "what it may depend on"), BUDGET],
        answer: path::answer,
    },
    Tool {
        name: "overview",
        about: "Start here in unknown code: packages, entry points and key symbols, the most important first.",
        arguments: &[optional("folder", "only below this folder", ArgumentType::Text), BUDGET],
        answer: overview::answer,
    },
    Tool {
        name: "get_symbol_importance",
        about: "Rank symbols by PageRank over the dependency graph, as JSON.",
        arguments: &[
            optional("limit", "25 if left out", ArgumentType::Whole),
            optional("kind", "only this kind, such as func, struct, interface", ArgumentType::Text),
            BUDGET,
        ],
        answer: ranking::importance,
    },
    Tool {
        name: "get_ranked_context",
        about: "Rank symbols for a question within a token budget, as JSON without source; search_code gives the source.",
        arguments: &[
            question("query", "free text"),
            ALSO,
            optional("tokenBudget", "at least 100, 4000 if left out", ArgumentType::Whole),
            optional("strategy", "combined if left out", ArgumentType::OneOf(&ranking::STRATEGIES)),
            optional("fuzzy", "correct spelling, true if left out", ArgumentType::Flag),
            optional("searchMode", "fts if left out", ArgumentType::OneOf(&ranking::MODES)),
        ],
        answer: ranking::context,
    },
];

pub(super) fn find(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// The names of all tools, for messages.
pub(super) fn names() -> String {
    TOOLS.iter().map(|tool| tool.name).collect::<Vec<_>>().join(", ")
}

/// All tools in the form of `tools/list`.
pub(super) fn list() -> Value {
    TOOLS.iter().map(Tool::listed).collect()
}

impl Tool {
    fn listed(&self) -> Value {
        let properties: Map<String, Value> =
            self.arguments.iter().map(|argument| (argument.name.to_owned(), argument.schema())).collect();
        let needed: Vec<&str> = self
            .arguments
            .iter()
            .filter(|argument| argument.is_needed)
            .map(|argument| argument.name)
            .collect();
        let mut schema = json!({ "type": "object", "properties": properties });
        if !needed.is_empty() {
            schema["required"] = json!(needed);
        }
        json!({
            "name": self.name,
            "description": self.about,
            "inputSchema": schema,
            "annotations": { "readOnlyHint": true, "idempotentHint": true, "openWorldHint": false, "destructiveHint": false },
        })
    }
}
