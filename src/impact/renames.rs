//! Files that live on under another name.

use std::collections::BTreeMap;

/// Which of the files that are gone live on as which of the new ones: pairs of (gone, new), best matches first. At
/// least half of the lines must be common, as for git.
///
/// O(lines + gone x new); beyond `MOST_COMPARED` pairs only files of equal text are matched.
#[must_use]
pub fn renames(gone: &[&[u8]], new: &[&[u8]]) -> Vec<(usize, usize)> {
    const MOST_COMPARED: usize = 40_000;
    let lines =
        |files: &[&[u8]]| -> Vec<BTreeMap<u64, u32>> { files.iter().map(|text| lines(text)).collect() };
    let (gone_lines, new_lines) = (lines(gone), lines(new));
    let exact_only = gone.len() * new.len() > MOST_COMPARED;
    let mut pairs = Vec::new();
    for (g, a) in gone_lines.iter().enumerate() {
        for (n, b) in new_lines.iter().enumerate() {
            let equal = gone[g] == new[n];
            let likeness = if equal || exact_only { f64::from(u8::from(equal)) } else { likeness(a, b) };
            if likeness >= 0.5 {
                pairs.push((likeness, g, n));
            }
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let (mut taken_gone, mut taken_new) = (vec![false; gone.len()], vec![false; new.len()]);
    pairs.retain(|&(_, g, n)| {
        let free = !taken_gone[g] && !taken_new[n];
        if free {
            (taken_gone[g], taken_new[n]) = (true, true);
        }
        free
    });
    pairs.into_iter().map(|(_, g, n)| (g, n)).collect()
}

/// How often each line with text occurs, by its hash.
fn lines(text: &[u8]) -> BTreeMap<u64, u32> {
    use std::hash::{BuildHasher, BuildHasherDefault};
    let hasher = BuildHasherDefault::<rustc_hash::FxHasher>::default();
    let mut counts = BTreeMap::new();
    for line in text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()) {
        *counts.entry(hasher.hash_one(line)).or_insert(0) += 1;
    }
    counts
}

/// Common lines as a part of the larger file's.
fn likeness(a: &BTreeMap<u64, u32>, b: &BTreeMap<u64, u32>) -> f64 {
    let common: u32 = a.iter().map(|(line, n)| b.get(line).map_or(0, |m| *n.min(m))).sum();
    let larger = a.values().sum::<u32>().max(b.values().sum());
    if larger == 0 { 0.0 } else { f64::from(common) / f64::from(larger) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_gone_lives_on_in_the_one_most_like_it() {
        let text = |lines: &[&str]| lines.join("\n").into_bytes();
        let gone = [text(&["a", "b", "c", "d"]), text(&["p", "q"]), text(&["only here"])];
        let new = [text(&["p", "q", "r"]), text(&["", "a", "b", "c", "x"]), text(&["else"])];
        let gone: Vec<&[u8]> = gone.iter().map(Vec::as_slice).collect();
        let new: Vec<&[u8]> = new.iter().map(Vec::as_slice).collect();
        assert_eq!(renames(&gone, &new), [(0, 1), (1, 0)]);
        assert_eq!(renames(&gone, &[]), []);
    }
}
