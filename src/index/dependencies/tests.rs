use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::*;
use crate::index::tests::{Fixture, SETTINGS, content};
use crate::index::{BuildSettings, IndexChange, Outcome};

const SUM: &str = "h1:abc=";

/// A tree that uses two packages of `x.org/UI`, of which one mentions a third.
fn fixture() -> Fixture {
    let fixture = Fixture::new(&[(
        "main.go",
        "package main\n\nimport \"x.org/UI/view\"\n\ntype page struct{}\n\nfunc (page) Draw() {}\n\n\
         func main() { view.New().Root(page{}).Style().Bold() }\n",
    )]);
    fixture.write("go.mod", "module example.com/m\n\ngo 1.22\n\nrequire x.org/UI v1.2.0\n");
    fixture.write("go.sum", &format!("x.org/UI v1.2.0 {SUM}\nx.org/UI v1.2.0/go.mod h1:def=\n"));
    fixture
}

const VIEW: &str = "package view\n\nimport \"x.org/UI/style\"\n\ntype App struct{ secret int }\n\n\
    type Primitive interface{ Draw() }\n\nfunc New() *App { return broken( }\n\n\
    func (a *App) Root(p Primitive) *App { return a }\n\nfunc (a *App) Style() *style.Style { return nil }\n";

fn cache(fixture: &Fixture) -> PathBuf {
    fixture.path("../cache")
}

