//! What differs between two texts, line by line.

/// Most cells of the table of common lines; larger texts are taken as wholly replaced.
const MOST_CELLS: usize = 4 << 20;

/// A line of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Removed(String),
    Added(String),
}

/// The lines that differ, in order, removed ones before the added ones in their place. O(product of the lines that differ).
#[must_use]
pub fn lines(before: &str, after: &str) -> Vec<Line> {
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
    let removed = |line: &str| Line::Removed(line.to_owned());
    let added = |line: &str| Line::Added(line.to_owned());
    if old.len().saturating_mul(new.len()) > MOST_CELLS {
        return old.into_iter().map(removed).chain(new.into_iter().map(added)).collect();
    }
    let width = new.len() + 1;
    // How many lines the rests from here on have in common.
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

/// How much of two texts is the same, in [0, 1]: lines in common, blank ones left aside, in any order.
pub(super) fn likeness(a: &str, b: &str) -> f64 {
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
        let text = |lines: &[Line]| -> String {
            let line = |line: &Line| match line {
                Line::Removed(text) => format!("-{text} "),
                Line::Added(text) => format!("+{text} "),
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
        assert!(likeness("func a() {\n\tx()\n\ty()\n}", "func b() {\n\tx()\n\ty()\n}") > 0.6);
        assert!(likeness("func a() {\n\tx()\n}", "type t struct {\n\tq int\n}") < 0.3);
    }
}
