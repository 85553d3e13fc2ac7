//! The loop: wait for messages, change the state, carry out effects, draw at most one frame.

use super::clipboard::{self, Copied};
use super::heap::{self, Pages};
use super::incoming::Incoming;
use super::indexer::Indexer;
use super::interaction_writer::InteractionWriter;
use super::panic_report;
use super::terminal::{self, TerminalScreen};
use super::terminal_background::{self, TerminalColors};
use super::workers::Workers;
use super::{Session, editor, follow, input, resume_file, tree_file};
use crate::app::keymap::Keymap;
use crate::app::layout::Size;
use crate::app::msg::{Copying, Effect, IndexMsg, Msg, Tone};
use crate::app::settings::Settings;
use crate::app::{App, Millis};
use crate::golang::standalone::Standalone;
use crate::index::keep_build_target;
use crate::model::{clean, grouped};
use crate::platform::signals::{self, Signal};
use crate::secrets;
use crate::ui::theme::Theme;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use std::borrow::Cow;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Why the explorer ended with an error.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("the terminal does not answer: {0}")]
    Terminal(#[from] io::Error),
    #[error("the terminal is gone: {0}")]
    InputClosed(String),
}

/// The shortest time between two frames; more of them would not be visible.
const FRAME: Duration = Duration::from_millis(8);

/// The file that says that somebody used the explorer before.
const GREETED: &str = "greeted";

/// An editor that ends sooner than this without changing the text did not wait for the person.
const MIN_EDITOR_TIME: Duration = Duration::from_millis(300);

/// Runs the explorer until the person leaves it; returns the exit code.
///
/// # Errors
/// The terminal can't be used or went away.
pub fn run(session: Session) -> Result<u8, RunError> {
    let pages = heap::keep();
    terminal::install_panic_hook();
    let mut settings = session.config.settings.clone();
    if let Some(theme) = terminal_background::demanded_theme() {
        settings.theme = theme;
    }
    let colors = TerminalColors::from_environment();
    let (to, from) = unbounded();
    let (go, granted) = bounded(1);
    // SIGTSTP becomes a suspension that restores the terminal first. After SIGCONT the terminal is taken again, since
    // after SIGSTOP a shell has used it. The input thread's library would miss a SIGWINCH before its first read.
    let for_signals = to.clone();
    signals::listen(move |signal| {
        let incoming = match signal {
            Signal::End(code) => Incoming::Msg(Msg::Terminate(code)),
            Signal::Suspend => Incoming::Suspend,
            Signal::Continued => Incoming::Continued,
            Signal::Resized => Incoming::Resized,
        };
        for_signals.send(incoming).is_ok()
    })?;
    let (width, height) = crossterm::terminal::size()?;
    let mut screen = TerminalScreen::take(settings.mouse)?;
    if settings.theme.depends_on_ground() && colors.answers {
        screen.escape(terminal_background::QUERY)?;
    }
    input::start(to.clone(), granted)?;
    let workers = Workers::start(&session.repository, &to)?;
    let writer = InteractionWriter::start(&session.repository, to.clone())?;
    let _follows = follow::listen(session.repository.store.dir(), to.clone());
    let indexer = Indexer::start(session.repository.clone(), session.index.clone(), to)?;
    let mut app = first_state(&session, settings, Size { width, height });
    app.is_dark = colors.dark;
    let mut running = Loop {
        screen,
        theme: theme_of(&app.ctx.settings, colors),
        colors,
        app,
        session,
        workers,
        indexer,
        writer,
        pages,
        go,
        start: Instant::now(),
        suspended: false,
        exit: None,
    };
    let answer = running.turn(&from);
    if answer.is_ok() {
        // A person that has seen the explorer once is no newcomer.
        if let Some(dir) = &running.session.data_dir {
            let _ = std::fs::write(dir.join(GREETED), "");
        }
        running.keep_place();
    }
    let Loop { screen, indexer, .. } = running;
    drop(screen);
    indexer.stop();
    answer
}

