//! A small backtracking matcher for JavaScript's regular expressions, with look-ahead and look-behind, back references and
//! `[^]`. The flag `m` is set, other flags are not.

/// The most instructions of a compiled pattern; `{n}` repeats what it applies to.
const MAX_PROGRAM: usize = 10_000;

/// The deepest nesting of groups.
const MAX_DEPTH: u32 = 50;

/// The most instructions that one search carries out, because backtracking may take exponential time.
const MAX_STEPS: u32 = 5_000_000;

/// What `\s` means.
const BLANKS: [(char, char); 9] = [
    ('\t', '\r'),
    (' ', ' '),
    ('\u{a0}', '\u{a0}'),
    ('\u{1680}', '\u{1680}'),
    ('\u{2000}', '\u{200a}'),
    ('\u{2028}', '\u{2029}'),
    ('\u{202f}', '\u{202f}'),
    ('\u{205f}', '\u{205f}'),
    ('\u{3000}', '\u{3000}'),
];

/// What one character may be.
#[derive(Clone, Debug)]
struct Class {
    negated: bool,
    ranges: Vec<(char, char)>,
}

#[derive(Clone, Debug)]
enum Inst {
    Char(char),
    /// Any character but a line's end.
    Any,
    Class(Class),
    /// Goes on at the first, and at the second if that fails.
    Split(usize, usize),
    Jump(usize),
    /// Notes the place as the start (even) or the end (odd) of a group.
    Save(usize),
    LineStart,
    LineEnd,
    /// At a word's boundary, or not at one.
    Boundary(bool),
    /// The text of a group again.
    Again(usize),
    /// What stands ahead or behind matches the instructions up to `end`, or does not.
    Look {
        ahead: bool,
        negated: bool,
        end: usize,
    },
    /// Fails if nothing was matched since the place was noted, so that a loop ends.
    Progress(usize),
    Match,
}

/// Why a search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unsupported;

/// The byte offset of the first match of a pattern. `Unsupported` if it is no pattern of this kind, or takes too long.
pub(super) fn find(text: &str, pattern: &str) -> Result<Option<usize>, Unsupported> {
    let mut compiler =
        Compiler { rest: pattern.chars().collect(), at: 0, out: Vec::new(), groups: 1, marks: 0 };
    compiler.alternatives(0)?;
    if compiler.at < compiler.rest.len() {
        return Err(Unsupported);
    }
    compiler.push(Inst::Match)?;
    let (marks, n_slots) = (2 * compiler.groups, 2 * compiler.groups + compiler.marks);
    let mut search = Search { text, program: &compiler.out, marks, steps: MAX_STEPS };
    let mut slots = vec![None; n_slots];
    for start in text.char_indices().map(|(at, _)| at).chain([text.len()]) {
        slots.fill(None);
        if search.run(0, start, &mut slots, None)?.is_some() {
            return Ok(Some(start));
        }
    }
    Ok(None)
}

struct Compiler {
    rest: Vec<char>,
    at: usize,
    out: Vec<Inst>,
    groups: usize,
    /// How many loops note their places.
    marks: usize,
}

