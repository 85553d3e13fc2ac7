//! Tests of the answer of each command.

use serde_json::Value;

use crate::project::Project;

/// Definitions of the sample, one a line: kind, id, place, marks.
#[test]
fn export_names_every_definition_with_its_place() {
    let project = Project::sample();
    let rows: Vec<String> = project
        .good(&["export"])
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|row| row["t"] == "node")
        .map(|row| {
            let marks: Vec<&str> =
                ["exported", "test", "generated"].into_iter().filter(|mark| row[mark] == true).collect();
            format!(
                "{} {}:{}-{} {}",
                row["id"].as_str().unwrap(),
                row["line"],
                row["col"],
                row["end_line"],
                marks.join(" ")
            )
            .trim_end()
            .to_owned()
        })
        .collect();
    insta::assert_snapshot!(rows.join("\n"));
}

#[test]
fn export_rows_have_exactly_the_documented_fields() {
    let project = Project::sample();
    let rows: Vec<Value> =
        project.good(&["export"]).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let fields = |row: &Value| row.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    let (nodes, edges): (Vec<&Value>, Vec<&Value>) = rows.iter().partition(|row| row["t"] == "node");
    let node = "t id kind name file line col end_line exported test generated rank";
    assert!(nodes.iter().all(|row| fields(row) == node));
    assert!(edges.iter().all(|row| fields(row) == "t kind from to confidence origin line"));

    let ids: std::collections::HashSet<&str> = nodes.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), nodes.len(), "ids are unique");
    for edge in edges {
        assert!(["from", "to"].iter().all(|end| ids.contains(edge[end].as_str().unwrap())), "{edge}");
        let confidence = edge["confidence"].as_f64().unwrap();
        assert!(confidence > 0.0 && confidence <= 1.0, "{edge}");
    }
    let total: f64 = nodes.iter().map(|row| row["rank"].as_f64().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-9, "ranks sum to {total}");
}

#[test]
fn export_gives_all_lines_of_an_edge_if_asked() {
    let project = Project::new(&[("a.go", "package a\n\nfunc F() {\n\tG()\n\tG()\n}\n\nfunc G() {}\n")]);
    let text = project.good(&["export", "--lines"]);
    assert!(text.contains("\"origin\":\"scope\",\"line\":4,\"lines\":[4,5]}"), "{text}");
}

#[test]
fn every_export_format_speaks_of_every_symbol() {
    let project = Project::new(&[("a.go", "package a\n\nfunc F() { G() }\n\nfunc G() {}\n")]);
    for (format, node, edge) in [
        ("dot", "label=\"a.go::F::func\"", "label=calls"),
        ("graphml", "<data key=\"id\">a.go::F::func</data>", "<data key=\"ekind\">calls</data>"),
        ("mermaid", "[\"a.go::F::func\"]", "-->|calls|"),
        ("jsonl", "\"id\":\"a.go::F::func\"", "\"kind\":\"calls\""),
    ] {
        let text = project.good(&["export", "--format", format]);
        assert!(text.contains(node) && text.contains(edge), "{format}:\n{text}");
        let says = text.starts_with(['/', '%']) && text.contains("without 3 member_of edges (");
        assert_ne!(says, text.contains("member_of\"") || text.contains(">member_of<"), "{format}:\n{text}");
    }
}