fn first_state(session: &Session, settings: Settings, size: Size) -> App {
    let (keymap, conflicts) = match Keymap::new(&session.config.keys) {
        Ok(keymap) => (keymap, Vec::new()),
        Err((keymap, conflicts)) => (keymap, conflicts),
    };
    let root = &session.repository.root;
    let name = root.file_name().map_or_else(|| root.to_string_lossy(), |name| name.to_string_lossy());
    let mut app = App::new(clean(&name).into_owned(), settings, keymap, size);
    let conflicts = conflicts.iter().map(ToString::to_string);
    let path = session.settings_path.as_deref().map(|path| path.display().to_string()).unwrap_or_default();
    let warnings = session.config.warnings.iter().cloned().chain(conflicts);
    let problems: Vec<String> =
        warnings.map(|warning| clean(&format!("{path}: {warning}")).into_owned()).collect();
    app.ctx.greets = session.data_dir.as_deref().is_some_and(|dir| !dir.join(GREETED).exists());
    app.start_at(session.start.clone());
    app.resume(resume_file::load(session.repository.store.dir()));
    app.ctx.notify_all(Tone::Bad, &problems);
    if let Some(report) = session.data_dir.as_deref().and_then(panic_report::unnamed) {
        let text =
            format!("it broke the last time: {} says where; please attach it to an issue", report.display());
        app.ctx.notify(Tone::Bad, clean(&text));
    }
    app
}

fn theme_of(settings: &Settings, colors: TerminalColors) -> Theme {
    let name = settings.theme.on(colors.dark);
    Theme::new(&settings.palettes, name, colors.dark, colors.depth).with_icons(settings.icons)
}

/// Passes messages to `take` until the deadline, as long as it returns true, and then what has come by then. The time is
/// checked here, too: on busy processors a channel waits beyond its deadline, and for ever if messages come faster than
/// that.
fn gather<T, E>(
    from: &Receiver<T>,
    until: Instant,
    mut take: impl FnMut(T) -> Result<bool, E>,
) -> Result<(), E> {
    while Instant::now() < until {
        let Ok(incoming) = from.recv_deadline(until) else { break };
        if !take(incoming)? {
            return Ok(());
        }
    }
    for incoming in from.try_iter().take(from.len()) {
        if !take(incoming)? {
            break;
        }
    }
    Ok(())
}

struct Loop {
    app: App,
    theme: Theme,
    colors: TerminalColors,
    screen: TerminalScreen,
    session: Session,
    workers: Workers,
    indexer: Indexer,
    writer: InteractionWriter,
    pages: Pages,
    /// Lets the input thread read on.
    go: Sender<()>,
    start: Instant,
    /// True if it suspended itself and the message about SIGCONT has not come yet.
    suspended: bool,
    exit: Option<u8>,
}

