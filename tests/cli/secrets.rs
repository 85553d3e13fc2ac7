//! Keys, tokens and passwords in a tree do not leave it.

use serde_json::json;

use crate::mcp::Client;
use crate::project::Project;

const CODE: &str = "package store\n\n// Connect opens the database; the staging key is AKIAQ3EGPZ7XK2MVN4WD.\nfunc Connect() string {\n\
    \tpassword := \"k2Lq9xWz!vB\"\n\treturn \"postgres://app:\" + password\n}\n\n\
    // Token signs in.\nconst Token = \"ghp_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3gH6\"\n\n\
    const pem = `-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIrYSSNQFaA2Hwf1duRSxKtLYX5CB04fSeQ6tF1aY\nAwEHoUQDQgAEPR3tU2Fta9ktY6P9G0cWO\n-----END EC PRIVATE KEY-----`\n";
const SECRETS: [&str; 5] = ["AKIAQ3EGPZ7XK2MVN4WD", "k2Lq9xWz!vB", "ghp_aB3", "MHcCAQEE", "AwEHoUQD"];

fn project() -> Project {
    Project::new(&[("store/store.go", CODE)])
}

#[test]
fn a_pack_masks_secrets_and_says_how_many() {
    let project = project();
    for format in ["markdown", "xml", "plain", "json"] {
        let answer = project.run(&["pack", "store Connect Token pem", "--format", format]);
        let left: Vec<&&str> = SECRETS.iter().filter(|secret| answer.out.contains(**secret)).collect();
        assert!(left.is_empty(), "{format}: {left:?}\n{}", answer.out);
        let masked = answer.out.matches("[masked ").count();
        assert!(masked >= 3, "{}", answer.out);
        let line = format!("codegraph-tui: {masked} secrets masked (--show-secrets shows them)\n");
        assert!(answer.err.contains(&line), "{}", answer.err);
    }
    let shown = project.run(&["pack", "store Connect Token pem", "--show-secrets"]);
    assert!(SECRETS.iter().take(3).all(|secret| shown.out.contains(secret)), "{}", shown.out);
    assert!(!shown.err.contains("masked"), "{}", shown.err);
    let file = project.path("pack.md");
    project.run(&["pack", "store Connect", "--out", file.to_str().unwrap()]);
    let written = std::fs::read_to_string(file).unwrap();
    assert!(written.contains("[masked password]") && !written.contains(SECRETS[1]), "{written}");
    let json = project.json(&["query", "store Connect Token pem", "--json"]);
    assert_eq!(json["secretsMasked"], 4, "{json}");
}

#[test]
fn masks_count_as_tokens_and_no_budget_is_exceeded() {
    let project = project();
    for budget in ["100", "130", "160", "220"] {
        let json = project.json(&["query", "store Connect Token pem", "--budget", budget, "--json"]);
        assert!(json["totalTokens"].as_u64().unwrap() <= budget.parse().unwrap(), "{json}");
    }
}

#[test]
fn an_assistant_gets_no_secrets_unless_the_server_is_to_show_them() {
    let project = project();
    let mut client = Client::of(&project);
    let calls = [
        ("symbol", json!({ "name": "Connect" })),
        ("symbol", json!({ "name": "Token" })),
        ("symbol", json!({ "name": "pem" })),
        ("search_code", json!({ "query": "store Connect Token pem" })),
    ];
    for (tool, arguments) in &calls {
        let text = client.good(tool, arguments);
        assert!(
            text.contains("[masked ") && text.contains(" masked; `codegraph-tui mcp --show-secrets`"),
            "{text}"
        );
        assert!(!SECRETS.iter().any(|secret| text.contains(secret)), "{text}");
    }
    let mut client = Client::start(&mut project.command(&["mcp", "--show-secrets"]));
    assert!(client.good("symbol", &calls[0].1).contains(SECRETS[1]));
}
