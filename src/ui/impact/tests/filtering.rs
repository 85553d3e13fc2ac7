//! The filter over what is affected and what changed.

use super::*;
use crate::app::side::RowWhat;

#[test]
fn a_filter_narrows_what_changed_too_and_takes_qualifiers() {
    let mut explorer = Explorer::wide();
    committed(&explorer);
    edited(&explorer, "store/memory.go", "func NewMemory() *Memory {", "func NewMemory() *Memory {\n\t_ = 1");
    edited(
        &explorer,
        "queue/backoff.go",
        "func (e Exponential) Delay(attempts int) (time.Duration, bool) {",
        "func (e Exponential) Delay(attempts int) (time.Duration, bool) {\n\t_ = 1",
    );
    edited(&explorer, "millrace.go", "package millrace", "//go:build linux\n\npackage millrace");
    explorer.build();
    explorer.keys("3 , w , l /");
    let listed = |explorer: &Explorer| explorer.app.impact.rows.len();
    let all = listed(&explorer);
    let mut filter = |text: &str| {
        explorer.keys("ctrl-u");
        explorer.send(Msg::Paste(text.to_owned()));
        (listed(&explorer), explorer.screen())
    };
    let (rows, screen) = filter("zzzzq");
    assert!(rows == 0 && screen.contains(" 0/") && screen.contains("nothing matches"), "{screen}");
    let (rows, screen) = filter("HEAD~3..HEAD");
    assert!(rows == 0 && screen.contains("for a git range esc, then , r"), "{screen}");
    let (rows, screen) = filter("newmemory");
    assert!(rows > 0 && rows < all && !screen.contains("backoff.go"), "{screen}");
    assert!(screen.contains("F NewMemory") && !screen.contains("≠ outside"), "{screen}");
    let (rows, screen) = filter("file:millrace.go kind:file");
    assert!(rows == 1 && screen.contains("≠ outside"), "{screen}");
    let (tests, screen) = filter("is:test");
    assert!(tests > 0 && !screen.contains("≠ outside"), "{screen}");
    let (code, _) = filter("!test");
    assert!(code > 0 && code < all, "{code} of {all}");
    let (rows, screen) = filter("foo:bar");
    assert!(rows == all && screen.contains("there is no foo: only kind: pkg: file: is:"), "{screen}");
    let (rows, screen) = filter("is:foo");
    assert!(rows == 0 && screen.contains("is: takes test, gen, generated"), "{screen}");
}

#[test]
fn the_filter_s_rows_are_found_beside_the_screen_and_belong_to_the_newest_answer() {
    let mut explorer = Explorer::wide();
    explorer.impact_of("Memory.Get");
    let rows = explorer.app.impact.rows.clone();
    explorer.keys("/");
    let typed = |explorer: &mut Explorer, key: &str| {
        explorer.app.update(explorer.now, Msg::Key(key.parse().unwrap()))
    };
    // The letter is shown at once, and the rows of the previous filter stay.
    let asked = typed(&mut explorer, "j");
    assert!(explorer.screen().contains(" / j") && explorer.app.impact.rows == rows);
    // Another answer arrives first and is filtered; the filtering that was under way belongs to rows that are gone.
    explorer.build();
    assert!(explorer.app.impact.rows.len() < rows.len(), "{}", explorer.screen());
    let found = explorer.app.impact.rows.clone();
    explorer.carry_out(asked);
    assert_eq!(explorer.app.impact.rows, found);
    // A filter that is cleared is not waited for, and an older filtering does not arrive any more.
    let asked = typed(&mut explorer, "o");
    explorer.keys("ctrl-u");
    assert_eq!(explorer.app.impact.rows, rows);
    explorer.carry_out(asked);
    assert_eq!(explorer.app.impact.rows, rows);
    explorer.send(Msg::Paste("journal".to_owned()));
    assert!(explorer.app.impact.rows.len() < rows.len(), "{}", explorer.screen());
}

