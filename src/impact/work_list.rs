//! The work that a change asks of the person who makes it, in the order of work.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::broken::Broken;
use super::change::Changed;
use super::radius::Radius;
use super::travel_rules::ChangeKind;
use crate::model::{Graph, SymbolId, SymbolKind};

/// The least score of what has to be looked at: of all that depends on a symbol one in three of such changed too in past commits
/// (`benches/replay`), of what still compiles after a diff one in ten.
pub const MUST_LOOK: f64 = 0.30;

/// A group of places, in the order in which one sees to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WorkGroup {
    Changed,
    WontCompile,
    MustLook,
    MayNotice,
}

impl WorkGroup {
    pub const ALL: [Self; 4] = [Self::Changed, Self::WontCompile, Self::MustLook, Self::MayNotice];

    /// Its name, as a heading.
    pub fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::WontCompile => "won't compile",
            Self::MustLook => "must look",
            Self::MayNotice => "may notice",
        }
    }

    /// Its name in JSON.
    pub fn key(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::WontCompile => "wontCompile",
            Self::MustLook => "mustLook",
            Self::MayNotice => "mayNotice",
        }
    }

    /// Returns whether score and likelihood say something of it: what does not compile has none.
    pub fn is_scored(self) -> bool {
        matches!(self, Self::MustLook | Self::MayNotice)
    }

    /// Returns whether its places are to be ticked off.
    pub fn is_to_do(self) -> bool {
        self != Self::Changed
    }
}

/// A declaration that one sees to.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkItem {
    pub group: WorkGroup,
    /// It in the graph; `None` if the graph does not have it, such as what was removed.
    pub symbol: Option<SymbolId>,
    pub path: String,
    /// Its name with that of the type that holds it; empty for the head of a file.
    pub qualified: String,
    pub kind: SymbolKind,
    /// Where to look, rising; at least one.
    pub lines: Vec<u32>,
    /// Problems there, or lost bindings, as clauses.
    pub notes: Vec<String>,
    /// Its row of [`super::Impact::affected`].
    pub row: Option<usize>,
    /// The symbol through which the change comes, if that is not the changed one itself.
    pub via: Option<SymbolId>,
}

impl WorkItem {
    /// Names the item for [`Ticks`]: the same declaration has the same key in a later answer.
    pub fn key(&self) -> String {
        format!("{}::{}::{}", self.path, self.qualified, self.kind.name())
    }
}

/// The work list of a change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorkList {
    /// By group, within each as shown: the likeliest first, what does not compile as [`broken`](super::broken) found it.
    pub items: Vec<WorkItem>,
}

impl WorkList {
    /// Sorts the answer about a change into groups. `changed` and `broken` are those of a diff, the latter `None` if types
    /// were not compared; both are empty for a symbol that is only thought to change. O(changes + rows).
    pub fn of(graph: &Graph<'_>, changed: &[Changed], broken: Option<&[Broken]>, radius: &Radius) -> Self {
        let mut list = Self::default();
        let (lost, own): (Vec<&Changed>, Vec<&Changed>) =
            changed.iter().partition(|changed| changed.change == ChangeKind::Unbound);
        list.items.extend(own.into_iter().map(|changed| of_change(WorkGroup::Changed, changed)));
        list.items.extend(broken.unwrap_or_default().iter().map(|broken| WorkItem {
            group: WorkGroup::WontCompile,
            symbol: broken.symbol,
            path: broken.path.clone(),
            qualified: broken.qualified.clone(),
            kind: broken.kind,
            lines: broken.lines(),
            notes: notes(broken),
            row: None,
            via: None,
        }));
        let told: FxHashSet<SymbolId> =
            broken.unwrap_or_default().iter().filter_map(|broken| broken.symbol).collect();
        let lost = lost.into_iter().filter(|lost| lost.symbol.is_none_or(|symbol| !told.contains(&symbol)));
        for lost in lost {
            list.items.push(of_change(WorkGroup::MustLook, lost));
        }
        let known: FxHashSet<SymbolId> = list.items.iter().filter_map(|item| item.symbol).collect();
        let rows = radius.rows.iter().map(|&row| (row, &radius.impact.affected[row]));
        for (row, affected) in rows.filter(|(_, affected)| !known.contains(&affected.symbol)) {
            let symbol = graph.symbol(affected.symbol);
            let lines = affected.lines(graph);
            list.items.push(WorkItem {
                group: if affected.score >= MUST_LOOK { WorkGroup::MustLook } else { WorkGroup::MayNotice },
                symbol: Some(affected.symbol),
                path: symbol.path().to_owned(),
                qualified: symbol.qualified().to_owned(),
                kind: symbol.kind(),
                lines: if lines.is_empty() { vec![symbol.line()] } else { lines.to_vec() },
                notes: Vec::new(),
                row: Some(row),
                via: affected.via.map(|_| affected.parent),
            });
        }
        // The order within a group is that in which they came.
        list.items.sort_by_key(|item| item.group);
        list
    }

    /// The items of a group, in order.
    pub fn of_group(&self, group: WorkGroup) -> std::slice::Iter<'_, WorkItem> {
        let start = self.items.partition_point(|item| item.group < group);
        let end = self.items.partition_point(|item| item.group <= group);
        self.items[start..end].iter()
    }

    /// The places of a group: an item with two lines that do not compile counts twice.
    pub fn n_places(&self, group: WorkGroup) -> usize {
        self.of_group(group).map(|item| item.lines.len()).sum()
    }
}

