//! Symbols as text for a prompt: Markdown, XML, plain text, JSON.
//!
//! A pack is a frame around items, one item a symbol. Items are made so that their token counts add up: each ends with
//! a line end and begins with a character at which every tokenizer cuts ([`cuts_between`]). Text from the tree is
//! cleaned on its way in: no control characters and no bidirectional overrides reach a terminal or a clipboard.

use std::borrow::Cow;

use serde::Serialize;

use crate::model::{SymbolId, SymbolKind, clean, is_unsafe};
use crate::search::pack::tokens::{Counter, Encoding, cuts_between};

/// The amount of a symbol that is shown, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum DetailLevel {
    /// One line: where it is, its name, its kind.
    #[serde(rename = "name")]
    Name,
    /// As `Name`, with the first line of its doc comment and its signature.
    #[serde(rename = "sig")]
    Signature,
    /// As `Signature`, with the statements of the declaration that answer, and what encloses them.
    #[serde(rename = "excerpt")]
    Excerpt,
    /// As `Name`, with the doc comment and the whole declaration.
    #[serde(rename = "full")]
    Full,
}

impl DetailLevel {
    pub const ALL: [Self; 4] = [Self::Name, Self::Signature, Self::Excerpt, Self::Full];

    /// The name of it in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Signature => "sig",
            Self::Excerpt => "excerpt",
            Self::Full => "full",
        }
    }

    /// The word for it in text.
    pub fn word(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Signature => "signature",
            Self::Excerpt => "excerpt",
            Self::Full => "whole",
        }
    }
}

/// The layout of a pack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PackFormat {
    #[default]
    Markdown,
    Xml,
    Plain,
    Json,
}

impl PackFormat {
    pub const ALL: [Self; 4] = [Self::Markdown, Self::Xml, Self::Plain, Self::Json];

    pub fn name(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Xml => "xml",
            Self::Plain => "plain",
            Self::Json => "json",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// The parts of a symbol's text, as read from its file.
#[derive(Clone, Copy, Debug)]
pub struct SymbolText<'t> {
    pub symbol: SymbolId,
    pub kind: SymbolKind,
    /// `Recv.Name`, `Struct.field` or the plain name.
    pub name: &'t str,
    pub path: &'t str,
    pub line: u32,
    pub signature: &'t str,
    /// The doc comment as it is written, markers included; empty without one.
    pub doc: &'t str,
    /// The declaration without its doc comment; empty when its file cannot be read.
    pub source: &'t str,
    /// The statements of the declaration that answer; empty if they are not less than the whole.
    pub excerpt: &'t str,
    /// Its role in the relation that the question asks for; empty without one.
    pub role: &'t str,
    /// The number of symbols like it that it stands for.
    pub alike: usize,
}

/// An item in pieces that are counted apart, so that a body's count serves every format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PackItem {
    open: String,
    code: String,
    close: &'static str,
    /// The fence of a Markdown item, repeated before `close`.
    fence: String,
}

/// The text above the items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PackFrame {
    pub(crate) open: String,
}

impl PackFrame {
    pub(crate) fn new(format: PackFormat, title: &str) -> Self {
        let title = line(title);
        let open = match format {
            PackFormat::Markdown | PackFormat::Plain if title.is_empty() => String::new(),
            PackFormat::Markdown => format!("# {title}\n\n"),
            PackFormat::Plain => format!("{title}\n"),
            PackFormat::Xml if title.is_empty() => "<context>\n".to_owned(),
            PackFormat::Xml => format!("<context query=\"{}\">\n", attribute(&title)),
            PackFormat::Json => format!("{{\"query\":{},\"symbols\":[\n", json(&title)),
        };
        Self { open }
    }

    /// The text below the items, with imports on a line if there are any.
    pub(crate) fn close(format: PackFormat, imports: &[&str]) -> String {
        let said = line(&imports.join("; "));
        match format {
            PackFormat::Markdown | PackFormat::Plain if imports.is_empty() => String::new(),
            PackFormat::Markdown => format!("imports: {}\n", code_span(&said)),
            PackFormat::Plain => format!("== imports: {said}\n"),
            PackFormat::Xml if imports.is_empty() => "</context>\n".to_owned(),
            PackFormat::Xml => format!("<imports>{}</imports>\n</context>\n", attribute(&said)),
            PackFormat::Json if imports.is_empty() => "]}\n".to_owned(),
            PackFormat::Json => format!("],\"imports\":{}}}\n", json(&said)),
        }
    }
}

/// The kind as Go calls it.
fn spoken(kind: SymbolKind) -> &'static str {
    if kind == SymbolKind::InterfaceMethod { kind.noun() } else { kind.name() }
}

