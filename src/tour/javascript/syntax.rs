//! Reads a pattern.

/// The deepest nesting of groups.
const MAX_DEPTH: u32 = 50;

/// The largest number of repetitions that braces may ask for. Larger ones are cut, as no file has so many.
const MAX_REPEATS: u32 = 1_000_000;

/// The ranges of `\s`.
const BLANKS: [(u16, u16); 10] = [
    (0x9, 0xd),
    (0x20, 0x20),
    (0xa0, 0xa0),
    (0x1680, 0x1680),
    (0x2000, 0x200a),
    (0x2028, 0x2029),
    (0x202f, 0x202f),
    (0x205f, 0x205f),
    (0x3000, 0x3000),
    (0xfeff, 0xfeff),
];
const DIGITS: [(u16, u16); 1] = [(0x30, 0x39)];
const WORD: [(u16, u16); 4] = [(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)];

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    /// One unit of a set.
    Unit(Set),
    LineStart,
    LineEnd,
    /// At a word's boundary, or not at one.
    Boundary(bool),
    /// The text of a group again.
    Again(usize),
    /// A group with its number, from 1.
    Group(usize, Box<Node>),
    /// The text ahead or behind matches, or does not.
    Look {
        ahead: bool,
        negated: bool,
        body: Box<Node>,
    },
    Sequence(Vec<Node>),
    Either(Vec<Node>),
    Repeat {
        body: Box<Node>,
        least: u32,
        most: Option<u32>,
        lazy: bool,
        /// The groups within, which each repetition empties: from the first to before the second.
        groups: [usize; 2],
    },
}

/// The set of units that one position may have.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Set {
    negated: bool,
    ranges: Vec<(u16, u16)>,
}

impl Set {
    pub(super) fn has(&self, unit: u16) -> bool {
        self.ranges.iter().any(|&(first, last)| (first..=last).contains(&unit)) != self.negated
    }

    /// The number of its ranges.
    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }

    fn of(negated: bool, ranges: &[(u16, u16)]) -> Self {
        Self { negated, ranges: ranges.to_vec() }
    }
}

/// Returns whether a line ends at this unit.
pub(super) fn is_line_end(unit: u16) -> bool {
    matches!(unit, 0xa | 0xd | 0x2028 | 0x2029)
}

/// Returns whether the unit belongs to a word.
pub(super) fn is_word(unit: u16) -> bool {
    WORD.iter().any(|&(first, last)| (first..=last).contains(&unit))
}

/// The tree of a pattern and the number of its groups. None if it is no pattern.
pub(super) fn read(pattern: &str) -> Option<(Node, usize)> {
    let units: Vec<u16> = pattern.encode_utf16().collect();
    let names = group_names(&units)?;
    let mut reader = Reader { units: &units, at: 0, n_groups: 0, names: &names };
    let tree = reader.alternatives(0)?;
    (reader.at == units.len()).then_some((tree, reader.n_groups))
}

/// The name of each group that is remembered, in order; empty for one without a name. None if two have the same one.
fn group_names(units: &[u16]) -> Option<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    let (mut at, mut in_class) = (0, false);
    while let Some(&unit) = units.get(at) {
        at += 1;
        match char::from_u32(u32::from(unit)) {
            Some('\\') => at += 1,
            Some('[') => in_class = true,
            Some(']') => in_class = false,
            Some('(') if !in_class => {
                let rest = &units[at..];
                let starts =
                    |text: &str| text.encode_utf16().zip(rest).filter(|(a, b)| a == *b).count() == text.len();
                if !starts("?") {
                    names.push(String::new());
                } else if starts("?<") && !starts("?<=") && !starts("?<!") {
                    let name = name_of(&rest[2..])?;
                    if names.contains(&name) {
                        return None;
                    }
                    names.push(name);
                }
            }
            _ => {}
        }
    }
    Some(names)
}

/// The name before the next `>`.
fn name_of(units: &[u16]) -> Option<String> {
    let end = units.iter().position(|&unit| unit == u16::from(b'>'))?;
    let name = String::from_utf16(&units[..end]).ok()?;
    let is_name = |(ix, c): (usize, char)| match c {
        '$' | '_' => true,
        c => c.is_alphabetic() || ix > 0 && c.is_alphanumeric(),
    };
    (!name.is_empty() && name.chars().enumerate().all(is_name)).then_some(name)
}

struct Reader<'p> {
    units: &'p [u16],
    at: usize,
    n_groups: usize,
    names: &'p [String],
}

