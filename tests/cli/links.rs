//! Links of issues, reviews and documentation, in questions and as SYMBOL; and which of several variants a SYMBOL means.

use crate::ask::{asked, names};
use crate::project::Project;

#[test]
fn the_head_of_a_declaration_is_what_it_declares() {
    let code = "package web\n\ntype Server struct{}\n\n// Serve is what a Server does.\nfunc (s *Server) Serve() {}\n\n\
                const ServeStatus = 200\n\n// ErrServe is of the type Server.\nvar ErrServe = \"closed\"\n\n\
                var errServeIdle = \"idle\"\n\ntype servable interface{ Serve() }\n";
    let other =
        "package other\n\nfunc Server(serve int) {}\n\nfunc ServeStatus() {}\n\nfunc TypeServerStruct() {}\n";
    let project = Project::new(&[("web/web.go", code), ("other/other.go", other)]);
    for (head, expect) in [
        ("type Server struct {", "web/web.go::Server::struct"),
        ("type servable interface {\n\tServe()", "web/web.go::servable::interface"),
        ("func (s *Server) Serve() {", "web/web.go::Server.Serve::method"),
        ("@@ -1,2 +5,6 @@ func (s *Server) Serve() {", "web/web.go::Server.Serve::method"),
        ("func Server(serve int) {", "other/other.go::Server::func"),
        ("const ServeStatus", "web/web.go::ServeStatus::const"),
        ("var ErrServe = \"closed\"", "web/web.go::ErrServe::var"),
        ("struct Server", "web/web.go::Server::struct"),
    ] {
        let answer = asked(&project, &["query", head, "--json"]);
        assert_eq!(answer["results"][0]["symbolId"], expect, "{head}");
        let answer = asked(&project, &["impact", head, "--json"]);
        assert_eq!(answer["targets"][0], expect, "{head}");
    }
}

#[test]
fn a_link_leads_where_it_points() {
    let said = "see https://github.com/acme/web/blob/main/CONTRIBUTING.md";
    let project = Project::new(&[
        ("go.mod", "module example.com/web\n"),
        (
            "lease/lessor.go",
            "package lease\n\ntype Lessor struct{}\n\nfunc (Lessor) Renew() {\n}\n\nfunc (Lessor) Revoke() {\n}\n",
        ),
        ("tool/rows.go", &format!("package tool\n\nfunc Process() {{ println(\"{said}\") }}\n")),
    ]);
    for (question, expect) in [
        ("https://github.com/acme/web/blob/main/lease/lessor.go#L5-L6", "Lessor.Renew"),
        (
            "what does https://github.com/acme/web/blob/feature/x/lease/lessor.go?plain=1#L8 do?",
            "Lessor.Revoke",
        ),
        ("lease/lessor.go#L8-L9", "Lessor.Revoke"),
        ("https://pkg.go.dev/example.com/web/lease#Lessor.Renew", "Lessor.Renew"),
        ("who calls https://pkg.go.dev/example.com/web/lease@v1.2.0#Lessor", "Lessor"),
        (said, "Process"),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        assert_eq!(names(&answer)[0], expect, "{question}");
        let parts = answer["results"][0]["why"]["parts"].as_array().unwrap();
        assert!(parts.iter().any(|part| part["signal"] == "exact"), "{question}: {parts:?}");
    }
    for (symbol, expect) in [
        ("https://github.com/acme/web/blob/main/lease/lessor.go#L5", "lease/lessor.go::Lessor.Renew::method"),
        ("https://pkg.go.dev/example.com/web/lease#Lessor.Renew", "lease/lessor.go::Lessor.Renew::method"),
        ("lease.(*Lessor).Renew.func1", "lease/lessor.go::Lessor.Renew::method"),
        ("*lease.Lessor", "lease/lessor.go::Lessor::struct"),
        ("lease.Lessor{}", "lease/lessor.go::Lessor::struct"),
    ] {
        let answer = asked(&project, &["impact", symbol, "--json"]);
        assert!(answer.to_string().contains(expect), "{symbol}: {answer}");
    }
}

