//! What a change affects: `impact SYMBOL` and `impact --diff`.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::ask::asked;
use crate::project::Project;

const STORE: &str = "package m\n\ntype Store interface{ Get() int }\n\ntype Mem struct{ n int }\n\n\
                     func (m *Mem) Get() int { return m.n }\n\nfunc Read(s Store) int { return s.Get() }\n\n\
                     func Two(s Store) int { return Read(s) + Read(s) }\n\nfunc New() Store { return &Mem{} }\n";
const TEST: &str = "package m\n\nimport \"testing\"\n\nfunc TestTwo(t *testing.T) {\n\tif Two(New()) != 0 {\n\t\tt.Fatal()\n\t}\n}\n";
/// With a test that nothing leads to, no line runs all of the module.
const IDLE: &str = "package idle\n\nimport \"testing\"\n\nfunc TestIdle(t *testing.T) {}\n";

fn project() -> Project {
    Project::new(&[("store.go", STORE), ("store_test.go", TEST)])
}

pub(super) fn git(project: &Project, args: &[&str]) {
    let identity = ["-c", "user.name=An Author", "-c", "user.email=a@example.com"];
    let output = Command::new("git").args(identity).args(args).current_dir(project.root()).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn column(rows: &Value, field: &str) -> Vec<String> {
    rows.as_array().unwrap().iter().map(|row| row[field].to_string().replace('"', "")).collect()
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
    let tests = "package m\n\nimport \"testing\"\n\nfunc helper() { var i I; Two(i) }\n\nfunc TestMain(m *testing.M) { (*T0).M(nil) }\n\n\
                 func TestTwo(t *testing.T) { helper() }\n\nfunc TestNone(t *testing.T) {}\n";
    let project = Project::new(&[("m.go", &many), ("m_test.go", tests)]);
    let text = project.good(&["impact", "T1.M"]);
    assert!(text.contains("0 symbols and 0 tests affected"), "{text}");
    let hidden = "below threshold 0.1; --threshold 0.02 adds 1 symbol\n";
    assert!(text.contains(hidden), "not at 0.05, where there is nothing: {text}");
    let text = project.good(&["impact", "T1.M", "--threshold", "0.02"]);
    assert!(text.contains("1 symbol and 0 tests affected"), "{text}");
    let text = project.good(&["impact", "T1.M", "--threshold", "0.001"]);
    assert!(text.contains("2 symbols, 1 test helper and 0 tests affected"), "{text}");
    assert!(text.contains("not listed: 1 test that cannot execute it"), "nothing makes a T1: {text}");
    // Tests that are run anyway are none more.
    let text = project.good(&["impact", "T0.M"]);
    assert!(text.contains("1 test helper and 2 tests affected"), "{text}");
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
    let notes = json();
    assert!(
        notes["notes"][0].as_str().unwrap().contains("neither as before the diff nor as after it"),
        "{notes}"
    );
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
    assert!(text.contains("3 symbols and 1 test affected, in 1 package"), "{text}");
    let line = "go test ./a -run '^TestStore$'";
    let note = "StoreSuite.TestTwo, treated as a test of a suite";
    assert!(text.contains(&format!("tests reached:\n  {line}  # {note}\n")), "{text}");
    let answer = project.json(&["impact", "Mem.n", "--json"]);
    assert_eq!(column(&answer["tests"], "qualifiedName"), ["StoreSuite.TestTwo"]);
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
    // What is in no such build is run as it is.
    assert!(text.contains("  go test ./a -run '^TestWithout$'\n"), "{text}");
    // What such a file does before the tests is done before all that its build has.
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

/// The impact of a range, where what was edited in the submodule `sub` is as far as the range says.
fn changed_after(project: &Project, range: &str) -> String {
    match range {
        "staged" => {
            git(project, &["-C", "sub", "add", "."]);
            git(project, &["-C", "sub", "commit", "-qm", "two"]);
            git(project, &["add", "sub"]);
        }
        "HEAD~1..HEAD" => git(project, &["commit", "-qm", "two"]),
        _ => {}
    }
    project.good(&["impact", "--diff", range])
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
    let both = ["unbound Use Two", "unbound More Two"];
    let cases = [
        ("a module's path", "go.mod", own, "module other.example\n", &["unbound Use Two"][..]),
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
    assert_eq!(left(&project.json(&["impact", "--diff", "HEAD", "--json"])), ["unbound Use Two"]);
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
    assert!(text.contains("unbound     func       TestTwo  store_test.go:5  (was bound to Two)"), "{text}");

    project.write("store.go", STORE.replace("Get() int }", "Get() int; Put() }"));
    let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
    let changed: Vec<String> = answer["changed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| format!("{} {}", c["change"], c["name"]))
        .collect();
    let expect = ["signature Store", "added Store.Put", "unbound Mem"];
    assert_eq!(changed.join(", ").replace('"', ""), expect.join(", "));
}

/// What a diff says changed: how, what, and for what is left behind or moved, from what.
fn lost(answer: &Value) -> Vec<String> {
    let one = |c: &Value| {
        let of = |field: &str| c[field].as_str().unwrap_or_default().to_owned();
        [of("change"), of("name"), of("lost"), of("from")].join(" ").trim_end().to_owned()
    };
    answer["changed"].as_array().unwrap().iter().map(one).collect()
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
    assert_eq!(lost(&answer), ["signature Store", "unbound Mem Store", "unbound Read Getter.Get"]);
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
    assert_eq!(lost(&answer), ["moved T  b/b.go", "moved Use  b/b.go", "unbound TestUse Use"]);
    let text = project.good(&["impact", "--diff", "HEAD"]);
    assert!(text.contains("  moved       func       Use  c/b.go:5  (from b/b.go)\n"), "{text}");
    assert!(text.contains("go test ./use -run '^TestUse$'"), "{text}");
}

#[test]
fn what_is_renamed_is_no_loss_and_what_of_a_declaration_differs_is_named() {
    let old = "package b\n\nconst Most = 3\n\nvar least = 1\n\nfunc Use(n int) int { return Use(n - 1) }\n";
    let new = old.replace("Use", "Run").replace("= 3", "= 4").replace("least", "least int64");
    let project = Project::new(&[("go.mod", "module m\n"), ("b/b.go", old)]);
    git(&project, &["init", "-q", "-b", "main"]);
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "one"]);
    project.write("b/b.go", &new);
    let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
    assert_eq!(column(&answer["changed"], "name"), ["Most", "least", "Run"]);
    assert_eq!(column(&answer["changed"], "change"), ["body", "signature", "renamed"]);
    assert_eq!(column(&answer["changed"], "differs"), ["value", "type", "null"]);
    assert_eq!(column(&answer["changed"], "renamedFrom"), ["null", "null", "Use"]);
    let text = project.good(&["impact", "--diff", "HEAD"]);
    for line in [
        "  value       const      Most  b/b.go:3\n",
        "  type        var        least  b/b.go:5\n",
        "  renamed     func       Run  b/b.go:7  (from Use)\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn files_that_only_moved_are_named() {
    let b = "package b\n\nfunc Use() int { return 1 }\n\nfunc More() int { return 2 }\n";
    let project = Project::new(&[("go.mod", "module m\n"), ("b/b.go", b)]);
    git(&project, &["init", "-q", "-b", "main"]);
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "one"]);
    git(&project, &["mv", "b/b.go", "b/c.go"]);
    let text = project.good(&["impact", "--diff", "HEAD"]);
    assert!(text.contains("0 symbols changed in 1 file\nfiles moved:\n  b/b.go to b/c.go\n"), "{text}");
}

#[test]
fn what_a_program_wrote_is_listed_after_what_people_did() {
    let made = "// Code generated by maker. DO NOT EDIT.\n\npackage b\n\nfunc Made() int { return 1 }\n\n\
                func aCall() int { return Use() }\n";
    let hand = "package b\n\nfunc Use() int { return 1 }\n\nfunc zCall() int { return Use() }\n";
    let project = Project::new(&[("go.mod", "module m\n"), ("b/a.go", made), ("b/b.go", hand)]);
    git(&project, &["init", "-q", "-b", "main"]);
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "one"]);
    project.write("b/a.go", made.replace("return 1", "return 2"));
    project.write("b/b.go", hand.replace("return 1", "return 2"));
    let text = project.good(&["impact", "--diff", "HEAD"]);
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
    let order = [at("Use  b/b.go"), at("in generated files:\n"), at("Made  b/a.go"), at("zCall  b/b.go")];
    assert!(order.is_sorted() && at("zCall  b/b.go") < at("aCall  b/a.go"), "{text}");
    assert_eq!(text.matches("in generated files:").count(), 2, "{text}");
    let few = project.good(&["impact", "b.Use", "--limit", "1"]);
    assert!(few.contains("zCall") && !few.contains("aCall") && few.contains("… and 1 more"), "{few}");
}

