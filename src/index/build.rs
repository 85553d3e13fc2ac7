//! Makes a generation from the tree: facts of unchanged files come from the cache, other files are parsed, and
//! everything is bound.

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, Instant, SystemTime};

use super::dependencies::Dependencies;
use super::diagnostics::Diagnostics;
use super::embedded::may_embed;
use super::error::IndexError;
use super::facts_file;
use super::files::{FactsRange, FileTable, Role};
use super::gather::{Gathered, GatheredFile};
use super::git::clone_gaps;
use super::incremental::IncrementalState;
use super::inputs::{IndexChange, Inputs, ManifestInput};
use super::meta::{ANALYSIS_VERSION, Counts, FactsFileRef, Meta, build_tags};
use super::parse::FactsSource;
use super::refresh_state::{Build, BuildSettings};
use super::repository::Repository;
use super::snapshot::Snapshot;
use super::store::{self, GenerationParts, Refused, StoreWriter};
use super::task::{BuildEvent, Phase, Task};
use super::text::{self, StoredShard};
use super::walk::{self, FoundFile, Skipped, WalkedTree};
use crate::golang::build_constraint::Host;
use crate::golang::facts::FileFacts;
use crate::golang::module::Workspace;
use crate::golang::{self, Reuse, SourceFile};
use crate::model::{Graph, GraphData};
use crate::rank::{self, RankReport};
use crate::search::text::TEXT_VERSION;

/// The result of [`refresh`].
pub struct Outcome {
    pub snapshot: Snapshot,
    pub change: IndexChange,
    /// Files parsed in this run; the others came from the cache.
    pub parsed: usize,
    /// Files that the walk left out.
    pub skipped: Skipped,
    /// Stored generations that were damaged or of another program. An older one or a rebuild replaces them.
    pub refused: Vec<Refused>,
    /// Why the index is in memory only; `None` if it is stored.
    pub unsaved: Option<String>,
    /// Milliseconds by phase of this run.
    pub times: BTreeMap<Phase, f64>,
}

/// Brings a repository's index up to date with its tree, or builds it if there is none.
///
/// Only a complete index replaces the stored one. If it cannot be stored (full disk, read-only folder), the snapshot
/// is in memory and [`Outcome::unsaved`] has the reason. Waits while another process writes.
///
/// # Errors
/// The tree has no Go file, the caller cancelled, or the system starts no threads.
pub fn refresh(
    repository: &Repository,
    settings: &BuildSettings,
    task: &Task<'_>,
) -> Result<Outcome, IndexError> {
    refresh_from(repository, settings, None, None, task)
}

/// [`refresh`] for a program that stays open. The snapshot `open` is not read again if it is still the newest.
/// `incremental` supplies results of the last refresh and receives those of this one.
///
/// # Errors
/// Those of [`refresh`].
pub fn refresh_from(
    repository: &Repository,
    settings: &BuildSettings,
    open: Option<&Snapshot>,
    incremental: Option<&mut IncrementalState>,
    task: &Task<'_>,
) -> Result<Outcome, IndexError> {
    let began = walk::nanoseconds(SystemTime::now());
    let (writer, lock_error) = match acquire(repository, task)? {
        Ok(writer) => (Some(writer), None),
        Err(error) => (None, Some(error)),
    };
    let latest = repository.store.latest_after(open).unwrap_or_default();
    let base = latest.snapshot.filter(|s| !settings.force && s.meta().is_current(settings.vendor));
    let mut build = Build::new(repository, settings, incremental, task)?;
    build.writer = writer;
    build.began = began;
    build.unsaved = lock_error.map(|error| {
        format!(
            "cannot write to {}: {error} (--data-dir names another folder)",
            repository.store.database().display()
        )
    });

    // If a snapshot is open and no results are kept yet, the program has just started, or the tree is large. Somebody
    // may be typing, so half of the threads stay free.
    let is_typed_in = open.is_some() && build.incremental.as_deref().is_some_and(IncrementalState::is_empty);
    let walkers = if is_typed_in { settings.threads.div_ceil(2) } else { settings.threads };
    let mut tree = build.walk(walkers)?;
    let inputs = build.inputs(&mut tree, base.as_ref())?;
    let change = build.change(&inputs, base.as_ref());
    let parsed = inputs.parsed;
    let snapshot = match base {
        Some(base) if change == IndexChange::None => build.keep(&inputs, base),
        base => build.rebuild(inputs, &tree.skipped, base.as_ref())?,
    };
    tracing::info!(?change, parsed, unsaved = build.unsaved.as_deref(), "refreshed");
    Ok(Outcome {
        snapshot,
        change,
        parsed: parsed + build.reparsed,
        skipped: tree.skipped,
        refused: latest.refused,
        unsaved: build.unsaved,
        times: build.clock.times,
    })
}