impl Reader<'_> {
    fn peek(&self) -> Option<u16> {
        self.units.get(self.at).copied()
    }

    /// The next unit as a character; that of half a pair is no ordinary one.
    fn peek_char(&self) -> Option<char> {
        self.peek().map(|unit| char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn next(&mut self) -> Option<u16> {
        let next = self.peek()?;
        self.at += 1;
        Some(next)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.units[self.at..].iter().copied().take(text.len()).eq(text.encode_utf16());
        if found {
            self.at += text.len();
        }
        found
    }

    fn has_names(&self) -> bool {
        self.names.iter().any(|name| !name.is_empty())
    }

    fn alternatives(&mut self, depth: u32) -> Option<Node> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut all = Vec::new();
        loop {
            let mut terms = Vec::new();
            while self.peek_char().is_some_and(|c| c != '|' && c != ')') {
                terms.push(self.term(depth)?);
            }
            all.push(Node::Sequence(terms));
            if !self.eat("|") {
                break;
            }
        }
        Some(if all.len() == 1 { all.remove(0) } else { Node::Either(all) })
    }

    /// One term with its quantifier.
    fn term(&mut self, depth: u32) -> Option<Node> {
        let before = self.n_groups;
        let body = self.atom(depth)?;
        let (least, most) = match self.peek_char() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => match self.counts() {
                Some(counts) => counts,
                None => return Some(body),
            },
            _ => return Some(body),
        };
        let can_repeat = match body {
            Node::LineStart | Node::LineEnd | Node::Boundary(_) => false,
            Node::Look { ahead, .. } => ahead,
            _ => true,
        };
        if !can_repeat || most.is_some_and(|most| most < least) {
            return None;
        }
        if self.next() == Some(u16::from(b'{')) {
            while self.next().is_some_and(|unit| unit != u16::from(b'}')) {}
        }
        let lazy = self.eat("?");
        let groups = [before + 1, self.n_groups + 1];
        Some(Node::Repeat { body: Box::new(body), least, most, lazy, groups })
    }

    /// Reads `{n}`, `{n,}` or `{n,m}` ahead; None if the brace is an ordinary character.
    fn counts(&self) -> Option<(u32, Option<u32>)> {
        let rest = &self.units[self.at + 1..];
        let end = rest.iter().position(|&unit| unit == u16::from(b'}'))?;
        let text = String::from_utf16(&rest[..end]).ok()?;
        let number = |digits: &str| {
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| digits.parse().unwrap_or(MAX_REPEATS).min(MAX_REPEATS))
        };
        match text.split_once(',') {
            None => number(&text).map(|n| (n, Some(n))),
            Some((least, "")) => number(least).map(|n| (n, None)),
            Some((least, most)) => Some((number(least)?, Some(number(most)?))),
        }
    }

    fn atom(&mut self, depth: u32) -> Option<Node> {
        // There is nothing to repeat.
        if self.peek_char() == Some('{') && self.counts().is_some() {
            return None;
        }
        let c = self.peek_char();
        let unit = self.next()?;
        Some(match c? {
            '^' => Node::LineStart,
            '$' => Node::LineEnd,
            '.' => Node::Unit(Set::of(true, &[(0xa, 0xa), (0xd, 0xd), (0x2028, 0x2029)])),
            '(' => return self.group(depth),
            '[' => Node::Unit(self.class()?),
            '\\' => return self.escaped_atom(),
            '*' | '+' | '?' => return None,
            _ => one(unit),
        })
    }

    fn group(&mut self, depth: u32) -> Option<Node> {
        for (head, ahead, negated) in
            [("?=", true, false), ("?!", true, true), ("?<=", false, false), ("?<!", false, true)]
        {
            if self.eat(head) {
                let body = Box::new(self.alternatives(depth + 1)?);
                return self.eat(")").then_some(Node::Look { ahead, negated, body });
            }
        }
        if self.eat("?:") {
            let body = self.alternatives(depth + 1)?;
            return self.eat(")").then_some(body);
        }
        if self.eat("?<") {
            let name = name_of(&self.units[self.at..])?;
            self.at += name.encode_utf16().count() + 1;
        } else if self.peek_char() == Some('?') {
            return None;
        }
        self.n_groups += 1;
        let group = self.n_groups;
        let body = Box::new(self.alternatives(depth + 1)?);
        self.eat(")").then_some(Node::Group(group, body))
    }

    /// Parses the atom that a backslash outside of a class begins.
    fn escaped_atom(&mut self) -> Option<Node> {
        match self.peek_char()? {
            'b' | 'B' => Some(Node::Boundary(self.next() == Some(u16::from(b'b')))),
            '1'..='9' => {
                let digits = self.units[self.at..]
                    .iter()
                    .take_while(|unit| DIGITS[0].0 <= **unit && **unit <= DIGITS[0].1);
                let digits: String = digits.filter_map(|&unit| char::from_u32(u32::from(unit))).collect();
                match digits.parse::<usize>() {
                    Ok(group) if group <= self.names.len() => {
                        self.at += digits.len();
                        Some(Node::Again(group))
                    }
                    _ => self.escape(false).map(Node::Unit),
                }
            }
            'k' if self.has_names() => {
                self.at += 1;
                if !self.eat("<") {
                    return None;
                }
                let name = name_of(&self.units[self.at..])?;
                self.at += name.encode_utf16().count() + 1;
                let group = self.names.iter().position(|known| *known == name)? + 1;
                Some(Node::Again(group))
            }
            _ => self.escape(false).map(Node::Unit),
        }
    }

    /// A class after its `[`.
    fn class(&mut self) -> Option<Set> {
        let mut class = Set { negated: self.eat("^"), ranges: Vec::new() };
        loop {
            if self.eat("]") {
                return Some(class);
            }
            let first = self.member()?;
            let is_range = self.peek_char() == Some('-')
                && self.units.get(self.at + 1).is_some_and(|&unit| unit != u16::from(b']'));
            if !is_range {
                class.ranges.extend(first);
                continue;
            }
            self.at += 1;
            let last = self.member()?;
            match (&first[..], &last[..]) {
                (&[(a, b)], &[(c, d)]) if a == b && c == d => {
                    if a > c {
                        return None;
                    }
                    class.ranges.push((a, c));
                }
                // Between classes the hyphen is a character.
                _ => class.ranges.extend(first.into_iter().chain(last).chain([(0x2d, 0x2d)])),
            }
        }
    }

    /// One member of a class, as ranges.
    fn member(&mut self) -> Option<Vec<(u16, u16)>> {
        let unit = self.next()?;
        if unit != u16::from(b'\\') {
            return Some(vec![(unit, unit)]);
        }
        let set = self.escape(true)?;
        Some(if set.negated { complement(set.ranges) } else { set.ranges })
    }

    /// Parses the escape after a backslash, in a class or outside of one.
    fn escape(&mut self, in_class: bool) -> Option<Set> {
        let c = self.peek_char()?;
        let unit = self.next()?;
        let single = |unit: u16| Set::of(false, &[(unit, unit)]);
        Some(match c {
            'd' | 'D' => Set::of(c == 'D', &DIGITS),
            'w' | 'W' => Set::of(c == 'W', &WORD),
            's' | 'S' => Set::of(c == 'S', &BLANKS),
            'n' => single(0xa),
            'r' => single(0xd),
            't' => single(0x9),
            'f' => single(0xc),
            'v' => single(0xb),
            'b' if in_class => single(0x8),
            '0'..='7' => single(self.octal(unit)),
            'x' => single(self.hexadecimal(2).unwrap_or(unit)),
            'u' => single(self.hexadecimal(4).unwrap_or(unit)),
            // Without a letter the backslash is a character, and the `c` is read on its own.
            'c' => single(self.control(in_class).unwrap_or_else(|| {
                self.at -= 1;
                u16::from(b'\\')
            })),
            'k' if self.has_names() => return None,
            _ => single(unit),
        })
    }

    /// The value of up to three octal digits, of which the first is read, below 256.
    fn octal(&mut self, first: u16) -> u16 {
        let mut value = first - u16::from(b'0');
        while let Some(digit) = self.peek().filter(|unit| (0x30..=0x37).contains(unit)) {
            let next = value * 8 + (digit - 0x30);
            if next > 0xff {
                break;
            }
            value = next;
            self.at += 1;
        }
        value
    }

    fn hexadecimal(&mut self, n: usize) -> Option<u16> {
        let digits = self.units.get(self.at..self.at + n)?;
        let mut value = 0;
        for &unit in digits {
            value = value << 4 | char::from_u32(u32::from(unit))?.to_digit(16)?;
        }
        self.at += n;
        u16::try_from(value).ok()
    }

    /// The control character that `\c` and a letter stand for, or, in a class, a digit or `_`.
    fn control(&mut self, in_class: bool) -> Option<u16> {
        let c = self.peek_char()?;
        let is_one = c.is_ascii_alphabetic() || in_class && (c.is_ascii_digit() || c == '_');
        is_one.then(|| self.next().map(|unit| unit % 32)).flatten()
    }
}

fn one(unit: u16) -> Node {
    Node::Unit(Set::of(false, &[(unit, unit)]))
}

fn complement(mut ranges: Vec<(u16, u16)>) -> Vec<(u16, u16)> {
    ranges.sort_unstable();
    let mut gaps = Vec::new();
    let mut next = 0_u32;
    for (first, last) in ranges {
        if u32::from(first) > next {
            gaps.push((next as u16, first - 1));
        }
        next = u32::from(last) + 1;
    }
    if next <= 0xffff {
        gaps.push((next as u16, 0xffff));
    }
    gaps
}
