//! The work list of an answer: what won't compile, what must be looked at, what may notice.

use std::fmt::Write as _;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::ImpactAnswer;
use crate::impact::{MUST_LOOK, WorkGroup, WorkItem};
use crate::model::{clean, counted, symbol_flag};

impl ImpactAnswer<'_> {
    /// The groups in the order of work. Of what is scored at most `most` items are listed.
    pub(super) fn groups_as_json(&self, most: usize) -> Value {
        let mut left = most;
        let groups = WorkGroup::ALL.into_iter().map(|group| {
            let all = self.work.of_group(group);
            let (total, scored) = (all.len(), all.clone().filter(|item| item.row.is_some()).count());
            // Symbols that are bound to something else now have no row, and are always listed.
            let rest = scored.saturating_sub(left);
            left = left.saturating_sub(scored);
            let items = all.take(total - rest).map(|item| self.item_as_json(item));
            json!({
                "group": group.key(),
                "total": total,
                "places": self.work.n_places(group),
                "items": items.collect::<Vec<_>>(),
            })
        });
        groups.collect()
    }

    fn item_as_json(&self, item: &WorkItem) -> Value {
        let id = |symbol| self.graph.symbol(symbol).id_text();
        let mut answer = json!({
            "symbolId": item.symbol.map(id),
            "name": item.qualified,
            "kind": item.kind.name(),
            "file": item.path,
            "lines": item.lines,
            "notes": item.notes,
            "via": item.via.map(id),
        });
        if let Some(row) = item.row.and_then(|row| self.radius.impact.row(row)) {
            answer["impactScore"] = json!(row.score);
        }
        answer
    }

    /// Prints the groups after the first, which stands above. Of what is scored at most `limit` rows are printed.
    pub(super) fn print_groups(&self, out: &mut impl Write, limit: usize) -> io::Result<()> {
        let broken = self.work.of_group(WorkGroup::WontCompile).len();
        if broken > 0 {
            let places = counted(self.work.n_places(WorkGroup::WontCompile), "place");
            writeln!(out, "\nwon't compile, {places} in {}:", counted(broken, "declaration"))?;
            for item in self.work.of_group(WorkGroup::WontCompile).take(limit) {
                let mut lines = String::new();
                for line in &item.lines {
                    let _ = write!(lines, ":{line} ");
                }
                let notes = item.notes.join("; ");
                let name = if item.qualified.is_empty() { "imports" } else { &item.qualified };
                writeln!(
                    out,
                    "  {:<9}  {}  {}{lines} {}",
                    item.kind,
                    clean(name),
                    clean(&item.path),
                    clean(&notes)
                )?;
            }
            if broken > limit {
                writeln!(out, "  … and {} more (--limit 0 lists all)", broken - limit)?;
            }
        }
        let mut left = limit;
        let mut is_headed = false;
        for group in [WorkGroup::MustLook, WorkGroup::MayNotice] {
            // Symbols that are bound to something else now stand among the changes above.
            let rows = self.work.of_group(group).filter(|item| item.row.is_some());
            let (generated, written): (Vec<&WorkItem>, Vec<&WorkItem>) = rows.partition(|item| {
                item.symbol.is_some_and(|symbol| self.graph.symbol(symbol).has(symbol_flag::GENERATED))
            });
            let all = generated.len() + written.len();
            if all == 0 || left == 0 {
                continue;
            }
            if !is_headed {
                let past = self.past.heads();
                writeln!(out, "\n{past}{:>6}  {:>9}  {:>5}  {:<22}  symbol", "score", "ppr", "depth", "by")?;
                if self.past.is_ordered_by_likelihood() {
                    writeln!(
                        out,
                        "likely: the chance that it changes too, by its score and by past commits"
                    )?;
                }
                is_headed = true;
            }
            match group {
                // The rate is of all that depends on a symbol, what would not compile among it.
                WorkGroup::MustLook if self.diff.is_none() => writeln!(
                    out,
                    "{}, {all}: score {MUST_LOOK:.2} and more, of which one in three changed too in past commits",
                    group.name()
                )?,
                WorkGroup::MustLook => {
                    writeln!(out, "{}, {all}: score {MUST_LOOK:.2} and more, and it compiles", group.name())?;
                }
                _ => writeln!(out, "{}, {all}: a lower score, of which few changed too", group.name())?,
            }
            for item in written.iter().take(left) {
                self.print_item(out, item)?;
            }
            left = left.saturating_sub(written.len());
            if !generated.is_empty() && left > 0 {
                writeln!(out, "in generated files:")?;
            }
            for item in generated.iter().take(left) {
                self.print_item(out, item)?;
            }
            left = left.saturating_sub(generated.len());
        }
        let rows = self.work.items.iter().filter(|item| item.row.is_some()).count();
        if rows > limit {
            writeln!(out, "… and {} more (--limit 0 lists all)", rows - limit)?;
        }
        Ok(())
    }

    fn print_item(&self, out: &mut impl Write, item: &WorkItem) -> io::Result<()> {
        let line = item.lines.first().copied().unwrap_or_default();
        let place = format!("{}  {}:{line}", clean(&item.qualified), clean(&item.path));
        let affected = item.row.and_then(|row| Some((row, self.radius.impact.row(row)?)));
        let Some((row, affected)) = affected else { return Ok(()) };
        writeln!(
            out,
            "{}{:>6.3}  {:>9.6}  {:>5}  {:<22}  {place}",
            self.past.columns(self.graph, row, affected.symbol),
            affected.score,
            self.radius.nearness(affected.symbol),
            affected.depth,
            self.radius.chain(self.graph, row),
        )
    }
}
