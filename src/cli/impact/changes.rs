//! The head of an answer in words: the target, or what a diff changes.

use std::io::{self, Write};

use rustc_hash::FxHashSet;

use super::ImpactAnswer;
use crate::impact::{ChangeKind, Changed, WorkGroup};
use crate::model::{SymbolId, SymbolKind, clean, counted};

impl ImpactAnswer<'_> {
    /// Prints the target and what it contains, or what the diff changes, `limit` of a kind where there can be many.
    pub(super) fn print_targets(&self, out: &mut impl Write, limit: usize) -> io::Result<()> {
        let Some(diff) = &self.diff else {
            let target = self.target.map_or_else(String::new, |target| self.graph.symbol(target).id_text());
            let of = |wanted: fn(SymbolKind) -> bool| {
                let roots = self.radius.impact.roots.iter();
                roots.filter(|&&id| wanted(self.graph.symbol(id).kind())).count()
            };
            let files = match of(|kind| kind == SymbolKind::File) {
                0 => String::new(),
                files => format!(" in {}", counted(files, "file")),
            };
            return match self.radius.impact.roots.len() {
                0 | 1 => writeln!(out, "{}", clean(&target)),
                _ => {
                    let symbols = counted(of(|kind| !kind.is_container()), "symbol");
                    writeln!(out, "{} and its contents, {symbols}{files}", clean(&target))
                }
            };
        };
        diff.notes.iter().try_for_each(|note| writeln!(out, "note: {}", clean(note)))?;
        let changed = counted(diff.changed.len() - diff.unbound().count(), "symbol");
        writeln!(out, "{changed} changed in {}", counted(diff.files.len(), "file"))?;
        // A group of its own has what won't compile.
        let broken: FxHashSet<SymbolId> =
            self.work.of_group(WorkGroup::WontCompile).filter_map(|item| item.symbol).collect();
        let is_told = |changed: &&Changed| {
            let is_broken = || changed.symbol.is_some_and(|symbol| broken.contains(&symbol));
            changed.change != ChangeKind::Unbound || !is_broken()
        };
        let mut listed: Vec<&Changed> = diff.changed.iter().filter(is_told).collect();
        // References to a renamed module can be thousands; they come last.
        let unbound = listed.iter().filter(|changed| changed.change == ChangeKind::Unbound).count();
        let hidden = unbound.saturating_sub(limit);
        listed.truncate(listed.len() - hidden);
        let (generated, written): (Vec<&Changed>, Vec<&Changed>) =
            listed.into_iter().partition(|changed| changed.is_generated(self.graph));
        Self::print_changed(out, &written)?;
        if hidden > 0 {
            writeln!(out, "  … and {hidden} more unbound (--limit 0 lists all)")?;
        }
        if !generated.is_empty() {
            writeln!(out, "in generated files:")?;
            Self::print_changed(out, &generated[..generated.len().min(limit)])?;
        }
        if generated.len() > limit {
            writeln!(out, "  … and {} more (--limit 0 lists all)", generated.len() - limit)?;
        }
        let moved = diff.moved().count();
        if moved > 0 {
            writeln!(out, "files moved:")?;
        }
        for (old, new) in diff.moved().take(limit) {
            writeln!(out, "  {} to {}", clean(old), clean(new))?;
        }
        if moved > limit {
            writeln!(out, "  … and {} more (--limit 0 lists all)", moved - limit)?;
        }
        if !diff.outside.is_empty() {
            writeln!(out, "changes outside of declarations:")?;
        }
        for file in &diff.outside {
            writeln!(out, "  {}  ({})", clean(&file.path), file.words())?;
            for note in &file.notes {
                writeln!(out, "    {}", clean(note))?;
            }
        }
        Ok(())
    }

    fn print_changed(out: &mut impl Write, changed: &[&Changed]) -> io::Result<()> {
        for c in changed {
            let lost = c.change != ChangeKind::Removed && c.symbol.is_none();
            let lost = match (c.loss(), c.origin()) {
                (Some(loss), _) => format!("  ({})", clean(&loss)),
                (None, Some(from)) => format!("  (from {})", clean(from)),
                (None, None) if lost => "  (not in the index)".to_owned(),
                (None, None) => String::new(),
            };
            writeln!(
                out,
                "  {:<10}  {:<9}  {}  {}:{}{lost}",
                c.name(),
                c.kind,
                clean(&c.qualified),
                clean(&c.path),
                c.line
            )?;
        }
        Ok(())
    }
}