/// The separator that an item begins with, except for the first of a pack.
pub(crate) fn separator(format: PackFormat) -> &'static str {
    if format == PackFormat::Json { "," } else { "" }
}

/// Difference in tokens, mostly negative, between the first item of a pack and the same item elsewhere: the first has
/// no separator. It is the same for all items, because the tokenizers cut within what all items of a format begin
/// with.
pub(crate) fn first_item_differs(format: PackFormat, encoding: Encoding) -> i64 {
    if format != PackFormat::Json {
        return 0;
    }
    let beginning = [separator(format), JSON_BEGINNING].concat();
    i64::from(encoding.count(JSON_BEGINNING)) - i64::from(encoding.count(&beginning))
}

const JSON_BEGINNING: &str = "{\"file\":";

impl PackItem {
    /// The symbol at one level; `None` if that would show no more than the level below.
    pub(crate) fn new(format: PackFormat, view: DetailLevel, text: &SymbolText<'_>) -> Option<Self> {
        let declaration = match view {
            DetailLevel::Name => "",
            DetailLevel::Signature => text.signature,
            DetailLevel::Excerpt => text.excerpt,
            DetailLevel::Full => text.source,
        };
        if view != DetailLevel::Name && declaration.is_empty() {
            return None;
        }
        let code = match view {
            DetailLevel::Name => String::new(),
            DetailLevel::Signature | DetailLevel::Excerpt => block(&first_line(text.doc), declaration),
            DetailLevel::Full => block(text.doc, declaration),
        };
        let SymbolText { kind, line: at, role, alike, .. } = *text;
        let like = if alike > 0 { format!(", and {alike} like it") } else { String::new() };
        let after = |text: &str| if role.is_empty() { String::new() } else { format!("{text}{role}") };
        // A role that only repeats the kind is left out.
        let beside_kind = |text: &str| if kind.name().ends_with(role) { String::new() } else { after(text) };
        let (name, path, said) = (line(text.name), line(text.path), spoken(kind));
        let item = |open: String, code: String, close: &'static str| Self {
            open,
            code,
            close,
            fence: String::new(),
        };
        Some(match (format, view) {
            (PackFormat::Markdown, DetailLevel::Name) => {
                // No kind: a pack may name a hundred symbols, and each token here is one less for code.
                item(format!("- {path}:{at} {name}{}\n", after(", ")), code, "")
            }
            (PackFormat::Markdown, DetailLevel::Signature) => {
                // A line and no block: the fence and the name twice would take half as much again.
                let of = if is_part(kind) { format!("{name}: ") } else { String::new() };
                let doc = Some(line(bare(&first_line(text.doc)))).filter(|doc| !doc.is_empty());
                let doc = doc.map_or(String::new(), |doc| format!(" {doc}"));
                let signature = code_span(&line(text.signature));
                item(format!("- {path}:{at} {of}{signature}{}{like}{doc}\n", after(", ")), String::new(), "")
            }
            (PackFormat::Markdown, _) => {
                let fence = "`".repeat(longest_run(&code, '`').max(2) + 1);
                Self {
                    open: format!("### {path}:{at} {name} ({said}{}{like})\n{fence}go\n", beside_kind(", ")),
                    code,
                    close: "\n\n",
                    fence,
                }
            }
            // The line number comes last: before a line end, a digit keeps the count apart from a comment below.
            (PackFormat::Plain, _) => {
                item(format!("== {said} {name}{}{like} {path}:{at}\n", beside_kind(", ")), code, "")
            }
            (PackFormat::Xml, _) => {
                let (name, path) = (attribute(&name), attribute(&path));
                let role = if role.is_empty() { String::new() } else { format!(" relation=\"{role}\"") };
                let like = if alike > 0 { format!(" alike=\"{alike}\"") } else { String::new() };
                let head = format!("<symbol at=\"{path}:{at}\" name=\"{name}\" kind=\"{kind}\"{role}{like}");
                match view {
                    DetailLevel::Name => item(format!("{head}/>\n"), code, ""),
                    _ => item(
                        format!("{head} view=\"{}\"><![CDATA[\n", view.name()),
                        code.replace("]]>", "]]]]><![CDATA[>"),
                        "]]></symbol>\n",
                    ),
                }
            }
            (PackFormat::Json, _) => {
                let (path, name, kind) = (json(&path), json(&name), json(kind.name()));
                let role =
                    if role.is_empty() { String::new() } else { format!(",\"relation\":{}", json(role)) };
                let like = if alike > 0 { format!(",\"alike\":{alike}") } else { String::new() };
                let head = format!(
                    ",{JSON_BEGINNING}{path},\"line\":{at},\"name\":{name},\"kind\":{kind}{role}{like}"
                );
                let text = if code.is_empty() { String::new() } else { format!(",\"text\":{}", json(&code)) };
                item(format!("{head},\"view\":\"{}\"{text}}}\n", view.name()), String::new(), "")
            }
        })
    }

    pub(crate) fn text(&self) -> String {
        [&self.open, &self.code, &self.fence, self.close].concat()
    }

    /// The item's tokens if they are at most `limit`.
    pub(crate) fn count_within(&self, counter: &Counter, encoding: Encoding, limit: u32) -> Option<u32> {
        let close = [&self.fence, self.close].concat();
        if !cuts_between(&self.open, &self.code) || !cuts_between(&self.code, &close) {
            return counter.count_within(encoding, &self.text(), limit);
        }
        let around = encoding.count(&self.open) + encoding.count(&close);
        let code = counter.count_within(encoding, &self.code, limit.checked_sub(around)?)?;
        Some(around + code)
    }
}

