//! Times of the server's tools, from a line of input to its reply.
//!
//!     cargo bench --bench mcp                            # the bundled sample
//!     TREE=/usr/local/go/src cargo bench --bench mcp     # any tree
//!
//! Each tool is called on the 100 symbols that most others depend on, or with questions made of their names, in a server of
//! its own process, and then again. The index lies in the target folder.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};

const TARGETS: usize = 100;

/// A running server.
struct Server {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    asked: u64,
}

impl Server {
    fn start(tree: &Path) -> Self {
        let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mcp-bench");
        let mut command = Command::new(env!("CARGO_BIN_EXE_codegraph-tui"));
        let command = command.arg("mcp").arg(tree).arg("--data-dir").arg(data);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let (to, from) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        Self { child, to, from: BufReader::new(from), asked: 0 }
    }

    /// The text of an answer, and the milliseconds and the processor's milliseconds that it took.
    fn call(&mut self, tool: &str, arguments: &Value) -> (String, [f64; 2]) {
        self.asked += 1;
        let params = json!({ "name": tool, "arguments": arguments });
        let message = json!({ "jsonrpc": "2.0", "id": self.asked, "method": "tools/call", "params": params });
        let (start, worked) = (Instant::now(), processor_ms(self.child.id()));
        writeln!(self.to, "{message}").expect("the server reads");
        let mut line = String::new();
        self.from.read_line(&mut line).expect("the server answers");
        let took = [start.elapsed().as_secs_f64() * 1e3, processor_ms(self.child.id()) - worked];
        let reply: Value = serde_json::from_str(&line).expect("a reply is JSON");
        (reply["result"]["content"][0]["text"].as_str().unwrap_or_default().to_owned(), took)
    }
}

/// The milliseconds for which threads of a process have run; 0 where the system has no `/proc`. On a busy machine they say more
/// than the clock.
fn processor_ms(process: u32) -> f64 {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let ran = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("schedstat")).ok());
    ran.filter_map(|ran| ran.split(' ').next()?.parse::<f64>().ok()).sum::<f64>() / 1e6
}

/// Calls with one symbol and the one after it.
fn calls(id: &str, next: &str) -> Vec<(&'static str, &'static str, Value)> {
    let (path, rest) = id.split_once("::").unwrap_or((id, ""));
    let name = rest.split("::").next().unwrap_or_default();
    let words = name.replace(['.', '_'], " ");
    vec![
        ("search_code", "", json!({ "query": format!("how does {words} work") })),
        (
            "search_code",
            "with words",
            json!({ "query": format!("how does {words} work"), "also": ["buffer", "close", "state"] }),
        ),
        ("symbol", "", json!({ "name": id })),
        ("symbol", "two names", json!({ "name": [id, next] })),
        ("symbol", "a place", json!({ "name": format!("{path}:40") })),
        ("symbol", "around", json!({ "name": id, "around": ["return"] })),
        ("callers", "", json!({ "name": id, "relation": "users" })),
        ("callers", "depth 2", json!({ "name": id, "depth": 2 })),
        ("impact", "", json!({ "name": id })),
        ("path", "", json!({ "from": id, "to": next })),
        ("overview", "", json!({})),
        ("overview", "task", json!({ "task": format!("add another {words}") })),
        ("get_symbol_importance", "", json!({})),
        ("get_ranked_context", "", json!({ "query": words })),
    ]
}

fn main() {
    let sample = || Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sample");
    let tree = std::env::var_os("TREE").map_or_else(sample, PathBuf::from);
    let mut server = Server::start(&tree);
    let (ranked, took) = server.call("get_symbol_importance", &json!({ "limit": TARGETS, "budget": 20_000 }));
    println!("first answer: {:.0} ms", took[0]);
    let ranked: Value = serde_json::from_str(&ranked).expect("an answer in JSON");
    let ids: Vec<String> = ranked["rankings"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|row| row["symbolId"].as_str().map(str::to_owned))
        .collect();
    println!(
        "{:<24} {:<12} {:>8} {:>8} {:>8} {:>8} {:>8}   ms",
        "tool", "", "p50", "p99", "work p50", "again", "work p50"
    );
    let n = calls("", "").len();
    for kind in 0..n {
        // For each round the times and the work.
        let mut rounds = [[Vec::new(), Vec::new()], [Vec::new(), Vec::new()]];
        let mut said = ("", "");
        for times in &mut rounds {
            for (ix, id) in ids.iter().enumerate() {
                let (tool, what, arguments) = calls(id, &ids[(ix + 1) % ids.len()]).swap_remove(kind);
                for (all, one) in times.iter_mut().zip(server.call(tool, &arguments).1) {
                    all.push(one);
                }
                said = (tool, what);
            }
            for times in times.iter_mut() {
                times.sort_by(f64::total_cmp);
            }
        }
        let at = |round: usize, of: usize, part: usize| {
            let times = &rounds[round][of];
            times[(times.len() - 1) * part / 100]
        };
        let figures = [at(0, 0, 50), at(0, 0, 99), at(0, 1, 50), at(1, 0, 50), at(1, 1, 50)];
        let figures = figures.map(|figure| format!("{figure:>8.1}")).join(" ");
        println!("{:<24} {:<12} {figures}", said.0, said.1);
    }
    drop(server.to);
    let _ = server.child.wait();
}
