//! Tests of the effects of a change: `impact SYMBOL` and `impact --diff`.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::project::Project;

pub(crate) const STORE: &str = "package m\n\ntype Store interface{ Get() int }\n\ntype Mem struct{ n int }\n\n\
                     func (m *Mem) Get() int { return m.n }\n\nfunc Read(s Store) int { return s.Get() }\n\n\
                     func Two(s Store) int { return Read(s) + Read(s) }\n\nfunc New() Store { return &Mem{} }\n";
pub(crate) const TEST: &str = "package m\n\nimport \"testing\"\n\nfunc TestTwo(t *testing.T) {\n\tif Two(New()) != 0 {\n\t\tt.Fatal()\n\t}\n}\n";

/// With a test that nothing leads to, no line runs all of the module.
pub(crate) const IDLE: &str = "package idle\n\nimport \"testing\"\n\nfunc TestIdle(t *testing.T) {}\n";

pub(crate) fn project() -> Project {
    Project::new(&[("store.go", STORE), ("store_test.go", TEST)])
}

/// Runs git in the project; returns what it prints.
pub(super) fn git(project: &Project, args: &[&str]) -> String {
    let identity = ["-c", "user.name=An Author", "-c", "user.email=a@example.com"];
    let output = Command::new("git").args(identity).args(args).current_dir(project.root()).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

pub(crate) fn column(rows: &Value, field: &str) -> Vec<String> {
    rows.as_array().unwrap().iter().map(|row| row[field].to_string().replace('"', "")).collect()
}

/// The impact of a range, where what was edited in the submodule `sub` is as far as the range says.
pub(crate) fn changed_after(project: &Project, range: &str) -> String {
    match range {
        "staged" => {
            git(project, &["-C", "sub", "add", "."]);
            git(project, &["-C", "sub", "commit", "-qm", "two"]);
            git(project, &["add", "sub"]);
        }
        "HEAD~1..HEAD" => {
            git(project, &["commit", "-qm", "two"]);
        }
        _ => {}
    }
    project.good(&["impact", "--diff", range])
}

/// Lists the changes that a diff reports: kind, symbol, and for one that is left behind or moved, its former place.
pub(crate) fn lost(answer: &Value) -> Vec<String> {
    let one = |c: &Value| {
        let of = |field: &str| c[field].as_str().unwrap_or_default().to_owned();
        [of("change"), of("name"), of("lost"), of("from")].join(" ").trim_end().to_owned()
    };
    for group in answer["groups"].as_array().unwrap() {
        let listed = group["items"].as_array().unwrap().len();
        assert_eq!(group["total"].as_u64().unwrap(), listed as u64, "nothing of {group} is left out");
    }
    answer["changed"].as_array().unwrap().iter().map(one).collect()
}

#[test]
fn impact_lists_what_is_affected_with_its_path_and_the_tests_apart() {
    let project = project();
    let answer = project.json(&["impact", "Mem.n", "--json"]);
    assert_eq!(column(&answer["affected"], "qualifiedName"), ["Mem.Get", "Read", "Two"]);
    assert_eq!(column(&answer["affected"], "depth"), ["1", "2", "3"]);
    let two = &answer["affected"][2];
    let path = [
        "store.go::Mem.n::field",
        "store.go::Mem.Get::method",
        "store.go::Read::func",
        "store.go::Two::func",
    ];
    assert_eq!(two["path"], serde_json::json!(path));
    assert_eq!(two["edgeKinds"], serde_json::json!(["accesses", "calls", "calls"]));
    assert_eq!((two["symbolId"].as_str(), two["callLine"].as_u64()), (Some(path[3]), Some(11)));
    let score = two["impactScore"].as_f64().unwrap();
    assert!(score > 0.1 && score < 0.2, "it falls with every step: {score}");
    assert_eq!(column(&answer["tests"], "name"), ["TestTwo"]);
    assert_eq!(answer["testCommands"], serde_json::json!(["go test . -run '^TestTwo$'"]));
    assert_eq!(answer["cut"]["belowThreshold"]["symbols"], 1);
    insta::assert_snapshot!(project.good(&["impact", "Mem.n"]));
}

#[test]
fn what_the_threshold_hides_is_what_the_lower_one_that_is_told_adds() {
    let mut many = String::from(
        "package m\n\ntype I interface{ M() }\n\nfunc Run(i I) { i.M() }\n\nfunc Two(i I) { Run(i) }\n",
    );
    (0..30).for_each(|n| write!(many, "\ntype T{n} struct{{}}\n\nfunc (T{n}) M() {{}}\n").unwrap());
    let each = |part: fn(usize) -> String| (0..30).map(part).collect::<String>();
    let (given, calls) = (each(|n| format!("t{n} T{n}, ")), each(|n| format!("Two(t{n}); ")));
    write!(many, "\nfunc Feed({given}) {{ {calls} }}\n").unwrap();
    let tests = "package m\n\nimport \"testing\"\n\nfunc helper() { var i I; Two(i) }\n\nfunc TestMain(m *testing.M) { (*T0).M(nil) }\n\n\
                 func TestTwo(t *testing.T) { helper() }\n\nfunc TestNone(t *testing.T) {}\n";
    let project = Project::new(&[("m.go", &many), ("m_test.go", tests)]);
    let text = project.good(&["impact", "T1.M"]);
    assert!(text.contains("0 symbols and 0 tests affected"), "{text}");
    let hidden = "out of reach 0.1; --threshold 0.02 adds 1 symbol\n";
    assert!(text.contains(hidden), "not at 0.05, where there is nothing: {text}");
    let text = project.good(&["impact", "T1.M", "--threshold", "0.02"]);
    assert!(text.contains("1 symbol and 0 tests affected"), "{text}");
    let text = project.good(&["impact", "T1.M", "--threshold", "0.001"]);
    assert!(text.contains("3 symbols, 1 test-only symbol and 0 tests affected"), "{text}");
    assert!(text.contains("not listed: 1 test that cannot execute it"), "nothing makes a T1: {text}");
    // Tests that are run anyway are none more.
    let text = project.good(&["impact", "T0.M"]);
    assert!(text.contains("1 test-only symbol and 2 tests affected"), "{text}");
    assert!(text.contains("--threshold 0.02 adds 1 symbol\n"), "{text}");
}

#[test]
fn impact_keeps_its_limits_and_counts_what_they_cut() {
    let project = project();
    let near = project.json(&["impact", "Mem.n", "--json", "--depth", "1"]);
    assert_eq!(column(&near["affected"], "name"), ["Get"]);
    assert_eq!(near["cut"]["beyondDepth"]["symbols"], 1);
    let sure = project.json(&["impact", "Mem.n", "--json", "--threshold", "0.5"]);
    assert_eq!(column(&sure["affected"], "name"), ["Get"]);
    assert_eq!(sure["cut"]["belowThreshold"]["symbols"], 1);
    let limited = project.json(&["impact", "Mem.n", "--json", "--limit", "1"]);
    assert_eq!(
        (limited["totalAffected"].as_u64(), limited["_meta"]["truncated"].as_bool()),
        (Some(3), Some(true))
    );
}

#[test]
fn impact_of_a_diff_starts_at_the_symbols_that_changed() {
    let project = project();
    git(&project, &["init", "-q", "-b", "main"]);
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "one"]);
    assert_eq!(project.json(&["impact", "--diff", "HEAD", "--json"])["changed"], serde_json::json!([]));

    project.write(
        "store.go",
        STORE.replace("return m.n }", "return m.n + 1 }").replace("New() Store", "New() *Mem"),
    );
    let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
    assert_eq!(column(&answer["changed"], "name"), ["Mem.Get", "New"]);
    assert_eq!(column(&answer["changed"], "change"), ["body", "signature"]);
    assert_eq!(column(&answer["affected"], "name"), ["Read"], "a body's change is mostly noticed next to it");
    assert_eq!(answer["cut"]["belowThreshold"]["symbols"], 1);
    assert_eq!(column(&answer["tests"], "name"), ["TestTwo"]);
    assert_eq!(answer["packages"][0]["changed"], 2);
    insta::assert_snapshot!(project.good(&["impact", "--diff", "HEAD"]));

    git(&project, &["add", "-A"]);
    assert_eq!(
        column(&project.json(&["impact", "--staged", "--json"])["changed"], "name"),
        ["Mem.Get", "New"]
    );
    git(&project, &["checkout", "-q", "-b", "branch"]);
    git(&project, &["commit", "-q", "-m", "two"]);
    for range in ["main...HEAD", "main..", "main"] {
        let answer = project.json(&["impact", "--diff", range, "--json", "."]);
        assert_eq!(column(&answer["changed"], "name"), ["Mem.Get", "New"], "{range}");
    }
}

