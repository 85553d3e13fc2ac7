//! Reads in the text of a function, by its tokens, what a name in it stands in: who gets the function that it names, who gets the
//! function literal around it, and what is called on it.

use super::function_tokens::FunctionTokens;
use super::lower::scan::Lexeme;

/// The receiver of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receiver {
    Goroutine,
    Defer,
    /// The caller, which gets it as a result.
    Caller,
    /// The field, the variable or the key of a table.
    Field(String),
    /// The function that it is an argument of, as it is written, and the path or route before it if there is one.
    Function(String, Option<String>),
    Unknown,
}

/// A name in the text of a function.
pub struct Mention<'s> {
    body: &'s FunctionTokens,
    at: usize,
}

impl<'s> Mention<'s> {
    /// The first mention of a name on a line, which is counted from that of the function's first byte: where it is called if
    /// `is_called`, and else where it is not, if there is such a one.
    pub fn on(body: &'s FunctionTokens, line: u32, name: &str, is_called: bool) -> Option<Self> {
        let on_line = (body.first_on(line)..body.len()).take_while(|&at| body.line(at) == line);
        let mut named = on_line.filter(|&at| body.is_word(at, name.as_bytes()));
        let any = named.clone().next();
        let at = named.find(|&at| body.arguments(at).is_some() == is_called).or(any)?;
        Some(Self { body, at })
    }

    /// The receiver of the function that is named here.
    pub fn handed(&self) -> Receiver {
        self.body.receiver(self.body.start_of_path(self.at), self.at).unwrap_or(Receiver::Unknown)
    }

    /// The goroutine, or the deferral, whose call this is.
    pub fn started(&self) -> Option<Receiver> {
        let end = self.body.closing(self.body.arguments(self.at)?)?;
        let before = self.body.start_of_path(self.at).checked_sub(1)?;
        match self.body.word(before) {
            // The call gives back what is called later.
            _ if self.body.is_mark(end + 1, b'(') => None,
            b"go" => Some(Receiver::Goroutine),
            b"defer" => Some(Receiver::Defer),
            _ => None,
        }
    }

    /// The receiver of the function literal around it. `None` if it stands in none, or in one that runs there.
    pub fn within(&self) -> Option<Receiver> {
        // Of literals within one another the inner one begins last.
        (1..self.at).rev().find_map(|func| {
            let end = self.body.literal(func).filter(|&end| end > self.at)?;
            self.body.receiver(func, end)
        })
    }

    /// The field or key whose value is the outermost function literal around it, or has that as a part.
    pub fn field_around(&self) -> Option<String> {
        let is_around = |&func: &usize| self.body.literal(func).is_some_and(|end| end > self.at);
        let mut inner = (1..self.at).find(is_around)?;
        loop {
            let open = self.body.open_around(inner.checked_sub(1)?)?;
            if self.body.is_mark(open, b'{') {
                // The element begins behind the comma before it, or the bracket.
                let (mut first, mut at) = (open + 1, open + 1);
                while at < inner {
                    match self.body.token(at).lexeme {
                        Lexeme::Mark(b'(' | b'[' | b'{') => at = self.body.closing(at)?,
                        Lexeme::Mark(b',') => first = at + 1,
                        _ => {}
                    }
                    at += 1;
                }
                if self.body.is_mark(first + 1, b':') {
                    return self.body.key(first);
                }
            }
            inner = open;
        }
    }

    /// The last line of the call of what is named here, counted like that of the mention.
    pub fn last_line(&self) -> Option<u32> {
        Some(self.body.line(self.body.closing(self.body.arguments(self.at)?)?))
    }

    /// Returns whether what is named here gets a value: a field of what is made, or by an assignment.
    pub fn is_set(&self) -> bool {
        let mark = |at, mark| self.body.is_mark(at, mark);
        mark(self.at + 1, b':') && !mark(self.at + 2, b'=')
            || mark(self.at + 1, b'=') && !mark(self.at + 2, b'=')
    }

    /// The method that is called on the variable that is named here.
    pub fn method(&self) -> Option<String> {
        let is_call = self.body.is_mark(self.at + 1, b'.') && self.body.is_mark(self.at + 3, b'(');
        is_call.then(|| self.body.name(self.at + 2))?
    }

    /// Returns whether only a part of what is named here is meant: a field, a method or an element.
    pub fn is_of_part(&self) -> bool {
        self.body.is_mark(self.at + 1, b'.') || self.is_of_element()
    }

    /// Returns whether an element of what is named here is taken.
    pub fn is_of_element(&self) -> bool {
        self.body.is_mark(self.at + 1, b'[')
    }

    /// Returns whether a loop goes through what is named here.
    pub fn is_ranged(&self) -> bool {
        let line = self.body.line(self.at);
        let before = (0..self.at).rev().take_while(|&at| self.body.line(at) == line);
        before.into_iter().any(|at| self.body.is_word(at, b"range"))
    }

