//! The answers of the server's tools: source by place, lists of relations and how they are cut, tasks, budgets.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

use super::mcp::Client;
use super::project::Project;

const BOX: &str = "// Package box keeps things.
package box

// Box keeps one thing.
type Box interface {
\tPut(n int)
\tClose() error
}

type Wood struct{ n int }

func (w *Wood) Put(n int) { w.n = n }

func (w *Wood) Close() error { return nil }

type Tin struct{ Wood }

func (t *Tin) Close() error { return t.Wood.Close() }

// Fill puts many things, the last one twice.
func Fill(b Box, n int) error {
\tfor at := range n {
\t\tb.Put(at)
\t}
\tif n > 10 {
\t\tb.Put(n)
\t}
\tif n > 20 {
\t\tb.Put(n)
\t}
\tif n > 30 {
\t\tprintln(\"too many\")
\t}
\treturn b.Close()
}

func Start() error { return Fill(&Wood{}, 3) }

func Run() error { return Start() }

type job struct{ do func() error }

func newJob() *job { return &job{do: func() error { return Run() }} }

func (j *job) start() error { return j.do() }

func init() { println(1) }
";

const TEST: &str = "package box

import \"testing\"

func TestFill(t *testing.T) { _ = Fill(&Tin{}, 1) }

func init() { println(2) }
";

fn boxes() -> Project {
    Project::new(&[("box/box.go", BOX), ("box/box_test.go", TEST)])
}

#[test]
fn mcp_shows_lines_by_place_by_range_and_by_words_with_the_head_of_what_encloses_them() {
    let project = boxes();
    let filler: String = (0..80).fold(String::new(), |all, n| all + &format!("\tprintln({n})\n"));
    let long = format!(
        "package box\n\n// Long is long.\nfunc Long(n int) {{\n{filler}\tif n > 1 {{\n\t\tlast(n)\n\t}}\n}}\n\nfunc last(n int) {{}}\n"
    );
    project.write("box/long.go", &long);
    let mut client = Client::of(&project);
    let cases: [(Value, &[&str], &[&str]); 6] = [
        (json!("box/long.go:50"), &["4\tfunc Long(n int) {\n… 5-29\n30\t", "70\t"], &["71\t", "// Long is"]),
        (json!("long.go:60-62"), &["4\tfunc Long", "… 5-59\n60\t", "62\t"], &["63\t"]),
        (json!("box/long.go:4"), &["3\t// Long is long.", "88\t}", "no callers"], &[]),
        (json!("box/box.go:26"), &["20\t// Fill puts", "35\t}"], &["… "]),
        (
            json!("Start, Run"),
            &["func Start()", "func Run()", "  box/box.go: Run:39 at 39", "newJob:43 at 43"],
            &[],
        ),
        (json!(["Start", "Nowhere"]), &["func Start()", "no symbol is named `Nowhere`"], &[]),
    ];
    for (name, expected, absent) in cases {
        let text = client.good("symbol", &json!({ "name": name }));
        for part in expected {
            assert!(text.contains(part), "{name} lacks {part:?}:\n{text}");
        }
        for part in absent {
            assert!(!text.contains(part), "{name} has {part:?}:\n{text}");
        }
    }
    let text = client.good("symbol", &json!({ "name": "Long", "around": ["LAST"] }));
    assert!(text.contains("4\tfunc Long(n int) {\n… 5-84\n85\t\tif n > 1 {\n86\t\t\tlast(n)\n"), "{text}");
    let text = client.good("symbol", &json!({ "name": "Long", "around": ["absent"] }));
    assert!(text.contains("no line of it has absent\n3\t// Long"), "{text}");
    let text = client.good("symbol", &json!({ "name": "Long", "budget": 400 }));
    let shortened =
        "(shortened to the statements that call code of this tree)\n4\tfunc Long(n int) {\n… 5-84\n85\t";
    assert!(text.contains(shortened) && text.contains("86\t\t\tlast(n)"), "{text}");
    let text = client.good("symbol", &json!({ "name": "long.go:1-88", "budget": 300 }));
    let rest = text.split_once("or symbol \"").and_then(|(_, rest)| rest.split_once('"')).unwrap().0;
    assert!(client.good("symbol", &json!({ "name": rest })).contains("86\t\t\tlast(n)"), "{rest}");
    client.end();
}

#[test]
fn mcp_follows_callers_over_steps_and_narrows_them() {
    let project = boxes();
    let mut client = Client::of(&project);
    let cases: [(Value, &[&str], &[&str]); 8] = [
        (
            json!({ "name": "Fill" }),
            &[
                "2 callers of box.Fill; 1 of them in tests; complete for linux/amd64",
                "  box/box.go: Start:37 at 37\n",
                "in tests:\n  box/box_test.go: TestFill:5 at 5",
            ],
            &["Run"],
        ),
        (
            json!({ "name": "Fill", "depth": 3 }),
            &[
                "callers of box.Fill within 3 steps (2, then 1, then 1)",
                "step 2:\n  box/box.go: Run:39 at 39",
                "step 3:\n  box/box.go: newJob:43 at 43",
            ],
            &[],
        ),
        (json!({ "name": "Fill", "tests": "off" }), &["Start:37"], &["TestFill"]),
        (json!({ "name": "Fill", "tests": "only" }), &["TestFill:5"], &["Start:37"]),
        (json!({ "name": "Fill", "in": "box/box_test.go" }), &["TestFill:5"], &["Start:37"]),
        (
            json!({ "name": "Wood.Close" }),
            &[
                "1 caller of box.Wood.Close, then 1 more possible through box.Box",
                "possible:\n  through box.Box: 1 possible caller: box.Fill",
            ],
            &[],
        ),
        (
            json!({ "name": "Wood.Close", "direct": true }),
            &["through box.Box, which are left out", "Tin.Close:18 at 18"],
            &["Fill:"],
        ),
        (
            json!({ "name": "Wood.Close", "direct": false }),
            &["possible through box.Box:\n  box/box.go: Fill:21 at 34"],
            &[],
        ),
    ];
    for (arguments, expected, absent) in cases {
        let text = client.good("callers", &arguments);
        for part in expected {
            assert!(text.contains(part), "{arguments} lacks {part:?}:\n{text}");
        }
        for part in absent {
            assert!(!text.contains(part), "{arguments} has {part:?}:\n{text}");
        }
    }
    let text = client.good("callers", &json!({ "name": "Start, Run" }));
    assert!(text.contains("caller of box.Start") && text.contains("caller of box.Run"), "{text}");
    let answer = project.good(&["query", "who calls box.Fill", "--depth", "3", "--direct"]);
    assert!(
        answer.contains("within 3 steps (2, then 1, then 1)") && answer.contains("caller by 2 steps"),
        "{answer}"
    );
    let refused = project.run(&["query", "how are boxes filled", "--depth", "2"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    client.end();
}

/// The keys with which a cut answer gives the rest.
fn keys(text: &str) -> Vec<String> {
    text.split("with after: \"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
}

/// The things on the rows of an answer.
fn things(text: &str) -> Vec<String> {
    let rows = text.lines().filter(|line| line.starts_with("  "));
    rows.flat_map(|row| row.split("; ")).map(|thing| thing.trim().to_owned()).collect()
}

#[test]
fn mcp_goes_on_with_every_list_that_is_cut() {
    let project = boxes();
    for n in 0..40 {
        let text = format!(
            "package p{n}\n\nimport \"example.com/m/box\"\n\nfunc Caller{n}() error {{ return box.Start() }}\n"
        );
        project.write(format!("p{n}/caller{n}.go"), text);
        let text = format!(
            "package p{n}\n\nimport \"testing\"\n\nfunc TestCaller{n}(t *testing.T) {{ Caller{n}() }}\n"
        );
        project.write(format!("p{n}/caller{n}_test.go"), text);
    }
    let steps: String =
        (0..60).fold(String::new(), |all, n| all + &format!("\nfunc Step{n}() {{ Step{}() }}\n", n + 1));
    project.write("steps/steps.go", format!("package steps\n{steps}\nfunc Step60() {{}}\n"));
    let mut client = Client::of(&project);
    for (tool, arguments, least) in [
        ("callers", json!({ "name": "Start" }), 40),
        ("impact", json!({ "name": "Start" }), 80),
        ("overview", json!({}), 80),
        ("path", json!({ "from": "Step0", "to": "Step60" }), 61),
    ] {
        let with = |budget: u32, after: Option<&str>| {
            let mut arguments = arguments.clone();
            arguments["budget"] = json!(budget);
            arguments["after"] = json!(after);
            arguments
        };
        let whole = client.good(tool, &with(20_000, None));
        assert!(keys(&whole).is_empty() && things(&whole).len() >= least, "{whole}");
        let first = client.good(tool, &with(400, None));
        assert!(!keys(&first).is_empty(), "{tool}:\n{first}");
        let mut seen = things(&first);
        for key in keys(&first) {
            let mut next = Some(key);
            while let Some(key) = next {
                let text = client.good(tool, &with(400, Some(&key)));
                let before = seen.len();
                seen.extend(things(&text));
                assert!(seen.len() > before, "{tool} after {key}:\n{text}");
                next = keys(&text).pop();
            }
        }
        let count = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), count, "{tool}: each once");
        let mut all = things(&whole);
        all.sort();
        assert_eq!(seen, all, "{tool}");
        let text = client.good(tool, &with(400, Some("nowhere")));
        assert!(text.contains("nothing here is behind `nowhere`: ask without `after`"), "{text}");
    }
    client.end();
}

#[test]
fn mcp_shows_all_declarations_of_a_name_that_few_have_and_the_rarest_words_first() {
    let project = boxes();
    for (folder, test) in [("red", ""), ("blue", ""), ("green", "_test")] {
        let text = format!("package {folder}\n\nfunc Paint() int {{ return 1 }}\n");
        project.write(format!("{folder}/paint{test}.go"), text);
    }
    let lines = "\tif n > 5 {\n\t\tcommon(n)\n\t}\n".repeat(80);
    let text = format!(
        "package red\n\nfunc common(n int) {{}}\n\nfunc Long(n int) {{\n{lines}\tif n > 99 {{\n\t\tseldom := n\n\t\tcommon(seldom)\n\t}}\n}}\n"
    );
    project.write("red/long.go", text);
    let mut client = Client::of(&project);
    let text = client.good("symbol", &json!({ "name": "Paint" }));
    assert!(text.contains("red/paint.go::Paint") && text.contains("blue/paint.go::Paint"), "{text}");
    assert!(!text.contains("green/"), "those of tests are meant only if there are no others: {text}");
    let both = json!({ "name": "Long", "around": ["common", "seldom"], "budget": 400 });
    let text = client.good("symbol", &both);
    assert!(text.contains("seldom := n"), "{text}");
}

#[test]
fn mcp_reads_what_readers_ask_for_in_other_words() {
    let project = boxes();
    for folder in ["one", "two"] {
        let text = format!("package {folder}\n\nfunc First() {{}}\n\nfunc Second() {{}}\n");
        project.write(format!("deep/{folder}/same.go"), text);
    }
    project.write(
        "deep/one/use.go",
        "package one\n\nimport \"example.com/m/box\"\n\nfunc Use() error { return box.Start() }\n",
    );
    let mut client = Client::of(&project);
    let text = client.good("symbol", &json!({ "name": "Tin.Put" }));
    assert!(text.contains("Wood.Put::method"), "a promoted method is that of what is embedded: {text}");
    let text = client.bad("symbol", &json!({ "name": "same.go:3-5" }));
    assert!(text.contains("deep/one/same.go") && text.contains("deep/two/same.go"), "{text}");
    let text = client.good("symbol", &json!({ "name": "Fill, Nonsense", "budget": 200 }));
    assert!(text.contains("no symbol is named `Nonsense`"), "{text}");
    let text = client.good("callers", &json!({ "name": "Start, First" }));
    assert!(text.contains("deep/one/same.go::First") && text.contains("deep/two/same.go::First"), "{text}");
    let text = client.good("callers", &json!({ "name": "Start", "in": "deep" }));
    assert!(text.contains("Use:5 at 5"), "a folder holds what is below it: {text}");
    let text = client.good("symbol", &json!({ "name": "Fill", "around": ["twice"] }));
    assert!(text.contains("the last one twice") && !text.contains("no line of it has"), "{text}");
    project.write(
        "deep/one/vars.go",
        "package one\n\n// Names of all.\nvar (\n\tA = 1\n\tB = 2\n\tC = 3\n\tD = 4\n)\n",
    );
    let text = client.good("symbol", &json!({ "name": "one.D" }));
    assert!(
        text.contains("3\t// Names of all.") && text.contains("8\t\tD = 4") && !text.contains("B = 2"),
        "{text}"
    );
    let text = client.good("symbol", &json!({ "name": "Start", "around": ["nothing"] }));
    assert!(text.contains("return Fill") && !text.contains("no line of it has"), "short is whole: {text}");
    client.end();
}

#[test]
fn mcp_takes_declarations_that_share_a_name_by_right_and_lists_all_others() {
    let project = boxes();
    project.write("box/more.go", "package box\n\nfunc init() { println(3) }\n");
    for n in 0..40 {
        let text = format!("package p{n}\n\ntype T struct{{}}\n\nfunc (T) Shut() {{}}\n");
        project.write(format!("p{n}/p.go"), text);
    }
    let mut client = Client::of(&project);
    let text = client.good("symbol", &json!({ "name": "box.init" }));
    assert!(text.contains("println(1)") && text.contains("println(3)"), "{text}");
    let text = client.bad("symbol", &json!({ "name": "Shut" }));
    assert!((0..40).all(|n| text.contains(&format!("p{n}/p.go::T.Shut::method"))), "{text}");
    let text = client.bad("symbol", &json!({ "name": "Shut", "budget": 200 }));
    assert!(text.contains("symbols of that name") && text.contains("pkg.Type.Name"), "{text}");
    client.end();
}

#[test]
fn mcp_finds_the_path_over_a_closure_that_a_constructor_stores() {
    let project = boxes();
    let mut client = Client::of(&project);
    let text = client.good("path", &json!({ "from": "job.start", "to": "Fill" }));
    for part in ["newJob", "box.Run", "box.Start", "box.Fill"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    client.end();
}

/// A call of any tool with names of the tree, words, or nonsense.
fn any_call() -> impl Strategy<Value = (&'static str, Value)> {
    let name = prop_oneof![
        Just("Fill"),
        Just("Wood.Close"),
        Just("Close"),
        Just("box"),
        Just("box/box.go"),
        Just("box/box.go:26"),
        Just("box/box.go:1-60"),
        Just("Box"),
        Just("Fill, Start, Run"),
        Just("Caller"),
        Just("nonsense"),
        Just("os.Open"),
        Just("init"),
        Just("f.go::Wide::func"),
    ];
    let relation =
        prop_oneof![Just("callers"), Just("callees"), Just("users"), Just("implementers"), Just("tests")];
    let word = prop_oneof![
        Just("fill a box"),
        Just("who calls Fill"),
        Just("close"),
        Just("add another box"),
        Just("")
    ];
    let options = (name.clone(), name, relation, word, 1_u32..1_500, 1_u32..4, any::<Option<bool>>());
    (0_usize..9, options).prop_map(|(tool, (name, other, relation, word, budget, depth, direct))| match tool {
        0 => ("search_code", json!({ "query": word, "budget": budget })),
        1 => ("symbol", json!({ "name": name, "budget": budget })),
        2 => ("symbol", json!({ "name": name, "around": ["put", "return"], "budget": budget })),
        3 => (
            "callers",
            json!({ "name": name, "relation": relation, "depth": depth, "direct": direct, "budget": budget }),
        ),
        4 => ("impact", json!({ "name": name, "budget": budget })),
        5 => ("path", json!({ "from": name, "to": other, "budget": budget })),
        6 => ("overview", json!({ "task": word, "budget": budget })),
        7 => ("get_symbol_importance", json!({ "budget": budget })),
        _ => ("get_ranked_context", json!({ "query": word, "tokenBudget": budget.max(100) })),
    })
}

#[test]
fn mcp_keeps_every_answer_of_every_tool_within_its_budget() {
    let project = boxes();
    let calls: String = (0..200).fold(String::new(), |all, n| {
        all + &format!("\nfunc Caller{n}() error {{\n\treturn Fill(&Wood{{}}, {n})\n}}\n")
    });
    project.write("box/calls.go", format!("package box\n{calls}"));
    let lines: String = (0..300).fold(String::new(), |all, n| all + &format!("\tprintln({n}, \"äöü→\")\n"));
    let long = "a_folder_with_quite_a_long_name/".repeat(6);
    project.write(format!("{long}f.go"), format!("package long\n\nfunc Wide() {{\n{lines}}}\n"));
    let client = std::cell::RefCell::new(Client::of(&project));
    let config = Config { cases: 300, failure_persistence: None, ..Config::default() };
    let checked = TestRunner::new(config).run(&any_call(), |(tool, arguments)| {
        let (text, _) = client.borrow_mut().call(tool, &arguments);
        let tokens = codegraph_tui::search::pack::tokens::Encoding::O200k.count(&text);
        let given = arguments.get("budget").or(arguments.get("tokenBudget")).and_then(Value::as_u64);
        let budget = given.unwrap_or_default().max(200);
        prop_assert!(u64::from(tokens) <= budget, "{tool} {arguments}: {tokens} tokens\n{text}");
        Ok(())
    });
    checked.unwrap();
    client.into_inner().end();
}