#[test]
fn one_line_runs_all_tests_of_a_module_and_a_line_names_the_tags_of_another_set_up() {
    let test = |name: &str| {
        format!(
            "package a_test\n\nimport (\n\t\"testing\"\n\n\t\"m/a\"\n)\n\nfunc {name}(t *testing.T) {{ a.Use() }}\n"
        )
    };
    let set_up = |tag: &str| format!("//go:build {tag}\n\npackage a_test\n\nfunc init() {{}}\n");
    let project = Project::new(&[
        ("go.mod", "module m\n"),
        ("a/a.go", "package a\n\nfunc Use() {}\n"),
        ("a/a_test.go", &test("TestOne")),
        ("c/c_test.go", &test("TestTwo")),
        ("sub/go.mod", "module m/sub\n"),
        ("sub/d/d_test.go", &test("TestThree")),
        ("sub/d/unit_test.go", &set_up("!(e2e || integration)")),
        ("sub/d/e2e_test.go", &set_up("e2e")),
        ("sub/d/integration_test.go", &set_up("integration")),
    ]);
    let text = project.good(&["impact", "a.Use"]);
    let lines = "tests reached:\n  go test ./...\n  go -C sub test ./d -run '^TestThree$'  \
                 # may need -tags e2e or -tags integration: another set-up then runs before them\n";
    assert!(text.contains(lines), "{text}");
}