    /// Returns whether the place of the variable that is named here is taken.
    pub fn is_of_place(&self) -> bool {
        self.body.start_of_path(self.at).checked_sub(1).is_some_and(|before| self.body.is_mark(before, b'&'))
    }
}

impl FunctionTokens {
    /// The bracket that opens the arguments of the call of a name here, which may have arguments for types before them.
    fn arguments(&self, name: usize) -> Option<usize> {
        let open = if self.is_mark(name + 1, b'[') { self.closing(name + 1)? + 1 } else { name + 1 };
        self.is_mark(open, b'(').then_some(open)
    }

    /// The first token of names joined by dots that end here.
    fn start_of_path(&self, last: usize) -> usize {
        let mut first = last;
        while first > 1 && self.is_mark(first - 1, b'.') && !self.word(first - 2).is_empty() {
            first -= 2;
        }
        first
    }

    /// Names joined by dots, as they are written.
    fn path(&self, last: usize) -> Option<String> {
        let first = self.start_of_path(last);
        let names: Option<Vec<String>> = (first..=last).step_by(2).map(|at| self.name(at)).collect();
        names.map(|names| names.join("."))
    }

    /// The last token of the function literal that begins here.
    fn literal(&self, func: usize) -> Option<usize> {
        let is_literal = self.is_word(func, b"func") && self.is_mark(func + 1, b'(');
        let is_of_type = func > 0 && self.is_mark(func - 1, b']');
        if is_literal && !is_of_type { self.closing(self.body(func)?) } else { None }
    }

    /// The receiver of the function, a name or a literal, between two tokens. `None` if it is called here, or by the variable that a
    /// literal is given to.
    fn receiver(&self, first: usize, last: usize) -> Option<Receiver> {
        let before = first.checked_sub(1)?;
        let field = |name: Option<String>| name.map_or(Receiver::Unknown, Receiver::Field);
        Some(match self.token(before).lexeme {
            Lexeme::Word(b"go") => Receiver::Goroutine,
            Lexeme::Word(b"defer") => Receiver::Defer,
            _ if self.is_mark(last + 1, b'(') => return None,
            Lexeme::Word(b"return") => Receiver::Caller,
            Lexeme::Mark(b':') => field(before.checked_sub(1).and_then(|key| self.key(key))),
            Lexeme::Mark(b'=') => {
                let is_new = before > 0 && self.is_mark(before - 1, b':');
                let variable = before.checked_sub(1 + usize::from(is_new))?;
                let is_literal = self.is_word(first, b"func") && !self.word(variable).is_empty();
                if is_literal && self.start_of_path(variable) == variable {
                    return self.given_to(self.word(variable), last);
                }
                field(self.path(variable))
            }
            _ => self.called_with(before).unwrap_or(Receiver::Unknown),
        })
    }

    /// The receiver of what a variable has, by its first mention behind a token.
    fn given_to(&self, variable: &[u8], last: usize) -> Option<Receiver> {
        let is_mention = |at: &usize| self.is_word(*at, variable) && !self.is_mark(at - 1, b'.');
        match (last + 1..self.len()).find(is_mention) {
            Some(at) => self.receiver(at, at),
            None => Some(Receiver::Unknown),
        }
    }

    /// The name of a field or a key: a name, or a text.
    fn key(&self, at: usize) -> Option<String> {
        self.name(at).or_else(|| self.quoted(at))
    }

