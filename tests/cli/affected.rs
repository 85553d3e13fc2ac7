//! Tests of `impact`: kinds of affected code, and limits of what it can know.

use crate::impact::git;
use crate::project::Project;

#[test]
fn code_comes_before_what_only_tests_need_and_is_counted_apart() {
    let user = |package: &str, name: &str| {
        format!("package {package}\n\nimport \"example.com/m/a\"\n\nfunc {name}() {{ a.F() }}\n")
    };
    // Data is called by more, and so nearer by random walks.
    let data = user("main", "Data") + "\nfunc main() { Data() }\n\nfunc init() { Data() }\n";
    let project = Project::new(&[
        ("a/a.go", "package a\n\nfunc F() {}\n"),
        ("a/testdata/prog/main.go", &data),
        ("b/b_test.go", &user("b", "helper")),
        ("c/c.go", &user("c", "Code")),
    ]);
    let text = project.good(&["impact", "a.F"]);
    assert!(text.contains("1 symbol, 4 test-only symbols and 0 tests affected"), "{text}");
    let at = |name: &str| text.find(&format!("  {name}  ")).unwrap_or_else(|| panic!("{name}: {text}"));
    assert!(at("Code") < at("Data") && at("Code") < at("helper"), "{text}");
}

#[test]
fn a_file_stands_for_the_methods_in_it_whatever_file_has_their_type() {
    let project = Project::new(&[
        ("a/a.go", "package a\n\ntype T struct{}\n"),
        ("a/b.go", "package a\n\nfunc (T) Run() {}\n\nfunc (*Gone) Run() {}\n"),
        ("b/b.go", "package b\n\nimport \"example.com/m/a\"\n\nfunc Use(t a.T) { t.Run() }\n"),
    ]);
    let text = project.good(&["impact", "a/b.go"]);
    assert!(text.contains("and its contents, 2 symbols") && text.contains("  Use  "), "{text}");
    assert!(project.good(&["path", "b.Use", "a/b.go"]).contains("T.Run"));
}

#[test]
fn a_changed_file_that_does_not_parse_is_told() {
    let text = "package m\n\nfunc F() {}\n\nfunc G(n int) { F() }\n";
    let project = Project::new(&[("a.go", text), ("b.go", "package m\n\nfunc B() {}\n")]);
    git(&project, &["init", "-q"]);
    let commit = || {
        git(&project, &["add", "."]);
        git(&project, &["commit", "-q", "-m", "m"]);
        project.write("b.go", "package m\n\nfunc B() { F() }\n");
    };
    commit();
    project.write("a.go", text.replace("(n int)", "(n int"));
    let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
    let notes = answer["notes"].as_array().unwrap();
    assert_eq!(notes.len(), 1, "{notes:?}");
    let note = notes[0].as_str().unwrap();
    assert!(note.starts_with("a.go:5 does not parse: its package and its importers do not build"), "{note}");
    commit();
    project.write("a.go", text);
    let said = project.good(&["impact", "--diff", "HEAD"]);
    assert!(said.starts_with("note: a.go:5 did not parse before: "), "{said}");
}

