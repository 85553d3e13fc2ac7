//! Reads the declarations of packages of other modules: from vendor folders of the tree, or from the module cache of the
//! user, where they lie.
//!
//! Only packages that files of the tree import are read, and those that their declarations mention, round by round. Bodies
//! are blanked before parsing. The facts of each package are kept in the data folder ([`facts_cache`]), so that all of this
//! is done once for a version of a module.
//!
//! Module files are a stranger's, and so is what lies in a cache. Paths and versions are those that Go accepts; no link is
//! followed ([`safe_path`]); a module is read only if its archive had the hash that `go.sum` states; the go command is never
//! run, and nothing is fetched. Everything that is left out is counted with its reason.

mod declaration_source;
mod facts_cache;
mod module_cache;
mod package_files;
mod report;
mod safe_path;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use self::module_cache::{GoSettings, kept_hash, module_folder};
use self::package_files::PackageFiles;
use self::report::MAX_LISTED;
use self::safe_path::Kind;
use super::fs::on_disk;
use super::task::{BuildEvent, Phase, Task};
use super::{IndexError, parse};
use crate::golang::build_constraint::Host;
use crate::golang::facts::FileFacts;
use crate::golang::lower::Lowering;
use crate::golang::module::{
    ModuleVersion, Required, Resolution, Workspace, candidates, checksums, is_module_path, is_std_path,
};
use crate::golang::stdlib::{DEPENDENCY_FACTS_VERSION, PackageSearch, reduced_package, source_path};
use crate::model::folder;

pub use self::declaration_source::{OutsideDeclaration, outside_declaration};
pub(super) use self::facts_cache::FactsCache;
pub use self::report::{DependencyReport, DependencySource, MissingReason, ReadPackage};

/// The most packages and files that are read for one tree. Real trees need a few hundred packages.
const MAX_PACKAGES: usize = 2_000;
const MAX_FILES: usize = 20_000;

/// The go command's list of the packages that it vendored. A `vendor` folder without it is an ordinary folder.
const VENDOR_LIST: &str = "vendor/modules.txt";

/// The packages that were read.
#[derive(Clone, Default)]
pub(super) struct Dependencies {
    /// Facts by the path under which they are bound, in order, which is that of the report's packages.
    pub(super) packages: Vec<(String, Arc<FileFacts>)>,
    pub(super) report: DependencyReport,
    /// Packages that are needed and that do not exist: no module has them.
    pub(super) gone: BTreeSet<String>,
    /// True if nothing that exists is missing.
    pub(super) is_whole: bool,
    /// The packages that files of the tree import from outside, and the modules that it requires.
    imported: BTreeSet<String>,
    required: BTreeMap<String, Required>,
}

impl Dependencies {
    /// The facts of a package, if they were read.
    fn facts(&self, package: &ReadPackage) -> Option<Arc<FileFacts>> {
        let at = self.report.packages.binary_search_by(|known| known.path.cmp(&package.path)).ok()?;
        (self.report.packages[at].key == package.key).then(|| Arc::clone(&self.packages[at].1))
    }

    /// Returns whether reading would find the same again.
    fn is_as_before(&self, now: &Self, context: &DependencyContext<'_>) -> bool {
        let is_stored = context.before.is_some_and(|(before, _)| *before == self.report);
        is_stored
            && (&self.imported, &self.required) == (&now.imported, &now.required)
            && (&self.report.source, &self.report.lists) == (&now.report.source, &now.report.lists)
            && context.n_changes() == 0
    }
}

