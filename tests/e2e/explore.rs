//! Using it: filter, follow, come back, help, palette, editor, clipboard.

use std::fs;

use super::terminal::Setup;

#[test]
fn filter_follow_and_come_back() {
    let mut terminal = Setup::sample().ready();
    terminal.keys("/pool.run !test");
    terminal.wait("the match on top", |screen| {
        screen.contains("/ pool.run !test") && screen.contains("worker.Pool.Run")
    });
    terminal.keys("\r");
    terminal.wait("its source", |screen| screen.contains("func (p *Pool) Run"));
    terminal.keys("r");
    terminal.wait("what is related", |screen| screen.contains("▐r Related▌"));
    terminal.keys("\r");
    terminal.wait("the call", |screen| screen.contains("▐SOURCE▌"));
    terminal.keys("[");
    terminal.wait("the panel again", |screen| screen.contains("▐RELATED▌"));
    terminal.keys("]");
    terminal.wait("forth again", |screen| screen.contains("▐SOURCE▌"));
}

#[test]
fn no_key_is_lost_while_the_first_index_is_built() {
    let mut terminal = Setup::sample().open();
    terminal.keys("/backoff");
    terminal.wait("all that was typed", |screen| screen.contains("/ backoff") && screen.contains("Backoff"));
}

#[test]
fn help_and_palette_do_what_they_say() {
    let mut terminal = Setup::sample().ready();
    terminal.keys("?");
    terminal.wait("the keys", |screen| screen.contains("What one needs first"));
    terminal.keys("\x1b");
    terminal.wait("the view", |screen| !screen.contains("What one needs first"));
    terminal.keys(":order\r");
    terminal.wait("another order", |screen| screen.contains("sorted by load"));
    terminal.keys(":copy place\r");
    terminal.wait("what was copied", |screen| screen.contains("copied place"));
}

#[test]
fn another_build_is_chosen_from_the_tags_of_the_tree() {
    let setup = Setup::sample();
    fs::write(setup.root().join("slow.go"), "//go:build slow\n\npackage millrace\n\nfunc slow() {}\n")
        .unwrap();
    let mut terminal = setup.ready();
    terminal.keys(":builds\r");
    terminal.wait("its tags", |screen| screen.contains("+ slow  (1 file)"));
    terminal.keys("slow\r");
    terminal.wait("the build's name", |screen| {
        screen.contains("/amd64 -tags slow") && !screen.contains("Builds of this tree")
    });
    terminal.keys(":builds\r");
    terminal.wait("the way back", |screen| screen.contains("linux/amd64, as by default"));
    terminal.keys("default\r");
    terminal.wait("no name of a build", |screen| !screen.contains("amd64"));
}

