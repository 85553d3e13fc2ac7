//! Tours on the command line.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::impact::git;
use crate::project::Project;

#[test]
fn tours_are_generated_listed_shown_and_checked() {
    let project = Project::sample();
    assert!(project.good(&["tour", "list"]).contains("What carries the load"));
    assert!(!project.path(".tours").exists(), "listing writes nothing");
    let written = project.json(&["tour", "generate", "--json"]);
    let written = written["written"].as_array().unwrap();
    assert!(written.len() >= 4, "{written:?}");
    for row in written {
        let text = fs::read_to_string(project.path(row["file"].as_str().unwrap())).unwrap();
        let tour: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(tour["title"], row["title"]);
        let steps = tour["steps"].as_array().unwrap();
        assert!((1..=12).contains(&steps.len()));
        let played = |step: &serde_json::Value| {
            step["file"].is_string() && (step["line"].is_u64() != step["pattern"].is_string())
        };
        assert!(steps.iter().all(played), "another player finds every step");
        let mut said = std::collections::HashSet::new();
        let words = steps.iter().flat_map(|step| step["description"].as_str().unwrap().split("\n\n"));
        let words = words.map(|part| part.split_once("** ").map_or(part, |(_, words)| words));
        for sentence in words.flat_map(|words| words.split(". ")).filter(|sentence| sentence.contains(' ')) {
            assert!(said.insert(sentence.trim_end_matches('.')), "twice in {}: {sentence}", tour["title"]);
        }
    }
    let before = fs::read_to_string(project.path(".tours/packages.tour")).unwrap();
    project.good(&["tour", "generate", "--kind", "packages"]);
    assert_eq!(fs::read_to_string(project.path(".tours/packages.tour")).unwrap(), before);

    let list = project.json(&["tour", "list", "--json"]);
    assert_eq!(list["tours"].as_array().unwrap().len(), written.len());
    for name in ["packages", "Package by package", ".tours/packages.tour"] {
        assert_eq!(project.json(&["tour", "show", name, "--json"])["title"], "Package by package");
    }
    assert_eq!(project.run(&["tour", "show", "no such tour"]).code, Some(1));
    let checked = project.json(&["tour", "check", "--json"]);
    assert_eq!(checked["counts"].as_object().unwrap().keys().collect::<Vec<_>>(), ["kept"]);
}

#[test]
fn a_sample_tour_reads_well() {
    insta::assert_snapshot!(Project::sample().good(&["tour", "show", "load-bearing"]));
}

#[test]
fn check_tells_what_moved_and_fails_when_something_is_gone() {
    let source = "package a\n\n// F does.\nfunc F() { G() }\n\nfunc G() {}\n";
    let project = Project::new(&[("a.go", source)]);
    project.good(&["tour", "generate", "--kind", "load-bearing"]);
    project.write("a.go", format!("// License.\n\n{source}"));
    let moved = project.good(&["tour", "check"]);
    assert!(moved.contains("moved: a.go:6") && moved.contains("moved: a.go:8"), "{moved}");
    project.write("a.go", "package a\n\nfunc F() {}\n");
    let answer = project.run(&["tour", "check"]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.out.contains("gone: no symbol a.go::G::func"), "{}", answer.out);
    assert!(answer.err.contains("1 step is gone"), "{}", answer.err);
}

#[test]
fn check_follows_renames_of_git_and_shows_changed_signatures() {
    let code = "package old\n\n// F does.\nfunc F(a int) { G() }\n\nfunc G() {}\n";
    let project = Project::new(&[("old/a.go", code), ("old/words.md", "One.\nTwo.\nThree.\n")]);
    let git = |args: &[&str]| git(&project, args);
    project.write(
        ".tours/plain.tour",
        "{\"title\": \"Plain\", \"steps\": [{\"file\": \"old/words.md\", \"line\": 2, \"description\": \"\"}, \
         {\"directory\": \"old\", \"description\": \"\"}, {\"file\": \"old/gone.md\", \"line\": 1, \"description\": \"\"}]}",
    );
    git(&["init", "-q"]);
    git(&["add", "-A"]);
    git(&["commit", "-qm", "first"]);
    git(&["mv", "old", "new"]);
    let staged = project.run(&["tour", "check"]);
    assert!(staged.out.contains("step 1 (old/words.md): moved: new/words.md:2"), "{}", staged.out);
    assert!(staged.out.contains("step 2 (old): moved: new/a.go:"), "{}", staged.out);
    assert!(staged.out.contains("step 3 (old/gone.md): gone: there is no such file"), "{}", staged.out);
    git(&["commit", "-qm", "second"]);
    git(&["mv", "new/words.md", "new/text.md"]);
    git(&["commit", "-qm", "third"]);
    let twice = project.run(&["tour", "check"]);
    assert!(twice.out.contains("step 1 (old/words.md): moved: new/text.md:2"), "{}", twice.out);

    fs::remove_file(project.path(".tours/plain.tour")).unwrap();
    project.good(&["tour", "generate", "--kind", "load-bearing"]);
    project.write("new/a.go", code.replace("a int", "a int, b string"));
    let checked = project.good(&["tour", "check"]);
    let change = "its signature was `func F(a int)`, and is `func F(a int, b string)`";
    assert!(checked.contains(change) && checked.contains("1 of them with another signature"), "{checked}");
}

