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

const BUDGET: Argument = optional("budget", "tokens of the answer (3000)", ArgumentType::Whole);

const ALSO: Argument = optional(
    "also",
    "4 to 12 words or names that such code may use, from your own knowledge: always give some",
    ArgumentType::Words,
);

const AFTER: Argument = optional("after", "what a cut list names, for its rest", ArgumentType::Text);

const NAME: &str = "as in Go: pkg.Type.Method, a unique end of it, or an id; several with commas between";

static TOOLS: [Tool; 8] = [
    Tool {
        name: "search_code",
        about: "Find Go code by a question, an error message, a stack trace or a whole issue: the source that answers, best first. Instead of grep when you do not know the name; grep for exact text and other files.",
        arguments: &[question("query", "words, names, or pasted text as it is"), ALSO, AFTER, BUDGET],
        answer: search::answer,
    },
    Tool {
        name: "symbol",
        about: "Read code by name or place, several at once: numbered source, doc, callers, callees, implementers, tests. Instead of opening files.",
        arguments: &[
            needed(
                "name",
                "pkg.Type.Method or a unique end of it, an id, file.go:12 (lines around), file.go:12-80; several with commas between",
            ),
            optional(
                "around",
                "of a long declaration only the statements with these words",
                ArgumentType::Words,
            ),
            BUDGET,
        ],
        answer: symbol::answer,
    },
    Tool {
        name: "callers",
        about: "Who calls, uses, implements, reads, writes or tests a symbol, or what it calls: every place, and whether the list is complete. Instead of grep for a name; one call is enough.",
        arguments: &[
            needed("name", NAME),
            optional("relation", "callers if left out", ArgumentType::OneOf(&relations::NAMES)),
            optional("depth", "steps to follow (1)", ArgumentType::Whole),
            optional(
                "direct",
                "true: none through interfaces or function values; false: each of these; left out: one line for each interface",
                ArgumentType::Flag,
            ),
            optional("tests", "on if left out", ArgumentType::OneOf(&relations::TESTS)),
            optional("in", "only in this folder, package or file", ArgumentType::Text),
            AFTER,
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
            AFTER,
            BUDGET,
        ],
        answer: impact::answer,
    },
    Tool {
        name: "path",
        about: "How one symbol comes to call or use another: the chain with lines.",
        arguments: &[needed("from", "the dependant"), needed("to", "what it may depend on"), AFTER, BUDGET],
        answer: path::answer,
    },
    Tool {
        name: "overview",
        about: "Unknown code: packages, entry points, key symbols. With a task: what to change or add, the contract, where it is registered, the smallest example, the tests to run.",
        arguments: &[
            optional("task", "what you want to change or add, in words", ArgumentType::Question),
            ALSO,
            optional("folder", "only below this folder", ArgumentType::Text),
            AFTER,
            BUDGET,
        ],
        answer: overview::answer,
    },
    Tool {
        name: "get_symbol_importance",
        about: "Rank symbols by PageRank over the dependency graph, as JSON.",
        arguments: &[
            optional("limit", "25 if left out", ArgumentType::Whole),
            optional("kind", "such as func, struct, interface", ArgumentType::Text),
            BUDGET,
        ],
        answer: ranking::importance,
    },
    Tool {
        name: "get_ranked_context",
        about: "Rank symbols for a question within a token budget, as JSON without source.",
        arguments: &[
            question("query", "free text"),
            ALSO,
            optional("tokenBudget", "at least 100 (4000)", ArgumentType::Whole),
            optional("strategy", "combined if left out", ArgumentType::OneOf(&ranking::STRATEGIES)),
            optional("fuzzy", "correct spelling (true)", ArgumentType::Flag),
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
