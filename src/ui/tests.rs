//! The explorer on a copy of the program's sample: keys in, screens out.

mod behaviour;
mod budgets;
mod call_path;
#[path = "../../tests/support/copy.rs"]
mod copy;
mod early;
mod findings;
mod interactions;
mod lists;
mod mouse;
mod overlays;
mod picks;
mod questions;
mod reading;
mod screens;
mod side;
mod signals;
mod storm;
mod symbols;
mod tasks;
mod text_cursor;
mod unbound;
mod wanted;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use self::copy::copy;
use crate::app::action::Action;
use crate::app::hints::Offers;
use crate::app::interactions::{Partners, Remembered};
use crate::app::job::{Job, JobAnswer, JobId};
use crate::app::key::{Chord, Code, Key};
use crate::app::keymap::Keymap;
use crate::app::layout::Size;
use crate::app::msg::{Effect, IndexMsg, Msg, StoreTask, Tone};
use crate::app::offer::{Offer, Press};
use crate::app::palettes::Palettes;
use crate::app::settings::Settings;
use crate::app::{App, Millis};
use crate::index::drafts::DraftStore;
use crate::index::{self, Glimpse, Repository, Sidecar, Store, Task};
use crate::model::SymbolKind;
use crate::runtime::WorkerState;
use crate::ui::theme::{Depth, Theme};

/// Seconds since the epoch.
const NOW: i64 = 1_763_710_000;

pub(super) struct Explorer {
    pub(super) dir: Rc<tempfile::TempDir>,
    drafts: DraftStore,
    pub(super) app: App,
    worker: WorkerState,
    /// The time that the state gets. It stands still until a test moves it.
    pub(super) now: Millis,
    /// Effects that only a real terminal could carry out.
    pub(super) asked: Vec<Effect>,
    /// The text that the editor returns for the text that it is opened with.
    pub(super) words: String,
    /// Jobs whose answers a test holds back.
    pub(super) waiting: Option<Vec<(JobId, Job)>>,
}

impl Explorer {
    pub(super) fn open(width: u16, height: u16) -> Self {
        let mut explorer = Self::without_index(width, height);
        explorer.build();
        explorer
    }

