//! The protocol: parses lines of input into messages, and makes lines of output from answers.
//!
//! Two kinds of protocol versions are served at once. A request of the stateless versions has its version in `_meta`,
//! and its result names its type. Requests of the older versions follow an `initialize` handshake, on which nothing
//! here depends.

use serde_json::{Map, Value, json};

use super::arguments::{ToolAnswer, shortened};
use super::tools;

/// The stateless versions, the newest first.
const STATELESS: [&str; 1] = ["2026-07-28"];
/// The versions that begin with `initialize`, the newest first.
const HANDSHAKE: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const SERVER_KEY: &str = "io.modelcontextprotocol/serverInfo";
/// Time for which a client may cache a list, in milliseconds. Lists don't change while the program runs.
const LIST_TTL_MS: u64 = 3_600_000;

/// The largest number of messages in a batch.
const MAX_BATCH: usize = 64;

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const UNSUPPORTED_VERSION: i32 = -32022;

/// The description of the server for the model of the client.
const INSTRUCTIONS: &str = "A graph of this repository's Go code, kept in step with the files. search_code when you know what \
    but not where: give `also`. symbol reads code: several names or places in one call. callers has one relation whole and says \
    whether the list is complete, so it needs no check. overview with a task before you add or change something, impact after. \
    Name symbols as Go does (pkg.Type.Method), by file.go:line, or by an id. For exact text, comments and files that are not Go \
    use grep.";

/// The meaning of a line of input.
#[derive(Debug)]
pub(super) enum Message {
    /// A message that has its reply at once.
    Reply(Value),
    /// A call of a tool.
    Call(Call),
    /// A request was cancelled.
    Cancelled(Value),
    /// A message without a reply.
    NoReply,
    /// The messages of a batch, whose replies are sent together.
    Batch(Vec<Message>),
}

/// A call of a tool.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) id: Value,
    pub(super) tool: &'static tools::Tool,
    pub(super) arguments: Map<String, Value>,
    is_stateless: bool,
}

impl Call {
    /// The reply that contains an answer.
    pub(super) fn reply(&self, answer: ToolAnswer) -> Value {
        let is_error = answer.is_err();
        let (Ok(text) | Err(text)) = answer;
        let mut result = json!({ "content": [{ "type": "text", "text": text }] });
        if is_error {
            result["isError"] = json!(true);
        }
        reply(&self.id, result, self.is_stateless)
    }
}

/// Parses one line.
pub(super) fn read(line: &[u8]) -> Message {
    let message: Value = match serde_json::from_slice(line) {
        Ok(message) => message,
        Err(error) => {
            let text = format!("not JSON: {error}; send one JSON-RPC message on each line");
            return Message::Reply(failure(&Value::Null, PARSE_ERROR, &text, None));
        }
    };
    // Batches belong to version 2025-03-26 and went with the next; clients of other versions send none.
    match message {
        Value::Array(messages) if (1..=MAX_BATCH).contains(&messages.len()) => {
            Message::Batch(messages.into_iter().map(read_message).collect())
        }
        Value::Array(_) => invalid(&Value::Null, &format!("a batch has 1 to {MAX_BATCH} messages")),
        message => read_message(message),
    }
}

fn invalid(id: &Value, text: &str) -> Message {
    Message::Reply(failure(id, INVALID_REQUEST, text, None))
}

fn read_message(message: Value) -> Message {
    let Value::Object(mut message) = message else {
        return invalid(&Value::Null, "a message is a JSON object");
    };
    let id = message.remove("id");
    let is_id = |id: &Value| matches!(id, Value::String(_) | Value::Number(_));
    let Some(method) = message.get("method") else {
        // A result or an error answers a request that this server never sent.
        let is_answer = message.contains_key("result") || message.contains_key("error");
        let id = id.filter(is_id).unwrap_or(Value::Null);
        return if is_answer { Message::NoReply } else { invalid(&id, "a request has a `method`") };
    };
    let method = method.as_str().map(str::to_owned);
    let params = match message.remove("params") {
        None | Some(Value::Null) => Some(Map::new()),
        Some(Value::Object(params)) => Some(params),
        Some(_) => None,
    };
    let id = match id {
        None => return read_notification(method.as_deref(), params),
        Some(id) if is_id(&id) => id,
        Some(_) => return invalid(&Value::Null, "an `id` is a string or a number"),
    };
    let Some(method) = method else { return invalid(&id, "`method` is a string") };
    let Some(params) = params else {
        return Message::Reply(failure(&id, INVALID_PARAMS, "`params` is an object", None));
    };
    read_request(id, &method, params)
}