#[test]
fn a_diff_on_standard_input_counts_before_it_is_applied_and_after() {
    let project = project();
    let patch = "--- a/store.go\n+++ b/store.go\n@@ -7 +7 @@\n-func (m *Mem) Get() int { return m.n }\n\
                 +func (m *Mem) Get() int { return m.n + 1 }\n";
    let before = STORE.lines().nth(6).unwrap();
    assert!(patch.contains(before), "{before}");
    project.write("../change.patch", patch);
    project.write("../words.patch", "hello\n");
    let answer = |name: &str, args: &[&str]| {
        let patch = fs::File::open(project.root().join("..").join(name)).unwrap();
        Project::finish(project.command(&[&["impact", "--diff", "-"], args].concat()).stdin(patch))
    };
    let json = || -> Value { serde_json::from_str(&answer("change.patch", &["--json", "."]).out).unwrap() };
    for state in ["before", "after"] {
        let answer = json();
        assert_eq!(column(&answer["changed"], "name"), ["Mem.Get"], "{state}");
        assert_eq!(column(&answer["changed"], "change"), ["body"], "{state}");
        assert_eq!(column(&answer["affected"], "name"), ["Read"], "{state}");
        assert_eq!(column(&answer["tests"], "name"), ["TestTwo"], "{state}");
        project.write("store.go", STORE.replace("return m.n }", "return m.n + 1 }"));
    }
    project.write("store.go", "package m\n");
    let refused = answer("change.patch", &["--tests-only", "."]);
    assert_eq!((refused.code, &*refused.out), (Some(1), ""), "{}", refused.err);
    assert!(refused.err.contains("neither as before the diff nor as after it"), "{}", refused.err);
    let error = answer("words.patch", &["."]).err;
    assert!(error.contains("no unified diff"), "{error}");
}

