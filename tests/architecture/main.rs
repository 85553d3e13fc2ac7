//! The rules of `ARCHITECTURE.md` that a machine can keep: directions between rooms, what each room must not know, where
//! unsafe code may stand, and that every file opens with what it is for.
//!
//! Only production code is held to them: unit tests may read the clock and write to temporary folders.

mod circles;
mod comments;
mod scan;

use std::path::Path;

use scan::Mention;

/// The rooms in the order in which data flows. A room may use itself and rooms of a smaller number, no others.
const ROOMS: [(&str, u8); 20] = [
    ("model", 0),
    ("platform", 0),
    ("golang", 1),
    ("rank", 1),
    ("history", 1),
    ("impact", 2),
    ("interactions", 2),
    ("tour", 2),
    ("unused", 2),
    ("why", 2),
    ("secrets", 1),
    ("words", 1),
    ("relations", 3),
    ("search", 4),
    ("index", 5),
    ("mcp", 6),
    ("app", 6),
    ("ui", 7),
    ("runtime", 8),
    ("cli", 9),
];

/// Rooms of pure functions over data: the same input gives the same output, on any machine at any time.
const CORE: &[&str] = &[
    "model", "golang", "rank", "relations", "impact", "history", "interactions", "tour", "unused", "why",
    "secrets", "search",
];

/// The rooms that a ban holds for.
enum Rooms {
    These(&'static [&'static str]),
    AllBut(&'static [&'static str]),
}

impl Rooms {
    fn contain(&self, room: &str) -> bool {
        match self {
            Self::These(rooms) => rooms.contains(&room),
            Self::AllBut(rooms) => !rooms.contains(&room),
        }
    }
}

/// Paths that some rooms must not name.
struct Ban {
    rooms: Rooms,
    paths: &'static [&'static str],
    why: &'static str,
}

const BANS: &[Ban] = &[
    Ban {
        rooms: Rooms::These(CORE),
        paths: &[
            "std::fs", "std::net", "std::process", "std::env", "std::io::stdin", "memmap2", "ignore",
            "directories",
        ],
        why: "core rooms take data, they do not fetch it",
    },
    Ban {
        rooms: Rooms::These(CORE),
        paths: &["std::time::SystemTime", "std::time::Instant", "std::thread"],
        why: "core rooms know no clock and start no threads",
    },
    Ban {
        rooms: Rooms::AllBut(&["ui", "runtime", "cli"]),
        paths: &["ratatui", "crossterm"],
        why: "only the ui draws and only the runtime knows the terminal",
    },
    Ban {
        rooms: Rooms::These(&["app", "ui"]),
        paths: &["std::fs", "std::process", "std::thread", "std::time::SystemTime", "std::time::Instant"],
        why: "state and views are pure; effects are carried out by the runtime",
    },
    Ban {
        rooms: Rooms::These(CORE),
        paths: &["crate::platform"],
        why: "core rooms know no operating system",
    },
    Ban {
        rooms: Rooms::These(&["app", "ui"]),
        paths: &["crate::platform"],
        why: "state and views know no operating system",
    },
    Ban { rooms: Rooms::These(&["ui"]), paths: &["crossterm"], why: "views see no input" },
    Ban {
        rooms: Rooms::AllBut(&["runtime", "cli"]),
        paths: &["println!", "print!", "eprintln!", "eprint!", "dbg!"],
        why: "a print in the middle of a screen tears it",
    },
    Ban {
        rooms: Rooms::AllBut(&["search"]),
        paths: &["tantivy"],
        why: "text search stays behind the search room",
    },
];

/// The files that may hold unsafe code: the memory map of a stored index, and a call of the allocator's.
const UNSAFE: [&str; 2] = ["index/map.rs", "runtime/heap.rs"];

/// Words of conditions on the operating system.
const SYSTEMS: [&str; 4] = ["unix", "windows", "target_os", "target_family"];

/// Files outside of the room `platform` that may ask for the operating system: a tour may be for one alone.
const ASKS_FOR_SYSTEM: [&str; 1] = ["tour/condition.rs"];

