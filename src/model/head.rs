//! Reads the head of a declaration as the name that it declares: as Go code, grep, `go doc`, diffs and reviews show
//! it.

use super::{SymbolKind, plain_name, without_arguments};

/// A name, with the kinds of symbols that its head allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// `Server`; for a method with a receiver `Server.Shutdown`.
    pub name: String,
    /// The possible kinds.
    pub kinds: &'static [SymbolKind],
    /// The file that a tool names with it, if any.
    pub file: Option<String>,
    /// True if it is code: it can hardly be the beginning of a sentence.
    is_code: bool,
}

/// A keyword, and the kinds of symbols that may follow it.
type WordKinds = (&'static str, &'static [SymbolKind]);

const TYPES: &[SymbolKind] =
    &[SymbolKind::Struct, SymbolKind::Interface, SymbolKind::Type, SymbolKind::Alias];
const FUNCS: &[SymbolKind] = &[SymbolKind::Func, SymbolKind::Method, SymbolKind::InterfaceMethod];
const METHODS: &[SymbolKind] = &[SymbolKind::Method, SymbolKind::InterfaceMethod];
/// Keywords of declarations.
const KEYWORDS: [WordKinds; 4] =
    [("func", FUNCS), ("type", TYPES), ("const", &[SymbolKind::Const]), ("var", &[SymbolKind::Var])];
/// Words that people write instead of a keyword.
const WORDS: [WordKinds; 5] = [
    ("struct", &[SymbolKind::Struct]),
    ("interface", &[SymbolKind::Interface]),
    ("method", METHODS),
    ("field", &[SymbolKind::Field]),
    ("package", &[SymbolKind::Package]),
];
/// Text that can follow the name of a type, constant or variable in code but hardly in prose.
const BEHIND_NAMES: [&str; 10] =
    ["struct{", "struct {", "interface{", "interface {", "func(", "map[", "chan ", "[", "*", "="];

impl Head {
    /// Reads a text that is known to name something; `None` if it is no head.
    pub fn read(text: &str) -> Option<Self> {
        let (file, line) = unframed(text);
        let (word, rest) = line.split_once(char::is_whitespace)?;
        let of = |known: &[WordKinds]| known.iter().find(|known| known.0 == word).map(|known| known.1);
        let (kinds, is_keyword) =
            of(&KEYWORDS).map(|kinds| (kinds, true)).or_else(|| Some((of(&WORDS)?, false)))?;
        let rest = rest.trim_start();
        let (owner, rest) = match rest.strip_prefix('(') {
            Some(rest) if word == "func" => {
                let (receiver, rest) = rest.split_once(')')?;
                let receiver = without_arguments(receiver);
                (Some(plain_name(receiver.split_whitespace().next_back()?)), rest.trim_start())
            }
            _ => (None, rest),
        };
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '/');
        let (name, behind) = rest.split_at(rest.find(|c| !is_part(c)).unwrap_or(rest.len()));
        let name = name.trim_matches('.');
        if name.is_empty() {
            return None;
        }
        let is_code = owner.is_some() || is_code(word, name, behind, is_keyword);
        let kinds = match (word, behind.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty())) {
            ("func", _) if owner.is_some() => METHODS,
            ("func", _) if behind.starts_with(['(', '[']) && !name.contains('.') => &[SymbolKind::Func],
            ("type", Some("struct")) if !behind.contains('=') => &[SymbolKind::Struct],
            ("type", Some("interface")) if !behind.contains('=') => &[SymbolKind::Interface],
            _ => kinds,
        };
        let name = owner.map_or_else(|| name.to_owned(), |owner| format!("{owner}.{name}"));
        Some(Self { name, kinds, file, is_code })
    }

    /// Reads a text that may be prose instead: `type checker`, `func that panics`.
    pub fn in_prose(text: &str) -> Option<Self> {
        Self::read(text).filter(|head| head.is_code)
    }
}

/// The name or the path in a package clause: `package web`, `package web // import "example.com/web"`; `None` for
/// other texts.
pub fn package_clause(text: &str) -> Option<&str> {
    let code = text.split_once("//").map_or(text, |(code, _)| code);
    let mut words = code.split_whitespace();
    let name = words.next().filter(|word| *word == "package").and_then(|_| words.next())?;
    let is_name = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/'));
    (is_name && words.next().is_none()).then_some(name)
}

