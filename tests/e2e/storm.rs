//! Typing, clicking, pasting and dragging at random: the program neither dies nor hangs.

use super::terminal::{Setup, Terminal};

/// A small deterministic generator (xorshift): the same storm every time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    fn one_of<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }
}

/// Keys that are more than one character, or none that is printed. Ctrl-Z has a test of its own: a stopped program reads
/// nothing, and what is typed then is the shell's.
const KEYS: &[&str] = &[
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1b[H",
    "\x1b[F",
    "\x1b[5~",
    "\x1b[6~",
    "\x1b[3~",
    "\x1b[Z",
    "\x1b[1;3D",
    "\x1b[1;3C",
    "\x1b[1;5C",
    "\x1bOP",
    "\x1b",
    "\x1b\x1b",
    "\t",
    "\r",
    "\r",
    "\r",
    "\x7f",
    "\x01",
    "\x02",
    "\x04",
    "\x05",
    "\x06",
    "\x08",
    "\x0e",
    "\x0f",
    "\x10",
    "\x12",
    "\x15",
    "\x17",
    "\x1b[I",
    "\x1b[O",
    "gg",
    "1",
    "2",
    "3",
    "4",
    "5",
    "\u{e9}",
    "\u{65e5}\u{672c}",
    "\u{1f600}",
    "\x1b[?1;2c",
    "\x1b]11;rgb:0000/0000/0000\x07",
    "\x1b[999;999H",
    "\x00",
];

/// One thing that a hand does; `q` is left out, lest half of all storms be short.
fn gesture(random: &mut Random) -> String {
    match random.below(40) {
        0..20 => loop {
            let letter = char::from(b' ' + random.below(95) as u8);
            if letter != 'q' {
                break letter.to_string();
            }
        },
        20..34 => random.one_of(KEYS).to_owned(),
        34..38 => {
            let button = random.one_of(&["0", "2", "32", "64", "65"]);
            let end = random.one_of(&["M", "m"]);
            // Counted from 1: of a 0 the library that reads them subtracts one all the same, which a debug build refuses.
            format!("\x1b[<{button};{};{}{end}", 1 + random.below(140), 1 + random.below(50))
        }
        38 => format!("\x1b[200~{}\x1b[201~", "pasted\n\x1b[2J\u{202e} ".repeat(random.below(12) as usize)),
        _ => random.one_of(&["serve http", "kind:method !test", "retry", "pool.run"]).to_owned(),
    }
}

fn open() -> Terminal {
    Setup::sample().with("EDITOR", "true").ready()
}

/// `ROUNDS=100000 cargo test --release --test e2e storm` is the long one.
#[test]
fn no_storm_of_input_ends_or_hangs_it() {
    const AT_ONCE: u64 = 60;
    let rounds = std::env::var("ROUNDS").map_or(2_400, |rounds| rounds.parse().expect("ROUNDS is a number"));
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut terminal = open();
    let mut done = 0;
    while done < rounds {
        let gestures: Vec<String> = (0..AT_ONCE).map(|_| gesture(&mut random)).collect();
        terminal.keys(&gestures.concat());
        done += AT_ONCE;
        let (width, height) = match random.below(4) {
            0 => (1 + random.below(60), 1 + random.below(20)),
            1 => (200 + random.below(300), 50 + random.below(150)),
            _ => (80 + random.below(40), 24 + random.below(20)),
        };
        if let Some(code) = terminal.proves_alive(width as u16, height as u16) {
            // The palette may leave too.
            assert_eq!(code, 0, "after {done}: {gestures:?}\n{}", terminal.screen());
            terminal.assert_restored();
            terminal = open();
        }
    }
    if terminal.proves_alive(100, 30).is_some() {
        terminal = open();
    }
    terminal.signal("TERM");
    assert_eq!(terminal.end(), 143);
    terminal.assert_restored();
}

/// A window that is pulled about, from the least to the largest, draws whole screens all along.
#[test]
fn a_storm_of_sizes() {
    let mut terminal = Setup::sample().ready();
    for step in 0..80_u16 {
        terminal.resize(40 + step * 460 / 79, 10 + step * 190 / 79);
    }
    for (width, height) in [(500, 200), (40, 10), (500, 10), (40, 200), (500, 200)] {
        terminal.resize(width, height);
        terminal.wait_for("a screen as large as the window", |screen, _| {
            let rows: Vec<String> = screen.rows(0, width).collect();
            let footer = rows.iter().rposition(|row| !row.trim().is_empty());
            screen.contents().contains("job.Job") && footer == Some(usize::from(height) - 1)
        });
    }
    terminal.keys("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_key_that_comes_together_with_a_new_size_waits_for_no_other() {
    let mut terminal = Setup::sample().ready();
    terminal.keys("/");
    for step in 1..=30 {
        terminal.resize(100 + step % 2, 30);
        terminal.keys("z");
        let typed = format!("/ {}", "z".repeat(usize::from(step)));
        terminal.wait_for(&typed, |screen, _| screen.contents().contains(&typed));
    }
}