/// Lays a module out as the go command does.
fn lay(cache: &Path, folder: &str, hash: Option<&str>, files: &[(&str, &str)]) {
    let (module, version) = folder.rsplit_once('@').unwrap();
    for (path, text) in files {
        let path = cache.join(folder).join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let hashes = cache.join(format!("cache/download/{module}/@v"));
    fs::create_dir_all(&hashes).unwrap();
    if let Some(hash) = hash {
        fs::write(hashes.join(format!("{version}.ziphash")), hash).unwrap();
    }
}

fn lay_ui(cache: &Path) {
    let files = [
        ("view/view.go", VIEW),
        ("view/view_windows.go", "package view\n\nfunc (a *App) Style() int\n"),
        ("view/view_test.go", "package view\n\nfunc (a *App) Tested() {}\n"),
        ("style/style.go", "package style\n\ntype Style struct{}\n\nfunc (s *Style) Bold() {}\n"),
        ("unused/unused.go", "package unused\n\ntype T int\n"),
    ];
    lay(cache, "x.org/!u!i@v1.2.0", Some(SUM), &files);
}

fn built(fixture: &Fixture) -> Outcome {
    let dependencies = DependencySource::Folder(cache(fixture));
    fixture.build(&BuildSettings { dependencies, ..SETTINGS }).unwrap()
}

/// The names from outside that `main` calls.
fn called(outcome: &Outcome) -> Vec<String> {
    outcome.snapshot.graph().foreign_names().map(str::to_owned).collect()
}

fn missing(outcome: &Outcome) -> Vec<(&str, u64)> {
    let report = &outcome.snapshot.meta().dependencies;
    report.missing.iter().map(|(reason, count)| (reason.as_str(), *count)).collect()
}

/// Members of values of unknown type, and the function.
const WITHOUT: [&str; 4] = ["_.Bold", "_.Root", "_.Style", "x.org/UI/view.New"];
const WITH: [&str; 4] =
    ["x.org/UI/style.Style.Bold", "x.org/UI/view.App.Root", "x.org/UI/view.App.Style", "x.org/UI/view.New"];

#[test]
fn declarations_of_the_module_cache_are_known_and_their_code_is_not() {
    let fixture = fixture();
    lay_ui(&cache(&fixture));
    assert_eq!(called(&fixture.refresh()), WITHOUT, "by default nothing outside of the tree is read");
    let with = built(&fixture);
    assert_eq!(with.change, IndexChange::Rebound);
    assert_eq!(called(&with), WITH);
    let graph = with.snapshot.graph();
    assert!(graph.symbols().all(|symbol| !symbol.path().contains("x.org")), "no symbol of another module");
    let report = &with.snapshot.meta().dependencies;
    assert_eq!(report.modules(), [("x.org/UI", "v1.2.0", 2)], "the package that nobody mentions is not read");
    assert_eq!(report.summary().unwrap(), "declarations of 2 packages read, of 1 module");
    assert_eq!(built(&fixture).change, IndexChange::None);

    // The facts are kept, so the module need not stay, and another repository has the same.
    let rebuild = |fixture: &Fixture| {
        let dependencies = DependencySource::Folder(cache(fixture));
        fixture.build(&BuildSettings { dependencies, force: true, threads: 1, ..SETTINGS }).unwrap()
    };
    fs::remove_dir_all(cache(&fixture).join("x.org")).unwrap();
    let again = rebuild(&fixture);
    assert!(content(&again.snapshot) == content(&with.snapshot));
    assert_eq!(again.snapshot.meta().dependencies.digest, report.digest);
    for entry in fs::read_dir(fixture.path("../dependencies")).unwrap() {
        fs::write(entry.unwrap().path(), "damaged").unwrap();
    }
    assert_eq!(called(&rebuild(&fixture)), WITHOUT, "damaged facts are not believed");
}

#[test]
fn a_module_that_comes_later_is_noticed() {
    let fixture = fixture();
    fs::create_dir(cache(&fixture)).unwrap();
    let without = built(&fixture);
    assert_eq!(called(&without), WITHOUT);
    assert_eq!(missing(&without), [("not in the module cache (go mod download)", 1)]);
    assert_eq!(without.snapshot.meta().dependencies.missing_modules, ["x.org/UI v1.2.0"]);
    assert_eq!(built(&fixture).change, IndexChange::None);
    lay_ui(&cache(&fixture));
    let with = built(&fixture);
    assert_eq!(with.change, IndexChange::Updated { added: 0, changed: 1, removed: 0 });
    assert_eq!(called(&with), WITH);
}

#[test]
fn what_must_not_be_read_is_left_out_with_its_reason() {
    type Change = fn(&Fixture, &Path);
    let cases: [(&str, Change, &str); 7] = [
        (
            "another hash",
            |_, cache| lay(cache, "x.org/!u!i@v1.2.0", Some("h1:other="), &[]),
            "whose archive has another hash than go.sum states",
        ),
        (
            "no hash in the cache",
            |_, cache| fs::remove_dir_all(cache.join("cache")).unwrap(),
            "without a checksum in go.sum or in the cache",
        ),
        (
            "no hash in go.sum",
            |fixture, _| fixture.write("go.sum", "x.org/UI v1.2.0/go.mod h1:def=\n"),
            "without a checksum in go.sum or in the cache",
        ),
        (
            "a version that climbs",
            |fixture, _| fixture.write("go.mod", "module example.com/m\nrequire x.org/UI v1.2.0-../../x\n"),
            "with a path or version that Go does not accept",
        ),
        (
            "a path that climbs",
            |fixture, _| {
                fixture.write("go.mod", "module example.com/m\nrequire x.org/UI v1.2.0\nreplace x.org/UI => x.org/../../UI v1.2.0\n");
            },
            "with a path or version that Go does not accept",
        ),
        (
            "a folder elsewhere",
            |fixture, _| {
                fixture.write("go.mod", "module example.com/m\nrequire x.org/UI v1.2.0\nreplace x.org/UI => ../cache/x.org/!u!i@v1.2.0\n");
            },
            "replaced by a folder outside of the tree",
        ),
        (
            "a package that is not there",
            |_, cache| fs::remove_dir_all(cache.join("x.org/!u!i@v1.2.0/view")).unwrap(),
            "not in their module",
        ),
    ];
    for (what, change, reason) in cases {
        let fixture = fixture();
        lay_ui(&cache(&fixture));
        change(&fixture, &cache(&fixture));
        let outcome = built(&fixture);
        assert_eq!(
            (called(&outcome), missing(&outcome)),
            (WITHOUT.map(str::to_owned).to_vec(), vec![(reason, 1)]),
            "{what}"
        );
    }
}

#[cfg(unix)]
#[test]
fn links_of_a_cache_and_giant_files_are_not_read() {
    let fixture = fixture();
    let (cache, elsewhere) = (cache(&fixture), fixture.path("../elsewhere"));
    lay_ui(&elsewhere);
    lay_ui(&cache);
    let view = cache.join("x.org/!u!i@v1.2.0/view");
    for (what, change, expected) in [
        (
            "a file",
            (|view, elsewhere| {
                fs::remove_file(view.join("view.go")).unwrap();
                std::os::unix::fs::symlink(
                    elsewhere.join("x.org/!u!i@v1.2.0/view/view.go"),
                    view.join("view.go"),
                )
                .unwrap();
            }) as fn(&Path, &Path),
            "without a Go file of this build",
        ),
        (
            "a giant",
            |view, _| {
                fs::remove_file(view.join("view.go")).unwrap();
                fs::File::create(view.join("view.go")).unwrap().set_len(1 << 30).unwrap();
            },
            "without a Go file of this build",
        ),
        (
            "a folder",
            |view, elsewhere| {
                fs::remove_dir_all(view).unwrap();
                std::os::unix::fs::symlink(elsewhere.join("x.org/!u!i@v1.2.0/view"), view).unwrap();
            },
            "behind a link",
        ),
        (
            "the file of its hash",
            |view, elsewhere| {
                let of = |cache: &Path| cache.join("cache/download/x.org/!u!i/@v/v1.2.0.ziphash");
                let hash = of(view.ancestors().nth(3).unwrap());
                fs::remove_file(&hash).unwrap();
                std::os::unix::fs::symlink(of(elsewhere), hash).unwrap();
                fs::remove_file(view).unwrap();
                fs::create_dir(view).unwrap();
                fs::copy(elsewhere.join("x.org/!u!i@v1.2.0/view/view.go"), view.join("view.go")).unwrap();
            },
            "without a checksum in go.sum or in the cache",
        ),
        (
            "the module",
            |view, elsewhere| {
                let module = view.parent().unwrap();
                fs::remove_dir_all(module).unwrap();
                std::os::unix::fs::symlink(elsewhere.join("x.org/!u!i@v1.2.0"), module).unwrap();
            },
            "behind a link",
        ),
    ] {
        change(&view, &elsewhere);
        let dependencies = DependencySource::Folder(cache.clone());
        let outcome = fixture.build(&BuildSettings { dependencies, force: true, ..SETTINGS }).unwrap();
        assert_eq!(missing(&outcome), [(expected, 1)], "{what}");
    }
}

#[test]
fn a_graph_comes_before_declarations_that_take_a_while() {
    let fixture = fixture();
    lay_ui(&cache(&fixture));
    let settings = |dependency_time| {
        let dependencies = DependencySource::Folder(cache(&fixture));
        BuildSettings { dependencies, dependency_time, ..SETTINGS }
    };
    let at_once = || fixture.build(&settings(Duration::ZERO)).unwrap();
    let first = at_once();
    assert_eq!(
        (called(&first), missing(&first)),
        (WITHOUT.map(str::to_owned).to_vec(), vec![("not read yet (the next refresh goes on)", 1)])
    );
    assert!(first.snapshot.meta().dependencies.is_unfinished());
    assert_eq!(at_once().change, IndexChange::None);
    let second = fixture.build(&settings(Duration::from_mins(1))).unwrap();
    assert_eq!(
        (called(&second), second.change),
        (WITH.map(str::to_owned).to_vec(), IndexChange::Updated { added: 0, changed: 1, removed: 0 })
    );
    assert_eq!(at_once().change, IndexChange::None, "what was read once is there at once");
    let report = &second.snapshot.meta().dependencies;
    assert!(!report.is_unfinished() && !report.digest.is_empty());
}

#[test]
fn the_source_of_a_declaration_from_outside_is_found_where_it_lies() {
    let fixture = fixture();
    lay_ui(&cache(&fixture));
    let style = "package style\n\n// Base is below.\ntype Base struct{}\n\n// Bold makes it bold.\n//\n// It says so.\nfunc (b *Base) Bold() {}\n\n\
        type Style struct{ Base }\n";
    lay(&cache(&fixture), "x.org/!u!i@v1.2.0", Some(SUM), &[("style/style.go", style)]);
    let snapshot = built(&fixture).snapshot;
    let found = outside_declaration(&snapshot, "x.org/UI/view.App.Root").unwrap();
    assert_eq!((found.file.as_str(), found.line, found.name.as_str()), ("view.go", 11, "Root"));
    assert!(found.folder.ends_with("x.org/!u!i@v1.2.0/view"), "{found:?}");
    let promoted = outside_declaration(&snapshot, "x.org/UI/style.Style.Bold").unwrap();
    assert_eq!((promoted.line, promoted.signature.as_str()), (9, "func (b *Base) Bold()"));
    assert!(promoted.doc.contains("Bold makes it bold."), "{promoted:?}");
    for (name, why) in [
        ("x.org/UI/view.App.None", "does not declare App.None"),
        ("x.org/other.F", "the package of x.org/other.F is not known"),
    ] {
        let refused = outside_declaration(&snapshot, name).unwrap_err();
        assert!(refused.contains(why), "{refused}");
    }
}
