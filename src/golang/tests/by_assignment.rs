//! Types that satisfy an interface because code assigns their values to it.

use super::graph_of;
use crate::model::{EdgeKind, EdgeRef, Origin};

#[test]
fn what_is_put_into_an_interface_satisfies_it_whatever_types_from_outside_are_called() {
    let graph = |main: &str| {
        graph_of(&format!(
            "-- api/api.go --
package api
import \"example.org/new/empty\"
type Server interface {{ List(*empty.Empty) error; Close() }}
func Serve(s Server) {{ s.List(nil); s.Close() }}
type Handler interface {{ empty.Sizer; Read() }}
func Handle(h Handler) {{ h.Read() }}
-- own/own.go --
package own
import \"example.org/old/empty\"
type Service struct{{}}
func (*Service) List(*empty.Empty) error {{ return nil }}
func (*Service) Close() {{}}
type Other struct{{}}
func (*Other) List(n int) error {{ return nil }}
func (*Other) Close() {{}}
type Else struct{{}}
func (*Else) List(*empty.Other) error {{ return nil }}
func (*Else) Close() {{}}
type Embeds struct{{ empty.Client }}
type Pipe struct{{}}
func (Pipe) Read() {{}}
-- main.go --
package main
import (
	\"m/api\"
	\"m/own\"
)
func main() {{ {main} }}
"
        ))
    };
    let found = |main: &str| {
        let data = graph(main);
        let graph = data.graph();
        let name = |id| graph.symbol(id).qualified().to_owned();
        let is_such =
            |edge: &EdgeRef<'_>| edge.kind == EdgeKind::Implements || edge.origin == Origin::Dispatch;
        let mut found: Vec<_> = graph
            .edges()
            .filter(is_such)
            .map(|edge| format!("{} {} {}", name(edge.from), edge.kind, name(edge.to)))
            .collect();
        found.sort();
        found
    };
    let expected = ["Serve calls Service.Close", "Serve calls Service.List", "Service implements Server"];
    assert_eq!(found("api.Serve(&own.Service{})"), expected, "the compiler has seen to it");
    assert!(found("_ = own.Service{}").is_empty(), "nothing says so");
    assert_eq!(found("api.Serve(own.Embeds{})"), ["Embeds implements Server"], "by what it embeds");
    let sized = ["Handle calls Pipe.Read", "Pipe implements Handler"];
    assert_eq!(found("api.Handle(own.Pipe{})"), sized, "whatever the interface embeds");
    assert!(found("api.Handle(own.Service{})").is_empty(), "of what is known something is missing");
    assert!(found("api.Serve(&own.Else{})").is_empty(), "an alias is mostly called as what it stands for");
    assert!(found("api.Serve(&own.Other{})").is_empty(), "no alias makes a number of it");
}