#[test]
fn index_reports_what_it_did() {
    let project = Project::sample();
    let first = project.json(&["index", "--json"]);
    assert_eq!((first["change"].as_str(), first["saved"].as_bool()), (Some("built"), Some(true)));
    assert_eq!(first["files"], first["filesParsed"]);
    let sum = |counts: &Value| counts.as_object().unwrap().values().filter_map(Value::as_u64).sum::<u64>();
    assert_eq!(first["totalSymbols"].as_u64(), Some(sum(&first["symbolsByKind"])));
    assert_eq!(first["totalEdges"].as_u64(), Some(sum(&first["edgesByKind"])));
    assert_eq!(first["totalEdges"].as_u64(), Some(sum(&first["edgesByOrigin"])));
    for phase in ["walk", "parse", "bind", "rank", "store"] {
        assert!(first["times"][phase].as_f64().is_some(), "{phase}");
    }

    let second = project.json(&["index", "--json"]);
    assert_eq!((second["change"].as_str(), second["filesParsed"].as_u64()), (Some("unchanged"), Some(0)));
    assert_eq!(second["generation"], first["generation"]);

    project.write("added.go", "package sample\n");
    let third = project.json(&["index", "--json"]);
    assert_eq!((third["change"].as_str(), third["filesAdded"].as_u64()), (Some("updated"), Some(1)));
    let forced = project.json(&["index", "--json", "--force"]);
    assert_eq!(forced["change"], "built");
    let symbols = forced["totalSymbols"].as_u64().unwrap() - forced["files"].as_u64().unwrap();
    for text in [project.good(&["index"]), project.good(&["index", "--force"])] {
        assert!(text.contains("skipped"), "{text}");
        assert!(text.contains(&format!("  symbols     {symbols}  ")), "as the explorer counts them: {text}");
    }
}

#[test]
fn rank_orders_by_the_measure_asked_for() {
    let project = Project::new(&[(
        "a.go",
        "package a\n\nfunc Base() {}\n\nfunc One() { Base() }\n\nfunc Two() { Base(); One() }\n\nvar V = 1\n",
    )]);
    for (by, first) in
        [("authority", "Base"), ("fan-in", "Base"), ("hub", "Two"), ("load", "Two"), ("fan-out", "Two")]
    {
        let answer = project.json(&["rank", "--json", "--kind", "func", "--by", by]);
        let rankings = answer["rankings"].as_array().unwrap();
        assert_eq!(rankings.len(), 3, "{by}");
        assert_eq!(rankings[0]["name"], first, "{by}");
        assert_eq!(rankings[0]["symbolId"], format!("a.go::{first}::func"), "{by}");
        assert!(rankings.windows(2).all(|w| w[0]["score"].as_f64() >= w[1]["score"].as_f64()), "{by}");
        assert_eq!(answer["converged"], true);
        assert!(answer["iterations"].as_u64().is_some_and(|n| n > 0));
    }
    let base = &project.json(&["rank", "--json", "--limit", "1", "--kind", "func"])["rankings"][0];
    assert_eq!(
        (base["inDegree"].as_u64(), base["file"].as_str(), base["line"].as_u64()),
        (Some(2), Some("a.go"), Some(3))
    );
    let limited = project.json(&["rank", "--json", "--limit", "1"]);
    assert_eq!(
        (limited["_meta"]["returnedItems"].as_u64(), limited["_meta"]["truncated"].as_bool()),
        (Some(1), Some(true))
    );
    let kinds = project.json(&["rank", "--json", "--kind", "var", "--kind", "package"]);
    assert_eq!(kinds["_meta"]["totalItems"], 2);
    assert!(project.good(&["rank", "--limit", "1", "--kind", "func"]).contains("Base  a.go:3"));
}

#[test]
fn any_path_inside_the_repository_means_the_repository() {
    let project = Project::new(&[("sub/deep/a.go", "package deep\n\nfunc F() {}\n")]);
    let whole = project.good(&["export"]);
    for path in ["sub", "sub/deep", "sub/deep/a.go", "./sub/.."] {
        assert_eq!(project.good(&["export", path]), whole, "{path}");
    }
    assert_eq!(project.generations().len(), 1, "one database for all of them");
}

