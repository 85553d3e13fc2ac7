//! Collects the sources of a graph: the facts of all files, kept in memory, stored or new, and those of packages of other
//! modules.

use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::IndexError;
use super::dependencies::{self, Dependencies};
use super::facts_file::FactsFile;
use super::files::FactsRange;
use super::incremental::KnownFile;
use super::inputs::ManifestInput;
use super::parse::{self, Digest, FactsSource, KnownFacts};
use super::refresh_state::Build;
use super::snapshot::Snapshot;
use super::task::Phase;
use super::text::ParsedFile;
use super::walk::FoundFile;
use crate::golang::Fingerprint;
use crate::golang::facts::FileFacts;
use crate::golang::module::{Links, Workspace};

/// All sources of a graph.
pub(super) struct Gathered {
    pub sources: Vec<GatheredFile>,
    pub workspace: Workspace,
    pub dependencies: Dependencies,
}

/// A file with its facts, ready to be bound.
pub(super) struct GatheredFile {
    pub found: FoundFile,
    pub hash: [u8; 32],
    pub facts: Arc<FileFacts>,
    /// The content that the facts are of, if it is kept.
    pub text: Option<Box<[u8]>>,
    /// The fingerprint of the facts; `None` if nothing is kept between refreshes.
    pub print: Option<Arc<Fingerprint>>,
    /// The place of the facts if they are in the facts file already.
    pub place: Option<FactsRange>,
}

impl GatheredFile {
    /// Returns the input of the text index.
    pub(super) fn parsed(&self) -> ParsedFile<'_> {
        ParsedFile { hash: self.hash, text: self.text.as_deref() }
    }
}

impl Build<'_> {
    /// Collects all sources of the graph.
    pub(super) fn gather(
        &mut self,
        files: Vec<(FoundFile, Digest)>,
        manifests: &[ManifestInput],
        links: &Links,
        base: Option<&Snapshot>,
    ) -> Result<Gathered, IndexError> {
        let start = Instant::now();
        let sources = self.load(files, base)?;
        self.task.go_on()?;
        let texts = manifests.iter().map(|m| (m.found.path.as_str(), &*m.bytes));
        let files: Vec<_> = sources.iter().map(|s| (s.found.path.as_str(), &*s.facts)).collect();
        let workspace = workspace_of(texts, links, &files);
        self.clock.add(Phase::Parse, start.elapsed());
        let dependencies = self.dependencies(&sources, &workspace, base)?;
        Ok(Gathered { sources, workspace, dependencies })
    }

    /// Keeps the facts of these files for the next refresh.
    pub(super) fn hold(&mut self, sources: &[GatheredFile]) {
        let Some(incremental) = &mut self.incremental else { return };
        let file = |source: &GatheredFile| {
            Some((source.hash, KnownFile { facts: Arc::clone(&source.facts), print: source.print.clone()? }))
        };
        incremental.keep(sources.iter().filter_map(file));
    }

    /// The facts of every file: new ones as they are, stored ones from the facts file. Files whose stored facts are damaged
    /// are parsed again.
    fn load(
        &mut self,
        files: Vec<(FoundFile, Digest)>,
        base: Option<&Snapshot>,
    ) -> Result<Vec<GatheredFile>, IndexError> {
        let facts_file = base.and_then(|b| {
            FactsFile::open(&self.repository.store.facts_path(b.meta().facts_file.number)).ok()
        });
        let incremental = self.incremental.as_deref();
        let source = |found, hash, facts: FileFacts, text, place| {
            let print = incremental.map(|_| Arc::new(Fingerprint::new(&facts, hash)));
            GatheredFile { found, hash, facts: Arc::new(facts), text, print, place }
        };
        let load = |(found, digest): (FoundFile, Digest)| match digest.facts {
            FactsSource::New(facts, text) => Ok(source(found, digest.hash, facts, text, None)),
            FactsSource::Stored(place) => {
                let hash = digest.hash;
                if let Some(KnownFile { facts, print }) =
                    incremental.and_then(|incremental| incremental.find(&hash))
                {
                    let (print, place) = (Some(print), Some(place));
                    return Ok(GatheredFile { found, hash, facts, text: None, print, place });
                }
                match facts_file.as_ref().and_then(|facts_file| facts_file.load(place)) {
                    Some(facts) => Ok(source(found, hash, facts, None, Some(place))),
                    None => Err(found),
                }
            }
        };
        let loaded: Vec<_> = self.pool.install(|| files.into_par_iter().map(load).collect());
        let (mut sources, mut lost) = (Vec::with_capacity(loaded.len()), Vec::new());
        for file in loaded {
            match file {
                Ok(source) => sources.push(source),
                Err(found) => lost.push(found),
            }
        }
        self.reparsed += lost.len();
        if !lost.is_empty() {
            let root = &self.repository.root;
            let wanted: Vec<&FoundFile> = lost.iter().collect();
            let answers = parse::parse(root, &wanted, &KnownFacts::default(), &self.pool, self.task)?;
            // A file that was deleted since the walk is left out; the next refresh will see that.
            for (found, answer) in lost.into_iter().zip(answers) {
                if let Ok(Digest { hash, facts: FactsSource::New(facts, text) }) = answer {
                    sources.push(source(found, hash, facts, text, None));
                }
            }
            sources.sort_unstable_by(|a, b| a.found.path.cmp(&b.found.path));
        }
        Ok(sources)
    }

    /// Reads the packages of other modules that the tree needs.
    fn dependencies(
        &mut self,
        sources: &[GatheredFile],
        workspace: &Workspace,
        base: Option<&Snapshot>,
    ) -> Result<Dependencies, IndexError> {
        let start = Instant::now();
        let nothing = Dependencies::default();
        let known = self.incremental.as_deref().map_or(&nothing, |incremental| &incremental.dependencies);
        let before = base.map(|base| (&base.meta().dependencies, base.meta().began));
        let context = self.dependency_context(known, before);
        let files: Vec<_> = sources.iter().map(|s| (s.found.path.as_str(), &*s.facts)).collect();
        let read = self.pool.install(|| dependencies::read(&context, &files, workspace, self.task))?;
        if let Some(incremental) = &mut self.incremental {
            incremental.bind_for(&self.host, &read.report.digest);
            incremental.dependencies = read.clone();
        }
        if !read.packages.is_empty() {
            self.clock.add(Phase::Dependencies, start.elapsed());
        }
        Ok(read)
    }
}

/// The modules of a tree, from its manifests; without a `go.mod`, inferred from the imports of its files.
pub(super) fn workspace_of<'m>(
    manifests: impl Iterator<Item = (&'m str, &'m [u8])>,
    links: &Links,
    files: &[(&str, &FileFacts)],
) -> Workspace {
    let texts: Vec<_> = manifests.map(|(path, bytes)| (path, String::from_utf8_lossy(bytes))).collect();
    let manifests = texts.iter().map(|(path, text)| (*path, text.as_ref()));
    let mut workspace = Workspace::with_links(manifests, links.clone());
    if workspace.is_gopath() {
        let dirs: FxHashSet<&str> =
            files.iter().map(|(path, _)| path.rsplit_once('/').map_or("", |(dir, _)| dir)).collect();
        let imports = files.iter().flat_map(|(_, facts)| facts.imports.iter().map(|i| facts.name(i.path)));
        workspace.infer_root(imports, |dir| dirs.contains(dir));
    }
    workspace
}
