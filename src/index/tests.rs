//! Tests of the whole room on small trees: building, refreshing, and recovering from damage.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use super::*;
use crate::golang::build_constraint::Host;
use crate::model::{GraphData, Symbol};

/// A repository of Go files and a data folder, which are removed at the end.
pub(super) struct Fixture {
    dir: tempfile::TempDir,
}

impl Fixture {
    pub(super) fn new(files: &[(&str, &str)]) -> Self {
        let fixture = Self { dir: tempfile::tempdir().unwrap() };
        fixture.write("go.mod", "module example.com/m\n");
        for (path, text) in files {
            fixture.write(path, text);
        }
        fixture
    }

    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join("repo").join(path)
    }

    /// Writes a file of the tree.
    pub(super) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(super) fn repository(&self) -> Repository {
        let root = self.dir.path().join("repo").canonicalize().unwrap();
        Repository { root, store: Store::new(self.dir.path().join("data")) }
    }

    pub(super) fn build(&self, settings: &BuildSettings) -> Result<Outcome, IndexError> {
        let task = Task { cancel: &AtomicBool::new(false), report: &|_| (), glimpses: false };
        refresh(&self.repository(), settings, &task)
    }

    pub(super) fn refresh(&self) -> Outcome {
        self.build(&SETTINGS).unwrap()
    }

    fn database(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = fs::read_dir(self.repository().store.dir())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|e| e == "cgt"))
            .collect();
        files.sort();
        files
    }
}

pub(super) const SETTINGS: BuildSettings = BuildSettings {
    threads: 2,
    vendor: false,
    force: false,
    dependencies: DependencySource::Vendor,
    dependency_time: DEPENDENCY_TIME,
};

const TREE: &[(&str, &str)] = &[
    ("main.go", "package main\n\nimport \"example.com/m/store\"\n\nfunc main() { store.Open() }\n"),
    (
        "store/store.go",
        "package store\n\ntype Store struct{ path string }\n\nfunc Open() *Store { return helper() }\n",
    ),
    ("store/helper.go", "package store\n\nfunc helper() *Store { return &Store{} }\n"),
];

fn ids(snapshot: &Snapshot) -> Vec<String> {
    snapshot.graph().symbols().map(Symbol::id_text).collect()
}

/// Everything that an export or an answer can show.
pub(super) fn content(snapshot: &Snapshot) -> Vec<(String, Vec<u8>)> {
    let text = snapshot.text_sections().into_iter().map(|(name, bytes)| (name, bytes.to_vec()));
    let graph = snapshot.graph();
    let columns = graph.sections().map(|(name, bytes)| (name.to_owned(), bytes.to_vec()));
    columns.chain(text).collect()
}

#[test]
fn a_tree_becomes_a_stored_graph_that_opens_again() {
    let fixture = Fixture::new(TREE);
    let built = fixture.refresh();
    assert_eq!((built.change, built.parsed, built.unsaved), (IndexChange::Built, 3, None));
    assert!(ids(&built.snapshot).contains(&"store/store.go::Open::func".to_owned()));
    let again = fixture.repository().store.latest().unwrap().snapshot.unwrap();
    assert_eq!(content(&again), content(&built.snapshot));
    assert_eq!(again.meta().counts.files, 3);
    assert_eq!(again.root(), fixture.repository().root);
}

#[test]
fn the_graph_does_not_depend_on_threads() {
    let fixture = Fixture::new(TREE);
    let one = fixture.build(&BuildSettings { threads: 1, ..SETTINGS }).unwrap();
    let three = fixture.build(&BuildSettings { threads: 3, force: true, ..SETTINGS }).unwrap();
    assert_eq!(three.change, IndexChange::Built);
    assert_eq!(content(&one.snapshot), content(&three.snapshot));
}