/// Doc comment and declaration, cleaned, without blank edges, with a line end.
fn block(doc: &str, declaration: &str) -> String {
    let mut text = String::with_capacity(doc.len() + declaration.len() + 2);
    for part in [doc, declaration] {
        let part = cleaned(part.trim());
        if !part.is_empty() {
            text.push_str(&part);
            text.push('\n');
        }
    }
    text
}

/// The first line of a doc comment that has words, as a comment of its own; empty without one.
fn first_line(doc: &str) -> Cow<'_, str> {
    let doc = doc.trim();
    let Some(inside) = doc.strip_prefix("/*") else {
        return Cow::Borrowed(doc.lines().next().unwrap_or_default());
    };
    let mut lines =
        inside.trim_end_matches("*/").lines().map(|line| line.trim().trim_start_matches('*').trim());
    lines.find(|line| !line.is_empty()).map_or(Cow::Borrowed(""), |line| Cow::Owned(format!("// {line}")))
}

/// Several lines of text with what is unsafe spelled out (see [`clean`]), but line ends and tabs kept; CRLF is a line end.
fn cleaned(text: &str) -> Cow<'_, str> {
    let is_foul = |c: char| is_unsafe(c) && !matches!(c, '\n' | '\t');
    if !text.chars().any(is_foul) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for part in text.replace("\r\n", "\n").split_inclusive(['\n', '\t']) {
        let body = part.trim_end_matches(['\n', '\t']);
        out.push_str(&clean(body));
        out.push_str(&part[body.len()..]);
    }
    Cow::Owned(out)
}

/// Returns whether a symbol's signature lacks the name of the type that it belongs to.
fn is_part(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Field | SymbolKind::InterfaceMethod)
}

/// A line comment without its marker.
fn bare(comment: &str) -> &str {
    comment.trim_start_matches('/').trim()
}

/// Code within a line of Markdown.
fn code_span(code: &str) -> String {
    let fence = "`".repeat(longest_run(code, '`') + 1);
    let blank = if fence.len() > 1 { " " } else { "" };
    [&fence, blank, code, blank, &fence].concat()
}