impl Compiler {
    fn push(&mut self, inst: Inst) -> Result<usize, Unsupported> {
        if self.out.len() == MAX_PROGRAM {
            return Err(Unsupported);
        }
        self.out.push(inst);
        Ok(self.out.len() - 1)
    }

    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += 1;
        Some(next)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest[self.at..].iter().copied().take(text.chars().count()).eq(text.chars());
        if found {
            self.at += text.chars().count();
        }
        found
    }

    fn alternatives(&mut self, depth: u32) -> Result<(), Unsupported> {
        if depth > MAX_DEPTH {
            return Err(Unsupported);
        }
        let mut ends = Vec::new();
        loop {
            let start = self.out.len();
            while self.peek().is_some_and(|c| c != '|' && c != ')') {
                self.term(depth)?;
            }
            if !self.eat("|") {
                break;
            }
            self.insert(start, Inst::Split(start + 1, self.out.len() + 2))?;
            ends.push(self.push(Inst::Jump(0))?);
        }
        for end in ends {
            self.out[end] = Inst::Jump(self.out.len());
        }
        Ok(())
    }

    /// Inserts an instruction. The targets of those after it move along.
    fn insert(&mut self, at: usize, inst: Inst) -> Result<(), Unsupported> {
        self.push(Inst::Match)?;
        for moved in &mut self.out[at..] {
            moved.shift(1);
        }
        self.out.pop();
        self.out.insert(at, inst);
        Ok(())
    }

    /// One term with its quantifier.
    fn term(&mut self, depth: u32) -> Result<(), Unsupported> {
        let start = self.out.len();
        self.atom(depth)?;
        let (least, most) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => match self.counts() {
                Some(counts) => counts,
                None => return Ok(()),
            },
            _ => return Ok(()),
        };
        if self.next() == Some('{') {
            while self.next().is_some_and(|c| c != '}') {}
        }
        let lazy = self.eat("?");
        let body = self.out.split_off(start);
        for _ in 0..least {
            self.copy(&body, start)?;
        }
        let split = |first: usize, second: usize| {
            if lazy { Inst::Split(second, first) } else { Inst::Split(first, second) }
        };
        match most {
            None => {
                let mark = self.marks;
                self.marks += 1;
                let head = self.push(Inst::Match)?;
                self.push(Inst::Progress(mark))?;
                self.copy(&body, start)?;
                let end = self.push(Inst::Jump(head))? + 1;
                self.out[head] = split(head + 1, end);
            }
            Some(most) => {
                let mut heads = Vec::new();
                for _ in least..most {
                    heads.push(self.push(Inst::Match)?);
                    self.copy(&body, start)?;
                }
                let end = self.out.len();
                for head in heads {
                    self.out[head] = split(head + 1, end);
                }
            }
        }
        Ok(())
    }

    /// Appends instructions that were compiled for another place.
    fn copy(&mut self, body: &[Inst], from: usize) -> Result<(), Unsupported> {
        let by = self.out.len() - from;
        for inst in body {
            let mut inst = inst.clone();
            inst.shift(by);
            self.push(inst)?;
        }
        Ok(())
    }

    /// Reads `{n}`, `{n,}` or `{n,m}` ahead; `None` if the brace is an ordinary character.
    fn counts(&self) -> Option<(usize, Option<usize>)> {
        let text: String = self.rest[self.at + 1..].iter().take_while(|c| **c != '}').collect();
        let (least, most) = text.split_once(',').map_or((text.as_str(), None), |(a, b)| (a, Some(b)));
        let least: usize = least.parse().ok().filter(|n| *n <= 1_000)?;
        match most {
            None => Some((least, Some(least))),
            Some("") => Some((least, None)),
            Some(most) => {
                most.parse().ok().filter(|n| *n <= 1_000 && *n >= least).map(|most| (least, Some(most)))
            }
        }
    }

    fn atom(&mut self, depth: u32) -> Result<(), Unsupported> {
        // There is nothing to repeat.
        if self.peek() == Some('{') && self.counts().is_some() {
            return Err(Unsupported);
        }
        let inst = match self.next().ok_or(Unsupported)? {
            '^' => Inst::LineStart,
            '$' => Inst::LineEnd,
            '.' => Inst::Any,
            '(' => return self.group(depth),
            '[' => Inst::Class(self.class()?),
            '\\' => match self.next().ok_or(Unsupported)? {
                'b' => Inst::Boundary(true),
                'B' => Inst::Boundary(false),
                digit @ '1'..='9' => Inst::Again(digit as usize - '0' as usize),
                c => self.escape(c)?,
            },
            '*' | '+' | '?' => return Err(Unsupported),
            c => Inst::Char(c),
        };
        self.push(inst).map(|_| ())
    }

    fn group(&mut self, depth: u32) -> Result<(), Unsupported> {
        for (head, ahead, negated) in
            [("?=", true, false), ("?!", true, true), ("?<=", false, false), ("?<!", false, true)]
        {
            if self.eat(head) {
                let at = self.push(Inst::Match)?;
                self.alternatives(depth + 1)?;
                self.push(Inst::Match)?;
                self.out[at] = Inst::Look { ahead, negated, end: self.out.len() };
                return self.eat(")").then_some(()).ok_or(Unsupported);
            }
        }
        if self.eat("?:") {
            self.alternatives(depth + 1)?;
            return self.eat(")").then_some(()).ok_or(Unsupported);
        }
        if self.eat("?<") {
            while self.next().ok_or(Unsupported)? != '>' {}
        } else if self.peek() == Some('?') {
            return Err(Unsupported);
        }
        let group = self.groups;
        self.groups += 1;
        self.push(Inst::Save(2 * group))?;
        self.alternatives(depth + 1)?;
        self.push(Inst::Save(2 * group + 1))?;
        self.eat(")").then_some(()).ok_or(Unsupported)
    }

    /// A class after its `[`.
    fn class(&mut self) -> Result<Class, Unsupported> {
        let mut class = Class { negated: self.eat("^"), ranges: Vec::new() };
        loop {
            let first = match self.next().ok_or(Unsupported)? {
                ']' => return Ok(class),
                '\\' => match self.next().ok_or(Unsupported)? {
                    'b' => '\u{8}',
                    c => match self.escape(c)? {
                        Inst::Char(c) => c,
                        Inst::Class(inner) if !inner.negated => {
                            class.ranges.extend(inner.ranges);
                            continue;
                        }
                        Inst::Class(inner) => {
                            class.ranges.extend(complement(inner.ranges));
                            continue;
                        }
                        _ => return Err(Unsupported),
                    },
                },
                c => c,
            };
            let is_range = self.peek() == Some('-') && self.rest.get(self.at + 1).is_some_and(|c| *c != ']');
            let last = if is_range {
                self.at += 1;
                match self.next().ok_or(Unsupported)? {
                    '\\' => {
                        let c = self.next().ok_or(Unsupported)?;
                        let Inst::Char(c) = self.escape(c)? else { return Err(Unsupported) };
                        c
                    }
                    c => c,
                }
            } else {
                first
            };
            class.ranges.push((first, last));
        }
    }

    /// What stands after a backslash.
    fn escape(&mut self, c: char) -> Result<Inst, Unsupported> {
        let class =
            |negated: bool, ranges: &[(char, char)]| Inst::Class(Class { negated, ranges: ranges.to_vec() });
        Ok(match c {
            'd' | 'D' => class(c == 'D', &[('0', '9')]),
            'w' | 'W' => class(c == 'W', &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')]),
            's' | 'S' => class(c == 'S', &BLANKS),
            'n' => Inst::Char('\n'),
            'r' => Inst::Char('\r'),
            't' => Inst::Char('\t'),
            'f' => Inst::Char('\u{c}'),
            'v' => Inst::Char('\u{b}'),
            '0' => Inst::Char('\0'),
            'x' | 'u' => {
                let n = if c == 'x' { 2 } else { 4 };
                let digits: String = self.rest[self.at..].iter().take(n).collect();
                let value = u32::from_str_radix(&digits, 16).ok().filter(|_| digits.chars().count() == n);
                self.at += n;
                Inst::Char(value.and_then(char::from_u32).ok_or(Unsupported)?)
            }
            c if c.is_ascii_alphanumeric() => return Err(Unsupported),
            c => Inst::Char(c),
        })
    }
}

