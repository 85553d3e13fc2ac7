//! Files that live on under another name.

use std::collections::BTreeMap;

/// Most pairs of files that are compared line by line, among all or among those of one name.
const MAX_COMPARED: usize = 40_000;

/// A file with its path.
pub(super) type NamedFile<'f> = (&'f str, &'f [u8]);

/// Pairs of (removed, new) files of which the second is the first renamed: best matches first, then those that keep
/// their file name. At least half of the lines must be common, as in git. If there are too many pairs to compare,
/// only equal files and files of equal name are matched.
///
/// O(lines + pairs compared).
pub fn renames(gone: &[NamedFile<'_>], new: &[NamedFile<'_>]) -> Vec<(usize, usize)> {
    let (mut taken_gone, mut taken_new) = (vec![false; gone.len()], vec![false; new.len()]);
    let mut pairs = Vec::new();
    let mut take = |mut found: Vec<(f64, usize, usize)>, taken: [&mut Vec<bool>; 2]| {
        let [taken_gone, taken_new] = taken;
        let is_other = |g: usize, n: usize| name(gone[g].0) != name(new[n].0);
        found.sort_by(|a, b| {
            let order = b.0.total_cmp(&a.0).then(is_other(a.1, a.2).cmp(&is_other(b.1, b.2)));
            order.then((a.1, a.2).cmp(&(b.1, b.2)))
        });
        for (_, g, n) in found {
            if !taken_gone[g] && !taken_new[n] {
                (taken_gone[g], taken_new[n]) = (true, true);
                pairs.push((g, n));
            }
        }
    };
    let equal = among(gone, new, [&taken_gone, &taken_new], |file| file.1);
    take(equal.into_iter().map(|(g, n)| (1.0, g, n)).collect(), [&mut taken_gone, &mut taken_new]);
    let [gone_lines, new_lines] = [(gone, &taken_gone), (new, &taken_new)].map(|(files, taken)| {
        let each = files.iter().zip(taken);
        each.map(|(file, taken)| if *taken { BTreeMap::new() } else { lines(file.1) }).collect::<Vec<_>>()
    });
    let left = |taken: &[bool]| taken.iter().filter(|taken| !**taken).count();
    let like = |(g, n): (usize, usize)| Some((likeness(&gone_lines[g], &new_lines[n]), g, n));
    let like = |pair| like(pair).filter(|(likeness, _, _)| *likeness >= 0.5);
    let by_name = left(&taken_gone) * left(&taken_new) > MAX_COMPARED;
    let alike = among(gone, new, [&taken_gone, &taken_new], |file| if by_name { name(file.0) } else { b"" });
    let alike = alike.into_iter().filter_map(like).collect();
    take(alike, [&mut taken_gone, &mut taken_new]);
    pairs
}

/// The pairs of files that are not taken yet and have the same key. Of a key that too many have there are none.
fn among<'f>(
    gone: &[NamedFile<'f>],
    new: &[NamedFile<'f>],
    taken: [&[bool]; 2],
    key: impl Fn(&NamedFile<'f>) -> &'f [u8],
) -> Vec<(usize, usize)> {
    let mut of_key: BTreeMap<&[u8], [Vec<usize>; 2]> = BTreeMap::new();
    for (side, files) in [gone, new].into_iter().enumerate() {
        for (at, file) in files.iter().enumerate().filter(|(at, _)| !taken[side][*at]) {
            of_key.entry(key(file)).or_default()[side].push(at);
        }
    }
    let few = |[gone, new]: &[Vec<usize>; 2]| gone.len() * new.len() <= MAX_COMPARED;
    let mut pairs = Vec::new();
    for [gone, new] in of_key.into_values().filter(few) {
        pairs.extend(gone.iter().flat_map(|&g| new.iter().map(move |&n| (g, n))));
    }
    pairs
}

fn name(path: &str) -> &[u8] {
    path.rsplit('/').next().unwrap_or_default().as_bytes()
}

/// Counts each line with text, by its hash.
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
        let gone: Vec<NamedFile<'_>> = gone.iter().map(|text| ("a.go", text.as_slice())).collect();
        let new: Vec<NamedFile<'_>> = new.iter().map(|text| ("b.go", text.as_slice())).collect();
        assert_eq!(renames(&gone, &new), [(0, 1), (1, 0)]);
        assert_eq!(renames(&gone, &[]), []);
    }

    #[test]
    fn of_a_tree_too_large_to_compare_what_is_equal_or_keeps_its_name_is_found() {
        const FILES: usize = 300;
        let texts = |end: &str| -> Vec<(String, Vec<u8>)> {
            let text = |n| format!("import\nfunc {n}\nfunc {n} b\n{}", if n % 2 == 0 { end } else { "" });
            (0..FILES).map(|n| (format!("{end}/f{n}.go"), text(n).into_bytes())).collect()
        };
        let [gone, mut new] = ["old", "new"].map(texts);
        new.reverse();
        let [gone, new] = [&gone, &new].map(|files| {
            files.iter().map(|(path, text)| (path.as_str(), text.as_slice())).collect::<Vec<NamedFile<'_>>>()
        });
        let mut found = renames(&gone, &new);
        found.sort_unstable();
        assert_eq!(found, (0..FILES).map(|n| (n, FILES - 1 - n)).collect::<Vec<_>>());
    }
}
