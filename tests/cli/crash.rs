//! The database under fire: killed writers, several at once, random damage.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::project::Project;

/// A small deterministic generator: the tests are the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        // Knuth's MMIX constants; the high bits are the good ones.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn project() -> Project {
    let files: Vec<(String, String)> = (0..60)
        .map(|n| {
            (
                format!("p{n}/f.go"),
                format!("package p{n}\n\ntype T{n} struct{{ a, b int }}\n\nfunc (t *T{n}) M() {{ t.M() }}\n"),
            )
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    Project::new(&files)
}

/// Whatever moment a writer is killed at, the next start finds the last good state or builds one.
#[test]
fn a_killed_writer_leaves_a_good_state() {
    let project = project();
    let start = Instant::now();
    let good = project.good(&["export"]);
    let whole_run = start.elapsed();
    let mut random = Random(1);
    for _ in 0..30 {
        let mut child = project.command(&["index", "--force"]).stdout(Stdio::null()).spawn().unwrap();
        let moment = Instant::now() + Duration::from_nanos(random.below(whole_run.as_nanos() as u64));
        while Instant::now() < moment {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(project.good(&["export"]), good);
        assert_eq!(project.generations().len(), 1);
    }
}

#[test]
fn several_writers_at_once_all_succeed() {
    let project = project();
    let children: Vec<_> = (0..4)
        .map(|n| {
            let force = if n % 2 == 0 { "--force" } else { "--json" };
            project.command(&["index", force]).spawn().unwrap()
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let shared = project.good(&["export"]);
    fs::remove_dir_all(project.data()).unwrap();
    assert_eq!(project.good(&["export"]), shared);
    assert_eq!(project.generations().len(), 1);
}

/// Flipped, cut and foreign databases are noticed, said, and made good.
#[test]
fn a_damaged_database_is_made_good_and_said() {
    let project = project();
    let good = project.good(&["export"]);
    let mut random = Random(2);
    for round in 0..24 {
        let path = project.generations().pop().unwrap();
        let mut bytes = fs::read(&path).unwrap();
        let at = random.below(bytes.len() as u64) as usize;
        match round % 3 {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes.truncate(at),
            _ => bytes = vec![at as u8; at],
        }
        fs::write(&path, bytes).unwrap();
        let answer = project.run(&["export"]);
        assert_eq!((answer.code, answer.out == good), (Some(0), true), "round {round} at {at}");
        assert!(answer.err.contains("not usable"), "round {round} at {at}: {}", answer.err);
        assert_eq!(project.good(&["export"]), good, "round {round} at {at}: the damage is gone");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_build_says_so_and_leaves_nothing_behind() {
    use std::io::{BufRead, BufReader};
    use std::os::unix::process::ExitStatusExt;
    let project = project();
    let good = project.good(&["export"]);
    // A locked database keeps the child waiting where the signal finds it for certain.
    let lock_path = project.generations()[0].with_file_name(".lock");
    let lock = fs::File::options().append(true).open(lock_path).unwrap();
    lock.lock().unwrap();
    let mut child = project.command(&["index", "--force"]).spawn().unwrap();
    let status = loop {
        // Signals sent before the handler stands kill outright: the same to a shell.
        let id = child.id().to_string();
        std::process::Command::new("kill").args(["-INT", &id]).stderr(Stdio::null()).status().unwrap();
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
    };
    assert_eq!(status.signal(), Some(2));
    let said = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok).collect::<String>();
    assert!(said.is_empty() || said.contains("last good index is kept"), "{said}");
    drop(lock);
    assert_eq!(project.good(&["export"]), good);
}

/// A limit on the size of files stands for a full disk: writing fails in the middle, at any size.
#[cfg(unix)]
#[test]
fn a_full_disk_keeps_the_last_good_state_and_is_said() {
    let project = project();
    let good = project.good(&["export"]);
    project.write("new.go", "package m\n\nfunc New() {}\n");
    for blocks in ["0", "1", "8", "16"] {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        let limited = |command: &str| {
            let inner = project.command(&[command]);
            let mut outer = std::process::Command::new("sh");
            outer.args(["-c", &script, "sh"]).arg(inner.get_program()).args(inner.get_args());
            outer.current_dir(project.root());
            for (name, value) in inner.get_envs() {
                match value {
                    Some(value) => outer.env(name, value),
                    None => outer.env_remove(name),
                };
            }
            crate::project::Answer::from(outer.output().unwrap())
        };
        let export = limited("export");
        assert_eq!(export.code, Some(0), "{blocks}: {}", export.err);
        assert!(export.out.contains("new.go::New::func") && export.err.contains("could not be stored"));
        let index = limited("index");
        assert_eq!(index.code, Some(1), "{blocks}: {index:?}");
        assert_eq!(project.generations().len(), 1, "{blocks}");
    }
    fs::remove_file(project.path("new.go")).unwrap();
    assert_eq!(project.good(&["export"]), good);
}