#[test]
fn of_the_variants_of_a_symbol_that_of_the_host_is_meant_and_the_others_are_told() {
    let stat = |rest: &str| format!("package sys\n\ntype Stat {rest}\n");
    let project = Project::new(&[
        ("sys/use.go", "package sys\n\nfunc Size(s Stat) int { return s.N }\n"),
        ("sys/z_linux_amd64.go", &stat("struct{ N int }")),
        ("sys/z_linux_386.go", &stat("struct{ N int }")),
        ("sys/z_darwin.go", &stat("struct{ N int }")),
        ("sys/z_plan9.go", &stat("struct{ N int }\n\nfunc Rfork() {}")),
        ("sys/z_wasm.go", &stat("struct{ N int }\n\nfunc Rfork() {}")),
        ("sys/types.go", &format!("//go:build ignore\n\n{}", stat("int"))),
        ("gen/a.go", "//go:build ignore\n\npackage main\n\nfunc main() {}\n"),
        ("gen/b.go", "//go:build ignore\n\npackage main\n\nfunc main() {}\n"),
    ]);
    let answer = project.run(&["impact", "sys.Stat"]);
    assert!(answer.code == Some(0) && answer.out.contains("sys/z_linux_amd64.go::Stat"), "{answer:?}");
    assert!(answer.out.contains("Size  "), "{answer:?}");
    assert_eq!(
        answer.err,
        "codegraph-tui: `sys.Stat` has 6 build variants: using the one for linux/amd64, in sys/z_linux_amd64.go; \
         the others are in sys/z_darwin.go, sys/z_linux_386.go, sys/z_plan9.go and 2 more\n"
    );
    // Code of every build means each of them in its own; what no build has is meant by nobody.
    assert!(project.good(&["impact", "z_darwin.go::Stat"]).contains("Size  "));
    let ignored = project.good(&["impact", "sys/types.go::Stat"]);
    assert!(ignored.contains("no known symbol depends on it: left out"), "{ignored}");
    let answer = project.run(&["impact", "sys.Rfork"]);
    assert_eq!(
        (answer.code, answer.err.as_str()),
        (
            Some(0),
            "codegraph-tui: `sys.Rfork` has 2 build variants, none of them for linux/amd64: using the most depended on, \
             in sys/z_plan9.go; the others are in sys/z_wasm.go\n"
        )
    );
    assert!(project.good(&["path", "sys.Size", "sys/z_linux_amd64.go::Stat"]).contains("Stat"));
    // Programs that are run by hand are no variants of each other.
    let programs = project.run(&["impact", "gen.main"]);
    assert!(programs.code == Some(4) && programs.err.contains("matches 2 symbols"), "{programs:?}");
}

#[test]
fn a_folder_means_the_package_that_can_be_imported_and_the_others_are_told() {
    let project = Project::new(&[
        ("go.mod", "module example.com/m\n"),
        ("a/store/store.go", "package store\n\nfunc Open() {}\n"),
        ("a/store/gen.go", "//go:build ignore\n\npackage main\n\nfunc main() {}\n"),
        (
            "a/store/store_test.go",
            "package store_test\n\nimport \"example.com/m/a/store\"\n\nvar _ = store.Open\n",
        ),
        ("both/a.go", "package one\n"),
        ("both/b.go", "package two\n"),
    ]);
    let told = "codegraph-tui: `NAMED` holds 3 packages: using a/store::store::package, not \
                a/store::main::package, a/store::store_test::package\n";
    let by_import = "codegraph-tui: `NAMED` holds 2 packages: using a/store::store::package, not \
                     a/store::store_test::package\n";
    for (named, err) in [
        ("a/store", told),
        ("./a/store/", told),
        ("example.com/m/a/store", by_import),
        ("package store", ""),
        ("a/store::store", ""),
    ] {
        let answer = project.run(&["impact", named, "--json"]);
        assert!(answer.out.contains("\"a/store::store::package\""), "{named}: {answer:?}");
        assert_eq!(answer.err, err.replace("NAMED", named));
    }
    let answer = project.run(&["impact", "a/store::store_test", "--json"]);
    assert!(answer.out.contains("\"a/store::store_test::package\""), "{answer:?}");
    assert_eq!(project.run(&["impact", "both"]).code, Some(4));
}