impl Loop {
    fn turn(&mut self, from: &Receiver<Incoming>) -> Result<u8, RunError> {
        // The index is wanted from the start.
        self.update(Msg::FocusGained)?;
        self.screen.draw(&self.app, &self.theme)?;
        let mut drawn = Instant::now();
        loop {
            let mut shows = match self.wait(from) {
                Ok(incoming) => self.take(incoming)?,
                Err(RecvTimeoutError::Timeout) => {
                    self.update(Msg::Wake)?;
                    true
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            };
            // Everything that comes within a frame's time is taken in before it is drawn.
            gather(from, drawn + FRAME, |incoming| {
                shows |= self.take(incoming)?;
                Ok::<_, RunError>(self.exit.is_none())
            })?;
            if let Some(code) = self.exit {
                return Ok(code);
            }
            if shows {
                self.screen.draw(&self.app, &self.theme)?;
                drawn = Instant::now();
            }
        }
    }

    fn now(&self) -> Millis {
        Millis(self.start.elapsed().as_millis() as u64)
    }

    /// Waits for the next message, or until the time at which the state wants to be woken.
    fn wait(&self, from: &Receiver<Incoming>) -> Result<Incoming, RecvTimeoutError> {
        match self.app.wake() {
            Some(Millis(at)) => from.recv_deadline(self.start + Duration::from_millis(at)),
            None => from.recv().map_err(|_| RecvTimeoutError::Disconnected),
        }
    }

    /// Handles a message. True if the screen may show a difference. The progress of a young refresh is not shown: drawing
    /// it would only delay the refresh.
    fn take(&mut self, incoming: Incoming) -> Result<bool, RunError> {
        let is_progress = matches!(&incoming, Incoming::Msg(Msg::Index(IndexMsg::Progress(_))));
        self.take_in(incoming)?;
        Ok(!is_progress || self.app.ctx.work().is_some())
    }

    fn take_in(&mut self, incoming: Incoming) -> Result<(), RunError> {
        match incoming {
            Incoming::Msg(msg) => self.update(msg),
            Incoming::Input(batch) => {
                self.indexer.typed();
                for msg in batch.msgs {
                    self.update(msg)?;
                }
                if let Some(dark) = batch.dark {
                    self.colors.dark = dark;
                    self.rebuild_theme();
                }
                let _ = self.go.try_send(());
                Ok(())
            }
            Incoming::InputClosed(why) => Err(RunError::InputClosed(why)),
            Incoming::Resized => self.resized(),
            Incoming::Suspend => self.suspend(),
            Incoming::Continued => self.continued(),
        }
    }

    fn update(&mut self, msg: Msg) -> Result<(), RunError> {
        let before = self.app.ctx.settings.theme.clone();
        for effect in self.app.update(self.now(), msg) {
            self.carry_out(effect)?;
        }
        if self.app.ctx.settings.theme != before {
            self.rebuild_theme();
        }
        Ok(())
    }

    /// Makes the theme again after the choice or the terminal's background changed.
    fn rebuild_theme(&mut self) {
        self.app.is_dark = self.colors.dark;
        self.theme = theme_of(&self.app.ctx.settings, self.colors);
    }

    fn carry_out(&mut self, effect: Effect) -> Result<(), RunError> {
        match effect {
            Effect::Start(id, job) => self.workers.give(id, job),
            Effect::Cancel(kind) => self.workers.cancel(kind),
            Effect::Refresh => self.indexer.refresh(),
            Effect::KeepBuild(host) => {
                if let Err(why) = keep_build_target(&self.session.repository.store, &host) {
                    self.update(Msg::Notice(Tone::Bad, format!("the build is not kept: {why}")))?;
                }
            }
            Effect::KeepPlace => self.keep_place(),
            Effect::CaptureMouse(on) => self.screen.capture_mouse(on)?,
            Effect::Quit(code) => self.exit = Some(code),
            Effect::Suspend => self.suspend()?,
            Effect::Copy(copying) => {
                let (tone, text) = self.copy(&copying)?;
                self.update(Msg::Notice(tone, text))?;
            }
            Effect::Store(task) => self.writer.give(task),
            Effect::Compose { text } => {
                match self.compose(&text)? {
                    Ok(words) => self.update(Msg::Composed(words))?,
                    Err(why) => self.update(Msg::Notice(Tone::Bad, why))?,
                }
                self.resized()?;
            }
            Effect::Edit { path, line } => {
                let back = match self.edit(&path, line)? {
                    Ok(()) => Msg::Edited,
                    Err(why) => Msg::Notice(Tone::Bad, why),
                };
                self.resized()?;
                self.update(back)?;
            }
        }
        Ok(())
    }

    fn keep_place(&self) {
        resume_file::keep(self.session.repository.store.dir(), &self.app.to_resume());
    }

    fn suspend(&mut self) -> Result<(), RunError> {
        self.suspended = true;
        self.screen.lend(|| {
            terminal::note("codegraph-tui is stopped: `fg` brings it back\r\n");
            signals::stop_here();
        })?;
        self.resized()
    }

    /// Takes the terminal again after SIGSTOP, which left no time to restore it while other programs used it.
    fn continued(&mut self) -> Result<(), RunError> {
        if std::mem::take(&mut self.suspended) {
            return Ok(());
        }
        self.screen.lend(|| ())?;
        self.resized()
    }

    /// The window may have another size since the terminal was lent.
    fn resized(&mut self) -> Result<(), RunError> {
        let (width, height) = crossterm::terminal::size()?;
        self.update(Msg::Resize(Size { width, height }))
    }

    /// Opens the editor on a text; the inner error is a sentence for the user. The temporary file belongs to this
    /// program alone and stays if its text could not be taken over.
    fn compose(&mut self, text: &str) -> io::Result<Result<String, String>> {
        let file = format!("words-{}.md", std::process::id());
        let file = self.session.repository.store.dir().join(file);
        let failed = |error: io::Error| clean(&format!("{}: {error}", file.display())).into_owned();
        if let Err(error) = std::fs::write(&file, text) {
            return Ok(Err(failed(error)));
        }
        let began = Instant::now();
        // The path is absolute, so that joining it to the root leaves it as it is.
        let ended = self.edit(&file.to_string_lossy(), 1)?;
        let words = ended.and_then(|()| std::fs::read_to_string(&file).map_err(failed));
        if began.elapsed() < MIN_EDITOR_TIME && words.as_deref() == Ok(text) {
            let why = "the editor returned at once, unchanged: set its wait option, as in `code --wait`";
            return Ok(Err(why.to_owned()));
        }
        if words.is_ok() {
            let _ = std::fs::remove_file(&file);
        }
        Ok(words)
    }

    /// Opens the editor; the inner error is a sentence for the user.
    fn edit(&mut self, path: &str, line: u32) -> io::Result<Result<(), String>> {
        // Editors of Windows take the parts of a path apart by its own separator.
        let whole: PathBuf = self.session.repository.root.join(path).components().collect();
        let Some(mut command) = editor::command(self.app.ctx.settings.editor.as_deref(), &whole, line) else {
            return Ok(Err("there is no editor: set $EDITOR, or `editor` in the settings".to_owned()));
        };
        command.current_dir(&self.session.repository.root);
        let pages = self.pages;
        let program = clean(&command.get_program().to_string_lossy()).into_owned();
        let ended = self.screen.lend(|| {
            // An editor with a window of its own leaves the terminal empty.
            terminal::note(&format!("{program} is open: close it to come back to codegraph-tui"));
            let ended = pages.start(|| command.spawn())?.wait();
            terminal::note("\r\x1b[K");
            ended
        })?;
        Ok(editor::outcome(&command, &self.session.repository.root, ended))
    }

    /// The name and the text of what is copied, or why it cannot be read.
    fn copied_text<'c>(&self, copying: &'c Copying) -> Result<(&'c String, String), String> {
        Ok(match copying {
            Copying::Text { what, text } => (what, text.clone()),
            Copying::Declaration { what, path, line, declaration } => {
                let bytes = tree_file::read(&self.session.repository.root, path)
                    .map_err(|error| format!("cannot read {}: {error}", clean(path)))?;
                let Standalone { doc, source } = declaration.standalone(&bytes);
                let doc = if doc.is_empty() { doc } else { doc + "\n" };
                (what, format!("// {path}:{line}\n{doc}{source}\n"))
            }
            Copying::Several { what, parts } => {
                let texts: Result<Vec<String>, String> =
                    parts.iter().map(|part| Ok(self.copied_text(part)?.1)).collect();
                (what, texts?.join("\n"))
            }
        })
    }