#[test]
fn what_a_diff_removes_counts_in_its_package_too() {
    let old = "package old\n\nfunc F() {}\n\nfunc G() {}\n";
    let rest = "package a\n\nfunc H() {}\n";
    let project = Project::new(&[("a/store.go", STORE), ("a/rest.go", rest), ("b/old/o.go", old)]);
    git(&project, &["init", "-q", "-b", "main"]);
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "one"]);
    project.write("a/store.go", STORE.replace("return m.n }", "return m.n + 1 }"));
    fs::remove_file(project.root().join("a/rest.go")).unwrap();
    fs::remove_file(project.root().join("b/old/o.go")).unwrap();
    let text = project.good(&["impact", "--diff", "HEAD"]);
    assert!(text.starts_with("4 symbols changed in 3 files\n"), "{text}");
    assert!(
        text.contains("  a: 2 changed, ") && text.contains("  b/old: 2 changed, 0 affected, 0 tests\n"),
        "{text}"
    );
    let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
    let gone = answer["packages"].as_array().unwrap().last().unwrap();
    assert_eq!((&gone["package"], &gone["name"]), (&"b/old".into(), &"old".into()));
}

#[test]
fn a_test_that_changed_is_itself_to_be_run_and_comes_first() {
    let project = Project::new(&[
        ("a/store.go", STORE),
        ("a/store_test.go", TEST),
        ("b/b_test.go", "package b\n"),
        ("idle/idle_test.go", IDLE),
    ]);
    git(&project, &["init", "-q", "-b", "main"]);
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "one"]);
    project.write("a/store.go", STORE.replace("return m.n }", "return m.n + 1 }"));
    project.write("b/b_test.go", "package b\n\nimport \"testing\"\n\nfunc TestNew(t *testing.T) {}\n");
    let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
    assert_eq!(column(&answer["tests"], "name"), ["TestNew", "TestTwo"]);
    assert_eq!(column(&answer["tests"], "depth"), ["0", "null"], "the path to the other one is cut");
    let lines = ["go test ./b -run '^TestNew$'", "go test ./a -run '^TestTwo$'"];
    assert_eq!(answer["testCommands"], serde_json::json!(lines));
    let text = project.good(&["impact", "--diff", "HEAD"]);
    assert!(text.contains("1 symbol and 2 tests affected, in 2 packages"), "{text}");
}

