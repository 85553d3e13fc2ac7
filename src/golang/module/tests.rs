use super::*;

/// A tree of module files and folders with Go code.
struct Tree<'a> {
    workspace: Workspace,
    folders: &'a [&'a str],
}

impl<'a> Tree<'a> {
    fn new(files: &[(&str, &str)], folders: &'a [&'a str]) -> Self {
        Self { workspace: Workspace::new(files.iter().copied()), folders }
    }

    /// The folder that an import leads to, or `std` or `external` in brackets.
    fn resolve(&self, from: &str, path: &str) -> String {
        match self.workspace.resolve(from, path, |dir| self.folders.contains(&dir)) {
            Resolution::Dir(dir) => dir,
            Resolution::Std => "<std>".into(),
            Resolution::External => "<external>".into(),
        }
    }

    fn check(&self, cases: &[(&str, &str, &str)]) {
        for (from, path, expected) in cases {
            assert_eq!(self.resolve(from, path), *expected, "{path:?} from {from:?}");
        }
    }
}

#[test]
fn one_module() {
    let tree =
        Tree::new(&[("go.mod", "module example.com/app/v2")], &["", "a", "a/b", "fmt", "a/testdata/x"]);
    tree.check(&[
        ("a", "example.com/app/v2", ""),
        ("", "example.com/app/v2/a/b", "a/b"),
        ("", "example.com/app/v2/missing", "<external>"),
        ("", "example.com/app/v20/a", "<external>"),
        ("", "example.com/app/a", "<external>"),
        ("", "fmt", "<std>"),
        ("", "net/http", "<std>"),
        ("", "github.com/else/a", "<external>"),
        ("", "C", "<external>"),
        ("", "unsafe", "<std>"),
        ("", "", "<external>"),
        ("a", "./b", "a/b"),
        ("a/b", "..", "a"),
        ("a", "../../x", "<external>"),
        ("a", "./testdata/x", "a/testdata/x"),
    ]);
    let paths = ["", "a", "a/b"].map(|dir| tree.workspace.import_path(dir));
    assert_eq!(paths, ["example.com/app/v2", "example.com/app/v2/a", "example.com/app/v2/a/b"]);
}

#[test]
fn nested_modules_and_replacements() {
    let root = "module example.com/m\n\
        require example.com/old v1.0.0\n\
        replace (\n\
        example.com/dep => ./third/dep\n\
        example.com/far => ../far\n\
        example.com/fork => example.com/other v1.0.0\n\
        example.com/old v0.9.0 => ./third/old\n\
        )";
    let files = [
        ("go.mod", root),
        ("sub/go.mod", "module example.com/m/sub"),
        ("tool/go.mod", "module example.com/tool"),
    ];
    let folders =
        ["", "sub", "sub/x", "third/dep/p", "third/old", "tool/gen", "fork", "far", "inner/sub", "other"];
    let tree = Tree::new(&files, &folders);
    tree.check(&[
        ("", "example.com/m/sub/x", "sub/x"),
        ("sub", "example.com/m/inner/sub", "inner/sub"),
        ("", "example.com/dep/p", "third/dep/p"),
        ("", "example.com/dep/missing", "<external>"),
        ("sub", "example.com/dep/p", "<external>"),
        ("", "example.com/far", "<external>"),
        ("", "example.com/fork", "<external>"),
        ("", "example.com/old", "<external>"),
        ("", "example.com/tool/gen", "tool/gen"),
    ]);
    assert_eq!(tree.workspace.import_path("sub/x"), "example.com/m/sub/x");
    assert_eq!(tree.workspace.import_path("tool/gen"), "example.com/tool/gen");
}

#[test]
fn a_nested_module_hides_its_folders_from_the_outer_one() {
    let tree = Tree::new(&[("go.mod", "module a.b/m"), ("x/go.mod", "module a.b/other")], &["", "x", "x/y"]);
    tree.check(&[("", "a.b/m/x/y", "<external>"), ("", "a.b/other/y", "x/y")]);
}