#[test]
fn vendor_folders_are_indexed_when_asked() {
    let project = Project::new(&[
        ("a.go", "package a\n\nimport _ \"example.com/v\"\n"),
        ("vendor/example.com/v/v.go", "package v\n\nfunc V() {}\n"),
        ("vendor/modules.txt", "# example.com/v v1.0.0\nexample.com/v\n"),
    ]);
    let id = "vendor/example.com/v/v.go::V::func";
    assert!(!project.good(&["export"]).contains(id));
    assert!(project.good(&["export", "--vendor"]).contains(id));
    assert!(!project.good(&["export"]).contains(id), "without it the vendored code is gone again");
    for asked in [&["index"][..], &["index", "--vendor"]] {
        let text = project.good(asked);
        assert!(text.starts_with("up to date"), "neither takes the other's place: {text}");
    }
}

#[test]
fn doctor_tells_where_things_are_before_and_after() {
    let project = Project::new(&[("a.go", "package a\n")]);
    assert!(project.good(&["doctor"]).contains("not indexed yet"));
    project.good(&["index"]);
    let text = project.good(&["doctor"]);
    assert!(text.contains("generation 1") && text.contains("1 file,"), "{text}");
    assert!(text.contains(&project.data().display().to_string()), "{text}");
    let damaged = project.generations().pop().unwrap();
    std::fs::write(damaged, "damage").unwrap();
    assert!(project.good(&["doctor"]).contains("not usable"));
}

#[test]
fn doctor_tells_programs_what_it_tells_people() {
    let project = Project::new(&[("a.go", "package a\n\nfunc F() {}\n")]);
    let before = project.json(&["doctor", "--json"]);
    assert_eq!((&before["index"]["indexed"], before["index"].get("generation")), (&false.into(), None));
    let indexed = project.json(&["index", "--json"]);
    let after = project.json(&["doctor", "--json"]);
    for field in
        ["root", "database", "generation", "bytes", "files", "totalSymbols", "totalEdges", "unresolved"]
    {
        assert_eq!(after["index"][field], indexed[field], "{field}: {after}");
    }
    assert_eq!(after["index"]["notUsable"], serde_json::json!([]));
    assert_eq!(after["terminal"]["streams"]["output"], false);
    for (section, field) in [
        ("index", "dataFolder"),
        ("index", "writtenBy"),
        ("terminal", "size"),
        ("terminal", "variables"),
        ("explorer", "colours"),
        ("explorer", "theme"),
        ("explorer", "clipboard"),
        ("explorer", "editor"),
        ("explorer", "settings"),
        ("explorer", "warnings"),
        ("explorer", "git"),
    ] {
        assert!(after[section].get(field).is_some(), "{section}.{field}: {after}");
    }
    std::fs::write(project.generations().pop().unwrap(), "damage").unwrap();
    let damaged = project.json(&["doctor", "--json"]);
    assert!(damaged["index"]["notUsable"][0]["reason"].is_string(), "{damaged}");
    let nowhere = project.json(&["doctor", "--json", "nowhere"]);
    assert!(nowhere["index"]["error"].as_str().unwrap().contains("cannot open nowhere"), "{nowhere}");
}

#[test]
fn the_manual_and_the_completions_know_every_command() {
    let project = Project::new(&[]);
    let manual = project.good(&["man"]);
    for command in ["INDEX", "RANK", "EXPORT", "DOCTOR", "COMPLETIONS"] {
        assert!(manual.contains(command), "{command}");
    }
    assert!(!manual.contains("(1)\n"), "there is one page: {manual}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = project.good(&["completions", shell]);
        assert!(script.contains("codegraph-tui") && script.contains("data-dir"), "{shell}");
    }
}

#[test]
fn a_symbol_is_named_by_a_line_of_it_wherever_one_is_asked_for() {
    let project = Project::new(&[("a/a.go", "package a\n\nfunc F() {\n\tG()\n}\n\nfunc G() {}\n")]);
    let whole = project.root().canonicalize().unwrap().join("a/a.go:4:2");
    for place in ["a/a.go:4", "a.go:3:", whole.to_str().unwrap()] {
        let answer = project.good(&["impact", place]);
        assert!(answer.starts_with("a/a.go::F::func\n"), "{place}: {answer}");
        let answer = project.good(&["path", place, "a.go:7"]);
        assert!(answer.contains("a.go::G::func"), "{place}: {answer}");
        project.good(&["relevance", place, "what F does", "--visited", place]);
        project.good(&["query", "g", "--seed", place]);
    }
}