#[test]
fn tests_of_a_suite_are_run_by_the_test_that_hands_it_to_a_runner() {
    let suite = "package m\n\nimport (\n\t\"testing\"\n\n\t\"github.com/stretchr/testify/suite\"\n)\n\n\
                 type StoreSuite struct{ suite.Suite }\n\nfunc (s *StoreSuite) TestTwo() { Two(New()) }\n\n\
                 func TestStore(t *testing.T) { suite.Run(t, new(StoreSuite)) }\n";
    let project = Project::new(&[("a/store.go", STORE), ("a/store_test.go", suite)]);
    let text = project.good(&["impact", "Mem.n"]);
    assert!(text.contains("3 symbols and 2 tests affected, in 1 package"), "{text}");
    let line = "go test ./a -run '^TestStore$'";
    let note = "StoreSuite.TestTwo, treated as a test of a suite";
    assert!(text.contains(&format!("tests reached:\n  {line}  # {note}\n")), "{text}");
    let answer = project.json(&["impact", "Mem.n", "--json"]);
    assert_eq!(
        column(&answer["tests"], "qualifiedName"),
        ["StoreSuite.TestTwo", "TestStore"],
        "the runner gets the suite"
    );
    assert_eq!(answer["testCommands"], serde_json::json!([line]));
    assert_eq!(answer["testNotes"], serde_json::json!([note]));
}