#[test]
fn workspaces() {
    let files = [
        ("go.work", "use (\n./a\n./copy\n)\nreplace z.org/r => ./r"),
        ("a/go.mod", "module z.org/a\nreplace z.org/r => ./own"),
        ("b/go.mod", "module z.org/b"),
        ("copy/go.mod", "module z.org/b"),
    ];
    let tree = Tree::new(&files, &["a", "a/own", "b", "copy", "r", "vendor/v.w/x"]);
    tree.check(&[
        ("a", "z.org/b", "copy"),
        ("a", "z.org/r", "r"),
        ("b", "z.org/b", "b"),
        ("a", "v.w/x", "vendor/v.w/x"),
    ]);
}

#[test]
fn a_vendored_package_comes_before_what_replaces_its_module() {
    let files = [
        ("go.mod", "module a.b/m\nreplace c.d/e => ./e\n"),
        ("e/go.mod", "module c.d/e"),
        ("f/go.mod", "module c.d/f"),
    ];
    let dirs = ["", "x", "e/p", "e/q", "f", "vendor/c.d/e/p", "vendor/c.d/f", "vendor/a.b/m/x"];
    let tree = Tree::new(&files, &dirs);
    tree.check(&[
        ("", "c.d/e/p", "vendor/c.d/e/p"),
        ("", "c.d/e/q", "e/q"),
        ("", "c.d/f", "vendor/c.d/f"),
        ("", "a.b/m/x", "x"),
        ("e/p", "c.d/e/p", "e/p"),
    ]);
}

#[test]
fn vendored_packages_only_where_indexed() {
    let files = [("m/go.mod", "module a.b/m"), ("m/vendor/c.d/e/go.mod", "module c.d/e")];
    let tree = Tree::new(&files, &["m", "m/vendor/c.d/e", "m/vendor/c.d/f"]);
    tree.check(&[
        ("m", "c.d/e", "m/vendor/c.d/e"),
        ("m/vendor/c.d/e", "c.d/f", "m/vendor/c.d/f"),
        ("", "c.d/e", "<external>"),
        ("m", "c.d/g", "<external>"),
    ]);
    assert_eq!(tree.workspace.import_path("m/vendor/c.d/e"), "c.d/e");
    assert_eq!(tree.workspace.vendor_dirs("m/x", "c.d/g"), ["m/vendor/c.d/g"]);
}

#[test]
fn the_standard_library_itself() {
    let files = [("src/go.mod", "module std"), ("src/cmd/go.mod", "module cmd")];
    let folders = [
        "src/fmt",
        "src/unsafe",
        "src/internal/abi",
        "src/vendor/golang.org/x/net/idna",
        "src/cmd/go",
        "src/cmd/internal/obj",
        "src/cmd/vendor/golang.org/x/mod",
    ];
    let tree = Tree::new(&files, &folders);
    tree.check(&[
        ("src/os", "fmt", "src/fmt"),
        ("src/os", "unsafe", "src/unsafe"),
        ("src/cmd/go", "fmt", "src/fmt"),
        ("src/cmd/go", "internal/abi", "src/internal/abi"),
        ("src/cmd/go", "cmd/internal/obj", "src/cmd/internal/obj"),
        ("src/net", "golang.org/x/net/idna", "src/vendor/golang.org/x/net/idna"),
        ("src/cmd/go", "golang.org/x/mod", "src/cmd/vendor/golang.org/x/mod"),
        ("src/net", "golang.org/x/mod", "<external>"),
        ("src/os", "missing", "<std>"),
    ]);
    let dirs =
        ["src/fmt", "src/cmd/go", "src/vendor/golang.org/x/net/idna", "src/cmd/vendor/golang.org/x/mod"];
    let paths = dirs.map(|dir| tree.workspace.import_path(dir));
    assert_eq!(paths, ["fmt", "cmd/go", "vendor/golang.org/x/net/idna", "cmd/vendor/golang.org/x/mod"]);
}

#[test]
fn copies_for_tests_are_seen_only_from_where_they_are() {
    let files = [
        ("go.mod", "module a.b/m"),
        ("p/testdata/one/go.mod", "module x.y/z"),
        ("p/testdata/two/go.mod", "module x.y/z"),
        ("_examples/go.mod", "module e.x/m"),
        ("left/go.mod", "module t.w/in"),
        ("right/go.mod", "module t.w/in"),
    ];
    let tree = Tree::new(
        &files,
        &["p/testdata/one", "p/testdata/two", "p/testdata/two/sub", "_examples", "left", "right"],
    );
    tree.check(&[
        ("p", "x.y/z", "<external>"),
        ("p/testdata/two/sub", "x.y/z", "p/testdata/two"),
        ("", "e.x/m", "<external>"),
        // Two modules match equally well.
        ("", "t.w/in", "<external>"),
        ("left", "t.w/in", "left"),
    ]);
}

