//! Tests of filters: the rows that pass, and their order.

use super::*;
use crate::model::symbol_flag;
use crate::search::SymbolHome;

fn entry(kind: SymbolKind, flags: u16) -> SymbolEntry<'static> {
    SymbolEntry {
        kind,
        qualified: "Tree.Insert",
        package: "router",
        ending: "",
        beside: "",
        path: "web/Router/tree.go",
        home: SymbolHome {
            package: "router",
            import: "example.com/Site/web/Router",
            path: "web/Router/tree.go",
            is_package: false,
        },
        line: 3,
        end_line: 7,
        flags,
    }
}

#[test]
fn qualifiers_narrow() {
    let method = entry(SymbolKind::Method, symbol_flag::EXPORTED);
    let cases = [
        ("kind:method", true),
        ("kind:func", false),
        ("kind:func,meth", true),
        ("!kind:field", true),
        ("pkg:rout", true),
        ("pkg:web/r", true),
        ("pkg:db", false),
        ("pkg:=web/Router", true),
        ("pkg:=router", true),
        ("pkg:=rout", false),
        ("pkg:=web", false),
        ("!pkg:=router", false),
        ("pkg:=", true),
        ("pkg:=example.com/site/web/router", true),
        ("pkg:=example.com/site/web", false),
        ("pkg:example.com/site/web/r", true),
        ("pkg:example.com/site/db", false),
        ("pkg:site", false),
        ("pkg:example.com/*/router", true),
        ("example.com/site/web/router.Insert", true),
        ("file:TREE.go", true),
        ("!test", true),
        ("!exported", false),
        ("is:exported !gen", true),
        ("is:test", false),
        ("insert", true),
        ("kind:", true),
        ("kind:nonsense", false),
        ("!kind:nonsense", false),
        ("is:nonsense", false),
        ("is:expo", true),
        ("is:", true),
        ("http://x", true),
        ("pack:db", true),
        ("file:*.go", true),
        ("file:tr*.go", true),
        ("file:web/*/tree.go", true),
        ("file:*_test.go", false),
        ("file:ree*", false),
        ("!file:*.go", false),
        ("pkg:web/*", true),
        ("pkg:rou*", true),
        ("pkg:*db", false),
        ("web/router.insert", true),
        ("web/db.insert", false),
        ("web/router/tree.go", true),
        ("web/router/leaf.go", false),
        ("tree.go:5", true),
        ("web/router/tree.go:3:14:", true),
        ("./web/router/tree.go:7", true),
        ("/home/me/src/web/router/tree.go:7", true),
        ("file:tree.go:8", false),
        ("ree.go:5", false),
        ("tree.go#L5-L6", true),
        ("https://github.com/o/n/blob/main/web/Router/tree.go#L8", false),
        ("https://pkg.go.dev/web/router#Tree.Insert", true),
        ("https://pkg.go.dev/web/db#Tree.Insert", false),
        ("tree.go:", true),
        ("leaf.go:5", false),
        ("func (t *Tree) Insert(", true),
        ("func Insert", true),
        ("type Tree struct {", false),
        ("const Insert", false),
        ("web/router/tree.go:5:func (t *Tree) Insert(", true),
        ("web/router/leaf.go:5:func (t *Tree) Insert(", false),
        ("type insert", true),
    ];
    for (text, admitted) in cases {
        assert_eq!(Filter::parse(text).admits(&method), admitted, "{text}");
    }
    assert!(Filter::parse("kind:nonsense").problem.is_some_and(|p| p.contains("method")));
    assert!(Filter::parse("pack:db").problem.is_some_and(|p| p.contains("pkg:")));
    assert!(!Filter::parse("kind:func").has_words());
    assert!(!Filter::parse("web/router/tree.go").has_words());
    assert!(Filter::parse("kind:file").asks_for(SymbolKind::File));
}

/// The best of some labels for what is typed, without what ranks them.
fn best<'l>(typed: &str, labels: &[&'l str]) -> &'l str {
    let (filter, mut matcher) = (Filter::parse(typed), matcher());
    let mut score = |label: &str| filter.score(Utf32Str::new(label, &mut Vec::new()), &mut matcher);
    let scores: Vec<Option<u32>> = labels.iter().map(|label| score(label)).collect();
    let best = scores.iter().max().expect("a label");
    assert_eq!(scores.iter().filter(|score| *score == best).count(), 1, "{typed}: {scores:?}");
    labels[scores.iter().position(|score| score == best).expect("it is one of them")]
}

