//! Tests of the commands that run the reached tests, and of their notes.

use super::super::tests::{find, tree};
use super::super::{ChangeKind, Limits, Radius, Start, Surveyor};
use super::*;
use crate::golang::FileHead;

/// The lines for the tests that the change of a symbol reaches, with their notes.
fn lines(files: &[(&str, &str)], changed: &[&str]) -> Vec<String> {
    shown(files, changed).0
}

/// The lines, and how many tests it is said that there are.
fn shown(files: &[(&str, &str)], changed: &[&str]) -> (Vec<String>, usize) {
    let data = tree(files);
    let graph = data.graph();
    let starts: Vec<Start> =
        changed.iter().map(|name| Start::of(find(&graph, name), ChangeKind::Signature)).collect();
    let head = |path: &str| {
        let text = files.iter().find(|(own, _)| *own == path)?.1;
        Some(FileHead::of(text.as_bytes()))
    };
    let tree = TreeFacts { modules: &[".", "sub"], head: &head };
    let radius = Surveyor::default().survey(&graph, 1, &starts, Limits::default(), tree);
    (radius.runs.iter().map(|run| run.noted(&graph)).collect(), radius.n_tests())
}

const A: &str = "package a\n\nfunc F() {}\n";

#[test]
fn tests_reached_come_as_lines_that_run_them() {
    let tests = "package a\n\nfunc TestB() { helper() }\n\nfunc TestA() { F() }\n\nfunc helper() { F() }\n\n\
                 func Testify() { F() }\n\nfunc BenchmarkF() { F() }\n\nfunc TestMainly() { F() }\n";
    let examples = "package a_test\n\nimport \"m/a\"\n\nfunc ExampleF() {\n\ta.F()\n\t// Output: 1\n}\n\n\
                    func Example() { a.F() }\n";
    let mut lines = lines(
        &[
            ("a/a.go", A),
            ("a/a_test.go", tests),
            ("a/x_test.go", examples),
            (
                "a/testdata/d_test.go",
                "package d\n\nimport \"m/a\"\n\ntype S struct{}\n\nfunc TestD() { a.F(); _ = S{} }\n\n\
                 func (S) TestS() { a.F() }\n",
            ),
            ("sub/in it/b_test.go", "package b\n\nimport \"m/a\"\n\nfunc Test_one() { a.F() }\n"),
            ("b_test.go", "package m\n\nimport \"m/a\"\n\nfunc FuzzF() { a.F() }\n"),
            // One that is not reached, or one line would run all of the module.
            ("e/e_test.go", "package e\n\nfunc TestIdle() {}\n"),
            ("w_windows_test.go", "package m\n\nimport \"m/a\"\n\nfunc TestWindows() { a.F() }\n"),
        ],
        &["a.F"],
    );
    lines.sort_unstable();
    assert_eq!(
        lines,
        [
            "GOOS=windows go test . -run '^TestWindows$'  # not built for linux/amd64",
            "go -C sub test './in it' -run '^Test_one$'",
            "go test . -run '^FuzzF$'",
            "go test ./a -run '^(ExampleF|TestA|TestB|TestMainly)$'",
        ]
    );
}

