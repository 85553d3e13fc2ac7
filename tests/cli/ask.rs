//! Questions in words: `query`, `batch`, `pack`; what an answer says of itself, and how it is refused.

use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::project::{Answer, Project};

pub(crate) fn asked(project: &Project, args: &[&str]) -> Value {
    serde_json::from_str(&project.good(args)).unwrap()
}

pub(crate) fn names(answer: &Value) -> Vec<&str> {
    answer["results"].as_array().unwrap().iter().map(|row| row["qualifiedName"].as_str().unwrap()).collect()
}

/// Returns whether a row is one that the question names, points at, or says word for word.
pub(crate) fn is_exact(row: &Value) -> bool {
    row["why"]["parts"].as_array().unwrap().iter().any(|part| part["signal"] == "exact")
}

/// Lines in, lines out.
pub(crate) fn batch(project: &Project, flags: &[&str], lines: &str, code: i32) -> Vec<Value> {
    let args = [&["batch"], flags].concat();
    let mut child = project.command(&args).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let answer = Answer::from(child.wait_with_output().unwrap());
    assert_eq!(answer.code, Some(code), "{}", answer.err);
    answer.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn an_answer_has_the_documented_fields() {
    let project = Project::sample();
    let answer = asked(&project, &["query", "retry a failed job", "--json", "--budget", "600"]);
    for field in ["query", "strategy", "totalTokens", "tokenBudget", "fuzzyCorrection", "leftOut"] {
        assert!(answer.get(field).is_some(), "{field}");
    }
    for field in ["tier", "tookMs", "candidates"] {
        assert!(answer["searchMetrics"].get(field).is_some(), "{field}");
    }
    for field in ["totalItems", "returnedItems", "truncated"] {
        assert!(answer["_meta"].get(field).is_some(), "{field}");
    }
    let rows = answer["results"].as_array().unwrap();
    assert_eq!(answer["_meta"]["returnedItems"], rows.len());
    let total = answer["totalTokens"].as_u64().unwrap();
    assert!(total <= 600, "{total}");
    for row in rows {
        for field in
            ["symbolId", "name", "kind", "file", "line", "relevanceScore", "importanceScore", "tokens"]
        {
            assert!(row.get(field).is_some(), "{field}: {row}");
        }
        let parts = row["why"]["parts"].as_array().unwrap();
        let sum: f64 = parts.iter().map(|part| part["score"].as_f64().unwrap()).sum();
        assert!((sum - row["combinedScore"].as_f64().unwrap()).abs() < 1e-4, "{row}");
    }
}

#[test]
fn a_misspelt_word_is_corrected_and_said_unless_that_is_switched_off() {
    let project = Project::sample();
    let answer = asked(&project, &["query", "jornal", "--json"]);
    assert_eq!(answer["fuzzyCorrection"], json!({ "from": "jornal", "to": "journal" }));
    assert!(!names(&answer).is_empty());
    let answer = asked(&project, &["query", "jornal", "--json", "--no-fuzzy"]);
    assert_eq!((&answer["fuzzyCorrection"], names(&answer).len()), (&Value::Null, 0));
    let two = batch(&project, &[], "{\"id\":1,\"query\":\"jornal retyr\"}", 0);
    assert_eq!(
        two[0]["fuzzyCorrections"],
        json!([{ "from": "jornal", "to": "journal" }, { "from": "retyr", "to": "retry" }])
    );
    assert_eq!(two[0]["fuzzyCorrection"], two[0]["fuzzyCorrections"][0]);
    // Words of the tree are never corrected.
    assert_eq!(asked(&project, &["query", "journal", "--json"])["fuzzyCorrection"], Value::Null);
}

#[test]
fn a_misspelt_part_of_an_identifier_is_what_makes_it_one_of_the_tree() {
    let code = "package a\n\n// Blob is a blob of blobs.\ntype Blob struct{ blob, blobs Blobs }\n\ntype Blobs struct{}\n\n\
                func blobStore() {}\n\nfunc storeBlob() {}\n\ntype NomsBlockStore struct{}\n";
    let project = Project::new(&[("a.go", code)]);
    for (question, to) in
        [("nomsBlokStore", "block"), ("where is NomsBlokStore made", "block"), ("blokPile", "blob")]
    {
        let answer = project.run(&["query", question]).out;
        assert!(
            answer.contains(&format!("“blok” is not found here; read as “{to}”")),
            "{question}: {answer}"
        );
    }
    assert_eq!(names(&asked(&project, &["query", "nomsBlokStore", "--json"]))[0], "NomsBlockStore");
}

#[test]
fn a_misspelling_that_the_tree_has_itself_is_read_both_ways() {
    let calls = "\treceive()\n".repeat(120);
    let text = format!(
        "package a\n\nfunc receive() {{}}\n\nfunc snapshot() {{\n{calls}}}\n\n\
         // hold lets nobody recieve.\nfunc hold() {{}}\n"
    );
    let project = Project::new(&[("go.mod", "module m\n"), ("a.go", &text)]);
    let answer = project.run(&["query", "who may recieve"]);
    assert!(answer.out.contains("“recieve” is rare here; also searched for “receive”\n"), "{}", answer.out);
    assert!(answer.out.contains("hold") && answer.out.contains("receive  a.go"), "{}", answer.out);
    let literal = project.run(&["query", "who may recieve", "--no-fuzzy"]);
    assert!(!literal.out.contains("hardly") && literal.out.contains("hold"), "{}", literal.out);
}

#[test]
fn what_matches_nothing_says_so() {
    let project = Project::sample();
    let answer = asked(&project, &["query", "qqqqzzzzxxxx", "--json"]);
    assert_eq!((names(&answer).len(), &answer["searchMetrics"]["tier"]), (0, &json!("none")));
    for (question, why) in [
        ("qqqqzzzzxxxx", "“qqqqzzzzxxxx” is not found here"),
        ("日本語の質問", "“日本”, “本語”, “語の” and 2 more are not found here"),
        ("(.*)[^]+?$ \\ {,}|", "no word to look for"),
        ("what is it about", "no word to look for"),
        ("schedulation", "the nearest words here: duration"),
    ] {
        let said = project.good(&["query", question]);
        assert!(said.starts_with("nothing matches: ") && said.contains(why), "{question}: {said}");
    }
    assert_eq!(project.run(&["pack", "qqqqzzzzxxxx"]).code, Some(1));
}

#[test]
fn strategies_and_modes_answer_differently() {
    let project = Project::sample();
    let question = "job queue";
    let lists: Vec<String> = ["fused", "combined", "dependency", "importance"]
        .iter()
        .map(|strategy| {
            names(&asked(&project, &["query", question, "--json", "--strategy", strategy])).join(" ")
        })
        .collect();
    for (ix, list) in lists.iter().enumerate() {
        assert!(!list.is_empty());
        assert!(!lists[..ix].contains(list), "{list}");
    }
    let legacy = asked(&project, &["query", "queu", "--json", "--search-mode", "legacy", "--no-fuzzy"]);
    assert_eq!(legacy["searchMetrics"]["tier"], "substring");
}

#[test]
fn parts_of_a_score_add_up_to_it() {
    let project = Project::sample();
    for strategy in ["fused", "dependency", "importance", "relevance"] {
        let answer = asked(&project, &["query", "job queue", "--json", "--strategy", strategy]);
        for row in answer["results"].as_array().unwrap() {
            let parts = row["why"]["parts"].as_array().unwrap();
            let sum: f64 = parts.iter().map(|part| part["score"].as_f64().unwrap()).sum();
            let score = row["combinedScore"].as_f64().unwrap();
            assert!((sum - score).abs() < 1e-4, "{strategy}: {sum} of {row}");
        }
    }
    let relevance = |project: &Project| project.good(&["query", "job queue", "--strategy", "relevance"]);
    assert!(relevance(&project).contains("depth 0.10"), "{}", relevance(&project));
    for args in [&["init", "-q"][..], &["add", "-A"], &["commit", "-qm", "all"]] {
        crate::impact::git(&project, args);
    }
    assert!(!relevance(&project).contains("depth"), "{}", relevance(&project));
}

#[test]
fn query_tells_of_the_pack_that_pack_writes() {
    let project = Project::sample();
    for budget in ["100", "137", "400", "1500"] {
        let asked = asked(&project, &["query", "retry a failed job", "--json", "--budget", budget]);
        let packed = project.good(&["pack", "retry a failed job", "--budget", budget]);
        let rows = ["results", "types"].map(|list| asked[list].as_array().unwrap().clone()).concat();
        let views = |lines: bool| {
            let is_line = |view: &Value| view == "name" || view == "sig";
            let is_wanted = |row: &&Value| !row["view"].is_null() && is_line(&row["view"]) == lines;
            rows.iter().filter(is_wanted).count()
        };
        let lines = |start: &str| packed.lines().filter(|line| line.starts_with(start)).count();
        assert_eq!((views(false), views(true)), (lines("### "), lines("- ")), "{budget}: {packed}");
    }
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let project = Project::sample();
    for (args, code) in [
        (&["query", ""][..], 2),
        (&["query", " \t"], 2),
        (&["query", "job", "--budget", "99"], 2),
        (&["query", "job", "--budget", "x"], 2),
        (&["query", "job", "--weights", "txet=1"], 2),
        (&["query", "job", "--strategy", "best"], 2),
        (&["query", "job", "--seed", "NoSuchSymbol"], 3),
        (&["query", "job", "--seed", "Run"], 4),
    ] {
        let answer = project.run(args);
        assert_eq!(answer.code, Some(code), "{args:?}: {}", answer.err);
        assert!(!answer.err.is_empty(), "{args:?}");
    }
}

#[test]
fn a_question_of_100_kb_is_read_as_far_as_is_sensible_and_that_is_said() {
    let project = Project::sample();
    let different: Vec<String> = (0..6_200).map(|ix| format!("retry{ix} job")).collect();
    for long in ["retry the job ".repeat(7_200), different.join(" and ")] {
        assert!((100_000..130_000).contains(&long.len()), "{}", long.len());
        let said = project.good(&["query", &long]);
        assert!(said.contains("the question is long: "), "{said}");
        assert!(said.contains("Pool.retry"), "{said}");
    }
    assert!(!project.good(&["query", "retry the job"]).contains("long"));
}

#[test]
fn words_and_signs_of_patterns_are_read_as_words_and_signs() {
    let project = Project::sample();
    // The question stands in the pack and takes room there.
    let roomy = |text: &str| asked(&project, &["query", text, "--json", "--budget", "30000"]);
    let plain = roomy("retry job");
    let odd = roomy("^retry.*(job)$ +-\"'[]{}");
    assert_eq!(names(&odd), names(&plain));
}

#[test]
fn a_batch_answers_line_by_line_and_survives_a_bad_one() {
    let project = Project::sample();
    let lines = "{\"id\":1,\"query\":\"retry backoff\",\"budget\":500}\n\n{\"id\":\"b\",\"query\":\"\"}\n";
    let answers = batch(&project, &[], lines, 2);
    assert_eq!((&answers[0]["id"], &answers[1]["id"], answers.len()), (&json!(1), &json!("b"), 2));
    let rows = answers[0]["results"].as_array().unwrap();
    for field in ["symbolId", "file", "line", "name", "kind", "score", "tokens"] {
        assert!(rows[0].get(field).is_some(), "{field}");
    }
    let id = rows[0]["symbolId"].as_str().unwrap();
    assert_eq!(project.run(&["impact", id]).code, Some(0), "other commands take {id}");
    let scores: Vec<f64> = rows.iter().map(|row| row["score"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert!(answers[1]["error"].as_str().unwrap().contains("empty"));
    let little = "{\"query\":\"retry\",\"budget\":99}";
    assert!(batch(&project, &[], little, 0)[0].get("error").is_none(), "nothing is packed");
    let error = batch(&project, &["--packed"], little, 2)[0]["error"].to_string();
    assert!(error.contains("line 1 of standard input cannot be answered: a budget of 99"), "{error}");
    for (line, what) in [
        ("[1]", "it is a list, not an object"),
        ("{\"id\":1}", "it has no \\\"query\\\""),
        ("{\"query\":5}", "\\\"query\\\" is a number, not a string"),
        ("{\"query\":\"a\",\"budget\":1.5}", "\\\"budget\\\" is not a whole number"),
    ] {
        let error = batch(&project, &[], line, 2)[0]["error"].to_string();
        assert!(error.contains(what), "{error}");
    }

    let lines = "{\"id\":7,\"query\":3}\nretry\n{\"id\":8,\"query\":\"retry backoff\"}\n[]\n";
    let answers = batch(&project, &[], lines, 2);
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&json!(7), &Value::Null, &json!(8), &Value::Null]);
    let errors: Vec<bool> = answers.iter().map(|answer| answer.get("error").is_some()).collect();
    assert_eq!(errors, [true, true, false, true]);
    assert!(answers[1]["error"].as_str().unwrap().starts_with("line 2 of standard input is not JSON"));
    let help = project.good(&["batch", "--help"]);
    assert!(["  query ", "  id ", "  budget "].iter().all(|field| help.contains(field)), "{help}");

    let mut child = project.command(&["batch"]).stdin(Stdio::piped()).spawn().unwrap();
    let line = "{\"query\":\"retry backoff\",\"limit\":1,\"nonsense\":2}";
    child.stdin.take().unwrap().write_all(line.as_bytes()).unwrap();
    let answer = Answer::from(child.wait_with_output().unwrap());
    assert_eq!((answer.code, answer.out.lines().count()), (Some(0), 1));
    assert!(answer.err.contains("ignored unknown fields: limit, nonsense"), "{}", answer.err);

    let packed = batch(&project, &["--packed"], "{\"id\":2,\"query\":\"retry backoff\",\"budget\":300}", 0);
    let rows = packed[0]["results"].as_array().unwrap();
    assert!(rows.iter().all(|row| ["full", "sig", "name"].contains(&row["view"].as_str().unwrap())));
    assert!(rows.iter().map(|row| row["tokens"].as_u64().unwrap()).sum::<u64>() <= 300);
}

#[test]
fn a_pack_is_the_text_itself_in_every_format() {
    let project = Project::sample();
    for format in ["markdown", "xml", "plain", "json"] {
        let text = project.good(&["pack", "retry a failed job", "--format", format, "--budget", "800"]);
        assert!(text.contains("func ") && text.contains(".go"), "{format}: {text}");
    }
    let text = project.good(&["pack", "retry a failed job"]);
    let file = project.data().join("pack.md");
    let out = project.good(&["pack", "retry a failed job", "--out", file.to_str().unwrap()]);
    assert_eq!((out.as_str(), std::fs::read_to_string(file).unwrap()), ("", text));
}

#[test]
fn an_answer_does_not_depend_on_how_the_index_came_to_be() {
    let project = Project::sample();
    let question = ["query", "retry a failed job", "--json"];
    let before = asked(&project, &question);
    project.write("extra/extra.go", "package extra\n\n// Retry tries a job again.\nfunc Retry() {}\n");
    let refreshed = asked(&project, &question);
    assert!(names(&refreshed).contains(&"Retry") && !names(&before).contains(&"Retry"));
    project.good(&["index", "--force"]);
    let mut rebuilt = asked(&project, &question);
    rebuilt["searchMetrics"]["tookMs"] = refreshed["searchMetrics"]["tookMs"].clone();
    assert_eq!(rebuilt, refreshed);
}

#[test]
fn weights_are_settings_that_a_flag_overrides() {
    let project = Project::sample();
    let file = project.data().join("config.toml");
    let config = file.to_str().unwrap();
    let question = ["query", "retry a failed job", "--json", "--config", config];
    let weights = |args: &[&str]| -> Vec<(String, f64)> {
        let answer = asked(&project, &[&question[..], args].concat());
        let parts = answer["results"][0]["why"]["parts"].as_array().unwrap();
        let part = |part: &Value| (part["signal"].as_str().unwrap().into(), part["weight"].as_f64().unwrap());
        parts.iter().map(part).collect()
    };
    let of = |weights: &[(String, f64)], name: &str| weights.iter().find(|w| w.0 == name).map(|w| w.1);
    std::fs::create_dir_all(project.data()).unwrap();
    std::fs::write(&file, "").unwrap();
    let usual = weights(&[]);
    std::fs::write(&file, "[weights]\nnear = 500\n[relevance]\nsemantic = 1.0\n").unwrap();
    let near = weights(&[]);
    assert!(of(&usual, "near") < Some(0.5) && of(&near, "near") > Some(0.9), "{usual:?} {near:?}");
    assert_eq!(of(&weights(&["--weights", "near=0"]), "near"), None, "a flag goes before the file");
    assert_eq!(of(&weights(&["--strategy", "relevance"]), "semantic"), Some(1.0));
    let score = ["relevance", "Pool.retry", "retry", "--json", "--config", config];
    assert_eq!(project.json(&score)["weights"]["semantic"], 1.0);

    std::fs::write(&file, "[weights]\nnaer = 5\nnear = -1\n").unwrap();
    let answer = project.run(&question);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    for said in [
        "config.toml: line 2: there is no weight `naer` (near it: near",
        "line 3: the weight of `near` must be",
    ] {
        assert!(answer.err.contains(said), "{}", answer.err);
    }
}

#[test]
fn a_limit_is_how_many_rows_there_are_to_choose_from() {
    let project = Project::sample();
    let all = project.json(&["query", "retry a failed job", "--json"]);
    let few = project.json(&["query", "retry a failed job", "--json", "--limit", "3"]);
    assert!(all["_meta"]["totalItems"].as_u64().unwrap() > 3, "{all}");
    assert_eq!(few["_meta"]["totalItems"], 3, "{few}");
    assert_eq!(few["results"][0]["symbolId"], all["results"][0]["symbolId"]);
    assert_eq!(project.run(&["query", "x", "--limit", "0"]).code, Some(2));

    let rows = |flags: &[&str]| {
        let answers = batch(&project, flags, "{\"query\":\"retry a failed job\"}", 0);
        answers[0]["results"].as_array().unwrap().clone()
    };
    let ranked = rows(&["--limit", "3"]);
    assert_eq!((ranked.len(), &ranked[0]["symbolId"]), (3, &all["results"][0]["symbolId"]));
    // Beside the rows a pack has types that these use.
    assert!(rows(&["--limit", "3", "--packed"]).len() < rows(&["--packed"]).len());
    let pack = project.json(&["pack", "retry a failed job", "--limit", "1", "--format", "json"]);
    let whole = project.json(&["pack", "retry a failed job", "--format", "json"]);
    assert!(pack.to_string().len() < whole.to_string().len(), "{pack}");
}

#[test]
fn what_is_written_for_tests_alone_answers_after_the_program() {
    let test = "package selftest\n\nimport \"testing\"\n\n// GrowStack grows a stack until stacks are grown.\n\
                func testGrowStack(t *testing.T) { growStack() }\n\n// growStack is how a stack is grown.\nfunc growStack() {}\n";
    let program = "package stack\n\n// Stack has frames.\ntype Stack struct{ frames []int }\n\n\
                   // more grows the stack by doubling it.\nfunc (s *Stack) more() { s.frames = append(s.frames, 0) }\n";
    let project = Project::new(&[("selftest/grow.go", test), ("stack/stack.go", program)]);
    let answer = asked(&project, &["query", "how are stacks grown", "--json"]);
    assert_eq!(answer["results"][0]["file"], "stack/stack.go", "{:?}", names(&answer));
}

#[test]
fn a_question_about_a_package_is_answered_by_it_and_what_it_exports() {
    let project = Project::sample();
    for question in [
        "what does package queue do",
        "package queue",
        "what is the queue package for?",
        "explain pkg queue",
        "purpose of example.com/millrace/queue",
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        let rows = answer["results"].as_array().unwrap();
        assert_eq!(rows[0]["kind"], "package", "{question}: {:?}", names(&answer));
        assert_eq!((&rows[0]["name"], &rows[1]["name"]), (&"queue".into(), &"Queue".into()), "{question}");
    }
    let answer = asked(&project, &["query", "how does package queue wake a worker", "--json"]);
    assert!(!is_exact(&answer["results"][0]), "{:?}", names(&answer));
}

#[test]
fn words_meet_however_they_are_joined_and_whatever_their_script() {
    let code = "package p\n\nfunc OpenPayPalForm() {}\n\nfunc YouTubeFeed() {}\n\nfunc FeedReader() {}\n\n\
                // Rotate 轮换加密密钥，每天一次。\nfunc Rotate() {}\n\n// Verify は署名を検証する。\nfunc Verify() {}\n\n\
                // Fuß is the foot of the page.\nfunc Fuß() {}\n";
    let project = Project::new(&[("p/p.go", code)]);
    for (question, expect) in [
        ("paypal", "OpenPayPalForm"),
        ("youtube feed", "YouTubeFeed"),
        ("加密密钥", "Rotate"),
        ("怎么轮换密钥", "Rotate"),
        ("署名の検証", "Verify"),
        ("FUSS", "Fuß"),
        ("fuß", "Fuß"),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        assert_eq!(names(&answer).first(), Some(&expect), "{question}: {answer}");
    }
    let text = project.good(&["query", "paypal"]);
    assert!(text.contains("“paypal” is not found here; read as “pay pal”"), "{text}");
}
