//! Variety: no file, package or family of look-alikes fills the beginning of an answer.
//!
//! Ten rows of one package leave no place for what calls them all. What gives way is scored a little lower, so the
//! order stays that of the scores.

use rustc_hash::FxHashMap;

use crate::model::{Graph, SymbolId};
use crate::search::scoring::fusion::Candidate;
use crate::search::text::TextIndex;

/// The reason shown for a row that gives way.
pub(crate) const ALIKE: (&str, &str) =
    ("alike", "Rows like it come before it: of its file or package, or of a family of look-alike packages.");

/// The reason shown for a row that could not be the first.
pub(crate) const DEPRECATED: (&str, &str) =
    ("deprecated", "Its doc comment says that it is deprecated, so that another row comes first.");

/// Rows that are the beginning of an answer.
const FIRST: usize = 10;
/// Rows in which families are looked for.
const SEEN: usize = 100;
/// Rows of a family that keep their scores: one may be what is meant, two show that there are more.
const OF_FAMILY: usize = 2;
/// A row that scores less than this part of another is not put before it.
const NEARLY: f32 = 0.8;

/// Orders rows, which are sorted by score, anew. O(rows x their logarithm).
pub(crate) fn vary(graph: &Graph<'_>, text: &TextIndex, scored: &mut [(f32, &Candidate)]) {
    let symbol = |candidate: &Candidate| text.symbol(candidate.doc);
    let mut families: FxHashMap<(&str, &str), usize> = FxHashMap::default();
    for (score, candidate) in scored.iter_mut().take(SEEN) {
        let Some(family) = family(graph, symbol(candidate)) else { continue };
        let rows = families.entry(family).or_default();
        *rows += 1;
        if *rows > OF_FAMILY {
            *score *= NEARLY;
        }
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| symbol(a.1).cmp(&symbol(b.1))));
    admit_another(scored, |candidate| text.file(candidate.doc));
    admit_another(scored, |candidate| text.package(candidate.doc));
}

/// The folder of sibling packages and the name that they share.
pub(crate) type Family<'g> = (&'g str, &'g str);

/// The family that a symbol belongs to, whether it has other members or not.
pub(crate) fn family<'g>(graph: &'g Graph<'_>, id: SymbolId) -> Option<Family<'g>> {
    let symbol = graph.symbol(id);
    let (package, _) = symbol.path().rsplit_once('/')?;
    let (siblings, _) = package.rsplit_once('/')?;
    Some((siblings, symbol.qualified()))
}

/// If the first rows have one key, the best row with another takes the last place among them, unless it scores much
/// less. What it passes scores no more than it does.
fn admit_another(scored: &mut [(f32, &Candidate)], key: impl Fn(&Candidate) -> u32) {
    let Some((first, rest)) = scored.split_at_checked(FIRST) else { return };
    let (last, common) = (first[FIRST - 1].0, key(first[0].1));
    if first.iter().any(|row| key(row.1) != common) {
        return;
    }
    let nearly = rest.iter().take_while(|row| row.0 >= NEARLY * last);
    let Some(at) = nearly.enumerate().find(|(_, row)| key(row.1) != common).map(|(at, _)| at) else { return };
    pass(&mut scored[FIRST - 1..=FIRST + at]);
}

/// Puts the last of some rows before the others, which then score no more than it does.
fn pass(rows: &mut [(f32, &Candidate)]) {
    rows.rotate_right(1);
    let most = rows.first().map_or(0.0, |first| first.0);
    for row in rows {
        row.0 = row.0.min(most);
    }
}

/// Puts the best row that may be the first before the others.
pub(crate) fn begin_with(scored: &mut [(f32, &Candidate)], may_be_first: impl Fn(&Candidate) -> bool) {
    if let Some(at) = scored.iter().position(|row| may_be_first(row.1)) {
        pass(&mut scored[..=at]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::scoring::fusion::COUNT;

    fn docs_after(scores: &[f32], key: impl Fn(&Candidate) -> u32) -> Vec<u32> {
        let candidate = |doc| Candidate { doc, values: [0.0; COUNT], factor: 1.0, part: 0.0 };
        let candidates: Vec<Candidate> = (0..scores.len() as u32).map(candidate).collect();
        let mut scored: Vec<(f32, &Candidate)> = scores.iter().copied().zip(&candidates).collect();
        admit_another(&mut scored, key);
        assert!(scored.is_sorted_by(|a, b| a.0 >= b.0), "{scored:?}");
        scored.iter().map(|row| row.1.doc).collect()
    }

    #[test]
    fn what_may_not_be_the_first_row_comes_after_the_best_that_may() {
        let candidate = |doc| Candidate { doc, values: [0.0; COUNT], factor: 1.0, part: 0.0 };
        let candidates: Vec<Candidate> = (0..4).map(candidate).collect();
        let order = |least: u32| {
            let mut scored: Vec<(f32, &Candidate)> =
                candidates.iter().map(|candidate| (1.0 - candidate.doc as f32 / 10.0, candidate)).collect();
            begin_with(&mut scored, |candidate| candidate.doc >= least);
            assert!(scored.is_sorted_by(|a, b| a.0 >= b.0), "{scored:?}");
            scored.iter().map(|row| row.1.doc).collect::<Vec<u32>>()
        };
        assert_eq!(order(0), [0, 1, 2, 3]);
        assert_eq!(order(2), [2, 0, 1, 3]);
        assert_eq!(order(9), [0, 1, 2, 3], "there is nothing else");
    }

    #[test]
    fn the_tenth_row_is_of_another_package_if_one_is_nearly_as_good() {
        let scores: Vec<f32> = (0..14).map(|rank| 1.0 - rank as f32 / 100.0).collect();
        let of_another = |doc: u32| move |candidate: &Candidate| u32::from(candidate.doc == doc);
        let order = docs_after(&scores, of_another(12));
        assert_eq!(order, [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 9, 10, 11, 13]);
        let in_order: Vec<u32> = (0..14).collect();
        assert_eq!(docs_after(&scores, of_another(3)), in_order, "there is one already");
        let mut scores = scores;
        scores[12] = 0.5;
        scores[13] = 0.4;
        assert_eq!(docs_after(&scores, of_another(12)), in_order, "it is much worse");
        assert_eq!(docs_after(&scores[..9], |_| 0).len(), 9);
    }
}