#[test]
fn methods_of_a_suite_are_run_by_the_tests_that_hand_it_to_a_runner() {
    let check = |tests: &str, expected: &[&str]| {
        let tests = format!("package a\n\nimport \"testing\"\n\n{tests}\n");
        assert_eq!(lines(&[("a/a.go", A), ("a/a_test.go", &tests)], &["a.F"]), expected, "{tests}");
    };
    let suite = "type S struct{}\n\nfunc (s *S) TestOne() { F() }\n";
    let line = "go test ./a -run '^TestS$'  # S.TestOne, treated as a test of a suite";
    let any = "go test ./a  # S.TestOne, treated as a test of a suite that any test here may run";
    for (runner, expected) in [
        ("func TestS(t *testing.T) { run(t, new(S)) }\n\nfunc TestOther() {}", &[line][..]),
        // Through a constructor, a variable, or a suite that embeds it.
        ("func newS() *S { return &S{} }\n\nfunc TestS() { run(newS()) }", &[line]),
        ("var s S\n\nfunc TestS() { run(&s) }", &[line]),
        ("type E struct{ S }\n\nfunc TestS() { run(E{}) }", &[line]),
        // Registered before the tests begin: any of them may be the one that runs what was.
        ("var _ = register(&S{})\n\nfunc Test(t *testing.T) { TestingT(t) }", &[any]),
        ("func init() { register(&S{}) }\n\nfunc Test(t *testing.T) { TestingT(t) }", &[any]),
        // No test, nobody to run it.
        ("var _ = register(&S{})", &[]),
    ] {
        check(&format!("{suite}\n{runner}"), expected);
    }
    let both = format!("{suite}\nfunc TestS() {{ run(S{{}}) }}\n\nfunc TestZ() {{ F() }}");
    check(&both, &["go test ./a -run '^(TestS|TestZ)$'  # S.TestOne, treated as a test of a suite"]);
    let two = format!(
        "{suite}\nfunc (s *S) TestTwo() {{ F() }}\n\nfunc TestS() {{ run(S{{}}) }}\n\nfunc TestOther() {{}}"
    );
    check(&two, &["go test ./a -run '^TestS$'  # S.TestOne, S.TestTwo, treated as tests of a suite"]);
    for method in [
        "func (s *S) TestOne(t *testing.T) { F() }",
        "func (s *S) TestOne(c *check.C) { F() }",
        "func (s *S) TestOne(testing.TB) { F() }",
        // One test of a suite may call another.
        "func (s *S) TestOne() { F() }\n\nfunc (s *S) TestTwo(int) { s.TestOne() }",
    ] {
        check(&format!("type S struct{{}}\n\n{method}\n\nfunc TestS() {{ run(S{{}}) }}"), &[line]);
    }
    for method in [
        "func (s *S) TestOne() error { F(); return nil }",
        "func (s *S) TestOne(ctx context.Context, name string) { F() }",
        "func (s *S) TestOne(n int) { F() }",
        "func (s *S) Testify() { F() }",
        // Its purpose is known.
        "func (s *S) TestOne() { F() }\n\nfunc helper(s *S) { s.TestOne() }",
        "func (s *S) TestOne() { F() }\n\ntype Tester interface{ TestOne() }",
    ] {
        check(&format!("type S struct{{}}\n\n{method}\n\nfunc TestS() {{ run(S{{}}) }}"), &[]);
    }
}

#[test]
fn tests_that_a_build_leaves_out_have_a_line_that_takes_them_in() {
    let test = |head: &str, name: &str| format!("{head}package a\n\nfunc {name}() {{ F() }}\n");
    let mut lines = lines(
        &[
            ("a/a.go", A),
            ("a/a_test.go", &test("", "TestA")),
            ("a/b_test.go", &test("//go:build integration\n\n", "TestB")),
            ("a/c_test.go", &test("//go:build integration\n\n", "TestC")),
            ("a/d_test.go", &test("//go:build race\n\n", "TestD")),
        ],
        &["a.F"],
    );
    lines.sort_unstable();
    assert_eq!(
        lines,
        [
            "go test -race ./a -run '^TestD$'",
            "go test -tags integration ./a -run '^(TestB|TestC)$'",
            "go test ./a -run '^TestA$'"
        ]
    );
}

#[test]
fn tests_that_change_and_those_of_a_changed_setup_are_run_too() {
    let files = [
        ("a/a.go", "package a\n\nfunc init() { H() }\n\nfunc F() {}\n\nfunc G() {}\n\nfunc H() {}\n"),
        ("a/a_test.go", "package a\n\nfunc TestMain() { G() }\n\nfunc TestA() { F() }\n\nfunc TestB() {}\n"),
        ("a/x_test.go", "package a_test\n\nfunc TestX() {}\n"),
        ("b/b_test.go", "package b\n\nimport \"m/a\"\n\nfunc init() { a.F() }\n\nfunc TestC() {}\n"),
    ];
    let [a, b] = ["go test ./a", "go test ./b"];
    for (changed, expected, tests) in [
        (&["a.TestB"][..], &["go test ./a -run '^TestB$'"][..], 1),
        (&["a.TestMain"], &[a], 3),
        (&["a.init"], &[a], 3),
        (&["a.init", "a.TestA"], &[a], 3),
        (&["a.F", "b.TestC"], &[b, "go test ./a -run '^TestA$'"], 2),
        // All tests run through code that a set-up calls.
        (&["a.G"], &[a], 3),
        (&["a.H"], &[a], 3),
        (&["a.F"], &["go test ./a -run '^TestA$'", b], 2),
    ] {
        let (found, counted) = shown(&files, changed);
        assert_eq!(found, expected, "{changed:?}");
        assert_eq!(counted, tests, "{changed:?}");
    }
}