/// The inputs of a reader besides the tree.
pub(super) struct DependencyContext<'c> {
    pub(super) root: &'c Path,
    pub(super) host: &'c Host,
    pub(super) source: &'c DependencySource,
    pub(super) cache: FactsCache,
    /// The packages that were read for the last refresh and are still in memory.
    pub(super) known: &'c Dependencies,
    /// The report of the stored generation, and the time at which that began to read.
    pub(super) before: Option<(&'c DependencyReport, i64)>,
    /// The number of changes since, once they were counted: it takes a look at every file of a vendored package.
    pub(super) changes: &'c OnceLock<usize>,
    /// From this time on no package is read that is not known; `None` without a limit.
    pub(super) until: Option<Instant>,
    /// True if a module is read although `go.sum` does not name it any more: one of a past state of the tree.
    pub(super) may_lack_sums: bool,
}

impl DependencyContext<'_> {
    /// The number of inputs of a stored graph's dependencies that changed since: lists, vendored packages, and modules that
    /// were missing.
    pub(super) fn n_changes(&self) -> usize {
        *self.changes.get_or_init(|| n_changes(self))
    }

    fn is_late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// Reads packages for one build.
struct Reader<'r> {
    context: &'r DependencyContext<'r>,
    settings: GoSettings,
    /// Folders of modules with a list of vendored packages, in order, and the module of each vendored package.
    vendored: Vec<String>,
    vendored_modules: FxHashMap<String, ModuleVersion>,
    /// True if modules have no vendor folder, so that their packages are in the cache.
    uses_cache: bool,
    required: &'r BTreeMap<String, Required>,
    sums: FxHashMap<ModuleVersion, String>,
    folders: Mutex<FxHashMap<ModuleVersion, Result<PathBuf, MissingReason>>>,
    names: Mutex<FxHashMap<String, Option<String>>>,
    report: &'r (dyn Fn(BuildEvent) + Sync),
}

/// A package that was found.
struct Found {
    facts: Arc<FileFacts>,
    package: ReadPackage,
    n_files: usize,
}

/// The place of a package.
enum Place {
    Vendored { folder: String, path: PathBuf },
    Cached { module: ModuleVersion, path: PathBuf },
}

/// The files of the tree that decide where a module's packages are read from.
fn list_paths(roots: &[&str]) -> Vec<String> {
    let below =
        |root: &str, name: &str| if root.is_empty() { name.to_owned() } else { format!("{root}/{name}") };
    let lists = [VENDOR_LIST, "go.sum", "go.work.sum"];
    roots.iter().flat_map(|root| lists.map(|name| below(root, name))).collect()
}

/// The hash of a list; empty if it is missing.
fn list_hash(root: &Path, path: &str) -> String {
    on_disk(root, path).map_or(String::new(), |bytes| hex(&parse::hash(&bytes)))
}

fn hex(hash: &[u8; 32]) -> String {
    blake3::Hash::from_bytes(*hash).to_hex().to_string()
}

/// The word for a source in the report.
pub(super) fn source_word(source: &DependencySource) -> String {
    let cache =
        || GoSettings::of(source).cache.map_or(String::new(), |cache| format!(" {}", cache.display()));
    match source {
        DependencySource::None => "none".to_owned(),
        DependencySource::Vendor => "vendor".to_owned(),
        DependencySource::Machine => format!("machine{}", cache()),
        DependencySource::Folder(_) => format!("folder{}", cache()),
    }
}

fn n_changes(context: &DependencyContext<'_>) -> usize {
    let Some((report, began)) = context.before else { return 0 };
    let lists = report.lists.iter().filter(|(path, hash)| list_hash(context.root, path) != **hash).count();
    let vendored = report.packages.iter().filter(|package| !package.folder.is_empty());
    let vendored = vendored.filter(|package| {
        let Ok(folder) = safe_path::below(context.root, &package.folder, Kind::Folder) else { return true };
        let files = PackageFiles::list(&folder, context.host);
        let is_same = files.stamps() == package.stamps && !files.is_racy(began);
        !is_same && content_key(&package.path, context.host, &files.read()) != package.key
    });
    let cache = GoSettings::of(context.source).cache;
    let appeared = report.absent_folders.iter().filter(|folder| {
        cache.as_ref().is_some_and(|cache| safe_path::below(cache, folder, Kind::Folder).is_ok())
    });
    let rest = usize::from(report.is_unfinished() && !context.is_late());
    lists + vendored.count() + appeared.count().min(1) + rest
}