#[test]
fn what_is_called_so_comes_first() {
    let cases: [(&str, &[&str], &str); 24] = [
        ("(*conn).serve", &["http.Conn.server", "http.conn.serve"], "http.conn.serve"),
        ("http.(*conn).serve(0xc0", &["http.conn.server", "http.conn.serve"], "http.conn.serve"),
        ("(conn).serve()", &["http.conn.server", "http.conn.serve"], "http.conn.serve"),
        ("(*con", &["http.server", "http.conn"], "http.conn"),
        ("(*list[...]).push", &["p.lisa.push", "p.list.push"], "p.list.push"),
        ("*http.conn", &["http.server", "http.conn"], "http.conn"),
        ("'(*conn).serve.func1", &["http.Conn.server", "http.conn.serve"], "http.conn.serve"),
        ("http.(*conn).serve-fm", &["http.conn.server", "http.conn.serve"], "http.conn.serve"),
        ("list[T].push", &["p.lisa.push", "p.list.push"], "p.list.push"),
        ("func (c *conn) serve(ctx context", &["http.conn.server", "http.conn.serve"], "http.conn.serve"),
        ("type conn struct {", &["http.connStruct", "http.conn"], "http.conn"),
        ("conn", &["const0._n0", "tls.ConnectionState", "net.Conn"], "net.Conn"),
        ("http.conn.serve", &["http.conn.server", "http.conn.serve"], "http.conn.serve"),
        ("serve", &["httptest.Server.Client", "http.Server.Serve", "server.A"], "http.Server.Serve"),
        ("'serve", &["server.A", "http2.serverConn"], "http2.serverConn"),
        ("Buffer.grow", &["bytes.Buffer.growSlice", "bytes.Buffer.grow"], "bytes.Buffer.grow"),
        ("stone", &["storage.NewBackendQuota", "mvcc.isTombstone"], "mvcc.isTombstone"),
        ("tomb", &["mvcc.isTombstone", "mvcc.TombNew", "t.ToMemberBase"], "mvcc.TombNew"),
        ("store.compact", &["mvcc.store.Compact", "mvcc.store.compact"], "mvcc.store.compact"),
        ("net/http.Get", &["http.Client.Get", "http.Get", "http.GetBody"], "http.Get"),
        ("net/http.conn.serve", &["http.conn.server", "http.conn.serve"], "http.conn.serve"),
        ("net/http.Header", &["http.Response.Header", "http.Header"], "http.Header"),
        ("handler serve", &["a.TestHandlerServes", "b.Handler.ServeHTTP"], "b.Handler.ServeHTTP"),
        ("größe", &["größe.Anfang", "maß.Größe"], "maß.Größe"),
    ];
    for (typed, labels, first) in cases {
        assert_eq!(best(typed, labels), first, "{typed}");
    }
    assert_eq!(Filter::parse("http3").lit("http.http3Handler"), [5, 6, 7, 8, 9], "what stands there whole");
}

#[test]
fn the_end_of_a_name_is_found_in_its_case() {
    let score = |typed: &str, label: &str| {
        Filter::parse(typed).score(Utf32Str::new(label, &mut Vec::new()), &mut matcher()).is_some()
    };
    for (typed, label, fits) in [
        ("append$", "tsdb.head.Append", true),
        ("Append$", "tsdb.head.Append", true),
        ("head.Append$", "tsdb.head.Append", true),
        ("Append$", "tsdb.head.append", false),
        ("Append$", "tsdb.Appender", false),
        ("Größe$", "maß.Größe", true),
        ("!Append$", "tsdb.head.Append", false),
        ("!Append$ head", "tsdb.head.append", true),
        ("^tsdb.Append$", "tsdb.Append", true),
    ] {
        assert_eq!(score(typed, label), fits, "{typed} {label}");
    }
    assert!(Filter::parse("!Append$").has_words());
    assert!(!Filter::parse("Append$ x").narrows(&Filter::parse("append$ x")));
}

#[test]
fn what_matches_is_lit_and_has_the_letters() {
    let filter = Filter::parse("trins !gen");
    assert_eq!(filter.lit("Tree.Insert"), [0, 1, 5, 6, 7]);
    assert_eq!(filter.letters() & !letters("Tree.Insert"), 0);
    assert_ne!(filter.letters() & !letters("Tree.Remove"), 0);
    assert!(Filter::parse("").lit("x").is_empty());
}
