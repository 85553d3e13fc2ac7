//! Clones that lack a part of their repository, and trees with links inside them.

use crate::impact::git;
use crate::project::Project;

const RATE: &str = "package pkg\n\nfunc Rate(n int) int { return n * 2 }\n";
const BILL: &str =
    "package other\n\nimport \"example.com/m/pkg\"\n\nfunc Bill() int { return pkg.Rate(3) }\n";
const TEST: &str = "package other\n\nimport \"testing\"\n\nfunc TestBill(t *testing.T) { Bill() }\n";

const GAP: &str = "2 Go files of the repository are not checked out (sparse checkout), such as other/use.go";

#[test]
fn files_that_are_not_checked_out_are_named_wherever_they_may_be_missing() {
    let project = Project::new(&[("pkg/rate.go", RATE), ("other/use.go", BILL), ("other/use_test.go", TEST)]);
    git(&project, &["init", "-q"]);
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "begin"]);
    let questions: [&[&str]; 6] = [
        &["index"],
        &["doctor"],
        &["impact", "pkg.Rate"],
        &["query", "who calls pkg.Rate"],
        &["unused"],
        &["impact", "pkg.Rate", "--tests-only", "--json"],
    ];
    for question in questions {
        assert!(!project.good(question).contains("not checked out"), "{question:?} of a full clone");
    }
    git(&project, &["sparse-checkout", "set", "--cone", "pkg"]);
    for question in questions {
        let answer = project.run(question);
        assert!((answer.out + &answer.err).contains(GAP), "{question:?}");
    }
    let clone = &project.json(&["index", "--json"])["clone"];
    assert_eq!((clone["sparse"].clone(), clone["goFilesNotCheckedOut"].clone()), (true.into(), 2.into()));
}

#[test]
fn what_git_cannot_answer_is_laid_to_the_clone() {
    let project = Project::new(&[("rate.go", RATE)]);
    git(&project, &["init", "-q"]);
    for text in [RATE.to_owned(), RATE.replace("n * 2", "n * 3")] {
        project.write("rate.go", text);
        git(&project, &["add", "-A"]);
        git(&project, &["commit", "-q", "--allow-empty", "-m", "next"]);
    }
    git(&project, &["config", "uploadpack.allowFilter", "true"]);
    let url = format!("file://{}", project.root().display());
    for (kind, remedy) in [("--depth=1", "git fetch --unshallow"), ("--filter=tree:0", "git fetch --refetch")]
    {
        let clone = project.path(format!("../clone{kind}"));
        let clone = clone.to_str().unwrap();
        git(&project, &["clone", "-q", kind, &url, clone]);
        let answer = project.run(&["impact", "--diff", "HEAD~1", clone]);
        assert!(answer.code == Some(1) && answer.err.contains(remedy), "{kind}: {answer:?}");
    }
    let why = project.run(&["why", "pkg.Rate", project.path("../clone--filter=tree:0").to_str().unwrap()]);
    assert!((why.out + &why.err).contains("git fetch --refetch"), "{}", why.err);
}

#[cfg(unix)]
#[test]
fn linked_files_and_folders_are_read_as_the_go_command_reads_them() {
    let banner =
        "package main\n\nfunc Banner() string { return word() }\n\nfunc word() string { return \"\" }\n";
    let test = "package main\n\nimport \"testing\"\n\nfunc TestBanner(t *testing.T) { Banner() }\n";
    let project = Project::new(&[
        (
            "go.mod",
            "module example.com/m\n\nrequire example.com/money v0.0.0\n\nreplace example.com/money => ./linked/money\n",
        ),
        ("common/banner.go", banner),
        ("common/banner_test.go", test),
        (
            "cmd/one/main.go",
            "package main\n\nimport \"example.com/money\"\n\nfunc main() { println(Banner(), money.Cents(3)) }\n",
        ),
        ("third/money/go.mod", "module example.com/money\n"),
        ("third/money/money.go", "package money\n\nfunc Cents(n int) int { return n * 100 }\n"),
        ("linked/README", ""),
    ]);
    let link = |target: &str, link: &str| std::os::unix::fs::symlink(target, project.path(link)).unwrap();
    link("../third/money", "linked/money");
    link("../../common/banner.go", "cmd/one/banner.go");
    link("../../common/banner_test.go", "cmd/one/banner_test.go");
    let edges = project.good(&["export"]);
    for [from, to] in [
        ["cmd/one/main.go::main::func", "cmd/one/banner.go::Banner::func"],
        ["cmd/one/main.go::main::func", "third/money/money.go::Cents::func"],
        ["cmd/one/banner_test.go::TestBanner::func", "cmd/one/banner.go::Banner::func"],
    ] {
        let ends = format!("\"from\":\"{from}\",\"to\":\"{to}\"");
        assert!(edges.lines().any(|line| line.contains(&ends) && line.contains("\"calls\"")), "{ends}");
    }
    assert_eq!(project.json(&["index", "--json"])["skipped"]["total"], 0);
    let impact = project.good(&["impact", "common/banner.go:5"]);
    assert!(impact.contains("common/banner.go is also cmd/one/banner.go by a link"), "{impact}");

    git(&project, &["init", "-q"]);
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "begin"]);
    let why = project.good(&["why", "cmd/one/banner.go::word::func"]);
    assert!(why.contains("1 commit, introduced by"), "{why}");
    project.write("common/banner.go", banner.replace("\"\"", "\"hello\""));
    let changed = project.json(&["impact", "--diff", "HEAD", "--json"]);
    let tests = changed["tests"].as_array().unwrap();
    let tests: Vec<&str> = tests.iter().filter_map(|test| test["symbolId"].as_str()).collect();
    assert_eq!(
        tests,
        ["cmd/one/banner_test.go::TestBanner::func", "common/banner_test.go::TestBanner::func"],
        "an edit of the target is one of the link, and a refresh sees both"
    );
}