    /// The function that is called with an argument behind this token, and the route before that in its call or one around it.
    fn called_with(&self, before: usize) -> Option<Receiver> {
        const KEYWORDS: [&[u8]; 5] = [b"for", b"func", b"if", b"return", b"switch"];
        let open = self.open_around(before)?;
        let is_argument = self.is_mark(open, b'(') && (self.is_mark(before, b',') || before == open);
        let last = open.checked_sub(1).filter(|&last| is_argument && !KEYWORDS.contains(&self.word(last)))?;
        let around =
            |open: &usize| self.open_around(open.checked_sub(1)?).filter(|&open| self.is_mark(open, b'('));
        let outer = std::iter::successors(Some(open), around).last().unwrap_or(open);
        let mut texts = (outer..before).filter_map(|at| self.quoted(at));
        let route = texts.find(|text| text.contains('/') && !text.contains('`'));
        Some(Receiver::Function(self.path(last)?, route))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(name: &str, route: Option<&str>) -> Receiver {
        Receiver::Function(name.to_owned(), route.map(str::to_owned))
    }

    fn field(name: &str) -> Receiver {
        Receiver::Field(name.to_owned())
    }

    #[test]
    fn the_text_shows_who_gets_a_function() {
        let unknown = Receiver::Unknown;
        for (text, expected) in [
            (
                "mux.HandleFunc(\"POST /save/{id}\", handler.save)",
                function("mux.HandleFunc", Some("POST /save/{id}")),
            ),
            ("cmd.Action(timed(c.save))", function("timed", None)),
            ("mux.Handle(\"/save\", traced(c.save))", function("traced", Some("/save"))),
            ("f(g(x), save)", function("f", None)),
            ("w.Wrap(save) // save(", function("w.Wrap", None)),
            ("f(\"save\", save)", function("f", None)),
            ("w.Wrap(x,\n\tsave,\n)", function("w.Wrap", None)),
            ("app.Before = save", field("app.Before")),
            ("Action:       save,", field("Action")),
            ("\"POST /save\": s.save,", field("POST /save")),
            ("run := c.save", field("run")),
            ("return save", Receiver::Caller),
            ("save,", unknown.clone()),
            ("steps := []step{save}", unknown),
        ] {
            let text = format!("{{\n{text}\n}}");
            let line = if text.contains("\tsave") { 2 } else { 1 };
            let found = Mention::on(&FunctionTokens::of(text.as_bytes()), line, "save", false)
                .map(|mention| mention.handed());
            assert_eq!(found, Some(expected), "{text}");
        }
    }

    #[test]
    fn the_text_shows_who_gets_the_literal_around_a_call() {
        for (text, expected) in [
            ("{\n\treturn func(a int) (int, error) {\n\t\tX()\n\t}\n}", Some(Receiver::Caller)),
            ("{\n\ta.b.Go(1, func() error { X() })\n}", Some(function("a.b.Go", None))),
            ("{\n\ta.Handle(\"/x\", func() { X() })\n}", Some(function("a.Handle", Some("/x")))),
            ("{\n\tx := T{Run: func() *S {\n\tX()}}\n}", Some(field("Run"))),
            ("{\n\tgo func() { X() }()\n}", Some(Receiver::Goroutine)),
            ("{\n\tdefer func() { X() }()\n}", Some(Receiver::Defer)),
            ("{\n\tfunc() { X() }()\n}", None),
            ("{\n\tX(func() { y() })\n}", None),
            ("{\n\tgo func() { func() { X() }() }()\n}", Some(Receiver::Goroutine)),
            ("{\n\tvar f func(int) struct{}\n\tf = func(int) { X() }\n}", Some(Receiver::Unknown)),
            ("{\n\ta.Run = func() { X() }\n}", Some(field("a.Run"))),
            ("{\n\tf := func() { X() }\n\tpool.Add(x, f)\n}", Some(function("pool.Add", None))),
            ("{\n\tf := func() { X() }\n\tgo f()\n}", Some(Receiver::Goroutine)),
            ("{\n\tf := func() { X() }\n\tf()\n}", None),
        ] {
            let line = text[..text.find('X').unwrap()].matches('\n').count() as u32;
            let found = Mention::on(&FunctionTokens::of(text.as_bytes()), line, "X", true)
                .and_then(|mention| mention.within());
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn the_text_shows_the_field_of_a_table_with_the_function_that_calls() {
        for (text, expected) in [
            ("c = &Command{Use: \"x\", RunE: with(func() { X() }, y)}", Some("RunE")),
            ("c = []Command{{Name: n, Do: func() { go func() { X() }() }}}", Some("Do")),
            ("c = map[string]func(){\"a\": func() { f(T{B: X()}) }}", Some("a")),
            ("c = X(T{A: 1})", None),
        ] {
            let found = Mention::on(&FunctionTokens::of(text.as_bytes()), 0, "X", true)
                .and_then(|mention| mention.field_around());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn the_text_shows_what_is_done_with_a_name() {
        let of = |text: &str| {
            let tokens = Box::leak(Box::new(FunctionTokens::of(text.as_bytes())));
            Mention::on(tokens, 0, "root", text.starts_with("go")).unwrap()
        };
        assert_eq!(of("if err := root.Execute(ctx); err != nil {").method().as_deref(), Some("Execute"));
        assert_eq!(of("cmd.root.Add(").method().as_deref(), Some("Add"));
        assert_eq!((of("if root.isSet && x() {").method(), of("f(root)").method()), (None, None));
        assert_eq!(of("go a.root[int](root)").started(), Some(Receiver::Goroutine));
        assert_eq!(of("go a.root(x)").started(), Some(Receiver::Goroutine));
        assert_eq!((of("go root(x)()").started(), of("go f(x).root()").started()), (None, None));
        assert!(
            of("root.x = 1").is_of_part() && of("root[1]").is_of_element() && !of("root = x").is_of_part()
        );
        assert!(of("for range a.root {").is_ranged() && !of("for root.next() {").is_ranged());
        assert!(of("T{root: x}").is_set() && of("a.root = x").is_set() && !of("root := x").is_set());
        assert_eq!(of("go root(\n\tx,\n)").last_line(), Some(2));
        assert!(of("f(&a.root, x)").is_of_place() && !of("f(a.root)").is_of_place());
    }
}
