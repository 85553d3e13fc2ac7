//! Outlines a function by its tokens alone: the goroutines that it starts, where it waits, its loops, what makes it return
//! early, and where the program ends.

use super::function_tokens::FunctionTokens;
use super::lower::scan::{Lexeme, Token};

/// The parts of a function. Lines are counted from that of its first byte, which is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The first and the last line of each `go` statement, and of each call of a method `Go`, as groups have.
    pub starts: Vec<[u32; 2]>,
    /// The first and the last line of each loop.
    pub loops: Vec<[u32; 2]>,
    /// The first condition in its first half under which it returns, as it is written; none about an error that a call returned.
    pub guard: Option<String>,
    /// The first and the last line of each block of an `if` or a `case` with a statement before its last one, which returns.
    pub exits: Vec<[u32; 2]>,
    /// The first and the last line of each block that ends the program, or that handles the error of a call; and of each `panic`, from
    /// the line before it.
    pub ends: Vec<[u32; 2]>,
    /// The lines outside of its goroutines where it receives from a channel or calls a method `Wait`.
    pub waits: Vec<u32>,
    /// The last names of the channels that it sends on, and of those that it may receive from or of the functions that return
    /// them, each with its line; last those whose messages it drops.
    pub sends: Vec<(String, u32)>,
    pub receives: Vec<(String, u32)>,
    /// It sends to or receives from a channel.
    pub has_channels: bool,
    /// It has a loop without a condition, or a `select`.
    pub is_endless: bool,
}

impl Outline {
    /// O(tokens x nesting).
    pub fn of(body: &FunctionTokens) -> Self {
        let channels = body.channels();
        let mut found = Self::default();
        let (mut last_of_start, mut depth) = (None, 0i32);
        // Received, and not used.
        let mut dropped = Vec::new();
        for at in 0..body.len() {
            let line = body.line(at);
            if let Some(end) = body.start(at).filter(|_| last_of_start.is_none_or(|last| last < at)) {
                last_of_start = Some(end);
                found.starts.push([line, body.line(end)]);
            }
            if body.is_word(at, b"for")
                && let Some(end) = body.block(at).and_then(|open| body.closing(open))
            {
                found.loops.push([line, body.line(end)]);
            }
            if body.is_word(at, b"if")
                && let Some(open) = body.block(at)
                && let Some(end) = body.closing(open)
                && (body.is_about_error(at, open) || body.ends_program(open, end))
            {
                found.ends.push([body.line(open), body.line(end)]);
            }
            if body.is_word(at, b"panic") && body.is_mark(at + 1, b'(') {
                let last = body.closing(at + 1).map_or(line, |end| body.line(end));
                found.ends.push([line.saturating_sub(1), last]);
            }
            found.exits.extend(body.exit(at));
            match body.token(at).lexeme {
                Lexeme::Mark(b'{') => depth += 1,
                Lexeme::Mark(b'}') => depth -= 1,
                Lexeme::Word(b"if") if depth == 1 && found.guard.is_none() && at * 2 < body.len() => {
                    found.guard = body.guard(at);
                }
                _ => {}
            }
            if body.is_arrow(at) {
                found.has_channels = true;
                if let Some(channel) = body.sent_on(at) {
                    found.sends.extend(body.name_before(channel).map(|name| (name, line)));
                } else {
                    let name = body.name_after(at + 2).map(|name| (name, line));
                    let is_bare = body.token(at).after_newline;
                    if is_bare { dropped.extend(name) } else { found.receives.extend(name) }
                }
            }
            if body.is_word(at, b"range") {
                found.receives.extend(body.name_after(at + 1).map(|name| (name, line)));
            }
            found.is_endless |= body.is_word(at, b"for") && body.is_mark(at + 1, b'{')
                || body.is_word(at, b"select") && body.is_mark(at + 1, b'{');
            let is_outside = last_of_start.is_none_or(|last| last < at);
            if is_outside && (body.is_wait(at) || body.is_range_over(at, &channels)) {
                found.waits.push(line);
            }
        }
        found.receives.append(&mut dropped);
        found
    }

