//! Declarations of other modules: flags, what is said of them, and questions that need them.

use std::fs;

use crate::impact::git;
use crate::project::Project;

const MAIN: &str = "package main\n\nimport \"x.org/ui\"\n\ntype page struct{}\n\nfunc (page) Draw() {}\n\n\
    func main() { ui.New().Title(\"a\").Show(page{}) }\n";
const UI: &str = "package ui\n\ntype App struct{}\n\ntype Primitive interface{ Draw() }\n\nfunc New() *App { return nil }\n\n\
    func (a *App) Title(string) *App { return a }\n\nfunc (a *App) Show(Primitive) {}\n";

/// A project that requires a module, which lies in a cache beside it.
fn project() -> (Project, String) {
    let project = Project::new(&[("main.go", MAIN)]);
    project.write("go.mod", "module example.com/m\n\ngo 1.22\n\nrequire x.org/ui v1.0.0\n");
    project.write("go.sum", "x.org/ui v1.0.0 h1:abc=\n");
    let cache = project.path("../cache");
    fs::create_dir_all(cache.join("x.org/ui@v1.0.0")).unwrap();
    fs::create_dir_all(cache.join("cache/download/x.org/ui/@v")).unwrap();
    fs::write(cache.join("x.org/ui@v1.0.0/ui.go"), UI).unwrap();
    fs::write(cache.join("cache/download/x.org/ui/@v/v1.0.0.ziphash"), "h1:abc=").unwrap();
    let cache = cache.canonicalize().unwrap().to_str().unwrap().to_owned();
    (project, cache)
}

#[test]
fn a_library_that_calls_back_is_named_once_its_declarations_are_read() {
    let (project, cache) = project();
    let without = project.good(&["query", "who calls page.Draw", "--no-deps"]);
    assert!(!without.contains("x.org/ui.App.Show"), "{without}");
    let with = project.good(&["query", "who calls page.Draw", "--deps", &cache]);
    assert!(with.contains("x.org/ui.App.Show"), "{with}");
    let callers = project.good(&["query", "who calls x.org/ui.App.Show", "--deps", &cache]);
    assert!(callers.contains("main.go:9"), "{callers}");
    // A method that hands out its own value does not say who begins.
    project.write(
        "again.go",
        "package main\n\nimport \"x.org/ui\"\n\ntype again struct{}\n\nfunc (a again) Draw() { ui.New().Show(a) }\n",
    );
    let again = project.good(&["query", "who calls again.Draw", "--deps", &cache]);
    assert!(again.contains(" itself; some may be missing: code outside may call it through"), "{again}");
}

#[test]
fn what_is_put_into_a_field_of_a_library_is_the_librarys_to_call() {
    let (project, cache) = project();
    project.write(
        "main.go",
        "package main\n\nimport \"x.org/ui\"\n\ntype page struct{}\n\nfunc (page) Draw() {}\n\ntype box struct{}\n\n\
            func (*box) Draw() {}\n\nfunc main() {\n\tv := ui.View{Root: page{}}\n\tv.Root = &box{}\n}\n",
    );
    let ui = fs::canonicalize(&cache).unwrap().join("x.org/ui@v1.0.0/ui.go");
    fs::write(ui, format!("{UI}\ntype View struct{{ Root Primitive }}\n")).unwrap();
    for (name, line) in [("page.Draw", 14), ("box.Draw", 15)] {
        let callers = project.good(&["query", &format!("who calls {name}"), "--deps", &cache]);
        let through = "but 1 possible through x.org/ui.View.Root";
        assert!(
            callers.contains(through) && callers.contains(&format!("possible caller at {line}")),
            "{callers}"
        );
    }
    let unread = project.good(&["query", "who calls box.Draw", "--no-deps"]);
    assert!(!unread.contains("complete"), "{unread}");
}

#[test]
fn the_index_says_what_it_knows_of_other_modules() {
    let (project, cache) = project();
    let index = project.good(&["index", "--deps", &cache]);
    assert!(index.contains("depends on  declarations of 1 package read, of 1 module\n"), "{index}");
    let read = &project.json(&["index", "--json", "--deps", &cache])["dependencies"];
    assert_eq!(
        read["modules"],
        serde_json::json!([{ "path": "x.org/ui", "version": "v1.0.0", "packages": 1 }])
    );
    assert_eq!(read["digest"].as_str().unwrap().len(), 64);
    let none = &project.json(&["index", "--json", "--no-deps"])["dependencies"];
    assert_eq!((none["source"].clone(), none["packages"].clone()), ("none".into(), 0.into()));
    // The home folder of these tests has no module cache, and the data of a new project no facts.
    let (project, _) = self::project();
    let missing = project.good(&["index"]);
    assert!(missing.contains("1 not in the module cache (go mod download)"), "{missing}");
    let doctor = project.good(&["doctor"]);
    assert!(doctor.contains("not read: x.org/ui v1.0.0"), "{doctor}");
}