/// Returns whether a word, a name and the text after them are code. A name in small letters alone is an ordinary word.
fn is_code(word: &str, name: &str, behind: &str, is_keyword: bool) -> bool {
    let is_written = name.contains(|c: char| c.is_uppercase() || matches!(c, '_' | '.'));
    let after = behind.trim();
    if !is_keyword {
        return is_written && after.is_empty();
    }
    let is_apart =
        behind.starts_with(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '{' | '=' | ','));
    let is_syntax = match word {
        "func" => behind.starts_with(['(', '[']),
        _ => BEHIND_NAMES.iter().any(|syntax| after.starts_with(syntax)),
    };
    let is_short = !after.contains(char::is_whitespace);
    is_syntax || is_written && (after.is_empty() || is_apart && (is_short || after.contains(['{', '(', '='])))
}

/// The file that a tool names in front of the first line, and the line without the tool's prefix: `dir/a.go:12:func
/// f()` of grep, `@@ -1,2 +1,3 @@ func f()` and `+func f()` of a diff.
fn unframed(text: &str) -> (Option<String>, &str) {
    let line = text.trim().lines().next().unwrap_or_default();
    let hunk = line.strip_prefix("@@").and_then(|rest| rest.split_once("@@")).map(|(_, line)| line);
    let line = hunk.unwrap_or(line).trim_start_matches(['+', '-']).trim_start();
    let Some((path, rest)) = line.split_once(".go:").filter(|(path, _)| !path.contains(char::is_whitespace))
    else {
        return (None, line);
    };
    let path = path.strip_prefix("./").unwrap_or(path);
    let line = rest.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ':' | ' ' | '\t'));
    (Some(format!("{path}.go")), line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_the_name_that_it_declares() {
        for (text, expect) in [
            ("func (s *Server) Shutdown(ctx context.Context) error", "Server.Shutdown method,imethod"),
            ("func (l *list[T]) push(", "list.push method,imethod"),
            ("func (m *Map[K, V]) Load(key K) (V, bool) {", "Map.Load method,imethod"),
            ("func Sort[S ~[]E, E any](x S) {", "Sort func"),
            ("func NewRequest", "NewRequest func,method,imethod"),
            ("func serve(", "serve func"),
            ("type Server struct {", "Server struct"),
            ("type conn struct{ ... }", "conn struct"),
            ("type Server struct", "Server struct"),
            ("type List[T any] interface {", "List struct,interface,type,alias"),
            ("type HandlerFunc func(ResponseWriter, *Request)", "HandlerFunc struct,interface,type,alias"),
            ("type Old = struct{ a int }", "Old struct,interface,type,alias"),
            ("const StatusOK", "StatusOK const"),
            ("const http.StatusOK = 200 // as is", "http.StatusOK const"),
            ("var ErrClosed = errors.New(\"closed\")", "ErrClosed var"),
            ("var mu = 1", "mu var"),
            ("interface io.Reader", "io.Reader interface"),
            ("field Server.Addr", "Server.Addr field"),
            ("@@ -12,3 +12,4 @@ func (s *Server) Shutdown(ctx", "Server.Shutdown method,imethod"),
            ("+type Server struct {\n+\tAddr string", "Server struct"),
            ("./a/b.go:12:7: func serve(", "serve func a/b.go"),
            ("a/b.go:\tfunc serve(", "serve func a/b.go"),
            ("func serve", ""),
            ("type checker (of Go) refuses it", ""),
            ("type Server never closes", ""),
            ("func Serve: say so (twice)", ""),
            ("method ServeHTTP panics", ""),
            ("function (x)", ""),
            ("func (", ""),
            ("func ", ""),
            ("type", ""),
            ("", ""),
        ] {
            let head = Head::in_prose(text).map(|Head { name, kinds, file, .. }| {
                let kinds = kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(",");
                [name, kinds, file.unwrap_or_default()].join(" ").trim_end().to_owned()
            });
            assert_eq!(head.unwrap_or_default(), expect, "{text}");
        }
        assert_eq!(Head::read("func serve").map(|head| head.name).as_deref(), Some("serve"));
    }
}
