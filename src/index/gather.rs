//! Collects the sources of a graph: the facts of all files, kept in memory, stored or new, and those of the vendored
//! packages that the tree's types need.

use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::IndexError;
use super::facts_file::FactsFile;
use super::files::{FactsRange, Role};
use super::incremental::KnownFile;
use super::inputs::{self, ManifestInput};
use super::parse::{self, Digest, FactsSource, KnownFacts};
use super::refresh_state::Build;
use super::snapshot::Snapshot;
use super::task::{Phase, Task};
use super::text::ParsedFile;
use super::vendor;
use super::walk::FoundFile;
use crate::golang::Fingerprint;
use crate::golang::facts::FileFacts;
use crate::golang::module::{Links, Workspace};

/// All sources of a graph.
pub(super) struct Gathered {
    /// The tree's files, followed by the vendored ones.
    pub sources: Vec<GatheredFile>,
    pub workspace: Workspace,
    /// The lists of vendored packages, with their hashes.
    pub lists: Vec<(FoundFile, [u8; 32])>,
}

/// A file with its facts, ready to be bound.
pub(super) struct GatheredFile {
    pub found: FoundFile,
    pub role: Role,
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
        let mut sources = self.load(files, base)?;
        self.task.go_on()?;
        let texts = manifests.iter().map(|m| (m.found.path.as_str(), &*m.bytes));
        let files: Vec<_> = sources.iter().map(|s| (s.found.path.as_str(), &*s.facts)).collect();
        let workspace = workspace_of(texts, links, &files);
        let lists = self.add_vendored(&mut sources, &workspace, base)?;
        self.clock.add(Phase::Parse, start.elapsed());
        Ok(Gathered { sources, workspace, lists })
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
            GatheredFile { found, role: Role::Source, hash, facts: Arc::new(facts), text, print, place }
        };
        let load = |(found, digest): (FoundFile, Digest)| match digest.facts {
            FactsSource::New(facts, text) => Ok(source(found, digest.hash, facts, text, None)),
            FactsSource::Stored(place) => {
                let hash = digest.hash;
                if let Some(KnownFile { facts, print }) =
                    incremental.and_then(|incremental| incremental.find(&hash))
                {
                    let (print, place) = (Some(print), Some(place));
                    return Ok(GatheredFile {
                        found,
                        role: Role::Source,
                        hash,
                        facts,
                        text: None,
                        print,
                        place,
                    });
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

    /// Reads the vendored packages that the tree's types are made of, and adds them after the tree's own files.
    /// Returns the lists of the vendor folders with their hashes: if a list changes, the packages may have changed.
    fn add_vendored(
        &mut self,
        sources: &mut Vec<GatheredFile>,
        workspace: &Workspace,
        base: Option<&Snapshot>,
    ) -> Result<Vec<(FoundFile, [u8; 32])>, IndexError> {
        if self.settings.vendor {
            return Ok(Vec::new());
        }
        let root = self.repository.root.clone();
        let own: Vec<String> = sources.iter().map(|s| s.found.path.clone()).collect();
        let mut search = vendor::VendorSearch::new(&root, workspace, own.iter().map(String::as_str));
        if !search.may_find() {
            return Ok(Vec::new());
        }
        for source in &*sources {
            search.tree_file(&source.found.path, &source.facts);
        }
        let known = base.map_or_else(KnownFacts::default, |base| inputs::by_content(&base.files()));
        let quiet = Task { report: &|_| (), glimpses: false, ..*self.task };
        loop {
            let before: Vec<(&str, &FileFacts)> =
                sources[own.len()..].iter().map(|s| (s.found.path.as_str(), &*s.facts)).collect();
            let found = search.next(&before);
            if found.is_empty() {
                break;
            }
            let wanted: Vec<&FoundFile> = found.iter().collect();
            let answers = parse::parse(&root, &wanted, &known, &self.pool, &quiet)?;
            // A file that cannot be read declares nothing.
            let digests =
                found.iter().cloned().zip(answers).filter_map(|(found, answer)| Some((found, answer.ok()?)));
            let vendored = self.load(digests.collect(), base)?;
            sources.extend(vendored.into_iter().map(|source| GatheredFile {
                role: Role::Vendored,
                text: None,
                ..source
            }));
        }
        let lists = search.lists().into_iter().filter_map(|found| {
            let mut bytes = Vec::new();
            parse::read(&root, &found.path, &mut bytes).ok()?;
            Some((found, parse::hash(&bytes)))
        });
        Ok(lists.collect())
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