#[test]
fn a_list_of_callers_of_a_name_from_outside_says_what_it_does_not_know() {
    let (project, cache) = project();
    let ask = ["query", "who calls x.org/ui.App.Show"];
    let without = project.good(&[&ask[..], &["--no-deps"]].concat());
    assert!(without.contains("but 1 possible through values of unknown type"), "{without}");
    assert!(without.contains("main.go:9"), "{without}");
    let with = project.good(&[&ask[..], &["--deps", &cache]].concat());
    assert!(with.contains("1 caller of x.org/ui.App.Show") && !with.contains("possible"), "{with}");
    assert!(with.contains("complete for linux/amd64"), "{with}");
    // A call through an interface of the tree may be one of the library's method.
    project.write(
        "shower.go",
        "package main\n\ntype shower interface{ Show() }\n\nfunc show(s shower) { s.Show() }\n",
    );
    let with = project.good(&[&ask[..], &["--deps", &cache]].concat());
    assert!(with.contains("calls through interfaces are not followed to methods from outside"), "{with}");
}

#[test]
fn an_upgrade_affects_who_uses_what_the_new_version_declares_otherwise() {
    let (project, cache) = project();
    project.write(
        "other.go",
        "package main\n\nimport \"x.org/ui\"\n\nfunc title() { ui.New().Title(\"b\") }\n\nfunc fresh() { ui.New() }\n",
    );
    let next = fs::canonicalize(&cache).unwrap().join("x.org/ui@v1.1.0");
    fs::create_dir_all(&next).unwrap();
    fs::write(
        next.join("ui.go"),
        UI.replace("Title(string)", "Title(text string, sizes ...int)")
            .replace("Show(Primitive)", "Display(p Primitive)"),
    )
    .unwrap();
    fs::write(next.join("../../cache/download/x.org/ui/@v/v1.1.0.ziphash"), "h1:def=").unwrap();
    git(&project, &["init", "-q"]);
    git(&project, &["add", "."]);
    git(&project, &["commit", "-qm", "all"]);
    project.write("go.mod", "module example.com/m\n\ngo 1.22\n\nrequire x.org/ui v1.1.0\n");
    project.write("go.sum", "x.org/ui v1.1.0 h1:def=\n");
    let said = project.good(&["impact", "--diff", "HEAD", "--deps", &cache]);
    let told = "x.org/ui v1.0.0 to v1.1.0, imported by 1 package, 1 name that they use declared otherwise";
    assert!(said.contains(told), "{said}");
    let user = "title  other.go:5  (was bound to x.org/ui.App.Title of v1.0.0, which is declared otherwise)";
    assert!(said.contains(user) && !said.contains("fresh"), "{said}");
    let json = project.json(&["impact", "--diff", "HEAD", "--json", "--deps", &cache]);
    assert!(json.to_string().contains("Show"), "what is gone does not compile: {json}");
}

#[test]
fn a_member_is_found_by_the_type_that_has_it_and_by_the_one_that_declares_it() {
    let source = "package main\n\nimport (\n\"io\"\n\"x.org/ui\"\n)\n\n\
        func draw(w *ui.Window, body io.ReadCloser) { w.Paint(); body.Close() }\n";
    let (project, cache) = project();
    project.write("main.go", source);
    let ui = "package ui\n\ntype Window struct{ Pane }\n\ntype Pane struct{ base }\n\ntype base struct{}\n\nfunc (Pane) Paint() {}\n";
    fs::write(fs::canonicalize(&cache).unwrap().join("x.org/ui@v1.0.0/ui.go"), ui).unwrap();
    for name in ["ui.Window.Paint", "ui.Pane.Paint", "io.ReadCloser.Close", "io.Closer.Close"] {
        let callers = project.good(&["query", &format!("who calls {name}"), "--deps", &cache]);
        assert!(callers.contains("main.go:8") && callers.contains("1 caller of"), "{name}: {callers}");
    }
    let callees = project.good(&["query", "what does main.draw call", "--deps", &cache]);
    assert!(callees.contains("ui.Window.Paint") && !callees.contains("ui.Pane.Paint"), "{callees}");
}
