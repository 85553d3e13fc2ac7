//! Reads names and positions in the form of Go, its tools and web pages, and converts them to the form that lists
//! use.

/// The addresses of Go's documentation.
const DOCUMENTED: [&str; 4] = ["pkg.go.dev/", "godoc.org/", "golang.org/pkg/", "go.dev/pkg/"];
/// Path parts between a repository and a branch or commit in links to its files, longer ones first.
const IN_REPOSITORY: [&str; 8] =
    ["/blob/", "/tree/", "/raw/", "/blame/", "/edit/", "/src/branch/", "/src/commit/", "/+/"];
const FILE: &str = ".go";
/// Separators between a file and a line in links.
const BEFORE_LINE: [&str; 5] = ["#L", "#lines-", ";l=", "?l=", "#"];

/// Strips receivers, literals, calls, type arguments and compiler suffixes from a name: `net/http.(*conn).serve.func1`,
/// `*http.conn`, `conn).serve`, `atomic.Pointer[T].Load()`, `http.Server{}`, `func (c *conn) serve(ctx` are
/// `net/http.conn.serve`, `http.conn`, `conn.serve`, `atomic.Pointer.Load`, `http.Server` and `conn.serve`. A plain name stays as it is.
pub fn plain_name(text: &str) -> String {
    let mut text = without_arguments(text);
    // This is the end of `(*conn).serve`.
    if let Some(close) = text.find(')').filter(|&close| !text[..close].contains('(')) {
        text.remove(close);
    }
    let text = text.trim_start_matches(['*', '&']).split('{').next().unwrap_or_default();
    let name = match text.split_once('(') {
        Some((before, rest)) if before.is_empty() || before.ends_with(['.', '/']) => {
            let (inner, after) = rest.split_once(')').unwrap_or((rest, ""));
            format!(
                "{before}{}{}",
                inner.trim_start_matches('*'),
                after.split('(').next().unwrap_or_default()
            )
        }
        Some((called, _)) => called.to_owned(),
        None => text.to_owned(),
    };
    let mut name = name.strip_suffix("-fm").unwrap_or(&name);
    while let Some((of, literal)) = name.rsplit_once('.')
        && is_literal(literal)
        && !of.is_empty()
    {
        name = of;
    }
    name.replace("%2e", ".")
}

/// Returns whether the compiler made a part of a name, for function literals and wrappers.
pub fn is_literal(part: &str) -> bool {
    let numbered = |prefix: &str| {
        part.strip_prefix(prefix).is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit() || b == b'-'))
    };
    !part.is_empty()
        && (numbered("")
            || ["func", "gowrap", "deferwrap"]
                .iter()
                .any(|prefix| part.len() > prefix.len() && numbered(prefix))
            || part.contains("-range"))
}

/// A text without everything in square brackets: a name without its type arguments.
pub fn without_arguments(text: &str) -> String {
    let mut depth = 0_usize;
    let is_kept = |c: &char| {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    };
    text.chars().filter(is_kept).collect()
}

/// The name or position to which a link to code or documentation leads:
///
/// ```text
/// https://pkg.go.dev/net/http@go1.24#Server.Shutdown          net/http.Server.Shutdown
/// https://github.com/owner/name/blob/main/dir/a.go#L12-L30    dir/a.go:12
/// dir/a.go#L12                                                dir/a.go:12
/// ```
///
/// If a branch has a `/` in its name, the path begins with the rest of the branch's name. `None` for any other text.
pub fn unlinked(link: &str) -> Option<String> {
    let begin = link.find("https://").or_else(|| link.find("http://"));
    let link = begin.map_or(link, |begin| &link[begin..]);
    let link = link.trim_matches(['<', '>', '(', ')', '[', ']', '"', '\'', '`', ',', '.', ';']);
    let (has_scheme, rest) = link.split_once("://").map_or((false, link), |(_, rest)| (true, rest));
    if let Some(page) = DOCUMENTED.iter().find_map(|host| rest.strip_prefix(host)) {
        return documented(page);
    }
    let ends = |(_, place): &(&str, &str)| !place.starts_with(|c: char| c.is_alphanumeric() || c == '/');
    let (path, place) = match rest.rfind(FILE).map(|at| rest.split_at(at + FILE.len())).filter(ends) {
        Some((path, place)) => (path, line(place)),
        None => (rest.split(['?', '#']).next().unwrap_or(rest), None),
    };
    let path = if has_scheme {
        let (_, path) = IN_REPOSITORY.iter().find_map(|mark| path.split_once(mark))?;
        path.split_once(':').or_else(|| path.split_once('/'))?.1
    } else {
        place.map(|_| path)?
    };
    let path = path.trim_matches('/');
    let place = place.map(|line| format!(":{line}")).unwrap_or_default();
    (!path.is_empty()).then(|| format!("{path}{place}"))
}

