//! Names from outside of the tree.

use super::graph_of;

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
