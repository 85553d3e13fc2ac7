//! Questions on how to extend a program: where one more of a kind is added, whatever it is called there.

use serde_json::json;

use crate::mcp::Client;
use crate::project::Project;

const OUT: &str = r"package out

// Sink takes samples.
type Sink interface {
	Start() error
	Take(samples []int)
	Stop() error
}

type Params struct{ Target string }

// Register makes a sink known by its name.
func Register(name string) { known[name] = true }

var known = map[string]bool{}

// Strings joins what is written.
func Strings(a, b string) string { return a + b }
";

const SINK: &str = r#"package NAME

import "example.com/m/out"

func init() { out.Register("NAME") }

type Output struct{}

func New(p out.Params) out.Sink { return &Output{} }

func (o *Output) Start() error {
BODY
	return nil
}

func (o *Output) Take(samples []int) {
BODY
}

func (o *Output) Stop() error { return nil }
"#;

const ALL: &str = r#"package cmd

import (
	"example.com/m/out"
	"example.com/m/outputs/csv"
	"example.com/m/outputs/http"
	"example.com/m/outputs/influx"
	"example.com/m/outputs/json"
)

func constructors(p out.Params) []out.Sink {
	return []out.Sink{csv.New(p), http.New(p), influx.New(p), json.New(p)}
}

// Run sends the results of a run to each kind of backend.
func Run() {
	for _, sink := range constructors(out.Params{}) {
		send(sink)
	}
}

func send(sink out.Sink) { sink.Take([]int{1}) }
"#;

/// A program with four kinds of outputs: a contract, a registration, and the list that the command makes them from.
fn outputs() -> Project {
    let main = "package main\n\nimport \"example.com/m/internal/cmd\"\n\nfunc main() { cmd.Run() }\n";
    let project = Project::new(&[("out/out.go", OUT), ("internal/cmd/all.go", ALL), ("main.go", main)]);
    for (name, lines) in [("csv", 9), ("json", 1), ("http", 6), ("influx", 12)] {
        let body = "\tprintln(1)\n".repeat(lines);
        let text = SINK.replace("NAME", name).replace("BODY\n", &body);
        project.write(format!("outputs/{name}/{name}.go"), text);
    }
    project
}

/// The names of the first rows.
fn first(project: &Project, question: &str, most: usize) -> Vec<String> {
    let answer: serde_json::Value =
        serde_json::from_str(&project.good(&["query", question, "--json", "--no-history"])).unwrap();
    let rows = answer["results"].as_array().unwrap().iter().take(most);
    rows.map(|row| format!("{} {}", row["file"].as_str().unwrap(), row["qualifiedName"].as_str().unwrap()))
        .collect()
}

#[test]
fn who_adds_one_more_of_a_kind_is_led_to_its_contract_its_list_and_the_smallest_example() {
    let project = outputs();
    for question in [
        "I want to send results to a new kind of backend. What must I implement and where is it plugged in?",
        "we need to support another destination for results: where do we register it?",
    ] {
        let rows = first(&project, question, 5);
        for expect in [
            "out/out.go Sink",
            "internal/cmd/all.go constructors",
            "out/out.go Register",
            "outputs/json/json.go",
        ] {
            assert!(rows.iter().any(|row| row.starts_with(expect)), "{question}: {expect}: {rows:?}");
        }
    }
    let why = project.good(&["query", "what do I have to implement for a new backend"]);
    assert!(why.contains("extension "), "{why}");
    for other in ["how are the results of a run sent to a backend", "where is a new backend started"] {
        let text = project.good(&["query", other]);
        assert!(!text.contains("extension "), "{other}: {text}");
    }
}

#[test]
fn what_a_program_is_made_of_is_no_tool_of_tests_however_many_import_it() {
    let project = outputs();
    for n in 0..30 {
        let test =
            format!("package t{n}\n\nimport \"example.com/m/internal/cmd\"\n\nfunc f() {{ cmd.Run() }}\n");
        project.write(format!("tests/t{n}/t_test.go"), test);
    }
    let ranks: serde_json::Value =
        serde_json::from_str(&project.good(&["rank", "--by", "load", "--json", "--limit", "0"])).unwrap();
    let run = ranks["rankings"].as_array().unwrap().iter();
    let run = run.clone().find(|row| row["symbolId"] == "internal/cmd/all.go::Run::func").unwrap();
    // Its load counts the code that it sets in motion, as for no helper of tests.
    assert!(run["load"].as_f64() > run["authority"].as_f64(), "{run}");
    let rows = first(&project, "how are the results of a run sent to each kind of backend", 1);
    assert_eq!(rows, ["internal/cmd/all.go Run"]);
}

#[test]
fn a_task_is_answered_with_the_contract_the_smallest_example_and_where_it_is_entered() {
    let project = outputs();
    project.write(
        "outputs/json/json_test.go",
        "package NAME\n\nimport \"testing\"\n\nfunc TestStop(t *testing.T) { _ = (&Output{}).Stop() }\n"
            .replace("NAME", "json"),
    );
    project.write("plain/plain.go", "package plain\n\nimport _ \"example.com/m/outputs/json\"\n");
    let mut client = Client::of(&project);
    let task = json!({ "task": "I want to add one more output, for another kind of backend" });
    let text = client.good("overview", &task);
    for part in [
        "contract: out.Sink  out/out.go:4",
        "list that others of the kind are entered in: cmd.constructors",
        "smallest example: json.Output  outputs/json/json.go:",
        "its methods:\n  outputs/json/json.go: Output.Start:",
        "made by: json.New",
        "internal/cmd/all.go:12  return []out.Sink{csv.New(p), http.New(p), influx.New(p), json.New(p)}",
        "plain/plain.go:3  import _ \"example.com/m/outputs/json\"  (blank import)",
        "go test ./outputs/json -run '^TestStop$'",
        "other places that may have to change, best first:\n",
        "### internal/cmd/all.go:",
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    assert!(!text.contains("csv.go: Output."), "the example stands for the others:\n{text}");
}

/// Secrets are entered by as many packages, and a summary meets the contract in fewer lines; neither is one more output.
#[test]
fn what_enters_things_of_another_kind_and_what_no_list_names_is_no_model() {
    let project = outputs();
    let register = "package secret\n\n// RegisterOutput makes one more kind of backend known, for output of secrets.\nfunc RegisterOutput(name string) { known[name] = true }\n\nvar known = map[string]bool{}\n";
    project.write("secret/secret.go", register);
    for name in ["file", "env", "vault", "mock"] {
        let text = format!(
            "package {name}\n\nimport \"example.com/m/secret\"\n\nfunc init() {{ secret.RegisterOutput(\"{name}\") }}\n"
        );
        project.write(format!("secret/{name}/{name}.go"), text);
    }
    project.write(
        "lib/summary.go",
        "package lib\n\ntype Summary struct{}\n\nfunc (Summary) Start() error { return nil }\nfunc (Summary) Take(samples []int) {}\nfunc (Summary) Stop() error { return nil }\n",
    );
    let main = "package main\n\nimport (\n\t\"example.com/m/internal/cmd\"\n\t\"example.com/m/lib\"\n)\n\nfunc main() {\n\tcmd.Run()\n\t_ = lib.Summary{}\n}\n";
    project.write("main.go", main);
    let mut client = Client::of(&project);
    let task = json!({ "task": "I want to add one more output, for another kind of backend" });
    let text = client.good("overview", &task);
    assert!(text.contains("smallest example: json.Output"), "{text}");
    assert!(!text.contains("registered with: secret.RegisterOutput"), "{text}");
}