    /// Returns whether the function starts goroutines, uses channels or loops without end.
    pub fn is_concurrent(&self) -> bool {
        !self.starts.is_empty() || self.has_channels || self.is_endless
    }
}

impl FunctionTokens {
    /// The condition of the `if` here, if its block only returns, and it is short and not about the error of a call.
    fn guard(&self, at: usize) -> Option<String> {
        let open = self.block(at)?;
        let is_else = at.checked_sub(1).is_some_and(|before| self.is_word(before, b"else"));
        let is_plain = (at + 1..open).all(|at| !self.is_word(at, b"err") && !self.is_mark(at, b';'));
        let condition = self.condition(at + 1, open)?;
        let flag = condition.trim_start_matches('!');
        // A flag that the function itself sets says nothing by its name.
        let is_given =
            (0..at).take_while(|&at| !self.is_mark(at, b'{')).any(|at| self.is_word(at, flag.as_bytes()));
        let is_telling = is_given || flag.contains(|c: char| !c.is_alphanumeric() && c != '_');
        (self.is_word(open + 1, b"return") && !is_else && is_plain && is_telling).then_some(condition)
    }

    /// Returns whether the last statement of a block ends the program.
    fn ends_program(&self, open: usize, end: usize) -> bool {
        let Some(last) = self.last_statement(open, end) else { return false };
        match self.word(last) {
            b"panic" => true,
            b"os" => self.word(last + 2) == b"Exit",
            b"log" => self.word(last + 2).starts_with(b"Fatal"),
            _ => false,
        }
    }

    /// The lines of the block of the `if` or `case` here before its last statement, if that returns.
    fn exit(&self, at: usize) -> Option<[u32; 2]> {
        let (open, end) = match self.word(at) {
            b"if" => {
                let open = self.block(at)?;
                (open, self.closing(open)?)
            }
            b"case" => self.clause(at)?,
            _ => return None,
        };
        let last = self.last_statement(open, end).filter(|&last| last > open + 1)?;
        self.is_word(last, b"return").then(|| [self.line(open + 1), self.line(last - 1)])
    }

    /// Returns whether `<-` begins here, and is no part of a type.
    fn is_arrow(&self, at: usize) -> bool {
        self.is_mark(at, b'<')
            && self.is_mark(at + 1, b'-')
            && self.token(at).end == self.token(at + 1).start
            && !self.is_word(at + 2, b"chan")
            && !at.checked_sub(1).is_some_and(|before| self.is_word(before, b"chan"))
    }