#[test]
fn of_what_this_host_leaves_out_it_is_said_why_nothing_is_known_to_depend_on_it() {
    let project = project();
    project.write("other_windows.go", "package m\n\nfunc other() {}\n");
    let why = "no known symbol depends on it: left out by its build constraints for linux/amd64, without cgo and tags";
    let text = project.good(&["impact", "other"]);
    assert!(text.contains("0 symbols and 0 tests affected") && text.contains(why), "{text}");
    assert!(!project.good(&["impact", "Two"]).contains("left out"));
}

#[test]
fn a_field_affects_the_literals_that_set_all_fields_in_their_order() {
    let code = "package m\n\ntype Pair struct{ a, b int }\n\nfunc Of(n int) Pair { return Pair{n, n} }\n\n\
                func Twice(n int) Pair { return Of(n) }\n\nfunc Named(n int) Pair { return Pair{a: n} }\n\n\
                func None() Pair { return Pair{} }\n";
    let project = Project::new(&[("pair.go", code)]);
    let answer = project.json(&["impact", "Pair.b", "--json"]);
    assert_eq!(column(&answer["affected"], "qualifiedName"), ["Of", "Twice"]);
}

#[test]
fn what_nothing_reaches_and_what_the_tests_miss_is_said_with_its_cause() {
    let code = "package a\n\nimport (\n\t\"encoding/json\"\n\t\"reflect\"\n\n\t\"github.com/x/y\"\n)\n\n\
                type T struct {\n\tName string `json:\"name\"`\n\tn    int\n}\n\nfunc (T) Close() error { return nil }\n\n\
                //go:linkname hidden runtime.hidden\nfunc hidden() {}\n\nfunc add(a, b int) int\n\n\
                func Use(v any) { y.Do(v); reflect.ValueOf(v).MethodByName(\"Close\"); json.Marshal(v) }\n\n\
                func Other() { y.Do(T{}) }\n";
    let test = "package a\n\nimport (\n\t\"testing\"\n\n\t\"example.com/m/mocks\"\n)\n\n\
                func TestUse(t *testing.T) { Use(T{}); mocks.New().Close(); gone() }\n";
    let project = Project::new(&[
        ("go.mod", "module example.com/m\n"),
        ("a/a.go", code),
        ("a/a_test.go", test),
        ("a/add_amd64.s", "TEXT ·add(SB), $0-24\n\tRET\n"),
        ("b/b.go", "package b\n\ntype U struct{}\n\nfunc (U) weigh() {}\n\nfunc f() { x.weigh() }\n"),
        ("plug/p.go", "package main\n\nfunc Handler() {}\n"),
        ("c/c.go", "package c\n\nfunc inner() {}\n"),
    ]);
    let ways = |symbol: &str, field: &str| -> Vec<(String, String)> {
        let answer = project.json(&["impact", symbol, "--json"]);
        let text = |way: &serde_json::Value, name: &str| way[name].as_str().unwrap().to_owned();
        let ways = answer[field].as_array().unwrap_or_else(|| panic!("{symbol}: {answer}")).iter();
        ways.map(|way| (text(way, "way"), text(way, "describe"))).collect()
    };
    for (symbol, kind, text) in [
        ("T.Close", "interface", "code outside may call it through io.Closer"),
        ("T.Close", "exported", "exported, so code outside may call it"),
        ("T.Close", "reflection", "a.Use calls methods by reflection at a/a.go:22"),
        ("T.Close", "reflection", "code of other modules gets values of a.T"),
        ("T.Name", "exported", "exported, so code outside may use it"),
        ("T.Name", "reflection", "its tag names it to code that reads fields by reflection"),
        ("hidden", "linker", "a directive above it gives it to the linker or to C"),
        ("a.add", "linker", "assembly of its package names it"),
        ("U.weigh", "unbound", ".weigh is selected from 1 value of unknown type, first at b/b.go:7"),
        ("Handler", "plugin", "main.Handler may be looked up by a program that loads it as a plugin"),
    ] {
        let found = ways(symbol, "waysUnseen");
        assert!(found.contains(&(kind.to_owned(), text.to_owned())), "{symbol}: {found:?}");
    }
    for symbol in ["T.n", "c.inner"] {
        assert_eq!(ways(symbol, "waysUnseen"), [], "{symbol}");
    }
    let found = ways("T.Close", "testsUnknown");
    let kinds: Vec<&str> = found.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, ["exported", "reflection", "unbound", "missing-package"], "{found:?}");
    assert!(found[3].1.contains("example.com/m/mocks would do, which a/a_test.go:6 imports"), "{found:?}");
    assert_eq!(ways("c.inner", "testsUnknown"), [], "no cause stands in what is reached");
    let text = project.good(&["impact", "T.Close"]);
    assert!(
        text.contains("what the list of tests cannot know:\n  tests of other modules, which may call a.T"),
        "{text}"
    );
}