#[test]
fn another_build_binds_anew_without_parsing() {
    let fixture = Fixture::new(&[
        ("main.go", "package main\n\nfunc main() { open() }\n"),
        ("open.go", "//go:build !fast\n\npackage main\n\nfunc open() {}\n"),
        ("open_fast.go", "//go:build fast\n\npackage main\n\nfunc open() {}\n"),
        ("x_windows.go", "package main\n\nfunc open() {}\n"),
    ]);
    let callee = |outcome: &Outcome| {
        let graph = outcome.snapshot.graph();
        let main =
            graph.symbols().find(|symbol| symbol.name() == "main" && symbol.kind().is_callable()).unwrap();
        let calls = graph.outgoing(main.id).filter(|edge| edge.kind == crate::model::EdgeKind::Calls);
        calls.map(|edge| graph.symbol(edge.to).path().to_owned()).collect::<Vec<_>>()
    };
    let first = fixture.refresh();
    assert_eq!(callee(&first), ["open.go"]);
    assert_eq!(first.snapshot.meta().build_tags, [("fast".to_owned(), 2)].into());
    let tagged = Host { tags: vec!["fast".to_owned()], ..Host::default() };
    let mut kept = IncrementalState::default();
    for (host, expected, change) in [
        (tagged.clone(), "open_fast.go", IndexChange::Rebound),
        (tagged, "open_fast.go", IndexChange::None),
        (Host::default(), "open.go", IndexChange::Rebound),
    ] {
        let repository = fixture.repository();
        keep_build_target(&repository.store, &host).unwrap();
        let task = Task { cancel: &AtomicBool::new(false), report: &|_| (), glimpses: false };
        let outcome = refresh_from(&repository, &SETTINGS, None, Some(&mut kept), &task).unwrap();
        assert_eq!((outcome.change, outcome.parsed), (change, 0), "{host}");
        assert_eq!((callee(&outcome), &outcome.snapshot.meta().host), (vec![expected.to_owned()], &host));
        let rebuilt = fixture.build(&BuildSettings { force: true, ..SETTINGS }).unwrap();
        assert_eq!(content(&outcome.snapshot), content(&rebuilt.snapshot), "{host}");
    }
    fs::write(fixture.repository().store.dir().join("build-target.json"), "{\"os\":\"beos\"").unwrap();
    assert!(build_target(&fixture.repository().store).is_default(), "a damaged file is no build");
}

