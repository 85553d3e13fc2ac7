//! JavaScript's regular expressions with the flag `m`, written for `fancy_regex` with the flags `m` and `R`.
//!
//! Three things differ from ECMA-262: a character is a whole one, as with the flag `u`; no line ends at U+2028 or U+2029; and a
//! repetition keeps what its groups matched before, within a lookbehind too.

/// The deepest nesting of groups.
const MAX_DEPTH: usize = 50;

/// JavaScript's blanks: Unicode's without U+85, and the byte order mark.
const BLANK: &str = "[[\\s--\\x85]\\ufeff]";
const NO_BLANK: &str = "[^[\\s--\\x85]\\ufeff]";
const NOTHING: &str = "[^\\s\\S]";

/// Matches nothing, anywhere. The library hands parts of a pattern without such a thing to an engine that counts no steps.
const STEP: &str = "(?=)";

/// The pattern in the other syntax. None if JavaScript has no such pattern.
pub(super) fn translated(pattern: &str) -> Option<String> {
    let easy = Reader::new(pattern, false)?.translated()?;
    // The linear engine needs no steps counted, unless a look around or back has it search from place to place.
    if is_easy(&easy) { Some(easy) } else { Reader::new(pattern, true)?.translated() }
}

/// Returns whether a translation neither looks around nor back.
fn is_easy(translated: &str) -> bool {
    !["(?=", "(?!", "(?<", "(?("].iter().any(|head| translated.contains(head))
}

/// The name of each group that is remembered, in order; empty for one without a name. None if two have the same one.
fn group_names(pattern: &str) -> Option<Vec<&str>> {
    let (mut names, mut in_class) = (Vec::new(), false);
    let mut chars = pattern.char_indices();
    while let Some((at, c)) = chars.next() {
        let rest = &pattern[at + c.len_utf8()..];
        match c {
            '\\' => drop(chars.next()),
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if in_class || ["?:", "?=", "?!", "?<=", "?<!"].iter().any(|head| rest.starts_with(head)) => {
            }
            '(' => {
                let name = rest.strip_prefix("?<").map_or(Some(""), name_of)?;
                if !name.is_empty() && names.contains(&name) {
                    return None;
                }
                names.push(name);
            }
            _ => {}
        }
    }
    Some(names)
}

/// The name before the next `>`.
fn name_of(rest: &str) -> Option<&str> {
    let (name, _) = rest.split_once('>')?;
    let is_letter = |c: char| matches!(c, '$' | '_') || c.is_alphabetic();
    let is_name = name.starts_with(is_letter) && name.chars().all(|c| is_letter(c) || c.is_alphanumeric());
    is_name.then_some(name)
}