impl Inst {
    /// Moves the instructions that this one leads to.
    fn shift(&mut self, by: usize) {
        match self {
            Inst::Split(a, b) => (*a, *b) = (*a + by, *b + by),
            Inst::Jump(to) | Inst::Look { end: to, .. } => *to += by,
            _ => {}
        }
    }
}

fn complement(mut ranges: Vec<(char, char)>) -> Vec<(char, char)> {
    ranges.sort_unstable();
    let mut gaps = Vec::new();
    let mut next = 0_u32;
    for (first, last) in ranges {
        if let (Some(a), Some(b)) =
            (char::from_u32(next), (first as u32).checked_sub(1).and_then(char::from_u32))
        {
            gaps.push((a, b));
        }
        next = last as u32 + 1;
    }
    gaps.extend(char::from_u32(next).map(|first| (first, char::MAX)));
    gaps
}

impl Class {
    fn has(&self, c: char) -> bool {
        self.ranges.iter().any(|&(first, last)| (first..=last).contains(&c)) != self.negated
    }
}

struct Search<'t> {
    text: &'t str,
    program: &'t [Inst],
    /// The first slot of a loop; those before it belong to groups.
    marks: usize,
    steps: u32,
}

impl Search<'_> {
    /// Runs the program from an instruction and a place, and returns where the match ends. If `until` is given, the
    /// match must end there. `slots` holds the places of groups and loops.
    fn run(
        &mut self,
        from: usize,
        at: usize,
        slots: &mut [Option<usize>],
        until: Option<usize>,
    ) -> Result<Option<usize>, Unsupported> {
        // What to try next: an instruction with its place, or the earlier value of a slot.
        let mut open = vec![Retry::Here(from, at)];
        while let Some(retry) = open.pop() {
            let (mut pc, mut at) = match retry {
                Retry::Here(pc, at) => (pc, at),
                Retry::Restore(slot, value) => {
                    slots[slot] = value;
                    continue;
                }
            };
            loop {
                self.steps = self.steps.checked_sub(1).ok_or(Unsupported)?;
                let next = self.text[at..].chars().next();
                let before = || self.text[..at].chars().next_back();
                let is_word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
                let is_end = |c: char| matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}');
                let taken = match &self.program[pc] {
                    Inst::Char(wanted) => next.filter(|c| c == wanted).map(char::len_utf8),
                    Inst::Any => next.filter(|c| !is_end(*c)).map(char::len_utf8),
                    Inst::Class(class) => next.filter(|c| class.has(*c)).map(char::len_utf8),
                    Inst::LineStart => before().is_none_or(is_end).then_some(0),
                    Inst::LineEnd => next.is_none_or(is_end).then_some(0),
                    Inst::Boundary(wanted) => ((is_word(before()) != is_word(next)) == *wanted).then_some(0),
                    Inst::Again(group) => match (slots.get(2 * group), slots.get(2 * group + 1)) {
                        (Some(&Some(start)), Some(&Some(end))) if 2 * group < self.marks => {
                            let again = self.text.get(start..end).unwrap_or_default();
                            self.text[at..].starts_with(again).then_some(again.len())
                        }
                        // A group that has not matched yet is empty.
                        _ => Some(0),
                    },
                    Inst::Split(first, second) => {
                        open.push(Retry::Here(*second, at));
                        pc = *first;
                        continue;
                    }
                    Inst::Jump(to) => {
                        pc = *to;
                        continue;
                    }
                    Inst::Save(slot) => {
                        open.push(Retry::Restore(*slot, slots[*slot]));
                        slots[*slot] = Some(at);
                        Some(0)
                    }
                    Inst::Progress(mark) => {
                        let slot = self.marks + mark;
                        let is_stuck = slots[slot] == Some(at);
                        open.push(Retry::Restore(slot, slots[slot]));
                        slots[slot] = Some(at);
                        (!is_stuck).then_some(0)
                    }
                    &Inst::Look { ahead, negated, end } => {
                        if self.look(pc + 1, at, ahead, slots)? == negated {
                            break;
                        }
                        pc = end;
                        continue;
                    }
                    Inst::Match if until.is_none_or(|until| until == at) => return Ok(Some(at)),
                    Inst::Match => None,
                };
                let Some(taken) = taken else { break };
                (pc, at) = (pc + 1, at + taken);
            }
        }
        Ok(None)
    }

    /// Whether the instructions from `from` match ahead of a place, or some text that ends there.
    fn look(
        &mut self,
        from: usize,
        at: usize,
        ahead: bool,
        slots: &mut [Option<usize>],
    ) -> Result<bool, Unsupported> {
        if ahead {
            return Ok(self.run(from, at, slots, None)?.is_some());
        }
        let starts: Vec<usize> = self.text[..at].char_indices().map(|(start, _)| start).chain([at]).collect();
        for start in starts.into_iter().rev() {
            if self.run(from, start, slots, Some(at))?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

enum Retry {
    Here(usize, usize),
    Restore(usize, Option<usize>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_in_javascript() {
        for (text, pattern, expected) in [
            ("abc", "b", Some(1)),
            ("one\ntwo", "^two$", Some(4)),
            ("aaa", "a{2}$", Some(1)),
            ("f(x) g(y)", "g(?=\\()", Some(5)),
            ("foo1 foo2", "foo(?!1)", Some(5)),
            ("ab cb", "(?<=c)b", Some(4)),
            ("ab cb", "(?<!a)b", Some(4)),
            ("xyxz zz", "(\\w)\\1", Some(5)),
            ("<a></b><b></b>", "<(?<tag>\\w)></\\1>", Some(7)),
            ("a\nb", "a[^]b", Some(0)),
            ("a\nb", "a.b", None),
            ("x [] y", "[]", None),
            ("aab", "(a*?)b", Some(0)),
            ("größe", "ö(?=ß)", Some(2)),
            ("tab\there", "\\t(?=\\x68)", Some(3)),
            ("a-b", "[\\w-]+(?=-b)", Some(0)),
            ("12:30", "(?:\\d\\d):(?=30)", Some(0)),
            ("one two", "\\b(?=two)", Some(4)),
            ("ab", "(?=(a))\\1b", Some(0)),
            ("", "(?=x)|$", Some(0)),
            // A line's end is any of JavaScript's, and classes mean ASCII.
            ("a\r\nb\r\n", "a$", Some(0)),
            ("a\r\nb\r\n", "^b$", Some(3)),
            ("a\r\nb", "a.b|a.", None),
            ("größe", "\\wß", None),
            ("x٣3", "\\d", Some(3)),
            ("[[a", "[[a]{3}", Some(0)),
            ("a&&b", "[a&&b]{4}", Some(0)),
            ("x{", "x{(?!y)", Some(0)),
            ("abcd", "(?<=a(?=b)..)d", Some(3)),
            ("aXbX", "[^\\W\\d](?=X$)", Some(2)),
        ] {
            assert_eq!(find(text, pattern), Ok(expected), "{pattern} in {text:?}");
        }
    }

    #[test]
    fn what_is_no_pattern_or_takes_too_long_is_refused() {
        for pattern in ["(", "a)", "[a", "*a", "(?i)a", "\\p{L}", "a{1000}{1000}", "\\"] {
            assert_eq!(find("aaa", pattern), Err(Unsupported), "{pattern}");
        }
        assert_eq!(find("aaa", &"(".repeat(1_000)), Err(Unsupported));
        assert_eq!(find(&"a".repeat(60), "(?=(a+)+b)(a|aa)+$x"), Err(Unsupported));
        assert_eq!(find("aaa", "(?:a*)*(?=b)"), Ok(None));
    }
}