/// The key of a package's facts, from what they depend on.
fn key(parts: &[&[u8]]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&DEPENDENCY_FACTS_VERSION.to_le_bytes());
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    hasher.finalize().to_hex().to_string()
}

fn content_key(path: &str, host: &Host, contents: &[Vec<u8>]) -> String {
    let hashes: Vec<u8> = contents.iter().flat_map(|text| parse::hash(text)).collect();
    let host = host.to_string();
    key(&[&b"files"[..], path.as_bytes(), host.as_bytes(), &hashes])
}

fn module_key(path: &str, host: &Host, module: &ModuleVersion, sum: &str) -> String {
    let host = host.to_string();
    let parts = ["module", &module.path, &module.version, sum, path, &host];
    key(&parts.map(str::as_bytes))
}

/// Reads the packages of other modules that the files of a tree need.
///
/// # Errors
/// The caller cancelled.
pub(super) fn read(
    context: &DependencyContext<'_>,
    files: &[(&str, &FileFacts)],
    workspace: &Workspace,
    task: &Task<'_>,
) -> Result<Dependencies, IndexError> {
    let mut report = DependencyReport { source: source_word(context.source), ..DependencyReport::default() };
    if *context.source == DependencySource::None || workspace.is_gopath() {
        return Ok(Dependencies { report, ..Dependencies::default() });
    }
    let imported = imported_from_outside(files, workspace);
    if imported.is_empty() {
        return Ok(Dependencies { report, ..Dependencies::default() });
    }
    let roots: Vec<&str> = workspace.roots().collect();
    let lists = list_paths(&roots).into_iter();
    report.lists = lists.map(|path| (path.clone(), list_hash(context.root, &path))).collect();
    let required = workspace.required_modules();
    let now = Dependencies { report, imported, required, ..Dependencies::default() };
    if context.known.is_as_before(&now, context) {
        return Ok(context.known.clone());
    }
    let Dependencies { mut report, imported, required, .. } = now;
    let reader = Reader::new(context, &required, &roots, task.report);
    if reader.vendored.is_empty() && !reader.uses_cache {
        return Ok(Dependencies { report, ..Dependencies::default() });
    }
    task.phase(Phase::Dependencies);
    let mut search = PackageSearch::new(imported.clone());
    let (mut found, mut n_files) = (Vec::new(), 0);
    let mut modules = BTreeSet::new();
    let mut missing: BTreeMap<MissingReason, u64> = BTreeMap::new();
    let (mut missing_modules, mut gone) = (BTreeSet::new(), BTreeSet::new());
    loop {
        task.go_on()?;
        let wanted = search.wanted();
        if wanted.is_empty() {
            break;
        }
        modules.extend(wanted.iter().filter_map(|path| reader.module_of(path)));
        (task.report)(BuildEvent::Packages { packages: found.len() + wanted.len(), modules: modules.len() });
        let is_full = found.len() + wanted.len() > MAX_PACKAGES || n_files > MAX_FILES;
        let read = |lowering: &mut Lowering, path: &String| {
            if is_full { Err(MissingReason::Limit) } else { reader.package(path, lowering) }
        };
        let packages: Vec<_> = wanted.par_iter().map_init(Lowering::new, read).collect();
        for (path, package) in wanted.into_iter().zip(packages) {
            match package {
                Ok(package) => {
                    n_files += package.n_files;
                    search.take(path, Some(Arc::clone(&package.facts)));
                    found.push(package);
                }
                Err(reason) => {
                    *missing.entry(reason).or_default() += 1;
                    if reason.is_absence() {
                        gone.insert(path.clone());
                    }
                    if !matches!(reason, MissingReason::NotRequired | MissingReason::NotYet) {
                        missing_modules.insert(reader.module_name(&path));
                    }
                    search.take(path, None);
                }
            }
        }
    }
    context.cache.sweep();
    found.sort_by(|a, b| a.package.path.cmp(&b.package.path));
    report.digest = digest(&found);
    let is_whole = missing.keys().all(|reason| reason.is_absence());
    report.missing = missing.into_iter().map(|(reason, count)| (reason.words().to_owned(), count)).collect();
    report.missing_modules = missing_modules.into_iter().take(MAX_LISTED).collect();
    report.absent_folders = reader.absent_folders();
    let mut packages = Vec::with_capacity(found.len());
    for Found { facts, package, .. } in found {
        packages.push((source_path(&package.path), facts));
        report.packages.push(package);
    }
    Ok(Dependencies { packages, report, gone, is_whole, imported, required })
}