#[test]
fn what_names_an_import_that_is_another_one_now_is_affected_and_a_renamed_module_rebinds_nothing() {
    let library =
        |says: &str| format!("package lib\n\nfunc Hash(s string) string {{ return s + \"{says}\" }}\n");
    let user = "package use\n\nimport (\n\tlib \"example.com/m/lib1\"\n\t\"math/rand\"\n)\n\n\
                func Key(s string) string { return lib.Hash(s) }\n\nfunc Roll() int { return rand.Int() }\n\nfunc Other() {}\n";
    let test = "package use\n\nimport \"testing\"\n\nfunc TestKey(t *testing.T) { Key(\"\") }\n";
    let project = Project::new(&[
        ("lib1/l.go", &library("1")),
        ("lib2/l.go", &library("2")),
        ("use/u.go", user),
        ("use/u_test.go", test),
    ]);
    git(&project, &["init", "-q"]);
    git(&project, &["add", "."]);
    git(&project, &["commit", "-q", "-m", "m"]);
    project.write("use/u.go", user.replace("m/lib1", "m/lib2").replace("math/rand", "math/rand/v2"));
    let said = project.good(&["impact", "--diff", "HEAD"]);
    for line in [
        "unbound     func       Key  use/u.go:8  (was bound to example.com/m/lib1)",
        "unbound     func       Roll  use/u.go:10  (was bound to math/rand)",
        "TestKey",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    assert!(!said.contains("Other"), "{said}");
    project.write("use/u.go", user.replace("example.com/m", "example.org/n"));
    project.write("go.mod", "module example.org/n\n\ngo 1.22\n");
    let said = project.good(&["impact", "--diff", "HEAD"]);
    assert!(!said.contains("unbound"), "{said}");
}

#[test]
fn a_file_that_is_for_tests_from_now_on_or_no_longer_takes_what_it_declares_along() {
    let extra = "package a\n\nfunc Run() int { return 1 }\n";
    let test = "package a\n\nimport \"testing\"\n\nfunc TestRun(t *testing.T) { Run() }\n";
    let user = "package b\n\nimport \"example.com/m/a\"\n\nfunc Go() int { return a.Run() }\n";
    let project = Project::new(&[
        ("a/a.go", "package a\n"),
        ("a/extra.go", extra),
        ("a/a_test.go", test),
        ("b/b.go", user),
    ]);
    git(&project, &["init", "-q"]);
    git(&project, &["add", "."]);
    git(&project, &["commit", "-q", "-m", "m"]);
    git(&project, &["mv", "a/extra.go", "a/extra_test.go"]);
    let said = project.good(&["impact", "--diff", "HEAD"]);
    for line in [
        "removed     func       Run  a/extra.go:3",
        "func       Go  b/b.go:5  Run is not declared",
        "TestRun",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    git(&project, &["reset", "-q", "--hard"]);
    git(&project, &["mv", "a/a_test.go", "a/atest.go"]);
    let said = project.good(&["impact", "--diff", "HEAD"]);
    assert!(said.contains("removed     func       TestRun  a/a_test.go:5"), "{said}");
    git(&project, &["reset", "-q", "--hard"]);
    git(&project, &["mv", "a/a_test.go", "a/b_test.go"]);
    assert!(project.good(&["impact", "--diff", "HEAD"]).contains("0 symbols changed"));
}

#[test]
fn fields_in_another_order_are_another_struct_for_who_sets_them_by_it() {
    let text = "package a\n\ntype P struct { X, Y int }\n\ntype Q struct {\n\tA int\n\tB string\n}\n\n\
                func Mk() P { return P{1, 2} }\n\nfunc Named() P { return P{X: 1} }\n";
    let test = "package a\n\nimport \"testing\"\n\nfunc TestMk(t *testing.T) { Mk() }\n";
    let project = Project::new(&[("a/a.go", text), ("a/a_test.go", test)]);
    git(&project, &["init", "-q"]);
    git(&project, &["add", "."]);
    git(&project, &["commit", "-q", "-m", "m"]);
    let told = |from: &str, to: &str| {
        project.write("a/a.go", text.replace(from, to));
        project.good(&["impact", "--diff", "HEAD"])
    };
    let said = told("X, Y int", "Y, X int");
    assert!(
        said.contains("1 symbol changed") && said.contains("fields      struct     P  a/a.go:3"),
        "{said}"
    );
    assert!(said.contains("  Mk  ") && said.contains("TestMk"), "{said}");
    let said = told("\tA int\n\tB string\n", "\tB string\n\tA int\n");
    assert!(said.contains("1 symbol changed") && said.contains("struct     Q"), "{said}");
    let said = told("\tA int\n", "\tC int\n\tA int\n");
    assert!(said.contains("added       field      Q.C") && !said.contains("Q.B"), "{said}");
    assert!(told("\tA int\n\tB string\n", "\tA int\n\n\t// B too.\n\tB string\n").contains("0 symbols"));
}

#[test]
fn what_is_compiled_in_without_being_go_changes_who_takes_it_in() {
    let go = "package m\n\nimport \"embed\"\n\n//go:embed version.txt\nvar version string\n\n\
              //go:embed tmpl/*.html\nvar tmpls embed.FS\n\nfunc add(a int64) int64\n\nfunc neg(a int64) int64\n";
    let assembly = "TEXT ·add(SB), $0\n\tADDQ AX\n\tRET\n\nTEXT ·neg(SB), $0\n\tNEGQ AX\n\tRET\n";
    let project = Project::new(&[
        ("a.go", go),
        ("version.txt", "1"),
        ("tmpl/x.html", "x"),
        ("add_amd64.s", assembly),
        ("c/c.go", "package c\n\nimport \"C\"\n\nfunc F() {}\n"),
        ("c/c.c", "int f;"),
        ("notes.c", "no cgo here"),
    ]);
    git(&project, &["init", "-q"]);
    git(&project, &["add", "."]);
    git(&project, &["commit", "-q", "-m", "m"]);
    let told = |path: &str, text: Option<&str>| {
        match text {
            Some(text) => project.write(path, text),
            None => std::fs::remove_file(project.path(path)).unwrap(),
        }
        let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
        let said = project.good(&["impact", "--diff", "HEAD"]);
        git(&project, &["checkout", "-q", "."]);
        git(&project, &["clean", "-fdq"]);
        let words = |field: &str, part: &str| {
            let rows = answer[field].as_array().unwrap().iter();
            rows.map(|row| row[part].as_str().or(row[part][0].as_str()).unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        let told = [words("changed", "name"), words("outsideDeclarations", "parts")].concat().join(", ");
        (told, said.contains("its effects are not known"))
    };
    for (path, text, expected) in [
        ("version.txt", Some("2"), "version, embedded file"),
        ("version.txt", None, "version, embedded file"),
        ("version.txt", Some("1"), ""),
        ("tmpl/y.html", Some("y"), "tmpls, embedded file"),
        ("tmpl/y.txt", Some("y"), "other file"),
        ("add_amd64.s", Some(&assembly.replace("ADDQ", "INCQ")), "add, assembly"),
        ("a.go", Some(&go.replace("*.html", "y*")), "tmpls, directives"),
        ("c/c.c", Some("int g;"), "cgo source"),
        ("notes.c", Some("int g;"), "other file"),
        ("README.md", Some("new"), ""),
    ] {
        assert_eq!(told(path, text), (expected.to_owned(), path == "c/c.c"), "{path} {text:?}");
    }
}

#[test]
fn a_type_that_gains_what_is_asked_for_at_run_time_affects_who_uses_it() {
    let code = "package a\n\nimport \"fmt\"\n\ntype T struct{ N int }\n\nfunc Show(t T) string { return fmt.Sprint(t) }\n";
    let test = "package a\n\nimport \"testing\"\n\nfunc TestShow(t *testing.T) { Show(T{}) }\n";
    let project = Project::new(&[("a/a.go", code), ("a/a_test.go", test)]);
    git(&project, &["init", "-q"]);
    git(&project, &["add", "."]);
    git(&project, &["commit", "-qm", "all"]);
    let affected = |method: &str| {
        project.write("a/a.go", format!("{code}\n{method}\n"));
        project.good(&["impact", "--diff", "HEAD"])
    };
    let text = affected("func (t T) String() string { return \"t\" }");
    assert!(text.contains("methods     struct     T") && text.contains("-run '^TestShow$'"), "{text}");
    let text = affected("func (t T) Sum() int { return t.N }");
    assert!(text.contains("0 symbols and 0 tests affected"), "{text}");
}

#[test]
fn a_module_that_is_required_otherwise_affects_what_names_its_packages() {
    let manifest = "module example.com/m\n\ngo 1.22\n\nrequire (\n\tgopkg.in/yaml.v3 v3.0.0\n\tx.y/lib v1.0.0\n\tx.y/lib/sub v1.0.0\n\tx.y/far v0.1.0 // indirect\n)\n";
    let user = "package a\n\nimport (\n\t\"x.y/lib/codec\"\n\t\"x.y/lib/sub\"\n\t\"gopkg.in/yaml.v3\"\n)\n\n\
                func Encode() { codec.Do() }\n\nfunc Sub() { sub.Do() }\n\nfunc Yaml() { yaml.Do() }\n\nfunc Other() {}\n";
    let test = "package a\n\nimport \"testing\"\n\nfunc TestEncode(t *testing.T) { Encode() }\n\n\
                func TestOther(t *testing.T) { Other() }\n";
    let nested = "package n\n\nimport \"x.y/lib/codec\"\n\nfunc Nested() { codec.Do() }\n";
    let project = Project::new(&[
        ("a/a.go", user),
        ("a/a_test.go", test),
        ("n/n.go", nested),
        ("n/go.mod", "module example.com/n\n\nrequire x.y/lib v1.0.0\n"),
    ]);
    project.write("go.mod", manifest);
    git(&project, &["init", "-q"]);
    git(&project, &["add", "."]);
    git(&project, &["commit", "-q", "-m", "m"]);
    let cases: [(_, _, _, &[&str]); 6] = [
        (
            "lib v1.0.0",
            "lib v1.1.0",
            "x.y/lib v1.0.0 to v1.1.0, imported by 1 package",
            &["Encode  a/a.go:9  (was bound to x.y/lib v1.0.0)", "TestEncode"],
        ),
        ("far v0.1.0", "far v0.2.0", "x.y/far v0.1.0 to v0.2.0\n", &[]),
        (
            "\tgopkg.in/yaml.v3 v3.0.0\n",
            "",
            "gopkg.in/yaml.v3 v3.0.0 removed, imported by 1 package",
            &["Yaml  a/a.go:13  (was bound to gopkg.in/yaml.v3 v3.0.0)"],
        ),
        ("\tx.y/far v0.1.0 // indirect\n", "", "x.y/far v0.1.0 removed\n", &[]),
        (
            ")\n",
            ")\n\nreplace x.y/lib/sub => ../sub\n",
            "x.y/lib/sub v1.0.0 to v1.0.0 => ../sub, imported by 1 package",
            &["Sub  a/a.go:11  (was bound to x.y/lib/sub v1.0.0)"],
        ),
        (")\n", "\tx.y/new v1.0.0\n)\n", "x.y/new v1.0.0 added\n", &[]),
    ];
    for (from, to, told, affected) in cases {
        project.write("go.mod", manifest.replacen(from, to, 1));
        let said = project.good(&["impact", "--diff", "HEAD"]);
        assert!(said.contains(&format!("go.mod  (module file)\n    {told}")), "{to}: {said}");
        for line in affected {
            assert!(said.contains(line), "{line}: {said}");
        }
        assert_eq!(said.matches("(was bound to").count(), usize::from(!affected.is_empty()), "{said}");
        assert!(!said.contains("TestOther") && !said.contains("Nested"), "{said}");
        let sure = project.good(&["impact", "--diff", "HEAD", "--sure"]);
        assert!(sure.contains(told) && !sure.contains("TestEncode"), "{sure}");
    }
    project.write("go.mod", manifest.replace("\tx.y/lib v1.0.0\n", ""));
    git(&project, &["commit", "-q", "-a", "-m", "m"]);
    project.write("go.mod", manifest);
    let said = project.good(&["impact", "--diff", "HEAD"]);
    assert!(said.contains("x.y/lib v1.0.0 added, imported by 1 package"), "{said}");
    assert!(said.contains("(was bound to x.y/lib, not required)") && said.contains("TestEncode"), "{said}");
}

/// A committed tree with tests and files that they may read.
fn reading() -> Project {
    let golden = "package b\n\nimport \"testing\"\n\nfunc TestGolden(t *testing.T) {}\n\nfunc TestPlain(t *testing.T) {}\n";
    let served = "package m\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestServed(t *testing.T) { os.DirFS(\"_fixture\") }\n\n\
                  func TestLoad(t *testing.T) { Load() }\n\nfunc TestIdle(t *testing.T) {}\n";
    let load = "package m\n\nimport \"os\"\n\nconst conf = \"conf/default.yaml\"\n\nfunc Load() { os.ReadFile(conf) }\n";
    let project = Project::new(&[
        ("a/b/a.go", "package b\n"),
        ("a/b/a_test.go", golden),
        ("a/b/testdata/golden/x.yaml", "x: 1\n"),
        ("a/b/testdata/src/p.go", "package p\n\nfunc P() {}\n"),
        ("m.go", load),
        ("m_test.go", served),
        ("_fixture/certs/cert.pem", "1\n"),
        ("conf/default.yaml", "1\n"),
        ("c/testdata/lone.txt", "1\n"),
        ("notes.txt", "1\n"),
        ("docs/guide.md", "1\n"),
        (".github/ci.yml", "1\n"),
    ]);
    git(&project, &["init", "-q"]);
    git(&project, &["add", "."]);
    git(&project, &["commit", "-q", "-m", "m"]);
    project
}

#[test]
fn test_data_is_told_with_the_tests_that_read_it() {
    let project = reading();
    for path in ["a/b/testdata/golden/x.yaml", "c/testdata/lone.txt", "notes.txt"] {
        project.write(path, "x: 2\n");
    }
    let said = project.good(&["impact", "--diff", "HEAD"]);
    let told = "a/b/testdata/golden/x.yaml  (test data)\n    the tests beside it read it: go test ./a/b\n";
    assert!(said.contains(told) && said.contains("0 symbols changed in 3 files"), "{said}");
    let unknown = "what the list of tests cannot know:\n  2 changed files that tests may read: c/testdata/lone.txt and 1 more\n";
    assert!(said.contains(unknown), "{said}");
}

#[test]
fn tests_of_a_changed_file_that_they_read_are_run_and_other_files_are_not_known() {
    let project = reading();
    let (golden, served) =
        ("go test ./a/b -run '^(TestGolden|TestPlain)$'\n", "go test . -run '^TestServed$'\n");
    let unknown =
        |path: &str| format!("codegraph-tui: not known: 1 changed file that tests may read: {path}\n");
    for (path, expected, not_known) in [
        ("a/b/testdata/golden/x.yaml", golden, String::new()),
        ("a/b/testdata/src/p.go", golden, String::new()),
        ("a/b/testdata/new/y.txt", golden, String::new()),
        ("_fixture/certs/cert.pem", served, String::new()),
        ("conf/default.yaml", "go test . -run '^TestLoad$'\n", String::new()),
        ("notes.txt", "", unknown("notes.txt")),
        ("c/testdata/lone.txt", "", unknown("c/testdata/lone.txt")),
        ("docs/guide.md", "", String::new()),
        (".github/ci.yml", "", String::new()),
    ] {
        let is_go = std::path::Path::new(path).extension().is_some_and(|ending| ending == "go");
        project.write(path, if is_go { "package p\n\nfunc P() { println() }\n" } else { "2\n" });
        let ran = project.run(&["impact", "--diff", "HEAD", "--tests-only", "--tier", "1"]);
        assert_eq!(
            (ran.code, ran.out.as_str(), ran.err.as_str()),
            (Some(0), expected, not_known.as_str()),
            "{path}"
        );
        let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
        let told =
            answer["testsUnknown"].as_array().unwrap().iter().filter(|one| one["way"] == "file").count();
        assert_eq!(told, usize::from(!not_known.is_empty()), "{path}");
        git(&project, &["checkout", "-q", "."]);
        git(&project, &["clean", "-fdq"]);
    }
    let patch = "--- a/_fixture/certs/cert.pem\n+++ b/_fixture/certs/cert.pem\n@@ -1 +1 @@\n-1\n+2\n";
    project.write("../cert.patch", patch);
    let mut command = project.command(&["impact", "--diff", "-", "--tests-only"]);
    command.stdin(std::fs::File::open(project.path("../cert.patch")).unwrap());
    assert_eq!(Project::finish(&mut command).out, served);
}

#[test]
fn what_sure_leaves_out_is_not_told_to_be_nothing() {
    let text = "package m\n\ntype Doer interface{ Do() }\n\ntype A struct{}\n\nfunc (A) Do() {}\n\ntype B struct{}\n\n\
                func (B) Do() {}\n\nfunc All() { use(A{}); use(B{}) }\n\nfunc use(d Doer) { d.Do() }\n";
    let project = Project::new(&[("m.go", text)]);
    let said = project.good(&["impact", "A.Do", "--sure"]);
    assert!(said.contains("nothing certain depends on it: --sure leaves out 1 symbol that may"), "{said}");
    assert!(!said.contains("no known symbol"), "{said}");
    assert!(project.good(&["impact", "All", "--sure"]).contains("no known symbol depends on it: "));
}

#[test]
fn scripts_get_the_lines_that_run_the_tests_and_nothing_else() {
    let project = Project::new(&[
        ("a/a.go", "package a\n\nfunc F() {}\n\nfunc G() {}\n"),
        ("a/a_test.go", "package a\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { F() }\n"),
    ]);
    assert_eq!(project.good(&["impact", "a.F", "--tests-only"]), "go test ./a -run '^TestF$'\n");
    assert_eq!(project.good(&["impact", "a.G", "--tests-only"]), "");
    let answer = project.json(&["impact", "a.F", "--tests-only", "--json"]);
    let fields: Vec<&String> = answer.as_object().unwrap().keys().collect();
    assert_eq!(
        fields,
        ["tests", "testCommands", "testTiers", "testNeeds", "testsUnreached", "testNotes", "testsUnknown"]
    );
}

#[test]
fn lines_asked_for_in_a_folder_run_there() {
    let project = Project::new(&[
        ("a/b/a.go", "package a\n\nfunc F() {}\n"),
        ("a/b/a_test.go", "package a\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { F() }\n"),
        ("sub/go.mod", "module example.com/m/sub\n"),
        ("sub/s.go", "package sub\n\nimport \"example.com/m/a/b\"\n\nfunc S() { a.F() }\n"),
        ("sub/s_test.go", "package sub\n\nimport \"testing\"\n\nfunc TestS(t *testing.T) { S() }\n"),
    ]);
    let mut command = project.command(&["impact", "a.F", "--tests-only"]);
    let said = Project::finish(command.current_dir(project.path("a/b"))).out;
    assert!(said.contains("go -C ../.. test ./a/b -run '^TestF$'\n"), "{said}");
    assert!(!said.contains("TestS") || said.contains("go -C ../../sub test . -run '^TestS$'\n"), "{said}");
    let mut command = project.command(&["impact", "a.F"]);
    let said = Project::finish(command.current_dir(project.path("a"))).out;
    assert!(said.contains("\n  go -C .. test ./a/b -run '^TestF$'\n"), "{said}");
}