#[test]
fn of_what_nothing_is_known_to_depend_on_it_is_said_why_something_may() {
    let project = project();
    let code = "package m\n\ntype flaw struct{ at int }\n\nfunc (f flaw) Error() string { return \"\" }\n";
    project.write("flaw.go", code);
    let text = project.good(&["impact", "flaw.Error"]);
    let why = "no known symbol depends on it: code outside may call it through error";
    assert!(text.contains("0 symbols and 0 tests affected") && text.contains(why), "{text}");
    let answer = project.json(&["impact", "flaw.Error", "--json"]);
    assert!(answer["notes"][0].as_str().unwrap().contains("through error"), "{answer}");
    let of_type = project.good(&["impact", "flaw"]);
    assert!(
        of_type.contains("no known symbol depends on it: of its Error: code outside may call"),
        "{of_type}"
    );
    let field = project.good(&["impact", "flaw.at"]);
    assert!(field.contains("no known symbol depends on it, and nothing hints at another way"), "{field}");
}

#[test]
fn tests_that_run_after_what_is_reached_are_run_too() {
    let test =
        |name: &str| format!("package a\n\nimport \"testing\"\n\nfunc {name}(t *testing.T) {{ F() }}\n");
    let main = "package a\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\n\
                func TestMain(m *testing.M) {\n\tsetUp()\n\tos.Exit(m.Run())\n}\n\nfunc TestOne(t *testing.T) {}\n";
    let project = Project::new(&[
        ("a/a.go", "package a\n\nfunc F() {}\n\nfunc setUp() {}\n"),
        ("a/main_test.go", main),
        ("a/f_test.go", &test("TestF")),
        ("a/int_test.go", &format!("//go:build integration\n\n{}", test("TestInt"))),
    ]);
    let text = project.good(&["impact", "a.F"]);
    assert!(text.contains("and 2 tests affected") && text.contains("go test ./a -run '^TestF$'"), "{text}");
    let left_out = "  go test -tags integration ./a -run '^TestInt$'\n";
    assert!(text.contains(left_out), "{text}");
    let text = project.good(&["impact", "setUp"]);
    assert!(text.contains("0 symbols, 1 test helper and 3 tests affected"), "{text}");
    assert!(text.contains("  go test ./a\n") && text.contains(left_out), "{text}");
    let answer = project.json(&["impact", "setUp", "--json"]);
    assert_eq!(column(&answer["tests"], "name"), ["TestF", "TestInt", "TestOne"]);
    let path = ["a/a.go::setUp::func", "a/main_test.go::TestMain::func"];
    assert_eq!(answer["tests"][0]["path"], serde_json::json!(path));
}