#[test]
fn tests_that_a_constraint_leaves_out_are_run_with_what_takes_them_in() {
    let test = |name: &str| TEST.replace("TestTwo", name);
    let tagged = format!("//go:build integration\n\n{}", test("TestLong"));
    let project = Project::new(&[
        ("a/store.go", STORE),
        ("a/store_test.go", TEST),
        ("a/long_test.go", &tagged),
        ("a/store_windows_test.go", &test("TestWindows")),
    ]);
    let text = project.good(&["impact", "Mem.n"]);
    assert!(text.contains("3 symbols and 3 tests affected, in 1 package"), "{text}");
    for line in [
        "  go test ./a -run '^TestTwo$'\n",
        "  go test -tags integration ./a -run '^TestLong$'\n",
        "  GOOS=windows go test ./a -run '^TestWindows$'  # not built for linux/amd64\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn tests_of_what_a_constraint_leaves_out_are_run_with_what_takes_it_in() {
    let on = |constraint: &str, name: &str, text: &str| {
        let head = if constraint.is_empty() { String::new() } else { format!("//go:build {constraint}\n\n") };
        (name.to_owned(), format!("{head}package a\n\n{text}"))
    };
    let test = |name: &str| format!("import \"testing\"\n\nfunc {name}(t *testing.T) {{ Use() }}\n");
    let files = [
        on("proxy", "a/on.go", "func pick() int { return 1 }\n"),
        on("!proxy", "a/off.go", "func pick() int { return 2 }\n"),
        on("", "a/use.go", "func Use() int { return pick() }\n"),
        on("", "a/use_test.go", &test("TestUse")),
        on("!proxy", "a/without_test.go", &test("TestWithout")),
        on("proxy", "a/set_up_test.go", "func init() {}\n"),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let project = Project::new(&files);
    let text = project.good(&["impact", "a/on.go::pick::func"]);
    assert!(text.contains("  go test -tags proxy ./a -run '^TestUse$'\n"), "{text}");
    // A test that is in no such build is run as it is.
    assert!(text.contains("  go test ./a -run '^TestWithout$'\n"), "{text}");
    // Set-up code in such a file runs before all tests of its build.
    let text = project.good(&["impact", "a/set_up_test.go::init::func"]);
    assert!(
        text.contains("  go test -tags proxy ./a -run '^TestUse$'\n") && !text.contains("TestWithout"),
        "{text}"
    );
    let text = project.good(&["impact", "a/off.go::pick::func"]);
    assert!(text.contains("  go test ./a -run '^(TestUse|TestWithout)$'\n"), "{text}");
}

#[test]
fn what_changes_in_a_submodule_is_a_change_of_the_tree() {
    let project = Project::new(&[
        ("go.mod", "module example.com/m\n"),
        ("a.go", "package m\n\nimport \"example.com/m/sub\"\n\nfunc Use() int { return sub.Old() }\n"),
        ("sub/a.go", "package sub\n\nfunc Old() int { return 1 }\n"),
        (".gitmodules", "[submodule \"sub\"]\n\tpath = sub\n\turl = ../sub\n"),
    ]);
    for args in [
        &["init", "-q", "-b", "main", "sub"][..],
        &["-C", "sub", "add", "."],
        &["-C", "sub", "commit", "-qm", "one"],
        &["init", "-q", "-b", "main"],
        &["-c", "advice.addEmbeddedRepo=false", "add", "."],
        &["commit", "-qm", "one"],
    ] {
        git(&project, args);
    }
    let changed = |range: &str| project.good(&["impact", "--diff", range]);
    assert!(changed("HEAD").starts_with("0 symbols changed"), "{}", changed("HEAD"));
    project.write("sub/a.go", "package sub\n\nfunc Old() int { return 2 }\n");
    project.write("sub/b.go", "package sub\n\nfunc New() {}\n");
    for range in ["HEAD", "staged", "HEAD~1..HEAD"] {
        let text = changed_after(&project, range);
        assert!(text.contains("Old  sub/a.go:3") && text.contains("New  sub/b.go:3"), "{range}: {text}");
        assert!(text.contains("Use  a.go:5"), "{range}: {text}");
    }
    fs::rename(project.root().join("sub/.git"), project.root().join("kept")).unwrap();
    let text = changed("HEAD~1..HEAD");
    assert!(text.contains("sub is a submodule and was not compared: it is not checked out"), "{text}");
}

#[test]
fn what_changes_outside_of_declarations_is_told_and_a_file_that_drops_out_is_gone() {
    let user = "package m\n\nfunc Use() int { return Two(nil) }\n";
    let project = Project::new(&[("go.mod", "module m\n"), ("store.go", STORE), ("use.go", user)]);
    git(&project, &["init", "-q", "-b", "main"]);
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "one"]);
    project.write("go.mod", "module m\n\ngo 1.24\n");
    project.write("use.go", user.replace("package m", "package m\n\nimport _ \"embed\""));
    let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
    assert_eq!(answer["changed"], serde_json::json!([]));
    let outside = |answer: &Value| {
        let outside = answer["outsideDeclarations"].as_array().unwrap().iter();
        outside.map(|o| format!("{} {}", o["file"], o["parts"]).replace('"', "")).collect::<Vec<_>>()
    };
    assert_eq!(outside(&answer), ["go.mod [module file]", "use.go [imports]"]);
    let text = project.good(&["impact", "--diff", "HEAD"]);
    assert!(text.contains("changes outside of declarations:\n  go.mod  (module file)\n"), "{text}");

    project.write("store.go", format!("//go:build windows\n\n{STORE}"));
    let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
    let two = answer["changed"].as_array().unwrap().iter().find(|c| c["name"] == "Two").unwrap();
    assert_eq!((two["change"].as_str(), two["symbolId"].is_null()), (Some("removed"), true));
    let left = answer["changed"].as_array().unwrap().iter().find(|c| c["change"] == "unbound").unwrap();
    assert_eq!((left["name"].as_str(), left["lost"].as_str()), (Some("Use"), Some("Two")));
    assert_eq!(outside(&answer)[1], "store.go [build constraint]");
    let why =
        "store.go is no longer built for linux/amd64 (build constraint): what it declares counts as removed";
    assert_eq!(answer["notes"], serde_json::json!([why]));
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "two"]);
    fs::rename(project.path("store.go"), project.path("store_linux.go")).unwrap();
    project.write("store_linux.go", STORE);
    fs::rename(project.path("use.go"), project.path("use_windows.go")).unwrap();
    let text = project.good(&["impact", "--diff", "HEAD"]);
    for said in [
        "note: store_linux.go is now built for linux/amd64: what it declares counts as added",
        "note: use_windows.go is no longer built for linux/amd64 (file name of another system): what it",
    ] {
        assert_eq!(text.matches(said).count(), 1, "{said}: {text}");
    }
    let text = project.good(&["impact", "--diff", "HEAD", "--goos", "windows"]);
    let said =
        "note: store_linux.go is no longer built for windows/amd64 (file name of another system): what it";
    assert!(text.contains(said) && !text.contains("use_windows.go is"), "by the chosen build: {text}");
}

