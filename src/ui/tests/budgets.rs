//! What an answer does while it is read: its order stays, and budgets are typed.

use super::Explorer;
use crate::app::job::JobKind;
use crate::app::key::{Code, Key};
use crate::app::msg::{Effect, Msg};
use crate::model::SymbolId;
#[test]
fn past_commits_offer_another_order_and_change_none_that_is_read() {
    for moved in [0, 3] {
        let mut explorer = Explorer::open(120, 40);
        explorer.git(&["init", "-q"]);
        explorer.git(&["add", "-A"]);
        explorer.git(&["commit", "-qm", "first"]);
        for n in 0..4 {
            let path = explorer.path("store/memory.go");
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::write(&path, text.replacen("\n}\n", &format!("\n\t_ = {n}\n}}\n"), 1)).unwrap();
            explorer.git(&["commit", "-qam", "how failed jobs are retried"]);
        }
        explorer.build();
        // Past commits take their time; the first answer comes without them.
        let entered = explorer.app.update(explorer.now, Msg::Key(Key::plain(Code::Char('2'))));
        let is_past =
            |effect: &Effect| matches!(effect, Effect::Start(_, job) if job.kind() == JobKind::Past);
        let (past, others): (Vec<_>, Vec<_>) = entered.into_iter().partition(is_past);
        assert_eq!(past.len(), 1);
        explorer.carry_out(others);
        for c in "how are failed jobs retried".chars() {
            explorer.send(Msg::Key(Key::plain(Code::Char(c))));
        }
        explorer.keys("enter");
        for _ in 0..moved {
            explorer.keys("down");
        }
        let rows = |explorer: &Explorer| -> Vec<SymbolId> {
            explorer.app.query.answered.as_ref().unwrap().answer.rows.iter().map(|row| row.symbol).collect()
        };
        let (before, selected) = (rows(&explorer), explorer.app.current());
        explorer.keys("*");
        assert!(explorer.screen().contains("there is no other order"), "{}", explorer.screen());
        explorer.carry_out(past);
        assert_eq!((rows(&explorer), explorer.app.current()), (before.clone(), selected), "it is being read");
        let offer = "past commits have been read; *";
        assert!(explorer.screen().contains(offer), "{}", explorer.screen());
        explorer.keys("*");
        assert_ne!(rows(&explorer), before, "they have a say");
        assert_eq!(explorer.app.query.cursor.at, 0, "who asks for the order sees the best");
        assert!(!explorer.screen().contains(offer), "{}", explorer.screen());
        let names = |explorer: &Explorer| -> Vec<String> {
            let answered = explorer.app.query.answered.as_ref().unwrap();
            let graph = answered.snapshot.graph();
            answered.answer.rows.iter().map(|row| graph.symbol(row.symbol).id_text()).collect()
        };
        let ordered = names(&explorer);
        let path = explorer.path("cmd/millrace/main.go");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text + "\n// A comment.\n").unwrap();
        explorer.build();
        assert_eq!(names(&explorer), ordered, "of a changed tree, too");
        assert!(!explorer.screen().contains(offer), "{}", explorer.screen());
    }
}

#[test]
fn a_budget_is_typed_and_one_with_room_for_more_rows_finds_them() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("job");
    explorer.keys("enter #");
    assert!(explorer.screen().contains("Token budget"), "{}", explorer.screen());
    explorer.write("99");
    assert!(explorer.screen().contains("from 100 to 1,000,000"), "{}", explorer.screen());
    explorer.keys("ctrl-u");
    explorer.write("20k");
    explorer.keys("enter");
    let rows = |explorer: &Explorer| explorer.app.query.answered.as_ref().map_or(0, |a| a.answer.rows.len());
    assert_eq!((explorer.app.query.budget, explorer.app.overlay.is_none()), (20_000, true));
    let before = rows(&explorer);
    explorer.keys("#");
    explorer.write("1m");
    explorer.keys("enter");
    assert_eq!(explorer.app.query.budget, 1_000_000);
    assert!(rows(&explorer) > before, "{before}: {}", explorer.screen());
    explorer.keys("tab U");
    assert_eq!(explorer.app.query.budget, 20_000, "{}", explorer.screen());
}