/// Walks from a symbol to its neighbours.
const WALKS: [&str; 6] =
    [".incoming(", ".outgoing(", ".incoming_ids(", ".outgoing_ids(", ".callers(", ".implementing("];

/// The folders whose files ask `relations` for neighbours, and the files of these that walk for something that is no list
/// of ends: the parts of a rank, the names on a line, or whether two given symbols are tied.
const ASKING: [&str; 6] = ["app/", "ui/", "mcp/", "cli/", "runtime/", "search/query/"];
const WALKING: [&str; 5] = [
    "app/symbols/why_rank.rs",
    "app/name_targets.rs",
    "app/query/requests.rs",
    "app/tours/why.rs",
    "search/query/readers/message.rs",
];

/// Longest file and longest function, in lines.
const MAX_LINES: usize = 600;
const MAX_FUNCTION: usize = 80;

/// Finds the violations of a file, one line each. `path` is relative to `src`.
fn violations(path: &str, source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let lines = source.lines().count();
    if lines > MAX_LINES {
        found.push(format!("{path}: {lines} lines are more than {MAX_LINES}"));
    }
    let modules: Vec<&str> = path.trim_end_matches(".rs").trim_end_matches("/mod").split('/').collect();
    if modules.contains(&"tests") {
        return found;
    }
    for (line, n) in scan::long_functions(source, MAX_FUNCTION) {
        found.push(format!("{path}:{line}: a function of {n} lines, more than {MAX_FUNCTION}"));
    }
    if !source.starts_with("//!") {
        found.push(format!("{path}: does not open with what it is for (`//!`)"));
    }
    if !UNSAFE.contains(&path) && scan::blanked(source).contains("allow(unsafe_code)") {
        found.push(format!("{path}: unsafe code outside of {UNSAFE:?}"));
    }
    if ASKING.iter().any(|folder| path.starts_with(folder)) && !WALKING.contains(&path) {
        let code = scan::blanked(source);
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        let walks = WALKS.iter().filter(|walk| code.contains(*walk));
        found.extend(walks.map(|walk| format!("{path}: {walk}…) walks the graph: ask crate::relations")));
    }
    let room = modules[0];
    if room != "platform" && !ASKS_FOR_SYSTEM.contains(&path) {
        for line in scan::conditions(source, &SYSTEMS) {
            found.push(format!("{path}:{line}: only platform asks for the operating system"));
        }
    }
    for mention in scan::mentions(source, &modules) {
        let Mention { line, path: target, .. } = mention;
        let name = target.join("::");
        let crate_root = matches!(target[0].as_str(), "crate" | "codegraph_tui");
        if let (true, Some(used)) = (crate_root, target.get(1))
            && !may_use(room, used)
        {
            found.push(format!("{path}:{line}: {room} must not use {used}"));
        }
        for ban in BANS.iter().filter(|ban| ban.rooms.contain(room)) {
            if ban.paths.iter().any(|banned| name == *banned || name.starts_with(&format!("{banned}::"))) {
                found.push(format!("{path}:{line}: {room} must not use {name}: {}", ban.why));
            }
        }
    }
    found
}

/// Returns whether code of a room may name something of the crate: a room before it, itself, or no room at all.
fn may_use(room: &str, used: &str) -> bool {
    let order = |name: &str| ROOMS.iter().find(|(known, _)| *known == name).map(|(_, order)| *order);
    match (order(room), order(used)) {
        // `main.rs` and `lib.rs` stand outside of the rooms and see them all.
        (None, _) | (_, None) => true,
        (Some(from), Some(to)) => room == used || to < from,
    }
}

fn each_file(dir: &Path, visit: &mut impl FnMut(&Path)) {
    let mut entries: Vec<_> = std::fs::read_dir(dir)
        .expect("src is readable")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            each_file(&path, visit);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            visit(&path);
        }
    }
}