/// A hash over everything that the packages declare.
fn digest(found: &[Found]) -> String {
    if found.is_empty() {
        return String::new();
    }
    let lines = found.iter().map(|found| format!("{} {}\n", found.package.path, found.package.key));
    hex(&parse::hash(lines.collect::<String>().as_bytes()))
}

/// The packages that files of a tree import and that are neither in it nor in the standard library.
fn imported_from_outside(files: &[(&str, &FileFacts)], workspace: &Workspace) -> BTreeSet<String> {
    let dirs: FxHashSet<&str> = files.iter().map(|(path, _)| folder(path)).collect();
    let mut seen: FxHashSet<(&str, &str)> = FxHashSet::default();
    let mut imported = BTreeSet::new();
    for (path, facts) in files {
        let dir = folder(path);
        for import in &facts.imports {
            let path = facts.name(import.path);
            let is_outside =
                || workspace.resolve(dir, path, |dir| dirs.contains(dir)) == Resolution::External;
            if !is_std_path(path) && seen.insert((dir, path)) && !imported.contains(path) && is_outside() {
                imported.insert(path.to_owned());
            }
        }
    }
    imported
}

impl<'r> Reader<'r> {
    fn new(
        context: &'r DependencyContext<'r>,
        required: &'r BTreeMap<String, Required>,
        roots: &[&str],
        report: &'r (dyn Fn(BuildEvent) + Sync),
    ) -> Self {
        let settings = GoSettings::of(context.source);
        let at =
            |root: &str, name: &str| if root.is_empty() { name.to_owned() } else { format!("{root}/{name}") };
        let mut vendored = Vec::new();
        let mut vendored_modules = FxHashMap::default();
        let mut sums = FxHashMap::default();
        for root in roots {
            if !settings.ignores_vendor
                && let Some(list) = on_disk(context.root, &at(root, VENDOR_LIST))
            {
                vendored.push(at(root, "vendor"));
                read_vendor_list(&String::from_utf8_lossy(&list), &mut vendored_modules);
            }
            for name in ["go.sum", "go.work.sum"] {
                let text = on_disk(context.root, &at(root, name)).unwrap_or_default();
                sums.extend(checksums(&String::from_utf8_lossy(&text)));
            }
        }
        let may_use_cache = matches!(context.source, DependencySource::Machine | DependencySource::Folder(_));
        // Vendored packages of a workspace stand for all of its modules.
        let uses_cache = may_use_cache && vendored.is_empty();
        Self {
            context,
            settings,
            vendored,
            vendored_modules,
            uses_cache,
            required,
            sums,
            folders: Mutex::default(),
            names: Mutex::default(),
            report,
        }
    }

    /// The hash that the archive of a module must have.
    fn sum(&self, module: &ModuleVersion) -> Option<String> {
        let kept = || kept_hash(self.settings.cache.as_ref()?, module);
        self.sums.get(module).cloned().or_else(|| if self.context.may_lack_sums { kept() } else { None })
    }