#[test]
fn a_file_without_a_package_clause_does_not_parse_and_makes_no_package() {
    let project = Project::new(&[("go.mod", "module m.example\n"), ("a.go", "package m\n\nfunc A() {}\n")]);
    git(&project, &["init", "-q", "-b", "main"]);
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "one"]);
    for text in ["", "// Copyright\n", "func B() { A() }\n"] {
        project.write("new.go", text);
        let answer = project.good(&["impact", "--diff", "HEAD"]);
        assert!(
            answer.contains("note: new.go:1 does not parse: its package and its importers do not build"),
            "{text}: {answer}"
        );
        let packages = project.good(&["rank", "--kind", "package"]);
        assert!(!packages.contains('_'), "{text}: {packages}");
    }
}

#[test]
fn whom_a_module_file_or_a_package_clause_cuts_off_is_among_the_affected() {
    let far = "package far\n\nimport \"m.example/store\"\n\nfunc Use() int { return store.Two(nil) }\n";
    let store = STORE.replace("package m", "package store");
    let (own, work) = ("module m.example\n", "go 1.24\n\nuse (\n\t.\n\t./far\n)\n");
    let files = [
        ("go.mod", own),
        ("go.work", work),
        ("far/go.mod", "module far.example\n"),
        ("far/use.go", far),
        ("store/store.go", &store),
        ("store/more.go", "package store\n\nfunc More() int { return Two(nil) }\n"),
    ];
    let project = Project::new(&files);
    git(&project, &["init", "-q", "-b", "main"]);
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "one"]);
    let left = |answer: &Value| {
        let all = answer["changed"].as_array().unwrap().iter();
        let told = all.map(|c| format!("{} {} {}", c["change"], c["name"], c["lost"]).replace('"', ""));
        told.collect::<Vec<_>>()
    };
    let more = files[5].1;
    let both = ["unbound Use store", "unbound More Two"];
    let cases = [
        ("a module's path", "go.mod", own, "module other.example\n", &["unbound Use m.example/store"][..]),
        ("nothing is meant", "go.mod", own, "module m.example\n\ngo 1.24\n", &[]),
        ("a package clause", "store/more.go", more, &more.replace("package store", "package other"), &both),
    ];
    for (what, path, old, new, expect) in cases {
        project.write(path, new);
        let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
        assert_eq!(left(&answer), expect, "{what}");
        let text = project.good(&["impact", "--diff", "HEAD"]);
        assert_eq!(text.contains("0 symbols and 0 tests affected"), expect.is_empty(), "{what}: {text}");
        project.write(path, old);
    }

    project.write("go.work", work.replace("\t.\n", ""));
    let text = project.good(&["impact", "--diff", "HEAD"]);
    assert!(text.contains("note: go.work differs: imports may not resolve with it"), "{text}");
    assert!(text.contains("its effects are not known") && !text.contains("affected, in"), "{text}");
    project.write("go.work", work);

    // The module's own file gone: what imported it by its path finds nothing there.
    std::fs::remove_file(project.path("go.mod")).unwrap();
    assert_eq!(left(&project.json(&["impact", "--diff", "HEAD", "--json"])), ["unbound Use m.example/store"]);
}