type Step = (&'static str, fn(&Fixture), IndexChange);

/// Each step changes the tree. The refreshed graph must equal that of a new build.
#[test]
fn a_refresh_equals_a_rebuild() {
    let updated = |added, changed, removed| IndexChange::Updated { added, changed, removed };
    let steps: &[Step] = &[
        ("nothing", |_| (), IndexChange::None),
        ("touch", |f| touch(&f.path("main.go")), IndexChange::None),
        (
            "edit",
            |f| {
                f.write(
                    "store/helper.go",
                    "package store\n\nfunc helper() *Store { return nil }\nvar X = 1\n",
                );
            },
            updated(0, 1, 0),
        ),
        (
            "edit of equal length",
            |f| {
                f.write(
                    "store/helper.go",
                    "package store\n\nfunc helper() *Store { return nil }\nvar Y = 2\n",
                );
            },
            updated(0, 1, 0),
        ),
        ("revert", |f| f.write("store/helper.go", TREE[2].1), updated(0, 1, 0)),
        ("add", |f| f.write("store/a/b.go", "package a\n\nfunc B() {}\n"), updated(1, 0, 0)),
        ("manifest", |f| f.write("go.mod", "module example.com/other\n"), updated(0, 1, 0)),
        ("rename", |f| fs::rename(f.path("store/a"), f.path("store/c")).unwrap(), updated(1, 0, 1)),
        ("delete", |f| fs::remove_dir_all(f.path("store/c")).unwrap(), updated(0, 0, 1)),
        (
            "syntax error",
            |f| f.write("store/helper.go", "package store\n\nfunc helper( {\nfunc ok() {}\n"),
            updated(0, 1, 0),
        ),
    ];
    let fixture = Fixture::new(TREE);
    fixture.refresh();
    for (name, step, change) in steps {
        step(&fixture);
        let refreshed = fixture.refresh();
        assert_eq!(refreshed.change, *change, "{name}");
        let rebuilt = fixture.build(&BuildSettings { force: true, ..SETTINGS }).unwrap();
        assert_eq!(content(&refreshed.snapshot), content(&rebuilt.snapshot), "{name}");
    }
}

fn touch(path: &Path) {
    fs::File::options().write(true).open(path).unwrap().set_modified(SystemTime::now()).unwrap();
}

#[test]
fn only_what_changed_is_parsed() {
    let fixture = Fixture::new(TREE);
    assert_eq!(fixture.refresh().parsed, 3);
    fixture.write("main.go", "package main\n\nfunc main() {}\n");
    assert_eq!(fixture.refresh().parsed, 1);
    fs::rename(fixture.path("main.go"), fixture.path("moved.go")).unwrap();
    assert_eq!(fixture.refresh().parsed, 0, "a moved file's content is known");
}

#[test]
fn an_empty_tree_is_refused() {
    let fixture = Fixture::new(&[]);
    assert!(matches!(fixture.build(&SETTINGS), Err(IndexError::NoGo { .. })));
    assert!(!fixture.repository().store.dir().join("graph-1.cgt").exists());
}

#[test]
fn a_cancelled_build_leaves_the_last_state() {
    let fixture = Fixture::new(TREE);
    let before = content(&fixture.refresh().snapshot);
    fixture.write("main.go", "package main\n");
    for phase in [Phase::Walk, Phase::Parse, Phase::Bind, Phase::Rank] {
        let cancel = AtomicBool::new(false);
        let report = |event: BuildEvent| {
            if matches!(event, BuildEvent::Phase(now) if now == phase) {
                cancel.store(true, Ordering::Relaxed);
            }
        };
        let task = Task { cancel: &cancel, report: &report, glimpses: false };
        let answer = refresh(&fixture.repository(), &SETTINGS, &task);
        assert!(matches!(answer, Err(IndexError::Cancelled)), "{phase:?}");
        let kept = fixture.repository().store.latest().unwrap().snapshot.unwrap();
        assert_eq!(content(&kept), before, "{phase:?}");
    }
}

#[test]
fn a_folder_that_goes_away_during_a_build_leaves_the_last_state() {
    let fixture = Fixture::new(TREE);
    let before = content(&fixture.refresh().snapshot);
    let repository = fixture.repository();
    let aside = repository.root.with_extension("aside");
    let report = |event: BuildEvent| {
        if matches!(event, BuildEvent::Phase(Phase::Parse)) {
            fs::rename(&repository.root, &aside).unwrap();
        }
    };
    let task = Task { cancel: &AtomicBool::new(false), report: &report, glimpses: false };
    let answer = refresh(&repository, &SETTINGS, &task);
    fs::rename(&aside, &repository.root).unwrap();
    assert!(matches!(answer, Err(IndexError::Gone(_))), "{:?}", answer.map(|outcome| outcome.change));
    assert_eq!(content(&repository.store.latest().unwrap().snapshot.unwrap()), before);
}

#[test]
fn a_build_reports_what_it_finds_while_it_runs() {
    let fixture = Fixture::new(TREE);
    let seen = Mutex::new((Vec::new(), Vec::new(), 0));
    let report = |event| {
        let mut seen = seen.lock().unwrap();
        match event {
            BuildEvent::Phase(phase) => seen.0.push(phase),
            BuildEvent::Glimpses(glimpses) => seen.1.extend(glimpses.into_iter().map(|g| g.qualified)),
            BuildEvent::Files { done, total, .. } => {
                assert!(done <= total);
                seen.2 = seen.2.max(done);
            }
            BuildEvent::Folder | BuildEvent::Packages { .. } => {}
            BuildEvent::Waiting => panic!("nobody else writes"),
        }
    };
    let task = Task { cancel: &AtomicBool::new(false), report: &report, glimpses: true };
    refresh(&fixture.repository(), &SETTINGS, &task).unwrap();
    let (phases, mut names, done) = seen.into_inner().unwrap();
    names.sort();
    assert_eq!(phases, [Phase::Walk, Phase::Parse, Phase::Bind, Phase::Rank, Phase::Text, Phase::Store]);
    assert_eq!((names, done), (["Open", "Store", "helper", "main", "path"].map(str::to_owned).to_vec(), 3));
}

/// The state is cut at every length, and bits at many positions are flipped. It must be refused with a reason, and
/// the next refresh must repair it.
#[test]
fn a_damaged_database_is_rebuilt() {
    let fixture = Fixture::new(TREE);
    let good = content(&fixture.refresh().snapshot);
    let len = fs::metadata(&fixture.database()[0]).unwrap().len() as usize;
    for at in (0..len).step_by(len / 40) {
        for truncate in [true, false] {
            let path = fixture.database().pop().unwrap();
            let mut bytes = fs::read(&path).unwrap();
            // The encoded times do not always have the same length.
            let at = at.min(bytes.len() - 1);
            if truncate {
                bytes.truncate(at);
            } else {
                bytes[at] ^= 0x10;
            }
            fs::write(&path, bytes).unwrap();
            let outcome = fixture.refresh();
            assert_eq!(outcome.refused.len(), 1, "truncate {truncate} at {at}");
            assert_eq!((outcome.change, content(&outcome.snapshot)), (IndexChange::Built, good.clone()));
            assert_eq!(fixture.database().len(), 1);
        }
    }
}

#[test]
fn a_damaged_facts_file_costs_a_parse_and_nothing_else() {
    let fixture = Fixture::new(TREE);
    fixture.refresh();
    let facts_file = fixture.repository().store.facts_path(1);
    for damage in [&b"garbage"[..], b""] {
        fs::write(&facts_file, damage).unwrap();
        fixture.write("main.go", &format!("package main\n// {}\n", damage.len()));
        let refreshed = fixture.refresh();
        let rebuilt = fixture.build(&BuildSettings { force: true, ..SETTINGS }).unwrap();
        assert_eq!(content(&refreshed.snapshot), content(&rebuilt.snapshot));
        for entry in fs::read_dir(fixture.repository().store.dir()).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "pack") {
                fs::copy(&path, &facts_file).unwrap();
            }
        }
    }
}