    /// The state before the index thread reported anything.
    pub(super) fn without_index(width: u16, height: u16) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sample");
        copy(&sample, &dir.path().join("sample"));
        Self::on(Rc::new(dir), width, height)
    }

    /// The same tree and data, opened again.
    pub(super) fn again(self) -> Self {
        self.beside()
    }

    /// Another session of the explorer on the same tree and data.
    pub(super) fn beside(&self) -> Self {
        let Size { width, height } = self.app.ctx.size;
        let mut explorer = Self::on(Rc::clone(&self.dir), width, height);
        explorer.build();
        explorer
    }

    pub(super) fn on(dir: Rc<tempfile::TempDir>, width: u16, height: u16) -> Self {
        let worker = WorkerState::new(&repository(dir.path()));
        let app = first_state(Size { width, height });
        let drafts = DraftStore::new(&repository(dir.path()).store);
        Self {
            dir,
            drafts,
            app,
            worker,
            now: Millis(0),
            asked: Vec::new(),
            words: String::new(),
            waiting: None,
        }
    }

    /// Updates the index from the tree, as its thread does.
    pub(super) fn build(&mut self) {
        let news = self.news();
        self.send(news);
    }

    /// The report of the index thread after an update.
    pub(super) fn news(&self) -> Msg {
        let settings = index::BuildSettings::default();
        let task = Task { cancel: &AtomicBool::new(false), report: &|_| {}, glimpses: false };
        let built = index::refresh(&repository(self.dir.path()), &settings, &task).unwrap();
        let snapshot = Arc::new(built.snapshot);
        Msg::Index(IndexMsg::Fresh { snapshot, changed: true, notes: Vec::new() })
    }

    /// Types a text, then lets the typing pause pass.
    pub(super) fn write(&mut self, text: &str) {
        for c in text.chars() {
            self.send(Msg::Key(Key::plain(Code::Char(c))));
        }
        self.now = Millis(self.now.0 + 100);
        self.send(Msg::Wake);
    }

    /// The state of a new start, on the index that is there.
    pub(super) fn restart(&mut self, size: Size) {
        let snapshot = self.app.ctx.index.snapshot.clone().expect("an index");
        self.app = first_state(size);
        self.asked.clear();
        self.send(Msg::Index(IndexMsg::Fresh { snapshot, changed: true, notes: Vec::new() }));
    }

    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join("sample").join(path)
    }

    /// Runs git in the tree.
    pub(super) fn git(&self, args: &[&str]) {
        let identity = ["-c", "user.name=An Author", "-c", "user.email=a@example.com"];
        let root = self.path("");
        let output = Command::new("git").args(identity).args(args).current_dir(root).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// The text of the first row of the side: what the panel is about.
    pub(super) fn about(&self) -> &str {
        self.app.ctx.side.list().rows.first().map_or("", |row| row.text())
    }

    /// Returns whether the footer offers an action of this title.
    pub(super) fn hinted(&self, title: &str) -> bool {
        self.offers().iter().any(|offer| offer.words == title)
    }

    /// Everything that the footer may offer, from the left.
    pub(super) fn offers(&self) -> Vec<Offer> {
        let Offers { own, panels, leaders, always } = self.app.offers();
        [own, panels, leaders, always].concat()
    }

    /// Returns whether the footer offers an action.
    pub(super) fn offered(&self, action: Action) -> bool {
        self.offers().iter().any(|offer| offer.presses.contains(&Press::Act(action)))
    }

    /// Handles a message and all messages that follow from it.
    pub(super) fn send(&mut self, msg: Msg) {
        let effects = self.app.update(self.now, msg);
        self.carry_out(effects);
    }

    /// Runs a waiting job. An answer that is not the newest of its kind is dropped.
    pub(super) fn answer(&mut self, which: usize) {
        let Some(waiting) = self.waiting.as_mut().filter(|waiting| !waiting.is_empty()) else { return };
        let (id, job) = waiting.remove(which % waiting.len());
        let effects = self.answered(id, job);
        self.carry_out(effects);
    }

    /// Runs all waiting jobs and those that follow from them.
    pub(super) fn answer_all(&mut self) {
        while self.waiting.as_ref().is_some_and(|waiting| !waiting.is_empty()) {
            self.answer(0);
        }
    }

    fn answered(&mut self, id: JobId, job: Job) -> Vec<Effect> {
        let kind = job.kind();
        let mut answer = self.worker.run(job, &|| false).expect("an answer");
        // The reason names the folder, whose name differs in each run.
        if let JobAnswer::Partners(Partners { rows: Err(why), .. }) | JobAnswer::Past(_, Err(why)) =
            &mut answer
        {
            "not under git".clone_into(why);
        }
        self.app.update(self.now, Msg::Done { kind, id, answer })
    }

    pub(super) fn carry_out(&mut self, mut effects: Vec<Effect>) {
        while !effects.is_empty() {
            match effects.remove(0) {
                Effect::Start(id, job) if self.waiting.is_some() => {
                    let waiting = self.waiting.get_or_insert_default();
                    // Each kind of job has one worker, which takes the newest job.
                    waiting.retain(|(_, older)| older.kind() != job.kind());
                    waiting.push((id, job));
                }
                Effect::Start(id, job) => match &mut self.waiting {
                    Some(waiting) => waiting.push((id, job)),
                    None => effects.extend(self.answered(id, job)),
                },
                Effect::Cancel(kind) => {
                    self.waiting.iter_mut().for_each(|waiting| waiting.retain(|(_, job)| job.kind() != kind));
                }
                Effect::Store(StoreTask::Remember(task)) => {
                    let sidecar = Sidecar::of(&repository(self.dir.path()).store);
                    let remembered = crate::runtime::keep(&sidecar, task, NOW).unwrap();
                    let remembered = Remembered { file: "/data/.interactions.json".to_owned(), ..remembered };
                    effects.extend(self.app.update(self.now, Msg::Remembered(remembered)));
                }
                Effect::Store(StoreTask::Bookmark { tour, progress }) => {
                    let store = &repository(self.dir.path()).store;
                    index::tours::keep_progress(store, &tour, progress).unwrap();
                }
                Effect::Store(StoreTask::ReadDrafts) => {
                    let kept = Msg::Drafts(self.drafts.all());
                    effects.extend(self.app.update(self.now, kept));
                }
                Effect::Store(StoreTask::FindDrafts(known)) => {
                    let gone = Msg::DraftsGone(self.drafts.gone(&known));
                    effects.extend(self.app.update(self.now, gone));
                }
                Effect::Store(StoreTask::KeepDraft(draft)) => {
                    if self.drafts.keep(&draft).unwrap() {
                        let told = Msg::Notice(Tone::Bad, crate::runtime::kept_beside(&draft));
                        effects.extend(self.app.update(self.now, told));
                    }
                }
                Effect::Store(StoreTask::DropDraft(key, origin)) => {
                    self.drafts.drop(&key, origin.as_ref()).unwrap();
                }
                Effect::Compose { text } => {
                    let words = Msg::Composed(format!("{text}{}", self.words));
                    effects.extend(self.app.update(self.now, words));
                }
                effect => self.asked.push(effect),
            }
        }
    }

    /// Presses keys, separated by blanks.
    pub(super) fn keys(&mut self, keys: &str) {
        for key in keys.split(' ') {
            let Chord(keys) = key.parse().unwrap_or_else(|error| panic!("{error}"));
            for key in keys {
                self.send(Msg::Key(key));
            }
        }
    }

    pub(super) fn screen(&self) -> String {
        let Size { width, height } = self.app.ctx.size;
        let buffer = self.drawn(&Theme::new(&Palettes::default(), "dark", true, Depth::True));
        let row =
            |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..height).map(row).collect::<Vec<_>>().join("\n")
    }

    /// The cells of the screen in a theme.
    pub(super) fn drawn(&self, theme: &Theme) -> Buffer {
        let Size { width, height } = self.app.ctx.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| super::draw(frame, &self.app, theme)).unwrap();
        terminal.backend().buffer().clone()
    }
}

fn first_state(size: Size) -> App {
    App::new("sample".to_owned(), Settings::default(), Keymap::default(), size)
}

fn repository(dir: &Path) -> Repository {
    Repository { root: dir.canonicalize().unwrap().join("sample"), store: Store::new(dir.join("data")) }
}

/// A glimpse of a function, shown while the tree is read.
pub(super) fn glimpse(name: &str, line: u32) -> Glimpse {
    Glimpse {
        kind: SymbolKind::Func,
        name: name.to_owned(),
        qualified: name.to_owned(),
        path: "worker/pool.go".into(),
        line,
        flags: 0,
    }
}