#[test]
fn strangers_tours_are_played_and_their_commands_are_not() {
    let project = Project::new(&[("a.go", "package a\n")]);
    project.write(
        ".tours/evil.tour",
        "{\"title\": \"Evil\\u001b[2J\", \"steps\": [{\"file\": \"../../etc/passwd\", \"line\": 1, \
         \"description\": \">> touch pwned\\nwords \\u202e\", \"commands\": [\"workbench.run\"]}]}",
    );
    project.write(".tours/broken.tour", "{");
    let list = project.good(&["tour", "list"]);
    assert!(list.contains("broken.tour  not usable: not JSON"), "{list}");
    let shown = project.good(&["tour", "show", "evil"]);
    assert!(shown.contains("(not run) touch pwned") && shown.contains("(not run) workbench.run"), "{shown}");
    let checked = project.good(&["tour", "check"]);
    assert!(checked.contains("refused: it is outside the repository"), "{checked}");
    for text in [list, shown, checked] {
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
    }
    assert!(!project.path("pwned").exists());
}

#[test]
fn a_tour_of_anothers_making_is_not_overwritten() {
    let project = Project::new(&[("a.go", "package a\n\nfunc F() {}\n")]);
    let own = "{\"title\": \"Mine\", \"steps\": []}";
    project.write(".tours/load-bearing.tour", own);
    let answer = project.run(&["tour", "generate", "--kind", "load-bearing"]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.err.contains("was not generated"), "{}", answer.err);
    assert_eq!(fs::read_to_string(project.path(".tours/load-bearing.tour")).unwrap(), own);
}

#[test]
fn a_generated_tour_that_was_edited_is_not_overwritten() {
    let project = Project::sample();
    project.good(&["tour", "generate"]);
    let edited = project.path(".tours/load-bearing.tour");
    let own = fs::read_to_string(&edited).unwrap().replacen(
        "\"description\": \"",
        "\"description\": \"MY OWN WORDS. ",
        1,
    );
    project.write(".tours/load-bearing.tour", &own);
    fs::remove_file(project.path(".tours/packages.tour")).unwrap();
    let answer = project.run(&["tour", "generate"]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.err.contains("load-bearing.tour was edited since it was generated"), "{}", answer.err);
    assert_eq!(fs::read_to_string(&edited).unwrap(), own);
    assert!(project.path(".tours/packages.tour").exists(), "the others are written all the same");
}

