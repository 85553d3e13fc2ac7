//! An answer keeps its order while it is read; budgets are typed.

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
        // Reading the past commits takes time; the first answer comes without them.
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
        let waits = "past commits are still being read";
        assert!(explorer.screen().contains(waits), "{}", explorer.screen());
        explorer.keys(", n");
        assert!(explorer.screen().contains("there is no other order"), "{}", explorer.screen());
        explorer.carry_out(past);
        assert!(!explorer.screen().contains(waits), "{}", explorer.screen());
        assert_eq!((rows(&explorer), explorer.app.current()), (before.clone(), selected), "it is being read");
        let offer = "past commits have been read; , n";
        assert!(explorer.screen().contains(offer), "{}", explorer.screen());
        explorer.keys(", n");
        assert_ne!(rows(&explorer), before, "they have a say");
        let first = usize::from(!explorer.app.query.way.is_empty());
        assert_eq!(explorer.app.query.slots.cursor.at, first, "who asks for the order sees the best");
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
    explorer.keys("enter , b");
    assert!(explorer.screen().contains("Token budget"), "{}", explorer.screen());
    explorer.write("99");
    assert!(explorer.screen().contains("from 100 to 1,000,000"), "{}", explorer.screen());
    explorer.keys("ctrl-u");
    explorer.write("20k");
    explorer.keys("enter");
    let rows = |explorer: &Explorer| explorer.app.query.answered.as_ref().map_or(0, |a| a.answer.rows.len());
    assert_eq!((explorer.app.query.choices.budget, explorer.app.overlay.is_none()), (20_000, true));
    let before = rows(&explorer);
    explorer.keys(", b");
    explorer.write("1m");
    explorer.keys("enter");
    assert_eq!(explorer.app.query.choices.budget, 1_000_000);
    assert!(rows(&explorer) > before, "{before}: {}", explorer.screen());
    explorer.keys("tab u");
    assert_eq!(explorer.app.query.choices.budget, 20_000, "{}", explorer.screen());
}

#[test]
fn symbols_of_any_view_join_the_pack_with_a_question_and_without() {
    let mut explorer = Explorer::open(120, 40);
    let rows = |explorer: &Explorer| -> Vec<String> {
        let Some(answered) = &explorer.app.query.answered else { return Vec::new() };
        let graph = answered.snapshot.graph();
        answered.answer.rows.iter().map(|row| graph.symbol(row.symbol).qualified().to_owned()).collect()
    };
    explorer.keys("/");
    explorer.write("pool.retry");
    explorer.keys("enter +");
    assert!(explorer.screen().contains("worker.Pool.retry added to the pack, 1 symbol by now; 2 shows it"));
    explorer.keys("2");
    assert_eq!(rows(&explorer), ["Pool.retry"]);
    assert!(explorer.screen().contains("func (p *Pool) retry("), "{}", explorer.screen());
    assert!(!explorer.screen().contains("nothing matches"), "{}", explorer.screen());
    explorer.keys("/");
    explorer.write("where are jobs kept in the journal");
    let found = rows(&explorer);
    assert_eq!(found.iter().filter(|&name| name == "Pool.retry").count(), 1);
    assert!(found.len() > 1 && found[0] != "Pool.retry", "{found:?}");
    let packed = explorer.app.query.packed.as_ref().unwrap().pack.text.clone();
    assert!(packed.contains("retry("), "{packed}");
    // The key adds all rows of a filtered list at once; the same key, or undo, takes them out again.
    explorer.keys("enter 1 /");
    explorer.write("journal.");
    explorer.keys("enter g P");
    let listed = explorer.app.symbols.listing.as_ref().unwrap().rows.len();
    assert!(listed > 2);
    assert!(explorer.screen().contains(&format!("{} symbols by now", listed + 1)), "{}", explorer.screen());
    assert_eq!(explorer.app.query.wished()[0], format!("{} kept", listed + 1));
    explorer.keys("g P");
    assert!(explorer.screen().contains("taken out of the pack"), "{}", explorer.screen());
    assert_eq!(explorer.app.query.wished()[0], "1 kept");
    explorer.keys("2 esc u");
    assert_eq!(explorer.app.query.wished()[0], format!("{} kept", listed + 1));
    explorer.keys("u , r");
    assert_eq!(explorer.app.query.wished()[0], "");
    assert_eq!(explorer.app.query.answered.as_ref().unwrap().answer.added, 0, "dropped with all pins");
}