fn of_change(group: WorkGroup, changed: &Changed) -> WorkItem {
    WorkItem {
        group,
        symbol: changed.symbol,
        path: changed.path.clone(),
        qualified: changed.qualified.clone(),
        kind: changed.kind,
        lines: vec![changed.line],
        notes: changed.loss().into_iter().collect(),
        row: None,
        via: None,
    }
}

/// Returns the problems of a declaration, each clause once.
fn notes(broken: &Broken) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for place in &broken.places {
        if !notes.contains(&place.what) {
            notes.push(place.what.clone());
        }
    }
    notes
}

/// The items of the work list of one diff that are done. Items that a saved edit mended leave the list, and count as done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ticks {
    by_hand: BTreeSet<String>,
    /// Code that did not compile in an earlier state of the diff and does now.
    mended: FxHashSet<String>,
}

impl Ticks {
    /// Those with the items of some keys ticked off by hand.
    pub fn of(keys: Vec<String>) -> Self {
        Self { by_hand: keys.into_iter().collect(), mended: FxHashSet::default() }
    }

    /// The keys of the items that were ticked off by hand, in order.
    pub fn by_hand(&self) -> Vec<String> {
        self.by_hand.iter().cloned().collect()
    }

    pub fn is_done(&self, item: &WorkItem) -> bool {
        item.group.is_to_do() && self.by_hand.contains(&item.key())
    }

    /// Ticks an item off, or takes that back.
    pub fn toggle(&mut self, item: &WorkItem) {
        let key = item.key();
        if item.group.is_to_do() && !self.by_hand.remove(&key) {
            self.by_hand.insert(key);
        }
    }

    /// Takes over what a saved edit changed: what no longer stands among the broken is mended, and what breaks again is
    /// open again. Without a change nothing is left to be done with.
    pub fn update(&mut self, old: &WorkList, new: &WorkList) {
        if new.of_group(WorkGroup::Changed).len() == 0 {
            *self = Self::default();
            return;
        }
        let open: FxHashSet<String> = new.of_group(WorkGroup::WontCompile).map(WorkItem::key).collect();
        self.mended.extend(old.of_group(WorkGroup::WontCompile).map(WorkItem::key));
        self.mended.retain(|key| !open.contains(key));
        let there: FxHashSet<String> = new.items.iter().map(WorkItem::key).collect();
        self.by_hand.retain(|key| there.contains(key));
    }

    /// Number of items that did not compile and do now.
    pub fn n_mended(&self) -> usize {
        self.mended.len()
    }

    /// The first other item to do after one: of the same group if one is left there, and from the beginning again after the
    /// last; `None` if all are done.
    pub fn next(&self, list: &WorkList, after: Option<usize>) -> Option<usize> {
        let start = after.map_or(0, |after| after + 1);
        let n = list.items.len();
        let is_open = |item: &WorkItem| item.group.is_to_do() && !self.is_done(item);
        let open = (0..n).map(|step| (start + step) % n).filter(|&at| is_open(&list.items[at]));
        let own = after.and_then(|after| list.items.get(after)).map(|item| item.group);
        open.min_by_key(|&at| (Some(at) == after, Some(list.items[at].group) != own))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(group: WorkGroup, name: &str) -> WorkItem {
        WorkItem {
            group,
            symbol: None,
            path: "a.go".to_owned(),
            qualified: name.to_owned(),
            kind: SymbolKind::Func,
            lines: vec![1],
            notes: Vec::new(),
            row: None,
            via: None,
        }
    }

    fn list(broken: &[&str]) -> WorkList {
        let mut items = vec![item(WorkGroup::Changed, "F")];
        items.extend(broken.iter().map(|name| item(WorkGroup::WontCompile, name)));
        items.push(item(WorkGroup::MustLook, "Far"));
        WorkList { items }
    }

    #[test]
    fn an_item_is_done_by_hand_or_by_the_edit_that_mends_it() {
        let (first, second) = (list(&["A", "B"]), list(&["B"]));
        let mut ticks = Ticks::default();
        assert_eq!(ticks.next(&first, None), Some(1), "what changed is nothing to do");
        ticks.toggle(&first.items[2]);
        assert_eq!((ticks.next(&first, Some(1)), ticks.next(&first, Some(3))), (Some(3), Some(1)));
        ticks.update(&first, &second);
        assert_eq!(
            (ticks.n_mended(), ticks.is_done(&second.items[1])),
            (1, true),
            "A is mended, B is ticked off"
        );
        ticks.toggle(&second.items[2]);
        assert_eq!(ticks.next(&second, None), None, "all is done");
        ticks.update(&second, &first);
        assert_eq!((ticks.n_mended(), ticks.next(&first, None)), (0, Some(1)), "A broke again");
        let (several, open) = (list(&["A", "B", "C"]), Ticks::default());
        assert_eq!(open.next(&several, Some(3)), Some(1), "what does not compile comes before the rest");
        ticks.update(&first, &second);
        ticks.update(&second, &WorkList::default());
        assert_eq!(ticks.n_mended(), 0, "the change is gone");
    }
}