/// Computes results that the first refresh after opening can reuse, so that it takes no longer than those after it:
/// binds the sources of the snapshot `open` once more and keeps the results in `incremental`. Does nothing if there
/// are results already, if the tree differs from the snapshot, or if it is too large for them.
///
/// # Errors
/// Those of [`refresh`].
pub fn prepare(
    repository: &Repository,
    settings: &BuildSettings,
    open: &Snapshot,
    incremental: &mut IncrementalState,
    task: &Task<'_>,
) -> Result<(), IndexError> {
    let files = open.files();
    let sources = files.iter().filter(|(_, row)| !row.is_manifest());
    if !incremental.is_empty() || !incremental.fits(sources.map(|(_, row)| row.stamp().size).sum()) {
        return Ok(());
    }
    let mut build = Build::new(repository, settings, Some(incremental), task)?;
    let mut tree = build.walk(settings.threads)?;
    let inputs = build.inputs(&mut tree, Some(open))?;
    if build.change(&inputs, Some(open)) != IndexChange::None {
        return Ok(());
    }
    let Gathered { sources, workspace, dependencies } =
        build.gather(inputs.files, &inputs.manifests, &inputs.links, Some(open))?;
    let reuse = build.incremental.as_deref_mut().map(|incremental| reuse(incremental, &sources));
    let host = &build.host;
    build.pool.install(|| drop(bind(&sources, &dependencies, &workspace, host, reuse, |_| ())));
    build.hold(&sources);
    Ok(())
}

/// Takes the lock for writing, waiting while another process has it. The inner error is the reason why nothing can be
/// stored.
fn acquire<'r>(
    repository: &'r Repository,
    task: &Task<'_>,
) -> Result<io::Result<StoreWriter<'r>>, IndexError> {
    // A blocking wait for the standard library's lock cannot be cancelled, so it is tried again and again.
    const PAUSE: Duration = Duration::from_millis(20);
    let mut reported = false;
    loop {
        match repository.store.try_write() {
            Ok(Some(writer)) => return Ok(Ok(writer)),
            Ok(None) => {
                if !reported {
                    (task.report)(BuildEvent::Waiting);
                    reported = true;
                }
                task.go_on()?;
                std::thread::sleep(PAUSE);
            }
            Err(error) => return Ok(Err(error)),
        }
    }
}