#[test]
fn the_source_keeps_the_rules() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut seen = 0;
    each_file(&src, &mut |path| {
        seen += 1;
        let relative = path.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
        let source = std::fs::read_to_string(path).expect("a source file");
        found.extend(violations(&relative, &source));
    });
    assert!(seen > ROOMS.len(), "only {seen} files were found");
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn every_room_is_ordered() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut rooms: Vec<String> = std::fs::read_dir(src)
        .expect("src is readable")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
        .collect();
    rooms.sort();
    let mut ordered: Vec<&str> = ROOMS.iter().map(|(room, _)| *room).collect();
    ordered.sort_unstable();
    assert_eq!(rooms, ordered);
}

#[test]
fn each_rule_can_fail() {
    let cases = [
        ("model/graph.rs", "use crate::rank::Rank;", "model must not use rank"),
        ("rank/walk.rs", "fn f() { crate::golang::analyze() }", "rank must not use golang"),
        ("search/a/b.rs", "use super::super::super::index::Snapshot;", "search must not use index"),
        ("app/mod.rs", "use codegraph_tui::{model, ui::theme};", "app must not use ui"),
        ("golang/lower.rs", "use std::{fs, str};", "core rooms take data"),
        ("tour/mod.rs", "use std::time::{Duration, Instant};", "know no clock"),
        ("app/view_state.rs", "use ratatui::style::Color;", "only the ui draws"),
        ("ui/list.rs", "fn f() { std::fs::read(p) }", "views are pure"),
        ("ui/input.rs", "use crossterm::event::KeyCode;", "views see no input"),
        ("search/a.rs", "use crate::platform::replace;", "core rooms know no operating"),
        ("index/walk.rs", "fn f() { eprintln!(\"x\") }", "tears it"),
        ("app/find_in_source.rs", "use tantivy::Index;", "behind the search room"),
        ("index/store.rs", "#[allow(unsafe_code)] fn f() {}", "unsafe code outside"),
        ("index/store.rs", "#[cfg(unix)] fn f() {}", "only platform asks"),
        ("runtime/watch.rs", "fn f() -> bool { cfg!(target_os = \"macos\") }", "only platform asks"),
        ("mcp/answers/symbol.rs", "fn f() { graph.incoming(id) }", "ask crate::relations"),
    ];
    for (path, code, expected) in cases {
        let found = violations(path, &format!("//! Docs.\n{code}\n"));
        assert!(found.len() == 1 && found[0].contains(expected), "{path}: {found:?}");
    }
    assert_eq!(violations("ui/a.rs", "fn f() {}"), ["ui/a.rs: does not open with what it is for (`//!`)"]);
    let long = format!("//! Docs.\n{}", "\n".repeat(MAX_LINES));
    assert_eq!(violations("ui/a.rs", &long).len(), 1);
    let body = "        f();\n".repeat(MAX_FUNCTION - 1);
    for (head, n) in [("pub(in crate::ui) fn f() {", 1), ("fn f() -> usize {", 1), ("mod f {", 0)] {
        let code = format!("//! Docs.\nimpl A {{\n    {head}\n{body}    }}\n}}\n");
        assert_eq!(violations("ui/a.rs", &code).len(), n, "{head}");
    }
}

#[test]
fn what_is_allowed_passes() {
    let cases = [
        ("index/map.rs", "#[allow(unsafe_code)] fn f() {}"),
        ("platform/files.rs", "#[cfg(windows)] fn f() {}"),
        ("runtime/watch.rs", "#[cfg(test)] mod tests { #[cfg(unix)] fn f() {} }"),
        ("index/build.rs", "use crate::golang::analyze; use std::fs;"),
        ("ui/list.rs", "use ratatui::widgets::List; use crate::app::State;"),
        ("rank/mod.rs", "use crate::model::Graph; #[cfg(test)] mod tests { use crate::index::Snapshot; }"),
        ("rank/tests.rs", "use crate::index::Snapshot;"),
        ("golang/mod.rs", "/// See [`crate::index`] and std::fs.\npub mod facts;"),
        ("cli/mod.rs", "fn f() { println!(\"{}\", crate::runtime::run()) }"),
        ("main.rs", "fn main() { codegraph_tui::cli::main() }"),
    ];
    for (path, code) in cases {
        assert_eq!(violations(path, &format!("//! Docs.\n{code}\n")), [""; 0], "{path}");
    }
}