/// The line after a file, or the first of several lines.
fn line(place: &str) -> Option<u32> {
    let place = place.strip_prefix("?plain=1").unwrap_or(place);
    let digits = BEFORE_LINE.iter().find_map(|mark| place.strip_prefix(mark))?;
    digits[..digits.bytes().take_while(u8::is_ascii_digit).count()].parse().ok()
}

/// The symbol that a page of documentation is about: `net/http@go1.24#Server.Shutdown`.
fn documented(page: &str) -> Option<String> {
    let (package, name) = page.split_once('#').unwrap_or((page, ""));
    let package = package.split('?').next().unwrap_or_default();
    let (head, version) = package.split_once('@').unwrap_or((package, ""));
    let below = version.split_once('/').map_or("", |(_, below)| below).trim_end_matches('/');
    let package = head.trim_end_matches('/');
    let slash = if below.is_empty() { "" } else { "/" };
    // `#example-Server.Shutdown-Graceful`; other anchors with a hyphen are headings.
    let name = name.strip_prefix("example-").map_or(name, |of| of.split('-').next().unwrap_or_default());
    let name = if name.contains('-') { "" } else { name };
    let dot = if name.is_empty() { "" } else { "." };
    (!package.is_empty()).then(|| format!("{package}{slash}{below}{dot}{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_is_no_part_of_them() {
        for (text, expect) in [
            ("net/http.(*conn).serve.func1", "net/http.conn.serve"),
            ("net/http.(*Transport).dialConnFor.deferwrap1", "net/http.Transport.dialConnFor"),
            ("main.run.func1.2", "main.run"),
            ("http.(*Server).Shutdown-fm", "http.Server.Shutdown"),
            ("*http.Server", "http.Server"),
            ("[]*http.Server", "http.Server"),
            ("slices.SortFunc[...]", "slices.SortFunc"),
            ("atomic.Pointer[T].Load", "atomic.Pointer.Load"),
            ("sync/atomic.(*Pointer[...]).Load", "sync/atomic.Pointer.Load"),
            ("http.Server{}", "http.Server"),
            ("http.conn.serve(0xc0", "http.conn.serve"),
            ("(context.Context", "context.Context"),
            ("http.Server).Serve", "http.Server.Serve"),
            ("Server).Serve(0xc0", "Server.Serve"),
            ("gopkg.in/yaml%2ev3.Node", "gopkg.in/yaml.v3.Node"),
            ("http.", "http."),
            ("func1", "func1"),
            ("", ""),
        ] {
            assert_eq!(plain_name(text), expect, "{text}");
        }
    }

    #[test]
    fn links_are_what_they_point_at() {
        for (link, expect) in [
            ("https://pkg.go.dev/net/http#Server.Shutdown", Some("net/http.Server.Shutdown")),
            ("https://pkg.go.dev/example.com/m@v1.2.3/sub?tab=doc#T", Some("example.com/m/sub.T")),
            ("pkg.go.dev/context", Some("context")),
            ("https://pkg.go.dev/net/http#hdr-Servers", Some("net/http")),
            ("https://pkg.go.dev/net/http#example-Server.Shutdown", Some("net/http.Server.Shutdown")),
            ("https://github.com/o/n/blob/main/a/b.go#L12-L30", Some("a/b.go:12")),
            ("(https://github.com/o/n/blob/4f2a/b.go?plain=1#L7C3),", Some("b.go:7")),
            ("[here](https://gitlab.com/o/n/-/blob/main/a/b.go#L12-30)", Some("a/b.go:12")),
            ("https://cs.opensource.google/go/go/+/refs/tags/go1.24:src/a/b.go;l=9", Some("src/a/b.go:9")),
            ("https://github.com/o/n/tree/main/server/lease", Some("server/lease")),
            ("https://github.com/o/n.go/tree/main/server", Some("server")),
            ("https://github.com/o/n/issues/12", None),
            ("a/b.go#L12", Some("a/b.go:12")),
            ("a/b.go:12", None),
            ("a/b.go", None),
            ("#L12", None),
            ("https://", None),
        ] {
            assert_eq!(unlinked(link).as_deref(), expect, "{link}");
        }
    }
}