impl Build<'_> {
    fn change(&self, inputs: &Inputs, base: Option<&Snapshot>) -> IndexChange {
        let before = base.map(|base| (&base.meta().dependencies, base.meta().began));
        inputs.change(base, &self.dependency_context(&Dependencies::default(), before))
    }

    fn walk(&mut self, threads: usize) -> Result<WalkedTree, IndexError> {
        self.task.phase(Phase::Walk);
        let vendor = self.settings.vendor;
        let root = &self.repository.root;
        let tree = self.clock.time(Phase::Walk, || walk::walk(root, vendor, threads, self.task));
        self.task.go_on()?;
        if tree.files.is_empty() {
            return Err(if root.is_dir() {
                let gap = clone_gaps(root).of_tree().into_iter().next();
                let advice = || "name a repository with Go code".to_owned();
                let cause = gap.map_or_else(advice, |gap| gap.with_remedy());
                IndexError::NoGo { root: root.clone(), cause }
            } else {
                IndexError::Gone(root.clone())
            });
        }
        Ok(tree)
    }

    fn inputs(&mut self, tree: &mut WalkedTree, base: Option<&Snapshot>) -> Result<Inputs, IndexError> {
        self.task.phase(Phase::Parse);
        let root = &self.repository.root;
        let inputs =
            self.clock.time(Phase::Parse, || Inputs::read(root, tree, base, &self.pool, self.task))?;
        // If the tree itself was removed meanwhile, this is the error to report, not the errors of its files.
        if root.is_dir() { Ok(inputs) } else { Err(IndexError::Gone(root.clone())) }
    }

    /// Keeps the stored generation, which is still valid. If many files had to be read to find that out, it is stored
    /// again with their present stamps, so that the next refresh needs only the stamps.
    fn keep(&mut self, inputs: &Inputs, base: Snapshot) -> Snapshot {
        const WORTH_IT: usize = 64;
        let Some(writer) = &self.writer else { return base };
        if inputs.reread < WORTH_IT {
            // A writer that was killed right after publishing may have left older files.
            writer.sweep(base.generation(), base.meta().facts_file.number);
            return base;
        }
        self.task.phase(Phase::Store);
        let files = inputs.files.iter().map(|(found, digest)| {
            let place = match digest.facts {
                FactsSource::Stored(place) => place,
                FactsSource::New(..) => FactsRange::default(),
            };
            (found, digest.hash, place)
        });
        let table = file_table(files, &inputs.manifests);
        let meta = Meta { began: self.began, ..base.meta().clone() };
        let parts = GenerationParts { files: &table.view(), text: &base.text_sections(), meta: &meta };
        let publish = || writer.publish(&base.graph(), &parts);
        self.clock.time(Phase::Store, publish).unwrap_or(base)
    }

    fn rebuild(
        &mut self,
        inputs: Inputs,
        skipped: &Skipped,
        base: Option<&Snapshot>,
    ) -> Result<Snapshot, IndexError> {
        let source = inputs.files.iter().map(|(found, _)| found.stamp.size).sum();
        self.incremental.take_if(|incremental| !incremental.fits(source));
        let manifests = inputs.manifests;
        let links = inputs.links;
        let Gathered { sources, workspace, dependencies } =
            self.gather(inputs.files, &manifests, &links, base)?;
        let own = sources.iter().map(|source| (source.found.path.as_str(), &*source.facts));
        let diagnostics = Diagnostics::of(own.clone());
        let build_tags = build_tags(own.clone().map(|(_, facts)| facts));
        let embedding = own.filter(|(_, facts)| may_embed(facts)).map(|(path, _)| path.to_owned()).collect();
        let BuiltGraph { graph, report, stored_facts, text } =
            self.make(&sources, &dependencies, &workspace, base)?;
        self.hold(&sources);
        let (facts, stamps): (Vec<_>, Vec<FileState>) =
            sources.into_iter().map(|s| (s.facts, (s.found, s.hash))).unzip();
        // Freeing hundreds of megabytes takes time, and nothing waits for it.
        self.pool.spawn(move || drop(facts));
        let (places, facts_file) = stored_facts.unwrap_or_else(|error| {
            self.unsaved.get_or_insert_with(|| error.to_string());
            (vec![FactsRange::default(); stamps.len()], FactsFileRef::default())
        });
        let files = stamps.iter().zip(places).map(|((found, hash), place)| (found, *hash, place));
        let table = file_table(files, &manifests);
        self.task.phase(Phase::Store);
        let start = Instant::now();
        let meta = Meta {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            analysis: ANALYSIS_VERSION,
            text: TEXT_VERSION,
            root: self.repository.root.to_string_lossy().into_owned(),
            began: self.began,
            vendor: self.settings.vendor,
            facts_file,
            counts: Counts::of(&graph.graph()),
            diagnostics,
            embedding,
            skipped: skipped.clone(),
            host: self.host.clone(),
            build_tags,
            dependencies: dependencies.report,
            links,
            times: self.clock.times.clone(),
            rank: serde_json::to_value(report).unwrap_or_default(),
        };
        let mut keys = Vec::new();
        let text = text::sections(&text, &mut keys);
        let parts = GenerationParts { files: &table.view(), text: &text, meta: &meta };
        let snapshot = self.store(&graph.graph(), &parts);
        let is_new = base.is_none_or(|base| base.meta().facts_file.number != facts_file.number);
        if is_new
            && self.unsaved.is_some()
            && let Some(writer) = self.writer.as_ref()
        {
            writer.remove_facts_file(facts_file.number);
        }
        self.clock.add(Phase::Store, start.elapsed());
        snapshot
    }

    /// Makes the ranked graph, the places of the facts in the facts file, and the text index. Much of binding and ranking
    /// runs on one thread, so the other threads write the facts and make the text index meanwhile.
    fn make(
        &mut self,
        sources: &[GatheredFile],
        dependencies: &Dependencies,
        workspace: &Workspace,
        base: Option<&Snapshot>,
    ) -> Result<BuiltGraph, IndexError> {
        let Self { repository, task, clock, writer, incremental, host, .. } = self;
        let contents = text::FileContents {
            root: &repository.root,
            parsed: sources.iter().map(|s| (s.found.path.as_str(), s.parsed())).collect(),
        };
        let (mut stored_facts, mut text) = (Ok(Default::default()), Ok(Vec::new()));
        let reuse = incremental.as_deref_mut().map(|incremental| reuse(incremental, sources));
        let mut ranked_at = Instant::now();
        let (graph, report) = self.pool.scope(|scope| {
            task.phase(Phase::Bind);
            let (stored_facts, text) = (&mut stored_facts, &mut text);
            let current = base.map(|b| b.meta().facts_file);
            scope.spawn(move |_| *stored_facts = store_facts(writer.as_ref(), sources, current));
            let (contents, task) = (&contents, *task);
            let mut graph = clock.time(Phase::Bind, || {
                bind(sources, dependencies, workspace, host, reuse, |symbols| {
                    scope.spawn(move |_| *text = text::shards(&symbols.graph(), contents, base, task));
                })
            });
            task.phase(Phase::Rank);
            let report = clock.time(Phase::Rank, || rank::rank(&mut graph));
            task.phase(Phase::Text);
            ranked_at = Instant::now();
            (graph, report)
        });
        self.clock.add(Phase::Text, ranked_at.elapsed());
        self.task.go_on()?;
        Ok(BuiltGraph { graph, report, stored_facts, text: text? })
    }

    fn store(&mut self, graph: &Graph<'_>, parts: &GenerationParts<'_>) -> Result<Snapshot, IndexError> {
        if self.unsaved.is_none()
            && let Some(writer) = &self.writer
        {
            match writer.publish(graph, parts) {
                Err(error @ IndexError::Io { .. }) => self.unsaved = Some(error.to_string()),
                answer => return answer,
            }
        }
        store::in_memory(graph, parts)
    }
}

