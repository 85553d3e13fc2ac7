//! The protocol as a client speaks it: the real server over pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::{Value, json};

use super::project::Project;

/// Far longer than any reply takes.
const PATIENCE: Duration = Duration::from_mins(2);

const FILES: [(&str, &str); 4] = [
    (
        "shop/shop.go",
        "// Package shop sells things.\npackage shop\n\n// Store keeps what was sold.\ntype Store interface {\n\tSave(n int) error\n}\n\n// Sell saves one sale.\nfunc Sell(s Store, n int) error {\n\tif n < 0 {\n\t\treturn errNegative()\n\t}\n\treturn s.Save(n)\n}\n\nfunc errNegative() error { return nil }\n",
    ),
    (
        "shop/shop_test.go",
        "package shop\n\nimport \"testing\"\n\nfunc TestSell(t *testing.T) { _ = Sell(nil, 1) }\n",
    ),
    (
        "disk/disk.go",
        "package disk\n\nimport \"example.com/m/shop\"\n\ntype Disk struct{ Path string }\n\nfunc (d *Disk) Save(n int) error { return nil }\n\nfunc Run() error { return shop.Sell(&Disk{}, 2) }\n",
    ),
    ("main.go", "package main\n\nimport \"example.com/m/disk\"\n\nfunc main() { _ = disk.Run() }\n"),
];

/// A client with a server of its own.
pub(crate) struct Client {
    server: Child,
    to: Option<ChildStdin>,
    lines: Receiver<String>,
    asked: u64,
}

