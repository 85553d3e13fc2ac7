//! Number of keys for ten tasks, from the screen that the task begins on until it is done. A text that is typed counts
//! as one key, however long it is. `benches/README.md` has the table, with the keys that the same tasks took before the
//! explorer had a cursor, picks, typed budgets, undo and places on the command line.

use super::Explorer;
use crate::app::msg::{Copying, Effect};
use crate::app::pane::Slot;
use crate::app::{StartPlace, View};

/// A step of a task.
enum Step {
    /// Keys, separated by blanks.
    Keys(&'static str),
    Text(&'static str),
}

use Step::{Keys, Text};

struct Task {
    what: &'static str,
    /// The thing that the explorer is opened on.
    start: Option<fn() -> StartPlace>,
    /// The steps before the task begins.
    before: &'static [Step],
    steps: &'static [Step],
    is_done: fn(&Explorer) -> bool,
    keys: usize,
}

const TASKS: [Task; 10] = [
    Task {
        what: "a function, and its third caller at the call",
        start: None,
        before: &[],
        steps: &[Keys("/"), Text("millrace.aimed"), Keys("shift-tab j j")],
        is_done: |explorer| {
            let side = explorer.app.ctx.side.list();
            let callers = side.rows[1..=side.cursor.at].iter().filter(|row| row.symbol.is_some());
            let shown = explorer.app.symbols.slots.pane.shown.as_ref();
            callers.count() == 3 && shown.is_some_and(|shown| !shown.sites.is_empty())
        },
        keys: 5,
    },
    Task {
        what: "the declaration of a name in the source",
        start: None,
        before: &[Keys("/"), Text("worker.Pool.work$"), Keys("enter tab")],
        steps: &[Keys("/"), Text("attempt"), Keys("enter enter")],
        is_done: |explorer| explorer.screen().contains("worker › Pool › attempt"),
        keys: 4,
    },
    Task {
        what: "the way from one symbol to another, onto the clipboard",
        start: Some(|| StartPlace::Ask("how does main.main reach worker.Pool.Run".to_owned())),
        before: &[],
        steps: &[Keys("Y")],
        is_done: |explorer| {
            copied(explorer).is_some_and(|text| {
                ["func main(", "func serve(", "func (s *Service) Run(", "func (p *Pool) Run("]
                    .iter()
                    .all(|step| text.contains(step))
            })
        },
        keys: 1,
    },
    Task {
        what: "a range, and the command that runs its tests onto the clipboard",
        start: Some(|| StartPlace::Impact("HEAD".to_owned())),
        before: &[],
        steps: &[Keys("t y")],
        is_done: |explorer| copied(explorer).is_some_and(|text| text.contains("go test")),
        keys: 2,
    },
    Task {
        what: "a pack with three pins for 20,000 tokens, onto the clipboard",
        start: None,
        before: &[],
        steps: &[
            Keys("2"),
            Text("how are failed jobs retried"),
            Keys("enter space space space + , b"),
            Text("20000"),
            Keys("enter Y"),
        ],
        is_done: |explorer| {
            explorer.app.query.choices.overrides.counts()[0] == 3
                && explorer.app.query.choices.budget == 20_000
                && copied(explorer).is_some()
        },
        keys: 12,
    },
    Task {
        what: "three callees deep",
        start: None,
        before: &[Keys("/"), Text("main.main"), Keys("enter")],
        steps: &[Keys("r right down right down")],
        is_done: |explorer| {
            explorer.app.ctx.side.row().is_some_and(|row| row.depth >= 3)
                && explorer.app.symbols.slots.focus == Slot::Side
        },
        keys: 5,
    },
    Task {
        what: "a tour of a path that is shown",
        start: None,
        before: &[
            Keys("/"),
            Text("main.main"),
            Keys("enter m / ctrl-u"),
            Text("worker.Pool.Run"),
            Keys("enter M"),
        ],
        steps: &[Keys("g A")],
        is_done: |explorer| explorer.app.ctx.view == View::Tours && explorer.screen().contains("main.main"),
        keys: 2,
    },
    Task {
        what: "a second question after the first",
        start: None,
        before: &[Keys("2"), Text("how are failed jobs retried"), Keys("enter")],
        steps: &[Keys("/"), Text("where is a job stored")],
        is_done: |explorer| {
            let answered = explorer.app.query.answered.as_ref();
            answered.is_some_and(|answered| answered.text == "where is a job stored")
        },
        keys: 2,
    },
    Task {
        what: "a line of a file, from the shell",
        start: Some(|| StartPlace::File("worker/pool.go".to_owned(), Some(55))),
        before: &[],
        steps: &[],
        is_done: |explorer| explorer.screen().contains("worker/pool.go:55"),
        keys: 0,
    },
    Task {
        what: "a strategy pressed by mistake, taken back",
        start: None,
        before: &[Keys("2"), Text("how are failed jobs retried"), Keys("enter s s")],
        steps: &[Keys("u")],
        is_done: |explorer| explorer.screen().contains("fused"),
        keys: 1,
    },
];

/// The text that went to the clipboard last.
fn copied(explorer: &Explorer) -> Option<&str> {
    explorer.asked.iter().rev().find_map(|effect| match effect {
        Effect::Copy(Copying::Text { text, .. }) => Some(text.as_str()),
        _ => None,
    })
}

/// Carries steps out and returns how many keys they took.
fn carry_out(explorer: &mut Explorer, steps: &[Step]) -> usize {
    let press = |step: &Step| match step {
        Keys(keys) => {
            explorer.keys(keys);
            keys.split(' ').count()
        }
        Text(text) => {
            explorer.write(text);
            1
        }
    };
    steps.iter().map(press).sum()
}

#[test]
fn ten_tasks_take_the_keys_of_the_published_table() {
    let published = include_str!("../../../benches/README.md");
    let (mut sum, mut sum_before, mut ratios) = (0, 0, 0.0);
    for task in &TASKS {
        let mut explorer = Explorer::without_index(120, 40);
        let aimed = "package millrace\n\nfunc aimed() {}\n\nfunc aims1() { aimed() }\n\nfunc aims2() { aimed() }\n\nfunc aims3() { aimed() }\n";
        std::fs::write(explorer.path("aimed.go"), aimed).unwrap();
        if task.start.is_some() {
            explorer.git(&["init", "-q"]);
            explorer.git(&["add", "-A"]);
            explorer.git(&["commit", "-qm", "first"]);
            let path = explorer.path("worker/pool.go");
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::write(
                &path,
                text.replacen("handler.Handle(ctx, j)", "handler.Handle( ctx, j)", 1).replacen(
                    "p.keep(j)",
                    "p.keep(j); p.keep(j)",
                    1,
                ),
            )
            .unwrap();
        }
        explorer.app.start_at(task.start.map(|start| start()));
        explorer.build();
        carry_out(&mut explorer, task.before);
        let taken = carry_out(&mut explorer, task.steps);
        assert!((task.is_done)(&explorer), "{}:\n{}", task.what, explorer.screen());
        assert_eq!(taken, task.keys, "{}", task.what);
        let is_row = |line: &&str| line.starts_with(&format!("| {} |", task.what));
        let row = published.lines().find(is_row).unwrap_or_else(|| panic!("no row: {}", task.what));
        let mut numbers = row.trim_end_matches(" |").rsplit(" | ");
        let now = numbers.next().unwrap_or_default();
        let before: usize = numbers.next().and_then(|before| before.parse().ok()).expect("a number");
        assert_eq!(now, taken.to_string(), "{row}");
        (sum, sum_before) = (sum + taken, sum_before + before);
        ratios += taken as f64 / before as f64;
    }
    assert!(published.contains(&format!("| all ten | {sum_before} | {sum} |")), "{sum_before} {sum}");
    let mean = ratios / TASKS.len() as f64;
    assert!(published.contains(&format!("the mean of the ten ratios is {mean:.2}")), "{mean}");
}