#[test]
fn the_filter_reads_as_the_list_s_and_holds_for_what_is_gone() {
    let mut explorer = Explorer::wide();
    fs::write(explorer.path("queue/gone.go"), "package queue\n\nfunc Gone() {}\n\nfunc lost() {}\n").unwrap();
    committed(&explorer);
    fs::write(explorer.path("queue/gone.go"), "package queue\n\nimport _ \"fmt\"\n").unwrap();
    edited(&explorer, "store/memory.go", "func NewMemory() *Memory {", "func NewMemory() *Memory {\n\t_ = 1");
    explorer.build();
    explorer.keys("3 , w , l g g down");
    let screen = explorer.screen();
    assert!(screen.contains("queue/gone.go:3 at ") && screen.contains("3-func Gone() {}"), "{screen}");
    explorer.keys("/");
    let mut filtered = |text: &str| {
        explorer.keys("ctrl-u");
        explorer.send(Msg::Paste(text.to_owned()));
        explorer.screen()
    };
    for (text, rows) in [
        ("queue.Gone", &["- removed              · F Gone"][..]),
        ("^queue. is:exported kind:func", &["- removed              · F Gone"]),
        ("queue.Gone$", &["- removed              · F Gone"]),
        (
            "queue/gone.go",
            &["- removed              · F Gone", "- removed              · F lost", "≠ outside"],
        ),
        ("store.NewMemory$", &["~ body                 · F NewMemory"]),
        ("queue.GoNe", &["- removed              · F Gone"]),
        ("goe", &[]),
    ] {
        let screen = filtered(text);
        let listed: Vec<&str> = screen
            .lines()
            .filter(|line| line.contains("removed  ") || line.contains("body  ") || line.contains("outside"))
            .collect();
        assert!(screen.contains(&format!(" {}/", rows.len())), "{text}: {screen}");
        assert!(
            listed.len() == rows.len() && rows.iter().zip(&listed).all(|(row, line)| line.contains(row)),
            "{text}: {screen}"
        );
    }
}

fn copied(explorer: &Explorer) -> Option<&str> {
    match explorer.asked.last()? {
        Effect::Copy(Copying::Text { text, .. }) => Some(text),
        _ => None,
    }
}

fn lines(explorer: &Explorer) -> Vec<String> {
    let rows = explorer.app.ctx.side.list().rows.iter();
    rows.filter(|row| matches!(row.what, RowWhat::Command(..))).map(|row| row.text().to_owned()).collect()
}

#[test]
fn tests_are_listed_in_the_order_of_the_rows() {
    let mut explorer = Explorer::wide();
    let base = |n: u32| format!("package base\n\nfunc Base() int {{\n\treturn {n}\n}}\n");
    let test = |package: &str, n: u32| {
        format!(
            "package {package}\n\nimport \"example.com/millrace/base\"\n\nfunc Test_{package}() {{\n\tbase.Base()\n\t_ = {n}\n}}\n"
        )
    };
    let write = |explorer: &Explorer, path: &str, text: &str| {
        let path = explorer.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(&explorer, "ta/a_test.go", &test("ta", 0));
    explorer.git(&["init", "-q", "-b", "main"]);
    for n in 0..4 {
        write(&explorer, "base/base.go", &base(n));
        write(&explorer, "tb/b_test.go", &test("tb", n));
        explorer.git(&["add", "-A"]);
        explorer.git(&["commit", "-q", "-m", "change"]);
    }
    explorer.build();
    explorer.impact_of("base.Base");
    let folders = |explorer: &Explorer| -> Vec<String> {
        lines(explorer).iter().map(|line| line.split(' ').nth(2).unwrap().to_owned()).collect()
    };
    assert_eq!(folders(&explorer), ["./ta", "./tb"]);
    explorer.keys("s s");
    assert_eq!(folders(&explorer), ["./tb", "./ta"], "that changed with it: {}", explorer.screen());
    // The keys stay on the line that they were on.
    explorer.keys("t g g down y");
    assert!(copied(&explorer).is_some_and(|text| text.starts_with("go test ./tb ")));
}
