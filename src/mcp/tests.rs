//! The replies of the protocol, without an index.

use serde_json::{Value, json};

use super::answer_builder::{AnswerBuilder, Footer, ListPart, Row, count};
use super::arguments::Arguments;
use super::protocol::{self, Message};
use super::tools;

/// The reply to one message.
fn reply(message: &Value) -> Option<Value> {
    match protocol::read(message.to_string().as_bytes()) {
        Message::Reply(reply) => Some(reply),
        _ => None,
    }
}

fn request(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

#[test]
fn the_handshake_answers_in_the_clients_version_or_the_newest_that_has_one() {
    let cases = [
        ("2025-11-25", "2025-11-25"),
        ("2024-11-05", "2024-11-05"),
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ];
    for (asked, expected) in cases {
        let answer =
            reply(&request("initialize", &json!({ "protocolVersion": asked, "capabilities": {} }))).unwrap();
        assert_eq!(answer["result"]["protocolVersion"], expected, "{asked}");
        assert_eq!(answer["result"]["capabilities"], json!({ "tools": {} }));
        assert_eq!(answer["result"].get("resultType"), None, "not of that era");
    }
}

#[test]
fn a_stateless_request_is_answered_in_its_own_form() {
    let meta =
        json!({ "_meta": { VERSION: "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} } });
    for (method, field) in [("server/discover", "supportedVersions"), ("tools/list", "tools")] {
        let result = reply(&request(method, &meta)).unwrap()["result"].clone();
        assert_eq!((&result["resultType"], &result["cacheScope"]), (&json!("complete"), &json!("public")));
        assert!(result["ttlMs"].is_u64() && result[field].is_array(), "{result}");
    }
    let unknown = reply(&request("tools/list", &json!({ "_meta": { VERSION: "1900-01-01" } }))).unwrap();
    assert_eq!(unknown["error"]["code"], -32022);
    assert_eq!(unknown["error"]["data"]["requested"], "1900-01-01");
    assert_eq!(unknown["error"]["data"]["supported"][0], "2026-07-28");
}

#[test]
fn what_is_no_request_gets_an_error_or_nothing() {
    let errors = [
        (r#"{"jsonrpc":"2.0","id":1,"#, -32700, Value::Null),
        ("[]", -32600, Value::Null),
        ("7", -32600, Value::Null),
        (r#"{"jsonrpc":"2.0","id":1}"#, -32600, json!(1)),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, Value::Null),
        (r#"{"jsonrpc":"2.0","id":"a","method":7}"#, -32600, json!("a")),
        (r#"{"jsonrpc":"2.0","id":2,"method":"ping","params":[1]}"#, -32602, json!(2)),
        (r#"{"jsonrpc":"2.0","id":3,"method":"tools/destroy"}"#, -32601, json!(3)),
        (r#"{"jsonrpc":"2.0","id":4,"method":"tools/call"}"#, -32602, json!(4)),
        (r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"grep"}}"#, -32602, json!(5)),
        (
            r#"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"path","arguments":[]}}"#,
            -32602,
            json!(6),
        ),
        (r#"{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"a:b"}}"#, -32602, json!(7)),
    ];
    for (line, code, id) in errors {
        let Message::Reply(reply) = protocol::read(line.as_bytes()) else { panic!("no reply to {line}") };
        assert_eq!((&reply["error"]["code"], &reply["id"]), (&json!(code), &id), "{line}");
        assert!(reply["error"]["message"].as_str().is_some_and(|text| text.len() > 10), "{reply}");
    }
    let silent = [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/unheard"}"#,
        r#"{"jsonrpc":"2.0","id":9,"result":{}}"#,
    ];
    for line in silent {
        assert!(matches!(protocol::read(line.as_bytes()), Message::NoReply), "{line}");
    }
    let cancelled = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}"#;
    assert!(matches!(protocol::read(cancelled.as_bytes()), Message::Cancelled(id) if id == 5));
}

#[test]
fn lists_that_are_empty_are_lists() {
    for (method, field) in [
        ("resources/list", "resources"),
        ("resources/templates/list", "resourceTemplates"),
        ("prompts/list", "prompts"),
    ] {
        assert_eq!(reply(&request(method, &json!({}))).unwrap()["result"][field], json!([]));
    }
    assert_eq!(reply(&request("ping", &json!({}))).unwrap()["result"], json!({}));
}

#[test]
fn the_tool_list_is_short_and_says_that_tools_only_read() {
    let list = tools::list();
    assert!(count(&list.to_string()) <= 1_500, "{} tokens", count(&list.to_string()));
    for tool in list.as_array().unwrap() {
        let hints = &tool["annotations"];
        assert_eq!(
            (&hints["readOnlyHint"], &hints["idempotentHint"], &hints["openWorldHint"]),
            (&json!(true), &json!(true), &json!(false)),
            "{tool}"
        );
        let required = tool["inputSchema"]["required"].as_array().cloned().unwrap_or_default();
        for name in required {
            assert!(tool["inputSchema"]["properties"].get(name.as_str().unwrap()).is_some(), "{tool}");
        }
    }
}

#[test]
fn an_answer_keeps_its_budget_and_lists_what_it_left_out() {
    for budget in [120, 200, 700] {
        let mut builder = AnswerBuilder::new(
            budget,
            Footer { text: "index: commit abc, no edited files\n".to_owned(), show_secrets: false },
        );
        let rows =
            (0..300).map(|n| Row::one(move || (n.to_string(), format!("  pkg.Name{n}  dir/file.go:{n}"))));
        builder.list(&ListPart::of("rows", "rows:", 0), rows);
        let text = builder.finish();
        assert!(count(&text) <= budget, "{} of {budget}: {text}", count(&text));
        let shown = text.lines().filter(|line| line.starts_with("  pkg")).count();
        let rest = format!("left out for the budget of {budget}: {} rows", 300 - shown);
        assert!(shown > 0 && text.contains(&rest), "{text}");
        assert!(text.ends_with("index: commit abc, no edited files\n"));
    }
}

#[test]
fn an_endless_name_is_refused_and_no_error_repeats_it() {
    let endless = "a".repeat(1 << 20);
    for (tool, argument, is_accepted) in [
        ("search_code", "query", true),
        ("get_ranked_context", "query", true),
        ("symbol", "name", false),
        ("path", "from", false),
        ("impact", "diff", false),
        ("overview", "folder", false),
    ] {
        let tool = tools::find(tool).unwrap();
        let given = json!({ argument: endless, (endless.clone()): 1 });
        let arguments = Arguments::new(tool.name, tool.arguments, given.as_object().unwrap());
        let text = arguments.text(argument);
        assert_eq!(text.is_ok(), is_accepted, "{}", tool.name);
        assert!(text.err().is_none_or(|error| error.contains("1048576 bytes") && error.len() < 200));
        assert!(arguments.check().is_err_and(|error| error.len() < 300));
    }
    for message in [request("tools/call", &json!({ "name": endless })), request(&endless, &json!({}))] {
        let error = reply(&message).unwrap()["error"]["message"].to_string();
        assert!(error.contains("aaa…") && error.len() < 400, "{error}");
    }
}
