//! Names from outside of the tree.

use super::graph_of;
use crate::model::Cause;

/// `From Name line`, a call as `Name()`.
fn outside(case: &str) -> Vec<String> {
    let data = graph_of(case);
    let graph = data.graph();
    let mut lines: Vec<_> = graph
        .symbols()
        .flat_map(|symbol| graph.foreign_of(symbol.id))
        .map(|site| {
            let parens = if site.is_call { "()" } else { "" };
            format!("{} {}{parens} {}", graph.symbol(site.from).name(), site.name, site.line)
        })
        .collect();
    lines.sort();
    lines
}

#[test]
fn names_from_outside_are_known_by_their_package_type_and_line() {
    let case = "package a
import (
	\"net/http\"
	str \"strings\"
	\"unsafe\"
	\"x.org/zap\"
)
type Wrapped struct { *zap.Logger }
func F(w Wrapped, c *http.Client, log zap.Logger) {
	c.Do(nil)
	_ = c.Timeout
	w.Sync()
	log.Named(str.ToLower(\"a\")).Sync()
	f := http.Get
	f(\"\")
	panic(unsafe.Pointer(nil))
}
func len(int) {}
func G() { len(1) }
";
    let expected = [
        "F _.Sync() 13",
        "F net/http.Client 9",
        "F net/http.Client.Do() 10",
        "F net/http.Client.Timeout 11",
        "F net/http.Get 14",
        "F panic() 16",
        "F strings.ToLower() 13",
        "F unsafe.Pointer 16",
        "F x.org/zap.Logger 9",
        "F x.org/zap.Logger.Named() 13",
        "F x.org/zap.Logger.Sync() 12",
        "Wrapped x.org/zap.Logger 8",
    ];
    assert_eq!(outside(case), expected);
}

#[test]
fn sites_are_counted_by_whether_the_name_from_outside_is_known() {
    let data = graph_of(
        "package a
import \"x.org/zap\"
func F(log zap.Logger) { zap.New(); log.Info(); log.Named(1).Info(); _ = log.Core().Level }
",
    );
    let graph = data.graph();
    let f = graph.symbols().find(|symbol| symbol.name() == "F").expect("it is declared");
    let counts: Vec<_> = graph.unbound(f.id).collect();
    assert_eq!(counts, [(Cause::External, 4), (Cause::ExternalValue, 2)]);
}

#[test]
fn code_outside_may_call_methods_of_what_it_is_given_although_nothing_is_known_of_it() {
    let data = graph_of(
        "package a
import \"x.org/ui\"
type page struct{}
func (page) Draw() {}
func (page) hidden() {}
type part struct{}
func (*part) Draw() {}
type view interface{ Draw() }
type shown struct{}
func (shown) Draw() {}
func (shown) Other() {}
var _ ui.Primitive = page{}
func F(v view, s shown) {
	v = s
	ui.New().Root(page{}).Add([]*part{}, v)
	ui.Show(ui.Box{Inner: &part{}})
}
",
    );
    let graph = data.graph();
    let mut found: Vec<String> = graph
        .symbols()
        .flat_map(|symbol| graph.outside(symbol.id).map(move |by| format!("{} {by}", symbol.qualified())))
        .collect();
    found.sort();
    let expected = [
        "page.Draw _.Add()",
        "page.Draw _.Root()",
        "page.Draw ui.Primitive",
        "part.Draw _.Add()",
        "part.Draw ui.Box.Inner",
        "shown.Draw _.Add()",
    ];
    assert_eq!(found, expected);
}