impl Client {
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut server = command.stdin(Stdio::piped()).spawn().unwrap();
        let (sender, lines) = mpsc::channel();
        let from: ChildStdout = server.stdout.take().unwrap();
        std::thread::spawn(move || {
            for line in BufReader::new(from).lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self { to: server.stdin.take(), server, lines, asked: 0 }
    }

    pub(crate) fn of(project: &Project) -> Self {
        Self::start(&mut project.command(&["mcp"]))
    }

    fn send(&mut self, line: &str) {
        writeln!(self.to.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The next line of output, which has to be a reply.
    fn reply(&self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("a reply");
        let reply: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(reply["jsonrpc"], "2.0", "{reply}");
        reply
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string());
        let reply = self.reply();
        assert_eq!(reply["id"], id, "{reply}");
        reply
    }

    /// The result of a call: its only text, and whether it is an error.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> (String, bool) {
        let reply = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
        let result = &reply["result"];
        let content = result["content"].as_array().unwrap_or_else(|| panic!("{reply}"));
        assert_eq!((content.len(), &content[0]["type"]), (1, &json!("text")), "{reply}");
        assert_eq!(result.get("structuredContent"), None, "one channel");
        (content[0]["text"].as_str().unwrap().to_owned(), result["isError"] == true)
    }

    pub(crate) fn good(&mut self, tool: &str, arguments: &Value) -> String {
        let (text, is_error) = self.call(tool, arguments);
        assert!(!is_error, "{tool} {arguments}: {text}");
        text
    }

    pub(crate) fn bad(&mut self, tool: &str, arguments: &Value) -> String {
        let (text, is_error) = self.call(tool, arguments);
        assert!(is_error, "{tool} {arguments}: {text}");
        text
    }

    /// Hangs up, and waits for the server to end; its exit code and what it had to complain about.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        drop(self.to.take());
        let (sender, ended) = mpsc::channel();
        std::thread::spawn(move || sender.send(self.server.wait_with_output().unwrap()));
        let output = ended.recv_timeout(PATIENCE).expect("the server ends when its client hangs up");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

#[test]
fn mcp_logs_calls_and_runs_of_git_without_what_was_asked_and_answered() {
    let project = Project::new(&FILES);
    let log = project.path("run.log");
    let mut client = Client::start(&mut project.command(&["mcp", "--log", log.to_str().unwrap()]));
    client.good("symbol", &json!({ "name": "shop.Sell" }));
    client.bad("symbol", &json!({ "name": "secret\u{1b}[31m" }));
    client.send("no JSON: secret");
    client.reply();
    assert_eq!(client.end().0, Some(0));
    let text = std::fs::read_to_string(log).unwrap();
    for part in [
        "call answered tool=\"symbol\" ms=",
        "call refused tool=\"symbol\" ms=",
        "message kind=\"answered at once\" bytes=",
        "command=\"rev-parse\" ms=",
        "cause=",
        "refreshed change=",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for source in ["secret", "Sell", "\u{1b}"] {
        assert!(!text.contains(source), "{source:?}: {text}");
    }
}

#[test]
fn mcp_answers_every_tool_with_text_that_holds_what_was_asked() {
    let project = Project::new(&FILES);
    let mut client = Client::of(&project);
    let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    assert_eq!(client.ask("initialize", &hello)["result"]["protocolVersion"], "2025-11-25");
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    let cases: [(&str, Value, &[&str]); 13] = [
        (
            "search_code",
            json!({ "query": "save one sale" }),
            &[
                "### shop/shop.go:10 Sell (func)",
                "return s.Save(n)",
                "callers of the first rows:\n  shop.Sell: disk.Run  disk/disk.go:9 at 9\n",
            ],
        ),
        (
            "symbol",
            json!({ "name": "shop.Sell" }),
            &[
                "shop/shop.go::Sell::func",
                "9\t// Sell saves one sale.",
                "14\t\treturn s.Save(n)",
                "  disk/disk.go: Run:9 at 9\nin tests:\n  shop/shop_test.go: TestSell:5 at 5",
            ],
        ),
        ("symbol", json!({ "name": "Store" }), &["1 implementer", "disk/disk.go: Disk:5"]),
        ("callers", json!({ "name": "Sell" }), &["disk/disk.go: Run:9 at 9", "TestSell:5"]),
        ("callers", json!({ "name": "Disk.Save" }), &["through shop.Store: 1 possible caller: shop.Sell"]),
        ("callers", json!({ "name": "Store", "relation": "implementers" }), &["disk/disk.go: Disk:5"]),
        ("impact", json!({ "name": "errNegative" }), &["disk.Run", "go test ./shop -run '^TestSell$'"]),
        (
            "path",
            json!({ "from": "main.main", "to": "errNegative" }),
            &["disk.Run", "shop.errNegative", "at shop/shop.go:12"],
        ),
        ("path", json!({ "from": "errNegative", "to": "disk.Run" }), &["no path", "in the other direction"]),
        (
            "callers",
            json!({ "name": "Sell", "relation": "embedders" }),
            &["no embedders of shop.Sell are known"],
        ),
        ("callers", json!({ "name": "main.main" }), &["an entry point"]),
        ("overview", json!({}), &["shop", "programs begin in:", "main.go:5", "symbols that carry the load"]),
        ("overview", json!({ "folder": "disk" }), &["disk.Disk"]),
    ];
    for (tool, arguments, expected) in cases {
        let text = client.good(tool, &arguments);
        for part in expected {
            assert!(text.contains(part), "{tool} {arguments} lacks `{part}`:\n{text}");
        }
        assert!(text.ends_with("index: of the files as they are, not under git\n"), "{text}");
    }
    assert_eq!(client.end(), (Some(0), String::new()));
}

#[test]
fn mcp_answers_the_two_named_tools_in_their_own_shapes() {
    let project = Project::new(&FILES);
    let mut client = Client::of(&project);
    let ranked: Value =
        serde_json::from_str(&client.good("get_symbol_importance", &json!({ "limit": 2, "kind": "func" })))
            .unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&ranked), ["rankings", "totalSymbols", "iterations", "converged", "_meta"]);
    assert_eq!(
        keys(&ranked["rankings"][0]),
        ["symbolId", "name", "kind", "file", "score", "inDegree", "outDegree"]
    );
    assert_eq!(ranked["rankings"].as_array().unwrap().len(), 2);
    let question =
        json!({ "query": "sael once", "tokenBudget": 400, "strategy": "combined", "searchMode": "fts" });
    let context: Value = serde_json::from_str(&client.good("get_ranked_context", &question)).unwrap();
    assert_eq!(
        keys(&context)[..6],
        ["query", "strategy", "results", "totalTokens", "tokenBudget", "searchMetrics"]
    );
    assert_eq!(
        keys(&context["results"][0]),
        ["symbolId", "name", "kind", "file", "relevanceScore", "importanceScore", "combinedScore", "tokens"]
    );
    assert_eq!(context["fuzzyCorrection"], json!({ "from": "sael", "to": "sale" }));
    assert!(context["totalTokens"].as_u64().unwrap() <= 400);
    for field in ["totalItems", "returnedItems", "truncated"] {
        assert!(context["_meta"].get(field).is_some(), "{context}");
    }
    let unfuzzy = json!({ "query": "sael once", "fuzzy": false });
    let context: Value = serde_json::from_str(&client.good("get_ranked_context", &unfuzzy)).unwrap();
    assert_eq!(context.get("fuzzyCorrection"), None);
}

#[test]
fn mcp_says_what_to_do_about_a_bad_call_and_goes_on() {
    let project = Project::new(&FILES);
    let mut client = Client::of(&project);
    let huge = "x".repeat(300_000);
    let cases = [
        ("search_code", json!({}), "search_code needs `query`"),
        ("search_code", json!({ "query": "  " }), "search_code needs `query`"),
        ("search_code", json!({ "query": 7 }), "`query` is a string, not 7"),
        ("search_code", json!({ "query": "sale", "budgt": 300 }), "did you mean `budget`?"),
        ("search_code", json!({ "query": "sale", "budget": "much" }), "not \"much\""),
        ("symbol", json!({ "name": "Sel" }), "shop/shop.go::Sell::func"),
        ("impact", json!({ "name": "Save" }), "disk/disk.go::Disk.Save::method"),
        ("symbol", json!({ "name": huge }), "the longest may have 2000"),
        (
            "callers",
            json!({ "name": "Sell", "relation": "friends" }),
            "`relation` is one of callers, callees",
        ),
        ("impact", json!({}), "impact needs `name`, a symbol, or `diff`"),
        ("impact", json!({ "name": "Sell", "diff": "HEAD" }), "not both"),
        ("impact", json!({ "diff": "HEAD" }), "not under git"),
        ("path", json!({ "from": "Sell", "to": "Sell" }), "the same symbol"),
        ("overview", json!({ "folder": "attic" }), "no package lies below `attic`"),
        ("get_ranked_context", json!({ "query": "sale", "tokenBudget": "many" }), "a whole number"),
    ];
    for (tool, arguments, expected) in cases {
        let text = client.bad(tool, &arguments);
        assert!(text.contains(expected), "{tool}: {text}");
        assert!(text.len() < 2_000, "{tool}");
    }
    for (line, code) in [("{", -32700), ("[]", -32600), (r#"{"id":1,"method":"tools/fly"}"#, -32601)] {
        client.send(line);
        assert_eq!(client.reply()["error"]["code"], code, "{line}");
    }
    client.send(&format!("\"{}\"", "y".repeat(5 << 20)));
    assert_eq!(client.reply()["error"]["code"], -32600, "a line that is too long");
    client.send("");
    assert!(client.good("symbol", &json!({ "name": "Sell" })).contains("Sell"), "still there");
    assert_eq!(client.end(), (Some(0), String::new()));
}

#[test]
fn mcp_answers_the_requests_of_a_batch_in_one_array() {
    let project = Project::new(&FILES);
    let mut client = Client::of(&project);
    let call = |id: u32, name: &str| json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": "symbol", "arguments": { "name": name } } });
    let ping = json!({ "jsonrpc": "2.0", "id": 2, "method": "ping" });
    let notice = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    client.send(&json!([call(1, "Sell"), ping, notice, call(3, "Disk"), 7]).to_string());
    let line = client.lines.recv_timeout(PATIENCE).expect("a reply");
    let replies: Vec<Value> = serde_json::from_str(&line).unwrap();
    let mut ids: Vec<&Value> = replies.iter().map(|reply| &reply["id"]).collect();
    ids.sort_by_key(|id| id.as_u64());
    assert_eq!(ids, [&Value::Null, &json!(1), &json!(2), &json!(3)]);
    client.send(&json!([notice]).to_string());
    assert!(
        client.good("symbol", &json!({ "name": "Sell" })).contains("Sell"),
        "no reply to notifications alone"
    );
    assert_eq!(client.end(), (Some(0), String::new()));
}

#[test]
fn mcp_takes_a_budget_out_of_bounds_for_the_nearest() {
    let project = Project::new(&FILES);
    let mut client = Client::of(&project);
    for (asked, taken) in [(1, 200), (1_000_000, 20_000)] {
        let answers = [asked, taken]
            .map(|budget| client.good("search_code", &json!({ "query": "sale", "budget": budget })));
        assert_eq!(answers[0], answers[1]);
    }
    let text = client.good("get_ranked_context", &json!({ "query": "sale", "tokenBudget": 1 }));
    assert!(text.contains("\"tokenBudget\":100"), "{text}");
    client.end();
}

#[test]
fn setup_shows_the_entry_of_each_client_and_writes_it_when_told() {
    let project = Project::new(&[("m.go", "package m\n"), ("AGENTS.md", "Be kind.")]);
    let shown = project.good(&["setup", "cursor"]);
    assert!(shown.contains("\"mcpServers\"") && shown.contains("--write"), "{shown}");
    assert!(!project.path(".cursor").exists(), "only shown");
    for is_first in [true, false] {
        let text = project.good(&["setup", "cursor", ".", "--write"]);
        let state = if is_first { "written: " } else { "already there: " };
        assert_eq!(text.lines().filter(|line| line.starts_with(state)).count(), 2, "{text}");
    }
    let settings = std::fs::read_to_string(project.path(".cursor/mcp.json")).unwrap();
    let settings: Value = serde_json::from_str(&settings).unwrap();
    assert_eq!(settings["mcpServers"]["codegraph"]["args"], json!(["mcp"]));
    let agents = std::fs::read_to_string(project.path("AGENTS.md")).unwrap();
    assert!(agents.starts_with("Be kind.\n- Go code"), "{agents}");
}

#[test]
fn mcp_sees_edits_at_once_and_other_servers_share_its_index() {
    let project = Project::new(&FILES);
    let (mut first, mut second) = (Client::of(&project), Client::of(&project));
    let named = |name: &str| json!({ "name": name });
    assert!(first.good("symbol", &named("Sell")).contains("Sell"));
    assert!(second.good("symbol", &named("Sell")).contains("Sell"));
    project.write("disk/more.go", "package disk\n\nfunc Refund() error { return Run() }\n");
    assert!(first.good("callers", &named("disk.Run")).contains("disk/more.go: Refund:3"), "a new file");
    assert!(second.good("symbol", &named("Refund")).contains("Refund"), "the other one sees it, too");
    project.write("disk/more.go", "package disk\n\nfunc Return() error { return Run() }\n");
    assert!(second.bad("symbol", &named("Refund")).contains("no symbol is named"), "an edit");
    assert!(first.good("symbol", &named("Return")).contains("Return"));
    std::fs::remove_file(project.path("disk/more.go")).unwrap();
    assert!(first.bad("symbol", &named("Return")).contains("no symbol is named"), "a file that went");
    assert_eq!(first.end().0, Some(0));
    assert_eq!(second.end().0, Some(0));
}

#[test]
fn mcp_names_the_same_symbol_of_other_builds() {
    let project = Project::new(&[
        ("open_linux.go", "package m\n\nfunc Open() error { return nil }\n"),
        (
            "open_windows.go",
            "package m\n\nfunc Open() error { return wait() }\n\nfunc wait() error { return nil }\n",
        ),
        ("use.go", "package m\n\nfunc Use() { Open() }\n"),
    ]);
    let mut client = Client::of(&project);
    for (asked, first, other) in [
        ("Open", "open_linux.go::Open::func\n", Some("other builds have open_windows.go::Open::func\n")),
        (
            "open_windows.go::Open::func",
            "open_windows.go::Open::func\n",
            Some("other builds have open_linux.go::Open::func\n"),
        ),
        ("wait", "open_windows.go::wait::func\n", None),
    ] {
        let text = client.good("symbol", &json!({ "name": asked }));
        assert!(text.starts_with(first), "{text}");
        assert_eq!(text.contains("other builds have"), other.is_some(), "{text}");
        assert!(other.is_none_or(|other| text.contains(other)), "{text}");
    }
    client.end();
}

#[test]
fn mcp_and_query_name_the_assembly_that_calls_a_function() {
    let assembly =
        "#include \"textflag.h\"\n\nTEXT ·start(SB), NOSPLIT, $0\n\tCALL ·wake(SB)\n\tJMP ·wake(SB)\n\tRET\n";
    let project = Project::new(&[
        (
            "m.go",
            "package m\n\nfunc start()\n\nfunc wake() {}\n\nfunc rest() { wake(); rest() }\n\nfunc alone() {}\n",
        ),
        ("m_amd64.s", assembly),
    ]);
    let places = "assembly refers to m.wake: m_amd64.s:4 and 1 more place";
    let mut client = Client::of(&project);
    for (tool, name, expected) in [
        ("callers", "wake", true),
        ("symbol", "wake", true),
        ("callers", "start", false),
        ("callers", "alone", false),
    ] {
        let text = client.good(tool, &json!({ "name": name }));
        assert_eq!(text.contains(places), expected, "{text}");
        assert_eq!(text.contains("assembly"), expected, "{text}");
    }
    client.end();
    let answer = project.good(&["query", "who calls wake"]);
    assert!(answer.contains(places), "{answer}");
}

#[test]
fn mcp_names_the_commit_and_counts_what_was_edited_since() {
    let project = Project::new(&FILES);
    let git = |args: &[&str]| {
        let run = Command::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@example.com"])
            .args(args)
            .current_dir(project.root())
            .output()
            .unwrap();
        assert!(run.status.success(), "{run:?}");
        String::from_utf8_lossy(&run.stdout).trim().to_owned()
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "first"]);
    let commit = git(&["rev-parse", "--short", "HEAD"]);
    let mut client = Client::of(&project);
    let sell = json!({ "name": "Sell" });
    let text = client.good("symbol", &sell);
    assert!(text.ends_with(&format!("index: commit {commit}, no edited files\n")), "{text}");
    project.write("shop/shop.go", FILES[0].1.replace("return nil }", "panic(1) }"));
    let text = client.good("impact", &json!({ "diff": "HEAD" }));
    assert!(text.contains("errNegative") && text.contains("-run '^TestSell$'"), "{text}");
    project.write("shop/shop.go", FILES[0].1.replace("func Sell(", "func Sell(_ bool, "));
    let broken = client.good("impact", &json!({ "diff": "HEAD" }));
    assert_eq!(broken.matches("TestSell  shop").count(), 1, "what does not compile is listed once: {broken}");
    assert!(text.ends_with(&format!("index: commit {commit} with 1 edited file\n")), "{text}");
    git(&["commit", "-qam", "second"]);
    let commit = git(&["rev-parse", "--short", "HEAD"]);
    let text = client.good("symbol", &sell);
    assert!(text.ends_with(&format!("index: commit {commit}, no edited files\n")), "{text}");
}

#[test]
fn mcp_answers_what_was_asked_before_the_client_hung_up_and_nothing_that_was_called_off() {
    let project = Project::new(&FILES);
    let mut client = Client::of(&project);
    let call = |id: u64| json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": "symbol", "arguments": { "name": "Sell" } } });
    for id in 0..200 {
        client.send(&call(id).to_string());
    }
    drop(client.to.take());
    for id in 0..200 {
        assert_eq!(client.reply()["id"], id, "in the order in which they came");
    }
    assert!(client.lines.recv_timeout(PATIENCE).is_err(), "nothing but replies");
    assert_eq!(client.end().0, Some(0));
}

#[test]
fn mcp_keeps_to_the_budget_of_every_tool() {
    let many: String = (0..400).fold(String::new(), |all, n| {
        all + &format!("func Caller{n}() error {{ return Sell(nil, {n}) }}\n\n")
    });
    let more = format!("package shop\n\n{many}");
    let project = Project::new(&FILES);
    project.write("shop/many.go", &more);
    let mut client = Client::of(&project);
    let cases = [
        ("search_code", json!({ "query": "who sells and saves a sale" })),
        ("symbol", json!({ "name": "Sell" })),
        ("callers", json!({ "name": "Sell" })),
        ("impact", json!({ "name": "Sell" })),
        ("path", json!({ "from": "main.main", "to": "Sell" })),
        ("overview", json!({})),
        ("get_symbol_importance", json!({ "limit": 300 })),
    ];
    for budget in [200, 900] {
        for (tool, arguments) in &cases {
            let mut arguments = arguments.clone();
            arguments["budget"] = json!(budget);
            let text = client.good(tool, &arguments);
            let tokens = codegraph_tui::search::pack::tokens::Encoding::O200k.count(&text);
            assert!(tokens <= budget, "{tool}: {tokens} of {budget}\n{text}");
            let is_cut = text.contains("left out for the budget") || text.contains("\"truncated\":true");
            assert!(
                is_cut || *tool == "path",
                "{tool} at {budget} says nothing of what it left out:\n{text}"
            );
        }
    }
}

#[test]
fn mcp_writes_nothing_of_a_tree_raw() {
    let project = Project::new(&[(
        "a.go",
        "package a\n\n// \u{1b}]0;title\u{7} \u{202e}evil\nfunc F() { _ = \"\u{9b}\" }\n",
    )]);
    let mut client = Client::of(&project);
    for (tool, arguments) in
        [("symbol", json!({ "name": "F" })), ("search_code", json!({ "query": "F evil" }))]
    {
        let text = client.good(tool, &arguments);
        let is_raw = |c: char| c != '\n' && c != '\t' && (c.is_control() || c == '\u{202e}');
        assert!(!text.chars().any(is_raw), "{text:?}");
    }
}

#[test]
fn mcp_without_go_code_says_so_to_whoever_asks() {
    let project = Project::new(&[]);
    let mut client = Client::of(&project);
    assert!(client.bad("overview", &json!({})).contains("no Go files"));
    project.write("a.go", "package a\n\nfunc F() {}\n");
    assert!(client.good("symbol", &json!({ "name": "F" })).contains("a.go::F::func"), "once there is some");
}