#[test]
fn impact_of_a_type_says_which_it_is() {
    let text = project().good(&["impact", "Mem"]);
    assert!(text.starts_with("store.go::Mem::struct and its contents, 3 symbols\n"), "{text}");
}

#[test]
fn files_are_counted_apart_from_symbols() {
    let project = Project::new(&[
        ("a/a.go", "package a\n\nfunc F() {}\n"),
        ("a/b.go", "package a\n\nfunc G() {}\n"),
        ("b/b.go", "package b\n\nimport \"example.com/m/a\"\n\nfunc H() { a.F() }\n"),
    ]);
    let text = project.good(&["impact", "a/a.go::a.go::file"]);
    assert!(text.contains("and its contents, 1 symbol in 1 file\n"), "{text}");
    let text = project.good(&["impact", "a::a::package"]);
    assert!(text.starts_with("a::a::package and its contents, 2 symbols in 2 files\n"), "{text}");
    assert!(text.contains("1 symbol, 1 file and 0 tests affected, in 1 package"), "{text}");
}

#[test]
fn impact_with_co_change_puts_first_what_changed_together_and_says_so() {
    // On the graph alone One and Two are alike; past commits changed Get with Two, and with Apart that nothing calls.
    let store = |n: u32| {
        format!(
            "package m\n\nfunc Get() int {{\n\treturn {n}\n}}\n\nfunc One() int {{\n\treturn Get()\n}}\n\n\
             func Two() int {{\n\treturn Get() + {n}\n}}\n"
        )
    };
    let other = |n: u32| format!("package o\n\nfunc Apart() int {{\n\treturn {n}\n}}\n");
    let project = Project::new(&[("store.go", &store(0)), ("o/o.go", &other(0))]);
    let without = project.json(&["impact", "Get", "--co-change", "--churn", "--json"]);
    assert!(without["history"]["error"].as_str().unwrap().contains("is not under git"));
    assert_eq!(column(&without["affected"], "name"), ["One", "Two"], "nearness in the file decides");

    git(&project, &["init", "-q", "-b", "main"]);
    for n in 0..4 {
        project.write("store.go", store(n));
        project.write("o/o.go", other(n));
        git(&project, &["add", "-A"]);
        git(&project, &["commit", "-q", "-m", "change"]);
    }
    let answer = project.json(&["impact", "Get", "--co-change", "--churn", "--json"]);
    assert_eq!(column(&answer["affected"], "name"), ["Two", "One"]);
    assert_eq!((&answer["order"], &answer["history"]["commits"]), (&"likelihood".into(), &4.into()));
    let churn = &answer["affected"][0]["churn"];
    assert_eq!((&churn["changes90"], &churn["authors"]), (&4.into(), &1.into()));
    let apart = answer["coChange"].as_array().unwrap().iter().find(|row| row["name"] == "Apart").unwrap();
    assert_eq!((&apart["support"], &apart["explained"]), (&4.into(), &Value::Null));
    assert_eq!((&apart["confidence"], &apart["reverse"]), (&1.0.into(), &1.0.into()));

    let text = project.good(&["impact", "Get", "--co-change", "--churn"]);
    assert!(text.contains("likely  90d  last change  authors   score"), "{text}");
    assert!(text.contains("not connected           Apart  o/o.go:3"), "{text}");
    assert!(text.contains("its dependant, 1 step   Two  store.go:11"), "{text}");
    assert!(text.contains("its file, with o/o.go"), "that is no fact about Get: {text}");
    let file = answer["coChange"].as_array().unwrap().iter().find(|row| row["name"].is_null()).unwrap();
    assert_eq!((&file["of"], &apart["of"]), (&"file".into(), &"target".into()));
}