    /// The module that has a package, by its path.
    fn module_of(&self, package: &str) -> Option<String> {
        if let Some(module) = self.vendored_modules.get(package) {
            return Some(module.path.clone());
        }
        let (_, required) = candidates(self.required, package).next()?;
        match required {
            Required::Version(module) => Some(module.path.clone()),
            Required::Elsewhere => None,
        }
    }

    fn package(&self, path: &str, lowering: &mut Lowering) -> Result<Found, MissingReason> {
        if !is_module_path(path) {
            return Err(MissingReason::BadName);
        }
        if let Some(found) = self.kept(path) {
            return Ok(found);
        }
        match self.place(path)? {
            Place::Vendored { folder, path: on_disk } => {
                let files = PackageFiles::list(&on_disk, self.context.host);
                let contents = files.read();
                let key = content_key(path, self.context.host, &contents);
                let module = self.vendored_modules.get(path).cloned();
                let ModuleVersion { path: module, version } = module.unwrap_or_default();
                let stamps = files.stamps();
                let package = ReadPackage { path: path.to_owned(), module, version, folder, stamps, key };
                self.made(package, &files, Some(contents), lowering)
            }
            Place::Cached { module, path: on_disk } => {
                let files = PackageFiles::list(&on_disk, self.context.host);
                let sum = self.sum(&module).ok_or(MissingReason::NoChecksum)?;
                let key = module_key(path, self.context.host, &module, &sum);
                let ModuleVersion { path: module, version } = module;
                let package =
                    ReadPackage { path: path.to_owned(), module, version, key, ..ReadPackage::default() };
                self.made(package, &files, None, lowering)
            }
        }
    }

    /// A package whose facts are kept and need no look at its files: one of the module cache, or a vendored one whose files
    /// are as they were.
    fn kept(&self, path: &str) -> Option<Found> {
        let found = |package: ReadPackage| Some(Found { facts: self.facts(&package)?, package, n_files: 0 });
        if self.uses_cache {
            return candidates(self.required, path).find_map(|(_, required)| {
                let Required::Version(module) = required else { return None };
                let key = module_key(path, self.context.host, module, &self.sum(module)?);
                let ModuleVersion { path: module, version } = module.clone();
                found(ReadPackage { path: path.to_owned(), module, version, key, ..ReadPackage::default() })
            });
        }
        let (report, began) = self.context.before?;
        let at = report.packages.binary_search_by(|package| package.path.as_str().cmp(path)).ok()?;
        let before = report.packages.get(at).filter(|before| !before.folder.is_empty())?;
        let Ok(Place::Vendored { folder, path: on_disk }) = self.place(path) else { return None };
        let files = PackageFiles::list(&on_disk, self.context.host);
        let is_same = folder == before.folder && files.stamps() == before.stamps && !files.is_racy(began);
        is_same.then(|| found(before.clone()))?
    }

    /// The facts of a package, from memory or from the data folder, or made from its files.
    fn made(
        &self,
        package: ReadPackage,
        files: &PackageFiles<'_>,
        contents: Option<Vec<Vec<u8>>>,
        lowering: &mut Lowering,
    ) -> Result<Found, MissingReason> {
        if files.is_cut {
            return Err(MissingReason::Limit);
        }
        if let Some(facts) = self.facts(&package) {
            return Ok(Found { facts, package, n_files: files.len() });
        }
        if self.context.is_late() {
            return Err(MissingReason::NotYet);
        }
        (self.report)(BuildEvent::Folder);
        let contents = contents.unwrap_or_else(|| files.read());
        let lowered = files.facts(&contents, self.context.host, lowering);
        let name_of = |import: &str| self.package_name(import);
        let facts = reduced_package(&package.path, lowered, &name_of).ok_or(MissingReason::NoFiles)?;
        if let Err(error) = self.context.cache.save(&package.key, &facts) {
            tracing::debug!(cause = %error, "facts of a dependency are not stored");
        }
        Ok(Found { facts: Arc::new(facts), package, n_files: files.len() })
    }