/// The reply to a line that is longer than any message may be.
pub(super) fn too_long(most: usize) -> Value {
    let text = format!("a message is longer than {most} bytes: shorten the arguments");
    failure(&Value::Null, INVALID_REQUEST, &text, None)
}

fn read_notification(method: Option<&str>, params: Option<Map<String, Value>>) -> Message {
    let request = params.and_then(|mut params| params.remove("requestId"));
    match (method, request) {
        (Some("notifications/cancelled"), Some(id)) => Message::Cancelled(id),
        _ => Message::NoReply,
    }
}

fn read_request(id: Value, method: &str, mut params: Map<String, Value>) -> Message {
    let version = params.get("_meta").and_then(|meta| meta.get(VERSION_KEY));
    let is_stateless = version.is_some();
    if let Some(version) = version
        && !version
            .as_str()
            .is_some_and(|version| STATELESS.contains(&version) || HANDSHAKE.contains(&version))
    {
        let data = json!({ "supported": supported(), "requested": version });
        return Message::Reply(failure(&id, UNSUPPORTED_VERSION, "unsupported protocol version", Some(data)));
    }
    let answer = |result: Value| Message::Reply(reply(&id, result, is_stateless));
    let listed = |mut result: Value| {
        if is_stateless {
            result["ttlMs"] = json!(LIST_TTL_MS);
            result["cacheScope"] = json!("public");
        }
        answer(result)
    };
    let refused = |code: i32, text: String| Message::Reply(failure(&id, code, &text, None));
    match method {
        "server/discover" => listed(json!({
            "supportedVersions": supported(),
            "capabilities": capabilities(),
            "serverInfo": server(),
            "instructions": INSTRUCTIONS,
        })),
        "initialize" => {
            let asked = params.get("protocolVersion").and_then(Value::as_str);
            let version = asked.filter(|asked| HANDSHAKE.contains(asked)).unwrap_or(HANDSHAKE[0]);
            answer(json!({
                "protocolVersion": version,
                "capabilities": capabilities(),
                "serverInfo": server(),
                "instructions": INSTRUCTIONS,
            }))
        }
        "ping" => answer(json!({})),
        "tools/list" => listed(json!({ "tools": tools::list() })),
        // Some clients ask for this although the server does not declare the capability, and stop at an error.
        "resources/list" => listed(json!({ "resources": [] })),
        "resources/templates/list" => listed(json!({ "resourceTemplates": [] })),
        "prompts/list" => listed(json!({ "prompts": [] })),
        "resources/read" | "prompts/get" => {
            refused(INVALID_PARAMS, "there are no resources and no prompts here: call a tool".to_owned())
        }
        "tools/call" => {
            let Some(name) = params.get("name").and_then(Value::as_str) else {
                return refused(
                    INVALID_PARAMS,
                    format!("`name` is missing: the tools are {}", tools::names()),
                );
            };
            let Some(tool) = tools::find(name) else {
                return refused(
                    INVALID_PARAMS,
                    format!("there is no tool `{}`: the tools are {}", shortened(name), tools::names()),
                );
            };
            let arguments = match params.remove("arguments") {
                None | Some(Value::Null) => Map::new(),
                Some(Value::Object(arguments)) => arguments,
                Some(_) => return refused(INVALID_PARAMS, "`arguments` is an object".to_owned()),
            };
            Message::Call(Call { id, tool, arguments, is_stateless })
        }
        _ => refused(
            METHOD_NOT_FOUND,
            format!(
                "there is no method `{}`: this server has tools/list, tools/call and server/discover",
                shortened(method)
            ),
        ),
    }
}

fn capabilities() -> Value {
    json!({ "tools": {} })
}

fn server() -> Value {
    json!({ "name": env!("CARGO_PKG_NAME"), "title": "Go code graph", "version": env!("CARGO_PKG_VERSION") })
}

fn supported() -> Vec<&'static str> {
    STATELESS.into_iter().chain(HANDSHAKE).collect()
}

fn reply(id: &Value, mut result: Value, is_stateless: bool) -> Value {
    if is_stateless {
        result["resultType"] = json!("complete");
        result["_meta"] = json!({ SERVER_KEY: server() });
    }
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

fn failure(id: &Value, code: i32, text: &str, data: Option<Value>) -> Value {
    let mut error = json!({ "code": code, "message": text });
    if let Some(data) = data {
        error["data"] = data;
    }
    json!({ "jsonrpc": "2.0", "id": id, "error": error })
}