#[test]
fn an_exported_tour_contains_its_files_and_plays_without_them() {
    let source = "package a\n\n// F does.\nfunc F() { G() }\n\nfunc G() {}\n\nconst Key = \"ghp_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3gH6\"\n";
    let project = Project::new(&[("a.go", source)]);
    project.good(&["tour", "generate", "--kind", "load-bearing"]);
    // The copy is of the tree as it is now, with the steps where they are now.
    project.write("a.go", format!("// License.\n\n{source}"));
    let answer = project.run(&["tour", "export", "load-bearing"]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert!(answer.err.contains("2 secrets masked"), "each step has the file: {}", answer.err);
    let tour: Value = serde_json::from_str(&answer.out).unwrap();
    let steps = tour["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 2);
    for step in steps {
        let text = step["contents"].as_str().unwrap();
        assert!(text.starts_with("// License.\n\npackage a\n") && text.contains("[masked github token]"));
    }
    assert!(tour["codegraph"]["digest"].is_null() && tour["ref"].is_null(), "it is nobody's file any more");
    let shown = project.run(&["tour", "export", "load-bearing", "--show-secrets"]);
    assert!(shown.out.contains("ghp_") && shown.err.is_empty(), "{}", shown.err);
    // Elsewhere, where the file is another one or missing, its text is played.
    let elsewhere = Project::new(&[("b.go", "package b\n")]);
    elsewhere.write(".tours/copy.tour", &answer.out);
    let played = elsewhere.json(&["tour", "show", "copy", "--json"]);
    let at: Vec<(&Value, &Value)> =
        played["steps"].as_array().unwrap().iter().map(|step| (&step["file"], &step["line"])).collect();
    assert_eq!(at, [(&"a.go".into(), &8.into()), (&"a.go".into(), &6.into())]);
    let again = elsewhere.run(&["tour", "export", "copy"]);
    assert_eq!(serde_json::from_str::<Value>(&again.out).unwrap(), tour, "an export is its own");
}

#[test]
fn a_range_becomes_a_tour_of_what_it_changes() {
    let project = Project::new(&[("a.go", "package a\n\nfunc F() { G() }\n\nfunc G() {}\n\nfunc H() {}\n")]);
    let git = |args: &[&str]| git(&project, args);
    let commit = |message: &str| {
        git(&["add", "-A"]);
        git(&["commit", "-qm", message]);
    };
    git(&["init", "-q"]);
    commit("first");
    project.write("a.go", "package a\n\nfunc F() { G(); G() }\n\nfunc G() { H() }\n\nfunc H() {}\n");
    project.good(&["tour", "generate", "--range", "HEAD"]);
    let shown = project.json(&["tour", "show", "changes-head", "--json"]);
    let why = |shown: &Value| -> Vec<String> {
        let steps = shown["steps"].as_array().unwrap();
        steps.iter().map(|step| step["why"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(why(&shown), ["In this change its body changed."; 2]);
    let titles: Vec<&str> =
        shown["steps"].as_array().unwrap().iter().map(|step| step["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["a.G", "a.F"], "what is leaned on comes first, what did not change not at all");
    assert_eq!(project.run(&["tour", "generate", "--range", "no-such-commit"]).code, Some(1));
    // For a reviewer what it affects and the tests come behind what changed.
    project.write("b.go", "package a\n\nfunc Far() { Near() }\n\nfunc Near() { F() }\n");
    project.write("b_test.go", "package a\n\nimport \"testing\"\n\nfunc TestFar(t *testing.T) { Far() }\n");
    git(&["add", "b.go", "b_test.go"]);
    git(&["commit", "-qm", "users"]);
    project.good(&["tour", "generate", "--range", "HEAD", "--review"]);
    let review = project.json(&["tour", "show", "review-head", "--json"]);
    let steps = review["steps"].as_array().unwrap();
    let titles: Vec<&str> = steps.iter().map(|step| step["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["a.G", "a.F", "a.Near", "a.TestFar"]);
    assert_eq!(steps[2]["why"], "It calls `a.F`, which this change touches.");
    assert_eq!(steps[3]["why"], "This test may execute the change.");
    let text = review["description"].as_str().unwrap();
    assert!(text.contains("Then what it most likely affects: 1.") && text.contains("1 of 1 test."), "{text}");
    assert_eq!(project.run(&["tour", "generate", "--review"]).code, Some(2), "of a range only");
    // A deleted declaration has no step, but this is no obstacle to the tour.
    fs::remove_dir_all(project.path(".tours")).unwrap();
    commit("second");
    project.write(
        "a.go",
        "package a\n\ntype T struct {\n\tleft int\n}\n\nfunc G() { H() }\n\nfunc H() {}\n\nfunc Old() {}\n\nvar v = 1\n",
    );
    commit("third");
    let text = "package a\n\ntype T struct {\n\tcame int\n}\n\nfunc G(n int) { H() }\n\nfunc New() {}\n\nvar v = 2\n\nfunc H() {}\n";
    project.write("a.go", text);
    project.write("a_test.go", "package a\n\nfunc helper() {}\n");
    project.write("a_windows.go", "package a\n\nfunc Elsewhere() {}\n");
    project.write("made.go", "// Code generated by hand. DO NOT EDIT.\n\npackage a\n\nfunc made() {}\n");
    project.write("go.mod", "module example.com/m\n\nrequire example.com/x v1.2.0\n");
    commit("fourth");
    project.good(&["tour", "generate", "--range", "HEAD~1..HEAD"]);
    let shown = project.json(&["tour", "show", "changes-head1-head", "--json"]);
    let mut reasons = why(&shown);
    reasons.sort();
    assert_eq!(
        reasons,
        [
            "In this change it is new.",
            "In this change it is new.",
            "In this change its field `came` was called `left`.",
            "In this change its signature changed.",
        ]
    );
    let first = shown["steps"][0]["description"].as_str().unwrap();
    assert!(first.contains("1 declaration was removed: func Old."), "{first}");
    // `HEAD` is another commit's name tomorrow.
    let object = |name: &str| {
        let git = Command::new("git").args(["rev-parse", name]).current_dir(project.root()).output().unwrap();
        String::from_utf8(git.stdout).unwrap()
    };
    let (from, to) = (object("HEAD~1"), object("HEAD"));
    let said = format!("What HEAD~1..HEAD changes ({} to {}): ", &from[..12], &to[..12]);
    assert!(first.starts_with(&said), "{first}");
    assert!(
        first.contains(
            "1 test declaration, 1 declaration in a generated file, 1 constant, variable or the like"
        ),
        "{first}"
    );
    assert!(first.contains("Outside declarations: go.mod (module file)"), "{first}");
}

#[test]
fn of_a_range_that_changes_values_alone_these_are_the_steps() {
    let project = Project::new(&[
        ("a.go", "package a\n\nconst limit = 3\n\nfunc F() int { return limit }\n"),
        ("a_test.go", "package a\n\nvar known = 1\n"),
    ]);
    let git = |args: &[&str]| git(&project, args);
    git(&["init", "-q"]);
    git(&["add", "-A"]);
    git(&["commit", "-qm", "first"]);
    project.write("a_test.go", "package a\n\nvar known = 2\n");
    let none = project.run(&["tour", "generate", "--range", "HEAD"]);
    assert!(none.err.contains("HEAD changes no function, type, constant or variable"), "{}", none.err);
    project.write("a.go", "package a\n\nconst limit = 4\n\nfunc F() int { return limit }\n");
    project.good(&["tour", "generate", "--range", "HEAD"]);
    let shown = project.json(&["tour", "show", "changes-head", "--json"]);
    let first = shown["steps"][0]["description"].as_str().unwrap();
    assert_eq!(shown["steps"][0]["why"], "In this change its value changed.");
    assert!(first.contains("1 constant or variable that changed and is still there"), "{first}");
}

#[test]
fn of_a_wide_range_the_tour_shows_what_differs_most_and_names_the_rest() {
    let bodies =
        |call: &str| (0..14).map(|n| format!("func f{n}() {{ {call}() }}\n\n")).collect::<Vec<_>>().concat();
    // Everything leans on what changes by a word, nothing on what is new or has another signature.
    let callers =
        |text: &str| (0..14).fold(text.to_owned(), |text, n| text + &format!("func c{n}() {{ f{n}() }}\n\n"));
    let before = format!(
        "package a\n\n{}func leaf() {{}}\n\nfunc other() {{}}\n\nfunc shaped() {{}}\n",
        callers(&bodies("leaf"))
    );
    let project = Project::new(&[("a.go", &before)]);
    let git = |args: &[&str]| git(&project, args);
    git(&["init", "-q"]);
    git(&["add", "-A"]);
    git(&["commit", "-qm", "first"]);
    let after = before.replace("{ leaf() }", "{ other() }").replace("shaped()", "shaped(n int)")
        + "\nfunc fresh() {\n\tleaf()\n\tother()\n\tleaf()\n}\n";
    project.write("a.go", &after);
    project.good(&["tour", "generate", "--range", "HEAD"]);
    let shown = project.json(&["tour", "show", "changes-head", "--json"]);
    let steps = shown["steps"].as_array().unwrap();
    let titles: Vec<&str> = steps.iter().map(|step| step["title"].as_str().unwrap()).collect();
    assert_eq!(titles.len(), 12, "{shown}");
    assert!(titles.contains(&"a.shaped") && titles.contains(&"a.fresh"), "{titles:?}");
    let first = steps[0]["description"].as_str().unwrap();
    let left_out: Vec<String> =
        (0..14).map(|n| format!("a.f{n}")).filter(|name| !titles.contains(&name.as_str())).collect();
    assert_eq!(left_out.len(), 4);
    let (_, named) = first.split_once("The others, the most changed first: ").expect(first);
    for name in &left_out {
        assert!(named.contains(name), "{name}: {first}");
    }
}

#[test]
fn one_package_has_a_tour_of_its_own() {
    let project = Project::sample();
    let written = project.json(&["tour", "generate", "--package", "store", "--json"]);
    let [row] = &written["written"].as_array().unwrap()[..] else { panic!("{written}") };
    assert_eq!(
        (row["title"].as_str(), row["kind"].as_str()),
        (Some("Through package store"), Some("package"))
    );
    let shown = project.json(&["tour", "show", "package-store", "--json"]);
    let steps = shown["steps"].as_array().unwrap();
    assert!(steps.iter().all(|step| step["file"].as_str().unwrap().starts_with("store/")), "{shown}");
    assert_eq!(project.run(&["tour", "generate", "--package", "nowhere"]).code, Some(3));
    assert_eq!(project.run(&["tour", "generate", "--package", "a", "--kind", "packages"]).code, Some(2));
}