/// The results of [`Build::make`].
struct BuiltGraph {
    graph: GraphData,
    report: RankReport,
    stored_facts: StoredFacts,
    text: Vec<StoredShard>,
}

/// The part of a file's source that is kept when its facts are freed.
type FileState = (FoundFile, [u8; 32]);

/// The place of each file's facts, and the facts file that contains them; or why they could not be written.
type StoredFacts = Result<(Vec<FactsRange>, FactsFileRef), IndexError>;

/// Writes new facts into the facts file and returns the places of all facts. Without a writer nothing is written, and the
/// next refresh parses again.
fn store_facts(
    writer: Option<&StoreWriter<'_>>,
    sources: &[GatheredFile],
    current: Option<FactsFileRef>,
) -> StoredFacts {
    let Some(writer) = writer else {
        return Ok((vec![FactsRange::default(); sources.len()], FactsFileRef::default()));
    };
    let facts: Vec<(&FileFacts, Option<FactsRange>)> = sources.iter().map(|s| (&*s.facts, s.place)).collect();
    facts_file::save(writer, &facts, current).map_err(|error| writer.failed(error))
}

/// The input by which the analysis of a tree reuses the last one.
fn reuse<'h>(incremental: &'h mut IncrementalState, sources: &'h [GatheredFile]) -> Reuse<'h> {
    let prints = sources.iter().filter_map(|s| Some((s.found.path.as_str(), s.print.as_deref()?))).collect();
    Reuse { prints, cache: &mut incremental.body_checks }
}

/// Makes the graph of all files, without ranks. `hand_over` receives its symbols before the edges are bound.
fn bind(
    sources: &[GatheredFile],
    dependencies: &Dependencies,
    workspace: &Workspace,
    host: &Host,
    reuse: Option<Reuse<'_>>,
    hand_over: impl FnOnce(GraphData),
) -> GraphData {
    let own = sources.iter().map(|source| SourceFile {
        path: &source.found.path,
        facts: &source.facts,
        declarations_only: false,
    });
    let outside = dependencies.packages.iter();
    let outside = outside.map(|(path, facts)| SourceFile { path, facts, declarations_only: true });
    let files: Vec<SourceFile<'_>> = own.chain(outside).collect();
    golang::analyze_incremental(&files, workspace, host, reuse, hand_over)
}

fn file_table<'f>(
    files: impl Iterator<Item = (&'f FoundFile, [u8; 32], FactsRange)>,
    manifests: &'f [ManifestInput],
) -> FileTable {
    let mut rows: Vec<_> = files.map(|(found, hash, place)| (found, Role::Source, hash, place)).collect();
    rows.extend(manifests.iter().map(|m| (&m.found, Role::Manifest, m.hash, FactsRange::default())));
    rows.sort_unstable_by(|a, b| a.0.path.cmp(&b.0.path));
    let mut table = FileTable::default();
    for (found, role, hash, place) in rows {
        table.push(found, role, hash, place);
    }
    table
}
