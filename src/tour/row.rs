//! Reads in a line of code who gets the function, or what is called on the variable, that it names.

/// The place that a function is handed over to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Handed {
    /// The function that gets it as an argument, and the path or route before it if there is one.
    To(String, Option<String>),
    /// The field, the variable or the key of a table.
    As(String),
}

impl Handed {
    pub(super) fn verb(&self) -> &'static str {
        match self {
            Self::To(..) => "passes",
            Self::As(_) => "takes",
        }
    }

    /// The words behind the function.
    pub(super) fn words(&self) -> String {
        match self {
            Self::To(called, None) => format!(" to `{called}`"),
            Self::To(called, Some(route)) => format!(" to `{called}` for `{route}`"),
            Self::As(name) => format!(" as `{name}`"),
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The offset of a name in a line, as a word outside of texts.
fn find(row: &str, name: &str) -> Option<usize> {
    let is_whole = |&at: &usize| {
        row[..at].matches('"').count().is_multiple_of(2)
            && !row[..at].ends_with(is_word)
            && !row[at + name.len()..].starts_with(|c| is_word(c) || c == '(')
    };
    row.match_indices(name).map(|(at, _)| at).find(is_whole)
}

/// The names joined by dots at the end of a text.
fn path_at_end(text: &str) -> &str {
    let start = text.rfind(|c| !is_word(c) && c != '.').map_or(0, |at| at + 1);
    let start = if text[start..].starts_with('.') { text.len() } else { start };
    &text[start..]
}

/// The place that a line hands a function to. `None` if the line does not show it.
pub(super) fn handed(row: &str, name: &str) -> Option<Handed> {
    let row = row.split(" // ").next().unwrap_or(row);
    let before = &row[..find(row, name)?];
    let before = &before[..before.len() - path_at_end(before).len()];
    let (mut depth, mut is_quoted) = (0u32, false);
    for (at, c) in before.char_indices().rev() {
        match c {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth > 0 => depth -= 1,
            '(' => {
                let called = path_at_end(&before[..at]);
                let mut texts = before.split('"').skip(1).step_by(2);
                let route = texts.find(|text| text.contains('/') && !text.contains('`')).map(str::to_owned);
                let is_call =
                    !called.is_empty() && !matches!(called, "func" | "return" | "if" | "switch" | "append");
                return is_call.then(|| Handed::To(called.to_owned(), route));
            }
            '{' | '[' => break,
            _ => {}
        }
    }
    let before = before.trim_end();
    let named = before.strip_suffix(":=").or(before.strip_suffix('=')).or(before.strip_suffix(':'))?;
    let named = named.trim_end();
    // A key of a table.
    let key = named.strip_suffix('"').and_then(|rest| rest.rsplit_once('"')).map(|(_, key)| key);
    let named = key.filter(|key| !key.contains('`')).unwrap_or(path_at_end(named));
    (!named.is_empty() && !matches!(named, "case" | "default")).then(|| Handed::As(named.to_owned()))
}

/// The method that a line calls on a variable.
pub(super) fn method_on<'r>(row: &'r str, variable: &str) -> Option<&'r str> {
    let rest = row[find(row, variable)? + variable.len()..].strip_prefix('.')?;
    let method = &rest[..rest.find(|c| !is_word(c))?];
    (!method.is_empty() && rest[method.len()..].starts_with('(')).then_some(method)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_shows_who_gets_a_function() {
        let to =
            |called: &str, route: Option<&str>| Some(Handed::To(called.to_owned(), route.map(str::to_owned)));
        let named = |name: &str| Some(Handed::As(name.to_owned()));
        for (row, expected) in [
            (
                "mux.HandleFunc(\"POST /save/{id}\", handler.save)",
                to("mux.HandleFunc", Some("POST /save/{id}")),
            ),
            ("cmd.Action(timed(c.save))", to("timed", None)),
            ("mux.Handle(\"/save\", traced(c.save))", to("traced", Some("/save"))),
            ("f(g(x), save)", to("f", None)),
            ("w.Wrap(save) // and more", to("w.Wrap", None)),
            ("app.Before = save", named("app.Before")),
            ("Action:       save,", named("Action")),
            ("\"POST /save\": s.save,", named("POST /save")),
            ("run := c.save", named("run")),
            ("save,", None),
            ("return save", None),
            ("steps := []step{save}", None),
            ("case \"x\": save()", None),
        ] {
            assert_eq!(handed(row, "save"), expected, "{row}");
        }
    }

    #[test]
    fn a_line_shows_what_is_called_on_a_variable() {
        for (row, expected) in [
            ("if err := root.Execute(ctx); err != nil {", Some("Execute")),
            ("cmd.root.Add(", Some("Add")),
            ("if root.isSet && x() {", None),
            ("f(root)", None),
        ] {
            assert_eq!(method_on(row, "root"), expected, "{row}");
        }
    }
}