#[test]
fn what_a_change_leaves_behind_is_among_the_affected() {
    let project = project();
    git(&project, &["init", "-q", "-b", "main"]);
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "one"]);
    project.write("store.go", STORE.replace("func Read(s Store) int { return s.Get() }\n\n", ""));
    let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
    assert_eq!(column(&answer["changed"], "name"), ["Read", "Two"]);
    assert_eq!(column(&answer["changed"], "change"), ["removed", "unbound"]);
    assert_eq!(column(&answer["changed"], "lost"), ["null", "Read"]);
    assert_eq!(column(&answer["tests"], "name"), ["TestTwo"]);
    let text = project.good(&["impact", "--diff", "HEAD"]);
    assert!(
        text.contains("1 symbol changed in 1 file") && text.contains("1 symbol and 1 test affected"),
        "{text}"
    );

    // Of a test that is left behind the lines tell once.
    project.write(
        "store.go",
        STORE.split_once("func Two").unwrap().0.to_owned() + "func New() Store { return &Mem{} }\n",
    );
    let text = project.good(&["impact", "--diff", "HEAD"]);
    assert!(text.contains("0 symbols and 1 test affected, in 1 package"), "{text}");
    assert!(text.contains("func       TestTwo  store_test.go:6  Two is not declared"), "{text}");

    project.write("store.go", STORE.replace("Get() int }", "Get() int; Put() }"));
    let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
    let changed: Vec<String> = answer["changed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| format!("{} {}", c["change"], c["name"]))
        .collect();
    let expect = ["signature Store", "added Store.Put", "unbound Mem", "unbound New"];
    assert_eq!(changed.join(", ").replace('"', ""), expect.join(", "));
}

#[test]
fn a_type_that_outgrows_an_interface_is_named_with_the_places_and_a_lost_target_breaks_no_call() {
    let project = project();
    git(&project, &["init", "-q", "-b", "main"]);
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "one"]);
    let get = "func (m *Mem) Get() int { return m.n }\n\n";
    project.write("store.go", STORE.replace(get, ""));
    let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
    // Read calls Store.Get, which is there as before.
    let expect = ["removed Mem.Get", "unbound Mem Store", "unbound New Store"];
    assert_eq!(lost(&answer), expect);
    let text = project.good(&["impact", "--diff", "HEAD"]);
    assert!(text.contains("(no longer satisfies Store)") && !text.contains("was bound to Store"), "{text}");
    assert_eq!(column(&answer["tests"], "name"), ["TestTwo"], "it makes its Store by New");

    project.write(
        "store.go",
        STORE.replace("interface{ Get() int }", "interface{ Getter }\n\ntype Getter interface{ Get() int }"),
    );
    git(&project, &["commit", "-q", "-am", "two"]);
    project.write(
        "store.go",
        STORE.replace("interface{ Get() int }", "interface{ error }\n\ntype Getter interface{ Get() int }"),
    );
    let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
    assert_eq!(
        lost(&answer),
        ["signature Store", "unbound Mem Store", "unbound Read Store.Get", "unbound New Store"]
    );
    assert_eq!(column(&answer["tests"], "name"), ["TestTwo"]);
}

#[test]
fn what_was_edited_after_a_range_is_not_left_behind_by_it() {
    let first = "package m

func Y() int { return 1 }

func W() int { return 2 }

func Z() int { return Y() + W() }

func User() int { return old }

var old = 5
";
    let second = first.replace("\nvar old = 5\n", "");
    let third = second.replace("return Y() + W()", "return W()").replace("return old", "return 5");
    let project = Project::new(&[("go.mod", "module m\n"), ("a.go", first)]);
    git(&project, &["init", "-q", "-b", "main"]);
    git(&project, &["add", "-A"]);
    for text in [first, &second, &third] {
        project.write("a.go", text);
        git(&project, &["commit", "-q", "--allow-empty", "-am", "next"]);
    }
    let range = |range: &str| lost(&project.json(&["impact", "--diff", range, "--json"]));
    assert_eq!(range("HEAD~2..HEAD~1"), ["removed old", "unbound User old"], "what it took away then");
    assert_eq!(range("HEAD~1..HEAD"), ["body Z", "body User"]);
    project.write("a.go", third.replace("func User() int { return 5 }\n\n", ""));
    assert_eq!(range("HEAD~2..HEAD~1"), ["removed old", "unbound User old"], "gone by now");
}

