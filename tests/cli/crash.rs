//! The database under fire: killed writers, several at once, random damage.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use codegraph_tui::index::Store;

use crate::project::{Project, Random, rounds};

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

/// A file that comes and goes, so that each index has something to write.
const GUEST: (&str, &str) = ("p0/guest.go", "package p0\n\nfunc Guest(t *T0) { t.M() }\n");

/// The content of the newest usable generation, which requires that none of the others is damaged.
fn stored(project: &Project) -> Vec<Vec<u8>> {
    let latest = Store::new(project.database()).latest().unwrap();
    assert!(latest.refused.is_empty(), "{:?}", latest.refused);
    let snapshot = latest.snapshot.expect("a generation");
    snapshot.graph().sections().map(|(_, bytes)| bytes.to_vec()).collect()
}

/// A writer can be killed at any moment: the stored state is the one before or the one after, and the next start makes
/// of the tree what it always makes of it. Every other writer dies in the middle of a write, by a limit on the size of
/// files, the others at any time.
#[cfg(unix)]
#[test]
fn a_killed_writer_leaves_a_good_state() {
    let project = project();
    project.good(&["index"]);
    let start = Instant::now();
    let without = (project.good(&["export"]), stored(&project));
    let whole_run = start.elapsed();
    project.write(GUEST.0, GUEST.1);
    let with = (project.good(&["export"]), stored(&project));
    let largest = fs::read_dir(project.database()).unwrap();
    let largest = largest.map(|file| file.unwrap().metadata().unwrap().len()).max().unwrap();

    let mut random = Random(1);
    let (mut before, mut after) = (&with, &without);
    let mut killed = 0;
    for round in 0..rounds(24) {
        if round % 2 == 0 {
            fs::remove_file(project.path(GUEST.0)).unwrap();
        } else {
            project.write(GUEST.0, GUEST.1);
        }
        let args: &[&str] = if round % 8 < 4 { &["index"] } else { &["index", "--force"] };
        let moment = random.below(whole_run.as_nanos() as u64);
        let mut writer = match round % 4 {
            1 | 2 => {
                project.within(&format!("ulimit -c 0; ulimit -f {}", random.below(largest / 512 + 1)), args)
            }
            _ => project.command(args),
        };
        let mut child = writer.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        if matches!(round % 4, 0 | 3) {
            let moment = Instant::now() + Duration::from_nanos(moment);
            while Instant::now() < moment {
                std::thread::yield_now();
            }
            child.kill().unwrap();
        }
        killed += u64::from(child.wait().unwrap().code().is_none());
        let found = stored(&project);
        assert!(
            found == before.1 || found == after.1,
            "round {round}: neither the old state nor the new one"
        );
        assert!(project.good(&["export"]) == after.0, "round {round}");
        assert!(stored(&project) == after.1, "round {round}");
        let left: Vec<_> =
            fs::read_dir(project.database()).unwrap().map(|f| f.unwrap().file_name()).collect();
        assert_eq!(left.len(), 3, "round {round}: a generation, a pack and the lock: {left:?}");
        (before, after) = (after, before);
    }
    assert!(killed > rounds(24) / 3, "only {killed} were killed");
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

/// Harms one file at random, in one of the ways in which disks and accidents do; how.
fn harm(bytes: &mut Vec<u8>, random: &mut Random) -> String {
    let at = random.below(bytes.len() as u64) as usize;
    match random.below(6) {
        0..3 => {
            let bit = random.below(8);
            bytes[at] ^= 1 << bit;
            format!("bit {bit} of byte {at} flipped")
        }
        3 => {
            bytes.truncate(at);
            format!("cut at {at}")
        }
        4 => {
            // The content of a block that was never written.
            let end = (at + 512).min(bytes.len());
            bytes[at..end].fill(0);
            format!("zeros from {at} to {end}")
        }
        _ => {
            bytes.extend(std::iter::repeat_n(at as u8, 1 + at % 5000));
            "something appended".to_owned()
        }
    }
}

/// Any damage to any file of the database is noticed, reported and repaired, and answers stay as they were.
#[test]
fn a_damaged_database_is_made_good_and_said() {
    let project = project();
    project.write(GUEST.0, GUEST.1);
    let with = project.good(&["export"]);
    fs::remove_file(project.path(GUEST.0)).unwrap();
    let without = project.good(&["export"]);
    let mut random = Random(2);
    for round in 0..rounds(48) {
        let mut files: Vec<_> =
            fs::read_dir(project.database()).unwrap().map(|f| f.unwrap().path()).collect();
        files.sort();
        let path = &files[round as usize % files.len()];
        let whole = fs::read(path).unwrap();
        let mut bytes = whole.clone();
        let what = if bytes.is_empty() { String::new() } else { harm(&mut bytes, &mut random) };
        let what = format!("round {round}, {}: {what}", path.file_name().unwrap().display());
        fs::write(path, &bytes).unwrap();
        // An edit makes the facts of the other files be taken from the pack.
        let expected = if project.path(GUEST.0).exists() {
            fs::remove_file(project.path(GUEST.0)).unwrap();
            &without
        } else {
            project.write(GUEST.0, GUEST.1);
            &with
        };
        let answer = project.run(&["export"]);
        assert_eq!((answer.code, answer.out == *expected), (Some(0), true), "{what}: {}", answer.err);
        let harmed = bytes != whole && path.extension().is_some_and(|extension| extension == "cgt");
        assert_eq!(answer.err.contains("not usable"), harmed, "{what}: {}", answer.err);
        assert_eq!(&project.good(&["export"]), expected, "{what}: the damage is gone");
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
        let mut kill = std::process::Command::new("sh");
        kill.args(["-c", "kill -s INT $0", &id]).stderr(Stdio::null()).status().unwrap();
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
        let limited = |command: &str| {
            let limit = format!("trap '' XFSZ; ulimit -f {blocks}");
            crate::project::Answer::from(project.within(&limit, &[command]).output().unwrap())
        };
        let export = limited("export");
        assert_eq!(export.code, Some(0), "{blocks}: {}", export.err);
        assert!(export.out.contains("new.go::New::func") && export.err.contains("could not be stored"));
        let index = limited("index");
        assert_eq!(index.code, Some(1), "{blocks}: {index:?}");
        assert_eq!(project.generations().len(), 1, "{blocks}");
        let left: Vec<_> =
            fs::read_dir(project.database()).unwrap().map(|f| f.unwrap().file_name()).collect();
        assert_eq!(left.len(), 3, "{blocks}: a generation, a pack and the lock: {left:?}");
    }
    fs::remove_file(project.path("new.go")).unwrap();
    assert_eq!(project.good(&["export"]), good);
}

/// Where the first index does not fit, nothing of it takes up what little room there is.
#[cfg(unix)]
#[test]
fn an_index_that_does_not_fit_leaves_nothing_behind() {
    let project = project();
    project.good(&["index"]);
    let sizes: Vec<u64> = fs::read_dir(project.database())
        .unwrap()
        .map(|file| file.unwrap().metadata().unwrap().len())
        .filter(|&len| len > 0)
        .collect();
    // The pack of facts is the smaller of the two: there is room for it, but none for the generation.
    let (pack, generation) = (sizes.iter().min().unwrap() / 512 + 2, sizes.iter().max().unwrap() / 512 - 2);
    assert!(pack < generation, "{sizes:?}");
    for blocks in [pack, generation, 1] {
        fs::remove_dir_all(project.data()).unwrap();
        for _ in 0..2 {
            let limit = format!("trap '' XFSZ; ulimit -f {blocks}");
            let rank = crate::project::Answer::from(project.within(&limit, &["rank"]).output().unwrap());
            assert_eq!(rank.code, Some(0), "{blocks}: {}", rank.err);
            assert!(rank.err.contains("cannot write the index to"), "{blocks}: {}", rank.err);
            let left: Vec<_> =
                fs::read_dir(project.database()).unwrap().map(|f| f.unwrap().file_name()).collect();
            assert_eq!(left.len(), 1, "{blocks}: the lock: {left:?}");
        }
    }
}