    fn facts(&self, package: &ReadPackage) -> Option<Arc<FileFacts>> {
        let known = self.context.known.facts(package);
        known.or_else(|| self.context.cache.load(&package.key).map(Arc::new))
    }

    /// The folder of a package.
    fn place(&self, path: &str) -> Result<Place, MissingReason> {
        for vendor in &self.vendored {
            let folder = format!("{vendor}/{path}");
            if let Ok(on_disk) = safe_path::below(self.context.root, &folder, Kind::Folder)
                && !PackageFiles::list(&on_disk, self.context.host).is_empty()
            {
                return Ok(Place::Vendored { folder, path: on_disk });
            }
        }
        if !self.uses_cache {
            return Err(MissingReason::NotVendored);
        }
        let mut reason = MissingReason::NotRequired;
        for (rest, required) in candidates(self.required, path) {
            let folder = match required {
                Required::Version(module) => self.module_folder(module).map(|folder| (module, folder)),
                Required::Elsewhere => Err(MissingReason::OutsideFolder),
            };
            let found = folder.and_then(|(module, folder)| {
                let path = match rest {
                    "" => folder,
                    rest => {
                        safe_path::below(&folder, rest, Kind::Folder).map_err(|refusal| match refusal {
                            safe_path::Refusal::Missing => MissingReason::NoSuchPackage,
                            safe_path::Refusal::Link => MissingReason::Link,
                        })?
                    }
                };
                Ok(Place::Cached { module: module.clone(), path })
            });
            match found {
                Ok(place) => return Ok(place),
                // The reason of the module with the longest path says most.
                Err(why) if reason == MissingReason::NotRequired => reason = why,
                Err(_) => {}
            }
        }
        Err(reason)
    }

    fn module_folder(&self, module: &ModuleVersion) -> Result<PathBuf, MissingReason> {
        let cache = self.settings.cache.as_ref().ok_or(MissingReason::NotInCache)?;
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        let found = || module_folder(cache, module, self.sum(module).as_ref());
        folders.entry(module.clone()).or_insert_with(found).clone()
    }

    /// The name of a package by its files, if they are there.
    fn package_name(&self, path: &str) -> Option<String> {
        if is_std_path(path) || !is_module_path(path) {
            return None;
        }
        let known = self.names.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        if let Some(known) = known {
            return known;
        }
        let name = self.place(path).ok().and_then(|place| {
            let (Place::Vendored { path, .. } | Place::Cached { path, .. }) = place;
            PackageFiles::list(&path, self.context.host).package_name()
        });
        self.names.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), name.clone());
        name
    }

    /// The module that a package is probably of, with its version.
    fn module_name(&self, package: &str) -> String {
        match candidates(self.required, package).next() {
            Some((_, Required::Version(module))) => format!("{} {}", module.path, module.version),
            _ => package.to_owned(),
        }
    }

    fn absent_folders(&self) -> Vec<String> {
        let folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        let absent = folders.iter().filter(|(_, found)| **found == Err(MissingReason::NotInCache));
        let mut absent: Vec<String> = absent.filter_map(|(module, _)| module.folder()).collect();
        absent.sort_unstable();
        absent.truncate(MAX_LISTED);
        absent
    }
}

/// Reads the lines `# module version` and the packages below each.
fn read_vendor_list(text: &str, modules: &mut FxHashMap<String, ModuleVersion>) {
    let mut module = ModuleVersion::default();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("# ") {
            let mut words = head.split_whitespace().map(str::to_owned);
            module = ModuleVersion {
                path: words.next().unwrap_or_default(),
                version: words.next().filter(|word| word != "=>").unwrap_or_default(),
            };
        } else if !line.starts_with('#') && !module.path.is_empty() {
            modules.entry(line.trim().to_owned()).or_insert_with(|| module.clone());
        }
    }
}

#[cfg(test)]
mod tests;
