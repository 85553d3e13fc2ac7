//! Links of issues, reviews and documentation, in questions and as SYMBOL.

use crate::ask::{asked, names};
use crate::project::Project;

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