#[test]
fn a_package_that_moves_is_said_to_and_leaves_its_importers_behind() {
    let b = "package b\n\ntype T struct{ N int }\n\nfunc Use() int { return help() }\n\nfunc help() int { return T{}.N }\n";
    let test =
        "package use\n\nimport (\n\t\"testing\"\n\n\t\"m/b\"\n)\n\nfunc TestUse(t *testing.T) { b.Use() }\n";
    let project = Project::new(&[("go.mod", "module m\n"), ("b/b.go", b), ("use/use_test.go", test)]);
    git(&project, &["init", "-q", "-b", "main"]);
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "one"]);
    std::fs::remove_file(project.path("b/b.go")).unwrap();
    project.write("c/b.go", b);
    let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
    assert_eq!(lost(&answer), ["moved T  b/b.go", "moved Use  b/b.go", "unbound TestUse m/b"]);
    let text = project.good(&["impact", "--diff", "HEAD"]);
    assert!(text.contains("  moved       func       Use  c/b.go:5  (from b/b.go)\n"), "{text}");
    assert!(text.contains("go test ./use -run '^TestUse$'"), "{text}");
}

#[test]
fn a_diff_comes_in_groups_in_the_order_of_doing_and_its_tests_in_tiers() {
    let fee = "package m\n\nfunc fee(n int) int { return n }\n\nfunc Bill() int { return fee(1) }\n\nfunc Pay() int { return Bill() }\n";
    let test = |name: &str, calls: &str| {
        format!("package m\n\nimport \"testing\"\n\nfunc {name}(t *testing.T) {{ {calls} }}\n")
    };
    let far = "package far\n\nimport (\n\t\"testing\"\n\n\t\"example.com/m\"\n)\n\nfunc TestFar(t *testing.T) { a() }\n\nfunc a() { b() }\n\nfunc b() { m.Pay() }\n";
    let project = Project::new(&[
        ("fee.go", fee),
        ("fee_test.go", &test("TestBill", "Bill()")),
        ("other_test.go", &test("TestOther", "c()").replace("}\n", "}\n\nfunc c() { Pay() }\n")),
        ("far/far_test.go", far),
    ]);
    git(&project, &["init", "-q", "-b", "main"]);
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "one"]);
    project.write("fee.go", fee.replace("fee(n int)", "fee(n, more int)"));
    let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
    let groups: Vec<(String, String)> = answer["groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| (group["group"].as_str().unwrap().to_owned(), column(&group["items"], "name").join(" ")))
        .collect();
    assert_eq!(
        groups[..2],
        [("changed".to_owned(), "fee".to_owned()), ("wontCompile".to_owned(), "Bill".to_owned())]
    );
    assert!(groups[2..].iter().any(|(_, names)| names.contains("Pay")), "{groups:?}");
    assert_eq!(answer["groups"][1]["items"][0]["lines"], serde_json::json!([5]));
    let of_tier = |tier: &str| project.good(&["impact", "--diff", "HEAD", "--tests-only", "--tier", tier]);
    assert_eq!(of_tier("1"), "go test . -run '^TestBill$'\n");
    assert_eq!(of_tier("2"), "go test . -run '^(TestBill|TestOther)$'\n");
    assert_eq!(of_tier("3"), "go test ./...\n");
    project.write("fee.go", fee.replace("return fee(1)", "return fee(none)"));
    let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
    let broken = &answer["groups"][1]["items"];
    assert_eq!(column(broken, "name"), ["Bill"], "a body alone that does not compile");
    assert_eq!(broken[0]["notes"], serde_json::json!(["none is not declared"]));
}