#[test]
fn the_place_of_a_sure_call_is_not_that_of_one_that_may_go_there() {
    let file = "package m\n\ntype Closer interface{ Close() }\n\ntype File struct{}\n\nfunc (*File) Close() {}\n\n\
                func Shut(c Closer, f *File) {\n\tc.Close()\n\tf.Close()\n}\n";
    let project = Project::new(&[("a.go", file)]);
    let answer = project.good(&["path", "Shut", "File.Close"]);
    assert!(answer.contains("a.go:11") && !answer.contains("a.go:10"), "{answer}");
    let answer = project.good(&["path", "Shut", "Closer.Close"]);
    assert!(answer.contains("a.go:10"), "{answer}");
}

#[test]
fn of_ways_as_sure_that_is_told_first_which_is_called_as_its_ends_are() {
    let project = Project::new(&[(
        "a.go",
        "package a\n\ntype Command struct{}\n\nfunc (Command) Plan() { operate(\"plan\") }\n\n\
         func operate(which string) {\n\tf := opApply\n\tif which == \"plan\" {\n\t\tf = opPlan\n\t}\n\tf()\n}\n\n\
         func opApply() { walk() }\n\nfunc opPlan() { planAll() }\n\nfunc planAll() { planOne() }\n\n\
         func planOne() { walk() }\n\nfunc walk() { planChange() }\n\nfunc planChange() {}\n\n\
         func both() {\n\tkeep(early)\n\tlate()\n}\n\nfunc keep(func()) {}\n\n\
         func early() { planChange() }\n\nfunc late() { planChange() }\n",
    )]);
    let answer = project.good(&["path", "Command.Plan", "planChange"]);
    let first = answer.split("\n\n").next().unwrap_or_default();
    assert!(first.contains("planAll") && !first.contains("opApply"), "{answer}");
    assert!(answer.contains("opApply"), "{answer}");
    // That it is passed on does not say who calls it.
    let answer = project.good(&["path", "both", "planChange"]);
    assert!(answer.split("\n\n").next().unwrap_or_default().contains("late"), "{answer}");
}

#[test]
fn a_method_of_a_value_that_is_given_away_may_be_called_where_nobody_sees() {
    let project = Project::new(&[(
        "main.go",
        "package main\n\nimport \"example.com/cli\"\n\ntype Plan struct{}\n\nfunc (*Plan) Run() int { return 0 }\n\n\
         func main() { start() }\n\nfunc start() { cli.Run(&Plan{}) }\n\nfunc other() {}\n",
    )]);
    project.write("b/b.go", "package b\n\nfunc start() {}\n");
    let answer = project.run(&["path", "Plan", "main.start"]).out;
    let other = "there is one in the other direction: `codegraph-tui path main.go::start::func Plan`";
    assert!(answer.contains(other), "a name that means several is none to say: {answer}");
    let answer = project.run(&["path", "main.start", "Plan.Run"]).out;
    for said in [
        "no path: start does not depend on Plan.Run as far as is known here\n",
        "  start reaches Plan: code that gets such a value may call Plan.Run unseen\n",
        "  `codegraph-tui path main.go::start::func Plan` shows that path\n",
    ] {
        assert!(answer.contains(said), "{answer}");
    }
    assert!(
        project
            .run(&["path", "other", "Plan.Run"])
            .out
            .starts_with("no path: other does not depend on Plan.Run\n")
    );
    assert!(
        project
            .run(&["path", "main.start", "Plan.Run", "--json"])
            .out
            .contains("\"reachesTypeOfTo\": \"main.go::Plan::struct\"")
    );
}