    /// The last token of a `go` statement, or of a call of a method `Go`, that begins here.
    fn start(&self, at: usize) -> Option<usize> {
        let is_method = self.is_mark(at, b'.') && self.is_word(at + 1, b"Go") && self.is_mark(at + 2, b'(');
        if !is_method && !self.is_word(at, b"go") {
            return None;
        }
        let (mut depth, is_literal) = (0u32, self.is_word(at + 1, b"func"));
        for next in at..self.len() {
            match self.token(next).lexeme {
                Lexeme::Mark(b'(' | b'[' | b'{') => depth += 1,
                Lexeme::Mark(b')' | b']' | b'}') => {
                    depth = depth.checked_sub(1)?;
                    let calls_on = self.is_mark(next + 1, b'(') || self.is_mark(next + 1, b'.');
                    let is_call = self.is_mark(next, b')') && !calls_on;
                    if depth == 0 && (is_method || is_call && (!is_literal || self.ends_statement(next))) {
                        return Some(next);
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn ends_statement(&self, at: usize) -> bool {
        let is_end = |next: Token<'_>| next.after_newline || matches!(next.lexeme, Lexeme::Mark(b'}' | b';'));
        self.get(at + 1).is_none_or(is_end)
    }

    /// Returns whether a receive, or a call of `Wait`, begins here.
    fn is_wait(&self, at: usize) -> bool {
        if self.is_mark(at, b'.') {
            return self.is_word(at + 1, b"Wait") && self.is_mark(at + 2, b'(');
        }
        self.is_arrow(at) && self.sent_on(at).is_none()
    }

    /// The last token of the channel that the arrow here sends on. `None` if it receives.
    fn sent_on(&self, arrow: usize) -> Option<usize> {
        let is_keyword = |word: &[u8]| [&b"case"[..], b"return", b"range"].contains(&word);
        let before = arrow.checked_sub(1)?;
        let is_operand = match self.token(before).lexeme {
            Lexeme::Word(word) => !is_keyword(word),
            Lexeme::Mark(mark) => matches!(mark, b')' | b']'),
            Lexeme::Literal => false,
        };
        (is_operand && !self.token(arrow).after_newline).then_some(before)
    }

    /// The name that an operand ends with: `queue` of `s.queue`, and of `s.queue[i]`.
    fn name_before(&self, last: usize) -> Option<String> {
        let mut depth = 0u32;
        let name = (0..=last).rev().find(|&at| {
            match self.token(at).lexeme {
                Lexeme::Mark(b')' | b']') => depth += 1,
                Lexeme::Mark(b'(' | b'[') => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && !self.is_mark(at, b'(') && !self.is_mark(at, b'[')
        })?;
        self.name(name)
    }

    /// The last name of a selection that begins here: `Events` of `s.Events()`.
    fn name_after(&self, first: usize) -> Option<String> {
        let is_on = |at: &usize| self.is_mark(*at + 1, b'.');
        let last = (first..self.len()).step_by(2).find(|at| !is_on(at))?;
        self.name(last)
    }

    /// The names that are declared as channels.
    fn channels(&self) -> Vec<&[u8]> {
        let named = (0..self.len()).filter_map(|at| {
            let Some(Lexeme::Word(name)) = self.lexeme(at) else { return None };
            let after_arrow =
                if self.is_mark(at + 1, b'<') && self.is_mark(at + 2, b'-') { at + 3 } else { at + 1 };
            let of_made = [at + 2, at + 3].into_iter().find(|&made| self.is_word(made, b"make"));
            let is_made = of_made.is_some_and(|made| {
                self.is_mark(made - 1, b'=')
                    && self.is_mark(made + 1, b'(')
                    && self.is_word(made + 2, b"chan")
            });
            (self.is_word(after_arrow, b"chan") || is_made).then_some(name)
        });
        named.collect()
    }

    fn is_range_over(&self, at: usize, channels: &[&[u8]]) -> bool {
        let Some(Lexeme::Word(name)) = self.lexeme(at + 1) else { return false };
        self.is_word(at, b"range") && self.is_mark(at + 2, b'{') && channels.contains(&name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_says_what_it_starts_and_where_it_waits() {
        for (body, starts, waits) in [
            ("{\n\tgo work()\n}", &[[1, 1]][..], &[][..]),
            ("{\n\tgo func(a int) (int, error) {\n\t\t<-done\n\t}(3)\n\t<-done\n}", &[[1, 3]], &[4]),
            ("{\n\tgo a.b(c)(d)\n\tx := <-ch\n}", &[[1, 1]], &[2]),
            ("{\n\tg.Go(func() error {\n\t\tgo f()\n\t\treturn nil\n\t})\n\tg.Wait()\n}", &[[1, 4]], &[5]),
            ("{ for { select {\n\tcase <-a:\n\tcase b <- 1:\n\t} } }", &[], &[1]),
            (
                "func f(in <-chan int, out chan<- int) {\n\tfor x := range in {\n\t\tout <- x\n\t}\n}",
                &[],
                &[1],
            ),
            ("{\n\tch := make(chan int)\n\tfor range list {}\n\tfor x := range ch {}\n}", &[], &[3]),
            ("{\n\t// go on, <-x and g.Wait() are words\n\tgoing(\"<-x\")\n}", &[], &[]),
            ("{ go (", &[], &[]),
        ] {
            let found = Outline::of(&FunctionTokens::of(body.as_bytes()));
            assert_eq!((&found.starts[..], &found.waits[..]), (starts, waits), "{body}");
        }
        for (body, loops, guard) in [
            ("{\n\tfor {\n\t\tif x {\n\t\t\treturn\n\t\t}\n\t}\n}", &[[1, 5]][..], None),
            (
                "{\n\tfor _, t := range []T{{1}} {\n\t}\n\tif err != nil {\n\t\treturn err\n\t}\n}",
                &[[1, 2]],
                None,
            ),
            ("{\n\tif a == (T{}) && !b {\n\t\treturn\n\t}\n}", &[], Some("a == (T{}) && !b")),
            ("(dry bool) {\n\tif !dry {\n\t\treturn\n\t}\n\tf()\n}", &[], Some("!dry")),
            ("{\n\tok := f()\n\tif !ok {\n\t\treturn\n\t}\n\tg()\n}", &[], None),
            ("{\n\tf(a, b, c, d, e, f, g)\n\tif a > b {\n\t\treturn\n\t}\n}", &[], None),
            ("{\n\tif x > 1 {\n\t\tf()\n\t\treturn\n\t}\n\treturn\n}", &[], None),
            ("{\n\tif err != nil {\n\t\tf()\n\t} else if x {\n\t\treturn\n\t}\n}", &[], None),
            ("{\n\tf(func() {\n\t\tif x {\n\t\t\treturn\n\t\t}\n\t})\n}", &[], None),
            ("{\n\tif x {\n\t\tif y {\n\t\t\treturn\n\t\t}\n\t}\n}", &[], None),
        ] {
            let found = Outline::of(&FunctionTokens::of(body.as_bytes()));
            assert_eq!((&found.loops[..], found.guard.as_deref()), (loops, guard), "{body}");
        }
        for (body, ends) in [
            ("{\n\tif version {\n\t\tshow()\n\t\tos.Exit(0)\n\t}\n\trun()\n}", &[[1, 4]][..]),
            ("{\n\tif err := run(); err != nil {\n\t\ttell(err)\n\t}\n}", &[[1, 3]]),
            (
                "{\n\tif x {\n\t\tlog.Fatalf(\"x\")\n\t}\n\tif y {\n\t\tpanic(y)\n\t}\n}",
                &[[1, 3], [4, 6], [4, 5]],
            ),
            ("{\n\twork()\n\tpanic(\n\t\ttext(),\n\t)\n}", &[[1, 4]]),
            ("{\n\tif x {\n\t\tdo(func() {\n\t\t\tos.Exit(1)\n\t\t})\n\t}\n}", &[]),
            ("{\n\tif err == nil {\n\t\treturn run()\n\t}\n}", &[]),
        ] {
            assert_eq!(Outline::of(&FunctionTokens::of(body.as_bytes())).ends, ends, "{body}");
        }
        for (body, exits) in [
            ("{\n\tif flag {\n\t\trefresh()\n\t\treturn\n\t}\n\tserve()\n}", &[[2, 2]][..]),
            (
                "{\n\tswitch x {\n\tcase 1:\n\t\tcomplete()\n\t\treturn nil\n\tcase 2:\n\t\trun()\n\t}\n}",
                &[[3, 3]],
            ),
            ("{\n\tif x {\n\t\treturn run()\n\t}\n}", &[]),
            ("{\n\tif err := func() error {\n\t\tf()\n\t\treturn nil\n\t}(); err != nil {\n\t}\n}", &[]),
        ] {
            assert_eq!(Outline::of(&FunctionTokens::of(body.as_bytes())).exits, exits, "{body}");
        }
        let of = |body: &str| {
            let found = Outline::of(&FunctionTokens::of(body.as_bytes()));
            (found.has_channels, found.is_endless)
        };
        let named = |body: &str| {
            let found = Outline::of(&FunctionTokens::of(body.as_bytes()));
            let names =
                |of: Vec<(String, u32)>| of.into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(" ");
            (names(found.sends), names(found.receives))
        };
        let both = |sends: &str, receives: &str| (sends.to_owned(), receives.to_owned());
        assert_eq!(named("{ s.queue <- 1; s.of[f(x)] <- 2; (<-y) }"), both("queue of", "y"));
        assert_eq!(named("{ for x := range s.in { x.y = <-z.Events() } }"), both("", "in Events"));
        assert_eq!(of("{ for { f() } }"), (false, true));
        assert_eq!(of("{ select { case b <- 1: } }"), (true, true));
        assert_eq!(of("{ for x { a < -b } }"), (false, false));
    }
}
