//! What the Query view looks like, from the empty question to a pack with wishes.

use super::Explorer;
use crate::app::View;
use crate::app::layout::Size;
use crate::app::msg::Msg;

/// What is on the screen at the sizes that people have, each under its size.
fn sizes(explorer: &mut Explorer) -> String {
    let mut text = String::new();
    for (width, height) in [(120, 40), (80, 24), (60, 20), (40, 12)] {
        explorer.send(Msg::Resize(Size { width, height }));
        text.extend([format!("=== {width} x {height}\n"), explorer.screen(), "\n".to_owned()]);
    }
    explorer.send(Msg::Resize(Size { width: 80, height: 24 }));
    text
}

#[test]
fn questions_and_what_answers() {
    let mut explorer = Explorer::open(80, 24);
    explorer.keys("2");
    insta::assert_snapshot!("query_empty", sizes(&mut explorer));
    explorer.write("how are failed jobs retried");
    explorer.keys("enter");
    insta::assert_snapshot!("query_answered", sizes(&mut explorer));
    explorer.keys("p down x");
    insta::assert_snapshot!("query_wishes", sizes(&mut explorer));
    for (name, question) in [("query_nothing", "xylophone"), ("query_misspelt", "qeue")] {
        explorer.keys("/ ctrl-u");
        explorer.write(question);
        explorer.keys("enter");
        insta::assert_snapshot!(name, explorer.screen());
    }
}

#[test]
fn a_qualifier_that_means_nothing_is_named() {
    let mut explorer = Explorer::open(80, 24);
    explorer.keys("/");
    explorer.write("kind:nonsense");
    insta::assert_snapshot!("bad_qualifier", explorer.screen());
}

#[test]
fn who_walks_through_the_views_is_not_kept_in_an_empty_question() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2 3");
    assert_eq!(explorer.app.view, View::Impact);
    explorer.keys("2 :");
    assert!(explorer.app.overlay.is_some() && explorer.app.query.line.text().is_empty());
    explorer.keys("esc ? esc 1 2");
    let screen = explorer.screen();
    assert!(
        screen.contains("type to ask in words or names; / first") && screen.contains(": palette"),
        "{screen}"
    );
    assert!(!screen.contains("q quit"), "q would begin a question: {screen}");
    explorer.keys("q");
    assert_eq!(explorer.app.query.line.text(), "q");
    explorer.keys("backspace 3");
    assert_eq!((explorer.app.view, explorer.app.query.line.text()), (View::Query, "3"), "it was begun");
    explorer.keys("ctrl-u");
    explorer.keys("esc 1 2 / 4 0 4");
    assert_eq!((explorer.app.view, explorer.app.query.line.text()), (View::Query, "404"));
}