#[test]
fn the_path_that_a_question_asks_for_is_its_rows_in_order() {
    let project = Project::new(&[(
        "a/a.go",
        "package a\n\ntype Sink interface{ Put() }\n\ntype Disk struct{}\n\nfunc (Disk) Put() { flush() }\n\n\
         func Serve(s Sink) {\n\taccept(s)\n}\n\nfunc accept(s Sink) { s.Put() }\n\nfunc flush() {}\n\n\
         func alone() {}\n\nfunc direct() { Serve(Disk{}); spare() }\n\nfunc spare() { Serve(nil) }\n",
    )]);
    let ask = |question: &str| -> serde_json::Value {
        serde_json::from_str(&project.good(&["query", question, "--json"])).unwrap()
    };
    let names = |answer: &serde_json::Value| -> Vec<String> {
        let rows = answer["results"].as_array().unwrap().iter();
        rows.map(|row| row["qualifiedName"].as_str().unwrap().to_owned()).collect()
    };
    for question in [
        "how does Serve reach a.flush",
        "what lies between `Serve` and `a.flush`?",
        "how is a.flush reached from Serve",
        "show the path from Serve to flush",
    ] {
        let answer = ask(question);
        assert_eq!(names(&answer), ["Serve", "accept", "Disk.Put", "flush"], "{question}: {answer}");
        assert_eq!(answer["path"]["hops"].as_array().unwrap().len(), 3, "{question}");
        assert_eq!(answer["path"]["reversed"], false, "{question}");
    }
    let text = project.good(&["query", "how does Serve reach a.flush"]);
    assert!(text.starts_with("path from Serve to a.flush: 3 steps, confidence 1.00\n"), "{text}");
    assert!(text.contains("[calls a.Disk.Put on line 13, through a.Sink"), "{text}");
    // The path that only another one passes follows it.
    let answer = ask("how does a.direct reach accept");
    assert_eq!(names(&answer), ["direct", "Serve", "accept", "spare"], "{answer}");
    // The end does not reach the start: the other way round is shown, and said.
    let answer = ask("how does a.flush get to Serve");
    assert_eq!(names(&answer), ["Serve", "accept", "Disk.Put", "flush"], "{answer}");
    assert_eq!(answer["path"]["reversed"], true);
    let text = project.good(&["query", "how does a.flush get to Serve"]);
    assert!(
        text.starts_with("a.flush does not reach Serve, as far as is known; path from Serve to"),
        "{text}"
    );
    for (question, remark) in [
        ("how does alone reach a.Serve", "no path from alone to a.Serve is known: "),
        ("how does Serve reach a.Gone", "there is no a.Gone in this tree; searched by words instead\n"),
        ("how does Serve reach a.Serve", "Serve and a.Serve are the same; "),
    ] {
        let text = project.run(&["query", question]).out;
        assert!(text.starts_with(remark), "{question}: {text}");
    }
    // Ends in plain words name nothing.
    assert_eq!(ask("how does a request reach the disk")["path"], serde_json::Value::Null);
}

#[test]
fn a_symbol_is_added_to_what_a_question_finds() {
    let project = Project::new(&[
        ("a/a.go", "package a\n\nfunc Serve() {}\n"),
        ("b/b.go", "package b\n\nfunc spare() { println(1) }\n"),
    ]);
    let question = "serve pkg:a";
    let text = project.good(&["query", question]);
    assert!(!text.contains("spare"), "{text}");
    let text = project.good(&["query", question, "--add", "b.spare"]);
    assert!(text.contains("func       spare  b/b.go:3  [added; "), "{text}");
    let text = project.good(&["pack", question, "--add", "b.spare"]);
    assert!(text.contains("func spare() { println(1) }"), "{text}");
    let failure = project.run(&["query", "serve", "--add", "nowhere"]);
    assert!(failure.err.contains("nowhere"), "{}", failure.err);
}