#[test]
fn without_any_module_file() {
    let folders = ["", "errors", "pkg/util", "pkg/api", "vendor/c.d/e", "pkg/vendor/c.d/e", "src/q.r/s"];
    let mut tree = Tree::new(&[], &folders);
    tree.check(&[
        ("pkg/util", "h.com/u/p/pkg/api", "<external>"),
        ("pkg/util", "c.d/e", "pkg/vendor/c.d/e"),
        ("errors", "c.d/e", "vendor/c.d/e"),
        ("", "q.r/s", "src/q.r/s"),
        ("", "errors", "<std>"),
        ("", "pkg/util", "pkg/util"),
    ]);
    assert_eq!(tree.workspace.import_path("pkg/util"), "pkg/util");

    let imports = ["fmt", "github.com/pkg/errors", "h.com/u/p/pkg/api", "h.com/u/p/pkg/util"];
    tree.workspace.infer_root(imports, |dir| folders.contains(&dir));
    tree.check(&[
        ("pkg/util", "h.com/u/p/pkg/api", "pkg/api"),
        ("pkg/util", "h.com/u/p", ""),
        ("pkg/util", "github.com/pkg/errors", "<external>"),
    ]);
    assert_eq!(tree.workspace.import_path("pkg/util"), "h.com/u/p/pkg/util");
}

#[test]
fn a_single_coincidence_is_no_root() {
    let mut workspace = Workspace::default();
    workspace.infer_root(["github.com/pkg/errors"], |dir| dir == "errors");
    assert_eq!(workspace.import_path("errors"), "errors");
}

#[test]
fn problems_name_their_file_and_line() {
    let files = [("z/go.mod", "modul x"), ("a/go.work", "use\nuse ./a"), ("vendor/x/go.mod", "rubbish")];
    let workspace = Workspace::new(files);
    let places: Vec<_> = workspace.problems().iter().map(|p| format!("{}:{}", p.file, p.line)).collect();
    assert_eq!(places, ["a/go.work:1", "z/go.mod:1"]);
    assert_eq!(workspace.import_path("z/y"), "z/y", "a module without a path");
}

#[test]
fn endless_import_paths_are_external() {
    let workspace = Workspace::new([("go.mod", "module a")]);
    let path = format!("a{}", "/a".repeat(1_000_000));
    assert_eq!(workspace.resolve("", &path, |_| true), Resolution::External);
}

#[test]
fn the_table_of_first_elements_is_sorted() {
    assert!(STD_ROOTS.is_sorted());
}

#[test]
fn an_import_through_a_linked_folder_leads_to_its_real_place() {
    let files = [
        (
            "go.mod",
            "module example.com/m\nrequire example.com/money v0.0.0\nreplace example.com/money => ./linked/money\n",
        ),
        ("third/money/go.mod", "module example.com/money\n"),
        ("w/go.work", "use ./inner\n"),
        ("third/inner/go.mod", "module example.com/inner\n"),
    ];
    let links = [
        ("linked/money", "third/money"),
        ("again", "a"),
        ("w/inner", "third/inner"),
        ("loop", ""),
        ("to", "to"),
    ];
    let links = links.map(|(link, target)| (link.to_owned(), target.to_owned()));
    let tree = Tree {
        workspace: Workspace::with_links(files, links.into()),
        folders: &["", "a/b", "third/money", "third/money/coin", "third/inner"],
    };
    tree.check(&[
        ("", "example.com/money", "third/money"),
        ("", "example.com/money/coin", "third/money/coin"),
        ("", "example.com/m/again/b", "a/b"),
        ("", "example.com/m/loop/again/b", "a/b"),
        ("", "example.com/m/to", "<external>"),
        ("w", "example.com/inner", "third/inner"),
    ]);
}
