//! Reads from the tokens of a function which of its lines run under a condition, and which of them instead of each other.

use super::function_tokens::FunctionTokens;
use super::lower::scan::Lexeme;

/// The condition under which lines run, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    If(String),
    Unless(String),
    Case(String),
    /// Some condition that is long, or that has no words of its own, or says no more than that a call failed.
    Some,
}

/// The lines of a block of an `if`, a `switch` or a `select`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Arm {
    lines: [u32; 2],
    /// `None` for the lines behind a block that returns.
    when: Option<When>,
}

/// The arms of a function. Lines are counted from that of its first byte, which is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arms {
    /// The arms of which one runs, or in a loop one at a time; and whether that is in a loop.
    forks: Vec<(Vec<Arm>, bool)>,
}

impl Arm {
    fn has(&self, line: u32) -> bool {
        (self.lines[0]..=self.lines[1]).contains(&line)
    }
}

impl Arms {
    /// O(tokens x nesting).
    pub fn of(body: &FunctionTokens) -> Self {
        let (mut found, mut last_of_loop) = (Self::default(), 0);
        for at in 0..body.len() {
            let arms = match body.word(at) {
                b"for" => {
                    let end = body.block(at).and_then(|open| body.closing(open)).unwrap_or(at);
                    last_of_loop = last_of_loop.max(end);
                    continue;
                }
                b"if" if at == 0 || !body.is_word(at - 1, b"else") => body.arms_of_if(at),
                b"switch" | b"select" => body.arms_of_cases(at),
                _ => continue,
            };
            found.forks.extend(arms.map(|arms| (arms, at < last_of_loop)));
        }
        found
    }

    /// The number of blocks that have a condition around a line.
    pub fn depth(&self, line: u32) -> usize {
        let arms = self.forks.iter().flat_map(|(arms, _)| arms);
        arms.filter(|arm| arm.when.is_some() && arm.has(line)).count()
    }

    /// The condition of the innermost block around a line.
    pub fn when(&self, line: u32) -> Option<&When> {
        let arms = self.forks.iter().rev().flat_map(|(arms, _)| arms);
        arms.filter(|arm| arm.has(line)).find_map(|arm| arm.when.as_ref())
    }

    /// Returns whether only one of two lines runs.
    pub fn exclude(&self, a: u32, b: u32) -> bool {
        self.forks.iter().any(|(arms, is_looped)| {
            let arm = |line| arms.iter().position(|arm| arm.has(line));
            !is_looped && arm(a).zip(arm(b)).is_some_and(|(a, b)| a != b)
        })
    }
}

impl FunctionTokens {
    /// The lines between two brackets.
    fn lines_within(&self, open: usize, end: usize) -> [u32; 2] {
        [self.line(open) + 1, self.line(end).saturating_sub(1)]
    }

    /// The arms of the `if` here, of those that follow it with `else`, and what runs if the only one does not return.
    fn arms_of_if(&self, first: usize) -> Option<Vec<Arm>> {
        let (mut arms, mut at) = (Vec::new(), first);
        loop {
            let open = self.block(at)?;
            let end = self.closing(open)?;
            let start = (at + 1..open).rev().find(|&at| self.is_mark(at, b';')).unwrap_or(at) + 1;
            let condition = self.condition(start, open).filter(|_| !self.is_about_error(at, open));
            let lines = self.lines_within(open, end);
            arms.push(Arm { lines, when: Some(condition.clone().map_or(When::Some, When::If)) });
            if !self.is_word(end + 1, b"else") {
                let returns =
                    self.last_statement(open, end).is_some_and(|last| self.is_word(last, b"return"));
                if arms.len() == 1 && returns {
                    let around = self.open_around(first.checked_sub(1)?)?;
                    let lines = self.lines_within(end, self.closing(around)?);
                    arms.push(Arm { lines, when: None });
                }
                return Some(arms);
            }
            if !self.is_word(end + 2, b"if") {
                let lines = self.lines_within(end + 2, self.closing(end + 2)?);
                let unless = condition.filter(|_| arms.len() == 1).map_or(When::Some, When::Unless);
                arms.push(Arm { lines, when: Some(unless) });
                return Some(arms);
            }
            at = end + 2;
        }
    }

    /// The arms of the `switch` or `select` here.
    fn arms_of_cases(&self, switch: usize) -> Option<Vec<Arm>> {
        let open = self.block(switch)?;
        let end = self.closing(open)?;
        let is_plain = open == switch + 1 && self.is_word(switch, b"switch");
        let (mut cases, mut at) = (Vec::new(), open + 1);
        while at < end {
            match self.token(at).lexeme {
                Lexeme::Mark(b'(' | b'[' | b'{') => at = self.closing(at)?,
                Lexeme::Word(b"case" | b"default") if self.token(at).after_newline => cases.push(at),
                _ => {}
            }
            at += 1;
        }
        let arm = |(nth, &case): (usize, &usize)| {
            let next = cases.get(nth + 1).copied().unwrap_or(end);
            let colon = self.clause(case).map(|(colon, _)| colon);
            let words = colon.and_then(|colon| self.condition(case + 1, colon));
            let when = if is_plain { When::If } else { When::Case };
            let when = words.map_or(When::Some, when);
            let [first, last] = [case, next].map(|at| self.line(at));
            Arm { lines: [first, last.saturating_sub(1).max(first)], when: Some(when) }
        };
        Some(cases.iter().enumerate().map(arm).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_run_under_conditions_and_instead_of_each_other() {
        let text = "func f(a int) error {\n\tif a > 1 {\n\t\tone()\n\t\treturn nil\n\t}\n\tif err := two(); err != nil {\n\t\tfail()\n\t}\n\
                    \tif b {\n\t\tthree()\n\t} else {\n\t\tfour()\n\t}\n\tswitch a {\n\tcase one, two:\n\t\tfive()\n\tdefault:\n\t\tsix()\n\t}\n\
                    \tfor {\n\t\tif c {\n\t\t\tseven()\n\t\t} else if x := d(); x {\n\t\t\teight()\n\t\t} else {\n\t\t\tnine()\n\t\t}\n\t}\n}\n";
        let arms = Arms::of(&FunctionTokens::of(text.as_bytes()));
        let line = |name: &str| text[..text.find(&format!("{name}()")).unwrap()].matches('\n').count() as u32;
        let if_ = |words: &str| When::If(words.to_owned());
        for (name, when, depth) in [
            ("one", Some(if_("a > 1")), 1),
            ("two", None, 0),
            ("fail", Some(When::Some), 1),
            ("three", Some(if_("b")), 1),
            ("four", Some(When::Unless("b".to_owned())), 1),
            ("five", Some(When::Case("one, two".to_owned())), 1),
            ("six", Some(When::Some), 1),
            ("seven", Some(if_("c")), 1),
            ("eight", Some(if_("x")), 1),
            ("nine", Some(When::Some), 1),
        ] {
            assert_eq!((arms.when(line(name)), arms.depth(line(name))), (when.as_ref(), depth), "{name}");
        }
        for (a, b, expected) in [
            ("one", "two", true),
            ("one", "five", true),
            ("two", "four", false),
            ("three", "four", true),
            ("five", "six", true),
            ("seven", "nine", false),
            ("four", "five", false),
        ] {
            assert_eq!(arms.exclude(line(a), line(b)), expected, "{a} and {b}");
        }
    }
}