#[test]
fn lines_that_run_tests_come_in_the_order_of_what_they_run() {
    let store = |n: u32| format!("package m\n\nfunc Get() int {{\n\treturn {n}\n}}\n");
    let test = |package: &str, n: u32| {
        format!(
            "package {package}\n\nimport m \"example.com/m\"\n\nfunc Test_{package}() {{\n\tm.Get()\n\t_ = {n}\n}}\n"
        )
    };
    let project = Project::new(&[
        ("store.go", &store(0)),
        ("a/a_test.go", &test("a", 0)),
        ("b/b_test.go", &test("b", 0)),
        (
            "c/c_test.go",
            &test("c", 0).replace("m.Get()", "get()").replace("func T", "func get() { m.Get() }\n\nfunc T"),
        ),
        ("idle/idle_test.go", IDLE),
    ]);
    git(&project, &["init", "-q", "-b", "main"]);
    for n in 0..4 {
        project.write("store.go", store(n));
        project.write("b/b_test.go", test("b", n));
        git(&project, &["add", "-A"]);
        git(&project, &["commit", "-q", "-m", "change"]);
    }
    let lines = |flags: &[&str]| {
        let answer = project.json(&[&["impact", "Get", "--json"], flags].concat());
        let commands: Vec<String> = serde_json::from_value(answer["testCommands"].clone()).unwrap();
        commands.iter().map(|line| line.split_whitespace().nth(2).unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(lines(&[]), ["./a", "./b", "./c"], "by score, then by steps");
    assert_eq!(lines(&["--co-change"]), ["./b", "./a", "./c"], "by likelihood");
}

#[test]
fn a_part_of_the_commits_is_what_a_person_counts_whatever_they_weigh() {
    let function = |name: &str, n: u32| format!("package m\n\nfunc {name}() int {{\n\treturn {n}\n}}\n");
    let project = Project::new(&[
        ("a.go", &function("A", 0)),
        ("b.go", &function("B", 0)),
        ("c.go", &function("C", 0)),
    ]);
    git(&project, &["init", "-q", "-b", "main"]);
    for n in 0..8 {
        project.write("a.go", function("A", n));
        // With others, so that these four weigh less than the four of one file.
        if n < 4 {
            project.write("b.go", function("B", n));
            (0..4).for_each(|other| project.write(format!("{other}.txt"), n.to_string()));
        } else if n < 6 {
            project.write("c.go", function("C", n));
        }
        git(&project, &["add", "-A"]);
        git(&project, &["commit", "-q", "-m", "change"]);
    }
    let answer = project.json(&["impact", "A", "--co-change", "--json"]);
    let b = answer["coChange"].as_array().unwrap().iter().find(|row| row["name"] == "B").unwrap();
    assert_eq!((&b["support"], &b["share"], &b["reverseShare"]), (&4.into(), &0.5.into(), &1.0.into()));
    assert!(b["confidence"].as_f64().unwrap() < 0.2, "{b}");
    let text = project.good(&["impact", "A", "--co-change"]);
    let row = text.lines().find(|line| line.contains("B  b.go")).unwrap();
    assert!(row.trim_start().starts_with("50%    100%        4"), "{text}");
    // The three weigh more than the four, which a reader does not see.
    assert!(text.find("B  b.go") < text.find("C  c.go"), "{text}");
}

#[test]
fn impact_says_what_it_cannot_find() {
    let project = project();
    let unknown = project.run(&["impact", "Raed"]);
    assert_eq!(unknown.code, Some(3));
    assert!(unknown.err.contains("store.go::Read::func"), "{}", unknown.err);
    let without_git = project.run(&["impact", "--diff", "HEAD"]);
    assert_eq!(without_git.code, Some(1));
    assert!(without_git.err.contains("is not under git"), "{}", without_git.err);
    let bare = Project::new(&[("a.go", "package a\n")]);
    assert_eq!(bare.run(&["impact", "--staged"]).code, Some(1));
    assert!(bare.generations().is_empty(), "an index is built in vain");
    let close =
        Project::new(&[("a.go", "package a\n\ntype T struct{}\n\nfunc (T) Close() {}\n\nfunc Close() {}\n")]);
    assert_eq!(
        close.run(&["impact", "Close"]).err,
        "codegraph-tui: using `Close` in a.go; 1 member is also named so, such as T.Close\n"
    );
    assert_eq!(close.run(&["impact", "T.Close"]).err, "");
    git(&project, &["init", "-q"]);
    assert!(project.run(&["impact", "--diff", "HEAD"]).err.contains("no commit yet"));
    let root = project.path(".").to_string_lossy().into_owned();
    let forgotten = project.run(&["impact", &root]);
    assert!(
        forgotten.code == Some(2) && forgotten.err.contains("put the SYMBOL before it"),
        "{}",
        forgotten.err
    );
    for args in
        [&["impact"][..], &["impact", "Read", "--threshold", "2"], &["impact", "--diff", "HEAD", "--staged"]]
    {
        assert_eq!(project.run(args).code, Some(2), "{args:?}");
    }
}

#[test]
fn path_shows_the_surest_chains_or_what_lies_between() {
    let project = project();
    let answer = project.json(&["path", "Two", "Mem.n", "--json"]);
    let hops = &answer["paths"][0]["hops"];
    assert_eq!(column(hops, "kind"), ["calls", "calls", "accesses"]);
    assert_eq!(column(hops, "line"), ["11", "9", "7"]);
    assert!(project.good(&["path", "Two", "Read"]).starts_with("confidence 1.000, 1 hop\n"));
    insta::assert_snapshot!(project.good(&["path", "Two", "Mem.n"]));
    insta::assert_snapshot!(project.good(&["path", "Mem.n", "Two"]));
    let none = project.json(&["path", "Mem.n", "Two", "--json"]);
    assert_eq!(
        (none["paths"].as_array().map(Vec::len), none["gap"]["otherWay"].as_bool()),
        (Some(0), Some(true))
    );
    project.write("other_windows.go", "package p\n\nfunc Other() {}\n");
    let answer = project.good(&["path", "Two", "Other"]);
    assert!(answer.contains("\n  Other is built only on other systems\n"), "{answer}");
    let none = project.json(&["path", "Two", "Other", "--json"]);
    assert_eq!(none["gap"]["builtElsewhere"][0], "other_windows.go::Other::func");
    assert_eq!(project.run(&["path", "Two", "Nothing"]).code, Some(3));
    assert_eq!(project.run(&["path", "Two", "store.go::Two"]).code, Some(2));
}

#[test]
fn what_paths_have_in_common_is_shown_once() {
    let project = project();
    let chain = "func from() { a() }\nfunc a() { b() }\nfunc b() { c() }\n\
                 func c() { left(); right() }\nfunc left() { to() }\nfunc right() { to() }\nfunc to() {}\n";
    project.write("chain.go", format!("package p\n\n{chain}"));
    let answer = project.good(&["path", "from", "to"]);
    let (first, second) = answer.split_once("\n\n").unwrap();
    assert!(
        first.starts_with("path 1 of 2: confidence 1.000, 5 hops\n") && first.contains("::a::"),
        "{answer}"
    );
    let expected = "path 2 of 2: confidence 1.000, 5 hops\n  chain.go::from::func\n  \
                    … the first 3 hops as in path 1, to chain.go::c::func\n  \
                    calls       chain.go::right::func  at chain.go:6\n  \
                    calls       chain.go::to::func  at chain.go:8\n";
    assert_eq!(second, expected);
    // The third is like the second, which is not shown whole itself.
    let fork = "func right() { one(); two() }\nfunc one() { x() }\nfunc two() { x() }\nfunc x() { to() }\n";
    project.write("chain.go", format!("package p\n\n{}", chain.replace("func right() { to() }\n", fork)));
    let answer = project.good(&["path", "from", "to"]);
    let third = answer.split("path 3 of 3: ").nth(1).unwrap_or_else(|| panic!("{answer}"));
    assert!(third.contains("the first 3 hops as in path 1, to chain.go::c::func\n"), "{answer}");
    assert!(third.contains("chain.go::right::func") && !third.contains("path 2"), "{answer}");
    project.write("chain.go", format!("package p\n\n{chain}"));
    let all = project.json(&["path", "from", "to", "--json"]);
    assert_eq!(all["paths"][1]["hops"].as_array().map(Vec::len), Some(5), "{all}");
}

#[test]
fn relevance_is_four_parts_by_weight() {
    let project = Project::sample();
    let answer = project.json(&["relevance", "worker.Pool.Run", "run jobs in a pool", "--json"]);
    let part = |name: &str| answer["parts"][name].as_f64().unwrap();
    let weight = |name: &str| answer["weights"][name].as_f64().unwrap();
    let names = ["semantic", "pagerank", "task_trace", "cochange"];
    let sum: f64 = names.iter().map(|name| part(name) * weight(name)).sum();
    assert!((answer["relevance"].as_f64().unwrap() - sum).abs() < 1e-9, "{answer}");
    assert!(names.iter().all(|name| (0.0..=1.0).contains(&part(name))) && part("semantic") > 0.0, "{answer}");
    // No history here: the last term is the depth's, 1 at the start.
    assert_eq!((answer["depthPenalty"].as_bool(), part("cochange")), (Some(true), 1.0));

    let silent = project.json(&["relevance", "worker.Pool.Run", "", "--json"]);
    assert_eq!(silent["parts"]["semantic"], 0.0);
    let weighted = project.json(&[
        "relevance",
        "worker.Pool.Run",
        "jobs",
        "--weights",
        "semantic=1,cochange=0",
        "--json",
    ]);
    assert_eq!(weighted["weights"]["cochange"], 0.0);
    assert!(project.good(&["relevance", "worker.Pool.Run", "jobs"]).contains("pagerank"));
    assert_eq!(project.run(&["relevance", "nobody.here", "jobs"]).code, Some(3));
    assert_eq!(project.run(&["relevance", "worker.Pool.Run", "jobs", "--weights", "x=1"]).code, Some(2));
}

#[test]
fn a_symbol_is_taken_by_the_name_that_go_gives_it() {
    let project = Project::sample();
    let expect = project.good(&["impact", "Pool.retry"]);
    for name in ["(*Pool).retry", "worker.(*Pool).retry", "(Pool).retry()"] {
        assert_eq!(project.good(&["impact", name]), expect, "{name}");
    }
}

#[test]
fn who_implements_a_target_and_calls_it_says_both() {
    let code = "package p\n\ntype Tripper interface{ Trip() }\n\ntype Transport struct{ next Tripper }\n\n\
                func (t *Transport) Trip() { t.trip() }\n\nfunc (t *Transport) trip() { t.next.Trip() }\n\n\
                type Direct struct{ next Tripper }\n\nfunc (d Direct) Trip() { d.next.Trip() }\n\n\
                type Plain struct{}\n\nfunc (Plain) Trip() {}\n";
    let project = Project::new(&[("p/p.go", code)]);
    let text = project.good(&["impact", "Tripper.Trip"]);
    for (by, name) in
        [("implements", "Transport.Trip"), ("implements, calls", "Direct.Trip"), ("implements", "Plain.Trip")]
    {
        let line = text
            .lines()
            .find(|line| line.contains(&format!("  {name}  ")))
            .unwrap_or_else(|| panic!("{text}"));
        assert!(line.contains(&format!("  {by}  ")), "{line}");
    }
    let answer = asked(&project, &["impact", "Tripper.Trip", "--json"]);
    let rows = answer["affected"].as_array().unwrap();
    let both: Vec<_> =
        rows.iter().filter(|row| row["implements"] == true).map(|row| &row["qualifiedName"]).collect();
    assert_eq!(both.len(), 1, "{both:?}");
}