/// The text `n}`, `n,}` or `n,m}` ahead, and whether its numbers are in order. None if the brace before it is an ordinary
/// character.
fn counts(rest: &str) -> Option<(&str, bool)> {
    let counts = &rest[..=rest.find('}')?];
    let inner = counts.trim_end_matches('}');
    let (least, most) = inner.split_once(',').unwrap_or((inner, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let number = |text: &str| text.parse().unwrap_or(u64::MAX);
    let is_one = !least.is_empty() && are_digits(least) && are_digits(most);
    is_one.then(|| (counts, number(least) <= number(most)))
}

/// The meaning of a backslash outside of a class.
enum Backslashed {
    /// A reference to the group of a number.
    Group(usize),
    Escape,
}

/// A character or a set of them, which a class has as a member.
enum Member {
    Char(char),
    /// Characters between brackets.
    Set(&'static str),
    /// Half of a pair of surrogates, which no text has.
    HalfPair,
}

impl Member {
    fn in_class(&self) -> String {
        match self {
            Self::Char(c) => format!("\\x{{{:x}}}", u32::from(*c)),
            Self::Set(set) => (*set).to_owned(),
            Self::HalfPair => NOTHING.to_owned(),
        }
    }
}

struct Reader<'p> {
    rest: &'p str,
    names: Vec<&'p str>,
    /// True if each repetition is to be counted.
    counts: bool,
    out: String,
    /// The start of the last atom in `out`.
    atom: usize,
}

impl<'p> Reader<'p> {
    fn new(pattern: &'p str, counts: bool) -> Option<Self> {
        Some(Self { rest: pattern, names: group_names(pattern)?, counts, out: String::new(), atom: 0 })
    }

    fn translated(mut self) -> Option<String> {
        // For each open group, where it starts, and whether it can be repeated.
        let mut open = Vec::new();
        let mut can_repeat = false;
        while let Some(c) = self.next() {
            let start = self.out.len();
            can_repeat = match c {
                '^' | '$' | '|' => self.put(&c.to_string(), false),
                '.' => self.put("[^\\n\\r\\u2028\\u2029]", true),
                '(' => {
                    open.push((start, self.group()?));
                    false
                }
                ')' => {
                    self.put(")", false);
                    let (start, can_repeat) = open.pop()?;
                    self.atom = start;
                    can_repeat
                }
                '[' => self.class()?,
                '\\' => self.escaped()?,
                '*' | '+' | '?' if can_repeat => self.quantified(&c.to_string()),
                '*' | '+' | '?' => return None,
                '{' => match counts(self.rest) {
                    None => self.put("\\{", true),
                    Some((counts, in_order)) if can_repeat && in_order => {
                        self.rest = &self.rest[counts.len()..];
                        self.quantified(&format!("{{{counts}"))
                    }
                    Some(_) => return None,
                },
                c => self.put(&fancy_regex::escape(c.encode_utf8(&mut [0; 4])), true),
            };
            if open.len() > MAX_DEPTH {
                return None;
            }
        }
        open.is_empty().then_some(self.out)
    }

    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next();
        self.rest = chars.as_str();
        next
    }

    fn has_names(&self) -> bool {
        self.names.iter().any(|name| !name.is_empty())
    }

    fn eat(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Writes a part. Returns whether it can be repeated, as given.
    fn put(&mut self, part: &str, can_repeat: bool) -> bool {
        self.atom = self.out.len();
        self.out.push_str(part);
        can_repeat
    }

    /// Writes the quantifier of the last atom.
    fn quantified(&mut self, quantifier: &str) -> bool {
        if self.counts {
            self.out.insert_str(self.atom, "(?:");
            self.put(&format!("{STEP})"), false);
        }
        self.put(quantifier, false);
        self.eat("?") && self.put("?", false)
    }

    /// Writes the head of a group after its `(`. Returns whether the group can be repeated.
    fn group(&mut self) -> Option<bool> {
        for (head, can_repeat) in [("?:", true), ("?=", true), ("?!", true), ("?<=", false), ("?<!", false)] {
            if self.eat(head) {
                return Some(self.put(&format!("({head}"), can_repeat));
            }
        }
        if self.eat("?<") {
            self.rest = &self.rest[name_of(self.rest)?.len() + 1..];
        } else if self.rest.starts_with('?') {
            return None;
        }
        Some(self.put("(", true))
    }

    /// Writes the atom that a backslash outside of a class begins. Returns whether it can be repeated.
    fn escaped(&mut self) -> Option<bool> {
        for (boundary, written) in
            [("b", "(?:(?<=W)(?!W)|(?<!W)(?=W))"), ("B", "(?:(?<=W)(?=W)|(?<!W)(?!W))")]
        {
            if self.eat(boundary) {
                return Some(self.put(&written.replace('W', "[0-9A-Za-z_]"), false));
            }
        }
        let atom = match self.reference()? {
            // A group that has not matched yet is empty.
            Backslashed::Group(group) => format!("(?({group})\\{group}|)"),
            Backslashed::Escape => format!("[{}]", self.escape(false)?.in_class()),
        };
        Some(self.put(&atom, true))
    }

    /// Reads the number or name of a group after a backslash, if one stands there. None if there is no such group.
    fn reference(&mut self) -> Option<Backslashed> {
        if self.has_names() && self.eat("k") {
            let name = self.rest.strip_prefix('<').and_then(name_of)?;
            self.rest = &self.rest[name.len() + 2..];
            return Some(Backslashed::Group(self.names.iter().position(|known| *known == name)? + 1));
        }
        let after = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let group = self.rest[..self.rest.len() - after.len()].parse::<usize>().ok();
        let group = group.filter(|group| !self.rest.starts_with('0') && *group <= self.names.len());
        if group.is_some() {
            self.rest = after;
        }
        Some(group.map_or(Backslashed::Escape, Backslashed::Group))
    }

    /// Writes a class after its `[`. Returns that it can be repeated.
    fn class(&mut self) -> Option<bool> {
        let negated = self.eat("^");
        let mut members = String::new();
        while !self.eat("]") {
            let first = self.member()?;
            members.push_str(&first.in_class());
            if !self.rest.starts_with('-') || self.rest.starts_with("-]") {
                continue;
            }
            self.rest = &self.rest[1..];
            let last = self.member()?;
            match (&first, &last) {
                (Member::Char(first), Member::Char(last)) if first > last => return None,
                (Member::Char(_), Member::Char(_)) => members.push('-'),
                // Between classes the hyphen is a character.
                _ => members.push_str("\\-"),
            }
            members.push_str(&last.in_class());
        }
        Some(self.put(
            &match (members.is_empty(), negated) {
                (true, true) => "[\\s\\S]".to_owned(),
                (true, false) => NOTHING.to_owned(),
                (false, _) => format!("[{}{members}]", if negated { "^" } else { "" }),
            },
            true,
        ))
    }

    fn member(&mut self) -> Option<Member> {
        match self.next()? {
            '\\' => self.escape(true),
            c => Some(Member::Char(c)),
        }
    }

    /// Reads the escape after a backslash, in a class or outside of one.
    fn escape(&mut self, in_class: bool) -> Option<Member> {
        let before = self.rest;
        let c = self.next()?;
        let code = |code: Option<u32>| match code.map(char::from_u32) {
            Some(None) => Member::HalfPair,
            Some(Some(c)) => Member::Char(c),
            None => Member::Char(c),
        };
        Some(match c {
            'd' => Member::Set("[0-9]"),
            'D' => Member::Set("[^0-9]"),
            'w' => Member::Set("[0-9A-Za-z_]"),
            'W' => Member::Set("[^0-9A-Za-z_]"),
            's' => Member::Set(BLANK),
            'S' => Member::Set(NO_BLANK),
            'n' => Member::Char('\n'),
            'r' => Member::Char('\r'),
            't' => Member::Char('\t'),
            'f' => Member::Char('\u{c}'),
            'v' => Member::Char('\u{b}'),
            'b' if in_class => Member::Char('\u{8}'),
            '0'..='7' => {
                // Up to three octal digits, below 256.
                let mut value = c.to_digit(8)?;
                while let Some(digit) = self.rest.chars().next().and_then(|c| c.to_digit(8))
                    && value * 8 + digit <= 0xff
                {
                    value = value * 8 + digit;
                    self.next();
                }
                code(Some(value))
            }
            'x' => code(self.hexadecimal(2)),
            'u' => code(self.hexadecimal(4)),
            'c' => {
                let is_letter =
                    |c: char| c.is_ascii_alphabetic() || in_class && (c.is_ascii_digit() || c == '_');
                if let Some(letter) = self.next().filter(|&c| is_letter(c)) {
                    code(Some(u32::from(letter) % 32))
                } else {
                    // The backslash is a character, and the `c` is read on its own.
                    self.rest = before;
                    Member::Char('\\')
                }
            }
            'k' if self.has_names() => return None,
            c => Member::Char(c),
        })
    }

    fn hexadecimal(&mut self, n: usize) -> Option<u32> {
        let digits =
            self.rest.get(..n).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        self.rest = &self.rest[n..];
        u32::from_str_radix(digits, 16).ok()
    }
}

#[cfg(test)]
mod tests;