    fn copy(&mut self, copying: &Copying) -> io::Result<(Tone, String)> {
        let (what, text) = match self.copied_text(copying) {
            Ok(copied) => copied,
            Err(why) => return Ok((Tone::Bad, why)),
        };
        let text = if self.app.ctx.settings.show_secrets {
            Cow::Borrowed(text.as_str())
        } else {
            secrets::mask(&text)
        };
        let masked = secrets::describe(secrets::masked_in(&text));
        let what = masked.map_or_else(|| what.clone(), |masked| format!("{what} ({masked})"));
        let fallback = self.session.repository.store.dir().join("copied.txt");
        let bytes = grouped(text.len() as u64);
        Ok(match clipboard::copy(&text, self.app.ctx.settings.clipboard, &fallback) {
            Ok(Copied::By(tool)) => (Tone::Good, format!("copied {what}: {bytes} bytes with {tool}")),
            Ok(Copied::Escape(sequence)) => {
                self.screen.escape(&sequence)?;
                (Tone::Good, format!("copied {what}: {bytes} bytes, through the terminal (OSC 52)"))
            }
            Ok(Copied::Into(path)) => {
                (Tone::Bad, format!("no clipboard; saved to {}: {what}, {bytes} bytes", clean(&path)))
            }
            Err(error) => (Tone::Bad, format!("cannot copy {what}: {error}")),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn messages_without_end_do_not_keep_a_frame_from_being_drawn() {
        let (to, from) = bounded(64);
        let flood = std::thread::spawn(move || while to.send(()).is_ok() {});
        let mut taken = 0;
        let Ok(()) = gather(&from, Instant::now() + FRAME, |()| {
            taken += 1;
            Ok::<_, Infallible>(true)
        });
        assert!(taken > 0);
        drop(from);
        flood.join().unwrap();
    }

    #[test]
    fn what_ends_the_loop_is_the_last_that_is_taken() {
        let (to, from) = unbounded();
        (0..9).for_each(|number| to.send(number).unwrap());
        for until in [Instant::now() + FRAME, Instant::now()] {
            let Ok(()) = gather(&from, until, |_| Ok::<_, Infallible>(false));
        }
        assert_eq!(from.len(), 7);
    }
}