#[test]
fn questions_come_back_after_a_new_start() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("who calls Submit");
    explorer.keys("enter");
    let left = explorer.app.to_resume();
    assert_eq!(left.questions, ["who calls Submit"]);
    let mut again = Explorer::without_index(120, 40);
    again.app.resume(left);
    again.build();
    again.keys("2 up");
    assert_eq!(again.app.query.slots.prompt.line.text(), "who calls Submit");
}

#[test]
fn a_word_of_the_tree_is_offered_and_added_by_choice() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("where is a failed piece of work tried again?");
    explorer.keys("enter");
    let words = explorer.app.query.tree_words().to_vec();
    assert!(words.len() > 1, "{words:?}");
    assert_eq!(
        explorer.app.query.slots.prompt.line.text(),
        "where is a failed piece of work tried again?",
        "none unasked"
    );
    assert!(explorer.screen().contains(&words[0]), "{}", explorer.screen());
    explorer.keys(", w");
    assert!(explorer.screen().contains("Words beside the question"), "{}", explorer.screen());
    explorer.keys("down enter");
    assert_eq!(explorer.app.query.also, [words[1].clone()]);
    assert!(!explorer.app.query.tree_words().contains(&words[1]), "it is in the question now");
    explorer.keys("/");
    explorer.write("who calls Submit");
    explorer.keys("enter , w");
    explorer.write("enqueue");
    explorer.keys("enter");
    assert_eq!(explorer.app.query.also, ["enqueue"], "a word of one's own: {}", explorer.screen());
}

#[test]
fn a_program_of_the_settings_offers_words_which_change_no_answer_by_themselves() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("where is a failed piece of work tried again?");
    explorer.keys("enter , m");
    assert!(explorer.screen().contains("no program gives words yet"), "{}", explorer.screen());
    let program = "cat > /dev/null; echo 'backoff, requeue'";
    explorer.app.ctx.settings.words.command = ["sh", "-c", program].map(str::to_owned).to_vec();
    let rows = |explorer: &Explorer| explorer.app.query.answered.as_ref().unwrap().answer.rows.clone();
    let before = rows(&explorer);
    explorer.keys(", m");
    assert_eq!(explorer.app.query.offered, ["backoff", "requeue"]);
    assert!(explorer.screen().contains("also searches for backoff, requeue"), "{}", explorer.screen());
    assert_eq!(
        (rows(&explorer), explorer.app.query.also.len()),
        (before.clone(), 0),
        "nothing moves unasked"
    );
    explorer.keys(", w enter");
    assert_eq!(explorer.app.query.also, ["backoff"]);
    assert!(explorer.screen().contains("+backoff"), "{}", explorer.screen());
    explorer.keys(", w enter , w");
    let all = explorer.app.query.words_beside().len();
    explorer.keys(&format!("{}enter", "down ".repeat(all)));
    assert!(["backoff", "requeue"].iter().all(|word| explorer.app.query.also.iter().any(|one| one == word)));
    // A program that fails is told in one line, and every question asks it if that is wanted.
    explorer.app.ctx.settings.words.command = ["sh", "-c", "exit 3"].map(str::to_owned).to_vec();
    explorer.app.ctx.settings.words.is_automatic = true;
    explorer.keys("/ ctrl-u");
    explorer.write("how are jobs kept");
    explorer.keys("enter");
    assert!(explorer.app.query.offered.is_empty() && explorer.app.query.also.is_empty());
    assert!(explorer.screen().contains("! "), "{}", explorer.screen());
}