#[test]
fn what_a_killed_writer_left_is_swept_and_older_generations_step_in() {
    let fixture = Fixture::new(TREE);
    let good = content(&fixture.refresh().snapshot);
    let dir = fixture.repository().store.dir().to_owned();
    fs::write(dir.join(".writing-2"), "half").unwrap();
    fs::write(dir.join("graph-7.cgt"), "not whole").unwrap();
    let latest = fixture.repository().store.latest().unwrap();
    assert_eq!(latest.refused.len(), 1);
    assert_eq!(content(&latest.snapshot.unwrap()), good);
    fixture.write("new.go", "package main\n\nfunc New() {}\n");
    let outcome = fixture.refresh();
    assert_eq!(outcome.snapshot.generation(), 8);
    let mut left: Vec<_> = fs::read_dir(&dir).unwrap().map(|e| e.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, [".lock", "facts-1.pack", "graph-8.cgt"]);
}

#[test]
fn an_open_generation_is_not_read_again_unless_its_file_changed() {
    let fixture = Fixture::new(TREE);
    let open = fixture.refresh().snapshot;
    let place = |snapshot: &Snapshot| snapshot.graph().symbol_kind.as_ptr();
    let latest = || fixture.repository().store.latest_after(Some(&open)).unwrap();
    assert_eq!(latest().snapshot.as_ref().map(place), Some(place(&open)));
    assert_ne!(fixture.repository().store.latest().unwrap().snapshot.as_ref().map(place), Some(place(&open)));

    // The file is damaged while it is open, without a change of its length.
    let file = &fixture.database()[0];
    let mut bytes = fs::read(file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(file, bytes).unwrap();
    assert_eq!((latest().snapshot.is_none(), latest().refused.len()), (true, 1));
}

#[test]
fn a_folder_that_cannot_be_written_leaves_the_index_in_memory() {
    let fixture = Fixture::new(TREE);
    // A file in the place of the folder gives the error for every user, even for the superuser.
    fs::write(fixture.dir.path().join("data"), "in the way").unwrap();
    let outcome = fixture.refresh();
    assert!(outcome.unsaved.is_some());
    assert!(ids(&outcome.snapshot).contains(&"store/store.go::Open::func".to_owned()));
}

#[test]
fn one_writes_and_the_other_waits() {
    let fixture = Fixture::new(TREE);
    let repository = fixture.repository();
    let writer = repository.store.try_write().unwrap().unwrap();
    assert!(repository.store.try_write().unwrap().is_none());
    let (cancel, waiting) = (AtomicBool::new(false), AtomicBool::new(false));
    let report = |event| {
        if matches!(event, BuildEvent::Waiting) {
            waiting.store(true, Ordering::Relaxed);
            cancel.store(true, Ordering::Relaxed);
        }
    };
    let answer = refresh(&repository, &SETTINGS, &Task { cancel: &cancel, report: &report, glimpses: false });
    assert!(matches!(answer, Err(IndexError::Cancelled)) && waiting.into_inner());
    drop(writer);
    assert_eq!(fixture.refresh().change, IndexChange::Built);
}

#[test]
fn a_graph_that_does_not_hold_together_is_not_stored() {
    let fixture = Fixture::new(TREE);
    let repository = fixture.repository();
    let writer = repository.store.try_write().unwrap().unwrap();
    let broken = GraphData { edge_from: vec![5], ..GraphData::default() };
    let answer = writer.publish(
        &broken.graph(),
        &super::store::GenerationParts { files: &Files::default(), text: &[], meta: &Meta::default() },
    );
    assert!(matches!(answer, Err(IndexError::Damage(_))));
    assert!(repository.store.latest().unwrap().snapshot.is_none());
}
