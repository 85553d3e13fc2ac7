//! The lines that differ between two texts.

/// The largest number of cells of the table of common lines. Larger texts count as replaced as a whole.
const MOST_CELLS: usize = 4 << 20;

/// A line of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiffLine {
    Removed(String),
    Added(String),
}

/// The lines that differ, in order; where lines were replaced, the removed ones come first. O(product of the numbers
/// of lines, without those at the start and the end that are equal).
#[must_use]
pub fn lines(before: &str, after: &str) -> Vec<DiffLine> {
    let (mut old, mut new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same = |a: &mut dyn Iterator<Item = &str>, b: &mut dyn Iterator<Item = &str>| {
        a.zip(b).take_while(|(a, b)| a == b).count()
    };
    let head = same(&mut old.iter().copied(), &mut new.iter().copied());
    old.drain(..head);
    new.drain(..head);
    let tail = same(&mut old.iter().rev().copied(), &mut new.iter().rev().copied());
    old.truncate(old.len() - tail);
    new.truncate(new.len() - tail);
    let removed = |line: &str| DiffLine::Removed(line.to_owned());
    let added = |line: &str| DiffLine::Added(line.to_owned());
    if old.len().saturating_mul(new.len()) > MOST_CELLS {
        return old.into_iter().map(removed).chain(new.into_iter().map(added)).collect();
    }
    let width = new.len() + 1;
    // `common[i * width + j]` is the length of the longest common subsequence of `old[i..]` and `new[j..]`.
    let mut common = vec![0_u32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i * width + j] = if old[i] == new[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut found) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
        } else if i < old.len()
            && (j == new.len() || common[(i + 1) * width + j] >= common[i * width + j + 1])
        {
            found.push(removed(old[i]));
            i += 1;
        } else {
            found.push(added(new[j]));
            j += 1;
        }
    }
    found
}

/// The similarity of two texts in [0, 1]: the part of their lines that both have, in any order. Blank lines and lines
/// of one character do not count.
pub(super) fn similarity(a: &str, b: &str) -> f64 {
    fn sorted(text: &str) -> Vec<&str> {
        let mut lines: Vec<&str> = text.lines().map(str::trim).filter(|line| line.len() > 1).collect();
        lines.sort_unstable();
        lines
    }
    let (a, b) = (sorted(a), sorted(b));
    let (mut i, mut j, mut common) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(b[j]) {
            std::cmp::Ordering::Equal => (i, j, common) = (i + 1, j + 1, common + 1),
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
        }
    }
    match a.len() + b.len() {
        0 => 0.0,
        total => 2.0 * f64::from(common) / total as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_found_line_by_line() {
        let text = |lines: &[DiffLine]| -> String {
            let line = |line: &DiffLine| match line {
                DiffLine::Removed(text) => format!("-{text} "),
                DiffLine::Added(text) => format!("+{text} "),
            };
            lines.iter().map(line).collect()
        };
        for (before, after, expected) in [
            ("a\nb\nc", "a\nb\nc", ""),
            ("a\nb\nc", "a\nx\nc", "-b +x "),
            ("a\nc", "a\nb\nc", "+b "),
            ("a\nb\nc\nd", "b\nd", "-a -c "),
            ("", "a\nb", "+a +b "),
            ("a\nb\na\nb", "a\nb", "-a -b "),
        ] {
            assert_eq!(text(&lines(before, after)), expected, "{before:?} {after:?}");
        }
        assert!(similarity("func a() {\n\tx()\n\ty()\n}", "func b() {\n\tx()\n\ty()\n}") > 0.6);
        assert!(similarity("func a() {\n\tx()\n}", "type t struct {\n\tq int\n}") < 0.3);
    }
}