/// Text for the inside of a line: blanks run together, the rest spelled out where it is unsafe.
fn line(text: &str) -> String {
    clean(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn longest_run(text: &str, mark: char) -> usize {
    text.split(|c| c != mark).map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add() -> SymbolText<'static> {
        SymbolText {
            symbol: SymbolId(7),
            kind: SymbolKind::Method,
            name: "node.add",
            path: "tree.go",
            line: 88,
            signature: "func (n *node) add(path string)",
            doc: "// add adds a path.",
            source: "func (n *node) add(path string) {\n\tn.path = path\n}",
            excerpt: "func (n *node) add(path string) {\n\t// … lines 89-93\n}",
            role: "",
            alike: 0,
        }
    }

    fn shown(format: PackFormat, view: DetailLevel, text: &SymbolText<'_>) -> String {
        PackItem::new(format, view, text).map(|item| item.text()).unwrap_or_default()
    }

    #[test]
    fn every_format_has_a_line_for_the_place_and_the_code_as_written() {
        let e = add();
        for (format, view, expect) in [
            (PackFormat::Markdown, DetailLevel::Name, "- tree.go:88 node.add\n"),
            (
                PackFormat::Markdown,
                DetailLevel::Full,
                "### tree.go:88 node.add (method)\n```go\n// add adds a path.\nfunc (n *node) add(path string) {\n\tn.path = path\n}\n```\n\n",
            ),
            (
                PackFormat::Plain,
                DetailLevel::Signature,
                "== method node.add tree.go:88\n// add adds a path.\nfunc (n *node) add(path string)\n",
            ),
            (
                PackFormat::Xml,
                DetailLevel::Name,
                "<symbol at=\"tree.go:88\" name=\"node.add\" kind=\"method\"/>\n",
            ),
            (
                PackFormat::Xml,
                DetailLevel::Signature,
                "<symbol at=\"tree.go:88\" name=\"node.add\" kind=\"method\" view=\"sig\"><![CDATA[\n// add adds a path.\nfunc (n *node) add(path string)\n]]></symbol>\n",
            ),
            (
                PackFormat::Json,
                DetailLevel::Name,
                ",{\"file\":\"tree.go\",\"line\":88,\"name\":\"node.add\",\"kind\":\"method\",\"view\":\"name\"}\n",
            ),
        ] {
            assert_eq!(shown(format, view, &e), expect);
        }
    }

    #[test]
    fn what_a_symbol_is_is_said_once() {
        let method = SymbolText { role: "method", ..add() };
        let head = |format, view, role| {
            shown(format, view, &SymbolText { role, ..method }).lines().next().map(str::to_owned)
        };
        for (format, view, role, expect) in [
            (PackFormat::Markdown, DetailLevel::Full, "method", "### tree.go:88 node.add (method)"),
            (PackFormat::Markdown, DetailLevel::Full, "caller", "### tree.go:88 node.add (method, caller)"),
            (PackFormat::Markdown, DetailLevel::Name, "method", "- tree.go:88 node.add, method"),
            (PackFormat::Plain, DetailLevel::Name, "method", "== method node.add tree.go:88"),
            (PackFormat::Plain, DetailLevel::Name, "caller", "== method node.add, caller tree.go:88"),
        ] {
            assert_eq!(head(format, view, role).as_deref(), Some(expect));
        }
        let required = SymbolText { kind: SymbolKind::InterfaceMethod, ..method };
        assert!(
            shown(PackFormat::Markdown, DetailLevel::Full, &required)
                .contains("node.add (interface method)\n")
        );
    }

    #[test]
    fn no_text_of_the_tree_can_leave_its_place() {
        let hostile = SymbolText {
            name: "a\"><b>",
            path: "x\n# y\u{1b}[2J.go",
            source: "const c = `]]>` // ````\u{202e}",
            doc: "",
            ..add()
        };
        let markdown = shown(PackFormat::Markdown, DetailLevel::Full, &hostile);
        assert!(markdown.contains("\n`````go\n") && markdown.ends_with("\n`````\n\n"), "{markdown}");
        let xml = shown(PackFormat::Xml, DetailLevel::Full, &hostile);
        assert!(xml.contains("name=\"a&quot;&gt;&lt;b&gt;\"") && xml.contains("]]]]><![CDATA[>"), "{xml}");
        for format in PackFormat::ALL {
            let text = shown(format, DetailLevel::Full, &hostile);
            assert!(
                text.lines()
                    .next()
                    .is_some_and(|first| first.contains("x # y\\u{1b}[2J.go")
                        || first.contains("x # y\\\\u{1b}[2J.go")),
                "{text}"
            );
            assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
        }
        let item = shown(PackFormat::Json, DetailLevel::Full, &hostile);
        let value: serde_json::Value = serde_json::from_str(item.trim_start_matches(',')).unwrap();
        assert_eq!(value["name"], "a\"><b>");
    }

    #[test]
    fn a_view_without_anything_to_show_is_none() {
        let unread = SymbolText { source: "", ..add() };
        assert_eq!(PackItem::new(PackFormat::Plain, DetailLevel::Full, &unread), None);
        assert!(PackItem::new(PackFormat::Plain, DetailLevel::Signature, &unread).is_some());
    }

    #[test]
    fn an_items_count_is_that_of_its_text() {
        let comment_first = SymbolText { signature: "// odd", doc: "/* c */", ..add() };
        for format in PackFormat::ALL {
            for view in DetailLevel::ALL {
                for e in [add(), comment_first] {
                    let item = PackItem::new(format, view, &e).unwrap();
                    for encoding in Encoding::ALL {
                        let whole = encoding.count(&item.text());
                        let counter = Counter::default();
                        assert_eq!(
                            item.count_within(&counter, encoding, 1000),
                            Some(whole),
                            "{}",
                            item.text()
                        );
                        assert_eq!(item.count_within(&counter, encoding, whole - 1), None);
                    }
                }
            }
        }
    }
}