#[test]
fn a_test_is_run_for_a_changed_body_as_it_would_be_for_a_signature() {
    let implementer =
        |n| format!("type T{n} struct{{}}\n\nfunc (T{n}) M() {{}}\n\nvar V{n} I = T{n}{{}}\n\n");
    let implementers = (0..7).map(implementer).collect::<Vec<_>>().concat();
    let code = format!("package a\n\ntype I interface{{ M() }}\n\n{implementers}func Do(i I) {{ i.M() }}\n");
    let tests = "package a\n\nfunc TestDo() { Do(V0) }\n\nfunc TestNot() { Do(V1) }\n";
    let data = tree(&[("a/a.go", &code), ("a/a_test.go", tests)]);
    let graph = data.graph();
    let tree = TreeFacts { modules: &["."], head: &|_| None };
    let survey = |change: ChangeKind, threshold: f64| {
        let starts = [Start::of(find(&graph, "T0.M"), change)];
        let limits = Limits { threshold, ..Limits::default() };
        Surveyor::default().survey(&graph, 1, &starts, limits, tree)
    };
    let lines = |radius: &Radius| -> Vec<String> {
        radius.runs.iter().map(|run| run.line(&graph).to_owned()).collect()
    };
    let (body, signature) = (survey(ChangeKind::Body, 0.1), survey(ChangeKind::Signature, 0.1));
    assert_eq!(lines(&signature), ["go test ./a -run '^TestDo$'"]);
    assert_eq!((lines(&body), body.n_tests()), (lines(&signature), 1));
    assert!(body.rows.is_empty(), "rows are cut");
    assert_eq!(body.hidden, (1, 0, 0));
    assert_eq!(lines(&survey(ChangeKind::Body, 0.5)), lines(&signature), "no threshold drops a test");
}

#[test]
fn one_line_runs_a_module_all_of_whose_tests_are_reached() {
    let test = |name: &str| format!("package a_test\n\nimport \"m/a\"\n\nfunc {name}() {{ a.F() }}\n");
    let [one, two, three] = ["TestOne", "TestTwo", "TestThree"].map(test);
    let idle = "package b\n\nfunc TestIdle() {}\n";
    let files = [("a/a.go", A), ("a/a_test.go", &one), ("b/b_test.go", &two), ("sub/c/c_test.go", &three)];
    let lines = |more: &[(&str, &str)]| lines(&[&files[..], more].concat(), &["a.F"]);
    let alone = "go -C sub test ./c -run '^TestThree$'";
    assert_eq!(lines(&[]), ["go test ./...", alone], "one package is a line of its own");
    // A folder that the pattern leaves out keeps a line of its own, so none of its tests is missed.
    let hidden = [("_x/x_test.go", three.as_str())];
    assert_eq!(lines(&hidden), ["go test ./...", "go test ./_x -run '^TestThree$'", alone]);
    let each = ["go test ./a -run '^TestOne$'", "go test ./b -run '^TestTwo$'", alone];
    assert_eq!(lines(&[("b/d_test.go", idle)]), each, "a test that is not reached");
    assert_eq!(lines(&[("d/d_test.go", idle)]), each, "a package that is not");
    let elsewhere = [("b/d_test.go", "//go:build slow\n\npackage b\n\nfunc TestIdle() {}\n")];
    assert_eq!(lines(&elsewhere), ["go test ./...", alone], "what the host does not build");
}