#[test]
fn esc_climbs_and_never_quits() {
    let mut terminal = Setup::sample().ready();
    terminal.keys("/job");
    terminal.wait("the filter", |screen| screen.contains("/ job"));
    for _ in 0..6 {
        terminal.keys("\x1b");
    }
    terminal.wait("no filter", |screen| !screen.contains("/ job"));
    terminal.keys("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn the_editor_opens_at_the_line_and_everything_is_as_it_was() {
    let script = "(echo \"$@\"; grep THP_enabled /proc/self/status) > ../edited; echo typed-into-the-editor";
    let setup = Setup::sample().script("ed-it", script);
    let setup = setup.with("EDITOR", "ed-it -x");
    let edited = setup.root().join("edited");
    let edited = edited.parent().unwrap().parent().unwrap().join("edited");
    let mut terminal = setup.ready();
    terminal.keys("/pool.run\r");
    terminal.wait("the match", |screen| screen.contains("func (p *Pool) Run"));
    terminal.keys("e");
    terminal.wait_for("the editor", |_, bytes| {
        bytes.windows(21).any(|window| window == b"typed-into-the-editor")
    });
    terminal.wait_for("the same view", |screen, _| {
        let text = screen.contents();
        screen.alternate_screen() && text.contains("/ pool.run") && text.contains("[r Related]")
    });
    let edited = fs::read_to_string(edited).unwrap();
    let mut lines = edited.lines();
    let args = lines.next().unwrap_or_default();
    assert!(args.starts_with("-x +") && args.ends_with("worker/pool.go"), "{args}");
    let own = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let huge_pages = own.lines().find(|line| line.starts_with("THP_enabled"));
    assert_eq!(lines.next(), huge_pages, "the explorer's small pages are its own");
}

#[test]
fn copying_over_ssh_goes_through_the_terminal() {
    let mut terminal = Setup::sample().ready();
    terminal.keys("/pool.run\r");
    terminal.wait("the match", |screen| screen.contains("func (p *Pool) Run"));
    terminal.keys("y");
    terminal.wait("the way and the size", |screen| screen.contains("OSC 52") && screen.contains("bytes"));
    let bytes = terminal.bytes();
    let text = String::from_utf8_lossy(&bytes);
    let (_, rest) = text.split_once("\x1b]52;c;").expect("an escape sequence");
    let payload = rest.split('\x07').next().unwrap();
    let copied = base64::Engine::decode(&base64::engine::general_purpose::STANDARD, payload).unwrap();
    let copied = String::from_utf8(copied).unwrap();
    assert!(copied.starts_with("// worker/pool.go:") && copied.contains("func (p *Pool) Run"), "{copied}");
}

#[test]
fn copying_at_home_goes_by_a_tool() {
    let mut setup = Setup::sample().script("xclip", "cat > ../copied").with("DISPLAY", ":9");
    setup.env.remove("SSH_TTY");
    let mut terminal = setup.ready();
    terminal.keys("y");
    terminal.wait("the way", |screen| screen.contains("with xclip"));
}

/// A tmux of today hands nothing on unless told to; asked itself, it tells the terminal around it.
#[test]
fn copying_within_tmux_asks_tmux() {
    let setup = Setup::sample().script("tmux", "echo \"$@\" > ../asked; cat > ../copied");
    let (asked, copied) = (setup.path("asked"), setup.path("copied"));
    let mut terminal = setup.with("TMUX", "/tmp/tmux-0/default,1,0").ready();
    terminal.keys("/pool.run\r");
    terminal.wait("the match", |screen| screen.contains("func (p *Pool) Run"));
    terminal.keys("y");
    terminal.wait("the way and the size", |screen| screen.contains("with tmux") && screen.contains("bytes"));
    assert_eq!(fs::read_to_string(asked).unwrap().trim_end(), "load-buffer -w -");
    assert!(fs::read_to_string(copied).unwrap().contains("func (p *Pool) Run"));
}

#[test]
fn a_question_is_answered_and_packed() {
    let mut terminal = Setup::sample().sized(120, 40).ready();
    terminal.keys("2");
    terminal.keys("how are failed jobs retried");
    terminal.wait("rows and a pack", |screen| screen.contains("of 4,000 tok") && screen.contains("retr"));
    terminal.wait("the whole question", |screen| {
        screen.contains("The way") && screen.contains("? how are failed jobs retried")
    });
    terminal.keys("\r");
    terminal.keys(">");
    terminal.wait("a larger budget", |screen| screen.contains("of 5,000 tok"));
    terminal.keys("\r");
    terminal.keys("Y");
    terminal.wait("the copy", |screen| screen.contains("copied pack of"));
}

#[test]
fn a_paste_of_a_megabyte_is_no_trouble() {
    let mut terminal = Setup::sample().ready();
    terminal.keys("/");
    terminal.keys(&format!("\x1b[200~{}\x1b[201~", "paste ".repeat(175_000)));
    terminal.wait("what was pasted", |screen| screen.contains("paste paste"));
    terminal.keys("\x15job");
    terminal.wait("typing goes on", |screen| screen.contains("/ job"));
}