#[test]
fn of_a_module_s_line_a_filter_leaves_lines_for_packages() {
    let test = "package a_test\n\nimport \"m/a\"\n\nfunc TestIt() { a.F() }\n";
    let data = tree(&[("a/a.go", A), ("a/a_test.go", test), ("b/b_test.go", test)]);
    let graph = data.graph();
    let starts = [Start::of(find(&graph, "a.F"), ChangeKind::Signature)];
    let tree = TreeFacts { modules: &["."], head: &|_| None };
    let radius = Surveyor::default().survey(&graph, 1, &starts, Limits::default(), tree);
    let lines = |keep: fn(&str) -> bool| -> Vec<String> {
        let runs = radius.runs_of(|test| keep(graph.symbol(test).path()));
        runs.iter().map(|run| run.line(&graph).to_owned()).collect()
    };
    assert_eq!(lines(|_| true), ["go test ./..."]);
    assert_eq!(lines(|path| path.starts_with('b')), ["go test ./b -run '^TestIt$'"]);
    assert_eq!(lines(|_| false), [""; 0]);
}

#[test]
fn that_tags_put_another_set_up_in_the_place_of_the_one_without_is_told() {
    let file = |head: &str, body: &str| format!("{head}package a\n\n{body}\n");
    let [e2e, slow, none] = ["e2e", "slow", "!(e2e || slow)"].map(|of| format!("//go:build {of}\n\n"));
    let init = "var runner = 1\n\nfunc init() {}";
    let check = |stand_in: &str, expected: &str| {
        let files = [
            ("a/a.go", A),
            ("a/a_test.go", &file("", "func TestA() { F() }")),
            ("a/e_test.go", &file(&e2e, init)),
            ("a/s_test.go", &file(&slow, init)),
            ("a/n_test.go", stand_in),
        ];
        assert_eq!(lines(&files, &["a.F"]), [format!("go test ./a -run '^TestA$'{expected}")], "{stand_in}");
    };
    let told = "  # may need -tags e2e or -tags slow: another set-up then runs before them";
    check(&file(&none, init), told);
    check(
        &file("//go:build !slow\n\n", init),
        "  # may need -tags slow: another set-up then runs before them",
    );
    check(&file("", init), "");
    check(&file(&none, "const isNone = true"), "");
}

#[test]
fn what_runs_before_the_tests_is_what_is_called_there_not_what_is_only_registered() {
    let code = "package a\n\nvar _ = three()\n\nvar table = build()\n\nvar kept = two\n\nfunc init() { register(one); zero() }\n\n\
                func register(f func()) {}\n\nfunc zero() {}\n\nfunc one() {}\n\nfunc two() {}\n\n\
                func three() int { return 3 }\n\nfunc build() int { return deep() }\n\nfunc deep() int { return 0 }\n\n\
                func handled() {}\n";
    let tests = "package a\n\nfunc TestMain() { register(handled) }\n\nfunc TestOne() { one() }\n\nfunc TestNone() {}\n";
    let files = [("a/a.go", code), ("a/a_test.go", tests)];
    let (all, one) = (["go test ./a"], ["go test ./a -run '^TestOne$'"]);
    for (changed, expected, n_tests) in [
        ("a.zero", &all[..], 2),
        ("a.three", &all, 2),
        ("a.deep", &all, 2),
        ("a.register", &all, 2),
        ("a.one", &one, 1),
        ("a.two", &[], 0),
        // Functions that tests register are there to be run by them.
        ("a.handled", &all, 2),
    ] {
        let (found, counted) = shown(&files, &[changed]);
        assert_eq!(
            (&found[..], counted),
            (&expected.iter().map(|&line| line.to_owned()).collect::<Vec<_>>()[..], n_tests),
            "{changed}"
        );
    }
}

#[test]
fn words_are_safe_in_a_shell() {
    for (word, safe) in [("./a/b-c_d.e", "./a/b-c_d.e"), ("./a b", "'./a b'"), ("a'$(x)", r"'a'\''$(x)'")] {
        assert_eq!(quoted(word), safe);
    }
}

#[test]
fn a_line_that_runs_a_package_for_want_of_a_short_pattern_says_how_many_more_it_runs() {
    let test = |n: u8| {
        let body = if n < 6 { " F() " } else { "" };
        format!("func Test{}longnameofitsown() {{{body}}}\n\n", char::from(b'A' + n))
    };
    let tests: String = (0..20).map(test).collect();
    let tests = format!("package a\n\n{tests}");
    let files = [("a/a.go", A), ("a/a_test.go", &*tests)];
    assert_eq!(lines(&files, &["a.F"]), ["go test ./a  # runs 14 more"]);
}
